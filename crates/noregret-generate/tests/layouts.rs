//! Every kind in every layout has the right structure.

#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

use noregret_generate::{Generator, Holds, Kind, Layout, Sample, UnknownName, Writer};

/// The lines of a few rows, and the rows.
fn written(kind: Kind, layout: Layout) -> (Vec<String>, Vec<Sample>) {
    let mut generator = Generator::new(kind, 11);
    let mut writer = Writer::new(Vec::new(), layout, kind);
    let samples: Vec<Sample> = (0..300).map(|_| generator.next().clone()).collect();
    for sample in &samples {
        writer.write(sample).unwrap();
    }
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(text.ends_with('\n') && !text.contains('\r') && !text.contains('"') | (layout == Layout::Jsonl));
    (text.lines().map(str::to_string).collect(), samples)
}

fn unsigned(kind: Kind, label: f64) -> f64 {
    if kind.is_binary() { f64::from(label > 0.0) } else { label }
}

#[test]
fn svmlight_has_labels_and_increasing_ids() {
    for kind in Kind::ALL {
        let (lines, samples) = written(kind, Layout::Svmlight);
        assert_eq!(lines.len(), samples.len());
        for (line, sample) in lines.iter().zip(&samples) {
            let mut words = line.split(' ');
            assert_eq!(words.next().unwrap().parse::<f64>().unwrap(), sample.label);
            let pairs: Vec<(u32, f64)> = words
                .map(|pair| pair.split_once(':').unwrap())
                .map(|(id, value)| (id.parse().unwrap(), value.parse().unwrap()))
                .collect();
            let expected: Vec<(u32, f64)> = sample.features.iter().map(|x| (x.id, x.value)).collect();
            assert_eq!(pairs, expected);
            assert!(pairs[0].0 >= 1 && pairs.is_sorted_by(|a, b| a.0 < b.0));
        }
    }
}

#[test]
fn vw_has_namespaces_names_and_values() {
    for kind in Kind::ALL {
        let (lines, samples) = written(kind, Layout::Vw);
        for (line, sample) in lines.iter().zip(&samples) {
            let (label, rest) = line.split_once(" |").unwrap();
            assert_eq!(label.parse::<f64>().unwrap(), sample.label);
            let mut features = sample.features.iter();
            for group in rest.split(" |") {
                let mut words = group.split(' ');
                let namespace = words.next().unwrap();
                for word in words {
                    let x = features.next().unwrap();
                    let (name, value) = word.split_once(':').unwrap_or((word, "1"));
                    assert_eq!((namespace, name), (x.namespace, x.name.to_string().as_str()));
                    assert_eq!(value.parse::<f64>().unwrap(), x.value);
                }
            }
            assert!(features.next().is_none());
        }
    }
}

#[test]
fn tables_have_a_header_and_its_number_of_columns() {
    for kind in Kind::ALL {
        for (layout, separator) in [(Layout::Csv, ','), (Layout::Tsv, '\t')] {
            let (lines, samples) = written(kind, layout);
            let header: Vec<&str> = lines[0].split(separator).collect();
            let names: Vec<&str> = kind.columns().iter().map(|column| column.name).collect();
            assert_eq!((header[0], &header[1..]), ("label", &names[..]));
            assert_eq!(lines.len(), samples.len() + 1);
            for (line, sample) in lines[1..].iter().zip(&samples) {
                let cells: Vec<&str> = line.split(separator).collect();
                assert_eq!(cells.len(), header.len());
                assert_eq!(cells[0].parse::<f64>().unwrap(), unsigned(kind, sample.label));
                for ((cell, column), features) in cells[1..].iter().zip(kind.columns()).zip(sample.columns())
                {
                    match column.holds {
                        Holds::Number => assert_eq!(cell.parse::<f64>().unwrap(), features[0].value),
                        _ => assert_eq!(cell.split(' ').count(), features.len()),
                    }
                }
            }
        }
    }
}

/// What follows one JSON value (of the kinds written here) at the start of `text`, and how many
/// numbers and strings it holds.
fn after_json(text: &str) -> (&str, usize) {
    let (open, rest) = text.split_at(1);
    let closing = match open {
        "{" => "}",
        "[" => "]",
        "\"" => return (rest.split_once('"').unwrap().1, 1),
        _ => {
            let end = text.find([',', '}', ']']).unwrap_or(text.len());
            text[..end].parse::<f64>().unwrap();
            return (&text[end..], 1);
        }
    };
    let (mut rest, mut total) = (rest, 0);
    loop {
        if open == "{" {
            let (key, value) = rest.split_once(':').unwrap();
            assert!(key.len() > 2 && key.starts_with('"') && key.ends_with('"'), "key {key}");
            rest = value;
        }
        let (after, count) = after_json(rest);
        total += count;
        if let Some(after) = after.strip_prefix(closing) {
            return (after, total);
        }
        rest = after.strip_prefix(',').unwrap();
    }
}

#[test]
fn jsonl_is_an_object_a_line() {
    for kind in Kind::ALL {
        let (lines, samples) = written(kind, Layout::Jsonl);
        assert_eq!(lines.len(), samples.len());
        for (line, sample) in lines.iter().zip(&samples) {
            let start =
                format!("{{\"label\":{},\"{}\":", unsigned(kind, sample.label), kind.columns()[0].name);
            assert!(line.starts_with(&start), "{line}");
            assert_eq!(after_json(line), ("", 1 + sample.features.len()));
        }
    }
    let (clicks, _) = written(Kind::Clicks, Layout::Jsonl);
    assert!(clicks[0].contains("\"words\":[\""));
}

#[test]
fn a_table_without_rows_has_a_header() {
    let text = Writer::new(Vec::new(), Layout::Csv, Kind::Drift).finish().unwrap();
    assert_eq!(text, b"label,x1,x2,x3,x4,x5,x6,x7,x8,x9,x10\n");
}

#[test]
fn names_read_back_and_unknown_ones_are_told_the_choices() {
    for kind in Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    for layout in Layout::ALL {
        assert_eq!(layout.to_string().parse(), Ok(layout));
    }
    assert_eq!("libsvm".parse(), Ok(Layout::Svmlight));
    let error: UnknownName = "Clicks".parse::<Kind>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown kind \"Clicks\": expected one of clicks, text, regression, drift, sea, ads"
    );
}
