//! Learners under full and sketched matrices against dense twins that decompose afresh every round.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{Array, Loss, Parameters, State, gaussian_row, hadamard_entry};
use oracle::{Example, Form, Terms, Twin, streams};
use stream::{checked, learn, twin_loss};

/// A learner, its parameters and its twin.
struct Pair {
    name: &'static str,
    parameters: Parameters,
    twin: Box<dyn Fn(usize, oracle::Loss, Terms) -> Box<dyn Twin>>,
    tolerance: f64,
}

const TAU: usize = 5;
const SEED: u64 = 3;

fn projection(dim: usize) -> Vec<Vec<f64>> {
    (0..TAU).map(|row| (0..dim).map(|i| hadamard_entry(SEED, TAU, row, i as u32)).collect()).collect()
}

/// The sketched learners in scaled coordinates.
fn preconditioned(eta: f64, delta: f64) -> Vec<Pair> {
    type Build = fn(usize, oracle::Loss, f64, f64, usize) -> oracle::MatrixTwin;
    let twins: [(&str, &str, Build); 4] = [
        ("ada-fd", "delta", oracle::free_ada_fd),
        ("s-ada", "delta", oracle::s_ada),
        ("fd-son", "alpha", oracle::fd_son),
        ("rfd-son", "alpha", oracle::rfd_son),
    ];
    let pairs = twins.into_iter().map(|(name, least, build)| {
        let p = Parameters::new().number("eta", eta).number(least, delta).number("tau", TAU as f64);
        Pair {
            name,
            parameters: p.word("precondition", "diag"),
            twin: Box::new(move |d, l, _| Box::new(oracle::preconditioned(build(d, l, eta, delta, TAU)))),
            tolerance: 1e-8,
        }
    });
    pairs.collect()
}

fn pairs(eta: f64, delta: f64) -> Vec<Pair> {
    let ada = move || Parameters::new().number("eta", eta).number("delta", delta);
    let son = move || Parameters::new().number("eta", eta).number("alpha", delta);
    let tau = |p: Parameters| p.number("tau", TAU as f64);
    let seeded = move |p: Parameters| tau(p).number("seed", SEED as f64);
    let pds = |p: Parameters| p.word("method", "pds");
    let pair =
        |name, parameters, tolerance, twin: Box<dyn Fn(usize, oracle::Loss, Terms) -> Box<dyn Twin>>| Pair {
            name,
            parameters,
            twin,
            tolerance,
        };
    vec![
        pair(
            "ada-full",
            ada(),
            1e-8,
            Box::new(move |d, l, t| Box::new(oracle::ada_full(d, l, t, eta, delta, Form::Cmd))),
        ),
        pair(
            "ada-full",
            pds(ada()),
            1e-8,
            Box::new(move |d, l, t| Box::new(oracle::ada_full(d, l, t, eta, delta, Form::Pds))),
        ),
        pair(
            "ada-fd",
            tau(ada()),
            1e-8,
            Box::new(move |d, l, t| Box::new(oracle::ada_fd(d, l, t, eta, delta, TAU, Form::Cmd))),
        ),
        pair(
            "ada-fd",
            pds(tau(ada())),
            1e-8,
            Box::new(move |d, l, t| Box::new(oracle::ada_fd(d, l, t, eta, delta, TAU, Form::Pds))),
        ),
        pair("ons", son(), 1e-8, Box::new(move |d, l, _| Box::new(oracle::ons(d, l, eta, delta)))),
        pair(
            "fd-son",
            tau(son()),
            1e-8,
            Box::new(move |d, l, _| Box::new(oracle::fd_son(d, l, eta, delta, TAU))),
        ),
        pair(
            "rfd-son",
            tau(son()),
            1e-8,
            Box::new(move |d, l, _| Box::new(oracle::rfd_son(d, l, eta, delta, TAU))),
        ),
        pair(
            "s-ada",
            tau(ada()),
            1e-8,
            Box::new(move |d, l, _| Box::new(oracle::s_ada(d, l, eta, delta, TAU))),
        ),
        pair(
            "ada-dp",
            seeded(ada()),
            1e-5,
            Box::new(move |d, l, _| {
                Box::new(oracle::ada_dp(d, l, eta, delta, Box::new(|round| gaussian_row(SEED, TAU, round))))
            }),
        ),
        pair(
            "radagrad",
            seeded(ada()),
            1e-5,
            Box::new(move |d, l, _| Box::new(oracle::radagrad(d, l, eta, delta, projection(d)))),
        ),
        pair(
            "ada-lr",
            seeded(ada()),
            1e-6,
            Box::new(move |d, l, _| Box::new(oracle::ada_lr(d, l, eta, delta, projection(d)))),
        ),
    ]
}

