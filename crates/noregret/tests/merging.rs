//! Merging: the formula against slow twins, what must hold of every learner, and what is gained by it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{
    Array, Checked, Features, FeaturesBuf, Group, Interval, Labels, Learner, Loss, MergeError, Online,
    Parameters, State,
};
use oracle::{Example, Form, Merge, Rate, Terms, streams};
use proptest::prelude::*;
use stream::{checked, everyone, learn, losses, twin_loss};

const DIM: usize = 6;

fn learn_all(learner: &mut dyn Online, examples: &[Example]) {
    for example in examples {
        learn(learner, example);
    }
}

/// The states of learners that go on from a start, each with its own examples.
fn parts(spec: &Checked, start: &State, streams: &[Vec<Example>]) -> Vec<State> {
    streams
        .iter()
        .map(|examples| {
            let mut part = spec.build();
            part.restore(start).unwrap();
            learn_all(part.as_mut(), examples);
            part.state()
        })
        .collect()
}

/// What parts become that went on from a start.
fn merged(spec: &Checked, start: &State, parts: &[State]) -> Result<Box<dyn Online>, MergeError> {
    let mut learner = spec.build();
    learner.restore(start).unwrap();
    learner.merge(&mut parts.iter().cloned().map(Ok))?;
    Ok(learner)
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

/// Streams of different lengths, some coordinates of which only one of them has.
fn shares(seed: u64, loss: Loss, count: usize) -> Vec<Vec<Example>> {
    let one = |k: usize| {
        let mut examples = streams::random(seed, DIM, 40 + 25 * k, 0.5, stream::labels(loss));
        for example in &mut examples {
            // The first coordinate is the first one's alone, the last nobody's.
            example.x[DIM - 1] = 0.0;
            if k > 0 {
                (example.x[0], example.x[k % DIM]) = (0.0, 0.0);
            }
        }
        // The same hidden truth, other examples.
        examples.rotate_left(7 * k);
        streams::with_importance(seed + k as u64, examples)
    };
    (0..count).map(one).collect()
}

/// The state of a learner that has seen a few examples, or none.
fn start(spec: &Checked, loss: Loss, rounds: usize) -> State {
    let mut learner = spec.build();
    let examples = streams::random(77, DIM, rounds, 0.4, stream::labels(loss));
    learn_all(learner.as_mut(), &examples);
    learner.state()
}

/// Learners that refuse, and the word that says what to do instead.
const REFUSED: &[(&str, &str)] = &[
    ("flh", "base learner"),
    ("variation", "optimistic"),
    ("ons", "fd-son"),
    ("radagrad", "ada-fd"),
    ("ada-dp", "ada-fd"),
];

fn refused(name: &str, p: &Parameters) -> Option<&'static str> {
    let sketched_sum = p.get("l1").is_some() && p.get_word("method") == "pds" && name == "ada-fd";
    let listed = REFUSED.iter().find(|(refused, _)| *refused == name).map(|(_, instead)| *instead);
    listed.or(sketched_sum.then_some("--method cmd"))
}

/// Every algorithm of the list has an answer: it holds what is promised, or says why not and what to do.
#[test]
fn every_algorithm_merges_or_says_why_not() {
    // Weights that begin at an end of the box, which clips them whenever a scale grows.
    let apart = ("auto", Parameters::new().interval("box", 0.1, 0.5));
    for (name, p) in everyone().into_iter().chain([apart]) {
        for loss in losses(name, &p) {
            let spec = checked(name, Some(loss), &p);
            for rounds in [0, 30] {
                let what = format!("{name} {p:?} {loss} from {rounds} rounds");
                let start = start(&spec, loss, rounds);
                let parts = parts(&spec, &start, &shares(3, loss, 3));
                if let Some(instead) = refused(name, &p) {
                    let mut learner = spec.build();
                    learner.restore(&start).unwrap();
                    let error = learner.merge(&mut parts.into_iter().map(Ok)).unwrap_err();
                    assert!(matches!(error, MergeError::Refused { .. }), "{what}: {error}");
                    assert!(error.to_string().contains(instead), "{what}: {error}");
                    assert_eq!(bits(&learner.state()), bits(&start), "{what}: nothing has changed");
                    continue;
                }
                promises(&spec, &start, &parts, &what);
            }
        }
    }
}

