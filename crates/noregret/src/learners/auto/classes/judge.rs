//! What lanes lose over K classes, and how their probabilities become one.
//!
//! Lane k says softmax over classes of its margins under their [link](super::link), p_jk; the mixture says sum_k pi_k p_jk. Log loss is mixable however many classes there are:
//! total loss <= min_k L_k + ln(1/prior_k) and what changing lanes costs, as for two (see the [mixture](super::super::mixture)).
//! The mixture's margins are the logarithms of its probabilities: none is above 0, and their exponentials sum to 1.

use super::grid::LANES;
use super::kernel::Class;
use crate::simd::{self, Loop, wide};

/// The lanes' probabilities, and what they lose.
#[derive(Debug, Default)]
pub struct Judged {
    /// Class by class.
    pub probabilities: Vec<Class>,
    /// log sum exp of a lane's margins.
    pub log_sum: Class,
}

struct Judge<'a> {
    margins: &'a [Class],
    probabilities: &'a mut [Class],
}

impl Loop for Judge<'_> {
    type Output = Class;

    #[inline(always)]
    fn call(self) -> Class {
        const N: usize = size_of::<Class>() / size_of::<f64>();
        let Some(first) = self.margins.first() else { return [0.0; N] };
        let mut top = *first;
        for margins in self.margins {
            for k in 0..N {
                top[k] = if margins[k] > top[k] { margins[k] } else { top[k] };
            }
        }
        let mut sum = [0.0; N];
        for (p, margins) in self.probabilities.iter_mut().zip(self.margins) {
            let mut behind = [0.0; N];
            for k in 0..N {
                behind[k] = margins[k] - top[k];
            }
            *p = simd::exp(behind);
            for k in 0..N {
                sum[k] += p[k];
            }
        }
        for p in self.probabilities.iter_mut() {
            for k in 0..N {
                p[k] /= sum[k];
            }
        }
        let log = simd::ln(sum);
        std::array::from_fn(|k| top[k] + log[k])
    }
}

/// A class that a lane gives less than this part of an even share takes no part in its step. All such classes together are less than this probable, so
/// that a round's loss can be lowered by no more by learning from them; and most classes of most examples are such.
pub const UNLIKELY: f64 = 1e-3;

/// Below this a mixed probability may be what an exponential has for 0.
const SMALL: f64 = 1e-290;

impl Judged {
    /// Judges what lanes say.
    pub fn set(&mut self, margins: &[Class]) {
        self.probabilities.clear();
        self.probabilities.resize(margins.len(), Class::default());
        self.log_sum = wide(Judge { margins, probabilities: &mut self.probabilities });
    }

    /// What each lane loses under a class.
    pub fn lost(&self, margins: &[Class], class: usize) -> [f64; LANES] {
        std::array::from_fn(|k| (self.log_sum[k] - margins[class][k]).max(0.0))
    }

    /// The logarithms of the mixed probabilities: finite for finite margins.
    pub fn mix(&self, shares: &[f64; LANES], margins: &[Class], mixed: &mut [f64]) {
        for ((mixed, p), margins) in mixed.iter_mut().zip(&self.probabilities).zip(margins) {
            let sum = (0..LANES).fold(0.0, |sum, k| sum + shares[k] * p[k]);
            *mixed = if sum > SMALL { libm::log(sum) } else { self.mixed_log(shares, margins) };
        }
    }

    /// The same of one class, where its probability is too small for a float.
    #[cold]
    fn mixed_log(&self, shares: &[f64; LANES], margins: &Class) -> f64 {
        let terms: [f64; LANES] =
            std::array::from_fn(|k| libm::log(shares[k]) + (margins[k] - self.log_sum[k]));
        let top = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        top + libm::log(terms.iter().map(|term| libm::exp(term - top)).sum())
    }

    /// The slopes of all lanes, importance included. Classes that are [unlikely](UNLIKELY) have none.
    pub fn slopes(&self, class: usize, weight: f64, slopes: &mut Vec<Class>) {
        let least = UNLIKELY / self.probabilities.len() as f64;
        slopes.clear();
        slopes.extend(self.probabilities.iter().map(|p| p.map(|p| if p < least { 0.0 } else { weight * p })));
        let mut wrong = Class::default();
        for (_, slopes) in slopes.iter().enumerate().filter(|(j, _)| *j != class) {
            wrong.iter_mut().zip(slopes).for_each(|(wrong, slope)| *wrong += slope);
        }
        slopes[class] = wrong.map(|wrong| -wrong);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(shares: &[f64; LANES], margins: &[Class]) -> (Judged, Vec<f64>) {
        let mut judged = Judged::default();
        judged.set(margins);
        let mut mixed = vec![0.0; margins.len()];
        judged.mix(shares, margins, &mut mixed);
        (judged, mixed)
    }

    #[test]
    fn mixed_probabilities_are_those_of_the_lanes_by_share() {
        let margins: Vec<Class> = (0..5)
            .map(|j| {
                std::array::from_fn(|k| if k < LANES { ((j * 5 + k * 3) % 7) as f64 - 3.0 } else { 0.0 })
            })
            .collect();
        let shares = [0.25, 0.25, 0.5];
        let (judged, logs) = mixed(&shares, &margins);
        for j in 0..5 {
            let lane = |k: usize| {
                let sum: f64 = margins.iter().map(|m| libm::exp(m[k])).sum();
                libm::exp(margins[j][k]) / sum
            };
            let want: f64 = (0..LANES).map(|k| shares[k] * lane(k)).sum();
            assert!((libm::exp(logs[j]) - want).abs() < 1e-14);
            let lost = judged.lost(&margins, j);
            assert!((0..LANES).all(|k| (lost[k] + libm::log(lane(k))).abs() < 1e-14));
        }
        assert!((logs.iter().map(|log| libm::exp(*log)).sum::<f64>() - 1.0).abs() < 1e-14);
    }

    #[test]
    fn finite_and_within_the_lanes_for_any_margins() {
        let shares = [1.0 / LANES as f64; LANES];
        for a in [0.0, 3.0, 700.0, 1e6, 3e38, -5.0, -1e30] {
            for b in [0.0, -2.0, 720.0, -1e5, -3e38] {
                let row = |p: f64, q: f64| std::array::from_fn(|k| if k == 0 { p } else { q });
                let margins = [row(a, b), row(0.0, 1.0), row(b, a)];
                let (judged, logs) = mixed(&shares, &margins);
                assert!(logs.iter().all(|log| log.is_finite() && *log <= 1e-15), "{a} {b}: {logs:?}");
                for (j, log) in logs.iter().enumerate() {
                    let lost = judged.lost(&margins, j);
                    let (least, most) =
                        lost.iter().fold((f64::MAX, 0.0_f64), |(low, high), l| (low.min(*l), high.max(*l)));
                    let slack = 1e-12 * (1.0 + most.min(1e300));
                    assert!(-log >= least - slack && -log <= most + slack, "{a} {b} {j}");
                }
                let mut slopes = Vec::new();
                judged.slopes(1, 2.0, &mut slopes);
                assert!((0..LANES).all(|k| slopes.iter().map(|s| s[k]).sum::<f64>().abs() < 1e-14));
            }
        }
    }
}
