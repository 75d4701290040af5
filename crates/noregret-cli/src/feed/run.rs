//! One pass over the input: every example handled, every bad line stopped at or counted, every prediction written.

use crate::feed::input::OnError;
use crate::feed::progress::{Progress, Row};
use crate::voice::failure::{Failure, bad_line, writing};
use crate::voice::interrupt;
use anyhow::Result;
use noregret::{Labels, LearnError, Loss};
use noregret_io::{
    Batch, Counts, Example, Family, Item, LabelKind, LineError, Output, Polled, Schema, Stream, shortest,
};
use std::io::Write;
use std::time::Duration;

/// How many bad lines are shown when they are left out; the rest is only counted.
const SHOWN: u64 = 5;

/// How long to wait for examples before looking at a stop signal.
const PATIENCE: Duration = Duration::from_millis(100);

/// How a pass ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Labels that were open are decided; the examples that tell are kept for going on.
    Decided,
    /// At the end of the input.
    Complete,
    /// By Ctrl-C.
    Interrupted,
}

/// What a pass does with the examples.
pub struct Pass<'a> {
    /// A batch already taken from the stream.
    pub first: Option<Batch>,
    /// Whether to end when labels that are open are decided.
    pub open: bool,
    /// The loss they are judged by.
    pub loss: Loss,
    /// What to do about a bad line.
    pub on_error: OnError,
    /// Advice to add to a bad label's message.
    pub label_help: Option<&'a str>,
    /// Where predictions go.
    pub predictions: Option<&'a mut Output>,
    /// Whether predictions are on the label's scale instead of margins.
    pub link: bool,
    /// What is said meanwhile.
    pub progress: &'a mut Progress,
    /// What was seen in this run.
    pub counts: &'a mut Counts,
    /// What the model has seen in all its runs: added to example by example, so that a resumed sum has the same bits.
    pub total: &'a mut Counts,
}

/// What to call a feature index in a message.
pub fn feature_name(index: u32, schema: &Schema) -> String {
    if index == 0 && schema.bias {
        return "the bias".to_owned();
    }
    if schema.family == Some(Family::Indexed) && schema.bits.is_none() {
        return index.saturating_sub(1).to_string();
    }
    schema
        .names
        .get(index)
        .map_or_else(|| format!("slot {}", index.saturating_sub(1)), |name| name.into_owned())
}

/// What an example with its margin adds to the counts.
pub fn seen(example: &Example<'_>, margin: f64, loss: Loss) -> Counts {
    let features = example.features.len() - usize::from(example.bias);
    let mut seen = Counts { examples: 1, features: features as u64, ..Counts::default() };
    if let Some(y) = example.label {
        seen.labelled = 1;
        seen.weight = example.weight;
        seen.loss = example.weight * loss.value(margin, y);
        if loss.labels() == Labels::Binary && y * margin <= 0.0 {
            seen.mistakes = example.weight;
        }
    }
    seen
}

/// Why an example has no prediction, with what to do.
pub fn unpredictable(example: &Example<'_>) -> Failure {
    Failure {
        message: format!(
            "{}:{}: the numbers of this example are too large: its prediction overflows",
            example.file, example.line
        ),
        help: Some("rescale the features, or pass --on-error skip to leave such lines out".to_owned()),
    }
}

/// Why a learner did not take an example, with what to do.
pub fn refused(example: &Example<'_>, error: &LearnError, schema: &Schema) -> Failure {
    let place = format!("{}:{}", example.file, example.line);
    let (message, help) = match error {
        LearnError::Overflow { index } => {
            let feature = index
                .map_or_else(String::new, |index| format!(" at feature {}", feature_name(index, schema)));
            let message = format!(
                "the numbers of this example are too large{feature}: learning from it would overflow"
            );
            (message, "rescale the feature, or pass --on-error skip to leave such lines out")
        }
        LearnError::LeftDomain { round, index } => {
            let feature = feature_name(*index, schema);
            let message = format!(
                "in round {round} the explicit step left the domain of the potential (feature {feature})"
            );
            (message, "use --update implicit, which cannot leave it, or a smaller --eta")
        }
        LearnError::Unresolved => {
            let message = "the step of this example is lost in rounding: under a box or a penalty its features are of too different sizes";
            (
                message.to_owned(),
                "rescale the features, raise --delta (--alpha), or pass --on-error skip to leave such lines out",
            )
        }
        LearnError::TableFull { index, bytes } => {
            let message =
                format!("feature {} needs a weight table of {bytes} bytes", feature_name(*index, schema));
            (message, "hash the features into fewer slots with --bits")
        }
        LearnError::TooWide { features, limit, instead } => {
            let message = format!("{features} features are more than the {limit} of a full matrix");
            let help = format!("use -a {instead}, which keeps a few numbers a feature");
            return Failure { message: format!("{place}: {message}"), help: Some(help) };
        }
        other => (other.to_string(), "fix the line, or pass --on-error skip to leave such lines out"),
    };
    Failure { message: format!("{place}: {message}"), help: Some(help.to_owned()) }
}

