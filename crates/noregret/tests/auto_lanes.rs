//! `auto` as a whole: the price of not knowing the best lane, and what happens when the second group leaves.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{Loss, Online, Parameters, Predict, State};
use oracle::{Example, streams};
use stream::{checked, learn};

/// Few features, where everybody stays; 70, where a belief leaves; sparse and many, where the group does.
const SHAPES: [(usize, f64, usize); 4] = [(6, 0.7, 400), (70, 0.5, 300), (150, 0.9, 150), (3000, 0.02, 60)];

fn auto(loss: Loss) -> Box<dyn Online> {
    checked("auto", Some(loss), &Parameters::new()).build()
}

fn examples(loss: Loss, (dim, density, rounds): (usize, f64, usize), seed: u64) -> Vec<Example> {
    if seed.is_multiple_of(2) {
        streams::random(seed, dim, rounds, density, stream::labels(loss))
    } else {
        streams::scaled(seed, dim, rounds, density, stream::labels(loss))
    }
}

fn beliefs(learner: &dyn Online) -> usize {
    learner.lanes().iter().filter(|lane| lane.name.starts_with("belief")).count()
}

/// At any time, against every lane that is still there.
#[test]
fn the_whole_loses_no_more_than_a_lane_and_its_price() {
    for loss in Loss::all() {
        for shape in SHAPES {
            for seed in 0..4 {
                let mut learner = auto(loss);
                let mut own = 0.0;
                for (t, example) in examples(loss, shape, seed).iter().enumerate() {
                    own += loss.value(learn(learner.as_mut(), example), example.y);
                    if t % 10 > 0 {
                        continue;
                    }
                    for lane in learner.lanes() {
                        let most = lane.loss + lane.price;
                        assert!(
                            own <= most + 1e-9 * own.abs(),
                            "{loss} {shape:?} {seed} {t}: {own} {lane:?}"
                        );
                    }
                }
                let total: f64 = learner.lanes().iter().map(|lane| lane.posterior).sum();
                assert!((total - 1.0).abs() < 1e-9, "{total}");
            }
        }
    }
}

/// Parts that are merged, three times, and go on: what was lost in all of them together, against every lane as it ran.
#[test]
fn the_price_holds_after_merging() {
    for loss in Loss::all() {
        for shape in [(6, 0.7, 70), (70, 0.5, 50), (150, 0.9, 40)] {
            let mut learner = auto(loss);
            let (mut own, mut seed) = (0.0, 0);
            for round in 0..3 {
                let start = learner.state();
                let mut parts = Vec::new();
                for _ in 0..3 {
                    let mut part = auto(loss);
                    part.restore(&start).unwrap();
                    seed += 2;
                    for example in examples(loss, shape, seed) {
                        own += loss.value(learn(part.as_mut(), &example), example.y);
                    }
                    parts.push(part.state());
                }
                learner.merge(&mut parts.into_iter().map(Ok)).unwrap();
                for (t, example) in examples(loss, shape, seed + 100).iter().enumerate() {
                    for lane in learner.lanes() {
                        let most = lane.loss + lane.price;
                        assert!(
                            own <= most + 1e-9 * own.abs(),
                            "{loss} {shape:?} {round} {t}: {own} {lane:?}"
                        );
                    }
                    own += loss.value(learn(learner.as_mut(), example), example.y);
                }
            }
            let kept = ["logistic", "squared"].contains(&loss.name());
            assert_eq!(beliefs(learner.as_ref()) > 0, kept, "{loss} {shape:?}");
        }
    }
}

/// The same under a box and penalties, whose part of it is nobody's loss; and weights stay in the box.
#[test]
fn under_terms_the_whole_loses_no_more_than_a_lane_and_its_price() {
    for loss in Loss::all() {
        for (lo, hi, l1) in [(-0.1, 0.4, 0.0), (0.0, 10.0, 0.01), (-3.0, 3.0, 0.1)] {
            let held = Parameters::new().interval("box", lo, hi).number("l1", l1);
            for seed in 0..4 {
                let mut learner = checked("auto", Some(loss), &held).build();
                let (mut own, mut t) = (0.0, 0);
                for example in examples(loss, (20, 0.4, 300), seed) {
                    own += loss.value(learn(learner.as_mut(), &example), example.y);
                    t += 1;
                    for lane in learner.lanes() {
                        let most = lane.loss + lane.price;
                        assert!(own <= most + 1e-9 * own.abs(), "{loss} {held:?} {t}: {own} {lane:?}");
                    }
                    assert!(learner.weights().iter().all(|w| (lo..=hi).contains(&w.value)), "{held:?} {t}");
                }
                assert_eq!((learner.rounds(), learner.bound(), learner.iterate()), (t, None, None));
                assert_eq!(learner.lanes().len(), 7);
            }
        }
    }
}

