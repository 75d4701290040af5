//! The grid of an algorithm for which none is given: its rate around the default by factors of about three, and what else decides most.

use noregret::algorithms::Algorithm;
use noregret::{Kind, Parameters, SpecError};

/// A rate: two and a half decades down, one and a half up.
const RATE: [f64; 9] = [0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];
/// What multiplies a theorem's rate.
const SCALE: [f64; 4] = [0.1, 0.3, 1.0, 3.0];
/// The box of a learner that must have one.
const RADIUS: [f64; 3] = [1.0, 10.0, 100.0];
/// Aggressiveness and confidence.
const FACTOR: [f64; 7] = [0.001, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0];

/// The grids, by the names of parameters; none where the algorithm has nothing to tune. Parameters that are given (`has`) stay as they are.
pub fn usual(
    algorithm: &Algorithm,
    given: &Parameters,
    has: impl Fn(&str) -> bool,
) -> Result<Vec<(&'static str, &'static [f64])>, SpecError> {
    let mut all: Vec<(&str, &[f64])> = Vec::new();
    let parameters = algorithm.parameters_with(given)?;
    let boxed = has("box");
    // The rate of the whole; `alpha` is one for ftrl alone.
    let eta = parameters.iter().any(|p| p.name == "eta") || algorithm.name != "ftrl";
    let rate = if eta { "eta" } else { "alpha" };
    for parameter in parameters.iter().filter(|p| !has(p.name)) {
        match (parameter.name, parameter.kind) {
            (name, Kind::Positive(_)) if name == rate => all.push((name, &RATE)),
            ("scale", Kind::Positive(_)) => all.push(("scale", &SCALE)),
            ("radius", Kind::Radius(Some(_))) if !boxed => all.push(("radius", &RADIUS)),
            ("C" | "phi" | "r", Kind::Positive(_)) => all.push((parameter.name, &FACTOR)),
            _ => {}
        }
    }
    Ok(all)
}
