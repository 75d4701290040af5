//! What the tests train: a quadratic and a small network, by any of the five optimizers.

#![allow(dead_code, reason = "each test uses a part")]

use burn::module::{Module, Param};
use burn::nn::{Linear, LinearConfig};
use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Int, Tensor, TensorData, activation};
use noregret_burn::{AdaDiagConfig, AdaFdConfig, FdSonConfig, RadagradConfig, SAdaConfig};
use std::sync::Mutex;

pub const KINDS: [&str; 5] = ["ada-diag", "ada-fd", "s-ada", "fd-son", "radagrad"];
pub const ETA: f64 = 0.1;
pub const DELTA: f64 = 0.5;
pub const TAU: u32 = 4;

pub fn made(kind: &str) -> ModuleOptimizer {
    match kind {
        "ada-diag" => AdaDiagConfig::new().with_delta(DELTA).init(),
        "ada-fd" => AdaFdConfig::new().with_delta(DELTA).with_tau(TAU).init(),
        "s-ada" => SAdaConfig::new().with_delta(DELTA).with_tau(TAU).init(),
        "fd-son" => FdSonConfig::new().with_delta(DELTA).with_tau(TAU).init(),
        _ => RadagradConfig::new().with_delta(DELTA).with_tau(TAU).init(),
    }
    .unwrap()
}

/// A point, as a module.
#[derive(Module, Debug)]
pub struct Point {
    pub w: Param<Tensor<1>>,
}

pub fn point(values: &[f32], device: &Device) -> Point {
    Point { w: Param::from_data(TensorData::new(values.to_vec(), [values.len()]), device) }
}

pub const D: usize = 12;

/// (w - t)' R R' (w - t) / 2 with R_ij = sin(1 + i + 12 j) / (1 + j) and t_i = cos i.
pub fn quadratic(point: &Point) -> Tensor<1> {
    let device = point.w.val().device();
    let entry = |i: usize, j: usize| ((1 + i + D * j) as f32).sin() / (1 + j) as f32;
    let root: Vec<f32> = (0..D * D).map(|k| entry(k / D, k % D)).collect();
    let target: Vec<f32> = (0..D).map(|i| (i as f32).cos()).collect();
    let root = Tensor::<2>::from_data(TensorData::new(root, [D, D]), &device);
    let target = Tensor::<1>::from_data(TensorData::new(target, [D]), &device);
    let apart = (point.w.val() - target).reshape([1, D]).matmul(root);
    apart.square().sum().mul_scalar(0.5)
}

/// A layer of 8, a tanh, three classes.
#[derive(Module, Debug)]
pub struct Small {
    first: Linear,
    last: Linear,
}

/// Draws are the device's, which all tests of a process share: one network at a time.
static DRAWS: Mutex<()> = Mutex::new(());

pub fn small(device: &Device) -> Small {
    let _alone = DRAWS.lock();
    device.seed(1);
    let net =
        Small { first: LinearConfig::new(6, 8).init(device), last: LinearConfig::new(8, 3).init(device) };
    // Weights are drawn when they are first looked at.
    bits(&net);
    net
}

/// The network's loss on the images of one step, which are a function of its number.
pub fn loss(net: &Small, step: usize, device: &Device) -> Tensor<1> {
    let x: Vec<f32> = (0..16 * 6).map(|k| ((k + 101 * step) as f32 * 0.7).sin()).collect();
    let y: Vec<i64> = (0..16).map(|k| ((k * 7 + step) % 3) as i64).collect();
    let x = Tensor::<2>::from_data(TensorData::new(x, [16, 6]), device);
    let y = Tensor::<1, Int>::from_data(TensorData::new(y, [16]), device).reshape([16, 1]);
    let logits = net.last.forward(net.first.forward(x).tanh());
    activation::log_softmax(logits, 1).gather(1, y).mean().neg()
}

/// Takes steps of the small network.
pub fn train(mut net: Small, optimizer: &mut ModuleOptimizer, steps: std::ops::Range<usize>) -> Small {
    let device = Device::flex().autodiff();
    for step in steps {
        let gradients = GradientsParams::from_grads(loss(&net, step, &device).backward(), &net);
        net = optimizer.step(ETA, net, gradients);
    }
    net
}

/// All parameters of the small network, in bits.
pub fn bits(net: &Small) -> Vec<u32> {
    tensors(net).concat().iter().map(|v| v.to_bits()).collect()
}

pub fn tensors(net: &Small) -> Vec<Vec<f32>> {
    let layer = |layer: &Linear| {
        let bias = layer.bias.as_ref().unwrap();
        [layer.weight.val().into_data().try_to_vec().unwrap(), bias.val().into_data().try_to_vec().unwrap()]
    };
    [layer(&net.first), layer(&net.last)].concat()
}

/// The gradients of one step, in the order of [`tensors`].
pub fn gradients(net: &Small, step: usize) -> Vec<Vec<f64>> {
    let device = Device::flex().autodiff();
    let all = loss(net, step, &device).backward();
    let values = |data: TensorData| data.iter::<f64>().collect::<Vec<f64>>();
    let layer = |layer: &Linear| {
        let bias = layer.bias.as_ref().unwrap();
        [
            values(layer.weight.val().grad(&all).unwrap().into_data()),
            values(bias.val().grad(&all).unwrap().into_data()),
        ]
    };
    [layer(&net.first), layer(&net.last)].concat()
}
