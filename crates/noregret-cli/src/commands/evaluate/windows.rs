//! Measures by time: windows of equally many rows, however many rows there will be.
//!
//! When there are too many windows each two neighbours become one, and later ones are twice as long.

use noregret_measure::{Detail, Measures, Row, Subject};

/// Windows are joined when there are this many.
const MOST: usize = 40;

/// Windows in order; all but the last are full.
pub struct Windows {
    length: u64,
    within: u64,
    all: Vec<Measures>,
}

impl Default for Windows {
    fn default() -> Self {
        Self { length: 1, within: 0, all: Vec::new() }
    }
}

/// A window: its rows, counted from 1, and their measures.
pub struct Window<'a> {
    pub from: u64,
    pub to: u64,
    pub measures: &'a Measures,
}

impl Windows {
    /// Adds the next row.
    pub fn add(&mut self, subject: Subject, row: Row<'_>) {
        if self.all.is_empty() || self.within == self.length {
            if self.all.len() == MOST {
                self.join();
            }
            self.all.push(Measures::with(subject, Detail::SMALL));
            self.within = 0;
        }
        if let Some(last) = self.all.last_mut() {
            last.add_row(row);
        }
        self.within += 1;
    }

    fn join(&mut self) {
        let mut joined: Vec<Measures> = Vec::with_capacity(MOST);
        for (place, window) in std::mem::take(&mut self.all).into_iter().enumerate() {
            match joined.last_mut().filter(|_| place % 2 == 1) {
                Some(before) => before.merge(&window),
                None => joined.push(window),
            }
        }
        (self.all, self.length) = (joined, 2 * self.length);
    }

    /// The windows there are.
    pub fn iter(&self) -> impl Iterator<Item = Window<'_>> {
        let last = self.all.len().saturating_sub(1);
        self.all.iter().enumerate().map(move |(k, measures)| {
            let from = k as u64 * self.length;
            let rows = if k == last { self.within } else { self.length };
            Window { from: from + 1, to: from + rows, measures }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_even_and_lose_nothing() {
        let mut windows = Windows::default();
        for count in 1..=1000_u64 {
            let row = Row { margins: &[1.0], known: 1, label: 2.0, weight: 1.0 };
            windows.add(Subject::One("squared".parse().unwrap()), row);
            let all: Vec<_> = windows.iter().map(|w| (w.from, w.to, w.measures.rows())).collect();
            assert!(all.len() <= MOST && all.len() as u64 >= count.min(20), "{count}: {}", all.len());
            assert_eq!((all[0].0, all[all.len() - 1].1), (1, count));
            assert!(all.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0));
            assert!(all.iter().all(|(from, to, rows)| to + 1 - from == *rows));
        }
    }
}
