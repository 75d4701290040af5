//! The paper's network: two convolutions, pooling, a dense layer, ten classes.

use burn::module::Module;
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::pool::{MaxPool2d, MaxPool2dConfig};
use burn::nn::{Dropout, DropoutConfig, Linear, LinearConfig};
use burn::tensor::{Device, Tensor, activation::relu};

/// 3x3 convolutions to 32 and 64 channels, 2x2 max-pooling, dropout .25, a dense layer of 128, dropout .5, ten outputs.
#[derive(Module, Debug)]
pub struct Network {
    conv1: Conv2d,
    conv2: Conv2d,
    pool: MaxPool2d,
    light: Dropout,
    dense: Linear,
    heavy: Dropout,
    output: Linear,
}

/// The parameters that are sketched.
pub const KERNELS: [&str; 2] = ["conv1.weight", "conv2.weight"];

impl Network {
    /// One for images of this shape.
    pub fn new([channels, rows, columns]: [usize; 3], device: &Device) -> Self {
        let pooled = 64 * ((rows - 4) / 2) * ((columns - 4) / 2);
        Self {
            conv1: Conv2dConfig::new([channels, 32], [3, 3]).init(device),
            conv2: Conv2dConfig::new([32, 64], [3, 3]).init(device),
            pool: MaxPool2dConfig::new([2, 2]).with_strides([2, 2]).init(),
            light: DropoutConfig::new(0.25).init(),
            dense: LinearConfig::new(pooled, 128).init(device),
            heavy: DropoutConfig::new(0.5).init(),
            output: LinearConfig::new(128, 10).init(device),
        }
    }

    /// The logits of every image; dropout where the device learns.
    pub fn forward(&self, images: Tensor<4>) -> Tensor<2> {
        let x = relu(self.conv1.forward(images));
        let x = relu(self.conv2.forward(x));
        let x = self.light.forward(self.pool.forward(x)).flatten(1, 3);
        let x = self.heavy.forward(relu(self.dense.forward(x)));
        self.output.forward(x)
    }
}
