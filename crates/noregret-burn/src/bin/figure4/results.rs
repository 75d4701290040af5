//! What was found, as files: one for every run, one for every search.

use crate::method::{Method, Rates};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::path::Path;

/// A run, whole or on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The set of images.
    pub set: String,
    /// The optimizer.
    pub method: Method,
    /// Its rates.
    pub rates: Rates,
    /// Rows of the sketch.
    pub tau: u32,
    /// What the run is drawn from.
    pub seed: u64,
    /// Images it trains on, and is tested with.
    pub images: (usize, usize),
    /// Epochs it shall have, and has had.
    pub epochs: (u64, u64),
    /// The loss of every step.
    pub losses: Vec<f32>,
    /// Test accuracy after so many steps.
    pub accuracies: Vec<(usize, f64)>,
    /// Whether the loss left all bounds.
    pub diverged: bool,
    /// Seconds it took.
    pub seconds: f64,
}

impl Run {
    /// Whether it has come to its end.
    pub fn ended(&self) -> bool {
        self.diverged || self.epochs.0 == self.epochs.1
    }
}

/// A pair of rates and the loss it came to; none where it left all bounds.
pub type Tried = (Rates, Option<f64>);

/// What a search tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// The optimizer.
    pub method: Method,
    /// Images trained on in the first round and in the second, and judged with.
    pub images: (usize, usize, usize),
    /// The first round: every pair of the grid.
    pub first: Vec<Tried>,
    /// The second round: the best of the first.
    pub second: Vec<Tried>,
}

/// Pairs in the order of their losses, the least first, those that diverged left out.
pub fn ranked(tried: &[Tried]) -> Vec<Rates> {
    let mut finite: Vec<(Rates, f64)> =
        tried.iter().filter_map(|(rates, loss)| Some((*rates, (*loss)?))).collect();
    finite.sort_by(|a, b| a.1.total_cmp(&b.1));
    finite.into_iter().map(|(rates, _)| rates).collect()
}

/// Reads a file of results, if it is there.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    if !path.is_file() {
        return Ok(None);
    }
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&text).map(Some).with_context(|| format!("{} is no result", path.display()))
}

/// Writes a file of results: whole, or not at all.
pub fn store<T: Serialize>(path: &Path, result: &T) -> Result<()> {
    let beside = path.with_extension("part");
    std::fs::write(&beside, serde_json::to_vec(result)?)
        .with_context(|| format!("cannot write {}", beside.display()))?;
    std::fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
}
