//! A learner with its name and its counts: an engine without a schema.
//!
//! For whoever reads an input once and learns from it many times; [`Engine`](crate::Engine) is one of these
//! with a schema of its own. Every door comes to [`learn`](Core::learn) or [`predict`](Core::predict), so
//! that all of them count alike.

use crate::error::Refused;
use crate::mind::Mind;
use noregret::algorithms::Algorithm;
use noregret::loss::Squared;
use noregret::{
    Checked, Features, Labels, Learner, Loss, Online, Parameters, Predict, Spec, SpecError, Standing, State,
    Weight,
};
use noregret_io::{Counts, Example, LabelKind, Model, ModelView, Schema};

/// A named learner and what it has seen.
pub struct Core {
    algorithm: String,
    parameters: Parameters,
    spec: Checked,
    mind: Mind,
    /// Whether labels are still to say which loss it is.
    open: bool,
    /// What it has seen in all its runs: added to example by example, so that a resumed sum has the same
    /// bits.
    counts: Counts,
    /// What it has seen since it was opened.
    here: Counts,
}

impl Core {
    /// A fresh learner of an algorithm, for a loss or the algorithm's own.
    pub fn new(algorithm: &Algorithm, loss: Option<Loss>, given: &Parameters) -> Result<Self, SpecError> {
        let (spec, parameters) = algorithm.resolved_spec(loss, given)?;
        Ok(Self::of_spec(algorithm.name, parameters, spec.check()?))
    }

    /// A fresh learner of a spec that an algorithm makes of these parameters.
    pub fn of_spec(algorithm: &str, parameters: Parameters, spec: Checked) -> Self {
        let mind = Mind::Learning(spec.build());
        let (counts, here) = (Counts::default(), Counts::default());
        Self { algorithm: algorithm.to_owned(), parameters, spec, mind, open: false, counts, here }
    }

    /// As a model file holds it; the reason if its state does not fit its spec.
    pub fn restore(model: &Model, mut state: State) -> Result<Self, String> {
        let spec = model.spec.clone();
        Ok(Self {
            algorithm: model.algorithm.clone(),
            parameters: model.parameters.clone(),
            mind: Mind::restore(model.serving.as_deref(), &mut state, &spec)?,
            spec,
            open: false,
            counts: model.counts,
            here: Counts::default(),
        })
    }

    /// Another one in the same state.
    pub fn copy(&self) -> Result<Self, String> {
        Ok(self.with(self.mind.copy(&self.spec)?))
    }

    /// The same learner with another mind.
    pub(crate) fn with(&self, mind: Mind) -> Self {
        Self {
            algorithm: self.algorithm.clone(),
            parameters: self.parameters.clone(),
            spec: self.spec.clone(),
            mind,
            open: self.open,
            counts: self.counts,
            here: self.here,
        }
    }

    /// Predicts an example and, if it has a label, learns from it; gives the margin before. On an error
    /// nothing has changed.
    #[inline]
    pub fn learn(&mut self, example: &Example<'_>) -> Result<f64, Refused> {
        let margin = finite(match (example.label, &mut self.mind) {
            (Some(y), Mind::Learning(learner)) => learner.learn(example.features, y, example.weight)?,
            (Some(_), Mind::Frozen(_)) => return Err(Refused::Frozen),
            (None, mind) => mind.margin(example.features),
        })?;
        self.count(example, margin);
        Ok(margin)
    }

    /// Predicts an example and counts it, whatever its label. On an error nothing has changed.
    pub fn predict(&mut self, example: &Example<'_>) -> Result<f64, Refused> {
        let margin = finite(self.mind.margin(example.features))?;
        self.count(example, margin);
        Ok(margin)
    }

    /// The margin of an example and what it would add to the counts. Nothing changes.
    pub fn measure(&self, example: &Example<'_>) -> Result<(f64, Counts), Refused> {
        let margin = finite(self.mind.margin(example.features))?;
        Ok((margin, seen(example, margin, self.loss())))
    }

    /// All that it remembers, and what it has seen in all its runs.
    pub(crate) fn mark(&self) -> (State, Counts) {
        (self.mind.state(), self.counts)
    }

    /// Goes back to how it was; what it has seen since it was opened stays counted. The reason if the state is another learner's.
    pub(crate) fn back_to(&mut self, mut state: State, counts: Counts) -> Result<(), String> {
        self.mind = Mind::restore(self.form(), &mut state, &self.spec)?;
        self.counts = counts;
        Ok(())
    }

