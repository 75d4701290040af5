//! AdaGrad with a diagonal matrix.

use burn::config::Config;
use burn::optim::decay::{WeightDecay, WeightDecayConfig};
use burn::optim::grad_clipping::GradientClippingConfig;
use burn::optim::{LearningRate, ModuleOptimizer, Optimizer, RecordState, StateSink, StateSource};
use burn::tensor::{Device, Tensor};
use noregret::SpecError;

/// AdaGrad with a diagonal matrix: G_i += g_i^2, w_i <- w_i - lr g_i / (delta + sqrt G_i).
///
/// Memory: one number for each parameter, on the parameter's device. Weakness: it sees no correlation, and rates never rise again.
/// Reference: Duchi, Hazan and Singer 2011.
#[derive(Config, Debug)]
pub struct AdaDiagConfig {
    /// Curvature before any gradient.
    #[config(default = 1e-8)]
    pub delta: f64,
    /// The strength of an l2 penalty.
    pub weight_decay: Option<WeightDecayConfig>,
    /// How gradients are clipped.
    pub grad_clipping: Option<GradientClippingConfig>,
}

impl AdaDiagConfig {
    /// The optimizer of one group of parameters: without clipping, which burn's groups take by themselves.
    pub fn build(&self) -> Result<AdaDiag, SpecError> {
        if !(self.delta.is_finite() && self.delta > 0.0) {
            return Err(SpecError::Range {
                name: "delta".to_owned(),
                value: self.delta.to_string(),
                wanted: "a number above 0".to_owned(),
            });
        }
        Ok(AdaDiag { delta: self.delta, weight_decay: self.weight_decay.as_ref().map(WeightDecay::new) })
    }

    /// The optimizer of a whole module.
    pub fn init(&self) -> Result<ModuleOptimizer, SpecError> {
        self.build().map(|one| whole(one, self.grad_clipping.as_ref()))
    }
}

/// One optimizer for all of a module.
pub(crate) fn whole<O: Optimizer>(one: O, clipping: Option<&GradientClippingConfig>) -> ModuleOptimizer {
    let all = ModuleOptimizer::from(one);
    match clipping {
        Some(clipping) => all.with_grad_clipping(clipping.init()),
        None => all,
    }
}

/// AdaGrad with a diagonal matrix, made by [`AdaDiagConfig`].
#[derive(Clone)]
pub struct AdaDiag {
    delta: f64,
    weight_decay: Option<WeightDecay>,
}

/// The squares of all gradients, added up.
#[derive(Clone, Debug)]
pub struct AdaDiagState<const D: usize> {
    squares: Tensor<D>,
}

const SQUARES: &str = "squares";

impl<const D: usize> RecordState for AdaDiagState<D> {
    fn state_flatten(&self, prefix: &str, out: &mut StateSink) {
        out.push_tensor(prefix, SQUARES, self.squares.to_data());
    }

    fn state_unflatten(prefix: &str, source: &mut StateSource, device: &Device) -> Option<Self> {
        let data = source.take_tensor(prefix, SQUARES)?;
        let dtype = data.dtype();
        Some(Self { squares: Tensor::from_data(data, (device, dtype)) })
    }
}

impl Optimizer for AdaDiag {
    type State<const D: usize> = AdaDiagState<D>;

    fn step<const D: usize>(
        &self,
        lr: LearningRate,
        tensor: Tensor<D>,
        grad: Tensor<D>,
        state: Option<AdaDiagState<D>>,
    ) -> (Tensor<D>, Option<AdaDiagState<D>>) {
        let grad = match &self.weight_decay {
            Some(decay) => decay.transform(grad, tensor.clone()),
            None => grad,
        };
        let square = grad.clone().square();
        let squares = match state {
            Some(state) => state.squares + square,
            None => square,
        };
        let step = (grad / squares.clone().sqrt().add_scalar(self.delta)).mul_scalar(lr);
        (tensor - step, Some(AdaDiagState { squares }))
    }

    fn to_device<const D: usize>(state: AdaDiagState<D>, device: &Device) -> AdaDiagState<D> {
        AdaDiagState { squares: state.squares.to_device(device) }
    }
}
