//! `auto` as a whole: the first-order lanes as one expert, a constant, and Gaussian beliefs about all weights together, each asked twice.
//!
//! A belief has a mean `v` and covariances `P` on `u_i = x_i/s_i`, `s_i` the largest `|x_i|` so far, this round's included; `v = 0` and `P = I/lambda` at first. When
//! `s_i` grows by `r`, before the round: `v_i <- v_i min(r, 2)`, and row and column `i` of `P` are multiplied by `min(r, max(1, 1/sqrt(lambda P_ii)))`. With `z = v.u`,
//! `a = P u`, `c = u.a` and `k` the importance by the mean so far: `q = k l'(z - c q, y)`, by bisection; `b = k l''(z - c q, y)`; `v <- v - q a`; `P <- P - b/(1 + b c) a a'`.
//! It says `z`, and averaged `z/sqrt(1 + pi c/8)` (logistic) or `z/(1 + c)` (squared). The constant says the logit of `(k+ + 1/2)/(k- + 1/2)` or the mean label.
//! The last expert are [lanes on centred features](crate::auto_centred), while the mean row has a quarter of the features.
//! All are mixed as lanes are. A belief leaves after a round in which there are more features than its limit, and takes its shares with it.
//!
//! Merged: with `D = S_part/S`, `S` the largest scales, precisions `Q = P^-1` beyond the prior's add up as `D (Q - lambda I) D` does and pulls as `D Q v`, each part's less the start's; losses, own and of all experts, add up in one unit, and
//! the shares are those of the sums. Centred lanes leave, and a belief that somebody has lost. A single part is the result.
use crate::auto_centred::Centred;
use crate::eliminate::eliminate;
use crate::implicit::meeting;
use crate::merge::Merge;
use crate::streams::Labels;
use crate::{Auto, Loss, Twin, dot};

/// A belief: the precision of its prior, the most features, the share of each of its two voices.
#[derive(Clone, Copy, Debug)]
pub struct AutoBelief {
    /// The precision.
    pub lambda: f64,
    /// It leaves when there are more.
    pub features: usize,
    /// The share at the start.
    pub prior: f64,
}

#[derive(Clone)]
struct Belief {
    kind: AutoBelief,
    here: bool,
    v: Vec<f64>,
    p: Vec<Vec<f64>>,
}

/// The twin of `auto` with beliefs.
#[derive(Clone)]
pub struct AutoWhole {
    loss: Loss,
    pub(crate) first: Auto,
    beliefs: Vec<Belief>,
    centred: Option<Centred>,
    /// How many features all rounds had.
    total: f64,
    scale: Vec<f64>,
    labels: Option<(f64, f64)>,
    pub(crate) prior: Vec<f64>,
    shares: Vec<f64>,
    losses: Vec<f64>,
    own: f64,
    gaps: f64,
    /// Rounds, the sum of importance weights, and of those counted: of positive labels or labels, and of all.
    pub(crate) t: f64,
    weight: f64,
    sum: f64,
    counted: f64,
}

/// The lanes, a constant, these beliefs and lanes on centred features; constant and centred lanes start with these shares, the first-order lanes with the rest. No share, no centred lanes.
pub fn auto_whole(
    dim: usize,
    loss: Loss,
    first: Auto,
    (constant, centred): (f64, f64),
    kinds: &[AutoBelief],
) -> AutoWhole {
    let identity = |lambda: f64| -> Vec<Vec<f64>> {
        (0..dim).map(|i| (0..dim).map(|j| if i == j { 1.0 / lambda } else { 0.0 }).collect()).collect()
    };
    let belief =
        |kind: &AutoBelief| Belief { kind: *kind, here: true, v: vec![0.0; dim], p: identity(kind.lambda) };
    let beliefs: Vec<Belief> = kinds.iter().map(belief).collect();
    let voices: Vec<f64> = kinds.iter().flat_map(|kind| [kind.prior, kind.prior]).collect();
    let rest = 1.0 - constant - centred - voices.iter().sum::<f64>();
    let last = if centred > 0.0 { &[centred][..] } else { &[] };
    let prior = [&[rest, constant][..], &voices[..], last].concat();
    let (shares, losses, scale) = (prior.clone(), vec![0.0; prior.len()], vec![0.0; dim]);
    let (own, gaps, t, weight, sum, counted) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    let (labels, total) = (None, 0.0);
    let centred = (centred > 0.0).then(|| Centred::new(dim, loss));
    AutoWhole {
        loss,
        first,
        beliefs,
        centred,
        total,
        scale,
        labels,
        prior,
        shares,
        losses,
        own,
        gaps,
        t,
        weight,
        sum,
        counted,
    }
}

