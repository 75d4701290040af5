//! The gradient-descent family: a metric, a memory, and an explicit or implicit step, over a box and with penalties.
//!
//! Yields `ogd`, `global`, `per-coord`, `ada-diag`, `ftrl` and, with implicit steps, `pa`, `pa1`, `pa2`.

use super::{Recipe, check_explicit, no_closed_form};
use crate::classes::Classifier;
use crate::geometry::{Adagrad, WideAdagrad};
use crate::loss::Loss;
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::interval::Interval;
use crate::rule::memory::{Averaging, Mirror, Penalized, Proximal};
use crate::rule::metric::{Diagonal, Schedule, Uniform};
use crate::rule::potential::Euclidean;
use crate::rule::{Bregman, Terms, Visitor};
use crate::spec::build::{AsClasses, AsLearner, AsPlayer};
use crate::spec::check::{illegal, not_negative, positive};
use crate::spec::{Checked, CheckedClasses, Memory, Metric, Spec, SpecError, Update};
use crate::step::Linear;
use serde::{Deserialize, Serialize};

/// The gradient-descent family.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Descent {
    /// Where curvature comes from.
    pub metric: Metric,
    /// What is remembered.
    pub memory: Memory,
    /// Which step is taken.
    pub update: Update,
    /// The loss whose step is taken, where it is not the loss suffered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_loss: Option<Loss>,
}

/// The Euclidean rule of a metric and a memory.
fn rule<M, Y>(metric: M, memory: Y) -> Bregman<Euclidean, M, Y> {
    Bregman { potential: Euclidean, metric, memory, project_after: false }
}

/// Refuses a loss without a kink: a step without a limit stops nowhere else.
fn check_kink(loss: Loss) -> Result<(), SpecError> {
    let stops = |loss: &Loss| loss.kink(1.0).is_some();
    if stops(&loss) {
        return Ok(());
    }
    let kinked: Vec<_> = Loss::all().iter().filter(|loss| stops(loss)).map(Loss::name).collect();
    let (last, first) = kinked.split_last().unwrap_or((&"", &[]));
    illegal(format!(
        "with an unlimited rate {loss} has no step that stops; use {} or {last}",
        first.join(", ")
    ))
}

impl Descent {
    /// The rate all coordinates share, where they share one.
    fn schedule(&self, spec: &Checked) -> Option<Schedule> {
        match self.metric {
            Metric::Fixed { rate, eta } => Some(Schedule::Fixed { rate, eta }),
            Metric::Diameter { scale, features } => {
                let width = spec.terms()[0].set.width();
                let known2 = features.map_or(0.0, |n| f64::from(n) * width * width);
                Some(Schedule::Diameter { scale, known2 })
            }
            Metric::Unlimited => Some(Schedule::Unlimited),
            Metric::Diagonal { .. } | Metric::PerCoordinate { .. } => None,
        }
    }

    /// Shows the rule of a coordinate.
    fn visited<V: Visitor>(&self, spec: &Checked, visitor: V) -> V::Out {
        let penalized = spec.penalized();
        if let Some(schedule) = self.schedule(spec) {
            let metric = Uniform { schedule };
            return if penalized {
                visitor.visit(rule(metric, Penalized))
            } else {
                visitor.visit(rule(metric, Mirror))
            };
        }
        let delta = if let Metric::Diagonal { delta, .. } = self.metric { delta } else { 0.0 };
        let metric = Diagonal { delta };
        match self.memory {
            Memory::Mirror if penalized => visitor.visit(rule(metric, Penalized)),
            Memory::Mirror => visitor.visit(rule(metric, Mirror)),
            Memory::Averaging => visitor.visit(rule(metric, Averaging)),
            Memory::Proximal => visitor.visit(rule(metric, Proximal)),
        }
    }

    /// The rates of the tight loops, where nothing else is asked for.
    fn tight(&self, spec: &Checked) -> Option<(f64, f64)> {
        let plain = !spec.penalized() && spec.spec().set.is_none() && spec.spec().groups.is_empty();
        match (self.metric, self.memory) {
            (Metric::Diagonal { eta, delta }, Memory::Mirror) if plain => Some((eta, delta)),
            _ => None,
        }
    }

