//! What a sketched spectrum means: the curvature of H along each direction, and outside all of them.
//!
//! H is a function of S'S and of the mass lost to shrinking, so it has the sketch's directions; they differ in the function alone.

use crate::spec::Matrix;

impl Matrix {
    /// The curvature along a direction with this singular value (0: outside all directions), when `lost` is the root of the mass lost.
    pub(crate) fn curvature(self, s: f64, lost: f64) -> f64 {
        match self {
            Matrix::Ada { delta, .. } => delta + s,
            Matrix::Son { eta, alpha } => alpha + eta * (s * s),
            Matrix::RobustSon { eta, alpha } => alpha + eta * (s * s + 0.5 * (lost * lost)),
            Matrix::Dual { delta, .. } => {
                // Outside the directions steps are plain ones.
                if s == 0.0 { 1.0 } else { s.sqrt() + delta }
            }
            Matrix::Sketchy { delta, .. } => (s * s + (lost * lost + delta)).sqrt(),
        }
    }

    /// The rate that the inverse of H is multiplied with.
    pub(crate) fn rate(self) -> f64 {
        match self {
            Matrix::Ada { eta, .. } | Matrix::Sketchy { eta, .. } | Matrix::Dual { eta, .. } => eta,
            Matrix::Son { .. } | Matrix::RobustSon { .. } => 1.0,
        }
    }
}
