//! The reported bound is no less than the regret of a player over a box. Its gradients are the stream's examples: rounds without
//! any, single coordinates, columns of very different size; for half of the cases with signs that follow the point played.

use super::{Said, Trial, Verdict, weights_state::FAINT};
use crate::bench::Finding;
use crate::learner::Learner;
use noregret::{Features, FeaturesBuf, Interval, Player};
use std::collections::BTreeMap;

/// Rounding of the sums, relative to the sum of all terms.
const TOLERANCE: f64 = 1e-9;

/// The least of g w + l1 |w| + l2/2 w^2 over the interval.
fn least(g: f64, l1: f64, l2: f64, set: Interval) -> f64 {
    let cost = |w: f64| g * w + l1 * w.abs() + 0.5 * l2 * w * w;
    let shrunk = (g.abs() - l1).max(0.0);
    let free = if l2 > 0.0 { set.clip(-shrunk.copysign(g) / l2) } else { set.clip(0.0) };
    cost(free).min(cost(set.lo)).min(cost(set.hi))
}

/// The learner over a box, without groups; penalties only where weights that were never touched cost nothing.
fn boxed(trial: &mut Trial<'_>) -> Learner {
    let mut learner = trial.case.learner.boxed(&mut trial.random);
    learner.parameters.groups.clear();
    if learner.checked().is_ok_and(|spec| spec.spec().set.is_some_and(|set| set.clip(0.0) != 0.0)) {
        learner.parameters.values.retain(|name, _| name != "l1" && name != "l2");
    }
    learner
}

/// What was played and suffered.
#[derive(Default)]
struct Played {
    rounds: f64,
    gradients: BTreeMap<u32, f64>,
    suffered: f64,
    size: f64,
}

impl Played {
    fn round(&mut self, point: &[(u32, f64)], gradient: Features<'_>, l1: f64, l2: f64) {
        self.rounds += 1.0;
        for (_, w) in point {
            let cost = l1 * w.abs() + 0.5 * l2 * w * w;
            self.suffered += cost;
            self.size += cost;
        }
        for ((index, g), (_, w)) in gradient.iter().map(|pair| (pair, at(point, pair.0))) {
            self.suffered += g * w;
            self.size += (g * w).abs();
            *self.gradients.entry(index).or_default() += g;
        }
    }
}

fn at(point: &[(u32, f64)], index: u32) -> (u32, f64) {
    point.iter().copied().find(|(known, _)| *known == index).unwrap_or((index, 0.0))
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let learner = boxed(trial);
    let Ok(spec) = learner.checked() else { return Ok(Said::Nothing) };
    let (Ok(mut player), Some(set)) = (Player::new(&spec), spec.spec().set) else { return Ok(Said::Nothing) };
    // The penalties of ftrl stand once in its objective, and are not charged.
    let charged = if learner.inner() == "ftrl" { 0.0 } else { 1.0 };
    let (l1, l2) = (charged * spec.spec().l1, charged * spec.spec().l2);
    let follows = trial.random.chance(0.5);
    let mut all: Vec<u32> =
        trial.case.stream.examples().flat_map(|e| &e.features).map(|f| f.index()).collect();
    all.sort_unstable();
    all.dedup();
    let middle = 0.5 * (set.lo + set.hi);
    let mut played = Played::default();
    for example in trial.case.stream.examples() {
        let point: Vec<(u32, f64)> = all.iter().map(|&index| (index, player.at(index))).collect();
        let mut gradient = FeaturesBuf::new();
        for feature in &example.features {
            let w = player.at(feature.index());
            let against = follows && w != middle;
            let g = if against { feature.value.copysign(w - middle) } else { feature.value };
            gradient.push(feature.index(), g);
        }
        let Ok(gradient) = gradient.finish() else { continue };
        if player.learn(gradient).is_ok() {
            played.round(&point, gradient, l1, l2);
        }
    }
    let Some(bound) = player.bound() else { return Ok(Said::Nothing) };
    let charge = played.rounds;
    let best: f64 = played.gradients.values().map(|&g| least(g, charge * l1, charge * l2, set)).sum();
    let (regret, size) = (played.suffered - best, played.size + best.abs() + bound);
    if !size.is_finite() {
        return Ok(Said::Nothing);
    }
    if regret > bound + TOLERANCE * size + FAINT {
        let flags = learner.flags().join(" ");
        return Err(Finding::new(format!(
            "regret {regret} over the bound {bound}; gradients follow: {follows}; {flags}"
        )));
    }
    Ok(Said::Holds)
}
