//! The root of an increasing function inside a bracket.
//!
//! Newton inside the bracket; a bisection whenever Newton would leave it or moves too slowly to be trusted. The bracket spans many powers
//! of ten, so it is halved on a logarithmic scale where both ends have one sign.

fn middle(low: f64, high: f64) -> f64 {
    let ratio = high / low;
    if low * high > 0.0 && !(0.25..=4.0).contains(&ratio) {
        low.signum() * (low.abs().sqrt() * high.abs().sqrt())
    } else {
        low + 0.5 * (high - low)
    }
}

/// The root of an increasing function, where `f` gives value and derivative, f(low) <= 0 and f(high) >= 0, from `start`.
pub fn increasing(mut low: f64, mut high: f64, start: f64, f: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut s = start.clamp(low, high);
    let mut last = high - low;
    for _ in 0..400 {
        let (value, derivative) = f(s);
        if value == 0.0 {
            return s;
        }
        if value > 0.0 {
            high = s;
        } else {
            low = s;
        }
        let newton = s - value / derivative;
        let next = if newton > low && newton < high && (newton - s).abs() <= 0.5 * last {
            newton
        } else {
            middle(low, high)
        };
        last = (next - s).abs();
        if last <= f64::EPSILON * s.abs() || next <= low || next >= high {
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
    fn lines_and_exponentials_over_extreme_scales() {
        for exponent in -12..=12 {
            let scale = libm::pow(10.0, f64::from(exponent));
            for sign in [-1.0, 1.0] {
                let (low, high) = if sign > 0.0 { (0.0, 1e13) } else { (-1e13, 0.0) };
                let line = increasing(low, high, 0.0, |s| (s / scale - sign, 1.0 / scale));
                assert!((line - sign * scale).abs() <= 1e-15 * scale, "{line} {scale}");
                let curve = increasing(low, high, high, |s| {
                    let e = libm::exp(s / scale - sign);
                    (e - 1.0, e / scale)
                });
                assert!((curve - sign * scale).abs() <= 1e-14 * scale, "{curve} {scale}");
            }
        }
    }
}
