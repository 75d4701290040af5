//! The price of a margin `z` under a label `y`, and its derivative in `z`.
//!
//! | loss | `l(z, y)` | `l'(z, y)` |
//! |---|---|---|
//! | logistic | `log(1 + exp(-y z))` | `-y / (1 + exp(y z))` |
//! | hinge | `max(0, 1 - y z)` | `-y` if `y z < 1`, else 0 |
//! | squared hinge | `1/2 max(0, 1 - y z)^2` | `-y max(0, 1 - y z)` |
//! | squared | `1/2 (z - y)^2` | `z - y` |
//! | absolute | `abs(z - y)` | sign of `z - y`, 0 at 0 |
//! | quantile(q) | `(y - z)(q - [y < z])` | `[y < z] - q` |
//! | huber(d) | `1/2 r^2` inside d, `d abs(r) - d^2/2` outside, `r = z - y` | `clip(z - y, -d, d)` |
//! | poisson | `exp(z) - y z` | `exp(z) - y` |
//!
//! Every value is finite for every finite margin; for that, poisson continues along its tangent beyond
//! `z = 300`: `l = e^300 (1 + z - 300) - y z`.
//!
//! The twin of a new loss is a variant and a line in each function here; all that is computed with losses asks these.

use crate::streams::Labels;

/// The margin beyond which the poisson loss is a straight line.
const POISSON_LINE: f64 = 300.0;

/// Two straight pieces that meet at 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Kink {
    /// The slope left of it.
    pub left: f64,
    /// The slope right of it.
    pub right: f64,
    /// The margin where they meet.
    pub at: f64,
}

/// A convex loss of one margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// `log(1 + exp(-y z))`, labels -1 and +1.
    Logistic,
    /// `max(0, 1 - y z)`, labels -1 and +1.
    Hinge,
    /// `1/2 max(0, 1 - y z)^2`, labels -1 and +1.
    SquaredHinge,
    /// `1/2 (z - y)^2`.
    Squared,
    /// `|z - y|`.
    Absolute,
    /// The pinball loss of the quantile q, in [0, 1].
    Quantile(f64),
    /// Quadratic within d of the label, linear outside.
    Huber(f64),
    /// `exp(z) - y z`, labels 0, 1, 2, ...
    Poisson,
}

impl Loss {
    /// Every loss, with some parameter where it takes one.
    pub const ALL: [Loss; 8] = [
        Loss::Logistic,
        Loss::Hinge,
        Loss::SquaredHinge,
        Loss::Squared,
        Loss::Absolute,
        Loss::Quantile(0.2),
        Loss::Huber(0.7),
        Loss::Poisson,
    ];

    /// The loss of that name and parameter.
    ///
    /// # Panics
    /// If there is none: its twin has to be written.
    pub fn named(name: &str, parameter: Option<f64>) -> Loss {
        match (name, parameter) {
            ("logistic", None) => Loss::Logistic,
            ("hinge", None) => Loss::Hinge,
            ("squared-hinge", None) => Loss::SquaredHinge,
            ("squared", None) => Loss::Squared,
            ("absolute", None) => Loss::Absolute,
            ("quantile", Some(q)) => Loss::Quantile(q),
            ("huber", Some(d)) => Loss::Huber(d),
            ("poisson", None) => Loss::Poisson,
            _ => panic!("the loss {name} ({parameter:?}) has no twin: write it in crates/oracle/src/loss.rs"),
        }
    }

    /// The labels it takes.
    pub fn labels(&self) -> Labels {
        match self {
            Loss::Logistic | Loss::Hinge | Loss::SquaredHinge => Labels::Binary,
            Loss::Squared | Loss::Absolute | Loss::Quantile(_) | Loss::Huber(_) => Labels::Real,
            Loss::Poisson => Labels::Count,
        }
    }

