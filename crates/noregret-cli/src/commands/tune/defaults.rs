//! The grid of an algorithm for which none is given, as flags would give it.

use crate::race::{Entry, Grid};
use crate::voice::failure::usage;
use anyhow::Result;
use noregret_engine::race::usual_grid;

/// The grids; none where the algorithm has nothing to tune. Parameters the entry already has stay as they are.
pub fn grids(entry: &Entry) -> Result<Vec<Grid>> {
    let given = entry.flags.parse()?;
    let all = usual_grid(entry.algorithm, &given, |name| entry.flags.has(name));
    let grid = |(name, values): (&str, &[f64])| Grid {
        name: name.to_owned(),
        values: values.iter().map(f64::to_string).collect(),
    };
    Ok(all.map_err(|error| usage(error.to_string()))?.into_iter().map(grid).collect())
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
