//! The averages that `auto` keeps beside its last weights: the formula, the choice, and what becomes of them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{FeaturesBuf, Loss, Online, Parameters, Predict, State};
use oracle::{Example, Twin, streams};
use stream::{checked, learn, twin_loss};

fn auto(loss: Loss) -> Box<dyn Online> {
    checked("auto", Some(loss), &Parameters::new()).build()
}

fn twin(loss: Loss, dim: usize) -> oracle::AutoSteady {
    let lane = |(normalised, eta, prior): (bool, f64, f64)| oracle::AutoLane {
        normalised,
        eta,
        prior: prior / 15.0,
    };
    let grid = [
        (false, 1.0, 1.0),
        (false, 32.0, 1.0),
        (true, 0.0625, 2.0),
        (true, 0.125, 4.0),
        (true, 0.25, 4.0),
        (true, 1.0, 2.0),
        (true, 4.0, 1.0),
    ];
    let explicit: &[usize] = if loss.name() == "hinge" { &[2, 3] } else { &[] };
    let first = oracle::auto(dim, twin_loss(loss), &grid.map(lane)).explicit(explicit);
    let beliefs = ["logistic", "squared"].contains(&loss.name());
    let kinds = [(1.0, 768, 3.0), (0.1, 320, 2.0), (0.01, 128, 1.5), (0.0001, 64, 0.5)]
        .map(|(lambda, features, prior)| oracle::AutoBelief { lambda, features, prior: prior / 32.0 });
    let (shares, kinds) =
        if beliefs { ((2.0 / 32.0, 2.0 / 32.0), &kinds[..]) } else { ((0.0, 0.0), &[][..]) };
    oracle::AutoSteady::new(oracle::auto_whole(dim, twin_loss(loss), first, shares, kinds), beliefs)
}

/// What decides turns around half way.
fn drifting(loss: Loss, dim: usize, rounds: usize) -> Vec<Example> {
    let mut examples = streams::random(5, dim, rounds, 0.6, stream::labels(loss));
    for (t, example) in examples.iter_mut().enumerate() {
        let sum: f64 = example.x[..2].iter().sum();
        let turn = if (t / (rounds / 6).max(1)).is_multiple_of(2) { 1.0 } else { -1.0 };
        example.y = match loss.name() {
            "squared" => 2.0 * turn * sum,
            "poisson" => (1.0 + turn * sum).round().max(0.0),
            _ if turn * sum > 0.0 => 1.0,
            _ => -1.0,
        };
    }
    examples
}

fn sorted(dim: usize, rounds: usize) -> Vec<Example> {
    let mut examples = streams::random(6, dim, rounds, 0.6, streams::Labels::Binary);
    for (t, example) in examples.iter_mut().enumerate() {
        example.y = if 2 * t < rounds { 1.0 } else { -1.0 };
    }
    examples
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 2e-3 * (1.0 + b.abs())
}

fn features(x: &[f64]) -> FeaturesBuf {
    let mut buf = FeaturesBuf::new();
    x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
    buf
}

#[test]
fn averages_and_what_is_judged_of_them_equal_the_twin() {
    let (mut served, mut unordered) = (0, 0);
    for text in ["logistic", "squared", "hinge", "poisson"] {
        let loss: Loss = text.parse().unwrap();
        let plain = streams::with_importance(3, streams::random(3, 5, 300, 0.5, stream::labels(loss)));
        let mut streams = vec![plain, drifting(loss, 5, 1300)];
        if text == "logistic" {
            streams.push(sorted(5, 400));
        }
        if text == "hinge" {
            streams.push(streams::random(7, 1100, 400, 0.1, stream::labels(loss)));
        }
        for examples in streams {
            let (mut learner, mut twin) = (auto(loss), twin(loss, examples[0].x.len()));
            for (t, example) in examples.iter().enumerate() {
                learn(learner.as_mut(), example);
                twin.learn(&example.x, example.y, example.h);
                if t % 20 > 0 {
                    continue;
                }
                let iterate = learner.iterate().unwrap();
                let [last, average, along, rounds] = twin.lost;
                for (got, want) in [(iterate.last, last), (iterate.average, average), (iterate.along, along)]
                {
                    let want = (rounds > 0.0).then_some(want / rounds);
                    assert_eq!(got.is_some(), want.is_some(), "{text} {t}");
                    assert!(near(got.unwrap_or(0.0), want.unwrap_or(0.0)), "{text} {t}: {got:?} {want:?}");
                }
                assert_eq!(learner.settled().is_some(), iterate.averaged);
                assert_eq!(learner.serving().is_some(), iterate.averaged);
                if let Some(frozen) = learner.settled() {
                    assert!(twin.averaged(), "{text} {t} {iterate:?}");
                    let mut buf = features(&example.x);
                    let got = frozen.margin(buf.finish().unwrap());
                    assert_eq!(iterate.sorted, twin.sorted(), "{text} {t}");
                    let want = if iterate.sorted && text == "logistic" {
                        unordered += 1;
                        twin.unordered(&example.x)
                    } else {
                        twin.steady(&example.x)
                    };
                    assert!(near(got, want), "{text} {t}: {got} {want}");
                    served += 1;
                }
            }
        }
    }
    assert!(served > 50 && unordered > 5, "{served} {unordered}");
}

