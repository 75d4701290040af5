//! `noregret metric`: learn a distance from comparisons, try it, use it.

mod choosing;
mod constraints;
mod distance;
mod eval;
mod figure;
mod inspect;
mod method;
mod numbered;
mod outputs;
mod pairs;
mod predict;
mod results;
mod summary;
mod table;
mod tally;
mod train;
mod transform;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Learn a Mahalanobis distance, one comparison at a time; try it; use it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret metric eval iris.csv                              does a learned distance help nearest neighbours?
  noregret metric train iris.csv -m iris.nr                  learn one from random pairs of a labelled table
  noregret metric predict iris.nr new.csv --reference iris.csv     the classes of new rows, by their nearest neighbours
  noregret metric inspect iris.nr                            what was chosen and how, spectrum, heaviest columns
  noregret metric transform iris.nr iris.csv > images.csv    the space where that distance is Euclidean
  noregret metric train --constraints pairs.csv --matrix W.csv -p distances.txt")]
pub struct Metric {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Train(Box<train::Train>),
    Eval(Box<eval::Eval>),
    Transform(transform::Transform),
    Distance(distance::Distance),
    Predict(predict::Predict),
    Inspect(inspect::Inspect),
}

impl Metric {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        match &self.command {
            Command::Train(command) => command.run(),
            Command::Eval(command) => command.run(),
            Command::Transform(command) => command.run(),
            Command::Distance(command) => command.run(),
            Command::Predict(command) => command.run(),
            Command::Inspect(command) => command.run(),
        }
    }
}
