//! `figure4`: the paper's network trained by six optimizers, on MNIST, CIFAR-10 or SVHN.
//!
//! Figure 4 of *Efficient Adaptive Online Learning via Frequent Directions* (Wan, Wei and Zhang 2018). Everything that was found is kept as files in a
//! folder; a run that was killed goes on from its last epoch. `noregret reproduce adafd-fig4` runs it and draws what it finds.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

mod images;
mod method;
mod network;
#[cfg(test)]
#[path = "../../../tests/place/mod.rs"]
mod place;
mod random;
mod results;
mod run;
mod search;
mod share;
mod training;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use images::{Split, read};
use method::{Method, Rates};
use results::Run;
use search::{Trial, search};
use std::path::PathBuf;

/// Train the paper's network by six optimizers: Figure 4 of the paper on frequent directions.
#[derive(Debug, Parser)]
#[command(version)]
struct Figure4 {
    /// The folder with mnist/, cifar10/ or svhn/ in it.
    #[arg(long, value_name = "FOLDER", env = "NOREGRET_DATA", required_unless_present = "share")]
    data: Option<PathBuf>,

    /// The images: mnist, cifar10 or svhn.
    #[arg(long, default_value = "mnist")]
    set: String,

    /// The optimizers, all unless told.
    #[arg(long, value_enum, value_delimiter = ',')]
    methods: Vec<Method>,

    /// Where results and checkpoints are kept.
    #[arg(long, value_name = "FOLDER", default_value = "figure4")]
    folder: PathBuf,

    /// How often each is trained, from other seeds.
    #[arg(long, default_value_t = 5)]
    seeds: u64,

    /// How often a training goes over the images.
    #[arg(long, default_value_t = 12)]
    epochs: u64,

    /// How many images to train on; all unless told.
    #[arg(long)]
    rows: Option<usize>,

    /// How many images to test with; all unless told.
    #[arg(long)]
    test_rows: Option<usize>,

    /// How many images every pair of rates is tried on.
    #[arg(long, default_value_t = 1024)]
    first_rows: usize,

    /// How many images the best pairs of those are tried on.
    #[arg(long, default_value_t = 10_000)]
    second_rows: usize,

    /// How many pairs those are.
    #[arg(long, default_value_t = 4)]
    second_pairs: usize,

    /// Begin the search with the best pairs of another set's, in the same folder, instead of all.
    #[arg(long, value_name = "SET")]
    search_like: Option<String>,

    /// How often an epoch is tested.
    #[arg(long, default_value_t = 4)]
    tests: usize,

    /// Rows of the sketch.
    #[arg(long, default_value_t = 20)]
    tau: u32,

    /// The rate, for all optimizers, in place of a search; with --delta.
    #[arg(long, requires = "delta")]
    eta: Option<f64>,

    /// The curvature before any gradient, in place of a search; with --eta.
    #[arg(long, requires = "eta")]
    delta: Option<f64>,

    /// On how many threads. One gives the same bits every time.
    #[arg(long, default_value_t = 1)]
    threads: usize,

    /// Measure how much of a step is the optimizer's, and do nothing else.
    #[arg(long)]
    share: bool,
}

/// Images that pairs of rates are judged with.
const JUDGED: usize = 1000;

impl Figure4 {
    fn rates(&self, method: Method, trial: &Trial<'_>) -> Result<Rates> {
        match (self.eta, self.delta) {
            (Some(eta), Some(delta)) => Ok(Rates { eta, delta }),
            _ => search(&self.folder, method, trial),
        }
    }

    fn run(&self) -> Result<()> {
        rayon::ThreadPoolBuilder::new().num_threads(self.threads).build_global()?;
        if self.share {
            return share::share(if self.set == "mnist" { [1, 28, 28] } else { [3, 32, 32] });
        }
        let data = self.data.as_ref().context("--data names no folder")?;
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make {}", self.folder.display()))?;
        let whole = read(&self.set, data)?;
        // Rates are judged on images that none is trained on while searching.
        let from = self.second_rows.min(whole.train.len().saturating_sub(JUDGED));
        let trial = Trial {
            set: &self.set,
            first: whole.train.part(0, self.first_rows.min(from)),
            second: whole.train.part(0, from),
            judge: whole.train.part(from, from + JUDGED),
            pairs: self.second_pairs,
            tau: self.tau,
            like: self.search_like.as_deref(),
        };
        let split = Split {
            train: whole.train.part(0, self.rows.unwrap_or(usize::MAX)),
            test: whole.test.part(0, self.test_rows.unwrap_or(usize::MAX)),
        };
        drop(whole);
        let methods = if self.methods.is_empty() { Method::value_variants() } else { &self.methods };
        let rates =
            methods.iter().map(|&method| self.rates(method, &trial)).collect::<Result<Vec<Rates>>>()?;
        for seed in 1..=self.seeds {
            for (&method, &rates) in methods.iter().zip(&rates) {
                let wanted = Run {
                    set: self.set.clone(),
                    method,
                    rates,
                    tau: self.tau,
                    seed,
                    images: (split.train.len(), split.test.len()),
                    epochs: (self.epochs, 0),
                    losses: Vec::new(),
                    accuracies: Vec::new(),
                    diverged: false,
                    seconds: 0.0,
                };
                let found = run::run(&self.folder, wanted, &split, self.tests)?;
                println!("{}", told(&found));
            }
        }
        Ok(())
    }
}

/// A run in a line.
fn told(run: &Run) -> String {
    let Rates { eta, delta } = run.rates;
    let name = format!("{} {} seed {}, eta {eta:e}, delta {delta:e}", run.set, run.method.name(), run.seed);
    let accuracy = run.accuracies.last().map_or(f64::NAN, |(_, accuracy)| 100.0 * accuracy);
    if run.diverged {
        return format!("{name}: diverged after {} steps", run.losses.len());
    }
    let last = &run.losses[run.losses.len() - run.losses.len().div_ceil(10)..];
    let loss = last.iter().sum::<f32>() / last.len() as f32;
    format!("{name}: loss {loss:.4} over the last tenth, accuracy {accuracy:.2} %, {:.0} s", run.seconds)
}

fn main() -> Result<()> {
    Figure4::parse().run()
}
