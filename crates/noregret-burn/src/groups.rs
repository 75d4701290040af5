//! The groups of the paper: a sketch for some parameters, the diagonal for all others.

use crate::{AdaDiag, Sketched};
use burn::module::ParamGroup;
use burn::optim::ModuleOptimizer;

/// The sketched optimizer for parameters whose path has one of these words in it (`"conv1.weight"`), the diagonal one for all others.
///
/// Each has the rate that `ModuleOptimizer::step` is given; a delta of its own makes the difference.
pub fn with_sketch(sketched: &Sketched, kernels: &[&'static str], diagonal: AdaDiag) -> ModuleOptimizer {
    kernels.iter().fold(ModuleOptimizer::from(diagonal), |all, kernel| {
        all.with_group(ParamGroup::from_predicate(*kernel), sketched.clone(), None)
    })
}
