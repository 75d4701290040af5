//! The loop over the input: every batch to every learner, told as it goes.

use super::constant::Constant;
use super::{Entry, RaceFlags, estimate};
use crate::feed::batches::{self, Next};
use crate::feed::input::OnError;
use crate::feed::order::Order;
use crate::feed::progress::{Interval as Every, Progress};
use crate::feed::run::refused;
use crate::voice::failure::bad_line;
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use noregret::Interval;
use noregret::regret::Transcript;
use noregret_engine::race::{Entrant, Judge, Kept, Outcome as Came, Refusal, Rules, Rungs, Watch};
use noregret_io::{Batch, LineError, Stream};
use std::collections::VecDeque;

/// How many bad lines are shown when they are left out.
const SHOWN: u64 = 5;

/// The learners on their way.
pub struct Course<'a> {
    flags: &'a RaceFlags,
    threads: usize,
    learners: noregret_engine::race::Course<'a, Entry>,
    keeps: bool,
    /// In which order labels came.
    pub order: Order,
    /// What the best constant would have lost.
    pub constant: Constant,
    skipped: u64,
}

/// Who looks on while a batch is learned.
struct Onlooker<'a> {
    flags: &'a RaceFlags,
    progress: &'a Progress,
    order: &'a mut Order,
    constant: &'a mut Constant,
    skipped: &'a mut u64,
}

impl Watch for Onlooker<'_> {
    type Error = anyhow::Error;

    fn label(&mut self, y: f64) {
        self.order.see(y);
        self.constant.see(y);
    }

    fn bad(&mut self, error: &LineError) -> Result<()> {
        if self.flags.input.on_error == OnError::Stop {
            return Err(bad_line(error, None));
        }
        *self.skipped += 1;
        match *self.skipped {
            _ if self.flags.quiet => {}
            1..=SHOWN => self.progress.note(&format!("skipped: {error}")),
            n if n == SHOWN + 1 => {
                self.progress.note("skipped: more bad lines are only counted from here on");
            }
            _ => {}
        }
        Ok(())
    }

    fn stops(&mut self) -> bool {
        interrupt::asked()
    }
}

impl<'a> Course<'a> {
    /// At the start.
    pub fn new(
        flags: &'a RaceFlags,
        entrants: Vec<Entrant<Entry>>,
        judge: Judge,
        sure: bool,
        within: Option<Interval>,
    ) -> Self {
        let (threads, limit) = (flags.input.learners(), flags.max_memory);
        let full = move |rounds: &Transcript| limit.fault(rounds).map(|fault| fault.message);
        let told: Box<Refusal<'a>> = Box::new(|example, error, schema| {
            let failure = refused(example, error, schema);
            let help = failure.help.map_or_else(String::new, |help| format!("; {help}"));
            format!("{}{help}", failure.message)
        });
        let rules = Rules {
            judge,
            threads,
            confidence: sure.then_some(flags.confidence),
            clip: flags.clip,
            kept: within.map(|set| Kept::new(set, judge, Box::new(full))),
            refused: (flags.input.on_error == OnError::Stop).then_some(told),
        };
        let learners = noregret_engine::race::Course::new(rules, entrants);
        let (order, constant, keeps) = (Order::default(), Constant::default(), within.is_some());
        Self { flags, threads, learners, keeps, order, constant, skipped: 0 }
    }

    /// Labelled examples so far.
    pub fn labelled(&self) -> u64 {
        self.learners.labelled
    }

    /// Runs to the end; whether Ctrl-C ended it.
    pub fn run(
        &mut self,
        stream: &mut Stream,
        mut first: VecDeque<Batch>,
        mut rungs: Option<&mut Rungs>,
    ) -> Result<bool> {
        let mut progress = Progress::new(self.flags.quiet, Every::Times(2.0));
        progress.start(stream.bytes_total());
        let mut done = 0;
        let ended = loop {
            if interrupt::asked() {
                break Ok(true);
            }
            let batch = match first.pop_front().map_or_else(|| batches::wait(stream), |b| Ok(Next::Batch(b)))
            {
                Ok(Next::Batch(batch)) => batch,
                Ok(Next::End) => break Ok(false),
                Ok(Next::Interrupted) => break Ok(true),
                Err(error) => break Err(error),
            };
            let mut watch = Onlooker {
                flags: self.flags,
                progress: &progress,
                order: &mut self.order,
                constant: &mut self.constant,
                skipped: &mut self.skipped,
            };
            match self.learners.batch(&batch, stream.schema(), rungs.as_deref_mut(), &mut watch) {
                Err(error) => break Err(error),
                Ok(rows) if rows < batch.len() => {
                    stream.stop_within(&batch, rows);
                    break Ok(true);
                }
                Ok(_) => {}
            }
            done += 1;
            let entrants = &self.learners.entrants;
            if done == 1 && !self.flags.quiet {
                let told = estimate::tell(entrants, &batch, stream, self.threads);
                told.iter().for_each(|line| progress.note(line));
            }
            if let Some(entrant) = entrants.first() {
                progress.bytes(stream.bytes_read(), entrant.counts());
            }
        };
        progress.finish();
        ended
    }

    /// What it came to; looks for the best fixed weights where asked for.
    pub fn finish(self, interrupted: bool) -> Came<Entry> {
        if self.keeps && !self.flags.quiet && !interrupted {
            say("looking for the best fixed weights");
        }
        self.learners.finish(self.flags.drift.map(usize::from), interrupted)
    }
}
