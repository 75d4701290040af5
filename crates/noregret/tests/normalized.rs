//! `--normalize`: any learner behind scales is that learner on examples that were scaled by hand, and all that holds of learners holds of it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret::{
    Classify, Coupling, Features, Frozen, LearnError, Online, Parameters, Predict, Spec, State, Weight,
    algorithms,
};
use oracle::streams::SplitMix64;

/// Every learner that takes it.
fn learners() -> impl Iterator<Item = &'static str> {
    let takes = |a: &&algorithms::Algorithm| a.parameters.iter().any(|p| p.name == "normalize");
    algorithms::ALL.iter().filter(takes).map(|a| a.name)
}

fn built(name: &str, normalize: bool) -> Box<dyn Online> {
    let given = Parameters::new();
    let given = if normalize { given.word("normalize", "yes") } else { given };
    let spec = algorithms::find(name).unwrap().spec(None, &given).unwrap();
    assert_eq!(spec.normalize, normalize);
    spec.check().unwrap().build()
}

/// Columns in units of their own, some absent at times, and a label.
fn stream(seed: u64, rounds: usize) -> Vec<(Vec<u32>, Vec<f64>, f64)> {
    let mut random = SplitMix64::new(seed);
    let units = [1.0, 3e4, 0.02, 700.0, 1e-5, 12.0];
    let round = |_| {
        let all: Vec<(u32, f64)> = (0..6)
            .filter_map(|i| {
                let value = random.signed();
                (value > -0.7).then_some((i as u32 * 3, units[i] * value))
            })
            .collect();
        let label =
            if all.iter().map(|(i, x)| x / units[*i as usize / 3]).sum::<f64>() > 0.5 { 1.0 } else { -1.0 };
        (all.iter().map(|(i, _)| *i).collect(), all.iter().map(|(_, x)| *x).collect(), label)
    };
    (0..rounds).map(round).collect()
}

#[test]
fn it_is_the_learner_on_examples_scaled_by_hand() {
    for name in learners() {
        let (mut ours, mut plain) = (built(name, true), built(name, false));
        let mut scales = [0.0f64; 20];
        for (round, (indices, values, y)) in stream(1, 60).iter().enumerate() {
            let weight = if round % 7 == 3 { 0.0 } else { 1.0 };
            let x = Features::new(indices, values).unwrap();
            let seen: Vec<f64> =
                indices.iter().zip(values).map(|(&i, v)| scales[i as usize].max(v.abs())).collect();
            let by_hand: Vec<f64> = values.iter().zip(&seen).map(|(v, s)| v / s).collect();
            let scaled = Features::new(indices, &by_hand).unwrap();
            assert_eq!(ours.margin(x).to_bits(), plain.margin(scaled).to_bits(), "{name}, round {round}");
            let (a, b) = (ours.learn(x, *y, weight).unwrap(), plain.learn(scaled, *y, weight).unwrap());
            assert_eq!(a.to_bits(), b.to_bits(), "{name}, round {round}");
            if weight > 0.0 {
                indices.iter().zip(&seen).for_each(|(&i, &s)| scales[i as usize] = s);
            }
            assert_eq!(ours.freeze().is_some(), plain.freeze().is_some(), "{name}");
            if let Some(frozen) = ours.freeze() {
                serves(ours.as_ref(), &frozen, &ours.weights(), &format!("{name}, round {round}"));
            }
        }
        for (ours, plain) in ours.weights().iter().zip(plain.weights()) {
            assert_eq!(ours.index, plain.index);
            assert_eq!(
                ours.value,
                plain.value / scales[plain.index as usize],
                "{name}: in the units of the data"
            );
        }
        assert_eq!((ours.rounds(), ours.bound()), (plain.rounds(), None), "{name}");
    }
}

/// A predictor answers as it should, also what is larger than anything seen, or was never met; so it does once it was saved.
fn serves(asked: &dyn Predict, frozen: &Frozen, weights: &[Weight], what: &str) {
    let mut state = State::of(|state| frozen.save(state));
    let back = Frozen::restore(frozen.form(), "logistic".parse().unwrap(), &mut state).unwrap();
    assert_eq!((frozen.form(), frozen.list().as_slice()), ("scaled", weights), "{what}");
    for (indices, values, _) in stream(9, 5) {
        for (factor, more) in [(1.0, 0), (100.0, 0), (0.5, 1)] {
            let indices: Vec<u32> = indices.iter().map(|i| i + more).collect();
            let values: Vec<f64> = values.iter().map(|v| factor * v).collect();
            let x = Features::new(&indices, &values).unwrap();
            let margin = asked.margin(x).to_bits();
            assert_eq!((frozen.margin(x).to_bits(), back.margin(x).to_bits()), (margin, margin), "{what}");
        }
    }
}

