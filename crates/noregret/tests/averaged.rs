//! `--average`: any learner with averages of its weights beside it learns as it does alone, and serves by what the formula says.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{
    Coupling, FeaturesBuf, Group, Interval, Iterate, Loss, MergeError, Online, Parameters, Player, Predict,
    Spec, SpecError, algorithms,
};
use oracle::{Example, streams};
use stream::{checked, learn};

const DIM: usize = 6;

/// Every learner that takes it.
fn learners() -> impl Iterator<Item = &'static str> {
    let takes = |a: &&algorithms::Algorithm| a.parameters.iter().any(|p| p.name == "average");
    algorithms::ALL.iter().filter(takes).map(|a| a.name)
}

fn averaged(given: Parameters) -> Parameters {
    given.word("average", "yes")
}

fn features(x: &[f64]) -> FeaturesBuf {
    let mut buf = FeaturesBuf::new();
    x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
    buf
}

/// What decides turns around now and then.
fn drifting(loss: Loss, dim: usize, rounds: usize) -> Vec<Example> {
    let mut examples = streams::random(5, dim, rounds, 0.6, stream::labels(loss));
    for (t, example) in examples.iter_mut().enumerate() {
        let turn = if (t / (rounds / 6).max(1)).is_multiple_of(2) { 1.0 } else { -1.0 };
        example.y = if turn * (example.x[0] + example.x[1]) > 0.0 { 1.0 } else { -1.0 };
    }
    examples
}

/// The averages by their formula, from the weights that a learner shows.
#[derive(Default)]
struct ByHand {
    dim: usize,
    picture: Vec<f64>,
    average: Vec<f64>,
    taken: u64,
    judged: u64,
    weight: f64,
    lost: [f64; 4],
    /// Those of the last picture.
    features: usize,
}

fn dot(w: &[f64], x: &[f64]) -> f64 {
    w.iter().zip(x).map(|(w, x)| w * x).sum()
}

impl ByHand {
    /// What is lost on a round that the learner has not learned from yet.
    fn judge(&mut self, loss: Loss, example: &Example, along: f64, t: u64) {
        let seldom =
            if self.features > 1024 { !t.is_multiple_of(16) } else { t > 1024 && !t.is_multiple_of(8) };
        if self.taken == 0 || seldom {
            return;
        }
        self.judged += 1;
        self.weight += example.h;
        let counted = example.h / (self.weight / self.judged as f64);
        let says = [dot(&self.picture, &example.x), dot(&self.average, &example.x), along];
        for (lost, p) in self.lost.iter_mut().zip(says) {
            *lost += counted * loss.value(p, example.y);
        }
        self.lost[3] += counted;
    }

    fn look(&mut self, learner: &dyn Online, t: u64) {
        let due = if self.taken == 0 { 32 } else { self.taken + self.taken.div_ceil(4) };
        if t < due.max(self.taken + self.features.div_ceil(16) as u64) {
            return;
        }
        let weights = learner.weights();
        let mut w = vec![0.0; self.dim];
        weights.iter().for_each(|weight| w[weight.index as usize] = weight.value);
        self.average.resize(self.dim, 0.0);
        self.features = weights.len();
        let part = (t - self.taken) as f64 / t as f64;
        self.average.iter_mut().zip(&w).for_each(|(a, w)| *a += (w - *a) * part);
        (self.picture, self.taken) = (w, t);
        self.lost.iter_mut().for_each(|lost| *lost *= 0.8);
    }

    fn averaged(&self) -> bool {
        self.lost[3] >= 24.0 && self.lost[0] > 1.2 * self.lost[1]
    }
}

