//! One model, whichever door its examples came by: the bytes of its file are the same.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

mod data;

use data::{Matrix, text_file};
use noregret::{Features, Parameters};
use noregret_engine::{Engine, EngineOptions, Foresight, Named, Scratch, Taken, Value};
use noregret_io::{Format, Input, ReadOptions};

/// How a spec is made fresh.
type Fresh = fn() -> EngineOptions;

fn named(algorithm: &str) -> EngineOptions {
    Engine::options().algorithm(algorithm)
}

/// Learners of every kind, with the labels they are for.
const LEARNERS: [(Fresh, Labels); 13] = [
    (|| named("auto"), Labels::Signs),
    (|| named("auto"), Labels::Bits),
    (|| named("auto"), Labels::OneTwo),
    (|| named("auto"), Labels::Odd),
    (|| named("auto"), Labels::Real),
    (|| named("auto").loss("logistic".parse().unwrap()), Labels::Bits),
    (|| named("auto").loss("poisson".parse().unwrap()), Labels::Count),
    (|| named("auto").parameters(Parameters::new().number("l1", 0.01).number("radius", 2.0)), Labels::Bits),
    (|| named("ada-diag").bias(false), Labels::Signs),
    (|| named("per-coord").loss("hinge".parse().unwrap()).bits(9), Labels::Signs),
    (|| named("ada-fd").loss("squared".parse().unwrap()), Labels::Real),
    (|| named("arow"), Labels::Bits),
    (
        || {
            let group = noregret::Group {
                name: "3-9".to_owned(),
                set: Some(noregret::Interval::radius(0.01)),
                l1: None,
                l2: Some(0.1),
            };
            let mut parameters = Parameters::new().number("radius", 5.0);
            parameters.groups.push(group);
            named("per-coord").parameters(parameters).ignore("2")
        },
        Labels::Signs,
    ),
];

/// What labels look like.
#[derive(Clone, Copy, Debug)]
enum Labels {
    Signs,
    Bits,
    OneTwo,
    Odd,
    Real,
    Count,
}

impl Labels {
    fn of(self, class: bool, real: f64) -> f64 {
        let pick = |negative, positive| if class { positive } else { negative };
        match self {
            Self::Signs => pick(-1.0, 1.0),
            Self::Bits => pick(0.0, 1.0),
            Self::OneTwo => pick(1.0, 2.0),
            Self::Odd => pick(3.0, 5.5),
            Self::Real => real,
            Self::Count => (10.0 * real).abs().floor(),
        }
    }
}

fn matrix(labels: Labels, rows: usize) -> Matrix {
    let mut matrix = Matrix::draw(7, rows, 40);
    matrix.labels =
        matrix.scores.iter().map(|score| labels.of(*score > 0.0, (8.0 * score).round() / 8.0)).collect();
    matrix
}

/// Learned from a file of svmlight text, as `noregret train` does.
fn from_file(fresh: Fresh, matrix: &Matrix) -> Engine {
    let (_folder, path) = text_file(&matrix.svmlight(), "data.svm");
    let mut engine = fresh().build().unwrap();
    engine.learn_from(vec![Input::from_path(&path)], None, ReadOptions::default()).unwrap();
    engine
}

#[test]
fn rows_and_text_make_the_same_model() {
    for (case, (fresh, labels)) in LEARNERS.into_iter().enumerate() {
        for rows in [1, 2, 3, 1200] {
            let matrix = matrix(labels, rows);
            let wanted = from_file(fresh, &matrix).to_bytes().unwrap();
            let told = |door: &str| format!("learner {case}, {labels:?}, {rows} rows, {door}");

            let mut at_once = fresh().build().unwrap();
            let margins = at_once.learn_rows(matrix.rows(), &matrix.labels, None).unwrap();
            assert_eq!(margins.len(), rows);
            assert!(rows < 1200 || margins.iter().all(|margin| margin.is_finite()));
            assert!(at_once.to_bytes().unwrap() == wanted, "{}", told("all at once"));

            let mut in_parts = fresh().build().unwrap();
            let mut first = 0;
            for length in [1, 1, 2, 5, 300, 7, 5000] {
                let end = (first + length).min(rows);
                let part = matrix.part(first..end);
                in_parts.learn_rows(part.rows(), &part.labels, Some(&vec![1.0; end - first])).unwrap();
                first = end;
            }
            assert!(in_parts.to_bytes().unwrap() == wanted, "{}", told("in parts"));

            let mut by_line = fresh().build().unwrap();
            for line in matrix.svmlight().lines() {
                by_line.learn_line(Format::Svmlight, line).unwrap();
            }
            assert!(by_line.to_bytes().unwrap() == wanted, "{}", told("line by line"));

            let mut dense = fresh().build().unwrap();
            dense.learn_dense(matrix.columns, &matrix.dense(), &matrix.labels, None).unwrap();
            assert!(dense.to_bytes().unwrap() == wanted, "{}", told("dense"));
        }
    }
}

