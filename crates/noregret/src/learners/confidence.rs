//! Weights with a variance each: the confidence-weighted pair `cw` and `arow`.
//!
//! Both keep a Gaussian over weights with mean w and diagonal covariance Sigma, and move w by alpha y
//! Sigma x. With M = y w.x and V = sum Sigma_i x_i^2:
//! * `cw` (variance form): the smallest change after which M >= phi V, in Kullback-Leibler divergence:
//!   alpha is the larger root of a quadratic, or 0; 1/Sigma_i += 2 alpha phi x_i^2. A hard constraint:
//!   an importance weight changes nothing.
//! * `arow`: if M < 1, beta = 1/(V + r), alpha = (1 - M) beta, Sigma_i -= beta (Sigma_i x_i)^2. An
//!   importance weight h divides r.
//!
//! Their guarantees are mistake bounds, not regret bounds. Weakness: `cw` overfits label noise, since
//! every example must be satisfied; `arow` is the soft form.
//! References: Dredze, Crammer and Pereira 2008; Crammer, Kulesza and Dredze 2009.

use crate::features::Features;
use crate::frozen::Frozen;
use crate::loss::Loss;
use crate::merge::{Clock, Gather, MergeError, Parts, Portrait, Told, next};
use crate::online::{LearnError, Online, Predict, Weight};
use crate::state::{Save, State, StateError};
use crate::step::{check_label, held_out};
use crate::table::{Columns, Flat};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConfidenceRule {
    /// Confidence-weighted, variance form.
    Cw {
        /// The confidence asked of every example, in standard normal quantiles.
        phi: f64,
    },
    /// Adaptive regularization of weights.
    Arow {
        /// The regularizer: larger is slower.
        r: f64,
    },
}

/// w and Sigma in one table.
#[derive(Debug)]
pub struct Confidence {
    loss: Loss,
    rule: ConfidenceRule,
    variance: f64,
    table: Flat<2>,
    rounds: u64,
    /// The coordinates of the round in the making and their cells after it.
    indices: Vec<u32>,
    cells: Vec<[f64; 2]>,
    staged: bool,
}

const COLUMNS: [&str; 2] = ["weight", "variance"];

/// The larger root of the confidence constraint, written so that nothing cancels.
fn cw_alpha(m: f64, v: f64, phi: f64) -> f64 {
    if phi * v <= m {
        return 0.0;
    }
    let b = 1.0 + 2.0 * phi * m;
    // (1 + 2 phi M)^2 - 8 phi (M - phi V) = (1 - 2 phi M)^2 + 8 phi^2 V
    let c = 1.0 - 2.0 * phi * m;
    let root = (c * c + 8.0 * phi * phi * v).sqrt();
    if b >= 0.0 { 2.0 * (phi * v - m) / (v * (b + root)) } else { (root - b) / (4.0 * phi * v) }
}

impl Confidence {
    /// A learner that has seen nothing: every variance is `variance`. The loss is what it is judged by,
    /// not what moves it.
    pub fn new(loss: Loss, rule: ConfidenceRule, variance: f64) -> Self {
        let (indices, cells) = (Vec::new(), Vec::new());
        Self { loss, rule, variance, table: Flat::default(), rounds: 0, indices, cells, staged: false }
    }

    /// Refuses variances that no learner of this start has: they only fall, and never below 0.
    fn fits(&self, state: &State) -> Result<(), StateError> {
        let variances = state.reals("cell.variance")?;
        match variances.iter().find(|variance| !(0.0..=self.variance).contains(*variance)) {
            None => Ok(()),
            Some(variance) => {
                let reason = format!("the variance {variance} does not lie between 0 and {}", self.variance);
                Err(StateError::Value { name: "cell.variance".to_owned(), reason })
            }
        }
    }

    fn cell(&self, index: u32) -> [f64; 2] {
        self.table.get(index).copied().unwrap_or([0.0, self.variance])
    }
}

impl Predict for Confidence {
    fn margin(&self, x: Features<'_>) -> f64 {
        x.iter().fold(0.0, |sum, (index, value)| sum + self.cell(index)[0] * value)
    }
}

