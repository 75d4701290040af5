//! What predicts inside an engine: a learner, or what was kept of one.
//!
//! The one place that knows the kinds of learners: another kind is a variant here. What is predicted is a margin; of several classes it is
//! the place of the one with the largest margin, and [`Mind::all`] gives the margins.

use crate::error::Refused;
use noregret::{
    Classifier, Classify, Features, Frozen, FrozenClasses, Iterate, Objective, Online, Plan, Predict, Rows,
    Standing, State, Weight, classes,
};
use noregret_io::Memory;

/// What predicts.
pub(crate) enum Mind {
    /// A learner, which can go on.
    Learning(Box<dyn Online>),
    /// A predictor that no longer learns.
    Frozen(Frozen),
    /// A learner of classes.
    Classes(Box<dyn Classifier>),
    /// A predictor of classes that no longer learns.
    FrozenClasses(FrozenClasses),
}

/// The place of the best class, as a prediction; not a number where there is none.
pub(crate) fn place(margins: &[f64]) -> f64 {
    classes::best(margins).map_or(f64::NAN, |class| class as f64)
}

impl Mind {
    /// A learner that has seen nothing.
    pub(crate) fn fresh(plan: &Plan) -> Self {
        match plan {
            Plan::One(spec) => Self::Learning(spec.build()),
            Plan::Classes(spec) => Self::Classes(spec.build()),
        }
    }

    /// As a model file holds it; the reason if it does not fit the spec.
    pub(crate) fn restore(serving: Option<&str>, state: &mut State, plan: &Plan) -> Result<Self, String> {
        if let Some(form) = serving {
            return Self::thawed(form, plan, state);
        }
        let mut mind = Self::fresh(plan);
        match &mut mind {
            Self::Learning(learner) => learner.restore(state),
            Self::Classes(learner) => learner.restore(state),
            Self::Frozen(_) | Self::FrozenClasses(_) => Ok(()),
        }
        .map_err(|e| e.to_string())?;
        Ok(mind)
    }

    fn thawed(form: &str, plan: &Plan, state: &mut State) -> Result<Self, String> {
        match plan {
            Plan::One(spec) => Frozen::restore(form, spec.spec().loss, state).map(Self::Frozen),
            Plan::Classes(spec) => {
                FrozenClasses::restore(form, spec.objective(), state).map(Self::FrozenClasses)
            }
        }
        .map_err(|e| e.to_string())
    }

    /// A predictor with the same margins, to the bit; none where nothing can be left out.
    pub(crate) fn freeze(&self) -> Option<Self> {
        match self {
            Self::Learning(learner) => learner.freeze().map(Self::Frozen),
            Self::Classes(learner) => learner.freeze().map(Self::FrozenClasses),
            Self::Frozen(_) | Self::FrozenClasses(_) => None,
        }
    }

    /// A predictor by averages, where they serve better than the last weights.
    pub(crate) fn settled(&self) -> Option<Self> {
        match self {
            Self::Learning(learner) => learner.settled().map(Self::Frozen),
            Self::Classes(_) | Self::Frozen(_) | Self::FrozenClasses(_) => None,
        }
    }

    /// What settled, with 4-byte weights.
    pub(crate) fn squeezed(self) -> Result<Self, noregret::StateError> {
        match self {
            Self::Frozen(frozen) => frozen.compacted().map(Self::Frozen),
            other => Ok(other),
        }
    }

    /// Which weights serve best, where that is judged.
    pub(crate) fn iterate(&self) -> Option<Iterate> {
        match self {
            Self::Learning(learner) => learner.iterate(),
            Self::Classes(_) | Self::Frozen(_) | Self::FrozenClasses(_) => None,
        }
    }

    /// A predictor of 4-byte weights; none of what is a predictor already.
    pub(crate) fn compact(&self) -> Option<Result<Self, noregret::StateError>> {
        match self {
            Self::Learning(learner) => Some(learner.compact().map(Self::Frozen)),
            Self::Classes(learner) => Some(learner.compact().map(Self::FrozenClasses)),
            Self::Frozen(_) | Self::FrozenClasses(_) => None,
        }
    }

    /// Another one that predicts the same: frozen where that is exact, else a copy of the learner.
    pub(crate) fn predicting(&self, plan: &Plan) -> Result<Self, String> {
        self.freeze().map_or_else(|| self.copy(plan), Ok)
    }

    /// Another one in the same state.
    pub(crate) fn copy(&self, plan: &Plan) -> Result<Self, String> {
        Self::restore(self.form(), &mut self.state(), plan)
    }

    /// Whether it can go on learning.
    pub(crate) fn learns(&self) -> bool {
        matches!(self, Self::Learning(_) | Self::Classes(_))
    }

