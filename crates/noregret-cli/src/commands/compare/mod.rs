//! `noregret compare`: many learners over one pass, a leaderboard with confidence, curves, and the command behind every row.

mod board;
mod charts;
mod report;
mod sweep;
mod table;

pub use board::Board;

use crate::files::place;
use crate::race::{self, Entry, RaceFlags};
use crate::voice::failure::{Failure, Interrupted};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret_io::Complete;

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
        race::check_files(&self.flags, None)?;
        let outcome = race::run(&self.flags, entries, None)?;
        interrupt::ending();
        let board = Board::new(&self.flags, &outcome);
        let mut written = Written::default();
        written.pages("noregret compare", &board, &outcome, &self.flags)?;
        let told = written.place()?;
        board.print(self.flags.json)?;
        tell(&self.flags, &told);
        end(&outcome)
    }
}

/// The files of a race, each with what it is: none is put into its place before all are complete.
#[derive(Default)]
pub struct Written(Vec<(&'static str, Complete)>);

impl Written {
    /// Another one.
    pub fn push(&mut self, what: &'static str, complete: Complete) {
        self.0.push((what, complete));
    }

    /// The report and the plot, where asked for; none if every learner failed.
    pub fn pages(
        &mut self,
        title: &str,
        board: &Board,
        outcome: &race::Outcome,
        flags: &RaceFlags,
    ) -> Result<()> {
        if outcome.ranked().is_empty() {
            return Ok(());
        }
        if flags.report.is_some() || flags.export.is_some() {
            let page = report::page(title, board, outcome, flags);
            if let Some(path) = &flags.report {
                self.push("report", page.write(path)?);
            }
            if let Some(folder) = &flags.export {
                page.export(folder)?.into_iter().for_each(|part| self.push("part", part));
            }
        }
        if let Some(path) = &flags.plot {
            self.push("plot", charts::main(outcome, flags.drift.map(usize::from)).write(path)?);
        }
        Ok(())
    }

    /// Puts all into their places; a line for each.
    pub fn place(self) -> Result<Vec<String>> {
        let line = |(what, complete): &(&str, Complete)| format!("{what} written to {}", complete.name());
        let lines = self.0.iter().map(line).collect();
        place(self.0.into_iter().map(|(_, complete)| complete))?;
        Ok(lines)
    }
}

/// Says what was written.
pub fn tell(flags: &RaceFlags, lines: &[String]) {
    lines.iter().filter(|_| !flags.quiet && !flags.json).for_each(say);
}

/// How the command ends after its leaderboard.
pub fn end(outcome: &race::Outcome) -> Result<()> {
    if outcome.interrupted {
        return Err(Interrupted.into());
    }
    if outcome.ranked().is_empty() {
        let help = Some("the reasons are beside each; no file was written".to_owned());
        return Err(Failure { message: "every learner failed".to_owned(), help }.into());
    }
    Ok(())
}
