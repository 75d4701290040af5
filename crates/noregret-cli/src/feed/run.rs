//! One pass over the input: every example handled, every bad line stopped at or counted, every prediction
//! written.

use crate::feed::batches::{self, Next};
use crate::feed::explain;
use crate::feed::input::OnError;
use crate::feed::prediction::{self, Form};
use crate::feed::progress::{Progress, Row};
use crate::voice::failure::{Failure, bad_line, writing};
use crate::voice::interrupt;
use anyhow::Result;
use noregret::LearnError;
use noregret_engine::{Core, Refused, Session};
use noregret_io::{Example, Item, LineError, Output, Schema};
use std::io::{self, Write};

/// How many bad lines are shown when they are left out; the rest is only counted.
const SHOWN: u64 = 5;

/// How a pass ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the end of the input.
    Complete,
    /// By Ctrl-C.
    Interrupted,
}

/// What a pass does beside giving the examples to the learner.
pub struct Pass<'a> {
    /// What to do about a bad line.
    pub on_error: OnError,
    /// Advice to add to a bad label's message.
    pub label_help: Option<&'a str>,
    /// Where predictions go.
    pub predictions: Option<&'a mut Output>,
    /// What is written of them, if that is asked for.
    pub output: Option<Form>,
    /// Writes why, instead of the prediction alone.
    pub explain: bool,
    /// What is said meanwhile.
    pub progress: &'a mut Progress,
}

/// Why a learner did not take an example, with what to do.
pub fn refused(example: &Example<'_>, error: &Refused, schema: &Schema) -> Failure {
    let scale = "rescale the feature, or pass --on-error skip to leave such lines out";
    let help = match error {
        Refused::Overflow => {
            "rescale the features, or pass --on-error skip to leave such lines out".to_owned()
        }
        Refused::Learner(LearnError::Overflow { .. }) => scale.to_owned(),
        Refused::Learner(LearnError::LeftDomain { .. }) => {
            "use --update implicit, which cannot leave it, or a smaller --eta".to_owned()
        }
        Refused::Learner(LearnError::Unresolved) => {
            "rescale the features, raise --delta (--alpha), or pass --on-error skip to leave such lines out"
                .to_owned()
        }
        Refused::Learner(LearnError::TableFull { .. }) => {
            "hash the features into fewer slots with --bits".to_owned()
        }
        Refused::Learner(LearnError::TooWide { instead, .. }) => {
            format!("use -a {instead}, which keeps a few numbers a feature")
        }
        Refused::Learner(_) | Refused::Frozen => {
            "fix the line, or pass --on-error skip to leave such lines out".to_owned()
        }
    };
    let message = format!("{}:{}: {}", example.file, example.line, error.told(schema));
    Failure { message, help: Some(help) }
}

/// Hands an example over.
#[inline]
fn asked(
    handle: &mut impl FnMut(&mut Core, &Schema, &Example<'_>) -> Result<f64, Refused>,
    session: &mut Session<'_>,
    example: &Example<'_>,
) -> Result<f64, Refused> {
    let (core, schema) = session.both();
    handle(core, schema, example)
}

impl Pass<'_> {
    /// Runs it. `handle` gives an example to the learner, to learn from or only to predict, and gives the
    /// margin; the schema is as far as was read.
    pub fn run(
        &mut self,
        session: &mut Session<'_>,
        mut handle: impl FnMut(&mut Core, &Schema, &Example<'_>) -> Result<f64, Refused>,
    ) -> Result<End> {
        loop {
            // Whoever waits for our predictions gets those there are before we wait.
            let batch = match batches::next(session, || self.flush())? {
                Next::Batch(batch) => batch,
                Next::End => return Ok(End::Complete),
                Next::Interrupted => return Ok(End::Interrupted),
            };
            for (done, item) in batch.iter().enumerate() {
                if interrupt::asked() {
                    session.stop_within(&batch, done);
                    return Ok(End::Interrupted);
                }
                match item {
                    Item::Bad(error) => self.bad(session.core(), error)?,
                    Item::Example(example) => match asked(&mut handle, session, &example) {
                        Ok(predicted) => {
                            let (core, schema) = session.parts();
                            self.good(core, schema, &example, predicted)?;
                        }
                        Err(error) => {
                            let failure = refused(&example, &error, session.schema());
                            self.unusable(session.core(), &example, failure)?;
                        }
                    },
                }
            }
            self.progress.bytes(session.stream().bytes_read(), session.core().counts_here());
        }
    }

    fn flush(&mut self) -> Result<()> {
        match self.predictions.as_mut() {
            Some(out) => out.flush().map_err(|error| writing(out.name())(error)),
            None => Ok(()),
        }
    }

    #[inline]
    fn good(&mut self, core: &Core, schema: &Schema, example: &Example<'_>, predicted: f64) -> Result<()> {
        let labels = &schema.labels;
        match (&self.predictions, self.explain) {
            (None, _) => {}
            (Some(_), true) => {
                let line = explain::line(core, schema, example, predicted);
                self.write(b"", |out| out.write_all(line.as_bytes()))?;
            }
            (Some(_), false) => {
                let form = Form::of(self.output, core)?;
                self.write(example.tag, |out| form.write(out, core, labels, predicted))?;
            }
        }
        let features = example.features.len() - usize::from(example.bias);
        self.progress
            .example(core.counts_here(), || Row::new(core, labels, example.label, predicted, features));
        Ok(())
    }

    /// Writes a line of predictions.
    fn write(&mut self, tag: &[u8], value: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<()> {
        let Some(out) = self.predictions.as_mut() else { return Ok(()) };
        let written = value(out).and_then(|()| {
            if !tag.is_empty() {
                out.write_all(b" ")?;
                prediction::last(out, tag)?;
            }
            out.write_all(b"\n")
        });
        written.map_err(|error| writing(out.name())(error))
    }

    fn bad(&mut self, core: &mut Core, error: &LineError) -> Result<()> {
        match self.on_error {
            OnError::Stop => Err(bad_line(error, self.label_help)),
            OnError::Skip => self.skip(core, &error.to_string(), b""),
        }
    }

    fn unusable(&mut self, core: &mut Core, example: &Example<'_>, failure: Failure) -> Result<()> {
        match self.on_error {
            OnError::Stop => Err(failure.into()),
            OnError::Skip => self.skip(core, &failure.message, example.tag),
        }
    }

    fn skip(&mut self, core: &mut Core, message: &str, tag: &[u8]) -> Result<()> {
        core.skip();
        match core.counts_here().skipped {
            1..=SHOWN => self.progress.note(&format!("skipped: {message}")),
            n if n == SHOWN + 1 => {
                self.progress.note("skipped: more bad lines are only counted from here on")
            }
            _ => {}
        }
        if self.explain {
            return self.write(b"", |out| out.write_all(explain::left_out(tag).as_bytes()));
        }
        // NaN stands for a line that was left out, so that there is one for each.
        self.write(tag, |out| prediction::number(out, f64::NAN))
    }
}
