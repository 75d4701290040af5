//! Lines below the losses: what every lower bound is made of.
//!
//! A convex loss lies above each of its tangents, l(p) >= l(a) + l'(a) (p - a). A loss with a kink at k is a maximum of lines through (k, 0),
//! l(p) = max over s in [lo, hi] of s (p - k), and any such s will do: s is the example's dual variable. Either way an example leaves one
//! line, named by one number (its *anchor*): the margin a touched, or the slope s.
//! What has to be known of a loss for that, its pieces, its least value and how wrong a computed value or slope can be, the loss itself tells.

use super::sum::U;
use crate::loss::{Loss, Pieces};

/// A line below a loss: l(p) >= value + slope (p - at) for every p, up to the errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub at: f64,
    pub value: f64,
    pub value_error: f64,
    pub slope: f64,
    pub slope_error: f64,
}

/// The line an anchor names.
pub(super) fn line(loss: Loss, y: f64, anchor: f64) -> Line {
    match loss.pieces(y) {
        Some(Pieces { lo, hi, at }) => {
            let slope = anchor.max(lo).min(hi);
            // 1 - q is rounded.
            let slope_error = if slope == hi { U * hi.abs() } else { 0.0 };
            Line { at, value: 0.0, value_error: 0.0, slope, slope_error }
        }
        None => Line {
            at: anchor,
            value: loss.value(anchor, y),
            value_error: loss.value_error(anchor, y),
            slope: loss.slope(anchor, y),
            slope_error: loss.slope_error(anchor, y),
        },
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::loss::Labels;
    use proptest::prelude::*;

    fn losses() -> Vec<Loss> {
        let more = ["quantile(0.2)", "quantile(0.999)", "huber(0.3)", "huber(1e9)"];
        Loss::all().into_iter().chain(more.map(|text| text.parse().unwrap())).collect()
    }

    /// Labels a loss takes, of every size.
    fn labels_of(loss: Loss) -> Vec<f64> {
        let sizes = [1e-300, 1e-160, 1e-9, 0.3, 1.0, 7.0, 1e9, 1e100, 1e131, 1e160, 1e300];
        match loss.labels() {
            Labels::Binary => vec![-1.0, 1.0],
            Labels::Real => sizes.iter().flat_map(|y| [*y, -y]).chain([0.0]).collect(),
            Labels::Count => sizes.iter().copied().chain([0.0]).collect(),
        }
    }

    /// Margins of every size, and some about the label.
    fn margins(y: f64) -> Vec<f64> {
        let sizes = [1e-300, 1e-20, 0.5, 2.0, 40.0, 299.0, 301.0, 1e5, 1e100, 1e160, 1e300];
        let about = [y, 0.999 * y, 1.5 * y, y - 1.0, y + 1.0, libm::log(y.abs().max(1e-300))];
        sizes.iter().flat_map(|p| [*p, -p]).chain(about).chain([0.0]).collect()
    }

    /// The line is below the loss at p, but for what both are said to be wrong by and what this test itself rounds.
    fn below(loss: Loss, y: f64, anchor: f64, p: f64) -> Result<(), String> {
        let l = line(loss, y, anchor);
        let (far, value) = (p - l.at, loss.value(p, y));
        let under = l.value + l.slope * far;
        let size = l.value.abs() + (l.slope * far).abs() + value.abs();
        let slack = l.value_error + l.slope_error * far.abs() + loss.value_error(p, y) + 8.0 * U * size;
        // Where a number is infinite nothing is claimed; where it stopped at the largest, what it stands for is larger.
        let sound = under - slack <= value + f64::MIN_POSITIVE || value == f64::MAX || !slack.is_finite();
        if sound { Ok(()) } else { Err(format!("{loss} y {y} anchor {anchor} p {p}: {under} above {value}")) }
    }

    #[test]
    fn no_loss_falls_below_its_lines_or_its_least_value() {
        for loss in losses() {
            for y in labels_of(loss) {
                for anchor in margins(y) {
                    for p in margins(y) {
                        below(loss, y, anchor, p).unwrap();
                        let value = loss.value(p, y) + loss.value_error(p, y);
                        assert!(loss.least(y) <= value, "{loss} {y} {p}: {value} below {}", loss.least(y));
                    }
                }
            }
        }
    }

    /// The exponential of a count goes on as its tangent: a count beyond its slope pulls the loss down without end.
    #[test]
    fn a_count_beyond_the_tangent_has_no_least_loss() {
        let poisson: Loss = "poisson".parse().unwrap();
        assert_eq!(poisson.least(1e131), f64::NEG_INFINITY);
        assert!(poisson.value(1e300, 1e131) < -1e300);
        assert!(poisson.least(1e130).is_finite() && poisson.least(0.0) == 0.0);
        assert_eq!(poisson.inverse_slope(-1.0, 1e131).0, f64::INFINITY);
    }

    #[test]
    fn the_pieces_of_kinked_losses_are_the_losses() {
        let mut kinked = 0;
        for loss in losses() {
            for y in labels_of(loss) {
                let Some(Pieces { lo, hi, at }) = loss.pieces(y) else { continue };
                kinked += 1;
                assert_eq!((loss.kink(y), loss.inverse_slope(0.5 * (lo + hi), y)), (Some(at), (at, 0.0)));
                for p in margins(y) {
                    let most = (lo * (p - at)).max(hi * (p - at)).min(f64::MAX);
                    assert!((loss.value(p, y) - most).abs() <= 4.0 * U * most, "{loss} {y} {p}");
                }
            }
        }
        assert!(kinked > 60);
    }

    proptest! {
        #[test]
        fn lines_of_any_size_are_below(y in -300.0..300.0f64, a in -300.0..300.0f64, p in -300.0..300.0f64, signs in 0u8..8) {
            let sized = |e: f64, bit: u8| if signs >> bit & 1 == 1 { -libm::pow(10.0, e) } else { libm::pow(10.0, e) };
            for loss in losses() {
                let y = match loss.labels() {
                    Labels::Binary => sized(0.0, 0),
                    Labels::Real => sized(y, 0),
                    Labels::Count => sized(y, 0).abs(),
                };
                let told = below(loss, y, sized(a, 1), sized(p, 2));
                prop_assert!(told.is_ok(), "{:?}", told);
            }
        }
    }
}
