//! The family of problems that separates one global rate from a rate for each coordinate.
//!
//! `F = [0, 1]^(C+1)`. First `T0` rounds with loss `|w_0 - eps|`; then the coordinates `1 ..= C` in turn, each for `T1`
//! rounds with loss `-w_j`; `C = T1 = T0^(1/3)`, rounded. The best fixed point is `(eps, 1, ..., 1)` with total loss
//! `-C T1`. The regret of any global non-increasing rate grows as `T^(2/3)`, of per-coordinate rates as `sqrt T`.
//!
//! Streeter and McMahan 2010, theorem 1.
use crate::Terms;

/// One round of the family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Round {
    /// Loss `|w_0 - eps|`.
    Distance {
        /// Where the loss is zero.
        eps: f64,
    },
    /// Loss `-w_j`.
    Reward {
        /// The coordinate `j`, at least 1.
        coordinate: usize,
    },
}

impl Round {
    /// The loss of the point `w`.
    pub fn loss(self, w: &[f64]) -> f64 {
        match self {
            Round::Distance { eps } => (w[0] - eps).abs(),
            Round::Reward { coordinate } => -w[coordinate],
        }
    }

    /// The gradient at the point `w`; zero at the kink.
    pub fn gradient(self, w: &[f64]) -> Vec<f64> {
        let mut g = vec![0.0; w.len()];
        match self {
            Round::Distance { eps } if w[0] == eps => {}
            Round::Distance { eps } => g[0] = (w[0] - eps).signum(),
            Round::Reward { coordinate } => g[coordinate] = -1.0,
        }
        g
    }
}

/// One problem of the family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingFamily {
    /// Rounds on the first coordinate.
    pub t0: usize,
    /// The number C of coordinates after the first.
    pub others: usize,
    /// Rounds T1 on each of the others.
    pub t1: usize,
    /// The best place of the first coordinate.
    pub eps: f64,
}

/// The problem with `t0` rounds on the first coordinate, whose best place is `eps`.
pub fn separating_family(t0: usize, eps: f64) -> SeparatingFamily {
    let root = (t0 as f64).cbrt().round() as usize;
    SeparatingFamily { t0, others: root, t1: root, eps }
}

impl SeparatingFamily {
    /// Number of coordinates.
    pub fn dim(&self) -> usize {
        self.others + 1
    }

    /// The box `[0, 1]` in every coordinate.
    pub fn terms(&self) -> Terms {
        Terms::cube(self.dim(), 0.0, 1.0)
    }

    /// The rounds in order.
    pub fn rounds(&self) -> impl Iterator<Item = Round> + use<> {
        let SeparatingFamily { t0, others, t1, eps } = *self;
        let first = std::iter::repeat_n(Round::Distance { eps }, t0);
        first.chain(
            (1..=others).flat_map(move |coordinate| std::iter::repeat_n(Round::Reward { coordinate }, t1)),
        )
    }

    /// The best fixed point and its total loss.
    pub fn best(&self) -> (Vec<f64>, f64) {
        let mut point = vec![1.0; self.dim()];
        point[0] = self.eps;
        (point, -((self.others * self.t1) as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Loss, Twin, global, per_coord};

    #[test]
    fn best_point_by_adding_up() {
        let family = separating_family(1000, 0.01);
        assert_eq!((family.others, family.t1, family.rounds().count()), (10, 10, 1100));
        let (point, total) = family.best();
        let sum: f64 = family.rounds().map(|round| round.loss(&point)).sum();
        assert_eq!((sum, total), (-100.0, -100.0));
    }

    fn regret(mut twin: impl Twin, family: &SeparatingFamily) -> f64 {
        let mut sum = 0.0;
        for round in family.rounds() {
            let w = twin.point();
            sum += round.loss(&w);
            twin.play(&round.gradient(&w));
        }
        sum - family.best().1
    }

    #[test]
    fn the_gap_widens() {
        let mut ratio = 0.0;
        for t0 in [1_000, 8_000, 64_000] {
            let family = separating_family(t0, 0.003);
            let one = regret(global(family.dim(), Loss::Absolute, family.terms(), 1.0), &family);
            let each = regret(per_coord(family.dim(), Loss::Absolute, family.terms(), 1.0), &family);
            assert!(one / each > ratio, "T0 = {t0}: {one} / {each}");
            ratio = one / each;
        }
    }
}
