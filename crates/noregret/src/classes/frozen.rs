//! A predictor of classes made from a learner: its margins, to the bit, without what only learning needs.
//!
//! Most learners predict by one weight for each feature and class. `auto` under softmax predicts by a weight for each lane, the feature's scale and the
//! mixture; under one against the rest it is such a predictor for each class. The compact form keeps one f32 for each feature and class: smaller, and near
//! the learner's margins instead of equal to them. Learners under a sketched matrix have no such form.

use super::each::by_feature;
use super::{ClassTable, Classify, Objective, alone, in_full, read_outputs};
use crate::features::Features;
use crate::frozen::Frozen;
use crate::learners::auto::ClassLanes;
use crate::online::{Predict, Weight};
use crate::state::{Part, Save, State, StateError};

/// A predictor of classes that no longer learns.
#[derive(Debug)]
pub struct FrozenClasses {
    objective: Objective,
    rounds: u64,
    form: Form,
}

#[derive(Debug)]
enum Form {
    /// One weight for each feature and class.
    Weights(ClassTable<f64>),
    /// The same at half the width, near the learner's own.
    Compact(ClassTable<f32>),
    /// The lanes of `auto` under softmax.
    Lanes(Box<ClassLanes>),
    /// A binary predictor for each class that is more than a table of weights, all of one form: the lanes of `auto`, or what stands behind scales.
    Rest(Vec<Frozen>),
}

/// What a predictor for each class is called in a file, where a table of weights does not hold it.
fn rest_form(class: &Frozen) -> Option<&'static str> {
    match class {
        Frozen::Lanes(_) => Some("rest-lanes"),
        Frozen::Composite(_) => Some("rest-composite"),
        Frozen::Scaled(_) => Some("rest-scaled"),
        Frozen::Weights(_) | Frozen::Compact(_) => None,
    }
}

impl FrozenClasses {
    /// One weight for each feature and class; none if they do not fit into memory.
    pub(super) fn weights(objective: Objective, rounds: u64, weights: &[Vec<Weight>]) -> Option<Self> {
        let table = ClassTable::new(weights, |weight| weight).ok()?;
        Some(Self { objective, rounds, form: Form::Weights(table) })
    }

    /// One f32 for each feature and class.
    pub(super) fn compact(
        objective: Objective,
        rounds: u64,
        weights: &[Vec<Weight>],
    ) -> Result<Self, StateError> {
        let large = |weight: &&Weight| !(weight.value as f32).is_finite();
        if let Some(Weight { index, value }) = weights.iter().flatten().find(large) {
            let reason = format!("the weight {value} of feature {index} is too large for 4 bytes");
            return Err(StateError::impossible("weight", reason));
        }
        let mut weights = weights.to_vec();
        weights.iter_mut().for_each(|class| class.retain(|weight| weight.value as f32 != 0.0));
        let table = ClassTable::new(&weights, |weight| weight as f32)?;
        Ok(Self { objective, rounds, form: Form::Compact(table) })
    }

    /// The lanes of `auto`.
    pub(crate) fn lanes(objective: Objective, rounds: u64, lanes: ClassLanes) -> Self {
        Self { objective, rounds, form: Form::Lanes(Box::new(lanes)) }
    }

    /// A predictor for each class.
    pub(super) fn each(objective: Objective, rounds: u64, classes: Vec<Frozen>) -> Option<Self> {
        let more = |class: &Frozen| rest_form(class).is_some();
        let alike = classes.windows(2).all(|pair| pair[0].form() == pair[1].form());
        if classes.first().is_some_and(more) && alike {
            return Some(Self { objective, rounds, form: Form::Rest(classes) });
        }
        let plain = classes.iter().all(|class| matches!(class, Frozen::Weights(_)));
        let weights = || classes.iter().map(Frozen::list).collect::<Vec<_>>();
        plain.then(|| Self::weights(objective, rounds, &weights())).flatten()
    }

