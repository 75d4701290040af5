//! The doors to learn by: rows, named features, lines. Each example is one step; one that is refused leaves
//! no trace.

use crate::core::Core;
use crate::dense::Sparse;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::foresight::Foresight;
use crate::margins::Parsers;
use noregret::{Features, Rows};
use noregret_io::{Batch, Drafted, Family, Format, GivenLabel, Item, LineError, LineFault, Named, Schema};

/// What became of an example that was handed over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Taken {
    /// It was learned from, or only predicted if it had no label: its margin before. Of several classes, the
    /// place of the best one.
    At(f64),
    /// It waits for other labels, which say what its own means.
    Waiting,
    /// There was no example: a blank line, a comment.
    Nothing,
}

impl Taken {
    /// The margin, if it is known.
    pub fn margin(self) -> Option<f64> {
        if let Self::At(margin) = self { Some(margin) } else { None }
    }
}

/// Is told the number of an example, its margin before it was learned from and, of several classes, all of them.
type Each<'a> = dyn FnMut(u64, f64, &[f64]) + 'a;

impl Engine {
    /// Learns from rows of numbered features, in order: feature i of a row is feature i of svmlight text, and
    /// the bias is added here. Gives the margin of each before it was learned from; not a number for those
    /// that wait for more labels.
    ///
    /// A label is what the loss takes; under a binary one also what the model's two labels are called, if
    /// these are numbers. (Where the negative one is called 1, or the positive one -1, only the names count.)
    /// Where neither a loss nor labels were named, `auto` waits until the labels say what they are, exactly
    /// as with text: two values in 1 to 1000 examples are two classes, more whole numbers may be classes by
    /// their frequencies, and any other third value makes them numbers;
    /// [`finish`](Self::finish) ends the wait.
    ///
    /// On an error the rows before the one it is about have been learned from, and that one has left no
    /// trace.
    pub fn learn_rows(
        &mut self,
        rows: Rows<'_>,
        labels: &[f64],
        weights: Option<&[f64]>,
    ) -> Result<Vec<f64>, EngineError> {
        let given = weights.map_or(rows.len(), <[f64]>::len);
        if labels.len() != rows.len() || given != rows.len() {
            return Err(EngineError::Length { rows: rows.len(), labels: labels.len(), weights: given });
        }
        self.learns()?;
        let mut seen = Foresight::new();
        for (k, x) in rows.iter().enumerate() {
            let weight = weights.map_or(1.0, |weights| weights[k]);
            self.learn_row_of(x, labels[k], weight, &mut seen)?;
        }
        Ok(seen.into_margins())
    }

