//! The synthetic regression of Figure 1: normal features with mean 1 in every coordinate and a covariance of eigenvalues 100 j^-2 in a random orthonormal basis.
//!
//! Labels are true weights' products, the weights of length 1, without noise: the true weights lose nothing, so they are the best fixed point, exactly, and regret is the cumulative loss.

use crate::random::SplitMix64;
use faer::{Accum, Mat, Par};

/// Examples column by column, and their labels.
pub(super) struct Stream {
    pub x: Mat<f64>,
    pub y: Vec<f64>,
}

impl Stream {
    pub fn new(dim: usize, rounds: usize, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let gaussian = Mat::from_fn(dim, dim, |_, _| random.normal());
        let axes = gaussian.qr().compute_Q();
        let truth: Vec<f64> = (0..dim).map(|_| random.normal()).collect();
        let length = truth.iter().map(|w| w * w).sum::<f64>().sqrt();
        // Standard deviations 10/j.
        let mut along = Mat::<f64>::zeros(dim, rounds);
        for t in 0..rounds {
            for j in 0..dim {
                along[(j, t)] = 10.0 / (j + 1) as f64 * random.normal();
            }
        }
        let mut x = Mat::from_fn(dim, rounds, |_, _| 1.0);
        faer::linalg::matmul::matmul(x.as_mut(), Accum::Add, &axes, &along, 1.0, Par::Seq);
        let y = (0..rounds).map(|t| (0..dim).map(|i| x[(i, t)] * truth[i] / length).sum()).collect();
        Self { x, y }
    }
}
