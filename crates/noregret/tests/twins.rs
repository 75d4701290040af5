//! Every learner against its slow, dense, eager twin, margin by margin: all losses, boxes, penalties, importance weights.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{Features, FeaturesBuf, Group, Interval, Loss, Parameters, Player};
use oracle::{Form, Rate, Terms, Twin, streams};
use stream::{checked, learn, losses, twin_loss};

const DIM: usize = 6;
const ROUNDS: usize = 400;

/// A learner and its twin, and how to call them in a message.
struct Pair {
    name: &'static str,
    parameters: Parameters,
    twin: Box<dyn Fn(Loss, Terms) -> Box<dyn Twin>>,
}

fn pair(
    name: &'static str,
    parameters: Parameters,
    twin: impl Fn(Loss, Terms) -> Box<dyn Twin> + 'static,
) -> Pair {
    Pair { name, parameters, twin: Box::new(twin) }
}

fn pairs() -> Vec<Pair> {
    let l = twin_loss;
    let new = Parameters::new;
    vec![
        pair("per-coord", new().number("scale", 0.3), move |loss, t| {
            Box::new(oracle::per_coord(DIM, l(loss), t, 0.3))
        }),
        pair("per-coord", new(), move |loss, t| Box::new(oracle::per_coord(DIM, l(loss), t, 1.0))),
        pair("global", new().number("scale", 0.4), move |loss, t| {
            Box::new(oracle::global(DIM, l(loss), t, 0.4))
        }),
        // More features than told, and fewer.
        pair("global", new().number("scale", 0.4).number("features", 4.0), move |loss, t| {
            Box::new(oracle::global(DIM, l(loss), t, 0.4).told(4))
        }),
        pair("global", new().number("scale", 0.1).number("features", 50.0), move |loss, t| {
            Box::new(oracle::global(DIM, l(loss), t, 0.1).told(50))
        }),
        pair("ogd", new().number("eta", 0.2), move |loss, t| {
            Box::new(oracle::ogd(DIM, l(loss), t, 0.2, Rate::Sqrt))
        }),
        pair("ogd", new().number("eta", 0.05).word("rate", "constant"), move |loss, t| {
            Box::new(oracle::ogd(DIM, l(loss), t, 0.05, Rate::Constant))
        }),
        pair("ogd", new().number("eta", 1.5).word("rate", "inverse"), move |loss, t| {
            Box::new(oracle::ogd(DIM, l(loss), t, 1.5, Rate::Inverse))
        }),
        pair("ada-diag", new().number("eta", 0.4).number("delta", 0.1), move |loss, t| {
            Box::new(oracle::ada_diag(DIM, l(loss), t, 0.4, 0.1, Form::Cmd))
        }),
        pair("ada-diag", new().number("eta", 0.4).number("delta", 0.0), move |loss, t| {
            Box::new(oracle::ada_diag(DIM, l(loss), t, 0.4, 0.0, Form::Cmd))
        }),
        pair(
            "ada-diag",
            new().number("eta", 0.4).number("delta", 0.1).word("method", "pds"),
            move |loss, t| Box::new(oracle::ada_diag(DIM, l(loss), t, 0.4, 0.1, Form::Pds)),
        ),
        pair("ftrl", new().number("alpha", 0.3).number("beta", 0.7), move |loss, t| {
            Box::new(oracle::ftrl(DIM, l(loss), t, 0.3, 0.7))
        }),
        pair("strongly-convex", new(), move |loss, t| Box::new(oracle::strongly_convex(DIM, l(loss), t))),
        pair("variation", new(), move |loss, t| Box::new(oracle::variation(DIM, l(loss), t))),
        pair("optimistic", new().number("scale", 0.7), move |loss, t| {
            Box::new(oracle::optimistic(DIM, l(loss), t, 0.7))
        }),
        pair("pa", new(), |_, t| Box::new(oracle::pa(DIM, t))),
        pair("pa1", new().number("C", 0.3), |_, t| Box::new(oracle::pa1(DIM, t, 0.3))),
        pair("pa2", new().number("C", 0.3), |_, t| Box::new(oracle::pa2(DIM, t, 0.3))),
        pair("cw", new().number("phi", 0.8).number("variance", 0.5), |_, t| {
            Box::new(oracle::cw(DIM, t, 0.8, 0.5))
        }),
        pair("arow", new().number("r", 2.0).number("variance", 0.5), |_, t| {
            Box::new(oracle::arow(DIM, t, 2.0, 0.5))
        }),
    ]
}

