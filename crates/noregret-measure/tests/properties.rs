//! What must hold of measures of any rows: they are the twin's, parts merge to the whole, order does not matter, and nothing is ever NaN.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::disallowed_methods, reason = "compared within a tolerance")]

use noregret_measure::{Classes, Detail, Measures, Report, Subject};
use oracle::measures as twin;
use proptest::prelude::*;
use serde_json::Value;

fn rows() -> impl Strategy<Value = Vec<(f64, f64, f64)>> {
    // Half of the margins from a small set, so that there are ties.
    let margin = prop_oneof![-8.0..8.0f64, (-3..3i32).prop_map(f64::from)];
    let weight = prop_oneof![Just(1.0), 0.01..4.0f64];
    prop::collection::vec((margin, prop::bool::ANY, weight), 1..60)
        .prop_map(|rows| rows.into_iter().map(|(m, y, w)| (m, if y { 1.0 } else { -1.0 }, w)).collect())
}

fn class_rows() -> impl Strategy<Value = Vec<(Vec<f64>, usize, f64)>> {
    // Some of the shares are alike.
    let share = prop_oneof![0.01..1.0f64, (1..4u8).prop_map(f64::from)];
    let row = (prop::collection::vec(share, 4), 0..4usize, 0.1..2.0f64);
    prop::collection::vec(row, 1..40).prop_map(|rows| {
        let told = |(shares, class, weight): (Vec<f64>, usize, f64)| {
            let total: f64 = shares.iter().sum();
            (shares.iter().map(|share| share / total).collect(), class, weight)
        };
        rows.into_iter().map(told).collect()
    })
}

fn measured(loss: &str, limit: usize, rows: &[(f64, f64, f64)]) -> Measures {
    let mut measures = Measures::with(Subject::One(loss.parse().unwrap()), Detail { rows: limit, bits: 11 });
    rows.iter().for_each(|&(margin, label, weight)| measures.add(margin, label, weight));
    measures
}

/// Every number of a report, by its path; null where it is undefined.
fn flat(path: &str, value: &Value, out: &mut Vec<(String, Option<f64>)>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| flat(&format!("{path}.{key}"), value, out)),
        Value::Array(all) => {
            all.iter().enumerate().for_each(|(k, value)| flat(&format!("{path}.{k}"), value, out))
        }
        Value::Number(number) => out.push((path.to_owned(), number.as_f64())),
        _ => out.push((path.to_owned(), None)),
    }
}

fn agree(a: &Report, b: &Report, ignore: &[&str]) {
    let [mut left, mut right] = [Vec::new(), Vec::new()];
    flat("", &serde_json::to_value(a).unwrap(), &mut left);
    flat("", &serde_json::to_value(b).unwrap(), &mut right);
    assert_eq!(left.len(), right.len(), "{left:?} {right:?}");
    for ((path, a), (_, b)) in
        left.iter().zip(&right).filter(|((path, _), _)| !ignore.iter().any(|part| path.contains(part)))
    {
        let close = match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() <= 1e-11 * a.abs().max(1.0),
            _ => a == b,
        };
        assert!(close, "{path}: {a:?} and {b:?}");
    }
}

fn close(got: Option<f64>, want: f64) {
    match got {
        Some(got) => assert!((got - want).abs() <= 1e-10 * want.abs().max(1.0), "{got} {want}"),
        None => assert!(!want.is_finite(), "{want} is not there"),
    }
}

