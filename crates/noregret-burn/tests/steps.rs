//! The first 50 steps are those of the library's own learners, and of `noregret.torch`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod trained;

use burn::optim::GradientsParams;
use burn::tensor::Device;
use noregret::{Parameters, Player, algorithms};
use std::collections::BTreeMap;
use trained::{D, DELTA, ETA, KINDS, TAU, gradients, made, point, quadratic, small, tensors, train};

/// The library's learner with the rate of the optimizer itself, in plain coordinates.
fn player(kind: &str) -> Player {
    let tau = Parameters::new().number("tau", f64::from(TAU));
    let plain = tau.clone().word("precondition", "none");
    let parameters = match kind {
        "ada-diag" => Parameters::new().number("eta", ETA).number("delta", DELTA),
        "radagrad" => tau.number("eta", ETA).number("delta", DELTA),
        "fd-son" => plain.number("eta", 1.0 / ETA).number("alpha", DELTA / ETA),
        _ => plain.number("eta", ETA).number("delta", DELTA),
    };
    let spec = algorithms::find(kind).unwrap().spec(None, &parameters).unwrap();
    Player::new(&spec.check().unwrap()).unwrap()
}

/// |a - b| <= 1e-5 max(|b|, least).
fn near(a: &[f64], b: &[f64], least: f64, what: &str) {
    let norm = |v: &mut dyn Iterator<Item = f64>| v.map(|v| v * v).sum::<f64>().sqrt();
    let apart = norm(&mut a.iter().zip(b).map(|(a, b)| a - b));
    let size = norm(&mut b.iter().copied()).max(least);
    assert!(apart <= 1e-5 * size, "{what}: {apart} apart of {size}");
}

fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|&v| f64::from(v)).collect()
}

/// Fifty steps on the quadratic; the point after each, and the gradient before it.
fn on_quadratic(kind: &str) -> Vec<(Vec<f64>, Vec<f64>)> {
    let device = Device::flex().autodiff();
    let mut here = point(&[0.0; D], &device);
    let mut optimizer = made(kind);
    let mut steps = Vec::new();
    for _ in 0..50 {
        let all = quadratic(&here).backward();
        let gradient: Vec<f64> = here.w.val().grad(&all).unwrap().into_data().iter::<f64>().collect();
        here = optimizer.step(ETA, here.clone(), GradientsParams::from_grads(all, &here));
        steps.push((gradient, here.w.val().into_data().iter::<f64>().collect()));
    }
    steps
}

#[test]
fn on_a_quadratic_they_are_the_librarys() {
    for kind in KINDS {
        let mut player = player(kind);
        for (gradient, here) in on_quadratic(kind) {
            player.learn_dense(&gradient).unwrap();
            near(&here, &player.point(D as u32), 1e-3, kind);
        }
    }
}

#[test]
fn on_a_small_network_they_are_the_librarys() {
    let device = Device::flex().autodiff();
    for kind in KINDS {
        let mut net = small(&device);
        let starts = tensors(&net);
        let mut players: Vec<Player> = starts.iter().map(|_| player(kind)).collect();
        let mut optimizer = made(kind);
        for step in 0..50 {
            for (player, gradient) in players.iter_mut().zip(gradients(&net, step)) {
                player.learn_dense(&gradient).unwrap();
            }
            net = train(net, &mut optimizer, step..step + 1);
            for ((here, start), player) in tensors(&net).iter().zip(&starts).zip(&players) {
                let moved: Vec<f64> = wide(here).iter().zip(wide(start)).map(|(a, b)| a - b).collect();
                let size = wide(start).iter().map(|v| v * v).sum::<f64>().sqrt();
                near(&moved, &player.point(start.len() as u32), size, kind);
            }
        }
    }
}

/// The gradients of fifty steps on the quadratic, and where they end.
#[derive(serde::Serialize, serde::Deserialize)]
struct Path {
    gradients: Vec<Vec<f64>>,
    end: Vec<f64>,
}

/// `steps.json` holds the paths; the tests of `noregret.torch` take the same gradients and must end there, too. NOREGRET_PIN=1 writes it anew.
#[test]
fn on_a_quadratic_they_are_those_of_torch() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/steps.json");
    let walk = |kind: &&'static str| {
        let (gradients, mut points): (Vec<_>, Vec<_>) = on_quadratic(kind).into_iter().unzip();
        (*kind, Path { gradients, end: points.pop().unwrap() })
    };
    let walked: BTreeMap<&str, Path> = KINDS.iter().map(walk).collect();
    if std::env::var_os("NOREGRET_PIN").is_some() {
        std::fs::write(path, serde_json::to_string(&walked).unwrap() + "\n").unwrap();
    }
    let pinned: BTreeMap<String, Path> =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(pinned.len(), KINDS.len());
    for (kind, Path { gradients, end }) in &walked {
        near(end, &pinned[*kind].end, 1e-3, kind);
        near(&gradients.concat(), &pinned[*kind].gradients.concat(), 1e-3, kind);
        assert!(end.iter().any(|v| v.abs() > 0.01), "{kind} has moved");
    }
}
