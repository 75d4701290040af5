//! Merging learners of classes: class by class it is the merge of the binary learners they are.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{
    CheckedClasses, ClassPart, Classifier, Coupling, Features, FeaturesBuf, MergeError, Online, Parameters,
    Spec, State, algorithms,
};
use oracle::streams::SplitMix64;

/// An example: entries and class.
type Example = (Vec<(u32, f64)>, usize);

/// Classes below `classes`, in runs that begin with another class for another seed; some features are of one part alone.
fn stream(seed: u64, rounds: usize, classes: usize) -> Vec<Example> {
    let mut random = SplitMix64::new(seed);
    (0..rounds)
        .map(|t| {
            let known = 1 + t * classes / rounds;
            let class = (random.uniform() * known as f64) as usize;
            let mut entries: Vec<(u32, f64)> = Vec::new();
            entries.extend((0..6).filter_map(|i| {
                let (chosen, value) = (random.uniform() < 0.6, random.signed());
                chosen.then_some((i * 3, value + if i as usize % 3 == class % 3 { 0.7 } else { 0.0 }))
            }));
            entries.extend((random.uniform() < 0.1).then_some((100 + seed as u32, 1.0)));
            (entries, class)
        })
        .collect()
}

fn features<T>(entries: &[(u32, f64)], act: impl FnOnce(Features<'_>) -> T) -> T {
    let mut buf = FeaturesBuf::new();
    entries.iter().for_each(|&(i, v)| buf.push(i, v));
    act(buf.finish().unwrap())
}

fn learned(learner: &mut dyn Classifier, examples: &[Example]) -> State {
    let mut margins = Vec::new();
    for (entries, class) in examples {
        features(entries, |x| learner.learn(x, *class, 1.0, &mut margins)).unwrap();
    }
    learner.state()
}

/// Learners of every kind, by name.
fn learners(coupling: Coupling) -> Vec<(String, CheckedClasses)> {
    let all = stream::everyone().into_iter().chain(stream::penalized());
    let named = all.filter_map(|(name, p): (&str, Parameters)| {
        let loss = (coupling == Coupling::Softmax).then(|| "logistic".parse().unwrap());
        let spec = algorithms::find(name).unwrap().spec(loss, &p).ok()?;
        let checked = Spec { classes: Some(coupling), ..spec }.check_classes().ok()?;
        Some((format!("{name} {p:?} {coupling}"), checked))
    });
    named.collect()
}

fn part(state: &State, places: &[usize]) -> Result<ClassPart, MergeError> {
    Ok(ClassPart { state: state.clone(), places: places.to_vec() })
}

fn same(a: &[f64], b: &[f64], what: &str) {
    let bits = |z: &[f64]| z.iter().map(|z| z.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(a), bits(b), "{what}: {a:?} {b:?}");
}

/// The binary learner of a class, of a part in which it stands at a place: it begins with the class's first example.
fn alone(checked: &CheckedClasses, examples: &[Example], class: usize) -> State {
    let mut one = checked.one().build();
    let mut seen = false;
    for (entries, label) in examples {
        // A class that is passed over comes with the next one.
        seen |= *label >= class;
        if seen {
            features(entries, |x| one.learn(x, if *label == class { 1.0 } else { -1.0 }, 1.0)).unwrap();
        }
    }
    one.state()
}

/// Three parts that met their classes in different orders.
#[test]
fn one_against_the_rest_merges_as_binary_learners_do() {
    let mut merged = 0;
    for (name, checked) in learners(Coupling::Rest) {
        let parts: [(Vec<Example>, &[usize]); 3] =
            [(stream(1, 90, 3), &[0, 1, 2]), (stream(2, 90, 3), &[2, 0, 3]), (stream(3, 60, 1), &[4])];
        let states: Vec<State> =
            parts.iter().map(|(examples, _)| learned(checked.build().as_mut(), examples)).collect();
        let mut whole = checked.build();
        let all = states.iter().zip(&parts).map(|(state, (_, places))| part(state, places));
        match whole.merge(&mut all.collect::<Vec<_>>().into_iter()) {
            Ok(()) => merged += 1,
            Err(MergeError::Refused { .. }) => continue,
            Err(error) => panic!("{name}: {error}"),
        }
        assert_eq!((whole.outputs(), whole.rounds()), (5, 240), "{name}");
        assert_eq!(whole.bound(), None, "{name}: no theorem holds of what was merged");
        for class in 0..5 {
            let of = |(examples, places): &(Vec<Example>, &[usize])| {
                let place = places.iter().position(|place| *place == class)?;
                Some(Ok::<State, MergeError>(alone(&checked, examples, place)))
            };
            let mut one: Box<dyn Online> = checked.one().build();
            one.merge(&mut parts.iter().filter_map(of).collect::<Vec<_>>().into_iter()).unwrap();
            for (entries, _) in stream(9, 20, 3) {
                let mut margins = vec![0.0; 5];
                features(&entries, |x| whole.margins(x, &mut margins));
                let wanted = features(&entries, |x| one.margin(x));
                same(&margins[class..=class], &[wanted], &format!("{name}, class {class}"));
            }
        }
        // It goes on, is saved and comes back.
        let state = whole.state();
        let mut again = checked.build();
        again.restore(&state).unwrap();
        let more = stream(4, 30, 3);
        let [a, b] = [&mut whole, &mut again].map(|learner| learned(learner.as_mut(), &more));
        assert_eq!(a, b, "{name}");
    }
    assert!(merged > 15, "{merged}");
}

/// Whoever is merged alone, or with himself, predicts as he did; `auto` adds up what its lanes lost, and so changes their shares.
#[test]
fn one_part_alone_stays_what_it_is() {
    for coupling in Coupling::ALL {
        for (name, checked) in learners(coupling) {
            let state = learned(checked.build().as_mut(), &stream(1, 80, 4));
            for copies in [1, 2] {
                if copies == 2 && name.starts_with("auto") {
                    continue;
                }
                let mut whole = checked.build();
                let parts = vec![part(&state, &[0, 1, 2, 3]); copies];
                match whole.merge(&mut parts.into_iter()) {
                    Err(MergeError::Refused { .. }) => continue,
                    merged => merged.unwrap_or_else(|error| panic!("{name}: {error}")),
                }
                let mut before = checked.build();
                before.restore(&state).unwrap();
                for (entries, _) in stream(9, 20, 3) {
                    let margins = |learner: &dyn Classifier| {
                        let mut margins = vec![0.0; 4];
                        features(&entries, |x| learner.margins(x, &mut margins));
                        margins
                    };
                    same(&margins(whole.as_ref()), &margins(before.as_ref()), &format!("{name} {copies}"));
                }
            }
        }
    }
}

fn softmax_auto() -> CheckedClasses {
    let spec = algorithms::find("auto").unwrap().spec(None, &Parameters::new()).unwrap();
    Spec { classes: Some(Coupling::Softmax), ..spec }.check_classes().unwrap()
}

/// Rounds of merging come near to what one learner makes of everything, and better than any part alone.
#[test]
fn auto_merged_knows_what_its_parts_know() {
    let checked = softmax_auto();
    let mut whole = checked.build();
    let mut lone = checked.build();
    for round in 0..6 {
        let start = whole.state();
        let mut parts = Vec::new();
        for k in 0..3 {
            let examples = stream(10 * round + k, 200, 5);
            let mut one = checked.build();
            if round > 0 {
                one.restore(&start).unwrap();
            }
            parts.push(part(&learned(one.as_mut(), &examples), &[0, 1, 2, 3, 4]));
            if k == 0 {
                learned(lone.as_mut(), &examples);
            }
        }
        whole.merge(&mut parts.into_iter()).unwrap();
    }
    assert_eq!((whole.rounds(), whole.outputs()), (6 * 600, 5));
    let loss = |learner: &dyn Classifier| {
        let examples = stream(999, 500, 5);
        let each = examples.iter().map(|(entries, class)| {
            let mut margins = vec![0.0; 5];
            features(entries, |x| learner.margins(x, &mut margins));
            learner.loss(&margins, *class)
        });
        each.sum::<f64>() / 500.0
    };
    let (merged, alone) = (loss(whole.as_ref()), loss(lone.as_ref()));
    assert!(merged < alone, "{merged} {alone}");
    // The order of parts matters in the last bits alone, and so does the numbering of classes.
    let states: Vec<State> =
        (0..2).map(|k| learned(checked.build().as_mut(), &stream(70 + k, 150, 3))).collect();
    let merged = |parts: [(usize, [usize; 3]); 2]| {
        let mut whole = checked.build();
        whole.merge(&mut parts.map(|(k, places)| part(&states[k], &places)).into_iter()).unwrap();
        whole
    };
    let (a, b) = (merged([(0, [0, 1, 2]), (1, [1, 2, 3])]), merged([(1, [3, 0, 1]), (0, [2, 3, 0])]));
    for (entries, _) in stream(9, 20, 3) {
        let (mut left, mut right) = (vec![0.0; 4], vec![0.0; 4]);
        features(&entries, |x| a.margins(x, &mut left));
        features(&entries, |x| b.margins(x, &mut right));
        for (class, other) in [(0, 2), (1, 3), (2, 0), (3, 1)] {
            assert!((left[class] - right[other]).abs() < 1e-4, "{left:?} {right:?}");
        }
    }
}

#[test]
fn strangers_are_refused_and_change_nothing() {
    for coupling in Coupling::ALL {
        let spec =
            algorithms::find("ada-diag").unwrap().spec(Some("logistic".parse().unwrap()), &Parameters::new());
        let spec = Spec { classes: Some(coupling), ..spec.unwrap() };
        for checked in [spec.check_classes().unwrap(), softmax_auto()] {
            let mut start = checked.build();
            let first = learned(start.as_mut(), &stream(1, 60, 3));
            let other = learned(checked.build().as_mut(), &stream(2, 90, 3));
            for (state, places) in [
                (&other, &[0, 1, 2][..]),
                (&first, &[1, 0, 2][..]),
                (&first, &[0, 1][..]),
                (&first, &[0, 1, 1][..]),
            ] {
                let refused = start.merge(&mut std::iter::once(part(state, places)));
                assert!(matches!(refused, Err(MergeError::Stranger { .. })), "{places:?} {refused:?}");
                assert_eq!(start.state(), first, "nothing has changed");
            }
            assert_eq!(start.merge(&mut std::iter::empty()), Err(MergeError::NoParts));
        }
    }
}
