//! The past of a model in a bounded number of points: its mean loss as it went on, and the loss of each stretch.
//!
//! When there are too many points every other one goes and the stride doubles; when there are too many stretches neighbours become one.
//! So memory is constant, what is kept is even over all time, and the same stream leaves the same points.
//! The curve's band is a confidence sequence of its own, of what was really served, whoever was the champion.

use noregret::regret::ConfidenceSequence;
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
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    band: Option<Band>,
}

/// What the mean loss, clipped, lies in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
struct Band {
    clip: f64,
    alpha: f64,
    sequence: ConfidenceSequence,
}

/// A band as it is saved: clip, alpha, what it remembers.
#[derive(Serialize, Deserialize)]
struct Saved(f64, f64, (u64, f64, f64));

impl Band {
    fn new(clip: f64, alpha: f64) -> Self {
        Self { clip, alpha, sequence: ConfidenceSequence::new(0.0, clip, alpha) }
    }
}

impl From<Saved> for Band {
    fn from(Saved(clip, alpha, remembered): Saved) -> Self {
        let mut band = Self::new(clip, alpha);
        band.sequence.resume(remembered);
        band
    }
}

impl From<Band> for Saved {
    fn from(band: Band) -> Self {
        Self(band.clip, band.alpha, band.sequence.remembered())
    }
}

impl Default for History {
    fn default() -> Self {
        let (curve, stretches) = (Vec::new(), Vec::new());
        let (examples, sum, under_way, band) = (0, 0.0, (0, 0.0), None);
        Self { stride: 8, stretch: 32, examples, sum, curve, stretches, under_way, band }
    }
}

impl History {
    /// Adds the loss of an example. The band, which is wrong with probability at most alpha, begins when it is known where losses are clipped.
    pub fn add(&mut self, loss: f64, clip: Option<f64>, alpha: f64) {
        let loss = if loss.is_finite() { loss } else { 0.0 };
        if self.band.is_none() {
            self.band = clip.map(|clip| Band::new(clip, alpha));
        }
        if let Some(band) = &mut self.band {
            band.sequence.add(loss);
        }
        self.examples += 1;
        self.sum = (self.sum + loss).clamp(-f64::MAX, f64::MAX);
        if self.examples.is_multiple_of(self.stride) {
            let mean = self.sum / self.examples as f64;
            let band = self.band.as_ref().map(|band| band.sequence.interval());
            self.curve.push(Point { examples: self.examples, mean, band });
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
            history.add(f64::from(k % 2), None, 0.05);
        }
        let (stretch, means) = history.stretches();
        assert!(history.curve().len() < MOST && means.len() < MOST && means.len() >= MOST / 2);
        assert!(means.iter().all(|&mean| mean == 0.5) && stretch * means.len() as u64 <= 100_000);
        assert!(history.curve().windows(2).all(|two| two[1].examples - two[0].examples == history.stride));
    }

    #[test]
    fn the_band_is_of_what_was_served_and_is_saved() {
        let mut history = History::default();
        for k in 0..3000u32 {
            // Another champion, which loses less.
            history.add(if k < 1000 { 0.7 } else { 0.1 }, Some(8.0), 0.05);
            if k == 1500 {
                let saved = postcard::to_extend(&history, Vec::new()).unwrap();
                history = postcard::from_bytes(&saved).unwrap();
            }
        }
        let inside =
            |point: &Point| point.band.is_some_and(|(low, high)| low <= point.mean && point.mean <= high);
        assert!(
            history.curve().iter().all(inside),
            "{:?}",
            history.curve().iter().find(|point| !inside(point))
        );
        let (low, high) = history.curve().last().unwrap().band.unwrap();
        assert!(high - low < 0.2, "{low} to {high}");
    }
}
