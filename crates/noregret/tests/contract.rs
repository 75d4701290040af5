//! The contract of every learner, run over all that are listed: a new one is tested by being listed.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{Array, Features, FeaturesBuf, LearnError, Online, Player, algorithms};
use oracle::streams;
use proptest::prelude::*;
use stream::{checked, everyone, learn, losses};

const DIM: usize = 5;

fn bits(state: &noregret::State) -> Vec<(String, Vec<u64>)> {
    let raw = |array: &Array| match array {
        Array::F64(v) => v.iter().map(|x| x.to_bits()).collect(),
        Array::U32(v) => v.iter().map(|&x| u64::from(x)).collect(),
        Array::U64(v) => v.clone(),
        Array::U8(v) => v.iter().map(|&x| u64::from(x)).collect(),
    };
    state.iter().map(|(name, array)| (name.to_owned(), raw(array))).collect()
}

#[test]
fn resumed_is_uninterrupted_bit_for_bit() {
    for (name, p) in everyone() {
        for loss in losses(name, &p) {
            let spec = checked(name, Some(loss), &p);
            let examples =
                streams::with_importance(1, streams::random(1, DIM, 120, 0.5, stream::labels(loss)));
            let mut whole = spec.build();
            let mut resumed = spec.build();
            for (t, example) in examples.iter().enumerate() {
                if t % 17 == 5 {
                    let state = resumed.state();
                    resumed = spec.build();
                    resumed.restore(&state).unwrap();
                    assert_eq!(
                        bits(&resumed.state()),
                        bits(&state),
                        "{name} {p:?} {loss}: state changes by a round trip"
                    );
                }
                let (a, b) = (learn(whole.as_mut(), example), learn(resumed.as_mut(), example));
                assert_eq!(a.to_bits(), b.to_bits(), "{name} {p:?} {loss} round {t}");
            }
            assert_eq!(
                whole.bound().map(f64::to_bits),
                resumed.bound().map(f64::to_bits),
                "{name} {p:?} {loss}"
            );
            assert_eq!(bits(&whole.state()), bits(&resumed.state()));
        }
    }
}

/// Enough features for tables to change their order on the way, and then some that are far away.
#[test]
fn large_tables_resume_and_count_like_small_ones() {
    for name in ["auto", "ada-diag"] {
        let spec = checked(name, Some("logistic".parse().unwrap()), &noregret::Parameters::new());
        let (mut whole, mut resumed) = (spec.build(), spec.build());
        for t in 0..3620u32 {
            let far = if t < 3600 { 0 } else { 1 << 28 };
            let indices: Vec<u32> =
                (0..600).map(|k| t % 200 * 450 + k).chain((far > 0).then_some(far + t)).collect();
            let values: Vec<f64> = indices.iter().map(|i| f64::from(i % 7) - 2.5).collect();
            let x = Features::new(&indices, &values).unwrap();
            if [100, 800, 1510, 3605].contains(&t) {
                let state = resumed.state();
                resumed = spec.build();
                resumed.restore(&state).unwrap();
            }
            let y = if t % 3 == 0 { 1.0 } else { -1.0 };
            let (a, b) = (whole.learn(x, y, 1.0).unwrap(), resumed.learn(x, y, 1.0).unwrap());
            assert_eq!(a.to_bits(), b.to_bits(), "{name} round {t}");
            if t % 400 == 0 {
                let weights = whole.weights();
                assert_eq!(
                    whole.active(),
                    weights.iter().filter(|w| w.value != 0.0).count(),
                    "{name} round {t}"
                );
                assert!(weights.windows(2).all(|pair| pair[0].index < pair[1].index));
                assert_eq!(whole.margin(x).to_bits(), resumed.margin(x).to_bits());
            }
        }
        assert_eq!(bits(&whole.state()), bits(&resumed.state()), "{name}");
        assert_eq!(whole.active(), resumed.active());
    }
}

#[test]
fn resumed_players_are_uninterrupted_too() {
    for (name, p) in everyone() {
        let Ok(spec) = algorithms::find(name).unwrap().spec(None, &p).unwrap().check() else { continue };
        let (Ok(mut whole), Ok(mut resumed)) = (Player::new(&spec), Player::new(&spec)) else { continue };
        let mut random = streams::SplitMix64::new(8);
        for t in 0..100 {
            let g: Vec<f64> = (0..DIM).map(|_| random.signed()).collect();
            whole.learn_dense(&g).unwrap();
            resumed.learn_dense(&g).unwrap();
            if t % 13 == 2 {
                let state = resumed.state();
                resumed = Player::new(&spec).unwrap();
                resumed.restore(&state).unwrap();
            }
            let played =
                |player: &Player| player.point(DIM as u32).iter().map(|w| w.to_bits()).collect::<Vec<_>>();
            assert_eq!(played(&whole), played(&resumed), "{name} {p:?} round {t}");
        }
    }
}

