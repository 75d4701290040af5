//! Examples handed over one at a time, to learn from: lines, rows or named features, as a stream would read
//! them.
//!
//! Made once from a schema, which then grows with every example as it would with a stream's: the same
//! indices, the same names and collisions, the same meaning of labels, the same errors. An example comes in
//! two steps, so that whoever refuses it leaves no trace of it:
//!
//! ```text
//! line, row, named  ->  Ready    its example can be looked at; accept() brings the schema up to date
//!                       Waiting  its label means nothing before others have come; hold() gives what is decided by it
//! ```
//! Labels of lines wait as those of a file do: for the second of a pair, or, where nobody said whether labels
//! are classes or numbers, for enough of them. Labels that come as numbers wait in the second case alone.
//! Unlike in a file, a line that is refused is not held, and so does not shorten the wait of others, which
//! ends at 64 MiB.

mod naming;

pub use naming::Naming;

use std::borrow::Cow;
use std::sync::Arc;

use noregret::Features;

use crate::draft::context::{Context, Contexts};
use crate::draft::drafter::Drafter;
use crate::error::fault::{LineFault, NumberFault};
use crate::error::{LineError, ReadError, Refusal};
use crate::format::Format;
use crate::format::named::Named;
use crate::pipeline::batch::{Batch, Example, Label};
use crate::pipeline::line::{LineReader, placed};
use crate::pipeline::merge::Merge;
use crate::pipeline::parser::draft_row;
use crate::schema::Schema;
use crate::schema::labels::{GivenLabel, Labels};
use crate::text::shortest::shortest;

/// Takes examples in, one at a time.
#[derive(Debug)]
pub struct Intake {
    contexts: Contexts,
    source: Source,
    merge: Merge,
    /// How many were handed over.
    taken: u64,
}

/// Where examples come from.
#[derive(Debug)]
struct Source {
    context: Arc<Context>,
    reader: LineReader,
    drafter: Drafter,
}

/// An example that was read.
#[derive(Debug)]
pub enum Drafted<'a> {
    /// It can be learned from now.
    Ready(Ready<'a>),
    /// Others have to come first.
    Waiting(Waiting<'a>),
}

/// An example that can be learned from now. Dropped, it leaves nothing behind.
#[derive(Debug)]
pub struct Ready<'a> {
    intake: &'a mut Intake,
    label: Option<f64>,
    /// What labels are, if this one changed it.
    labels: Option<Box<Labels>>,
}

/// An example that waits for the labels of others. Dropped, it leaves nothing behind.
#[derive(Debug)]
pub struct Waiting<'a> {
    intake: &'a mut Intake,
}

impl Source {
    fn open(
        contexts: &mut Contexts,
        name: &str,
        format: Format,
        header: Option<&[u8]>,
    ) -> Result<Self, ReadError> {
        let before = contexts.schema.clone();
        let opened = contexts.start(&name.into(), format).and_then(|context| {
            let context = Arc::new(context);
            let mut drafter = Drafter::new(context.clone());
            let reader = LineReader::new(&context, header, &mut drafter)?;
            Ok(Self { context, reader, drafter })
        });
        match &opened {
            Ok(source) => contexts.schema = source.drafter.schema.clone(),
            Err(_) => contexts.schema = before,
        }
        opened
    }

    /// Tells the merger of the source.
    fn enter(&mut self, merge: &mut Merge) -> Result<(), ReadError> {
        merge.open(self.context.clone());
        merge.absorb(self.drafter.take(0))
    }
}

impl Intake {
    /// For lines of a format, for rows if it is svmlight, for named features else. The name stands in
    /// messages; a table needs its header, with columns that the schema knows.
    pub fn new(
        schema: &Schema,
        name: &str,
        format: Format,
        header: Option<&[u8]>,
    ) -> Result<Self, ReadError> {
        let mut contexts = Contexts::new(schema)?;
        contexts.schema.filter = None;
        // Those handed over beside a row may be; those of lines are held to their format.
        contexts.texts = true;
        let mut source = Source::open(&mut contexts, name, format, header)?;
        let mut merge = Merge::new(schema);
        source.enter(&mut merge)?;
        Ok(Self { contexts, source, merge, taken: 0 })
    }

