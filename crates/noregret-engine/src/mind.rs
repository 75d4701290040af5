//! What predicts inside an engine: a learner, or what was kept of one.
//!
//! The one place that knows the kinds of learners: another kind is a variant here.

use noregret::{Features, Frozen, Online, Predict, Rows, Spec, Standing, State, Weight};
use noregret_io::Memory;

/// What predicts.
pub(crate) enum Mind {
    /// A learner, which can go on.
    Learning(Box<dyn Online>),
    /// A predictor that no longer learns.
    Frozen(Frozen),
}

impl Mind {
    /// As a model file holds it; the reason if it does not fit the spec.
    pub(crate) fn restore(
        serving: Option<&str>,
        state: &mut State,
        spec: &noregret::Checked,
    ) -> Result<Self, String> {
        match serving {
            Some(form) => Self::thawed(form, spec.spec(), state),
            None => {
                let mut learner = spec.build();
                learner.restore(state).map_err(|e| e.to_string())?;
                Ok(Self::Learning(learner))
            }
        }
    }

    fn thawed(form: &str, spec: &Spec, state: &mut State) -> Result<Self, String> {
        Frozen::restore(form, spec.loss, state).map(Self::Frozen).map_err(|e| e.to_string())
    }

    /// Another one that predicts the same: frozen where that is exact, else a copy of the learner.
    pub(crate) fn predicting(&self, spec: &noregret::Checked) -> Result<Self, String> {
        match self {
            Self::Learning(learner) => match learner.freeze() {
                Some(frozen) => Ok(Self::Frozen(frozen)),
                None => self.copy(spec),
            },
            Self::Frozen(_) => self.copy(spec),
        }
    }

    /// Another one in the same state.
    pub(crate) fn copy(&self, spec: &noregret::Checked) -> Result<Self, String> {
        match self {
            Self::Learning(learner) => {
                let mut copy = spec.build();
                copy.restore(&learner.state()).map_err(|e| e.to_string())?;
                Ok(Self::Learning(copy))
            }
            Self::Frozen(frozen) => {
                Self::thawed(frozen.form(), spec.spec(), &mut State::of(|out| frozen.save(out)))
            }
        }
    }

    /// All that it remembers.
    pub(crate) fn state(&self) -> State {
        match self {
            Self::Learning(learner) => learner.state(),
            Self::Frozen(frozen) => State::of(|out| frozen.save(out)),
        }
    }

    pub(crate) fn predict(&self) -> &dyn Predict {
        match self {
            Self::Learning(learner) => learner.as_ref(),
            Self::Frozen(frozen) => frozen,
        }
    }

    pub(crate) fn memory(&self) -> Memory<'_> {
        match self {
            Self::Learning(learner) => Memory::Learner(learner.as_ref()),
            Self::Frozen(frozen) => Memory::Frozen(frozen),
        }
    }

    pub(crate) fn weights(&self) -> Vec<Weight> {
        match self {
            Self::Learning(learner) => learner.weights(),
            Self::Frozen(frozen) => frozen.list(),
        }
    }

    pub(crate) fn active(&self) -> usize {
        match self {
            Self::Learning(learner) => learner.active(),
            Self::Frozen(frozen) => frozen.active(),
        }
    }

    pub(crate) fn rounds(&self) -> u64 {
        match self {
            Self::Learning(learner) => learner.rounds(),
            Self::Frozen(frozen) => frozen.rounds(),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Learning(learner) => learner.bytes(),
            Self::Frozen(frozen) => frozen.bytes(),
        }
    }

    pub(crate) fn bound(&self) -> Option<f64> {
        match self {
            Self::Learning(learner) => learner.bound(),
            Self::Frozen(_) => None,
        }
    }

    pub(crate) fn lanes(&self) -> Vec<Standing> {
        match self {
            Self::Learning(learner) => learner.lanes(),
            Self::Frozen(_) => Vec::new(),
        }
    }
}

impl Predict for Mind {
    fn margin(&self, x: Features<'_>) -> f64 {
        self.predict().margin(x)
    }

    fn margins(&self, rows: Rows<'_>, margins: &mut [f64]) {
        self.predict().margins(rows, margins);
    }
}
