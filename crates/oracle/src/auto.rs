//! Implicit AdaGrad learners of several rates, and the mixture of what they say.
//!
//! A lane, on raw values (`s_i = 1`) or normalised ones (`s_i` the largest `|x_i|` so far, this round's included; when it grows from
//! `s` to `s'`, `w_i <- w_i s/s'` before the round): with the slope `l = h l'(w.x, y)`, `G_i += (l x_i/s_i)^2`, `H_i = s_i^2 sqrt(G_i)/eta`,
//! `w <- w - q x/H` with `q` the root of `q = h l'(w.x - q sum_i x_i^2/H_i, y)`, found by bisection.
//! A round that `crossed` says r of has an r-th of `eta` on normalised values.
//! A lane that is `explicit` has `q = l`.
//! Where labels are any real numbers `eta` is multiplied by a quarter of the largest `|y|` so far, this round's included.
//!
//! * logistic: `P(y) = sum_k pi_k sigmoid(y p_k)`; `pi_k <- pi_k sigmoid(y p_k)^(h/m)`, normalised, `m` the mean of all `h` so far;
//!   `pi <- (1-a) pi + a prior`, `a = (t+10)^(-3/2)`. The margin is `ln P(1)/P(-1)`.
//! * otherwise AdaHedge: `pi_k ~ prior_k exp(-eta L_k)`, `eta = ln K / D`, the leaders alone while `D = 0`; `p = sum_k pi_k p_k`, each `p_k` clipped to
//!   the interval of the labels of earlier rounds where labels are real; `D += max(0, h l(p) + 1/eta ln sum_k pi_k exp(-eta h l(p_k)))`.
use crate::implicit::meeting;
use crate::merge::{Merge, Say, grown, weighed};
use crate::streams::Labels;
use crate::{Loss, Twin, dot};

/// A lane of the grid.
#[derive(Clone, Copy, Debug)]
pub struct AutoLane {
    /// Whether values are divided by the largest magnitude seen.
    pub normalised: bool,
    /// The rate.
    pub eta: f64,
    /// The share before anything is seen.
    pub prior: f64,
}

#[derive(Clone)]
pub(crate) struct Lane {
    pub(crate) grid: AutoLane,
    pub(crate) w: Vec<f64>,
    pub(crate) squares: Vec<f64>,
    pub(crate) explicit: bool,
}

/// The twin of `auto`.
#[derive(Clone)]
pub struct Auto {
    pub(crate) loss: Loss,
    pub(crate) lanes: Vec<Lane>,
    pub(crate) scale: Vec<f64>,
    pub(crate) labels: Option<(f64, f64)>,
    pub(crate) t: u64,
    pub(crate) shares: Vec<f64>,
    pub(crate) losses: Vec<f64>,
    own: f64,
    gaps: f64,
    /// The sum of all importance weights.
    pub(crate) weight: f64,
    /// How many times as many features crossing makes of an example.
    pub(crate) growth: f64,
}

/// The mixture of these lanes.
pub fn auto(dim: usize, loss: Loss, grid: &[AutoLane]) -> Auto {
    let lane =
        |grid: &AutoLane| Lane { grid: *grid, w: vec![0.0; dim], squares: vec![0.0; dim], explicit: false };
    let shares = grid.iter().map(|lane| lane.prior).collect();
    let lanes: Vec<Lane> = grid.iter().map(lane).collect();
    let losses = vec![0.0; lanes.len()];
    let (scale, own, gaps, weight) = (vec![0.0; dim], 0.0, 0.0, 0.0);
    Auto { loss, lanes, scale, labels: None, t: 0, shares, losses, own, gaps, weight, growth: 1.0 }
}

fn sigmoid(p: f64) -> f64 {
    1.0 / (1.0 + (-p).exp())
}

impl Auto {
    /// These lanes take explicit steps, and no others.
    #[must_use]
    pub fn explicit(mut self, lanes: &[usize]) -> Self {
        self.lanes.iter_mut().enumerate().for_each(|(k, lane)| lane.explicit = lanes.contains(&k));
        self
    }

    /// From now on crossing makes so many times as many features of an example.
    pub fn crossed(&mut self, growth: f64) {
        self.growth = growth;
    }

    pub(crate) fn real(&self) -> bool {
        self.loss.labels() == Labels::Real
    }

    /// The scales once x is seen.
    pub(crate) fn grown(&self, x: &[f64]) -> Vec<f64> {
        self.scale.iter().zip(x).map(|(s, x)| s.max(x.abs())).collect()
    }

    /// Lane k's weights under those scales.
    pub(crate) fn weights(&self, k: usize, scale: &[f64]) -> Vec<f64> {
        let lane = &self.lanes[k];
        let one = |i: usize| {
            if lane.grid.normalised && self.scale[i] > 0.0 {
                lane.w[i] * self.scale[i] / scale[i]
            } else {
                lane.w[i]
            }
        };
        (0..scale.len()).map(one).collect()
    }

