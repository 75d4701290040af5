//! The lanes of `auto` under a box and penalties, every coordinate in every round.
//!
//! The scales, slopes, sums `G` and rates are those of [`auto`](crate::auto). `H_i = s_i^2 sqrt(G_i)/eta` (raw lanes: `s_i = 1`) changes in rounds with `x_i != 0` alone. A lane's step is
//! `w_i <- clip( soft(H_i w_i - q x_i, l1) / (H_i + l2) )` in every coordinate with `H_i > 0`, `q` the root of `q = h l'(w(q).x, y)`, `w(q)` what the step of slope `q` leaves, found by bisection; `q = l` where the lane is explicit.
//! When a scale grows from `s` to `s'`, a normalised weight becomes `clip(w_i s/s')` before the round. Lanes are mixed by their losses, as without penalties; before there was a label, one that is a number is predicted as 0, whatever the box begins with.
use crate::auto::Auto;
use crate::implicit::meeting;
use crate::merge::{Merge, Say, weighed};
use crate::{AutoLane, Terms, Twin, dot};

/// The twin of `auto` under a box and penalties.
#[derive(Clone)]
pub struct AutoComposite {
    auto: Auto,
    terms: Terms,
    /// Of every lane, by coordinate.
    curvature: Vec<Vec<f64>>,
    /// By coordinate: the unit of rates, and how many times as many features crossing made, when it was met last.
    met: Vec<(f64, f64)>,
}

/// These lanes, held by these terms.
pub fn auto_composite(mut auto: Auto, terms: Terms) -> AutoComposite {
    let dim = auto.scale.len();
    let terms = terms.of_dim(dim);
    auto.lanes.iter_mut().for_each(|lane| lane.w = terms.origin());
    let curvature = vec![vec![0.0; dim]; auto.lanes.len()];
    let met = vec![(0.0, 0.0); dim];
    AutoComposite { auto, terms, curvature, met }
}

impl AutoComposite {
    /// From now on crossing makes so many times as many features of an example.
    pub fn crossed(&mut self, growth: f64) {
        self.auto.crossed(growth);
    }

    /// What every lane lost so far.
    pub fn lost(&self) -> &[f64] {
        &self.auto.losses
    }

    /// Lane k's weights under these scales.
    fn weights(&self, k: usize, scale: &[f64]) -> Vec<f64> {
        let under = self.auto.weights(k, scale);
        under.into_iter().enumerate().map(|(i, w)| self.terms.clip(i, w)).collect()
    }

    /// Every lane's margin, and what it says: clipped where labels are real.
    fn says(&self, x: &[f64]) -> Vec<f64> {
        let scale = self.auto.grown(x);
        let say = |k: usize| {
            let p = dot(&self.weights(k, &scale), x);
            match self.auto.labels {
                Some((low, high)) if self.auto.real() => p.max(low).min(high),
                None if self.auto.real() => 0.0,
                _ => p,
            }
        };
        (0..self.auto.lanes.len()).map(say).collect()
    }

    /// What a step of slope q leaves.
    fn left(&self, k: usize, x: &[f64], q: f64) -> Vec<f64> {
        let (w, h) = (&self.auto.lanes[k].w, &self.curvature[k]);
        let one = |i: usize| match h[i] {
            0.0 => w[i],
            h => self.terms.solve(i, h * w[i] - q * x[i], self.terms.l1, h + self.terms.l2[i]),
        };
        (0..x.len()).map(one).collect()
    }

    /// H of lane k in a coordinate that was met.
    fn curved(&self, k: usize, i: usize) -> f64 {
        let AutoLane { normalised, eta, .. } = self.auto.lanes[k].grid;
        let (unit, growth) = self.met[i];
        let (s, eta) = if normalised { (self.auto.scale[i], eta / growth) } else { (1.0, eta) };
        s * s * self.auto.lanes[k].squares[i].sqrt() / (unit * eta)
    }

    fn step(&mut self, k: usize, x: &[f64], y: f64, h: f64, unit: f64) {
        let loss = self.auto.loss;
        let grid = self.auto.lanes[k].grid;
        let slope = h * loss.slope(dot(&self.auto.lanes[k].w, x), y);
        for i in (0..x.len()).filter(|i| x[*i] != 0.0) {
            let s = if grid.normalised { self.auto.scale[i] } else { 1.0 };
            self.auto.lanes[k].squares[i] += (slope * x[i] / s) * (slope * x[i] / s);
            self.met[i] = (unit, self.auto.growth);
            self.curvature[k][i] = self.curved(k, i);
        }
        let q = if self.auto.lanes[k].explicit {
            slope
        } else {
            meeting(|q| h * loss.slope(dot(&self.left(k, x, q), x), y))
        };
        self.auto.lanes[k].w = self.left(k, x, q);
    }
}

