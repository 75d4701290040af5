//! The reported bound is no less than the certified regret's lower end.

use super::{Said, Trial, Verdict, weights_state::FAINT};
use crate::bench::arguments;
use crate::case::Case;
use serde_json::Value;

/// Rounding of the sums.
const TOLERANCE: f64 = 1e-9;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let learner = trial.case.learner.boxed(&mut trial.random);
    let case = Case { learner, ..trial.case.clone() };
    let mut room = trial.bench.room(&case)?;
    let mut all = arguments(&["regret", case.stream.file(), "--json", "--on-error", "skip"]);
    all.extend(case.flags());
    let output = room.run(&all, true)?;
    if output.code != Some(0) {
        return Ok(Said::Nothing);
    }
    let found: Value =
        serde_json::from_slice(&output.stdout).map_err(|e| room.broken(format!("no JSON: {e}")))?;
    if !found["suffered"].is_number() {
        return Err(room.broken("what was suffered is no number"));
    }
    let number = |value: &Value| value.as_f64();
    let (Some(bound), Some(lower), Some(suffered)) =
        (number(&found["bound"]), number(&found["certificate"]["regret_lower"]), number(&found["suffered"]))
    else {
        return Ok(Said::Nothing);
    };
    let size = suffered.abs() + lower.abs() + bound.abs();
    if size.is_finite() && lower > bound + TOLERANCE * size + FAINT {
        return Err(room.broken(format!("regret at least {lower} over the bound {bound}")));
    }
    Ok(Said::Holds)
}