/// Labels that have to wait come out as progressive margins once they are decided, those of a file among
/// them.
#[test]
fn margins_of_rows_are_those_of_the_loop() {
    let matrix = matrix(Labels::Bits, 400);
    let mut engine = named("auto").build().unwrap();
    let margins = engine.learn_rows(matrix.rows(), &matrix.labels, None).unwrap();
    let mut one = named("auto").loss("logistic".parse().unwrap()).build().unwrap();
    for (k, x) in matrix.rows().iter().enumerate() {
        let before = one.margins().by_last().row(x, &mut Scratch::new()).unwrap();
        let taken = one.learn_row(x, matrix.labels[k], 1.0).unwrap();
        assert_eq!(taken, Taken::At(before));
        assert_eq!(margins[k].to_bits(), before.to_bits());
    }
    let counts = engine.counts();
    assert_eq!((counts.examples, counts.labelled), (400, 400));
    assert_eq!(counts.loss.to_bits(), one.counts().loss.to_bits());
}

/// Names are those of JSON lines and of VW text.
#[test]
fn names_json_and_vw_make_the_same_model() {
    let matrix = matrix(Labels::Real, 300);
    let options = || named("auto").loss("squared".parse().unwrap());
    let mut by_name = options().build().unwrap();
    let mut json = String::new();
    let mut lines = options().build().unwrap();
    for (k, x) in matrix.rows().iter().enumerate() {
        let names: Vec<String> = x.indices().iter().map(|i| format!("f{i}")).collect();
        let features: Vec<(&str, f64)> =
            names.iter().map(String::as_str).zip(x.values().iter().copied()).collect();
        let city = ["Oslo", "New York", ""][k % 3];
        let mut all: Vec<Named<'_>> = features.iter().map(Into::into).collect();
        all.push(("city", Value::Text(city)).into());
        all.push(Named { namespace: "u", name: "age", value: Value::Number(k as f64) });
        let y = matrix.labels[k];
        by_name.learn_named(all, y, 1.0).unwrap();
        let pairs: Vec<String> =
            features.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
        let rest = if pairs.is_empty() { String::new() } else { format!(", {}", pairs.join(", ")) };
        let line = format!("{{\"label\": {y}{rest}, \"city\": \"{city}\", \"u\": {{\"age\": {k}}}}}");
        lines.learn_line(Format::Jsonl, &line).unwrap();
        json += &(line + "\n");
    }
    let (_folder, path) = text_file(&json, "data.jsonl");
    let mut file = options().build().unwrap();
    file.learn_from(vec![Input::from_path(&path)], None, ReadOptions::default()).unwrap();
    let wanted = file.to_bytes().unwrap();
    assert!(by_name.to_bytes().unwrap() == wanted);
    assert!(lines.to_bytes().unwrap() == wanted);
    let mut names: Vec<String> = by_name.weights().map(|(name, _)| name).collect();
    names.sort();
    assert!(names.contains(&"city=New York".to_owned()) && names.contains(&"u^age".to_owned()));
    assert!(names.contains(&"the bias".to_owned()) && names.contains(&"f3".to_owned()));

    // The same without categories, as VW text.
    let mut vw = options().build().unwrap();
    let mut plain = options().build().unwrap();
    for (k, x) in matrix.rows().iter().enumerate() {
        let names: Vec<String> = x.indices().iter().map(|i| format!("f{i}")).collect();
        let words: Vec<String> = names.iter().zip(x.values()).map(|(n, v)| format!("{n}:{v}")).collect();
        vw.learn_line(Format::Vw, format!("{} | {}", matrix.labels[k], words.join(" "))).unwrap();
        let features = names.iter().map(String::as_str).zip(x.values().iter().copied());
        plain.learn_named(features, matrix.labels[k], 1.0).unwrap();
    }
    assert!(vw.to_bytes().unwrap() == plain.to_bytes().unwrap());
}

