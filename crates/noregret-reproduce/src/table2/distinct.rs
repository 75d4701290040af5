//! A stream with equal rounds counted instead of repeated: the same sum of losses, and so the same best fixed point, in fewer rows.
//!
//! Ads are shown for the same query again and again. Rounds of equal features and labels become one whose importance is their number; an integer, so that no certificate suffers. Features keep
//! the order in which they first appear, and with it their numbers. Only rounds whose values are all one are looked at; others stay alone.

use crate::error::Answer;
use noregret::Features;
use noregret::regret::Transcript;
use std::collections::HashMap;

/// The different rounds so far.
#[derive(Default)]
pub(super) struct Distinct {
    places: HashMap<Box<[u32]>, usize>,
    rounds: Vec<Round>,
}

/// A round, and how often it came with each label: -1, +1.
struct Round {
    indices: Box<[u32]>,
    /// None where all are one.
    values: Option<Box<[f64]>>,
    counts: [u32; 2],
}

impl Distinct {
    /// Counts a round; the label is -1 or +1.
    pub fn add(&mut self, x: Features<'_>, y: f64) {
        let side = usize::from(y > 0.0);
        let plain = x.values().iter().all(|value| *value == 1.0);
        if plain && let Some(&place) = self.places.get(x.indices()) {
            self.rounds[place].counts[side] += 1;
            return;
        }
        let indices: Box<[u32]> = x.indices().into();
        if plain {
            self.places.insert(indices.clone(), self.rounds.len());
        }
        let mut counts = [0; 2];
        counts[side] = 1;
        let values = if plain { None } else { Some(x.values().into()) };
        self.rounds.push(Round { indices, values, counts });
    }

    /// The different rounds as rounds of a transcript, with how often they came; their margins are not told.
    pub fn transcript(self) -> Answer<Transcript> {
        drop(self.places);
        let mut transcript = Transcript::new();
        let mut ones = Vec::new();
        for Round { indices, values, counts } in self.rounds {
            ones.resize(indices.len(), 1.0);
            let x = Features::new(&indices, values.as_deref().unwrap_or(&ones))?;
            for (y, count) in [-1.0, 1.0].into_iter().zip(counts) {
                transcript.record(x, y, f64::from(count), 0.0, 0.0)?;
            }
        }
        Ok(transcript)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rounds_are_counted_and_features_keep_their_order() {
        let mut distinct = Distinct::default();
        let (one, ones) = ([1.0], [1.0, 1.0]);
        for y in [1.0, -1.0, 1.0] {
            distinct.add(Features::new(&[2, 9], &ones).unwrap(), y);
            distinct.add(Features::new(&[5], &one).unwrap(), 1.0);
            distinct.add(Features::new(&[5], &[0.5]).unwrap(), 1.0);
        }
        assert_eq!(distinct.places.len(), 2);
        let counts: Vec<[u32; 2]> = distinct.rounds.iter().map(|round| round.counts).collect();
        assert_eq!(counts, [[1, 2], [0, 3], [0, 1], [0, 1], [0, 1]]);
        let transcript = distinct.transcript().unwrap();
        assert_eq!((transcript.rounds(), transcript.names()), (6, &[2, 9, 5][..]));
    }
}