/// Magnitudes that grow by tens while labels turn around: averages are of the weights on scaled values, whatever the scale was when they were taken.
#[test]
fn averages_are_of_weights_on_scaled_values() {
    let mut averaged = 0;
    for name in learners() {
        let given = Parameters::new().word("average", "yes");
        let of = |given: Parameters| {
            algorithms::find(name).unwrap().spec(None, &given).unwrap().check().map(|spec| spec.build())
        };
        let (Ok(mut ours), Ok(mut plain)) = (of(given.clone().word("normalize", "yes")), of(given)) else {
            continue;
        };
        let mut scales = [0.0f64; 20];
        for (round, (indices, values, y)) in stream(4, 600).into_iter().enumerate() {
            let grown = [1.0, 10.0, 300.0][round / 200];
            let values: Vec<f64> = values.iter().map(|v| grown * v).collect();
            let y = if round / 100 % 2 == 0 { y } else { -y };
            let x = Features::new(&indices, &values).unwrap();
            indices
                .iter()
                .zip(&values)
                .for_each(|(&i, v)| scales[i as usize] = scales[i as usize].max(v.abs()));
            let by_hand: Vec<f64> =
                indices.iter().zip(&values).map(|(&i, v)| v / scales[i as usize]).collect();
            let scaled = Features::new(&indices, &by_hand).unwrap();
            assert_eq!(ours.learn(x, y, 1.0), plain.learn(scaled, y, 1.0), "{name}, round {round}");
            assert_eq!(ours.iterate(), plain.iterate(), "{name}, round {round}");
            let (serving, by_hand) = (ours.serving(), plain.serving());
            assert_eq!((serving.is_some(), ours.settled().is_some()), (by_hand.is_some(), by_hand.is_some()));
            let (Some(serving), Some(by_hand)) = (serving, by_hand) else { continue };
            assert_eq!(
                serving.margin(x).to_bits(),
                by_hand.margin(scaled).to_bits(),
                "{name}, round {round}"
            );
            assert_eq!(serving.contributions(x), by_hand.contributions(scaled), "{name}, round {round}");
            let settled = ours.settled().unwrap();
            let what = format!("{name}, round {round}");
            let shown = settled.list();
            serves(serving.as_ref(), &settled, &shown, &what);
            for (weight, plain) in shown.iter().zip(plain.settled().unwrap().list()) {
                assert_eq!(weight.value, plain.value / scales[weight.index as usize], "{what}");
            }
            averaged += 1;
        }
        let mut back = of(Parameters::new().word("average", "yes").word("normalize", "yes")).unwrap();
        back.restore(&ours.state()).unwrap();
        assert_eq!((back.state(), back.iterate()), (ours.state(), ours.iterate()), "{name}");
    }
    assert!(averaged > 1000, "{averaged}");
}

#[test]
fn copies_with_scales_of_their_own_have_no_averages() {
    let given = Parameters::new().word("normalize", "yes").word("average", "yes");
    let told = algorithms::find("flh").unwrap().spec(None, &given).unwrap().check().unwrap_err().to_string();
    assert!(told.contains("--normalize=no"), "{told}");
}

#[test]
fn zeros_and_ones_are_left_alone() {
    let mut random = SplitMix64::new(2);
    for name in learners() {
        let (mut ours, mut plain) = (built(name, true), built(name, false));
        for _ in 0..80 {
            let indices: Vec<u32> = (0..9).filter(|_| random.signed() > 0.0).collect();
            let values = vec![1.0; indices.len()];
            let (x, y) = (Features::new(&indices, &values).unwrap(), random.signed().signum());
            assert_eq!(ours.learn(x, y, 1.0).unwrap().to_bits(), plain.learn(x, y, 1.0).unwrap().to_bits());
        }
        assert_eq!(ours.weights(), plain.weights(), "{name}");
    }
}

