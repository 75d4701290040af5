//! What a learner lost up to some of the examples: at most 512 places, evenly spaced, whatever the length of the stream.
//!
//! A place is kept every `stride` examples; when there are too many every other one goes and the stride doubles. Places depend on the examples alone, never on batches or threads.

/// The most places kept.
const MOST: usize = 512;

/// Sums up to an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Labelled examples.
    pub examples: u64,
    /// Their weight.
    pub weight: f64,
    /// What they cost.
    pub cost: f64,
    /// The weight of mistaken ones.
    pub mistakes: f64,
}

impl Sums {
    /// The mean of a sum a unit of weight; 0 before there is any. Infinite once the sum has stopped at the largest number: so far away that nobody
    /// knows how far.
    pub fn mean(&self, sum: f64) -> f64 {
        match sum {
            f64::MAX => f64::INFINITY,
            f64::MIN => f64::NEG_INFINITY,
            _ if self.weight > 0.0 => sum / self.weight,
            _ => 0.0,
        }
    }

    /// What came between.
    pub fn since(&self, before: &Sums) -> Sums {
        Sums {
            examples: self.examples - before.examples,
            weight: self.weight - before.weight,
            // Of a sum that has stopped no part is known either.
            cost: if self.cost.abs() == f64::MAX { self.cost } else { self.cost - before.cost },
            mistakes: self.mistakes - before.mistakes,
        }
    }
}

/// The places.
#[derive(Clone, Debug)]
pub struct Curve {
    stride: u64,
    places: Vec<Sums>,
}

impl Default for Curve {
    fn default() -> Self {
        Self { stride: 1, places: Vec::new() }
    }
}

impl Curve {
    /// After every labelled example.
    #[inline]
    pub fn add(&mut self, sums: &Sums) {
        if sums.examples.is_multiple_of(self.stride) {
            self.keep(sums);
        }
    }

    fn keep(&mut self, sums: &Sums) {
        if self.places.len() == MOST {
            self.stride *= 2;
            self.places.retain(|place| place.examples.is_multiple_of(self.stride));
            if !sums.examples.is_multiple_of(self.stride) {
                return;
            }
        }
        self.places.push(*sums);
    }

    /// The places, and the end.
    pub fn places(&self, end: &Sums) -> Vec<Sums> {
        let mut all = self.places.clone();
        if end.examples > 0 && all.last().is_none_or(|last| last.examples < end.examples) {
            all.push(*end);
        }
        all
    }

    /// About `count` windows: what was lost between places, and where each ends.
    pub fn windows(&self, end: &Sums, count: usize) -> Vec<(u64, Sums)> {
        let places = self.places(end);
        let (count, mut before, mut all) = (count.clamp(1, places.len().max(1)), Sums::default(), Vec::new());
        for k in 1..=count {
            let Some(place) = (places.len() * k / count).checked_sub(1).and_then(|at| places.get(at)) else {
                continue;
            };
            all.push((place.examples, place.since(&before)));
            before = *place;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_few_and_even() {
        for length in [1_u64, 5, 512, 513, 100_000] {
            let (mut curve, mut sums) = (Curve::default(), Sums::default());
            for _ in 0..length {
                sums.examples += 1;
                sums.weight += 1.0;
                sums.cost += 0.5;
                curve.add(&sums);
            }
            let places = curve.places(&sums);
            assert!(places.len() <= MOST + 1 && places.len() as u64 >= length.min(256), "{length}");
            assert_eq!(places.last(), Some(&sums));
            assert!(places.windows(2).all(|pair| pair[0].examples < pair[1].examples));
            let windows = curve.windows(&sums, 10);
            assert_eq!(windows.iter().map(|(_, w)| w.examples).sum::<u64>(), length);
            assert!(windows.iter().all(|(_, w)| w.mean(w.cost) == 0.5));
        }
    }
}