impl Belief {
    /// Under scales that have grown.
    fn under(&self, old: &[f64], new: &[f64]) -> Self {
        let mut grown = self.clone();
        for i in (0..old.len()).filter(|&i| old[i] > 0.0 && new[i] > old[i]) {
            let r = new[i] / old[i];
            grown.v[i] *= r.min(2.0);
            let factor = r.min((1.0 / (self.kind.lambda * grown.p[i][i]).sqrt()).max(1.0));
            for j in 0..old.len() {
                grown.p[i][j] *= factor;
                grown.p[j][i] *= factor;
            }
        }
        grown
    }

    /// z, a and c.
    fn look(&self, u: &[f64]) -> (f64, Vec<f64>, f64) {
        let a: Vec<f64> = self.p.iter().map(|row| dot(row, u)).collect();
        let c = dot(&a, u).max(0.0);
        (dot(&self.v, u), a, c)
    }
}

impl AutoWhole {
    fn unit(x: &[f64], scale: &[f64]) -> Vec<f64> {
        x.iter().zip(scale).map(|(x, s)| if *x == 0.0 { 0.0 } else { x / s }).collect()
    }

    fn grown(&self, x: &[f64]) -> Vec<f64> {
        self.scale.iter().zip(x).map(|(s, x)| s.max(x.abs())).collect()
    }

    pub(crate) fn kinds(&self) -> usize {
        self.beliefs.len()
    }

    fn constant(&self) -> f64 {
        match self.loss {
            Loss::Logistic => ((self.sum + 0.5) / (self.counted - self.sum + 0.5)).ln(),
            _ if self.counted > 0.0 => self.sum / self.counted,
            _ => 0.0,
        }
    }

    pub(crate) fn says(&self, x: &[f64]) -> Vec<f64> {
        let scale = self.grown(x);
        let u = Self::unit(x, &scale);
        let mut says = vec![self.first.margin(x), self.constant()];
        for belief in &self.beliefs {
            let (z, _, c) = belief.under(&self.scale, &scale).look(&u);
            let averaged = match self.loss {
                Loss::Logistic => z / (1.0 + std::f64::consts::PI * c / 8.0).sqrt(),
                _ => z / (1.0 + c),
            };
            says.extend([z, averaged]);
        }
        if let Some(centred) = &self.centred {
            says.push(centred.margin(x, self.labels));
        }
        match self.labels {
            Some((low, high)) if self.loss.labels() == Labels::Real => {
                says.iter().map(|p| p.max(low).min(high)).collect()
            }
            _ => says,
        }
    }

    pub(crate) fn mixed(&self, says: &[f64]) -> f64 {
        let mean = |value: &dyn Fn(f64) -> f64| -> f64 {
            self.shares.iter().zip(says).filter(|(share, _)| **share > 0.0).map(|(s, p)| s * value(*p)).sum()
        };
        match self.loss {
            Loss::Logistic => (mean(&|p| 1.0 / (1.0 + (-p).exp())) / mean(&|p| 1.0 / (1.0 + p.exp()))).ln(),
            _ => mean(&|p| p),
        }
    }

    fn here(&self) -> impl Iterator<Item = usize> {
        (0..self.prior.len()).filter(|k| self.prior[*k] > 0.0)
    }

    fn least(&self, losses: &[f64]) -> f64 {
        self.here().map(|k| losses[k]).fold(f64::INFINITY, f64::min)
    }

    pub(crate) fn judge(&mut self, says: &[f64], y: f64, h: f64) {
        let own = h * self.loss.value(self.mixed(says), y);
        self.own += own;
        let lost: Vec<f64> = says.iter().map(|p| h * self.loss.value(*p, y)).collect();
        let after: Vec<f64> = self.losses.iter().zip(&lost).map(|(total, lost)| total + lost).collect();
        if self.loss == Loss::Logistic {
            let weighed: Vec<f64> = (0..lost.len()).map(|k| self.shares[k] * (-lost[k]).exp()).collect();
            let total: f64 = weighed.iter().sum();
            let a = (self.t + 10.0).powf(-1.5);
            self.shares =
                (0..lost.len()).map(|k| (1.0 - a) * weighed[k] / total + a * self.prior[k]).collect();
            self.losses = after;
            return;
        }
        let count = (self.prior.len() as f64).ln();
        let mix = if self.gaps == 0.0 {
            self.least(&after) - self.least(&self.losses)
        } else {
            let eta = count / self.gaps;
            let sum: f64 = self.here().map(|k| self.shares[k] * (-eta * lost[k]).exp()).sum();
            -sum.ln() / eta
        };
        if own - mix > 1e-12 * (own.abs() + mix.abs()) {
            self.gaps += own - mix;
        }
        self.losses = after;
        self.hedge();
    }

