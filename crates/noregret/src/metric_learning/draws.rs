//! The comparisons drawn from a labelled table: random pairs, or triplets of neighbours.
//!
//! **Pairs**: two different rows, each pair as likely as every other, with the targets of [`evaluate`]: what Kulis and Bartlett learn from.
//!
//! **Triplets**: a random row (an pivot), one of its 3 nearest rows of its own class, one of its 10 nearest rows of others: the first shall be
//! nearer than the second by a margin, in squared distance. That is what nearest neighbours need, where random pairs speak of the whole
//! cloud. Neighbours are those of the Euclidean distance, found once; the margin is a multiple of the median of the distances to the 3 nearest.
//!
//! Every draw is a function of the seed and the round. Beyond some thousand rows the pivots are a random part of them, and so are the rows
//! they look for neighbours among: the search is bounded by [`MOST_LOOKS`] differences of coordinates.
//! Weakness: neighbours of the Euclidean distance stay the ones that count, however the metric moves.
//! Reference: triplets of target neighbours and impostors are those of Weinberger and Saul 2009.

use super::error::MetricError;
use super::evaluate::{self, Targets};
use super::knn::{Neighbours, Sample};
use super::learner::MetricLearner;
use super::splitmix::SplitMix64;
use serde::{Deserialize, Serialize};

/// The most pivots.
const MOST_PIVOTS: usize = 2_000;
/// The most differences of coordinates that the search for neighbours looks at.
const MOST_LOOKS: usize = 2_000_000_000;
/// Nearest rows of the same class.
const SAME: usize = 3;
/// Nearest rows of other classes.
const OTHER: usize = 10;
/// The margin, in medians of the squared distance to the nearest rows of the same class.
const MARGIN: f64 = 3.0;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// Random pairs with a target distance.
    Pairs,
    /// An pivot, a near row of its class, a near row of another.
    Triplets,
}

/// A row with neighbours of both kinds.
#[derive(Clone, Debug)]
struct Pivot {
    row: usize,
    same: Vec<usize>,
    other: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Kind {
    Pairs(Targets),
    Triplets { pivots: Vec<Pivot>, margin: f64 },
}

/// The comparisons of a sample under a seed.
#[derive(Clone, Debug)]
pub struct Draws<'a> {
    sample: Sample<'a>,
    seed: u64,
    kind: Kind,
}

impl<'a> Draws<'a> {
    /// Comparisons of a sample of two rows or more; none if no row has neighbours of both kinds.
    pub fn new(drawn: Drawn, sample: Sample<'a>, seed: u64) -> Option<Self> {
        let kind = match drawn {
            Drawn::Pairs if sample.len() < 2 => return None,
            Drawn::Pairs => Kind::Pairs(Targets::of(&sample, seed)),
            Drawn::Triplets => triplets(&sample, seed)?,
        };
        Some(Self { sample, seed, kind })
    }

    /// The targets of pairs.
    pub fn targets(&self) -> Option<Targets> {
        match self.kind {
            Kind::Pairs(targets) => Some(targets),
            Kind::Triplets { .. } => None,
        }
    }

    /// The margin of triplets.
    pub fn margin(&self) -> Option<f64> {
        match self.kind {
            Kind::Pairs(_) => None,
            Kind::Triplets { margin, .. } => Some(margin),
        }
    }

    /// Learns from the next rounds; `each` hears the loss and the distances of a round before its step, and may end the learning by `false`.
    pub fn learn(
        &self,
        learner: &mut MetricLearner,
        rounds: u64,
        mut each: impl FnMut(f64, &[f64]) -> bool,
    ) -> Result<(), MetricError> {
        let (pivots, margin) = match &self.kind {
            Kind::Pairs(targets) => {
                let each = |p: f64, target: f64| each(0.5 * (p - target) * (p - target), &[p]);
                return evaluate::learn(learner, &self.sample, *targets, self.seed, rounds, each);
            }
            Kind::Triplets { pivots, margin } => (pivots, *margin),
        };
        let (mut near, mut far) = (vec![0.0; self.sample.dim], vec![0.0; self.sample.dim]);
        for _ in 0..rounds {
            let mut random = SplitMix64::at(self.seed, learner.rounds() + 1);
            let pivot = &pivots[random.below(pivots.len())];
            let same = pivot.same[random.below(pivot.same.len())];
            let other = pivot.other[random.below(pivot.other.len())];
            self.difference(&mut near, pivot.row, same);
            self.difference(&mut far, pivot.row, other);
            let (near, far) = learner.learn_relative(&near, &far, margin)?;
            let short = (near - far + margin).max(0.0);
            if !each(0.5 * short * short, &[near, far]) {
                break;
            }
        }
        Ok(())
    }

    fn difference(&self, z: &mut [f64], i: usize, j: usize) {
        let (u, v) = (self.sample.point(i), self.sample.point(j));
        z.iter_mut().zip(u.iter().zip(v)).for_each(|(z, (u, v))| *z = u - v);
    }
}

/// Pivots with their neighbours, and the margin.
fn triplets(sample: &Sample<'_>, seed: u64) -> Option<Kind> {
    let (n, dim) = (sample.len(), sample.dim.max(1));
    let mut order: Vec<usize> = (0..n).collect();
    SplitMix64::at(!seed, 0).shuffle(&mut order);
    let pivots = n.min(MOST_PIVOTS);
    let pool = n.min((MOST_LOOKS / (pivots.max(1) * dim)).max(1_000));
    // The same rows in their own order, so that a table small enough is looked at whole and as it stands.
    let mut rows = order[..pool].to_vec();
    rows.sort_unstable();
    let points: Vec<f64> = rows.iter().flat_map(|&row| sample.point(row)).copied().collect();
    let among = Neighbours::new(&points, sample.dim);
    let (mut found, mut lengths) = (Vec::new(), Vec::new());
    for &row in &order[..pivots] {
        let (x, class) = (sample.point(row), sample.classes[row]);
        let same = among.nearest(x, SAME, |i| rows[i] != row && sample.classes[rows[i]] == class);
        let other = among.nearest(x, OTHER, |i| sample.classes[rows[i]] != class);
        if same.is_empty() || other.is_empty() {
            continue;
        }
        lengths.extend(same.iter().map(|(distance, _)| *distance));
        let of = |near: Vec<(f64, usize)>| near.into_iter().map(|(_, i)| rows[i]).collect();
        found.push(Pivot { row, same: of(same), other: of(other) });
    }
    lengths.sort_unstable_by(f64::total_cmp);
    let median = *lengths.get(lengths.len() / 2)?;
    // Where rows repeat, the median can be 0; a margin must not be.
    let floor = 1e-3 * lengths.iter().sum::<f64>() / lengths.len() as f64;
    let margin = MARGIN * median.max(floor);
    (margin > 0.0 && margin.is_finite()).then_some(Kind::Triplets { pivots: found, margin })
}
