//! The softmax step against its equations, its bracket and the logistic step, over a million random cases with extreme scales.

use super::*;
use crate::loss::{Logistic, LossFunction};
use oracle::streams::SplitMix64;

/// Log-uniform over 10^-k .. 10^k.
fn scale(random: &mut SplitMix64, k: f64) -> f64 {
    libm::pow(10.0, k * random.signed())
}

struct Case {
    z: Vec<f64>,
    a: Vec<f64>,
    y: usize,
}

/// K up to `most`; margins up to `margins` and curvatures of k orders of magnitude on either side of 1, all alike or each its own.
fn case(random: &mut SplitMix64, most: f64, margins: f64, k: f64) -> Case {
    let classes = 1 + (random.uniform() * most) as usize;
    let size = margins.min(scale(random, 6.0));
    let (common, alike) = (scale(random, k), random.uniform() < 0.5);
    let z = (0..classes).map(|_| size * random.signed()).collect();
    let mut a = || match random.uniform() {
        none if none < 0.02 => 0.0,
        _ if alike => common * scale(random, 0.3),
        _ => scale(random, k),
    };
    let a = (0..classes).map(|_| a()).collect();
    Case { z, a, y: (random.uniform() * classes as f64) as usize }
}

fn solve(step: &mut Softmax<1>, Case { z, a, y }: &Case) -> Vec<f64> {
    step.solve(z.iter().zip(a).map(|(z, a)| ([*z], [*a])), *y);
    step.shares().iter().map(|q| q[0]).collect()
}

/// log sum exp.
fn lse(z: impl Iterator<Item = f64> + Clone) -> f64 {
    let top = z.clone().fold(f64::NEG_INFINITY, f64::max);
    top + libm::log(z.map(|z| libm::exp(z - top)).sum())
}

/// Shares are finite, within the explicit step, and solve the equations as far as rounding can tell; lambda lies in its bracket.
fn holds(case: &Case, q: &[f64]) {
    let Case { z, a, y } = case;
    let what = || format!("z = {z:?}, a = {a:?}, y = {y}: {q:?}");
    let wrong = || (0..z.len()).filter(|j| j != y);
    let d = q[*y];
    assert!(q.iter().all(|q| q.is_finite() && (0.0..=1.0).contains(q)), "{}", what());
    assert!((d - wrong().map(|j| q[j]).sum::<f64>()).abs() <= 1e-13 * d, "{}", what());
    let Some(leader) = wrong().max_by(|i, j| q[*i].total_cmp(&q[*j])).filter(|j| q[*j] > 1e-290) else {
        return;
    };
    let size = 1.0 + z.iter().fold(0.0, |most: f64, z| most.max(z.abs()));
    // L as a class tells it, and how far that may be off: what the logarithm of a share lost, the share lost by factor.
    let noise = |q: f64, a: f64| f64::EPSILON * (size + libm::log(q).abs()) * (1.0 + a * q);
    let told = |j: usize| (z[j] - z[*y] - libm::log(q[j]) - a[j] * q[j], noise(q[j], a[j]));
    let right = (a[*y] * d - libm::log1p(-d), noise(d, a[*y]) + f64::EPSILON / (1.0 - d));
    let best = if d < 0.5 && right.1 < told(leader).1 { right } else { told(leader) };
    for (l, noise) in wrong().filter(|j| q[*j] > 1e-290).map(told).chain((d < 0.9).then_some(right)) {
        assert!((l - best.0).abs() <= 64.0 * (noise + best.1), "{}: L = {l} and {}", what(), best.0);
    }
    let lambda = best.0 + z[*y];
    let low = lse(z.iter().zip(a).enumerate().map(|(j, (z, a))| if j == *y { *z } else { z - a }));
    let high = lse(z.iter().zip(a).enumerate().map(|(j, (z, a))| if j == *y { z + a } else { *z }));
    let slack = 64.0 * best.1 + 1e-14 * (size + low.abs().min(high.abs()));
    assert!(lambda >= low - slack && lambda <= high + slack, "{}: {low} {lambda} {high}", what());
}

