//! Predicting changes nothing and agrees with learning; an importance of 0 is a prediction too.

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;
use crate::stream::Example;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let case = trial.case;
    let mut learner = walk::learner(case)?;
    let mut said = Said::Nothing;
    for (place, example) in case.stream.examples().enumerate() {
        let fault = |what: String| Finding::new(format!("example {}: {what}", place + 1));
        let before = learner.state();
        let Some(predicted) = walk::margin(case, learner.as_ref(), example) else { continue };
        let held_out = Example { weight: Some(0.0), ..example.clone() };
        if let Some(Ok(margin)) = walk::learn(case, learner.as_mut(), &held_out)
            && margin.to_bits() != predicted.to_bits()
            && !(margin.is_nan() && predicted.is_nan())
        {
            return Err(fault(format!("predicts {predicted:?}, and {margin:?} held out")));
        }
        if let Some(name) = walk::difference(&before, &learner.state()) {
            return Err(fault(format!("predicting changed {name}")));
        }
        if let (Some(Ok(margin)), Some(_)) = (walk::learn(case, learner.as_mut(), example), example.label) {
            said = Said::Holds;
            if margin.to_bits() != predicted.to_bits() && !(margin.is_nan() && predicted.is_nan()) {
                return Err(fault(format!("predicts {predicted:?}, and {margin:?} when it learns")));
            }
        }
    }
    Ok(said)
}
