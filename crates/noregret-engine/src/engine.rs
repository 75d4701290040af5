//! The engine: a learner, what it is called, and how what it is given becomes its examples.

use crate::core::Core;
use crate::entry::Entry;
use crate::error::EngineError;
use crate::margins::{Margins, Parsers};
use crate::mind::Mind;
use crate::options::EngineOptions;
use crate::predictor::Predictor;
use noregret::{Loss, Spec, Standing, State};
use noregret_io::{
    Complete, Counts, Format, LARGEST_NUMBER, LabelKind, Model, ModelError, ModelView, Parser, ReadError,
    Schema, index_of,
};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// How an engine was at some time, to come back to.
pub struct Mark {
    state: State,
    counts: Counts,
    collisions: u64,
}

/// A model that learns and predicts, however its examples come.
pub struct Engine {
    pub(crate) core: Core,
    pub(crate) schema: Schema,
    pub(crate) entry: Entry,
    pub(crate) parsers: Parsers,
    /// The features of a row that comes soon, as the learner knows them.
    ahead: Vec<u32>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (algorithm, spec) = (self.core.algorithm(), self.core.spec());
        f.debug_struct("Engine").field("algorithm", &algorithm).field("spec", spec).finish_non_exhaustive()
    }
}

impl Engine {
    /// Options of a fresh engine.
    pub fn options() -> EngineOptions {
        EngineOptions::new()
    }

    /// A learner and how its input is understood, put together; refused if they do not fit.
    pub fn from_parts(core: Core, schema: Schema) -> Result<Self, EngineError> {
        let kind = schema.labels.kind();
        if kind != LabelKind::of(core.spec()) && !(kind == LabelKind::Open && core.is_auto()) {
            let message = format!("the labels are not of the kind of the loss {}", core.loss());
            return Err(ReadError::Schema(message).into());
        }
        if !core.spec().groups.iter().map(|group| &group.name).eq(&schema.groups) {
            let message = "the groups of the spec are not those of the features".to_owned();
            return Err(ReadError::Schema(message).into());
        }
        schema.check()?;
        Self::assembled(core, schema).over_columns()
    }

    /// Of parts that are known to fit.
    fn assembled(mut core: Core, schema: Schema) -> Self {
        core.await_labels(schema.labels.kind());
        Self { core, schema, entry: Entry::default(), parsers: Parsers::default(), ahead: Vec::new() }
    }

    /// The same, where it is known what columns hold before anything was read.
    fn over_columns(mut self) -> Result<Self, EngineError> {
        if self.schema.columns_fixed {
            self.core.decide(&self.schema)?;
        }
        Ok(self)
    }

    /// The learner and its schema, taken apart.
    pub fn into_parts(self) -> (Core, Schema) {
        (self.core, self.schema)
    }

