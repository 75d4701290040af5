//! From a model file back to a learner, or to a predictor.

use anyhow::{Result, anyhow};
use noregret::{Features, Frozen, Online, Predict, Standing, Weight};
use noregret_io::Model;
use std::path::Path;

/// A model with its learner, as it was when it was saved.
pub struct Revived<L = Box<dyn Online>> {
    /// The file's content, but for the state, which is the learner's now.
    pub model: Model,
    /// The learner or predictor, in the saved state.
    pub learner: L,
}

/// What predicts.
pub enum Predictor {
    /// A learner that could go on.
    Learner(Box<dyn Online>),
    /// What was kept of one.
    Frozen(Frozen),
}

impl Predictor {
    /// The margin of an example.
    pub fn margin(&self, x: Features<'_>) -> f64 {
        match self {
            Self::Learner(learner) => learner.margin(x),
            Self::Frozen(frozen) => frozen.margin(x),
        }
    }

    /// How many weights are not 0.
    pub fn active(&self) -> usize {
        match self {
            Self::Learner(learner) => learner.active(),
            Self::Frozen(frozen) => frozen.active(),
        }
    }

    /// The weights in order of index.
    pub fn weights(&self) -> Vec<Weight> {
        match self {
            Self::Learner(learner) => learner.weights(),
            Self::Frozen(frozen) => frozen.list(),
        }
    }

    /// Rounds learned from.
    pub fn rounds(&self) -> u64 {
        match self {
            Self::Learner(learner) => learner.rounds(),
            Self::Frozen(frozen) => frozen.rounds(),
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Learner(learner) => learner.bytes(),
            Self::Frozen(frozen) => frozen.bytes(),
        }
    }

    /// The bound on its regret, if it has one.
    pub fn bound(&self) -> Option<f64> {
        match self {
            Self::Learner(learner) => learner.bound(),
            Self::Frozen(_) => None,
        }
    }

    /// How the learners inside stand.
    pub fn lanes(&self) -> Vec<Standing> {
        match self {
            Self::Learner(learner) => learner.lanes(),
            Self::Frozen(_) => Vec::new(),
        }
    }
}

/// Reads a model file and restores what predicts by it.
pub fn predictor(path: &Path) -> Result<Revived<Predictor>> {
    let model = Model::load(path)?;
    let unusable = |why: String| anyhow!("{} is not a usable model file: {why}", path.display());
    let learner = match &model.serving {
        Some(form) => Predictor::Frozen(
            Frozen::restore(form, model.spec.loss, &model.state).map_err(|e| unusable(e.to_string()))?,
        ),
        None => {
            let mut learner = model.spec.build();
            learner.restore(&model.state).map_err(|e| unusable(e.to_string()))?;
            Predictor::Learner(learner)
        }
    };
    Ok(Revived { model, learner })
}

/// Reads a model file and restores its learner.
pub fn revive(path: &Path) -> Result<Revived> {
    let Revived { model, learner } = predictor(path)?;
    match learner {
        Predictor::Learner(learner) => Ok(Revived { model, learner }),
        Predictor::Frozen(_) => Err(anyhow!(
            "{} is a serving model: it predicts and cannot go on learning; go on from the model it was exported from",
            path.display()
        )),
    }
}
