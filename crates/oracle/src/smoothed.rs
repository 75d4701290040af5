//! A line below a loss, and a smooth stand-in for the loss that finds it.
//!
//! Every convex loss lies above `intercept + slope z` for the right pairs: the tangent where it is smooth; between
//! two tangents any mean of them, which is what a kink needs. The stand-in rounds a kink over a width `mu`:
//! `max(0, m)` becomes `(m + sqrt(m^2 + 4 mu^2)) / 2`, whose slope `b` stays strictly inside (0, 1). A loss of two pieces is
//! `left m + (right - left) max(0, m)`, `m = z - at`, so the line below it is `(left + (right - left) b) m`, from `max(0, m) >= b m`.
//!
//! So the line is valid for every `b` in [0, 1], however found; `mu` only decides how much is lost, at most `mu` a kink.
//! When `mu` is so small that no float `z` gives the wanted `b`, a nudge moves `b` along its own tangent instead.
use crate::Loss;
use crate::loss::Kink;

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
    match loss.kink(y) {
        Some(Kink { left, right, at }) => {
            let (b, curvature) = rounded(z - at, mu);
            let slope = left + (right - left) * (b + curvature * nudge).clamp(0.0, 1.0);
            Smoothed { slope, curvature: (right - left) * curvature, intercept: -slope * at }
        }
        None => {
            let (value, slope) = (loss.value(z, y), loss.slope(z, y));
            Smoothed { slope, curvature: loss.curvature(z, y), intercept: value - slope * z }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::Labels;

    #[test]
    fn the_line_lies_below_the_loss_and_the_derivatives_are_right() {
        for loss in Loss::ALL {
            let labels = match loss.labels() {
                Labels::Binary => [-1.0, 1.0],
                Labels::Real => [-1.5, 0.5],
                Labels::Count => [0.0, 4.0],
            };
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
