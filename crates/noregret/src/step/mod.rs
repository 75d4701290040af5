//! The one learning step, written once for all geometries.
//!
//! `open` gives the margin p; the loss gives the slope h dl(p, y); `adapt` shows the gradient to the
//! metric; the step's slope s is that slope (explicit), or the root of s = h dl(p(s), y), p(s) the margin
//! the step leaves (implicit: closed form where p(s) is affine, else [`root`]); `stage` works the step
//! out and refuses what is not finite; `commit` writes it.

pub mod certificate;
pub mod root;

use crate::features::{Features, Kept};
use crate::frozen::Frozen;
use crate::geometry::Geometry;
use crate::loss::{Labels, Loss};
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Online, Predict, Weight};
use crate::spec::Update;
use crate::state::{Save, State, StateError};

/// Refuses a label or importance weight that the loss is not defined on.
pub(crate) fn check_label(loss: Loss, y: f64, weight: f64) -> Result<(), LearnError> {
    let fine = match loss.labels() {
        Labels::Binary => y == 1.0 || y == -1.0,
        Labels::Real => y.is_finite(),
        Labels::Count => y.is_finite() && y >= 0.0,
    };
    if !fine {
        let wanted = match loss.labels() {
            Labels::Binary => "labels -1 and +1",
            Labels::Real => "finite labels",
            Labels::Count => "labels that are not negative",
        };
        return Err(LearnError::Label(format!("{loss} takes {wanted}, not {y}")));
    }
    if !(weight.is_finite() && weight >= 0.0) {
        return Err(LearnError::Label(format!(
            "an importance weight must be finite and not negative, not {weight}"
        )));
    }
    Ok(())
}

/// The margin of an example that is only predicted, refused if it is not finite, as in learning.
pub(crate) fn held_out(margin: f64) -> Result<f64, LearnError> {
    if margin.is_finite() { Ok(margin) } else { Err(LearnError::Overflow { index: None }) }
}

/// A linear learner over any geometry.
pub struct Linear<G> {
    loss: Loss,
    /// The loss whose slope the step takes.
    step_loss: Loss,
    update: Update,
    geometry: G,
    /// Whether a step is staged and not yet committed.
    staged: bool,
    /// The example that a round was prepared for.
    prepared: Kept,
}

impl<G: Geometry> Linear<G> {
    /// A learner of `loss` whose steps are those of `step_loss`, which is mostly the same.
    pub fn new(loss: Loss, step_loss: Loss, update: Update, geometry: G) -> Self {
        Self { loss, step_loss, update, geometry, staged: false, prepared: Kept::default() }
    }

    /// Works out the step and leaves it staged; gives the margin before it.
    fn stage(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        self.staged = false;
        check_label(self.loss, y, weight)?;
        if weight == 0.0 {
            return held_out(self.geometry.margin(x));
        }
        let p = self.geometry.open(x)?;
        let slope = weight * self.step_loss.slope(p, y);
        if !p.is_finite() || !slope.is_finite() {
            return Err(LearnError::Overflow { index: None });
        }
        self.geometry.adapt(x, slope);
        let s = match self.update {
            Update::Explicit => slope,
            Update::Implicit => match self.geometry.affine(x) {
                Some(c) => weight * self.step_loss.implicit_slope(p, y, weight * c),
                None => {
                    let here = self.geometry.here(x).ok_or(LearnError::NoImplicitStep)?;
                    let probe = |s: f64| self.geometry.probe(x, s).unwrap_or_default();
                    root::implicit(self.step_loss, p, y, weight, self.geometry.form(), here, probe).s
                }
            },
        };
        self.geometry.stage(x, s).map_err(|error| match error {
            // An implicit step stays in the domain, so only overflow can have carried it out.
            LearnError::LeftDomain { index, .. } if self.update == Update::Implicit => {
                LearnError::Overflow { index: Some(index) }
            }
            other => other,
        })?;
        self.staged = true;
        Ok(p)
    }

    /// Commits the staged step, which was worked out for this x.
    fn take(&mut self, x: Features<'_>) {
        if std::mem::take(&mut self.staged) {
            self.geometry.commit(x);
        }
    }
}

impl<G: Geometry> Predict for Linear<G> {
    fn margin(&self, x: Features<'_>) -> f64 {
        self.geometry.margin(x)
    }
}

impl<G: Geometry> Online for Linear<G> {
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        let p = self.stage(x, y, weight)?;
        self.prepared.keep(x);
        Ok(p)
    }

    fn commit(&mut self) {
        let prepared = std::mem::take(&mut self.prepared);
        self.take(prepared.lend());
        self.prepared = prepared;
    }

    fn learn(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        let p = self.stage(x, y, weight)?;
        self.take(x);
        Ok(p)
    }

    fn foresee(&mut self, last: u32, lookups: u64) {
        self.geometry.foresee(last, lookups);
    }

    fn expect(&mut self, indices: &[u32], next: bool) {
        self.geometry.expect(indices, next);
    }

    fn rounds(&self) -> u64 {
        self.geometry.rounds()
    }

    fn weights(&self) -> Vec<Weight> {
        self.geometry.weights()
    }

    fn active(&self) -> usize {
        self.geometry.active()
    }

    fn bound(&self) -> Option<f64> {
        self.geometry.bound()
    }

    fn bytes(&self) -> u64 {
        self.geometry.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        self.geometry.save(state);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        self.staged = false;
        self.geometry.restore(state)
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        self.geometry.merge(parts)?;
        self.staged = false;
        Ok(())
    }

    fn freeze(&self) -> Option<Frozen> {
        self.geometry.freeze()
    }
}
