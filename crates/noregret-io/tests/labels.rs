//! Labels that decide what they are: a reading that was ended and gone on with is the reading that was never ended, or it is refused.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret_io::{Format, Item, LabelKind, Labels, LineFault, ReadError, Schema, parse_bytes};
use proptest::prelude::*;

/// What a stream of labels came to: their meanings, or what refused them.
fn read(lines: &[String], format: Format, schema: &mut Schema) -> Result<Vec<String>, ReadError> {
    // As a model file keeps it.
    let saved = serde_json::to_string(schema).unwrap();
    *schema = serde_json::from_str(&saved).unwrap();
    let batches = parse_bytes((lines.join("\n") + "\n").as_bytes(), "f", Some(format), schema)?;
    let items = batches.iter().flat_map(|batch| batch.iter());
    Ok(items
        .map(|item| match item {
            Item::Example(example) => format!("{:?}", example.label),
            Item::Bad(error) if matches!(error.fault, LineFault::Contradiction { .. }) => {
                "contradiction".into()
            }
            Item::Bad(error) => error.fault.to_string(),
        })
        .collect())
}

fn open() -> Schema {
    Schema::new(Labels::new(LabelKind::Open))
}

/// Reads a stream in parts and compares; false if it was refused, with reason.
fn resumes(lines: &[String], format: Format, parts: &[&[String]]) -> bool {
    let mut whole = open();
    let wanted = read(lines, format, &mut whole).unwrap();
    let (mut schema, mut found) = (open(), Vec::new());
    for part in parts {
        let before = schema.clone();
        match read(part, format, &mut schema) {
            Ok(more) => found.extend(more),
            Err(ReadError::Labels { .. }) => {
                let mut so_far = open();
                let length = found.len() + part.len();
                let truth = read(&lines[..length], format, &mut so_far).unwrap();
                let same = so_far.labels.kind() == before.labels.kind() && truth.starts_with(&found);
                assert!(!same, "refused without need: {lines:?} {}", parts[0].len());
                return false;
            }
            Err(error) => panic!("{error}"),
        }
    }
    if found.iter().any(|meaning| meaning == "contradiction") {
        return false;
    }
    assert_eq!(found, wanted, "{} of {lines:?}", parts[0].len());
    assert_eq!(serde_json::to_string(&schema).unwrap(), serde_json::to_string(&whole).unwrap(), "{lines:?}");
    true
}

fn vw(label: &str) -> String {
    format!("{label} | a")
}

fn jsonl(label: &str) -> String {
    if label.is_empty() { "{\"a\": 1}".to_owned() } else { format!("{{\"label\": {label}, \"a\": 1}}") }
}

/// Streams of few labels, many times each, and now and then none or a line that is no example.
fn streams() -> impl Strategy<Value = (Vec<String>, Format)> {
    let sets: [&'static [&'static str]; 11] = [
        &["0", "1"],
        &["-1", "1"],
        &["1", "2"],
        &["3", "5"],
        &["0", "-1"],
        &["7"],
        &["1"],
        &["0", "1", "2"],
        &["1.5", "2.5", "-3", "4"],
        &[],
        &["\"ham\"", "\"spam\"", "\"zebra\""],
    ];
    let runs = prop::collection::vec(
        (0usize..8, prop_oneof![4 => 1usize..4, 2 => 30usize..120, 1 => 300usize..700]),
        1..8,
    );
    (0..sets.len(), runs, any::<bool>()).prop_map(move |(set, runs, text)| {
        let (labels, text) = (sets[set], text || set == 10);
        let line = if text { jsonl } else { vw };
        let mut lines = Vec::new();
        for (which, times) in runs {
            let label = match which {
                0 => "",
                1 if !text => "x",
                _ if labels.is_empty() => "",
                _ => labels[which % labels.len()],
            };
            lines.extend(std::iter::repeat_n(line(label), times));
        }
        (lines, if text { Format::Jsonl } else { Format::Vw })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_stream_cut_anywhere_reads_as_one((lines, format) in streams(), more in 0usize..2000) {
        let all = lines.len() + 1;
        let places: Vec<usize> = if all < 60 { (0..all).collect() } else {
            [0, 1, 2, 99, 100, 101, 150, 999, 1000, 1001, more].iter().map(|place| place % all).collect()
        };
        for place in places {
            let (first, rest) = lines.split_at(place);
            resumes(&lines, format, &[first, rest]);
            let (second, third) = rest.split_at(more % (rest.len() + 1));
            resumes(&lines, format, &[first, second, third]);
        }
    }
}

#[test]
fn usual_streams_resume_wherever_they_are_cut() {
    // Two values alone are taken for classes: where the first part shows just two of three, going on is refused.
    for (labels, refused) in [
        (&["0", "0", "1", "0", "1"][..], None),
        (&["1", "1", "-1", "1"], None),
        (&["", "", "3.5", "2.5", "1.5", "3.5"], Some(4)),
        (&["", "0", "", "1", "0"], None),
        (&["7", "7", "8", "9"], Some(3)),
        (&["1", "1", "1"], None),
        (&["", ""], None),
        (&[], None),
    ] {
        let lines: Vec<String> = labels.iter().map(|label| vw(label)).collect();
        for place in 0..=lines.len() {
            let (first, rest) = lines.split_at(place);
            let same = resumes(&lines, Format::Vw, &[first, rest]);
            assert_eq!(same, refused != Some(place), "{labels:?} {place}");
        }
    }
}

#[test]
fn a_refusal_says_what_was_taken_for_what() {
    let mut schema = open();
    read(&[vw("0"), vw("1")], Format::Vw, &mut schema).unwrap();
    assert_eq!(
        (schema.labels.kind(), schema.labels.mapping().unwrap()),
        (LabelKind::Binary, ["0", "1"].map(str::to_owned))
    );
    let error = read(&[vw("1"), vw("0.5")], Format::Vw, &mut schema).unwrap_err().to_string();
    for part in ["f:2:", "are numbers", "classes, 0 -> -1, 1 -> +1", "--loss", "--labels"] {
        assert!(error.contains(part), "{error}");
    }
}
