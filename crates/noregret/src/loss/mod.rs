//! Losses: what a margin costs, given the label.
//!
//! A loss is a convex function l(p, y) of the margin p = w . x. Learners ask for its value, its slope
//! dl/dp, and the slope of the implicit step. One file a loss; `losses!` below is the table: a new loss is a
//! file and a line there, and every test that runs over [`Loss::all`] then tests it.
//!
//! A loss over K margins has a slope for each of them: `softmax.rs` is one, for classes, and stands beside the table.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

mod absolute;
mod hinge;
mod huber;
pub(crate) mod logistic;
mod poisson;
mod quantile;
pub(crate) mod softmax;
mod squared;
mod squared_hinge;

pub use absolute::Absolute;
pub use hinge::Hinge;
pub use huber::Huber;
pub use logistic::Logistic;
pub use poisson::Poisson;
pub use quantile::Quantile;
pub use squared::Squared;
pub use squared_hinge::SquaredHinge;

/// What labels a loss is defined on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Labels {
    /// -1 and +1.
    Binary,
    /// Any finite number.
    Real,
    /// A finite number that is not negative.
    Count,
}

/// One loss: the contract of every file in this folder.
pub trait LossFunction: Copy {
    /// The labels it takes.
    const LABELS: Labels;

    /// l(p, y); finite for every finite p, and NaN for what is no number: so it caps by `clamp`, not by `min` and `max`.
    fn value(&self, p: f64, y: f64) -> f64;

    /// A subgradient of l in p; finite for every finite p, and non-decreasing in p.
    fn slope(&self, p: f64, y: f64) -> f64;

    /// The second derivative of l in p, where there is one; 0 on the straight parts.
    fn bend(&self, p: f64, y: f64) -> f64;

    /// The two straight pieces, for a loss that is made of such; none for smooth ones.
    fn pieces(&self, y: f64) -> Option<Pieces>;

    /// A number l(., y) is never below, however large the label: the least value less what rounding may have added to it.
    fn least(&self, y: f64) -> f64;

    /// How far a computed value l(p, y) can be from the true one, but for underflow. A value that stopped at the largest number counts as that
    /// number: what is really above it is only more.
    fn value_error(&self, p: f64, y: f64) -> f64;

    /// How far a computed slope at p can be from a true subgradient there, but for underflow.
    fn slope_error(&self, p: f64, y: f64) -> f64;

    /// A margin at which the slope is s, and its derivative in s, for s between 0 and a slope the loss takes; may be infinite at 0. At a kink
    /// the slope is every s between those of the pieces: there the margin is the kink, and the derivative 0.
    fn inverse_slope(&self, s: f64, y: f64) -> (f64, f64);

    /// The slope of the implicit step: the s with s in dl(p - c s, y), for c >= 0.
    fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64;

    /// What a margin predicts on the label's scale.
    fn link(&self, p: f64) -> f64 {
        p
    }
}

/// A loss of two straight pieces that meet at 0: l(p) = max over s in [lo, hi] of s (p - at).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pieces {
    /// The slope of the left piece.
    pub lo: f64,
    /// The slope of the right piece.
    pub hi: f64,
    /// The margin at which they meet.
    pub at: f64,
}

/// The largest relative error of a few roundings and a call of `libm`, which is within an ulp: 8 u. Losses whose formula adds nothing of the
/// opposite sign are this exact.
const ROUNDED: f64 = 4.0 * f64::EPSILON;