    /// `l(z, y)`.
    pub fn value(&self, z: f64, y: f64) -> f64 {
        let r = z - y;
        match *self {
            Loss::Logistic => (-y * z).max(0.0) + (1.0 + (-(y * z).abs()).exp()).ln(),
            Loss::Hinge => (1.0 - y * z).max(0.0),
            Loss::SquaredHinge => 0.5 * (1.0 - y * z).max(0.0) * (1.0 - y * z).max(0.0),
            Loss::Squared => 0.5 * r * r,
            Loss::Absolute => r.abs(),
            Loss::Quantile(q) => (y - z) * (q - if y < z { 1.0 } else { 0.0 }),
            Loss::Huber(d) if r.abs() <= d => 0.5 * r * r,
            Loss::Huber(d) => d * r.abs() - 0.5 * d * d,
            Loss::Poisson if z <= POISSON_LINE => z.exp() - y * z,
            Loss::Poisson => POISSON_LINE.exp() * (1.0 + z - POISSON_LINE) - y * z,
        }
    }

    /// `l'(z, y)`, one subgradient at a kink.
    pub fn slope(&self, z: f64, y: f64) -> f64 {
        match *self {
            Loss::Logistic => -y / (1.0 + (y * z).exp()),
            Loss::Hinge if y * z < 1.0 => -y,
            Loss::Hinge => 0.0,
            Loss::SquaredHinge => -y * (1.0 - y * z).max(0.0),
            Loss::Squared => z - y,
            Loss::Absolute if z == y => 0.0,
            Loss::Absolute => (z - y).signum(),
            Loss::Quantile(q) => (if y < z { 1.0 } else { 0.0 }) - q,
            Loss::Huber(d) => (z - y).clamp(-d, d),
            Loss::Poisson => z.min(POISSON_LINE).exp() - y,
        }
    }

    /// `l''(z, y)`, where there is one; 0 on straight pieces.
    pub(crate) fn curvature(&self, z: f64, y: f64) -> f64 {
        match *self {
            Loss::Logistic => {
                let p = self.slope(z, y).abs();
                p * (1.0 - p)
            }
            Loss::SquaredHinge if y * z < 1.0 => y * y,
            Loss::Squared => 1.0,
            Loss::Huber(d) if (z - y).abs() <= d => 1.0,
            Loss::Poisson if z <= POISSON_LINE => z.exp(),
            Loss::SquaredHinge | Loss::Huber(_) | Loss::Poisson => 0.0,
            Loss::Hinge | Loss::Absolute | Loss::Quantile(_) => 0.0,
        }
    }

    /// The kink of a loss made of two straight pieces.
    pub(crate) fn kink(&self, y: f64) -> Option<Kink> {
        match *self {
            // Labels are -1 and +1: the margin is 1 at z = y.
            Loss::Hinge => Some(Kink { left: (-y).min(0.0), right: (-y).max(0.0), at: y }),
            Loss::Absolute => Some(Kink { left: -1.0, right: 1.0, at: y }),
            Loss::Quantile(q) => Some(Kink { left: -q, right: 1.0 - q, at: y }),
            Loss::Logistic | Loss::SquaredHinge | Loss::Squared | Loss::Huber(_) | Loss::Poisson => None,
        }
    }

    /// The least value over all margins.
    pub(crate) fn least(&self, y: f64) -> f64 {
        match self {
            Loss::Logistic | Loss::Hinge | Loss::SquaredHinge => 0.0,
            Loss::Squared | Loss::Absolute | Loss::Quantile(_) | Loss::Huber(_) => 0.0,
            Loss::Poisson => {
                assert!(y >= 0.0, "a poisson label is a count, not {y}");
                // Beyond the slope of the tangent a count pulls the loss down without end.
                match y {
                    0.0 => 0.0,
                    y if y < POISSON_LINE.exp() => y - y * y.ln(),
                    _ => f64::NEG_INFINITY,
                }
            }
        }
    }

