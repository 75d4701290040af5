//! What burn's optimizers can, these can: weight decay, clipping, schedules, groups, configs as files. What cannot be is refused.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod place;
mod trained;

use burn::config::Config;
use burn::lr_scheduler::exponential::ExponentialLrSchedulerConfig;
use burn::lr_scheduler::module_lr_scheduler::ModuleLearningRate;
use burn::module::Module;
use burn::nn::{Linear, LinearConfig};
use burn::optim::decay::WeightDecayConfig;
use burn::optim::grad_clipping::GradientClippingConfig;
use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Tensor};
use noregret_burn::{AdaDiagConfig, AdaFdConfig, FdSonConfig, RadagradConfig, SAdaConfig, with_sketch};
use place::Place;
use trained::{KINDS, Point, made, point};

/// A step on g . w.
fn step(optimizer: &mut ModuleOptimizer, lr: impl Into<ModuleLearningRate>, here: Point, g: &[f32]) -> Point {
    let device = here.w.val().device();
    let loss = (here.w.val() * Tensor::<1>::from_floats(g, &device)).sum();
    let gradients = GradientsParams::from_grads(loss.backward(), &here);
    optimizer.step(lr, here, gradients)
}

fn values(here: &Point) -> Vec<f32> {
    here.w.val().into_data().try_to_vec().unwrap()
}

fn start() -> Point {
    point(&[1.0, -2.0, 0.5], &Device::flex().autodiff())
}

#[test]
fn weight_decay_adds_to_the_gradient() {
    let decayed = AdaFdConfig::new().with_weight_decay(Some(WeightDecayConfig::new(0.5)));
    let with = step(&mut decayed.init().unwrap(), 0.1, start(), &[1.0, 1.0, 1.0]);
    let by_hand = step(&mut AdaFdConfig::new().init().unwrap(), 0.1, start(), &[1.5, 0.0, 1.25]);
    assert_eq!(values(&with), values(&by_hand));
    let decayed = AdaDiagConfig::new().with_weight_decay(Some(WeightDecayConfig::new(0.5)));
    let with = step(&mut decayed.init().unwrap(), 0.1, start(), &[1.0, 2.0, 1.0]);
    let by_hand = step(&mut AdaDiagConfig::new().init().unwrap(), 0.1, start(), &[1.5, 1.0, 1.25]);
    assert_eq!(values(&with), values(&by_hand));
}

#[test]
fn gradients_are_clipped_before_they_are_learned() {
    for clipped in [
        AdaFdConfig::new().with_grad_clipping(Some(GradientClippingConfig::Value(0.5))).init().unwrap(),
        AdaFdConfig::new().init().unwrap().with_grad_clipping(GradientClippingConfig::Value(0.5).init()),
    ] {
        let mut clipped = clipped;
        let here = step(&mut clipped, 0.1, start(), &[100.0, 0.25, -3.0]);
        let by_hand = step(&mut AdaFdConfig::new().init().unwrap(), 0.1, start(), &[0.5, 0.25, -0.5]);
        assert_eq!(values(&here), values(&by_hand));
    }
}

#[test]
fn a_schedule_changes_the_rate_and_not_what_was_learned() {
    for kind in KINDS {
        let mut schedule = ExponentialLrSchedulerConfig::new(0.5, 0.5).init().unwrap();
        let (mut by_schedule, mut by_hand) = (made(kind), made(kind));
        let (mut one, mut other) = (start(), start());
        let rounds = [(0.5, [1.0, 2.0, 3.0]), (0.25, [-1.0, 0.5, 0.0]), (0.125, [0.0, 1.0, 1.0])];
        for (rate, g) in rounds {
            one = step(&mut by_schedule, schedule.step(), one, &g);
            other = step(&mut by_hand, rate, other, &g);
        }
        assert_eq!(values(&one), values(&other), "{kind}");
        assert_ne!(values(&one), values(&start()), "{kind}");
    }
}

/// Two layers, of which one is sketched.
#[derive(Module, Debug)]
struct Two {
    first: Linear,
    last: Linear,
}

