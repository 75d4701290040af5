//! The contract of every learner, run over all that are listed: a new one is tested by being listed.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{
    Array, Features, FeaturesBuf, FeaturesError, Labels, LearnError, Loss, Online, Parameters, Player,
    Predict, State, algorithms,
};
use oracle::{Example, streams};
use proptest::prelude::*;
use stream::{checked, everyone, learn, losses};

const DIM: usize = 5;

fn bits(state: &State) -> Vec<(String, Vec<u64>)> {
    let raw = |array: &Array| match array {
        Array::F64(v) => v.iter().map(|x| x.to_bits()).collect(),
        Array::U32(v) => v.iter().map(|&x| u64::from(x)).collect(),
        Array::U64(v) => v.clone(),
        Array::U8(v) => v.iter().map(|&x| u64::from(x)).collect(),
        Array::F32(v) => v.iter().map(|x| u64::from(x.to_bits())).collect(),
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
        let spec = checked(name, Some("logistic".parse().unwrap()), &Parameters::new());
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
            let held_out = learn(learner.as_mut(), &Example { h: 0.0, ..example.clone() });
            assert_eq!(before, bits(&learner.state()), "{name} {p:?}");
            assert_eq!(predicted.to_bits(), held_out.to_bits(), "{name} {p:?}");
            let learned = learn(learner.as_mut(), &example);
            assert_eq!(predicted.to_bits(), learned.to_bits(), "{name} {p:?}");
        }
    }
}

/// What features add to the margin sums to it: of every learner, of what is kept of it, for values larger than any seen, and for features nobody has met.
#[test]
fn contributions_sum_to_the_margin() {
    let mut counts = [0, 0];
    for (name, p) in everyone() {
        for loss in losses(name, &p) {
            let mut learner = checked(name, Some(loss), &p).build();
            let examples = streams::random(9, DIM, 90, 0.5, stream::labels(loss));
            for example in &examples {
                learn(learner.as_mut(), example);
            }
            let kept = [learner.freeze(), learner.compact().ok()];
            let learner: &dyn Predict = learner.as_ref();
            for who in kept.iter().flatten().map(|frozen| frozen as &dyn Predict).chain([learner]) {
                for (example, factor) in examples.iter().zip([1.0, 1.0, 30.0].into_iter().cycle()) {
                    let mut buf = FeaturesBuf::new();
                    example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v * factor));
                    buf.push(77, 1.0);
                    let x = buf.finish().unwrap();
                    let (parts, margin) = (who.contributions(x), who.margin(x));
                    assert_eq!(parts.len(), x.len(), "{name} {p:?} {loss}");
                    if !margin.is_finite() {
                        continue;
                    }
                    let size = parts.iter().map(|part| part.abs()).sum::<f64>();
                    let sum = parts.iter().sum::<f64>();
                    let close = (sum - margin).abs() <= 1e-5 * (size + margin.abs()) + 1e-12;
                    // What is clipped to the labels seen, or shared on a simplex with features nobody has met, is told as far as it is little.
                    let clipped = format!("{name} {p:?}").contains("auto") && loss.labels() == Labels::Real;
                    let shared = format!("{p:?}").contains("simplex");
                    assert!(
                        close || clipped || shared,
                        "{name} {p:?} {loss}: {sum} is not {margin}, of {parts:?}"
                    );
                    counts[usize::from(close)] += 1;
                }
            }
        }
    }
    assert!(counts[1] > 20 * counts[0], "{counts:?} do not sum, and do");
}

