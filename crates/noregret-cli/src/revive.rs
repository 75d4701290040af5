//! From a model file back to a learner.

use anyhow::{Result, anyhow};
use noregret::{Checked, Online};
use noregret_io::Model;
use std::path::Path;

/// A model with its learner, as it was when it was saved.
pub struct Revived {
    /// The file's content.
    pub model: Model,
    /// Its spec, checked.
    pub spec: Checked,
    /// The learner, in the saved state.
    pub learner: Box<dyn Online>,
}

/// Reads a model file and restores its learner.
pub fn revive(path: &Path) -> Result<Revived> {
    let model = Model::load(path)?;
    let unusable = |why: String| anyhow!("{} is not a usable model file: {why}", path.display());
    let spec = model.spec.clone().check().map_err(|e| unusable(e.to_string()))?;
    let mut learner = spec.build();
    learner.restore(&model.state).map_err(|e| unusable(e.to_string()))?;
    Ok(Revived { model, spec, learner })
}