fn weights(learner: &dyn Online) -> Vec<(u32, u64)> {
    learner.weights().iter().map(|w| (w.index, w.value.to_bits())).collect()
}

fn promises(spec: &Checked, start: &State, parts: &[State], what: &str) {
    let part = |k: usize| {
        let mut learner = spec.build();
        learner.restore(&parts[k]).unwrap();
        learner
    };
    // One part alone is that part.
    let alone = merged(spec, start, &parts[..1]).unwrap();
    assert_eq!(weights(alone.as_ref()), weights(part(0).as_ref()), "{what}");
    assert_eq!(alone.bound().map(f64::to_bits), part(0).bound().map(f64::to_bits), "{what}");
    assert_eq!(alone.rounds(), part(0).rounds());
    // A part with itself changes nothing but the rounds.
    for copies in [2, 3, 5] {
        let same = vec![parts[1].clone(); copies];
        let same = merged(spec, start, &same).unwrap();
        assert_eq!(weights(same.as_ref()).len(), weights(part(1).as_ref()).len(), "{what}");
        // The mixture adds up, and what is shown goes by it; each lane's own weights are compared below.
        let auto = what.starts_with("auto");
        if !auto {
            assert_eq!(weights(same.as_ref()), weights(part(1).as_ref()), "{what}: {copies} copies");
        }
        neutral(&same.state(), part(1).as_ref(), spec, what);
    }
    // All together, in any order.
    let all = merged(spec, start, parts).unwrap();
    let mut turned = parts.to_vec();
    turned.rotate_left(1);
    let other = merged(spec, start, &turned).unwrap();
    assert_eq!((all.rounds(), all.bound()), (other.rounds(), None), "{what}");
    for (a, b) in all.weights().iter().zip(other.weights()) {
        assert!(
            a.index == b.index && (a.value - b.value).abs() <= 1e-12 * (1.0 + b.value.abs()) + single(spec),
            "{what}: {a:?} {b:?}"
        );
    }
    // What was merged is written, read and goes on to the same bits.
    let state = all.state();
    let (mut all, mut back) = (all, spec.build());
    back.restore(&state).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(bits(&back.state()), bits(&state), "{what}");
    for example in streams::random(9, DIM, 30, 0.6, stream::labels(spec.spec().loss)) {
        let (a, b) = (learn(all.as_mut(), &example), learn(back.as_mut(), &example));
        assert_eq!(a.to_bits(), b.to_bits(), "{what}");
    }
    assert_eq!(bits(&all.state()), bits(&back.state()), "{what}");
    assert_eq!((all.bound(), back.bound()), (None, None), "{what}");
    // And what was written can be merged again.
    let again = vec![all.state(), back.state()];
    merged(spec, &state, &again).unwrap_or_else(|error| panic!("{what}: {error}"));
}

/// The lanes of `auto` are single floats, but for those under terms.
fn single(spec: &Checked) -> f64 {
    let held = spec.spec().set.is_some() || spec.spec().l1 > 0.0 || spec.spec().l2 > 0.0;
    if matches!(spec.spec().learner, Learner::Auto(_)) && !held { 1e-5 } else { 0.0 }
}

