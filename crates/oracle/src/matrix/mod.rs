//! Learners whose metric is a matrix: full, or sketched with a few directions.
//!
//! Every one sees the gradient first, `G_t` includes `g_t`, and then steps: `w <- w - step(g)`, where `step(u)` is `eta H^-1 u`, or
//! `A^-1 u`, or what the learner puts in its place. Nothing is kept from round to round but the sums of the
//! formulas; a decomposition is made afresh whenever it is needed.
//!
//! | twin | the matrix |
//! |---|---|
//! | [`ada_full`] | `H = delta I + G^(1/2)` |
//! | [`ada_fd`] | `H = delta I + (S'S)^(1/2)`, `S` frequent directions |
//! | [`s_ada`] | `H = (S'S + (rho + delta) I)^(1/2)` |
//! | [`ada_dp`] | `H = delta I + (C'C)^(1/2)`, `C` a random projection |
//! | [`radagrad`] | the square root on the range of a projection, the identity outside |
//! | [`ada_lr`] | the square root on the range of a projection, nothing outside |
//! | [`ons`] | `A = alpha I + eta G` |
//! | [`fd_son`], [`rfd_son`] | `A = alpha I + eta S'S`, `alpha` fixed or growing |
//! | [`preconditioned`] | `D^(1/2) M D^(1/2)`, `M` any of these in coordinates scaled by `D` |
//!
//! Duchi, Hazan and Singer 2011; Wan, Wei and Zhang 2018.
mod ada;
mod ada_dp;
mod ada_fd;
mod ada_full;
mod ada_lr;
mod composite;
mod frequent;
mod implicit;
mod many_digits;
mod merged;
mod ons;
mod preconditioned;
mod radagrad;
mod s_ada;
mod son;
mod spectrum;
mod svd;

use crate::merge::{Merge, Say, all_grown, weighed};
use crate::metric::Matrix;
use crate::{Loss, Twin};
pub use ada::MatrixAda;
pub use ada_dp::ada_dp;
pub use ada_fd::ada_fd;
pub use ada_full::ada_full;
pub use ada_lr::ada_lr;
pub use implicit::{
    ImplicitMatrix, free_ada_fd, implicit_ada_fd, implicit_ada_full, implicit_fd_son, implicit_matrix,
    implicit_ons,
};
pub use many_digits::{Kind, ManyDigits};
pub use merged::{SketchKind, SketchTwin, sketch_twin};
pub use ons::ons;
pub use preconditioned::preconditioned;
pub use radagrad::radagrad;
pub use s_ada::s_ada;
pub use son::{fd_son, rfd_son};
pub use svd::{Svd, svd};

/// A matrix built from the gradients, in which steps are measured.
pub trait Curvature {
    /// Takes in the gradient of the round.
    fn see(&mut self, g: &[f64]);

    /// What is taken from the point for a gradient `u`: linear in `u`.
    fn step(&self, u: &[f64]) -> Vec<f64>;

    /// `G`, where it is kept whole.
    fn gathered(&self) -> Matrix {
        panic!("this learner does not keep the sum of its gradients' squares")
    }

    /// The same that has gathered `G`.
    fn having(&self, _g: Matrix) -> Box<dyn Curvature> {
        panic!("this learner does not keep the sum of its gradients' squares")
    }
}

/// A learner without box and penalties: `see(g)`, then `w <- w - step(g)`.
pub struct MatrixTwin {
    loss: Loss,
    curvature: Box<dyn Curvature>,
    t: u64,
    w: Vec<f64>,
}

/// `G` becomes the mean, and `w_i` goes by what was added to `G_ii`.
///
/// # Panics
/// Where `G` is not kept whole.
impl Merge for MatrixTwin {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let before = start.curvature.gathered();
        let after: Vec<Matrix> = parts.iter().map(|part| part.curvature.gathered()).collect();
        let say = |i: usize, (part, g): (&&Self, &Matrix)| Say {
            w: part.w[i],
            added: g[i][i] - before[i][i],
            rounds: (part.t - start.t) as f64,
        };
        let says = |i: usize| parts.iter().zip(&after).map(|one| say(i, one)).collect::<Vec<_>>();
        let row = |i: usize| all_grown(&before[i], after.iter().map(|g| &g[i]));
        let all = 0..start.w.len();
        Self {
            loss: start.loss,
            curvature: start.curvature.having(all.clone().map(row).collect()),
            t: start.t + parts.iter().map(|part| part.t - start.t).sum::<u64>(),
            w: all.map(|i| weighed(start.w[i], &says(i))).collect(),
        }
    }
}

impl MatrixTwin {
    pub(crate) fn new(dim: usize, loss: Loss, curvature: impl Curvature + 'static) -> MatrixTwin {
        MatrixTwin { loss, curvature: Box::new(curvature), t: 0, w: vec![0.0; dim] }
    }
}

impl Twin for MatrixTwin {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            let g = self.loss.gradient(self.margin(x), x, y, h);
            self.play(&g);
        }
    }

    fn play(&mut self, g: &[f64]) {
        self.t += 1;
        self.curvature.see(g);
        for (w, step) in self.w.iter_mut().zip(self.curvature.step(g)) {
            *w -= step;
        }
    }
}
