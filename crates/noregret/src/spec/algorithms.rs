//! The table of named algorithms: each is a function from parameters to a [`Spec`], and its documentation.
//!
//! A new algorithm is a row here; every test that runs over [`ALL`] then tests it.

use super::{Kind, Kind::Choice, Kind::NotNegative, Kind::Positive, Kind::Radius, Kind::Whole};
use super::{
    Learner, Matrix, Memory, Method, Metric, Parameter, Parameters, Potential, Projection, Scale, Spec,
    SpecError, Update, Value,
};
use crate::loss::{Absolute, Hinge, Labels, Loss, Squared, SquaredHinge};
use crate::rule::schedule::Rate;

/// Which losses an algorithm learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Losses {
    /// Any.
    Any,
    /// The ones with labels -1 and +1.
    Binary,
    /// Hinge, or absolute for regression: the passive-aggressive pair.
    Margin,
}

/// A named algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// The update.
    pub formula: &'static str,
    /// What is proven about its regret.
    pub bound: &'static str,
    /// Where it disappoints.
    pub weakness: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What a round costs in time, and a feature in memory.
    pub cost: &'static str,
    /// Its losses; hinge is the default of those made for it, logistic of the rest.
    pub losses: Losses,
    /// Whether it is also a player that takes gradients alone.
    pub player: bool,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    makes: Makes,
}

/// What a row of the table stands for.
#[derive(Clone, Copy, Debug)]
enum Makes {
    /// A learner, by its parameters and loss.
    Learner(fn(&Parameters, Loss) -> Learner),
    /// Copies of the algorithm that its parameter `base` names.
    Copies,
}

const fn parameter(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter { name, kind, about }
}

const UNIT_RADIUS: Parameter =
    parameter("radius", Radius(Some(1.0)), "R of the box [-R, R] that holds every weight");
const ANY_RADIUS: Parameter = parameter(
    "radius",
    Radius(None),
    "R of the box [-R, R]; without one weights are free and there is no bound",
);
const BOX: Parameter =
    parameter("box", Kind::Box, "the interval LO,HI of every weight, in place of a radius");
const SCALE: Parameter = parameter("scale", Positive(1.0), "factor on the theorem's rate");
const FEATURES: Parameter = parameter(
    "features",
    Whole(None, 1),
    "how many features there will be, the constant one included; without it the rate follows those seen so far",
);
const L1: Parameter = parameter("l1", NotNegative(0.0), "strength of l1 |w|, every round");
const L2: Parameter = parameter("l2", NotNegative(0.0), "strength of l2/2 |w|^2, every round");
const UPDATE: Parameter = parameter(
    "update",
    Choice(&["explicit", "implicit"]),
    "the step on the linearized loss, or the exact proximal step",
);
const C: Parameter = parameter("C", Positive(1.0), "aggressiveness: the largest step");
const VARIANCE: Parameter = parameter("variance", Positive(1.0), "the variance every weight starts with");

const METHOD: Parameter =
    parameter("method", Choice(&["cmd", "pds"]), "composite mirror descent, or primal-dual subgradient");
const MATRIX_ETA: Parameter = parameter("eta", Positive(1.0), "the rate");
const MATRIX_DELTA: Parameter = parameter("delta", Positive(1.0), "curvature before any gradient");
const TAU: Parameter =
    parameter("tau", Whole(Some(10), 1), "rows of the sketch, the one for the new gradient included");
const fn precondition(about: &'static str) -> Parameter {
    parameter("precondition", Choice(&["diag", "none"]), about)
}

/// The rates of sketched learners in scaled coordinates, where they are not given.
const SCALED_RATES: &[(&str, [(&str, f64); 2])] = &[
    ("ada-fd", [("eta", 4.0), ("delta", 16.0)]),
    ("s-ada", [("eta", 8.0), ("delta", 256.0)]),
    ("fd-son", [("eta", 0.003), ("alpha", 3.0)]),
    ("rfd-son", [("eta", 0.003), ("alpha", 3.0)]),
];

