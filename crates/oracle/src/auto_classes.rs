//! Implicit AdaGrad learners over K classes, by softmax or every class alone by squared hinges, and the mixture of what they say.
//!
//! A lane has weights `w_j` and sums `G_j` for every class, on raw values (`s_i = 1`) or normalised ones (`s_i` the largest `|x_i|` so far, this round's
//! included; when it grows from `s` to `s'`, `w_ji <- w_ji s/s'` before the round): with the slopes `l_j = h (p_j - [j = y])`, `G_ji += (l_j x_i/s_i)^2`,
//! `H_ji = s_i^2 sqrt(G_ji)/eta`, and the implicit step under `H` (see `softmax`). A hinge lane has `l_j = h (z_j - t_j)` where `z_j` falls short of
//! `t_j` and else 0, `t_y = 1` and the others -1, and the same sums for all classes, `G_i += sum_j (l_j x_i/s_i)^2 / K`; its implicit step leaves `(z_j - t_j)/(1 + h c_j)`, and it says softmax of `b z`: `b` from 4 by Newton's steps under the log loss, with the curvature of all rounds and 1. Slopes
//! below 1e-9 count as none, and classes of a softmax lane that are less probable than 1e-3/K take no part in its step.
//! `P(y) = sum_k pi_k p_yk`; `pi_k <- pi_k p_yk^(h/m)`, normalised, `m` the mean of all `h` so far; `pi <- (1-a) pi + a prior`, `a = (t+10)^(-3/2)`. Margins are `ln P(j)`.
use crate::dot;
use crate::softmax::{ClassTwin, implicit_softmax, log_sum, softmax_slopes};

/// A lane of the mixture.
#[derive(Clone, Copy, Debug)]
pub struct ClassLane {
    /// Every class alone, by squared hinges.
    pub hinge: bool,
    /// On values in units of the largest so far.
    pub normalised: bool,
    /// Its rate.
    pub eta: f64,
    /// Its share before anything is seen.
    pub prior: f64,
}

struct Lane {
    grid: ClassLane,
    w: Vec<Vec<f64>>,
    squares: Vec<Vec<f64>>,
    /// The sums of a hinge lane.
    alike: Vec<f64>,
    /// By what margins are multiplied, and the curvature of that.
    factor: f64,
    bend: f64,
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
    /// How many times as many features crossing makes of an example.
    growth: f64,
}

/// The mixture of these lanes.
pub fn auto_classes(dim: usize, grid: &[ClassLane]) -> AutoClasses {
    let lane = |&grid: &ClassLane| {
        let factor = if grid.hinge { 4.0 } else { 1.0 };
        Lane { grid, w: Vec::new(), squares: Vec::new(), alike: vec![0.0; dim], factor, bend: 1.0 }
    };
    let lanes = grid.iter().map(lane).collect();
    let shares = grid.iter().map(|lane| lane.prior).collect();
    AutoClasses { lanes, scale: vec![0.0; dim], t: 0, outputs: 0, shares, weight: 0.0, growth: 1.0 }
}

impl AutoClasses {
    /// From now on crossing makes so many times as many features of an example, and rates are that much lower.
    pub fn crossed(&mut self, growth: f64) {
        self.growth = growth;
    }

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
            let factor = self.lanes[k].factor;
            let z: Vec<f64> =
                (0..self.outputs).map(|j| factor * dot(&self.weights(k, j, &scale), x)).collect();
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
            step(lane, &self.scale, (x, self.growth), class, h);
        }
    }
}

/// A step of the factor of margins.
fn temper(lane: &mut Lane, z: &[f64], class: usize, h: f64) {
    let says: Vec<f64> = z.iter().map(|z| lane.factor * z).collect();
    let sum = log_sum(&says);
    let p: Vec<f64> = says.iter().map(|say| (say - sum).exp()).collect();
    let mean: f64 = p.iter().zip(z).map(|(p, z)| p * z).sum();
    let spread: f64 = p.iter().zip(z).map(|(p, z)| p * (z - mean) * (z - mean)).sum();
    lane.bend += h * spread;
    lane.factor = (lane.factor - h * (mean - z[class]) / lane.bend).clamp(0.5, 64.0);
}

/// Whether a slope is large enough to be learned from.
fn counts(slope: f64) -> bool {
    slope.abs() >= 1e-9
}

/// Margins without the wrong classes that are less probable than 1e-3/K: those are as good as impossible.
fn kept(z: &[f64], class: usize) -> Vec<f64> {
    let (sum, least) = (log_sum(z), 1e-3 / z.len() as f64);
    let keep = |j: usize| j == class || (z[j] - sum).exp() >= least;
    (0..z.len()).map(|j| if keep(j) { z[j] } else { z[class] - 1e4 }).collect()
}

/// The implicit step of a lane.
fn step(lane: &mut Lane, scale: &[f64], (x, growth): (&[f64], f64), class: usize, h: f64) {
    let grid = lane.grid;
    let eta = if grid.normalised { grid.eta / growth } else { grid.eta };
    let unit = |i: usize| if grid.normalised { scale[i] } else { 1.0 };
    let z: Vec<f64> = lane.w.iter().map(|w| dot(w, x)).collect();
    let target = |j: usize| if j == class { 1.0 } else { -1.0 };
    let slopes: Vec<f64> = if lane.grid.hinge {
        let short = |j: usize| if z[j] * target(j) < 1.0 { z[j] - target(j) } else { 0.0 };
        (0..z.len()).map(short).collect()
    } else {
        let (all, kept) = (softmax_slopes(&z, class), kept(&z, class));
        let counted = |j: usize| if kept[j] == z[j] { all[j] } else { 0.0 };
        let wrong: f64 = (0..z.len()).filter(|j| *j != class).map(counted).sum();
        (0..z.len()).map(|j| if j == class { -wrong } else { counted(j) }).collect()
    };
    if lane.grid.hinge {
        temper(lane, &z, class, h);
    }
    let mut over = vec![vec![0.0; x.len()]; z.len()];
    if lane.grid.hinge {
        let counted = slopes.iter().map(|slope| h * slope).filter(|slope| counts(*slope));
        let mean = counted.map(|slope| slope * slope).sum::<f64>() / z.len() as f64;
        for i in (0..x.len()).filter(|i| mean > 0.0 && x[*i] != 0.0) {
            let unit = unit(i);
            lane.alike[i] += mean * (x[i] / unit) * (x[i] / unit);
            over.iter_mut().for_each(|over| over[i] = eta * x[i] / (unit * unit * lane.alike[i].sqrt()));
        }
    }
    for j in (0..z.len()).filter(|_| !grid.hinge) {
        for i in 0..x.len() {
            if x[i] != 0.0 && counts(h * slopes[j]) {
                let g = h * slopes[j] * x[i] / unit(i);
                lane.squares[j][i] += g * g;
                over[j][i] = eta * x[i] / (unit(i) * unit(i) * lane.squares[j][i].sqrt());
            }
        }
    }
    let c: Vec<f64> = over.iter().map(|over| dot(over, x)).collect();
    let q: Vec<f64> = if lane.grid.hinge {
        (0..z.len()).map(|j| h * slopes[j] / (1.0 + h * c[j])).collect()
    } else {
        implicit_softmax(&kept(&z, class), class, h, &c)
    };
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
        let grid = [ClassLane { hinge: false, normalised: false, eta: 0.5, prior: 1.0 }];
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
