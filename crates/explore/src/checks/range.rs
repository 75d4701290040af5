//! `auto` keeps single-precision floats. It refuses to learn from a value beyond them, and must not predict for one either.

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;
use crate::stream::Feature;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let case = trial.case;
    if case.learner.algorithm != "auto" {
        return Ok(Said::Nothing);
    }
    let mut learner = walk::learner(case)?;
    walk::whole(case, learner.as_mut());
    let mut said = Said::Nothing;
    for (place, example) in case.stream.examples().enumerate() {
        let mut beyond = example.clone();
        let size = trial.random.pick(&[4e38, 1e39, 1e150, 1.7e308]);
        let value = trial.random.signed(size);
        match beyond.features.first_mut() {
            Some(feature) => feature.value = value,
            None => beyond.features.push(Feature { space: 0, id: 0, value }),
        }
        // A repeated feature may be back within them.
        let mut buffer = crate::learner::features(&case.learner, &beyond);
        let Ok(x) = buffer.finish() else { continue };
        if x.values().iter().all(|value| value.abs() <= f64::from(f32::MAX)) {
            continue;
        }
        said = Said::Holds;
        let margin = learner.margin(x);
        if margin.is_finite() {
            let what = format!("example {} with {value:?}: predicts {margin:?} in silence", place + 1);
            return Err(Finding::new(what));
        }
    }
    Ok(said)
}
