//! Learners of classes against slow twins, against K binary learners, and two classes against one margin.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{
    Classifier, Coupling, Features, FeaturesBuf, Group, Interval, LearnError, Loss, Online, Parameters, Spec,
    SpecError, algorithms,
};
use oracle::streams::SplitMix64;
use oracle::{ClassLane, ClassTwin};
use stream::{checked, everyone};

const DIM: usize = 6;

fn classes(
    name: &str,
    p: &Parameters,
    coupling: Coupling,
    loss: &str,
) -> Result<Box<dyn Classifier>, SpecError> {
    let spec = algorithms::find(name)?.spec(Some(loss.parse().unwrap()), p)?;
    Ok(Spec { classes: Some(coupling), ..spec }.check_classes()?.build())
}

/// A dense example: x, class, importance.
type Example = (Vec<f64>, usize, f64);

/// Classes with hidden weights, of which the last ones show up late; with columns of one scale or of many.
fn stream(seed: u64, rounds: usize, outputs: usize, scaled: bool) -> Vec<Example> {
    let mut random = SplitMix64::new(seed);
    let hidden: Vec<Vec<f64>> =
        (0..outputs).map(|_| (0..DIM).map(|_| 2.0 * random.signed()).collect()).collect();
    let mut example = |t: usize| {
        let x: Vec<f64> = (0..DIM)
            .map(|_| {
                let (chosen, value) = (random.uniform() < 0.7, random.signed());
                if chosen { value } else { 0.0 }
            })
            .collect();
        let known = if t < rounds / 3 { outputs.min(3) } else { outputs };
        let noisy = |w: &Vec<f64>, noise: f64| w.iter().zip(&x).map(|(w, x)| w * x).sum::<f64>() + noise;
        let scores: Vec<f64> = hidden[..known].iter().map(|w| noisy(w, random.signed())).collect();
        let class = noregret::classes::best(&scores).unwrap();
        let unit = |i: usize| if scaled { libm::pow(10.0, i as f64 - 2.0) } else { 1.0 };
        let x = x.iter().enumerate().map(|(i, x)| x * unit(i)).collect();
        (x, class, [1.0, 0.5, 0.0, 2.0, 1.0][t % 5])
    };
    (0..rounds).map(&mut example).collect()
}

