//! A learner saved and restored on the way goes on as if it had not been.

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let case = trial.case;
    let (mut whole, mut resumed) = (walk::learner(case)?, walk::learner(case)?);
    let often = trial.random.pick(&[0.05, 0.2, 1.0]);
    for (place, example) in case.stream.examples().enumerate() {
        if trial.random.chance(often) {
            let state = resumed.state();
            resumed = walk::learner(case)?;
            let refused =
                |e| Finding::new(format!("before example {}: its own state is refused: {e}", place + 1));
            resumed.restore(&state).map_err(refused)?;
        }
        let (a, b) =
            (walk::learn(case, whole.as_mut(), example), walk::learn(case, resumed.as_mut(), example));
        let same = match (&a, &b) {
            (Some(Ok(a)), Some(Ok(b))) => a.to_bits() == b.to_bits(),
            _ => a == b,
        };
        if !same {
            return Err(Finding::new(format!("example {}: {a:?} and resumed {b:?}", place + 1)));
        }
    }
    if let Some(name) = walk::difference(&whole.state(), &resumed.state()) {
        return Err(Finding::new(format!("the states differ in {name}")));
    }
    if whole.bound().map(f64::to_bits) != resumed.bound().map(f64::to_bits) {
        return Err(Finding::new(format!("bounds {:?} and resumed {:?}", whole.bound(), resumed.bound())));
    }
    Ok(Said::Holds)
}
