//! Merging the second group: what beliefs know adds up.
//!
//! A belief is a Gaussian: it knows the precision Q = P^-1 and the pull Q v. Examples add to both, so those of parts that went on from a start 0 add up, too. With s the largest scales of all,
//! D = S_part/S and C = D (Q - lambda I) D, which is what somebody knows beyond the prior,
//!
//! Q = lambda I + C_0 + sum over parts of (C - C_0),   Q v = D_0 Q_0 v_0 + sum over parts of (D Q v - D_0 Q_0 v_0).
//!
//! Under the squared loss, and as long as no scale grows, that is the belief of who learned all parts one after the other. Under the logistic loss it is what the parts' approximations make of each other.
//! The mixture adds up as that of the [first-order lanes](super::super::merge) does. Lanes on centred features leave, since the parts had different means; so does a belief that a part has lost, or that
//! features have become too many for.
//!
//! Weakness: evidence is taken for that of different examples; a part that is given twice counts twice. Two inverses for every belief of every part, O(d^3).
//! Reference: Tresp 2000, a committee of Gaussian beliefs.

use super::super::merge::Sum;
use super::super::mixture::Mixing;
use super::belief::Belief;
use super::experts::{self, BELIEFS, KINDS};
use super::square::Square;
use super::{Constant, Second};
use crate::loss::Loss;
use crate::sketch::cholesky;
use crate::table::Slots;

/// A second group and the rounds it has had.
pub type Part = (Second, u64);

/// The features of all parts, and their largest scales.
struct Union {
    slots: Slots,
    scales: Vec<f64>,
}

impl Union {
    fn new<'a>(groups: impl Iterator<Item = &'a Second>) -> Self {
        let mut union = Self { slots: Slots::default(), scales: Vec::new() };
        for group in groups {
            for (&index, &scale) in group.slots.indices().iter().zip(&group.scales) {
                match union.slots.get(index) {
                    Some(slot) => union.scales[slot] = union.scales[slot].max(scale),
                    None => {
                        union.slots.push(index);
                        union.scales.push(scale);
                    }
                }
            }
        }
        union
    }

    /// Where the features of a group stand here, and D.
    fn places(&self, group: &Second) -> Vec<(usize, f64)> {
        let place = |(index, scale): (&u32, &f64)| {
            let slot = self.slots.get(*index)?;
            Some((slot, scale / self.scales[slot]))
        };
        group.slots.indices().iter().zip(&group.scales).filter_map(place).collect()
    }
}

/// The inverse of a positive definite matrix; none if rounding has left it none.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let (mut half, mut whole): (Vec<Vec<f64>>, _) = (Vec::with_capacity(n), vec![vec![0.0; n]; n]);
    // The rows of L^-1, and L'^-1 L^-1 of them.
    for (i, of_l) in cholesky::factor(matrix, 0.0).iter().enumerate() {
        let mut row = vec![0.0; i + 1];
        row[i] = 1.0;
        for (factor, above) in of_l.iter().zip(&half) {
            row.iter_mut().zip(above).for_each(|(number, above)| *number -= factor * above);
        }
        row.iter_mut().for_each(|number| *number /= of_l[i]);
        for (sums, a) in whole.iter_mut().zip(&row) {
            sums.iter_mut().zip(&row).for_each(|(sum, b)| *sum += a * b);
        }
        half.push(row);
    }
    whole.iter().flatten().all(|number| number.is_finite()).then_some(whole)
}

/// Precision and pull in the making.
struct Known {
    lambda: f64,
    precision: Vec<Vec<f64>>,
    pull: Vec<f64>,
}

impl Known {
    /// Before anything is known of so many features.
    fn new(lambda: f64, features: usize) -> Self {
        let mut precision = vec![vec![0.0; features]; features];
        precision.iter_mut().enumerate().for_each(|(k, row)| row[k] = lambda);
        Self { lambda, precision, pull: vec![0.0; features] }
    }

    /// Adds what a belief knows, so many times.
    fn add(&mut self, belief: &Belief, places: &[(usize, f64)], times: f64) -> Option<()> {
        let rows: Vec<Vec<f64>> = (0..places.len()).map(|k| belief.covariance.row(k).to_vec()).collect();
        let precision = inverse(&rows)?;
        for ((row, &(slot, d)), own) in precision.iter().zip(places).zip(0..) {
            let pull: f64 = row.iter().zip(&belief.mean).map(|(q, v)| q * v).sum();
            self.pull[slot] += times * d * pull;
            for ((&q, &(other, e)), place) in row.iter().zip(places).zip(0..) {
                let beyond = if place == own { q - self.lambda } else { q };
                self.precision[slot][other] += times * (d * e) * beyond;
            }
        }
        Some(())
    }

