//! Gradients mixed at random into a few rows before they are kept: C += r g'.
//!
//! `ada-dp`: r ~ N(0, 1/tau)^tau, so that C'C is the sum of g g' on average. `radagrad`: r = Pi g with a fixed Hadamard transform Pi, so that the
//! values of C are near those of the sum itself.
//! Weakness: one enormous gradient drowns the others in the same rows. Reference: Krummenacher et al. 2016; Wan, Wei and Zhang 2018.

use crate::features::Features;
use crate::sketch::{Hadamard, gaussian_row};

/// How gradients are mixed before they are kept: random projections.
#[derive(Clone, Debug)]
pub enum Mix {
    /// r ~ N(0, 1/tau)^tau for every gradient.
    Gaussian {
        /// Which draws.
        seed: u64,
        /// How many rows.
        tau: usize,
    },
    /// r = Pi g, Pi a fixed Hadamard transform.
    Hadamard(Hadamard, usize),
}

impl Mix {
    /// Rows that are kept.
    pub fn rows(&self) -> usize {
        match self {
            Mix::Gaussian { tau, .. } | Mix::Hadamard(_, tau) => *tau,
        }
    }

    /// The numbers that slope x is mixed with in a round.
    pub fn row(&self, x: Features<'_>, slope: f64, round: u64) -> Vec<f64> {
        match self {
            Mix::Gaussian { seed, tau } => gaussian_row(*seed, *tau, round),
            Mix::Hadamard(transform, tau) => {
                let mut image = vec![0.0; *tau];
                x.iter().for_each(|(index, value)| transform.add_column(index, slope * value, &mut image));
                image
            }
        }
    }
}
