//! The loop over the input: every batch to every learner, cut where a rung falls.

use super::certainty::{Pairs, Terms};
use super::entrant::{Entrant, Fate, Stretch};
use super::estimate;
use super::hindsight::Kept;
use super::judge::{FIRST, Judge};
use super::pace::Pace;
use super::rungs::Rungs;
use super::{Outcome, RaceFlags, threads};
use crate::feed::batches::{self, Next};
use crate::feed::input::OnError;
use crate::feed::order::Order;
use crate::feed::progress::{Interval as Every, Progress};
use crate::voice::failure::bad_line;
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use noregret::{Features, Interval};
use noregret_engine::Core;
use noregret_io::{Batch, Item, Schema, Stream};
use std::collections::VecDeque;
use std::time::Instant;

/// How many bad lines are shown when they are left out.
const SHOWN: u64 = 5;

/// The learners on their way.
pub struct Course<'a> {
    flags: &'a RaceFlags,
    threads: usize,
    entrants: Vec<Entrant>,
    judge: Judge,
    sure: bool,
    terms: Option<Terms>,
    pairs: Option<Pairs>,
    kept: Option<Kept>,
    pace: Pace,
    /// In which order labels came.
    pub order: Order,
    /// Labelled examples so far.
    pub labelled: u64,
    skipped: u64,
    weighted: bool,
    low: f64,
    high: f64,
}

impl<'a> Course<'a> {
    /// At the start.
    pub fn new(
        flags: &'a RaceFlags,
        entrants: Vec<Entrant>,
        judge: Judge,
        sure: bool,
        within: Option<Interval>,
    ) -> Self {
        let threads = flags.input.learners();
        let kept = within.map(|set| Kept::new(set, judge, flags.max_memory));
        let mut course = Self {
            flags,
            threads,
            entrants,
            judge,
            sure,
            terms: None,
            pairs: None,
            kept,
            pace: Pace::new(),
            order: Order::default(),
            labelled: 0,
            skipped: 0,
            weighted: false,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
        };
        if let Some(clip) = flags.clip.or_else(|| judge.usual_clip()) {
            course.begin(clip, 0);
        }
        course
    }

    /// From now on costs are clipped there, and counted.
    fn begin(&mut self, clip: f64, from: u64) {
        if !self.sure {
            return;
        }
        let low = if self.judge.never_negative() { 0.0 } else { -clip };
        let terms = Terms { low, clip, alpha: 1.0 - self.flags.confidence, from };
        let learners = self.entrants.len();
        for entrant in &mut self.entrants {
            entrant.sure = Some(terms.alone(learners));
        }
        (self.pairs, self.terms) = (Pairs::new(learners, &terms), Some(terms));
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
            match self.batch(&batch, stream.schema(), rungs.as_deref_mut(), &progress) {
                Err(error) => break Err(error),
                Ok(rows) if rows < batch.len() => {
                    stream.stop_within(&batch, rows);
                    break Ok(true);
                }
                Ok(_) => {}
            }
            done += 1;
            if done == 1 && !self.flags.quiet {
                let told = estimate::tell(&self.entrants, &batch, stream, self.threads);
                told.iter().for_each(|line| progress.note(line));
            }
            if let Some(entrant) = self.entrants.first() {
                progress.bytes(stream.bytes_read(), entrant.counts());
            }
        };
        progress.finish();
        ended
    }

    /// Gives a batch to all; how many of its items they got before Ctrl-C.
    fn batch(
        &mut self,
        batch: &Batch,
        schema: &Schema,
        mut rungs: Option<&mut Rungs>,
        progress: &Progress,
    ) -> Result<usize> {
        let mut from = 0;
        for (place, item) in batch.iter().enumerate() {
            match item {
                Item::Bad(error) if self.flags.input.on_error == OnError::Stop => {
                    return Err(bad_line(error, None));
                }
                Item::Bad(error) => self.skip(&error.to_string(), progress),
                Item::Example(example) => {
                    if let Some(y) = example.label {
                        self.take(example.features, y, example.weight);
                    }
                }
            }
            let rungs = rungs.as_deref_mut().filter(|rungs| rungs.next() == self.labelled);
            if rungs.is_some() || self.pace.enough(place + 1 - from) {
                self.stretch(batch, from, place + 1, schema);
                from = place + 1;
                if let Some(rungs) = rungs {
                    rungs.decide(&mut self.entrants);
                }
                if interrupt::asked() {
                    return Ok(from);
                }
            }
        }
        self.stretch(batch, from, batch.len(), schema);
        Ok(batch.len())
    }

    /// Counts a labelled example.
    fn take(&mut self, x: Features<'_>, y: f64, weight: f64) {
        self.labelled += 1;
        self.order.see(y);
        self.weighted |= weight != 1.0;
        self.look(y, self.labelled);
        if let Some(kept) = &mut self.kept {
            kept.keep(x, y, weight, self.labelled);
        }
    }

    /// The first labels tell how far apart labels are, where nothing else does.
    fn look(&mut self, y: f64, labelled: u64) {
        if labelled > FIRST || self.terms.is_some() || !self.sure {
            return;
        }
        (self.low, self.high) = (self.low.min(y), self.high.max(y));
        if labelled == FIRST
            && let Some(clip) = self.judge.clip_of(self.low, self.high)
        {
            self.begin(clip, FIRST);
        }
    }

    fn stretch(&mut self, batch: &Batch, from: usize, to: usize, schema: &Schema) {
        if from == to {
            return;
        }
        let (on_error, judge, terms) = (self.flags.input.on_error, self.judge, self.terms);
        let stretch = Stretch { batch, from, to, on_error, schema, judge, terms };
        let start = Instant::now();
        threads::each(&mut self.entrants, self.threads, |entrant| entrant.learn(&stretch));
        if let Some(pairs) = &mut self.pairs {
            let costs: Vec<&[f64]> = self.entrants.iter().map(|entrant| entrant.costs.as_slice()).collect();
            pairs.add(&costs, self.threads);
        }
        self.pace.took(to - from, start.elapsed());
    }

    fn skip(&mut self, message: &str, progress: &Progress) {
        self.skipped += 1;
        for entrant in self.entrants.iter_mut().filter(|entrant| entrant.fate == Fate::Running) {
            entrant.core.iter_mut().for_each(Core::skip);
        }
        match self.skipped {
            _ if self.flags.quiet => {}
            1..=SHOWN => progress.note(&format!("skipped: {message}")),
            n if n == SHOWN + 1 => progress.note("skipped: more bad lines are only counted from here on"),
            _ => {}
        }
    }

    /// What it came to; looks for the best fixed weights where asked for.
    pub fn finish(mut self, schema: Schema, open: bool, interrupted: bool) -> Outcome {
        for entrant in &mut self.entrants {
            entrant.bytes = entrant.core.as_ref().map_or(entrant.bytes, Core::bytes);
            entrant.look();
        }
        if self.kept.is_some() && !self.flags.quiet && !interrupted {
            say("looking for the best fixed weights");
        }
        let windows = self.flags.drift.map(usize::from);
        let comparator = self.kept.take().map(|kept| match interrupted {
            true => Err("the run was interrupted before they were looked for".to_owned()),
            false => kept.solve(&self.entrants, windows),
        });
        Outcome {
            entrants: self.entrants,
            pairs: self.pairs,
            terms: self.terms,
            judge: self.judge,
            schema,
            open,
            labelled: self.labelled,
            skipped: self.skipped,
            weighted: self.weighted,
            comparator,
            interrupted,
            seconds: 0.0,
        }
    }
}
