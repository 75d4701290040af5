//! A learner with its name and its counts: an engine without a schema.
//!
//! For whoever reads an input once and learns from it many times; [`Engine`](crate::Engine) is one of these
//! with a schema of its own. Every door comes to [`learn`](Core::learn) or [`predict`](Core::predict), so
//! that all of them count alike.

use crate::error::Refused;
use crate::mind::{Mind, place};
use crate::serving::Serving;
use crate::units;
use noregret::algorithms::{self, Algorithm};
use noregret::loss::Squared;
use noregret::{
    Features, Iterate, Labels, Learner, Loss, Objective, Parameters, Plan, Predict, Spec, SpecError,
    Standing, State, Weight,
};
use noregret_io::{Counts, Example, LabelKind, Model, ModelView, Schema};

/// A named learner and what it has seen.
pub struct Core {
    algorithm: String,
    parameters: Parameters,
    spec: Plan,
    mind: Mind,
    /// The margins of the last example, of several classes; those of the class that it brought are behind the others.
    margins: Vec<f64>,
    /// How many of them are of classes that were there before it.
    known: usize,
    /// Whether labels are still to say which loss it is.
    open: bool,
    /// Whether a table may still say that its columns have units.
    unscaled: bool,
    /// Whether a table has said so.
    scaled: bool,
    /// What it has seen in all its runs: added to example by example, so that a resumed sum has the same
    /// bits.
    counts: Counts,
    /// What it has seen since it was opened.
    here: Counts,
    /// Whether it answers by its last weights, also where averages serve better.
    last: bool,
}

impl Core {
    /// A fresh learner of an algorithm, for a loss or the algorithm's own.
    pub fn new(algorithm: &Algorithm, loss: Option<Loss>, given: &Parameters) -> Result<Self, SpecError> {
        let (spec, parameters) = algorithm.resolved_spec(loss, given)?;
        let core = Self::of_spec(algorithm.name, parameters, spec.check()?.into());
        Ok(Self { unscaled: !units::holds(given), ..core })
    }

    /// A fresh learner of a spec that an algorithm makes of these parameters.
    pub fn of_spec(algorithm: &str, parameters: Parameters, spec: Plan) -> Self {
        let (algorithm, mind) = (algorithm.to_owned(), Mind::fresh(&spec));
        Self {
            algorithm,
            parameters,
            spec,
            mind,
            margins: Vec::new(),
            known: 0,
            open: false,
            unscaled: true,
            scaled: false,
            counts: Counts::default(),
            here: Counts::default(),
            last: false,
        }
    }

    /// The same learner, which takes the columns of a table as they are unless its parameters say otherwise.
    #[must_use]
    pub fn as_published(self) -> Self {
        Self { unscaled: false, ..self }
    }

    /// The same fresh learner of several classes; refused where what it learns takes none.
    pub fn over_classes(self) -> Result<Self, SpecError> {
        let (spec, unscaled) = (self.spec.spec().over_classes()?.into(), self.unscaled);
        Ok(Self { unscaled, ..Self::of_spec(&self.algorithm, self.parameters, spec) })
    }

