//! Players of their own at each coordinate: for curved losses and for gradients that hardly vary.

use super::parameters::{AVERAGE, BOX, NORMALIZE, SCALE, UNIT_RADIUS, need, parameter};
use super::{Algorithm, Losses, Makes};
use crate::spec::Kind::NotNegative;
use crate::spec::learner::{Optimistic, StronglyConvex, Variation};

pub(super) const ROWS: &[Algorithm] = &[
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
            NORMALIZE,
            AVERAGE,
        ],
        makes: Makes::Learner(|_, _| StronglyConvex {}.into()),
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
        parameters: &[UNIT_RADIUS, BOX, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|_, _| Variation {}.into()),
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
        parameters: &[UNIT_RADIUS, BOX, SCALE, NORMALIZE, AVERAGE],
        makes: Makes::Learner(|p, _| Optimistic { scale: need(p, "scale") }.into()),
    },
];
