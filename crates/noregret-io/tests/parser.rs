//! One line at a time is the whole file: the same features, labels, names, collisions and errors, line by
//! line.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use noregret::Features;
use noregret_io::{
    Batch, ColumnKind, Drafted, Example, Format, Intake, Item, LabelKind, Labels, LineError, Named, Parser,
    Schema, Scratch, Value, parse_bytes,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// What came out of a line, to the bit.
fn show(e: &Example<'_>) -> String {
    let features: Vec<_> = e.features.iter().map(|(index, value)| (index, value.to_bits())).collect();
    let tag = String::from_utf8_lossy(e.tag);
    format!("{:?} {} {tag:?} {features:?} {:?} {}", e.label, e.weight, e.features.groups(), e.bias)
}

/// What a fault is, but for its line.
fn fault(error: &LineError) -> String {
    format!("{:?} {}", error.field, error.fault)
}

type Outcomes = BTreeMap<u64, String>;

fn note(batches: &[Batch], outcomes: &mut Outcomes) {
    for item in batches.iter().flat_map(|batch| batch.iter()) {
        let (line, shown) = match item {
            Item::Example(e) => (e.line, show(&e)),
            Item::Bad(error) => (error.position.line, fault(error)),
        };
        assert!(outcomes.insert(line, shown).is_none(), "line {line} twice");
    }
}

/// All lines of a file at once; none if it is refused as a whole.
fn at_once(text: &str, format: Format, schema: &mut Schema) -> Option<Outcomes> {
    let mut outcomes = Outcomes::new();
    note(&parse_bytes(text.as_bytes(), "f", Some(format), schema).ok()?, &mut outcomes);
    Some(outcomes)
}

/// The lines one by one. Where examples that wait are refused for what others are, as much as an end would
/// be.
fn one_by_one(text: &str, format: Format, header: Option<&[u8]>, schema: &mut Schema) -> Outcomes {
    let mut intake = Intake::new(schema, "f", format, header).unwrap();
    let mut outcomes = Outcomes::new();
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        match intake.line(line.as_bytes()) {
            Err(error) => {
                assert_eq!((&*error.position.file, error.position.line), ("f", number));
                assert!(outcomes.insert(number, fault(&error)).is_none());
            }
            Ok(None) => {}
            Ok(Some(Drafted::Ready(ready))) => {
                assert_eq!(ready.example().line, number);
                assert!(outcomes.insert(number, show(&ready.example())).is_none());
                ready.accept(schema);
            }
            Ok(Some(Drafted::Waiting(waiting))) => note(&waiting.hold(schema).unwrap(), &mut outcomes),
        }
    }
    note(&intake.end(schema).unwrap(), &mut outcomes);
    assert_eq!(intake.waiting(), 0);
    outcomes
}

/// A schema, but for how much memory a wait has taken: refused lines are held in a file alone.
fn known(schema: &Schema) -> serde_json::Value {
    let mut known = serde_json::to_value(schema).unwrap();
    if let Some(waited) = known.pointer_mut("/labels/undecided/waited") {
        waited["bytes"] = 0.into();
    }
    known
}

/// Holds a text against itself, line by line, under every kind of label.
fn same(text: &str, format: Format, made: impl Fn(LabelKind) -> Schema) {
    for kind in [LabelKind::Binary, LabelKind::Real, LabelKind::Count, LabelKind::Open] {
        let (mut whole, mut apart) = (made(kind), made(kind));
        let Some(outcomes) = at_once(text, format, &mut whole) else { continue };
        assert_eq!(one_by_one(text, format, None, &mut apart), outcomes, "{kind:?} {text:?}");
        if !outcomes.is_empty() {
            assert_eq!(known(&apart), known(&whole), "{kind:?} {text:?}");
        }
    }
}

/// Each line by a parser alone is a file of that line alone, read for prediction by who knows the same.
fn pure(text: &str, format: Format, schema: &Schema) {
    let parser = Parser::new(schema, format).unwrap();
    let mut scratch = Scratch::new();
    for line in text.lines() {
        let mut alone = Schema { label_optional: true, ..schema.clone() };
        // A line before it leaves no doubt about the format, and no trace in labels.
        let before = match format {
            Format::Svmlight => "# c\n",
            Format::Vw => "| a\n",
            _ => "{\"a\": 1}\n",
        };
        let Some(whole) = at_once(&format!("{before}{line}"), format, &mut alone) else { continue };
        let wanted = whole.get(&2).cloned();
        let found = match parser.line(line.as_bytes(), 7, &mut scratch) {
            Ok(example) => example.map(|e| show(&e)),
            Err(error) => {
                assert_eq!(error.position.line, 7);
                Some(fault(&error))
            }
        };
        assert_eq!(found, wanted, "{line:?}");
    }
}

