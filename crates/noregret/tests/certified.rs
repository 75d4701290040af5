//! Certified regret against the oracle's comparator, which shares no code with it: the interval contains the truth, and is narrow.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::regret::{Missing, RivalTerms, Rivals, Transcript, best, course, regret};
use noregret::{FeaturesBuf, Interval, Loss, Parameters};
use oracle::streams::{Labels, SplitMix64};
use oracle::{Example, Terms, streams};
use proptest::prelude::*;
use stream::{checked, labels, learn, twin_loss};

const OPEN: Interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

/// Every loss, and some with other parameters than their defaults.
fn all_losses() -> Vec<Loss> {
    let more = ["quantile(0.1)", "huber(0.3)", "huber(2)"];
    Loss::all().into_iter().chain(more.map(|text| text.parse().unwrap())).collect()
}

fn record(transcript: &mut Transcript, example: &Example, margin: f64, penalty: f64) {
    let mut buf = FeaturesBuf::new();
    example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
    transcript.record(buf.finish().unwrap(), example.y, example.h, margin, penalty).unwrap();
}

fn transcript(examples: &[Example]) -> Transcript {
    let mut transcript = Transcript::new();
    examples.iter().for_each(|example| record(&mut transcript, example, 0.0, 0.0));
    transcript
}

/// The set, the penalties and how the oracle writes them.
fn terms(set: Interval, l1: f64, l2: f64, dim: usize, rounds: usize) -> (Rivals, Terms) {
    let twin = Terms::cube(dim, set.lo, set.hi).with_l1(l1 * rounds as f64).with_l2(l2 * rounds as f64);
    (Rivals::with_terms(RivalTerms { set, l1, l2 }).unwrap(), twin)
}

/// The certified interval must contain the minimum, which the oracle has between its own two bounds, and be narrow.
fn check(loss: Loss, examples: &[Example], set: Interval, l1: f64, l2: f64) {
    let played: Vec<Example> = examples.iter().filter(|e| e.h > 0.0).cloned().collect();
    if played.is_empty() {
        return;
    }
    let dim = examples[0].x.len();
    let (rivals, twin) = terms(set, l1, l2, dim, played.len());
    let truth = oracle::comparator(twin_loss(loss), &played, &twin);
    let found = best(&transcript(examples), 0..played.len(), loss, &rivals, &[]);
    let slack = 1e-12 * (1.0 + truth.value.abs());
    let what = format!("{loss} {set:?} l1 {l1} l2 {l2}: {found:?} against {} {}", truth.lower, truth.value);
    assert!(found.lower <= truth.value + slack && found.upper >= truth.lower - slack, "{what}");
    assert!(found.lower <= found.upper, "{what}");
    let floor = 1e-9 * (1.0 + examples.iter().map(|e| e.h * loss.value(0.0, e.y).abs()).sum::<f64>());
    assert!(found.width() <= found.wanted * truth.value.abs() + floor, "too wide: {what}");
    for w in &found.point {
        assert!(w.value >= set.lo && w.value <= set.hi, "{what}");
    }
}

fn settings() -> Vec<(Interval, f64, f64)> {
    let boxed = Interval::radius;
    vec![
        (boxed(1.0), 0.0, 0.0),
        (boxed(100.0), 0.0, 0.0),
        (Interval { lo: 0.25, hi: 0.5 }, 0.0, 0.0),
        (OPEN, 0.0, 0.1),
        (OPEN, 0.0, 1e-3),
        (OPEN, 0.05, 0.0),
        (boxed(0.7), 0.03, 0.05),
        (Interval { lo: -0.1, hi: 2.0 }, 0.1, 0.01),
    ]
}