/// The state of copies merged with one another is the state they had, but for the count of rounds, and for `auto` its mixture, which adds up, with the mean weight of all rounds,
/// its second group, whose beliefs count what every part knows, and its averages, which leave.
fn neutral(same: &State, part: &dyn Online, spec: &Checked, what: &str) {
    let beside = ["merged", "rounds", "mixture", "lanes.posterior", "lanes.loss", "weights"];
    let kept = |state: &State| -> Vec<_> {
        let left = |name: &str| {
            name == "left" || ["second.", "steady.", "averages."].iter().any(|part| name.starts_with(part))
        };
        let own = |name: &str| beside.contains(&name.strip_prefix("learner.").unwrap_or(name));
        bits(state).into_iter().filter(|(name, _)| !own(name) && !left(name)).collect()
    };
    let state = part.state();
    let clocked = state.has("cell.clock");
    // Lazy penalties are brought up to date, which a cell and its clock show. Lanes are so by merging one part with a start that is it.
    let state = match spec.spec().learner {
        Learner::Auto(_) if clocked => {
            let twice = [state.clone(), state.clone()];
            merged(spec, &state, &twice).unwrap().state()
        }
        _ if clocked => return,
        _ => state,
    };
    assert_eq!(kept(same), kept(&state), "{what}");
}

#[test]
fn parts_that_started_elsewhere_are_refused() {
    let mut tried = 0;
    for (name, p) in everyone() {
        if refused(name, &p).is_some() {
            continue;
        }
        let loss = losses(name, &p)[0];
        let spec = checked(name, Some(loss), &p);
        let late = start(&spec, loss, 60);
        let early = parts(&spec, &start(&spec, loss, 0), &shares(5, loss, 1));
        let mut learner = spec.build();
        learner.restore(&late).unwrap();
        let fewer = start(&spec, loss, 5);
        for stranger in [&fewer, &early[0]] {
            let both = [late.clone(), stranger.clone()];
            if let Err(error) = learner.merge(&mut both.into_iter().map(Ok)) {
                assert!(matches!(error, MergeError::Stranger { part: 2, .. }), "{name} {p:?}: {error}");
                tried += 1;
            }
            assert!(std::ptr::eq(stranger, &early[0]) || learner.state() == late, "{name}");
            learner.restore(&late).unwrap();
        }
        assert_eq!(learner.merge(&mut std::iter::empty()), Err(MergeError::NoParts), "{name} {p:?}");
        let unread = MergeError::Unreadable { part: 0, reason: "gone".to_owned() };
        let told = learner.merge(&mut [Ok(late.clone()), Err(unread)].into_iter()).unwrap_err();
        assert_eq!(told, MergeError::Unreadable { part: 2, reason: "gone".to_owned() });
        let foreign = learner.merge(&mut std::iter::once(Ok(State::new()))).unwrap_err();
        assert!(matches!(foreign, MergeError::State { part: 1, .. }), "{name} {p:?}: {foreign}");
        assert_eq!(bits(&learner.state()), bits(&late), "{name} {p:?}: nothing has changed");
    }
    assert!(tried > 60, "{tried}");
}

/// A learner and its twin over rounds of merging: margins after every merge and while going on.
fn twins<T: Merge>(name: &str, parameters: &Parameters, loss: Loss, tolerance: f64, fresh: impl Fn() -> T) {
    let spec = checked(name, Some(loss), parameters);
    let what = format!("{name} {parameters:?} {loss}");
    let (mut learner, mut twin) = (spec.build(), fresh());
    for round in 0..4u64 {
        let streams = shares(10 * round, loss, 3);
        let state = learner.state();
        let states = parts(&spec, &state, &streams);
        learner.merge(&mut states.into_iter().map(Ok)).unwrap_or_else(|error| panic!("{what}: {error}"));
        let twins: Vec<T> = streams
            .iter()
            .map(|examples| {
                let mut part = T::merged(&twin, &[&twin]);
                part.learn_all(examples);
                part
            })
            .collect();
        twin = T::merged(&twin, &twins.iter().collect::<Vec<_>>());
        for (t, example) in streams::random(round + 50, DIM, 40, 0.6, stream::labels(loss)).iter().enumerate()
        {
            let (got, want) = (stream::margin(learner.as_ref(), &example.x), twin.margin(&example.x));
            assert!(
                (got - want).abs() <= tolerance * (1.0 + want.abs()),
                "{what} round {round} {t}: {got} {want}"
            );
            if t % 4 == 3 {
                learn(learner.as_mut(), example);
                twin.learn(&example.x, example.y, example.h);
            }
        }
    }
}

