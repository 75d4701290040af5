//! A model that is only asked: by the weights that serve, or by the last ones.

use anyhow::Result;
use noregret_engine::Engine;
use std::path::Path;

/// Reads a model to predict with.
pub fn load(path: &Path, last: bool) -> Result<Engine> {
    let engine = Engine::load(path)?;
    Ok(if last { engine.by_last() } else { engine })
}