    /// What a predictor is called in its file; none for a learner.
    pub(crate) fn form(&self) -> Option<&'static str> {
        match self {
            Self::Learning(_) | Self::Classes(_) => None,
            Self::Frozen(frozen) => Some(frozen.form()),
            Self::FrozenClasses(frozen) => Some(frozen.form()),
        }
    }

    /// All that it remembers.
    pub(crate) fn state(&self) -> State {
        match self {
            Self::Learning(learner) => learner.state(),
            Self::Classes(learner) => learner.state(),
            Self::Frozen(frozen) => State::of(|out| frozen.save(out)),
            Self::FrozenClasses(frozen) => State::of(|out| frozen.save(out)),
        }
    }

    /// What predicts classes, if something does.
    pub(crate) fn classify(&self) -> Option<&dyn Classify> {
        match self {
            Self::Classes(learner) => Some(learner.as_ref()),
            Self::FrozenClasses(frozen) => Some(frozen),
            Self::Learning(_) | Self::Frozen(_) => None,
        }
    }

    fn single(&self) -> Option<&dyn Predict> {
        match self {
            Self::Learning(learner) => Some(learner.as_ref()),
            Self::Frozen(frozen) => Some(frozen),
            Self::Classes(_) | Self::FrozenClasses(_) => None,
        }
    }

    /// How many margins an example has.
    pub(crate) fn outputs(&self) -> usize {
        self.classify().map_or(1, Classify::outputs)
    }

    /// What margins of classes cost; none of one margin.
    pub(crate) fn objective(&self) -> Option<Objective> {
        self.classify().map(Classify::objective)
    }

    /// All margins of x.
    pub(crate) fn all(&self, x: Features<'_>, margins: &mut Vec<f64>) {
        margins.clear();
        margins.resize(self.outputs(), 0.0);
        match self.classify() {
            Some(classes) => classes.margins(x, margins),
            None => margins[0] = self.margin(x),
        }
    }

    /// Learns from an example of a class; leaves the margins before, of that class too. How many classes there were.
    pub(crate) fn learn_class(
        &mut self,
        x: Features<'_>,
        class: f64,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<usize, Refused> {
        let Self::Classes(learner) = self else { return Err(Refused::Frozen) };
        let known = learner.outputs();
        learner.learn(x, class as usize, weight, margins)?;
        Ok(known)
    }

    /// Tells how many features come, up to which index.
    pub(crate) fn foresee(&mut self, last: u32, lookups: u64) {
        if let Self::Learning(learner) = self {
            learner.foresee(last, lookups);
        }
    }

    /// Tells which features come soon.
    pub(crate) fn expect(&mut self, indices: &[u32], next: bool) {
        if let Self::Learning(learner) = self {
            learner.expect(indices, next);
        }
    }

    /// What each feature of x adds to each margin.
    pub(crate) fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        match (self.classify(), self.single()) {
            (Some(classes), _) => classes.contributions(x),
            (None, Some(one)) => one.contributions(x).into_iter().map(|part| vec![part]).collect(),
            (None, None) => Vec::new(),
        }
    }

    pub(crate) fn memory(&self) -> Memory<'_> {
        match self {
            Self::Learning(learner) => Memory::Learner(learner.as_ref()),
            Self::Frozen(frozen) => Memory::Frozen(frozen),
            Self::Classes(learner) => Memory::Classes(learner.as_ref()),
            Self::FrozenClasses(frozen) => Memory::FrozenClasses(frozen),
        }
    }

    /// The weights of a class; of one output they are those of class 0.
    pub(crate) fn weights(&self, class: usize) -> Vec<Weight> {
        match self {
            Self::Learning(learner) if class == 0 => learner.weights(),
            Self::Frozen(frozen) if class == 0 => frozen.list(),
            Self::Learning(_) | Self::Frozen(_) => Vec::new(),
            Self::Classes(learner) => learner.weights(class),
            Self::FrozenClasses(frozen) => frozen.list(class),
        }
    }

    pub(crate) fn active(&self) -> usize {
        match self {
            Self::Learning(learner) => learner.active(),
            Self::Frozen(frozen) => frozen.active(),
            Self::Classes(learner) => learner.active(),
            Self::FrozenClasses(frozen) => frozen.active(),
        }
    }

    pub(crate) fn rounds(&self) -> u64 {
        match self {
            Self::Learning(learner) => learner.rounds(),
            Self::Frozen(frozen) => frozen.rounds(),
            Self::Classes(learner) => learner.rounds(),
            Self::FrozenClasses(frozen) => frozen.rounds(),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Learning(learner) => learner.bytes(),
            Self::Frozen(frozen) => frozen.bytes(),
            Self::Classes(learner) => learner.bytes(),
            Self::FrozenClasses(frozen) => frozen.bytes(),
        }
    }

    pub(crate) fn bound(&self) -> Option<f64> {
        match self {
            Self::Learning(learner) => learner.bound(),
            Self::Classes(learner) => learner.bound(),
            Self::Frozen(_) | Self::FrozenClasses(_) => None,
        }
    }

    pub(crate) fn lanes(&self) -> Vec<Standing> {
        match self {
            Self::Learning(learner) => learner.lanes(),
            Self::Classes(learner) => learner.lanes(),
            Self::Frozen(_) | Self::FrozenClasses(_) => Vec::new(),
        }
    }
}

impl Predict for Mind {
    fn margin(&self, x: Features<'_>) -> f64 {
        match self.single() {
            Some(one) => one.margin(x),
            None => {
                let mut margins = Vec::new();
                self.all(x, &mut margins);
                place(&margins)
            }
        }
    }

    fn margins(&self, rows: Rows<'_>, margins: &mut [f64]) {
        match self.single() {
            Some(one) => one.margins(rows, margins),
            None => rows.iter().zip(margins).for_each(|(x, margin)| *margin = self.margin(x)),
        }
    }
}