impl Online for Confidence {
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        self.staged = false;
        check_label(self.loss, y, weight)?;
        if weight == 0.0 {
            return held_out(self.margin(x));
        }
        self.table.reserve(x)?;
        let mut cells = std::mem::take(&mut self.cells);
        self.indices.clear();
        self.indices.extend_from_slice(x.indices());
        cells.clear();
        cells.extend(x.indices().iter().map(|&index| self.cell(index)));
        let (mut p, mut v) = (0.0, 0.0);
        for (cell, value) in cells.iter().zip(x.values()) {
            p += cell[0] * value;
            v += cell[1] * value * value;
        }
        let m = y * p;
        let (alpha, beta) = match self.rule {
            _ if v == 0.0 => (0.0, 0.0),
            ConfidenceRule::Cw { phi } => (cw_alpha(m, v, phi), 0.0),
            ConfidenceRule::Arow { .. } if m >= 1.0 => (0.0, 0.0),
            ConfidenceRule::Arow { r } => {
                let beta = 1.0 / (v + r / weight);
                ((1.0 - m) * beta, beta)
            }
        };
        let mut overflow = (!p.is_finite() || !v.is_finite()).then(|| x.indices().first().copied()).flatten();
        for (k, (cell, &value)) in cells.iter_mut().zip(x.values()).enumerate() {
            let [w, sigma] = *cell;
            let spread = sigma * value;
            let narrowed = match self.rule {
                ConfidenceRule::Cw { phi } => sigma / (1.0 + 2.0 * alpha * phi * value * spread),
                ConfidenceRule::Arow { .. } => sigma - beta * spread * spread,
            };
            *cell = [w + alpha * y * spread, narrowed];
            if !cell[0].is_finite() || !cell[1].is_finite() || cell[1] < 0.0 {
                overflow = overflow.or(Some(x.indices()[k]));
            }
        }
        self.cells = cells;
        self.staged = overflow.is_none();
        match overflow {
            None => Ok(p),
            index => Err(LearnError::Overflow { index }),
        }
    }

    fn commit(&mut self) {
        if std::mem::take(&mut self.staged) {
            self.cells.iter().zip(&self.indices).for_each(|(cell, &index)| self.table.set(index, 0, *cell));
            self.rounds += 1;
        }
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn weights(&self) -> Vec<Weight> {
        self.table.touched().map(|(index, _, cell)| Weight { index, value: cell[0] }).collect()
    }

    /// Their guarantees are mistake bounds.
    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        self.table.save(&COLUMNS, state);
    }

    fn freeze(&self) -> Option<Frozen> {
        Frozen::weights(self.rounds, &self.weights())
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rounds = state.rounds()?;
        let table = Flat::restore(&COLUMNS, 1, state)?;
        self.fits(state)?;
        (self.table, self.rounds, self.staged) = (table, rounds, false);
        Ok(())
    }

    /// G is the precision 1/Sigma, which is information and adds up: parts are weighed by the precision they added to the start's.
    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let mut gather = Gather::<2>::new(self.table.touched().map(|(index, group, _)| (index, group)));
        let mut clock = Clock::new(self.rounds, self.rounds);
        let mut place = 0;
        while let Some(part) = next(parts, place)? {
            let unfit = MergeError::state(place);
            self.fits(&part).map_err(&unfit)?;
            let columns = Columns::<2>::read(&COLUMNS, 1, &part).map_err(&unfit)?;
            let rounds = part.rounds().map_err(&unfit)?;
            let since = clock.add(rounds, rounds)?;
            let tell = |k: usize| {
                let (index, cell) = (columns.indices[k], columns.cell(k));
                let start = self.cell(index);
                let added = if cell == start { 0.0 } else { precision(cell[1]) - precision(start[1]) };
                if added < 0.0 || (cell != start && since == 0) {
                    return Err(MergeError::stranger(place, Some(index), "it has seen less than the start"));
                }
                Ok(Told { portrait: portrait(cell), added })
            };
            let fresh = |_| portrait([0.0, self.variance]);
            gather.add(columns.indices, |_| 0, since, fresh, tell)?;
            place += 1;
        }
        if place == 0 {
            return Err(MergeError::NoParts);
        }
        let rounds = clock.rounds()?;
        let mut cells = Vec::with_capacity(gather.len());
        for joined in gather.finish() {
            let Portrait { value, dual, sums } = joined.portrait;
            // Parts that agree keep what they agree on.
            let variance = if precision(dual) == sums[1] { dual } else { (1.0 / sums[1]).min(self.variance) };
            if !(value.is_finite() && variance.is_finite()) {
                return Err(MergeError::Overflow { index: Some(joined.index) });
            }
            cells.push((joined.index, 0, [value, variance]));
        }
        let last = cells.last().map(|&(index, _, _)| index);
        self.table = Flat::of(last, false, cells.into_iter())
            .map_err(|error| MergeError::Memory { reason: error.to_string() })?;
        (self.rounds, self.staged) = (rounds, false);
        Ok(())
    }
}

/// 1/Sigma, also where the variance is too small for that.
fn precision(variance: f64) -> f64 {
    (1.0 / variance).min(f64::MAX)
}

fn portrait([w, variance]: [f64; 2]) -> Portrait<2> {
    Portrait { value: w, dual: variance, sums: [0.0, precision(variance)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// After the step the constraint M' >= phi V' holds with equality, up to rounding.
        #[test]
        fn cw_lands_on_its_constraint(m in -5.0..5.0f64, v in 1e-3..50.0f64, phi in 0.05..3.0f64) {
            let alpha = cw_alpha(m, v, phi);
            prop_assert!(alpha >= 0.0);
            let b = 1.0 + 2.0 * phi * m;
            let naive = ((-b + (b * b - 8.0 * phi * (m - phi * v)).sqrt()) / (4.0 * phi * v)).max(0.0);
            prop_assert!((alpha - naive).abs() <= 1e-9 * (1.0 + naive), "{alpha} {naive}");
            if alpha > 0.0 {
                let (after, spread) = (m + alpha * v, v / (1.0 + 2.0 * alpha * phi * v));
                prop_assert!((after - phi * spread).abs() <= 1e-9 * (1.0 + after.abs()));
            }
        }
    }
}
