//! How the lanes' predictions become one, and what not knowing the best lane costs.
//!
//! **Logistic** ([`Bayes`](Mixing::Bayes)). Probabilities are mixed:
//!
//! P(y) = sum_k pi_k sigmoid(y p_k),   pi_k <- pi_k sigmoid(y p_k)^(h/m) / norm,
//!
//! with m the mean importance weight so far, this round's included (see [`Weights`]),
//! and before the next round a share a_t = (t + 10)^(-3/2) of the posterior goes back to the prior. That
//! is Bayes over sequences of lanes that may change at round t with odds a_t: early rounds often want
//! another rate than late ones. The sequence that stays on lane k has the mass
//! q_k = prior_k prod_t (1 - a_t (1 - prior_k)) > prior_k / 2, and log loss is mixable, so for importance
//! weights that are all alike the total log loss, in units of the weight, is at most min_k L_k + ln(1/q_k).
//! The margin is the logit of the mixed probability.
//!
//! **All other losses** ([`Hedge`](Mixing::Hedge)). AdaHedge: pi_k proportional to prior_k exp(-eta L_k),
//! eta = ln K / D, where D sums the gaps by which the loss of the mixed prediction exceeded
//! -1/eta ln sum_k pi_k exp(-eta l_k). Whatever the losses, the total is at most
//! min_k L_k + ln(1/prior_k)/eta + D, and D is at most of order sqrt(T ln K) times the range of the
//! losses. The squared loss on an interval of length B has no gap at all for eta <= 1/B^2, so there D is
//! at most B^2 ln K plus one round's gap: of the same order as with that cautious rate, and far less
//! where lanes differ clearly. Predictions are means of margins; where labels are any real numbers they
//! are clipped to the interval of labels seen.
//!
//! Where a weight is above the mean so far a gap can open under the logistic loss too. It is summed, and it
//! is part of the price that is reported. What the price bounds there is sum_t (h_t/m_t) l_t; under the
//! other losses it is sum_t h_t l_t.
//! Weakness: one posterior for all features. Where one lane is best for some features and another for the
//! rest, they are not combined.
//! References: Vovk 1990; Herbster and Warmuth 1998; de Rooij, van Erven, Gruenwald and Koolen 2014.

use super::cell::WIDTH;
use super::weights::Weights;
use crate::loss::{Labels, Loss};
use crate::simd;
use crate::simd::wide;
use crate::state::{Save, State, StateError};

/// How lanes are mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mixing {
    /// Probabilities, by their posterior.
    Bayes,
    /// Margins, by AdaHedge.
    Hedge,
}

impl Mixing {
    /// The rule for a loss.
    pub fn of(loss: Loss) -> Self {
        if matches!(loss, Loss::Logistic(_)) { Mixing::Bayes } else { Mixing::Hedge }
    }
}

/// What the lanes did so far, and how much each is believed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixture<const N: usize> {
    /// How much each lane was believed before anything was seen; sums to 1.
    pub prior: [f64; N],
    /// The posterior: positive under Bayes, sums to 1.
    pub shares: [f64; N],
    /// Each lane's own loss so far.
    pub losses: [f64; N],
    /// The loss of the mixed prediction so far.
    pub own: f64,
    /// The sum D of the gaps.
    pub gaps: f64,
    /// -ln of the part of the prior that never changed lanes.
    pub switching: f64,
    /// The unit of importance weights; under Bayes losses and gaps are counted in their mean.
    pub weights: Weights,
}

/// The interval of labels seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// The least label.
    pub low: f64,
    /// The greatest label.
    pub high: f64,
}

impl Seen {
    /// The interval with one more label; `first` if there was none before.
    pub fn with(self, y: f64, first: bool) -> Self {
        if first { Self { low: y, high: y } } else { Self { low: self.low.min(y), high: self.high.max(y) } }
    }

    /// The unit of rates: a quarter of the largest label's magnitude for real labels, else 1.
    pub fn unit(self, loss: Loss) -> f64 {
        let size = self.low.abs().max(self.high.abs());
        if loss.labels() == Labels::Real && size > 0.0 { 0.25 * size } else { 1.0 }
    }

    /// The lanes' margins, clipped to the interval where labels are real.
    pub fn clip<const N: usize>(self, loss: Loss, margins: &[f64; N]) -> [f64; N] {
        if loss.labels() != Labels::Real {
            return *margins;
        }
        // Not by min and max, which would turn a NaN into a label.
        margins
            .map(|p| if p < self.low { self.low } else { p })
            .map(|p| if p > self.high { self.high } else { p })
    }
}

