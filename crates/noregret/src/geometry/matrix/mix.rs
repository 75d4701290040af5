//! How a gradient enters the directions: as a row of its own, or mixed at random into a few rows.
//!
//! C += r g', with tau numbers r for every gradient g. `ada-dp`: r ~ N(0, 1/tau)^tau, so that C'C is
//! the sum of g g' on average. `radagrad`: r = Pi g with a fixed Hadamard transform Pi, so that the
//! values of C are near those of the sum itself.
//! Weakness: one enormous gradient drowns the others in the same rows.
//! Reference: Krummenacher et al. 2016; Wan, Wei and Zhang 2018.

use crate::features::Features;
use crate::sketch::{Basis, Hadamard, MixRow, Open, gaussian_row};

/// How gradients are mixed before they are kept.
#[derive(Clone, Debug)]
pub enum Mix {
    /// Not at all: each is a row of its own.
    Nothing,
    /// r ~ N(0, 1/tau)^tau for every gradient.
    Gaussian {
        /// Decides all draws.
        seed: u64,
        /// Rows that are kept.
        tau: usize,
    },
    /// r = Pi g for this transform Pi, and the rows that are kept.
    Hadamard(Hadamard, usize),
}

impl Mix {
    /// The rows that gradients are mixed into; 0 if they are not mixed.
    pub fn rows(&self) -> usize {
        match self {
            Mix::Nothing => 0,
            Mix::Gaussian { tau, .. } | Mix::Hadamard(_, tau) => *tau,
        }
    }

    /// Works out how slope x turns the directions of a basis in round t.
    pub fn receive(&self, basis: &Basis, x: Features<'_>, slope: f64, t: u64, open: &mut Open) {
        let (row, rounding) = match self {
            Mix::Nothing => return basis.receive(x, slope, None, open),
            Mix::Gaussian { seed, tau } => (gaussian_row(*seed, *tau, t), 0.0),
            // Outside the range steps are plain ones: what is outside must be told from rounding.
            Mix::Hadamard(transform, tau) => (image(transform, *tau, x, slope), 1e-13),
        };
        basis.receive(x, slope, Some(MixRow { numbers: &row, rounding }), open);
    }
}

/// Pi times slope x.
fn image(transform: &Hadamard, tau: usize, x: Features<'_>, slope: f64) -> Vec<f64> {
    let mut image = vec![0.0; tau];
    x.iter().for_each(|(index, value)| transform.add_column(index, slope * value, &mut image));
    image
}