#[test]
fn predicting_changes_nothing_and_agrees_with_learning() {
    for (name, p) in everyone() {
        let loss = losses(name, &p)[0];
        let mut learner = checked(name, Some(loss), &p).build();
        let unlearned = stream::margin(learner.as_ref(), &[1.0, 2.0]);
        assert!(
            unlearned == 0.0 || (name == "mirror" && unlearned > 0.0),
            "{name} predicts before any learning"
        );
        for example in streams::random(2, DIM, 60, 0.5, stream::labels(loss)) {
            let before = bits(&learner.state());
            let predicted = stream::margin(learner.as_ref(), &example.x);
            // An importance of 0 is a prediction too.
            let held_out = learn(learner.as_mut(), &oracle::Example { h: 0.0, ..example.clone() });
            assert_eq!(before, bits(&learner.state()), "{name} {p:?}");
            assert_eq!(predicted.to_bits(), held_out.to_bits(), "{name} {p:?}");
            let learned = learn(learner.as_mut(), &example);
            assert_eq!(predicted.to_bits(), learned.to_bits(), "{name} {p:?}");
        }
    }
}

#[test]
fn nothing_that_is_not_finite_ever_enters() {
    let extremes = [1e-300, 1e150, 1e200, 1e308, -1e308, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e-160, -1e100];
    for (name, p) in everyone() {
        for loss in losses(name, &p) {
            let mut learner = checked(name, Some(loss), &p).build();
            let mut random = streams::SplitMix64::new(3);
            for (t, example) in streams::random(4, DIM, 80, 0.6, stream::labels(loss)).iter().enumerate() {
                let mut x = example.x.clone();
                if t % 2 == 1 {
                    x[t % DIM] = extremes[(random.uniform() * extremes.len() as f64) as usize];
                }
                let mut buf = FeaturesBuf::new();
                x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
                let before = bits(&learner.state());
                let weight = if t % 7 == 3 { 1e300 } else { 1.0 };
                match learner.learn(buf.finish().unwrap(), example.y, weight) {
                    Ok(p) => assert!(p.is_finite(), "{name} {loss}"),
                    Err(LearnError::Overflow { .. } | LearnError::Unresolved) => {
                        assert_eq!(before, bits(&learner.state()), "{name} {loss} round {t}")
                    }
                    Err(other) => panic!("{name} {loss}: {other}"),
                }
                for (array, values) in learner.state().iter() {
                    if let Array::F64(values) = values {
                        assert!(
                            values.iter().all(|v| v.is_finite()),
                            "{name} {p:?} {loss} round {t}: {array} {values:?}"
                        );
                    }
                }
                assert!(learner.weights().iter().all(|w| w.value.is_finite()), "{name} {loss}");
            }
        }
    }
}

#[test]
fn refuses_labels_and_weights_that_make_no_sense() {
    let x = Features::new(&[1], &[1.0]).unwrap();
    for (name, p) in everyone() {
        for loss in losses(name, &p) {
            let mut learner = checked(name, Some(loss), &p).build();
            for (y, weight) in
                [(f64::NAN, 1.0), (f64::INFINITY, 1.0), (1.0, f64::NAN), (1.0, -1.0), (1.0, f64::INFINITY)]
            {
                assert!(
                    matches!(learner.learn(x, y, weight), Err(LearnError::Label(_))),
                    "{name} {loss} y={y} h={weight}"
                );
            }
            if loss.labels() == noregret::Labels::Binary {
                assert!(learner.learn(x, 0.0, 1.0).is_err());
            }
            assert_eq!(learner.rounds(), 0);
        }
    }
}

#[test]
fn a_state_of_another_learner_is_refused() {
    let mut learners: Vec<Box<dyn Online>> = Vec::new();
    for name in ["auto", "per-coord", "cw", "variation", "ftrl", "flh"] {
        let mut learner = checked(name, None, &noregret::Parameters::new()).build();
        learner.learn(Features::new(&[1, 5], &[1.0, -2.0]).unwrap(), 1.0, 1.0).unwrap();
        learners.push(learner);
    }
    for i in 0..learners.len() {
        let state = learners[i].state();
        for (j, other) in learners.iter_mut().enumerate() {
            assert_eq!(other.restore(&state).is_ok(), i == j, "state {i} given to {j}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The order in which an example's features are written never matters, to the last bit.
    #[test]
    fn order_of_features_never_matters(rows in prop::collection::vec((prop::collection::vec((0u32..12, -3.0..3.0f64), 1..8), any::<bool>()), 1..25)) {
        for (name, p) in everyone() {
            let spec = checked(name, None, &p);
            let (mut forward, mut backward) = (spec.build(), spec.build());
            for (entries, positive) in &rows {
                let y = if *positive { 1.0 } else { -1.0 };
                let (mut a, mut b) = (FeaturesBuf::new(), FeaturesBuf::new());
                entries.iter().for_each(|&(i, v)| a.push(i, v));
                entries.iter().rev().for_each(|&(i, v)| b.push(i, v));
                let p = forward.learn(a.finish().unwrap(), y, 1.0).unwrap();
                let q = backward.learn(b.finish().unwrap(), y, 1.0).unwrap();
                prop_assert_eq!(p.to_bits(), q.to_bits(), "{}", name);
            }
        }
    }
}
