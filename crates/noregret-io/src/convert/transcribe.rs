//! Lines as they are written: names, numbers and the text of labels, before anything is given an index or a meaning.
//!
//! For programs that turn one format into another. Nothing is hashed, sorted or summed.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::draft::context::{Context, Contexts};
use crate::draft::drafter::Drafter;
use crate::draft::{Draft, Fresh, FreshName, What};
use crate::error::{LineError, Position, ReadError};
use crate::files::input::Input;
use crate::files::source::{Source, survey};
use crate::format::Format;
use crate::pipeline::blocks::{Piece, Sink, Whole, cut};
use crate::pipeline::inline::{BLOCK, draft};
use crate::schema::Schema;

/// A line that is an example.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Whether its features are numbered; else they are named.
    pub numbered: bool,
    /// The label, as it is written.
    pub label: Option<&'a [u8]>,
    /// How much the example counts.
    pub weight: f64,
    /// The tag, often empty.
    pub tag: &'a [u8],
    /// What is known of the columns of the table it stands in, if it stands in one.
    pub(crate) table: Option<&'a Schema>,
    fresh: &'a Fresh,
    names: &'a [FreshName],
    values: &'a [f64],
}

/// A feature as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The namespace, perhaps empty; of a category, the column or key.
    pub namespace: &'a [u8],
    /// The name, or the digits of the number; of a category, its text.
    pub name: &'a [u8],
    /// Whether it is a category, of value 1.
    pub category: bool,
    /// The value, not zero.
    pub value: f64,
}

impl<'a> Entry<'a> {
    /// The features in the order of the line; one may come twice.
    pub fn features(self) -> impl Iterator<Item = Written<'a>> {
        self.names.iter().zip(self.values).map(move |(fresh, &value)| {
            let (namespace, name) = self.fresh.parts(fresh);
            Written { namespace, name, category: fresh.separator == '=', value }
        })
    }
}

/// What is done with a line, an example or refused; it breaks when it has seen enough.
pub type EachLine<'a> = dyn FnMut(&Position, Result<Entry<'_>, LineError>) -> ControlFlow<()> + 'a;

/// Reads inputs line by line, until told to stop; each line is an example or refused.
pub fn transcribe(
    inputs: &[Input],
    format: Option<Format>,
    schema: &Schema,
    each: &mut EachLine<'_>,
) -> Result<(), ReadError> {
    survey(inputs)?;
    let mut contexts =
        Contexts::new(&Schema { bias: false, bits: Some(1), keep_names: false, ..schema.clone() })?;
    contexts.verbatim = true;
    let mut scribe =
        Scribe { context: None, table: None, drafter: None, line: 0, spare: Vec::new(), failure: None, each };
    for input in inputs {
        let mut source = Source::open(input, Arc::new(AtomicU64::new(0)))?;
        let whole = Whole { path: input.whole(), count: None };
        if cut(&mut source, format, whole, &mut contexts, BLOCK, &mut scribe).is_break() {
            break;
        }
    }
    scribe.failure.map_or(Ok(()), Err)
}

struct Scribe<'a, 'b> {
    context: Option<Arc<Context>>,
    /// The columns of the file, if it is a table.
    table: Option<Box<Schema>>,
    drafter: Option<Drafter>,
    line: u64,
    spare: Vec<u8>,
    failure: Option<ReadError>,
    each: &'a mut EachLine<'b>,
}

impl Scribe<'_, '_> {
    fn lines(&mut self, draft: Draft) -> ControlFlow<()> {
        let Some(context) = self.context.clone() else { return ControlFlow::Break(()) };
        if let Some(head) = draft.head.filter(|_| context.format.is_table()) {
            self.table = Some(head);
        }
        let mut done = 0;
        for sketch in &draft.rows {
            let position = Position { file: context.file.clone(), line: self.line + sketch.line };
            let entry = match &sketch.what {
                What::Bad(refusal) => Err(LineError {
                    position: position.clone(),
                    field: refusal.field.clone(),
                    fault: refusal.fault.clone(),
                }),
                What::Example { cells, weight, label, fresh, .. } => {
                    let label = label.map(|(start, end)| &draft.arena.text[start as usize..end as usize]);
                    let names = &draft.fresh.names[done..*fresh as usize];
                    done = *fresh as usize;
                    let named = !matches!(context.format, Format::Svmlight | Format::Vw);
                    Ok(Entry {
                        numbered: context.format == Format::Svmlight,
                        label: label.filter(|label| !(named && context.rules.missing.label(label))),
                        weight: *weight,
                        tag: draft.arena.tag(cells),
                        table: self.table.as_deref().filter(|schema| schema.columns_fixed),
                        fresh: &draft.fresh,
                        names,
                        values: &draft.arena.values[cells.start as usize..cells.end as usize],
                    })
                }
            };
            (self.each)(&position, entry)?;
        }
        self.line += draft.lines;
        ControlFlow::Continue(())
    }
}

impl Sink for Scribe<'_, '_> {
    fn buffer(&mut self) -> ControlFlow<(), Vec<u8>> {
        ControlFlow::Continue(std::mem::take(&mut self.spare))
    }

    fn give_back(&mut self, buffer: Vec<u8>) {
        self.spare = buffer;
    }

    fn emit(&mut self, piece: Piece) -> ControlFlow<()> {
        match piece {
            Piece::Open(context) => {
                (self.drafter, self.line) = (Some(Drafter::new(context.clone())), 0);
                self.table = context.format.is_table().then(|| Box::new(context.schema.clone()));
                self.context = Some(context);
                ControlFlow::Continue(())
            }
            Piece::Block { bytes, length, parse } => {
                let Some(drafter) = &mut self.drafter else { return ControlFlow::Break(()) };
                let draft = draft(&bytes[..length], parse, drafter);
                self.spare = bytes;
                self.lines(draft)
            }
            Piece::Draft { draft, buffer } => {
                self.spare = buffer;
                self.lines(*draft)
            }
            Piece::Failure(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
