//! `global` told beforehand how many features there will be.
//!
//!   Q += |g|^2;  eta = scale D / sqrt(2 Q);  w <- clip((w - eta g) / (1 + eta l2)),   D = 2 sqrt n,
//!
//! over [-1, 1]^n, for the logistic loss. The learner of the library counts the features seen so far, as the paper says of its table 1; of table 2 it says nothing, and its D is 2 sqrt n from the first round on if n
//! is known. Then the rate of the early rounds is larger. Told nothing it is the library's, to rounding. Weights shrink when they are next met, by what the rates since add up to.
//! Reference: Streeter and McMahan 2010, section 3.1.

use noregret::Features;
use noregret::loss::Loss;
use std::collections::HashMap;

/// A weight, and the shrinkage it has had.
#[derive(Clone, Copy, Default)]
struct Cell {
    w: f64,
    shrunk: f64,
}

impl Cell {
    /// The weight as of now.
    fn now(self, shrunk: f64) -> f64 {
        self.w * libm::exp(self.shrunk - shrunk)
    }
}

/// The learner.
pub(super) struct Known {
    features: Option<usize>,
    scale: f64,
    l2: f64,
    squares: f64,
    /// sum of log(1 + eta l2).
    shrunk: f64,
    cells: HashMap<u32, Cell>,
}

impl Known {
    /// Of so many features, or of those seen so far.
    pub fn new(features: Option<usize>, scale: f64, l2: f64) -> Self {
        Self { features, scale, l2, squares: 0.0, shrunk: 0.0, cells: HashMap::new() }
    }

    /// One round: the margin given before learning.
    pub fn learn(&mut self, loss: Loss, x: Features<'_>, y: f64) -> f64 {
        let mut margin = 0.0;
        for (&index, &value) in x.indices().iter().zip(x.values()) {
            let cell = self.cells.entry(index).or_default();
            *cell = Cell { w: cell.now(self.shrunk), shrunk: self.shrunk };
            margin += cell.w * value;
        }
        let slope = loss.slope(margin, y);
        self.squares += slope * slope * x.values().iter().map(|value| value * value).sum::<f64>();
        let n = self.features.unwrap_or(self.cells.len()) as f64;
        let rate =
            if self.squares > 0.0 { self.scale * 2.0 * (n / (2.0 * self.squares)).sqrt() } else { 0.0 };
        self.shrunk += libm::log1p(rate * self.l2);
        for (&index, &value) in x.indices().iter().zip(x.values()) {
            let cell = self.cells.entry(index).or_default();
            let w = (cell.w - rate * slope * value) / (1.0 + rate * self.l2);
            *cell = Cell { w: w.clamp(-1.0, 1.0), shrunk: self.shrunk };
        }
        margin
    }

    /// |w|^2.
    pub fn square(&self) -> f64 {
        let mut square: Vec<(u32, f64)> =
            self.cells.iter().map(|(&index, cell)| (index, cell.now(self.shrunk))).collect();
        // A sum in the map's order would differ from run to run.
        square.sort_unstable_by_key(|(index, _)| *index);
        square.iter().map(|(_, w)| w * w).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::stream::{Made, Stream};
    use super::*;
    use noregret::{Parameters, algorithms};
    use noregret_generate::Kind;

    #[test]
    fn told_nothing_it_is_the_library_s() {
        let loss: Loss = "logistic".parse().unwrap();
        for l2 in [0.0, 1e-3] {
            let parameters = Parameters::new().number("radius", 1.0).number("scale", 0.1).number("l2", l2);
            let spec = algorithms::find("global").unwrap().spec(Some(loss), &parameters).unwrap();
            let mut library = spec.check().unwrap().build();
            let (mut ours, mut most) = (Known::new(None, 0.1, l2), 0.0f64);
            let round = |x: Features<'_>, y| {
                let (a, b) = (library.learn(x, y, 1.0).unwrap(), ours.learn(loss, x, y));
                most = most.max((a - b).abs());
                Ok(())
            };
            Stream::Made(Made::whole(Kind::Ads, 2_000)).each(round).unwrap();
            assert!(most < 1e-9, "margins differ by {most} with l2 {l2}");
            let square: f64 = library.weights().iter().map(|w| w.value * w.value).sum();
            assert!((square - ours.square()).abs() < 1e-9 * square, "{square} {}", ours.square());
        }
    }

    #[test]
    fn more_features_told_are_larger_steps() {
        let loss: Loss = "logistic".parse().unwrap();
        let x = Features::new(&[3], &[1.0]).unwrap();
        let after = |features| {
            let mut learner = Known::new(features, 0.1, 0.0);
            learner.learn(loss, x, 1.0);
            learner.square().sqrt()
        };
        let (one, four) = (after(None), after(Some(4)));
        assert!((one - 0.1 * 2.0f64.sqrt()).abs() < 1e-12 && (four - 2.0 * one).abs() < 1e-12);
    }
}
