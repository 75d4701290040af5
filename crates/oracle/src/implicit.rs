//! The implicit (proximal) Euclidean step: the loss itself, not its tangent.
//!
//! `w_{t+1} = argmin over w of 1/2 |w - w_t|^2 + eta h l(w . x, y)`, then box and penalties.
//! With `theta(s) = w_t - s x` it is one number: `s in eta h dl(theta(s) . x, y)`, found by bisection between 0 and
//! `eta h l'(theta(0) . x)` down to neighbouring floats. Afterwards
//! `w_i <- clip( soft(w_i - s x_i, eta l1) / (1 + eta l2_i) )`: without penalties the projection onto the box.
//!
//! The composite form puts box and penalties inside the same minimum:
//! `argmin over F of 1/2 |w - w_t|^2 + eta h l(w . x, y) + eta R(w)`, which is the same search with
//! `theta_i(s) = clip( soft(w_i - s x_i, eta l1) / (1 + eta l2_i) )`. Without box and penalties the two are one.
//!
//! Kulis and Bartlett 2010. With the hinge loss and `eta = C` it is PA-I.
use crate::{Loss, Terms, Twin, dot};

/// The twin of the implicit Euclidean updates.
pub struct Implicit {
    loss: Loss,
    terms: Terms,
    eta: f64,
    composite: bool,
    w: Vec<f64>,
}

/// The proximal step of the loss alone, then box and penalties.
pub fn implicit(dim: usize, loss: Loss, terms: Terms, eta: f64) -> Implicit {
    let terms = terms.of_dim(dim);
    Implicit { loss, eta, composite: false, w: terms.origin(), terms }
}

/// The proximal step of the loss, box and penalties together.
pub fn implicit_composite(dim: usize, loss: Loss, terms: Terms, eta: f64) -> Implicit {
    Implicit { composite: true, ..implicit(dim, loss, terms, eta) }
}

impl Implicit {
    /// The point left by a step of slope `s` along `x`, box and penalties applied.
    fn left(&self, x: &[f64], s: f64) -> Vec<f64> {
        let (eta, l1) = (self.eta, self.terms.l1);
        let one =
            |i: usize| self.terms.solve(i, self.w[i] - s * x[i], eta * l1, 1.0 + eta * self.terms.l2[i]);
        (0..x.len()).map(one).collect()
    }

    /// The margin a step of slope `s` is judged by.
    fn probe(&self, x: &[f64], s: f64) -> f64 {
        if self.composite {
            dot(&self.left(x, s), x)
        } else {
            let theta: Vec<f64> = self.w.iter().zip(x).map(|(w, x)| w - s * x).collect();
            dot(&theta, x)
        }
    }

    /// The root of `s = eta h l'(probe(s), y)`, or the jump across it. The left side rises, the right one falls.
    fn root(&self, x: &[f64], y: f64, h: f64) -> f64 {
        meeting(|s| self.eta * h * self.loss.slope(self.probe(x, s), y))
    }
}

/// The s with `s = falling(s)`, or the jump across it, by bisection between 0 and `falling(0)` down to neighbouring floats.
pub(crate) fn meeting(falling: impl Fn(f64) -> f64) -> f64 {
    let full = falling(0.0);
    let (mut low, mut high) = (full.min(0.0), full.max(0.0));
    loop {
        let middle = low + 0.5 * (high - low);
        if middle <= low || middle >= high {
            return middle;
        }
        if middle < falling(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

impl Twin for Implicit {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            self.w = self.left(x, self.root(x, y, h));
        }
    }

    /// A linear round: its implicit step is the explicit one.
    fn play(&mut self, g: &[f64]) {
        self.w = self.left(g, self.eta);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::{self, Labels};
    use crate::{assert_close, pa1};

    #[test]
    fn squared_loss_by_hand() {
        let mut twin = implicit(2, Loss::Squared, Terms::free(2), 0.5);
        twin.learn(&[1.0, 1.0], 2.0, 1.0); // s = -1 / (1 + 1)
        assert_close(&twin.point(), &[0.5, 0.5]);
        twin.learn(&[2.0, 0.0], -2.0, 2.0); // s = 1 * 3 / (1 + 4)
        assert_close(&twin.point(), &[-0.7, 0.5]);
        twin.play(&[0.0, 1.0]);
        assert_close(&twin.point(), &[-0.7, 0.0]);
    }

    #[test]
    fn hinge_is_the_first_passive_aggressive_rule() {
        for terms in [Terms::free(4), Terms::cube(4, -0.3, 0.2)] {
            let mut one = implicit(4, Loss::Hinge, terms.clone(), 0.3);
            let mut other = pa1(4, terms, 0.3);
            for e in streams::with_importance(8, streams::random(7, 4, 400, 0.7, Labels::Binary)) {
                one.learn(&e.x, e.y, e.h);
                other.learn(&e.x, e.y, e.h);
                assert_close(&one.point(), &other.point());
            }
        }
    }

    #[test]
    fn an_enormous_poisson_margin_is_solved() {
        let mut twin = implicit(1, Loss::Poisson, Terms::free(1), 1.0);
        twin.w = vec![400.0];
        twin.learn(&[1.0], 2.0, 1.0); // s = exp(400 - s) - 2
        let w = twin.point()[0];
        assert!((400.0 - w - (w.exp() - 2.0)).abs() < 1e-9);
    }
}
