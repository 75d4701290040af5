//! The data the experiments read: where files are, how they are compressed, what their lines mean.

mod archive;
mod folder;
mod news;
mod svmlight;

pub use folder::Folder;
pub(crate) use folder::{bytes, lines};
pub(crate) use news::news;

use crate::error::Answer;
use noregret::{Features, FeaturesBuf};
use noregret_generate::{Generator, Kind};

/// Indices, values and a label of -1 or 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Example {
    pub indices: Vec<u32>,
    pub values: Vec<f64>,
    pub label: f64,
}

impl Example {
    /// From entries in any order; repeated ones add.
    pub fn sparse(entries: impl IntoIterator<Item = (u32, f64)>, label: f64) -> Answer<Self> {
        let mut x = FeaturesBuf::new();
        entries.into_iter().for_each(|(i, v)| x.push(i, v));
        let x = x.finish()?;
        Ok(Self { indices: x.indices().to_vec(), values: x.values().to_vec(), label })
    }

    /// From a row; zeros are left out.
    pub fn dense(row: &[f64], label: f64) -> Self {
        let kept = || row.iter().enumerate().filter(|(_, v)| **v != 0.0);
        Self {
            indices: kept().map(|(i, _)| i as u32).collect(),
            values: kept().map(|(_, v)| *v).collect(),
            label,
        }
    }

    /// Scaled to length 1.
    pub fn unit(mut self) -> Self {
        let length = self.values.iter().map(|v| v * v).sum::<f64>().sqrt();
        if length > 0.0 {
            self.values.iter_mut().for_each(|v| *v /= length);
        }
        self
    }

    pub fn features(&self) -> Features<'_> {
        Features::trusted(&self.indices, &self.values, &[])
    }
}

/// Generated examples of a kind, with labels of -1 and 1.
pub(crate) fn generated(kind: Kind, seed: u64, rows: usize) -> Answer<Vec<Example>> {
    let mut generator = Generator::new(kind, seed);
    (0..rows)
        .map(|_| {
            let sample = generator.next();
            Example::sparse(sample.features.iter().map(|x| (x.id, x.value)), sample.label)
        })
        .collect()
}
