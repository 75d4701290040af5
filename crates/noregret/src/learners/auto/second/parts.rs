//! What each feature has to do with what the whole says, and the weights to show.
//!
//! Everybody's margin is a sum over features, times how sure a belief is; the whole's margin is a sum of theirs with the factors of [`contributions`](super::super::contributions).
//! The constant is no feature's: each has an equal part of it, and of what the centred lanes say of the means.

use super::super::contributions::factors;
use super::super::float::Float;
use super::super::mixture;
use super::{CENTRED, CONSTANT, FIRST, Open, Outer, Second, expert};
use crate::features::Features;
use crate::loss::Loss;

impl Second {
    /// What each feature adds to the margin of the whole under a mixture; `of_first` is what it adds to that of the first-order lanes, `first`.
    pub fn contributions<F: Float>(
        &self,
        outer: &Outer,
        (loss, labels): (Loss, mixture::Seen),
        first: f64,
        of_first: Vec<f64>,
        x: Features<'_>,
    ) -> Vec<f64> {
        let mut open = Open::default();
        self.see::<F>(x, &mut open);
        let Some(says) = self.says((loss, labels), first, &mut open) else { return of_first };
        let factors = factors(loss, labels, outer, &says);
        let constant = factors[CONSTANT] * says[CONSTANT] / of_first.len().max(1) as f64;
        let mut parts: Vec<f64> = of_first.iter().map(|part| factors[FIRST] * part + constant).collect();
        if let Some(centred) = &self.centred {
            let own = |place: usize| centred.weight(open.seen.slots[place]) * open.seen.plain[place];
            let all: f64 = (0..open.seen.slots.len()).map(own).sum();
            let rest = (says[CENTRED] - all) / parts.len().max(1) as f64;
            let mut places = 0..open.seen.slots.len();
            for (part, value) in parts.iter_mut().zip(x.values()) {
                let own = if *value == 0.0 { 0.0 } else { places.next().map_or(0.0, own) };
                *part += factors[CENTRED] * (own + rest);
            }
        }
        for (k, belief) in self.beliefs.iter().enumerate() {
            let Some(belief) = belief else { continue };
            let (z, averaged) = (says[expert(k, false)], says[expert(k, true)]);
            let sure = if z == 0.0 { 1.0 } else { averaged / z };
            let factor = factors[expert(k, false)] + factors[expert(k, true)] * sure;
            let mut places = (0..).zip(open.seen.slots.iter().zip(&open.seen.values));
            for (part, value) in parts.iter_mut().zip(x.values()) {
                if *value != 0.0
                    && let Some((place, (&slot, u))) = places.next()
                {
                    *part += factor * belief.weight(slot, place, &open.seen) * u;
                }
            }
        }
        parts
    }

    /// The mean by posterior of the beliefs' weights on the plain value of a feature, and of `first`, what the first-order lanes have.
    pub fn mean(&self, index: u32, first: f64) -> f64 {
        let slot = self.slots.get(index);
        let shares = &self.outer.shares;
        let beliefs = self.beliefs.iter().enumerate().filter_map(|(k, belief)| {
            let (belief, slot) = (belief.as_ref()?, slot?);
            Some((shares[expert(k, false)] + shares[expert(k, true)]) * belief.mean[slot] / self.scales[slot])
        });
        let centred =
            self.centred.as_ref().zip(slot).map(|(centred, slot)| shares[CENTRED] * centred.weight(slot));
        beliefs.chain(centred).fold(shares[FIRST] * first, |sum, part| sum + part)
    }
}
