//! How long a step takes, and how much of it the optimizer: `figure4 --share`.

use crate::images::Images;
use crate::method::{Method, Rates};
use crate::random::Random;
use crate::training::{BATCH, Training};
use anyhow::Result;
use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::GradientsParams;
use burn::tensor::{Distribution, Tensor};
use std::time::{Duration, Instant};

const TAUS: [u32; 5] = [5, 10, 20, 40, 80];
const RATES: Rates = Rates { eta: 1e-3, delta: 1e-1 };

/// The sum of all parameters times random numbers: its gradient is those numbers, and costs nearly nothing.
struct Noise(Option<Tensor<1>>);

impl ModuleVisitor for Noise {
    fn visit_float<const D: usize>(&mut self, parameter: &Param<Tensor<D>>) {
        let w = parameter.val();
        let size = w.shape().num_elements() as f64;
        let sum = (w.clone() * w.random_like(Distribution::Normal(0.0, size.sqrt().recip()))).sum();
        self.0 = Some(match self.0.take() {
            Some(before) => before + sum,
            None => sum,
        });
    }
}

/// Seconds of an optimizer's step, when its sketch is full: the mean over enough of them that rare work counts.
fn optimizer(method: Method, tau: u32, shape: [usize; 3]) -> Result<f64> {
    let mut training = Training::new(shape, method, RATES, tau, 1)?;
    let (mut spent, full, steps) = (Duration::ZERO, 2 * tau + 8, 4 * tau + 16);
    for step in 0..full + steps {
        let mut noise = Noise(None);
        training.network.visit(&mut noise);
        let Some(sum) = noise.0 else { continue };
        let gradients = GradientsParams::from_grads(sum.backward(), &training.network);
        let network = training.network.clone();
        let start = Instant::now();
        training.network = training.optimizer.step(RATES.eta, network, gradients);
        if step >= full {
            spent += start.elapsed();
        }
    }
    Ok(spent.as_secs_f64() / f64::from(steps))
}

/// Prints the seconds of forward and backward passes, and of every optimizer for every tau.
pub fn share(shape: [usize; 3]) -> Result<()> {
    let mut random = Random::new(1, 1);
    let pixels = (0..BATCH * shape.iter().product::<usize>()).map(|_| random.draw() as u8).collect();
    let images = Images::new(shape, pixels, (0..BATCH).map(|k| (k % 10) as u8).collect())?;
    let mut training = Training::new(shape, Method::Sgd, Rates { eta: 0.0, delta: 1.0 }, 1, 1)?;
    let mut passes = Vec::new();
    for epoch in 0..6 {
        let start = Instant::now();
        training.epoch(&images, epoch, |_, _| Ok(()))?;
        passes.push(start.elapsed().as_secs_f64());
    }
    let sgd = optimizer(Method::Sgd, 5, shape)?;
    let pass = passes[1..].iter().sum::<f64>() / 5.0 - sgd;
    println!("forward and backward, {BATCH} images of {shape:?}: {:.1} ms", 1e3 * pass);
    println!("{:<10} {:>4} {:>12} {:>16}", "optimizer", "tau", "ms a step", "of a whole step");
    for method in [Method::Sgd, Method::Adam, Method::AdaDiag, Method::AdaFd, Method::FdSon, Method::Radagrad]
    {
        let sketched = matches!(method, Method::AdaFd | Method::FdSon | Method::Radagrad);
        for tau in if sketched { &TAUS[..] } else { &TAUS[2..3] } {
            let own = optimizer(method, *tau, shape)?;
            let tau = if sketched { tau.to_string() } else { String::new() };
            println!(
                "{:<10} {tau:>4} {:>12.2} {:>14.1} %",
                method.name(),
                1e3 * own,
                100.0 * own / (own + pass)
            );
        }
    }
    Ok(())
}