/// exp of each lane's number, none of which is above 0.
pub(super) fn exp<const N: usize>(lanes: &[f64; N]) -> [f64; N] {
    let mut all = [0.0; N];
    for (all, lanes) in all.chunks_mut(WIDTH).zip(lanes.chunks(WIDTH)) {
        let padded: [f64; WIDTH] = std::array::from_fn(|k| lanes.get(k).copied().unwrap_or(0.0));
        all.copy_from_slice(&wide(simd::Exp(padded))[..lanes.len()]);
    }
    all
}

/// ln sigmoid(p).
fn log_sigmoid(p: f64) -> f64 {
    if p < 0.0 { p - libm::log1p(libm::exp(p)) } else { -libm::log1p(libm::exp(-p)) }
}

/// Up to this size of a margin both probabilities are above 0 in an f64.
const TAME: f64 = 700.0;

/// The logit of the mixed probability; finite for all finite margins.
fn mixed_logit<const N: usize>(shares: &[f64; N], margins: &[f64; N]) -> f64 {
    if margins.iter().all(|p| p.abs() <= TAME) {
        let (mut plus, mut minus) = (0.0, 0.0);
        let small = exp(&margins.map(|p| -p.abs()));
        for ((share, p), e) in shares.iter().zip(margins).zip(small) {
            let (likely, unlikely) = (share / (1.0 + e), share * e / (1.0 + e));
            plus += if *p >= 0.0 { likely } else { unlikely };
            minus += if *p >= 0.0 { unlikely } else { likely };
        }
        return libm::log(plus / minus);
    }
    let side = |sign: f64| {
        let terms: [f64; N] = std::array::from_fn(|k| libm::log(shares[k]) + log_sigmoid(sign * margins[k]));
        let top = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        top + libm::log(terms.iter().map(|term| libm::exp(term - top)).sum())
    };
    side(1.0) - side(-1.0)
}

/// -1/eta ln sum of share exp(-eta loss); for an infinite eta, the least loss.
pub(super) fn mix_loss<const N: usize>(shares: &[f64; N], losses: &[f64; N], eta: f64) -> f64 {
    let held = |k: &usize| shares[*k] > 0.0;
    let least = (0..N).filter(held).map(|k| losses[k]).fold(f64::INFINITY, f64::min);
    if eta == f64::INFINITY {
        return least;
    }
    let parts: [f64; N] = exp(&std::array::from_fn(|k| (-eta * (losses[k] - least)).min(0.0)));
    let sum: f64 = (0..N).filter(held).map(|k| shares[k] * parts[k]).sum();
    least - libm::log(sum) / eta
}

impl<const N: usize> Mixture<N> {
    /// Before anything is seen.
    pub fn new(prior: [f64; N]) -> Self {
        let weights = Weights::PLAIN;
        Self { prior, shares: prior, losses: [0.0; N], own: 0.0, gaps: 0.0, switching: 0.0, weights }
    }

    /// The mixed margin of the lanes' margins.
    pub fn margin(&self, rule: Mixing, says: &[f64; N]) -> f64 {
        match rule {
            Mixing::Bayes => mixed_logit(&self.shares, says),
            Mixing::Hedge => (0..N).fold(0.0, |sum, k| {
                // A lane without a share counts for nothing, also if its margin is infinite.
                if self.shares[k] > 0.0 { sum + self.shares[k] * says[k] } else { sum }
            }),
        }
    }

    /// AdaHedge's rate: infinite until there was a gap.
    pub(super) fn eta(&self) -> f64 {
        if self.gaps > 0.0 { libm::log(N as f64) / self.gaps } else { f64::INFINITY }
    }

    /// The mixture after round t, of importance `weight`, in which the mixture lost `own` and the lanes
    /// `losses`, importance aside; `weights` is what is known of them with this one.
    #[must_use]
    pub fn after(
        &self,
        rule: Mixing,
        t: u64,
        (weights, weight): (Weights, f64),
        own: f64,
        losses: &[f64; N],
    ) -> Self {
        let mut next = Self { weights, ..*self };
        let weight = weight / next.unit(rule);
        let (own, losses) = (weight * own, &losses.map(|loss| weight * loss));
        let eta = if rule == Mixing::Bayes { 1.0 } else { self.eta() };
        let mixed = match rule {
            // No gap: the mixed loss is the loss of the mixed probability.
            Mixing::Bayes if weight <= 1.0 => own,
            // At an infinite rate the leader is followed: the mixed loss is what the least total grew by.
            Mixing::Hedge if eta == f64::INFINITY => {
                self.least(&std::array::from_fn(|k| self.losses[k] + losses[k])) - self.least(&self.losses)
            }
            _ => mix_loss(&self.shares, losses, eta),
        };
        next.own += own;
        for (total, loss) in next.losses.iter_mut().zip(losses) {
            *total += loss;
        }
        let gap = own - mixed;
        // A gap this small is rounding.
        if gap > 1e-12 * (own.abs() + mixed.abs()) {
            next.gaps += gap;
        }
        let prior = self.prior;
        match rule {
            Mixing::Bayes => {
                let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
                let mut total = 0.0;
                for (share, part) in next.shares.iter_mut().zip(exp(&losses.map(|loss| least - loss))) {
                    *share *= part;
                    total += *share;
                }
                let since = t as f64 + 10.0;
                let back = 1.0 / (since * since.sqrt());
                for (share, prior) in next.shares.iter_mut().zip(prior) {
                    *share = (1.0 - back) * (*share / total) + back * prior;
                }
                next.switching -= libm::log1p(-back);
            }
            Mixing::Hedge => next.shares = next.hedged(),
        }
        next
    }