/// Why a loss's text was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("unknown loss {text:?}: {reason}")]
pub struct ParseLossError {
    /// The text that was refused.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

/// The table of losses: variant, text, and the one parameter with its default and legal interval, if there is one.
macro_rules! losses {
    ($($(#[$doc:meta])* $name:ident $text:literal $(($field:ident = $default:literal in $low:literal .. $high:expr))?;)+) => {
        /// A loss by name. Its text form is the name, with the parameter in parentheses where there is one:
        /// `hinge`, `quantile(0.9)`.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub enum Loss {
            $($(#[$doc])* $name($name),)+
        }

        $(impl From<$name> for Loss {
            fn from(loss: $name) -> Loss {
                Loss::$name(loss)
            }
        })+

        impl Loss {
            /// Every loss, with its default parameter.
            pub fn all() -> Vec<Loss> {
                vec![$(Loss::$name($name { $($field: $default)? })),+]
            }

            /// Every loss as it is typed, with a capital letter for its parameter: `hinge`, `quantile(Q)`.
            pub fn forms() -> Vec<String> {
                vec![$({
                    let parameter: &[&str] = &[$(stringify!($field))?];
                    match parameter.first() {
                        Some(parameter) => format!("{}({})", $text, parameter.to_uppercase()),
                        None => $text.to_owned(),
                    }
                }),+]
            }

            /// The name without its parameter.
            pub fn name(&self) -> &'static str {
                match self { $(Loss::$name(_) => $text),+ }
            }

            /// The parameter, where the loss has one.
            pub fn parameter(&self) -> Option<f64> {
                match self { $(Loss::$name(_loss) => [$(_loss.$field)?].first().copied()),+ }
            }

            /// The loss of that name with the parameter given, or its default.
            pub fn named(name: &str, parameter: Option<f64>) -> Result<Loss, String> {
                match name {
                    $($text => {
                        $(
                            let $field = parameter.unwrap_or($default);
                            if !($field > $low && $field < $high) {
                                return Err(format!("{} of {} must lie strictly between {} and {}", stringify!($field), $text, $low, $high));
                            }
                            return Ok(Loss::$name($name { $field }));
                        )?
                        #[allow(unreachable_code, reason = "only losses without a parameter get here")]
                        match parameter {
                            Some(_) => Err(format!("{} takes no parameter", $text)),
                            None => Ok(Loss::$name($name { $($field: $default)? })),
                        }
                    })+
                    _ => Err(format!("the losses are {}", [$($text),+].join(", "))),
                }
            }

            /// The labels it takes.
            pub fn labels(&self) -> Labels {
                match self { $(Loss::$name(_) => <$name as LossFunction>::LABELS),+ }
            }

            /// l(p, y).
            pub fn value(&self, p: f64, y: f64) -> f64 {
                match self { $(Loss::$name(loss) => loss.value(p, y)),+ }
            }

            /// A subgradient of l in p.
            pub fn slope(&self, p: f64, y: f64) -> f64 {
                match self { $(Loss::$name(loss) => loss.slope(p, y)),+ }
            }

            /// The second derivative of l in p; 0 on straight parts.
            pub fn bend(&self, p: f64, y: f64) -> f64 {
                match self { $(Loss::$name(loss) => loss.bend(p, y)),+ }
            }

            /// The margin at which the slope jumps, for losses made of two straight pieces.
            pub fn kink(&self, y: f64) -> Option<f64> {
                self.pieces(y).map(|pieces| pieces.at)
            }

            /// The two straight pieces, for a loss that is made of such; none for smooth ones.
            pub fn pieces(&self, y: f64) -> Option<Pieces> {
                match self { $(Loss::$name(loss) => loss.pieces(y)),+ }
            }

            /// A number l(., y) is never below.
            pub fn least(&self, y: f64) -> f64 {
                match self { $(Loss::$name(loss) => loss.least(y)),+ }
            }

            /// How far a computed value l(p, y) can be from the true one.
            pub fn value_error(&self, p: f64, y: f64) -> f64 {
                match self { $(Loss::$name(loss) => loss.value_error(p, y)),+ }
            }

            /// How far a computed slope at p can be from a true subgradient there.
            pub fn slope_error(&self, p: f64, y: f64) -> f64 {
                match self { $(Loss::$name(loss) => loss.slope_error(p, y)),+ }
            }

            /// The margin at which the slope is s, and its derivative in s.
            pub fn inverse_slope(&self, s: f64, y: f64) -> (f64, f64) {
                match self { $(Loss::$name(loss) => loss.inverse_slope(s, y)),+ }
            }

            /// The s with s in dl(p - c s, y).
            pub fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64 {
                match self { $(Loss::$name(loss) => loss.implicit_slope(p, y, c)),+ }
            }

            /// What a margin predicts on the label's scale.
            pub fn link(&self, p: f64) -> f64 {
                match self { $(Loss::$name(loss) => loss.link(p)),+ }
            }
        }
    };
}

losses! {
    /// log(1 + exp(-y p)).
    Logistic "logistic";
    /// max(0, 1 - y p).
    Hinge "hinge";
    /// 1/2 max(0, 1 - y p)^2.
    SquaredHinge "squared-hinge";
    /// 1/2 (p - y)^2.
    Squared "squared";
    /// |p - y|.
    Absolute "absolute";
    /// The pinball loss of the q-quantile.
    Quantile "quantile" (q = 0.5 in 0.0 .. 1.0);
    /// Quadratic within d of the label, linear outside.
    Huber "huber" (d = 1.0 in 0.0 .. f64::MAX);
    /// exp(p) - y p.
    Poisson "poisson";
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parameter() {
            Some(value) => write!(f, "{}({value:?})", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

impl FromStr for Loss {
    type Err = ParseLossError;

    fn from_str(text: &str) -> Result<Self, ParseLossError> {
        let refuse = |reason: String| ParseLossError { text: text.to_owned(), reason };
        let (name, parameter) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => {
                let inner = rest.strip_suffix(')').ok_or_else(|| refuse("a closing ) is missing".into()))?;
                let value = inner.parse().map_err(|_| refuse(format!("{inner:?} is not a number")))?;
                (name, Some(value))
            }
        };
        Loss::named(name, parameter).map_err(refuse)
    }
}

impl TryFrom<String> for Loss {
    type Error = ParseLossError;

    fn try_from(text: String) -> Result<Self, ParseLossError> {
        text.parse()
    }
}

impl From<Loss> for String {
    fn from(loss: Loss) -> String {
        loss.to_string()
    }
}

#[cfg(test)]
pub(crate) mod tests;
