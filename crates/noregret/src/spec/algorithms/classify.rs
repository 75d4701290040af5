//! Passive-aggressive and confidence-weighted learners.

use super::parameters::{AVERAGE, NORMALIZE, need, parameter};
use super::{Algorithm, Losses, Makes};
use crate::loss::{Loss, Squared, SquaredHinge};
use crate::rule::schedule::Rate;
use crate::spec::Kind::Positive;
use crate::spec::learner::{Arow, Cw, Descent};
use crate::spec::{Learner, Memory, Metric, Parameter, Update};

const C: Parameter = parameter("C", Positive(1.0), "aggressiveness: the largest step");
const VARIANCE: Parameter = parameter("variance", Positive(1.0), "the variance every weight starts with");
fn implicit(metric: Metric, step_loss: Option<Loss>) -> Learner {
    Descent { metric, memory: Memory::Mirror, update: Update::Implicit, step_loss }.into()
}

pub(super) const ROWS: &[Algorithm] = &[
    Algorithm {
        name: "pa",
        summary: "passive-aggressive: the smallest change that gets the example right by a margin of 1",
        formula: "tau = loss/|x|^2;  w <- w + tau y x: the implicit hinge step without a limit on the rate",
        bound: "none on regret (mistake bounds on separable data)",
        weakness: "one mislabelled example is satisfied at any price",
        reference: "Crammer et al. 2006",
        cost: "O(nnz) a round; 16 bytes a feature",
        losses: Losses::Margin,
        player: false,
        parameters: &[NORMALIZE, AVERAGE],
        makes: Makes::Learner(|_, _| implicit(Metric::Unlimited, None)),
    },
    Algorithm {
        name: "pa1",
        summary: "PA-I: passive-aggressive with steps of at most C; the implicit hinge step of rate C",
        formula: "tau = min(C, loss/|x|^2);  w <- w + tau y x",
        bound: "none on regret (relative loss bounds of Crammer et al.)",
        weakness: "C must be tuned; the rate never falls",
        reference: "Crammer et al. 2006; as an implicit step, Kulis and Bartlett 2010",
        cost: "O(nnz) a round; 16 bytes a feature",
        losses: Losses::Margin,
        player: false,
        parameters: &[C, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| {
            implicit(Metric::Fixed { rate: Rate::Constant, eta: need(p, "C") }, None)
        }),
    },
    Algorithm {
        name: "pa2",
        summary: "PA-II: passive-aggressive with a soft limit; the implicit squared-hinge step of rate 2C",
        formula: "tau = loss/(|x|^2 + 1/(2C));  w <- w + tau y x",
        bound: "none on regret (relative loss bounds of Crammer et al.)",
        weakness: "C must be tuned; the rate never falls",
        reference: "Crammer et al. 2006",
        cost: "O(nnz) a round; 16 bytes a feature",
        losses: Losses::Margin,
        player: false,
        parameters: &[C, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, loss| {
            let step = match loss {
                Loss::Absolute(_) => Loss::Squared(Squared {}),
                _ => Loss::SquaredHinge(SquaredHinge {}),
            };
            implicit(Metric::Fixed { rate: Rate::Constant, eta: 2.0 * need(p, "C") }, Some(step))
        }),
    },
    Algorithm {
        name: "cw",
        summary: "confidence-weighted: a Gaussian over weights, moved least to be sure enough of every example",
        formula: "M = y w.x, V = sum Sigma_i x_i^2;  alpha = max(0, (-(1+2 phi M) + sqrt((1+2 phi M)^2 - 8 phi (M - phi V)))/(4 phi V));  w_i += alpha y Sigma_i x_i;  1/Sigma_i += 2 alpha phi x_i^2",
        bound: "none on regret (mistake bounds)",
        weakness: "margins are not on the scale of the hinge or log loss, and label noise is fitted; importance weights change nothing",
        reference: "Dredze, Crammer and Pereira 2008 (variance form, diagonal)",
        cost: "O(nnz) a round; 16 bytes a feature",
        losses: Losses::Binary,
        player: false,
        parameters: &[
            parameter("phi", Positive(1.0), "the confidence asked of every example"),
            VARIANCE,
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| Cw { phi: need(p, "phi"), variance: need(p, "variance") }.into()),
    },
    Algorithm {
        name: "arow",
        summary: "adaptive regularization of weights: confidence-weighting that tolerates noise",
        formula: "if y w.x < 1: beta = 1/(V + r), alpha = (1 - y w.x) beta;  w_i += alpha y Sigma_i x_i;  Sigma_i -= beta (Sigma_i x_i)^2",
        bound: "none on regret (mistake bounds)",
        weakness: "variances only shrink, so drift is followed slowly",
        reference: "Crammer, Kulesza and Dredze 2009",
        cost: "O(nnz) a round; 16 bytes a feature",
        losses: Losses::Binary,
        player: false,
        parameters: &[
            parameter("r", Positive(1.0), "the regularizer: larger is slower"),
            VARIANCE,
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| Arow { r: need(p, "r"), variance: need(p, "variance") }.into()),
    },
];
