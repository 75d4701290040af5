//! What became of one line that was learned from, for whoever keeps a score of its own: a server with several learners
//! over one stream.
//!
//! A label may come long after the prediction. Then the prediction that was served is the progressive one, and is what
//! is counted; the learner steps from its weights of now.

use crate::core::{Core, seen, seen_class};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::learn::{Taken, take, unread};
use crate::margins::Parsers;
use noregret_io::{Counts, Drafted, Example, Format};

/// What an example taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// What became of it.
    pub taken: Taken,
    /// Its label as the learner understands it; none if it had none, or waits.
    pub label: Option<f64>,
    /// What it added to the counts; nothing where it waits.
    pub seen: Counts,
}

impl Lesson {
    fn of(taken: Taken) -> Self {
        Self { taken, label: None, seen: Counts::default() }
    }

    /// The mean loss and the mean mistakes of the example, where they are known.
    pub fn costs(&self) -> Option<(f64, f64)> {
        let Counts { weight, loss, mistakes, .. } = self.seen;
        (self.label.is_some() && weight > 0.0).then(|| (loss / weight, mistakes / weight))
    }
}

impl Engine {
    /// Learns from a line of text, in a format without a header, as [`learn_line`](Self::learn_line) does, and tells
    /// what it taught. `served` has the margins that were served for it before, if some were: they are counted in
    /// place of those of now (unless its label still waits for others, or is a class they did not know).
    pub fn lesson(
        &mut self,
        format: Format,
        line: &[u8],
        served: Option<&[f64]>,
    ) -> Result<Lesson, EngineError> {
        if !self.core.learns() {
            return Err(EngineError::Frozen);
        }
        let Self { core, schema, entry, parsers, .. } = self;
        let intake = entry.of_format(format, schema)?;
        let ready = match intake.line(line).map_err(unread)? {
            None => return Ok(Lesson::of(Taken::Nothing)),
            Some(Drafted::Ready(ready)) => ready,
            Some(waiting) => return take(core, schema, parsers, waiting, &mut |_, _, _| {}).map(Lesson::of),
        };
        let example = ready.example();
        let (number, label) = (example.line, example.label);
        let before = core.tallies();
        let margin = core.learn(&example).map_err(|error| EngineError::refused(error, number, schema))?;
        let own = core.seen(&example, margin);
        let counted = served.and_then(|served| served_counts(core, &example, served));
        if let Some(counted) = &counted {
            core.recount(before, counted);
        }
        if ready.accept(schema) {
            *parsers = Parsers::default();
        }
        Ok(Lesson { taken: Taken::At(margin), label, seen: counted.unwrap_or(own) })
    }
}

/// What an example adds to the counts by margins that were served for it; none if they do not fit.
fn served_counts(core: &Core, example: &Example<'_>, served: &[f64]) -> Option<Counts> {
    if !served.iter().all(|margin| margin.is_finite()) {
        return None;
    }
    match core.objective() {
        None => served.first().map(|&margin| seen(example, margin, core.loss())),
        Some(objective) => {
            let knows = |class: f64| class >= 0.0 && (class as usize) < served.len();
            let fits = example.label.is_none_or(knows) && !served.is_empty();
            fits.then(|| seen_class(example, served, served.len(), Some(objective)))
        }
    }
}