#[test]
fn a_million_steps_solve_their_equations_in_four_answers() {
    let mut random = SplitMix64::new(11);
    let mut step = Softmax::<1>::new(f64::EPSILON);
    for (cases, most, margins, k) in [
        (200_000, 20.0, 3.0, 1.0),
        (200_000, 20.0, 30.0, 3.0),
        (300_000, 10.0, 1e3, 20.0),
        (310_000, 50.0, 1e6, 300.0),
    ] {
        let (mut asked, mut worst) = (0, 0);
        for _ in 0..cases {
            let case = case(&mut random, most, margins, k);
            let q = solve(&mut step, &case);
            holds(&case, &q);
            (asked, worst) = (asked + u64::from(step.asked), worst.max(step.asked));
        }
        let mean = asked as f64 / f64::from(cases);
        println!(
            "up to {most} classes, margins to {margins}, 10^{k}: asked {mean:.2} times, at most {worst}"
        );
        assert!(mean < 4.0 && worst < 40, "{mean} {worst}");
    }
}

/// With z = (m/2, -m/2): the slope of the logistic step with c = c_1 + c_2.
#[test]
fn two_classes_are_the_logistic_step() {
    let mut random = SplitMix64::new(4);
    let mut step = Softmax::<1>::new(f64::EPSILON);
    for t in 0..100_000 {
        let m = if t % 3 == 0 { 40.0 * random.signed() } else { 3.0 * random.signed() };
        let (c, other) = (scale(&mut random, 6.0), scale(&mut random, 6.0));
        let q = solve(&mut step, &Case { z: vec![0.5 * m, -0.5 * m], a: vec![c, other], y: 0 });
        let want = -Logistic {}.implicit_slope(m, 1.0, c + other);
        assert!((q[0] - want).abs() <= 1e-12 * want + 1e-300, "{m} {c} {other}: {} not {want}", q[0]);
        assert_eq!(q[0], q[1]);
    }
}

/// A step of no length is the explicit one.
#[test]
fn a_short_step_is_explicit() {
    let z = [0.3, -2.0, 4.0, 4.0];
    let mut slopes = Vec::new();
    crate::loss::softmax::slopes(&z, 1, 1.0, &mut slopes);
    let mut step = Softmax::<1>::new(f64::EPSILON);
    for a in [0.0, 1e-30] {
        let q = solve(&mut step, &Case { z: z.to_vec(), a: vec![a; 4], y: 1 });
        for (j, (q, slope)) in q.iter().zip(&slopes).enumerate() {
            let want = if j == 1 { -slope } else { *slope };
            assert!((q - want).abs() <= 1e-14 * want);
        }
    }
}

/// Fewer digits are asked for less often.
#[test]
fn shares_have_the_digits_asked_for() {
    let mut random = SplitMix64::new(3);
    let (mut exact, mut rough) =
        (Softmax::<1>::new(f64::EPSILON), Softmax::<1>::new(f64::from(f32::EPSILON)));
    let mut asked = (0, 0);
    for _ in 0..50_000 {
        let case = case(&mut random, 12.0, 8.0, 2.0);
        let (all, some) = (solve(&mut exact, &case), solve(&mut rough, &case));
        assert!(all.iter().zip(&some).all(|(a, b)| (a - b).abs() <= 1e-6 * a), "{all:?} {some:?}");
        asked = (asked.0 + exact.asked, asked.1 + rough.asked);
    }
    println!("asked {asked:?}");
    assert!(asked.1 * 10 < asked.0 * 9, "{asked:?}");
}

#[test]
fn several_at_once_are_each_alone() {
    let mut random = SplitMix64::new(8);
    let (mut one, mut eight) = (Softmax::<1>::new(f64::EPSILON), Softmax::<8>::new(f64::EPSILON));
    for _ in 0..5_000 {
        let classes = 1 + (random.uniform() * 12.0) as usize;
        let y = (random.uniform() * classes as f64) as usize;
        let mut column = |k: f64, signed: bool| -> Vec<[f64; 8]> {
            let mut draw = || if signed { k * random.signed() } else { scale(&mut random, k) };
            (0..classes).map(|_| std::array::from_fn(|_| draw())).collect()
        };
        let (z, a) = (column(20.0, true), column(4.0, false));
        eight.solve(z.iter().copied().zip(a.iter().copied()), y);
        for k in 0..8 {
            let alone = Case { z: z.iter().map(|z| z[k]).collect(), a: a.iter().map(|a| a[k]).collect(), y };
            for (q, all) in solve(&mut one, &alone).iter().zip(eight.shares()) {
                assert!((q - all[k]).abs() <= 1e-12 * q, "{q} {}", all[k]);
            }
        }
    }
}

#[test]
fn one_class_and_none_have_no_slopes() {
    let mut step = Softmax::<1>::new(f64::EPSILON);
    assert_eq!(solve(&mut step, &Case { z: vec![3.0], a: vec![1.0], y: 0 }), [0.0]);
    step.solve(std::iter::empty(), 0);
    assert!(step.shares().is_empty());
}