fn loss(name: &str) -> Loss {
    name.parse().unwrap()
}

#[test]
fn merged_learners_are_the_twins() {
    let new = Parameters::new;
    let penalties = [(0.0, 0.0), (0.01, 0.0), (0.0, 0.02), (0.005, 0.01)];
    let terms = |l1, l2, cube: Option<(f64, f64)>| {
        let terms = cube.map_or_else(|| Terms::free(DIM), |(lo, hi)| Terms::cube(DIM, lo, hi));
        terms.with_l1(l1).with_l2(l2)
    };
    let with = |p: Parameters, l1: f64, l2: f64, cube: Option<(f64, f64)>| {
        let p = if l1 > 0.0 { p.number("l1", l1) } else { p };
        let p = if l2 > 0.0 { p.number("l2", l2) } else { p };
        cube.map_or(p.clone(), |(lo, hi)| p.interval("box", lo, hi))
    };
    for which in ["logistic", "squared"] {
        let (loss, l) = (loss(which), twin_loss(loss(which)));
        for (l1, l2) in penalties {
            for cube in [None, Some((-0.3, 0.8))] {
                let t = || terms(l1, l2, cube);
                let p = |base: Parameters| with(base, l1, l2, cube);
                twins("ada-diag", &p(new().number("eta", 0.4).number("delta", 0.1)), loss, 1e-10, || {
                    oracle::ada_diag(DIM, l, t(), 0.4, 0.1, Form::Cmd)
                });
                let pds = new().number("eta", 0.4).number("delta", 0.1).word("method", "pds");
                twins("ada-diag", &p(pds), loss, 1e-9, || oracle::ada_diag(DIM, l, t(), 0.4, 0.1, Form::Pds));
                twins("ftrl", &p(new().number("alpha", 0.3).number("beta", 0.7)), loss, 1e-9, || {
                    oracle::ftrl(DIM, l, t(), 0.3, 0.7)
                });
                for (rate, twin) in
                    [("sqrt", Rate::Sqrt), ("inverse", Rate::Inverse), ("constant", Rate::Constant)]
                {
                    twins("ogd", &p(new().number("eta", 0.2).word("rate", rate)), loss, 1e-10, || {
                        oracle::ogd(DIM, l, t(), 0.2, twin)
                    });
                }
                if l1 > 0.0 || l2 > 0.0 || cube.is_some() {
                    twins("auto", &p(new()), loss, 1e-7, || {
                        oracle::auto_composite(oracle::auto(DIM, l, &auto_grid()), t())
                    });
                }
                if cube.is_some() {
                    twins("per-coord", &p(new()), loss, 1e-10, || oracle::per_coord(DIM, l, t(), 1.0));
                    twins("global", &p(new().number("scale", 0.4)), loss, 1e-10, || {
                        oracle::global(DIM, l, t(), 0.4)
                    });
                    if l1 == 0.0 {
                        twins("strongly-convex", &p(new()), loss, 1e-10, || {
                            oracle::strongly_convex(DIM, l, t())
                        });
                    }
                    if l1 == 0.0 && l2 == 0.0 {
                        twins("optimistic", &p(new().number("scale", 0.7)), loss, 1e-9, || {
                            oracle::optimistic(DIM, l, t(), 0.7)
                        });
                    }
                }
            }
        }
    }
    // A box without 0 clips weights whenever a scale grows. Under the squared loss lanes at an end of it are level, and rounding decides who leads.
    twins("auto", &with(new(), 0.0, 0.0, Some((0.1, 0.5))), loss("logistic"), 1e-7, || {
        let lanes = oracle::auto(DIM, twin_loss(loss("logistic")), &auto_grid());
        oracle::auto_composite(lanes, terms(0.0, 0.0, Some((0.1, 0.5))))
    });
    let hinge = loss("hinge");
    let held = with(new(), 0.005, 0.01, Some((-0.3, 0.8)));
    twins("auto", &held, hinge, 1e-7, || {
        let lanes = oracle::auto(DIM, twin_loss(hinge), &auto_grid()).explicit(&[2, 3]);
        oracle::auto_composite(lanes, terms(0.005, 0.01, Some((-0.3, 0.8))))
    });
    let free = || Terms::free(DIM);
    twins("pa", &new(), hinge, 1e-10, || oracle::pa(DIM, free()));
    twins("pa1", &new().number("C", 0.3), hinge, 1e-10, || oracle::pa1(DIM, free(), 0.3));
    twins("pa2", &new().number("C", 0.3), hinge, 1e-10, || oracle::pa2(DIM, free(), 0.3));
    twins("cw", &new().number("phi", 0.8).number("variance", 0.5), hinge, 1e-9, || {
        oracle::cw(DIM, free(), 0.8, 0.5)
    });
    twins("arow", &new().number("r", 2.0).number("variance", 0.5), hinge, 1e-9, || {
        oracle::arow(DIM, free(), 2.0, 0.5)
    });
}