impl Twin for AutoComposite {
    /// The lanes' weights by share, over the lanes that have a hundredth of it or more.
    fn point(&self) -> Vec<f64> {
        let counts = |k: &usize| self.auto.shares[*k] >= 0.01;
        let lanes: Vec<usize> = (0..self.auto.lanes.len()).filter(counts).collect();
        let total: f64 = lanes.iter().map(|&k| self.auto.shares[k]).sum();
        let mean =
            |i: usize| lanes.iter().map(|&k| self.auto.shares[k] / total * self.auto.lanes[k].w[i]).sum();
        (0..self.auto.scale.len()).map(mean).collect()
    }

    fn margin(&self, x: &[f64]) -> f64 {
        self.auto.mixed(&self.says(x))
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h == 0.0 {
            return;
        }
        let says = self.says(x);
        self.auto.t += 1;
        self.auto.weight += h;
        let counted = h / self.auto.unit();
        let own = counted * self.auto.loss.value(self.auto.mixed(&says), y);
        self.auto.judge(&says, own, y, counted);
        let (low, high) = self.auto.labels.unwrap_or((y, y));
        self.auto.labels = Some((low.min(y), high.max(y)));
        let size = low.min(y).abs().max(high.max(y).abs());
        let unit = if self.auto.real() && size > 0.0 { 0.25 * size } else { 1.0 };
        let scale = self.auto.grown(x);
        for k in 0..self.auto.lanes.len() {
            self.auto.lanes[k].w = self.weights(k, &scale);
        }
        self.auto.scale = scale;
        for k in 0..self.auto.lanes.len() {
            self.step(k, x, y, h, unit);
        }
    }
}

/// Scales, sums, losses and labels become those of [`auto`](crate::auto); so do weights, under the largest scale and within the box, but that the penalties of rounds without a
/// gradient count by rounds. The unit of rates and what crossing made of an example are the largest of the parts'.
impl Merge for AutoComposite {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        if let [one] = parts {
            return (*one).clone();
        }
        let mut merged = start.clone();
        merged.auto = Auto::merged(&start.auto, &parts.iter().map(|part| &part.auto).collect::<Vec<_>>());
        let scale = merged.auto.scale.clone();
        for i in 0..scale.len() {
            merged.met[i] =
                parts.iter().map(|part| part.met[i]).fold((0.0, 0.0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
            for k in 0..start.auto.lanes.len() {
                let squares = |twin: &Self| twin.auto.lanes[k].squares[i];
                let say = |part: &&Self| Say {
                    w: part.auto.weights(k, &scale)[i],
                    added: squares(part) - squares(start),
                    rounds: (part.auto.t - start.auto.t) as f64,
                };
                let w = weighed(start.auto.weights(k, &scale)[i], &parts.iter().map(say).collect::<Vec<_>>());
                merged.auto.lanes[k].w[i] = start.terms.clip(i, w);
                merged.curvature[k][i] = if squares(&merged) > 0.0 { merged.curved(k, i) } else { 0.0 };
            }
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Loss, auto};

    #[test]
    fn a_round_and_a_missed_one_by_hand() {
        let lane = |normalised| AutoLane { normalised, eta: 1.0, prior: 0.5 };
        let lanes = auto(2, Loss::Hinge, &[lane(false), lane(true)]);
        let mut twin = auto_composite(lanes, Terms::cube(2, -0.125, 0.125).with_l1(0.25));
        twin.learn(&[2.0, 0.0], 1.0, 1.0);
        // Raw: G = 4, H = 2, (2 - 1/4)/2; normalised: G = 1, H = 4, (2 - 1/4)/4. The box ends both.
        assert_eq!((twin.auto.lanes[0].w[0], twin.auto.lanes[1].w[0]), (0.125, 0.125));
        twin.learn(&[0.0, 1.0], 1.0, 1.0); // the first coordinate: 1/8 - 1/4/2 and 1/8 - 1/4/4
        assert_eq!((twin.auto.lanes[0].w[0], twin.auto.lanes[1].w[0]), (0.0, 0.0625));
        assert_eq!(twin.point()[1], 0.125);
    }
}
