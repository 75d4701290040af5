//! Headers that are refused, written by hand.

use super::*;

/// A file whose header is this text, without arrays.
fn file(header: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    container::encode(&mut bytes, header.as_bytes(), &|_| {}).unwrap();
    bytes
}

/// The header of a model with this algorithm, these parameters and this spec.
fn header(algorithm: &str, parameters: &str, spec: &str) -> String {
    let schema = serde_json::to_string(&Schema::default()).unwrap();
    let schema = schema.replace(r#""kind":"open""#, r#""kind":"binary""#);
    let counts = serde_json::to_string(&Counts::default()).unwrap();
    format!(
        r#"{{"algorithm":"{algorithm}","parameters":{parameters},"spec":{spec},"schema":{schema},"counts":{counts}}}"#
    )
}

fn read(algorithm: &str, parameters: &str, spec: &str) -> Result<Model, String> {
    Model::from_bytes(&file(&header(algorithm, parameters, spec)))
}

const HINGE: &str = r#"{"loss":"hinge","learner":{"descent":{"metric":{"fixed":{"rate":"constant","eta":1.0}},"memory":"mirror","update":"implicit"}}}"#;

#[test]
fn a_spec_is_read_and_held_against_algorithm_and_parameters() {
    assert_eq!(read("pa1", "{}", HINGE).unwrap().spec.loss.to_string(), "hinge");
    for (parameters, spec, says) in [
        (r#"{"C":0.5}"#, HINGE.to_owned(), "is not the learner of its spec"),
        (r#"{"eta":0.5}"#, HINGE.to_owned(), "takes no --eta"),
        ("{}", HINGE.replace("implicit", "explicit"), "is not the learner of its spec"),
        ("{}", HINGE.replace("\"hinge\"", "\"logistic\""), "pa1 learns hinge"),
        ("{}", HINGE.replace("hinge", "nothing"), "its spec is malformed: unknown loss"),
        ("{}", HINGE.replace("\"memory\"", "\"colour\""), "its spec is malformed: unknown field"),
        ("{}", "null".to_owned(), "its spec is malformed"),
    ] {
        let why = read("pa1", parameters, &spec).unwrap_err();
        assert!(why.contains(says), "{says}: {why}");
    }
}

/// What the table of algorithms makes, and no learner can be.
#[test]
fn an_impossible_spec_is_refused() {
    let spec = r#"{"loss":"logistic","learner":{"sketched":{"matrix":{"ada":{"eta":4.0,"delta":16.0}},"method":"cmd","scale":"diagonal","tau":10,"update":"explicit"}},"set":{"lo":-1.0,"hi":1.0}}"#;
    let why = read("ada-fd", r#"{"precondition":"diag","radius":1.0}"#, spec).unwrap_err();
    assert!(why.starts_with("scaled coordinates go with cmd"), "{why}");
}

/// Up to version 4 the spec was a text.
#[test]
fn a_text_gives_the_loss_and_its_numbers_must_agree() {
    let text = |eta: &str, loss: &str| {
        format!(
            r#""loss={loss} learner=descent(metric=fixed(rate=constant,eta={eta}),memory=mirror,update=implicit)""#
        )
    };
    let old = read("pa1", "{}", &text("1.0", "hinge")).unwrap();
    assert_eq!(old, read("pa1", "{}", HINGE).unwrap());
    for (spec, says) in [
        (text("2.0", "hinge"), "contradicts itself: its parameters are not those of loss=hinge"),
        (text("1.0", "logistic"), "contradicts itself: pa1 learns hinge"),
        (text("1.0", "nothing"), "unknown loss"),
        (r#""learner=auto""#.to_owned(), "its spec has no loss"),
    ] {
        let why = read("pa1", "{}", &spec).unwrap_err();
        assert!(why.contains(says), "{says}: {why}");
    }
}
