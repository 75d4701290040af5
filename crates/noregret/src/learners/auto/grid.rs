//! The lanes: which learners run side by side, and how much each is believed before anything is seen.
//!
//! A lane is an implicit AdaGrad learner with a rate of its own. Raw lanes see the values as they are;
//! normalised lanes see x / s, s the largest magnitude of that feature so far. On features that are all 0
//! or 1 the two are the same, so together they make one finer grid. Raw lanes are for text, where a rare
//! word deserves the step of a frequent one and long documents have small values. Normalised lanes are
//! for tables, where the unit of a column says nothing. Where labels are any real numbers, rates are in
//! units of a quarter of the largest label seen. The low normalised rates carry most of the prior: on
//! short, noisy tables there is no time to find out.
//! Under the hinge loss the two lowest normalised rates take explicit steps: an implicit one stops where the loss
//! does, at a margin of 1, while its sums have grown by a whole slope, and on text such lanes hardly learn.
//! There are seven lanes because their weights and accumulators, and s, then fit into 64 bytes.

use crate::loss::Loss;

/// How many lanes there are.
pub const LANES: usize = 7;

/// A lane's place in the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// Whether values are divided by the largest magnitude seen.
    pub normalised: bool,
    /// Its rate, AdaGrad's eta.
    pub eta: f64,
    /// The share it starts with, in fifteenths.
    pub prior: f64,
}

const fn raw(eta: f64, prior: f64) -> Lane {
    Lane { normalised: false, eta, prior }
}

const fn normalised(eta: f64, prior: f64) -> Lane {
    Lane { normalised: true, eta, prior }
}

/// The rates and kinds of all lanes.
pub const GRID: [Lane; LANES] = [
    raw(1.0, 1.0),
    raw(32.0, 1.0),
    normalised(0.0625, 2.0),
    normalised(0.125, 4.0),
    normalised(0.25, 4.0),
    normalised(1.0, 2.0),
    normalised(4.0, 1.0),
];

/// The lanes' rates.
pub fn rates() -> [f64; LANES] {
    GRID.map(|lane| lane.eta)
}

/// What rates were while the first lane's was 1/4. A learner that began with them goes on with them.
pub const FORMER: [f64; LANES] = [0.25, 32.0, 0.0625, 0.125, 0.25, 1.0, 4.0];

/// The shares the lanes start with; they sum to 1.
pub fn prior() -> [f64; LANES] {
    GRID.map(|lane| lane.prior / 15.0)
}

/// Up to this rate normalised lanes take explicit steps under the hinge loss.
const LOW: f64 = 0.125;

/// Which lanes take explicit steps under this loss.
pub fn explicit(loss: Loss) -> [bool; LANES] {
    GRID.map(|lane| matches!(loss, Loss::Hinge(_)) && lane.normalised && lane.eta <= LOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prior_sums_to_one() {
        assert_eq!(GRID.iter().map(|lane| lane.prior).sum::<f64>(), 15.0);
    }
}
