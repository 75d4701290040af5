//! `noregret tune`: one algorithm with many parameters over one pass; the best one's model.

mod defaults;
mod length;
mod remarks;

use crate::commands::compare::{Board, Written, end, tell};
use crate::race::{self, Entry, Grid, RaceFlags, Rungs, quoted};
use crate::voice::failure::usage;
use crate::voice::interrupt;
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use noregret_io::ModelView;
use std::path::PathBuf;

/// How to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Search {
    /// Every combination, to the end.
    Grid,
    /// Every combination; at every rung the worse half is left behind.
    Halving,
}

/// Find the best parameters of a learner in one pass, and keep the model they give
#[derive(Args, Debug)]
#[command(after_help = "\
Every candidate gets exactly what `noregret train` would give it alone; the winner's model is the one that the printed command writes, byte for byte.
With --search halving the worse half of the candidates is left behind at each rung (at T/2^R, ..., T/2 examples of a plain file; for pipes and compressed
files at 1,000, 2,000, 4,000, ...); those that stay keep what they have learned.

Examples:
  noregret tune data.svm -a ada-diag -f best.nr              eta over a grid of its own
  noregret tune data.svm -a ftrl --param alpha=0.1,0.3,1 --param l1=0,1,10
  noregret tune data.svm -a \"ada-diag --update implicit\" --search halving --report tune.html
  zcat log.gz | noregret tune --format vw -a per-coord --param radius=1,10,100 --json")]
pub struct Tune {
    #[command(flatten)]
    flags: RaceFlags,

    /// The learner, with its own flags in quotes if it has any; may be repeated
    #[arg(short = 'a', long = "algorithm", value_name = "LEARNER", required = true)]
    algorithms: Vec<String>,

    /// How to look
    #[arg(long, value_enum, default_value = "grid", value_name = "grid|halving")]
    search: Search,

    /// Write the winner's model here
    #[arg(short = 'f', long = "final", short_alias = 'm', value_name = "FILE")]
    model: Option<PathBuf>,
}

impl Tune {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let entries = self.algorithms.iter().map(|text| Entry::read(text)).collect::<Result<Vec<_>>>()?;
        let entries = if self.flags.param.is_empty() { by_default(entries)? } else { entries };
        race::check_files(&self.flags, self.model.as_deref())?;
        interrupt::listen();
        let mut rungs = match self.search {
            Search::Grid => None,
            Search::Halving => {
                let (all, _) = race::product(entries.clone(), &self.flags.param)?;
                Some(Rungs::new(all.len(), length::lines(&self.flags.input.inputs())))
            }
        };
        let outcome = race::run(&self.flags, entries, rungs.as_mut())?;
        interrupt::ending();
        let mut board = Board::new(&self.flags, &outcome);
        board.rungs = rungs.map_or_else(Vec::new, |rungs| rungs.past);
        board.remarks = remarks::all(&outcome);
        let winner = outcome.ranked().first().copied();
        if let Some(winner) = winner {
            let model = self
                .model
                .as_ref()
                .map_or_else(String::new, |path| format!(" -m {}", quoted(&path.display().to_string())));
            board.command = Some(format!("{}{model}", outcome.command(&self.flags, winner)));
        }
        let mut written = Written::default();
        if let (Some(path), Some(winner)) = (&self.model, winner) {
            board.model = Some(path.display().to_string());
            written.push("model", model(&outcome, winner)?.write(path)?);
        }
        written.pages("noregret tune", &board, &outcome, &self.flags)?;
        let told = written.place()?;
        board.print(self.flags.json)?;
        tell(&self.flags, &told);
        end(&outcome)
    }
}

/// Each with the grid of its algorithm.
fn by_default(entries: Vec<Entry>) -> Result<Vec<Entry>> {
    let mut all = Vec::new();
    for entry in entries {
        let grids: Vec<Grid> = defaults::grids(&entry)?;
        if grids.is_empty() {
            let name = entry.algorithm.name;
            return Err(usage(format!(
                "{name} has no parameter with a grid of its own: give one with --param NAME=V1,V2,.. (noregret algorithms {name} tells what it has)"
            )));
        }
        all.extend(race::product(vec![entry], &grids)?.0);
    }
    Ok(all)
}

/// A learner's model, as `train` would write it.
fn model(outcome: &race::Outcome, k: usize) -> Result<ModelView<'_>> {
    let core = outcome.entrants[k].core.as_ref().ok_or_else(|| anyhow!("the winner has no model"))?;
    Ok(core.view(&outcome.schema))
}