    fn belief(self) -> Option<Belief> {
        let covariance = inverse(&self.precision)?;
        let mean = covariance.iter().map(|row| row.iter().zip(&self.pull).map(|(p, b)| p * b).sum());
        let lower: Vec<f64> = covariance.iter().enumerate().flat_map(|(k, row)| row[..=k].to_vec()).collect();
        let belief = Belief {
            lambda: self.lambda,
            mean: mean.collect(),
            covariance: Square::from_lower(covariance.len(), &lower),
        };
        belief.is_sound().then_some(belief)
    }
}

impl Second {
    /// What the groups of several parts become that all went on from a start, after so many rounds in all; none if nobody is left.
    pub fn merged(loss: Loss, start: &Part, parts: &[Part], rounds: u64) -> Option<Self> {
        let rule = Mixing::of(loss);
        let (group, before) = start;
        let mut sum = Sum::new(rule, group.outer);
        let (mut constant, mut total) = (group.constant, group.total);
        for (part, rounds) in parts {
            sum.add((&group.outer, *before), (&part.outer, *rounds), None);
            constant.sum += part.constant.sum - group.constant.sum;
            constant.weight += part.constant.weight - group.constant.weight;
            total += part.total.checked_sub(group.total)?;
        }
        let union = Union::new(std::iter::once(group).chain(parts.iter().map(|(part, _)| part)));
        let features = union.slots.len();
        let affordable = experts::affordable(features, rounds, total);
        let mut beliefs = [const { None }; BELIEFS];
        for (k, belief) in beliefs.iter_mut().enumerate().filter(|_| affordable) {
            if features <= KINDS[k].features {
                *belief = joined(k, &union, group, parts);
            }
        }
        if beliefs.iter().all(Option::is_none) {
            return None;
        }
        let mut outer = sum.mixture(rounds).ok()?;
        let prior = experts::awake(|k| beliefs[k].is_some(), false);
        if prior != outer.prior {
            outer.retire(rule, prior);
        }
        let Union { slots, scales } = union;
        let constant = Constant { weight: constant.weight.max(0.0), ..constant };
        Some(Self { outer, constant, slots, scales, beliefs, centred: None, total })
    }
}