    /// The least of these losses among the lanes that are there.
    fn least(&self, losses: &[f64; N]) -> f64 {
        let there = self.prior.iter().zip(losses).filter(|(prior, _)| **prior > 0.0);
        there.map(|(_, loss)| *loss).fold(f64::INFINITY, f64::min)
    }

    /// AdaHedge's shares by what was lost.
    fn hedged(&self) -> [f64; N] {
        let eta = self.eta();
        let least = self.least(&self.losses);
        // Who has left may have lost less; he has no share.
        let behind = self.losses.map(|loss| (loss - least).max(0.0));
        let parts = match eta {
            f64::INFINITY => behind.map(|behind| f64::from(u8::from(behind == 0.0))),
            eta => exp(&behind.map(|behind| -eta * behind)),
        };
        let weighed: [f64; N] = std::array::from_fn(|k| self.prior[k] * parts[k]);
        let total: f64 = weighed.iter().sum();
        weighed.map(|w| w / total)
    }

    /// Some lanes leave: they have no share in this prior, which is from now on that of the others.
    pub fn retire(&mut self, rule: Mixing, prior: [f64; N]) {
        self.prior = prior;
        self.shares = match rule {
            Mixing::Bayes => {
                let kept: [f64; N] =
                    std::array::from_fn(|k| if prior[k] > 0.0 { self.shares[k] } else { 0.0 });
                let total: f64 = kept.iter().sum();
                kept.map(|share| share / total)
            }
            Mixing::Hedge => self.hedged(),
        };
    }

    /// What losses and prices are counted in.
    pub fn unit(&self, rule: Mixing) -> f64 {
        if rule == Mixing::Bayes { self.weights.mean } else { 1.0 }
    }

    /// The most the mixture can have lost beyond lane k: what not knowing the lane costs.
    pub fn price(&self, rule: Mixing, k: usize) -> f64 {
        self.price_of(rule, self.prior[k])
    }

    /// The same for a lane that was believed so much at the start.
    pub fn price_of(&self, rule: Mixing, prior: f64) -> f64 {
        let unknown = -libm::log(prior);
        match rule {
            Mixing::Bayes => unknown + self.switching + self.gaps,
            Mixing::Hedge if self.gaps == 0.0 => 0.0,
            Mixing::Hedge => unknown / self.eta() + self.gaps,
        }
    }

    /// Writes it.
    pub fn save(&self, state: &mut dyn Save) {
        let Mixture { shares, losses, own, gaps, switching, weights, .. } = *self;
        state.all("lanes.posterior", &shares);
        state.all("lanes.loss", &losses);
        state.all("mixture", &[own, gaps, switching]);
        weights.save(state);
    }

    /// Reads it back.
    pub fn restore(rule: Mixing, prior: [f64; N], state: &State) -> Result<Self, StateError> {
        let numbers = |name: &str| -> Result<[f64; N], StateError> {
            let values = state.reals_of(name, N)?;
            Ok(std::array::from_fn(|k| values[k]))
        };
        let (shares, losses) = (numbers("lanes.posterior")?, numbers("lanes.loss")?);
        let rest = state.reals_of("mixture", 3)?;
        let total: f64 = shares.iter().sum();
        let empty = |(share, prior): (&f64, &f64)| {
            *share < 0.0 || if *prior == 0.0 { *share > 0.0 } else { rule == Mixing::Bayes && *share == 0.0 }
        };
        if (total - 1.0).abs() > 1e-9 || shares.iter().zip(&prior).any(empty) {
            return Err(StateError::impossible("lanes.posterior", "shares are positive and sum to 1"));
        }
        if rest[1] < 0.0 || rest[2] < 0.0 {
            return Err(StateError::impossible("mixture", "gaps are not negative"));
        }
        let weights = Weights::restore(state)?;
        Ok(Self { prior, shares, losses, own: rest[0], gaps: rest[1], switching: rest[2], weights })
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let rest = [self.own, self.gaps, self.switching, self.weights.mean];
        self.shares.iter().chain(&self.losses).chain(&rest).all(|v| v.is_finite())
    }
}
