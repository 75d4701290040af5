//! Accuracy and cost of the root over a million random cases with extreme scales.

use super::*;
use crate::loss::Labels;
use crate::rule::potential::{Burg, Entropy, Euclidean, Potential};
use std::cell::Cell;

struct SplitMix(u64);

impl SplitMix {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Log-uniform over 10^-k .. 10^k.
    fn scale(&mut self, k: f64) -> f64 {
        libm::pow(10.0, k * (2.0 * self.uniform() - 1.0))
    }

    fn sign(&mut self) -> f64 {
        if self.uniform() < 0.5 { -1.0 } else { 1.0 }
    }
}

struct Case {
    loss: Loss,
    y: f64,
    weight: f64,
    h: f64,
    entries: Vec<(f64, f64)>,
}

fn case(random: &mut SplitMix, loss: Loss, positive: bool, extreme: bool, most: f64) -> Case {
    let k = if extreme { 12.0 } else { 2.0 };
    let n = 1 + (random.uniform() * most) as usize;
    let common = random.scale(k / 2.0);
    let entries = (0..n)
        .map(|_| {
            let x = random.sign() * common * random.scale(1.0);
            let w = random.scale(k / 4.0);
            (x, if positive { w } else { w * random.sign() })
        })
        .collect();
    let y = match loss.labels() {
        Labels::Binary => random.sign(),
        Labels::Real => random.sign() * random.scale(k / 2.0),
        Labels::Count => (random.uniform() * 20.0).floor(),
    };
    Case { loss, y, weight: random.scale(1.0), h: 1.0 / random.scale(k), entries }
}

fn probe<P: Potential>(potential: P, case: &Case, s: f64) -> Probe {
    let mut probe = Probe::default();
    for &(x, w) in &case.entries {
        let moved = potential.step(potential.dual(w), s * x, case.h, 0.0, 0.0);
        let (w, slope) = if potential.contains(moved) {
            let w = potential.primal(moved);
            (w, -1.0 / (case.h * potential.bend(w)))
        } else {
            (f64::INFINITY, 0.0)
        };
        probe.add(w * x, slope * x * x);
    }
    probe
}

/// s is the root if a little less is below it and a little more above, as far as the rounding of the
/// slope can tell.
fn is_root<P: Potential>(potential: P, case: &Case, s: f64) -> bool {
    let side = |s: f64| {
        let q = probe(potential, case, s).margin();
        let slope = case.loss.slope(q, case.y);
        (s - case.weight * slope, 4.0 * f64::EPSILON * case.weight * (slope.abs() + case.y.abs()))
    };
    let p = probe(potential, case, 0.0).margin();
    let first = case.weight * case.loss.slope(p, case.y);
    if first == 0.0 || case.loss.kink(case.y) == Some(p) {
        return s == 0.0;
    }
    let ends = [s * (1.0 - 1e-8), s * (1.0 + 1e-8)];
    let (low, high) = if s < 0.0 { (ends[1], ends[0]) } else { (ends[0], ends[1]) };
    let inside = s.abs() <= first.abs() && s * first >= 0.0;
    let ((below, below_noise), (above, above_noise)) = (side(low), side(high));
    // Slopes below the normal numbers have no digits to get right.
    inside && (first.abs() < 1e-290 || (below <= below_noise && above >= -above_noise))
}

/// What a run over all losses cost.
#[derive(Default)]
struct Cost {
    /// Passes over the features, the one at 0 counted, and the most of one root.
    passes: u64,
    most: u32,
    /// Scalar steps on models.
    steps: u64,
}

/// The cost of `cases` roots under every loss, with up to `wide` features each.
fn cost<P: Potential>(name: &str, potential: P, extreme: bool, wide: f64, cases: u32) -> Cost {
    let mut random = SplitMix(7);
    let mut cost = Cost::default();
    for loss in Loss::all() {
        for _ in 0..cases {
            let case = case(&mut random, loss, P::POSITIVE, extreme, wide);
            let passes = Cell::new(0);
            let counted = |s: f64| {
                passes.set(passes.get() + 1);
                probe(potential, &case, s)
            };
            let here = counted(0.0);
            let p = here.margin();
            let form = if P::FORM == Form::Piecewise { Form::Plain } else { P::FORM };
            let root = implicit(loss, p, case.y, case.weight, form, here, counted);
            assert_eq!(root.evaluations + 1, passes.get());
            cost.passes += u64::from(passes.get());
            cost.most = cost.most.max(passes.get());
            cost.steps += u64::from(root.steps);
            let (y, weight, h, entries) = (case.y, case.weight, case.h, &case.entries);
            assert!(
                is_root(potential, &case, root.s),
                "{name} {loss}: p = {p}, y = {y}, weight = {weight}, h = {h}, (x, w) = {entries:?}: {root:?}"
            );
        }
    }
    cost
}

/// Every potential and loss. Ordinary cases have rates, features, weights and labels within a few
/// orders of magnitude of 1; extreme ones have rates from 1e-12 to 1e12, features from 1e-7 to 1e7,
/// labels from 1e-6 to 1e6 and weights from 1e-3 to 1e3, independently of each other. The two are
/// judged apart, and so are examples of a few features and of many: easy cases must not hide what hard
/// ones cost. Every pass over the features counts, the one at 0 too, also where the loss is flat and no
/// root is needed.
#[test]
fn a_million_cases_take_two_or_three_passes() {
    let mut cases = 0;
    for (wide, each, limit) in [(4.0, 21_000, 2.2), (40.0, 3_000, 3.0)] {
        for extreme in [false, true] {
            let runs = [
                ("euclidean", cost("euclidean", Euclidean, extreme, wide, each)),
                ("entropy", cost("entropy", Entropy, extreme, wide, each)),
                ("burg", cost("burg", Burg, extreme, wide, each)),
            ];
            for (name, Cost { passes, most, steps }) in runs {
                let of_each = 8 * u64::from(each);
                let (passes, steps) = (passes as f64 / of_each as f64, steps as f64 / of_each as f64);
                println!(
                    "up to {wide} features, extreme {extreme}, {name}: passes {passes:.2}, at most {most}; scalar steps {steps:.2}"
                );
                assert!(passes <= limit && most <= 12, "{name}: {passes}, {most}");
                assert!(steps <= 7.5, "{name}: {steps}");
                cases += of_each;
            }
        }
    }
    assert!(cases > 1_000_000);
}

/// A single feature a side is foretold exactly: the first point asked is the root, and one look at it
/// settles that.
#[test]
fn two_features_are_foretold() {
    let mut random = SplitMix(3);
    for loss in Loss::all() {
        for _ in 0..1000 {
            let mut case = case(&mut random, loss, true, false, 1.0);
            case.entries.push((-0.7 * case.entries[0].0, 1.3));
            for form in [Form::Logarithm, Form::Reciprocal] {
                let at = |s: f64| match form {
                    Form::Logarithm => probe(Entropy, &case, s),
                    _ => probe(Burg, &case, s),
                };
                let here = at(0.0);
                let root = implicit(loss, here.margin(), case.y, case.weight, form, here, at);
                assert!(root.evaluations <= 2, "{loss} {form:?} {root:?}");
            }
        }
    }
}
