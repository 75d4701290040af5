//! The points against the optimality conditions, and against all faces in twice the digits.

use super::exact;
use super::faces::MOST_FACES;
use super::newton::MOST_STEPS;
use super::*;
use crate::rule::interval::Interval;
use crate::sketch::{add_scaled, dot};
use oracle::streams::SplitMix64;
use proptest::prelude::*;

/// The optimality conditions: 0 in H(b - v) + dR(b) + the normal cone of the box.
fn assert_optimal(v: &[f64], u: &Factor, h: f64, penalty: Penalty) -> usize {
    let Solution { point, steps } = solve(Step { target: v, factor: u, base: h, penalty }).expect("solved");
    let k = u.width;
    let row = |i: usize| &u.entries[i * k..][..k];
    let mut a = vec![0.0; k];
    let mut size = 0.0_f64;
    for i in 0..v.len() {
        add_scaled(&mut a, point[i] - v[i], row(i));
        size = size.max(v[i].abs() * (h + dot(row(i), row(i))));
    }
    let tolerance = 1e-9 * (size + penalty.l1 + penalty.l2);
    for i in 0..v.len() {
        let b = point[i];
        let g = h * (b - v[i]) + dot(row(i), &a) + penalty.l2 * b;
        // -g must be in [low, high]: l1's subdifferential plus the normal cone.
        let (mut low, mut high) = if b == 0.0 {
            (-penalty.l1, penalty.l1)
        } else {
            (penalty.l1.copysign(b), penalty.l1.copysign(b))
        };
        if b == penalty.set.hi {
            high = f64::INFINITY;
        }
        if b == penalty.set.lo {
            low = f64::NEG_INFINITY;
        }
        assert!(
            -g >= low - tolerance && -g <= high + tolerance,
            "coordinate {i}: {g} of {v:?} in {steps} steps"
        );
    }
    steps
}

proptest! {
    #[test]
    fn the_point_is_optimal(
        v in prop::collection::vec(-3.0..3.0f64, 1..30),
        entries in prop::collection::vec(-2.0..2.0f64, 150),
        spread in prop::collection::vec(-3.0..2.0f64, 5),
        k in 0usize..6, h in -4.0..2.0f64, l1 in 0.0..1.0f64, l2 in 0.0..1.0f64, boxed in 0..3u8, strength in -3.0..2.0f64,
    ) {
        let h = libm::pow(10.0, h);
        let strength = libm::pow(10.0, strength);
        let entries = (0..v.len() * k).map(|i| entries[i] * libm::pow(10.0, spread[i % k])).collect();
        let set = match boxed {
            0 => Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY },
            1 => Interval { lo: -0.5, hi: 0.5 },
            _ => Interval { lo: 0.25, hi: 1.5 },
        };
        let steps = assert_optimal(&v, &Factor { entries, width: k }, h, Penalty { set, l1: l1 * strength, l2: l2 * strength });
        prop_assert!(steps <= 60, "{} steps", steps);
    }
}

/// A step with columns of U across `spread` orders of magnitude, half of them from the target's own units.
fn hard(random: &mut SplitMix64, most: usize, spread: f64) -> (Vec<f64>, Factor, f64, Penalty) {
    let mut whole = |n: usize| (random.uniform() * n as f64) as usize;
    let (n, kind, boxed) = (1 + whole(most), whole(3), whole(4));
    let width = whole(n.min(12) + 2);
    let mut power = |low: f64, high: f64| libm::pow(10.0, low + (high - low) * random.uniform());
    let scales: Vec<f64> = (0..n).map(|_| power(-0.5 * spread, 0.5 * spread)).collect();
    let (base, strength) = (power(-3.0, 1.0), power(-3.0, 2.0));
    let mut entries = vec![0.0; n * width];
    for (i, entry) in entries.iter_mut().enumerate() {
        *entry = if random.uniform() < 0.7 { random.signed() * scales[i / width] } else { 0.0 };
    }
    let unit = |i: usize| [1.0, 1.0 / scales[i], 30.0][kind];
    let target = (0..n).map(|i| random.signed() * unit(i)).collect();
    let set = [
        Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY },
        Interval::radius(0.5),
        Interval { lo: 0.25, hi: 1.5 },
        Interval::radius(1e-3),
    ][boxed];
    let mut some = || if random.uniform() < 0.5 { 0.0 } else { strength * random.uniform() };
    let penalty = Penalty { set, l1: some(), l2: some() };
    (target, Factor { entries, width }, base, penalty)
}

/// Columns from 1e-12 to 1e12 are solved; whatever the columns, the search ends.
#[test]
fn steps_are_counted_however_hard_the_matrix() {
    let mut random = SplitMix64::new(5);
    for (spread, all_solved) in
        [(0.0, true), (8.0, true), (16.0, true), (24.0, true), (80.0, false), (250.0, false)]
    {
        for case in 0..600 {
            let (target, factor, base, penalty) = hard(&mut random, 40, spread);
            let step = Step { target: &target, factor: &factor, base, penalty };
            match solve(step) {
                Some(Solution { point, steps }) => {
                    assert!(steps <= MOST_STEPS + MOST_FACES, "{steps}");
                    assert!(point.iter().all(|&b| penalty.set.clip(b) == b), "outside of the box");
                }
                None => assert!(!all_solved, "spread {spread}, case {case}"),
            }
        }
    }
}

/// Against all faces in twice the digits: conditions up to 1e16 leave ten digits of the sixteen, up to
/// 1e11 twelve.
#[test]
fn ill_conditioned_steps_have_their_digits() {
    let mut random = SplitMix64::new(9);
    for (spread, digits) in [(0.0, 1e-12), (4.0, 1e-12), (8.0, 1e-11), (12.0, 1e-10), (16.0, 1e-9)] {
        for case in 0..800 {
            let (target, factor, base, penalty) = hard(&mut random, 4, spread);
            let step = Step { target: &target, factor: &factor, base, penalty };
            let Some(Solution { point, .. }) = solve(step) else { panic!("spread {spread}, case {case}") };
            let Some(exact) = exact::minimum(step) else { panic!("no face is the minimum") };
            let size = exact.iter().fold(0.0_f64, |most, b| most.max(b.abs()));
            let off = exact.iter().zip(&point).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
            assert!(off <= digits * size, "spread {spread}, case {case}: {point:?} instead of {exact:?}");
        }
    }
}

#[test]
fn l2_alone_takes_one_step() {
    let u = Factor { entries: vec![1.0, 2.0, -1.0, 0.5, 3.0, 1.0], width: 2 };
    let set = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    let steps = assert_optimal(&[1.0, -2.0, 0.5], &u, 0.3, Penalty { set, l1: 0.0, l2: 0.7 });
    assert!(steps <= 2, "{steps}");
}
