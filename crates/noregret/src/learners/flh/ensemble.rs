//! The working set of follow-the-leading-history: copies started at different times, and their shares.
//!
//! A copy starts every round. One started at round i = r 2^k (r odd) plays in rounds i .. i + 2^(k+2),
//! so that O(log t) are alive. After a round, p_j <- p_j exp(-alpha f_t(w_j)), normalised; the dead
//! leave and the rest is normalised again; the newborn of round t+1 gets 1/(t+1) and the others keep
//! 1 - 1/(t+1).
//!
//! The bound. The rounds 2^k .. 2^(k+1)-1 are covered by the copy born at 2^k. Over those rounds the
//! ensemble's regret is (its loss - the copy's loss), which is measured, plus the copy's own regret,
//! which its theorem bounds; summing over k bounds the regret of the whole run. So a copy born at a
//! power of two remembers the bound as it stood at its birth.
//! Reference: Hazan and Seshadhri 2009.

use crate::state::{Array, Part, Save, State, StateError};

/// One copy of the base.
pub(crate) struct Member<E> {
    born: u64,
    /// Its share of the prediction.
    pub share: f64,
    loss: f64,
    /// The ensemble's regret bound less its loss, when this copy was born; for those born at powers of two.
    before: Option<f64>,
    /// The learner itself.
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

/// The rounds in which the copies alive in a round were born, in order: of those born at odd multiples
/// of 2^k only the latest few can be.
fn alive(round: u64) -> Vec<u64> {
    let mut born: Vec<u64> = (0..u64::BITS)
        .flat_map(|k| {
            let latest = round >> k << k;
            (0..=4).filter_map(move |back: u64| latest.checked_sub(back.checked_shl(k)?))
        })
        .filter(|&born| born > 0 && last_round(born) >= round)
        .collect();
    born.sort_unstable();
    born.dedup();
    born
}

impl<E> Ensemble<E> {
    /// One copy, before round 1.
    pub fn new(alpha: f64, first: E) -> Self {
        let first = Member { born: 1, share: 1.0, loss: 0.0, before: Some(0.0), base: first };
        Self { alpha, rounds: 0, loss: 0.0, members: vec![first] }
    }

    /// How many rounds were played.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The weighted mean of what the copies say.
    pub fn mean(&self, says: impl Fn(&E) -> f64) -> f64 {
        self.members.iter().fold(0.0, |sum, m| sum + m.share * says(&m.base))
    }

    /// Whether what a round costs can be added up: the sums of losses stay finite. A round for which
    /// they would not must be refused.
    pub fn countable(&self, own: f64, losses: &[f64]) -> bool {
        let mut sums = self.members.iter().zip(losses).map(|(member, loss)| member.loss + loss);
        (self.loss + own).is_finite() && sums.all(f64::is_finite)
    }

    /// Ends a round that [`countable`](Self::countable): the ensemble lost `own`, copy j lost
    /// `losses[j]`; `newborn` joins for the next round.
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
        // Where a bound leaves the finite numbers it says nothing, and the chain that would go on from
        // it ends.
        let before = born.is_power_of_two().then(|| self.bound(bound)).flatten().map(|b| b - self.loss);
        let before = before.filter(|before| before.is_finite());
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
        chains.filter(|bound| bound.is_finite()).min_by(f64::total_cmp)
    }