    /// Refuses a metric that lacks what it needs.
    fn check_metric(&self, spec: &Spec) -> Result<(), SpecError> {
        match self.metric {
            Metric::Diameter { features, .. } => {
                spec.need_box("a diameter rate")?;
                if features.is_some() && spec.groups.iter().any(|g| g.set.is_some()) {
                    return illegal(
                        "a number of features tells the diameter where all have the same box: no boxes for feature groups",
                    );
                }
            }
            Metric::PerCoordinate { .. } => spec.need_box("a per-coordinate rate")?,
            Metric::Unlimited if self.update == Update::Explicit => {
                return illegal(
                    "an explicit step needs a finite rate; only an implicit one may be unlimited",
                );
            }
            Metric::Unlimited => check_kink(self.step_loss.unwrap_or(spec.loss))?,
            Metric::Fixed { .. } | Metric::Diagonal { .. } => {}
        }
        Ok(())
    }
}

impl Recipe for Descent {
    fn check_numbers(&self) -> Result<(), SpecError> {
        match self.metric {
            Metric::Fixed { eta, .. } => positive("eta", eta),
            Metric::Diameter { scale, features } => {
                positive("scale", scale)?;
                features.map_or(Ok(()), |n| positive("features", n.into()))
            }
            Metric::PerCoordinate { scale } => positive("scale", scale),
            Metric::Unlimited => Ok(()),
            Metric::Diagonal { eta, delta } => positive("eta", eta).and(not_negative("delta", delta)),
        }
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        self.check_metric(spec)?;
        let uniform =
            matches!(self.metric, Metric::Fixed { .. } | Metric::Diameter { .. } | Metric::Unlimited);
        if uniform && self.memory != Memory::Mirror {
            return illegal(
                "a global rate goes with mirror descent; averaging and proximal memories need a diagonal metric",
            );
        }
        if self.step_loss.is_some_and(|step| step.labels() != spec.loss.labels()) {
            return illegal("the loss whose step is taken must have the labels of the loss suffered");
        }
        Ok(())
    }

    fn terms(&self, terms: Terms) -> Terms {
        let eta = match self.metric {
            Metric::Diagonal { eta, .. } => eta,
            Metric::PerCoordinate { scale } => scale * terms.set.width() * std::f64::consts::FRAC_1_SQRT_2,
            Metric::Fixed { .. } | Metric::Diameter { .. } | Metric::Unlimited => terms.eta,
        };
        Terms { eta, ..terms }
    }

    /// A proximal memory has its penalty once in its own objective, not once a round: its regret is of the loss alone.
    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        let rivals = RivalTerms::of(terms, instead);
        match self.memory {
            Memory::Mirror | Memory::Averaging => Ok(rivals),
            Memory::Proximal if rivals.set.width().is_finite() => {
                Ok(RivalTerms { l1: 0.0, l2: 0.0, ..rivals })
            }
            Memory::Proximal => Err(Missing::Box),
        }
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        let loss = spec.spec().loss;
        let step_loss = self.step_loss.unwrap_or(loss);
        match self.tight(spec) {
            Some((eta, delta)) => {
                Box::new(Linear::new(loss, step_loss, self.update, Adagrad::new(eta, delta)))
            }
            None => self.visited(spec, AsLearner { spec, step_loss, update: self.update }),
        }
    }

    fn check_softmax(&self, spec: &Spec) -> Result<(), SpecError> {
        if let Some(step) = self.step_loss.filter(|step| !matches!(step, Loss::Logistic(_))) {
            return illegal(format!("softmax takes its own step, not that of {step}"));
        }
        match (self.update, self.memory) {
            (Update::Explicit, _) => Ok(()),
            (Update::Implicit, Memory::Averaging | Memory::Proximal) => {
                no_closed_form("under dual averaging and proximal memories")
            }
            (Update::Implicit, Memory::Mirror) if spec.sets().next().is_some() => {
                no_closed_form("within a box")
            }
            (Update::Implicit, Memory::Mirror) if spec.penalties_given() => no_closed_form("with penalties"),
            (Update::Implicit, Memory::Mirror) => Ok(()),
        }
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        let step_loss = self.step_loss.unwrap_or(spec.spec().loss);
        match self.tight(spec.one()) {
            Some((eta, delta)) => spec.coupled(self.update, step_loss, WideAdagrad::new(eta, delta)),
            None => self.visited(spec.one(), AsClasses { spec, step_loss, update: self.update }),
        }
    }

    fn player(&self, spec: &Checked) -> Result<Player, SpecError> {
        check_explicit(self.update)?;
        Ok(Player { inner: self.visited(spec, AsPlayer { spec }), curved: false })
    }
}