    /// What every lane says, clipped where it is.
    pub(crate) fn says(&self, x: &[f64]) -> Vec<f64> {
        let scale = self.grown(x);
        let say = |k: usize| {
            let p = dot(&self.weights(k, &scale), x);
            match self.labels {
                Some((low, high)) if self.real() => p.max(low).min(high),
                _ => p,
            }
        };
        (0..self.lanes.len()).map(say).collect()
    }

    pub(crate) fn mixed(&self, says: &[f64]) -> f64 {
        let mean = |value: &dyn Fn(f64) -> f64| -> f64 {
            self.shares.iter().zip(says).map(|(share, p)| share * value(*p)).sum()
        };
        if self.loss == Loss::Logistic {
            (mean(&sigmoid) / mean(&|p| sigmoid(-p))).ln()
        } else {
            mean(&|p| p)
        }
    }

    fn least(losses: &[f64]) -> f64 {
        losses.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// What the mixture counts in: the mean weight under the logistic loss.
    pub(crate) fn unit(&self) -> f64 {
        if self.loss == Loss::Logistic && self.t > 0 { self.weight / self.t as f64 } else { 1.0 }
    }

    pub(crate) fn judge(&mut self, says: &[f64], own: f64, y: f64, h: f64) {
        let lost: Vec<f64> = says.iter().map(|p| h * self.loss.value(*p, y)).collect();
        let prior = |k: usize| self.lanes[k].grid.prior;
        let all = 0..lost.len();
        self.own += own;
        let before = Self::least(&self.losses);
        let after: Vec<f64> = all.clone().map(|k| self.losses[k] + lost[k]).collect();
        if self.loss == Loss::Logistic {
            let weighed: Vec<f64> = all.clone().map(|k| self.shares[k] * (-lost[k]).exp()).collect();
            let total: f64 = weighed.iter().sum();
            let a = (self.t as f64 + 10.0).powf(-1.5);
            self.shares = all.map(|k| (1.0 - a) * weighed[k] / total + a * prior(k)).collect();
            self.losses = after;
            return;
        }
        let count = (self.lanes.len() as f64).ln();
        let mix = if self.gaps == 0.0 {
            Self::least(&after) - before
        } else {
            let eta = count / self.gaps;
            let sum: f64 = all.clone().map(|k| self.shares[k] * (-eta * lost[k]).exp()).sum();
            -sum.ln() / eta
        };
        let gap = own - mix;
        if gap > 1e-12 * (own.abs() + mix.abs()) {
            self.gaps += gap;
        }
        self.losses = after;
        let lead = Self::least(&self.losses);
        let weigh = |k: usize| match self.losses[k] - lead {
            behind if self.gaps == 0.0 => prior(k) * if behind == 0.0 { 1.0 } else { 0.0 },
            behind => prior(k) * (-count / self.gaps * behind).exp(),
        };
        let weighed: Vec<f64> = all.map(weigh).collect();
        let total: f64 = weighed.iter().sum();
        self.shares = weighed.iter().map(|w| w / total).collect();
    }

    fn step(&mut self, k: usize, x: &[f64], y: f64, h: f64, unit: f64) {
        let loss = self.loss;
        let scale: Vec<f64> =
            self.scale.iter().map(|s| if self.lanes[k].grid.normalised { *s } else { 1.0 }).collect();
        let Lane { grid, w, squares, explicit } = &mut self.lanes[k];
        let eta = if grid.normalised { grid.eta / self.growth } else { grid.eta };
        let p = dot(w, x);
        let full = h * loss.slope(p, y);
        if full == 0.0 {
            return;
        }
        let mut over = vec![0.0; x.len()];
        for i in 0..x.len() {
            if x[i] != 0.0 {
                let g = full * x[i] / scale[i];
                squares[i] += g * g;
                over[i] = eta * unit * x[i] / (scale[i] * scale[i] * squares[i].sqrt());
            }
        }
        let c = dot(&over, x);
        let q = if *explicit { full } else { meeting(|q| h * loss.slope(p - c * q, y)) };
        for i in 0..x.len() {
            w[i] -= q * over[i];
        }
    }
}

impl Twin for Auto {
    /// The lanes' weights by share; the margin is its product with x only where margins are mixed and nothing is clipped.
    fn point(&self) -> Vec<f64> {
        let one = |i: usize| self.lanes.iter().zip(&self.shares).map(|(lane, share)| share * lane.w[i]).sum();
        (0..self.scale.len()).map(one).collect()
    }