#[test]
fn averages_serve_where_the_stream_turns_or_is_sorted_and_only_there() {
    let loss: Loss = "logistic".parse().unwrap();
    let run = |examples: &[Example]| {
        let mut learner = auto(loss);
        examples.iter().for_each(|example| {
            learn(learner.as_mut(), example);
        });
        learner
    };
    let turned = run(&drifting(loss, 5, 1200));
    let told = turned.iterate().unwrap();
    assert!(told.averaged && !told.sorted && told.last > told.average, "{told:?}");
    let told = run(&sorted(5, 600)).iterate().unwrap();
    assert!(told.averaged && told.sorted, "{told:?}");
    let told = run(&streams::random(2, 5, 600, 0.5, streams::Labels::Binary)).iterate().unwrap();
    assert!(!told.averaged, "{told:?}");
}

/// Where labels come sorted nothing that is served loses more than ln 2 a row beyond a constant, with beliefs and without.
#[test]
fn sorted_labels_cost_at_most_ln_2_beyond_a_constant() {
    let loss: Loss = "logistic".parse().unwrap();
    for wide in [1, 400] {
        let mut learner = auto(loss);
        let mut stream = sorted(5, 600);
        stream.iter_mut().flat_map(|example| &mut example.x).for_each(|v| *v += 0.01);
        for (t, example) in stream.iter().enumerate() {
            let indices: Vec<u32> = (0..5).map(|k| k + 5 * (t as u32 % wide)).collect();
            learner.learn(noregret::Features::new(&indices, &example.x).unwrap(), example.y, 1.0).unwrap();
        }
        assert_eq!(wide > 1, learner.lanes().len() == 7, "{:?}", learner.lanes());
        let (frozen, served) = (learner.settled().unwrap(), learner.serving().unwrap());
        for (t, example) in stream.iter().enumerate() {
            let indices: Vec<u32> = (0..5).map(|k| k + 5 * (t as u32 % wide)).collect();
            let x = noregret::Features::new(&indices, &example.x).unwrap();
            let lost = loss.value(served.margin(x), example.y);
            assert!(lost <= 2.0 * std::f64::consts::LN_2 + 1e-9, "{wide} {t}: {lost}");
            assert_eq!(served.margin(x).to_bits(), frozen.margin(x).to_bits());
            let mut state = State::of(|state| frozen.save(state));
            if t % 100 == 0 {
                let again = noregret::Frozen::restore("lanes", loss, &mut state).unwrap();
                assert_eq!(again.margin(x).to_bits(), frozen.margin(x).to_bits());
            }
        }
    }
}

/// The frozen averages come back from a file with the same margins, and the learner goes on as if nobody had asked.
#[test]
fn averages_are_resumed_and_served_bit_for_bit() {
    for text in ["logistic", "squared", "hinge"] {
        let loss: Loss = text.parse().unwrap();
        let stream = drifting(loss, 6, 600);
        let mut learner = auto(loss);
        for (t, example) in stream.iter().enumerate() {
            if t % 37 == 0 {
                let mut resumed = auto(loss);
                resumed.restore(&learner.state()).unwrap();
                assert_eq!(resumed.state(), learner.state());
                learner = resumed;
            }
            learn(learner.as_mut(), example);
            if let Some(frozen) = learner.settled().filter(|_| t % 50 == 0) {
                let mut state = State::of(|state| frozen.save(state));
                let served = noregret::Frozen::restore("lanes", loss, &mut state).unwrap();
                let mut buf = features(&example.x);
                let x = buf.finish().unwrap();
                assert_eq!(served.margin(x).to_bits(), frozen.margin(x).to_bits());
                let asked = learner.serving().unwrap();
                assert_eq!(asked.margin(x).to_bits(), frozen.margin(x).to_bits());
                assert_eq!(asked.contributions(x), frozen.contributions(x));
                let parts: f64 = frozen.contributions(x).iter().sum();
                assert!(text == "squared" || (parts - frozen.margin(x)).abs() < 1e-4, "{parts}");
            }
        }
        let mut whole = auto(loss);
        stream.iter().for_each(|example| {
            learn(whole.as_mut(), example);
        });
        assert_eq!(whole.state(), learner.state(), "{text}");
    }
}

/// A file from before there were averages goes on without them; so does what was merged of several parts.
#[test]
fn without_averages_the_last_weights_serve() {
    let loss: Loss = "logistic".parse().unwrap();
    let stream = drifting(loss, 5, 300);
    let mut learner = auto(loss);
    stream.iter().for_each(|example| {
        learn(learner.as_mut(), example);
    });
    let mut older = State::new();
    for (name, array) in learner.state().iter().filter(|(name, _)| !name.starts_with("steady.")) {
        older.put(name, array.clone());
    }
    let mut resumed = auto(loss);
    resumed.restore(&older).unwrap();
    assert!(resumed.iterate().is_none() && resumed.settled().is_none() && resumed.serving().is_none());
    let mut merged = auto(loss);
    merged.merge(&mut [learner.state()].into_iter().map(Ok)).unwrap();
    assert_eq!(merged.state(), learner.state(), "one part is that part");
    merged = auto(loss);
    merged.merge(&mut [learner.state(), learner.state()].into_iter().map(Ok)).unwrap();
    assert!(merged.iterate().is_none());
}

/// Beyond 32,767 features there are none.
#[test]
fn averages_leave_where_features_are_many() {
    let loss: Loss = "logistic".parse().unwrap();
    let mut learner = auto(loss);
    for round in 0..40u32 {
        let indices: Vec<u32> = (0..1000).map(|k| round * 1000 + k).collect();
        let x = noregret::Features::new(&indices, &[1.0; 1000]).unwrap();
        learner.learn(x, if round % 2 == 0 { 1.0 } else { -1.0 }, 1.0).unwrap();
        assert_eq!(learner.iterate().is_some(), round < 32, "{round}");
    }
    assert!(!learner.state().has("steady.rounds"));
}