/// Whoever can be frozen predicts the same afterwards, to the bit, also for what was never seen, and after a round trip.
#[test]
fn a_frozen_learner_predicts_the_same_bits() {
    let mut frozen_ones = std::collections::BTreeSet::new();
    for (name, p) in everyone() {
        for loss in losses(name, &p) {
            let mut learner = checked(name, Some(loss), &p).build();
            let examples = streams::random(6, DIM, 150, 0.5, stream::labels(loss));
            for (t, example) in examples.iter().enumerate() {
                if t % 50 != 1 {
                    learn(learner.as_mut(), example);
                    continue;
                }
                let Some(frozen) = learner.freeze() else { break };
                frozen_ones.insert(name);
                let state = State::of(|state| frozen.save(state));
                let back = noregret::Frozen::restore(frozen.form(), loss, &mut state.clone()).unwrap();
                assert_eq!(frozen.list(), learner.weights(), "{name} {p:?} {loss}");
                assert_eq!((frozen.rounds(), frozen.active()), (learner.rounds(), learner.active()));
                for example in &examples {
                    // Larger than anything seen, and features nobody has met.
                    for factor in [1.0, 100.0] {
                        let mut buf = FeaturesBuf::new();
                        example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32 * 2, v * factor));
                        let x = buf.finish().unwrap();
                        let margin = learner.margin(x);
                        assert_eq!(frozen.margin(x).to_bits(), margin.to_bits(), "{name} {p:?} {loss} {t}");
                        assert_eq!(back.margin(x).to_bits(), margin.to_bits(), "{name} {p:?} {loss} {t}");
                    }
                }
            }
        }
    }
    assert!(
        ["auto", "ada-diag", "per-coord", "ftrl", "arow", "ons"]
            .iter()
            .all(|name| frozen_ones.contains(name))
    );
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
                    let finite = match values {
                        Array::F64(values) => values.iter().all(|v| v.is_finite()),
                        Array::F32(values) => values.iter().all(|v| v.is_finite()),
                        Array::U32(_) | Array::U64(_) | Array::U8(_) => true,
                    };
                    assert!(finite, "{name} {p:?} {loss} round {t}: {array} {values:?}");
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
            if loss.labels() == Labels::Binary {
                assert!(learner.learn(x, 0.0, 1.0).is_err());
            }
            assert_eq!(learner.rounds(), 0);
        }
    }
}

/// Numbers from the smallest to the largest there are, and ordinary ones between them.
struct Extremes(streams::SplitMix64);

impl Extremes {
    fn size(&mut self) -> f64 {
        let (kind, place) = (self.0.uniform(), self.0.uniform());
        let exponent = match kind {
            k if k < 0.5 => 4.0 * place - 2.0,
            k if k < 0.8 => 628.0 * place - 320.0,
            k if k < 0.9 => 300.0 + 8.25 * place,
            _ => 140.0 + 30.0 * place,
        };
        libm::pow(10.0, exponent).clamp(5e-324, 1.7e308)
    }

    fn signed(&mut self) -> f64 {
        let size = self.size();
        if self.0.uniform() < 0.5 { -size } else { size }
    }

    fn label(&mut self, loss: Loss) -> f64 {
        match loss.labels() {
            Labels::Binary => self.signed().signum(),
            Labels::Real => self.signed(),
            Labels::Count => self.size(),
        }
    }

    fn weight(&mut self) -> f64 {
        if self.0.uniform() < 0.6 { 1.0 } else { self.size() }
    }

    /// A vector of some of the coordinates.
    fn vector(&mut self, buf: &mut FeaturesBuf) {
        buf.clear();
        for index in 0..DIM as u32 {
            if self.0.uniform() < 0.5 {
                buf.push(index, self.signed());
            }
        }
    }
}

/// What a learner gives as its state another takes, and goes on from it to the same bits.
fn comes_back(learner: &dyn Online, fresh: &mut dyn Online, what: &str) {
    let state = learner.state();
    fresh.restore(&state).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(bits(&fresh.state()), bits(&state), "{what}");
    assert_eq!(fresh.bound().map(f64::to_bits), learner.bound().map(f64::to_bits), "{what}");
    for (index, value) in [(0, 1.0), (1, -1e-200), (2, 1e150), (9, 3.0)] {
        let x = [value];
        let x = Features::new(std::slice::from_ref(&index), &x).unwrap();
        let (a, b) = (learner.margin(x), fresh.margin(x));
        assert!(a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()), "{what}: {a} {b}");
    }
}

