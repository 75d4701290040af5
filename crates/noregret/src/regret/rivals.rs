//! The fixed points a learner is held against: a set F, and the penalty R each of them pays every round.
//!
//! F is a box; without one a penalty must hold the best point, or there may be none: separable data send it to infinity. By default both
//! are the learner's own, as its recipe says.
//! Weakness: the simplex and the ball have no comparator here.

use crate::regret::terms::{Missing, RivalTerms};
use crate::rule::interval::Interval;
use crate::spec::Checked;

/// The set and the penalty of the fixed points.
#[derive(Clone, Debug, PartialEq)]
pub struct Rivals {
    groups: Vec<RivalTerms>,
}

impl Rivals {
    /// The points of a box, without penalties.
    pub fn within(set: Interval) -> Self {
        Self { groups: vec![RivalTerms { set, l1: 0.0, l2: 0.0 }] }
    }

    /// These terms for every feature.
    pub fn with_terms(terms: RivalTerms) -> Result<Self, Missing> {
        Self { groups: vec![terms] }.held()
    }

    /// The learner's own set and penalty, or another box in place of its set.
    pub fn of(spec: &Checked, instead: Option<Interval>) -> Result<Self, Missing> {
        let mut groups: Vec<RivalTerms> = Vec::new();
        for terms in spec.terms() {
            let rival = spec.spec().learner.recipe().rivals(&terms, instead)?;
            if (rival.l1 > 0.0 || rival.l2 > 0.0) && terms.start() != 0.0 {
                return Err(Missing::Start);
            }
            groups.push(rival);
        }
        Self { groups }.held()
    }

    fn held(self) -> Result<Self, Missing> {
        let held = |t: &RivalTerms| t.set.width().is_finite() || t.l1 > 0.0 || t.l2 > 0.0;
        if self.groups.iter().all(held) { Ok(self) } else { Err(Missing::Bounds) }
    }

    /// Whether any point pays a penalty.
    pub fn penalized(&self) -> bool {
        self.groups.iter().any(|t| t.l1 > 0.0 || t.l2 > 0.0)
    }

    /// The terms of a group; the nameless one where it has none of its own.
    pub fn terms(&self, group: u8) -> RivalTerms {
        self.groups.get(usize::from(group)).copied().unwrap_or(self.groups[0])
    }
}
