//! Some rows, evenly spaced over all of them, kept whole: for what looks at a row more than once.
//!
//! Every row is kept until there are too many; then every other one is dropped, and from there on only one in twice as many is kept. The same rows for the same data.

use noregret::Features;
use noregret_io::Example;

/// The most rows, and features in all, that are kept.
const MOST: (usize, usize) = (4096, 1 << 20);

/// A row with its features.
pub struct Sampled {
    /// Its label.
    pub label: f64,
    /// How much it counts.
    pub weight: f64,
    /// The margin, or the place of the best class.
    pub predicted: f64,
    indices: Vec<u32>,
    values: Vec<f64>,
    groups: Vec<u8>,
}

impl Sampled {
    /// Its features.
    pub fn features(&self) -> Features<'_> {
        Features::trusted(&self.indices, &self.values, &self.groups)
    }

    /// The row without some of its features.
    pub fn without(&self, left_out: impl Fn(u32) -> bool) -> Self {
        let kept: Vec<usize> = (0..self.indices.len()).filter(|&k| !left_out(self.indices[k])).collect();
        Self {
            label: self.label,
            weight: self.weight,
            predicted: self.predicted,
            indices: kept.iter().map(|&k| self.indices[k]).collect(),
            values: kept.iter().map(|&k| self.values[k]).collect(),
            groups: if self.groups.is_empty() {
                Vec::new()
            } else {
                kept.iter().map(|&k| self.groups[k]).collect()
            },
        }
    }
}

/// The rows kept.
pub struct Sample {
    every: u64,
    seen: u64,
    features: usize,
    pub rows: Vec<Sampled>,
}

impl Default for Sample {
    fn default() -> Self {
        Self { every: 1, seen: 0, features: 0, rows: Vec::new() }
    }
}

impl Sample {
    /// Keeps the row if its turn has come.
    pub fn add(&mut self, example: &Example<'_>, predicted: f64) {
        let Some(label) = example.label else { return };
        if self.seen.is_multiple_of(self.every) {
            let x = example.features;
            self.features += x.len();
            self.rows.push(Sampled {
                label,
                weight: example.weight,
                predicted,
                indices: x.indices().to_vec(),
                values: x.values().to_vec(),
                groups: x.groups().to_vec(),
            });
        }
        self.seen += 1;
        while self.rows.len() > 1 && (self.rows.len() > MOST.0 || self.features > MOST.1) {
            let mut place = 0;
            self.rows.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.features = self.rows.iter().map(|row| row.indices.len()).sum();
            self.every *= 2;
        }
    }
}
