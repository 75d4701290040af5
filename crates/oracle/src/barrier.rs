//! Newton's method on a smoothed objective inside a box: finds the points the comparator certifies.
//!
//! `phi(w) = sum_t h_t l_mu(w . x_t) + l1 sum sqrt(w_i^2 + 4 mu^2) + 1/2 sum l2_i w_i^2
//!           - mu sum [ ln(w_i - lo_i) + ln(hi_i - w_i) ]`.
//! Each step solves the Newton system by elimination and searches along it until the directional derivative is
//! nearly zero, from the near side. Nothing here needs to be trusted: the certificate is checked apart.
//!
//! Boyd and Vandenberghe 2004, chapter 11.
use crate::eliminate::eliminate;
use crate::smoothed::smoothed;
use crate::{Example, Loss, Terms, dot};

/// A problem over a bounded box.
pub(crate) struct Barrier<'a> {
    pub loss: Loss,
    pub examples: &'a [Example],
    pub terms: &'a Terms,
    pub mu: f64,
}

impl Barrier<'_> {
    /// A point from which Newton's method has converged, or nearly, starting inside the box at `w`.
    pub fn minimise(&self, mut w: Vec<f64>) -> Vec<f64> {
        let mut last = f64::INFINITY;
        for _ in 0..60 {
            let direction = self.direction(&w);
            let drop = -dot(&self.gradient(&w), &direction);
            let rounding = drop <= 1e-12 * self.mu && drop > 0.25 * last;
            if drop.is_nan() || drop <= 1e-16 * self.mu || rounding {
                break;
            }
            last = drop;
            let length = self.search(&w, &direction, drop);
            if length == 0.0 {
                break;
            }
            w = along(&w, &direction, length);
        }
        w
    }

    /// The Newton step; zero where the curvature vanishes.
    pub fn direction(&self, w: &[f64]) -> Vec<f64> {
        let downhill = self.gradient(w).iter().map(|g| -g).collect();
        eliminate(self.hessian(w), downhill).unwrap_or_else(|| vec![0.0; w.len()])
    }

    /// How far to go: the whole step if that hardly overshoots, else bisection for the lowest place on the way.
    fn search(&self, w: &[f64], direction: &[f64], drop: f64) -> f64 {
        let mut far: f64 = 1.0;
        for i in 0..w.len() {
            let room = if direction[i] > 0.0 { self.terms.hi[i] - w[i] } else { w[i] - self.terms.lo[i] };
            if direction[i] != 0.0 {
                far = far.min(0.99 * room / direction[i].abs());
            }
        }
        let rise = |length: f64| dot(&self.gradient(&along(w, direction, length)), direction);
        if rise(far) <= 0.1 * drop {
            return far;
        }
        let mut near = 0.0;
        for _ in 0..60 {
            let middle = 0.5 * (near + far);
            let slope = rise(middle);
            if slope <= 0.0 {
                near = middle;
            } else {
                far = middle;
            }
            if slope <= 0.0 && slope >= -0.5 * drop {
                break;
            }
        }
        near
    }

    fn fixed(&self, i: usize) -> bool {
        self.terms.width(i) == 0.0
    }

    fn gradient(&self, w: &[f64]) -> Vec<f64> {
        let mut g = vec![0.0; w.len()];
        for e in self.examples {
            let slope = smoothed(self.loss, dot(w, &e.x), e.y, self.mu).slope;
            for i in 0..w.len() {
                g[i] += e.h * slope * e.x[i];
            }
        }
        for i in 0..w.len() {
            let (down, up) = (w[i] - self.terms.lo[i], self.terms.hi[i] - w[i]);
            g[i] += self.terms.l1 * w[i] / w[i].hypot(2.0 * self.mu) + self.terms.l2[i] * w[i];
            g[i] += self.mu / up - self.mu / down;
            if self.fixed(i) {
                g[i] = 0.0;
            }
        }
        g
    }

    fn hessian(&self, w: &[f64]) -> Vec<Vec<f64>> {
        let dim = w.len();
        let mut h = vec![vec![0.0; dim]; dim];
        for e in self.examples {
            let curvature = e.h * smoothed(self.loss, dot(w, &e.x), e.y, self.mu).curvature;
            for i in 0..dim {
                for j in 0..dim {
                    h[i][j] += curvature * e.x[i] * e.x[j];
                }
            }
        }
        for i in 0..dim {
            let (down, up) = (w[i] - self.terms.lo[i], self.terms.hi[i] - w[i]);
            let root = w[i].hypot(2.0 * self.mu);
            h[i][i] += self.terms.l1 * 4.0 * (self.mu / root) * (self.mu / root) / root + self.terms.l2[i];
            h[i][i] += self.mu / (up * up) + self.mu / (down * down);
        }
        for i in (0..dim).filter(|&i| self.fixed(i)) {
            for j in 0..dim {
                (h[i][j], h[j][i]) = (0.0, 0.0);
            }
            h[i][i] = 1.0;
        }
        h
    }
}

fn along(w: &[f64], direction: &[f64], length: f64) -> Vec<f64> {
    w.iter().zip(direction).map(|(w, d)| w + length * d).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn a_parabola_in_a_wide_box_is_solved() {
        let examples = [Example { x: vec![2.0], y: 1.0, h: 3.0 }];
        let problem = Barrier {
            loss: Loss::Squared,
            examples: &examples,
            terms: &Terms::cube(1, -1e3, 1e3),
            mu: 1e-12,
        };
        assert_close(&problem.minimise(vec![100.0]), &[0.5]);
    }
}
