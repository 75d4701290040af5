//! The past of a model in a bounded number of points: its mean loss as it went on, and the loss of each stretch.
//!
//! When there are too many points every other one goes and the stride doubles; when there are too many stretches neighbours become one.
//! So memory is constant, what is kept is even over all time, and the same stream leaves the same points.

use serde::{Deserialize, Serialize};

/// The most points of the curve, and the most stretches.
const MOST: usize = 256;

/// A point of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// After so many labelled examples.
    pub examples: u64,
    /// The mean loss up to there.
    pub mean: f64,
    /// What the mean clipped loss lies in, if that can be said.
    pub band: Option<(f64, f64)>,
}

/// What a champion lost, over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// Examples between two points.
    stride: u64,
    /// Examples of a stretch.
    stretch: u64,
    examples: u64,
    sum: f64,
    curve: Vec<Point>,
    /// Sums of the losses of whole stretches, then of the one under way.
    stretches: Vec<f64>,
    under_way: (u64, f64),
}

impl Default for History {
    fn default() -> Self {
        let (curve, stretches) = (Vec::new(), Vec::new());
        Self { stride: 8, stretch: 32, examples: 0, sum: 0.0, curve, stretches, under_way: (0, 0.0) }
    }
}

impl History {
    /// Adds the loss of an example; `band` is asked for where a point is made.
    pub fn add(&mut self, loss: f64, band: impl FnOnce() -> Option<(f64, f64)>) {
        let loss = if loss.is_finite() { loss } else { 0.0 };
        self.examples += 1;
        self.sum = (self.sum + loss).clamp(-f64::MAX, f64::MAX);
        if self.examples.is_multiple_of(self.stride) {
            let mean = self.sum / self.examples as f64;
            self.curve.push(Point { examples: self.examples, mean, band: band() });
            if self.curve.len() >= MOST {
                self.stride *= 2;
                let stride = self.stride;
                self.curve.retain(|point| point.examples % stride == 0);
            }
        }
        self.under_way.0 += 1;
        self.under_way.1 = (self.under_way.1 + loss).clamp(-f64::MAX, f64::MAX);
        if self.under_way.0 == self.stretch {
            self.stretches.push(self.under_way.1);
            self.under_way = (0, 0.0);
            if self.stretches.len() >= MOST {
                self.stretches = self
                    .stretches
                    .chunks(2)
                    .map(|pair| pair.iter().sum::<f64>().clamp(-f64::MAX, f64::MAX))
                    .collect();
                self.stretch *= 2;
            }
        }
    }

    /// The curve.
    pub fn curve(&self) -> &[Point] {
        &self.curve
    }

    /// The mean loss of each whole stretch, and how many examples one has.
    pub fn stretches(&self) -> (u64, Vec<f64>) {
        (self.stretch, self.stretches.iter().map(|sum| sum / self.stretch as f64).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_small_and_even() {
        let mut history = History::default();
        for k in 0..100_000u32 {
            history.add(f64::from(k % 2), || None);
        }
        let (stretch, means) = history.stretches();
        assert!(history.curve().len() < MOST && means.len() < MOST && means.len() >= MOST / 2);
        assert!(means.iter().all(|&mean| mean == 0.5) && stretch * means.len() as u64 <= 100_000);
        assert!(history.curve().windows(2).all(|two| two[1].examples - two[0].examples == history.stride));
    }
}
