//! Gradient descent that adds exactly the curvature it lacks, one player for each coordinate of a box.
//!
//! For a coordinate of width `D` whose rounds have curvature `H_t`:
//! `lam_t = 1/2 ( sqrt((H_{1:t} + lam_{1:t-1})^2 + 8 g_t^2 / (3 D^2)) - (H_{1:t} + lam_{1:t-1}) )`;
//! `eta = 1 / (H_{1:t} + lam_{1:t})`;  `w <- clip( w - eta (g + lam_t w) )`.
//! On a linear model the curvature of every round is the L2 strength of the coordinate, touched or not: the
//! formula for `lam_t` sees the gradient of the loss alone, the step sees `g + l2 w`.
//! While `H_{1:t} + lam_{1:t} = 0` nothing moves; a coordinate of width zero never does.
//!
//! Bartlett, Hazan and Rakhlin 2007; Streeter and McMahan 2010, section 4.
use crate::merge::{Merge, Say, all_grown, clock, weighed};
use crate::{Loss, Terms, Twin};

/// The twin of `strongly-convex`.
#[derive(Clone)]
pub struct StronglyConvex {
    loss: Loss,
    terms: Terms,
    curvature: Vec<f64>,
    added: Vec<f64>,
    t: u64,
    /// How many rounds touched a coordinate.
    touched: Vec<u64>,
    w: Vec<f64>,
}

/// Adaptive gradient descent under the L2 strengths of `terms`, which may hold no L1.
pub fn strongly_convex(dim: usize, loss: Loss, terms: Terms) -> StronglyConvex {
    let terms = terms.of_dim(dim);
    assert!(terms.l1 == 0.0, "this algorithm knows no L1 penalty");
    let (curvature, added, touched) = (vec![0.0; dim], vec![0.0; dim], vec![0; dim]);
    StronglyConvex { loss, curvature, added, t: 0, touched, w: terms.origin(), terms }
}

impl StronglyConvex {
    /// One round with the gradient `g` of its whole function and its curvature `h` along each coordinate.
    /// The L2 strengths play no part.
    pub fn play_curved(&mut self, g: &[f64], h: &[f64]) {
        for i in 0..g.len() {
            self.step(i, g[i], g[i], h[i]);
        }
    }

    /// The amount of curvature added so far, `lam_{1:t}`, for each coordinate.
    pub fn added(&self) -> Vec<f64> {
        self.added.clone()
    }

    /// `measured` sets `lam_t`, `whole` is stepped along.
    fn step(&mut self, i: usize, measured: f64, whole: f64, h: f64) {
        let d = self.terms.width(i);
        self.curvature[i] += h;
        if d == 0.0 {
            return;
        }
        let base = self.curvature[i] + self.added[i];
        let lam = 0.5 * ((base * base + 8.0 * measured * measured / (3.0 * d * d)).sqrt() - base);
        self.added[i] += lam;
        let total = self.curvature[i] + self.added[i];
        if total > 0.0 {
            self.w[i] = self.terms.clip(i, self.w[i] - (whole + lam * self.w[i]) / total);
        }
    }
}

impl Twin for StronglyConvex {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            let g = self.loss.gradient(self.margin(x), x, y, h);
            self.touched.iter_mut().zip(x).for_each(|(count, x)| *count += u64::from(*x != 0.0));
            self.t += 1;
            self.play(&g);
        }
    }

    fn play(&mut self, g: &[f64]) {
        for i in 0..g.len() {
            let l2 = self.terms.l2[i];
            self.step(i, g[i], g[i] + l2 * self.w[i], l2);
        }
    }
}

/// D is all the curvature that came to a coordinate the part touched, that of the penalty included. The penalty's is `l2 t`, with the merged `t` a whole number.
impl Merge for StronglyConvex {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let total = |twin: &Self, i: usize| twin.curvature[i] + twin.added[i];
        let say = |part: &Self, i: usize| {
            let touched = part.touched[i] > start.touched[i];
            let added = if touched { total(part, i) - total(start, i) } else { 0.0 };
            Say { w: part.w[i], added, rounds: (part.t - start.t) as f64 }
        };
        let says = |i: usize| parts.iter().map(|part| say(part, i)).collect::<Vec<_>>();
        let t = clock(start.t, parts.iter().map(|part| part.t));
        Self {
            w: (0..start.w.len()).map(|i| weighed(start.w[i], &says(i))).collect(),
            curvature: start.terms.l2.iter().map(|l2| l2 * t as f64).collect(),
            t,
            added: all_grown(&start.added, parts.iter().map(|part| &part.added)),
            ..start.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn two_curved_rounds_by_hand() {
        let mut twin = strongly_convex(1, Loss::Squared, Terms::cube(1, -1.0, 1.0));
        // H = 4, D = 2: 16 + 2/3 13.5 = 25, lam = 1/2, eta = 1/4.5
        twin.play_curved(&[-(13.5f64.sqrt())], &[4.0]);
        let w = 13.5f64.sqrt() / 4.5;
        assert_close(&twin.point(), &[w]);
        // H = 5, lam so far 1/2: 5.5^2 + 2/3 18 = 6.5^2, lam = 1/2, eta = 1/6
        twin.play_curved(&[18f64.sqrt()], &[1.0]);
        assert_close(&twin.point(), &[w - (18f64.sqrt() + 0.5 * w) / 6.0]);
        assert_close(&twin.added(), &[1.0]);
    }

    #[test]
    fn two_rounds_of_a_linear_model_by_hand() {
        let mut twin =
            strongly_convex(2, Loss::Squared, Terms::cube(2, -1.0, 1.0).with_l2_each(vec![4.0, 0.0]));
        twin.learn(&[1.0, 0.0], 13.5f64.sqrt(), 1.0);
        let w = 13.5f64.sqrt() / 4.5;
        assert_close(&twin.point(), &[w, 0.0]);
        // untouched: lam = 0, H = 8, eta = 1/8.5, the penalty alone; the other one: w = 2 sqrt 1.5, clipped
        twin.learn(&[0.0, 1.0], 0.1, 1.0);
        assert_close(&twin.point(), &[w - 4.0 * w / 8.5, 1.0]);
    }

    #[test]
    fn without_curvature_or_gradient_nothing_moves() {
        let mut twin = strongly_convex(2, Loss::Squared, Terms::boxed(vec![0.5, 0.3], vec![1.0, 0.3]));
        twin.play(&[0.0, -5.0]);
        assert_close(&twin.point(), &[0.5, 0.3]);
    }
}