proptest! {
    #[test]
    fn two_classes_are_the_twins(rows in rows(), limit in prop_oneof![Just(0usize), Just(1000)]) {
        let Report::Two(report) = measured("logistic", limit, &rows).report() else { panic!() };
        let probable: Vec<_> = rows.iter().map(|&(m, y, w)| (1.0 / (1.0 + (-m).exp()), f64::from(u8::from(y > 0.0)), w)).collect();
        close(report.log_loss, twin::weighted_mean(&rows, |m, y| (-y * m).exp().ln_1p()));
        close(report.brier, twin::weighted_mean(&probable, |p, y| (p - y) * (p - y)));
        close(report.accuracy, twin::weighted_mean(&rows, |m, y| f64::from(u8::from((m > 0.0) == (y > 0.0)))));
        close(report.calibration_error, twin::calibration_error(&probable));
        for (value, want) in [report.precision, report.recall, report.f1].into_iter().zip(twin::precision_recall_f1(&rows)) {
            prop_assert!(value.is_none() == want.is_nan());
            value.into_iter().for_each(|value| close(Some(value), want));
        }
        for (value, error, want) in [
            (report.auc, report.auc_error, twin::auc(&rows)),
            (report.pr_auc, report.pr_auc_error, twin::average_precision(&rows)),
        ] {
            let Some((value, error)) = value.zip(error) else { prop_assert!(!want.is_finite()); continue };
            prop_assert!((value - want).abs() <= error + 1e-12, "{value} +- {error}, {want}");
            prop_assert!(limit == 0 || error == 0.0);
        }
    }

    #[test]
    fn constants_are_the_twins(rows in rows(), limit in prop_oneof![Just(0usize), Just(1000)], q in 0.05..0.95f64) {
        // Margins are the labels here.
        let rows: Vec<_> = rows.iter().map(|&(m, y, w)| (y, 10.0 * m, w)).collect();
        let Report::Numbers(report) = measured(&format!("quantile({q})"), limit, &rows).report() else { panic!() };
        for (value, error, want) in [
            (report.baseline.pinball, report.baseline_error.pinball, twin::best_pinball(&rows, q)),
            (report.baseline.mae, report.baseline_error.mae, 2.0 * twin::best_pinball(&rows, 0.5)),
        ] {
            let (value, error) = (value.unwrap(), error.unwrap());
            prop_assert!((value - want).abs() <= error + 1e-10, "{value} +- {error}, {want}");
            prop_assert!(limit == 0 || error == 0.0);
        }
        close(report.rmse, twin::weighted_mean(&rows, |p, y| (p - y) * (p - y)).sqrt());
        close(report.mae, twin::weighted_mean(&rows, |p, y| (p - y).abs()));
        if let Some(r2) = report.r2 {
            let want = twin::r2(&rows);
            prop_assert!((r2 - want).abs() <= 1e-9 * want.abs().max(1.0), "{r2} {want}");
        }
    }

    #[test]
    fn counts_are_the_twins(rows in prop::collection::vec((-3.0..3.0f64, 0..6u32, 0.1..3.0f64), 1..60)) {
        let rows: Vec<_> = rows.iter().map(|&(m, y, w)| (m, f64::from(y), w)).collect();
        let Report::Numbers(report) = measured("poisson", 1000, &rows).report() else { panic!() };
        let rows: Vec<_> = rows.iter().map(|&(m, y, w)| (m.exp(), y, w)).collect();
        close(report.poisson_deviance, twin::poisson_deviance(&rows));
    }

    #[test]
    fn several_classes_are_the_twins(rows in class_rows()) {
        let mut classes = Classes::new();
        rows.iter().for_each(|(p, class, weight)| classes.add(p, *class, *weight));
        let report = classes.report();
        close(report.accuracy, twin::class_mean(&rows, |p, y| f64::from(u8::from(twin::likeliest(p) == y))));
        close(report.log_loss, twin::class_mean(&rows, |p, y| -p[y].max(f64::EPSILON).ln()));
        for (k, share) in report.top_k.iter().enumerate() {
            close(Some(*share), twin::class_mean(&rows, |p, y| f64::from(u8::from(twin::among(p, y, k + 1)))));
        }
        let confusion = report.confusion.unwrap();
        for (i, row) in confusion.iter().enumerate() {
            for (j, cell) in row.iter().enumerate() {
                close(Some(*cell), twin::confused(&rows, i, j));
            }
        }
        for (class, recall) in report.recall_by_class.iter().enumerate() {
            let all: f64 = rows.iter().filter(|row| row.1 == class).map(|row| row.2).sum();
            prop_assert!(recall.is_some() == (all > 0.0));
            recall.iter().for_each(|recall| close(Some(*recall), twin::confused(&rows, class, class) / all));
        }
    }

    #[test]
    fn parts_merge_to_the_whole_in_any_order(rows in rows(), cut in 0..60usize, limit in prop_oneof![Just(0usize), Just(20), Just(1000)], seed in 0..1000u64) {
        for loss in ["logistic", "hinge", "squared", "poisson"] {
            let rows: Vec<_> = match loss {
                "squared" => rows.iter().map(|&(m, y, w)| (m, m + y, w)).collect(),
                "poisson" => rows.iter().map(|&(m, y, w)| (m, y + 1.0, w)).collect(),
                _ => rows.clone(),
            };
            let whole = measured(loss, limit, &rows);
            let (a, b) = rows.split_at(cut.min(rows.len()));
            let mut merged = measured(loss, limit, a);
            merged.merge(&measured(loss, limit, b));
            // Intervals may differ: the guesses of a part are made from its own past.
            agree(&merged.report(), &whole.report(), &[".intervals"]);
            let mut shuffled = rows.clone();
            shuffled.sort_by_key(|row| (row.0.to_bits() ^ row.2.to_bits()).wrapping_mul(2 * seed + 1));
            // Which row is the first one is a matter of order.
            agree(&measured(loss, limit, &shuffled).report(), &whole.report(), &[".intervals", ".first_share"]);
        }
    }

    #[test]
    fn classes_merge(rows in prop::collection::vec((prop::collection::vec(0.0..1.0f64, 1..6), 0..7usize, 0.1..2.0f64), 1..40), cut in 0..40usize) {
        let (mut whole, mut parts) = (Classes::new(), [Classes::new(), Classes::new()]);
        for (k, (scores, class, weight)) in rows.iter().enumerate() {
            let total: f64 = scores.iter().sum();
            let scores: Vec<f64> = scores.iter().map(|s| s / total.max(1e-9)).collect();
            whole.add(&scores, *class, *weight);
            parts[usize::from(k >= cut)].add(&scores, *class, *weight);
        }
        let [mut merged, rest] = parts;
        merged.merge(&rest);
        agree(&Report::of_classes(&merged), &Report::of_classes(&whole), &["interval"]);
    }

    #[test]
    fn nothing_is_ever_nan(rows in prop::collection::vec((prop::num::f64::ANY, prop::num::f64::ANY, prop::num::f64::ANY), 0..30)) {
        for loss in ["logistic", "hinge", "squared", "poisson", "quantile(0.1)"] {
            let report = measured(loss, 5, &rows).report();
            // JSON has no NaN: what is none has its reason.
            let told = serde_json::to_value(&report).unwrap();
            for (name, value) in told.as_object().unwrap() {
                let named = !["weight", "positive_rate", "auc_error", "pr_auc_error", "mean_prediction", "mean_label", "mse", "first_share", "confusion"].contains(&name.as_str());
                prop_assert!(!value.is_null() || !named || told["undefined"].get(name).is_some(), "{loss}: {name} in {told}");
            }
        }
    }
}

