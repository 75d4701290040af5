//! The streams of table 2: what a folder holds, or what a generator makes, with a constant added.
//!
//! A generated stream is made anew for every learner instead of being kept; its features are numbered from 1 as they first appear, so that a learner's tables are no larger than the stream. It may be thinned to see what matters: to some columns of a row, or to some of the clicks.

use crate::data::Example;
use crate::error::Answer;
use noregret::Features;
use noregret_generate::{Generator, Kind};
use std::collections::HashMap;

/// A generated stream.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub kind: Kind,
    pub seed: u64,
    /// Rows handed over, after any clicks were left out.
    pub rows: usize,
    /// The columns kept; none named: all.
    pub columns: &'static [&'static str],
    /// One click in so many is kept.
    pub clicks: u32,
}

/// A stream of rounds, one after the other.
pub(super) enum Stream {
    Kept(Vec<Example>),
    Made(Made),
}

impl Stream {
    /// Hands over every round, the constant feature 0 among them.
    pub fn each(&self, mut f: impl FnMut(Features<'_>, f64) -> Answer<()>) -> Answer<()> {
        match self {
            Self::Kept(examples) => examples.iter().try_for_each(|x| f(x.features(), x.label)),
            Self::Made(made) => made.each(f),
        }
    }

    /// How many rounds.
    pub fn rounds(&self) -> usize {
        match self {
            Self::Kept(examples) => examples.len(),
            Self::Made(made) => made.rows,
        }
    }
}

impl Made {
    /// The whole of a stream.
    pub fn whole(kind: Kind, rows: usize) -> Self {
        Self { kind, seed: 1, rows, columns: &[], clicks: 1 }
    }

    fn each(&self, mut f: impl FnMut(Features<'_>, f64) -> Answer<()>) -> Answer<()> {
        let mut generator = Generator::new(self.kind, self.seed);
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let (mut entries, mut indices, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let (mut clicks, mut rows) = (0, 0);
        while rows < self.rows {
            let sample = generator.next();
            if sample.label > 0.0 {
                clicks += 1;
                if clicks % self.clicks != 0 {
                    continue;
                }
            }
            rows += 1;
            entries.clear();
            entries.push((0, 1.0));
            let kept = |namespace: &str| self.columns.is_empty() || self.columns.contains(&namespace);
            for x in sample.features.iter().filter(|x| kept(x.namespace)) {
                let next = numbers.len() as u32 + 1;
                entries.push((*numbers.entry(x.id).or_insert(next), x.value));
            }
            entries.sort_unstable_by_key(|(index, _)| *index);
            indices.clear();
            values.clear();
            indices.extend(entries.iter().map(|(index, _)| *index));
            values.extend(entries.iter().map(|(_, value)| *value));
            f(Features::new(&indices, &values)?, sample.label)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::generated;

    fn rounds(made: Made) -> Vec<(Vec<u32>, f64)> {
        let mut seen = Vec::new();
        let keep = |x: Features<'_>, y| {
            seen.push((x.indices().to_vec(), y));
            Ok(())
        };
        Stream::Made(made).each(keep).unwrap();
        seen
    }

    #[test]
    fn generated_rows_are_those_of_the_generator() {
        for kind in [Kind::Clicks, Kind::Ads] {
            let seen = rounds(Made { seed: 3, ..Made::whole(kind, 20) });
            let rows = generated(kind, 3, 20).unwrap();
            let mut numbers = HashMap::new();
            for (row, (indices, y)) in rows.iter().zip(&seen) {
                let mut named = vec![0];
                for id in &row.indices {
                    let next = numbers.len() as u32 + 1;
                    named.push(*numbers.entry(*id).or_insert(next));
                }
                named.sort_unstable();
                assert_eq!((indices, *y), (&named, row.label));
            }
            assert_eq!(seen.len(), 20);
        }
    }

    #[test]
    fn columns_and_clicks_can_be_left_out() {
        let whole = Made::whole(Kind::Ads, 4_000);
        let some = rounds(Made { columns: &["query", "ad"], ..whole });
        assert!(some.iter().all(|(indices, _)| indices.len() == 3));
        let clicked = |made| rounds(made).iter().filter(|(_, y)| *y > 0.0).count();
        let (all, few) = (clicked(whole), clicked(Made { clicks: 4, ..whole }));
        assert!(few > 0 && few < all / 3 && some.len() == 4_000, "{all} {few}");
    }
}
