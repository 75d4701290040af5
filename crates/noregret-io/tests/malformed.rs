//! Every malformed input of `malformed.jsonl` is refused, at its line and with its reason; none is accepted.

use noregret_io::{Format, Item, LabelKind, Labels, Schema, parse_bytes};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    format: Format,
    input: String,
    line: u64,
    message: String,
    #[serde(default)]
    labels: Option<LabelKind>,
}

/// What reading the input complains of.
fn complaints(case: &Case) -> Vec<String> {
    let mut schema = Schema::new(Labels::new(case.labels.unwrap_or(LabelKind::Binary)));
    match parse_bytes(case.input.as_bytes(), "f", Some(case.format), &mut schema) {
        Err(error) => vec![error.to_string()],
        Ok(batches) => {
            let items = batches.iter().flat_map(|batch| batch.iter());
            items
                .filter_map(|item| if let Item::Bad(error) = item { Some(error.to_string()) } else { None })
                .collect()
        }
    }
}

#[test]
fn every_malformed_input_is_refused() {
    let text = include_str!("malformed.jsonl");
    let cases: Vec<Case> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() >= 120, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let complaints = complaints(case);
        let place = format!("f:{}: ", case.line);
        let expected = complaints.len() == 1
            && complaints[0].starts_with(&place)
            && complaints[0].contains(&case.message);
        if !expected {
            wrong.push(format!("{}: wanted {place}... {}, got {complaints:?}", case.name, case.message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
