//! What is held out of several passes, and the best pass so far.
//!
//! A learner that has seen an example before knows it too well: the loss of a second pass says little, and on sparse data later
//! passes do harm. So with more than one pass every tenth example is held out of all of them. After each pass the learner, as it
//! is then, is measured on those; the best pass is kept, and after three passes in a row that were no better there are no more.
//! (VW measures held-out examples in passing, so that its first pass is judged by a learner that has yet to learn most of it.)

use super::pass_flags::PassFlags;
use crate::feed::meter::Meter;
use anyhow::Result;
use noregret::Labels;
use noregret_engine::{Core, Engine, HeldOut, Mark, Refused};
use noregret_io::Example;
use noregret_measure::Report;
use serde::Serialize;

/// What was held out, and how the passes did on it.
#[derive(Clone, Debug, Serialize)]
pub struct Holdout {
    /// Which ones, in words.
    pub which: String,
    /// How many examples they were measured on.
    pub examples: u64,
    /// The mean loss after each pass; none where a prediction was no finite number.
    pub loss_by_pass: Vec<Option<f64>>,
    /// The pass that is kept, counted from 1.
    pub best_pass: usize,
    /// Its loss.
    pub loss: f64,
    /// The fraction of mistakes it makes; binary losses.
    pub mistakes: Option<f64>,
    /// What its predictions are worth.
    pub measures: Option<Report>,
}

/// What is held out, and the best pass so far.
pub struct Trial<'a> {
    flags: &'a PassFlags,
    held: HeldOut,
    best: Option<Best>,
    losses: Vec<Option<f64>>,
}

struct Best {
    pass: usize,
    loss: f64,
    mistakes: Option<f64>,
    /// How the learner was then; none while it still is.
    mark: Option<Mark>,
}

impl<'a> Trial<'a> {
    pub fn new(flags: &'a PassFlags) -> Self {
        Self { flags, held: HeldOut::default(), best: None, losses: Vec::new() }
    }

    /// Predicts an example, keeps it aside the first time.
    pub fn set_aside(&mut self, core: &mut Core, example: &Example<'_>) -> Result<f64, Refused> {
        let margin = core.look(example)?;
        if self.losses.is_empty() {
            self.held.add(example);
        }
        Ok(margin)
    }

    /// Measures the learner after a pass; whether another pass makes sense.
    pub fn judge(&mut self, engine: &Engine) -> bool {
        let counts = self.held.measure(engine.core());
        let loss = counts.and_then(|counts| counts.mean(counts.loss));
        self.losses.push(loss);
        if let Some((counts, loss)) = counts.zip(loss)
            && self.best.as_ref().is_none_or(|best| loss < best.loss)
        {
            let (pass, mistakes) = (self.losses.len(), counts.mean(counts.mistakes));
            self.best = Some(Best { pass, loss, mistakes, mark: None });
        }
        let best = self.best.as_ref().map_or(0, |best| best.pass);
        self.held.is_empty() || self.losses.len() - best < self.flags.early_terminate as usize
    }

    /// Before the learner goes on: remembers how it is, if that is the best so far.
    pub fn remember(&mut self, engine: &Engine) {
        if let Some(best) = self.best.as_mut().filter(|best| best.pass == self.losses.len()) {
            best.mark = Some(engine.mark());
        }
    }

    /// Goes back to the best pass.
    pub fn keep(self, engine: &mut Engine) -> Result<Option<Holdout>> {
        let Some(best) = self.best else { return Ok(None) };
        if let Some(mark) = best.mark {
            engine.back_to(mark)?;
        }
        let binary = engine.loss().labels() == Labels::Binary;
        let (core, mut meter) = (engine.core(), Meter::default());
        self.held.each(core, |example, margins, _| meter.note_margins(core, example, margins));
        Ok(Some(Holdout {
            which: self.flags.told(),
            examples: self.held.len() as u64,
            loss_by_pass: self.losses,
            best_pass: best.pass,
            loss: best.loss,
            mistakes: best.mistakes.filter(|_| binary),
            measures: meter.report(),
        }))
    }
}