fn takes(name: &str, parameter: &str) -> bool {
    noregret::algorithms::find(name).unwrap().parameters.iter().any(|p| p.name == parameter)
}

/// Boxes and penalties worth trying, as the learner's parameters and the twin's terms.
fn terms(name: &str) -> Vec<(Parameters, Terms)> {
    let mut sets = Vec::new();
    if takes(name, "box") {
        for (lo, hi) in [(-1.0, 1.0), (-0.3, 2.0), (0.25, 0.75)] {
            sets.push((Parameters::new().interval("box", lo, hi), Terms::cube(DIM, lo, hi)));
        }
    }
    let optional =
        noregret::algorithms::find(name).unwrap().resolve(&Parameters::new()).unwrap().set().is_none();
    if optional {
        sets.push((Parameters::new(), Terms::free(DIM)));
    }
    let penalties: &[(f64, f64)] = &[(0.0, 0.0), (0.01, 0.0), (0.0, 0.02), (0.005, 0.01), (0.5, 3.0)];
    let mut all = Vec::new();
    for (parameters, terms) in sets {
        for &(l1, l2) in penalties {
            if (l1 > 0.0 && !takes(name, "l1")) || (l2 > 0.0 && !takes(name, "l2")) {
                continue;
            }
            let mut parameters = parameters.clone();
            if l1 > 0.0 {
                parameters = parameters.number("l1", l1);
            }
            if l2 > 0.0 {
                parameters = parameters.number("l2", l2);
            }
            all.push((parameters, terms.clone().with_l1(l1).with_l2(l2)));
        }
    }
    all
}

fn joined(a: &Parameters, b: &Parameters) -> Parameters {
    let mut all = a.clone();
    all.values.extend(b.values.clone());
    all
}

fn assert_near(got: f64, want: f64, tolerance: f64, what: impl FnOnce() -> String) {
    assert!((got - want).abs() <= tolerance * (1.0 + want.abs()), "{}: {got} instead of {want}", what());
}

