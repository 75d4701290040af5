//! Loss against a parameter: for each value the best learner of the algorithm that has it.

use crate::chart::{Axis, Chart, Series};
use crate::race::Outcome;
use noregret::Value;
use std::collections::BTreeMap;

/// The best mean at each value, by the bits of the value in order.
type Best = Vec<(f64, f64)>;

/// A chart for every parameter of numbers in which learners of one algorithm differ, a line an algorithm.
pub fn sweeps(outcome: &Outcome) -> Vec<Chart> {
    let mut found: BTreeMap<String, BTreeMap<&str, Best>> = BTreeMap::new();
    for k in outcome.ranked() {
        let entrant = &outcome.entrants[k];
        let Ok(parameters) = entrant.entry.resolved() else { continue };
        let mean = entrant.sums.mean(entrant.sums.cost);
        for (name, value) in &parameters.values {
            let Value::Number(value) = value else { continue };
            let best =
                found.entry(name.clone()).or_default().entry(entrant.entry.algorithm.name).or_default();
            match best.iter_mut().find(|(at, _)| at == value) {
                Some((_, least)) => *least = least.min(mean),
                None => best.push((*value, mean)),
            }
        }
    }
    let chart = |(name, lines): (String, BTreeMap<&str, Best>)| {
        let lines: Vec<_> = lines.into_iter().filter(|(_, best)| best.len() > 1).collect();
        let positive = lines.iter().all(|(_, best)| best.iter().all(|(value, _)| *value > 0.0));
        let x = if positive { Axis::log(&name) } else { Axis::linear(&name) };
        let title = format!("mean {} against {name}", outcome.judge);
        let means = || lines.iter().flat_map(|(_, best)| best.iter().map(|(_, mean)| *mean));
        let (least, most) = means().fold((f64::INFINITY, 0.0_f64), |(a, b), mean| (a.min(mean), b.max(mean)));
        // What is far off would flatten the rest.
        let y = format!("mean {}", outcome.judge);
        let y = if least > 0.0 && most > 4.0 * least { Axis::log(&y) } else { Axis::linear(&y) };
        let mut chart = Chart::new(&title, x, y);
        for (algorithm, mut best) in lines {
            best.sort_by(|a, b| a.0.total_cmp(&b.0));
            chart = chart.with(Series::line(algorithm, best));
        }
        (!chart.series.is_empty()).then_some(chart)
    };
    found.into_iter().filter_map(chart).collect()
}