    /// Counts what is handed over from there on.
    pub fn counting_from(mut self, taken: u64) -> Self {
        self.taken = taken;
        self
    }

    /// Turns to another source; on an error it stays with the one it has.
    pub fn turn(&mut self, name: &str, format: Format, header: Option<&[u8]>) -> Result<(), ReadError> {
        let mut source = Source::open(&mut self.contexts, name, format, header)?;
        source.enter(&mut self.merge)?;
        self.source = source;
        Ok(())
    }

    /// Gives back the memory that the last example took to be read. Nothing else changes.
    pub fn shed(&mut self) {
        self.source.reader.shed();
        self.source.drafter.shed();
    }

    /// The format it reads now.
    pub fn format(&self) -> Format {
        self.source.context.format
    }

    /// The name of what it reads now.
    pub fn name(&self) -> &str {
        &self.source.context.file
    }

    /// How many examples wait for labels.
    pub fn waiting(&self) -> usize {
        self.merge.waiting()
    }

    /// How many lines, rows and lists of features were handed over.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Reads a line, with its end or without; none if it is blank or a comment.
    pub fn line(&mut self, line: &[u8]) -> Result<Option<Drafted<'_>>, Box<LineError>> {
        self.taken += 1;
        let texts = !matches!(self.format(), Format::Svmlight | Format::Vw);
        let Source { reader, drafter, .. } = &mut self.source;
        let read = reader.read(line, drafter);
        if read.is_ok() && self.source.drafter.draft().rows.is_empty() {
            return Ok(None);
        }
        let outlook = read.map_err(|refusal| *refusal).and_then(|()| self.by_text(texts));
        self.drafted(outlook).map(Some)
    }

    /// Takes a sparse vector of numbered features, as svmlight text of it would be taken; without a label the
    /// example is only predicted.
    pub fn row<'l>(
        &mut self,
        x: Features<'_>,
        label: Option<impl Into<GivenLabel<'l>>>,
        weight: f64,
    ) -> Result<Drafted<'_>, Box<LineError>> {
        self.source.drafter.clear();
        self.labelled(label.map(Into::into), |drafter, text| draft_row(x, weight, text, drafter))
    }

    /// Takes features by name, as a line of JSON with these keys would be taken. The label is that of a
    /// [`row`](Self::row).
    pub fn named<'n, 'l>(
        &mut self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        label: Option<impl Into<GivenLabel<'l>>>,
        weight: f64,
    ) -> Result<Drafted<'_>, Box<LineError>> {
        let mut naming = self.naming();
        features.into_iter().for_each(|feature| naming.add(feature.into()));
        naming.end(label, weight)
    }

    /// Takes what a function drafts, with a label that was handed over.
    fn labelled(
        &mut self,
        label: Option<GivenLabel<'_>>,
        draft: impl FnOnce(&mut Drafter, Option<&[u8]>) -> Result<(), Box<Refusal>>,
    ) -> Result<Drafted<'_>, Box<LineError>> {
        self.taken += 1;
        let waits = self.merge.waits();
        let text = match label {
            // A number that waits is kept as a text, among those of lines.
            Some(GivenLabel::Number(value)) if waits => Some(Cow::Owned(shortest(value).to_string())),
            Some(GivenLabel::Text(text)) => Some(Cow::Borrowed(text)),
            Some(GivenLabel::Number(_)) | None => None,
        };
        let outlook = match label {
            Some(GivenLabel::Number(value)) if !value.is_finite() => {
                let fault = LineFault::Number { what: "label", fault: NumberFault::NotFinite };
                Err(*Refusal::named("label", value.to_string().as_bytes(), fault))
            }
            _ => draft(&mut self.source.drafter, text.as_deref().map(str::as_bytes))
                .map_err(|refusal| *refusal)
                .and_then(|()| match label {
                    Some(GivenLabel::Number(value)) if !waits => self.by_number(value),
                    _ => self.by_text(true),
                }),
        };
        self.drafted(outlook)
    }

    /// What becomes of an example whose label is a text, or absent; `texts` says whether it need not be a number.
    fn by_text(&mut self, texts: bool) -> Result<Outlook, Refusal> {
        self.bears_letters()?;
        let text = self.source.drafter.draft().first().and_then(|(_, _, text)| text);
        let (label, labels) = self.merge.judge(&self.source.context, texts, text)?;
        Ok(match label {
            _ if self.merge.labels().waits() => Outlook::Waiting,
            Label::Pending(_) => Outlook::Waiting,
            Label::Value(value) => Outlook::Ready(Some(value), labels.map(Box::new)),
            Label::Absent => Outlook::Ready(None, labels.map(Box::new)),
        })
    }

    /// What becomes of an example whose label is a number and need not wait.
    fn by_number(&mut self, value: f64) -> Result<Outlook, Refusal> {
        self.bears_letters()?;
        let (label, labels) = self.merge.judge_number(self.source.context.format, value)?;
        Ok(Outlook::Ready(Some(label), labels.map(Box::new)))
    }

    /// Refuses letters of interactions that mean something else than before.
    fn bears_letters(&self) -> Result<(), Refusal> {
        let letters = &self.source.drafter.draft().letters;
        letters
            .iter()
            .try_for_each(|(_, meant)| self.merge.bears_letters(meant))
            .map_err(|fault| *Refusal::line(fault))
    }

    fn drafted(&mut self, outlook: Result<Outlook, Refusal>) -> Result<Drafted<'_>, Box<LineError>> {
        match outlook {
            Ok(Outlook::Ready(label, labels)) => Ok(Drafted::Ready(Ready { intake: self, label, labels })),
            Ok(Outlook::Waiting) => Ok(Drafted::Waiting(Waiting { intake: self })),
            Err(refusal) => Err(placed(refusal, &self.source.context, self.taken)),
        }
    }

    /// Ends the input, as the end of a file does: what waits is taken for what it looks like and handed over,
    /// and more may follow. On an error the intake is of no use any more.
    pub fn end(&mut self, schema: &mut Schema) -> Result<Vec<Batch>, ReadError> {
        let delta = self.merge.end()?;
        let batches = self.release(schema);
        delta.merge_into(schema);
        self.merge.again(schema);
        Ok(batches)
    }

    /// What is decided; the schema learns what it brings.
    fn release(&mut self, schema: &mut Schema) -> Vec<Batch> {
        let mut batches: Vec<Batch> = self.merge.ready.drain(..).collect();
        for batch in &mut batches {
            std::mem::take(&mut batch.delta).merge_into(schema);
        }
        batches
    }
}

