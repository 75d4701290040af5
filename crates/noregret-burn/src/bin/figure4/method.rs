//! The six optimizers that are compared.

use crate::network::KERNELS;
use anyhow::Result;
use burn::optim::momentum::MomentumConfig;
use burn::optim::{AdamConfig, ModuleOptimizer, SgdConfig};
use clap::ValueEnum;
use noregret_burn::{AdaDiagConfig, AdaFdConfig, FdSonConfig, RadagradConfig, with_sketch};
use serde::{Deserialize, Serialize};

/// An optimizer. The first four are the paper's; the sketched ones are for the kernels of convolutions, with ADA-DIAG for all else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// ADA-FD.
    AdaFd,
    /// ADA-DIAG.
    AdaDiag,
    /// RADAGRAD.
    Radagrad,
    /// FD-SON.
    FdSon,
    /// Adam, with the betas everyone uses.
    Adam,
    /// Gradient descent with a momentum of .9.
    Sgd,
}

/// The rate and the curvature before any gradient.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// The rate.
    pub eta: f64,
    /// The curvature before any gradient; 1 where there is none.
    pub delta: f64,
}

/// The paper's numbers, for both.
pub const GRID: [f64; 6] = [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5];

impl Method {
    /// Its name, as in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::AdaFd => "ada-fd",
            Self::AdaDiag => "ada-diag",
            Self::Radagrad => "radagrad",
            Self::FdSon => "fd-son",
            Self::Adam => "adam",
            Self::Sgd => "sgd",
        }
    }

    /// All pairs that are searched.
    pub fn grid(self) -> Vec<Rates> {
        let deltas: &[f64] = if matches!(self, Self::Adam | Self::Sgd) { &[1.0] } else { &GRID };
        GRID.iter().flat_map(|&eta| deltas.iter().map(move |&delta| Rates { eta, delta })).collect()
    }

    /// The optimizer of the network's parameters.
    pub fn optimizer(self, delta: f64, tau: u32) -> Result<ModuleOptimizer> {
        let diagonal = AdaDiagConfig::new().with_delta(delta);
        let sketched = match self {
            Self::AdaFd => AdaFdConfig::new().with_delta(delta).with_tau(tau).build()?,
            Self::Radagrad => RadagradConfig::new().with_delta(delta).with_tau(tau).build()?,
            Self::FdSon => FdSonConfig::new().with_delta(delta).with_tau(tau).build()?,
            Self::AdaDiag => return Ok(diagonal.init()?),
            Self::Adam => return Ok(AdamConfig::new().init()),
            Self::Sgd => {
                let momentum = MomentumConfig::new().with_momentum(0.9).with_dampening(0.0);
                return Ok(SgdConfig::new().with_momentum(Some(momentum)).init());
            }
        };
        Ok(with_sketch(&sketched, &KERNELS, diagonal.build()?))
    }
}
