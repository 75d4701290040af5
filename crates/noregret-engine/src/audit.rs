//! The regret of a learner while it learns: its rounds are kept, and at the end the best fixed weights are looked for.

use crate::core::Core;
use crate::error::Refused;
use noregret::regret::{
    Missing, Patience, Regret, Rivals, Transcript, TranscriptError, against, course, search,
};
use noregret::{Interval, Plan, SpecError, Weight};
use noregret_io::Example;
use std::ops::Range;

/// A learner's rounds, and what it is held against.
pub struct Audit {
    /// The fixed weights it is held against; or why there are none.
    pub rivals: Result<Rivals, Missing>,
    /// Its rounds so far.
    pub transcript: Transcript,
    /// The box of the fixed weights, where it is not the learner's own.
    pub within: Option<Interval>,
    /// Whether nobody asked for that box.
    pub named: bool,
}

/// Why a round was not played.
#[derive(Debug)]
pub enum Unplayed {
    /// The learner refused it.
    Refused(Refused),
    /// It cannot be kept.
    Unkept(TranscriptError),
    /// The labels are several classes, of which no best fixed weights are looked for.
    Classes,
}

impl Audit {
    /// Of a learner, against fixed weights in a box instead of its own; refused for learners of several outputs.
    pub fn new(core: &Core, instead: Option<Interval>) -> Result<Self, SpecError> {
        let Plan::One(checked) = core.plan() else {
            return Err(SpecError::Illegal("regret is certified for learners of one output".to_owned()));
        };
        let (rivals, transcript) = (Rivals::of(checked, instead), Transcript::new());
        Ok(Self { rivals, transcript, within: instead, named: false })
    }

    /// Whether penalties count.
    pub fn penalized(&self) -> bool {
        self.rivals.as_ref().is_ok_and(Rivals::penalized)
    }

    /// Learns from an example and, if it has a label, keeps the round. The margin before.
    pub fn learn(&mut self, core: &mut Core, example: &Example<'_>) -> Result<f64, Unplayed> {
        let Some(y) = example.label else { return core.learn(example).map_err(Unplayed::Refused) };
        if core.objective().is_some() {
            return Err(Unplayed::Classes);
        }
        let penalty = match &self.rivals {
            Ok(rivals) if rivals.penalized() => self.transcript.penalty(rivals, &core.weights()),
            _ => 0.0,
        };
        let margin = core.learn(example).map_err(Unplayed::Refused)?;
        let kept = self.transcript.record(example.features, y, example.weight, margin, penalty);
        kept.map_err(Unplayed::Unkept).map(|()| margin)
    }

    /// Names a box that holds what was learned, where `auto` has none of its own and nobody named one.
    pub fn settle(&mut self, core: &Core) {
        if self.within.is_none() && self.rivals.is_err() && core.is_auto() {
            let set = holding(&core.weights());
            (self.within, self.named, self.rivals) = (Some(set), true, Ok(Rivals::within(set)));
        }
    }

    /// The regret in some rounds against the best fixed weights of these, looked for from a point; none where there are no rivals.
    pub fn find(
        &self,
        core: &Core,
        rounds: Range<usize>,
        start: &[f64],
        patience: &Patience,
    ) -> Option<Regret> {
        let rivals = self.rivals.as_ref().ok()?;
        let best = search(patience, &self.transcript, rounds.clone(), core.loss(), rivals, start);
        Some(against(&self.transcript, rounds, core.loss(), best))
    }

    /// What was suffered up to each round less what a point loses up to it.
    pub fn course(&self, core: &Core, point: &[f64]) -> Vec<f64> {
        let Ok(rivals) = &self.rivals else { return Vec::new() };
        course(&self.transcript, 0..self.transcript.rounds(), core.loss(), rivals, point)
    }
}

/// A box of 1, 2 or 5 times a power of ten around 0 that holds these weights.
fn holding(weights: &[Weight]) -> Interval {
    let largest = weights.iter().fold(0.0, |largest: f64, weight| weight.value.abs().max(largest));
    let ends = (-300..300).flat_map(|power| ["1", "2", "5"].map(|digit| format!("{digit}e{power}")));
    let held = ends.filter_map(|end| end.parse().ok()).find(|end: &f64| *end >= largest && *end >= 1.0);
    Interval::radius(held.unwrap_or(f64::MAX))
}
