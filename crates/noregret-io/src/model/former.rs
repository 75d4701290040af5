//! Specs of model files up to version 4, where they were a text:
//!
//! ```text
//! loss=hinge learner=descent(metric=per-coordinate(scale=0.006),memory=mirror,update=explicit) box=-100.0,100.0
//! ```
//! Algorithm and parameters determine all of it but the loss. The text is read for the loss, and its numbers are held against theirs:
//! copies of sketched learners were once written with parameters that are not those they were trained with.

use noregret::{Loss, Spec};
use serde_json::Value;

/// The loss of a text.
pub fn loss(text: &str) -> Result<Loss, String> {
    let word = text.split_whitespace().find_map(|word| word.strip_prefix("loss="));
    let word = word.ok_or("its spec has no loss")?;
    word.parse().map_err(|e: noregret::loss::ParseLossError| e.to_string())
}

/// Refuses a text whose numbers are not the spec's.
pub fn agrees(text: &str, spec: &Spec) -> Result<(), String> {
    let mut found = Vec::new();
    collect(&serde_json::to_value(spec).map_err(|e| e.to_string())?, &mut found);
    if sorted(numbers(text)) == sorted(found) {
        return Ok(());
    }
    Err(format!("its parameters are not those of {text}"))
}

/// The numbers of a text, the loss and the names of groups aside.
fn numbers(text: &str) -> Vec<f64> {
    let values = text.split_whitespace().filter_map(|word| match word.split_once('=')? {
        ("loss", _) => None,
        ("group", group) => group.split_once('(').map(|(_, terms)| terms),
        (_, value) => Some(value),
    });
    values
        .flat_map(|value| value.split(['(', ')', ',', ';', '=', ':']))
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// The numbers of a spec; loss and names are texts in it.
fn collect(value: &Value, found: &mut Vec<f64>) {
    match value {
        Value::Number(number) => found.extend(number.as_f64()),
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        Value::Object(values) => values.values().for_each(|value| collect(value, found)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// In order, without zeros: penalties of 0 were not written.
fn sorted(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.retain(|number| *number != 0.0);
    numbers.sort_by(f64::total_cmp);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret::{Group, Interval, Parameters, algorithms};

    fn spec(name: &str, loss: &str, given: Parameters) -> Spec {
        algorithms::find(name).unwrap().spec(Some(loss.parse().unwrap()), &given).unwrap()
    }

    /// Texts as they were written.
    #[test]
    fn texts_of_all_shapes_agree() {
        let new = Parameters::new;
        let mut grouped = new().number("radius", 2.0).number("scale", 0.1 + 0.2);
        let set = Some(Interval { lo: -1e-300, hi: 3.0 });
        grouped.groups.push(Group { name: "7 (odd)".into(), set, l1: None, l2: Some(0.25) });
        grouped.groups.push(Group { name: "3-10".into(), set: None, l1: None, l2: None });
        let cases = [
            ("loss=logistic learner=auto", spec("auto", "logistic", new())),
            (
                "loss=quantile(0.9) learner=auto flh=0.5",
                spec("flh", "quantile(0.9)", new().word("base", "auto").number("alpha", 0.5)),
            ),
            (
                "loss=hinge learner=descent(metric=per-coordinate(scale=0.30000000000000004),memory=mirror,update=explicit) box=-2.0,2.0 group=7%20%28odd%29(box=-1e-300;3.0,l2=0.25) group=3-10",
                spec("per-coord", "hinge", grouped),
            ),
            (
                "loss=absolute learner=descent(metric=fixed(rate=constant,eta=2.0),memory=mirror,update=implicit,step-loss=squared)",
                spec("pa2", "absolute", new()),
            ),
            (
                "loss=squared learner=mirror(potential=euclidean,rate=sqrt,eta=0.5,update=explicit,start=0.0,set=ball:2.5)",
                spec("mirror", "squared", new().word("set", "ball:2.5").word("update", "explicit")),
            ),
            (
                "loss=logistic learner=matrix(kind=ada,eta=4.0,delta=16.0,method=cmd,precondition=diag,tau=3,update=explicit)",
                spec("ada-fd", "logistic", new().number("tau", 3.0)),
            ),
            (
                "loss=logistic learner=hadamard(eta=1.0,delta=1.0,tau=10,seed=7,update=explicit)",
                spec("radagrad", "logistic", new().number("seed", 7.0)),
            ),
        ];
        for (text, spec) in cases {
            assert_eq!(loss(text), Ok(spec.loss));
            assert_eq!(agrees(text, &spec), Ok(()));
            let other = text.replacen("scale=0.3", "scale=0.4", 1).replacen("eta=", "eta=1", 1);
            assert!(other == text || agrees(&other, &spec).is_err(), "{other}");
        }
    }

    /// What `flh` once wrote: the rates of a default in its parameters, others in its spec.
    #[test]
    fn parameters_that_are_not_the_texts_are_refused() {
        let given = Parameters::new().word("base", "ada-fd").word("precondition", "diag");
        let spec = spec("flh", "logistic", given.number("eta", 1.0).number("delta", 1.0));
        let text = "loss=logistic learner=matrix(kind=ada,eta=4.0,delta=16.0,method=cmd,precondition=diag,tau=10,update=explicit) flh=1.0";
        assert!(agrees(text, &spec).unwrap_err().contains("not those of"));
        assert!(loss("learner=auto").is_err() && loss("loss=none learner=auto").is_err());
    }
}
