//! Measures people decide by: of two classes, of numbers, of several classes; streaming, weighted, in constant memory, and never NaN.
//!
//! [`Measures`] takes margins, a label and a weight at a time and fits the loss; [`Classes`] takes K probabilities. Either merges with what another part of the data came to, and tells all
//! of it at once as a report, which serde writes as the JSON of the command. What is undefined is none, with the reason beside it. What depends on the order of all
//! predictions (AUC, PR-AUC, a median) is exact up to the rows of a [`Detail`], and beyond that within an error that is told.
//!
//! | file | what it is |
//! |---|---|
//! | `sum.rs` | sums that keep what rounding takes |
//! | `spread.rs` | weights over a line of keys, in constant memory |
//! | `two.rs`, `ranking.rs`, `calibration.rs` | two classes |
//! | `numbers.rs`, `deviance.rs`, `constant.rs` | numbers, and the best constant |
//! | `classes.rs` | several classes |
//! | `certain.rs` | intervals that hold at all times |

mod calibration;
mod certain;
mod classes;
mod constant;
mod deviance;
mod entropy;
mod measures;
mod numbers;
mod ranking;
mod reasons;
mod spread;
mod sum;
mod two;

pub use calibration::{Calibration, Reliability};
pub use certain::{CONFIDENCE, Certain};
pub use classes::{ClassBaseline, ClassReport, Classes};
pub use constant::Constants;
pub use measures::{Measures, Report, Row, Subject};
pub use numbers::{NumberReport, NumberValues, Numbers};
pub use ranking::{Near, Ranking, Threshold};
pub use reasons::Reasons;
pub use spread::{Detail, Place};
pub use sum::Sum;
pub use two::{Confusion, Two, TwoBaseline, TwoExplained, TwoIntervals, TwoReport};

/// The share of a baseline's loss that is not lost: 1 where nothing is, below 0 where more is; none where the baseline loses nothing.
fn explained(loss: Option<f64>, baseline: Option<f64>) -> Option<f64> {
    let baseline = baseline.filter(|baseline| *baseline > 0.0)?;
    Some(1.0 - loss? / baseline).filter(|share| share.is_finite())
}