#[test]
fn contains_the_minimum_for_every_loss_and_set() {
    for loss in all_losses() {
        for (seed, dim, rounds) in [(1, 1, 60), (2, 4, 200), (3, 9, 120)] {
            let examples =
                streams::with_importance(seed, streams::random(seed, dim, rounds, 0.6, labels(loss)));
            for (set, l1, l2) in settings() {
                check(loss, &examples, set, l1, l2);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn contains_the_minimum_of_small_problems(
        seed in 0u64..1 << 40, dim in 1usize..7, rounds in 1usize..80, density in 0.2f64..1.0,
        loss in 0usize..all_losses().len(), setting in 0usize..8, weighted: bool,
    ) {
        let loss = all_losses()[loss];
        let mut examples = streams::random(seed, dim, rounds, density, labels(loss));
        if weighted {
            examples = streams::with_importance(seed, examples);
        }
        let (set, l1, l2) = settings()[setting];
        check(loss, &examples, set, l1, l2);
    }
}

/// Columns from 1e-3 to 1e3, rows of 1e-150 and 1e100, a box of 1e9: narrow where digits are left, never wrong.
#[test]
fn extreme_scales() {
    for loss in all_losses() {
        let examples = streams::scaled(9, 4, 200, 0.8, labels(loss));
        check(loss, &examples, Interval::radius(1.0), 0.0, 0.0);
        let mut noise = SplitMix64::new(5);
        for scale in [1e-150, 1e-8, 1e6, 1e100] {
            let mut examples = streams::random(4, 3, 50, 1.0, labels(loss));
            examples.iter_mut().flat_map(|e| &mut e.x).for_each(|x| *x *= scale);
            let transcript = transcript(&examples);
            for radius in [1.0 / scale, 1.0, 1e9] {
                let rivals = Rivals::within(Interval::radius(radius));
                let found = best(&transcript, 0..50, loss, &rivals, &[]);
                assert!(found.lower <= found.upper, "{loss} {scale} {radius}: {found:?}");
                for _ in 0..200 {
                    let w: Vec<f64> = (0..3).map(|_| radius * noise.signed()).collect();
                    let value: f64 = examples
                        .iter()
                        .map(|e| e.h * loss.value(e.x.iter().zip(&w).map(|(x, w)| x * w).sum(), e.y))
                        .sum();
                    let slack = 1e-12 * value.abs();
                    assert!(value >= found.lower - slack, "{loss} {scale} {radius}: {value} below {found:?}");
                }
            }
        }
    }
}

/// Learners with a theorem, with and without penalties.
fn learners() -> Vec<(&'static str, Parameters)> {
    let boxed = || Parameters::new().interval("box", -0.5, 1.5);
    let mut all = vec![("flh", boxed().word("base", "per-coord"))];
    for name in ["per-coord", "global", "ada-diag", "ogd", "ada-fd", "strongly-convex"] {
        all.push((name, boxed()));
    }
    for name in ["per-coord", "global", "ada-diag", "ada-fd"] {
        all.push((name, boxed().number("l1", 0.02).number("l2", 0.05)));
    }
    all.push(("strongly-convex", boxed().number("l2", 0.05)));
    all.push(("ftrl", boxed().number("l1", 0.5).number("l2", 0.3)));
    all
}

#[test]
fn the_interval_contains_the_regret_and_stays_under_the_bound() {
    for (name, p) in learners() {
        for loss in all_losses() {
            let spec = checked(name, Some(loss), &p);
            let rivals = Rivals::of(&spec, None).unwrap();
            let mut learner = spec.build();
            let mut transcript = Transcript::new();
            let examples = streams::with_importance(8, streams::random(21, 4, 300, 0.6, labels(loss)));
            let (mut paid, mut rounds) = (0.0, 0);
            for example in &examples {
                let penalty = transcript.penalty(&rivals, &learner.weights());
                let margin = learn(learner.as_mut(), example);
                record(&mut transcript, example, margin, penalty);
                if example.h > 0.0 {
                    paid += example.h * loss.value(margin, example.y) + penalty;
                    rounds += 1;
                }
            }
            assert_eq!(transcript.rounds(), rounds);
            let found = regret(&transcript, 0..rounds, loss, &rivals, &transcript.dense(&learner.weights()));
            let (l1, l2) = if name == "ftrl" {
                (0.0, 0.0)
            } else {
                (p.get("l1").unwrap_or(0.0), p.get("l2").unwrap_or(0.0))
            };
            let (_, twin) = terms(Interval { lo: -0.5, hi: 1.5 }, l1, l2, 4, rounds);
            let played: Vec<Example> = examples.iter().filter(|e| e.h > 0.0).cloned().collect();
            let truth = oracle::comparator(twin_loss(loss), &played, &twin);
            let slack = 1e-11 * paid;
            assert!((found.suffered - paid).abs() <= slack, "{name} {loss}");
            assert!(found.lower <= paid - truth.lower + slack, "{name} {loss}: {found:?} {truth:?}");
            assert!(found.upper >= paid - truth.value - slack, "{name} {loss}: {found:?} {truth:?}");
            let bound = learner.bound().unwrap();
            assert!(found.upper <= bound, "{name} {loss}: {found:?} over {bound}");
            assert!(found.hindsight.is_tight(), "{name} {loss}: {found:?}");
            let point: Vec<f64> = found.hindsight.point.iter().map(|w| w.value).collect();
            let course = course(&transcript, 0..rounds, loss, &rivals, &point);
            assert!((course[rounds - 1] - found.lower).abs() <= 1e-9 * paid, "{name} {loss}");
        }
    }
}

/// The same transcript, the same bits; and from any start an interval that contains the same minimum.
#[test]
fn is_repeatable_and_does_not_trust_its_start() {
    for text in ["logistic", "hinge", "absolute"] {
        let loss: Loss = text.parse().unwrap();
        let examples = streams::random(6, 8, 300, 0.5, labels(loss));
        let transcript = transcript(&examples);
        let rivals = Rivals::within(Interval::radius(2.0));
        let one = best(&transcript, 0..300, loss, &rivals, &[]);
        assert_eq!(one, best(&transcript, 0..300, loss, &rivals, &[]));
        for start in [[2.0; 8], [-9.0; 8], [0.3; 8]] {
            let other = best(&transcript, 0..300, loss, &rivals, &start);
            assert!(other.is_tight() && other.lower <= one.upper && one.lower <= other.upper, "{text}");
        }
    }
}

/// A window's own best point is its own problem.
#[test]
fn windows_are_problems_of_their_own() {
    let loss: Loss = "squared".parse().unwrap();
    let rivals = Rivals::with_terms(RivalTerms { set: OPEN, l1: 0.0, l2: 0.01 }).unwrap();
    let examples = streams::random(3, 4, 200, 0.8, Labels::Real);
    let whole = transcript(&examples);
    for rounds in [0..50, 50..51, 120..200] {
        let alone = transcript(&examples[rounds.clone()]);
        let a = best(&whole, rounds.clone(), loss, &rivals, &[]);
        let b = best(&alone, 0..rounds.len(), loss, &rivals, &[]);
        assert!(
            a.lower <= b.upper && b.lower <= a.upper && a.is_tight() && b.is_tight(),
            "{rounds:?} {a:?} {b:?}"
        );
    }
    let none = best(&whole, 70..70, loss, &rivals, &[]);
    assert!(none.upper.abs() < 1e-300 && none.lower.abs() < 1e-300, "{none:?}");
}

#[test]
fn says_what_is_missing() {
    let loss: Option<Loss> = Some("logistic".parse().unwrap());
    let of = |name: &str, p: Parameters| Rivals::of(&checked(name, loss, &p), None);
    let new = Parameters::new;
    assert_eq!(of("ada-diag", new()), Err(Missing::Bounds));
    assert!(of("ada-diag", new().number("l2", 0.1)).is_ok());
    assert!(of("ada-diag", new().number("radius", 3.0)).is_ok());
    assert_eq!(of("ftrl", new().number("l2", 0.1)), Err(Missing::Box));
    assert_eq!(of("mirror", new().word("set", "simplex")), Err(Missing::Joint("simplex")));
    assert_eq!(
        of("mirror", new().word("set", "ball:2").word("update", "explicit")),
        Err(Missing::Joint("ball"))
    );
    let entropy = || new().word("potential", "entropy").number("radius", 3.0);
    assert_eq!(of("mirror", entropy().number("l1", 0.1)), Err(Missing::Start));
    assert_eq!(of("mirror", entropy()).unwrap().terms(0).set, Interval { lo: 0.0, hi: 3.0 });
    let arow = checked("arow", None, &new());
    assert_eq!(Rivals::of(&arow, None), Err(Missing::Bounds));
    let within = Rivals::of(&arow, Some(Interval::radius(2.0))).unwrap();
    assert_eq!(within.terms(0).set, Interval::radius(2.0));
}
