//! From a checked spec to a learner: the only match over the static axes.

use crate::geometry::{
    Adagrad, Composite, Curvature, Geometry, Joint, LowRank, Mix, Newton, Separable, Signed, Sketched,
};
use crate::learners::auto::Auto;
use crate::learners::confidence::{Confidence, ConfidenceRule};
use crate::learners::flh::Flh;
use crate::learners::flh::coordinate::CoordinateFlh;
use crate::loss::Loss;
use crate::oco::Play;
use crate::online::Online;
use crate::rule::memory;
use crate::rule::metric::{Diagonal, Schedule, Uniform};
use crate::rule::potential::{self, Burg, Entropy, Euclidean};
use crate::rule::{Bregman, Optimistic, Rule, StronglyConvex, Variation};
use crate::sketch::Hadamard;
use crate::spec::{Checked, Learner, Matrix, Memory, Metric, Potential, Projection, Spec, SpecError, Update};
use crate::step::Linear;

/// What is done with the rule once its type is known.
pub(super) trait Visitor {
    type Out;
    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Self::Out;
}

/// The rule of mirror descent under a potential with a fixed schedule.
fn with_mirror<V: Visitor, P: potential::Potential>(spec: &Checked, potential: P, visitor: V) -> V::Out {
    let Learner::Mirror { rate, eta, .. } = spec.spec().learner else {
        unreachable!("asked for mirror alone")
    };
    let metric = Uniform { schedule: Schedule::Fixed { rate, eta } };
    if spec.penalized() {
        visitor.visit(Bregman { potential, metric, memory: memory::Penalized, project_after: true })
    } else {
        visitor.visit(Bregman { potential, metric, memory: memory::Mirror, project_after: true })
    }
}

/// Finds the rule of a spec; `None` for learners that are not separable.
pub(super) fn with_rule<V: Visitor>(spec: &Checked, visitor: V) -> Option<V::Out> {
    let potential = Euclidean;
    if let Learner::Mirror { potential, joint, .. } = spec.spec().learner {
        return match (joint, potential) {
            (Some(_), _) => None,
            (None, Potential::Euclidean) => Some(with_mirror(spec, Euclidean, visitor)),
            (None, Potential::Entropy) => Some(with_mirror(spec, Entropy, visitor)),
            (None, Potential::Burg) => Some(with_mirror(spec, Burg, visitor)),
        };
    }
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
        Metric::Diameter { scale, features } => {
            let width = spec.terms()[0].set.width();
            let known2 = features.map_or(0.0, |n| f64::from(n) * width * width);
            Some(Schedule::Diameter { scale, known2 })
        }
        Metric::Unlimited => Some(Schedule::Unlimited),
        Metric::Diagonal { .. } | Metric::PerCoordinate { .. } => None,
    };
    let delta = if let Metric::Diagonal { delta, .. } = metric { delta } else { 0.0 };
    let penalized = spec.penalized();
    Some(match (schedule, memory) {
        (Some(schedule), _) => {
            let metric = Uniform { schedule };
            if penalized {
                visitor.visit(Bregman { potential, metric, memory: memory::Penalized, project_after: false })
            } else {
                visitor.visit(Bregman { potential, metric, memory: memory::Mirror, project_after: false })
            }
        }
        (None, memory) => {
            let metric = Diagonal { delta };
            match memory {
                Memory::Mirror if penalized => visitor.visit(Bregman {
                    potential,
                    metric,
                    memory: memory::Penalized,
                    project_after: false,
                }),
                Memory::Mirror => {
                    visitor.visit(Bregman { potential, metric, memory: memory::Mirror, project_after: false })
                }
                Memory::Averaging => visitor.visit(Bregman {
                    potential,
                    metric,
                    memory: memory::Averaging,
                    project_after: false,
                }),
                Memory::Proximal => visitor.visit(Bregman {
                    potential,
                    metric,
                    memory: memory::Proximal,
                    project_after: false,
                }),
            }
        }
    })
}

struct AsLearner<'a>(&'a Checked);

impl Visitor for AsLearner<'_> {
    type Out = Box<dyn Online>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Online> {
        linear(self.0, Separable::new(rule, self.0.terms()))
    }
}

/// Which step a spec takes, and on which loss.
pub(super) fn stepped(spec: &Spec) -> (Update, Loss) {
    match spec.learner {
        Learner::Descent { update, step_loss, .. } => (update, step_loss.unwrap_or(spec.loss)),
        Learner::Mirror { update, .. }
        | Learner::Sketched { update, .. }
        | Learner::Newton { update, .. }
        | Learner::Projected { update, .. }
        | Learner::LowRank { update, .. } => (update, spec.loss),
        _ => (Update::Explicit, spec.loss),
    }
}

