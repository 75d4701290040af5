//! The contract of every learner of classes, run over all that are listed: a new one is tested by being listed.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{
    Array, CheckedClasses, Classifier, Classify, Coupling, Features, FeaturesBuf, FrozenClasses, LearnError,
    Loss, Parameters, Spec, SpecError, State, algorithms,
};
use oracle::streams::SplitMix64;
use stream::everyone;

const DIM: u32 = 6;

/// A named algorithm as a learner of classes, with the loss its coupling needs.
fn spec(name: &str, p: &Parameters, coupling: Coupling, loss: Option<Loss>) -> Result<Spec, SpecError> {
    let loss = loss.or_else(|| (coupling == Coupling::Softmax).then(|| "logistic".parse().unwrap()));
    let spec = algorithms::find(name)?.spec(loss, p)?;
    Ok(Spec { classes: Some(coupling), ..spec })
}

/// Every learner of classes there is, with its name.
fn learners() -> Vec<(String, CheckedClasses)> {
    let mut all = Vec::new();
    for (name, p) in everyone() {
        for coupling in Coupling::ALL {
            if let Ok(checked) = spec(name, &p, coupling, None).and_then(Spec::check_classes) {
                all.push((format!("{name} {p:?} {coupling}"), checked));
            }
        }
    }
    for (name, p) in stream::penalized() {
        for coupling in Coupling::ALL {
            let checked = spec(name, &p, coupling, None).and_then(Spec::check_classes);
            all.extend(checked.ok().map(|checked| (format!("{name} {p:?} {coupling}"), checked)));
        }
    }
    for loss in ["logistic", "squared-hinge"] {
        for name in ["ada-diag", "auto", "ftrl", "arow"] {
            let rest = spec(name, &Parameters::new(), Coupling::Rest, Some(loss.parse().unwrap()));
            all.push((format!("{name} {loss} rest"), rest.unwrap().check_classes().unwrap()));
        }
    }
    all
}

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

fn same(a: &[f64], b: &[f64], what: impl FnOnce() -> String) {
    let bits = |z: &[f64]| z.iter().map(|z| z.to_bits()).collect::<Vec<_>>();
    if bits(a) != bits(b) {
        panic!("{}: {a:?} {b:?}", what());
    }
}

/// An example: entries, class, importance.
type Example = (Vec<(u32, f64)>, usize, f64);

/// Classes that come one after the other: new ones every so often, with a jump.
fn stream(seed: u64, rounds: usize) -> Vec<Example> {
    let mut random = SplitMix64::new(seed);
    (0..rounds)
        .map(|t| {
            let known = [1.0, 2.0, 3.0, 3.0, 7.0][(5 * t / rounds).min(4)];
            let class = (random.uniform() * known) as usize;
            let class = if t == 4 * rounds / 5 { 6 } else { class };
            let entries = (0..DIM).filter_map(|i| {
                let (chosen, value) = (random.uniform() < 0.6, random.signed());
                let lean = if i as usize % 4 == class % 4 { 0.7 } else { 0.0 };
                chosen.then_some((i * 3, value + lean))
            });
            // A few features show up before most classes and never again.
            let entries: Vec<_> = entries.chain((t < 3).then_some((200 + t as u32, 1.0))).collect();
            (entries, class, [1.0, 0.5, 2.0, 0.0, 1.0][t % 5])
        })
        .collect()
}

