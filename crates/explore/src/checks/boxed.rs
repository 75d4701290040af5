//! Weights stay in their box, and those of a group in the group's. Not those that `flh` shows: a mean over copies, which rounding
//! may leave a last digit outside, and where a copy has not met a feature it does not know its group.

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;
use crate::case::Case;
use crate::stream::Feature;
use noregret::{Interval, Spec};

/// The box of a feature.
fn set(spec: &Spec, feature: &Feature) -> Option<Interval> {
    let name = crate::stream::SPACES[feature.space as usize];
    let group = spec.groups.iter().find(|group| group.name == name);
    group.and_then(|group| group.set).or(spec.set)
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let learner = trial.case.learner.boxed(&mut trial.random);
    let case = Case { learner, ..trial.case.clone() };
    let Ok(spec) = case.learner.checked() else { return Ok(Said::Nothing) };
    if spec.spec().set.is_none() || spec.spec().flh.is_some() {
        return Ok(Said::Nothing);
    }
    let mut learner = walk::learner(&case)?;
    for (place, example) in case.stream.examples().enumerate() {
        drop(walk::learn(&case, learner.as_mut(), example));
        let weights = learner.weights();
        for feature in &example.features {
            let weight = weights.iter().find(|weight| weight.index == feature.index());
            let (Some(weight), Some(set)) = (weight, set(spec.spec(), feature)) else { continue };
            if !(set.lo..=set.hi).contains(&weight.value) {
                let what = format!(
                    "after example {}: a weight of {:?} outside of {set:?}; {}",
                    place + 1,
                    weight.value,
                    case.learner.flags().join(" ")
                );
                return Err(Finding::new(what));
            }
        }
    }
    Ok(Said::Holds)
}
