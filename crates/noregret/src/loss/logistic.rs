//! The log loss of a Bernoulli label: log(1 + exp(-y p)), slope -y / (1 + exp(y p)).
//!
//! Gives logistic regression; the margin is the log odds of +1. Its implicit step has no closed form: Newton from the side from which it cannot
//! overshoot. Weakness: never zero, so it keeps pushing on examples long since right.

use super::{Labels, LossFunction, Pieces, ROUNDED};
use crate::simd;
use crate::simd::looped;

/// log(1 + exp(-y p)), labels -1 and +1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Logistic {}

/// 1 / (1 + exp(-p)) without overflow.
fn sigmoid(p: f64) -> f64 {
    if p >= 0.0 {
        1.0 / (1.0 + libm::exp(-p))
    } else {
        let e = libm::exp(p);
        e / (1.0 + e)
    }
}

looped! {
    /// [`at`] with wide registers.
    at: At, [f64; N] => ([f64; N], [f64; N])
}

looped! {
    /// [`implicit`] with wide registers.
    implicit: Implicit, ([f64; N], [f64; N]) => [f64; N]
}

/// exp(-|m|), and 1 / (1 + exp(m)): the size of the slope at a margin m = y p; of several at once.
#[inline(always)]
fn sizes<const N: usize>(m: [f64; N]) -> ([f64; N], [f64; N]) {
    let e = simd::exp(m.map(|m| -m.abs()));
    let mut sizes = [0.0; N];
    for k in 0..N {
        sizes[k] = if m[k] < 0.0 { 1.0 } else { e[k] } / (1.0 + e[k]);
    }
    (e, sizes)
}

/// Losses and slopes' sizes of several margins m = y p at once.
#[inline(always)]
pub(crate) fn at<const N: usize>(m: [f64; N]) -> ([f64; N], [f64; N]) {
    let (e, sizes) = sizes(m);
    let mut lost = simd::log1p(e);
    for k in 0..N {
        lost[k] += if m[k] < 0.0 { -m[k] } else { 0.0 };
    }
    (lost, sizes)
}

/// The sizes of several implicit steps' slopes at once: q = 1 / (1 + exp(a + c q)), where a = y p, c >= 0.
///
/// With u = a + c q, the margin after the step, f(u) = u - a - c/(1 + exp u) = 0. f increases; it is convex below 0 and concave above, so Newton's steps from above a root
/// below 0, and from below one above 0, never pass it. Which of the two it is f(0) tells.
#[inline(always)]
pub(crate) fn implicit<const N: usize>((a, c): ([f64; N], [f64; N])) -> [f64; N] {
    let c = c.map(|c| if c > f64::MAX { f64::MAX } else { c });
    let mut q = sizes(a).1;
    let mut u = [0.0; N];
    for k in 0..N {
        let newton = a[k] + c[k] * q[k] / (1.0 + c[k] * (q[k] * (1.0 - q[k])));
        let from_zero = (0.5 * c[k] + a[k]) / (1.0 + 0.25 * c[k]);
        let below = if newton < 0.0 { newton } else { 0.0 };
        u[k] = match a[k] >= 0.0 {
            true => newton,
            false if 0.5 * c[k] >= -a[k] => from_zero,
            false => below,
        };
    }
    if c.iter().any(|c| *c > FAR) {
        for k in 0..N {
            u[k] = u[k].max(far(a[k], c[k]));
        }
    }
    for _ in 0..MOST_STEPS {
        q = sizes(u).1;
        let mut open = false;
        for k in 0..N {
            let bend = q[k] * (1.0 - q[k]);
            let step = (u[k] - a[k] - c[k] * q[k]) / (1.0 + c[k] * bend);
            u[k] -= step;
            // What is left is of the order of the step's square.
            q[k] += bend * step;
            open |= step.abs() > 1e-8 + 1e-15 * u[k].abs();
        }
        if !open {
            break;
        }
    }
    q
}

/// Newton needs three or four.
const MOST_STEPS: usize = 100;

