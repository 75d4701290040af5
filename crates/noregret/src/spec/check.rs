//! Which specs make sense, and why the others do not.

use super::{Joint, Learner, Matrix, Memory, Method, Metric, Potential, Scale, Spec, Update};
use crate::loss::{Labels, Loss};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use thiserror::Error;

/// Why a spec was refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SpecError {
    /// A combination that makes no sense.
    #[error("{0}")]
    Illegal(String),
    /// A parameter out of its range.
    #[error("{name} = {value} is out of range: {wanted}")]
    Range {
        /// The parameter.
        name: String,
        /// What was given.
        value: String,
        /// What it takes.
        wanted: String,
    },
    /// A parameter the algorithm does not take.
    #[error("{algorithm} takes no --{name}{}", list_flags(.takes))]
    NotTaken {
        /// The algorithm.
        algorithm: String,
        /// The parameter.
        name: String,
        /// What it takes.
        takes: Vec<&'static str>,
    },
    /// There is no such algorithm.
    #[error("there is no algorithm {name:?}{}; the algorithms are {}", suggest(.near), .known.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest name.
        near: Option<&'static str>,
        /// All names.
        known: Vec<&'static str>,
    },
    /// A text that is no spec.
    #[error("this is no spec: {0}")]
    Text(String),
}

