//! Implicit softmax AdaGrad learners of several rates over K classes, and the mixture of what they say.
//!
//! A lane has weights `w_j` and sums `G_j` for every class, on raw values (`s_i = 1`) or normalised ones (`s_i` the largest `|x_i|` so far, this round's
//! included; when it grows from `s` to `s'`, `w_ji <- w_ji s/s'` before the round): with the slopes `l_j = h (p_j - [j = y])`, `G_ji += (l_j x_i/s_i)^2`,
//! `H_ji = s_i^2 sqrt(G_ji)/eta`, and the implicit step under `H` (see `softmax`).
//! `P(y) = sum_k pi_k p_yk`; `pi_k <- pi_k p_yk^(h/m)`, normalised, `m` the mean of all `h` so far; `pi <- (1-a) pi + a prior`, `a = (t+10)^(-3/2)`. Margins are `ln P(j)`.
use crate::auto::AutoLane;
use crate::dot;
use crate::softmax::{ClassTwin, implicit_softmax, log_sum, softmax_slopes};

struct Lane {
    grid: AutoLane,
    w: Vec<Vec<f64>>,
    squares: Vec<Vec<f64>>,
}

/// The twin of `auto` over classes.
pub struct AutoClasses {
    lanes: Vec<Lane>,
    scale: Vec<f64>,
    t: u64,
    outputs: usize,
    shares: Vec<f64>,
    /// The sum of all importance weights.
    weight: f64,
}

/// The mixture of these lanes.
pub fn auto_classes(dim: usize, grid: &[AutoLane]) -> AutoClasses {
    let lanes = grid.iter().map(|&grid| Lane { grid, w: Vec::new(), squares: Vec::new() }).collect();
    let shares = grid.iter().map(|lane| lane.prior).collect();
    AutoClasses { lanes, scale: vec![0.0; dim], t: 0, outputs: 0, shares, weight: 0.0 }
}

impl AutoClasses {
    fn grown(&self, x: &[f64]) -> Vec<f64> {
        self.scale.iter().zip(x).map(|(s, x)| s.max(x.abs())).collect()
    }

    /// Lane k's weights of a class under the scales of this x.
    fn weights(&self, k: usize, class: usize, scale: &[f64]) -> Vec<f64> {
        let lane = &self.lanes[k];
        let one = |i: usize| {
            let shrink = lane.grid.normalised && self.scale[i] > 0.0;
            lane.w[class][i] * if shrink { self.scale[i] / scale[i] } else { 1.0 }
        };
        (0..scale.len()).map(one).collect()
    }

    /// Every lane's logarithms of probabilities.
    fn says(&self, x: &[f64]) -> Vec<Vec<f64>> {
        let scale = self.grown(x);
        let lane = |k: usize| {
            let z: Vec<f64> = (0..self.outputs).map(|j| dot(&self.weights(k, j, &scale), x)).collect();
            let sum = log_sum(&z);
            z.iter().map(|z| z - sum).collect()
        };
        (0..self.lanes.len()).map(lane).collect()
    }
}

impl ClassTwin for AutoClasses {
    fn margins(&self, x: &[f64]) -> Vec<f64> {
        let says = self.says(x);
        let mixed = |j: usize| -> f64 {
            says.iter().zip(&self.shares).map(|(log, share)| share * log[j].exp()).sum()
        };
        (0..self.outputs).map(|j| mixed(j).ln()).collect()
    }

    fn learn(&mut self, x: &[f64], class: usize, h: f64) {
        if h == 0.0 {
            return;
        }
        self.t += 1;
        self.weight += h;
        let counted = h * self.t as f64 / self.weight;
        let dim = self.scale.len();
        self.outputs = self.outputs.max(class + 1);
        for lane in &mut self.lanes {
            lane.w.resize(self.outputs, vec![0.0; dim]);
            lane.squares.resize(self.outputs, vec![0.0; dim]);
        }
        let says = self.says(x);
        let weighed: Vec<f64> =
            self.shares.iter().zip(&says).map(|(share, log)| share * (counted * log[class]).exp()).collect();
        let total: f64 = weighed.iter().sum();
        let a = (self.t as f64 + 10.0).powf(-1.5);
        let prior = |k: usize| self.lanes[k].grid.prior;
        self.shares = (0..weighed.len()).map(|k| (1.0 - a) * weighed[k] / total + a * prior(k)).collect();
        let scale = self.grown(x);
        for k in 0..self.lanes.len() {
            for j in 0..self.outputs {
                let w = self.weights(k, j, &scale);
                self.lanes[k].w[j] = w;
            }
        }
        self.scale = scale;
        for lane in &mut self.lanes {
            step(lane, &self.scale, x, class, h);
        }
    }
}

/// Whether a slope is large enough to be learned from.
fn counts(slope: f64) -> bool {
    slope.abs() >= 1e-9
}

/// The implicit step of a lane.
fn step(lane: &mut Lane, scale: &[f64], x: &[f64], class: usize, h: f64) {
    let unit = |i: usize| if lane.grid.normalised { scale[i] } else { 1.0 };
    let z: Vec<f64> = lane.w.iter().map(|w| dot(w, x)).collect();
    let slopes = softmax_slopes(&z, class);
    let mut over = vec![vec![0.0; x.len()]; z.len()];
    for j in 0..z.len() {
        for i in 0..x.len() {
            if x[i] != 0.0 && counts(h * slopes[j]) {
                let g = h * slopes[j] * x[i] / unit(i);
                lane.squares[j][i] += g * g;
                over[j][i] = lane.grid.eta * x[i] / (unit(i) * unit(i) * lane.squares[j][i].sqrt());
            }
        }
    }
    let c: Vec<f64> = over.iter().map(|over| dot(over, x)).collect();
    let q = implicit_softmax(&z, class, h, &c);
    for j in 0..z.len() {
        for i in 0..x.len() {
            lane.w[j][i] -= if counts(q[j]) { q[j] * over[j][i] } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_lane_is_its_own_mixture() {
        let grid = [AutoLane { normalised: false, eta: 0.5, prior: 1.0 }];
        let mut twin = auto_classes(2, &grid);
        let mut alone = crate::softmax_adagrad(2, 0.5, 0.0, true);
        for t in 0..40 {
            let (x, class) = ([1.0, (t % 5) as f64 - 2.0], t * 7 % 3);
            twin.learn(&x, class, 1.0);
            alone.learn(&x, class, 1.0);
            let (mixed, z) = (twin.margins(&x), alone.margins(&x));
            let sum = log_sum(&z);
            assert!(mixed.iter().zip(&z).all(|(m, z)| (m - (z - sum)).abs() < 1e-12));
        }
    }
}
