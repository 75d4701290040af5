//! The search for rates: every pair of the paper's grid on a quarter of some images, the best of them on all, judged by the loss on others.

use crate::images::Images;
use crate::method::{Method, Rates};
use crate::results::{Search, Tried, load, ranked, store};
use crate::training::Training;
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use std::path::Path;

/// How many pairs come to the second round.
const SECOND: usize = 4;

/// What a search trains on, and is judged with.
pub struct Trial<'a> {
    /// The set's name.
    pub set: &'a str,
    /// To train on, for one epoch.
    pub train: Images,
    /// To judge with.
    pub judge: Images,
    /// Rows of the sketch.
    pub tau: u32,
}

impl Trial<'_> {
    fn tried(&self, method: Method, rates: Rates, train: &Images) -> Result<Tried> {
        let mut training = Training::new(train.shape, method, rates, self.tau, 0)?;
        let fine = training.epoch(train, 0, |_, _| Ok(()))?;
        let loss = fine.then(|| training.test(&self.judge).1).filter(|loss| loss.is_finite());
        Ok((rates, loss))
    }
}

/// The best pair, by a search that goes on from where it was left.
pub fn search(folder: &Path, method: Method, trial: &Trial<'_>) -> Result<Rates> {
    let path = folder.join(format!("{}-{}-search.json", trial.set, method.name()));
    let images = (trial.train.len(), trial.judge.len());
    let kept = load::<Search>(&path)?.filter(|search| search.images == images);
    let mut search = kept.unwrap_or(Search { method, images, first: Vec::new(), second: Vec::new() });
    let (grid, quarter) = (method.grid(), trial.train.part(0, trial.train.len().div_ceil(4)));
    let bar = ProgressBar::new((grid.len() + SECOND) as u64);
    for rates in &grid[search.first.len()..] {
        bar.set_position(search.first.len() as u64);
        search.first.push(trial.tried(method, *rates, &quarter)?);
        store(&path, &search)?;
    }
    let best = ranked(&search.first);
    for rates in best.iter().take(SECOND).skip(search.second.len()) {
        bar.set_position((grid.len() + search.second.len()) as u64);
        search.second.push(trial.tried(method, *rates, &trial.train)?);
        store(&path, &search)?;
    }
    bar.finish_and_clear();
    let best = ranked(&search.second).first().copied();
    best.with_context(|| format!("every pair of rates of {} diverges", method.name()))
}
