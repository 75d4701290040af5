//! What the program kept: a file for every run.

use crate::error::{Answer, ReproduceError};
use serde::Deserialize;
use std::path::Path;

/// The rate and the curvature before any gradient.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Rates {
    pub eta: f64,
    pub delta: f64,
}

/// A run.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Run {
    pub set: String,
    pub method: String,
    pub rates: Rates,
    pub tau: u32,
    pub seed: u64,
    /// Images trained on, and tested with.
    pub images: (usize, usize),
    /// Epochs it should have, and has had.
    pub epochs: (u64, u64),
    /// The loss of every step.
    pub losses: Vec<f32>,
    /// Test accuracy after so many steps.
    pub accuracies: Vec<(usize, f64)>,
    pub diverged: bool,
    pub seconds: f64,
}

impl Run {
    /// Whether its optimizer has a curvature before any gradient.
    pub fn has_delta(&self) -> bool {
        !["adam", "sgd"].contains(&self.method.as_str())
    }

    fn epochs_after(&self, steps: usize) -> f64 {
        steps as f64 * self.epochs.1 as f64 / self.losses.len().max(1) as f64
    }

    /// The mean loss since the step before, at every one of these.
    pub fn loss_curve(&self, steps: &[usize]) -> Vec<(f64, f64)> {
        let mean = |from: usize, to: usize| {
            self.losses[from..to].iter().map(|&loss| f64::from(loss)).sum::<f64>() / (to - from) as f64
        };
        let starts = [0].iter().chain(steps);
        starts.zip(steps).map(|(&from, &to)| (self.epochs_after(to), mean(from, to))).collect()
    }

    /// Test accuracy in percent.
    pub fn accuracy_curve(&self) -> Vec<(f64, f64)> {
        self.accuracies.iter().map(|&(steps, share)| (self.epochs_after(steps), 100.0 * share)).collect()
    }

    /// The mean loss of the last tenth of the steps.
    pub fn last_loss(&self) -> Option<f64> {
        let from = self.losses.len() - self.losses.len().div_ceil(10);
        self.loss_curve(&[from, self.losses.len()][usize::from(from == 0)..]).last().map(|(_, loss)| *loss)
    }

    /// Test accuracy after so many epochs, in percent.
    pub fn accuracy_after(&self, epochs: u64) -> Option<f64> {
        let curve = self.accuracy_curve();
        curve.iter().rev().find(|(time, _)| *time <= epochs as f64).map(|(_, share)| *share)
    }

    /// Test accuracy at the end, in percent.
    pub fn last_accuracy(&self) -> Option<f64> {
        self.accuracy_curve().last().map(|(_, share)| *share)
    }
}

/// The runs in a folder that have come to their end, in the order of their names; none if there is no folder.
pub(super) fn read(folder: &Path) -> Answer<Vec<Run>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let result = |path: &Path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.ends_with(".json") && !name.ends_with("-search.json"))
    };
    let mut runs = Vec::new();
    for path in entries.filter(|path| result(path)) {
        let text = std::fs::read(&path).map_err(ReproduceError::read(&path))?;
        let run: Run =
            serde_json::from_slice(&text).map_err(|why| ReproduceError::content(&path, why.to_string()))?;
        if !run.losses.is_empty() && (run.diverged || run.epochs.0 == run.epochs.1) {
            runs.push(run);
        }
    }
    runs.sort_by_key(|run| (place(run), run.seed));
    Ok(runs)
}

/// The order in which optimizers are shown: the paper's, then the others.
fn place(run: &Run) -> usize {
    let order = ["ada-fd", "ada-diag", "radagrad", "fd-son"];
    order
        .iter()
        .position(|name| *name == run.method)
        .unwrap_or(order.len() + usize::from(run.method == "sgd"))
}
