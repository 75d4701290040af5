//! The learner that needs no settings.

use super::parameters::{ANY_RADIUS, BOX, L1_IF_ASKED, L2_IF_ASKED};
use super::{Algorithm, Losses, Makes};
use crate::spec::learner::Auto;

pub(super) const ROWS: &[Algorithm] = &[Algorithm {
    name: "auto",
    summary: "AdaGrad learners of seven rates, Bayesian ones while features are few, mixed by how well each did: nothing to tune",
    formula: "lane k, raw x or x_i/max|x_i| seen: G_i += g_i^2; H_i = sqrt(G_i)/eta_k; w <- argmin h l(w.x, y) + |w - w_t|_H^2/2;  logistic: P = sum_k pi_k sigmoid(p_k), pi Bayes' posterior, (t+10)^(-3/2) of it back to the prior;  else p = sum_k pi_k p_k by AdaHedge, within the labels seen;  up to 768 features or dense, logistic and squared: mixed again with a constant, lanes on (x - mean)/reach and beliefs N(v, P), v -= q P u, P -= k P u u'P/(1 + k u'P u);  with a box, l1 or l2: the seven lanes alone, w <- argmin over the box of h l + l1 |w| + l2/2 |w|^2 + |w - w_t|_H^2/2, in the units of x in all of them",
    bound: "against the best lane: L <= L_k + ln(1/prior_k) + 0.65 for logistic (first-order lanes: and once more ln(16/7) + 0.65); L_k + ln(1/prior_k)/eta + D for the rest, D = O(sqrt(T ln K)), O(B^2 ln K) for squared; none against fixed weights; under a box, l1 or l2 the same for its lanes, of the loss",
    weakness: "64 bytes a feature, and d^2 numbers of 8 bytes for d features while they are few; rates never rise again, so drift is followed slowly",
    reference: "Duchi, Hazan and Singer 2011; Kulis and Bartlett 2010; Vovk 1990; MacKay 1992; Herbster and Warmuth 1998; de Rooij et al. 2014",
    cost: "O(nnz) a round and 64 bytes a feature, one line of the cache, and up to 32,767 features 64 more for averages; beside that O(d^2) a round while there are d <= 768 features, O(d) for dense rows of d <= 16,384, not for text; with a box, l1 or l2 144 bytes a feature, seven roots and no matrices",
    losses: Losses::Any,
    player: false,
    parameters: &[ANY_RADIUS, BOX, L1_IF_ASKED, L2_IF_ASKED],
    makes: Makes::Learner(|_, _| Auto {}.into()),
}];