const LINES: [(Format, &[&str]); 3] = [
    (
        Format::Svmlight,
        &[
            "1 3:0.5 7:1.25",
            "-1 7:2 3:1 3:1 # c",
            "",
            "0 1:1",
            "2 12345678:0.25 2:3",
            "# c",
            "1",
            "yes 1:1",
            "1 1:nan",
            "1 2:1 x",
            "3.5 5:1e300 5:1e300",
            "\r",
            "1 qid:3 4:-0.001 5:0",
            "1,2 3:1",
            "-7.5 1073741824:1",
        ],
    ),
    (
        Format::Vw,
        &[
            "1 |a x:2 y |b x:-1",
            "-1 0.5 tag|alpha:0.5 x y:3",
            "",
            "| p q r",
            "0 | 13:0.5 7 4194303:2",
            "1 | 13:0.5 12:1 11:0.25 10:1 9:9 8:1 7:1",
            "'t |n m",
            "1 |a x:b",
            "x |a y",
            "2 't |n o",
            "1 2 3 |a x",
            "5",
            "3.25 | z:1e-3",
            "1|a x",
        ],
    ),
    (
        Format::Jsonl,
        &[
            "{\"label\": 1, \"a\": 1.5, \"b\": \"x\"}",
            "{\"label\": -1, \"u\": {\"age\": 3, \"city\": \"Oslo\"}, \"l\": [\"p\", \"q\"]}",
            "",
            "{\"a\": 2}",
            "{\"label\": \"yes\", \"b\": \"y\"}",
            "{\"label\": \"no\", \"v\": [1, 0, 2]}",
            "{\"label\": 0, \"features\": {\"a\": 1}, \"weight\": 0.5, \"tag\": \"t\"}",
            "{\"label\": 3, \"a\": {\"b\": {}}}",
            "{",
            "[1]",
            "{\"label\": null, \"a\": true}",
            "{\"label\": 2, \"a\": 1, \"a\": 2}",
        ],
    ),
];

proptest! {
    #[test]
    fn lines_one_by_one_are_the_file(
        format in 0usize..3,
        picked in prop::collection::vec(0usize..64, 0..40),
        change in prop::option::of((any::<prop::sample::Index>(), any::<u8>())),
        bits in prop::option::of(1u8..24),
        grouped in any::<bool>(),
        names in any::<bool>(),
        bias in any::<bool>(),
    ) {
        let (format, kinds) = LINES[format];
        let mut text: Vec<u8> = picked.iter().flat_map(|&k| [kinds[k % kinds.len()], "\n"].concat().into_bytes()).collect();
        if let Some((place, byte)) = change && !text.is_empty() {
            let place = place.index(text.len());
            text[place] = byte;
        }
        let text = String::from_utf8_lossy(&text);
        let made = |kind| {
            let mut schema = Schema { bits, bias, keep_names: names, ..Schema::new(Labels::new(kind)) };
            if grouped {
                let all: &[&str] = if format == Format::Svmlight { &["3-7", "bias"] } else { &["a", "b"] };
                schema.groups = all.iter().map(|s| s.to_string()).collect();
                schema.ignore = vec![if format == Format::Svmlight { "2" } else { "alpha" }.to_owned()];
            }
            schema
        };
        same(&text, format, made);
        let mut trained = made(LabelKind::Binary);
        for schema in [made(LabelKind::Real), made(LabelKind::Binary), made(LabelKind::Open)] {
            pure(&text, format, &schema);
        }
        if at_once(&text, format, &mut trained).is_some() && trained.family.is_some() {
            pure(&text, format, &trained);
        }
    }
}

/// Every malformed input of the table is refused by a parser for the same reason.
#[test]
fn malformed_lines_are_refused_alike() {
    #[derive(serde::Deserialize)]
    struct Case {
        format: Format,
        input: String,
        #[serde(default)]
        labels: Option<LabelKind>,
    }
    let mut lines = 0;
    for case in include_str!("malformed.jsonl").lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        if matches!(case.format, Format::Csv | Format::Tsv | Format::Arff)
            || case.input.starts_with('\u{feff}')
        {
            continue;
        }
        let kind = case.labels.unwrap_or(LabelKind::Binary);
        let made = || Schema::new(Labels::new(kind));
        let Some(outcomes) = at_once(&case.input, case.format, &mut made()) else { continue };
        assert_eq!(one_by_one(&case.input, case.format, None, &mut made()), outcomes, "{:?}", case.input);
        lines += 1;
    }
    assert!(lines > 60, "{lines}");
}