    /// As a model file holds it; the reason if its state does not fit its spec.
    pub fn restore(model: &Model, mut state: State) -> Result<Self, String> {
        let spec = model.spec.clone();
        Ok(Self {
            algorithm: model.algorithm.clone(),
            parameters: model.parameters.clone(),
            mind: Mind::restore(model.serving.as_deref(), &mut state, &spec)?,
            spec,
            margins: Vec::new(),
            known: 0,
            open: false,
            unscaled: model.counts.examples == 0,
            scaled: false,
            counts: model.counts,
            here: Counts::default(),
            last: false,
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
            margins: Vec::new(),
            known: 0,
            open: self.open,
            unscaled: self.unscaled,
            scaled: self.scaled,
            counts: self.counts,
            here: self.here,
            last: self.last,
        }
    }

    /// The same learner with other counts.
    pub(crate) fn counting(self, counts: Counts) -> Self {
        Self { counts, here: Counts::default(), ..self }
    }

    /// Predicts an example and, if it has a label, learns from it; gives the margin before, or, of several
    /// classes, the place of the best one of those there were (not a number if there was none). On an error
    /// nothing has changed.
    #[inline]
    pub fn learn(&mut self, example: &Example<'_>) -> Result<f64, Refused> {
        let margin = finite(match (example.label, &mut self.mind) {
            (Some(y), Mind::Learning(learner)) => learner.learn(example.features, y, example.weight)?,
            (Some(_), Mind::Frozen(_)) => return Err(Refused::Frozen),
            (Some(y), Mind::Classes(_) | Mind::FrozenClasses(_)) => return self.learn_class(example, y),
            (None, Mind::Classes(_) | Mind::FrozenClasses(_)) => return self.predict(example),
            (None, mind) => mind.margin(example.features),
        })?;
        self.count(example, margin);
        Ok(margin)
    }

    /// Predicts an example by the weights that serve and counts it, whatever its label. On an error nothing has changed.
    pub fn predict(&mut self, example: &Example<'_>) -> Result<f64, Refused> {
        let predicted = self.look(example)?;
        let seen = self.seen(example, predicted);
        self.counts.add(&seen);
        self.here.add(&seen);
        Ok(predicted)
    }

    /// As [`predict`](Self::predict), and counts nothing.
    pub fn look(&mut self, example: &Example<'_>) -> Result<f64, Refused> {
        if self.mind.objective().is_none() {
            return finite(self.serving().margin(example.features));
        }
        self.mind.all(example.features, &mut self.margins);
        self.known = self.margins.len();
        self.best()
    }

    /// The place of the best class by the margins of the last example, if all are finite.
    fn best(&self) -> Result<f64, Refused> {
        let finite = self.margins.iter().all(|margin| margin.is_finite());
        if finite { Ok(place(self.margins())) } else { Err(Refused::Overflow) }
    }

    fn learn_class(&mut self, example: &Example<'_>, class: f64) -> Result<f64, Refused> {
        let Self { mind, margins, known, .. } = self;
        *known = mind.learn_class(example.features, class, example.weight, margins)?;
        let best = self.best()?;
        let seen = seen_class(example, &self.margins, self.known, self.mind.objective());
        self.counts.add(&seen);
        self.here.add(&seen);
        Ok(best)
    }

    /// The margins of the last example, of the classes there were before it; empty of one output.
    pub fn margins(&self) -> &[f64] {
        &self.margins[..self.known]
    }

    /// The margins that the last prediction was made of, and how many of them are of classes there were before the example; of one output the prediction itself.
    #[inline]
    pub fn margins_of<'a>(&'a self, predicted: &'a f64) -> (&'a [f64], usize) {
        match self.mind.objective() {
            Some(_) => (&self.margins, self.known),
            None => (std::slice::from_ref(predicted), 1),
        }
    }

