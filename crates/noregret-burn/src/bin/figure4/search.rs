//! The search for rates: every pair of the paper's grid on a few images, the best of them on more, judged by the loss on others.

use crate::images::Images;
use crate::method::{Method, Rates};
use crate::results::{Search, Tried, load, ranked, store};
use crate::training::Training;
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use std::path::Path;

/// What a search trains on, and is judged with.
pub struct Trial<'a> {
    /// The set's name.
    pub set: &'a str,
    /// To train on in the first round, for one epoch.
    pub first: Images,
    /// To train on in the second round, for one epoch.
    pub second: Images,
    /// To judge with.
    pub judge: Images,
    /// How many pairs come to the second round.
    pub pairs: usize,
    /// Rows of the sketch.
    pub tau: u32,
    /// Another set, whose first round is taken for this one's.
    pub like: Option<&'a str>,
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
    let file = |set: &str| folder.join(format!("{set}-{}-search.json", method.name()));
    let path = file(trial.set);
    let images = (trial.first.len(), trial.second.len(), trial.judge.len());
    let kept = load::<Search>(&path)?.filter(|search| search.images == images);
    let mut search = kept.unwrap_or(Search { method, images, first: Vec::new(), second: Vec::new() });
    if let Some(other) = trial.like {
        let there = load::<Search>(&file(other))?;
        search.first = there.with_context(|| format!("there is no {}", file(other).display()))?.first;
    }
    let grid = method.grid();
    let bar = ProgressBar::new((grid.len() + trial.pairs) as u64);
    for rates in grid.iter().skip(search.first.len()) {
        bar.set_position(search.first.len() as u64);
        search.first.push(trial.tried(method, *rates, &trial.first)?);
        store(&path, &search)?;
    }
    let best = ranked(&search.first);
    for rates in best.iter().take(trial.pairs).skip(search.second.len()) {
        bar.set_position((grid.len() + search.second.len()) as u64);
        search.second.push(trial.tried(method, *rates, &trial.second)?);
        store(&path, &search)?;
    }
    bar.finish_and_clear();
    let best = ranked(&search.second).first().copied();
    best.with_context(|| format!("every pair of rates of {} diverges", method.name()))
}
