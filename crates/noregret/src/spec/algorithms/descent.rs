//! Gradient and mirror descent: a rate for all coordinates, or one for each.

use super::parameters::{
    ANY_RADIUS, AVERAGE, BOX, FEATURES, L1, L2, METHOD, NORMALIZE, SCALE, UNIT_RADIUS, UPDATE, need,
    parameter, update,
};
use super::{Algorithm, Losses, Makes};
use crate::rule::schedule::Rate;
use crate::spec::Kind::{self, Choice, NotNegative, Positive};
use crate::spec::learner::{Descent, Mirror};
use crate::spec::{Learner, Memory, Metric, Parameters, Potential};

fn descent(p: &Parameters, metric: Metric, memory: Memory) -> Learner {
    Descent { metric, memory, update: update(p), step_loss: None }.into()
}

pub(super) const ROWS: &[Algorithm] = &[
    Algorithm {
        name: "per-coord",
        summary: "gradient descent over a box with a rate of its own for every coordinate",
        formula: "G_i += g_i^2;  eta_i = scale D_i / sqrt(2 G_i);  w_i <- clip(w_i - eta_i g_i, a_i, b_i)",
        bound: "sum_i D_i sqrt(2 sum_t g_{t,i}^2), times (scale + 1/scale)/2; never above the bound of `global`",
        weakness: "in a wide box the first gradient throws a weight to the wall: lower scale there (0.6/R on text); rates never rise again",
        reference: "Streeter and McMahan 2010, Algorithm 1 and Theorem 3",
        cost: "O(nnz) a round; 16 bytes a feature, 24 with penalties",
        losses: Losses::Any,
        player: true,
        parameters: &[UNIT_RADIUS, BOX, SCALE, UPDATE, L1, L2, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| {
            descent(p, Metric::PerCoordinate { scale: need(p, "scale") }, Memory::Mirror)
        }),
    },
    Algorithm {
        name: "global",
        summary: "gradient descent over a box with the best adaptive rate common to all coordinates",
        formula: "Q += |g|^2;  eta = scale D / sqrt(2 Q), D^2 = sum of D_i^2 over coordinates seen, or over all if --features tells how many;  w <- clip(w - eta g)",
        bound: "D sqrt(2 sum_t |g_t|^2), times (scale + 1/scale)/2",
        weakness: "frequent and rare features get the same rate; regret can grow as T^(2/3) where per-coord pays sqrt T",
        reference: "Streeter and McMahan 2010, section 3.1 and Theorem 2",
        cost: "O(nnz) a round; 16 bytes a feature, 24 with penalties",
        losses: Losses::Any,
        player: true,
        parameters: &[UNIT_RADIUS, BOX, SCALE, FEATURES, UPDATE, L1, L2, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| {
            let features = p.get("features").map(|n| n as u32);
            descent(p, Metric::Diameter { scale: need(p, "scale"), features }, Memory::Mirror)
        }),
    },
    Algorithm {
        name: "ogd",
        summary: "online gradient descent with a rate that depends on the round alone",
        formula: "eta_t = eta, eta/sqrt t or eta/t;  w <- clip(w - eta_t g)",
        bound: "over a box: D^2/(2 eta_T) + sum_t eta_t |g_t|^2 / 2",
        weakness: "eta must be tuned to the data; features of different scale or frequency cannot all be served",
        reference: "Zinkevich 2003",
        cost: "O(nnz) a round; 16 bytes a feature, 24 with penalties",
        losses: Losses::Any,
        player: true,
        parameters: &[
            parameter("eta", Positive(0.5), "the rate"),
            parameter(
                "rate",
                Choice(&["sqrt", "constant", "inverse"]),
                "how the rate falls: eta/sqrt t, eta, eta/t",
            ),
            UPDATE,
            ANY_RADIUS,
            BOX,
            L1,
            L2,
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| {
            let rate = p.get_word("rate").parse().unwrap_or(Rate::Sqrt);
            descent(p, Metric::Fixed { rate, eta: need(p, "eta") }, Memory::Mirror)
        }),
    },
    Algorithm {
        name: "ada-diag",
        summary: "AdaGrad with a diagonal matrix: per-coordinate rates without the need of a box",
        formula: "G_i += g_i^2;  H_i = delta + sqrt G_i;  cmd: w_i <- prox(w_i - eta g_i / H_i);  pds: w = argmin eta <sum g, w> + eta t R(w) + w'Hw/2",
        bound: "over a box: sum_i D_i^2 H_i/(2 eta) + eta sqrt(sum_t g_{t,i}^2) for cmd; pds: reach^2 H_i/(2 eta) and its live stability sum",
        weakness: "eta still is on the scale of the weights; rates never rise again, so drift is followed slowly",
        reference: "Duchi, Hazan and Singer 2011",
        cost: "O(nnz) a round; 16 bytes a feature, 24 with penalties or pds",
        losses: Losses::Any,
        player: true,
        parameters: &[
            parameter("eta", Positive(0.25), "the rate"),
            parameter("delta", NotNegative(1e-6), "curvature before any gradient"),
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
            let memory = if p.get_word("method") == "pds" { Memory::Averaging } else { Memory::Mirror };
            descent(p, Metric::Diagonal { eta: need(p, "eta"), delta: need(p, "delta") }, memory)
        }),
    },
    Algorithm {
        name: "ftrl",
        summary: "FTRL-proximal: AdaGrad's rates with an l1 that gives true zeros",
        formula: "z_i += g_i - sigma_i w_i, sigma_i = (sqrt(n_i + g_i^2) - sqrt n_i)/alpha, n_i += g_i^2;  w_i = 0 if |z_i| <= l1, else -(z_i - sign(z_i) l1)/((beta + sqrt n_i)/alpha + l2)",
        bound: "over a box: sum_i D_i^2 (beta + sqrt n_i)/(2 alpha) + alpha sqrt n_i + R(u)",
        weakness: "alpha must be tuned; l1 and l2 stand once in the objective, not once a round as elsewhere",
        reference: "McMahan et al. 2013",
        cost: "O(nnz) a round; 16 bytes a feature",
        losses: Losses::Any,
        player: true,
        parameters: &[
            parameter("alpha", Positive(0.5), "the rate"),
            parameter("beta", NotNegative(1.0), "curvature before any gradient, times alpha"),
            UPDATE,
            ANY_RADIUS,
            BOX,
            parameter("l1", NotNegative(0.0), "strength of l1 |w|, once"),
            parameter("l2", NotNegative(0.0), "strength of l2/2 |w|^2, once"),
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| {
            descent(p, Metric::Diagonal { eta: need(p, "alpha"), delta: need(p, "beta") }, Memory::Proximal)
        }),
    },
    Algorithm {
        name: "mirror",
        summary: "mirror descent under a Bregman divergence, with exact proximal (implicit) steps",
        formula: "w' = argmin_w D_phi(w, w_t) + eta_t h l(w.x, y), then the projection onto the set; one scalar root: s in eta h dl(zbar(s)), zbar(s) = x . phi'^-1(phi'(w_t) - s x)",
        bound: "sum_t (1/eta_t) [(1 - alpha_t) eta_t l_t(w_t) + D(u, w_t) - D(u, w_{t+1})]; reported over a euclidean box",
        weakness: "eta must be tuned, if less closely than for explicit steps; entropy and burg learn positive weights only (entropy: --signed)",
        reference: "Kulis and Bartlett 2010",
        cost: "O(nnz) a round, times about 4 for a root without closed form; 16 bytes a feature",
        losses: Losses::Any,
        player: false,
        parameters: &[
            parameter("potential", Choice(&["euclidean", "entropy", "burg"]), "what a step is measured by"),
            parameter(
                "update",
                Choice(&["implicit", "explicit"]),
                "the exact proximal step, or the step on the linearized loss",
            ),
            parameter("eta", Positive(0.5), "the rate"),
            parameter(
                "rate",
                Choice(&["sqrt", "constant", "inverse"]),
                "how the rate falls: eta/sqrt t, eta, eta/t",
            ),
            parameter(
                "start",
                Kind::Real,
                "the weight every coordinate begins with: 0, or 0.01 under entropy and burg",
            ),
            parameter(
                "signed",
                Choice(&["no", "yes"]),
                "weights of both signs under entropy, as differences of two positive ones",
            ),
            parameter("set", Kind::Joint, "simplex or ball:R, in place of a box"),
            ANY_RADIUS,
            BOX,
            L1,
            L2,
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|p, _| {
            let potential = p.get_word("potential").parse().unwrap_or(Potential::Euclidean);
            let start = if potential == Potential::Euclidean { 0.0 } else { 0.01 };
            Mirror {
                potential,
                rate: p.get_word("rate").parse().unwrap_or(Rate::Sqrt),
                eta: need(p, "eta"),
                update: update(p),
                start: p.get("start").unwrap_or(start),
                signed: p.get_word("signed") == "yes",
                joint: p.get_word("set").parse().ok(),
            }
            .into()
        }),
    },
];
