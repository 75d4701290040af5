//! Learning from features that are named one after the other, as a program comes upon them.

use crate::core::Core;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::learn::{Taken, take, unread};
use crate::margins::Parsers;
use noregret_io::{Column, Family, GivenLabel, Named, Schema, Value};

/// An example in the making, as [`Engine::learn_named`] would take it whole. Dropped before it is learned from, it leaves nothing behind.
///
/// ```
/// use noregret_engine::{Column, EngineOptions, Value};
///
/// let mut engine = EngineOptions::new().algorithm("ada-diag").build()?;
/// let colour = Column::new("colour");
/// let mut example = engine.naming()?;
/// example.add_in(&colour, Value::Text("red"));
/// example.add(("size", 2.0).into());
/// assert_eq!(example.learn(1.0, 1.0)?.margin(), Some(0.0));
/// # Ok::<(), noregret_engine::EngineError>(())
/// ```
pub struct Naming<'e> {
    core: &'e mut Core,
    schema: &'e mut Schema,
    parsers: &'e mut Parsers,
    naming: noregret_io::Naming<'e>,
}

impl Engine {
    /// Begins an example whose features are named one after the other.
    #[inline]
    pub fn naming(&mut self) -> Result<Naming<'_>, EngineError> {
        self.learns()?;
        let Self { core, schema, entry, parsers, .. } = self;
        let naming = entry.of_family(Family::Named, schema)?.naming();
        Ok(Naming { core, schema, parsers, naming })
    }
}

impl Naming<'_> {
    /// Adds a feature.
    #[inline]
    pub fn add(&mut self, feature: Named<'_>) {
        self.naming.add(feature);
    }

    /// Adds a feature under a name that was hashed before.
    #[inline]
    pub fn add_in(&mut self, column: &Column, value: Value<'_>) {
        self.naming.add_in(column, value);
    }

    /// Learns from the example. On an error there is no trace of it.
    #[inline]
    pub fn learn<'l>(self, label: impl Into<GivenLabel<'l>>, weight: f64) -> Result<Taken, EngineError> {
        let Self { core, schema, parsers, naming } = self;
        let drafted = naming.end(Some(label), weight).map_err(unread)?;
        take(core, schema, parsers, drafted, &mut |_, _, _| {})
    }
}