/// Values, labels and importance weights of every size: rounds are learned from or refused, a refusal leaves no trace, and no learner
/// saves what it would not load.
#[test]
fn what_is_saved_can_be_loaded_whatever_was_learned() {
    for (name, p) in everyone() {
        for loss in losses(name, &p) {
            let spec = checked(name, Some(loss), &p);
            for seed in 0..4 {
                let mut draw = Extremes(streams::SplitMix64::new(seed));
                let mut learner = spec.build();
                let mut buf = FeaturesBuf::new();
                for t in 0..30 {
                    draw.vector(&mut buf);
                    let (y, weight) = (draw.label(loss), draw.weight());
                    let x = buf.finish().unwrap();
                    let before = learner.state();
                    let what = format!("{name} {p:?} {loss} seed {seed} round {t}: {x:?} {y} {weight}");
                    match learner.learn(x, y, weight) {
                        Ok(p) => assert!(p.is_finite(), "{what}"),
                        Err(
                            LearnError::Overflow { .. }
                            | LearnError::LeftDomain { .. }
                            | LearnError::Unresolved,
                        ) => {
                            assert_eq!(bits(&before), bits(&learner.state()), "{what}")
                        }
                        Err(other) => panic!("{what}: {other}"),
                    }
                    if t % 3 == 2 {
                        comes_back(learner.as_ref(), spec.build().as_mut(), &what);
                    }
                }
            }
        }
    }
}

#[test]
fn what_players_save_can_be_loaded_whatever_was_played() {
    for (name, p) in everyone() {
        let Ok(spec) = algorithms::find(name).unwrap().spec(None, &p).unwrap().check() else { continue };
        let Ok(mut player) = Player::new(&spec) else { continue };
        for seed in 0..4 {
            let mut draw = Extremes(streams::SplitMix64::new(seed));
            let mut buf = FeaturesBuf::new();
            for t in 0..30 {
                draw.vector(&mut buf);
                let before = player.state();
                if player.learn(buf.finish().unwrap()).is_err() {
                    assert_eq!(bits(&before), bits(&player.state()), "{name} {p:?} seed {seed} round {t}");
                }
                let state = player.state();
                let mut back = Player::new(&spec).unwrap();
                back.restore(&state).unwrap_or_else(|e| panic!("{name} {p:?} seed {seed} round {t}: {e}"));
                assert_eq!(bits(&back.state()), bits(&state));
                assert_eq!(back.point(DIM as u32), player.point(DIM as u32));
            }
        }
    }
}

/// Losses that add up beyond the largest number are refused by every copy alike; the learner can be saved.
#[test]
fn flh_counts_no_losses_beyond_the_largest_number() {
    for base in ["ogd", "per-coord", "ada-diag", "mirror"] {
        let spec = checked("flh", Some("absolute".parse().unwrap()), &Parameters::new().word("base", base));
        let mut learner = spec.build();
        let x = Features::new(&[0], &[1.0]).unwrap();
        let mut refused = 0;
        for t in 0..6 {
            let before = learner.state();
            if learner.learn(x, if t % 2 == 0 { -1e308 } else { 1e308 }, 1.0).is_err() {
                refused += 1;
                assert_eq!(bits(&before), bits(&learner.state()), "{base}");
            }
            comes_back(learner.as_ref(), spec.build().as_mut(), base);
        }
        assert!((1..6).contains(&refused), "{base}: {refused}");
    }
}

/// In a box without 0 a copy that has not met a feature plays an end of the box, and the weights shown say so.
#[test]
fn the_weights_flh_shows_are_those_it_plays() {
    let p = Parameters::new().word("base", "per-coord").interval("box", 0.05, 0.1);
    let mut learner = checked("flh", None, &p).build();
    for (t, example) in streams::random(9, DIM, 60, 0.5, streams::Labels::Binary).iter().enumerate() {
        learn(learner.as_mut(), example);
        for weight in learner.weights() {
            let x = Features::new(std::slice::from_ref(&weight.index), &[1.0]).unwrap();
            assert_eq!(learner.margin(x), weight.value, "round {t}");
            assert!(weight.value >= 0.05 - 1e-15 && weight.value <= 0.1 + 1e-15, "round {t}: {weight:?}");
        }
    }
}

