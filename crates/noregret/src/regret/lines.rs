//! Lines below the losses: what every lower bound is made of.
//!
//! A convex loss lies above each of its tangents, l(p) >= l(a) + l'(a) (p - a). A loss with a kink at k is a maximum of lines through (k, 0),
//! l(p) = max over s in [lo, hi] of s (p - k), and any such s will do: s is the example's dual variable. Either way an example leaves one
//! line, named by one number (its *anchor*): the margin a touched, or the slope s.
//! Also here: how wrong a computed value or slope can be. The losses' own formulas round at most a few times and call `libm`'s exp, log and log1p,
//! which are within an ulp; 8 u of the size of what is added up covers them.

use super::sum::U;
use crate::loss::Loss;

/// A loss made of two straight pieces: l(p) = max over s in [lo, hi] of s (p - k).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kinked {
    pub lo: f64,
    pub hi: f64,
    pub k: f64,
}

/// The pieces of a kinked loss; none for smooth ones.
pub(super) fn kinked(loss: Loss, y: f64) -> Option<Kinked> {
    match loss {
        Loss::Hinge(_) => Some(Kinked { lo: (-y).min(0.0), hi: (-y).max(0.0), k: y }),
        Loss::Absolute(_) => Some(Kinked { lo: -1.0, hi: 1.0, k: y }),
        Loss::Quantile(l) => Some(Kinked { lo: -l.q, hi: 1.0 - l.q, k: y }),
        _ => None,
    }
}

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
    match kinked(loss, y) {
        Some(Kinked { lo, hi, k }) => {
            let slope = anchor.max(lo).min(hi);
            // 1 - q is rounded.
            let slope_error = if slope == hi { U * hi.abs() } else { 0.0 };
            Line { at: k, value: 0.0, value_error: 0.0, slope, slope_error }
        }
        None => {
            let slope = loss.slope(anchor, y);
            let size = if let Loss::Poisson(_) = loss { slope.abs() + 2.0 * y.abs() } else { slope.abs() };
            let value = loss.value(anchor, y);
            Line {
                at: anchor,
                value,
                value_error: error(loss, anchor, y),
                slope,
                slope_error: 8.0 * U * size,
            }
        }
    }
}

/// How far a computed value l(p, y) can be from the true one.
pub(super) fn error(loss: Loss, p: f64, y: f64) -> f64 {
    let value = loss.value(p, y).abs();
    // A difference of two numbers: each has its own error.
    let size = if let Loss::Poisson(_) = loss { value + 2.0 * (y * p).abs() } else { value };
    8.0 * U * size
}

/// A number the least value of the loss is not below.
pub(super) fn least(loss: Loss, y: f64) -> f64 {
    match loss {
        Loss::Poisson(_) if y > 0.0 => {
            let bent = y * libm::log(y);
            (y - bent) - 8.0 * U * (y + bent.abs())
        }
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_loss_falls_below_its_lines() {
        for loss in Loss::all().into_iter().chain(["quantile(0.2)", "huber(0.3)"].map(|t| t.parse().unwrap()))
        {
            for y in [-1.0, 1.0] {
                if loss.labels() == crate::Labels::Count && y < 0.0 {
                    continue;
                }
                for anchor in (-40..=40).map(|k| 0.25 * f64::from(k)) {
                    let l = line(loss, y, anchor);
                    for p in (-60..=60).map(|k| 0.2 * f64::from(k)) {
                        let under = l.value + l.slope * (p - l.at);
                        let value = loss.value(p, y);
                        assert!(
                            under <= value + 1e-13 * (1.0 + value.abs() + under.abs()),
                            "{loss} {y} {anchor} {p}"
                        );
                        assert!(least(loss, y) <= value);
                    }
                }
            }
        }
    }

    #[test]
    fn the_pieces_of_kinked_losses_are_the_losses() {
        for loss in ["hinge", "absolute", "quantile(0.2)"].map(|t| t.parse::<Loss>().unwrap()) {
            for y in [-1.0, 1.0] {
                let Kinked { lo, hi, k } = kinked(loss, y).unwrap();
                for p in (-20..=20).map(|i| 0.25 * f64::from(i)) {
                    let most = (lo * (p - k)).max(hi * (p - k));
                    assert!((loss.value(p, y) - most).abs() < 1e-15 * (1.0 + most), "{loss} {y} {p}");
                }
            }
        }
    }
}
