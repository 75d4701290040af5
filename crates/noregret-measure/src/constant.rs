//! The best constant under the absolute and the pinball loss: a quantile of the labels, and what it loses.
//!
//! For labels kept one by one it is exact. In bins (`spread.rs`) only the bin that holds the quantile is uncertain: the labels in it lose at least what their mean
//! would (Jensen), and at most what they would if all stood at the bin's two ends with the same mean. The value is the middle of the least of either; the error
//! half their distance.

use crate::ranking::Near;
use crate::spread::{Detail, Place, Shape, Spread};
use crate::sum::Sum;

/// Labels with their weights.
#[derive(Clone, Debug)]
pub struct Constants(Spread);

/// The pinball loss of a residual y - c.
pub fn pinball(residual: f64, quantile: f64) -> f64 {
    if residual >= 0.0 { quantile * residual } else { (quantile - 1.0) * residual }
}

impl Constants {
    /// Nothing yet.
    pub fn new(detail: Detail) -> Self {
        Self(Spread::new(Shape::labels(detail.bits), detail.rows))
    }

    /// Adds a finite label.
    #[inline]
    pub fn add(&mut self, label: f64, weight: f64) {
        self.0.add(label, weight, weight * label);
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Constants) {
        self.0.merge(&other.0);
    }

    /// The mean pinball loss of the best constant; none without labels, or where they are too large.
    pub fn pinball(&self, quantile: f64) -> Option<Near> {
        let places = self.0.places();
        let weight = places.iter().map(|place| place.first).collect::<Sum>().value().filter(|w| *w > 0.0)?;
        let (mut below, mut at) = (0.0, places.last()?);
        for place in &places {
            if below + place.first >= quantile * weight {
                at = place;
                break;
            }
            below += place.first;
        }
        let centre = Some(at.second / at.first).filter(|c| c.is_finite())?;
        let candidates = if at.is_tie() { vec![at.low] } else { vec![at.low, centre, at.high] };
        let ends = candidates.iter().filter(|c| c.is_finite()).filter_map(|&c| {
            let others = places.iter().filter(|place| *place != at).map(|p| inside(p, c, quantile));
            let others = others.collect::<Sum>().value()?;
            Some((others + at.first * pinball(centre - c, quantile), others + chord(at, centre, c, quantile)))
        });
        let (least, most) =
            ends.fold((f64::INFINITY, f64::INFINITY), |(l, m), (low, high)| (low.min(l), high.min(m)));
        let (least, most) = (least / weight, most / weight);
        most.is_finite().then(|| Near { value: 0.5 * (least + most), error: (0.5 * (most - least)).max(0.0) })
    }
}

/// What a place on one side of c loses: all its labels are on that side.
fn inside(place: &Place, c: f64, quantile: f64) -> f64 {
    let residuals = place.second - place.first * c;
    if place.low >= c { quantile * residuals } else { (quantile - 1.0) * residuals }
}

/// The most the labels of a place can lose, given their mean.
fn chord(place: &Place, centre: f64, c: f64, quantile: f64) -> f64 {
    if place.is_tie() {
        return place.first * pinball(place.low - c, quantile);
    }
    let share = ((centre - place.low) / (place.high - place.low)).clamp(0.0, 1.0);
    let ends = (1.0 - share) * pinball(place.low - c, quantile) + share * pinball(place.high - c, quantile);
    if ends.is_nan() { f64::INFINITY } else { place.first * ends }
}