/// What a copy of `auto` says of a feature it has not met is no weight: it says as much of nothing.
#[test]
fn flh_over_auto_shows_small_weights_of_a_feature_that_went() {
    let p = Parameters::new().word("base", "auto");
    let mut learner = checked("flh", Some("squared".parse().unwrap()), &p).build();
    for (t, example) in streams::random(9, 2, 400, 1.0, streams::Labels::Binary).iter().enumerate() {
        let gone = if t < 150 { example.x[1] } else { 0.0 };
        let told = Example { x: vec![example.x[0], gone], y: 100.0 + 3.0 * example.x[0], h: 1.0 };
        learn(learner.as_mut(), &told);
    }
    let shown = learner.weights();
    assert!(
        shown.iter().find(|weight| weight.index == 1).is_some_and(|weight| weight.value.abs() < 1.0),
        "{shown:?}"
    );
}

/// A number changed to one no learner could have written: the state is refused.
#[test]
fn impossible_states_are_refused() {
    let columns = [
        "cell.accumulator",
        "cell.variance",
        "cell.error",
        "cell.count",
        "cell.lambda",
        "cell.curvature",
        "cell.clock",
        "cell.scale",
        "cell.guess",
        "cell.variation",
        "shared",
        "decay",
        "factor",
        "copies.share",
        "lanes.posterior",
        "copy.0.base.cell.accumulator",
    ];
    let mut tried = std::collections::BTreeSet::new();
    let mut all = everyone();
    all.push(("ogd", Parameters::new().number("l1", 0.01).number("l2", 0.01)));
    all.push(("ada-diag", Parameters::new().word("method", "pds").number("radius", 1.0)));
    for (name, p) in all {
        let spec = checked(name, None, &p);
        let mut learner = spec.build();
        for example in streams::random(3, DIM, 9, 0.7, stream::labels(spec.spec().loss)) {
            learn(learner.as_mut(), &example);
        }
        let state = learner.state();
        let refused = |column: &str, value: f64| {
            let mut other = state.clone();
            let mut values = state.reals(column).unwrap().to_vec();
            values[0] = value;
            other.put(column, Array::F64(values));
            spec.build().restore(&other).is_err()
        };
        for column in columns.into_iter().filter(|column| state.reals(column).is_ok()) {
            tried.insert(column);
            assert!(refused(column, -1.0), "{name} {p:?} {column}");
        }
        for column in ["cell.clock", "cell.variance", "copies.share"] {
            if state.reals(column).is_ok() {
                assert!(refused(column, 1e9), "{name} {p:?} {column}");
            }
        }
        if let Ok(seen) = state.count("seen") {
            let mut other = state.clone();
            other.put_count("seen", seen + 1);
            assert!(spec.build().restore(&other).is_err(), "{name} {p:?}");
        }
        assert!(spec.build().restore(&state).is_ok());
    }
    assert_eq!(tried.len(), columns.len(), "{tried:?}");
}

/// A round is learned for the example it was prepared for, whatever was looked at since; only the last one prepared, and only once.
#[test]
fn what_is_committed_is_what_was_prepared() {
    for (name, p) in everyone() {
        let loss = losses(name, &p)[0];
        let spec = checked(name, Some(loss), &p);
        let (mut whole, mut split) = (spec.build(), spec.build());
        let examples = streams::random(6, DIM, 20, 0.6, stream::labels(loss));
        let mut buf = FeaturesBuf::new();
        let mut fill = |example: &Example, prepare: &mut dyn Online| {
            buf.clear();
            example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
            prepare.prepare(buf.finish().unwrap(), example.y, example.h).unwrap()
        };
        for pair in examples.windows(2) {
            let a = learn(whole.as_mut(), &pair[0]);
            fill(&pair[1], split.as_mut());
            let b = fill(&pair[0], split.as_mut());
            stream::margin(split.as_ref(), &pair[1].x);
            split.commit();
            split.commit();
            assert_eq!(a.to_bits(), b.to_bits(), "{name} {p:?}");
            assert_eq!(bits(&whole.state()), bits(&split.state()), "{name} {p:?}");
        }
        // Neither a refusal nor a state read back leaves anything to commit.
        let before = split.state();
        assert!(split.prepare(Features::default(), f64::NAN, 1.0).is_err());
        split.commit();
        fill(&examples[0], split.as_mut());
        split.restore(&before).unwrap();
        split.commit();
        assert_eq!(bits(&before), bits(&split.state()), "{name} {p:?}");
    }
}

