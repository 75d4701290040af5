//! What a run of learning adds up, and the lines it prints while doing so.

use crate::files::complete;
use crate::voice::failure::writing;
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use noregret_io::{Complete, Output, shortest};
use std::io::Write;

/// Rounds and losses of a run, and where its distances go.
pub struct Tally {
    /// Rounds of this run.
    pub rounds: u64,
    /// The sum of their losses; it stops at the largest number.
    pub loss: f64,
    /// The sum of all losses of the model, in the order of the rounds: the same bits however its life was cut into runs. It stops at the largest
    /// number, as a model file holds no infinity.
    pub total: f64,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
    distances: Option<Output>,
    quiet: bool,
    next: u64,
    last: (u64, f64),
}

impl Tally {
    /// Nothing yet, after losses of `total`.
    pub fn new(total: f64, distances: Option<Output>, quiet: bool) -> Self {
        let (rounds, loss, interrupted) = (0, 0.0, false);
        Self { rounds, loss, total, interrupted, distances, quiet, next: 1, last: (0, 0.0) }
    }

    /// The mean loss of a round; none before there is any, nor once the sum has stopped: what it would be is not known.
    pub fn mean(&self) -> Option<f64> {
        (self.rounds > 0 && self.loss < f64::MAX).then(|| self.loss / self.rounds as f64)
    }

    /// Counts a round; whether to go on.
    pub fn round(&mut self, loss: f64, distances: &[f64]) -> Result<bool> {
        self.rounds += 1;
        self.loss = (self.loss + loss).min(f64::MAX);
        self.total = (self.total + loss).min(f64::MAX);
        if let Some(out) = &mut self.distances {
            let written = match distances {
                [one] => writeln!(out, "{}", shortest(*one)),
                many => super::outputs::write_row(out, many),
            };
            written.map_err(|error| writing(out.name())(error))?;
        }
        if self.rounds == self.next && !self.quiet {
            self.line();
        }
        self.interrupted = interrupt::asked();
        Ok(!self.interrupted)
    }

    fn line(&mut self) {
        if self.rounds == 1 {
            say(format_args!("{:>12} {:>12} {:>12}", "rounds", "mean loss", "since last"));
        }
        let since = (self.loss - self.last.1) / (self.rounds - self.last.0) as f64;
        let since = self.mean().map(|_| since);
        let [mean, since] = [self.mean(), since].map(|loss| match loss {
            Some(loss) => format!("{loss:.6}"),
            None => "too large".to_owned(),
        });
        say(format_args!("{:>12} {mean:>12} {since:>12}", self.rounds));
        self.last = (self.rounds, self.loss);
        self.next = 2 * self.rounds;
    }

    /// Completes the file of distances.
    pub fn finish(&mut self) -> Result<Option<Complete>> {
        self.distances.take().map(complete).transpose()
    }
}
