//! Several passes over the data, and which of them is kept.
//!
//! A learner that has seen an example before knows it too well: the loss of a second pass says little, and on sparse data later
//! passes do harm. So with more than one pass every tenth example is held out of all of them. After each pass the learner, as it
//! is then, is measured on those; the best pass is kept, and after three passes in a row that were no better there are no more.
//! (VW measures held-out examples in passing, so that its first pass is judged by a learner that has yet to learn most of it.)

use super::Train;
use crate::feed::order::Order;
use crate::feed::progress::Progress;
use crate::feed::run::{End, Pass};
use crate::files::place;
use crate::voice::failure::usage;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret_engine::{Core, Engine, HeldOut, Mark, Refused};
use noregret_io::{Example, Input, Output, ReadOptions, Replay};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// VW's `-1`: no limit.
fn examples(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(count) if count > 0 => Ok(count),
        _ if text == "-1" => Ok(u64::MAX),
        _ => Err("a whole number above 0, or -1 for all".to_owned()),
    }
}

/// How often the data are read, how far, and what is held out.
#[derive(Args, Debug)]
pub struct PassFlags {
    /// Read the data this many times. With more than one pass every tenth example is held out, and the pass that does best on those is kept
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    passes: u32,

    /// With several passes: hold out every N-th example
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..), value_name = "N")]
    holdout_period: u32,

    /// With several passes: hold out all examples after the first N instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "holdout_period")]
    holdout_after: Option<u64>,

    /// With several passes: hold out nothing, make them all, and keep the last
    #[arg(long, conflicts_with_all = ["holdout_period", "holdout_after"])]
    holdout_off: bool,

    /// Stop after this many passes in a row that did no better on what is held out
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    early_terminate: u32,

    /// Read this many examples at most, in every pass; -1 is all
    #[arg(long, value_name = "N", value_parser = examples, allow_hyphen_values = true)]
    examples: Option<u64>,

    /// Write the model after every pass too, to MODEL.0, MODEL.1 and so on
    #[arg(long, requires = "model")]
    save_per_pass: bool,
}

/// The most passes that each have a file.
const MOST_FILES: u32 = 1000;

impl PassFlags {
    /// How many examples are read at most.
    pub fn most(&self) -> Option<u64> {
        self.examples.filter(|&most| most < u64::MAX)
    }

    /// Whether there are several passes.
    pub fn several(&self) -> bool {
        self.passes > 1
    }

    /// Whether the example at this place of the data, counted from 1, is held out.
    fn holds_out(&self, place: u64) -> bool {
        match self.holdout_after {
            Some(first) => place > first,
            None => place.is_multiple_of(u64::from(self.holdout_period)),
        }
    }

    /// What is held out, in words.
    fn told(&self) -> String {
        match (self.holdout_after, self.holdout_period) {
            (Some(first), _) => format!("all examples after the first {first}"),
            (None, 2) => "every 2nd example".to_owned(),
            (None, 3) => "every 3rd example".to_owned(),
            (None, period) => format!("every {period}th example"),
        }
    }

    /// Where the model of a pass goes, counted from 0.
    fn path(model: &Path, pass: u32) -> PathBuf {
        let mut name = model.as_os_str().to_owned();
        name.push(format!(".{pass}"));
        name.into()
    }

    /// The files of all passes.
    pub fn paths(&self, model: Option<&Path>) -> Result<Vec<PathBuf>> {
        let Some(model) = model.filter(|_| self.save_per_pass) else { return Ok(Vec::new()) };
        if self.passes > MOST_FILES {
            return Err(usage(format!("--save-per-pass writes {MOST_FILES} models at most")));
        }
        Ok((0..self.passes).map(|pass| Self::path(model, pass)).collect())
    }

    /// Refuses several passes over what can be read only once.
    pub fn check(&self, inputs: &[Input]) -> Result<()> {
        let again = |input: &&Input| matches!(input, Input::File(path) if path.is_file());
        match inputs.iter().find(|input| self.several() && !again(input)) {
            Some(input) => Err(usage(format!(
                "several passes need files that can be read again; {} cannot",
                input.name()
            ))),
            None => Ok(()),
        }
    }
}

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
}

/// What the passes came to.
pub struct Passed {
    pub end: End,
    /// The mean loss of each, in passing.
    pub losses: Vec<f64>,
    /// In which order labels came.
    pub order: Order,
    /// What was held out, if anything was and a pass was ended.
    pub holdout: Option<Holdout>,
}