#[test]
fn learning_is_as_it_was_and_the_averages_are_the_formula() {
    let mut served = std::collections::BTreeSet::new();
    // So many features that rounds are judged seldom, and pictures are due late.
    let many = [("ada-diag", 1100, 1300), ("ftrl", 1100, 400)];
    for (name, dim, rounds) in learners().map(|name| (name, DIM, 1300)).chain(many) {
        let loss = algorithms::find(name).unwrap().default_loss();
        let plain = checked(name, Some(loss), &Parameters::new());
        let spec = checked(name, Some(loss), &averaged(Parameters::new()));
        let (mut learner, mut alone) = (spec.build(), plain.build());
        let mut hand = ByHand { dim, ..ByHand::default() };
        let mut t = 0;
        for example in &streams::with_importance(3, drifting(loss, dim, rounds)) {
            if example.h == 0.0 {
                // Held out: predicted, and no round.
                let before = learner.state();
                let (a, b) = (learn(learner.as_mut(), example), learn(alone.as_mut(), example));
                assert_eq!((a.to_bits(), learner.state()), (b.to_bits(), before), "{name} {t}");
                continue;
            }
            t += 1;
            let (a, b) = (learn(learner.as_mut(), example), learn(alone.as_mut(), example));
            assert_eq!(a.to_bits(), b.to_bits(), "{name} {t}");
            hand.judge(loss, example, a, t);
            hand.look(alone.as_ref(), t);
            let Iterate { averaged, sorted, last, average, along } = learner.iterate().unwrap();
            let told = [last, average, along].map(|lost| lost.unwrap_or(0.0));
            for (told, lost) in told.into_iter().zip(hand.lost) {
                let wanted = lost / hand.lost[3].max(1e-300);
                assert!((told - wanted).abs() <= 1e-9 * (1.0 + wanted.abs()), "{name} {t}: {told} {wanted}");
            }
            assert_eq!((averaged, sorted), (hand.averaged(), false), "{name} {t}");
            assert_eq!((learner.serving().is_some(), learner.settled().is_some()), (averaged, averaged));
            if let (Some(serving), Some(settled)) = (learner.serving(), learner.settled()) {
                let mut buf = features(&example.x);
                let x = buf.finish().unwrap();
                let (got, wanted) = (serving.margin(x), dot(&hand.average, &example.x));
                assert!((got - wanted).abs() <= 1e-9 * (1.0 + wanted.abs()), "{name} {t}: {got} {wanted}");
                assert_eq!(settled.margin(x).to_bits(), got.to_bits(), "{name} {t}");
                served.insert(name);
            }
        }
        assert_eq!(learner.weights(), alone.weights(), "{name}");
        assert_eq!((learner.rounds(), learner.bound()), (alone.rounds(), alone.bound()), "{name}");
    }
    assert!(served.len() > 1, "{served:?}");
}

/// Copies of `flh` that knew a feature die when it has gone; in the averages it fades by the formula.
#[test]
fn a_feature_that_no_copy_knows_any_more_fades() {
    let base = || Parameters::new().word("base", "ada-diag");
    let (spec, plain) = (checked("flh", None, &averaged(base())), checked("flh", None, &base()));
    let (mut learner, mut alone) = (spec.build(), plain.build());
    let (loss, mut hand, mut forgotten) = (spec.spec().loss, ByHand { dim: DIM, ..ByHand::default() }, false);
    for (t, mut example) in (1..).zip(drifting(loss, DIM, 600)) {
        example.x[5] = if t > 60 { 0.0 } else { example.y };
        learn(learner.as_mut(), &example);
        learn(alone.as_mut(), &example);
        hand.look(alone.as_ref(), t);
        forgotten |= t > 60 && alone.weights().iter().all(|weight| weight.index != 5);
        let state = learner.state();
        let place = state.indices("averages.index").unwrap().iter().position(|index| *index == 5);
        let got = place.map_or(0.0, |place| state.reals("averages.average").unwrap()[place]);
        let wanted = hand.average.get(5).copied().unwrap_or(0.0);
        assert!((got - wanted).abs() <= 1e-12, "{t}: {got} {wanted}");
    }
    assert!(forgotten && hand.average[5].abs() > 1e-3, "{forgotten} {:?}", hand.average);
}

#[test]
fn resumed_is_uninterrupted_and_impossible_averages_are_refused() {
    for name in learners() {
        let loss = algorithms::find(name).unwrap().default_loss();
        let spec = checked(name, Some(loss), &averaged(Parameters::new()));
        let (mut whole, mut parts) = (spec.build(), spec.build());
        for (t, example) in drifting(loss, DIM, 150).iter().enumerate() {
            if t % 13 == 5 {
                let mut next = spec.build();
                next.restore(&parts.state()).unwrap();
                assert_eq!(next.state(), parts.state(), "{name}");
                parts = next;
            }
            assert_eq!(learn(whole.as_mut(), example), learn(parts.as_mut(), example), "{name}");
            assert_eq!(whole.iterate(), parts.iterate(), "{name}");
        }
        let good = whole.state();
        assert_eq!(good, parts.state(), "{name}");
        let mut bad = good.clone();
        bad.put("averages.rounds", noregret::Array::U64(vec![1 << 40, 0, 0, 0]));
        assert!(
            parts.restore(&bad).is_err()
                && parts.restore(&checked(name, Some(loss), &Parameters::new()).build().state()).is_err()
        );
        assert_eq!(parts.state(), good, "{name}");
    }
}

