//! A refused example leaves no trace: the learner ends as one that never met it.

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let case = trial.case;
    let mut learner = walk::learner(case)?;
    let results = walk::whole(case, learner.as_mut());
    if results.iter().flatten().all(Result::is_ok) {
        return Ok(Said::Nothing);
    }
    let mut spared = walk::learner(case)?;
    for (place, (example, result)) in case.stream.examples().zip(&results).enumerate() {
        let Some(Ok(margin)) = result else { continue };
        match walk::learn(case, spared.as_mut(), example) {
            Some(Ok(again)) if again.to_bits() == margin.to_bits() => {}
            other => {
                let what = format!("example {}: {margin:?}; without the refused ones {other:?}", place + 1);
                return Err(Finding::new(what));
            }
        }
    }
    match walk::difference(&learner.state(), &spared.state()) {
        Some(name) => Err(Finding::new(format!("a refused example changed {name}"))),
        None => Ok(Said::Holds),
    }
}
