//! AdaGrad over K classes under the softmax loss, explicit or implicit.
//!
//! Margins `z_j = w_j . x`, loss `ln sum_j exp(z_j) - z_y`, slopes `s_j = h (exp(z_j) / sum_i exp(z_i) - [j = y])`. For every class
//! `G_ji += (s_j x_i)^2`, `H_ji = (delta + sqrt(G_ji)) / eta` and
//! * explicit: `w_ji <- w_ji - s_j x_i / H_ji`;
//! * implicit: the minimum over `W` of `h l(W x) + 1/2 sum_ji H_ji (W_ji - w_ji)^2`, which is `w_ji - q_j x_i / H_ji`, where with
//!   `c_j = sum_i x_i^2 / H_ji` the margins `u_j = z_j - c_j q_j` minimise `h l(u) + sum_j (u_j - z_j)^2 / (2 c_j)`: found by Newton's
//!   method in the K margins, with a line search and a dense Hessian.
//!
//! A class beyond those seen starts with weights and sums of 0.
use crate::dot;
use crate::eliminate::eliminate;

/// A dense learner of classes, written as its formula.
pub trait ClassTwin {
    /// The margins of all classes seen.
    fn margins(&self, x: &[f64]) -> Vec<f64>;

    /// One round: the example `x` of a class, with importance `h`. With `h = 0` nothing happens.
    fn learn(&mut self, x: &[f64], class: usize, h: f64);
}

/// `ln sum_j exp(z_j)`.
pub(crate) fn log_sum(z: &[f64]) -> f64 {
    let top = z.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    top + z.iter().map(|z| (z - top).exp()).sum::<f64>().ln()
}

/// `exp(z_j) / sum_i exp(z_i) - [j = y]`; for `y` as minus the sum of the others, which is the same without cancellation.
pub fn softmax_slopes(z: &[f64], y: usize) -> Vec<f64> {
    let sum = log_sum(z);
    let mut slopes: Vec<f64> = z.iter().map(|z| (z - sum).exp()).collect();
    slopes[y] = -(0..z.len()).filter(|j| *j != y).map(|j| slopes[j]).sum::<f64>();
    slopes
}

/// The slopes of the implicit step from margins `z`, where a slope `q_j` moves margin `j` by `-c_j q_j`.
///
/// # Panics
/// If Newton's method does not arrive.
pub fn implicit_softmax(z: &[f64], y: usize, h: f64, c: &[f64]) -> Vec<f64> {
    let free: Vec<usize> = (0..z.len()).filter(|j| c[*j] > 0.0).collect();
    let objective = |u: &[f64]| {
        let moved: f64 = free.iter().map(|&j| (u[j] - z[j]) * (u[j] - z[j]) / (2.0 * c[j])).sum();
        h * (log_sum(u) - u[y]) + moved
    };
    let mut u = z.to_vec();
    for _ in 0..500 {
        let slopes = softmax_slopes(&u, y);
        let gradient: Vec<f64> = free.iter().map(|&j| h * slopes[j] + (u[j] - z[j]) / c[j]).collect();
        let p = |j: usize| slopes[j] + if j == y { 1.0 } else { 0.0 };
        let bend = |i: usize, j: usize| {
            let own = if i == j { h * p(i) + 1.0 / c[i] } else { 0.0 };
            own - h * p(i) * p(j)
        };
        let hessian = free.iter().map(|&i| free.iter().map(|&j| bend(i, j)).collect()).collect();
        let step = eliminate(hessian, gradient.clone()).expect("the objective is strictly convex");
        let fall: f64 = step.iter().zip(&gradient).map(|(s, g)| s * g).sum();
        let moved = |share: f64| {
            let mut next = u.clone();
            free.iter().zip(&step).for_each(|(&j, s)| next[j] -= share * s);
            next
        };
        // Where rounding hides the fall of the objective, Newton's step is right as it is.
        let mut share = 1.0;
        let hidden = fall <= 1e-12 * (1.0 + objective(&u).abs());
        while !hidden && objective(&moved(share)) > objective(&u) - 1e-4 * share * fall {
            share *= 0.5;
        }
        let size = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
        u = moved(share);
        let scale = u.iter().fold(0.0, |most: f64, u| most.max(u.abs()));
        if hidden && size <= 1e-13 * (1.0 + scale) {
            return softmax_slopes(&u, y).iter().map(|s| h * s).collect();
        }
    }
    panic!("no minimum found: {z:?} {y} {h} {c:?}");
}

/// The twin of `ada-diag` under softmax.
pub struct SoftmaxAdagrad {
    eta: f64,
    delta: f64,
    implicit: bool,
    dim: usize,
    w: Vec<Vec<f64>>,
    squares: Vec<Vec<f64>>,
}

/// AdaGrad of rate `eta` and initial curvature `delta` over classes.
pub fn softmax_adagrad(dim: usize, eta: f64, delta: f64, implicit: bool) -> SoftmaxAdagrad {
    SoftmaxAdagrad { eta, delta, implicit, dim, w: Vec::new(), squares: Vec::new() }
}

impl ClassTwin for SoftmaxAdagrad {
    fn margins(&self, x: &[f64]) -> Vec<f64> {
        self.w.iter().map(|w| dot(w, x)).collect()
    }

    fn learn(&mut self, x: &[f64], class: usize, h: f64) {
        if h == 0.0 {
            return;
        }
        while self.w.len() <= class {
            self.w.push(vec![0.0; self.dim]);
            self.squares.push(vec![0.0; self.dim]);
        }
        let z = self.margins(x);
        let slopes: Vec<f64> = softmax_slopes(&z, class).iter().map(|s| h * s).collect();
        for (sums, slope) in self.squares.iter_mut().zip(&slopes) {
            sums.iter_mut().zip(x).for_each(|(sum, x)| *sum += slope * x * (slope * x));
        }
        let over = |j: usize, i: usize| {
            let curvature = (self.delta + self.squares[j][i].sqrt()) / self.eta;
            if curvature > 0.0 { x[i] / curvature } else { 0.0 }
        };
        let c: Vec<f64> = (0..z.len()).map(|j| (0..x.len()).map(|i| x[i] * over(j, i)).sum()).collect();
        let steps = if self.implicit { implicit_softmax(&z, class, h, &c) } else { slopes };
        for j in 0..z.len() {
            for i in 0..x.len() {
                self.w[j][i] -= steps[j] * over(j, i);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn one_explicit_round_by_hand() {
        let mut twin = softmax_adagrad(1, 1.0, 0.0, false);
        twin.learn(&[2.0], 1, 1.0); // slopes 1/2, -1/2; G = 1; H = 1
        assert_close(&twin.margins(&[1.0]), &[-1.0, 1.0]);
        twin.learn(&[1.0], 2, 0.0);
        assert_eq!(twin.margins(&[1.0]).len(), 2);
    }

    #[test]
    fn the_implicit_step_is_where_its_slopes_are() {
        let (z, c) = ([0.5, -1.0, 2.0, 0.0], [1.0, 3.0, 0.2, 0.0]);
        let q = implicit_softmax(&z, 1, 2.0, &c);
        let u: Vec<f64> = (0..4).map(|j| z[j] - c[j] * q[j]).collect();
        let want: Vec<f64> = softmax_slopes(&u, 1).iter().map(|s| 2.0 * s).collect();
        assert_close(&q, &want);
        let explicit: Vec<f64> = softmax_slopes(&z, 1).iter().map(|s| 2.0 * s).collect();
        assert_close(&implicit_softmax(&z, 1, 2.0, &[0.0; 4]), &explicit);
    }
}
