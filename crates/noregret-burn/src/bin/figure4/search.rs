//! The search for rates: every pair of the paper's grid on a part of the images, judged by the loss on others.

use crate::images::Images;
use crate::method::Method;
use crate::results::{Search, load, store};
use crate::training::Training;
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use std::path::Path;

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

/// Tries every pair, from where it was left.
pub fn search(folder: &Path, method: Method, trial: &Trial<'_>) -> Result<Search> {
    let path = folder.join(format!("{}-{}-search.json", trial.set, method.name()));
    let images = (trial.train.len(), trial.judge.len());
    let kept = load::<Search>(&path)?.filter(|search| search.images == images);
    let mut search = kept.unwrap_or(Search { method, images, tried: Vec::new() });
    let grid = method.grid();
    let bar = ProgressBar::new(grid.len() as u64);
    for rates in grid.iter().skip(search.tried.len()) {
        bar.set_position(search.tried.len() as u64);
        let mut training = Training::new(trial.train.shape, method, *rates, trial.tau, 0)?;
        let fine = training.epoch(&trial.train, 0, |_, _| Ok(true))?;
        let loss = fine.then(|| training.test(&trial.judge).1).filter(|loss| loss.is_finite());
        search.tried.push((*rates, loss));
        store(&path, &search)?;
    }
    bar.finish_and_clear();
    search.best().with_context(|| format!("every pair of rates of {} diverges", method.name()))?;
    Ok(search)
}
