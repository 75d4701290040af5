//! Several classes by every door: rows, lines, files and a predictor's threads agree.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret::{FeaturesBuf, Rows};
use noregret_engine::{Engine, EngineOptions, Scratch, Taken};
use noregret_io::{Format, LabelKind};

/// Class, entries: five classes, of which the last comes late.
fn examples() -> Vec<(usize, Vec<(u32, f64)>)> {
    (0..400u32)
        .map(|t| {
            let class = (t * 7 % if t < 250 { 4 } else { 5 }) as usize;
            let value = f64::from(t * 31 % 17) / 8.0 - 1.0;
            (class, vec![(class as u32 * 3, 1.0), (20 + t % 11, value + 0.06), (40, 0.5)])
        })
        .collect()
}

fn text() -> String {
    let line = |(class, entries): (usize, Vec<(u32, f64)>)| {
        let pairs: Vec<String> = entries.iter().map(|(i, v)| format!("{i}:{v}")).collect();
        format!("{class} {}\n", pairs.join(" "))
    };
    examples().into_iter().map(line).collect()
}

fn options() -> [EngineOptions; 4] {
    let named = |name: &str| Engine::options().algorithm(name).classes();
    [Engine::options(), Engine::options().classes(), named("arow"), named("ada-diag")]
}

#[test]
fn every_door_leaves_the_same_model() {
    for options in options() {
        let (mut rows, mut lines) = (options.clone().build().unwrap(), options.clone().build().unwrap());
        let (mut starts, mut indices, mut values, mut labels) = (vec![0], Vec::new(), Vec::new(), Vec::new());
        for (class, entries) in examples() {
            entries.iter().for_each(|(i, v)| {
                indices.push(*i);
                values.push(*v);
            });
            starts.push(indices.len());
            labels.push(class as f64);
        }
        let matrix = Rows::new(&starts, &indices, &values).unwrap();
        let predicted = rows.learn_rows(matrix, &labels, None).unwrap();
        for line in text().lines() {
            lines.learn_line(Format::Svmlight, line).unwrap();
        }
        assert!(rows.to_bytes().unwrap() == lines.to_bytes().unwrap(), "{options:?}");
        assert_eq!(rows.schema().labels.kind(), LabelKind::Classes);
        assert_eq!(rows.schema().labels.classes().len(), 5);
        // Late ones are right at last: each class has a feature of its own. Where it is open what labels are, all of them wait.
        let name = |p: f64| rows.schema().labels.class_name(p).map(str::to_owned);
        let wrong = |(p, y): &(&f64, &f64)| name(**p) != Some(y.to_string());
        let late: Vec<_> = predicted.iter().zip(&labels).skip(300).collect();
        let waited = late.iter().all(|(p, _)| p.is_nan());
        assert!(waited || late.iter().copied().filter(|pair| wrong(pair)).count() < 20, "{options:?}");
        assert!(rows.counts().mistakes > 4.0 && rows.counts().loss > 0.0);
    }
}

#[test]
fn whoever_predicts_agrees() {
    for options in options() {
        let mut engine = options.build().unwrap();
        for line in text().lines() {
            engine.learn_line(Format::Svmlight, line).unwrap();
        }
        engine.settle_labels().unwrap();
        let predictor = engine.predictor().unwrap();
        let again = Engine::from_bytes(&engine.to_bytes().unwrap()).unwrap();
        let frozen = engine.freeze().unwrap();
        assert_eq!(engine.margins().outputs(), 5);
        for (_, entries) in examples().iter().take(40) {
            let mut buf = FeaturesBuf::new();
            entries.iter().for_each(|&(i, v)| buf.push(i, v));
            let x = buf.finish().unwrap();
            let (indices, values) = (x.indices().to_vec(), x.values().to_vec());
            let starts = [0, indices.len()];
            let row = Rows::new(&starts, &indices, &values).unwrap();
            let all = engine.margins().all_rows(row).unwrap();
            for other in [predictor.margins(), again.margins(), frozen.margins()] {
                assert_eq!(other.all_rows(row).unwrap(), all);
            }
            let best = noregret::classes::best(&all).unwrap() as f64;
            assert_eq!(predictor.margins().row(x, &mut Scratch::new()).unwrap(), best);
            let mut shares = all.clone();
            engine.probabilities(&mut shares);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        // An example of a class nobody has seen.
        let counts = engine.counts().mistakes;
        assert!(matches!(engine.learn_line(Format::Svmlight, "77 0:1").unwrap(), Taken::At(_)));
        assert_eq!((engine.counts().mistakes, engine.margins().outputs()), (counts + 1.0, 6));
        assert!(engine.learn_line(Format::Svmlight, "x 0:1").is_err());
        let mut serving = frozen;
        assert!(serving.learn_line(Format::Svmlight, "1 0:1").is_err());
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let squared = || Engine::options().loss("squared".parse().unwrap());
    assert!(squared().classes().build().is_err());
    assert!(squared().positive("a").build().is_err());
    let mut one = Engine::options().positive("3").build().unwrap();
    assert_eq!(one.learn_line(Format::Svmlight, "3 1:1").unwrap().margin(), Some(0.0));
    one.learn_line(Format::Svmlight, "5 1:1").unwrap();
    assert_eq!(one.schema().labels.describe().unwrap(), "3 -> +1, all others -> -1");
}