fn sparse<T>(x: &[f64], act: impl FnOnce(Features<'_>) -> T) -> T {
    let mut buf = FeaturesBuf::new();
    x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
    act(buf.finish().unwrap())
}

fn learn(learner: &mut dyn Classifier, (x, class, h): &Example) -> Vec<f64> {
    let mut margins = Vec::new();
    sparse(x, |x| learner.learn(x, *class, *h, &mut margins)).unwrap();
    margins
}

/// The margins before every round equal the twin's; classes the twin has not seen have the margin 0.
fn follows(
    learner: &mut dyn Classifier,
    twin: &mut dyn ClassTwin,
    examples: &[Example],
    tolerance: f64,
    what: &str,
) {
    for (t, example) in examples.iter().enumerate() {
        let mut want = twin.margins(&example.0);
        let got = learn(learner, example);
        want.resize(got.len().max(want.len()), 0.0);
        for (j, (got, want)) in got.iter().zip(&want).enumerate() {
            let near = (got - want).abs() <= tolerance * (1.0 + want.abs());
            assert!(near, "{what} round {t} class {j}: {got} instead of {want}");
        }
        twin.learn(&example.0, example.1, example.2);
    }
}

#[test]
fn softmax_adagrad_equals_its_twin() {
    for update in ["explicit", "implicit"] {
        for (eta, delta) in [(0.25, 1e-6), (2.0, 0.5), (20.0, 0.0)] {
            for seed in 0..3 {
                let p = Parameters::new().number("eta", eta).number("delta", delta).word("update", update);
                let mut learner = classes("ada-diag", &p, Coupling::Softmax, "logistic").unwrap();
                let mut twin = oracle::softmax_adagrad(DIM, eta, delta, update == "implicit");
                let examples = stream(seed, 400, 3 + 4 * seed as usize, seed == 2);
                follows(
                    learner.as_mut(),
                    &mut twin,
                    &examples,
                    1e-8,
                    &format!("{update} {eta} {delta} {seed}"),
                );
            }
        }
    }
}

/// The root against Newton's method on the proximal objective in all margins.
#[test]
fn the_implicit_softmax_step_minimises_its_objective() {
    let mut random = SplitMix64::new(6);
    for t in 0..2000 {
        let outputs = 2 + t % 9;
        let x: Vec<f64> = (0..DIM).map(|_| random.signed()).collect();
        let eta = libm::pow(10.0, 3.0 * random.signed());
        let p = Parameters::new().number("eta", eta).number("delta", 1.0).word("update", "implicit");
        let mut learner = classes("ada-diag", &p, Coupling::Softmax, "logistic").unwrap();
        learner.grow(outputs).unwrap();
        let (class, h) = ((random.uniform() * outputs as f64) as usize, 0.1 + 3.0 * random.uniform());
        // Equal margins and sums of 0: the slopes, and with them c, are known.
        let example = (x.clone(), class, h);
        learn(learner.as_mut(), &example);
        let slope = |j: usize| h * (1.0 / outputs as f64 - if j == class { 1.0 } else { 0.0 });
        let c = |j: usize| x.iter().map(|x| x * x * eta / (1.0 + (slope(j) * x).abs())).sum::<f64>();
        let c: Vec<f64> = (0..outputs).map(c).collect();
        let q = oracle::implicit_softmax(&vec![0.0; outputs], class, h, &c);
        let mut u = vec![0.0; outputs];
        sparse(&x, |x| learner.margins(x, &mut u));
        for j in 0..outputs {
            let want = -c[j] * q[j];
            assert!((u[j] - want).abs() <= 1e-8 * (1.0 + want.abs()), "{t}: {} instead of {want}", u[j]);
        }
    }
}

/// The lanes are f32, so their margins agree to fewer digits; in f64 a test beside the code compares all.
#[test]
fn auto_is_near_its_twin() {
    let lane = |hinge, eta, prior| ClassLane { hinge, normalised: true, eta, prior };
    let grid = [lane(false, 0.125, 0.25), lane(false, 1.0, 0.25), lane(true, 0.125, 0.5)];
    let mut learner = classes("auto", &Parameters::new(), Coupling::Softmax, "logistic").unwrap();
    let mut twin = oracle::auto_classes(DIM, &grid);
    for (t, example) in stream(3, 300, 5, false).iter().enumerate() {
        let got = learn(learner.as_mut(), example);
        let mut known = twin.margins(&example.0);
        if known.len() == got.len() {
            for (got, want) in got.iter().zip(&known) {
                assert!(
                    (got - want).abs() <= 2e-3 * (1.0 + want.abs()),
                    "round {t}: {got} instead of {want}"
                );
            }
        }
        known.clear();
        twin.learn(&example.0, example.1, example.2);
    }
}

/// One against the rest is K binary learners, to the bit: also those of classes that come late.
#[test]
fn one_against_the_rest_is_k_binary_learners() {
    let mut compared = 0;
    for (name, p) in everyone().into_iter().chain(stream::penalized()) {
        for loss in ["logistic", "hinge", "squared-hinge"] {
            let Ok(mut rest) = classes(name, &p, Coupling::Rest, loss) else { continue };
            let loss: Loss = loss.parse().unwrap();
            let spec = checked(name, Some(loss), &p);
            let mut alone: Vec<Box<dyn Online>> = Vec::new();
            let mut lost = 0.0;
            for (t, example) in stream(4, 60, 5, false).iter().enumerate() {
                let (x, class, h) = example;
                if *h > 0.0 {
                    while alone.len() <= *class {
                        alone.push(spec.build());
                    }
                }
                let got = learn(rest.as_mut(), example);
                for (j, (got, alone)) in got.iter().zip(&mut alone).enumerate() {
                    let y = if j == *class { 1.0 } else { -1.0 };
                    let want = sparse(x, |x| alone.learn(x, y, *h)).unwrap();
                    lost += h * loss.value(want, y);
                    assert_eq!(got.to_bits(), want.to_bits(), "{name} {p:?} {loss} round {t} class {j}");
                    compared += 1;
                }
            }
            assert!(lost.is_finite());
            let bound: Option<f64> = alone.iter().map(|one| one.bound()).sum();
            let near = |(a, b): (f64, f64)| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
            assert_eq!(rest.bound().is_some(), bound.is_some(), "{name} {p:?} {loss}");
            assert!(rest.bound().zip(bound).is_none_or(near), "{name} {p:?} {loss}");
            for (j, one) in alone.iter().enumerate() {
                let nonzero = |weights: Vec<noregret::Weight>| {
                    weights.into_iter().filter(|weight| weight.value != 0.0).collect::<Vec<_>>()
                };
                assert_eq!(nonzero(rest.weights(j)), nonzero(one.weights()), "{name} {p:?} {loss} class {j}");
            }
        }
    }
    assert!(compared > 20_000, "only {compared} margins were compared");
}

/// Two classes under softmax are one margin m = z_1 - z_0 under the logistic loss. Their slopes are s and -s, so w_0 = -w_1 and both
/// have the binary learner's curvature H: m moves by -2 s x / H. So they are the binary learner whose curvature is half as large: of twice the rate, or
/// for the Newton step, of half of eta and alpha. The implicit steps agree too: c_0 + c_1 = 2 c.
#[test]
fn two_classes_are_the_binary_learner_of_twice_the_rate() {
    let number = |p: Parameters, name: &str, value: f64| p.number(name, value);
    let nothing = Parameters::new;
    let pairs = [
        ("ada-diag", number(nothing(), "eta", 0.3), number(nothing(), "eta", 0.6)),
        ("ogd", number(nothing(), "eta", 0.3), number(nothing(), "eta", 0.6)),
        (
            "ons",
            number(number(nothing(), "eta", 0.2), "alpha", 0.5),
            number(number(nothing(), "eta", 0.1), "alpha", 0.25),
        ),
        (
            "ada-full",
            number(number(nothing(), "eta", 0.4), "delta", 1.0),
            number(number(nothing(), "eta", 0.8), "delta", 1.0),
        ),
    ];
    for (name, two, one) in pairs {
        for update in ["explicit", "implicit"] {
            let mut both =
                classes(name, &two.clone().word("update", update), Coupling::Softmax, "logistic").unwrap();
            both.grow(2).unwrap();
            let loss: Loss = "logistic".parse().unwrap();
            let mut binary = checked(name, Some(loss), &one.clone().word("update", update)).build();
            for (t, example) in stream(5, 300, 2, false).iter().enumerate() {
                let z = learn(both.as_mut(), example);
                let y = if example.1 == 1 { 1.0 } else { -1.0 };
                let m = sparse(&example.0, |x| binary.learn(x, y, example.2)).unwrap();
                assert!((z[0] + z[1]).abs() <= 1e-9 * (1.0 + m.abs()), "{name} {update} round {t}: {z:?}");
                let gap = (z[1] - z[0] - m).abs();
                assert!(gap <= 1e-9 * (1.0 + m.abs()), "{name} {update} round {t}: {z:?} {m}");
                let lost = both.loss(&z, example.1);
                assert!((lost - loss.value(m, y)).abs() <= 1e-9 * (1.0 + lost), "{name} {update} round {t}");
            }
        }
    }
}

/// The bound of a boxed learner holds over classes: against the best fixed point of hindsight, or any other.
#[test]
fn measured_regret_stays_below_the_bound() {
    for name in ["per-coord", "global", "ogd", "ada-diag", "optimistic", "strongly-convex"] {
        for coupling in Coupling::ALL {
            let p = Parameters::new().number("radius", 1.0);
            let mut learner = classes(name, &p, coupling, "logistic").unwrap();
            let examples = stream(7, 500, 4, false);
            let mut own = 0.0;
            for example in &examples {
                let z = learn(learner.as_mut(), example);
                own += example.2 * learner.loss(&z, example.1);
            }
            let bound = learner.bound().unwrap();
            let mut random = SplitMix64::new(1);
            for _ in 0..60 {
                let u: Vec<Vec<f64>> =
                    (0..4).map(|_| (0..DIM).map(|_| random.signed().signum()).collect()).collect();
                let mut rival = 0.0;
                for (x, class, h) in &examples {
                    let z: Vec<f64> = u.iter().map(|u| u.iter().zip(x).map(|(u, x)| u * x).sum()).collect();
                    rival += h * learner.loss(&z, *class);
                }
                assert!(own - rival <= bound, "{name} {coupling}: {own} {rival} {bound}");
            }
        }
    }
}

/// Feature groups have an interval and penalties of their own in every class; a group that is not there is refused.
#[test]
fn groups_have_their_own_terms_in_every_class() {
    let loss: Loss = "logistic".parse().unwrap();
    let group =
        Group { name: "odd".into(), set: Some(Interval { lo: -0.1, hi: 0.2 }), l1: None, l2: Some(0.3) };
    for name in ["per-coord", "global", "strongly-convex"] {
        let mut p = Parameters::new().number("l2", 0.01);
        p.groups.push(group.clone());
        let mut rest = classes(name, &p, Coupling::Rest, "logistic").unwrap();
        let mut softmax = classes(name, &p, Coupling::Softmax, "logistic").unwrap();
        let spec = checked(name, Some(loss), &p);
        let mut alone: Vec<Box<dyn Online>> = (0..4).map(|_| spec.build()).collect();
        rest.grow(4).unwrap();
        let mut z = Vec::new();
        for (t, (x, class, h)) in stream(8, 200, 4, false).iter().enumerate() {
            let mut buf = FeaturesBuf::new();
            x.iter().enumerate().for_each(|(i, &v)| buf.push_grouped(i as u32, v, (i % 2) as u8));
            let x = buf.finish().unwrap();
            rest.learn(x, *class, *h, &mut z).unwrap();
            for (j, one) in alone.iter_mut().enumerate() {
                let want = one.learn(x, if j == *class { 1.0 } else { -1.0 }, *h).unwrap();
                assert_eq!(z[j].to_bits(), want.to_bits(), "{name} round {t} class {j}");
            }
            softmax.learn(x, *class, *h, &mut z).unwrap();
        }
        for class in 0..4 {
            for weight in softmax.weights(class) {
                let reach = if weight.index % 2 == 1 { -0.1..=0.2 } else { -1.0..=1.0 };
                assert!(reach.contains(&weight.value), "{name} class {class}: {weight:?}");
            }
        }
        let stray = Features::grouped(&[1], &[1.0], &[9]).unwrap();
        for learner in [&mut rest, &mut softmax] {
            let before = learner.state();
            let refused = learner.learn(stray, 0, 1.0, &mut z);
            assert_eq!(refused, Err(LearnError::Group { index: 1, group: 9, groups: 2 }), "{name}");
            assert_eq!(learner.state(), before);
            let mut margins = [0.0; 4];
            learner.margins(stray, &mut margins);
            assert!(margins.iter().all(|z| z.is_nan()), "{name}");
        }
    }
}