fn list_flags(names: &[&'static str]) -> String {
    if names.is_empty() {
        return "; it takes no parameters".to_owned();
    }
    format!("; it takes {}", names.iter().map(|name| format!("--{name}")).collect::<Vec<_>>().join(" "))
}

fn suggest(name: &Option<&'static str>) -> String {
    name.map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

/// A spec that makes sense.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked(Spec);

impl Checked {
    /// The spec.
    pub fn spec(&self) -> &Spec {
        &self.0
    }

    /// Whether any group has a penalty.
    pub(crate) fn penalized(&self) -> bool {
        self.terms().iter().any(|terms| terms.l1 > 0.0 || terms.l2 > 0.0)
    }

    /// The terms of every group, the nameless one first.
    pub(crate) fn terms(&self) -> Vec<Terms> {
        let spec = &self.0;
        let everywhere = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        let term = |set: Option<Interval>, l1: Option<f64>, l2: Option<f64>| {
            let set = set.or(spec.set).unwrap_or(everywhere);
            let eta = match spec.learner {
                Learner::Descent { metric: Metric::Diagonal { eta, .. }, .. } => eta,
                Learner::Descent { metric: Metric::PerCoordinate { scale }, .. } => {
                    scale * set.width() * std::f64::consts::FRAC_1_SQRT_2
                }
                _ => 1.0,
            };
            let start = if let Learner::Mirror { start, .. } = spec.learner { start } else { 0.0 };
            Terms { set, l1: l1.unwrap_or(spec.l1), l2: l2.unwrap_or(spec.l2), eta, start }
        };
        let groups = spec.groups.iter().map(|group| term(group.set, group.l1, group.l2));
        std::iter::once(term(None, None, None)).chain(groups).collect()
    }
}

fn illegal(reason: impl Into<String>) -> Result<(), SpecError> {
    Err(SpecError::Illegal(reason.into()))
}

pub(super) fn positive(name: &str, value: f64) -> Result<(), SpecError> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    let wanted = "a finite number above 0".to_owned();
    Err(SpecError::Range { name: name.to_owned(), value: value.to_string(), wanted })
}

pub(super) fn not_negative(name: &str, value: f64) -> Result<(), SpecError> {
    if value >= 0.0 && value.is_finite() {
        return Ok(());
    }
    let wanted = "a finite number, 0 or more".to_owned();
    Err(SpecError::Range { name: name.to_owned(), value: value.to_string(), wanted })
}

/// The rows of a sketch.
fn rows(tau: u32) -> Result<(), SpecError> {
    if (1..=MOST_ROWS).contains(&tau) {
        return Ok(());
    }
    let wanted = format!("a whole number from 1 to {MOST_ROWS}");
    Err(SpecError::Range { name: "tau".to_owned(), value: tau.to_string(), wanted })
}

/// A sketch of more rows than this costs more than the whole matrix.
const MOST_ROWS: u32 = 2048;

impl Spec {
    /// Refuses what makes no sense, with the reason.
    pub fn check(self) -> Result<Checked, SpecError> {
        if let Some(coupling) = self.classes {
            illegal(format!("this spec learns classes ({coupling}): check it with `check_classes`"))?;
        }
        self.check_numbers()?;
        let boxed = self.set.is_some();
        let penalized =
            self.l1 > 0.0 || self.l2 > 0.0 || self.groups.iter().any(|g| g.l1.is_some() || g.l2.is_some());
        let need_box = |who: &str| -> Result<(), SpecError> {
            if boxed {
                return Ok(());
            }
            illegal(format!("{who} takes its rate from the width of the box: give a radius or a box"))
        };
        match self.learner {
            Learner::Descent { metric, memory, update, step_loss } => {
                match metric {
                    Metric::Diameter { features, .. } => {
                        need_box("a diameter rate")?;
                        if features.is_some() && self.groups.iter().any(|g| g.set.is_some()) {
                            illegal(
                                "a number of features tells the diameter where all have the same box: no boxes for feature groups",
                            )?;
                        }
                    }
                    Metric::PerCoordinate { .. } => need_box("a per-coordinate rate")?,
                    Metric::Unlimited if update == Update::Explicit => {
                        illegal(
                            "an explicit step needs a finite rate; only an implicit one may be unlimited",
                        )?;
                    }
                    Metric::Unlimited => match step_loss.unwrap_or(self.loss) {
                        Loss::Hinge(_) | Loss::Absolute(_) | Loss::Quantile(_) => {}
                        other => illegal(format!(
                            "with an unlimited rate {other} has no step that stops; use hinge, absolute or quantile"
                        ))?,
                    },
                    Metric::Fixed { .. } | Metric::Diagonal { .. } => {}
                }
                let uniform =
                    matches!(metric, Metric::Fixed { .. } | Metric::Diameter { .. } | Metric::Unlimited);
                if uniform && memory != Memory::Mirror {
                    illegal(
                        "a global rate goes with mirror descent; averaging and proximal memories need a diagonal metric",
                    )?;
                }
                if step_loss.is_some_and(|step| step.labels() != self.loss.labels()) {
                    illegal("the loss whose step is taken must have the labels of the loss suffered")?;
                }
            }
            Learner::Mirror { potential, start, signed, joint, .. } => {
                let positive = potential != Potential::Euclidean;
                if positive && start <= 0.0 {
                    illegal(format!("under {potential} weights are positive: start must be above 0"))?;
                }
                if positive && (self.l2 > 0.0 || self.groups.iter().any(|g| g.l2.is_some())) {
                    illegal(format!(
                        "l2 has no closed form under {potential}; use l1, or the euclidean potential"
                    ))?;
                }
                if positive
                    && self
                        .set
                        .iter()
                        .chain(self.groups.iter().filter_map(|g| g.set.as_ref()))
                        .any(|set| set.hi <= 0.0)
                {
                    illegal(format!("under {potential} weights are positive: the box must reach above 0"))?;
                }
                if signed && potential != Potential::Entropy {
                    illegal(
                        "signed weights are for the entropy potential: euclidean ones have signs, burg has no such pair",
                    )?;
                }
                if signed && (boxed || !self.groups.is_empty()) {
                    illegal("signed weights take no box and no feature groups")?;
                }
                if joint.is_some() && (boxed || penalized || !self.groups.is_empty()) {
                    illegal(
                        "the simplex and the ball take no box, no penalties and no feature groups beside them",
                    )?;
                }
                if matches!(joint, Some(Joint::Ball { .. })) && potential != Potential::Euclidean {
                    illegal(format!(
                        "the projection onto a ball under {potential} has no closed form; use the euclidean potential"
                    ))?;
                }
            }
            Learner::Sketched { method, scale, tau, update, .. } => {
                if scale == Scale::Diagonal {
                    if tau.is_none() {
                        illegal("scaled coordinates are for sketches: the full matrix needs none")?;
                    }
                    if method == Method::Pds || boxed || penalized {
                        illegal("scaled coordinates go with cmd, without a box and without penalties")?;
                    }
                }
                if !self.groups.is_empty() {
                    illegal("under a full matrix the coordinates are not apart: no feature groups")?;
                }
                if update == Update::Implicit && (boxed || penalized) {
                    illegal("under a full matrix penalties and boxes go with explicit steps")?;
                }
            }
            Learner::Newton { .. } | Learner::Projected { .. } | Learner::LowRank { .. } => {
                if boxed || penalized || !self.groups.is_empty() {
                    illegal(
                        "this learner takes no box, no penalties and no feature groups; ada-fd and fd-son take boxes and penalties",
                    )?;
                }
            }
            Learner::Auto => {
                if boxed || penalized || !self.groups.is_empty() {
                    illegal("auto takes no box, no penalties and no feature groups")?;
                }
            }
            Learner::StronglyConvex => {
                need_box("strongly-convex")?;
                if self.l1 > 0.0 || self.groups.iter().any(|g| g.l1.is_some()) {
                    illegal("strongly-convex takes the l2 penalty as curvature, and no l1")?;
                }
            }
            Learner::Variation | Learner::Optimistic { .. } => {
                need_box("this player")?;
                if penalized {
                    illegal(
                        "variation and optimistic take no penalties: their gradients must be the loss's own",
                    )?;
                }
            }
            Learner::Cw { .. } | Learner::Arow { .. } => {
                if self.loss.labels() != Labels::Binary {
                    illegal(format!("cw and arow classify: they take a binary loss, not {}", self.loss))?;
                }
                if boxed || penalized || !self.groups.is_empty() {
                    illegal("cw and arow take no box, no penalties and no feature groups")?;
                }
            }
        }
        if self.groups.iter().any(|g| g.set.is_some()) && !boxed {
            illegal("a box for a feature group needs one for the other features too")?;
        }
        Ok(Checked(self))
    }

    fn check_numbers(&self) -> Result<(), SpecError> {
        not_negative("l1", self.l1)?;
        not_negative("l2", self.l2)?;
        if self.groups.len() > 254 {
            illegal(format!("{} feature groups are too many: at most 254", self.groups.len()))?;
        }
        let mut names: Vec<&str> = self.groups.iter().map(|g| g.name.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            illegal(format!("the feature group {:?} is given twice", twice[0]))?;
        }
        for group in &self.groups {
            group.l1.map_or(Ok(()), |l1| not_negative("l1", l1))?;
            group.l2.map_or(Ok(()), |l2| not_negative("l2", l2))?;
        }
        for set in self.set.iter().chain(self.groups.iter().filter_map(|g| g.set.as_ref())) {
            if let Some(fault) = set.fault() {
                illegal(fault)?;
            }
        }
        self.flh.map_or(Ok(()), |alpha| positive("alpha", alpha))?;
        match self.learner {
            Learner::Descent { metric, .. } => match metric {
                Metric::Fixed { eta, .. } => positive("eta", eta),
                Metric::Diameter { scale, features } => {
                    positive("scale", scale).and(features.map_or(Ok(()), |n| positive("features", n.into())))
                }
                Metric::PerCoordinate { scale } => positive("scale", scale),
                Metric::Unlimited => Ok(()),
                Metric::Diagonal { eta, delta } => positive("eta", eta).and(not_negative("delta", delta)),
            },
            Learner::Mirror { eta, start, joint, .. } => {
                if !start.is_finite() {
                    illegal("start must be a finite number")?;
                }
                if let Some(Joint::Ball { radius }) = joint {
                    positive("radius of the ball", radius)?;
                    if start.abs() > 0.0 {
                        illegal("in a ball weights start at 0")?;
                    }
                }
                positive("eta", eta)
            }
            Learner::Sketched { matrix, tau, .. } => {
                tau.map_or(Ok(()), rows)?;
                match matrix {
                    Matrix::Ada { eta, delta } | Matrix::Sketchy { eta, delta } => {
                        positive("eta", eta).and(positive("delta", delta))
                    }
                    Matrix::Son { eta, alpha } | Matrix::RobustSon { eta, alpha } => {
                        positive("eta", eta).and(positive("alpha", alpha))
                    }
                }
            }
            Learner::Newton { eta, alpha, .. } => positive("eta", eta).and(positive("alpha", alpha)),
            Learner::Projected { eta, delta, tau, .. } | Learner::LowRank { eta, delta, tau, .. } => {
                rows(tau)?;
                positive("eta", eta).and(positive("delta", delta))
            }
            Learner::Auto | Learner::StronglyConvex | Learner::Variation => Ok(()),
            Learner::Optimistic { scale } => positive("scale", scale),
            Learner::Cw { phi, variance } => positive("phi", phi).and(positive("variance", variance)),
            Learner::Arow { r, variance } => positive("r", r).and(positive("variance", variance)),
        }
    }
}