    /// Reads a model file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, EngineError> {
        let path = path.as_ref();
        Self::from_model(Model::load(path)?, &path.display().to_string())
    }

    /// Reads the bytes of a model file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EngineError> {
        let name = "what was given";
        let bad = |reason| ModelError::Bad { path: name.to_owned(), reason };
        Self::from_model(Model::from_bytes(bytes).map_err(bad)?, name)
    }

    /// Revives what a model file holds; its name stands in messages.
    fn from_model(mut model: Model, name: &str) -> Result<Self, EngineError> {
        let bad = |reason| ModelError::Bad { path: name.to_owned(), reason };
        // Its memory becomes the learner's.
        let state = std::mem::take(&mut model.state);
        // A model was refused on reading if its parts do not fit.
        Self::assembled(Core::restore(&model, state).map_err(bad)?, model.schema).over_columns()
    }

    /// Another engine in the same state. Examples that wait for labels stay with this one.
    pub fn copy(&self) -> Result<Self, EngineError> {
        let core = self.core.copy().map_err(|reason| self.unusable(reason))?;
        Ok(Self::assembled(core, self.schema.clone()))
    }

    pub(crate) fn unusable(&self, reason: String) -> EngineError {
        ModelError::Bad { path: self.core.algorithm().to_owned(), reason }.into()
    }

    /// The model as it is written. Examples that wait for labels are not in it; see [`finish`](Self::finish).
    pub fn view(&self) -> ModelView<'_> {
        self.core.view(&self.schema)
    }

    /// [Finishes](Self::finish) and writes the model file, whole or not at all.
    pub fn save(&mut self, path: impl AsRef<Path>) -> Result<(), EngineError> {
        self.finish()?;
        Ok(self.view().save(path.as_ref())?)
    }

    /// [Finishes](Self::finish) and writes the model file beside its place, to be put there with others.
    pub fn write(&mut self, path: impl AsRef<Path>) -> Result<Complete, EngineError> {
        self.finish()?;
        Ok(self.view().write(path.as_ref())?)
    }

    /// [Finishes](Self::finish) and gives the bytes of the model file.
    pub fn to_bytes(&mut self) -> Result<Vec<u8>, EngineError> {
        self.finish()?;
        self.view().to_bytes().map_err(|reason| self.unusable(reason))
    }

    /// A serving engine: the same margins, to the bit, without what only learning needs.
    pub fn freeze(&self) -> Result<Self, EngineError> {
        if !self.core.learns() {
            return Err(EngineError::Frozen);
        }
        let algorithm = || self.core.algorithm().to_owned();
        let frozen = self.settled().or_else(|| self.core.mind().freeze());
        Ok(self.serving(frozen.ok_or_else(|| EngineError::Whole { algorithm: algorithm() })?))
    }

    /// A serving engine of one 4-byte weight a feature: its margins are near this one's.
    pub fn compact(&self) -> Result<Self, EngineError> {
        let compact = match self.settled() {
            Some(mind) => mind.squeezed(),
            None => self.core.mind().compact().ok_or(EngineError::Frozen)?,
        };
        Ok(self.serving(compact?))
    }

    /// Averages as a predictor of their own, where it answers by them.
    fn settled(&self) -> Option<Mind> {
        self.core.mind().settled().filter(|_| !self.core.serving().last)
    }

    fn serving(&self, mind: Mind) -> Self {
        Self::assembled(self.core.with(mind), self.schema.nameless())
    }

    /// The same, answering by its last weights from now on, also where averages over the stream serve better: for whoever goes on learning between questions.
    #[must_use]
    pub fn by_last(self) -> Self {
        Self { core: self.core.by_last(), ..self }
    }

    /// A predictor of now, for other threads: it stays as it is while this engine goes on learning.
    pub fn predictor(&self) -> Result<Arc<Predictor>, EngineError> {
        let mind = self.settled().map_or_else(|| self.core.mind().predicting(self.core.plan()), Ok);
        let mind = mind.map_err(|reason| self.unusable(reason))?;
        Ok(Arc::new(Predictor::new(self.core.with(mind), self.schema.nameless())))
    }

    /// Asks for margins, by the weights that serve: averages over the stream where they did better than the last weights, set aside, as far as that was judged ([`Core::iterate`]).
    pub fn margins(&self) -> Margins<'_> {
        Margins::new(self.core.serving(), &self.schema, &self.parsers)
    }

    /// What a margin predicts on the label's scale: a probability, an expected count, a number. Of several
    /// classes see [`probabilities`](Self::probabilities).
    pub fn prediction(&self, margin: f64) -> f64 {
        self.core.loss().link(margin)
    }

    /// Turns the margins of several classes into probabilities.
    pub fn probabilities(&self, margins: &mut [f64]) {
        if let Some(objective) = self.core.objective() {
            objective.probabilities(margins);
        }
    }

    /// A parser of lines, of a format without a header, for [`Margins::of`].
    pub fn parser(&self, format: Format) -> Result<Parser, EngineError> {
        Ok(Parser::new(&self.schema, format)?)
    }

    /// A parser of the records of a table under this header.
    pub fn table(&self, format: Format, header: &[u8]) -> Result<Parser, EngineError> {
        Ok(Parser::of_table(&self.schema, format, header)?)
    }

    /// Tells how many columns and entries the rows have that are about to be learned from, in all, so that memory is laid out for them from the start. A hint, which changes
    /// nothing.
    pub fn expect_rows(&mut self, columns: usize, entries: u64) {
        let last = u32::try_from(columns).ok().and_then(|columns| columns.checked_sub(1));
        if let Some(last) = last.filter(|&last| u64::from(last) <= LARGEST_NUMBER)
            && self.schema.bits.is_none()
        {
            self.core.foresee(index_of(last), entries);
        }
    }

    /// Tells which row comes after the next one and, by `next`, which is the next, so that their cells are on the way while another row is learned from. A hint, which
    /// changes nothing.
    pub fn expect_row(&mut self, numbers: &[u32], next: bool) {
        if self.schema.bits.is_none() {
            self.ahead.clear();
            // They may be wrong: nothing has looked at them yet.
            self.ahead.extend(numbers.iter().map(|number| number.wrapping_add(index_of(0))));
            self.core.expect(&self.ahead, next);
        }
    }

    /// Gives back the memory that a long example took to be read. Nothing else changes.
    pub fn shed(&mut self) {
        self.entry.shed();
    }

    /// The learner with its name and counts.
    pub fn core(&self) -> &Core {
        &self.core
    }

    /// How it is now, to come back to.
    pub fn mark(&self) -> Mark {
        let (state, counts) = self.core.mark();
        Mark { state, counts, collisions: self.schema.collisions }
    }

    /// Goes back to how it was; names that were met since stay known, and what was seen since it was opened stays counted.
    pub fn back_to(&mut self, mark: Mark) -> Result<(), EngineError> {
        let Mark { state, counts, collisions } = mark;
        self.core.back_to(state, counts).map_err(|reason| self.unusable(reason))?;
        self.schema.collisions = collisions;
        self.parsers = Parsers::default();
        Ok(())
    }

    /// What it is.
    pub fn spec(&self) -> &Spec {
        self.core.spec()
    }

    /// The loss it learns; the labels may still choose another while [`undecided`](Self::undecided).
    pub fn loss(&self) -> Loss {
        self.core.loss()
    }

    /// Whether labels are still to say what they are, and so which loss is learned.
    pub fn undecided(&self) -> bool {
        self.schema.labels.kind() == LabelKind::Open
    }

    /// Keeps to what labels were taken for at an input's end, whatever comes: for whoever reads the same
    /// input again.
    pub fn settle_labels(&mut self) -> Result<(), EngineError> {
        self.finish()?;
        self.entry.close();
        self.schema.labels.settle();
        Ok(())
    }

    /// From now on the label and the weight of tables and of lines of JSON are called so; gives what they were called.
    pub fn call_columns(&mut self, names: [Option<String>; 2]) -> Result<[Option<String>; 2], EngineError> {
        self.finish()?;
        self.entry.close();
        self.parsers = Parsers::default();
        let [label, weight] = names;
        let schema = &mut self.schema;
        Ok([std::mem::replace(&mut schema.label, label), std::mem::replace(&mut schema.weight, weight)])
    }

    /// How what it is given becomes its examples.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// What it has seen in all its runs.
    pub fn counts(&self) -> &Counts {
        self.core.counts()
    }

    /// The bound on its regret, where a theorem gives one.
    pub fn bound(&self) -> Option<f64> {
        self.core.bound()
    }

    /// How the learners inside stand, where there are several.
    pub fn lanes(&self) -> Vec<Standing> {
        self.core.lanes()
    }

    /// The weights of the features touched, by name, in order of index; of the first class, where there are several.
    pub fn weights(&self) -> impl Iterator<Item = (String, f64)> {
        let all = self.core.weights();
        all.into_iter().map(|w| (self.schema.feature_name(w.index), w.value))
    }
}
