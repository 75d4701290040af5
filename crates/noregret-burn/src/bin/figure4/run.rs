//! A run of several epochs, with a checkpoint after each: started again, it goes on there.

use crate::images::Split;
use crate::results::{Run, load, store};
use crate::training::{BATCH, Training};
use anyhow::{Context, Result, bail};
use burn::module::Module;
use burn::store::ModuleRecord;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Where a run keeps its files.
struct Files<'a> {
    folder: &'a Path,
    name: String,
}

impl Files<'_> {
    fn result(&self) -> PathBuf {
        self.folder.join(format!("{}.json", self.name))
    }

    fn network(&self, epoch: u64) -> PathBuf {
        self.folder.join(format!("{}-{epoch}-network.bpk", self.name))
    }

    fn optimizer(&self, epoch: u64) -> PathBuf {
        self.folder.join(format!("{}-{epoch}-optimizer.bpk", self.name))
    }

    /// A new training, or the one that was kept.
    fn open(&self, run: &Run, shape: [usize; 3]) -> Result<Training> {
        let mut training = Training::new(shape, run.method, run.rates, run.tau, run.seed)?;
        if run.epochs.1 > 0 {
            let (network, optimizer) = (self.network(run.epochs.1), self.optimizer(run.epochs.1));
            training.network =
                training.network.try_load_record(ModuleRecord::load(&network).context("the network")?)?;
            training.optimizer = training.optimizer.load(&optimizer).context("the optimizer")?;
        }
        Ok(training)
    }

    /// Keeps everything; the result, which tells the epoch, is replaced last.
    fn keep(&self, run: &Run, training: &Training) -> Result<()> {
        let epoch = run.epochs.1;
        training.network.clone().into_record().save(self.network(epoch)).context("the network")?;
        training.optimizer.save(self.optimizer(epoch)).context("the optimizer")?;
        store(&self.result(), run)?;
        self.forget(epoch - 1);
        Ok(())
    }

    fn forget(&self, epoch: u64) {
        // They may not be there.
        let _ = std::fs::remove_file(self.network(epoch));
        let _ = std::fs::remove_file(self.optimizer(epoch));
    }
}

/// Runs it to its end, from where it was left; gives what was found. `tests` is how often an epoch is tested.
pub fn run(folder: &Path, wanted: Run, split: &Split, tests: usize) -> Result<Run> {
    let name = format!("{}-{}-{}", wanted.set, wanted.method.name(), wanted.seed);
    let files = Files { folder, name };
    let mut run = load::<Run>(&files.result())?.unwrap_or_else(|| wanted.clone());
    let same = |run: &Run| (run.rates, run.tau, run.images, run.epochs.0);
    if same(&run) != same(&wanted) {
        bail!(
            "{} holds another run of that name: name another --folder, or remove it",
            files.result().display()
        );
    }
    if run.ended() {
        return Ok(run);
    }
    let mut training = files.open(&run, split.train.shape)?;
    let steps = split.train.len().div_ceil(BATCH);
    let every = steps.div_ceil(tests.max(1));
    let bar = ProgressBar::new(run.epochs.0 * steps as u64).with_style(
        ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} steps, {eta} left").context("the bar")?,
    );
    bar.set_position(run.losses.len() as u64);
    while !run.ended() {
        let (start, epoch, before) = (Instant::now(), run.epochs.1, run.losses.len());
        let fine = training.epoch(&split.train, epoch, |training, loss| {
            run.losses.push(loss);
            let done = run.losses.len() - before;
            if done.is_multiple_of(every) || done == steps {
                run.accuracies.push((run.losses.len(), training.test(&split.test).0));
            }
            let accuracy = run.accuracies.last().map_or(0.0, |(_, accuracy)| 100.0 * accuracy);
            bar.set_message(format!("{} loss {loss:.3} accuracy {accuracy:.2} %", files.name));
            bar.inc(1);
            Ok(())
        })?;
        run.diverged = !fine;
        run.seconds += start.elapsed().as_secs_f64();
        run.epochs.1 += 1;
        files.keep(&run, &training)?;
    }
    files.forget(run.epochs.1);
    bar.finish_and_clear();
    Ok(run)
}