fn assert_follows(pair: &Pair, extra: &Parameters, terms: Terms, loss: Loss, examples: &[Example]) {
    let dim = examples[0].x.len();
    let mut parameters = pair.parameters.clone();
    parameters.values.extend(extra.values.clone());
    let mut learner = checked(pair.name, Some(loss), &parameters).build();
    let mut twin = (pair.twin)(dim, twin_loss(loss), terms);
    for (t, example) in examples.iter().enumerate() {
        let (got, want) = (learn(learner.as_mut(), example), twin.margin(&example.x));
        twin.learn(&example.x, example.y, example.h);
        assert!(
            (got - want).abs() <= pair.tolerance * (1.0 + want.abs()),
            "{} {parameters:?} {loss} round {t}: {got} instead of {want}",
            pair.name
        );
    }
    let point = twin.point();
    for weight in learner.weights() {
        let want = point[weight.index as usize];
        assert!(
            (weight.value - want).abs() <= 10.0 * pair.tolerance * (1.0 + want.abs()),
            "{} weight",
            pair.name
        );
    }
}

fn some_losses() -> Vec<Loss> {
    ["logistic", "squared", "absolute", "squared-hinge"].iter().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn margins_equal_the_twins() {
    let dim = 14;
    for (eta, delta) in [(0.3, 3.0), (0.02, 0.4)] {
        for pair in pairs(eta, delta) {
            if delta < 1.0 && pair.name.ends_with("son") {
                continue; // a Newton step's rate is 1/alpha
            }
            for loss in some_losses() {
                for (seed, density) in [(1, 0.3), (2, 1.0)] {
                    let examples = streams::random(seed, dim, 250, density, stream::labels(loss));
                    let examples = streams::with_importance(seed, examples);
                    assert_follows(&pair, &Parameters::new(), Terms::free(dim), loss, &examples);
                }
            }
        }
    }
}

#[test]
fn in_scaled_coordinates_margins_equal_the_twins() {
    let dim = 14;
    for (eta, delta) in [(0.3, 3.0), (0.05, 8.0)] {
        for pair in preconditioned(eta, delta) {
            for loss in some_losses() {
                for (seed, density) in [(1, 0.3), (2, 1.0)] {
                    let examples = streams::random(seed, dim, 250, density, stream::labels(loss));
                    let examples = streams::with_importance(seed, examples);
                    assert_follows(&pair, &Parameters::new(), Terms::free(dim), loss, &examples);
                }
            }
        }
    }
    let loss: Loss = "logistic".parse().unwrap();
    for density in [0.1, 1.0] {
        let examples = streams::random(9, 40, 2000, density, stream::labels(loss));
        for pair in preconditioned(0.3, 3.0) {
            assert_follows(&pair, &Parameters::new(), Terms::free(40), loss, &examples);
        }
    }
}

#[test]
fn repeated_and_dependent_examples_are_no_exception() {
    let dim = 10;
    for pair in pairs(0.4, 0.2).into_iter().chain(preconditioned(0.4, 3.0)) {
        if matches!(pair.name, "radagrad" | "ada-lr" | "ada-dp") {
            continue; // their rank is decided by rounding on such streams
        }
        for loss in some_losses() {
            let base = streams::random(5, dim, 4, 1.0, stream::labels(loss));
            // Three examples over and over, now and then a combination of two, an empty one, or one a hair away.
            let examples: Vec<Example> = (0..200)
                .map(|t| {
                    let mut example = base[t % 3].clone();
                    if t % 7 == 3 {
                        example.x.iter_mut().zip(&base[(t + 1) % 3].x).for_each(|(a, b)| *a -= 0.5 * b);
                    }
                    if t % 11 == 5 {
                        example.x.iter_mut().zip(&base[3].x).for_each(|(a, b)| *a += 1e-7 * b);
                    }
                    if t % 29 == 17 {
                        example.x.fill(0.0);
                    }
                    example
                })
                .collect();
            assert_follows(&pair, &Parameters::new(), Terms::free(dim), loss, &examples);
        }
    }
}

/// Steps so long that the iterates are thrown about make any rounding grow, here as in the twin: rates are kept below 2/|x|^2.
#[test]
fn two_thousand_rounds_stay_within_1e_8() {
    let dim = 40;
    let loss: Loss = "logistic".parse().unwrap();
    for density in [0.1, 1.0] {
        let examples = streams::random(9, dim, 2000, density, stream::labels(loss));
        for form in [Form::Cmd, Form::Pds] {
            let method = if form == Form::Cmd { "cmd" } else { "pds" };
            let p = Parameters::new().number("eta", 0.3).number("delta", 3.0).number("tau", 10.0);
            let pair = Pair {
                name: "ada-fd",
                parameters: p.word("method", method),
                twin: Box::new(move |d, l, t| Box::new(oracle::ada_fd(d, l, t, 0.3, 3.0, 10, form))),
                tolerance: 1e-8,
            };
            assert_follows(&pair, &Parameters::new(), Terms::free(dim), loss, &examples);
        }
    }
}

/// Given gradients leave nothing to be thrown about: any delta will do.
#[test]
fn players_equal_the_twins_over_two_thousand_gradients() {
    let dim = 30;
    let loss: Loss = "squared".parse().unwrap();
    let rows = streams::random(6, dim, 2000, 1.0, stream::labels(loss));
    for sparse in [false, true] {
        for (form, method) in [(Form::Cmd, "cmd"), (Form::Pds, "pds")] {
            let p = Parameters::new().number("eta", 0.3).number("delta", 0.01).number("tau", 8.0);
            let spec = checked("ada-fd", Some(loss), &p.word("method", method));
            let mut player = noregret::Player::new(&spec).unwrap();
            let mut twin = oracle::ada_fd(dim, twin_loss(loss), Terms::free(dim), 0.3, 0.01, 8, form);
            for (t, row) in rows.iter().enumerate() {
                let kept = |i: usize| !sparse || (i * 7 + t) % 11 < 3;
                let g: Vec<f64> = row
                    .x
                    .iter()
                    .enumerate()
                    .map(|(i, v)| if kept(i) { *v / (i + 1) as f64 } else { 0.0 })
                    .collect();
                player.learn_dense(&g).unwrap();
                twin.play(&g);
                if t % 50 == 49 {
                    let (got, want) = (player.point(dim as u32), twin.point());
                    let size = want.iter().fold(0.0_f64, |most, w| most.max(w.abs()));
                    for (a, b) in got.iter().zip(&want) {
                        assert!(
                            (a - b).abs() <= 1e-8 * size,
                            "{method} sparse {sparse} round {t}: {a} instead of {b}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn penalties_and_boxes_equal_a_generic_solver() {
    let dim = 8;
    let terms: Vec<(Parameters, Terms)> = vec![
        (Parameters::new().number("l2", 0.05), Terms::free(dim).with_l2(0.05)),
        (Parameters::new().number("l1", 0.02), Terms::free(dim).with_l1(0.02)),
        (
            Parameters::new().number("l1", 0.01).number("l2", 0.02),
            Terms::free(dim).with_l1(0.01).with_l2(0.02),
        ),
        (Parameters::new().number("radius", 0.3), Terms::cube(dim, -0.3, 0.3)),
        (Parameters::new().interval("box", 0.25, 0.75), Terms::cube(dim, 0.25, 0.75)),
        (
            Parameters::new().interval("box", -0.1, 0.4).number("l1", 0.03).number("l2", 0.01),
            Terms::cube(dim, -0.1, 0.4).with_l1(0.03).with_l2(0.01),
        ),
    ];
    for mut pair in pairs(0.5, 0.3).into_iter().filter(|pair| matches!(pair.name, "ada-full" | "ada-fd")) {
        pair.tolerance = 1e-7;
        for (parameters, terms) in &terms {
            for loss in some_losses() {
                let examples = streams::random(4, dim, 60, 0.7, stream::labels(loss));
                assert_follows(&pair, parameters, terms.clone(), loss, &examples);
            }
        }
    }
}

#[test]
fn implicit_steps_equal_the_twins() {
    let dim = 9;
    let (eta, delta) = (0.7, 2.0);
    for loss in Loss::all() {
        let l = twin_loss(loss);
        let examples = streams::with_importance(3, streams::random(3, dim, 150, 0.6, stream::labels(loss)));
        let ada = Parameters::new().number("eta", eta).number("delta", delta).word("update", "implicit");
        let son = Parameters::new().number("eta", eta).number("alpha", delta).word("update", "implicit");
        let tau = |p: &Parameters| p.clone().number("tau", TAU as f64);
        let twins: Vec<(&str, Parameters, Box<dyn Twin>)> = vec![
            ("ada-full", ada.clone(), Box::new(oracle::implicit_ada_full(dim, l, eta, delta))),
            ("ada-fd", tau(&ada), Box::new(oracle::implicit_ada_fd(dim, l, eta, delta, TAU))),
            ("ons", son.clone(), Box::new(oracle::implicit_ons(dim, l, eta, delta))),
            ("fd-son", tau(&son), Box::new(oracle::implicit_fd_son(dim, l, eta, delta, TAU))),
            ("s-ada", tau(&ada), Box::new(oracle::implicit_matrix(oracle::s_ada(dim, l, eta, delta, TAU)))),
            (
                "ada-fd",
                tau(&ada).word("precondition", "diag"),
                Box::new(oracle::implicit_matrix(oracle::preconditioned(oracle::free_ada_fd(
                    dim, l, eta, delta, TAU,
                )))),
            ),
        ];
        for (name, parameters, mut twin) in twins {
            let mut learner = checked(name, Some(loss), &parameters).build();
            for (t, example) in examples.iter().enumerate() {
                let (got, want) = (learn(learner.as_mut(), example), twin.margin(&example.x));
                twin.learn(&example.x, example.y, example.h);
                assert!(
                    (got - want).abs() <= 1e-7 * (1.0 + want.abs()),
                    "{name} {loss} round {t}: {got} instead of {want}"
                );
            }
        }
    }
}

/// The learners with the kind of their curvature.
const KINDS: [(&str, oracle::Kind); 5] = [
    ("ada-full", oracle::Kind::Ada),
    ("ada-fd", oracle::Kind::Ada),
    ("s-ada", oracle::Kind::Sketchy),
    ("fd-son", oracle::Kind::Newton),
    ("rfd-son", oracle::Kind::RobustNewton),
];

/// The largest difference between a margin and that of 32 digits given the same gradients, as a share of the sum of |w_i x_i|: the columns' scales go from 1e-6 to 1e6.
fn worst_on_columns_of_any_scale(
    name: &str,
    kind: oracle::Kind,
    form: Form,
    p: &Parameters,
    loss: Loss,
) -> f64 {
    let dim = 8;
    let size = |w: &[f64], x: &[f64]| w.iter().zip(x).map(|(w, x)| (w * x).abs()).sum::<f64>();
    let (eta, least) = (p.get("eta").unwrap(), p.get("delta").or(p.get("alpha")).unwrap());
    let tau = (name != "ada-full").then_some(TAU);
    let mut worst = 0.0_f64;
    for seed in 0..3 {
        let mut learner = checked(name, Some(loss), p).build();
        let mut many = oracle::ManyDigits::new(dim, kind, form, eta, least, tau);
        for mut example in streams::random(seed, dim, 150, 0.9, stream::labels(loss)) {
            let scales = (0..dim).map(|i| libm::pow(10.0, 12.0 * i as f64 / 7.0 - 6.0));
            example.x.iter_mut().zip(scales).for_each(|(v, scale)| *v *= scale);
            let mut weights = vec![0.0; dim];
            learner.weights().iter().for_each(|w| weights[w.index as usize] = w.value);
            let got = learn(learner.as_mut(), &example);
            let own = oracle::dot(&weights, &example.x);
            if form == Form::Pds {
                let terms = size(&weights, &example.x);
                assert!((got - own).abs() <= 1e-9 * terms, "{name} {p:?}: {got}, its weights give {own}");
            }
            let difference = (got - many.margin(&example.x)).abs();
            worst = worst.max(difference / size(&many.point(), &example.x).max(f64::MIN_POSITIVE));
            many.play(loss.slope(got, example.y), &example.x);
        }
    }
    worst
}

/// Columns of any scale cost digits in proportion to the largest gradients over the least curvature, under pds no more than under cmd.
#[test]
fn predictions_hold_on_columns_of_any_scale() {
    for (name, kind) in KINDS {
        for (form, method) in [(Form::Cmd, "cmd"), (Form::Pds, "pds")] {
            for (eta, delta) in [(1.0, 1.0), (0.1, 0.01)] {
                let newton = name.ends_with("son");
                let least = if newton { "alpha" } else { "delta" };
                let mut p = Parameters::new().number("eta", eta).number(least, delta).word("method", method);
                if name != "ada-full" {
                    p = p.number("tau", TAU as f64).word("precondition", "none");
                }
                // Under the absolute loss gradients are up to 1e6, under the squared up to 1e12; Newton's curvature has their squares.
                for (text, digits) in [("absolute", 6.0), ("squared", 4.0)] {
                    if newton && text == "squared" && delta < 1.0 {
                        continue;
                    }
                    let worst = worst_on_columns_of_any_scale(name, kind, form, &p, text.parse().unwrap());
                    let digits = if newton { 4.0 } else { digits };
                    assert!(worst <= libm::pow(10.0, -digits), "{name} {p:?} {text}: off by {worst:e}");
                }
            }
        }
    }
}

/// Before, the sum of gradients was kept whole beside its components along the directions.
fn as_written_before(state: &State) -> State {
    let reals = |name: &str| state.reals(name).unwrap().to_vec();
    let (along, coefficients, mut tilt) = (reals("inside"), reals("coefficients"), reals("tilt"));
    let raw = coefficients.len().checked_div(along.len()).unwrap_or(0);
    let last = tilt.len() - raw;
    for (c, direction) in along.iter().zip(coefficients.chunks_exact(raw.max(1))) {
        tilt[last..].iter_mut().zip(direction).for_each(|(t, v)| *t += c * v);
    }
    let mut before = State::new();
    for (name, array) in state.iter().filter(|(name, _)| *name != "inside") {
        before.put(name, array.clone());
    }
    before.put("sum", Array::F64(along));
    before.put("tilt", Array::F64(tilt));
    before
}

#[test]
fn a_sum_of_gradients_as_it_was_written_before_is_read() {
    let loss: Loss = "logistic".parse().unwrap();
    for (name, extra) in [("ada-full", 0.0), ("ada-fd", 0.0), ("rfd-son", 0.0), ("ada-fd", 0.02)] {
        let mut p = Parameters::new().word("method", "pds").number("l1", extra);
        if name != "ada-full" {
            p = p.number("tau", TAU as f64);
        }
        let spec = checked(name, Some(loss), &p);
        let (mut whole, mut read) = (spec.build(), spec.build());
        let examples = streams::random(4, 12, 120, 0.5, stream::labels(loss));
        examples[..60].iter().for_each(|example| {
            learn(whole.as_mut(), example);
        });
        read.restore(&as_written_before(&whole.state())).unwrap();
        for example in &examples[60..] {
            let (got, want) = (learn(read.as_mut(), example), learn(whole.as_mut(), example));
            assert!((got - want).abs() <= 1e-9 * (1.0 + want.abs()), "{name}: {got} instead of {want}");
        }
    }
}
