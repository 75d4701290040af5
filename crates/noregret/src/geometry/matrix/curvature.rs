//! What a spectrum means: the curvature of H along each direction, and outside all of them.
//!
//! H is a function of the directions' spectrum and of the mass lost to shrinking; learners differ in
//! that function alone. A new one is a variant here.

use crate::spec::Matrix;

/// The curvature as a function of the spectrum, and the rate.
#[derive(Clone, Copy, Debug)]
pub enum Curvature {
    /// One of a sketch or of the whole matrix.
    Kept(Matrix),
    /// `radagrad`'s: sqrt s + delta inside the range that is kept, 1 outside it.
    Ranged {
        /// The rate that H^-1 is multiplied with.
        eta: f64,
        /// What is added inside the range.
        delta: f64,
    },
}

impl Curvature {
    /// The curvature along a direction with this singular value (0: outside all directions), when
    /// `lost` is the root of the mass lost.
    pub fn along(self, s: f64, lost: f64) -> f64 {
        match self {
            Curvature::Kept(Matrix::Ada { delta, .. }) => delta + s,
            Curvature::Kept(Matrix::Son { eta, alpha }) => alpha + eta * (s * s),
            Curvature::Kept(Matrix::RobustSon { eta, alpha }) => alpha + eta * (s * s + 0.5 * (lost * lost)),
            Curvature::Kept(Matrix::Sketchy { delta, .. }) => (s * s + (lost * lost + delta)).sqrt(),
            Curvature::Ranged { delta, .. } => {
                if s == 0.0 {
                    1.0
                } else {
                    s.sqrt() + delta
                }
            }
        }
    }

    /// The rate that the inverse of H is multiplied with.
    pub fn rate(self) -> f64 {
        match self {
            Curvature::Kept(Matrix::Ada { eta, .. } | Matrix::Sketchy { eta, .. })
            | Curvature::Ranged { eta, .. } => eta,
            Curvature::Kept(Matrix::Son { .. } | Matrix::RobustSon { .. }) => 1.0,
        }
    }
}
