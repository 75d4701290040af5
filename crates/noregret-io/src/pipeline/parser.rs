//! A parser that is made once and reads one line, or one row, in the time that takes, however many names a
//! model knows.
//!
//! It predicts: nothing is learned of names, and a name nobody has met is hashed like any other. So threads
//! share a parser, each with a [`Scratch`] of its own. What it reads of a line is what a stream of that line
//! alone would read. To learn from lines, see [`Intake`](crate::Intake).

use std::sync::Arc;

use noregret::{Features, Rows};

use crate::draft::context::{Context, Contexts};
use crate::draft::drafter::Drafter;
use crate::draft::{Draft, What};
use crate::error::fault::{LineFault, NumberFault};
use crate::error::{Field, LineError, ReadError, Refusal};
use crate::format::Format;
use crate::format::named::{self, Named};
use crate::pipeline::batch::{Cells, Example, Label};
use crate::pipeline::label::{self, Around};
use crate::pipeline::line::{LineReader, placed};
use crate::schema::Schema;
use crate::schema::labels::{LabelKind, Labels};

/// Reads lines of one format, rows, or named features, for prediction.
#[derive(Debug)]
pub struct Parser {
    context: Arc<Context>,
    reader: LineReader,
    labels: Labels,
    /// The column or key of the label.
    key: Option<String>,
}

/// What a thread reads into. One can serve several parsers, one after the other.
#[derive(Debug, Default)]
pub struct Scratch {
    desk: Option<Desk>,
    starts: Vec<usize>,
}

/// What belongs to a parser in a scratch.
#[derive(Debug)]
struct Desk {
    reader: LineReader,
    drafter: Drafter,
    labels: Labels,
}

/// Rows as a learner knows them.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    draft: &'a Draft,
    starts: &'a [usize],
}

impl<'a> Block<'a> {
    /// The rows; none if features have groups, which rows cannot hold.
    pub fn rows(&self) -> Option<Rows<'a>> {
        let arena = &self.draft.arena;
        arena.groups.is_empty().then(|| Rows::trusted(self.starts, &arena.indices, &arena.values))
    }

    /// Each row, with its groups.
    pub fn iter(&self) -> impl Iterator<Item = Features<'a>> {
        let draft = self.draft;
        draft.cells().map(|cells| draft.arena.features(cells))
    }
}

impl Parser {
    /// For lines of a format (not of a table, which has a header), for rows if the format is svmlight, for
    /// named features else.
    pub fn new(schema: &Schema, format: Format) -> Result<Self, ReadError> {
        Self::made(schema, format, None)
    }

    /// For the records of a table under this header, whose columns the schema knows.
    pub fn of_table(schema: &Schema, format: Format, header: &[u8]) -> Result<Self, ReadError> {
        Self::made(schema, format, Some(header))
    }

    fn made(schema: &Schema, format: Format, header: Option<&[u8]>) -> Result<Self, ReadError> {
        let schema = Schema { label_optional: true, filter: None, ..schema.nameless() };
        let context = Arc::new(Contexts::new(&schema)?.start(&"line".into(), format)?);
        let mut drafter = Drafter::new(context.clone());
        let reader = LineReader::new(&context, header, &mut drafter)?;
        Ok(Self { context, reader, labels: schema.labels.measured(), key: drafter.schema.label.clone() })
    }

    /// The format it reads.
    pub fn format(&self) -> Format {
        self.context.format
    }

