//! A sketched learner in coordinates scaled by every feature's own gradients.
//!
//! `G_i += g_i^2`, `D = diag(G)^(1/2)`; the matrix inside takes in `D^(-1/2) g`, with the `D` of the round, and the step is
//! `D^(-1/2) step(D^(-1/2) u)`: with `step(u) = eta M^-1 u` that is `eta H^-1 u`, `H = D^(1/2) M D^(1/2)`. A coordinate without a
//! gradient yet has no scale, and stays where it is.
use crate::matrix::{Curvature, MatrixTwin};

struct Preconditioned {
    squares: Vec<f64>,
    inside: Box<dyn Curvature>,
}

impl Preconditioned {
    /// `D^(-1/2) u`.
    fn scaled(&self, u: &[f64]) -> Vec<f64> {
        let scale = |square: f64| if square > 0.0 { 1.0 / square.sqrt().sqrt() } else { 0.0 };
        u.iter().zip(&self.squares).map(|(u, &square)| u * scale(square)).collect()
    }
}

impl Curvature for Preconditioned {
    fn see(&mut self, g: &[f64]) {
        self.squares.iter_mut().zip(g).for_each(|(sum, g)| *sum += g * g);
        let scaled = self.scaled(g);
        self.inside.see(&scaled);
    }

    fn step(&self, u: &[f64]) -> Vec<f64> {
        self.scaled(&self.inside.step(&self.scaled(u)))
    }
}

/// The learner that has `twin`'s matrix in scaled coordinates.
pub fn preconditioned(twin: MatrixTwin) -> MatrixTwin {
    let MatrixTwin { loss, curvature, w, .. } = twin;
    MatrixTwin::new(w.len(), loss, Preconditioned { squares: vec![0.0; w.len()], inside: curvature })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Loss, Twin, assert_close, fd_son};

    #[test]
    fn two_rounds_by_hand() {
        let mut twin = preconditioned(fd_son(2, Loss::Squared, 1.0, 2.0, 3));
        twin.play(&[4.0, 0.0]); // D = 4, 4/2 = 2 goes in: A = 2 + 4 along it; 4 / (4 * 6)
        assert_close(&twin.point(), &[-1.0 / 6.0, 0.0]);
        twin.play(&[0.0, 9.0]); // D = 9, 3 goes in: 9 / (9 * 11)
        assert_close(&twin.point(), &[-1.0 / 6.0, -1.0 / 11.0]);
        twin.play(&[3.0, 0.0]); // D = 5, 3 / sqrt 5 goes in: A = 2 + 4 + 9/5
        assert_close(&twin.point(), &[-1.0 / 6.0 - 3.0 / (5.0 * 7.8), -1.0 / 11.0]);
    }

    #[test]
    fn units_of_the_features_do_not_matter_to_the_margin_of_the_first_steps_outside_the_sketch() {
        // One row keeps no direction: AdaGrad with the rate 1/alpha.
        let mut twin = preconditioned(fd_son(2, Loss::Squared, 1.0, 2.0, 1));
        twin.play(&[1e-3, 5.0]);
        assert_close(&twin.point(), &[-0.5, -0.5]);
    }
}
