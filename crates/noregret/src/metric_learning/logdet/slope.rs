//! The slope of a LogDet step.
//!
//! *A pair.* s = eta (p/(1+sp) - y) is quadratic: p s^2 + (1 + eta y p) s - eta (p - y) = 0, discriminant (1 - eta y p)^2 + 4 eta p^2 > 0. The
//! root above -1/p is taken in the form in which nothing cancels; so is the factor 1/(1+sp) by which the distance changes.
//!
//! *A relative comparison.* In the span of the two vectors det(I + sXW) = (1 + s a)(1 - s b), a, b >= 0, so tr(W(s) X) = a/(1+sa) - b/(1-sb), and
//! the implicit slope is a cubic's root in [0, 1/b). It is found by Newton in e = s/(1-sb), which has no upper end to crowd against:
//! e/(1+eb) = eta (a (1+eb)/(1+e(a+b)) - b (1+eb) - y), rising in e, with its root below (a - b - y)/b^2.
//!
//! Reference: Kulis and Bartlett 2010 (the pair).

use crate::metric_learning::root;
use crate::metric_learning::space::{add_scaled, dot};

/// The slope of an implicit pair step, and the factor 1/(1 + s p) by which it multiplies p. p > 0.
pub fn pair_root(p: f64, y: f64, eta: f64) -> (f64, f64) {
    let k = eta * y * p;
    let discriminant = libm::hypot(1.0 - k, 2.0 * eta.sqrt() * p);
    let s = if k >= -1.0 {
        2.0 * (eta * (p - y)) / ((1.0 + k) + discriminant)
    } else {
        (discriminant - (1.0 + k)) / (2.0 * p)
    };
    let factor = if k <= 1.0 {
        2.0 / ((1.0 - k) + discriminant)
    } else {
        ((k - 1.0) + discriminant) / (2.0 * eta * p) / p
    };
    (s, factor)
}

/// a and b of det(I + sXW) = (1 + s a)(1 - s b), from v = U near and f = U far.
pub fn spectrum(v: &[f64], f: &[f64]) -> [f64; 2] {
    let (near, far) = (dot(v, v), dot(f, f));
    let mut apart = f.to_vec();
    if near > 0.0 {
        add_scaled(&mut apart, -dot(v, f) / near, v);
    }
    // near far - (v.f)^2, free of cancellation.
    let cross = near.sqrt() * dot(&apart, &apart).sqrt();
    let gap = near - far;
    let half = 0.5 * (gap.abs() + libm::hypot(gap, 2.0 * cross));
    let other = if half > 0.0 { cross * (cross / half) } else { 0.0 };
    if gap >= 0.0 { [half, other] } else { [other, half] }
}

/// e = s/(1 - s b) of an implicit relative step; tr(W X) = a - b is above y.
pub fn relative_root([a, b]: [f64; 2], y: f64, eta: f64) -> f64 {
    let slope = (a - b) - y;
    let full = eta * slope;
    let mut high = if b > 0.0 { slope / b / b } else { f64::MAX };
    if full * b < 1.0 {
        high = high.min(full / (1.0 - full * b));
    }
    root::increasing(0.0, high.min(f64::MAX), 0.0, |e| {
        let (grown, wide) = (1.0 + e * b, 1.0 + e * (a + b));
        let left = a * (grown / wide) - b * grown;
        let (near, step) = (a / wide, 1.0 / grown);
        (e / grown - eta * (left - y), step * step + eta * (near * near + b * b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scales() -> impl Iterator<Item = f64> + Clone {
        (-12..=12).step_by(3).map(|e| libm::pow(10.0, f64::from(e)))
    }

    /// s = eta (p factor - y) and factor = 1/(1 + s p), to the last digits that the terms leave.
    #[test]
    fn pairs_over_extreme_scales() {
        for p in scales() {
            for eta in scales() {
                for y in scales().flat_map(|y| [y, -y]).chain([0.0]) {
                    let (s, factor) = pair_root(p, y, eta);
                    assert!(factor > 0.0 && factor.is_finite() && s.is_finite(), "{p} {y} {eta}");
                    assert_eq!(s > 0.0, p > y);
                    let residual = s - eta * (p * factor - y);
                    let size = s.abs() + eta * (p * factor + y.abs());
                    assert!(residual.abs() <= 1e-14 * size, "p {p} y {y} eta {eta}: {residual} of {size}");
                    let closure = factor * (1.0 + s * p) - 1.0;
                    assert!(
                        closure.abs() <= 1e-14 * factor * (1.0 + (s * p).abs()),
                        "{p} {y} {eta}: {closure}"
                    );
                }
            }
        }
    }

    #[test]
    fn relative_comparisons_over_extreme_scales() {
        for a in scales().chain([0.0]) {
            for b in scales().chain([0.0]) {
                for eta in scales() {
                    for over in scales() {
                        let y = (a - b) - over;
                        if (a - b) - y <= 0.0 || (a == 0.0 && b == 0.0) {
                            continue;
                        }
                        let e = relative_root([a, b], y, eta);
                        assert!(e > 0.0 && e.is_finite(), "a {a} b {b} y {y} eta {eta}: {e}");
                        let (grown, wide) = (1.0 + e * b, 1.0 + e * (a + b));
                        let terms = [e / grown, -eta * a * (grown / wide), eta * b * grown, eta * y];
                        let size: f64 = terms.iter().map(|v| v.abs()).sum();
                        let residual: f64 = terms.iter().sum();
                        assert!(
                            residual.abs() <= 1e-13 * size,
                            "a {a} b {b} y {y} eta {eta}: {residual} of {size}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_spectrum_of_two_vectors() {
        let [a, b] = spectrum(&[3.0, 0.0], &[0.0, 2.0]);
        assert!((a - 9.0).abs() < 1e-14 && (b - 4.0).abs() < 1e-14);
        assert_eq!(spectrum(&[1.0, 2.0], &[1.0, 2.0]), [0.0, 0.0]);
        assert_eq!(spectrum(&[0.0, 0.0], &[0.0, 2.0]), [0.0, 4.0]);
        let [a, b] = spectrum(&[1.0, 2.0], &[2.0, 4.0]); // one line: a b = 0
        assert!(a < 1e-15 && (b - 15.0).abs() < 1e-13);
    }
}