fn table() -> Schema {
    let mut schema = Schema { tag: Some("id".into()), ..Schema::new(Labels::new(LabelKind::Binary)) };
    for (column, kind) in
        [("age", ColumnKind::Numeric), ("city", ColumnKind::Category), ("zip", ColumnKind::Category)]
    {
        schema.columns.insert(column.into(), kind);
    }
    schema
}

#[test]
fn records_of_a_table_one_by_one() {
    for (format, delimiter) in [(Format::Csv, ","), (Format::Tsv, "\t")] {
        let header = ["y", "age", "city", "zip", "id"].join(delimiter);
        let records = [
            ["1", "3.5", "Oslo", "0150", "a"],
            ["0", "", "\"New York\"", "7", "b"],
            ["?", "1", "", "1", "c"],
            ["1", "old", "Oslo", "1", "d"],
            ["7", "1", "Oslo", "1", "e"],
            ["0", "1e999", "Rome", "2", "f"],
            ["0", "2", "\"open", "2", "g"],
            ["1", "2", "\"x\"y", "2", "h"],
            ["0", "4", "Rome", "9", "i"],
        ];
        let mut lines: Vec<String> = records.iter().map(|record| record.join(delimiter)).collect();
        lines.insert(3, "1,2".to_owned());
        lines.insert(5, String::new());
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        // A quote that is never closed goes to the end of the file there, and of the record here.
        let file = text.replace("\"open", "open\"");
        let text = file.as_str();
        let (mut whole, mut apart) = (table(), table());
        let wanted = at_once(&format!("{header}\n{text}"), format, &mut whole).unwrap();
        let found = one_by_one(text, format, Some(header.as_bytes()), &mut apart);
        let wanted: Outcomes = wanted.into_iter().map(|(line, shown)| (line - 1, shown)).collect();
        assert_eq!(found, wanted);
        assert_eq!(known(&apart), known(&whole));
        assert_eq!(apart.label.as_deref(), Some("y"));

        // Afterwards, for prediction: columns in another order, and no label.
        let parser = Parser::of_table(&apart, format, ["zip", "age"].join(delimiter).as_bytes()).unwrap();
        let mut scratch = Scratch::new();
        let line = ["0150", "3.5"].join(delimiter);
        let mut alone = Schema { label_optional: true, ..apart.clone() };
        let wanted =
            at_once(&format!("{}\n{line}\n", ["zip", "age"].join(delimiter)), format, &mut alone).unwrap();
        let example = parser.line(line.as_bytes(), 1, &mut scratch).unwrap().unwrap();
        assert_eq!(show(&example), wanted[&2]);
        assert!(parser.line(b"1\n2\n", 1, &mut scratch).is_err(), "two records");
    }
    let unknown = Parser::of_table(&Schema::default(), Format::Csv, b"y,a").unwrap_err().to_string();
    assert!(unknown.contains("declare it numeric or categorical"), "{unknown}");
    for header in [&b""[..], b"\n", b"y,age\n1,2\n"] {
        assert!(Parser::of_table(&table(), Format::Csv, header).is_err(), "{header:?}");
    }
    assert!(Parser::new(&table(), Format::Csv).unwrap_err().to_string().contains("header"));
}

#[test]
fn rows_and_names_are_the_lines_they_would_be() {
    let mut schema = Schema::new(Labels::new(LabelKind::Binary));
    let lines = at_once("1 3:0.5 70:2\n-1 0:1\n1\n", Format::Svmlight, &mut schema).unwrap();
    let mut grown = Schema::new(Labels::new(LabelKind::Binary));
    let mut intake = Intake::new(&grown, "f", Format::Svmlight, None).unwrap();
    let rows: [(&[u32], &[f64], f64); 3] =
        [(&[3, 70], &[0.5, 2.0], 1.0), (&[0], &[1.0], -1.0), (&[], &[], 1.0)];
    for ((indices, values, label), number) in rows.into_iter().zip(1..) {
        let x = Features::new(indices, values).unwrap();
        let Ok(Drafted::Ready(ready)) = intake.row(x, Some(label), 1.0) else { panic!("row {number}") };
        assert_eq!(show(&ready.example()), lines[&number]);
        ready.accept(&mut grown);
    }
    assert_eq!(grown, schema);

    let mut schema = Schema::new(Labels::new(LabelKind::Real));
    let line = r#"{"label": 2.5, "price": 1.5, "city": " Oslo ", "u": {"age": 3, "city": "X"}, "0": 7}"#;
    let lines = at_once(line, Format::Jsonl, &mut schema).unwrap();
    let features = [
        Named { namespace: "", name: "price", value: Value::Number(1.5) },
        ("city", " Oslo ").into(),
        Named { namespace: "u", name: "age", value: Value::Number(3.0) },
        Named { namespace: "u", name: "city", value: Value::Text("X") },
        ("0", 7.0).into(),
    ];
    let mut grown = Schema::new(Labels::new(LabelKind::Real));
    let mut intake = Intake::new(&grown, "f", Format::Jsonl, None).unwrap();
    let Ok(Drafted::Ready(ready)) = intake.named(features, Some(2.5), 1.0) else { panic!() };
    assert_eq!(show(&ready.example()), lines[&1]);
    ready.accept(&mut grown);
    assert_eq!(grown, schema);
    let parser = Parser::new(&grown, Format::Vw).unwrap();
    let (mut by_name, mut by_line) = (Scratch::new(), Scratch::new());
    let x = parser.named([("price", 1.5), ("never", 2.0), ("price", 1.0)], &mut by_name).unwrap();
    let line = parser.line(b"| price:2.5 never:2", 1, &mut by_line).unwrap().unwrap();
    assert_eq!(x.iter().collect::<Vec<_>>(), line.features.iter().collect::<Vec<_>>());
}

