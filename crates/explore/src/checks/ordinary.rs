//! Ordinary numbers are not refused as too large. Under a loss of bounded slope gradients are no larger than values times
//! weights, so nothing an ordinary stream makes is near the end of the floats.

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;
use crate::stream::ORDINARY;
use noregret::{LearnError, Loss, Potential, Value};

/// Whether every number given as a parameter is of an ordinary size.
fn ordinary(trial: &Trial<'_>) -> bool {
    let fits = |value: f64| value == 0.0 || (1e-3 / ORDINARY..=1e3 * ORDINARY).contains(&value.abs());
    trial.case.learner.parameters.values.values().all(|value| match value {
        Value::Number(v) => fits(*v),
        Value::Box(set) => fits(set.lo) && fits(set.hi),
        Value::Word(_) => true,
    })
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let case = trial.case;
    let bounded = matches!(
        case.learner.loss,
        Loss::Logistic(_) | Loss::Hinge(_) | Loss::Absolute(_) | Loss::Quantile(_) | Loss::Huber(_)
    );
    // Under entropy a step multiplies by an exponential, which an ordinary gradient can carry beyond the floats.
    let potential = case.learner.parameters.get_word("potential").parse().unwrap_or(Potential::Euclidean);
    if !bounded || potential != Potential::Euclidean || !case.stream.is_ordinary() || !ordinary(trial) {
        return Ok(Said::Nothing);
    }
    let mut learner = walk::learner(case)?;
    for (place, example) in case.stream.examples().enumerate() {
        if let Some(Err(error @ LearnError::Overflow { .. })) = walk::learn(case, learner.as_mut(), example) {
            return Err(Finding::new(format!("example {}: {error}", place + 1)));
        }
    }
    Ok(Said::Holds)
}