#[test]
fn resumed_is_uninterrupted_and_refused_leaves_all_as_it_was() {
    for name in learners() {
        let (mut whole, mut parts) = (built(name, true), built(name, true));
        for (round, (indices, values, y)) in stream(3, 40).iter().enumerate() {
            let x = Features::new(indices, values).unwrap();
            if round % 9 == 4 {
                let mut next = built(name, true);
                next.restore(&parts.state()).unwrap();
                assert_eq!(next.state(), parts.state(), "{name}");
                // What is refused, and what is prepared and not committed, changes nothing.
                assert!(matches!(next.learn(x, f64::NAN, 1.0), Err(LearnError::Label(_))));
                next.prepare(x, *y, 1.0).unwrap();
                parts.prepare(x, *y, 0.0).unwrap();
                assert_eq!(next.state(), parts.state(), "{name}");
                parts = next;
            }
            assert_eq!(whole.learn(x, *y, 1.0), parts.learn(x, *y, 1.0), "{name}");
        }
        assert_eq!(whole.state(), parts.state(), "{name}");
        let good = whole.state();
        let mut bad = good.clone();
        bad.put("scale", noregret::Array::F64(vec![-1.0; good.reals("scale").unwrap().len()]));
        assert!(parts.restore(&bad).is_err() && parts.restore(&built(name, false).state()).is_err());
        assert_eq!(parts.state(), good, "{name}");
    }
}

#[test]
fn parts_merge_and_scales_are_the_largest() {
    let learn = |learner: &mut dyn Online, seed: u64| {
        for (indices, values, y) in stream(seed, 50) {
            learner.learn(Features::new(&indices, &values).unwrap(), y, 1.0).unwrap();
        }
    };
    let mut parts = [built("ada-diag", true), built("ada-diag", true)];
    parts.iter_mut().zip([5, 6]).for_each(|(part, seed)| learn(part.as_mut(), seed));
    let states: Vec<_> = parts.iter().map(|part| part.state()).collect();
    let mut whole = built("ada-diag", true);
    whole.merge(&mut states.iter().cloned().map(Ok)).unwrap();
    assert_eq!(whole.rounds(), 100);
    let scales = |state: &State| state.reals("scale").unwrap().to_vec();
    let merged = scales(&whole.state());
    let [a, b] = [scales(&states[0]), scales(&states[1])];
    assert!(merged.iter().zip(a.iter().zip(&b)).all(|(m, (a, b))| *m == a.max(*b)));
    let mut alone = built("ada-diag", true);
    alone.merge(&mut states[..1].iter().cloned().map(Ok)).unwrap();
    assert_eq!(alone.state(), states[0]);
}

#[test]
fn classes_are_normalized_one_against_the_rest() {
    let given = Parameters::new().word("normalize", "yes");
    let spec = algorithms::find("ada-diag").unwrap().spec(None, &given).unwrap();
    assert!(Spec { classes: Some(Coupling::Softmax), ..spec.clone() }.check_classes().is_err());
    let classes = spec.over_classes().unwrap();
    assert_eq!(classes.coupling(), Coupling::Rest);
    let (mut learner, mut margins) = (classes.build(), Vec::new());
    let mut right = 0;
    for (indices, values, y) in stream(8, 300) {
        let x = Features::new(&indices, &values).unwrap();
        let class = usize::from(y > 0.0);
        learner.learn(x, class, 1.0, &mut margins).unwrap();
        right += usize::from(margins.len() == 2 && (margins[1] > margins[0]) == (class == 1));
    }
    assert!(right > 200, "{right}");
    let frozen = learner.freeze().unwrap();
    let state = State::of(|state| frozen.save(state));
    let back = noregret::FrozenClasses::restore(frozen.form(), frozen.objective(), &state).unwrap();
    assert_eq!(frozen.form(), "rest-scaled");
    for (indices, values, _) in stream(9, 5) {
        let x = Features::new(&indices, &values).unwrap();
        let mut all = [[0.0; 2]; 3];
        learner.margins(x, &mut all[0]);
        frozen.margins(x, &mut all[1]);
        back.margins(x, &mut all[2]);
        assert_eq!((all[0], all[0]), (all[1], all[2]));
    }
}

/// The copies of `flh` have scales of their own each; shown are weights in the units of the data.
#[test]
fn weights_of_copies_are_in_the_units_of_the_data() {
    let given = Parameters::new().word("base", "ada-diag").word("normalize", "yes");
    let spec = algorithms::find("flh").unwrap().spec(None, &given).unwrap();
    let mut learner = spec.check().unwrap().build();
    for (indices, values, y) in stream(4, 80) {
        learner.learn(Features::new(&indices, &values).unwrap(), y, 1.0).unwrap();
    }
    let weights = learner.weights();
    assert_eq!(weights.len(), 6);
    // Small values, so that no scale grows, of one feature each.
    for (weight, unit) in weights.iter().zip([1.0, 3e4, 0.02, 700.0, 1e-5, 12.0]) {
        let value = 1e-3 * unit;
        let margin = learner.margin(Features::new(&[weight.index], &[value]).unwrap());
        assert!((margin - weight.value * value).abs() <= 1e-9 * margin.abs(), "{weight:?}: {margin}");
    }
}
