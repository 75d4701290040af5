//! The lanes over classes: which learners run side by side, and how much each is believed before anything is seen.
//!
//! Every lane is an implicit AdaGrad learner on normalised values, x / s with s the largest magnitude of the feature so far. Softmax lanes learn all classes
//! together under the log loss. The squared lane learns every class alone against all others, as a regression to +1 and -1: where there are
//! many features for each example, as in text, it finds the class sooner; its [link](super::link) makes probabilities of what it says.
//! There are three lanes, and not the seven of two classes, since each costs 8 bytes and a step for every feature and class.

/// How many lanes there are.
pub const LANES: usize = 3;

/// Numbers of one class in all lanes, filled up to what a processor computes at once.
pub const WIDE: usize = LANES.next_power_of_two();

/// What a lane learns by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// All classes together, under the log loss of softmax.
    Softmax,
    /// Every class alone, under the squared loss.
    Squared,
}

/// A lane's place in the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// What it learns by.
    pub objective: Objective,
    /// Its rate, AdaGrad's eta.
    pub eta: f64,
    /// The share it starts with.
    pub prior: f64,
}

/// The rates and kinds of all lanes.
pub const GRID: [Lane; LANES] = [
    Lane { objective: Objective::Softmax, eta: 0.125, prior: 0.25 },
    Lane { objective: Objective::Softmax, eta: 1.0, prior: 0.25 },
    Lane { objective: Objective::Squared, eta: 0.125, prior: 0.5 },
];

/// The shares the lanes start with; they sum to 1.
pub fn prior() -> [f64; LANES] {
    GRID.map(|lane| lane.prior)
}

/// Whether a lane learns every class alone.
pub fn squared(lane: usize) -> bool {
    GRID[lane].objective == Objective::Squared
}

/// What a lane is called: `softmax 0.125`, `squared 0.125`.
pub fn name(lane: &Lane) -> String {
    let objective = if lane.objective == Objective::Squared { "squared" } else { "softmax" };
    format!("{objective} {}", lane.eta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prior_sums_to_one() {
        assert_eq!(prior().iter().sum::<f64>(), 1.0);
    }
}