    fn hedge(&mut self) {
        let lead = self.least(&self.losses);
        let count = (self.prior.len() as f64).ln();
        let weigh = |k: usize| match self.losses[k] - lead {
            _ if self.prior[k] == 0.0 => 0.0,
            behind if self.gaps == 0.0 => self.prior[k] * if behind == 0.0 { 1.0 } else { 0.0 },
            behind => self.prior[k] * (-count / self.gaps * behind).exp(),
        };
        let weighed: Vec<f64> = (0..self.prior.len()).map(weigh).collect();
        let total: f64 = weighed.iter().sum();
        self.shares = weighed.iter().map(|w| w / total).collect();
    }

    /// Who has too many features leaves.
    fn leave(&mut self) {
        let features = self.scale.iter().filter(|s| **s > 0.0).count();
        let centred = features as f64 * self.t <= 4.0 * self.total;
        let stay: Vec<bool> = self.beliefs.iter().map(|belief| features <= belief.kind.features).collect();
        self.retire(centred, &stay);
    }

    /// The centred lanes stay or leave, and so do these beliefs.
    fn retire(&mut self, centred: bool, stay: &[bool]) {
        let mut left = false;
        let last = 2 + 2 * self.beliefs.len();
        if self.prior.get(last).is_some_and(|prior| *prior > 0.0) && !centred {
            (self.prior[last], self.shares[last], left) = (0.0, 0.0, true);
        }
        for (k, belief) in self.beliefs.iter_mut().enumerate() {
            if belief.here && !stay[k] {
                (belief.here, left) = (false, true);
                for voice in [2 + 2 * k, 3 + 2 * k] {
                    (self.prior[voice], self.shares[voice]) = (0.0, 0.0);
                }
            }
        }
        if left {
            let (prior, shares): (f64, f64) = (self.prior.iter().sum(), self.shares.iter().sum());
            self.prior.iter_mut().for_each(|share| *share /= prior);
            self.shares.iter_mut().for_each(|share| *share /= shares);
            if self.loss != Loss::Logistic {
                self.hedge();
            }
        }
    }
}

impl Twin for AutoWhole {
    /// The first-order lanes' weights; beliefs are not asked for theirs.
    fn point(&self) -> Vec<f64> {
        self.first.point()
    }

    fn margin(&self, x: &[f64]) -> f64 {
        self.mixed(&self.says(x))
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h == 0.0 {
            return;
        }
        self.t += 1.0;
        self.weight += h;
        let counted = h * self.t / self.weight;
        let says = self.says(x);
        let in_mixture = if self.loss == Loss::Logistic { counted } else { h };
        self.judge(&says, y, in_mixture);
        self.total += x.iter().filter(|x| **x != 0.0).count() as f64;
        if let Some(centred) = &mut self.centred {
            let (low, high) = self.labels.unwrap_or((y, y));
            let size = low.min(y).abs().max(high.max(y).abs());
            let unit = if self.loss.labels() == Labels::Real && size > 0.0 { 0.25 * size } else { 1.0 };
            centred.learn(x, y, self.labels, (counted, in_mixture, unit));
        }
        let (low, high) = self.labels.unwrap_or((y, y));
        self.labels = Some((low.min(y), high.max(y)));
        self.sum += counted * if self.loss == Loss::Logistic { f64::from(u8::from(y > 0.0)) } else { y };
        self.counted += counted;
        let scale = self.grown(x);
        let u = Self::unit(x, &scale);
        let loss = self.loss;
        for belief in &mut self.beliefs {
            *belief = belief.under(&self.scale, &scale);
            let (z, a, c) = belief.look(&u);
            let q = meeting(|q| counted * loss.slope(z - c * q, y));
            let b = counted * loss.curvature(z - c * q, y);
            for i in 0..a.len() {
                belief.v[i] -= q * a[i];
                for j in 0..a.len() {
                    belief.p[i][j] -= b / (1.0 + b * c) * a[i] * a[j];
                }
            }
        }
        self.scale = scale;
        self.leave();
        self.first.learn(x, y, h);
    }
}

fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let unit = |k: usize| (0..matrix.len()).map(|i| f64::from(u8::from(i == k))).collect();
    (0..matrix.len()).filter_map(|k| eliminate(matrix.to_vec(), unit(k))).collect()
}

impl AutoWhole {
    /// What a belief knows beyond its prior, under larger scales: its precision and its pull.
    fn known(&self, k: usize, scale: &[f64]) -> (Vec<Vec<f64>>, Vec<f64>) {
        let Belief { kind, v, p, .. } = &self.beliefs[k];
        let d = |i: usize| if self.scale[i] > 0.0 { self.scale[i] / scale[i] } else { 0.0 };
        let precision = inverse(p);
        let beyond = |i: usize, j: usize| precision[i][j] - if i == j { kind.lambda } else { 0.0 };
        let all = 0..scale.len();
        let rows = all.clone().map(|i| all.clone().map(|j| d(i) * beyond(i, j) * d(j)).collect()).collect();
        (rows, all.map(|i| d(i) * dot(&precision[i], v)).collect())
    }

