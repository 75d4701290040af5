//! What holds for any input: text written from vectors reads back to them, the order of features never matters, a
//! saved schema gives the same indices, and nothing panics.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use noregret_io::{Format, Item, LabelKind, Labels, Schema, parse_bytes, shortest};
use proptest::prelude::*;

type Row = (Option<u64>, u64, Vec<u8>, Vec<(u32, u64)>);

fn plain() -> Schema {
    Schema { bias: false, ..Schema::new(Labels::new(LabelKind::Real)) }
}

/// The rows, bit for bit; panics on a refused line.
fn rows(text: &[u8], format: Format, schema: &mut Schema) -> Vec<Row> {
    let batches = parse_bytes(text, "f", Some(format), schema).unwrap();
    let items = batches.iter().flat_map(|batch| batch.iter());
    let row = |item| match item {
        Item::Bad(error) => panic!("{error}"),
        Item::Example(e) => {
            let features = e.features.iter().map(|(index, value)| (index, value.to_bits())).collect();
            (e.label.map(f64::to_bits), e.weight.to_bits(), e.tag.to_vec(), features)
        }
    };
    items.map(row).collect()
}

fn finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>().prop_filter("finite, not zero", |x| x.is_finite() && *x != 0.0),
        (-1000i32..1000).prop_filter("not zero", |n| *n != 0).prop_map(|n| f64::from(n) / 8.0),
    ]
}

fn vector() -> impl Strategy<Value = Vec<(u32, f64)>> {
    prop::collection::btree_map(0u32..1 << 30, finite(), 0..20).prop_map(|map| map.into_iter().collect())
}

fn valid(format: Format) -> &'static str {
    match format {
        Format::Svmlight => "1 1:0.5 3:2 # c\n-1 qid:3 2:1e-3 7:4\r\n\n1 5:1",
        Format::Vw => "1 2.0 tag|a:0.5 x:2 y |bc z:-1\n-1 |a x\n 'u| w:1e3\n|",
        Format::Csv => "label,a,\"b \"\"c\",d\n1,2,Oslo,\"x\ny\"\n0,,NA,\n\n1,3.5,\"\",z",
        Format::Tsv => "label\ta\tb\n1\t2\tOslo\n0\t\t\n",
        Format::Jsonl => {
            "{\"label\": 1, \"a\": 1.5, \"b\": \"x\", \"c\": [1, 2], \"d\": {\"e\": true}}\n{\"label\": 0, \"features\": {}}"
        }
        Format::Arff => {
            "% c\n@relation r\n@attribute label {0,1}\n@attribute a real\n@attribute 'b c' string\n@data\n1,2,'x y'\n0,?,z\n{1 3}\n"
        }
        Format::Parquet | Format::Arrow => unreachable!("no text"),
    }
}

