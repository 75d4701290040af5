//! What a point pays or may not do, apart from the examples: a box, an L1 and an L2 penalty.
//!
//! `F = x_i [lo_i, hi_i]`, `R(w) = l1 sum |w_i| + 1/2 sum l2_i w_i^2`, charged once each round.
//! All of it is separable, so a composite step is one scalar problem a coordinate:
//! `argmin over [lo, hi] of h/2 w^2 - theta w + k |w|  =  clip( soft(theta, k) / h )`.

/// Box and penalties of a problem, coordinate by coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Lower ends of the box; minus infinity where there is none.
    pub lo: Vec<f64>,
    /// Upper ends of the box; infinity where there is none.
    pub hi: Vec<f64>,
    /// Strength of the L1 penalty.
    pub l1: f64,
    /// Strength of the L2 penalty, a number for each coordinate.
    pub l2: Vec<f64>,
}

impl Terms {
    /// No box, no penalty.
    pub fn free(dim: usize) -> Terms {
        Terms::cube(dim, f64::NEG_INFINITY, f64::INFINITY)
    }

    /// The box `[lo, hi]` in every coordinate, no penalty.
    pub fn cube(dim: usize, lo: f64, hi: f64) -> Terms {
        Terms::boxed(vec![lo; dim], vec![hi; dim])
    }

    /// The box with the given ends, no penalty.
    pub fn boxed(lo: Vec<f64>, hi: Vec<f64>) -> Terms {
        assert!(lo.len() == hi.len() && lo.iter().zip(&hi).all(|(a, b)| a <= b), "not a box: {lo:?} {hi:?}");
        let l2 = vec![0.0; lo.len()];
        Terms { lo, hi, l1: 0.0, l2 }
    }

    /// The same with this L1 strength.
    pub fn with_l1(self, l1: f64) -> Terms {
        Terms { l1, ..self }
    }

    /// The same with this L2 strength in every coordinate.
    pub fn with_l2(self, l2: f64) -> Terms {
        Terms { l2: vec![l2; self.lo.len()], ..self }
    }

    /// The same with these L2 strengths.
    pub fn with_l2_each(self, l2: Vec<f64>) -> Terms {
        assert_eq!(l2.len(), self.lo.len(), "one L2 strength a coordinate");
        Terms { l2, ..self }
    }

    /// Number of coordinates.
    pub fn dim(&self) -> usize {
        self.lo.len()
    }

    /// `clip(v, lo_i, hi_i)`.
    pub fn clip(&self, i: usize, v: f64) -> f64 {
        v.clamp(self.lo[i], self.hi[i])
    }

    /// The first point of every learner: `clip(0)` in every coordinate.
    pub fn origin(&self) -> Vec<f64> {
        (0..self.dim()).map(|i| self.clip(i, 0.0)).collect()
    }

    /// `D_i = hi_i - lo_i`.
    pub fn width(&self, i: usize) -> f64 {
        self.hi[i] - self.lo[i]
    }

    /// `clip( soft(theta, k) / h )`, the scalar problem above.
    pub fn solve(&self, i: usize, theta: f64, k: f64, h: f64) -> f64 {
        self.clip(i, soft(theta, k) / h)
    }

    /// Whether there is a penalty.
    pub(crate) fn penalised(&self) -> bool {
        self.l1 > 0.0 || self.l2.iter().any(|&l2| l2 > 0.0)
    }

    /// `R(w)`.
    pub fn penalty(&self, w: &[f64]) -> f64 {
        (0..self.dim()).map(|i| self.l1 * w[i].abs() + 0.5 * self.l2[i] * w[i] * w[i]).sum()
    }

    /// The terms themselves, after checking that they speak of `dim` coordinates.
    pub(crate) fn of_dim(self, dim: usize) -> Terms {
        assert!(
            self.hi.len() == dim && self.lo.len() == dim && self.l2.len() == dim,
            "terms of another dimension"
        );
        self
    }

    /// The same after checking that the box is bounded, for rates that depend on its width.
    pub(crate) fn bounded(self) -> Terms {
        assert!((0..self.dim()).all(|i| self.width(i).is_finite()), "this algorithm needs a bounded box");
        self
    }

    /// The same after checking that there is no penalty, for algorithms that know none.
    pub(crate) fn unpenalised(self) -> Terms {
        assert!(self.l1 == 0.0 && self.l2.iter().all(|&l| l == 0.0), "this algorithm knows no penalty");
        self
    }
}

/// `sign(v) max(0, |v| - k)`.
pub fn soft(v: f64, k: f64) -> f64 {
    if v > k {
        v - k
    } else if v < -k {
        v + k
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solve_minimises_the_scalar_problem() {
        let terms = Terms::cube(1, -0.4, 0.9);
        for (theta, k, h) in [(1.0, 0.25, 2.0), (-3.0, 0.5, 1.0), (0.2, 0.3, 1.0), (5.0, 0.0, 0.5)] {
            let price = |w: f64| 0.5 * h * w * w - theta * w + k * w.abs();
            let w = terms.solve(0, theta, k, h);
            for step in 0..=1300 {
                assert!(price(w) <= price(-0.4 + 0.001 * step as f64) + 1e-12);
            }
        }
    }

    #[test]
    fn first_point_is_the_point_of_the_box_nearest_zero() {
        let terms = Terms::boxed(vec![-1.0, 2.0, -5.0], vec![1.0, 3.0, -4.0]);
        assert_eq!(terms.origin(), [0.0, 2.0, -4.0]);
    }

    #[test]
    fn penalty_by_hand() {
        let terms = Terms::free(2).with_l1(2.0).with_l2_each(vec![1.0, 4.0]);
        assert_eq!(terms.penalty(&[3.0, -0.5]), 7.0 + 4.5 + 0.5);
    }
}