/// The lanes of `auto`.
fn auto_grid() -> Vec<oracle::AutoLane> {
    let lane = |normalised, eta, prior: f64| oracle::AutoLane { normalised, eta, prior: prior / 15.0 };
    let raw = [(1.0, 1.0), (32.0, 1.0)].map(|(eta, prior)| lane(false, eta, prior));
    let normalised = [(0.0625, 2.0), (0.125, 4.0), (0.25, 4.0), (1.0, 2.0), (4.0, 1.0)];
    [&raw[..], &normalised.map(|(eta, prior)| lane(true, eta, prior))].concat()
}

/// With all that `auto` has: first-order lanes, in single floats, a constant, and beliefs, of which one may leave.
#[test]
fn merged_beliefs_are_the_twins() {
    let grid = auto_grid();
    let beliefs = [(1.0, 768, 3.0), (0.1, 320, 2.0), (0.01, 128, 1.5), (0.0001, 64, 0.5)]
        .map(|(lambda, features, prior)| oracle::AutoBelief { lambda, features, prior: prior / 32.0 });
    for which in ["logistic", "squared"] {
        let (loss, l) = (loss(which), twin_loss(loss(which)));
        twins("auto", &Parameters::new(), loss, 2e-3, || {
            oracle::auto_whole(DIM, l, oracle::auto(DIM, l, &grid), (2.0 / 32.0, 2.0 / 32.0), &beliefs)
        });
    }
}

#[test]
fn merged_mirrors_are_the_twins() {
    use oracle::{Mirror, MirrorSet, Potential};
    let squared = loss("squared");
    let potentials =
        [("euclidean", Potential::Euclidean), ("entropy", Potential::Entropy), ("burg", Potential::Burg)];
    for (word, potential) in potentials {
        for (set, of) in
            [("none", MirrorSet::Free), ("simplex", MirrorSet::Simplex), ("ball:0.5", MirrorSet::Ball(0.5))]
        {
            if set.starts_with("ball") && word != "euclidean" {
                continue;
            }
            let p = Parameters::new().word("potential", word).number("eta", 0.05).word("rate", "sqrt");
            let positive = word != "euclidean" && set == "none";
            let p = if set == "none" { p } else { p.word("set", set) };
            let p = if positive { p.number("start", 0.2) } else { p };
            let begin = match of {
                MirrorSet::Free if potential == Potential::Euclidean => 0.0,
                MirrorSet::Free => 0.2,
                MirrorSet::Simplex => 1.0 / DIM as f64,
                _ => 0.0,
            };
            // Over the simplex all coordinates must be there from the first example on: it is over those seen.
            let fresh = || Mirror {
                loss: twin_loss(squared),
                potential,
                eta: 0.05,
                rate: Rate::Sqrt,
                implicit: true,
                set: of,
                w: vec![begin; DIM],
                t: 0,
            };
            if set == "simplex" {
                dense_twins(&p, squared, fresh);
            } else {
                twins("mirror", &p, squared, 1e-8, fresh);
            }
        }
    }
}