    /// Reads a line, with its end or without; none if it is blank or a comment. `number` is its number, for
    /// messages. The label is read as far as it can be understood alone.
    pub fn line<'s>(
        &self,
        line: &[u8],
        number: u64,
        scratch: &'s mut Scratch,
    ) -> Result<Option<Example<'s>>, Box<LineError>> {
        let Desk { reader, drafter, labels } = Desk::of(self, &mut scratch.desk);
        let wrong = |refusal: Refusal| placed(refusal, &self.context, number);
        reader.read(line, drafter).map_err(|refusal| wrong(*refusal))?;
        let draft = drafter.draft();
        let Some((cells, weight, text)) = draft.first() else { return Ok(None) };
        let label = self.label(text, labels).map_err(wrong)?;
        Ok(Some(Example {
            features: draft.arena.features(cells),
            label,
            weight,
            tag: draft.arena.tag(cells),
            line: number,
            file: &drafter.context.file,
            bias: self.context.schema.bias,
        }))
    }

    /// What a label means if no other comes.
    fn label(&self, text: Option<&[u8]>, labels: &mut Labels) -> Result<Option<f64>, Refusal> {
        let around = Around::new(self.context.format, self.context.schema.dialect.as_ref()).strictly(true);
        let read =
            label::read(labels, self.key.as_deref(), &self.context, (self.context.texts, around), text);
        let value = match &read {
            Ok(Label::Value(value)) => Some(*value),
            Ok(Label::Pending(place)) => {
                labels.assume();
                labels.meanings().get(*place as usize).copied()
            }
            Ok(Label::Absent) | Err(_) => None,
        };
        let same =
            self.labels.kind() == LabelKind::Classes && labels.classes().len() == self.labels.classes().len();
        if !self.labels.settled() && !same {
            // The next line knows nothing of this one.
            labels.clone_from(&self.labels);
        }
        read.map(|_| value)
    }

    /// Reads a sparse vector of numbered features, as svmlight text of it would be read.
    pub fn row<'s>(&self, x: Features<'_>, scratch: &'s mut Scratch) -> Result<Features<'s>, Box<LineError>> {
        let drafter = &mut Desk::of(self, &mut scratch.desk).drafter;
        drafter.clear();
        draft_row(x, 1.0, None, drafter).map_err(|refusal| placed(*refusal, &self.context, 1))?;
        Ok(lent(drafter))
    }

    /// Reads many; the error tells the row, counted from 1.
    pub fn rows<'s, 'x>(
        &self,
        rows: impl Iterator<Item = Features<'x>>,
        scratch: &'s mut Scratch,
    ) -> Result<Block<'s>, Box<LineError>> {
        let Scratch { desk, starts } = scratch;
        let drafter = &mut Desk::of(self, desk).drafter;
        drafter.clear();
        for (x, number) in rows.zip(1..) {
            draft_row(x, 1.0, None, drafter).map_err(|refusal| placed(*refusal, &self.context, number))?;
        }
        let draft = drafter.draft();
        starts.clear();
        starts.push(0);
        starts.extend(draft.cells().map(|cells| cells.end as usize));
        Ok(Block { draft, starts })
    }

    /// Reads features by name, as a line of JSON with these keys would be read.
    pub fn named<'s, 'n>(
        &self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        scratch: &'s mut Scratch,
    ) -> Result<Features<'s>, Box<LineError>> {
        let drafter = &mut Desk::of(self, &mut scratch.desk).drafter;
        drafter.clear();
        let drafted = draft_named(features, 1.0, None, drafter);
        drafted.map_err(|refusal| placed(*refusal, &self.context, 1))?;
        Ok(lent(drafter))
    }
}

impl Scratch {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Desk {
    /// The desk of a parser: the one at hand, or a new one if that is another parser's.
    fn of<'s>(parser: &Parser, desk: &'s mut Option<Desk>) -> &'s mut Desk {
        if desk.as_ref().is_some_and(|desk| !Arc::ptr_eq(&desk.drafter.context, &parser.context)) {
            *desk = None;
        }
        desk.get_or_insert_with(|| Desk {
            reader: parser.reader.clone(),
            drafter: Drafter::new(parser.context.clone()),
            labels: parser.labels.clone(),
        })
    }
}

/// The features of the only example drafted.
fn lent(drafter: &Drafter) -> Features<'_> {
    let draft = drafter.draft();
    draft.first().map_or_else(Features::default, |(cells, _, _)| draft.arena.features(cells))
}

/// Drafts a row.
pub(crate) fn draft_row(
    x: Features<'_>,
    weight: f64,
    label: Option<&[u8]>,
    drafter: &mut Drafter,
) -> Result<(), Box<Refusal>> {
    drafter.begin();
    drafter.numbers(x).map_err(|(number, fault)| {
        let field = Field { place: None, name: Some("index".to_owned()), text: number.to_string() };
        Box::new(Refusal { field: Some(field), fault })
    })?;
    finish(weight, label, drafter)
}

/// Drafts features by name.
fn draft_named<'n>(
    features: impl IntoIterator<Item = impl Into<Named<'n>>>,
    weight: f64,
    label: Option<&[u8]>,
    drafter: &mut Drafter,
) -> Result<(), Box<Refusal>> {
    drafter.begin();
    features.into_iter().try_for_each(|feature| named::draft(feature.into(), drafter))?;
    finish(weight, label, drafter)
}

/// Finishes an example that was handed over.
#[inline]
pub(crate) fn finish(weight: f64, label: Option<&[u8]>, drafter: &mut Drafter) -> Result<(), Box<Refusal>> {
    if weight < 0.0 || !weight.is_finite() {
        let fault = if weight < 0.0 {
            LineFault::NegativeWeight
        } else {
            LineFault::Number { what: "weight", fault: NumberFault::NotFinite }
        };
        return Err(Refusal::named("weight", weight.to_string().as_bytes(), fault));
    }
    drafter.finish(1, label, weight, b"")
}

impl Draft {
    /// Where the features of each example stand.
    fn cells(&self) -> impl Iterator<Item = &Cells> {
        self.rows.iter().filter_map(|row| match &row.what {
            What::Example { cells, .. } => Some(cells),
            What::Bad(_) => None,
        })
    }
}