    /// What each feature adds to each margin, in their order. They sum to the margins, to rounding, but where a learner of classes mixes probabilities.
    pub fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        self.serving().contributions(x)
    }

    /// The log loss of the probability of the last example's class, for an importance of 1, and whether it was mistaken; of several classes.
    pub fn judged(&self, class: f64) -> Option<(f64, bool)> {
        let objective = self.mind.objective()?;
        let mistaken = place(self.margins()) != class;
        Some((objective.log_loss(&self.margins, class as usize), mistaken))
    }

    /// What margins of classes cost and stand for; none of one output.
    pub fn objective(&self) -> Option<Objective> {
        self.mind.objective()
    }

    /// How many margins an example has: 1, or one for each class that was learned.
    pub fn outputs(&self) -> usize {
        self.mind.outputs()
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

    /// What was seen in all runs, and since it was opened.
    pub(crate) fn tallies(&self) -> (Counts, Counts) {
        (self.counts, self.here)
    }

    /// Counts the last example otherwise: as this, after what was counted before it.
    pub(crate) fn recount(&mut self, before: (Counts, Counts), seen: &Counts) {
        (self.counts, self.here) = before;
        self.counts.add(seen);
        self.here.add(seen);
    }

    /// What the last example, for which this was predicted, added to the counts.
    pub(crate) fn seen(&self, example: &Example<'_>, predicted: f64) -> Counts {
        match self.mind.objective() {
            Some(objective) => seen_class(example, &self.margins, self.known, Some(objective)),
            None => seen(example, predicted, self.loss()),
        }
    }

    /// What an example would add to the counts, predicted and not learned from; `margins` is scratch. Nothing changes.
    pub fn measure(&self, example: &Example<'_>, margins: &mut Vec<f64>) -> Result<Counts, Refused> {
        self.serving().all(example.features, margins);
        if !margins.iter().all(|margin| margin.is_finite()) {
            return Err(Refused::Overflow);
        }
        Ok(match self.mind.objective() {
            Some(objective) => seen_class(example, margins, margins.len(), Some(objective)),
            None => seen(example, margins[0], self.loss()),
        })
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

    /// What the first examples say of all: which loss it is, and whether columns have units. Nothing was learned before.
    pub fn decide(&mut self, schema: &Schema) -> Result<(), SpecError> {
        self.decide_loss(schema.labels.kind())?;
        if std::mem::take(&mut self.unscaled) { self.decide_scales(schema) } else { Ok(()) }
    }

    /// A learner that is told nothing else [divides](units) what has units.
    fn decide_scales(&mut self, schema: &Schema) -> Result<(), SpecError> {
        let algorithm = algorithms::find(&self.algorithm)?;
        let fresh = self.learns() && self.counts.examples == 0;
        let given = units::scaled(algorithm, &self.parameters, schema).filter(|_| fresh);
        let Some(given) = given else { return Ok(()) };
        let (spec, parameters) = algorithm.resolved_spec(Some(self.loss()), &given)?;
        let spec = if self.spec().classes.is_some() { spec.over_classes()?.into() } else { spec.plan()? };
        (self.mind, self.spec, self.parameters, self.scaled) = (Mind::fresh(&spec), spec, parameters, true);
        Ok(())
    }

    /// Whether it divides features because a table has columns of numbers, and not because somebody asked for it.
    pub fn scaled(&self) -> bool {
        self.scaled
    }

    /// Labels turned out to be of a kind: where nobody named a loss, numbers take the squared one and many
    /// classes softmax.
    fn decide_loss(&mut self, kind: LabelKind) -> Result<(), SpecError> {
        if !self.open || kind == LabelKind::Open {
            return Ok(());
        }
        match kind {
            LabelKind::Real => {
                self.spec = Spec { loss: Squared {}.into(), ..self.spec.spec().clone() }.plan()?;
            }
            LabelKind::Classes => self.spec = self.spec.spec().over_classes()?.into(),
            LabelKind::Binary | LabelKind::Count | LabelKind::Open => {}
        }
        self.mind = Mind::fresh(&self.spec);
        self.open = false;
        Ok(())
    }

    /// The margin of features as the learner knows them, the bias among them; of several classes, the place of the best.
    pub fn margin(&self, x: Features<'_>) -> f64 {
        self.serving().margin(x)
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
    pub fn plan(&self) -> &Plan {
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

    /// Whether it can go on learning: a serving model cannot.
    pub fn learns(&self) -> bool {
        self.mind.learns()
    }

    /// What a serving model is called in its file: how it keeps what it predicts by; none for a learner.
    pub fn form(&self) -> Option<&'static str> {
        self.mind.form()
    }

    pub(crate) fn mind(&self) -> &Mind {
        &self.mind
    }

    /// Tells how many features come, up to which index.
    pub(crate) fn foresee(&mut self, last: u32, lookups: u64) {
        self.mind.foresee(last, lookups);
    }

    /// Tells which features come soon.
    pub(crate) fn expect(&mut self, indices: &[u32], next: bool) {
        self.mind.expect(indices, next);
    }

    /// What it has seen in all its runs.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What it has seen since it was opened.
    pub fn counts_here(&self) -> &Counts {
        &self.here
    }

    /// The touched features' weights, in order of index; of the first class, where there are several.
    pub fn weights(&self) -> Vec<Weight> {
        self.mind.weights(0)
    }

    /// As [`weights`](Self::weights), of a class.
    pub fn class_weights(&self, class: usize) -> Vec<Weight> {
        self.mind.weights(class)
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

    /// Which weights serve best once nothing more is learned, where that is judged.
    pub fn iterate(&self) -> Option<Iterate> {
        self.mind.iterate()
    }

    /// What answers, where nothing is learned.
    pub(crate) fn serving(&self) -> Serving<'_> {
        Serving { mind: &self.mind, last: self.last }
    }

    /// The same, answering by its last weights from now on, also where averages serve better.
    #[must_use]
    pub fn by_last(self) -> Self {
        Self { last: true, ..self }
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

/// What an example of classes adds to the counts, by its margins, of which so many are of classes that were there before it.
pub(crate) fn seen_class(
    example: &Example<'_>,
    margins: &[f64],
    known: usize,
    objective: Option<Objective>,
) -> Counts {
    let features = example.features.len() - usize::from(example.bias);
    let mut seen = Counts { examples: 1, features: features as u64, ..Counts::default() };
    if let (Some(y), Some(objective)) = (example.label, objective) {
        seen.labelled = 1;
        seen.weight = example.weight;
        // Whoever learns from an example has a margin for its class; what is only asked may not.
        seen.loss = example.weight * objective.asked(margins, y as usize);
        // A class that was never seen cannot be foreseen.
        if place(&margins[..known]) != y {
            seen.mistakes = example.weight;
        }
    }
    seen
}