/// The k-th belief of all; none if one of them has lost it, or they make no belief.
fn joined(k: usize, union: &Union, start: &Second, parts: &[Part]) -> Option<Belief> {
    let mut known = Known::new(KINDS[k].lambda, union.slots.len());
    let fewer = 1.0 - parts.len() as f64;
    known.add(start.beliefs[k].as_ref()?, &union.places(start), fewer)?;
    for (part, _) in parts {
        known.add(part.beliefs[k].as_ref()?, &union.places(part), 1.0)?;
    }
    known.belief()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::super::{Judged, Open};
    use super::*;
    use crate::features::Features;
    use crate::learners::auto::mixture::Seen;
    use crate::loss::{Logistic, Squared};
    use oracle::streams::SplitMix64;

    const DIM: usize = 5;

    /// Values that reach 1 at once, so that no scale ever grows.
    fn draw(random: &mut SplitMix64, loss: Loss) -> (Vec<(u32, f64)>, f64) {
        let sign = |v: f64| if v < 0.0 { -1.0 } else { 1.0 };
        let mut x = Vec::new();
        for i in 0..DIM as u32 {
            if random.uniform() < 0.7 {
                x.push((3 * i, sign(random.signed())));
            }
        }
        let lean = x.iter().map(|(i, v)| v * (f64::from(*i) - 5.0) / 4.0).sum::<f64>() + random.signed();
        (x, if loss == Loss::from(Squared {}) { lean } else { sign(lean) })
    }

    fn learn(part: &mut Part, loss: Loss, (x, y): &(Vec<(u32, f64)>, f64)) {
        let (indices, values): (Vec<u32>, Vec<f64>) = x.iter().copied().unzip();
        part.1 += 1;
        let judged = Judged { y: *y, counted: 1.0, unit: 1.0, weight: 1.0, round: part.1 };
        let (mut open, seen) = (Open::default(), Seen { low: -9.0, high: 9.0 });
        let x = Features::new(&indices, &values).unwrap();
        let staged = part.0.stage::<f64>((loss, seen), 0.0, x, judged, &mut open).1;
        assert!(part.0.take(loss, staged, &mut open));
    }

    /// A start, three parts that went on from it, and one who learned everything.
    fn parts(loss: Loss, before: usize) -> (Part, Vec<Part>, Part) {
        let mut random = SplitMix64::new(7);
        let mut start = (Second::new(), 0);
        (0..before).for_each(|_| learn(&mut start, loss, &draw(&mut random, loss)));
        let mut all = start.clone();
        let part = |k: usize| {
            let mut part = start.clone();
            for _ in 0..20 + 30 * k {
                let example = draw(&mut random, loss);
                learn(&mut part, loss, &example);
                learn(&mut all, loss, &example);
            }
            part
        };
        let parts = (0..3).map(part).collect();
        (start, parts, all)
    }

    /// By feature, in the order of features.
    fn numbers(group: &Second, k: usize) -> Vec<f64> {
        let belief = group.beliefs[k].as_ref().unwrap();
        let slots: Vec<usize> = (0..DIM as u32).map(|i| group.slots.get(3 * i).unwrap()).collect();
        let means = slots.iter().map(|&slot| belief.mean[slot]);
        let covariances = slots.iter().flat_map(|&a| slots.iter().map(move |&b| (a, b)));
        means.chain(covariances.map(|(a, b)| belief.covariance.row(a)[b])).collect()
    }

    #[test]
    fn parts_of_a_regression_make_the_regression_of_all() {
        let loss = Loss::from(Squared {});
        for before in [0, 25] {
            let (start, parts, all) = parts(loss, before);
            let merged = Second::merged(loss, &start, &parts, all.1).unwrap();
            for k in 0..BELIEFS {
                for (got, want) in numbers(&merged, k).iter().zip(numbers(&all.0, k)) {
                    assert!((got - want).abs() <= 1e-9 * (1.0 + want.abs()), "{k}: {got} not {want}");
                }
            }
            assert!((merged.constant.margin(loss) - all.0.constant.margin(loss)).abs() < 1e-12);
            assert_eq!(merged.total, all.0.total);
        }
    }

    /// Nearer to who learned all than any part is.
    #[test]
    fn parts_of_two_classes_come_near_to_all() {
        let loss = Loss::from(Logistic {});
        for before in [0, 25] {
            let (start, parts, all) = parts(loss, before);
            let merged = Second::merged(loss, &start, &parts, all.1).unwrap();
            let away = |group: &Second| -> f64 {
                let means = numbers(group, 0).into_iter().zip(numbers(&all.0, 0)).take(DIM);
                means.map(|(got, want)| (got - want) * (got - want)).sum()
            };
            for (part, _) in &parts {
                assert!(away(&merged) < 0.5 * away(part), "{} {}", away(&merged), away(part));
            }
        }
    }

    /// Scales of parts differ, features too; what is made of them can be gone on with.
    #[test]
    fn parts_of_other_units_make_a_sound_belief() {
        let loss = Loss::from(Logistic {});
        let (start, mut parts, all) = parts(loss, 25);
        let large = (vec![(0, 40.0), (3, -2.5), (99, 0.1)], 1.0);
        learn(&mut parts[0], loss, &large);
        learn(&mut parts[2], loss, &(vec![(6, 7.0), (77, 1e6)], -1.0));
        let mut merged = (Second::merged(loss, &start, &parts, all.1 + 2).unwrap(), all.1 + 2);
        assert_eq!(merged.0.scales[merged.0.slots.get(77).unwrap()], 1e6);
        for belief in merged.0.beliefs.iter().flatten() {
            assert!(belief.is_sound());
        }
        learn(&mut merged, loss, &large);
    }

    #[test]
    fn who_has_left_one_part_has_left_all() {
        let loss = Loss::from(Logistic {});
        let (start, mut parts, all) = parts(loss, 25);
        parts[1].0.beliefs[2] = None;
        let merged = Second::merged(loss, &start, &parts, all.1).unwrap();
        assert_eq!([true, true, false, true], std::array::from_fn(|k| merged.beliefs[k].is_some()));
        assert_eq!(merged.outer.prior[experts::expert(2, true)], 0.0);
        assert!((merged.outer.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