    /// What it is called in a file.
    pub fn form(&self) -> &'static str {
        match &self.form {
            Form::Weights(_) => "weights",
            Form::Compact(_) => "compact",
            Form::Lanes(_) => "lanes",
            Form::Rest(classes) => classes.first().and_then(rest_form).unwrap_or("rest-lanes"),
        }
    }

    /// Rounds that were learned from.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// A class's weights, in order of index; for lanes, the mean that [`Classifier::weights`](super::Classifier::weights) gives.
    pub fn list(&self, class: usize) -> Vec<Weight> {
        match &self.form {
            Form::Weights(table) => table.weights(class),
            Form::Compact(table) => table.weights(class),
            Form::Lanes(lanes) => lanes.weights(class),
            Form::Rest(classes) => classes.get(class).map_or_else(Vec::new, Frozen::list),
        }
    }

    /// How many weights are not 0.
    pub fn active(&self) -> usize {
        match &self.form {
            Form::Weights(table) => table.active(),
            Form::Compact(table) => table.active(),
            Form::Lanes(lanes) => lanes.active(),
            Form::Rest(classes) => classes.iter().map(Frozen::active).sum(),
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        match &self.form {
            Form::Weights(table) => table.bytes(),
            Form::Compact(table) => table.bytes(),
            Form::Lanes(lanes) => lanes.bytes(),
            Form::Rest(classes) => classes.iter().map(Frozen::bytes).sum(),
        }
    }

    /// Writes it.
    pub fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.put_count("classes", self.outputs() as u64);
        match &self.form {
            Form::Weights(table) => table.save(state),
            Form::Compact(table) => table.save(state),
            Form::Lanes(lanes) => lanes.save(state),
            Form::Rest(classes) => {
                for (class, frozen) in classes.iter().enumerate() {
                    frozen.save(&mut Part::new(state, &format!("class.{class}")));
                }
            }
        }
    }

    /// Reads back what [`save`](Self::save) wrote, of a [form](Self::form) and for an objective.
    pub fn restore(form: &str, objective: Objective, state: &State) -> Result<Self, StateError> {
        let (rounds, outputs) = (state.rounds()?, read_outputs(state)?);
        let form = match form {
            "weights" => Form::Weights(ClassTable::restore(outputs, state)?),
            "compact" => Form::Compact(ClassTable::restore(outputs, state)?),
            "lanes" => Form::Lanes(Box::new(ClassLanes::restore(outputs, state)?)),
            "rest-lanes" | "rest-composite" | "rest-scaled" => {
                let form = &form["rest-".len()..];
                let part = |class: usize| state.part(&format!("class.{class}"));
                let class = |class| Frozen::restore(form, objective.binary(), &mut part(class));
                Form::Rest((0..outputs).map(class).collect::<Result<_, _>>()?)
            }
            other => return Err(StateError::impossible("form", format!("{other:?} is unknown"))),
        };
        Ok(Self { objective, rounds, form })
    }
}

impl Classify for FrozenClasses {
    fn objective(&self) -> Objective {
        self.objective
    }

    fn outputs(&self) -> usize {
        match &self.form {
            Form::Weights(table) => table.outputs(),
            Form::Compact(table) => table.outputs(),
            Form::Lanes(lanes) => lanes.outputs(),
            Form::Rest(classes) => classes.len(),
        }
    }

    fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        match &self.form {
            Form::Weights(table) => table.margins(x, margins),
            Form::Compact(table) => table.margins(x, margins),
            Form::Lanes(lanes) => in_full(lanes.outputs(), margins, |margins| lanes.margins(x, margins)),
            Form::Rest(classes) => {
                // A value the lanes cannot hold is one for a class that never showed too.
                margins.fill(0.0);
                margins.iter_mut().zip(classes).for_each(|(margin, class)| *margin = class.margin(x));
            }
        }
    }

    fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        match &self.form {
            Form::Weights(table) => alone(x, table.outputs(), |one, margins| table.margins(one, margins)),
            Form::Compact(table) => alone(x, table.outputs(), |one, margins| table.margins(one, margins)),
            Form::Lanes(lanes) => lanes.contributions(x),
            Form::Rest(classes) => by_feature(x, classes.iter().map(|class| class.contributions(x))),
        }
    }
}
