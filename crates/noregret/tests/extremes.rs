//! Learners under full and sketched matrices on numbers of all sizes: every step ends, refusals leave no trace, and what is saved can be read.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{Array, Checked, FeaturesBuf, LearnError, Loss, Online, Parameters, State};
use oracle::streams::SplitMix64;
use proptest::prelude::*;
use stream::checked;

const MATRIX: [&str; 5] = ["ada-full", "ada-fd", "s-ada", "fd-son", "rfd-son"];

fn loss(name: &str) -> Option<Loss> {
    Some(name.parse().unwrap())
}

/// As published.
fn plain(name: &str) -> Parameters {
    if name == "ada-full" { Parameters::new() } else { Parameters::new().word("precondition", "none") }
}

fn features(entries: &[(u32, f64)]) -> FeaturesBuf {
    let mut buf = FeaturesBuf::new();
    entries.iter().for_each(|&(i, v)| buf.push(i, v));
    buf
}

/// A number with this many orders of magnitude about 1, of either sign.
fn any_size(random: &mut SplitMix64, low: f64, high: f64) -> f64 {
    let size = libm::pow(10.0, low + (high - low) * random.uniform());
    if random.uniform() < 0.5 { -size } else { size }
}

/// A share of so many features, of sizes from 10^-most to 10^most.
fn some(random: &mut SplitMix64, features: u32, share: f64, most: f64) -> Vec<(u32, f64)> {
    let mut entries = Vec::new();
    for index in 0..features {
        if random.uniform() < share {
            entries.push((index, any_size(random, -most, most)));
        }
    }
    entries
}

fn same(a: &State, b: &State) -> bool {
    let bits = |array: &Array| match array {
        Array::F64(v) => v.iter().map(|x| x.to_bits()).collect(),
        Array::U32(v) => v.iter().map(|&x| u64::from(x)).collect(),
        Array::U64(v) => v.clone(),
        Array::U8(v) => v.iter().map(|&x| u64::from(x)).collect::<Vec<u64>>(),
        Array::F32(v) => v.iter().map(|x| u64::from(x.to_bits())).collect(),
    };
    let all =
        |state: &State| state.iter().map(|(name, array)| (name.to_owned(), bits(array))).collect::<Vec<_>>();
    all(a) == all(b)
}

/// Learns, or is refused without a trace; gives the refusal.
fn try_learn(learner: &mut dyn Online, entries: &[(u32, f64)], y: f64) -> Option<LearnError> {
    let before = learner.state();
    let mut buf = features(entries);
    let refused = learner.learn(buf.finish().unwrap(), y, 1.0).err();
    if refused.is_some() {
        assert!(same(&before, &learner.state()), "a refused example left a trace");
    }
    refused
}

/// Ids, bytes and times have such sizes. The matrix has a condition beyond 1e16 in the end.
#[test]
fn columns_of_ids_and_times_under_a_box_and_a_penalty_are_learned() {
    let rows: [(&[(u32, f64)], f64); 8] = [
        (&[(1, 676463520.1146805), (7, 61866718299.56649)], -1.0),
        (&[(2, -0.024385072225945482)], -1.0),
        (&[(4, 61087646.78282779)], 1.0),
        (
            &[
                (0, 830992.8495224627),
                (2, -348076376577.3054),
                (6, -8669.924519549308),
                (7, -8642538167.969957),
            ],
            -1.0,
        ),
        (&[(1, -14130.726371959752), (6, -16154966529.365065)], -1.0),
        (&[(7, 235488841.26023796)], 1.0),
        (&[(1, -137134.0902697378), (5, 5792573.148936388)], -1.0),
        (&[], -1.0),
    ];
    for name in MATRIX {
        let p = Parameters::new().number("radius", 1.0).number("l1", 0.01);
        let mut learner = checked(name, loss("logistic"), &p).build();
        for (t, (entries, y)) in rows.iter().enumerate() {
            let with_bias: Vec<(u32, f64)> = entries.iter().copied().chain([(99, 1.0)]).collect();
            let refused = try_learn(learner.as_mut(), &with_bias, *y);
            assert_eq!(refused, None, "{name} row {t}");
            assert!(learner.weights().iter().all(|w| w.value.abs() <= 1.0), "{name} row {t}");
        }
    }
}

