//! `noregret merge`: models that learned side by side become one.

use crate::files::Files;
use crate::voice::answer;
use crate::voice::failure::{Failure, usage};
use crate::voice::interrupt;
use crate::voice::report::{list, loss_name, thousands};
use crate::voice::talk::say;
use anyhow::{Result, anyhow};
use clap::Args;
use noregret::{ClassPart, Classifier, MergeError, Online, Plan, State};
use noregret_io::{Counts, Memory, Model, ModelView, Schema};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Merge models that learned their own parts of the data into one
#[derive(Args, Debug)]
#[command(after_help = "\
All parts must be of one algorithm with the same parameters and options, and must have started from the same
model: from nothing, or from the one that --start names. A weight becomes the parts' mean, by how much each has
learned about it since; rates go on as if one part had been seen. The merged model goes on learning like any
other; its regret is no longer bounded. Merging often, and letting the parts go on from what was merged, comes
near to one learner that saw everything; merging once at the end does not.

Examples:
  noregret train monday.vw -m a.nr          two parts, side by side
  noregret train tuesday.vw -m b.nr
  noregret merge a.nr b.nr -o week.nr
  noregret train wednesday.vw -i week.nr -m a.nr    both go on from what was merged
  noregret train thursday.vw -i week.nr -m b.nr
  noregret merge --start week.nr a.nr b.nr -o week2.nr")]
pub struct Merge {
    /// The models to merge
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,

    /// The model that all parts went on from; without it they started from nothing
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Write the merged model here
    #[arg(short = 'o', long, value_name = "FILE")]
    output: PathBuf,

    /// Print what was merged as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// The learner that parts are merged into.
enum Learner {
    One(Box<dyn Online>),
    Classes(Box<dyn Classifier>),
}

impl Learner {
    /// Merges parts, which say by their places where their classes stand.
    fn merge(
        &mut self,
        parts: &mut dyn Iterator<Item = Result<ClassPart, MergeError>>,
    ) -> Result<(), MergeError> {
        match self {
            Self::One(learner) => learner.merge(&mut parts.map(|part| part.map(|part| part.state))),
            Self::Classes(learner) => learner.merge(parts),
        }
    }

    fn memory(&self) -> Memory<'_> {
        match self {
            Self::One(learner) => Memory::Learner(learner.as_ref()),
            Self::Classes(learner) => Memory::Classes(learner.as_ref()),
        }
    }

    fn active(&self) -> usize {
        match self {
            Self::One(learner) => learner.active(),
            Self::Classes(learner) => learner.active(),
        }
    }

    fn rounds(&self) -> u64 {
        match self {
            Self::One(learner) => learner.rounds(),
            Self::Classes(learner) => learner.rounds(),
        }
    }
}

/// What is gathered beside the learner while the parts are read.
struct Whole {
    /// All but the state, of the start or of the first part.
    model: Model,
    /// Whose file that is.
    path: PathBuf,
    /// The schema and the counts of the start.
    start: (Schema, Counts),
}

/// A failure that names its file.
fn failed(path: &Path, message: impl std::fmt::Display, help: Option<&str>) -> anyhow::Error {
    let message = format!("{}: {message}", path.display());
    Failure { message, help: help.map(str::to_owned) }.into()
}

/// What a model is, for a message.
fn described(model: &Model) -> String {
    format!("{} for {} loss{}", model.algorithm, loss_name(&model.spec), list(&model.parameters))
}

/// Reads a model that can go on learning, and takes its state out.
fn load(path: &Path) -> Result<(Model, State)> {
    let mut model = Model::load(path)?;
    if model.serving.is_some() {
        return Err(failed(
            path,
            "a serving model holds nothing that could be merged",
            Some("merge the models it and its like were exported from, then export what comes of it"),
        ));
    }
    let state = std::mem::take(&mut model.state);
    Ok((model, state))
}

impl Whole {
    fn new(model: Model, path: &Path, start: (Schema, Counts)) -> Self {
        Self { model, path: path.to_owned(), start }
    }

    /// Takes in all of a part but its state.
    fn take(&mut self, part: &Model, path: &Path) -> Result<()> {
        let ours = &self.model;
        if (&part.algorithm, &part.spec) != (&ours.algorithm, &ours.spec) {
            let message =
                format!("it is {}, and {} is {}", described(part), self.path.display(), described(ours));
            return Err(failed(
                path,
                message,
                Some("train all parts with the same algorithm and parameters"),
            ));
        }
        let (schema, counts) = &self.start;
        self.model.schema.merge(schema, &part.schema).map_err(|error| failed(path, error, None))?;
        self.model.counts.add(&part.counts.since(counts));
        Ok(())
    }

    /// A part's state, with where its classes stand among those gathered.
    fn placed(&self, part: &Model, state: State) -> ClassPart {
        ClassPart {
            state,
            places: self.model.schema.labels.places_of(&part.schema.labels).unwrap_or_default(),
        }
    }
}