/// A group the spec does not have is refused where groups count, and is nobody's business elsewhere.
#[test]
fn a_group_that_is_not_there_is_refused() {
    let x = Features::grouped(&[1], &[1.0], &[9]).unwrap();
    for (name, p) in everyone() {
        let loss = losses(name, &p)[0];
        let mut learner = checked(name, Some(loss), &p).build();
        let before = learner.state();
        match learner.learn(x, 1.0, 1.0) {
            Ok(_) => {}
            Err(LearnError::Group { index: 1, group: 9, groups: 1 }) => {
                assert!(learner.margin(x).is_nan(), "{name} {p:?}");
                assert!(learner.learn(x, 1.0, 0.0).is_err(), "{name} {p:?}");
                assert_eq!(bits(&before), bits(&learner.state()));
            }
            Err(other) => panic!("{name} {p:?}: {other}"),
        }
    }
    for name in ["per-coord", "ogd", "ftrl", "mirror"] {
        let spec = checked(name, None, &Parameters::new());
        let told = LearnError::Group { index: 1, group: 9, groups: 1 };
        assert_eq!(spec.build().learn(x, 1.0, 1.0), Err(told.clone()), "{name}");
        if let Ok(mut player) = Player::new(&spec) {
            assert_eq!(player.learn(x), Err(told), "{name}");
        }
    }
}

/// A zero is no feature: it is dropped by one constructor, refused by the other, and learned from by nobody.
#[test]
fn there_is_one_way_to_write_a_vector() {
    assert_eq!(Features::new(&[1, 2], &[1.0, 0.0]).unwrap_err(), FeaturesError::Zero { index: 2 });
    let mut buf = FeaturesBuf::new();
    [(1, 1.0), (2, 0.0)].into_iter().for_each(|(index, value)| buf.push(index, value));
    for (name, p) in everyone() {
        let spec = checked(name, None, &p);
        let (mut a, mut b) = (spec.build(), spec.build());
        let y = 1.0;
        a.learn(buf.finish().unwrap(), y, 1.0).unwrap();
        b.learn(Features::new(&[1], &[1.0]).unwrap(), y, 1.0).unwrap();
        assert_eq!(bits(&a.state()), bits(&b.state()), "{name} {p:?}");
    }
}

/// What cannot be learned from for the size of its values cannot be predicted either: there is no number to print.
#[test]
fn auto_predicts_nothing_for_values_it_would_not_learn_from() {
    for loss in losses("auto", &Parameters::new()) {
        let mut learner = checked("auto", Some(loss), &Parameters::new()).build();
        for (value, y) in [(1.0, 1.0), (2.0, 1.0), (1.5, 1.0)] {
            learner.learn(Features::new(&[1], &[value]).unwrap(), y, 1.0).unwrap();
        }
        for (index, value) in [(1, 1e39), (1, -1e31), (7, 1e39), (7, 1e300)] {
            let x = [value];
            let x = Features::new(std::slice::from_ref(&index), &x).unwrap();
            assert!(learner.learn(x, 1.0, 1.0).is_err(), "{loss} {value}");
            assert!(learner.margin(x).is_nan(), "{loss} {value}");
            assert!(learner.learn(x, 1.0, 0.0).is_err(), "{loss} {value}");
        }
    }
}

#[test]
fn a_state_of_another_learner_is_refused() {
    let mut learners: Vec<Box<dyn Online>> = Vec::new();
    for name in ["auto", "per-coord", "cw", "variation", "ftrl", "flh"] {
        let mut learner = checked(name, None, &Parameters::new()).build();
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