/// From this c on a root above 0 may be far from where Newton starts.
const FAR: f64 = 16.0;

/// A number not above the root, close to it if c is large: from v, which is above it, (u - a)(1 + exp u) = c gives exp u >= c/(v - a) - 1.
#[cold]
fn far(a: f64, c: f64) -> f64 {
    let span = libm::log1p(c) + (-a).max(0.0);
    if 0.5 * c >= -a && c > 2.0 * span { libm::log(c / span - 1.0) } else { f64::NEG_INFINITY }
}

impl LossFunction for Logistic {
    const LABELS: Labels = Labels::Binary;

    fn value(&self, p: f64, y: f64) -> f64 {
        let m = y * p;
        if m > 0.0 { libm::log1p(libm::exp(-m)) } else { libm::log1p(libm::exp(m)) - m }
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        -y * sigmoid(-y * p)
    }

    fn bend(&self, p: f64, _y: f64) -> f64 {
        let q = sigmoid(p);
        q * (1.0 - q)
    }

    fn pieces(&self, _y: f64) -> Option<Pieces> {
        None
    }

    fn least(&self, _y: f64) -> f64 {
        0.0
    }

    fn value_error(&self, p: f64, y: f64) -> f64 {
        ROUNDED * self.value(p, y)
    }

    fn slope_error(&self, p: f64, y: f64) -> f64 {
        ROUNDED * self.slope(p, y).abs()
    }

    fn inverse_slope(&self, s: f64, y: f64) -> (f64, f64) {
        let q = s.abs();
        (y * libm::log((1.0 - q) / q), 1.0 / (q * (1.0 - q)))
    }

    fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64 {
        -y * implicit(([y * p], [c]))[0]
    }

    fn link(&self, p: f64) -> f64 {
        sigmoid(p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against bisection, over all sizes of margins and steps.
    #[test]
    fn the_implicit_slope_is_the_root() {
        let sizes = [0.0, 1e-300, 1e-9, 0.1, 1.0, 7.0, 40.0, 800.0, 1e5, 1e12, 1e200];
        for a in sizes.iter().flat_map(|&size| [size, -size]) {
            for c in sizes.iter().chain(&[3.0, 15.0, 17.0, 1e308]).copied() {
                let [q] = implicit(([a], [c]));
                let (mut low, mut high) = (0.0, sigmoid(-a));
                for _ in 0..2000 {
                    let middle = 0.5 * (low + high);
                    if middle < sigmoid(-(a + c * middle)) { low = middle } else { high = middle }
                }
                let far = (q - high).abs();
                // Where a is large the root's place is known to a place of a only.
                let blur = 1e-14 + 1e-15 * if c == 0.0 { 0.0 } else { a.abs().min(1e3) };
                assert!(far <= blur * high + 1e-300, "{a} {c}: {q} not {high}");
            }
            assert!((0.0..=1.0).contains(&implicit(([a], [f64::INFINITY]))[0]));
        }
    }

    #[test]
    fn several_at_once_are_each_alone() {
        for k in 0..5000 {
            let a: [f64; 8] = std::array::from_fn(|j| ((k * 37 + j * 11) % 97) as f64 / 3.0 - 16.0);
            let c: [f64; 8] = std::array::from_fn(|j| ((k * 13 + j * 29) % 89) as f64 / 2.0);
            let (lost, sizes) = at(a);
            for j in 0..8 {
                let alone = (Logistic {}.value(a[j], 1.0), -Logistic {}.slope(a[j], 1.0));
                assert!((lost[j] - alone.0).abs() <= 4e-16 * (alone.0 + a[j].abs()), "{}", a[j]);
                assert!((sizes[j] - alone.1).abs() <= 4e-16 * alone.1, "{}", a[j]);
            }
            let (all, each) =
                (implicit((a, c)), std::array::from_fn::<_, 8, _>(|j| implicit(([a[j]], [c[j]]))[0]));
            for j in 0..8 {
                assert!((all[j] - each[j]).abs() <= 1e-15, "{} {}", all[j], each[j]);
            }
        }
    }
}
