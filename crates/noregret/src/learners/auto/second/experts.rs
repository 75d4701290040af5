//! Who is mixed beside the first-order lanes, how much each is believed before anything is seen, and how long each stays.
//!
//! The first is the mixture of the first-order lanes as a whole, then a constant, then every belief twice: by its mean and on average; then lanes on centred features. Beliefs differ in
//! the precision lambda of their prior. A wide prior is for few columns, where it costs little and columns far from their largest value need it; 1 is for many.

use super::super::mixture::Mixture;

/// A belief: the precision of its prior, the most features it is kept for, and its shares before anything is seen, by its mean and on average, in 32nds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    pub lambda: f64,
    pub features: usize,
    pub prior: f64,
}

/// How many beliefs there are.
pub const BELIEFS: usize = 4;

/// The beliefs.
pub const KINDS: [Kind; BELIEFS] = [
    Kind { lambda: 1.0, features: 768, prior: 3.0 },
    Kind { lambda: 0.1, features: 320, prior: 2.0 },
    Kind { lambda: 0.01, features: 128, prior: 1.5 },
    Kind { lambda: 0.0001, features: 64, prior: 0.5 },
];

/// How many are mixed.
pub const EXPERTS: usize = 3 + 2 * BELIEFS;
/// The mixture of the first-order lanes.
pub const FIRST: usize = 0;
/// The constant.
pub const CONSTANT: usize = 1;
/// The lanes on centred features.
pub const CENTRED: usize = 2 + 2 * BELIEFS;

/// Up to so many features sparse rows are as good as dense ones.
const FEW: usize = 64;
/// Beyond that the mean row has at least one feature in so many.
const SPARSEST: u64 = 32;
/// Up to so many features a belief stays for good.
const CHEAP: usize = 128;
/// Beyond that it stays for so many multiplications, d^2 a round: a few seconds in all.
const WORK: u64 = 1 << 34;

/// Whether so many features are few enough for beliefs after so many rounds, which had `total` of them.
pub fn affordable(features: usize, rounds: u64, total: u64) -> bool {
    let few = features <= FEW || (features as u64).saturating_mul(rounds) <= SPARSEST * total;
    let cheap = features <= CHEAP || rounds.saturating_mul((features * features) as u64) <= WORK;
    few && cheap
}

/// The expert that asks belief k, by its mean or on average.
pub const fn expert(k: usize, averaged: bool) -> usize {
    2 + 2 * k + averaged as usize
}

/// The shares at the start; they sum to 1.
pub fn prior() -> [f64; EXPERTS] {
    let mut prior = [0.0; EXPERTS];
    (prior[FIRST], prior[CONSTANT], prior[CENTRED]) = (14.0 / 32.0, 2.0 / 32.0, 2.0 / 32.0);
    for (k, kind) in KINDS.iter().enumerate() {
        prior[expert(k, false)] = kind.prior / 32.0;
        prior[expert(k, true)] = kind.prior / 32.0;
    }
    prior
}

/// The shares that the prior gives to those who are there: of the beliefs these, and the centred lanes or not.
pub fn awake(there: impl Fn(usize) -> bool, centred: bool) -> [f64; EXPERTS] {
    let mut prior = prior();
    if !centred {
        prior[CENTRED] = 0.0;
    }
    for k in (0..BELIEFS).filter(|k| !there(*k)) {
        (prior[expert(k, false)], prior[expert(k, true)]) = (0.0, 0.0);
    }
    let total: f64 = prior.iter().sum();
    prior.map(|prior| prior / total)
}

/// What an expert is called: `belief 0.01`, `belief 0.01 averaged`, `constant`.
pub fn name(expert: usize) -> String {
    match expert {
        FIRST => "first-order lanes".to_owned(),
        CONSTANT => "constant".to_owned(),
        CENTRED => "centred".to_owned(),
        _ => {
            let way = if expert.is_multiple_of(2) { "" } else { " averaged" };
            format!("belief {}{way}", KINDS[(expert - 2) / 2].lambda)
        }
    }
}

/// The mixture over all of them.
pub type Outer = Mixture<EXPERTS>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prior_sums_to_one() {
        assert_eq!(prior().iter().sum::<f64>(), 1.0);
    }
}
