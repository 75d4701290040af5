//! The reported bound is no less than the regret of a player over a box, against gradients chosen to hurt it:
//! rounds without any, single coordinates, columns of very different size, and signs that follow the point played.

use super::{Said, Trial, Verdict};
use crate::bench::Finding;
use crate::random::Random;
use noregret::{Interval, Parameters, Player};

/// Rounding of the sums, relative to the sum of all terms.
const TOLERANCE: f64 = 1e-9;

/// How gradients are chosen.
struct Adversary {
    sizes: Vec<f64>,
    idle: f64,
    late: usize,
    follows: f64,
    density: f64,
}

impl Adversary {
    fn draw(random: &mut Random) -> Self {
        let most = random.pick(&[1, 2, 4, 7]);
        let powers = random.pick(&[0, 1, 3, 6]);
        Self {
            sizes: (0..random.between(1, most)).map(|_| random.sized(-powers, powers)).collect(),
            idle: random.pick(&[0.0, 0.1, 0.5]),
            late: random.pick(&[0, 0, 1, 3]),
            follows: random.pick(&[0.0, 0.7, 1.0]),
            density: random.pick(&[0.3, 0.8, 1.0]),
        }
    }

    fn gradient(&self, random: &mut Random, round: usize, point: &[f64], set: Interval) -> Vec<f64> {
        if round < self.late || random.chance(self.idle) {
            return vec![0.0; point.len()];
        }
        let middle = 0.5 * (set.lo + set.hi);
        let follows = random.chance(self.follows);
        let coordinate = |(size, w): (&f64, &f64)| {
            if !random.chance(self.density) {
                return 0.0;
            }
            let size = size * (0.1 + random.uniform());
            if !follows || *w == middle { random.signed(size) } else { size.copysign(w - middle) }
        };
        self.sizes.iter().zip(point).map(coordinate).collect()
    }
}

/// The least of g w + l1 |w| + l2/2 w^2 over the interval.
fn least(g: f64, l1: f64, l2: f64, set: Interval) -> f64 {
    let cost = |w: f64| g * w + l1 * w.abs() + 0.5 * l2 * w * w;
    let shrunk = (g.abs() - l1).max(0.0);
    let free = if l2 > 0.0 { set.clip(-shrunk.copysign(g) / l2) } else { set.clip(0.0) };
    cost(free).min(cost(set.lo)).min(cost(set.hi))
}

/// The player's box and parameters: no groups, and penalties only where weights that were never touched cost nothing.
fn parameters(trial: &mut Trial<'_>) -> Parameters {
    let mut parameters = trial.case.learner.boxed(&mut trial.random).parameters;
    parameters.groups.clear();
    if parameters.set().is_some_and(|set| set.lo > 0.0 || set.hi < 0.0) {
        parameters.values.retain(|name, _| name != "l1" && name != "l2");
    }
    parameters
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let learner = &trial.case.learner;
    let learner = crate::learner::Learner { parameters: parameters(trial), ..learner.clone() };
    let Ok(spec) = learner.checked() else { return Ok(Said::Nothing) };
    let (Ok(mut player), Some(set)) = (Player::new(&spec), spec.spec().set) else { return Ok(Said::Nothing) };
    // The penalties of ftrl stand once in its objective, and are not charged.
    let charged = if learner.inner() == "ftrl" { 0.0 } else { 1.0 };
    let (l1, l2) = (charged * spec.spec().l1, charged * spec.spec().l2);
    let random = &mut trial.random;
    let adversary = Adversary::draw(random);
    let dimension = adversary.sizes.len();
    let (mut sum, mut suffered, mut size, mut taken) = (vec![0.0; dimension], 0.0, 0.0, 0);
    let rounds = random.pick(&[3, 20, 80]);
    for round in 0..rounds {
        let point = player.point(dimension as u32);
        let gradient = adversary.gradient(random, round, &point, set);
        if player.learn_dense(&gradient).is_err() {
            return Ok(Said::Nothing);
        }
        taken += 1;
        for ((w, g), sum) in point.iter().zip(&gradient).zip(&mut sum) {
            let cost = g * w + l1 * w.abs() + 0.5 * l2 * w * w;
            suffered += cost;
            size += (g * w).abs() + cost.abs();
            *sum += g;
        }
    }
    let Some(bound) = player.bound() else { return Ok(Said::Nothing) };
    let charge = f64::from(taken);
    let best: f64 = sum.iter().map(|&g| least(g, charge * l1, charge * l2, set)).sum();
    let regret = suffered - best;
    if !(size + best.abs() + bound).is_finite() {
        return Ok(Said::Nothing);
    }
    if regret > bound + TOLERANCE * (size + best.abs() + bound) {
        return Err(Finding::new(format!("regret {regret} over the bound {bound} after {taken} rounds")));
    }
    Ok(Said::Holds)
}