/// The linear learner of a spec over its geometry.
fn linear<G: Geometry + 'static>(spec: &Checked, geometry: G) -> Box<dyn Online> {
    let spec = spec.spec();
    let (update, step_loss) = stepped(spec);
    if let Learner::Mirror { signed: true, .. } = spec.learner {
        return Box::new(Linear::new(spec.loss, step_loss, update, Signed::new(geometry)));
    }
    Box::new(Linear::new(spec.loss, step_loss, update, geometry))
}

struct AsPlayer<'a>(&'a Checked);

impl Visitor for AsPlayer<'_> {
    type Out = Box<dyn Play>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Play> {
        Box::new(Separable::new(rule, self.0.terms()))
    }
}

/// The geometry of a learner under a sketched or projected matrix, or a whole one that is kept as such.
pub(super) fn sketched(spec: &Checked) -> Option<Sketched> {
    match spec.spec().learner {
        Learner::Sketched { matrix, method, scale, tau, .. } => {
            let terms = spec.terms()[0];
            let composite = Composite { set: terms.set, l1: terms.l1, l2: terms.l2 };
            let tau = tau.map(|tau| tau as usize);
            Some(Sketched::new(Curvature::Kept(matrix), method, scale, tau, composite))
        }
        Learner::Projected { projection, eta, delta, tau, seed, .. } => {
            let (tau, seed) = (tau as usize, u64::from(seed));
            Some(match projection {
                Projection::Gaussian => {
                    Sketched::mixed(Curvature::Kept(Matrix::Ada { eta, delta }), Mix::Gaussian { seed, tau })
                }
                Projection::Hadamard => Sketched::mixed(
                    Curvature::Ranged { eta, delta },
                    Mix::Hadamard(Hadamard::new(seed, tau), tau),
                ),
            })
        }
        _ => None,
    }
}

/// Whether weights are free: no box, no penalty, no feature group.
pub(super) fn is_plain(spec: &Checked) -> bool {
    !spec.penalized() && spec.spec().set.is_none() && spec.spec().groups.is_empty()
}

/// The base learner, whatever wraps it.
fn base_learner(spec: &Checked) -> Box<dyn Online> {
    if let Some(geometry) = sketched(spec) {
        return linear(spec, geometry);
    }
    match spec.spec().learner {
        Learner::Newton { eta, alpha, .. } => return linear(spec, Newton::new(eta, alpha)),
        Learner::LowRank { eta, delta, tau, seed, .. } => {
            return linear(spec, LowRank::new(eta, delta, tau as usize, u64::from(seed)));
        }
        Learner::Auto => return Box::new(Auto::<f32>::new(spec.spec().loss)),
        _ => {}
    }
    if let Learner::Mirror { potential, rate, eta, start, joint: Some(joint), .. } = spec.spec().learner {
        let schedule = Schedule::Fixed { rate, eta };
        return match potential {
            Potential::Euclidean => linear(spec, Joint::new(Euclidean, joint, schedule, start)),
            Potential::Entropy => linear(spec, Joint::new(Entropy, joint, schedule, start)),
            Potential::Burg => linear(spec, Joint::new(Burg, joint, schedule, start)),
        };
    }
    if let Learner::Descent { metric: Metric::Diagonal { eta, delta }, memory: Memory::Mirror, .. } =
        spec.spec().learner
        && is_plain(spec)
    {
        return linear(spec, Adagrad::new(eta, delta));
    }
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
fn learner(spec: &Checked) -> Box<dyn Online> {
    match spec.spec().flh {
        None => base_learner(spec),
        Some(alpha) => {
            let base = spec.clone();
            Box::new(Flh::new(spec.spec().loss, alpha, Box::new(move || base_learner(&base))))
        }
    }
}

/// The player of a spec, if it makes sense without labels.
fn player(spec: &Checked) -> Result<Box<dyn Play>, SpecError> {
    let refuse = |why: &str| SpecError::Illegal(format!("there is no player without labels here: {why}"));
    match spec.spec().learner {
        Learner::Descent { update: Update::Implicit, .. }
        | Learner::Mirror { update: Update::Implicit, .. }
        | Learner::Sketched { update: Update::Implicit, .. } => {
            return Err(refuse("an implicit step needs the loss, not its gradient"));
        }
        Learner::Mirror { signed: true, .. } | Learner::Mirror { joint: Some(_), .. } => {
            return Err(refuse("players move over a box, with plain weights"));
        }
        _ => {}
    }
    let sketched = matches!(spec.spec().learner, Learner::Sketched { .. });
    if sketched && spec.spec().flh.is_some() {
        return Err(refuse("flh copies players of single coordinates, and a matrix has none"));
    }
    if let Some(geometry) = sketched.then(|| self::sketched(spec)).flatten() {
        return Ok(Box::new(geometry));
    }
    let build = |spec: &Checked| with_rule(spec, AsPlayer(spec));
    let base = build(spec).ok_or_else(|| refuse("this learner learns from labels"))?;
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

    /// A player that has seen nothing, if the learner makes sense without labels.
    pub(crate) fn player(&self) -> Result<Box<dyn Play>, SpecError> {
        player(self)
    }
}
