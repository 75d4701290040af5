//! Measures by time: windows of equally many rows, however many rows there will be.
//!
//! When there are too many windows each two neighbours become one, and later ones are twice as long. What is left at the end is told with the window before it where it is less than
//! half as long: a handful of rows says nothing, and looks like a change.

use noregret_measure::{Detail, Measures, Row, Subject};
use std::borrow::Cow;

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
    pub measures: Cow<'a, Measures>,
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
        let joins = self.all.len() > 1 && 2 * self.within < self.length;
        let (rest, whole) = self
            .all
            .split_last()
            .filter(|_| joins)
            .map_or((None, self.all.as_slice()), |(rest, whole)| (Some(rest), whole));
        let end = self.all.len().saturating_sub(1) as u64 * self.length + self.within;
        whole.iter().enumerate().map(move |(k, measures)| {
            let from = k as u64 * self.length;
            let mut window =
                Window { from: from + 1, to: from + self.length, measures: Cow::Borrowed(measures) };
            if k + 1 == whole.len() {
                window.to = end;
                rest.iter().for_each(|rest| window.measures.to_mut().merge(rest));
            }
            window
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
            let last = all[all.len() - 1].2;
            assert!(all.iter().all(|(_, _, rows)| last >= rows.div_ceil(2)), "{count}: {last}");
            assert!(all.iter().all(|(from, to, rows)| to + 1 - from == *rows));
        }
    }
}
