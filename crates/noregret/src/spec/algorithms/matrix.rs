//! Descent under a full matrix, a sketch of one, or a random projection of one.

use super::parameters::{
    ANY_RADIUS, AVERAGE, BOX, L1, L2, METHOD, NORMALIZE, UPDATE, need, parameter, update,
};
use super::{Algorithm, Losses, Makes};
use crate::spec::Kind::{Choice, Positive, Whole};
use crate::spec::learner::{LowRank, Newton, Projected, Sketched};
use crate::spec::{Learner, Matrix, Method, Parameter, Parameters, Projection, Scale};

const MATRIX_ETA: Parameter = parameter("eta", Positive(1.0), "the rate");
const MATRIX_DELTA: Parameter = parameter("delta", Positive(1.0), "curvature before any gradient");
const TAU: Parameter =
    parameter("tau", Whole(Some(10), 1), "rows of the sketch, the one for the new gradient included");
const fn precondition(about: &'static str) -> Parameter {
    parameter("precondition", Choice(&["diag", "none"]), about)
}

/// The rates of sketched learners in scaled coordinates, where they are not given.
pub(super) const SCALED_RATES: &[(&str, [(&str, f64); 2])] = &[
    ("ada-fd", [("eta", 4.0), ("delta", 16.0)]),
    ("s-ada", [("eta", 8.0), ("delta", 256.0)]),
    ("fd-son", [("eta", 0.003), ("alpha", 3.0)]),
    ("rfd-son", [("eta", 0.003), ("alpha", 3.0)]),
];

/// Who gives one of these and says nothing of coordinates means the algorithm as it was published.
pub(super) const PUBLISHED: &[&str] = &["eta", "delta", "alpha", "method", "radius", "box", "l1", "l2"];

const SEED: Parameter = parameter("seed", Whole(Some(1), 0), "which random projection");
const SON_ETA: Parameter = parameter("eta", Positive(0.1), "how much a gradient counts");
const SON_ALPHA: Parameter = parameter("alpha", Positive(0.1), "curvature before any gradient");

fn ada(p: &Parameters) -> Matrix {
    Matrix::Ada { eta: need(p, "eta"), delta: need(p, "delta") }
}

fn tau(p: &Parameters) -> Option<u32> {
    p.get("tau").map(|tau| tau as u32)
}

fn sketched(p: &Parameters, matrix: Matrix, tau: Option<u32>) -> Learner {
    let method = if p.get_word("method") == "pds" { Method::Pds } else { Method::Cmd };
    let scale = if p.get_word("precondition") == "diag" { Scale::Diagonal } else { Scale::None };
    Sketched { matrix, method, scale, tau, update: update(p) }.into()
}

/// eta, delta, tau and seed.
fn projected(p: &Parameters) -> (f64, f64, u32, u32) {
    (need(p, "eta"), need(p, "delta"), need(p, "tau") as u32, need(p, "seed") as u32)
}

