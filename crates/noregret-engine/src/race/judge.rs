//! What learners are ranked by: one loss for all, or mistakes; and where it is clipped for what is said with confidence.
//!
//! If all learn the same loss it is that one. If they do not (`pa` learns hinge alone), margins are judged by mistakes where labels are classes and by the absolute error where they are
//! numbers. Several classes are judged by the log loss of the class's probability where all learn the logistic loss, else by mistakes. A confidence sequence needs bounded numbers: losses of classes are clipped at 8 where their slope is at most 1 (logistic: a probability of 0.0003 for what happened), at 16 where they
//! are steeper (squared hinge), mistakes at 1. Losses of numbers are clipped at the loss of the farthest two of the first 1,000 labels, or at half the largest number if that is less, and only what comes after these counts.

use crate::core::Core;
use noregret::{Labels, Loss};
use std::fmt;
use std::str::FromStr;

/// What a margin costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judge {
    /// A loss.
    Loss(Loss),
    /// 1 if y z <= 0.
    Mistakes,
}

impl FromStr for Judge {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "mistakes" {
            return Ok(Self::Mistakes);
        }
        text.parse().map(Self::Loss).map_err(|e: noregret::loss::ParseLossError| format!("{e}, or mistakes"))
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(loss) => write!(f, "{loss} loss"),
            Self::Mistakes => f.write_str("mistakes"),
        }
    }
}

/// How many of the first labels show how far apart labels are.
pub const FIRST: u64 = 1000;

impl Judge {
    /// The judge of learners with these losses.
    pub fn of(losses: &[Loss]) -> Self {
        match losses.split_first() {
            Some((first, rest)) if rest.iter().all(|loss| loss == first) => Self::Loss(*first),
            Some((first, _)) if first.labels() == Labels::Binary => Self::Mistakes,
            _ => "absolute".parse().map_or(Self::Mistakes, Self::Loss),
        }
    }

    /// The judge of learners of several classes with these losses.
    pub fn of_classes(losses: &[Loss]) -> Self {
        Some(Self::of(losses)).filter(Self::fits_classes).unwrap_or(Self::Mistakes)
    }

    /// Whether it speaks of several classes.
    pub fn fits_classes(&self) -> bool {
        matches!(self, Self::Mistakes | Self::Loss(Loss::Logistic(_)))
    }

    /// The cost of what a learner predicted last, and whether that was a mistake.
    pub fn judged(&self, core: &Core, predicted: f64, y: f64) -> (f64, bool) {
        match core.judged(y) {
            Some((_, mistaken)) if *self == Self::Mistakes => (f64::from(u8::from(mistaken)), mistaken),
            Some(judged) => judged,
            None => (self.cost(predicted, y), y * predicted <= 0.0),
        }
    }

    /// The cost of a margin; NaN where there is none.
    pub fn cost(&self, margin: f64, y: f64) -> f64 {
        match self {
            Self::Loss(loss) => loss.value(margin, y),
            Self::Mistakes if margin.is_nan() => f64::NAN,
            Self::Mistakes => f64::from(u8::from(y * margin <= 0.0)),
        }
    }

    /// Whether it speaks of labels of this kind.
    pub fn fits(&self, labels: Labels) -> bool {
        let real = |labels: Labels| labels != Labels::Binary;
        match self {
            Self::Loss(loss) => real(loss.labels()) == real(labels),
            Self::Mistakes => labels == Labels::Binary,
        }
    }

    /// Whether costs are never negative, whatever the label: so its loss says of labels of every size.
    pub fn never_negative(&self) -> bool {
        const SIZES: [f64; 9] = [0.0, 1e-300, 1e-3, 0.5, 1.0, 3.0, 1e3, 1e100, 1e300];
        match self {
            Self::Mistakes => true,
            Self::Loss(loss) => match loss.labels() {
                Labels::Binary => [-1.0, 1.0].iter().all(|&y| loss.least(y) >= 0.0),
                Labels::Real => SIZES.iter().all(|&y| loss.least(y) >= 0.0 && loss.least(-y) >= 0.0),
                Labels::Count => SIZES.iter().all(|&y| loss.least(y) >= 0.0),
            },
        }
    }

    /// Where costs are clipped unless the user says; none where the labels must say first.
    pub fn usual_clip(&self) -> Option<f64> {
        match self {
            Self::Mistakes => Some(1.0),
            Self::Loss(loss) => match loss.labels() {
                // The slope of a margin that could not be more wrong.
                Labels::Binary if loss.slope(-f64::MAX, 1.0) >= -1.0 => Some(8.0),
                Labels::Binary => Some(16.0),
                Labels::Real | Labels::Count => None,
            },
        }
    }

    /// The cost of predicting one of these labels where it is the other; none where margins are not on the labels' scale. No more than half the
    /// largest number: differences of two costs lie in an interval twice as wide, whose width must be a number too.
    pub fn clip_of(&self, low: f64, high: f64) -> Option<f64> {
        let on_the_labels_scale = match self {
            Self::Mistakes => false,
            Self::Loss(loss) => match loss.labels() {
                Labels::Real => true,
                Labels::Binary | Labels::Count => false,
            },
        };
        let most = self.cost(low, high).max(self.cost(high, low)).min(f64::MAX / 2.0);
        on_the_labels_scale.then_some(if most > 0.0 { most } else { 1.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges() {
        let loss = |text: &str| text.parse::<Loss>().unwrap();
        assert_eq!(Judge::of(&[loss("hinge"), loss("hinge")]), Judge::Loss(loss("hinge")));
        assert_eq!(Judge::of(&[loss("hinge"), loss("logistic")]), Judge::Mistakes);
        assert_eq!(Judge::of(&[loss("squared"), loss("absolute")]), Judge::Loss(loss("absolute")));
        for judge in [Judge::Mistakes, Judge::Loss(loss("hinge")), Judge::Loss(loss("squared"))] {
            assert!(judge.cost(f64::NAN, 1.0).is_nan(), "{judge}: a margin that is missing is no good one");
        }
        assert_eq!(Judge::Mistakes.cost(0.0, 1.0) + Judge::Mistakes.cost(2.0, 1.0), 1.0);
        assert_eq!(Judge::Loss(loss("absolute")).clip_of(-1.0, 4.0), Some(5.0));
        assert_eq!(Judge::Loss(loss("poisson")).clip_of(0.0, 4.0), None);
        for wide in ["squared", "absolute", "huber(3)", "quantile(0.1)"] {
            let clip = Judge::Loss(loss(wide)).clip_of(-1e308, 1.7e308).unwrap();
            assert!(clip > 1e307 && (2.0 * clip).is_finite(), "{wide}: {clip}");
        }
        let told = |text: &str| {
            let judge = Judge::Loss(loss(text));
            (judge.never_negative(), judge.usual_clip())
        };
        assert_eq!([told("logistic"), told("hinge")], [(true, Some(8.0)); 2]);
        assert_eq!(told("squared-hinge"), (true, Some(16.0)));
        for text in ["squared", "absolute", "huber(3)", "quantile(0.1)"] {
            assert_eq!(told(text), (true, None), "{text}");
        }
        assert_eq!(told("poisson"), (false, None));
        assert!("mistakes".parse() == Ok(Judge::Mistakes) && "what".parse::<Judge>().is_err());
    }
}
