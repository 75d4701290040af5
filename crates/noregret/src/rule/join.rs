//! What a merge asks of a rule: how a cell stands, how much it knows, and which cell stands so. The means are taken elsewhere
//! ([`merge`](crate::merge)), once for all rules.

use super::{At, Shared};
use crate::merge::{Clock, Joined, MergeError, Portrait, toward};

/// Cells of parts that become one.
pub trait Join<const N: usize> {
    /// How a caught-up cell stands.
    fn portrait(&self, cell: &[f64; N], at: At<'_>) -> Portrait<N>;

    /// G of a caught-up cell: what grows with every gradient, and by whose growth parts are weighed. None where a cell holds no such number:
    /// then parts that touched the coordinate are weighed by their rounds.
    fn mass(&self, cell: &[f64; N], at: At<'_>) -> Option<f64>;

    /// The cell that stands as the parts do on average, caught up.
    fn join(&self, joined: &Joined<N>, at: At<'_>) -> [f64; N];
}

/// The means of the parts' shared scalars.
#[derive(Clone, Debug)]
pub struct SharedMean {
    start: Shared,
    mean: Shared,
    clock: Clock,
}

impl SharedMean {
    /// Of parts that had these at the start.
    pub fn new(start: &Shared) -> Self {
        Self { start: start.clone(), mean: start.clone(), clock: Clock::new(start.learned(), start.rounds) }
    }

    /// Takes a part's; gives the rounds it learned from since the start.
    pub fn add(&mut self, part: &Shared) -> Result<u64, MergeError> {
        let place = self.clock.parts() as usize;
        let rounds = self.clock.add(part.learned(), part.rounds)?;
        let fell = part.squares < self.start.squares
            || part.diameter2 < self.start.diameter2
            || part.decay.iter().zip(&self.start.decay).any(|(part, start)| part < start);
        if fell {
            return Err(MergeError::stranger(place, None, "its sums over all rounds are below the start's"));
        }
        let share = 1.0 / self.clock.parts() as f64;
        let Shared { squares, diameter2, rate, paid, decay, .. } = &mut self.mean;
        *squares = toward(*squares, part.squares, share);
        *diameter2 = toward(*diameter2, part.diameter2, share);
        *rate = toward(*rate, part.rate, share);
        *paid = toward(*paid, part.paid, share);
        decay.iter_mut().zip(&part.decay).for_each(|(mean, sum)| *mean = toward(*mean, *sum, share));
        if self.clock.parts() == 1 {
            self.mean.merged = part.merged;
        }
        Ok(rounds)
    }

    /// The merged scalars.
    pub fn finish(self) -> Result<Shared, MergeError> {
        if self.clock.parts() == 0 {
            return Err(MergeError::NoParts);
        }
        let (learned, rounds) = (self.clock.rounds()?, self.clock.reading());
        // A single part is what it was.
        let merged = if self.clock.parts() == 1 { self.mean.merged } else { Some(learned - rounds) };
        let shared = Shared { rounds, merged, ..self.mean };
        if shared.is_finite() { Ok(shared) } else { Err(MergeError::Overflow { index: None }) }
    }
}
