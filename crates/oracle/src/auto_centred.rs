//! Lanes on centred features, one expert of `auto` as a whole.
//!
//! `z_i = (x_i - m_i)/r_i`, `m_i` the mean of `x_i` over all rounds, this one included, `r_i` the largest `|x_i - m_i|` so far, this round's included; `z_0 = 1` for the bias. A lane with the rate `eta` (1/256, 1/128, ..., 1/4, in
//! units of a quarter of the largest `|y|` for numbers): `l = h l'(v.z, y)`, `G_i += (l z_i)^2`, `v <- v - q eta z/sqrt(G)` with `q = h l'(v.z - q sum_i eta z_i^2/sqrt(G_i), y)`, by bisection; a slope below 1e-9 (numbers: in that unit) counts as none. All start with equal shares and are mixed
//! as lanes are.
use crate::implicit::meeting;
use crate::streams::Labels;
use crate::{Auto, AutoLane, Loss, auto, dot};

#[derive(Clone)]
pub(crate) struct Centred {
    loss: Loss,
    t: f64,
    mean: Vec<f64>,
    reach: Vec<f64>,
    /// By lane: the weights, the bias first, and the sums of squares.
    lanes: Vec<(f64, Vec<f64>, Vec<f64>)>,
    /// Its mixture alone counts.
    mixture: Auto,
}

impl Centred {
    pub(crate) fn new(dim: usize, loss: Loss) -> Self {
        let rates: Vec<f64> = (0..7).map(|k| 2f64.powi(k - 8)).collect();
        let grid: Vec<AutoLane> =
            rates.iter().map(|&eta| AutoLane { normalised: false, eta, prior: 1.0 / 7.0 }).collect();
        let lanes = rates.iter().map(|&eta| (eta, vec![0.0; dim + 1], vec![0.0; dim + 1])).collect();
        let (mean, reach) = (vec![0.0; dim], vec![0.0; dim]);
        Self { loss, t: 0.0, mean, reach, lanes, mixture: auto(0, loss, &grid) }
    }

    /// z, and the means and reaches with x.
    fn look(&self, x: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let mean: Vec<f64> = self.mean.iter().zip(x).map(|(m, x)| m + (x - m) / (self.t + 1.0)).collect();
        let off: Vec<f64> = x.iter().zip(&mean).map(|(x, m)| x - m).collect();
        let reach: Vec<f64> = self.reach.iter().zip(&off).map(|(r, off)| r.max(off.abs())).collect();
        let z = off.iter().zip(&reach).map(|(off, r)| if *r > 0.0 { off / r } else { 0.0 });
        (std::iter::once(1.0).chain(z).collect(), mean, reach)
    }

    fn says(&self, x: &[f64], labels: Option<(f64, f64)>) -> Vec<f64> {
        let (z, ..) = self.look(x);
        let says = self.lanes.iter().map(|(_, v, _)| dot(v, &z));
        match labels {
            Some((low, high)) if self.loss.labels() == Labels::Real => {
                says.map(|p| p.max(low).min(high)).collect()
            }
            _ => says.collect(),
        }
    }

    /// What they say together, where labels have been in this interval.
    pub(crate) fn margin(&self, x: &[f64], labels: Option<(f64, f64)>) -> f64 {
        self.mixture.mixed(&self.says(x, labels))
    }

    /// `counted` is the importance by the mean so far, `in_mixture` what the mixture counts, `unit` that of rates.
    pub(crate) fn learn(
        &mut self,
        x: &[f64],
        y: f64,
        labels: Option<(f64, f64)>,
        (counted, in_mixture, unit): (f64, f64, f64),
    ) {
        let says = self.says(x, labels);
        let own = in_mixture * self.loss.value(self.mixture.mixed(&says), y);
        self.mixture.t += 1;
        self.mixture.judge(&says, own, y, in_mixture);
        let (z, mean, reach) = self.look(x);
        let loss = self.loss;
        for (eta, v, squares) in &mut self.lanes {
            let p = dot(v, &z);
            let full = counted * loss.slope(p, y);
            if loss.slope(p, y).abs() < 1e-9 * unit {
                continue;
            }
            let mut over = vec![0.0; z.len()];
            for i in (0..z.len()).filter(|&i| z[i] != 0.0) {
                squares[i] += (full * z[i]).powi(2);
                over[i] = *eta * unit * z[i] / squares[i].sqrt();
            }
            let c = dot(&over, &z);
            let q = meeting(|q| counted * loss.slope(p - c * q, y));
            v.iter_mut().zip(&over).for_each(|(v, over)| *v -= q * over);
        }
        (self.mean, self.reach) = (mean, reach);
        self.t += 1.0;
    }
}
