//! A line below a loss, and a smooth stand-in for the loss that finds it.
//!
//! Every convex loss lies above `intercept + slope z` for the right pairs: the tangent where it is smooth; between
//! two tangents any mean of them, which is what a kink needs. The stand-in rounds a kink over a width `mu`:
//! `max(0, m)` becomes `(m + sqrt(m^2 + 4 mu^2)) / 2`, whose slope `b` stays strictly inside (0, 1). The line below
//! the true loss is then, with `r = z - y`:
//! * hinge: `b (1 - y z)`, from `max(0, 1 - y z) >= b (1 - y z)`;
//! * quantile(q): `(b - q) r`, from `max(0, r) >= b r`;
//! * absolute: `(2 b - 1) r`.
//!
//! So the line is valid for every `b` in [0, 1], however found; `mu` only decides how much is lost, at most `mu` a kink.
//! When `mu` is so small that no float `z` gives the wanted `b`, a nudge moves `b` along its own tangent instead.
use crate::Loss;
use crate::loss::POISSON_LINE;

/// The smoothed loss at a margin, and the line found there.
pub(crate) struct Smoothed {
    /// The slope of the smoothed loss, and of the line.
    pub slope: f64,
    /// The second derivative of the smoothed loss.
    pub curvature: f64,
    /// The line at margin zero.
    pub intercept: f64,
}

/// `max(0, m)` rounded over `mu`: slope and second derivative.
fn rounded(m: f64, mu: f64) -> (f64, f64) {
    let root = m.hypot(2.0 * mu);
    (0.5 * (1.0 + m / root), 2.0 * (mu / root) * (mu / root) / root)
}

/// The loss at margin `z` under label `y`, smoothed over `mu`.
pub(crate) fn smoothed(loss: Loss, z: f64, y: f64, mu: f64) -> Smoothed {
    nudged(loss, z, y, mu, 0.0)
}

/// The same with the slopes of kinks moved, to first order, as if the margin were `z + nudge`.
pub(crate) fn nudged(loss: Loss, z: f64, y: f64, mu: f64, nudge: f64) -> Smoothed {
    let kink = |m: f64, nudge: f64| {
        let (b, curvature) = rounded(m, mu);
        ((b + curvature * nudge).clamp(0.0, 1.0), curvature)
    };
    let smooth = |curvature: f64| {
        let (value, slope) = (loss.value(z, y), loss.slope(z, y));
        Smoothed { slope, curvature, intercept: value - slope * z }
    };
    match loss {
        Loss::Hinge => {
            let (b, curvature) = kink(1.0 - y * z, -y * nudge);
            Smoothed { slope: -y * b, curvature: y * y * curvature, intercept: b }
        }
        Loss::Absolute => {
            let (b, curvature) = kink(z - y, nudge);
            let slope = 2.0 * b - 1.0;
            Smoothed { slope, curvature: 2.0 * curvature, intercept: -slope * y }
        }
        Loss::Quantile(q) => {
            let (b, curvature) = kink(z - y, nudge);
            let slope = b - q;
            Smoothed { slope, curvature, intercept: -slope * y }
        }
        Loss::Logistic => {
            let p = loss.slope(z, y).abs();
            smooth(p * (1.0 - p))
        }
        Loss::SquaredHinge => smooth(if y * z < 1.0 { y * y } else { 0.0 }),
        Loss::Squared => smooth(1.0),
        Loss::Huber(d) => smooth(if (z - y).abs() <= d { 1.0 } else { 0.0 }),
        Loss::Poisson => smooth(if z <= POISSON_LINE { z.exp() } else { 0.0 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_lies_below_the_loss_and_the_derivatives_are_right() {
        let (binary, real) = ([-1.0, 1.0], [-1.5, 0.5]);
        let cases = [
            (Loss::Logistic, binary),
            (Loss::Hinge, binary),
            (Loss::SquaredHinge, binary),
            (Loss::Squared, real),
            (Loss::Absolute, real),
            (Loss::Quantile(0.9), real),
            (Loss::Huber(0.5), real),
            (Loss::Poisson, [0.0, 4.0]),
        ];
        for (loss, labels) in cases {
            for y in labels {
                for mu in [1.0, 0.1, 1e-3, 1e-6] {
                    for k in -30..30 {
                        let (z, e) = (0.1 * k as f64 + 0.017, 1e-6);
                        let at = smoothed(loss, z, y, mu);
                        let (up, down) = (smoothed(loss, z + e, y, mu), smoothed(loss, z - e, y, mu));
                        assert!(mu > 1e-5 || (loss.slope(z, y) - at.slope).abs() < 1e-8);
                        let bend = (up.slope - down.slope) / (2.0 * e);
                        assert!(
                            (bend - at.curvature).abs() < 1e-3 * (1.0 + at.curvature),
                            "{loss:?} {z} {y} {mu}"
                        );
                        let at = nudged(loss, z, y, mu, 0.1 * mu * k as f64);
                        for v in -50..50 {
                            let v = 0.1 * v as f64;
                            assert!(loss.value(v, y) >= at.intercept + at.slope * v - 1e-12, "{loss:?}");
                        }
                    }
                }
            }
        }
    }
}