/// Hours of rented bicycles, or of larger things: hours, weather in shares, counts as labels and beside them.
#[test]
fn counts_beside_large_columns_under_a_box_are_learned_or_overflow() {
    for most in [1e3, 1e4, 1e6] {
        for seed in 1..4 {
            for name in MATRIX {
                let p = Parameters::new().number("radius", 1.0);
                let mut learner = checked(name, loss("poisson"), &p).build();
                let mut random = SplitMix64::new(seed);
                let mut learned = 0;
                for t in 0..150_u32 {
                    let mut count = |most: f64| {
                        if random.uniform() < 0.8 { (most * random.uniform()).round() } else { 0.0 }
                    };
                    let (casual, registered) = (count(0.1 * most), count(most));
                    let columns = [t + 1, t % 24, t / 24 % 7, 1 + t % 3].map(f64::from);
                    let weather = [random.uniform(), random.uniform(), random.uniform()];
                    let all = columns.into_iter().chain(weather).chain([casual, registered, 1.0]);
                    let entries: Vec<(u32, f64)> = (0..).zip(all).collect();
                    match try_learn(learner.as_mut(), &entries, casual + registered) {
                        None => learned += 1,
                        Some(LearnError::Overflow { .. }) => {}
                        Some(other) => panic!("{name} {most} row {t}: {other}"),
                    }
                    assert!(learner.weights().iter().all(|w| w.value.abs() <= 1.0), "{name} {most} row {t}");
                }
                // Many margins overflow the exponential, but not all.
                assert!(learned > 2, "{name} {most}: {learned}");
            }
        }
    }
}

/// Whatever the columns, a step is found or refused, and the search for it ends.
#[test]
fn steps_end_whatever_the_columns() {
    let mut random = SplitMix64::new(3);
    for most in [3.0, 12.0, 40.0, 140.0] {
        for round in 0..40 {
            let name = MATRIX[round % 5];
            let mut p = Parameters::new().number("radius", [1.0, 1e-3, 1e6][round % 3]);
            if round % 2 == 0 {
                p = p.number("l1", 0.01).number("l2", [0.0, 1.0][round / 2 % 2]);
            }
            let mut learner = checked(name, loss(["logistic", "squared", "poisson"][round % 3]), &p).build();
            for _ in 0..20 {
                let entries = some(&mut random, 10, 0.4, most);
                let y = if round % 3 == 2 { 3.0 } else { random.signed().signum() };
                match try_learn(learner.as_mut(), &entries, y) {
                    None | Some(LearnError::Overflow { .. }) => {}
                    // An exponential makes gradients of any size from columns of any.
                    Some(LearnError::Unresolved) => assert!(most > 3.0 || round % 3 == 2, "{name} {p:?}"),
                    Some(other) => panic!("{name}: {other}"),
                }
                let reach = [1.0, 1e-3, 1e6][round % 3];
                assert!(learner.weights().iter().all(|w| w.value.abs() <= reach), "{name} {p:?}");
            }
        }
    }
}

/// The slope of an example that is right by hundreds of nats is next to nothing, and so is what is learned from it.
#[test]
fn confident_examples_move_next_to_nothing() {
    for name in MATRIX {
        let mut learner = checked(name, loss("logistic"), &plain(name)).build();
        assert_eq!(try_learn(learner.as_mut(), &[(1, -100.0), (2, -300.0)], -1.0), None, "{name}");
        let before = learner.weights();
        // Right by four hundred nats.
        let margin = learner.margin(features(&[(1, -600.0), (2, -200.0)]).finish().unwrap());
        let times = -400.0 / margin;
        let confident = [(1, -600.0 * times), (2, -200.0 * times)];
        assert_eq!(try_learn(learner.as_mut(), &confident, -1.0), None, "{name}");
        for (a, b) in before.iter().zip(learner.weights()) {
            assert!((a.value - b.value).abs() <= 1e-12 * a.value.abs(), "{name}: {} to {}", a.value, b.value);
        }
    }
}

/// Slopes of the logistic loss are at most 1: on columns of ordinary sizes nothing can overflow.
#[test]
fn unscaled_columns_under_logistic_loss_are_never_refused() {
    for (low, high) in [(1.0, 3.0), (-6.0, 6.0)] {
        for seed in 0..12 {
            for name in MATRIX {
                for update in ["explicit", "implicit"] {
                    let mut random = SplitMix64::new(seed);
                    let p = plain(name).word("update", update);
                    let mut learner = checked(name, loss("logistic"), &p).build();
                    for t in 0..60 {
                        let entries: Vec<(u32, f64)> =
                            (0..12).map(|i| (i, any_size(&mut random, low, high))).collect();
                        let y = random.signed().signum();
                        let refused = try_learn(learner.as_mut(), &entries, y);
                        assert_eq!(refused, None, "{name} {update} {low} {high} seed {seed} round {t}");
                    }
                }
            }
        }
    }
}