/// As [`twins`], with dense examples alone.
fn dense_twins<T: Merge>(parameters: &Parameters, loss: Loss, fresh: impl Fn() -> T) {
    let spec = checked("mirror", Some(loss), parameters);
    let (mut learner, mut twin) = (spec.build(), fresh());
    for round in 0..3u64 {
        let streams: Vec<Vec<Example>> = (0..3)
            .map(|k| streams::random(20 * round + k, DIM, 30 + 10 * k as usize, 1.0, stream::labels(loss)))
            .collect();
        let states = parts(&spec, &learner.state(), &streams);
        learner.merge(&mut states.into_iter().map(Ok)).unwrap();
        let twins: Vec<T> = streams
            .iter()
            .map(|examples| {
                let mut part = T::merged(&twin, &[&twin]);
                part.learn_all(examples);
                part
            })
            .collect();
        twin = T::merged(&twin, &twins.iter().collect::<Vec<_>>());
        for example in streams::random(round + 50, DIM, 20, 1.0, stream::labels(loss)) {
            let (got, want) = (stream::margin(learner.as_ref(), &example.x), twin.margin(&example.x));
            assert!((got - want).abs() <= 1e-7 * (1.0 + want.abs()), "{parameters:?} {round}: {got} {want}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The formula, coordinate by coordinate, from the states alone: random streams, any number of parts, from nothing or from something.
    #[test]
    fn the_merged_state_is_the_formula(seed in 0u64..1000, count in 1usize..6, begin in 0usize..20, eta in 0.05..2.0f64) {
        let loss = loss("logistic");
        let spec = checked("ada-diag", Some(loss), &Parameters::new().number("eta", eta));
        let start = start(&spec, loss, begin);
        let streams: Vec<Vec<Example>> = (0..count)
            .map(|k| streams::random(seed * 7 + k as u64, DIM, (seed as usize * (k + 3)) % 37, 0.3, stream::labels(loss)))
            .collect();
        let parts = parts(&spec, &start, &streams);
        let whole = merged(&spec, &start, &parts).unwrap();
        let column = |state: &State, name: &str, index: u32| {
            let place = state.indices("index").unwrap().iter().position(|&i| i == index);
            place.map_or(0.0, |place| state.reals(name).unwrap()[place])
        };
        let state = whole.state();
        for index in 0..DIM as u32 {
            let (w, g) = (|s: &State| column(s, "cell.mirror", index), |s: &State| column(s, "cell.accumulator", index));
            let total: f64 = parts.iter().map(|p| g(p) - g(&start)).sum();
            let moved: f64 = parts.iter().map(|p| (g(p) - g(&start)) * (w(p) - w(&start))).sum();
            let wanted = if total > 0.0 { w(&start) + moved / total } else { w(&start) };
            prop_assert!((w(&state) - wanted).abs() <= 1e-12 * (1.0 + wanted.abs()), "{} {wanted}", w(&state));
            prop_assert!((g(&state) - g(&start) - total / count as f64).abs() <= 1e-12 * (1.0 + total));
        }
        let learned: u64 = parts.iter().map(|p| p.count("rounds").unwrap() - begin as u64).sum();
        prop_assert_eq!(whole.rounds(), begin as u64 + learned);
    }
}

/// Sketches, with room for all directions and without, in the features' own coordinates and in scaled ones; the full matrix of `ada-lr`.
#[test]
fn merged_sketches_are_the_twins() {
    use oracle::{SketchKind, sketch_twin};
    let newton = |share| SketchKind::Newton { eta: 0.3, alpha: 1.5, share };
    let son = || Parameters::new().number("eta", 0.3).number("alpha", 1.5);
    let ada = || Parameters::new().number("eta", 0.3).number("delta", 0.5);
    let kinds = [
        ("ada-fd", ada(), SketchKind::Ada { eta: 0.3, delta: 0.5 }),
        ("s-ada", ada(), SketchKind::Sketchy { eta: 0.3, delta: 0.5 }),
        ("fd-son", son(), newton(0.0)),
        ("rfd-son", son(), newton(0.5)),
    ];
    let logistic = loss("logistic");
    let l = twin_loss(logistic);
    for (name, p, kind) in kinds {
        for tau in [3, DIM + 1] {
            for (word, scaled) in [("none", false), ("diag", true)] {
                let p = p.clone().number("tau", tau as f64).word("precondition", word);
                twins(name, &p, logistic, 1e-6, || sketch_twin(DIM, l, kind, tau, scaled));
            }
        }
    }
    // With room for every direction it is the full matrix, also under dual averaging: the same weights go on the same way.
    let full = SketchKind::Ada { eta: 0.3, delta: 0.5 };
    twins("ada-full", &ada(), logistic, 1e-6, || sketch_twin(DIM, l, full, DIM + 1, false));
    let projection = |tau: u32| -> Vec<Vec<f64>> {
        let row = |k: u32| {
            (0..DIM as u32).map(|i| noregret::hadamard_entry(1, tau as usize, k as usize, i)).collect()
        };
        (0..tau).map(row).collect()
    };
    for tau in [3, DIM as u32] {
        let p = ada().number("tau", f64::from(tau));
        twins("ada-lr", &p, logistic, 1e-6, || oracle::ada_lr(DIM, l, 0.3, 0.5, projection(tau)));
    }
}

/// Right after a merge dual averaging under a matrix plays the merged weights: the sum of gradients is the one that makes them.
#[test]
fn merged_sums_of_gradients_make_the_merged_weights() {
    let logistic = loss("logistic");
    for name in ["ada-fd", "s-ada", "fd-son", "rfd-son", "ada-full"] {
        let p = Parameters::new().word("method", "pds");
        let p = if name == "ada-full" { p } else { p.number("tau", 4.0) };
        let spec = checked(name, Some(logistic), &p);
        let start = start(&spec, logistic, 20);
        let parts = parts(&spec, &start, &shares(8, logistic, 3));
        let whole = merged(&spec, &start, &parts).unwrap();
        // By rounds, among the parts that have the feature.
        let rounds: Vec<f64> = parts.iter().map(|part| part.count("rounds").unwrap() as f64 - 20.0).collect();
        for weight in whole.weights() {
            let (mut sum, mut total) = (0.0, 0.0);
            for (part, rounds) in parts.iter().zip(&rounds) {
                let mut learner = spec.build();
                learner.restore(part).unwrap();
                if let Some(w) = learner.weights().iter().find(|w| w.index == weight.index) {
                    (sum, total) = (sum + rounds * w.value, total + rounds);
                }
            }
            let want = sum / total;
            assert!((weight.value - want).abs() <= 1e-10 * (1.0 + want.abs()), "{name}: {weight:?} {want}");
        }
    }
}

/// Values, labels and weights of every size: parts merge to a state that can be read, without a number that is not finite, or are refused and nothing changes.
#[test]
fn nothing_that_is_not_finite_comes_of_a_merge() {
    let mut done = 0;
    for (name, p) in everyone() {
        if refused(name, &p).is_some() {
            continue;
        }
        for loss in losses(name, &p) {
            let spec = checked(name, Some(loss), &p);
            for seed in 0..3 {
                let mut random = streams::SplitMix64::new(seed);
                let mut learner = spec.build();
                for _ in 0..2 {
                    let before = learner.state();
                    let parts: Vec<State> = (0..3)
                        .map(|_| {
                            let mut part = spec.build();
                            part.restore(&before).unwrap();
                            hostile(part.as_mut(), loss, &mut random);
                            part.state()
                        })
                        .collect();
                    let what = format!("{name} {p:?} {loss} seed {seed}");
                    match learner.merge(&mut parts.into_iter().map(Ok)) {
                        Ok(()) => done += 1,
                        Err(MergeError::Overflow { .. }) => {
                            assert_eq!(bits(&learner.state()), bits(&before), "{what}");
                        }
                        Err(other) => panic!("{what}: {other}"),
                    }
                    let state = learner.state();
                    for (array, values) in state.iter() {
                        let finite = match values {
                            Array::F64(values) => values.iter().all(|v| v.is_finite()),
                            Array::F32(values) => values.iter().all(|v| v.is_finite()),
                            Array::U32(_) | Array::U64(_) | Array::U8(_) => true,
                        };
                        assert!(finite, "{what}: {array} {values:?}");
                    }
                    let mut back = spec.build();
                    back.restore(&state).unwrap_or_else(|error| panic!("{what}: {error}"));
                    assert_eq!(bits(&back.state()), bits(&state), "{what}");
                    assert!(learner.weights().iter().all(|w| w.value.is_finite()), "{what}");
                }
            }
        }
    }
    assert!(done > 1000, "{done}");
}

/// Some rounds of numbers from the smallest to the largest; those that are refused are left out.
#[allow(clippy::disallowed_methods, reason = "any number will do")]
fn hostile(learner: &mut dyn Online, loss: Loss, random: &mut streams::SplitMix64) {
    let size = |random: &mut streams::SplitMix64| {
        let wide = random.uniform() < 0.4;
        let exponent = if wide { 600.0 * random.uniform() - 300.0 } else { 4.0 * random.uniform() - 2.0 };
        10f64.powf(exponent)
    };
    let mut buf = FeaturesBuf::new();
    for _ in 0..12 {
        buf.clear();
        for index in 0..DIM as u32 {
            if random.uniform() < 0.4 {
                let sign = if random.uniform() < 0.5 { -1.0 } else { 1.0 };
                buf.push(index, sign * size(random));
            }
        }
        let sign = if random.uniform() < 0.5 { -1.0 } else { 1.0 };
        let y = match loss.labels() {
            Labels::Binary => sign,
            Labels::Real => sign * size(random),
            Labels::Count => size(random),
        };
        let weight = if random.uniform() < 0.8 { 1.0 } else { size(random) };
        let _ = learner.learn(buf.finish().unwrap(), y, weight);
    }
}

/// Feature groups have boxes and clocks of their own; a coordinate keeps the group of the start, or of the first part that has it.
#[test]
fn groups_are_kept() {
    let logistic = loss("logistic");
    let mut spec = checked("per-coord", Some(logistic), &Parameters::new().number("l2", 0.01)).spec().clone();
    let set = Some(Interval { lo: 0.1, hi: 0.2 });
    spec.groups = vec![Group { name: "a".into(), set, l1: Some(0.02), l2: None }];
    let spec = spec.check().unwrap();
    let part = |groups: [u8; 3], rounds: usize| {
        let mut learner = spec.build();
        for t in 0..rounds {
            let (values, y) = ([1.0, -0.5, 2.0], if t % 3 == 0 { -1.0 } else { 1.0 });
            let x = Features::grouped(&[1, 4, 9], &values, &groups).unwrap();
            learner.learn(x, y, 1.0).unwrap();
        }
        learner
    };
    let (one, other) = (part([0, 1, 0], 30), part([0, 1, 1], 50));
    let states = [one.state(), other.state()];
    let whole = merged(&spec, &spec.build().state(), &states).unwrap();
    let state = whole.state();
    assert_eq!(state.groups("group").unwrap(), [0, 1, 0], "the first part's");
    for (k, weight) in whole.weights().iter().enumerate() {
        let (a, b) = (one.weights()[k].value, other.weights()[k].value);
        let (low, high) = (a.min(b) - 1e-12, a.max(b) + 1e-12);
        assert!((low..=high).contains(&weight.value), "{weight:?} not between {a} and {b}");
        assert!(weight.index != 4 || (0.1..=0.2).contains(&weight.value));
    }
    let turned = [states[1].clone(), states[0].clone()];
    let turned = merged(&spec, &spec.build().state(), &turned).unwrap();
    assert_eq!(turned.state().groups("group").unwrap(), [0, 1, 1]);
    assert!((0.1..=0.2).contains(&turned.weights()[2].value), "in the box of its group");
}
