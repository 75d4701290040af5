//! w <- w - lr H^-1 g, with an H of the gradients so far that the library sketches.
//!
//! Every parameter tensor has a [`Player`](noregret::Player) of the library, which plays with the rate 1 and is told the tensor's gradients: how far its point
//! moves is H^-1 g. So there is one implementation of the sketches, and `lr` may change from step to step.

mod config;
mod state;

pub use config::{AdaFdConfig, FdSonConfig, RadagradConfig, SAdaConfig};
pub use state::SketchState;

use burn::optim::decay::WeightDecay;
use burn::optim::{LearningRate, Optimizer};
use burn::tensor::{Device, Tensor, TensorData};
use noregret::Spec;

/// An optimizer with a sketch for every parameter tensor, made by one of the configs.
///
/// Sketches live in the host's memory, in f64: a gradient on another device is copied there, and the step back.
///
/// # Panics
///
/// `step` has no way to tell of an error but to panic. It does, before anything has changed, if a gradient is not finite, and if a loaded state was saved under
/// another config.
#[derive(Clone)]
pub struct Sketched {
    spec: Spec,
    weight_decay: Option<WeightDecay>,
}

impl Optimizer for Sketched {
    type State<const D: usize> = SketchState;

    fn step<const D: usize>(
        &self,
        lr: LearningRate,
        tensor: Tensor<D>,
        grad: Tensor<D>,
        state: Option<SketchState>,
    ) -> (Tensor<D>, Option<SketchState>) {
        let grad = match &self.weight_decay {
            Some(decay) => decay.transform(grad, tensor.clone()),
            None => grad,
        };
        let shape = grad.shape();
        let gradient: Vec<f64> = grad.into_data().iter::<f64>().collect();
        let mut state = state.unwrap_or_default();
        let moved = state.learn(&self.spec, &gradient).unwrap_or_else(|why| panic!("{why}"));
        let step: Vec<f64> = moved.iter().map(|v| lr * v).collect();
        let options = (&tensor.device(), tensor.dtype());
        let step = Tensor::from_data(TensorData::new(step, shape), options);
        (tensor + step, Some(state))
    }

    fn to_device<const D: usize>(state: SketchState, _device: &Device) -> SketchState {
        state
    }
}