fn learners() -> Vec<(&'static str, Checked)> {
    let mut all = Vec::new();
    for name in MATRIX {
        let mut add = |p: Parameters| all.push((name, checked(name, loss("logistic"), &p)));
        add(Parameters::new());
        add(plain(name));
        add(plain(name).word("method", "pds"));
        add(plain(name).number("radius", 1.0));
        add(plain(name).number("l1", 0.01).number("l2", 0.1));
        add(plain(name).word("method", "pds").number("l1", 0.01).number("radius", 1e3));
    }
    for name in ["ons", "ada-lr", "ada-dp", "radagrad"] {
        all.push((name, checked(name, loss("logistic"), &Parameters::new())));
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// No learner saves what it would not read.
    #[test]
    fn every_state_saved_restores(seed in any::<u64>(), most in prop::sample::select(vec![1.0, 8.0, 40.0, 140.0, 300.0]), near in any::<bool>()) {
        for (name, spec) in learners() {
            let mut random = SplitMix64::new(seed);
            let mut learner = spec.build();
            let first: Vec<(u32, f64)> = (0..12).map(|i| (i, any_size(&mut random, -most, most))).collect();
            for t in 0..70 {
                let mut entries = some(&mut random, 12, 0.5, most);
                if near && t % 3 > 0 {
                    // Nearly in the span of what was seen: directions are known to a few digits.
                    entries = first.iter().map(|&(i, v)| (i, v * (1.0 + 2e-3 * random.signed()))).collect();
                }
                let y = random.signed().signum();
                try_learn(learner.as_mut(), &entries, y);
                if t % 4 == 3 {
                    let state = learner.state();
                    let restored = spec.build().restore(&state);
                    prop_assert!(restored.is_ok(), "{} {:?} round {}: {:?}", name, spec, t, restored);
                }
            }
        }
    }
}

/// A state with one array changed.
fn with(state: &State, name: &str, change: impl Fn(&mut [f64])) -> Option<State> {
    let mut changed = state.clone();
    let array = state.iter().find(|(other, _)| *other == name)?.1;
    let Array::F64(values) = array else { return None };
    let mut values = values.clone();
    if values.is_empty() {
        return None;
    }
    change(&mut values);
    changed.put(name, Array::F64(values));
    Some(changed)
}

type Change = fn(&mut [f64]);

#[test]
fn impossible_states_are_refused() {
    for (name, spec) in learners() {
        let mut learner = spec.build();
        let mut random = SplitMix64::new(4);
        for _ in 0..45 {
            let entries: Vec<(u32, f64)> = (0..9).map(|i| (i, random.signed())).collect();
            assert_eq!(try_learn(learner.as_mut(), &entries, random.signed().signum()), None, "{name}");
        }
        let state = learner.state();
        let negated: Change = |v| v.iter_mut().for_each(|v| *v = -*v - 1.0);
        let first_off: Change = |v| v[0] += 0.5;
        let huge: Change = |v| v[0] = 1e300;
        let doubled: Change = |v| v.iter_mut().for_each(|v| *v *= 2.0);
        let (wrong, all) = ([negated, huge], [negated, huge, first_off, doubled]);
        let changes: [(&str, &[Change]); 9] = [
            ("gram", &all),
            ("coefficients", &all[1..2]),
            ("mixing", &all[1..]),
            ("spectrum", &wrong),
            ("lost", &wrong),
            ("paid", &wrong[..1]),
            ("tilt", &wrong[1..]),
            ("squares", &wrong[..1]),
            ("local", &wrong[1..]),
        ];
        for (array, changes) in changes {
            for (k, change) in changes.iter().enumerate() {
                if let Some(changed) = with(&state, array, change) {
                    assert!(spec.build().restore(&changed).is_err(), "{name} {spec:?}: {array}, change {k}");
                }
            }
        }
        assert!(spec.build().restore(&state).is_ok(), "{name}");
    }
}

/// Twelve features have no more than twelve directions, however different the columns are in size: what rounding leaves of a row is no direction.
#[test]
fn there_are_no_more_directions_than_features() {
    for seed in 0..20 {
        let mut random = SplitMix64::new(seed);
        let mut learner = checked("ada-full", loss("logistic"), &plain("ada-full")).build();
        for t in 0..150 {
            let entries = some(&mut random, 12, 0.5, 8.0);
            try_learn(learner.as_mut(), &entries, random.signed().signum());
            let directions = learner.state().reals("spectrum").unwrap().len();
            assert!(directions <= 12, "seed {seed} round {t}: {directions}");
        }
    }
}
