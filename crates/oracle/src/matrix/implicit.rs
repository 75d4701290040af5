//! Implicit steps in a matrix metric, without box and penalties.
//!
//! The metric takes in the explicit gradient `g = h l'(p, y) x`, `p = w.x`. With `d = eta H^-1 x` (online Newton: `d = A^-1 x`) the new point is
//! `w - s d`, and the slope is the root of `s = h l'(p - s x.d, y)`. The left side rises in `s` and the right one falls, so it is found
//! between 0 and `h l'(p, y)` by bisection down to neighbouring floats; at a kink that is the jump across it.
use crate::implicit::meeting;
use crate::matrix::ada::Gathered;
use crate::matrix::ada_fd::Sketched;
use crate::matrix::ada_full::Full;
use crate::matrix::ons::Newton;
use crate::matrix::son::SketchedNewton;
use crate::matrix::{Curvature, MatrixTwin};
use crate::{Loss, Twin, dot};

/// The twin of the implicit matrix learners.
pub struct ImplicitMatrix {
    explicit: MatrixTwin,
}

/// The learner that steps implicitly where `explicit` steps explicitly.
pub fn implicit_matrix(explicit: MatrixTwin) -> ImplicitMatrix {
    ImplicitMatrix { explicit }
}

/// `eta H^-1 u`.
struct Rated<G> {
    eta: f64,
    gathered: G,
}

impl<G: Gathered> Curvature for Rated<G> {
    fn see(&mut self, g: &[f64]) {
        self.gathered.see(g);
    }

    fn step(&self, u: &[f64]) -> Vec<f64> {
        self.gathered.spectrum().inverse(u).into_iter().map(|v| self.eta * v).collect()
    }
}

/// Implicit `ada-full`, mirror descent.
pub fn implicit_ada_full(dim: usize, loss: Loss, eta: f64, delta: f64) -> ImplicitMatrix {
    implicit_matrix(MatrixTwin::new(dim, loss, Rated { eta, gathered: Full::new(dim, delta) }))
}

/// `ada-fd`, mirror descent without box and penalties.
pub fn free_ada_fd(dim: usize, loss: Loss, eta: f64, delta: f64, tau: usize) -> MatrixTwin {
    MatrixTwin::new(dim, loss, Rated { eta, gathered: Sketched::new(dim, delta, tau) })
}

/// Implicit `ada-fd`, mirror descent.
pub fn implicit_ada_fd(dim: usize, loss: Loss, eta: f64, delta: f64, tau: usize) -> ImplicitMatrix {
    implicit_matrix(free_ada_fd(dim, loss, eta, delta, tau))
}

/// Implicit `ons`.
pub fn implicit_ons(dim: usize, loss: Loss, eta: f64, alpha: f64) -> ImplicitMatrix {
    implicit_matrix(MatrixTwin::new(dim, loss, Newton::new(dim, eta, alpha)))
}

/// Implicit `fd-son`.
pub fn implicit_fd_son(dim: usize, loss: Loss, eta: f64, alpha: f64, tau: usize) -> ImplicitMatrix {
    implicit_matrix(MatrixTwin::new(dim, loss, SketchedNewton::new(dim, eta, alpha, tau, 0.0)))
}

impl Twin for ImplicitMatrix {
    fn point(&self) -> Vec<f64> {
        self.explicit.point()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            let (p, loss) = (self.margin(x), self.explicit.loss);
            self.explicit.curvature.see(&loss.gradient(p, x, y, h));
            let direction = self.explicit.curvature.step(x);
            let q = dot(x, &direction);
            let s = meeting(|s| h * loss.slope(p - s * q, y));
            self.explicit.w.iter_mut().zip(direction).for_each(|(w, d)| *w -= s * d);
        }
    }

    /// A linear round: its implicit step is the explicit one.
    fn play(&mut self, g: &[f64]) {
        self.explicit.play(g);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::{self, Labels};
    use crate::{assert_close, ons};

    #[test]
    fn squared_loss_by_hand() {
        let mut twin = implicit_ada_full(2, Loss::Squared, 1.5, 1.0);
        twin.learn(&[3.0, 4.0], 1.0, 1.0); // g = -(3, 4), H = 6 on the line: x.d = 1.5 * 25 / 6, s = -1 / (1 + 6.25)
        assert_close(&twin.point(), &[0.75 / 7.25, 1.0 / 7.25]);
        let mut twin = implicit_ons(1, Loss::Squared, 1.0, 3.0);
        twin.learn(&[1.0], -1.0, 1.0); // A = 3 + 1, s = 1 / (1 + 1/4), step s / 4
        assert_close(&twin.point(), &[-0.2]);
    }

    #[test]
    fn a_kink_is_met_exactly_and_a_far_one_is_not_reached() {
        let mut twin = implicit_ada_full(1, Loss::Hinge, 1.0, 1.0);
        twin.learn(&[2.0], 1.0, 0.25); // g = -1/2, H = 3/2: x.d = 8/3, the full step s = -1/4 falls short of the kink
        assert_close(&twin.point(), &[1.0 / 3.0]);
        twin.learn(&[2.0], 1.0, 1.0); // now it would cross: the margin becomes 1
        assert_close(&twin.point(), &[0.5]);
        twin.learn(&[2.0], -1.0, 0.0);
        assert_close(&twin.point(), &[0.5]);
    }

    #[test]
    fn enough_rows_make_the_sketches_full() {
        let pairs = [
            (implicit_ada_full(4, Loss::Logistic, 0.7, 0.3), implicit_ada_fd(4, Loss::Logistic, 0.7, 0.3, 5)),
            (implicit_ons(4, Loss::Logistic, 0.7, 0.3), implicit_fd_son(4, Loss::Logistic, 0.7, 0.3, 5)),
        ];
        for (mut full, mut sketched) in pairs {
            for e in streams::with_importance(1, streams::random(2, 4, 80, 0.8, Labels::Binary)) {
                full.learn(&e.x, e.y, e.h);
                sketched.learn(&e.x, e.y, e.h);
                assert_close(&sketched.point(), &full.point());
            }
        }
    }

    #[test]
    fn small_rounds_are_explicit_ones() {
        let (mut one, mut other) =
            (implicit_matrix(ons(3, Loss::Squared, 1.0, 1e6)), ons(3, Loss::Squared, 1.0, 1e6));
        for e in streams::random(2, 3, 20, 1.0, Labels::Real) {
            one.learn(&e.x, e.y, e.h);
            other.learn(&e.x, e.y, e.h);
        }
        for (a, b) in one.point().iter().zip(other.point()) {
            assert!((a - b).abs() < 1e-9);
        }
    }
}
