//! What each feature adds to the mixed margin.
//!
//! Lane k's margin m_k is a sum over features, and the mixture's f(m) is not. But f(m) = sum_k c_k m_k for factors c_k, so a feature adds the sum over lanes of c_k times what it
//! adds there. Where margins are mixed c_k = pi_k; a lane that is clipped is scaled to where it is clipped, if that is a small change. Where probabilities are (logistic),
//!
//! P - 1/2 = sum_k pi_k (sigmoid(m_k) - 1/2) = sum_k pi_k t_k m_k,   t_k = (sigmoid(m_k) - 1/2)/m_k,   c_k = pi_k t_k logit(P)/(P - 1/2):
//!
//! every c_k is above 0, and for lanes that agree it is pi_k. (The rescale rule of DeepLIFT: Shrikumar, Greenside and Kundaje 2017.)
//! Weakness: lanes add in their own float, so the sum is the margin to that float's rounding.

use super::float::Float;
use super::grid::LANES;
use super::kernel;
use super::mixture::{Mixing, Mixture, Seen};
use crate::features::Features;
use crate::loss::Loss;
use crate::online::factor_to;
use crate::table::Lookup;

/// Below this a probability's distance from 1/2 is lost in rounding, and its slope there is taken.
const TINY: f64 = 1e-9;

/// (sigmoid(m) - 1/2)/m.
fn steepness(m: f64) -> f64 {
    if m.abs() < TINY { 0.25 } else { 0.5 * libm::tanh(0.5 * m) / m }
}

/// The factors c_k.
pub(super) fn factors<const N: usize>(
    loss: Loss,
    seen: Seen,
    mixture: &Mixture<N>,
    margins: &[f64; N],
) -> [f64; N] {
    let shares = &mixture.shares;
    if Mixing::of(loss) == Mixing::Hedge {
        let says = seen.clip(loss, margins);
        return std::array::from_fn(|k| shares[k] * factor_to(margins[k], margins[k].abs(), says[k]));
    }
    let parts: [f64; N] = std::array::from_fn(|k| shares[k] * steepness(margins[k]));
    let off = (0..N).fold(0.0, |sum, k| sum + parts[k] * margins[k]);
    let back = if off.abs() < TINY { 4.0 } else { mixture.margin(Mixing::Bayes, margins) / off };
    parts.map(|part| part * back)
}

/// What each feature of x adds, in its order.
pub fn contributions<F: Float, const N: usize>(
    loss: Loss,
    seen: Seen,
    mixture: &Mixture<LANES>,
    cells: &impl Lookup<[F; N]>,
    x: Features<'_>,
) -> Vec<f64> {
    let factors = factors(loss, seen, mixture, &kernel::margins(cells, x));
    let of = |one: Features<'_>| {
        let margins = kernel::margins(cells, one);
        (0..LANES).fold(0.0, |sum, k| if factors[k] > 0.0 { sum + factors[k] * margins[k] } else { sum })
    };
    x.singles().map(of).collect()
}
