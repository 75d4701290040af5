//! Models that learned side by side become one.

use crate::engine::Engine;
use crate::error::EngineError;
use crate::mind::Mind;
use noregret::{ClassPart, MergeError};
use noregret_io::{Counts, ReadError, Schema};

impl Engine {
    /// One model of parts that all went on from `start`, or from nothing, each with examples of its own. A weight becomes the
    /// parts' mean, by how much each has learned about it; the merged model goes on learning, and its regret is no longer
    /// bounded. Parts must be of one algorithm with the same parameters and options, and nothing may wait in them.
    pub fn merged(start: Option<&Self>, parts: &[&Self]) -> Result<Self, EngineError> {
        let whole = start.or(parts.first().copied());
        let whole = whole.ok_or_else(|| EngineError::Options("there is nothing to merge".to_owned()))?;
        for (place, part) in parts.iter().enumerate() {
            part.alike(whole, place + 1)?;
        }
        whole.alike(whole, 0)?;
        let begin = start.map_or_else(Default::default, |start| (start.schema.clone(), *start.counts()));
        let (schema, counts) = whole.gathered(&begin, &parts[usize::from(start.is_none())..])?;
        let mut mind = match start {
            Some(start) => {
                start.core.mind().copy(start.core.plan()).map_err(|reason| start.unusable(reason))?
            }
            None => Mind::fresh(whole.core.plan()),
        };
        mind.merge(&mut parts.iter().map(|part| {
            let places = schema.labels.places_of(&part.schema.labels).unwrap_or_default();
            Ok(ClassPart { state: part.core.mind().state(), places })
        }))?;
        Self::from_parts(whole.core.with(mind).counting(counts), schema)
    }

    /// Refuses a part that learns something else than the others, or nothing any more.
    fn alike(&self, whole: &Self, place: usize) -> Result<(), EngineError> {
        if !self.core.learns() {
            return Err(EngineError::Frozen);
        }
        let same = self.core.algorithm() == whole.core.algorithm() && self.core.plan() == whole.core.plan();
        if same && self.waiting() == 0 {
            return Ok(());
        }
        let why =
            if same { "has examples that wait for labels" } else { "is another learner than the first" };
        Err(EngineError::Options(format!("model {place} of those to merge {why}")))
    }

    /// What all parts know of data, and what they have seen since the beginning.
    fn gathered(
        &self,
        (schema, counts): &(Schema, Counts),
        parts: &[&Self],
    ) -> Result<(Schema, Counts), EngineError> {
        let (mut all, mut seen) = (self.schema.clone(), *self.counts());
        for part in parts {
            all.merge(schema, &part.schema).map_err(|error| ReadError::Schema(error.to_string()))?;
            seen.add(&part.counts().since(counts));
        }
        Ok((all, seen))
    }
}

impl Mind {
    /// Becomes what parts learned together; this one is their common start.
    fn merge(
        &mut self,
        parts: &mut dyn Iterator<Item = Result<ClassPart, MergeError>>,
    ) -> Result<(), EngineError> {
        match self {
            Self::Learning(learner) => Ok(learner.merge(&mut parts.map(|part| part.map(|part| part.state)))?),
            Self::Classes(learner) => Ok(learner.merge(parts)?),
            Self::Frozen(_) | Self::FrozenClasses(_) => Err(EngineError::Frozen),
        }
    }
}
