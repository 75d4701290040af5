//! From a checked spec to a learner: the only match over the static axes.

use crate::flh::Flh;
use crate::geometry::{Confidence, ConfidenceRule, Separable};
use crate::learn::Linear;
use crate::memory;
use crate::metric::{Diagonal, Schedule, Uniform};
use crate::oco::{CoordinateFlh, Play};
use crate::online::Online;
use crate::potential::Euclidean;
use crate::rule::{Bregman, Optimistic, Rule, StronglyConvex, Variation};
use crate::spec::{Checked, Learner, Memory, Metric, SpecError, Update};

/// What is done with the rule once its type is known.
trait Visitor {
    type Out;
    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Self::Out;
}

/// Finds the rule of a spec; `None` for learners that are not separable.
fn with_rule<V: Visitor>(spec: &Checked, visitor: V) -> Option<V::Out> {
    let potential = Euclidean;
    let Learner::Descent { metric, memory, .. } = spec.spec().learner else {
        return match spec.spec().learner {
            Learner::StronglyConvex => Some(visitor.visit(StronglyConvex)),
            Learner::Variation => Some(visitor.visit(Variation)),
            Learner::Optimistic { scale } => Some(visitor.visit(Optimistic { scale })),
            _ => None,
        };
    };
    let schedule = match metric {
        Metric::Fixed { rate, eta } => Some(Schedule::Fixed { rate, eta }),
        Metric::Diameter { scale } => Some(Schedule::Diameter { scale }),
        Metric::Unlimited => Some(Schedule::Unlimited),
        Metric::Diagonal { .. } | Metric::PerCoordinate { .. } => None,
    };
    let delta = if let Metric::Diagonal { delta, .. } = metric { delta } else { 0.0 };
    let penalized = spec.terms().iter().any(|terms| terms.l1 > 0.0 || terms.l2 > 0.0);
    Some(match (schedule, memory) {
        (Some(schedule), _) => {
            let metric = Uniform { schedule };
            if penalized {
                visitor.visit(Bregman { potential, metric, memory: memory::Penalized })
            } else {
                visitor.visit(Bregman { potential, metric, memory: memory::Mirror })
            }
        }
        (None, memory) => {
            let metric = Diagonal { delta };
            match memory {
                Memory::Mirror if penalized => {
                    visitor.visit(Bregman { potential, metric, memory: memory::Penalized })
                }
                Memory::Mirror => visitor.visit(Bregman { potential, metric, memory: memory::Mirror }),
                Memory::Averaging => visitor.visit(Bregman { potential, metric, memory: memory::Averaging }),
                Memory::Proximal => visitor.visit(Bregman { potential, metric, memory: memory::Proximal }),
            }
        }
    })
}

struct AsLearner<'a>(&'a Checked);

impl Visitor for AsLearner<'_> {
    type Out = Box<dyn Online>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Online> {
        let spec = self.0.spec();
        let (update, step_loss) = match spec.learner {
            Learner::Descent { update, step_loss, .. } => (update, step_loss.unwrap_or(spec.loss)),
            _ => (Update::Explicit, spec.loss),
        };
        Box::new(Linear::new(spec.loss, step_loss, update, Separable::new(rule, self.0.terms())))
    }
}

struct AsPlayer<'a>(&'a Checked);

impl Visitor for AsPlayer<'_> {
    type Out = Box<dyn Play>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Play> {
        Box::new(Separable::new(rule, self.0.terms()))
    }
}

/// The base learner, whatever wraps it.
fn base_learner(spec: &Checked) -> Box<dyn Online> {
    with_rule(spec, AsLearner(spec)).unwrap_or_else(|| {
        let (rule, variance) = match spec.spec().learner {
            Learner::Arow { r, variance } => (ConfidenceRule::Arow { r }, variance),
            Learner::Cw { phi, variance } => (ConfidenceRule::Cw { phi }, variance),
            _ => unreachable!("every other learner has a rule"),
        };
        Box::new(Confidence::new(spec.spec().loss, rule, variance))
    })
}

/// The learner of a spec.
pub(crate) fn learner(spec: &Checked) -> Box<dyn Online> {
    match spec.spec().flh {
        None => base_learner(spec),
        Some(alpha) => {
            let base = spec.clone();
            Box::new(Flh::new(spec.spec().loss, alpha, Box::new(move || base_learner(&base))))
        }
    }
}

/// The player of a spec, if it makes sense without labels.
pub(crate) fn player(spec: &Checked) -> Result<Box<dyn Play>, SpecError> {
    let refuse = |why: &str| SpecError::Illegal(format!("there is no player without labels here: {why}"));
    if let Learner::Descent { update: Update::Implicit, .. } = spec.spec().learner {
        return Err(refuse("an implicit step needs the loss, not its gradient"));
    }
    let build = |spec: &Checked| with_rule(spec, AsPlayer(spec));
    let base = build(spec).ok_or_else(|| refuse("cw and arow learn from labels"))?;
    match spec.spec().flh {
        None => Ok(base),
        Some(alpha) => {
            let copy = spec.clone();
            let make = move || build(&copy).unwrap_or_else(|| unreachable!("built once already"));
            Ok(Box::new(CoordinateFlh::new(alpha, Box::new(make))))
        }
    }
}

impl Checked {
    /// A learner that has seen nothing.
    pub fn build(&self) -> Box<dyn Online> {
        learner(self)
    }
}