proptest! {
    #[test]
    fn svmlight_round_trip(vectors in prop::collection::vec((finite(), vector()), 0..10)) {
        let mut text = String::new();
        for (label, vector) in &vectors {
            text += &shortest(*label).to_string();
            vector.iter().for_each(|(index, value)| text += &format!(" {index}:{}", shortest(*value)));
            text += "\n";
        }
        let wanted: Vec<Row> = vectors.iter().map(|(label, vector)| {
            let features = vector.iter().map(|(index, value)| (index + 1, value.to_bits())).collect();
            (Some(label.to_bits()), 1f64.to_bits(), vec![], features)
        }).collect();
        prop_assert_eq!(rows(text.as_bytes(), Format::Svmlight, &mut plain()), wanted);
    }

    #[test]
    fn vw_round_trip(vectors in prop::collection::vec((finite(), 0.0..9.0f64, "[a-z]{1,5}", vector()), 1..10)) {
        let mut text = String::new();
        for (label, weight, tag, vector) in &vectors {
            text += &format!("{label} {weight} {tag}|n");
            vector.iter().for_each(|(index, value)| text += &format!(" {index}:{}", shortest(*value)));
            text += "\n";
        }
        let mut schema = Schema { bits: Some(30), ..plain() };
        let found = rows(text.as_bytes(), Format::Vw, &mut schema);
        prop_assume!(schema.collisions == 0);
        for (row, (label, weight, tag, vector)) in found.iter().zip(&vectors) {
            prop_assert_eq!((row.0, row.1, &row.2[..]), (Some(label.to_bits()), weight.to_bits(), tag.as_bytes()));
            let mut named: Vec<_> = row.3.iter().map(|(index, bits)| (schema.names.get(*index).unwrap().into_owned(), *bits)).collect();
            let mut wanted: Vec<_> = vector.iter().map(|(index, value)| (format!("n^{index}"), value.to_bits())).collect();
            named.sort();
            wanted.sort();
            prop_assert_eq!(named, wanted);
        }
        prop_assert_eq!(found.len(), vectors.len());
    }

    #[test]
    fn the_order_of_features_never_matters(
        features in prop::collection::vec((0u32..9, finite()), 1..12).prop_shuffle(),
        turn in 0usize..12,
    ) {
        let mut turned = features.clone();
        turned.rotate_left(turn % features.len());
        let written = |list: &[(u32, f64)]| list.iter().map(|(index, value)| format!(" {index}:{value}")).collect::<String>();
        for (format, start) in [(Format::Svmlight, "1"), (Format::Vw, "1 |n")] {
            let read = |list: &[(u32, f64)]| {
                let text = format!("{start}{}", written(list));
                let batches = parse_bytes(text.as_bytes(), "f", Some(format), &mut plain()).unwrap();
                batches[0].iter().map(|item| match item {
                    Item::Example(e) => Some(e.features.iter().map(|(i, v)| (i, v.to_bits())).collect::<Vec<_>>()),
                    Item::Bad(_) => None,
                }).next().unwrap()
            };
            prop_assert_eq!(read(&features), read(&turned));
        }
    }

    #[test]
    fn a_saved_schema_gives_the_same_indices(names in prop::collection::vec("[a-f]{1,3}", 2..40), cut in 1usize..39, bits in 2u8..12) {
        let line = |name: &String| format!("1 |n {name}\n");
        let cut = cut % names.len();
        let text: Vec<String> = names.iter().map(line).collect();
        let mut straight = Schema { bits: Some(bits), ..plain() };
        let all = rows(text.concat().as_bytes(), Format::Vw, &mut straight);
        let mut resumed = Schema { bits: Some(bits), ..plain() };
        let mut parts = rows(text[..cut].concat().as_bytes(), Format::Vw, &mut resumed);
        let saved = serde_json::to_string(&resumed).unwrap();
        let mut resumed: Schema = serde_json::from_str(&saved).unwrap();
        parts.extend(rows(text[cut..].concat().as_bytes(), Format::Vw, &mut resumed));
        prop_assert_eq!(parts, all);
        prop_assert_eq!(resumed, straight);
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), announced in 0usize..9) {
        let format = Format::ALL.get(announced).copied();
        let _ = parse_bytes(&bytes, "f", format, &mut Schema::default());
    }

    #[test]
    fn random_text_never_panics(text in "[-+0-9.:e|# ,\"\\\\'\n\t{}\\[\\]a-cNA?]{0,200}", announced in 0usize..9) {
        let format = Format::ALL.get(announced).copied();
        let _ = parse_bytes(text.as_bytes(), "f", format, &mut Schema::default());
    }

    #[test]
    fn mutated_text_never_panics(
        announced in 0usize..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..3), 1..8),
    ) {
        let format = Format::ALL[announced];
        let mut bytes = valid(format).as_bytes().to_vec();
        for (place, byte, how) in changes {
            let place = place.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            match how {
                0 if !bytes.is_empty() => bytes[place] = byte,
                1 if !bytes.is_empty() => drop(bytes.remove(place)),
                _ => bytes.insert(place, byte),
            }
        }
        let mut schema = Schema::default();
        if let Ok(batches) = parse_bytes(&bytes, "f", Some(format), &mut schema) {
            for item in batches.iter().flat_map(|batch| batch.iter()) {
                if let Item::Example(example) = item {
                    prop_assert!(example.weight >= 0.0 && example.label.is_none_or(|label| label.abs() == 1.0));
                }
            }
        }
    }
}

#[test]
fn the_valid_texts_are_valid() {
    for format in Format::ALL.into_iter().take(6) {
        let mut schema = Schema::new(Labels::new(LabelKind::Real));
        assert!(rows(valid(format).as_bytes(), format, &mut schema).len() >= 2, "{format}");
    }
}
