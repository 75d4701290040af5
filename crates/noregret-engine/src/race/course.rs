//! Batches on their way through all learners, cut where a rung falls or where somebody should look up.

use super::certainty::{Pairs, Terms};
use super::entrant::{Entrant, Fate, Refusal, Stretch};
use super::hindsight::{Comparator, Kept};
use super::judge::{FIRST, Judge};
use super::pace::Pace;
use super::rungs::Rungs;
use super::threads;
use crate::core::Core;
use noregret::Features;
use noregret_io::{Batch, Item, LineError, Schema};
use std::time::Instant;

/// How a race is run.
pub struct Rules<'a> {
    /// What learners are ranked by.
    pub judge: Judge,
    /// How many threads learn.
    pub threads: usize,
    /// How sure to be of what is said to be sure; none if nothing is.
    pub confidence: Option<f64>,
    /// Where costs are clipped, unless by the judge's own rule.
    pub clip: Option<f64>,
    /// The examples, where the best fixed weights are wanted.
    pub kept: Option<Kept>,
    /// What is said of an example that is refused; none if such are left out.
    pub refused: Option<Box<Refusal<'a>>>,
}

/// Who looks on.
pub trait Watch {
    /// Why a race is ended by them.
    type Error;
    /// A label came by.
    fn label(&mut self, y: f64);
    /// A line is no example, and left out unless this says otherwise.
    fn bad(&mut self, error: &LineError) -> Result<(), Self::Error>;
    /// Whether to stop.
    fn stops(&mut self) -> bool;
}

/// The learners on their way.
pub struct Course<'a, E> {
    rules: Rules<'a>,
    /// The learners.
    pub entrants: Vec<Entrant<E>>,
    terms: Option<Terms>,
    pairs: Option<Pairs>,
    pace: Pace,
    /// Labelled examples so far.
    pub labelled: u64,
    skipped: u64,
    weighted: bool,
    low: f64,
    high: f64,
}

/// What a race came to.
pub struct Outcome<E> {
    /// The learners, in the order they were asked for.
    pub entrants: Vec<Entrant<E>>,
    /// Their differences, where these were followed.
    pub pairs: Option<Pairs>,
    /// What confidence is about, where there is any.
    pub terms: Option<Terms>,
    /// What they are ranked by.
    pub judge: Judge,
    /// Labelled examples.
    pub labelled: u64,
    /// Bad lines left out.
    pub skipped: u64,
    /// Whether an importance weight other than 1 was seen.
    pub weighted: bool,
    /// The best fixed weights, where asked for.
    pub comparator: Option<Result<Comparator, String>>,
}

impl<'a, E: Send> Course<'a, E> {
    /// At the start.
    pub fn new(rules: Rules<'a>, entrants: Vec<Entrant<E>>) -> Self {
        let clip = rules.clip.or_else(|| rules.judge.usual_clip());
        let mut course = Self {
            rules,
            entrants,
            terms: None,
            pairs: None,
            pace: Pace::new(),
            labelled: 0,
            skipped: 0,
            weighted: false,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
        };
        if let Some(clip) = clip {
            course.begin(clip, 0);
        }
        course
    }

    /// From now on costs are clipped there, and counted.
    fn begin(&mut self, clip: f64, from: u64) {
        let Some(confidence) = self.rules.confidence else { return };
        let low = if self.rules.judge.never_negative() { 0.0 } else { -clip };
        let terms = Terms { low, clip, alpha: 1.0 - confidence, from };
        let learners = self.entrants.len();
        for entrant in &mut self.entrants {
            entrant.sure = Some(terms.alone(learners));
        }
        (self.pairs, self.terms) = (Pairs::new(learners, &terms), Some(terms));
    }

    /// Gives a batch to all; how many of its items they got before somebody stopped it.
    pub fn batch<W: Watch>(
        &mut self,
        batch: &Batch,
        schema: &Schema,
        mut rungs: Option<&mut Rungs>,
        watch: &mut W,
    ) -> Result<usize, W::Error> {
        let mut from = 0;
        for (place, item) in batch.iter().enumerate() {
            match item {
                Item::Bad(error) => {
                    watch.bad(error)?;
                    self.skip();
                }
                Item::Example(example) => {
                    if let Some(y) = example.label {
                        watch.label(y);
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
                if watch.stops() {
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
        self.weighted |= weight != 1.0;
        self.look(y, self.labelled);
        if let Some(kept) = &mut self.rules.kept {
            kept.keep(x, y, weight, self.labelled);
        }
    }

    /// The first labels tell how far apart labels are, where nothing else does.
    fn look(&mut self, y: f64, labelled: u64) {
        if labelled > FIRST || self.terms.is_some() || self.rules.confidence.is_none() {
            return;
        }
        (self.low, self.high) = (self.low.min(y), self.high.max(y));
        if labelled == FIRST
            && let Some(clip) = self.rules.judge.clip_of(self.low, self.high)
        {
            self.begin(clip, FIRST);
        }
    }

    fn stretch(&mut self, batch: &Batch, from: usize, to: usize, schema: &Schema) {
        if from == to {
            return;
        }
        let (judge, terms, threads) = (self.rules.judge, self.terms, self.rules.threads);
        let refused = self.rules.refused.as_deref();
        let stretch = Stretch { batch, from, to, refused, schema, judge, terms };
        let start = Instant::now();
        threads::each(&mut self.entrants, threads, |entrant| entrant.learn(&stretch));
        if let Some(pairs) = &mut self.pairs {
            let costs: Vec<&[f64]> = self.entrants.iter().map(|entrant| entrant.costs.as_slice()).collect();
            let weights = self.entrants.iter().map(|e| e.weights.as_slice()).find(|all| !all.is_empty());
            pairs.add(&costs, weights.unwrap_or_default(), threads);
        }
        self.pace.took(to - from, start.elapsed());
    }

    fn skip(&mut self) {
        self.skipped += 1;
        for entrant in self.entrants.iter_mut().filter(|entrant| entrant.fate == Fate::Running) {
            entrant.core.iter_mut().for_each(Core::skip);
        }
    }

    /// What it came to; looks for the best fixed weights where asked for, also of each of so many windows, unless it was interrupted.
    pub fn finish(mut self, windows: Option<usize>, interrupted: bool) -> Outcome<E> {
        for entrant in &mut self.entrants {
            entrant.bytes = entrant.core.as_ref().map_or(entrant.bytes, Core::bytes);
            entrant.look();
        }
        let comparator = self.rules.kept.take().map(|kept| match interrupted {
            true => Err("the run was interrupted before they were looked for".to_owned()),
            false => kept.solve(&self.entrants, windows),
        });
        Outcome {
            entrants: self.entrants,
            pairs: self.pairs,
            terms: self.terms,
            judge: self.rules.judge,
            labelled: self.labelled,
            skipped: self.skipped,
            weighted: self.weighted,
            comparator,
        }
    }
}
