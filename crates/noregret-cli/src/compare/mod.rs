//! `noregret compare`: many learners over one pass, a leaderboard with confidence, curves, and the command behind every row.

mod board;
mod charts;
mod report;
mod table;

pub use board::Board;
pub use charts::main as main_chart;
pub use report::write as write_report;

use crate::failure::{Failure, Interrupted};
use crate::race::{self, Entry, RaceFlags};
use crate::talk::say;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// Run many learners over the data at once, and tell which is better, and how surely
#[derive(Args, Debug)]
#[command(after_help = "\
Every learner gets exactly what `noregret train` would give it alone; the data are read and parsed once. Learners run side by side on --threads,
and no number but the seconds depends on how many. See docs/compare.md for what the intervals and verdicts mean.

Examples:
  noregret compare data.svm                                  the usual learners
  noregret compare data.svm -a auto -a arow -a \"ada-diag --eta 0.5 --update implicit\"
  noregret compare data.svm -a ogd -a ada-diag --param eta=0.01,0.1,1 --report compare.html
  noregret compare data.svm --loss hinge --within 10         also regret against the best weights in [-10, 10]
  noregret compare elec.csv -a ogd -a \"flh --base ogd\" --drift --within 10 --plot drift.svg
  zcat log.gz | noregret compare --format vw --json")]
pub struct Compare {
    #[command(flatten)]
    flags: RaceFlags,

    /// A learner, with its own flags in quotes if it has any, as in "ada-diag --eta 0.5"; may be repeated [default: eight usual ones]
    #[arg(short = 'a', long = "algorithm", value_name = "LEARNER")]
    algorithms: Vec<String>,
}

impl Compare {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let entries = self.algorithms.iter().map(|text| Entry::read(text)).collect::<Result<Vec<_>>>()?;
        race::check_outputs(&self.flags, None)?;
        let outcome = race::run(&self.flags, entries, None)?;
        let board = Board::new(&self.flags, &outcome);
        if let Some(path) = &self.flags.report {
            write_report(path, "noregret compare", &board, &outcome, &self.flags)?;
        }
        if let Some(path) = &self.flags.plot {
            charts::main(&outcome, self.flags.drift.map(usize::from)).write(path)?;
        }
        board.print(self.flags.json)?;
        written(&self.flags, &[("report", &self.flags.report), ("plot", &self.flags.plot)]);
        end(&outcome)
    }
}

/// Says what was written.
pub fn written(flags: &RaceFlags, files: &[(&str, &Option<PathBuf>)]) {
    for (what, path) in files.iter().filter(|_| !flags.quiet && !flags.json) {
        if let Some(path) = path {
            say(format_args!("{what} written to {}", path.display()));
        }
    }
}

/// How the command ends after its leaderboard.
pub fn end(outcome: &race::Outcome) -> Result<()> {
    if outcome.interrupted {
        return Err(Interrupted.into());
    }
    if outcome.ranked().is_empty() {
        let help = Some("the reasons are beside each".to_owned());
        return Err(Failure { message: "every learner failed".to_owned(), help }.into());
    }
    Ok(())
}
