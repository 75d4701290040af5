//! The lanes over classes: which learners run side by side, and how much each is believed before anything is seen.
//!
//! Every lane is an implicit AdaGrad learner on normalised values, x / s with s the largest magnitude of the feature so far. Softmax lanes learn all classes
//! together under the log loss. The hinge lane learns every class alone against all others, under the squared hinge loss, with one sum of squares for all
//! classes of a feature: where there are many features for each example, as in text, it finds the class sooner, since a word that is
//! new to a class is known from the others; its [link](super::link) makes probabilities of what it says.
//! There are three lanes, and not the seven of two classes, since each costs 4 or 8 bytes and a step for every feature and class.

/// How many lanes there are.
pub const LANES: usize = 3;

/// How many of them, the first ones, learn by softmax.
pub const JOINT: usize = 2;

/// The lane that learns every class alone.
pub const ALONE: usize = JOINT;

/// Numbers of one class in all lanes, filled up to what a processor computes at once.
pub const WIDE: usize = LANES.next_power_of_two();

/// A lane's place in the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// Its rate, AdaGrad's eta.
    pub eta: f64,
    /// The share it starts with.
    pub prior: f64,
}

/// The rates of all lanes: those by softmax, and the one by hinges.
pub const GRID: [Lane; LANES] =
    [Lane { eta: 0.125, prior: 0.25 }, Lane { eta: 1.0, prior: 0.25 }, Lane { eta: 0.125, prior: 0.5 }];

/// The shares the lanes start with; they sum to 1.
pub fn prior() -> [f64; LANES] {
    GRID.map(|lane| lane.prior)
}

/// What a lane is called: `softmax 0.125`, `hinge 0.125`.
pub fn name(lane: usize) -> String {
    let objective = if lane == ALONE { "hinge" } else { "softmax" };
    format!("{objective} {}", GRID[lane].eta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prior_sums_to_one() {
        assert_eq!(prior().iter().sum::<f64>(), 1.0);
    }
}
