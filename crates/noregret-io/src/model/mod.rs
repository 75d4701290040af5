//! The file of a linear model: one self-contained file with all that is needed to predict and to go on learning.
//!
//! A [container](crate::model::container) whose header holds algorithm, parameters, spec, schema and counts, and whose
//! arrays are the learner's state and the names of features.

pub(crate) mod container;
mod former;
pub(crate) mod metric;

use crate::files::output::Complete;
use crate::schema::names::Names;
use crate::schema::products::Products;
use crate::{LabelKind, Schema};
use noregret::{
    Classifier, Frozen, FrozenClasses, Learner, Loss, Online, Parameters, Plan, Save, Spec, State, algorithms,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io;
use std::path::Path;
use thiserror::Error;

/// What a model has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Examples, labelled or not.
    pub examples: u64,
    /// Labelled examples.
    pub labelled: u64,
    /// Non-zero features, the bias aside.
    pub features: u64,
    /// Sum of the importance weights of labelled examples.
    pub weight: f64,
    /// Sum of weighted progressive losses.
    pub loss: f64,
    /// Sum of the weights of mistaken examples.
    pub mistakes: f64,
    /// Bad lines left out.
    pub skipped: u64,
}

impl Counts {
    /// Adds what another stretch has seen.
    pub fn add(&mut self, more: &Counts) {
        self.examples += more.examples;
        self.labelled += more.labelled;
        self.features += more.features;
        // Sums of huge losses stop at the largest number instead of leaving the finite ones: a model file holds no infinity.
        self.weight = (self.weight + more.weight).min(f64::MAX);
        self.loss = (self.loss + more.loss).clamp(-f64::MAX, f64::MAX);
        self.mistakes = (self.mistakes + more.mistakes).min(f64::MAX);
        self.skipped += more.skipped;
    }

    /// What was seen since an earlier time.
    #[must_use]
    pub fn since(&self, before: &Counts) -> Counts {
        Counts {
            examples: self.examples.saturating_sub(before.examples),
            labelled: self.labelled.saturating_sub(before.labelled),
            features: self.features.saturating_sub(before.features),
            weight: self.weight - before.weight,
            loss: self.loss - before.loss,
            mistakes: self.mistakes - before.mistakes,
            skipped: self.skipped.saturating_sub(before.skipped),
        }
    }

    /// The mean of a sum over the labelled weight, if there is any. None once the sum or the weight has stopped at the largest number: what either
    /// would be is not known.
    pub fn mean(&self, sum: f64) -> Option<f64> {
        let known = sum.abs() < f64::MAX && self.weight < f64::MAX;
        (known && self.weight > 0.0).then(|| sum / self.weight)
    }

    /// The mean loss of what came since, if it is known.
    pub fn mean_loss_since(&self, before: &Counts) -> Option<f64> {
        let (loss, weight) = (self.loss - before.loss, self.weight - before.weight);
        self.mean(self.loss).filter(|_| weight > 0.0).map(|_| loss / weight)
    }

    /// Whether sums have stopped at the largest number, so that no mean is known.
    pub fn overflowed(&self) -> bool {
        self.loss.abs() == f64::MAX || self.weight == f64::MAX
    }
}

/// A learner with all it needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The name it was asked for by.
    pub algorithm: String,
    /// Its resolved parameters.
    pub parameters: Parameters,
    /// What it is.
    pub spec: Plan,
    /// How text becomes its indices and labels.
    pub schema: Schema,
    /// What it has seen.
    pub counts: Counts,
    /// Its memory, or what a predictor needs of it.
    pub state: State,
    /// The form of a predictor that no longer learns, if it is one.
    pub serving: Option<String>,
    /// The version of the tool that wrote it; files of tools before 0.1.0 was released do not say.
    pub written_by: Option<String>,
}

/// The version that files are written with.
const TOOL: &str = env!("CARGO_PKG_VERSION");

/// A model as it is written: nothing of it is copied.
#[derive(Clone, Copy)]
pub struct ModelView<'a> {
    /// The name it was asked for by.
    pub algorithm: &'a str,
    /// Its resolved parameters.
    pub parameters: &'a Parameters,
    /// What it is.
    pub spec: &'a Spec,
    /// How text becomes its indices and labels.
    pub schema: &'a Schema,
    /// What it has seen.
    pub counts: Counts,
    /// Its memory.
    pub memory: Memory<'a>,
}