#[test]
fn groups_have_their_own() {
    let device = Device::flex().autodiff();
    device.seed(1);
    let two =
        Two { first: LinearConfig::new(3, 2).init(&device), last: LinearConfig::new(2, 1).init(&device) };
    let x = Tensor::<2>::from_floats([[1.0, -1.0, 2.0]], &device);
    let take = |optimizer: &mut ModuleOptimizer| {
        let loss = two.last.forward(two.first.forward(x.clone())).sum();
        let gradients = GradientsParams::from_grads(loss.backward(), &two);
        let after = optimizer.step(0.1, two.clone(), gradients);
        let data = |layer: &Linear| layer.weight.val().into_data().try_to_vec::<f32>().unwrap();
        (data(&after.first), data(&after.last))
    };
    let sketched = AdaFdConfig::new().with_delta(1.0);
    let diagonal = AdaDiagConfig::new();
    let groups =
        take(&mut with_sketch(&sketched.build().unwrap(), &["first.weight"], diagonal.build().unwrap()));
    let (all_sketched, all_diagonal) =
        (take(&mut sketched.init().unwrap()), take(&mut diagonal.init().unwrap()));
    assert_eq!(groups, (all_sketched.0.clone(), all_diagonal.1.clone()));
    assert_ne!(all_sketched, all_diagonal);
}

#[test]
fn configs_are_files() {
    let folder = Place::new();
    let path = folder.path().join("config.json");
    let config = RadagradConfig::new()
        .with_tau(7)
        .with_delta(0.3)
        .with_seed(5)
        .with_weight_decay(Some(WeightDecayConfig::new(0.1)))
        .with_grad_clipping(Some(GradientClippingConfig::Norm(2.0)));
    config.save(&path).unwrap();
    let read = RadagradConfig::load(&path).unwrap();
    assert_eq!((read.tau, read.delta, read.seed), (7, 0.3, 5));
    assert_eq!(read.to_string(), config.to_string());
    for text in [
        AdaFdConfig::new().to_string(),
        SAdaConfig::new().to_string(),
        FdSonConfig::new().to_string(),
        AdaDiagConfig::new().to_string(),
    ] {
        assert!(text.contains("delta"), "{text}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    assert!(AdaFdConfig::new().with_tau(0).build().is_err());
    assert!(SAdaConfig::new().with_delta(-1.0).build().is_err());
    assert!(FdSonConfig::new().with_delta(f64::NAN).init().is_err());
    assert!(RadagradConfig::new().with_delta(0.0).init().is_err());
    let told = AdaDiagConfig::new().with_delta(f64::INFINITY).build().err().unwrap().to_string();
    assert!(told.contains("delta"), "{told}");
}

#[test]
#[should_panic(expected = "entry 1 of a gradient is NaN")]
fn a_gradient_that_is_no_number_is_refused() {
    step(&mut AdaFdConfig::new().init().unwrap(), 0.1, start(), &[1.0, f32::NAN, 1.0]);
}

#[test]
#[should_panic(expected = "another config")]
fn a_state_of_another_config_is_refused() {
    let mut wide = AdaFdConfig::new().with_tau(9).init().unwrap();
    let mut here = start();
    for k in 0..3 {
        let mut g = [0.0; 3];
        g[k] = 1.0;
        here = step(&mut wide, 0.1, here, &g);
    }
    let bytes = wide.into_bytes().unwrap();
    let mut narrow = AdaFdConfig::new().with_tau(2).init().unwrap().from_bytes(bytes).unwrap();
    step(&mut narrow, 0.1, here, &[1.0, 1.0, 1.0]);
}

#[test]
fn gradients_of_zero_and_repeated_ones_do_no_harm() {
    for kind in KINDS {
        let (mut optimizer, mut here) = (made(kind), start());
        for g in [[0.0; 3], [0.0, 1.0, 2.0], [0.0, 1.0, 2.0], [0.0; 3]] {
            here = step(&mut optimizer, 0.1, here, &g);
        }
        assert!(values(&here).iter().all(|v| v.is_finite()), "{kind}");
        assert_eq!(values(&here)[0], 1.0, "{kind}");
    }
}
