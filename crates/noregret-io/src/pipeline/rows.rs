//! Rows and named features that a program has, as the batches that a file of them would give: for whoever gives one batch to many learners.
//!
//! Unlike [`Intake`](crate::Intake), which takes one example and has it learned before the next, this drafts many and decides about their labels as a stream does.

use std::borrow::Cow;
use std::sync::Arc;

use noregret::Features;

use crate::draft::context::Contexts;
use crate::draft::drafter::Drafter;
use crate::error::fault::{LineFault, NumberFault};
use crate::error::{ReadError, Refusal};
use crate::format::Format;
use crate::format::named::{self, Named};
use crate::pipeline::batch::Batch;
use crate::pipeline::merge::Merge;
use crate::schema::labels::GivenLabel;
use crate::schema::{Family, Schema};
use crate::text::shortest::shortest;

/// Turns examples that a program has into batches.
///
/// ```
/// use noregret::Features;
/// use noregret_io::{Family, LabelKind, Labels, RowBatches, Schema};
///
/// let mut schema = Schema::new(Labels::new(LabelKind::Binary));
/// let mut rows = RowBatches::new("matrix", Family::Indexed, &schema)?;
/// rows.row(Features::new(&[0, 3], &[1.0, 2.0]).unwrap(), (1.0).into(), 1.0);
/// rows.row(Features::new(&[1], &[0.5]).unwrap(), "-1".into(), 1.0);
/// let mut batches = rows.take(&mut schema)?;
/// batches.extend(rows.end(&mut schema)?);
/// assert_eq!(batches.iter().map(|batch| batch.len()).sum::<usize>(), 2);
/// # Ok::<(), noregret_io::ReadError>(())
/// ```
#[derive(Debug)]
pub struct RowBatches {
    drafter: Drafter,
    merge: Merge,
    lines: u64,
}

impl RowBatches {
    /// Of numbered or named features, read by a schema; the name stands in messages.
    pub fn new(name: &str, family: Family, schema: &Schema) -> Result<Self, ReadError> {
        let mut contexts = Contexts::new(schema)?;
        contexts.schema.filter = None;
        contexts.texts = true;
        let format = match family {
            Family::Indexed => Format::Svmlight,
            Family::Named => Format::Jsonl,
        };
        let context = Arc::new(contexts.start(&name.into(), format)?);
        let mut merge = Merge::new(schema);
        merge.open(context.clone());
        Ok(Self { drafter: Drafter::new(context), merge, lines: 0 })
    }

    /// Adds a sparse vector, as svmlight text of it would be read.
    pub fn row(&mut self, x: Features<'_>, label: GivenLabel<'_>, weight: f64) {
        self.add(label, weight, |drafter| drafter.numbers(x).map_err(|(_, fault)| Refusal::line(fault)));
    }

    /// Adds features by name, as a line of JSON with these keys would be read.
    pub fn named<'n>(
        &mut self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        label: GivenLabel<'_>,
        weight: f64,
    ) {
        self.add(label, weight, |drafter| {
            features.into_iter().try_for_each(|feature| named::draft(feature.into(), drafter))
        });
    }

    fn add(
        &mut self,
        label: GivenLabel<'_>,
        weight: f64,
        draft: impl FnOnce(&mut Drafter) -> Result<(), Box<Refusal>>,
    ) {
        self.lines += 1;
        let (line, drafter) = (self.lines, &mut self.drafter);
        drafter.begin();
        let refused = |what: &'static str, text: &str| {
            let fault = LineFault::Number { what, fault: NumberFault::NotFinite };
            Refusal::named(what, text.as_bytes(), fault)
        };
        let label = match label {
            GivenLabel::Number(value) if !value.is_finite() => Err(refused("label", &value.to_string())),
            GivenLabel::Number(value) => Ok(Cow::Owned(shortest(value).to_string())),
            GivenLabel::Text(text) => Ok(Cow::Borrowed(text)),
        };
        let drafted = label.and_then(|label| {
            if !weight.is_finite() || weight < 0.0 {
                return Err(refused("weight", &weight.to_string()));
            }
            draft(drafter)?;
            drafter.finish(line, Some(label.as_bytes()), weight, b"")
        });
        if let Err(refusal) = drafted {
            drafter.refuse(line, refusal);
        }
    }

    /// The batches that are ready, of what was added since; none while labels are undecided. The schema is brought up to date with them.
    pub fn take(&mut self, schema: &mut Schema) -> Result<Vec<Batch>, ReadError> {
        let lines = std::mem::take(&mut self.lines);
        self.merge.absorb(self.drafter.take(lines))?;
        Ok(self.ready(schema))
    }

    /// There are no more: what was held is decided now.
    pub fn end(mut self, schema: &mut Schema) -> Result<Vec<Batch>, ReadError> {
        let mut all = self.take(schema)?;
        let delta = self.merge.end()?;
        all.extend(self.ready(schema));
        delta.merge_into(schema);
        Ok(all)
    }

    fn ready(&mut self, schema: &mut Schema) -> Vec<Batch> {
        let mut ready: Vec<Batch> = self.merge.ready.drain(..).collect();
        for batch in &mut ready {
            std::mem::take(&mut batch.delta).merge_into(schema);
        }
        ready
    }
}