#[test]
fn margins_equal_the_twins() {
    let mut compared = 0;
    for pair in pairs() {
        for (extra, terms) in terms(pair.name) {
            let parameters = joined(&pair.parameters, &extra);
            for loss in losses(pair.name, &parameters) {
                if matches!(loss, Loss::Absolute(_)) && pair.name.starts_with("pa") {
                    continue; // the twin is the classifier; the regression form is the implicit step, tested below
                }
                for seed in 0..2 {
                    let density = if seed == 0 { 0.4 } else { 1.0 };
                    let examples = streams::random(seed, DIM, ROUNDS, density, stream::labels(loss));
                    let examples = streams::with_importance(seed, examples);
                    let mut learner = checked(pair.name, Some(loss), &parameters).build();
                    let mut twin = (pair.twin)(loss, terms.clone());
                    for (t, example) in examples.iter().enumerate() {
                        let want = twin.margin(&example.x);
                        // A margin this large only occurs where an explicit step diverges; nothing is left to compare then.
                        if want.abs() > 1e6 {
                            break;
                        }
                        let got = learn(learner.as_mut(), example);
                        assert_near(got, want, 1e-8, || {
                            format!("{} {parameters:?} {loss} seed {seed} round {t}", pair.name)
                        });
                        twin.learn(&example.x, example.y, example.h);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 300_000, "only {compared} margins were compared");
}

/// Whose twins are compared in files of their own: these, and below.
const ELSEWHERE: [&str; 12] = [
    "auto", "flh", "mirror", "ada-full", "ada-fd", "s-ada", "ada-lr", "radagrad", "ada-dp", "ons", "fd-son",
    "rfd-son",
];

#[test]
fn everyone_has_a_twin() {
    let paired: Vec<_> = pairs().iter().map(|pair| pair.name).collect();
    for algorithm in noregret::algorithms::ALL {
        let name = algorithm.name;
        assert!(
            paired.contains(&name) || ELSEWHERE.contains(&name),
            "{name} has no twin: write one in crates/oracle/src and a pair in pairs() of this file"
        );
    }
}

/// PA-I is the implicit Euclidean hinge step of rate C; PA on regression is the implicit absolute step.
#[test]
fn passive_aggressive_is_the_implicit_step() {
    for text in ["hinge", "absolute"] {
        let loss: Loss = text.parse().unwrap();
        let examples = streams::random(5, DIM, ROUNDS, 0.7, stream::labels(loss));
        let mut learner = checked("pa1", Some(loss), &Parameters::new().number("C", 0.2)).build();
        let mut twin = oracle::implicit(DIM, twin_loss(loss), Terms::free(DIM), 0.2);
        for (t, example) in examples.iter().enumerate() {
            let want = twin.margin(&example.x);
            assert_near(learn(learner.as_mut(), example), want, 1e-9, || format!("{text} round {t}"));
            twin.learn(&example.x, example.y, example.h);
        }
    }
}

#[test]
fn flh_equals_its_twin() {
    for text in ["logistic", "squared"] {
        let loss: Loss = text.parse().unwrap();
        let examples = streams::with_importance(3, streams::random(3, DIM, 300, 0.5, stream::labels(loss)));
        let parameters = Parameters::new().number("alpha", 0.5).number("scale", 0.3).number("radius", 2.0);
        let mut learner = checked("flh", Some(loss), &parameters).build();
        let base: oracle::Base = Box::new(move || {
            Box::new(oracle::per_coord(DIM, twin_loss(loss), Terms::cube(DIM, -2.0, 2.0), 0.3))
        });
        let mut twin = oracle::flh(twin_loss(loss), 0.5, base);
        for (t, example) in examples.iter().enumerate() {
            let want = twin.margin(&example.x);
            assert_near(learn(learner.as_mut(), example), want, 1e-9, || format!("flh {text} round {t}"));
            twin.learn(&example.x, example.y, example.h);
        }
    }
}

fn auto_grid() -> Vec<oracle::AutoLane> {
    let lane = |normalised, eta, prior: f64| oracle::AutoLane { normalised, eta, prior: prior / 15.0 };
    let raw = [(1.0, 1.0), (32.0, 1.0)].map(|(eta, prior)| lane(false, eta, prior));
    let normalised = [(0.0625, 2.0), (0.125, 4.0), (0.25, 4.0), (1.0, 2.0), (4.0, 1.0)];
    [&raw[..], &normalised.map(|(eta, prior)| lane(true, eta, prior))].concat()
}

/// Under a box and penalties lanes are f64, and lazy penalties are the eager ones.
#[test]
fn auto_under_terms_equals_its_twin() {
    let new = Parameters::new;
    let free = || Terms::free(DIM);
    let cube = |lo, hi| Terms::cube(DIM, lo, hi);
    let cases = [
        (new().number("l1", 0.02), free().with_l1(0.02)),
        (new().number("l2", 0.05), free().with_l2(0.05)),
        (new().number("l1", 0.01).number("l2", 0.02), free().with_l1(0.01).with_l2(0.02)),
        (new().number("radius", 0.3), cube(-0.3, 0.3)),
        (new().interval("box", 0.0, 0.5).number("l1", 0.01), cube(0.0, 0.5).with_l1(0.01)),
        (new().interval("box", 0.05, 0.4).number("l2", 0.01), cube(0.05, 0.4).with_l2(0.01)),
    ];
    for (seed, (parameters, terms)) in (0..).zip(cases) {
        for loss in Loss::all() {
            let twin_loss = twin_loss(loss);
            for scaled in [false, true] {
                let draw = if scaled { streams::scaled } else { streams::random };
                let examples = draw(seed, DIM, 200, 0.5, stream::labels(loss));
                let mut learner = checked("auto", Some(loss), &parameters).build();
                let explicit: &[usize] = if loss.name() == "hinge" { &[2, 3] } else { &[] };
                let lanes = oracle::auto(DIM, twin_loss, &auto_grid()).explicit(explicit);
                let mut twin = oracle::auto_composite(lanes, terms.clone());
                for (t, example) in streams::with_importance(seed, examples).iter().enumerate() {
                    let what = || format!("auto {parameters:?} {loss} scaled {scaled} round {t}");
                    // Every third round says that one feature was crossed into all of its.
                    let mut buf = FeaturesBuf::new();
                    example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
                    let x = buf.finish().unwrap().crossed(usize::from(t % 3 == 2));
                    twin.crossed(x.growth());
                    let (got, want) =
                        (learner.learn(x, example.y, example.h).unwrap(), twin.margin(&example.x));
                    twin.learn(&example.x, example.y, example.h);
                    for (lane, lost) in learner.lanes().iter().zip(twin.lost()) {
                        assert_near(lane.loss, *lost, 1e-7, what);
                    }
                    // Where leaders are followed, lanes that meet at an end of the box or in a kink are level, and rounding decides who is ahead. The squared loss has no kink, and under l2 alone no lane meets another.
                    let apart = matches!(loss, Loss::Squared(_)) && terms.l1 == 0.0 && seed < 3;
                    if !(apart || matches!(loss, Loss::Logistic(_))) {
                        continue;
                    }
                    assert_near(got, want, 1e-7, what);
                    let point = twin.point();
                    for w in learner.weights() {
                        assert_near(w.value, point[w.index as usize], 1e-7, what);
                    }
                }
            }
        }
    }
}

/// The lanes are f32, so their margins agree to fewer digits; in f64 a test beside the code compares all.
#[test]
fn auto_is_near_its_twin() {
    let grid = auto_grid();
    let beliefs = [(1.0, 768, 3.0), (0.1, 320, 2.0), (0.01, 128, 1.5), (0.0001, 64, 0.5)]
        .map(|(lambda, features, prior)| oracle::AutoBelief { lambda, features, prior: prior / 32.0 });
    for (text, dim) in
        [("logistic", DIM), ("squared", DIM), ("poisson", DIM), ("logistic", 70), ("squared", 70)]
    {
        let loss: Loss = text.parse().unwrap();
        let examples =
            streams::with_importance(3, streams::random(3, dim, ROUNDS, 0.5, stream::labels(loss)));
        let mut learner = checked("auto", Some(loss), &Parameters::new()).build();
        let first = oracle::auto(dim, twin_loss(loss), &grid);
        let mut twin: Box<dyn Twin> = match text {
            "poisson" => Box::new(first),
            _ => {
                Box::new(oracle::auto_whole(dim, twin_loss(loss), first, (2.0 / 32.0, 2.0 / 32.0), &beliefs))
            }
        };
        for (t, example) in examples.iter().enumerate() {
            let want = twin.margin(&example.x);
            assert_near(learn(learner.as_mut(), example), want, 1e-3, || format!("auto {text} round {t}"));
            twin.learn(&example.x, example.y, example.h);
        }
        assert_eq!(learner.lanes().iter().any(|lane| lane.name == "belief 1"), text != "poisson");
        let few = learner.lanes().iter().any(|lane| lane.name == "belief 0.0001");
        assert_eq!(few, text != "poisson" && dim <= 64, "one belief has left where features are many");
    }
}

/// Feature groups: an interval and penalties of their own.
#[test]
fn groups_have_their_own_terms() {
    let (lo, hi): (Vec<f64>, Vec<f64>) =
        (0..DIM).map(|i| if i % 2 == 0 { (-1.0, 1.0) } else { (-0.1, 0.2) }).unzip();
    let l2 = (0..DIM).map(|i| if i % 2 == 0 { 0.01 } else { 0.3 }).collect::<Vec<_>>();
    let terms = Terms::boxed(lo, hi).with_l2_each(l2);
    let group =
        Group { name: "odd".into(), set: Some(Interval { lo: -0.1, hi: 0.2 }), l1: None, l2: Some(0.3) };
    let loss: Loss = "logistic".parse().unwrap();
    let l = twin_loss(loss);
    let twins: [(&str, Box<dyn Twin>); 3] = [
        ("per-coord", Box::new(oracle::per_coord(DIM, l, terms.clone(), 1.0))),
        ("global", Box::new(oracle::global(DIM, l, terms.clone(), 1.0))),
        ("strongly-convex", Box::new(oracle::strongly_convex(DIM, l, terms))),
    ];
    for (name, mut twin) in twins {
        let mut parameters = Parameters::new().number("l2", 0.01);
        parameters.groups.push(group.clone());
        let spec = checked(name, Some(loss), &parameters);
        let mut learner = spec.build();
        for (t, example) in streams::random(1, DIM, ROUNDS, 0.4, streams::Labels::Binary).iter().enumerate() {
            let mut buf = FeaturesBuf::new();
            example.x.iter().enumerate().for_each(|(i, &v)| buf.push_grouped(i as u32, v, (i % 2) as u8));
            let got = learner.learn(buf.finish().unwrap(), example.y, example.h).unwrap();
            assert_near(got, twin.margin(&example.x), 1e-9, || format!("{name} round {t}"));
            twin.learn(&example.x, example.y, example.h);
            if t == ROUNDS / 2 {
                let state = learner.state();
                learner = spec.build();
                learner.restore(&state).unwrap();
            }
        }
    }
}

fn gradients(seed: u64, rounds: usize) -> Vec<Vec<f64>> {
    let mut random = streams::SplitMix64::new(seed);
    let mut draw = move || if random.uniform() < 0.4 { 0.0 } else { random.signed() };
    (0..rounds).map(|_| (0..DIM).map(|_| draw()).collect()).collect()
}

/// Players: the point after every gradient equals the twin's.
#[test]
fn players_equal_the_twins() {
    for pair in pairs() {
        let algorithm = noregret::algorithms::find(pair.name).unwrap();
        let loss: Loss = "squared".parse().unwrap();
        for (extra, terms) in terms(pair.name) {
            let parameters = joined(&pair.parameters, &extra);
            let Ok(spec) = algorithm.spec(Some(loss), &parameters).and_then(noregret::Spec::check) else {
                continue;
            };
            let player = Player::new(&spec);
            assert_eq!(player.is_ok(), algorithm.player, "{}", pair.name);
            let Ok(mut player) = player else { continue };
            let mut twin = (pair.twin)(loss, terms);
            for (t, g) in gradients(9, ROUNDS).iter().enumerate() {
                for (i, (got, want)) in player.point(DIM as u32).iter().zip(twin.point()).enumerate() {
                    assert_near(*got, want, 1e-8, || {
                        format!("{} {parameters:?} round {t} coordinate {i}", pair.name)
                    });
                }
                player.learn_dense(g).unwrap();
                twin.play(g);
            }
        }
    }
}

#[test]
fn curved_player_equals_its_twin() {
    let spec = checked("strongly-convex", None, &Parameters::new().interval("box", -1.0, 2.0));
    let mut player = Player::new(&spec).unwrap();
    let mut twin = oracle::strongly_convex(DIM, oracle::Loss::Squared, Terms::cube(DIM, -1.0, 2.0));
    let mut random = streams::SplitMix64::new(4);
    for t in 0..ROUNDS {
        let g: Vec<f64> = (0..DIM).map(|_| random.signed()).collect();
        let h: Vec<f64> = (0..DIM).map(|_| random.uniform()).collect();
        for (got, want) in player.point(DIM as u32).iter().zip(twin.point()) {
            assert_near(*got, want, 1e-9, || format!("round {t}"));
        }
        let indices: Vec<u32> = (0..DIM as u32).collect();
        player.learn_curved(Features::new(&indices, &g).unwrap(), &h).unwrap();
        twin.play_curved(&g, &h);
    }
    let other = checked("per-coord", None, &Parameters::new());
    let refused = Player::new(&other).unwrap().learn_curved(Features::new(&[0], &[1.0]).unwrap(), &[1.0]);
    assert!(refused.is_err());
}

#[test]
fn flh_players_equal_their_twin() {
    let parameters = Parameters::new().number("alpha", 0.8).interval("box", -1.0, 1.0);
    let mut player = Player::new(&checked("flh", None, &parameters)).unwrap();
    let base: oracle::CoordinateBase =
        Box::new(|_| Box::new(oracle::per_coord(1, oracle::Loss::Squared, Terms::cube(1, -1.0, 1.0), 1.0)));
    let mut twin = oracle::flh_coordinate(DIM, 0.8, base);
    for (t, g) in gradients(2, ROUNDS).iter().enumerate() {
        for (got, want) in player.point(DIM as u32).iter().zip(twin.point()) {
            assert_near(*got, want, 1e-9, || format!("round {t}"));
        }
        player.learn_dense(g).unwrap();
        twin.play(g);
    }
}