pub(super) const ROWS: &[Algorithm] = &[
    Algorithm {
        name: "ada-full",
        summary: "AdaGrad with the full matrix: every correlation of the features counts",
        formula: "G += g g';  H = delta I + G^(1/2);  cmd: w <- argmin eta <g, w> + eta R(w) + |w - w_t|_H^2/2;  pds: w = argmin eta <sum g, w> + eta t R(w) + w'Hw/2",
        bound: "over a box, cmd: D^2 sum_t lmax(H_t - H_{t-1})/(2 eta) + eta/2 sum_t g'H_t^-1 g, at most that of Duchi et al.",
        weakness: "d^2 numbers and O(d^3) a round: for hundreds of features; take ada-fd beyond that",
        reference: "Duchi, Hazan and Singer 2011",
        cost: "O(d^3) a round; 8 d bytes a feature, several times",
        losses: Losses::Any,
        player: true,
        parameters: &[MATRIX_ETA, MATRIX_DELTA, METHOD, UPDATE, ANY_RADIUS, BOX, L1, L2, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| sketched(p, ada(p), None)),
    },
    Algorithm {
        name: "ada-fd",
        summary: "full-matrix AdaGrad from a frequent-directions sketch: correlations at tau numbers a feature",
        formula: "S takes g as its last row; S = U diag(s) V;  s_j^2 <- s_j^2 - s_tau^2;  H = delta I + V'diag(s)V;  cmd and pds as ada-full;  precondition diag: G_i += g_i^2, D = diag(G)^(1/2), S takes D^(-1/2) g, w <- w - eta D^(-1/2) H^-1 D^(-1/2) g",
        bound: "over a box, cmd: D^2 sum_t lmax(H_t - H_{t-1})/(2 eta) + eta/2 sum_t g'H_t^-1 g; none is proven for precondition diag",
        weakness: "outside its tau - 1 directions every feature has the one rate eta/delta (precondition diag: the rate of ada-diag), which must be tuned: a flat spectrum gains nothing",
        reference: "Wan, Wei and Zhang 2018; the sketch, Liberty 2013",
        cost: "O(tau nnz + tau^2 m) a round, m < 2 tau + 8; 8 tau bytes a feature, 8 more with precondition diag. Penalties and boxes: O(tau^2 d)",
        losses: Losses::Any,
        player: true,
        parameters: &[
            MATRIX_ETA,
            MATRIX_DELTA,
            TAU,
            precondition(
                "diag: in coordinates scaled by each feature's gradients, with eta = 4, delta = 16 unless given; none: as published, and what eta, delta, a method, a box or a penalty without it mean",
            ),
            METHOD,
            UPDATE,
            ANY_RADIUS,
            BOX,
            L1,
            L2,
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| sketched(p, ada(p), tau(p))),
    },
    Algorithm {
        name: "s-ada",
        summary: "Sketchy AdaGrad: frequent directions, with the mass the sketch loses given back to every direction",
        formula: "S as ada-fd, rho = sum of all s_tau^2 shrunk away;  H = (S'S + (rho + delta) I)^(1/2);  w <- w - eta H^-1 g;  precondition diag as ada-fd",
        bound: "over a box, cmd: D^2 sum_t lmax(H_t - H_{t-1})/(2 eta) + eta/2 sum_t g'H_t^-1 g; none is proven for precondition diag",
        weakness: "outside the directions the rate falls for all features alike",
        reference: "Feinberg et al. 2023",
        cost: "as ada-fd",
        losses: Losses::Any,
        player: true,
        parameters: &[
            MATRIX_ETA,
            parameter("delta", Positive(1e-2), "squared curvature before any gradient"),
            TAU,
            precondition(
                "diag: in coordinates scaled by each feature's gradients, with eta = 8, delta = 256 unless given; none: as published, and what eta, delta, a method, a box or a penalty without it mean",
            ),
            METHOD,
            UPDATE,
            ANY_RADIUS,
            BOX,
            L1,
            L2,
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| {
            let matrix = Matrix::Sketchy { eta: need(p, "eta"), delta: need(p, "delta") };
            sketched(p, matrix, tau(p))
        }),
    },
    Algorithm {
        name: "ada-lr",
        summary: "AdaGrad with the full matrix, inverted on a random low-rank range of it",
        formula: "G += g g';  Q basis of G Pi', Pi a tau x d Hadamard projection;  Q'G = U diag(s) V;  w <- w - eta V'(s^(1/2) + delta)^-1 V g",
        bound: "in expectation, Krummenacher et al.; none is reported",
        weakness: "the whole matrix is kept, and steps never leave the range",
        reference: "Krummenacher et al. 2016",
        cost: "O(tau d^2) a round; 8 d bytes a feature",
        losses: Losses::Any,
        player: false,
        parameters: &[MATRIX_ETA, MATRIX_DELTA, TAU, SEED, UPDATE, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| {
            let (eta, delta, tau, seed) = projected(p);
            LowRank { eta, delta, tau, seed, update: update(p) }.into()
        }),
    },
    Algorithm {
        name: "radagrad",
        summary: "AdaGrad with the range of the full matrix from a random projection, kept up to date",
        formula: "Gt += g (Pi g)';  Gt = V'diag(s)U';  w <- w - eta (V'(s^(1/2) + delta)^-1 V g + g - V'V g)",
        bound: "none",
        weakness: "outside the directions the rate eta never falls; the spectrum is squared before it is projected",
        reference: "Krummenacher et al. 2016",
        cost: "O(tau nnz + tau^3) a round; 8 (tau + 1) bytes a feature",
        losses: Losses::Any,
        player: true,
        parameters: &[MATRIX_ETA, MATRIX_DELTA, TAU, SEED, UPDATE, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| {
            let (eta, delta, tau, seed) = projected(p);
            Projected { projection: Projection::Hadamard, eta, delta, tau, seed, update: update(p) }.into()
        }),
    },
    Algorithm {
        name: "ada-dp",
        summary: "AdaGrad with the full matrix replaced by a random combination of the gradients",
        formula: "C += r g', r ~ N(0, 1/tau)^tau;  H = delta I + (C'C)^(1/2);  w <- w - eta H^-1 g",
        bound: "none",
        weakness: "C'C is right on average and noisy: tau must be large; one enormous gradient drowns the others, which are mixed into the same rows",
        reference: "Wan, Wei and Zhang 2018",
        cost: "O(tau nnz + tau^3) a round; 8 (tau + 1) bytes a feature",
        losses: Losses::Any,
        player: true,
        parameters: &[MATRIX_ETA, MATRIX_DELTA, TAU, SEED, UPDATE, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| {
            let (eta, delta, tau, seed) = projected(p);
            Projected { projection: Projection::Gaussian, eta, delta, tau, seed, update: update(p) }.into()
        }),
    },
    Algorithm {
        name: "ons",
        summary: "the online Newton step: curvature from the gradients, for exp-concave losses",
        formula: "A = alpha I + eta sum g g';  w <- w - A^-1 g",
        bound: "O(d log T) for exp-concave losses over a bounded set (Hazan et al.); none is reported without a set",
        weakness: "d^2 numbers, and O(d^2) a round; alpha must be on the scale of the gradients",
        reference: "Hazan, Agarwal and Kale 2007",
        cost: "O(d^2) a round; 8 d bytes a feature",
        losses: Losses::Any,
        player: false,
        parameters: &[SON_ETA, SON_ALPHA, UPDATE, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| {
            Newton { eta: need(p, "eta"), alpha: need(p, "alpha"), update: update(p) }.into()
        }),
    },
    Algorithm {
        name: "fd-son",
        summary: "the online Newton step from a frequent-directions sketch",
        formula: "A = alpha I + eta S'S, S as ada-fd;  w <- w - A^-1 g;  precondition diag as ada-fd",
        bound: "over a box, cmd: D^2 sum_t lmax(A_t - A_{t-1})/2 + sum_t g'A_t^-1 g / 2; none is proven for precondition diag",
        weakness: "outside its directions every feature has the one rate 1/alpha",
        reference: "Luo, Agarwal, Cesa-Bianchi and Langford 2016",
        cost: "as ada-fd",
        losses: Losses::Any,
        player: true,
        parameters: &[
            SON_ETA,
            SON_ALPHA,
            TAU,
            precondition(
                "diag: in coordinates scaled by each feature's gradients, with eta = 0.003, alpha = 3 unless given; none: as published, and what eta, alpha, a method, a box or a penalty without it mean",
            ),
            METHOD,
            UPDATE,
            ANY_RADIUS,
            BOX,
            L1,
            L2,
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| {
            let matrix = Matrix::Son { eta: need(p, "eta"), alpha: need(p, "alpha") };
            sketched(p, matrix, tau(p))
        }),
    },
    Algorithm {
        name: "rfd-son",
        summary: "the sketched online Newton step that grows alpha by half of what the sketch loses",
        formula: "A = (alpha + eta/2 sum s_tau^2) I + eta S'S, S as ada-fd;  w <- w - A^-1 g;  precondition diag as ada-fd",
        bound: "over a box, cmd: D^2 sum_t lmax(A_t - A_{t-1})/2 + sum_t g'A_t^-1 g / 2; none is proven for precondition diag",
        weakness: "as fd-son, but less sensitive to alpha",
        reference: "Luo, Chen, Zhang, Li and Zhang 2019",
        cost: "as ada-fd",
        losses: Losses::Any,
        player: true,
        parameters: &[
            SON_ETA,
            SON_ALPHA,
            TAU,
            precondition(
                "diag: in coordinates scaled by each feature's gradients, with eta = 0.003, alpha = 3 unless given; none: as published, and what eta, alpha, a method, a box or a penalty without it mean",
            ),
            METHOD,
            UPDATE,
            ANY_RADIUS,
            BOX,
            L1,
            L2,
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| {
            let matrix = Matrix::RobustSon { eta: need(p, "eta"), alpha: need(p, "alpha") };
            sketched(p, matrix, tau(p))
        }),
    },
];