impl Pass<'_> {
    /// Runs it. `handle` predicts (and perhaps learns) and gives the margin.
    pub fn run(
        &mut self,
        stream: &mut Stream,
        mut handle: impl FnMut(&Example<'_>) -> Result<f64, LearnError>,
    ) -> Result<End> {
        loop {
            if interrupt::asked() {
                return Ok(End::Interrupted);
            }
            let batch = match self.poll(stream)? {
                Polled::Batch(batch) => batch,
                Polled::Waiting => continue,
                Polled::End => return Ok(End::Complete),
            };
            if self.open && stream.schema().labels.kind() != LabelKind::Open {
                (self.first, self.open) = (Some(batch), false);
                return Ok(End::Decided);
            }
            for (done, item) in batch.iter().enumerate() {
                if interrupt::asked() {
                    stream.stop_within(&batch, done);
                    return Ok(End::Interrupted);
                }
                match item {
                    Item::Bad(error) => self.bad(error)?,
                    Item::Example(example) => match handle(&example) {
                        Ok(margin) if margin.is_finite() => self.good(&example, margin)?,
                        Ok(_) => self.unusable(&example, unpredictable(&example))?,
                        Err(error) => self.unusable(&example, refused(&example, &error, stream.schema()))?,
                    },
                }
            }
            self.progress.bytes(stream.bytes_read(), self.counts);
            if interrupt::asked() {
                return Ok(End::Interrupted);
            }
        }
    }

    /// What comes next. Whoever waits for our predictions gets those there are before we wait.
    fn poll(&mut self, stream: &mut Stream) -> Result<Polled> {
        if let Some(batch) = self.first.take() {
            return Ok(Polled::Batch(batch));
        }
        match stream.next(Duration::ZERO)? {
            Polled::Waiting => {}
            polled => return Ok(polled),
        }
        if let Some(out) = self.predictions.as_mut() {
            out.flush().map_err(|error| writing(out.name())(error))?;
        }
        Ok(stream.next(PATIENCE)?)
    }

    fn good(&mut self, example: &Example<'_>, margin: f64) -> Result<()> {
        let seen = seen(example, margin, self.loss);
        let features = seen.features as usize;
        self.counts.add(&seen);
        self.total.add(&seen);
        self.write(if self.link { self.loss.link(margin) } else { margin }, example.tag)?;
        let row = || Row { label: example.label, prediction: margin, features };
        self.progress.example(self.counts, row);
        Ok(())
    }

    /// Writes a line of predictions; NaN stands for a line that was left out, so that there is one for each.
    fn write(&mut self, value: f64, tag: &[u8]) -> Result<()> {
        let Some(out) = self.predictions.as_mut() else { return Ok(()) };
        let number = if value.is_nan() { write!(out, "nan") } else { write!(out, "{}", shortest(value)) };
        let written = number.and_then(|()| {
            if !tag.is_empty() {
                out.write_all(b" ")?;
                out.write_all(tag)?;
            }
            out.write_all(b"\n")
        });
        written.map_err(|error| writing(out.name())(error))
    }

    fn bad(&mut self, error: &LineError) -> Result<()> {
        match self.on_error {
            OnError::Stop => Err(bad_line(error, self.label_help)),
            OnError::Skip => self.skip(&error.to_string(), b""),
        }
    }

    fn unusable(&mut self, example: &Example<'_>, failure: Failure) -> Result<()> {
        match self.on_error {
            OnError::Stop => Err(failure.into()),
            OnError::Skip => self.skip(&failure.message, example.tag),
        }
    }

    fn skip(&mut self, message: &str, tag: &[u8]) -> Result<()> {
        self.counts.skipped += 1;
        self.total.skipped += 1;
        match self.counts.skipped {
            1..=SHOWN => self.progress.note(&format!("skipped: {message}")),
            n if n == SHOWN + 1 => {
                self.progress.note("skipped: more bad lines are only counted from here on")
            }
            _ => {}
        }
        self.write(f64::NAN, tag)
    }
}
