//! The parts learners are made of, as data.

use super::SpecError;
use crate::rule::schedule::Rate;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which step is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Update {
    /// On the linearized loss.
    Explicit,
    /// On the loss itself: an exact proximal step.
    Implicit,
}

/// Where curvature comes from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Metric {
    /// A global rate that depends on the round alone.
    Fixed {
        /// How it falls.
        rate: Rate,
        /// Its numerator.
        eta: f64,
    },
    /// The global rate scale D / sqrt(2 sum |g|^2).
    Diameter {
        /// The factor on the theorem's rate.
        scale: f64,
        /// How many features there will be; none takes D from those seen so far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        features: Option<u32>,
    },
    /// A rate that only the loss limits; implicit steps alone.
    Unlimited,
    /// AdaGrad's diagonal with a common eta.
    Diagonal {
        /// The rate.
        eta: f64,
        /// Curvature before any gradient.
        delta: f64,
    },
    /// AdaGrad's diagonal with eta_i = scale D_i / sqrt 2.
    PerCoordinate {
        /// The factor on the theorem's rate.
        scale: f64,
    },
}

/// How steps are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Potential {
    /// 1/2 w^2.
    Euclidean,
    /// w log w - w, positive weights.
    Entropy,
    /// -log w, positive weights.
    Burg,
}

/// A set that ties the coordinates together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Joint {
    /// Weights that are not negative and sum to 1.
    Simplex,
    /// |w| <= radius.
    Ball {
        /// The radius.
        radius: f64,
    },
}

/// What a full matrix is made of: H is a function of the (sketched) sum of g g'.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Matrix {
    /// H = delta I + G^(1/2), steps eta H^-1.
    Ada {
        /// The rate.
        eta: f64,
        /// Curvature before any gradient.
        delta: f64,
    },
    /// H = alpha I + eta G, steps H^-1.
    Son {
        /// How much a gradient counts.
        eta: f64,
        /// Curvature before any gradient.
        alpha: f64,
    },
    /// The same, with half of the mass the sketch lost given back everywhere.
    RobustSon {
        /// How much a gradient counts.
        eta: f64,
        /// Curvature before any gradient.
        alpha: f64,
    },
    /// H = (G + (rho + delta) I)^(1/2), rho the mass the sketch lost, steps eta H^-1.
    Sketchy {
        /// The rate.
        eta: f64,
        /// Squared curvature before any gradient.
        delta: f64,
    },
}

/// Which random projection stands for the gradients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Projection {
    /// A Gaussian row for every gradient: `ada-dp`.
    Gaussian,
    /// A fixed randomized Hadamard transform: `radagrad`.
    Hadamard,
}

/// How a step under a full matrix is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Composite mirror descent.
    Cmd,
    /// Primal-dual subgradient: dual averaging.
    Pds,
}

/// The coordinates a sketch is kept in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// The features' own.
    #[default]
    None,
    /// Every feature divided by a root of its squared gradients' sum.
    Diagonal,
}

/// What is remembered between rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// The weight: mirror descent.
    Mirror,
    /// The sum of gradients: dual averaging.
    Averaging,
    /// The sum of gradients, centred: FTRL-proximal.
    Proximal,
}

impl fmt::Display for Potential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Potential::Euclidean => "euclidean",
            Potential::Entropy => "entropy",
            Potential::Burg => "burg",
        })
    }
}

impl FromStr for Potential {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text {
            "euclidean" => Ok(Potential::Euclidean),
            "entropy" => Ok(Potential::Entropy),
            "burg" => Ok(Potential::Burg),
            other => Err(SpecError::Illegal(format!(
                "unknown potential {other:?}: the potentials are euclidean, entropy, burg"
            ))),
        }
    }
}

impl fmt::Display for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Joint::Simplex => f.write_str("simplex"),
            Joint::Ball { radius } => write!(f, "ball:{radius:?}"),
        }
    }
}

impl FromStr for Joint {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let unknown = || SpecError::Illegal(format!("unknown set {text:?}: the sets are simplex and ball:R"));
        match text.split_once(':') {
            None if text == "simplex" => Ok(Joint::Simplex),
            Some(("ball", radius)) => {
                radius.parse().map(|radius| Joint::Ball { radius }).map_err(|_| unknown())
            }
            _ => Err(unknown()),
        }
    }
}
