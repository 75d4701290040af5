//! The grid of an algorithm for which none is given: its rate around the default by factors of about three, and what else decides most.

use crate::race::{Entry, Grid};
use anyhow::Result;
use noregret::Kind;

/// A rate: two and a half decades down, one and a half up.
const RATE: [f64; 9] = [0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];
/// What multiplies a theorem's rate.
const SCALE: [f64; 4] = [0.1, 0.3, 1.0, 3.0];
/// The box of a learner that must have one.
const RADIUS: [f64; 3] = [1.0, 10.0, 100.0];
/// Aggressiveness and confidence.
const FACTOR: [f64; 7] = [0.001, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0];

fn grid(name: &str, values: &[f64]) -> Grid {
    Grid { name: name.to_owned(), values: values.iter().map(f64::to_string).collect() }
}

/// The grids; none where the algorithm has nothing to tune. Parameters the entry already has stay as they are.
pub fn grids(entry: &Entry) -> Result<Vec<Grid>> {
    let given = entry.flags.parse()?;
    let mut all = Vec::new();
    let parameters =
        entry.algorithm.parameters_with(&given).map_err(|e| crate::voice::failure::usage(e.to_string()))?;
    let boxed = entry.flags.has("box");
    // The rate of the whole; `alpha` is one for ftrl alone.
    let rate = if parameters.iter().any(|p| p.name == "eta") || entry.algorithm.name != "ftrl" {
        "eta"
    } else {
        "alpha"
    };
    for parameter in parameters.iter().filter(|p| !entry.flags.has(p.name)) {
        match (parameter.name, parameter.kind) {
            (name, Kind::Positive(_)) if name == rate => all.push(grid(name, &RATE)),
            ("scale", Kind::Positive(_)) => all.push(grid("scale", &SCALE)),
            ("radius", Kind::Radius(Some(_))) if !boxed => all.push(grid("radius", &RADIUS)),
            ("C" | "phi" | "r", Kind::Positive(_)) => all.push(grid(parameter.name, &FACTOR)),
            _ => {}
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret::algorithms;

    #[test]
    fn every_algorithm_with_a_number_to_tune_has_a_grid() {
        for algorithm in algorithms::ALL {
            let entry = Entry::plain(algorithm.name).unwrap();
            let grids = grids(&entry).unwrap();
            assert_eq!(grids.is_empty(), ["auto", "pa"].contains(&algorithm.name), "{}", algorithm.name);
            let size: usize = grids.iter().map(|grid| grid.values.len()).product();
            assert!(size <= 32, "{}: {size}", algorithm.name);
            for grid in grids {
                for value in &grid.values {
                    let mut with = entry.clone();
                    with.flags.set(&grid.name, value);
                    with.check().unwrap();
                }
            }
        }
    }
}