    /// The gradient `h l'(z, y) x` of a round whose margin is `z`.
    pub(crate) fn gradient(&self, z: f64, x: &[f64], y: f64, h: f64) -> Vec<f64> {
        x.iter().map(|x| h * self.slope(z, y) * x).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Loss::*;

    fn cases() -> impl Iterator<Item = (Loss, [f64; 3])> {
        Loss::ALL.into_iter().map(|loss| match loss.labels() {
            Labels::Binary => (loss, [-1.0, 1.0, 1.0]),
            Labels::Real => (loss, [-2.0, 0.0, 1.5]),
            Labels::Count => (loss, [0.0, 1.0, 7.0]),
        })
    }

    #[test]
    fn a_kink_is_where_the_pieces_meet() {
        for (loss, labels) in cases() {
            for y in labels {
                let Some(Kink { left, right, at }) = loss.kink(y) else { continue };
                assert_eq!(loss.value(at, y), 0.0, "{loss:?} {y}");
                assert_eq!((loss.slope(at - 0.1, y), loss.slope(at + 0.1, y)), (left, right), "{loss:?} {y}");
            }
        }
    }

    #[test]
    fn slope_is_the_derivative() {
        for (loss, labels) in cases() {
            for y in labels {
                for k in -40..40 {
                    let (z, e) = (0.11 * k as f64 + 0.013, 1e-6);
                    let rise = (loss.value(z + e, y) - loss.value(z - e, y)) / (2.0 * e);
                    assert!((rise - loss.slope(z, y)).abs() < 1e-6, "{loss:?} at z = {z}, y = {y}");
                }
            }
        }
    }

    #[test]
    fn every_tangent_lies_below_and_all_is_finite() {
        for (loss, labels) in cases() {
            for y in labels {
                for z in [-1e6, -800.0, -1.0, 0.0, 1.0, 2.0, 299.0, 301.0, 800.0, 1e6] {
                    assert!(loss.value(z, y).is_finite() && loss.slope(z, y).is_finite());
                    for v in [-3.0, -1.0, 0.0, 0.7, 1.0, 1.5, 3.0] {
                        let tangent = loss.value(v, y) + loss.slope(v, y) * (z - v);
                        assert!(loss.value(z, y) >= tangent - 1e-12 * tangent.abs() - 1e-12);
                    }
                }
            }
        }
    }

    #[test]
    fn by_hand() {
        assert!((Logistic.value(0.0, 1.0) - 2f64.ln()).abs() < 1e-15);
        assert_eq!(Logistic.slope(0.0, -1.0), 0.5);
        assert_eq!((Hinge.value(0.25, 1.0), Hinge.slope(0.25, 1.0)), (0.75, -1.0));
        assert_eq!((Hinge.value(1.0, 1.0), Hinge.slope(1.0, 1.0)), (0.0, 0.0));
        assert_eq!((SquaredHinge.value(1.0, -1.0), SquaredHinge.slope(1.0, -1.0)), (2.0, 2.0));
        assert_eq!((Quantile(0.25).value(3.0, 1.0), Quantile(0.25).slope(3.0, 1.0)), (1.5, 0.75));
        assert_eq!((Quantile(0.25).value(1.0, 3.0), Quantile(0.25).slope(1.0, 3.0)), (0.5, -0.25));
        assert_eq!((Huber(1.0).value(3.0, 0.0), Huber(1.0).slope(3.0, 0.0)), (2.5, 1.0));
        assert_eq!((Absolute.value(2.0, 2.0), Absolute.slope(2.0, 2.0)), (0.0, 0.0));
        assert_eq!((Poisson.value(0.0, 3.0), Poisson.slope(0.0, 3.0)), (1.0, -2.0));
        let (a, b) = (Poisson.value(302.0, 0.0), 300f64.exp() * 3.0);
        assert!((a / b - 1.0).abs() < 1e-15);
    }

    #[test]
    fn least_values_by_hand() {
        assert_eq!(Poisson.least(0.0), 0.0);
        let y: f64 = 3.0;
        assert!((Poisson.least(y) - Poisson.value(y.ln(), y)).abs() < 1e-12);
        assert_eq!(Poisson.least(1e131), f64::NEG_INFINITY);
    }
}
