//! A learner as data: loss, learner, feasible set, penalties, feature groups.
//!
//! A [`Spec`] composes the parts; [`Spec::check`] refuses what makes no sense, with the reason; a [`Checked`] spec builds a learner.
//! Named algorithms ([`algorithms`]) are functions from parameters to a Spec and nothing more.
//! The text form ([`text`]) reads back to the same Spec, bit for bit.

pub mod algorithms;
mod build;
mod check;
mod classes;
mod parameters;
mod text;

pub use check::{Checked, SpecError};
pub use classes::{CheckedClasses, Coupling};
pub use parameters::{Kind, Parameter, Parameters, Value};

use crate::loss::Loss;
use crate::rule::interval::Interval;
use crate::rule::schedule::Rate;
use serde::{Deserialize, Serialize};

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
#[serde(rename_all = "kebab-case")]
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
#[serde(rename_all = "kebab-case")]
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
#[serde(rename_all = "kebab-case")]
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

/// The learner proper.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Learner {
    /// Implicit AdaGrad learners of several rates, mixed.
    Auto,
    /// The gradient-descent family.
    Descent {
        /// Where curvature comes from.
        metric: Metric,
        /// What is remembered.
        memory: Memory,
        /// Which step is taken.
        update: Update,
        /// The loss whose step is taken, where it is not the loss suffered.
        step_loss: Option<Loss>,
    },
    /// Mirror descent under a potential, with a rate that depends on the round alone.
    Mirror {
        /// How steps are measured.
        potential: Potential,
        /// How the rate falls.
        rate: Rate,
        /// The rate.
        eta: f64,
        /// Which step is taken.
        update: Update,
        /// The weight every coordinate begins with.
        start: f64,
        /// Whether weights are differences of two positive ones.
        signed: bool,
        /// A set that ties the coordinates together, instead of a box.
        joint: Option<Joint>,
    },
    /// Descent under a full matrix, or a sketch of it.
    Sketched {
        /// What the matrix is made of.
        matrix: Matrix,
        /// How a step is taken.
        method: Method,
        /// The coordinates it is taken in.
        #[serde(default)]
        scale: Scale,
        /// Rows of the sketch, the one for the new gradient included; none keeps the whole matrix.
        tau: Option<u32>,
        /// Which step is taken.
        update: Update,
    },
    /// The online Newton step with the whole matrix.
    Newton {
        /// How much a gradient counts.
        eta: f64,
        /// Curvature before any gradient.
        alpha: f64,
        /// Which step is taken.
        update: Update,
    },
    /// Descent under a randomly projected matrix.
    Projected {
        /// The projection.
        projection: Projection,
        /// The rate.
        eta: f64,
        /// Curvature before any gradient.
        delta: f64,
        /// Rows of the projection.
        tau: u32,
        /// Which draws.
        seed: u32,
        /// Which step is taken.
        update: Update,
    },
    /// Descent under the low-rank factors of a whole matrix.
    LowRank {
        /// The rate.
        eta: f64,
        /// Curvature before any gradient.
        delta: f64,
        /// Rows of the projection.
        tau: u32,
        /// Which draws.
        seed: u32,
        /// Which step is taken.
        update: Update,
    },
    /// A player for curved losses at each coordinate.
    StronglyConvex,
    /// A player for slowly varying gradients at each coordinate.
    Variation,
    /// The same with hints instead of restarts.
    Optimistic {
        /// The factor on the rate.
        scale: f64,
    },
    /// Confidence-weighted.
    Cw {
        /// The confidence asked of every example.
        phi: f64,
        /// The variance every weight starts with.
        variance: f64,
    },
    /// Adaptive regularization of weights.
    Arow {
        /// The regularizer.
        r: f64,
        /// The variance every weight starts with.
        variance: f64,
    },
}

/// A feature group's own terms; what it leaves out is the spec's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Its name: a namespace, a column, an index or a range of indices.
    pub name: String,
    /// Its interval.
    pub set: Option<Interval>,
    /// Its l1 penalty.
    pub l1: Option<f64>,
    /// Its l2 penalty.
    pub l2: Option<f64>,
}

/// A learner as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    /// The loss suffered.
    pub loss: Loss,
    /// How it is learned.
    pub learner: Learner,
    /// The interval of every weight; none means all numbers.
    pub set: Option<Interval>,
    /// The l1 penalty, once a round (`ftrl`: once).
    pub l1: f64,
    /// The l2 penalty, once a round (`ftrl`: once).
    pub l2: f64,
    /// Feature groups with terms of their own; group k of an example's features is `groups[k - 1]`.
    pub groups: Vec<Group>,
    /// With `Some(alpha)`, follow-the-leading-history around the learner.
    pub flh: Option<f64>,
    /// How classes share the loss, for a learner of several; none for one output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Coupling>,
}
