//! The passes over the data: as often as asked for, or until what is held out says that more do no good.

use super::Train;
use super::pass_flags::PassFlags;
use super::trial::{Holdout, Trial};
use crate::feed::meter::Meter;
use crate::feed::order::Order;
use crate::feed::progress::Progress;
use crate::feed::run::{End, Pass};
use crate::files::place;
use crate::voice::talk::say;
use anyhow::Result;
use noregret_engine::Engine;
use noregret_io::{Input, Output, ReadOptions, Replay};
use noregret_measure::Report;

/// What the passes came to.
pub struct Passed {
    pub end: End,
    /// The mean loss of each, in passing.
    pub losses: Vec<f64>,
    /// What the predictions of the first are worth: later ones know the examples.
    pub measures: Option<Report>,
    /// In which order labels came.
    pub order: Order,
    /// What was held out, if anything was and a pass was ended.
    pub holdout: Option<Holdout>,
}

/// What only the first pass looks at.
struct First {
    order: Order,
    meter: Meter,
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
        let mut passed = Passed {
            end: End::Complete,
            losses: Vec::new(),
            measures: None,
            order: Order::default(),
            holdout: None,
        };
        let mut first = First { order: Order::default(), meter: Meter::default() };
        let holds_out = flags.holds_out_any() && !self.testonly;
        let mut trial = holds_out.then(|| Trial::new(flags));
        for number in 0..flags.passes {
            let before = *engine.core().counts_here();
            let first = Some(&mut first).filter(|_| number == 0);
            passed.end = self.once(engine, &mut source, first, trial.as_mut())?;
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
        (passed.order, passed.measures) = (first.order, first.meter.report());
        passed.holdout = match trial {
            Some(trial) => trial.keep(engine)?,
            None => None,
        };
        Ok(passed)
    }

    /// Passes over the data once.
    fn once(
        &self,
        engine: &mut Engine,
        source: &mut Source<'_>,
        mut first: Option<&mut First>,
        mut trial: Option<&mut Trial<'_>>,
    ) -> Result<End> {
        let label_help = self.label_help(engine);
        let mut session = match source.replay.take() {
            Some(replay) => engine.replay(replay)?,
            None => {
                // The first pass writes the cache; a later one reads the text again only if that failed.
                let cache = source.reading.cache.clone().filter(|_| first.is_some());
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
            explain: false,
            progress: &mut source.progress,
        };
        let mut place = 0;
        let ended = pass.run(&mut session, |core, _, example| {
            place += 1;
            if let (Some(first), Some(label)) = (&mut first, example.label) {
                first.order.see(label);
            }
            let predicted = match &mut trial {
                Some(trial) if self.passes.holds_out(place) => return trial.set_aside(core, example),
                _ if self.testonly => core.predict(example),
                _ => core.learn(example),
            }?;
            if let Some(first) = first.as_mut().filter(|_| !self.no_measures) {
                first.meter.note(core, example, predicted);
            }
            Ok(predicted)
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
