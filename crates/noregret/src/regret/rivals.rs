//! The fixed points a learner is held against: a set F, and the penalty R each of them pays every round.
//!
//! F is a box; without one a penalty must hold the best point, or there may be none: separable data send it to infinity. By default both
//! are the learner's own. `ftrl` has its penalty once in its own objective, not once a round: its regret is of the loss alone.
//! Weakness: the simplex and the ball have no comparator here.

use crate::rule::interval::Interval;
use crate::spec::{Checked, Joint, Learner, Memory, Potential};
use thiserror::Error;

/// Why there is no best fixed point to compare with.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Missing {
    /// Neither a box nor a penalty.
    #[error(
        "the best fixed weights need a bounded set or a penalty, or there may be none: give a box or an l2 penalty"
    )]
    Bounds,
    /// A penalty that is not part of the regret, and no box.
    #[error(
        "the best fixed weights need a box: this learner's penalty stands once in its own objective and is no part of its regret"
    )]
    Box,
    /// A set that is no box.
    #[error("there is no comparator over the {0}, only over boxes: judge the learner within a box")]
    Joint(&'static str),
    /// Penalties on weights that do not begin at zero.
    #[error(
        "the penalty of weights that begin elsewhere than at 0 cannot be added up: no certificate with penalties and such a start"
    )]
    Start,
}

/// One feature group's part of the set and the penalty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RivalTerms {
    /// The interval of a weight; infinite ends where there is none.
    pub set: Interval,
    /// l1 a round.
    pub l1: f64,
    /// l2 a round.
    pub l2: f64,
}

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
            let (mut set, mut l1, mut l2) = (instead.unwrap_or(terms.set), terms.l1, terms.l2);
            match spec.spec().learner {
                Learner::Mirror { joint: Some(joint), .. } if instead.is_none() => {
                    let name = if joint == Joint::Simplex { "simplex" } else { "ball" };
                    return Err(Missing::Joint(name));
                }
                // Under these potentials weights are positive.
                Learner::Mirror {
                    potential: Potential::Entropy | Potential::Burg, signed: false, ..
                } if instead.is_none() => {
                    set.lo = set.lo.max(0.0);
                }
                Learner::Descent { memory: Memory::Proximal, .. } => {
                    if !set.width().is_finite() {
                        return Err(Missing::Box);
                    }
                    (l1, l2) = (0.0, 0.0);
                }
                // Weights anywhere in the set, and the penalty once a round.
                Learner::Descent { .. }
                | Learner::Mirror { .. }
                | Learner::StronglyConvex
                | Learner::Variation
                | Learner::Optimistic { .. }
                | Learner::Sketched { .. }
                | Learner::Newton { .. }
                | Learner::Projected { .. }
                | Learner::LowRank { .. }
                | Learner::Arow { .. }
                | Learner::Cw { .. }
                | Learner::Auto => {}
            }
            if (l1 > 0.0 || l2 > 0.0) && terms.start() != 0.0 {
                return Err(Missing::Start);
            }
            groups.push(RivalTerms { set, l1, l2 });
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
