//! Parameters that several algorithms take, and how rows read theirs.

use crate::spec::Kind::{self, Choice, NotNegative, Positive, Radius, Whole};
use crate::spec::{Parameter, Parameters, Update};

pub(super) const fn parameter(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter { name, kind, about }
}

pub(super) const UNIT_RADIUS: Parameter =
    parameter("radius", Radius(Some(1.0)), "R of the box [-R, R] that holds every weight");
pub(super) const ANY_RADIUS: Parameter = parameter(
    "radius",
    Radius(None),
    "R of the box [-R, R]; without one weights are free and there is no bound",
);
pub(super) const BOX: Parameter =
    parameter("box", Kind::Box, "the interval LO,HI of every weight, in place of a radius");
pub(super) const SCALE: Parameter = parameter("scale", Positive(1.0), "factor on the theorem's rate");
pub(super) const FEATURES: Parameter = parameter(
    "features",
    Whole(None, 1),
    "how many features there will be, the constant one included; without it the rate follows those seen so far",
);
pub(super) const L1: Parameter = parameter("l1", NotNegative(0.0), "strength of l1 |w|, every round");
pub(super) const L2: Parameter = parameter("l2", NotNegative(0.0), "strength of l2/2 |w|^2, every round");
/// The same for `auto`, which is a learner of its own under a penalty: models without one are written as before there were any.
pub(super) const L1_IF_ASKED: Parameter = Parameter { kind: Kind::Strength, ..L1 };
pub(super) const L2_IF_ASKED: Parameter = Parameter { kind: Kind::Strength, ..L2 };
pub(super) const UPDATE: Parameter = parameter(
    "update",
    Choice(&["explicit", "implicit"]),
    "the step on the linearized loss, or the exact proximal step",
);
pub(super) const NORMALIZE: Parameter = parameter(
    "normalize",
    Choice(&["no", "yes"]),
    "divide every feature by the largest magnitude it has had, for columns in their own units; unless said, yes for tables with columns of numbers (arow: no)",
);
pub(super) const AVERAGE: Parameter = parameter(
    "average",
    Choice(&["no", "yes"]),
    "keep averages of the weights beside the last ones; a saved model predicts by whichever did better (auto does so by itself where it has no box and no penalties)",
);
pub(super) const METHOD: Parameter =
    parameter("method", Choice(&["cmd", "pds"]), "composite mirror descent, or primal-dual subgradient");

pub(super) fn update(p: &Parameters) -> Update {
    if p.get_word("update") == "implicit" { Update::Implicit } else { Update::Explicit }
}

/// A number every resolved row has.
pub(super) fn need(p: &Parameters, name: &str) -> f64 {
    p.get(name).unwrap_or(f64::NAN)
}