/// Who gives one of these and says nothing of coordinates means the algorithm as it was published.
const PUBLISHED: &[&str] = &["eta", "delta", "alpha", "method", "radius", "box", "l1", "l2"];

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
    Learner::Sketched { matrix, method, scale, tau, update: update(p) }
}

/// eta, delta, tau and seed.
fn projected(p: &Parameters) -> (f64, f64, u32, u32) {
    (need(p, "eta"), need(p, "delta"), need(p, "tau") as u32, need(p, "seed") as u32)
}

fn descent(p: &Parameters, metric: Metric, memory: Memory) -> Learner {
    Learner::Descent { metric, memory, update: update(p), step_loss: None }
}

fn update(p: &Parameters) -> Update {
    if p.get_word("update") == "implicit" { Update::Implicit } else { Update::Explicit }
}

fn implicit(metric: Metric, step_loss: Option<Loss>) -> Learner {
    Learner::Descent { metric, memory: Memory::Mirror, update: Update::Implicit, step_loss }
}

fn need(p: &Parameters, name: &str) -> f64 {
    p.get(name).unwrap_or(f64::NAN)
}

/// Every named algorithm.
pub static ALL: &[Algorithm] = &[
    Algorithm {
        name: "auto",
        summary: "seven implicit AdaGrad learners of different rates side by side, mixed by how well each did: nothing to tune",
        formula: "lane k, raw x or x_i/max|x_i| seen: G_i += g_i^2; H_i = sqrt(G_i)/eta_k; w <- argmin h l(w.x, y) + |w - w_t|_H^2/2;  logistic: P = sum_k pi_k sigmoid(p_k), pi Bayes' posterior, (t+10)^(-3/2) of it back to the prior;  else p = sum_k pi_k p_k by AdaHedge, within the labels seen",
        bound: "against the best lane: L <= L_k + ln(1/prior_k) + 0.65 for logistic; L_k + ln(1/prior_k)/eta + D for the rest, D = O(sqrt(T ln K)), O(B^2 ln K) for squared; none against fixed weights",
        weakness: "64 bytes a feature; rates never rise again, so drift is followed slowly",
        reference: "Duchi, Hazan and Singer 2011; Kulis and Bartlett 2010; Vovk 1990; Herbster and Warmuth 1998; de Rooij et al. 2014",
        cost: "O(nnz) a round; 64 bytes a feature: one line of the cache",
        losses: Losses::Any,
        player: false,
        parameters: &[],
        makes: Makes::Learner(|_, _| Learner::Auto),
    },
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
        parameters: &[UNIT_RADIUS, BOX, SCALE, UPDATE, L1, L2],
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
        parameters: &[UNIT_RADIUS, BOX, SCALE, FEATURES, UPDATE, L1, L2],
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
        ],
        makes: Makes::Learner(|p, _| {
            let potential = p.get_word("potential").parse().unwrap_or(Potential::Euclidean);
            let start = if potential == Potential::Euclidean { 0.0 } else { 0.01 };
            Learner::Mirror {
                potential,
                rate: p.get_word("rate").parse().unwrap_or(Rate::Sqrt),
                eta: need(p, "eta"),
                update: update(p),
                start: p.get("start").unwrap_or(start),
                signed: p.get_word("signed") == "yes",
                joint: p.get_word("set").parse().ok(),
            }
        }),
    },
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
        parameters: &[MATRIX_ETA, MATRIX_DELTA, METHOD, UPDATE, ANY_RADIUS, BOX, L1, L2],
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
        parameters: &[MATRIX_ETA, MATRIX_DELTA, TAU, SEED, UPDATE],
        makes: Makes::Learner(|p, _| {
            let (eta, delta, tau, seed) = projected(p);
            Learner::LowRank { eta, delta, tau, seed, update: update(p) }
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
        player: false,
        parameters: &[MATRIX_ETA, MATRIX_DELTA, TAU, SEED, UPDATE],
        makes: Makes::Learner(|p, _| {
            let (eta, delta, tau, seed) = projected(p);
            Learner::Projected { projection: Projection::Hadamard, eta, delta, tau, seed, update: update(p) }
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
        player: false,
        parameters: &[MATRIX_ETA, MATRIX_DELTA, TAU, SEED, UPDATE],
        makes: Makes::Learner(|p, _| {
            let (eta, delta, tau, seed) = projected(p);
            Learner::Projected { projection: Projection::Gaussian, eta, delta, tau, seed, update: update(p) }
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
        parameters: &[SON_ETA, SON_ALPHA, UPDATE],
        makes: Makes::Learner(|p, _| Learner::Newton {
            eta: need(p, "eta"),
            alpha: need(p, "alpha"),
            update: update(p),
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
        ],
        makes: Makes::Learner(|p, _| {
            let matrix = Matrix::RobustSon { eta: need(p, "eta"), alpha: need(p, "alpha") };
            sketched(p, matrix, tau(p))
        }),
    },
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
        parameters: &[],
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
        parameters: &[C],
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
        parameters: &[C],
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
        parameters: &[parameter("phi", Positive(1.0), "the confidence asked of every example"), VARIANCE],
        makes: Makes::Learner(|p, _| Learner::Cw { phi: need(p, "phi"), variance: need(p, "variance") }),
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
        parameters: &[parameter("r", Positive(1.0), "the regularizer: larger is slower"), VARIANCE],
        makes: Makes::Learner(|p, _| Learner::Arow { r: need(p, "r"), variance: need(p, "variance") }),
    },
    Algorithm {
        name: "strongly-convex",
        summary: "adaptive descent that turns the l2 penalty of each feature group into faster rates",
        formula: "lam_t = (sqrt((H_{1:t} + lam_{1:t-1})^2 + 8 g^2/(3 D^2)) - (H_{1:t} + lam_{1:t-1}))/2;  eta = 1/(H_{1:t} + lam_{1:t});  w <- clip(w - eta (g + lam_t w)), per coordinate, H the l2 of its group",
        bound: "O(sum_i min(sqrt T, log T / H_i)), accumulated live",
        weakness: "without curvature it is no better than per-coord",
        reference: "Bartlett, Hazan and Rakhlin 2007; per coordinate, Streeter and McMahan 2010, section 4.1",
        cost: "O(nnz) a round; 40 bytes a feature",
        losses: Losses::Any,
        player: true,
        parameters: &[
            UNIT_RADIUS,
            BOX,
            parameter("l2", NotNegative(0.0), "strength of l2/2 |w|^2 every round: the curvature"),
        ],
        makes: Makes::Learner(|_, _| Learner::StronglyConvex),
    },
    Algorithm {
        name: "variation",
        summary: "lazy projection whose regret follows the variation of the gradients, not their size",
        formula: "w = clip(c - kappa sum g), kappa = rad min(2/sqrt V, 1/6)/max|g|, V guessed by quadrupling with restarts, per coordinate",
        bound: "O(sum_i sqrt V_i), V_i = sum_t (g_{t,i} - mean_i)^2, accumulated live",
        weakness: "restarts forget; `optimistic` has the same rate without them",
        reference: "Hazan and Kale 2008; per coordinate, Streeter and McMahan 2010, section 4.2",
        cost: "O(nnz) a round; 56 bytes a feature",
        losses: Losses::Any,
        player: true,
        parameters: &[UNIT_RADIUS, BOX],
        makes: Makes::Learner(|_, _| Learner::Variation),
    },
    Algorithm {
        name: "optimistic",
        summary: "gradient descent with the mean of past gradients as a hint: pays only for surprises",
        formula: "m = mean of past g;  eta = scale D / sqrt(2 sum (g - m)^2);  v <- clip(v - eta g);  w = clip(v - eta m), per coordinate",
        bound: "O(sum_i sqrt V_i), accumulated live",
        weakness: "a hint that is always wrong doubles the price; in a wide box lower scale",
        reference: "Chiang et al. 2012; Rakhlin and Sridharan 2013",
        cost: "O(nnz) a round; 40 bytes a feature",
        losses: Losses::Any,
        player: true,
        parameters: &[UNIT_RADIUS, BOX, SCALE],
        makes: Makes::Learner(|p, _| Learner::Optimistic { scale: need(p, "scale") }),
    },
    Algorithm {
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
    },
];

/// What flh can copy: every other algorithm. Its own `alpha` leaves `ftrl` its default one.
const BASES: &[&str] = &[
    "per-coord",
    "global",
    "ogd",
    "ada-diag",
    "ftrl",
    "mirror",
    "ada-full",
    "ada-fd",
    "s-ada",
    "ada-lr",
    "radagrad",
    "ada-dp",
    "ons",
    "fd-son",
    "rfd-son",
    "pa",
    "pa1",
    "pa2",
    "cw",
    "arow",
    "strongly-convex",
    "variation",
    "optimistic",
    "auto",
];

/// The algorithm of that name.
pub fn find(name: &str) -> Result<&'static Algorithm, SpecError> {
    ALL.iter().find(|a| a.name == name).ok_or_else(|| SpecError::Unknown {
        name: name.to_owned(),
        near: nearest(name),
        known: ALL.iter().map(|a| a.name).collect(),
    })
}

/// The name fewest edits away, if those are few for its length.
fn nearest(name: &str) -> Option<&'static str> {
    let near = ALL.iter().map(|a| (edits(&name.to_lowercase(), a.name), a.name)).min();
    near.filter(|(distance, _)| *distance <= name.len().div_ceil(3)).map(|(_, name)| name)
}

/// Insertions, deletions, changes and swaps of neighbours that turn one word into the other.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swapped = if swap { table[i - 2][j - 2] + 1 } else { usize::MAX };
                change.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(swapped)
            };
        }
    }
    table[a.len()][b.len()]
}

