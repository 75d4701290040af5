//! The working set of follow-the-leading-history: copies started at different times, and their shares.
//!
//! A copy starts every round. One started at round i = r 2^k (r odd) plays in rounds i .. i + 2^(k+2), so that O(log t) are alive.
//! After a round, p_j <- p_j exp(-alpha f_t(w_j)), normalised; the dead leave and the rest is normalised again; the newborn of round t+1
//! gets 1/(t+1) and the others keep 1 - 1/(t+1).
//!
//! The bound. The rounds 2^k .. 2^(k+1)-1 are covered by the copy born at 2^k. Over those rounds the ensemble's regret is
//! (its loss - the copy's loss), which is measured, plus the copy's own regret, which its theorem bounds; summing over k bounds the
//! regret of the whole run. So a copy born at a power of two remembers the bound as it stood at its birth.
//! Reference: Hazan and Seshadhri 2009.

use crate::state::{Array, State, StateError};

/// One copy of the base.
pub(crate) struct Member<E> {
    born: u64,
    /// Its share of the prediction.
    pub share: f64,
    loss: f64,
    /// The ensemble's regret bound less its loss, when this copy was born; for those born at powers of two.
    before: Option<f64>,
    /// The copy.
    pub base: E,
}

/// The copies alive.
pub(crate) struct Ensemble<E> {
    alpha: f64,
    rounds: u64,
    loss: f64,
    /// The copies, oldest first.
    pub members: Vec<Member<E>>,
}

fn last_round(born: u64) -> u64 {
    born.saturating_add(1u64.checked_shl(born.trailing_zeros() + 2).unwrap_or(u64::MAX))
}

impl<E> Ensemble<E> {
    /// One copy, before round 1.
    pub fn new(alpha: f64, first: E) -> Self {
        let first = Member { born: 1, share: 1.0, loss: 0.0, before: Some(0.0), base: first };
        Self { alpha, rounds: 0, loss: 0.0, members: vec![first] }
    }

    /// Rounds played.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The weighted mean of what the copies say.
    pub fn mean(&self, says: impl Fn(&E) -> f64) -> f64 {
        self.members.iter().fold(0.0, |sum, m| sum + m.share * says(&m.base))
    }

    /// Ends a round: the ensemble lost `own`, copy j lost `losses[j]`; `newborn` joins for the next round.
    pub fn end_round(&mut self, own: f64, losses: &[f64], newborn: E, bound: impl Fn(&E) -> Option<f64>) {
        self.rounds += 1;
        self.loss += own;
        // Subtracting the least loss changes no ratio and keeps the exponentials from vanishing all at once.
        let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
        for (member, loss) in self.members.iter_mut().zip(losses) {
            member.loss += loss;
            member.share *= libm::exp(-self.alpha * (loss - least));
        }
        let born = self.rounds + 1;
        let before = if born.is_power_of_two() { self.bound(bound).map(|b| b - self.loss) } else { None };
        self.members.retain(|member| last_round(member.born) >= born);
        let total: f64 = self.members.iter().map(|m| m.share).sum();
        let even = 1.0 / self.members.len().max(1) as f64;
        let keep = 1.0 - 1.0 / born as f64;
        for member in &mut self.members {
            // Every share can underflow when all the weight sat on a copy that just died.
            member.share = keep * if total > 0.0 { member.share / total } else { even };
        }
        let share = if self.members.is_empty() { 1.0 } else { 1.0 / born as f64 };
        self.members.push(Member { born, share, loss: 0.0, before, base: newborn });
    }

    /// The regret bound of the whole run, if the copies have bounds.
    pub fn bound(&self, bound: impl Fn(&E) -> Option<f64>) -> Option<f64> {
        let chains =
            self.members.iter().filter_map(|m| Some(m.before? + self.loss - m.loss + bound(&m.base)?));
        chains.min_by(f64::total_cmp)
    }

    /// Writes the set and, through `save`, every copy.
    pub fn save(&self, state: &mut State, save: impl Fn(&E) -> State) {
        state.put_count("rounds", self.rounds);
        state.put_real("loss", self.loss);
        state.put("copies.born", Array::U64(self.members.iter().map(|m| m.born).collect()));
        let (shares, losses) = self.members.iter().map(|m| (m.share, m.loss)).unzip();
        state.put("copies.share", Array::F64(shares));
        state.put("copies.loss", Array::F64(losses));
        for (place, member) in self.members.iter().enumerate() {
            if let Some(before) = member.before {
                state.put_real(format!("copy.{place}.before"), before);
            }
            state.put_part(&format!("copy.{place}.base"), save(&member.base));
        }
    }

    /// Reads back what [`save`](Self::save) wrote.
    pub fn restore(
        alpha: f64,
        state: &State,
        restore: impl Fn(&State) -> Result<E, StateError>,
    ) -> Result<Self, StateError> {
        let born = state.counts("copies.born")?;
        let shares = state.reals_of("copies.share", born.len())?;
        let losses = state.reals_of("copies.loss", born.len())?;
        let rounds = state.rounds()?;
        if born.last() != Some(&(rounds + 1))
            || !born.windows(2).all(|pair| pair[0] < pair[1])
            || born[0] == 0
        {
            let reason = "the copies' births do not fit the rounds".to_owned();
            return Err(StateError::Value { name: "copies.born".into(), reason });
        }
        let mut members = Vec::new();
        for (place, &born) in born.iter().enumerate() {
            let before = state.real(&format!("copy.{place}.before")).ok();
            let base = restore(&state.part(&format!("copy.{place}.base")))?;
            members.push(Member { born, share: shares[place], loss: losses[place], before, base });
        }
        Ok(Self { alpha, rounds, loss: state.real("loss")?, members })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lives_as_long_as_the_formula_says_and_shares_sum_to_one() {
        let mut set = Ensemble::new(1.0, 1u64);
        for t in 1..=5000u64 {
            let alive: Vec<u64> = set.members.iter().map(|m| m.born).collect();
            let expected: Vec<u64> = (1..=t).filter(|i| i + (4 << i.trailing_zeros()) >= t).collect();
            assert_eq!(alive, expected, "round {t}");
            assert!(alive.len() as f64 <= 4.0 + 4.0 * libm::log2(t as f64 + 1.0));
            let total: f64 = set.members.iter().map(|m| m.share).sum();
            assert!((total - 1.0).abs() < 1e-9, "{total}");
            let losses: Vec<f64> = alive.iter().map(|i| (i % 7) as f64 * 100.0).collect();
            set.end_round(1.0, &losses, t + 1, |_| None);
        }
    }
}