/// What is held out, and the best pass so far.
struct Trial<'a> {
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
    fn new(flags: &'a PassFlags) -> Self {
        Self { flags, held: HeldOut::default(), best: None, losses: Vec::new() }
    }

    /// Predicts an example, keeps it aside the first time.
    fn set_aside(&mut self, core: &mut Core, example: &Example<'_>) -> Result<f64, Refused> {
        let margin = core.look(example)?;
        if self.losses.is_empty() {
            self.held.add(example);
        }
        Ok(margin)
    }

    /// Measures the learner after a pass; whether another pass makes sense.
    fn judge(&mut self, engine: &Engine) -> bool {
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
    fn remember(&mut self, engine: &Engine) {
        if let Some(best) = self.best.as_mut().filter(|best| best.pass == self.losses.len()) {
            best.mark = Some(engine.mark());
        }
    }

    /// Goes back to the best pass.
    fn keep(self, engine: &mut Engine) -> Result<Option<Holdout>> {
        let Some(best) = self.best else { return Ok(None) };
        if let Some(mark) = best.mark {
            engine.back_to(mark)?;
        }
        let binary = engine.loss().labels() == noregret::Labels::Binary;
        Ok(Some(Holdout {
            which: self.flags.told(),
            examples: self.held.len() as u64,
            loss_by_pass: self.losses,
            best_pass: best.pass,
            loss: best.loss,
            mistakes: best.mistakes.filter(|_| binary),
        }))
    }
}

/// What a pass reads, and what it does beside learning.
struct Source<'a> {
    inputs: &'a [Input],
    reading: &'a ReadOptions,
    /// The cache that the pass before has left.
    replay: Option<Replay>,
    progress: Progress,
    predictions: Option<&'a mut Output>,
}

impl Train {
    /// Passes over the data as often as asked for. Only the first pass parses them where there is a cache.
    pub(super) fn pass(
        &self,
        engine: &mut Engine,
        inputs: &[Input],
        reading: &ReadOptions,
        predictions: Option<&mut Output>,
    ) -> Result<Passed> {
        let flags = &self.passes;
        let progress = Progress::new(self.quiet, self.progress);
        let mut source = Source { inputs, reading, replay: None, progress, predictions };
        let mut passed = Passed { end: End::Complete, losses: Vec::new(), order: Order::default(), holdout: None };
        let holds_out = flags.several() && !flags.holdout_off && !self.testonly;
        let mut trial = holds_out.then(|| Trial::new(flags));
        for number in 0..flags.passes {
            let before = *engine.core().counts_here();
            let order = Some(&mut passed.order).filter(|_| number == 0);
            passed.end = self.once(engine, &mut source, order, trial.as_mut())?;
            let last = number + 1 == flags.passes;
            if !last {
                // The next pass brings the same labels again, not more of them.
                engine.settle_labels()?;
            }
            passed.losses.extend(engine.core().counts_here().mean_loss_since(&before));
            if passed.end == End::Interrupted {
                break;
            }
            if let Some(model) = self.model.as_deref().filter(|_| flags.save_per_pass) {
                place([engine.write(PassFlags::path(model, number))?])?;
            }
            let goes_on = trial.as_mut().is_none_or(|trial| trial.judge(engine));
            if last || !goes_on {
                break;
            }
            if let Some(trial) = &mut trial {
                trial.remember(engine);
            }
        }
        passed.holdout = match trial {
            Some(trial) => trial.keep(engine)?,
            None => None,
        };
        Ok(passed)
    }

    /// Passes over the data once. Only the first pass looks at the order of labels.
    fn once(
        &self,
        engine: &mut Engine,
        source: &mut Source<'_>,
        mut order: Option<&mut Order>,
        mut trial: Option<&mut Trial<'_>>,
    ) -> Result<End> {
        let label_help = self.label_help(engine);
        let mut session = match source.replay.take() {
            Some(replay) => engine.replay(replay)?,
            None => {
                // The first pass writes the cache; a later one reads the text again only if that failed.
                let cache = source.reading.cache.clone().filter(|_| order.is_some());
                let reading = ReadOptions { cache, ..source.reading.clone() };
                engine.read(source.inputs.to_vec(), self.input.format, reading)?
            }
        };
        if let (Some(why), Some(cache)) = (session.stream().remark(), &source.reading.cache) {
            say(format_args!("the cache {} is written anew: {why}", cache.path.display()));
        }
        source.progress.start(session.stream().bytes_total());
        let mut pass = Pass {
            on_error: self.input.on_error,
            label_help,
            predictions: source.predictions.as_deref_mut(),
            output: self.output,
            progress: &mut source.progress,
        };
        let mut place = 0;
        let ended = pass.run(&mut session, |core, example| {
            place += 1;
            if let (Some(order), Some(label)) = (&mut order, example.label) {
                order.see(label);
            }
            match &mut trial {
                Some(trial) if self.passes.holds_out(place) => trial.set_aside(core, example),
                _ if self.testonly => core.predict(example),
                _ => core.learn(example),
            }
        });
        source.progress.finish();
        let end = ended?;
        if let (Some(why), Some(cache)) = (session.stream().given_up(), &source.reading.cache) {
            say(format_args!("the cache {} was not written: {why}", cache.path.display()));
        }
        source.replay = session.stream().replayable();
        Ok(end)
    }
}