impl Merge {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let files = self.parts.iter().fold(Files::default(), |files, part| files.reads("PART", part));
        let files = self.start.iter().fold(files, |files, start| files.reads("--start", start));
        files.writes("-o", Some(&self.output)).prints("--json", self.json).check()?;
        let (mut whole, learner) = self.merged()?;
        interrupt::ending();
        self.write(&mut whole, &learner)?;
        self.tell(&whole.model, &learner)
    }

    /// The merged learner, and all else of the merged model.
    fn merged(&self) -> Result<(Whole, Learner)> {
        let (mut learner, mut whole) = (None, None);
        if let Some(path) = &self.start {
            let (model, state) = load(path)?;
            learner = Some(revived(&model, &state, path)?);
            let start = (model.schema.clone(), model.counts);
            whole = Some(Whole::new(model, path, start));
        }
        // The first part says what is learned, if no start does.
        let mut first = None;
        if whole.is_none() {
            let [path, ..] = &self.parts[..] else { return Err(usage("give the models to merge")) };
            let (model, state) = load(path)?;
            learner = Some(revived(&model, &State::new(), path)?);
            let only = Whole::new(model, path, (Schema::default(), Counts::default()));
            first = Some(only.placed(&only.model, state));
            whole = Some(only);
        }
        let (Some(mut learner), Some(mut whole)) = (learner, whole) else {
            return Err(anyhow!("there is nothing to merge into"));
        };
        let mut stopped = None;
        let rest = &self.parts[usize::from(first.is_some())..];
        let read = rest.iter().map(|path| {
            let taken = load(path).and_then(|(part, state)| {
                whole.take(&part, path)?;
                Ok(whole.placed(&part, state))
            });
            taken.map_err(|error| {
                let reason = error.to_string();
                stopped = Some(error);
                MergeError::Unreadable { part: 0, reason }
            })
        });
        let merged = learner.merge(&mut first.map(Ok).into_iter().chain(read));
        match (stopped, merged) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(self.refused(&error)),
            (None, Ok(())) => Ok((whole, learner)),
        }
    }

    /// Why the learner did not merge, by the files' names.
    fn refused(&self, error: &MergeError) -> anyhow::Error {
        let part = match error {
            MergeError::Stranger { part, .. } | MergeError::State { part, .. } => self.parts.get(part - 1),
            _ => None,
        };
        let help = match (error, &self.start) {
            (MergeError::Stranger { .. }, None) => {
                Some("name the model that all parts went on from with --start")
            }
            (MergeError::Stranger { .. }, Some(_)) => {
                Some("--start must be the model that all parts went on from")
            }
            _ => None,
        };
        match part {
            Some(path) => failed(path, error, help),
            None => Failure { message: error.to_string(), help: help.map(str::to_owned) }.into(),
        }
    }

    fn write(&self, whole: &mut Whole, learner: &Learner) -> Result<()> {
        let Model { algorithm, parameters, spec, schema, counts, .. } = &whole.model;
        let memory = learner.memory();
        ModelView { algorithm, parameters, spec, schema, counts: *counts, memory }.save(&self.output)?;
        Ok(())
    }

    fn tell(&self, model: &Model, learner: &Learner) -> Result<()> {
        let (weights, counts) = (learner.active() as u64, &model.counts);
        if self.json {
            return answer::json(&json!({
                "model": self.output, "algorithm": model.algorithm, "parts": self.parts.len(), "start": self.start,
                "examples": counts.examples, "features": counts.features, "loss": counts.mean(counts.loss),
                "rounds": learner.rounds(), "weights": weights, "names": model.schema.names.len(),
                "collisions": model.schema.collisions,
            }));
        }
        let parts = self.parts.len();
        let from = self.start.as_ref().map_or_else(String::new, |start| format!(" from {}", start.display()));
        say(format_args!(
            "{}: {} of {parts} part{}{from}",
            self.output.display(),
            model.algorithm,
            if parts == 1 { "" } else { "s" }
        ));
        say(format_args!(
            "{} examples, {} features, {} weights",
            thousands(counts.examples),
            thousands(counts.features),
            thousands(weights)
        ));
        Ok(())
    }
}

/// The learner of a model in a state; without arrays, one that has seen nothing.
fn revived(model: &Model, state: &State, path: &Path) -> Result<Learner> {
    let unusable =
        |why: noregret::StateError| anyhow!("{} is not a usable model file: {why}", path.display());
    let mut learner = match &model.spec {
        Plan::One(spec) => Learner::One(spec.build()),
        Plan::Classes(spec) => Learner::Classes(spec.build()),
    };
    if state.iter().next().is_some() {
        match &mut learner {
            Learner::One(learner) => learner.restore(state),
            Learner::Classes(learner) => learner.restore(state),
        }
        .map_err(unusable)?;
    }
    Ok(learner)
}
