//! Optimizers for [burn](https://burn.dev): the library's adaptive matrices for neural networks.
//!
//! [`AdaFdConfig`], [`SAdaConfig`], [`FdSonConfig`] and [`RadagradConfig`] make a [`Sketched`] optimizer, which keeps a sketch of the gradients of every
//! parameter tensor; [`AdaDiagConfig`] makes [`AdaDiag`], which keeps a diagonal. All take w <- w - lr H^-1 g. A sketch costs about tau numbers for each
//! parameter, so it is for kernels of convolutions and not for large dense layers: [`with_sketch`] makes the groups of the paper.
//!
//! ```
//! use burn::nn::LinearConfig;
//! use burn::optim::GradientsParams;
//! use burn::tensor::{Device, Tensor};
//! use noregret_burn::AdaFdConfig;
//!
//! let device = Device::flex().autodiff();
//! let mut layer = LinearConfig::new(2, 1).init(&device);
//! let mut optimizer = AdaFdConfig::new().with_tau(3).with_delta(1.0).init()?;
//! let (x, y) = (Tensor::<2>::from_floats([[1.0, 2.0]], &device), 3.0);
//! for _ in 0..100 {
//!     let loss = (layer.forward(x.clone()) - y).square().sum();
//!     let gradients = GradientsParams::from_grads(loss.backward(), &layer);
//!     layer = optimizer.step(0.5, layer, gradients);
//! }
//! assert!((layer.forward(x) - y).abs().into_scalar::<f32>() < 1e-2);
//! # Ok::<(), noregret::SpecError>(())
//! ```
//!
//! Weight decay and gradient clipping are options of the configs, as with burn's own optimizers; rates and their schedules are given to `step`. States are
//! saved and loaded by `ModuleOptimizer`, and go on to the bit.

mod diagonal;
mod groups;
mod sketched;

pub use diagonal::{AdaDiag, AdaDiagConfig, AdaDiagState};
pub use groups::with_sketch;
pub use sketched::{AdaFdConfig, FdSonConfig, RadagradConfig, SAdaConfig, SketchState, Sketched};