    /// Writes the set and, through `save`, every copy.
    pub fn save(&self, state: &mut dyn Save, save: impl Fn(&E, &mut dyn Save)) {
        state.put_count("rounds", self.rounds);
        state.put_real("loss", self.loss);
        state.put("copies.born", Array::U64(self.members.iter().map(|m| m.born).collect()));
        let (shares, losses) = self.members.iter().map(|m| (m.share, m.loss)).unzip();
        state.put("copies.share", Array::F64(shares));
        state.put("copies.loss", Array::F64(losses));
        for (k, member) in self.members.iter().enumerate() {
            if let Some(before) = member.before {
                state.put_real(format!("copy.{k}.before"), before);
            }
            save(&member.base, &mut Part::new(state, &format!("copy.{k}.base")));
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
        if born != alive(rounds + 1) {
            return Err(StateError::impossible("copies.born", "the copies' births do not fit the rounds"));
        }
        // Shares are normalised every round, so that their sum is off by a few roundings a copy.
        let total: f64 = shares.iter().sum();
        let slack = 4.0 * f64::EPSILON * born.len() as f64;
        if !shares.iter().all(|share| *share >= 0.0) || (total - 1.0).abs() > slack {
            return Err(StateError::impossible("copies.share", "shares are not negative and sum to 1"));
        }
        let mut members = Vec::new();
        for (k, &born) in born.iter().enumerate() {
            let before = match state.real(&format!("copy.{k}.before")) {
                Err(StateError::Missing { .. }) => None,
                before => Some(before?),
            };
            if before.is_some() && !born.is_power_of_two() {
                return Err(StateError::impossible(
                    "copies.born",
                    "only a copy born at a power of two remembers a bound",
                ));
            }
            let base = restore(&state.part(&format!("copy.{k}.base")))?;
            members.push(Member { born, share: shares[k], loss: losses[k], before, base });
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
            assert_eq!(alive, super::alive(t), "round {t}");
            assert!(alive.len() as f64 <= 4.0 + 4.0 * libm::log2(t as f64 + 1.0));
            let total: f64 = set.members.iter().map(|m| m.share).sum();
            assert!((total - 1.0).abs() < 1e-9, "{total}");
            let losses: Vec<f64> = alive.iter().map(|i| (i % 7) as f64 * 100.0).collect();
            set.end_round(1.0, &losses, t + 1, |_| None);
        }
    }

    #[test]
    fn births_of_the_far_future_are_found_too() {
        for t in [u64::from(u32::MAX), (1 << 53) - 1, 1 << 52] {
            let alive = alive(t);
            assert!(alive.last() == Some(&t) && alive.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(alive.iter().all(|&born| last_round(born) >= t) && alive.len() > 50);
        }
    }

    #[test]
    fn sums_that_would_leave_the_finite_numbers_are_seen_before() {
        let mut set = Ensemble::new(1.0, ());
        assert!(set.countable(1e308, &[1e308]));
        set.end_round(1e308, &[1e308], (), |()| Some(f64::MAX));
        assert!(!set.countable(1e308, &[0.0, 0.0]), "the ensemble's");
        assert!(!set.countable(0.0, &[1e308, 0.0]), "a copy's");
        assert!(set.countable(0.0, &[0.0, 1e308]) && !set.countable(f64::NAN, &[0.0, 0.0]));
        set.end_round(-1e308, &[-1e308, 0.0], (), |()| Some(f64::INFINITY));
        assert_eq!(set.bound(|()| Some(f64::INFINITY)), None, "what is infinite is no bound");
        let mut state = State::new();
        set.save(&mut state, |(), _| {});
        assert!(Ensemble::restore(1.0, &state, |_| Ok(())).is_ok());
    }

    #[test]
    fn impossible_sets_are_refused() {
        let mut set = Ensemble::new(1.0, ());
        (0..20).for_each(|_| {
            let losses = vec![0.5; set.members.len()];
            set.end_round(0.5, &losses, (), |()| Some(1.0));
        });
        let mut state = State::new();
        set.save(&mut state, |(), _| {});
        let refused = |change: &dyn Fn(&mut State)| {
            let mut other = state.clone();
            change(&mut other);
            Ensemble::restore(1.0, &other, |_| Ok(())).is_err()
        };
        assert!(!refused(&|_| ()));
        let shares = state.reals("copies.share").unwrap().to_vec();
        let born = state.counts("copies.born").unwrap().to_vec();
        let with = |k: usize, share: f64| {
            let mut shares = shares.clone();
            shares[k] = share;
            shares
        };
        assert!(refused(&|s| s.put("copies.share", Array::F64(with(0, 2.0)))));
        assert!(refused(&|s| s.put("copies.share", Array::F64(with(1, -shares[1])))));
        assert!(refused(&|s| s.put("copies.share", Array::F64(vec![0.0; shares.len()]))));
        let other: Vec<u64> = born.iter().map(|b| if *b == born[0] { b + 1 } else { *b }).collect();
        assert!(refused(&|s| s.put("copies.born", Array::U64(other.clone()))));
        assert!(refused(&|s| s.put("copy.0.before", Array::F64(vec![f64::NAN]))));
    }
}