/// Lines of text labels wait for their partner, as in a file.
#[test]
fn words_for_labels() {
    let lines = ["{\"label\": \"spam\", \"a\": 1}", "{\"label\": \"ham\", \"b\": 1}", "{\"a\": 2}"];
    let mut engine = named("ada-diag").build().unwrap();
    assert_eq!(engine.learn_line(Format::Jsonl, lines[0]).unwrap(), Taken::Waiting);
    assert_eq!(engine.learn_line(Format::Jsonl, "\n").unwrap(), Taken::Nothing);
    assert_eq!((engine.waiting(), engine.counts().examples), (1, 0));
    assert!(engine.learn_line(Format::Jsonl, lines[1]).unwrap().margin().is_some());
    assert!(engine.learn_line(Format::Jsonl, lines[2]).unwrap().margin().is_some());
    assert_eq!(engine.schema().labels.mapping().unwrap(), ["ham", "spam"]);
    assert_eq!((engine.waiting(), engine.counts().examples, engine.counts().labelled), (0, 3, 2));
    // Numbers say the classes in the loss's own words.
    engine.learn_named([("a", 1.0)], -1.0, 1.0).unwrap();
    assert!(engine.learn_named([("a", 1.0)], 0.0, 1.0).is_err());
}

/// Labels handed over beside an example may be texts, as those of lines; lines are held to their format.
#[test]
fn texts_beside_examples() {
    let fresh = || named("ada-diag").build().unwrap();
    let (mut lines, mut by_name, mut rows) = (fresh(), fresh(), fresh());
    lines.learn_line(Format::Jsonl, "{\"label\": \"spam\", \"a\": 1}").unwrap();
    lines.learn_line(Format::Jsonl, "{\"label\": \"ham\", \"b\": 1}").unwrap();
    assert_eq!(by_name.learn_named([("a", 1.0)], "spam", 1.0).unwrap(), Taken::Waiting);
    by_name.learn_named([("b", 1.0)], "ham", 1.0).unwrap();
    assert!(by_name.to_bytes().unwrap() == lines.to_bytes().unwrap());

    let (x, mut seen) = (Features::new(&[1, 2], &[1.0, 0.5]).unwrap(), Foresight::new());
    assert_eq!(rows.learn_row_of(x, "spam", 1.0, &mut seen).unwrap(), Taken::Waiting);
    assert!(seen.margins()[0].is_nan());
    let second = rows.learn_row_of(x, "ham", 1.0, &mut seen).unwrap();
    assert_eq!((seen.margins()[0], Some(seen.margins()[1])), (0.0, second.margin()));
    assert_eq!(rows.schema().labels.mapping().unwrap(), ["ham", "spam"]);
    assert!(fresh().learn_line(Format::Svmlight, "spam 1:1").is_err());
    assert!(rows.check_labels(["spam".into(), "eggs".into()]).is_err_and(|(place, _)| place == 1));
    assert!(rows.check_labels([1.0_f64.into(), f64::NAN.into()]).is_err_and(|(place, _)| place == 1));
    assert!(rows.check_labels(["spam".into(), (-1.0_f64).into()]).is_ok());
}

/// What is measured of examples handed over is what a file of them measures.
#[test]
fn measured_without_learning() {
    let matrix = matrix(Labels::Signs, 200);
    let mut engine = named("ada-diag").build().unwrap();
    engine.learn_rows(matrix.rows(), &matrix.labels, None).unwrap();
    let (_folder, path) = text_file(&matrix.svmlight(), "data.svm");
    let wanted = engine.evaluate(vec![Input::from_path(&path)], None, ReadOptions::default()).unwrap();
    let mut gauge = engine.gauge();
    for (x, label) in matrix.rows().iter().zip(&matrix.labels) {
        gauge.row(x, (*label).into(), 1.0).unwrap();
    }
    assert_eq!(*gauge.counts(), wanted);
}