#[test]
fn what_is_refused_leaves_no_trace() {
    let fresh = || Schema::new(Labels::new(LabelKind::Binary));
    let mut schema = fresh();
    let mut intake = Intake::new(&schema, "f", Format::Jsonl, None).unwrap();
    for (features, label, weight) in [
        (("a", f64::NAN), 1.0, 1.0),
        (("a", 1.0), f64::INFINITY, 1.0),
        (("a", 1.0), 7.0, 1.0),
        (("a", 1.0), 1.0, -1.0),
        (("a", 1.0), 1.0, f64::NAN),
        (("", 1.0), 1.0, 1.0),
        (("a\0b", 1.0), 1.0, 1.0),
    ] {
        assert!(intake.named([features], Some(label), weight).is_err());
    }
    drop(intake.named([("dropped", 1.0)], Some(0.0), 1.0).unwrap());
    let Ok(Drafted::Ready(ready)) = intake.named([("b", 1.0)], Some(1.0), 1.0) else { panic!() };
    ready.accept(&mut schema);
    let mut wanted = fresh();
    parse_bytes(br#"{"label": 1, "b": 1}"#, "f", Some(Format::Jsonl), &mut wanted).unwrap();
    assert_eq!(schema, wanted);
    assert_eq!((intake.taken(), intake.waiting()), (9, 0));
    assert!(intake.turn("f", Format::Svmlight, None).is_err(), "named features are learned here");
    assert!(intake.turn("f", Format::Csv, None).is_err());
    assert_eq!(intake.format(), Format::Jsonl);
    intake.turn("g", Format::Vw, None).unwrap();
    let Ok(Some(Drafted::Ready(ready))) = intake.line(b"0 | b:1 c") else { panic!() };
    assert_eq!((ready.example().label, ready.example().line), (Some(-1.0), 10));
    ready.accept(&mut schema);
    assert_eq!(schema.names.len(), 2);
}

/// A lone label waits; an end takes it for what it looks like, and what comes then is held to that.
#[test]
fn an_end_is_not_the_last_word() {
    let mut schema = Schema::new(Labels::new(LabelKind::Open));
    let mut intake = Intake::new(&schema, "f", Format::Svmlight, None).unwrap();
    let row = |intake: &mut Intake, label: f64, schema: &mut Schema| {
        let x = Features::new(&[1], &[1.0]).unwrap();
        match intake.row(x, Some(label), 1.0).map_err(|error| error.to_string())? {
            Drafted::Ready(ready) => {
                ready.accept(schema);
                Ok(1)
            }
            Drafted::Waiting(waiting) => {
                let batches = waiting.hold(schema).map_err(|error| error.to_string())?;
                Ok(batches.iter().map(Batch::len).sum())
            }
        }
    };
    assert_eq!(row(&mut intake, 1.0, &mut schema), Ok(0));
    assert_eq!((intake.waiting(), schema.labels.kind()), (1, LabelKind::Open));
    assert_eq!(intake.end(&mut schema).unwrap().len(), 1);
    assert_eq!((intake.waiting(), schema.labels.kind()), (0, LabelKind::Binary));
    assert_eq!(row(&mut intake, 7.5, &mut schema), Ok(0));
    let before = schema.clone();
    let error: String = row(&mut intake, 8.5, &mut schema).unwrap_err();
    assert!(error.contains("the labels are numbers"), "{error}");
    assert_eq!((&schema, intake.waiting()), (&before, 1), "as it was");
    for _ in 0..98 {
        assert_eq!(row(&mut intake, 1.0, &mut schema), Ok(0));
    }
    assert!(intake.end(&mut schema).unwrap_err().to_string().contains("took them for"));
}