impl Algorithm {
    /// The loss it learns unless told otherwise.
    pub fn default_loss(&self) -> Loss {
        match self.losses {
            Losses::Any => Loss::Logistic(crate::loss::Logistic {}),
            Losses::Binary | Losses::Margin => Loss::Hinge(Hinge {}),
        }
    }

    /// Its parameters with these given: flh takes its base's too.
    pub fn parameters_with(&self, given: &Parameters) -> Result<Vec<&'static Parameter>, SpecError> {
        let mut all: Vec<_> = self.parameters.iter().collect();
        if let Some(base) = self.base(given)? {
            let own: Vec<_> = all.iter().map(|p| p.name).collect();
            all.extend(base.parameters.iter().filter(|p| !own.contains(&p.name)));
        }
        Ok(all)
    }

    /// The algorithm it copies, if it is made of copies.
    pub fn base(&self, given: &Parameters) -> Result<Option<&'static Algorithm>, SpecError> {
        let (Makes::Copies, Some(parameter)) =
            (self.makes, self.parameters.iter().find(|p| p.name == "base"))
        else {
            return Ok(None);
        };
        let value = given.values.get("base").cloned().or_else(|| parameter.default());
        let value = value.unwrap_or(Value::Word(String::new()));
        parameter.check(&value)?;
        find(&value.to_string()).map(Some)
    }

    /// What was given, checked, and the defaults of the rest.
    pub fn resolve(&self, given: &Parameters) -> Result<Parameters, SpecError> {
        let all = self.parameters_with(given)?;
        for (name, value) in &given.values {
            match all.iter().find(|p| p.name == name) {
                Some(parameter) => parameter.check(value)?,
                None => {
                    let takes = all.iter().map(|p| p.name).collect();
                    return Err(SpecError::NotTaken {
                        algorithm: self.name.to_owned(),
                        name: name.clone(),
                        takes,
                    });
                }
            }
        }
        if given.values.contains_key("box") && given.values.contains_key("radius") {
            return Err(SpecError::Illegal("give a radius or a box, not both".to_owned()));
        }
        for group in &given.groups {
            let taken =
                [("box", group.set.is_some()), ("l1", group.l1.is_some()), ("l2", group.l2.is_some())];
            for (name, given) in taken {
                if given && !all.iter().any(|p| p.name == name) {
                    let takes = all.iter().map(|p| p.name).collect();
                    return Err(SpecError::NotTaken {
                        algorithm: self.name.to_owned(),
                        name: name.to_owned(),
                        takes,
                    });
                }
            }
        }
        let mut resolved = given.clone();
        if all.iter().any(|p| p.name == "precondition") {
            let published = PUBLISHED.iter().any(|name| given.values.contains_key(*name));
            let word = Value::Word(if published { "none" } else { "diag" }.to_owned());
            resolved.values.entry("precondition".to_owned()).or_insert(word);
            // Copies have the rates of what they are copies of.
            let named = self.base(given)?.unwrap_or(self).name;
            let rates = SCALED_RATES.iter().find(|(name, _)| *name == named).map(|(_, rates)| rates);
            for (name, rate) in
                rates.filter(|_| resolved.get_word("precondition") == "diag").into_iter().flatten()
            {
                resolved.values.entry((*name).to_owned()).or_insert(Value::Number(*rate));
            }
        }
        for parameter in all {
            let boxed = parameter.name == "radius" && given.values.contains_key("box");
            if let (false, Some(value)) = (boxed, parameter.default()) {
                resolved.values.entry(parameter.name.to_owned()).or_insert(value);
            }
        }
        Ok(resolved)
    }

    /// The spec it names, with these parameters and loss, or its own defaults.
    pub fn spec(&self, loss: Option<Loss>, given: &Parameters) -> Result<Spec, SpecError> {
        let resolved = self.resolve(given)?;
        let base = self.base(given)?;
        let inner = base.unwrap_or(self);
        let loss = loss.unwrap_or_else(|| inner.default_loss());
        let fits = match inner.losses {
            Losses::Any => true,
            Losses::Binary => loss.labels() == Labels::Binary,
            Losses::Margin => matches!(loss, Loss::Hinge(Hinge {}) | Loss::Absolute(Absolute {})),
        };
        if !fits {
            let wanted = if inner.losses == Losses::Binary {
                "a binary loss"
            } else {
                "hinge, or absolute for regression"
            };
            return Err(SpecError::Illegal(format!("{} learns {wanted}, not {loss}", inner.name)));
        }
        let (flh, base_parameters) = match base {
            Some(base) => {
                let own: Vec<_> = self.parameters.iter().map(|p| p.name).collect();
                let mut left = given.clone();
                left.values.retain(|name, _| !own.contains(&name.as_str()));
                (Some(need(&resolved, "alpha")), base.resolve(&left)?)
            }
            None => (None, resolved),
        };
        let Makes::Learner(learner) = inner.makes else {
            return Err(SpecError::Illegal(format!("{} copies learners, not copies of them", self.name)));
        };
        Ok(Spec {
            loss,
            learner: learner(&base_parameters, loss),
            set: base_parameters.set(),
            l1: base_parameters.get("l1").unwrap_or(0.0),
            l2: base_parameters.get("l2").unwrap_or(0.0),
            groups: base_parameters.groups.clone(),
            flh,
            classes: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::interval::Interval;
    use crate::spec::Group;

    #[test]
    fn every_algorithm_builds_with_its_defaults_and_documents_itself() {
        for algorithm in ALL {
            algorithm.spec(None, &Parameters::new()).unwrap().check().unwrap();
            for text in [
                algorithm.summary,
                algorithm.formula,
                algorithm.bound,
                algorithm.weakness,
                algorithm.reference,
                algorithm.cost,
            ] {
                assert!(!text.is_empty(), "{}", algorithm.name);
            }
            assert_eq!(
                algorithm.name != "flh",
                BASES.contains(&algorithm.name),
                "flh copies every other algorithm"
            );
        }
    }

    #[test]
    fn a_rate_alone_means_the_published_algorithm() {
        let spec = |given: Parameters| find("ada-fd").unwrap().spec(None, &given).unwrap().learner;
        let parts = |learner: Learner| match learner {
            Learner::Sketched { matrix: Matrix::Ada { eta, delta }, scale, .. } => (eta, delta, scale),
            other => panic!("{other:?}"),
        };
        let nothing = Parameters::new;
        assert_eq!(parts(spec(nothing().number("tau", 5.0))), (4.0, 16.0, Scale::Diagonal));
        assert_eq!(parts(spec(nothing().number("eta", 2.0))), (2.0, 1.0, Scale::None));
        assert_eq!(parts(spec(nothing().number("l2", 0.5))), (1.0, 1.0, Scale::None));
        assert_eq!(parts(spec(nothing().word("precondition", "none"))), (1.0, 1.0, Scale::None));
        let both = nothing().word("precondition", "diag").number("eta", 2.0);
        assert_eq!(parts(spec(both)), (2.0, 16.0, Scale::Diagonal));
        let boxed = nothing().word("precondition", "diag").number("radius", 1.0);
        assert!(find("ada-fd").unwrap().spec(None, &boxed).unwrap().check().is_err());
    }

    #[test]
    fn refuses_what_an_algorithm_does_not_take() {
        let refused = |name: &str, given: Parameters| find(name).unwrap().spec(None, &given).unwrap_err();
        assert!(matches!(refused("pa", Parameters::new().number("eta", 1.0)), SpecError::NotTaken { .. }));
        assert!(matches!(
            refused("per-coord", Parameters::new().number("scale", -1.0)),
            SpecError::Range { .. }
        ));
        assert!(matches!(
            refused("per-coord", Parameters::new().number("scale", f64::NAN)),
            SpecError::Range { .. }
        ));
        assert!(matches!(
            refused("ada-diag", Parameters::new().word("method", "xyz")),
            SpecError::Range { .. }
        ));
        for n in [0.0, 2.5, 5e9] {
            assert!(matches!(
                refused("global", Parameters::new().number("features", n)),
                SpecError::Range { .. }
            ));
        }
        let mut grouped = Parameters::new().number("features", 9.0);
        let group = Group { name: "a".into(), set: Some(Interval::radius(2.0)), l1: None, l2: None };
        grouped.groups.push(group);
        assert!(matches!(
            find("global").unwrap().spec(None, &grouped).unwrap().check(),
            Err(SpecError::Illegal(_))
        ));
        let both = Parameters::new().number("radius", 1.0).interval("box", -1.0, 1.0);
        assert!(matches!(refused("per-coord", both), SpecError::Illegal(_)));
        assert!(matches!(refused("flh", Parameters::new().word("base", "flh")), SpecError::Range { .. }));
        assert!(matches!(
            refused("flh", Parameters::new().word("base", "pa").number("eta", 1.0)),
            SpecError::NotTaken { .. }
        ));
        assert!(find("pa").unwrap().spec(Some("logistic".parse().unwrap()), &Parameters::new()).is_err());
        for (typed, meant) in [("PA", "pa"), ("ftlr", "ftrl"), ("Global", "global"), ("ada_diag", "ada-diag")]
        {
            assert!(
                matches!(find(typed), Err(SpecError::Unknown { near: Some(near), .. }) if near == meant),
                "{typed}"
            );
        }
        assert!(matches!(find("xyzzy"), Err(SpecError::Unknown { near: None, .. })));
        assert!(matches!(find("percoord"), Err(SpecError::Unknown { near: Some("per-coord"), .. })));
    }
}