/// One part alone keeps its averages; several have none in common.
#[test]
fn merged_parts_have_no_averages() {
    let loss: Loss = "logistic".parse().unwrap();
    let spec = checked("ada-diag", Some(loss), &averaged(Parameters::new()));
    let mut part = spec.build();
    drifting(loss, DIM, 300).iter().for_each(|example| {
        learn(part.as_mut(), example);
    });
    let state = part.state();
    let mut whole = spec.build();
    whole.merge(&mut std::iter::once(Ok(state.clone()))).unwrap();
    assert_eq!((whole.iterate(), whole.state()), (part.iterate(), state.clone()));
    // A part with more rounds in its averages than it learned from is damaged: the next picture would be due at no round that can be counted.
    let fresh = spec.build().state();
    for rounds in [[301, 0, 0, 0], [u64::MAX, 0, 0, 0], [32, 301, 0, 0], [32, 0, 0, u64::MAX]] {
        let mut bad = state.clone();
        bad.put("averages.rounds", noregret::Array::U64(rounds.to_vec()));
        let mut whole = spec.build();
        let told = whole.merge(&mut std::iter::once(Ok(bad))).unwrap_err();
        assert!(matches!(told, MergeError::State { part: 1, .. }), "{rounds:?}: {told}");
        assert_eq!(whole.state(), fresh, "nothing has changed");
    }
    let mut whole = spec.build();
    whole.merge(&mut [state.clone(), state].into_iter().map(Ok)).unwrap();
    assert_eq!((whole.iterate(), whole.rounds()), (None, 600));
    let mut back = spec.build();
    back.restore(&whole.state()).unwrap();
    assert_eq!((back.state(), back.iterate()), (whole.state(), None));
}

#[test]
fn labels_that_come_sorted_are_served_by_averages() {
    let loss: Loss = "logistic".parse().unwrap();
    let mut learner = checked("ada-diag", Some(loss), &averaged(Parameters::new())).build();
    for (t, mut example) in streams::random(6, DIM, 400, 0.6, streams::Labels::Binary).into_iter().enumerate()
    {
        example.y = if t < 200 { 1.0 } else { -1.0 };
        learn(learner.as_mut(), &example);
    }
    let iterate = learner.iterate().unwrap();
    assert!(iterate.averaged && iterate.sorted && learner.serving().is_some());
}

#[test]
fn what_has_no_averages_is_told() {
    let told = |name: &str, given: Parameters| {
        let spec = algorithms::find(name).and_then(|a| a.spec(None, &averaged(given)));
        spec.and_then(Spec::check).unwrap_err().to_string()
    };
    let new = Parameters::new;
    assert!(matches!(
        algorithms::find("auto").unwrap().spec(None, &averaged(new())),
        Err(SpecError::NotTaken { .. })
    ));
    assert!(told("flh", new().word("base", "auto")).contains("--average"));
    assert!(told("ada-diag", new().interval("box", 0.5, 1.0)).contains("begin at 0"));
    assert!(told("mirror", new().word("set", "simplex")).contains("begin at 0"));
    // One group is enough: weights of its features begin elsewhere.
    let set = Some(Interval { lo: 0.5, hi: 1.0 });
    let group = Group { name: "price".into(), set, l1: None, l2: None };
    let grouped = Parameters { groups: vec![group], ..new().number("radius", 1.0) };
    assert!(told("ada-diag", grouped).contains("begin at 0"));
    let spec = algorithms::find("ada-diag").unwrap().spec(None, &averaged(new())).unwrap();
    let classes = Spec { classes: Some(Coupling::Rest), ..spec.clone() }.check_classes();
    assert!(classes.unwrap_err().to_string().contains("several classes"));
    let player = Player::new(&spec.clone().check().unwrap());
    assert!(player.err().unwrap().to_string().contains("leave out average"));
    // In a box with a 0, with penalties, behind scales and around copies there are.
    for given in [new().number("radius", 2.0).number("l1", 0.01), new().word("normalize", "yes")] {
        assert!(checked("ada-diag", None, &averaged(given)).build().iterate().is_some());
    }
    let copies = checked("flh", None, &averaged(new()));
    assert!(copies.spec().average && copies.build().iterate().is_some());
    let written = serde_json::to_value(Spec { set: Some(Interval::radius(1.0)), ..spec }).unwrap();
    assert_eq!(written["average"], true);
}
