//! The scalar root of an implicit step.
//!
//! An implicit step needs the s with s = slope(p(s)), where p(s) is the margin a step of slope s leaves. p does not
//! increase and slope does not decrease, so s - slope(p(s)) increases strictly and has its root between 0 and
//! slope(p(0)): a bracket that always holds. Newton inside the bracket, a bisection whenever Newton would leave it or
//! shrinks it too slowly.

/// The root of s - f(s), where `f(s)` gives the value and derivative of a non-increasing function and `first` = f(0).
pub fn implicit(first: f64, f: impl Fn(f64) -> (f64, f64)) -> f64 {
    if first == 0.0 || !first.is_finite() {
        return first;
    }
    let (mut low, mut high) = if first < 0.0 { (first, 0.0) } else { (0.0, first) };
    let mut s = first;
    let mut last = high - low;
    for _ in 0..200 {
        let (value, derivative) = f(s);
        let gap = s - value;
        if gap == 0.0 {
            return s;
        }
        if gap > 0.0 {
            high = s;
        } else {
            low = s;
        }
        let newton = s - gap / (1.0 - derivative);
        // Steps that do not halve mean that the tangent is no guide here (an exponential seen from far off).
        let next = if newton > low && newton < high && (newton - s).abs() <= 0.5 * last {
            newton
        } else {
            low + 0.5 * (high - low)
        };
        last = (next - s).abs();
        if (next - s).abs() <= f64::EPSILON * s.abs() || next <= low || next >= high {
            return next.clamp(low, high);
        }
        s = next;
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_root_over_extreme_scales() {
        for exponent in -12..=12 {
            let c = libm::pow(10.0, f64::from(exponent));
            for first in [-1.0, 1e-9, 1e9] {
                // f(s) = first - c s: the root is first / (1 + c).
                let s = implicit(first, |s| (first - c * s, -c));
                let exact = first / (1.0 + c);
                assert!(
                    (s - exact).abs() <= 4.0 * f64::EPSILON * exact.abs(),
                    "c = {c}, first = {first}: {s} vs {exact}"
                );
            }
        }
    }

    #[test]
    fn zero_and_a_jump() {
        assert_eq!(implicit(0.0, |_| (0.0, 0.0)), 0.0);
        // A step function jumping from 1 to -1 at s = 0.25: the root is the jump.
        let s = implicit(1.0, |s| (if s < 0.25 { 1.0 } else { -1.0 }, 0.0));
        assert!((s - 0.25).abs() < 1e-12, "{s}");
    }
}