/// More l1 leaves fewer weights, in the learner, in what is served and in what is exported small; none in the end.
#[test]
fn l1_makes_models_sparse() {
    let loss: Loss = "logistic".parse().unwrap();
    let stream = examples(loss, (400, 0.05, 600), 2);
    let mut before = usize::MAX;
    for l1 in [0.0, 0.003, 0.03, 3.0] {
        let mut learner = checked("auto", Some(loss), &Parameters::new().number("l1", l1)).build();
        stream.iter().for_each(|example| {
            learn(learner.as_mut(), example);
        });
        let active = learner.active();
        assert_eq!(active, learner.weights().iter().filter(|w| w.value != 0.0).count());
        assert_eq!(active, learner.freeze().unwrap().active());
        assert_eq!(active, learner.compact().unwrap().list().len());
        assert!(active < before, "{l1}: {active} of {before}");
        before = active;
    }
    assert_eq!(before, 0);
}

/// Without penalties, and in a box that nobody reaches, lanes are those of `auto` but for the width of their floats.
#[test]
fn a_box_that_nobody_reaches_changes_nothing_but_the_group_beside() {
    let loss: Loss = "hinge".parse().unwrap();
    let wide = Parameters::new().number("radius", 1e6);
    let (mut held, mut free) = (checked("auto", Some(loss), &wide).build(), auto(loss));
    for seed in [2, 3] {
        for example in examples(loss, (20, 0.4, 200), seed) {
            let (a, b) = (learn(held.as_mut(), &example), learn(free.as_mut(), &example));
            assert!((a - b).abs() <= 1e-3 * (1.0 + b.abs()), "{a} {b}");
        }
    }
}

/// What is known in advance of the price under the logistic loss, with weights of 1: at most 0.65 twice, and the two priors.
#[test]
fn the_price_of_log_loss_is_fixed_in_advance() {
    let loss: Loss = "logistic".parse().unwrap();
    for shape in SHAPES {
        let mut learner = auto(loss);
        examples(loss, shape, 2).iter().for_each(|example| {
            learn(learner.as_mut(), example);
        });
        for lane in learner.lanes() {
            let most = if lane.name.contains(' ') && !lane.name.starts_with("belief") {
                1.3 - libm::log(lane.prior * 0.5)
            } else {
                0.65 - libm::log(lane.prior)
            };
            assert!(lane.price <= most, "{shape:?} {lane:?} {most}");
        }
    }
}

#[test]
fn the_second_group_is_there_while_features_are_few() {
    for (text, wanted) in [("logistic", [8, 6, 4, 0]), ("squared", [8, 6, 4, 0]), ("hinge", [0; 4])] {
        let loss: Loss = text.parse().unwrap();
        for (shape, wanted) in SHAPES.into_iter().zip(wanted) {
            let mut learner = auto(loss);
            examples(loss, shape, 2).iter().for_each(|example| {
                learn(learner.as_mut(), example);
            });
            assert_eq!(beliefs(learner.as_ref()), wanted, "{text} {shape:?}");
            assert_eq!(learner.state().has("second.index"), wanted > 0);
        }
    }
}

/// Resumed, frozen and asked again: the same bits before, while and after somebody leaves.
#[test]
fn leaving_is_resumed_and_served_bit_for_bit() {
    for text in ["logistic", "squared"] {
        let loss: Loss = text.parse().unwrap();
        for shape in SHAPES {
            let stream = examples(loss, shape, 3);
            let mut learner = auto(loss);
            for (t, example) in stream.iter().enumerate() {
                if t < 12 || t % 25 == 0 {
                    let mut resumed = auto(loss);
                    resumed.restore(&learner.state()).unwrap();
                    assert_eq!(resumed.state(), learner.state());
                    let frozen = learner.freeze().unwrap();
                    let mut state = State::of(|state| frozen.save(state));
                    let served = noregret::Frozen::restore("lanes", loss, &mut state).unwrap();
                    let mut buf = noregret::FeaturesBuf::new();
                    example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
                    let x = buf.finish().unwrap();
                    let wanted = learner.margin(x).to_bits();
                    assert_eq!(served.margin(x).to_bits(), wanted, "{text} {shape:?} {t}");
                    assert_eq!(learn(resumed.as_mut(), example).to_bits(), wanted, "{text} {shape:?} {t}");
                    learn(learner.as_mut(), example);
                    assert_eq!(resumed.state(), learner.state(), "{text} {shape:?} {t}");
                } else {
                    learn(learner.as_mut(), example);
                }
            }
        }
    }
}

/// Files from before there was a second group go on without one.
#[test]
fn a_state_without_a_second_group_has_seven_lanes() {
    let loss: Loss = "logistic".parse().unwrap();
    let mut learner = auto(loss);
    let stream = examples(loss, SHAPES[0], 2);
    stream[..50].iter().for_each(|example| {
        learn(learner.as_mut(), example);
    });
    let mut older = State::new();
    for (name, array) in learner.state().iter() {
        if !name.starts_with("second.") {
            older.put(name, array.clone());
        }
    }
    let mut resumed = auto(loss);
    resumed.restore(&older).unwrap();
    stream[50..].iter().for_each(|example| {
        learn(resumed.as_mut(), example);
    });
    assert_eq!((resumed.lanes().len(), resumed.rounds()), (7, learner.rounds() + 350));
}