    fn margin(&self, x: &[f64]) -> f64 {
        self.mixed(&self.says(x))
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h == 0.0 {
            return;
        }
        self.t += 1;
        self.weight += h;
        let says = self.says(x);
        let counted = h / self.unit();
        let own = counted * self.loss.value(self.mixed(&says), y);
        self.judge(&says, own, y, counted);
        let (low, high) = self.labels.unwrap_or((y, y));
        self.labels = Some((low.min(y), high.max(y)));
        let size = low.min(y).abs().max(high.max(y).abs());
        let unit = if self.real() && size > 0.0 { 0.25 * size } else { 1.0 };
        let scale = self.grown(x);
        for k in 0..self.lanes.len() {
            self.lanes[k].w = self.weights(k, &scale);
        }
        self.scale = scale;
        for k in 0..self.lanes.len() {
            self.step(k, x, y, h, unit);
        }
    }
}

/// Scales become the largest of the parts', which halves a normalised weight where a scale doubles; lanes merge as AdaGrad does; losses and gaps add up, and
/// (logistic: those of a part in units of its own mean weight, the start's in those of the first part, and the sums in units of the mean of all)
/// the shares are `prior_k exp(-eta L_k)` of the sums, logistic with `eta = 1` and the share given back to the prior. AdaHedge's gaps are no less than what was lost beyond
/// `-1/eta ln sum_k prior_k exp(-eta L_k)`.
impl Merge for Auto {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let mut merged = start.clone();
        let dim = start.scale.len();
        merged.scale = (0..dim).map(|i| parts.iter().map(|part| part.scale[i]).fold(0.0, f64::max)).collect();
        for k in 0..start.lanes.len() {
            let under: Vec<Vec<f64>> = parts.iter().map(|part| part.weights(k, &merged.scale)).collect();
            let before = start.weights(k, &merged.scale);
            for i in 0..dim {
                let g0 = start.lanes[k].squares[i];
                let say = |(part, w): (&&Self, &Vec<f64>)| Say {
                    w: w[i],
                    added: part.lanes[k].squares[i] - g0,
                    rounds: 0.0,
                };
                let says: Vec<Say> = parts.iter().zip(&under).map(say).collect();
                merged.lanes[k].w[i] = weighed(before[i], &says);
                merged.lanes[k].squares[i] = grown(g0, parts.iter().map(|part| part.lanes[k].squares[i]));
            }
        }
        merged.t = parts.iter().fold(start.t, |t, part| t + (part.t - start.t));
        merged.weight = parts.iter().fold(start.weight, |h, part| h + (part.weight - start.weight));
        let (unit, before) = (merged.unit(), start.unit());
        let added = |s0: f64, sums: &dyn Fn(&Self) -> f64| {
            let more = |part: &&Self| (sums(part) - s0) * part.unit();
            (s0 * before + parts.iter().map(more).sum::<f64>()) / unit
        };
        merged.losses =
            (0..start.lanes.len()).map(|k| added(start.losses[k], &|part| part.losses[k])).collect();
        merged.own = added(start.own, &|part| part.own);
        merged.gaps = added(start.gaps, &|part| part.gaps);
        let labels = parts.iter().filter_map(|part| part.labels);
        merged.labels = labels.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
        let lead = Self::least(&merged.losses);
        let weigh = |eta: f64| -> Vec<f64> {
            let behind = merged.losses.iter().map(|loss| loss - lead);
            let tilted = behind.map(|behind| {
                if eta.is_infinite() { f64::from(u8::from(behind == 0.0)) } else { (-eta * behind).exp() }
            });
            tilted.zip(&start.lanes).map(|(tilted, lane)| lane.grid.prior * tilted).collect()
        };
        let count = (start.lanes.len() as f64).ln();
        if start.loss != Loss::Logistic {
            let eta = count / merged.gaps;
            let mix =
                if merged.gaps == 0.0 { lead } else { lead - weigh(eta).iter().sum::<f64>().ln() / eta };
            merged.gaps = merged.gaps.max(merged.own - mix);
        }
        let (eta, back) = match start.loss {
            Loss::Logistic => (1.0, (merged.t as f64 + 10.0).powf(-1.5)),
            _ => (count / merged.gaps, 0.0),
        };
        let weighed = weigh(eta);
        let total: f64 = weighed.iter().sum();
        let share = |(weighed, lane): (&f64, &Lane)| (1.0 - back) * weighed / total + back * lane.grid.prior;
        merged.shares = weighed.iter().zip(&start.lanes).map(share).collect();
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_raw_and_one_normalised_lane_by_hand() {
        let lane = |normalised| AutoLane { normalised, eta: 1.0, prior: 0.5 };
        let mut twin = auto(1, Loss::Hinge, &[lane(false), lane(true)]);
        twin.learn(&[4.0], 1.0, 1.0); // G = 16 and 1; full steps 4/4 = 1 and 4/16 = 1/4; the margin 1 stops at 1/4
        assert_eq!((twin.lanes[0].w[0], twin.lanes[1].w[0]), (0.25, 0.25));
        assert_eq!(twin.margin(&[4.0]), 1.0);
        assert_eq!(twin.margin(&[8.0]), 1.5); // the normalised weight is halved when 8 shows
        assert_eq!(twin.margin(&[2.0]), 0.5);
    }

    #[test]
    fn an_explicit_lane_by_hand() {
        let lane = AutoLane { normalised: true, eta: 1.0, prior: 1.0 };
        let mut twin = auto(1, Loss::Hinge, &[lane]).explicit(&[0]);
        twin.learn(&[4.0], 1.0, 1.0); // the whole step, 4/16, and then one of 2/(16 sqrt(1 + 1/4)), at a margin of 1/2
        assert_eq!(twin.lanes[0].w[0], 0.25);
        twin.learn(&[2.0], 1.0, 1.0);
        assert_eq!(twin.lanes[0].w[0], 0.25 + 2.0 / (16.0 * 1.25f64.sqrt()));
    }
}