/// What a model predicts by.
#[derive(Clone, Copy)]
pub enum Memory<'a> {
    /// A learner, which can go on.
    Learner(&'a dyn Online),
    /// A predictor that no longer learns.
    Frozen(&'a Frozen),
    /// A learner of classes.
    Classes(&'a dyn Classifier),
    /// A predictor of classes that no longer learns.
    FrozenClasses(&'a FrozenClasses),
}

impl ModelView<'_> {
    fn header(&self) -> Header<'_> {
        let (algorithm, parameters, counts) = (self.algorithm, self.parameters, self.counts);
        let serving = match self.memory {
            Memory::Learner(_) | Memory::Classes(_) => None,
            Memory::Frozen(frozen) => Some(frozen.form()),
            Memory::FrozenClasses(frozen) => Some(frozen.form()),
        };
        let (spec, schema) = (self.spec, self.schema.kept());
        let kind = kind(&schema);
        Header { kind, tool: TOOL, algorithm, parameters, spec, schema, counts, serving }
    }

    fn arrays(&self, out: &mut dyn Save) {
        match self.memory {
            Memory::Learner(learner) => learner.save(out),
            Memory::Frozen(frozen) => frozen.save(out),
            Memory::Classes(learner) => learner.save(out),
            Memory::FrozenClasses(frozen) => frozen.save(out),
        }
        self.schema.names.save(out);
        self.schema.products.save(out);
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.header().file(&|out| self.arrays(out))
    }

    /// Writes the file beside its place, to be put there with others.
    pub fn write(&self, path: &Path) -> Result<Complete, ModelError> {
        container::write(path, &self.header().bytes(path)?, &|out| self.arrays(out))
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        self.write(path)?.place().map_err(container::failed(path))
    }
}

/// The header as it is written; the names of features are arrays.
#[derive(Serialize)]
struct Header<'a> {
    /// None for a model that programs before crossing understand.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    tool: &'static str,
    algorithm: &'a str,
    parameters: &'a Parameters,
    spec: &'a Spec,
    schema: Schema,
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    serving: Option<&'a str>,
}

/// The kind of a linear model whose features are crossed, or kept by name: who does not know of that must not use it.
const CROSSED: &str = "crossed";

fn kind(schema: &Schema) -> Option<&'static str> {
    (!schema.crosses.is_empty() || !schema.keep.is_empty()).then_some(CROSSED)
}

impl Header<'_> {
    fn bytes(&self, path: &Path) -> Result<Vec<u8>, ModelError> {
        let failed =
            |why: serde_json::Error| ModelError::Io { path: path.display().to_string(), why: why.into() };
        serde_json::to_vec(self).map_err(failed)
    }

    /// A whole file, in memory.
    fn file(&self, arrays: &dyn Fn(&mut dyn Save)) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let header = serde_json::to_vec(self).map_err(|e| e.to_string())?;
        container::encode(&mut bytes, &header, arrays).map_err(|e| e.to_string())?;
        Ok(bytes)
    }
}

/// The header as it is read.
#[derive(Deserialize)]
struct OwnedHeader {
    tool: Option<String>,
    algorithm: String,
    parameters: Parameters,
    /// An object; up to version 4, a text.
    spec: Value,
    schema: Schema,
    counts: Counts,
    serving: Option<String>,
}

/// What is said of a header whose parts could each be believed alone, and all but one would be wrong.
fn contradiction(why: String) -> String {
    format!("its header contradicts itself: {why}")
}

impl OwnedHeader {
    /// The spec that algorithm and parameters name, with this loss.
    fn named(&self, loss: Loss) -> Result<Spec, String> {
        let named = algorithms::find(&self.algorithm);
        let spec = named.and_then(|named| named.spec(Some(loss), &self.parameters));
        spec.map_err(|e| contradiction(e.to_string()))
    }

