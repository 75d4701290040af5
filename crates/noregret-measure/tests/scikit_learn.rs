//! Every measure against scikit-learn's of the same predictions: scikit_learn.py made the numbers.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret_measure::{Classes, Detail, Measures, Report, Subject};
use serde_json::Value;

fn fixture() -> Value {
    serde_json::from_str(include_str!("scikit_learn.json")).unwrap()
}

fn row(row: &Value) -> [f64; 3] {
    [0, 1, 2].map(|k| row[k].as_f64().unwrap())
}

/// Within 1e-9, relative to numbers above 1.
fn same(name: &str, what: &str, got: Option<f64>, want: &Value) {
    let (got, want) = (got.unwrap_or_else(|| panic!("{name}: no {what}")), want.as_f64().unwrap());
    assert!((got - want).abs() <= 1e-9 * want.abs().max(1.0), "{name}: {what} is {got}, not {want}");
}

fn measured(case: &Value, rows: usize) -> Measures {
    let mut measures = Measures::with(
        Subject::One(case["loss"].as_str().unwrap().parse().unwrap()),
        Detail { rows, bits: 11 },
    );
    for [margin, label, weight] in case["rows"].as_array().unwrap().iter().map(row) {
        measures.add(margin, label, weight);
    }
    measures
}

#[test]
fn two_classes_and_numbers() {
    let fixture = fixture();
    let cases = fixture["cases"].as_array().unwrap();
    assert!(cases.len() >= 20);
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let report = serde_json::to_value(measured(case, 1000).report()).unwrap();
        for (what, want) in case["want"].as_object().unwrap() {
            match what.as_str() {
                "confusion" => {
                    let cells = [["true_negative", "false_positive"], ["false_negative", "true_positive"]];
                    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        same(name, what, report["confusion"][cells[i][j]].as_f64(), &want[i][j]);
                    }
                }
                "reliability" => {
                    let bins = report["reliability"].as_array().unwrap();
                    assert_eq!(bins.len(), want.as_array().unwrap().len(), "{name}");
                    for (k, bin) in bins.iter().enumerate() {
                        same(name, "mean prediction", bin["predicted"].as_f64(), &want[k][0]);
                        same(name, "rate", bin["rate"].as_f64(), &want[k][1]);
                    }
                }
                _ => {
                    let got = match what.strip_prefix("baseline_") {
                        Some(measure) => &report["baseline"][measure],
                        None => &report[what],
                    };
                    // Of nothing scikit-learn makes 0, and warns.
                    let nothing = report["undefined"].get(what).is_some().then_some(0.0);
                    same(name, what, got.as_f64().or(nothing), want);
                }
            }
        }
    }
}

#[test]
fn in_bins_within_the_error_told() {
    for case in fixture()["cases"].as_array().unwrap() {
        let (name, want) = (case["name"].as_str().unwrap(), &case["want"]);
        let near = |value: Option<f64>, error: Option<f64>, want: &Value| {
            let (value, error, want) = (value.unwrap(), error.unwrap(), want.as_f64().unwrap());
            assert!((value - want).abs() <= error + 1e-12 * want.abs(), "{name}: {value} +- {error}, {want}");
            assert!(error < 0.02 * want.abs().max(1.0), "{name}: {error}");
        };
        match measured(case, 0).report() {
            Report::Two(two) => {
                near(two.auc, two.auc_error, &want["auc"]);
                near(two.pr_auc, two.pr_auc_error, &want["pr_auc"]);
            }
            Report::Numbers(told) if !name.starts_with("a large mean") => {
                near(told.baseline.mae, told.baseline_error.mae, &want["baseline_mae"])
            }
            Report::Numbers(told) => {
                // All labels in one bin: little is known, and that is told.
                let (value, error) = (told.baseline.mae.unwrap(), told.baseline_error.mae.unwrap());
                assert!((value - want["baseline_mae"].as_f64().unwrap()).abs() <= error);
            }
            Report::Classes(_) => unreachable!("no such case"),
        }
    }
}

#[test]
fn several_classes() {
    for case in fixture()["classes"].as_array().unwrap() {
        let (name, want) = (case["name"].as_str().unwrap(), &case["want"]);
        let numbers =
            |value: &Value| value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>();
        let mut classes = Classes::new();
        let weights = numbers(&case["weights"]);
        for (k, probabilities) in case["probabilities"].as_array().unwrap().iter().enumerate() {
            classes.add(&numbers(probabilities), case["classes"][k].as_u64().unwrap() as usize, weights[k]);
        }
        let report = classes.report();
        same(name, "accuracy", report.accuracy, &want["accuracy"]);
        same(name, "log loss", report.log_loss, &want["log_loss"]);
        for (k, want) in want["top_k"].as_array().unwrap().iter().enumerate() {
            same(name, "top k", report.top_k.get(k).copied(), want);
        }
        for (k, want) in want["recall"].as_array().unwrap().iter().enumerate() {
            same(name, "recall", report.recall_by_class[k], want);
        }
        for (k, want) in want["precision"].as_array().unwrap().iter().enumerate() {
            same(name, "precision", report.precision_by_class[k].or(Some(0.0)), want);
        }
        for (i, row) in report.confusion.unwrap().iter().enumerate() {
            for (j, cell) in row.iter().enumerate() {
                same(name, "confusion", Some(*cell), &want["confusion"][i][j]);
            }
        }
    }
}