#[test]
fn what_is_undefined_says_why() {
    let told = |rows: &[(f64, f64, f64)]| match measured("logistic", 10, rows).report() {
        Report::Two(report) => report,
        _ => panic!("two classes"),
    };
    let none = told(&[]);
    assert_eq!((none.auc, none.accuracy, none.log_loss), (None, None, None));
    assert_eq!(none.undefined.of("auc"), Some("there are no labelled examples"));
    let never = told(&[(-1.0, -1.0, 1.0), (-2.0, -1.0, 1.0)]);
    assert_eq!((never.auc, never.recall, never.precision, never.accuracy), (None, None, None, Some(1.0)));
    assert_eq!(never.undefined.of("auc"), Some("all labels are of one class"));
    assert_eq!(never.undefined.of("precision"), Some("nothing was predicted positive"));
    assert_eq!((never.baseline.log_loss, never.explained.log_loss), (Some(0.0), None));
    let always_no = told(&[(-1.0, -1.0, 1.0), (-2.0, 1.0, 1.0), (-3.0, -1.0, 1.0)]);
    assert_eq!((always_no.accuracy, always_no.baseline.accuracy), (Some(2.0 / 3.0), Some(2.0 / 3.0)));
    assert_eq!((always_no.f1, always_no.recall), (Some(0.0), Some(0.0)));
    // A margin of 0 is no yes; an example that is held out does not count.
    assert_eq!(told(&[(0.0, -1.0, 1.0), (5.0, 1.0, 0.0)]).accuracy, Some(1.0));
}

#[test]
fn equal_margins_are_a_coin_however_many() {
    let mut measures =
        Measures::with(Subject::One("logistic".parse().unwrap()), Detail { rows: 100, bits: 7 });
    for k in 0..10_000 {
        measures.add(-1.6, if k % 6 == 0 { 1.0 } else { -1.0 }, 1.0);
    }
    let Report::Two(report) = measures.report() else { panic!() };
    assert_eq!((report.auc, report.auc_error), (Some(0.5), Some(0.0)));
    assert_eq!(report.accuracy, report.baseline.accuracy);
    let [low, high] = report.intervals.accuracy.unwrap();
    let accuracy = report.accuracy.unwrap();
    assert!(low < accuracy && accuracy < high && high - low < 0.03, "{low} to {high}");
}