    /// As [`learn_rows`](Self::learn_rows), from the next one of rows that come one after the other. A label may also
    /// be a text, as a file would have it.
    pub fn learn_row_of<'l>(
        &mut self,
        x: Features<'_>,
        label: impl Into<GivenLabel<'l>>,
        weight: f64,
        seen: &mut Foresight,
    ) -> Result<Taken, EngineError> {
        self.learns()?;
        let first = seen.expect(self.entry.of_family(Family::Indexed, &self.schema)?.taken() + 1);
        let each = &mut |number: u64, margin: f64, all: &[f64]| seen.keep(number, margin, all);
        self.row(x, label.into(), weight, each).map_err(|error| error.among(first))
    }

    /// As [`learn_rows`](Self::learn_rows), from dense rows of so many columns, one after the other; zeros
    /// are left out, as they are of text.
    pub fn learn_dense(
        &mut self,
        columns: usize,
        values: &[f64],
        labels: &[f64],
        weights: Option<&[f64]>,
    ) -> Result<Vec<f64>, EngineError> {
        self.learn_rows(Sparse::new(columns, values)?.rows()?, labels, weights)
    }

    /// As [`learn_rows`](Self::learn_rows), from one row.
    pub fn learn_row(&mut self, x: Features<'_>, label: f64, weight: f64) -> Result<Taken, EngineError> {
        self.learns()?;
        self.row(x, label.into(), weight, &mut |_, _, _| {})
    }

    fn row(
        &mut self,
        x: Features<'_>,
        y: GivenLabel<'_>,
        weight: f64,
        each: &mut Each<'_>,
    ) -> Result<Taken, EngineError> {
        let Self { core, schema, entry, parsers, .. } = self;
        let drafted = entry.of_family(Family::Indexed, schema)?.row(x, Some(y), weight).map_err(unread)?;
        take(core, schema, parsers, drafted, each)
    }

    /// Learns from features by name, which are those of a line of JSON with these keys. The label is that of
    /// a row.
    pub fn learn_named<'n, 'l>(
        &mut self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        label: impl Into<GivenLabel<'l>>,
        weight: f64,
    ) -> Result<Taken, EngineError> {
        self.named(features, label.into(), weight, &mut |_, _, _| {})
    }

    /// As [`learn_named`](Self::learn_named), from the next one of examples that come one after the other.
    pub fn learn_named_of<'n, 'l>(
        &mut self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        label: impl Into<GivenLabel<'l>>,
        weight: f64,
        seen: &mut Foresight,
    ) -> Result<Taken, EngineError> {
        self.learns()?;
        let first = seen.expect(self.entry.of_family(Family::Named, &self.schema)?.taken() + 1);
        let each = &mut |number: u64, margin: f64, all: &[f64]| seen.keep(number, margin, all);
        self.named(features, label.into(), weight, each).map_err(|error| error.among(first))
    }

    fn named<'n>(
        &mut self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        label: GivenLabel<'_>,
        weight: f64,
        each: &mut Each<'_>,
    ) -> Result<Taken, EngineError> {
        self.learns()?;
        let Self { core, schema, entry, parsers, .. } = self;
        let intake = entry.of_family(Family::Named, schema)?;
        let drafted = intake.named(features, Some(label), weight).map_err(unread)?;
        take(core, schema, parsers, drafted, each)
    }

    /// Learns from a line of text. Its label means what it would in a file of all lines so far. The records
    /// of a table come after its [`header`](Self::header).
    pub fn learn_line(&mut self, format: Format, line: impl AsRef<[u8]>) -> Result<Taken, EngineError> {
        self.learns()?;
        let Self { core, schema, entry, parsers, .. } = self;
        let intake = entry.of_format(format, schema)?;
        match intake.line(line.as_ref()).map_err(unread)? {
            Some(drafted) => take(core, schema, parsers, drafted, &mut |_, _, _| {}),
            None => Ok(Taken::Nothing),
        }
    }

    /// The header of a table whose records follow; the engine must know what its columns hold.
    pub fn header(&mut self, format: Format, header: impl AsRef<[u8]>) -> Result<(), EngineError> {
        self.learns()?;
        self.entry.of_table(format, header.as_ref(), &self.schema)?;
        Ok(())
    }

    /// Ends the input, as the end of a file does: examples that wait for labels are taken for what they look
    /// like and learned from. More may follow, and is refused only if it shows that they were something else.
    /// If what waits shows that of what was learned before, it is given up.
    pub fn finish(&mut self) -> Result<(), EngineError> {
        self.end(&mut |_, _, _| {})
    }

    /// As [`finish`](Self::finish), at the end of examples that came one after the other.
    pub fn finish_of(&mut self, seen: &mut Foresight) -> Result<(), EngineError> {
        self.end(&mut |number, margin, all| seen.keep(number, margin, all))
    }

    /// Refuses the first label that cannot be learned from, as far as labels alone tell, with its place. Nothing
    /// changes. While it is undecided what labels are, only what no label can be is found.
    pub fn check_labels<'l>(
        &self,
        labels: impl IntoIterator<Item = GivenLabel<'l>>,
    ) -> Result<(), (usize, LineFault)> {
        self.schema.labels.check_given(labels)
    }

    fn end(&mut self, each: &mut Each<'_>) -> Result<(), EngineError> {
        let Some(intake) = self.entry.with_waiting() else { return Ok(()) };
        self.parsers = Parsers::default();
        match intake.end(&mut self.schema) {
            Ok(batches) => learn(&mut self.core, &self.schema, &batches, each),
            Err(error) => {
                self.entry.close();
                Err(error.into())
            }
        }
    }

    /// How many examples wait for labels.
    pub fn waiting(&self) -> usize {
        self.entry.waiting()
    }

    pub(crate) fn learns(&self) -> Result<(), EngineError> {
        if self.core.learns() { Ok(()) } else { Err(EngineError::Frozen) }
    }
}

/// Learns from an example that was read, or lets it wait.
pub(crate) fn take(
    core: &mut Core,
    schema: &mut Schema,
    parsers: &mut Parsers,
    drafted: Drafted<'_>,
    each: &mut Each<'_>,
) -> Result<Taken, EngineError> {
    match drafted {
        Drafted::Ready(ready) => {
            let example = ready.example();
            let number = example.line;
            let margin = core.learn(&example).map_err(|error| EngineError::refused(error, number, schema))?;
            if ready.accept(schema) {
                *parsers = Parsers::default();
            }
            each(number, margin, core.margins());
            Ok(Taken::At(margin))
        }
        Drafted::Waiting(waiting) => {
            let batches = waiting.hold(schema)?;
            if batches.is_empty() {
                return Ok(Taken::Waiting);
            }
            *parsers = Parsers::default();
            let mut last = Taken::Waiting;
            learn(core, schema, &batches, &mut |number, margin, all| {
                last = Taken::At(margin);
                each(number, margin, all);
            })?;
            Ok(last)
        }
    }
}

/// Learns from examples whose labels are decided. One that the learner refuses is left out and counted; the
/// first such is told of.
fn learn(
    core: &mut Core,
    schema: &Schema,
    batches: &[Batch],
    each: &mut Each<'_>,
) -> Result<(), EngineError> {
    core.decide(schema)?;
    let mut outcome = Ok(());
    for item in batches.iter().flat_map(Batch::iter) {
        let Item::Example(example) = item else { continue };
        match core.learn(&example) {
            Ok(margin) => each(example.line, margin, core.margins()),
            Err(error) => {
                core.skip();
                outcome = outcome.and(Err(EngineError::refused(error, example.line, schema)));
            }
        }
    }
    outcome
}

#[allow(clippy::boxed_local, reason = "it comes boxed")]
pub(crate) fn unread(error: Box<LineError>) -> EngineError {
    EngineError::unread(*error)
}
