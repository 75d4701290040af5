//! What each of the sketched optimizers is told.

use super::Sketched;
use crate::diagonal::whole;
use burn::config::Config;
use burn::optim::ModuleOptimizer;
use burn::optim::decay::{WeightDecay, WeightDecayConfig};
use burn::optim::grad_clipping::GradientClippingConfig;
use noregret::{Parameters, SpecError, algorithms};

/// The options that all have, and what they are for.
macro_rules! sketched {
    ($(#[$about:meta])* $name:ident, $algorithm:literal, $delta:literal, $none:expr $(, $(#[$field_about:meta])* $field:ident: $default:literal)?) => {
        $(#[$about])*
        #[derive(Config, Debug)]
        pub struct $name {
            /// Curvature before any gradient.
            #[config(default = 1e-2)]
            pub delta: f64,
            /// Rows of the sketch.
            #[config(default = 20)]
            pub tau: u32,
            $($(#[$field_about])*
            #[config(default = $default)]
            pub $field: u32,)?
            /// The strength of an l2 penalty.
            pub weight_decay: Option<WeightDecayConfig>,
            /// How gradients are clipped.
            pub grad_clipping: Option<GradientClippingConfig>,
        }

        impl $name {
            /// The optimizer of one group of parameters: without clipping, which burn's groups take by themselves.
            pub fn build(&self) -> Result<Sketched, SpecError> {
                let parameters: Parameters = $none;
                let parameters = parameters
                    .number("eta", 1.0)
                    .number($delta, self.delta)
                    .number("tau", f64::from(self.tau))
                    $(.number(stringify!($field), f64::from(self.$field)))?;
                let spec = algorithms::find($algorithm)?.spec(None, &parameters)?;
                spec.clone().check()?;
                Ok(Sketched { spec, weight_decay: self.weight_decay.as_ref().map(WeightDecay::new) })
            }

            /// The optimizer of a whole module.
            pub fn init(&self) -> Result<ModuleOptimizer, SpecError> {
                self.build().map(|one| whole(one, self.grad_clipping.as_ref()))
            }
        }
    };
}

/// Steps in the coordinates of the parameters.
fn plain() -> Parameters {
    Parameters::new().word("precondition", "none")
}

sketched! {
    /// Full-matrix AdaGrad from a sketch by frequent directions: H = delta I + V' diag(s) V.
    ///
    /// S = diag(s) V, of `tau` rows, takes each gradient as its last row and gives up its least square. Memory: about 8 tau bytes for each parameter
    /// (between tau and 2 tau + 8 rows of f64). Weakness: beside its directions every parameter has the one rate lr/delta, which must be tuned.
    /// Reference: Wan, Wei and Zhang 2018.
    AdaFdConfig, "ada-fd", "delta", plain()
}

sketched! {
    /// Sketchy AdaGrad: as [`AdaFdConfig`], with what the sketch gives up added to every direction: H = (S'S + (rho + delta) I)^(1/2).
    ///
    /// `delta` is a squared curvature here. Weakness: beside the directions the rate falls for all parameters alike.
    /// Reference: Feinberg et al. 2023.
    SAdaConfig, "s-ada", "delta", plain()
}

sketched! {
    /// The online Newton step from a sketch by frequent directions: A = delta I + S'S, w <- w - lr A^-1 g.
    ///
    /// The library's `fd-son` with `eta = 1/lr` and `alpha = delta/lr`. Weakness: the rates along the directions fall as 1/t, too soon for most networks.
    /// Reference: Luo, Agarwal, Cesa-Bianchi and Langford 2016.
    FdSonConfig, "fd-son", "alpha", plain()
}

sketched! {
    /// AdaGrad in the range of a random projection of the full matrix.
    ///
    /// C += (Pi g) g' = U diag(s) V; w <- w - lr (V'(s^(1/2) + delta)^-1 V g + g - V'V g), with a subsampled randomized Hadamard transform Pi of `tau` rows.
    /// Weakness: beside its directions the rate never falls. Reference: Krummenacher et al. 2016.
    RadagradConfig, "radagrad", "delta", Parameters::new(),
    /// Which random projection; the same one for tensors of the same size.
    seed: 1
}
