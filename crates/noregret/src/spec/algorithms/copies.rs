//! What copies other learners: the only rows that are no learner themselves.

use super::parameters::parameter;
use super::{Algorithm, BASES, Losses, Makes};
use crate::spec::Kind::{Choice, Positive};

pub(super) const ROWS: &[Algorithm] = &[Algorithm {
    name: "flh",
    summary: "follow the leading history: copies of a base learner started at different times, for drift",
    formula: "a copy starts every round; one started at r 2^k (r odd) lives 2^(k+2)+1 rounds; p_j <- p_j exp(-alpha f_t(w_j)), newborn 1/(t+1); predict with the weighted mean",
    bound: "its loss over the chain of copies is at most theirs plus (2/alpha) ln T a copy for exp-concave losses; what is reported adds the base's bounds to the measured difference",
    weakness: "O(log T) copies of the base: about 2 log2 T times its time and memory",
    reference: "Hazan and Seshadhri 2009; per coordinate, Streeter and McMahan 2010, section 4.3",
    cost: "O(log T) times the base",
    losses: Losses::Any,
    player: true,
    parameters: &[
        parameter("alpha", Positive(1.0), "how fast weight moves between copies"),
        parameter("base", Choice(BASES), "the learner to copy; its parameters are taken too"),
    ],
    makes: Makes::Copies,
}];
