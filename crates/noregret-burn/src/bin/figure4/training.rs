//! One training: steps over shuffled batches, the loss of each, the accuracy on other images.

use crate::images::Images;
use crate::method::{Method, Rates};
use crate::network::Network;
use crate::random::Random;
use anyhow::Result;
use burn::module::Module;
use burn::nn::loss::{CrossEntropyLoss, CrossEntropyLossConfig};
use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Int, Tensor, TensorData};

/// Images of a step.
pub const BATCH: usize = 128;

/// A loss from here on, on ten classes, is no training any more.
const DIVERGED: f32 = 100.0;

/// A network in training.
pub struct Training {
    /// The network.
    pub network: Network,
    /// The optimizer of its parameters.
    pub optimizer: ModuleOptimizer,
    device: Device,
    loss: CrossEntropyLoss,
    eta: f64,
    seed: u64,
}

impl Training {
    /// A new network for images of this shape.
    pub fn new(shape: [usize; 3], method: Method, rates: Rates, tau: u32, seed: u64) -> Result<Self> {
        let device = Device::flex().autodiff();
        device.seed(Random::new(seed, 0).draw());
        Ok(Self {
            network: Network::new(shape, &device),
            optimizer: method.optimizer(rates.delta, tau)?,
            loss: CrossEntropyLossConfig::new().init(&device),
            device,
            eta: rates.eta,
            seed,
        })
    }

    /// Goes over the images once, in this epoch's order; `after` hears the loss of every step. False if the loss left all bounds.
    pub fn epoch(
        &mut self,
        images: &Images,
        epoch: u64,
        mut after: impl FnMut(&Self, f32) -> Result<()>,
    ) -> Result<bool> {
        let mut random = Random::new(self.seed, 1 + epoch);
        self.device.seed(random.draw());
        let order = random.order(images.len());
        for places in order.chunks(BATCH) {
            let (x, y) = batch(images, places, &self.device);
            let loss = self.loss.forward(self.network.forward(x), y);
            let value = loss.to_data().iter::<f32>().next().unwrap_or(f32::NAN);
            if !(value.is_finite() && value < DIVERGED) {
                return Ok(false);
            }
            let gradients = GradientsParams::from_grads(loss.backward(), &self.network);
            self.network = self.optimizer.step(self.eta, self.network.clone(), gradients);
            after(self, value)?;
        }
        Ok(true)
    }

    /// The share of images that are told right, and the mean loss on them, without dropout.
    pub fn test(&self, images: &Images) -> (f64, f64) {
        let network = self.network.valid();
        let device = Device::flex();
        let criterion = CrossEntropyLossConfig::new().init(&device);
        let (mut right, mut loss) = (0, 0.0);
        let all: Vec<usize> = (0..images.len()).collect();
        for places in all.chunks(BATCH) {
            let (x, y) = batch(images, places, &device);
            let logits = network.forward(x);
            let told = logits.clone().argmax(1).into_data();
            let labels = places.iter().map(|&place| i64::from(images.labels[place]));
            right += told.iter::<i64>().zip(labels).filter(|(told, label)| told == label).count();
            let mean = criterion.forward(logits, y).into_data().iter::<f64>().next().unwrap_or(f64::NAN);
            loss += mean * places.len() as f64;
        }
        let n = images.len().max(1) as f64;
        (right as f64 / n, loss / n)
    }
}

/// Images as a tensor with values in [0, 1], and their labels.
fn batch(images: &Images, places: &[usize], device: &Device) -> (Tensor<4>, Tensor<1, Int>) {
    let size = images.size();
    let pixels = |&place: &usize| &images.pixels[place * size..][..size];
    let x: Vec<f32> = places.iter().flat_map(pixels).map(|&pixel| f32::from(pixel) / 255.0).collect();
    let y: Vec<i64> = places.iter().map(|&place| i64::from(images.labels[place])).collect();
    let [channels, rows, columns] = images.shape;
    (
        Tensor::from_data(TensorData::new(x, [places.len(), channels, rows, columns]), device),
        Tensor::from_data(TensorData::new(y, [places.len()]), device),
    )
}