fn features<T>(entries: &[(u32, f64)], act: impl FnOnce(Features<'_>) -> T) -> T {
    let mut buf = FeaturesBuf::new();
    entries.iter().for_each(|&(i, v)| buf.push(i, v));
    act(buf.finish().unwrap())
}

fn learn(learner: &mut dyn Classifier, (entries, class, weight): &Example) -> Vec<f64> {
    let mut margins = Vec::new();
    features(entries, |x| learner.learn(x, *class, *weight, &mut margins)).unwrap();
    margins
}

fn margins(learner: &dyn Classify, entries: &[(u32, f64)], outputs: usize) -> Vec<f64> {
    let mut margins = vec![f64::NAN; outputs];
    features(entries, |x| learner.margins(x, &mut margins));
    margins
}

/// Every algorithm either learns classes or says why not.
#[test]
fn every_algorithm_learns_classes_or_says_why_not() {
    for algorithm in algorithms::ALL {
        for coupling in Coupling::ALL {
            let checked =
                spec(algorithm.name, &Parameters::new(), coupling, None).and_then(Spec::check_classes);
            let softmax = coupling == Coupling::Softmax;
            let refuses = softmax && ["pa", "pa1", "pa2", "cw", "arow", "flh"].contains(&algorithm.name);
            match checked {
                Ok(checked) => {
                    assert!(!refuses, "{} {coupling}", algorithm.name);
                    let mut learner = checked.build();
                    learn(learner.as_mut(), &(vec![(3, 1.0)], 2, 1.0));
                    assert_eq!(learner.outputs(), 3, "{} {coupling}", algorithm.name);
                }
                Err(error) => {
                    assert!(refuses, "{} {coupling}: {error}", algorithm.name);
                    assert!(error.to_string().len() > 20, "{error}");
                }
            }
        }
    }
    assert!(learners().len() > 90, "{}", learners().len());
}

#[test]
fn specs_of_classes_and_of_one_output_are_told_apart() {
    let one = algorithms::find("ada-diag").unwrap().spec(None, &Parameters::new()).unwrap();
    let many = Spec { classes: Some(Coupling::Softmax), ..one.clone() };
    assert!(matches!(one.clone().check_classes(), Err(SpecError::Illegal(_))));
    assert!(matches!(many.clone().check(), Err(SpecError::Illegal(_))));
    assert!(one.clone().check().is_ok());
    let checked = many.clone().check_classes().unwrap();
    assert_eq!((checked.spec(), checked.coupling()), (&many, Coupling::Softmax));
    assert_eq!(checked.one().spec(), &one);
    for coupling in Coupling::ALL {
        let spec = Spec { classes: Some(coupling), ..one.clone() };
        let json = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<Spec>(&json).unwrap(), spec, "{json}");
    }
    assert!(!serde_json::to_string(&one).unwrap().contains("classes"));
    let json = serde_json::to_string(&one).unwrap();
    assert!(serde_json::from_str::<Spec>(&json.replacen('{', r#"{"classes":"both","#, 1)).is_err());
}

#[test]
fn what_softmax_cannot_do_is_refused_with_the_reason() {
    let implicit = || Parameters::new().word("update", "implicit");
    let refused = |name: &str, p: Parameters| {
        spec(name, &p, Coupling::Softmax, None).and_then(Spec::check_classes).unwrap_err().to_string()
    };
    for (name, p, why) in [
        ("per-coord", implicit(), "box"),
        ("global", implicit(), "box"),
        ("ada-diag", implicit().number("l1", 0.1), "penalties"),
        ("ada-diag", implicit().word("method", "pds"), "averaging"),
        ("ftrl", implicit(), "proximal"),
        ("mirror", Parameters::new().word("potential", "entropy"), "entropy"),
        ("mirror", Parameters::new().word("potential", "burg"), "burg"),
        ("mirror", Parameters::new().number("l2", 0.1), "penalties"),
        ("ada-fd", implicit().word("method", "pds"), "pds"),
    ] {
        let error = refused(name, p.clone());
        assert!(error.contains("implicit") && error.contains(why), "{name} {p:?}: {error}");
        let rest = spec(name, &p, Coupling::Rest, None).and_then(Spec::check_classes);
        assert!(rest.is_ok(), "{name} {p:?}");
        let explicit = p.word("update", "explicit");
        let softmax = spec(name, &explicit, Coupling::Softmax, None).and_then(Spec::check_classes);
        assert!(softmax.is_ok(), "{name} {explicit:?}");
    }
    let hinge = spec("ada-diag", &Parameters::new(), Coupling::Softmax, Some("hinge".parse().unwrap()));
    assert!(hinge.unwrap().check_classes().unwrap_err().to_string().contains("logistic"));
    let real = spec("ada-diag", &Parameters::new(), Coupling::Rest, Some("squared".parse().unwrap()));
    assert!(real.unwrap().check_classes().unwrap_err().to_string().contains("binary"));
}

#[test]
fn resumed_is_uninterrupted_bit_for_bit() {
    for (name, spec) in learners() {
        let (mut whole, mut resumed) = (spec.build(), spec.build());
        for (t, example) in stream(1, 90).iter().enumerate() {
            // The first time before anything was learned.
            if t % 13 == 0 {
                let state = resumed.state();
                resumed = spec.build();
                resumed.restore(&state).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(bits(&resumed.state()), bits(&state), "{name}: state changes by a round trip");
            }
            let (a, b) = (learn(whole.as_mut(), example), learn(resumed.as_mut(), example));
            same(&a, &b, || format!("{name} round {t}"));
        }
        assert_eq!(bits(&whole.state()), bits(&resumed.state()), "{name}");
        assert_eq!(whole.bound().map(f64::to_bits), resumed.bound().map(f64::to_bits), "{name}");
        assert_eq!((whole.rounds(), whole.outputs()), (resumed.rounds(), 7), "{name}");
    }
}

#[test]
fn predicting_changes_nothing_and_agrees_with_learning() {
    for (name, spec) in learners() {
        let mut learner = spec.build();
        assert_eq!((learner.outputs(), learner.rounds(), learner.active()), (0, 0, 0));
        for (t, (entries, class, weight)) in stream(2, 60).into_iter().enumerate() {
            let before = bits(&learner.state());
            let outputs = learner.outputs().max(class + 1);
            let predicted = margins(learner.as_ref(), &entries, outputs);
            // Fewer places are the same margins, left out at the end.
            let some = margins(learner.as_ref(), &entries, learner.outputs() / 2);
            same(&some, &margins(learner.as_ref(), &entries, learner.outputs())[..some.len()], || {
                name.clone()
            });
            // An importance of 0 is a prediction too, and brings no class.
            let held_out = learn(learner.as_mut(), &(entries.clone(), class, 0.0));
            assert_eq!(before, bits(&learner.state()), "{name} round {t}");
            same(&predicted, &held_out, || format!("{name} round {t}"));
            let learned = learn(learner.as_mut(), &(entries, class, weight.max(0.1)));
            same(&predicted, &learned, || format!("{name} round {t}"));
            assert_eq!(learner.outputs(), outputs, "{name} round {t}");
            let lost = learner.loss(&learned, class);
            assert!(lost.is_finite() && lost >= 0.0, "{name} round {t}");
            let mut p = learned.clone();
            learner.probabilities(&mut p);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{name} round {t}: {p:?}");
            let best = |z: &[f64]| noregret::classes::best(z).unwrap();
            assert!(p[best(&learned)] >= p[best(&p)] * (1.0 - 1e-12), "{name}: {learned:?} {p:?}");
        }
    }
}

/// What is refused leaves no trace, whatever it was refused for.
#[test]
fn nothing_that_is_not_finite_ever_enters() {
    let extremes = [1e-300, 1e150, 1e200, 1e308, -1e308, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e-160, -1e100];
    let mut refusals = 0;
    for (name, spec) in learners() {
        let mut learner = spec.build();
        let mut random = SplitMix64::new(3);
        for (t, (mut entries, class, _)) in stream(4, 60).into_iter().enumerate() {
            if t % 2 == 1 && !entries.is_empty() {
                let place = t % entries.len();
                entries[place].1 = extremes[(random.uniform() * extremes.len() as f64) as usize];
            }
            let before = bits(&learner.state());
            let weight = if t % 7 == 3 { 1e300 } else { 1.0 };
            let mut margins = Vec::new();
            match features(&entries, |x| learner.learn(x, class, weight, &mut margins)) {
                Ok(()) => assert!(margins.iter().all(|z| z.is_finite()), "{name}"),
                Err(LearnError::Overflow { .. } | LearnError::Unresolved | LearnError::LeftDomain { .. }) => {
                    refusals += 1;
                    assert_eq!(before, bits(&learner.state()), "{name} round {t}");
                }
                Err(other) => panic!("{name}: {other}"),
            }
            for (array, values) in learner.state().iter() {
                let finite = match values {
                    Array::F64(values) => values.iter().all(|v| v.is_finite()),
                    Array::F32(values) => values.iter().all(|v| v.is_finite()),
                    Array::U32(_) | Array::U64(_) | Array::U8(_) => true,
                };
                assert!(finite, "{name} round {t}: {array} {values:?}");
            }
            let all = (0..learner.outputs()).flat_map(|class| learner.weights(class));
            assert!(all.map(|weight| weight.value).all(f64::is_finite), "{name} round {t}");
            if t % 10 == 9 {
                let (state, mut back) = (learner.state(), spec.build());
                back.restore(&state).unwrap_or_else(|error| panic!("{name} round {t}: {error}"));
                assert_eq!(bits(&back.state()), bits(&state), "{name} round {t}");
            }
        }
    }
    assert!(refusals > 500, "{refusals}");
}

#[test]
fn refuses_classes_and_weights_that_make_no_sense() {
    let x = Features::new(&[1], &[1.0]).unwrap();
    for (name, spec) in learners() {
        let mut learner = spec.build();
        let mut margins = Vec::new();
        learner.learn(x, 1, 1.0, &mut margins).unwrap();
        let before = bits(&learner.state());
        for weight in [f64::NAN, -1.0, f64::INFINITY] {
            let refused = learner.learn(x, 0, weight, &mut margins);
            assert!(matches!(refused, Err(LearnError::Label(_))), "{name} {weight}");
        }
        for class in [noregret::classes::MAX_CLASSES, usize::MAX] {
            let refused = learner.learn(x, class, 1.0, &mut margins);
            assert!(matches!(refused, Err(LearnError::Classes { .. })), "{name} {class}");
        }
        assert!(matches!(learner.grow(usize::MAX), Err(LearnError::Classes { .. })), "{name}");
        assert_eq!(before, bits(&learner.state()), "{name}");
    }
}

/// A round is learned for the example it was prepared for, whatever was looked at since; only the last one prepared, and only once.
#[test]
fn what_is_committed_is_what_was_prepared() {
    for (name, spec) in learners() {
        let (mut whole, mut split) = (spec.build(), spec.build());
        let mut other = Vec::new();
        for (t, pair) in stream(6, 40).windows(2).enumerate() {
            let a = learn(whole.as_mut(), &pair[0]);
            // A class far away is prepared and forgotten.
            features(&pair[1].0, |x| split.prepare(x, 20, 1.0, &mut other)).unwrap();
            assert_eq!(other.len(), 21, "{name}");
            features(&pair[0].0, |x| split.prepare(x, pair[0].1, pair[0].2, &mut other)).unwrap();
            margins(split.as_ref(), &pair[1].0, split.outputs());
            split.commit();
            split.commit();
            same(&a, &other, || format!("{name} round {t}"));
            assert_eq!(bits(&whole.state()), bits(&split.state()), "{name} round {t}");
        }
        // Neither a refusal, nor growth, nor a state read back leaves anything to commit.
        let before = split.state();
        let x = Features::new(&[1], &[1.0]).unwrap();
        assert!(split.prepare(x, 0, f64::NAN, &mut other).is_err());
        split.commit();
        split.prepare(x, 0, 1.0, &mut other).unwrap();
        split.grow(0).unwrap();
        split.commit();
        split.prepare(x, 0, 1.0, &mut other).unwrap();
        split.restore(&before).unwrap();
        split.commit();
        assert_eq!(bits(&before), bits(&split.state()), "{name}");
    }
}

/// A class that comes late has the margins of one that never learned, until it does.
#[test]
fn classes_come_in_any_order_and_start_from_nothing() {
    for (name, spec) in learners() {
        let mut learner = spec.build();
        let fresh = spec.build();
        for example in stream(3, 40).iter().filter(|example| example.1 < 2) {
            learn(learner.as_mut(), example);
        }
        assert_eq!(learner.outputs(), 2);
        let probe = [(0, 1.0), (3, -0.5), (999, 2.0)];
        let before = margins(learner.as_ref(), &probe, 2);
        let wide = margins(learner.as_ref(), &probe, 9);
        let softmax_auto = name.starts_with("auto") && name.ends_with("softmax");
        if !softmax_auto {
            // Margins of auto are logarithms of probabilities: they depend on the others.
            let nothing = margins(fresh.as_ref(), &probe, 1)[0];
            same(&wide[2..], &[nothing; 7], || name.clone());
            same(&wide[..2], &before, || name.clone());
        }
        learner.grow(5).unwrap();
        assert_eq!(learner.outputs(), 5, "{name}");
        same(&margins(learner.as_ref(), &probe, 9), &wide, || format!("{name}: growing is no learning"));
        let mut back = spec.build();
        back.restore(&learner.state()).unwrap();
        assert_eq!((back.outputs(), bits(&back.state())), (5, bits(&learner.state())), "{name}");
        learn(learner.as_mut(), &(probe.to_vec(), 8, 1.0));
        assert_eq!(learner.outputs(), 9, "{name}");
        assert!(learner.weights(9).is_empty() && !learner.weights(8).is_empty(), "{name}");
    }
}

/// Which number a class has changes no more than the order of sums over classes.
#[test]
fn the_numbers_of_classes_do_not_matter() {
    for (name, spec) in learners() {
        let (mut one, mut other) = (spec.build(), spec.build());
        one.grow(4).unwrap();
        other.grow(4).unwrap();
        let turned = |class: usize| 3 - class;
        for (t, (entries, class, weight)) in stream(7, 60).into_iter().enumerate() {
            let class = class % 4;
            let a = learn(one.as_mut(), &(entries.clone(), class, weight));
            let b = learn(other.as_mut(), &(entries, turned(class), weight));
            for class in 0..4 {
                let (a, b) = (a[class], b[turned(class)]);
                assert!((a - b).abs() <= 1e-3 * (1.0 + a.abs()), "{name} round {t}: {a} {b}");
            }
        }
    }
}

/// Whoever can be frozen predicts the same afterwards, to the bit, also for what was never seen, and after a round trip.
#[test]
fn a_frozen_learner_predicts_the_same_bits() {
    let mut frozen_ones = std::collections::BTreeSet::new();
    for (name, spec) in learners() {
        let mut learner = spec.build();
        let examples = stream(8, 80);
        for (t, example) in examples.iter().enumerate() {
            if t % 26 != 1 {
                learn(learner.as_mut(), example);
                continue;
            }
            let Some(frozen) = learner.freeze() else { break };
            frozen_ones.insert((name.split(' ').next().unwrap_or_default().to_owned(), frozen.form()));
            let state = State::of(|state| frozen.save(state));
            let back = FrozenClasses::restore(frozen.form(), frozen.objective(), &state).unwrap();
            assert_eq!(bits(&State::of(|state| back.save(state))), bits(&state), "{name}");
            assert_eq!((frozen.rounds(), frozen.outputs()), (learner.rounds(), learner.outputs()), "{name}");
            assert_eq!(frozen.active(), learner.active(), "{name}");
            let counted = |class| learner.weights(class).iter().filter(|weight| weight.value != 0.0).count();
            assert_eq!(learner.active(), (0..learner.outputs()).map(counted).sum::<usize>(), "{name}");
            for (entries, _, _) in &examples {
                // Larger than anything seen, and features nobody has met.
                for factor in [1.0, 100.0] {
                    let entries: Vec<_> = entries.iter().map(|&(i, v)| (2 * i, v * factor)).collect();
                    let outputs = learner.outputs() + 2;
                    let want = margins(learner.as_ref(), &entries, outputs);
                    same(&margins(&frozen, &entries, outputs), &want, || format!("{name} {t}"));
                    same(&margins(&back, &entries, outputs), &want, || format!("{name} {t}"));
                }
            }
            if let Ok(compact) = learner.compact() {
                let state = State::of(|state| compact.save(state));
                let back = FrozenClasses::restore("compact", compact.objective(), &state).unwrap();
                let outputs = learner.outputs();
                for (entries, _, _) in &examples {
                    let (want, got) = (margins(&compact, entries, outputs), margins(&back, entries, outputs));
                    same(&want, &got, || name.clone());
                    if frozen.form() == "weights" {
                        let exact = margins(&frozen, entries, outputs);
                        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-5 * (1.0 + b.abs());
                        assert!(want.iter().zip(&exact).all(near), "{name}");
                    }
                }
            }
        }
    }
    for (name, form) in
        [("auto", "lanes"), ("auto", "rest-lanes"), ("ada-diag", "weights"), ("ftrl", "weights")]
    {
        assert!(frozen_ones.contains(&(name.to_owned(), form)), "{name} {form}: {frozen_ones:?}");
    }
    for name in ["per-coord", "arow", "ons", "pa1"] {
        assert!(frozen_ones.contains(&(name.to_owned(), "weights")), "{name}");
    }
}

/// A number changed to one no learner could have written: the state is refused.
#[test]
fn impossible_states_are_refused() {
    let columns = [
        "cell.accumulator",
        "cell.guess",
        "shared",
        "decay",
        "lanes.posterior",
        "class.0.cell.variance",
        "class.1.lanes.posterior",
    ];
    let mut tried = std::collections::BTreeSet::new();
    for (name, spec) in learners() {
        let mut learner = spec.build();
        stream(9, 40).iter().for_each(|example| {
            learn(learner.as_mut(), example);
        });
        let state = learner.state();
        let refused = |other: &State, what: &str| {
            let mut fresh = spec.build();
            let nothing = bits(&fresh.state());
            assert!(fresh.restore(other).is_err(), "{name}: {what}");
            assert_eq!(bits(&fresh.state()), nothing, "{name}: {what} left a trace");
        };
        for column in
            columns.into_iter().filter(|column| state.reals(column).is_ok_and(|all| !all.is_empty()))
        {
            tried.insert(column);
            let mut values = state.reals(column).unwrap().to_vec();
            values[0] = -1.0;
            let mut other = state.clone();
            other.put(column, Array::F64(values));
            refused(&other, column);
        }
        for classes in [learner.outputs() as u64 + 1, 1 << 40] {
            let mut other = state.clone();
            other.put_count("classes", classes);
            refused(&other, "classes");
        }
        if let Ok(rounds) = state.counts("class.rounds") {
            let mut rounds = rounds.to_vec();
            rounds[1] = rounds[0] + 1;
            let mut other = state.clone();
            other.put("class.rounds", Array::U64(rounds));
            refused(&other, "class.rounds");
        }
        if let Ok(known) = state.indices("known") {
            tried.insert("known");
            let mut known = known.to_vec();
            known[0] = 90;
            let mut other = state.clone();
            other.put("known", Array::U32(known));
            refused(&other, "known");
        }
        if let Ok(rows) = state.numbers::<f32>("rows") {
            for (place, value) in [(0, -1.0), (0, 0.0), (1, f32::NAN), (rows.len() - 1, -1.0)] {
                tried.insert("rows");
                let mut rows = rows.to_vec();
                rows[place] = value;
                let mut other = state.clone();
                other.put("rows", Array::F32(rows.into()));
                refused(&other, "rows");
            }
        }
        let mut again = spec.build();
        assert!(again.restore(&state).is_ok(), "{name}");
    }
    assert_eq!(tried.len(), columns.len() + 2, "{tried:?}");
}

#[test]
fn a_state_of_another_learner_is_refused() {
    let mut learners: Vec<Box<dyn Classifier>> = Vec::new();
    for (name, coupling) in [
        ("auto", Coupling::Softmax),
        ("auto", Coupling::Rest),
        ("per-coord", Coupling::Rest),
        ("cw", Coupling::Rest),
        ("ftrl", Coupling::Softmax),
        ("ada-fd", Coupling::Softmax),
    ] {
        let mut learner =
            spec(name, &Parameters::new(), coupling, None).unwrap().check_classes().unwrap().build();
        learn(learner.as_mut(), &(vec![(1, 1.0), (5, -2.0)], 1, 1.0));
        learners.push(learner);
    }
    for i in 0..learners.len() {
        let state = learners[i].state();
        for (j, other) in learners.iter_mut().enumerate() {
            assert_eq!(other.restore(&state).is_ok(), i == j, "state {i} given to {j}");
        }
    }
}

#[test]
fn the_best_class_is_the_first_of_the_largest() {
    use noregret::classes::best;
    assert_eq!((best(&[]), best(&[1.0, f64::NAN]), best(&[-3.0])), (None, None, Some(0)));
    assert_eq!((best(&[0.0, 2.0, 2.0]), best(&[5.0, 2.0, 5.0])), (Some(1), Some(0)));
}

/// Prints, in <>, a number made of all bits of what some learners know after a stream: for the test below.
#[test]
fn digest() {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for (name, spec) in learners() {
        if !["auto", "ada-diag", "ogd", "ftrl"].iter().any(|start| name.starts_with(start)) {
            continue;
        }
        let mut learner = spec.build();
        for example in &stream(10, 200) {
            let margins = learn(learner.as_mut(), example);
            let numbers = margins.iter().map(|z| z.to_bits());
            numbers.for_each(|bits| digest = (digest ^ bits).wrapping_mul(0x0000_0100_0000_01b3));
        }
        let state = bits(&learner.state());
        let numbers = state.iter().flat_map(|(_, bits)| bits);
        numbers.for_each(|bits| digest = (digest ^ bits).wrapping_mul(0x0000_0100_0000_01b3));
    }
    println!("<{digest:x}>");
}

#[test]
fn wide_registers_change_no_bit() {
    let run = |simd: &str| {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "digest", "--nocapture"])
            .env("NOREGRET_SIMD", simd)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let digest = text.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
        digest.unwrap().0.to_owned()
    };
    let (narrow, wide) = (run("off"), run("on"));
    assert!(!narrow.is_empty() && narrow == wide, "{narrow} {wide}");
}

/// What features add sums to the margins, but for learners that mix probabilities: there the rest is theirs.
#[test]
fn contributions_sum_to_the_margins() {
    let mut summed = 0;
    for (name, checked) in learners() {
        let mut learner = checked.build();
        let examples = stream(4, 60);
        for example in &examples {
            learn(learner.as_mut(), example);
        }
        let (mixes, kept) = (name.starts_with("auto") && name.contains("softmax"), learner.freeze());
        let learner: &dyn Classify = learner.as_ref();
        for who in kept.iter().map(|frozen| frozen as &dyn Classify).chain([learner]) {
            for (entries, _, _) in &examples {
                let (all, parts) =
                    (margins(who, entries, who.outputs()), features(entries, |x| who.contributions(x)));
                for (class, margin) in all.iter().enumerate() {
                    let own: Vec<f64> = parts.iter().map(|parts| parts[class]).collect();
                    let (sum, size) =
                        (own.iter().sum::<f64>(), own.iter().map(|part| part.abs()).sum::<f64>());
                    assert!(sum.is_finite(), "{name}");
                    let close = (sum - margin).abs() <= 1e-5 * (size + margin.abs()) + 1e-12;
                    assert!(
                        close || mixes || name.contains("simplex"),
                        "{name}: {sum} is not {margin}, of {own:?}"
                    );
                    summed += usize::from(close);
                }
            }
        }
    }
    assert!(summed > 1000, "{summed}");
}