    fn unit_of_losses(&self) -> f64 {
        if self.loss == Loss::Logistic && self.t > 0.0 { self.weight / self.t } else { 1.0 }
    }
}

impl Merge for AutoWhole {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        if let [one] = parts {
            return (*one).clone();
        }
        let mut merged = start.clone();
        let firsts: Vec<&Auto> = parts.iter().map(|part| &part.first).collect();
        merged.first = Auto::merged(&start.first, &firsts);
        let dim = start.scale.len();
        merged.scale = (0..dim).map(|i| parts.iter().map(|part| part.scale[i]).fold(0.0, f64::max)).collect();
        for k in 0..start.beliefs.len() {
            let lambda = start.beliefs[k].kind.lambda;
            let before = start.known(k, &merged.scale);
            let (mut precision, mut pull) = before.clone();
            for (rows, pulls) in parts.iter().map(|part| part.known(k, &merged.scale)) {
                for i in 0..dim {
                    pull[i] += pulls[i] - before.1[i];
                    for j in 0..dim {
                        precision[i][j] += rows[i][j] - before.0[i][j];
                    }
                }
            }
            (0..dim).for_each(|i| precision[i][i] += lambda);
            merged.beliefs[k].p = inverse(&precision);
            merged.beliefs[k].v = merged.beliefs[k].p.iter().map(|row| dot(row, &pull)).collect();
        }
        let added = |sum: &dyn Fn(&Self) -> f64| {
            parts.iter().fold(sum(start), |total, part| total + (sum(part) - sum(start)))
        };
        merged.t = added(&|one| one.t);
        merged.weight = added(&|one| one.weight);
        merged.total = added(&|one| one.total);
        merged.sum = added(&|one| one.sum);
        merged.counted = added(&|one| one.counted);
        let labels = parts.iter().filter_map(|part| part.labels);
        merged.labels = labels.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
        let unit = merged.unit_of_losses();
        let lost = |sum: &dyn Fn(&Self) -> f64| {
            let since = |part: &&Self| (sum(part) - sum(start)) * part.unit_of_losses();
            (sum(start) * start.unit_of_losses() + parts.iter().map(since).sum::<f64>()) / unit
        };
        merged.losses = (0..start.losses.len()).map(|k| lost(&|one| one.losses[k])).collect();
        merged.own = lost(&|one| one.own);
        merged.gaps = lost(&|one| one.gaps);
        let lead = merged.least(&merged.losses);
        if start.loss == Loss::Logistic {
            let tilted: Vec<f64> =
                merged.losses.iter().zip(&merged.prior).map(|(loss, p)| p * (lead - loss).exp()).collect();
            let total: f64 = tilted.iter().sum();
            let back = (merged.t + 10.0).powf(-1.5);
            let share = |(tilted, prior): (&f64, &f64)| (1.0 - back) * tilted / total + back * prior;
            merged.shares = tilted.iter().zip(&merged.prior).map(share).collect();
        } else {
            let eta = (merged.prior.len() as f64).ln() / merged.gaps;
            let tilted = |k: usize| merged.prior[k] * (-eta * (merged.losses[k] - lead)).exp();
            let total: f64 = merged.here().map(tilted).sum();
            let mix = if merged.gaps == 0.0 { lead } else { lead - total.ln() / eta };
            merged.gaps = merged.gaps.max(merged.own - mix);
            merged.hedge();
        }
        let features = merged.scale.iter().filter(|s| **s > 0.0).count();
        let stays = |k: usize| {
            features <= start.beliefs[k].kind.features && parts.iter().all(|part| part.beliefs[k].here)
        };
        let stay: Vec<bool> = (0..start.beliefs.len()).map(stays).collect();
        merged.retire(false, &stay);
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AutoLane, auto};

    #[test]
    fn a_belief_under_the_squared_loss_is_ridge_regression() {
        let lanes = [AutoLane { normalised: true, eta: 1.0, prior: 1.0 }];
        let kinds = [AutoBelief { lambda: 2.0, features: 9, prior: 0.2 }];
        let mut twin = auto_whole(1, Loss::Squared, auto(1, Loss::Squared, &lanes), (0.2, 0.1), &kinds);
        twin.learn(&[1.0], 3.0, 1.0);
        twin.learn(&[0.5], 1.0, 1.0);
        // (lambda + sum x^2)^-1 sum x y = (2 + 1.25)^-1 3.5
        assert!((twin.beliefs[0].v[0] - 3.5 / 3.25).abs() < 1e-12);
        twin.learn(&[4.0], 1.0, 0.0);
        assert!((twin.beliefs[0].p[0][0] - 1.0 / 3.25).abs() < 1e-12);
    }
}