    #[inline]
    fn count(&mut self, example: &Example<'_>, margin: f64) {
        let seen = seen(example, margin, self.loss());
        self.counts.add(&seen);
        self.here.add(&seen);
    }

    /// Counts an example that was left out.
    pub fn skip(&mut self) {
        self.counts.skipped += 1;
        self.here.skipped += 1;
    }

    /// From now on labels say which loss it is, if they have not yet.
    pub(crate) fn await_labels(&mut self, kind: LabelKind) {
        self.open = kind == LabelKind::Open;
    }

    /// Labels turned out to be of a kind: where nobody named a loss, numbers take the squared one. Nothing
    /// was learned before.
    pub(crate) fn decide(&mut self, kind: LabelKind) -> Result<(), SpecError> {
        if !self.open || kind == LabelKind::Open {
            return Ok(());
        }
        if kind == LabelKind::Real {
            self.spec = Spec { loss: Squared {}.into(), ..self.spec.spec().clone() }.check()?;
            self.mind = Mind::Learning(self.spec.build());
        }
        self.open = false;
        Ok(())
    }

    /// The margin of features as the learner knows them, the bias among them.
    pub fn margin(&self, x: Features<'_>) -> f64 {
        self.mind.margin(x)
    }

    /// The algorithm's name.
    pub fn algorithm(&self) -> &str {
        &self.algorithm
    }

    /// All its parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// What it is.
    pub fn spec(&self) -> &Spec {
        self.spec.spec()
    }

    /// What it is, checked.
    pub fn checked(&self) -> &Checked {
        &self.spec
    }

    /// The loss it learns.
    pub fn loss(&self) -> Loss {
        self.spec.spec().loss
    }

    /// Whether it mixes learners and takes whatever loss labels call for, where none is named.
    pub fn is_auto(&self) -> bool {
        matches!(self.spec.spec().learner, Learner::Auto(_))
    }

    /// The learner; none for a serving model.
    pub fn learner(&self) -> Option<&dyn Online> {
        match &self.mind {
            Mind::Learning(learner) => Some(learner.as_ref()),
            Mind::Frozen(_) => None,
        }
    }

    /// What a serving model is called in its file: how it keeps what it predicts by; none for a learner.
    pub fn form(&self) -> Option<&'static str> {
        match &self.mind {
            Mind::Learning(_) => None,
            Mind::Frozen(frozen) => Some(frozen.form()),
        }
    }

    pub(crate) fn mind(&self) -> &Mind {
        &self.mind
    }

    /// What it has seen in all its runs.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What it has seen since it was opened.
    pub fn counts_here(&self) -> &Counts {
        &self.here
    }

    /// The touched features' weights, in order of index.
    pub fn weights(&self) -> Vec<Weight> {
        self.mind.weights()
    }

    /// How many weights are not 0.
    pub fn active(&self) -> usize {
        self.mind.active()
    }

    /// Rounds learned from.
    pub fn rounds(&self) -> u64 {
        self.mind.rounds()
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.mind.bytes()
    }

    /// The bound on its regret, where a theorem gives one.
    pub fn bound(&self) -> Option<f64> {
        self.mind.bound()
    }

    /// How the learners inside stand, where there are several.
    pub fn lanes(&self) -> Vec<Standing> {
        self.mind.lanes()
    }

    /// The model, as it is written, under a schema.
    pub fn view<'a>(&'a self, schema: &'a Schema) -> ModelView<'a> {
        ModelView {
            algorithm: &self.algorithm,
            parameters: &self.parameters,
            spec: self.spec(),
            schema,
            counts: self.counts,
            memory: self.mind.memory(),
        }
    }
}

fn finite(margin: f64) -> Result<f64, Refused> {
    if margin.is_finite() { Ok(margin) } else { Err(Refused::Overflow) }
}

/// What an example with its margin adds to the counts.
#[inline]
pub(crate) fn seen(example: &Example<'_>, margin: f64, loss: Loss) -> Counts {
    let features = example.features.len() - usize::from(example.bias);
    let mut seen = Counts { examples: 1, features: features as u64, ..Counts::default() };
    if let Some(y) = example.label {
        seen.labelled = 1;
        seen.weight = example.weight;
        seen.loss = example.weight * loss.value(margin, y);
        if loss.labels() == Labels::Binary && y * margin <= 0.0 {
            seen.mistakes = example.weight;
        }
    }
    seen
}