    /// The spec, held against algorithm and parameters.
    fn spec(&self) -> Result<Plan, String> {
        let spec = if let Value::String(text) = &self.spec {
            let spec = self.named(former::loss(text)?)?;
            former::agrees(text, &spec).map_err(contradiction)?;
            spec
        } else {
            let spec = Spec::deserialize(&self.spec).map_err(|e| format!("its spec is malformed: {e}"))?;
            // How classes share a loss is no parameter of an algorithm.
            if (Spec { classes: spec.classes, ..self.named(spec.loss)? }) != spec {
                let why = format!("{} with these parameters is not the learner of its spec", self.algorithm);
                return Err(contradiction(why));
            }
            spec
        };
        spec.plan().map_err(|e| e.to_string())
    }
}

/// Why a model file was refused.
#[derive(Debug, Error)]
pub enum ModelError {
    /// It cannot be read or written.
    #[error("{path}: {why}")]
    Io {
        /// The file.
        path: String,
        /// The system's word.
        #[source]
        why: io::Error,
    },
    /// It is no model file, or a damaged one.
    #[error("{path} is not a usable model file: {reason}")]
    Bad {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
}

impl Model {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.header().file(&|out| self.arrays(out))
    }

    fn header(&self) -> Header<'_> {
        Header {
            kind: kind(&self.schema),
            tool: TOOL,
            algorithm: &self.algorithm,
            parameters: &self.parameters,
            spec: self.spec.spec(),
            schema: self.schema.kept(),
            counts: self.counts,
            serving: self.serving.as_deref(),
        }
    }

    fn arrays(&self, out: &mut dyn Save) {
        self.state.save(out);
        self.schema.names.save(out);
        self.schema.products.save(out);
    }

    /// Reads a file's bytes back; the reason if they are no linear model.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let (header, state) = container::from_bytes(bytes)?;
        Self::understand(&header, state)
    }

    fn understand(header: &[u8], mut state: State) -> Result<Self, String> {
        match container::kind(header)?.as_deref() {
            None | Some(CROSSED) => {}
            Some("metric") => {
                return Err(
                    "it holds a metric, not a linear model: noregret metric predict, metric transform \
                            and metric distance apply it, noregret metric inspect shows it, noregret metric \
                            train -i goes on with it"
                        .to_owned(),
                );
            }
            Some(other) => return Err(format!("it holds something else than a linear model: {other:?}")),
        }
        let mut header: OwnedHeader =
            serde_json::from_slice(header).map_err(|e| format!("its header is malformed: {e}"))?;
        if let Some(names) = Names::restore(&mut state)? {
            header.schema.names = names;
        }
        header.schema.products = Products::restore(&mut state)?;
        let spec = header.spec()?;
        header.schema.remarks.clear();
        let OwnedHeader { tool: written_by, algorithm, parameters, schema, counts, serving, .. } = header;
        let model = Self { algorithm, parameters, spec, schema, counts, state, serving, written_by };
        model.agrees().map_err(contradiction)?;
        Ok(model)
    }

    /// Refuses a schema that does not go with the spec: each could be believed alone, and one would be wrong.
    fn agrees(&self) -> Result<(), String> {
        let Self { spec, schema, .. } = self;
        schema.check().map_err(|e| e.to_string())?;
        if !spec.groups.iter().map(|group| &group.name).eq(&schema.groups) {
            return Err("the groups of the spec are not those of the features".to_owned());
        }
        let open = schema.labels.kind() == LabelKind::Open && matches!(spec.learner, Learner::Auto(_));
        if schema.labels.kind() != LabelKind::of(spec) && !open {
            return Err(format!("the labels are not of the kind of the loss {}", spec.loss));
        }
        // An example that is held out brings a class to the labels alone.
        let named = schema.labels.classes().len() as u64;
        if spec.classes.is_some() && self.state.count("classes").is_ok_and(|learned| learned > named) {
            return Err("the learner has more classes than the labels".to_owned());
        }
        Ok(())
    }

    /// Writes the file beside its place, to be put there with others.
    pub fn write(&self, path: &Path) -> Result<Complete, ModelError> {
        container::write(path, &self.header().bytes(path)?, &|out| self.arrays(out))
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        container::save(path, &self.header().bytes(path)?, &|out| self.arrays(out))
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Self, ModelError> {
        container::load(path, Self::understand)
    }
}

#[cfg(test)]
mod tests;