/// What becomes of an example.
enum Outlook {
    /// It can be learned from now: its label, and what labels are then if it changed that.
    Ready(Option<f64>, Option<Box<Labels>>),
    Waiting,
}

impl Ready<'_> {
    /// The example.
    pub fn example(&self) -> Example<'_> {
        let Source { context, drafter, .. } = &self.intake.source;
        let arena = &drafter.draft().arena;
        let (features, weight, tag) = match drafter.draft().first() {
            Some((cells, weight, _)) => (arena.features(cells), weight, arena.tag(cells)),
            None => (Features::default(), 1.0, &b""[..]),
        };
        let (line, bias) = (self.intake.taken, context.schema.bias);
        Example { features, label: self.label, weight, tag, line, file: &context.file, bias }
    }

    /// Takes the example in: the schema learns its names and what its label tells of labels. Whether more
    /// than names changed.
    pub fn accept(self, schema: &mut Schema) -> bool {
        let Intake { merge, source, .. } = self.intake;
        // Most examples bring nothing new.
        if self.labels.is_none()
            && let Some(counts) = merge.accept_known(source.drafter.draft())
        {
            (schema.collisions, schema.product_collisions) = counts;
            return false;
        }
        let delta = merge.accept(source.drafter.draft(), self.labels.map(|labels| *labels));
        let changed = delta.head.is_some();
        delta.merge_into(schema);
        changed
    }
}

impl Waiting<'_> {
    /// Takes the example in. What its label decides is handed over, in order, this example last; nothing, if
    /// all goes on waiting. On an error nothing has changed.
    pub fn hold(self, schema: &mut Schema) -> Result<Vec<Batch>, ReadError> {
        let intake = self.intake;
        intake.merge.at_line(intake.taken - 1);
        intake.merge.try_absorb(intake.source.drafter.take(1))?;
        Ok(intake.release(schema))
    }
}
