//! The protocol of Kulis and Bartlett's Figure 2: does a metric learned from pairs make nearest neighbours better?
//!
//! A run splits the rows into 70 % for training and 30 % for testing, at random and without regard to class (so a rare class may be missing
//! from either part); learns from random pairs of different training points, each pair as likely as every other; and measures
//! the k-NN error on the rest. The target of a pair is the 5th percentile of the squared Euclidean distances of the
//! training pairs if both points are of one class, else the 95th (interpolated between the two nearest ranks).
//!
//! Every random choice is a function of the seed and the round alone: all methods of a run see the same split and the same pairs, and a run that is
//! resumed draws what it would have drawn.

use super::choose::{Choice, Choosing, Lane, choose, fresh};
use super::draws::{Drawn, Draws};
use super::error::MetricError;
use super::knn::{Sample, knn_error};
use super::learner::MetricLearner;
use super::spec::{MatrixGeometry, MetricSpec};
use super::splitmix::SplitMix64;
use crate::rule::schedule::Rate;
use crate::spec::Update;

/// Above this many pairs, percentiles are taken of so many random ones.
const MOST_PAIRS: usize = 2_000_000;

/// The methods of Figure 2, with rates that suit vectors of mean squared distance 1. They were chosen on the five tables of Figure 2, each as the one of
/// the least error relative to the Euclidean distance's; `docs/metric.md` tells how, and how much a rate matters.
pub fn methods() -> [MetricSpec; 5] {
    let spec = |geometry, update, eta| MetricSpec { geometry, update, eta, rate: Rate::Sqrt, rank: None };
    [
        spec(MatrixGeometry::LogDet, Update::Implicit, 300.0),
        spec(MatrixGeometry::Frobenius, Update::Explicit, 30.0),
        spec(MatrixGeometry::Frobenius, Update::Implicit, 100.0),
        spec(MatrixGeometry::VonNeumann, Update::Explicit, 1.0),
        spec(MatrixGeometry::VonNeumann, Update::Implicit, 100.0),
    ]
}

/// One of them; explicit LogDet steps, which Figure 2 has not, get the rate 1 / sqrt t, and may still leave the cone.
pub fn method(geometry: MatrixGeometry, update: Update) -> MetricSpec {
    let known = methods().into_iter().find(|spec| spec.geometry == geometry && spec.update == update);
    known.unwrap_or(MetricSpec { update, ..MetricSpec::default_for(geometry) })
}

/// The rows of a run: 70 % to train on, the rest to test on, both in random order.
pub fn split(rows: usize, seed: u64, run: u64) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..rows).collect();
    SplitMix64::at(seed, run).shuffle(&mut order);
    let test = order.split_off((7 * rows).div_ceil(10));
    (order, test)
}

/// The seed of the pairs of a run.
pub fn seed_of_run(seed: u64, run: u64) -> u64 {
    SplitMix64::at(!seed, run).bits()
}

/// The two points of a round.
pub fn pair(points: usize, seed: u64, round: u64) -> (usize, usize) {
    let mut random = SplitMix64::at(seed, round);
    let first = random.below(points);
    let second = random.below(points - 1);
    (first, second + usize::from(second >= first))
}

/// The target distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Targets {
    /// For two points of one class.
    pub same: f64,
    /// For two points of different classes.
    pub different: f64,
}

impl Targets {
    /// The 5th and 95th percentile of the squared distances of the pairs; of which there must be one.
    pub fn of(sample: &Sample<'_>, seed: u64) -> Self {
        let n = sample.len();
        let apart = |(i, j)| difference(sample, i, j).map(|z| z * z).sum::<f64>();
        let mut distances: Vec<f64> = if n * (n - 1) / 2 <= MOST_PAIRS {
            (0..n).flat_map(|i| (0..i).map(move |j| apart((i, j)))).collect()
        } else {
            (0..MOST_PAIRS as u64).map(|round| apart(pair(n, !seed, round))).collect()
        };
        distances.sort_unstable_by(f64::total_cmp);
        Self { same: percentile(&distances, 0.05), different: percentile(&distances, 0.95) }
    }
}

fn difference<'a>(sample: &Sample<'a>, i: usize, j: usize) -> impl Iterator<Item = f64> + use<'a> {
    sample.point(i).iter().zip(sample.point(j)).map(|(u, v)| u - v)
}

fn percentile(sorted: &[f64], share: f64) -> f64 {
    let rank = share * (sorted.len() - 1) as f64;
    let below = rank.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (rank - below as f64) * (sorted[above] - sorted[below])
}

/// Learns from the pairs of the next rounds; `each` hears every z'Wz before the step, with its target, and may end the learning by `false`.
pub fn learn(
    learner: &mut MetricLearner,
    sample: &Sample<'_>,
    targets: Targets,
    seed: u64,
    rounds: u64,
    mut each: impl FnMut(f64, f64) -> bool,
) -> Result<(), MetricError> {
    let mut z = vec![0.0; sample.dim];
    for _ in 0..rounds {
        let (i, j) = pair(sample.len(), seed, learner.rounds() + 1);
        z.iter_mut().zip(difference(sample, i, j)).for_each(|(z, d)| *z = d);
        let same = sample.classes[i] == sample.classes[j];
        let target = if same { targets.same } else { targets.different };
        let p = learner.learn_pair(&z, target)?;
        if !each(p, target) {
            break;
        }
    }
    Ok(())
}

/// The k-NN error of one run that chooses among lanes; and what it chose. None if it was stopped.
pub fn chosen(
    lanes: &[Lane],
    train: &Sample<'_>,
    test: &Sample<'_>,
    rounds: u64,
    how: &Choosing<'_>,
) -> Result<Option<(f64, Choice)>, MetricError> {
    let Some(choice) = choose(train, lanes, how) else { return Ok(None) };
    let error = match (choice.chosen, lanes.first()) {
        (Some(lane), _) => one_lane(&lane, train, test, how.start, (how.seed, rounds), how.k)?,
        (None, Some(lane)) if how.start.is_some() => {
            one_lane(lane, train, test, how.start, (how.seed, 0), how.k)?
        }
        (None, _) => knn_error(train, test, how.k),
    };
    Ok(Some((error, choice)))
}

/// The k-NN error of a lane that learned from all training rows.
pub fn one_lane(
    lane: &Lane,
    train: &Sample<'_>,
    test: &Sample<'_>,
    start: Option<&[f64]>,
    (seed, rounds): (u64, u64),
    k: usize,
) -> Result<f64, MetricError> {
    let mut learner = fresh(&lane.spec, train.dim, start)?;
    if let Some(draws) = Draws::new(lane.drawn, *train, seed).filter(|_| rounds > 0) {
        draws.learn(&mut learner, rounds, |_, _| true)?;
    }
    images_error(&learner, train, test, k)
}

fn images_error(
    learner: &MetricLearner,
    train: &Sample<'_>,
    test: &Sample<'_>,
    k: usize,
) -> Result<f64, MetricError> {
    let (near, far) = (learner.transform(train.points)?, learner.transform(test.points)?);
    let (near, far) =
        (Sample::new(&near, train.classes, learner.rank()), Sample::new(&far, test.classes, learner.rank()));
    Ok(knn_error(&near, &far, k))
}

/// The k-NN error of one run of a method; of the Euclidean distance without one.
pub fn trial(
    spec: Option<&MetricSpec>,
    train: &Sample<'_>,
    test: &Sample<'_>,
    seed: u64,
    rounds: u64,
    k: usize,
) -> Result<f64, MetricError> {
    let Some(spec) = spec else { return Ok(knn_error(train, test, k)) };
    one_lane(&Lane { spec: *spec, drawn: Drawn::Pairs }, train, test, None, (seed, rounds), k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_and_pairs() {
        let (train, test) = split(10, 1, 0);
        assert_eq!((train.len(), test.len()), (7, 3));
        let mut all: Vec<_> = train.iter().chain(&test).copied().collect();
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
        assert_ne!(split(10, 1, 1), split(10, 1, 0));
        let mut times = [0_u32; 9];
        for round in 0..9_000 {
            let (i, j) = pair(3, 5, round);
            times[3 * i + j] += 1;
        }
        assert!([0, 4, 8].iter().all(|&same| times[same] == 0));
        assert!(times.iter().filter(|&&n| n > 0).all(|n| (1_350..1_650).contains(n)), "{times:?}");
    }

    #[test]
    fn percentiles_are_interpolated() {
        let sorted: Vec<f64> = (0..=20).map(f64::from).collect();
        assert_eq!((percentile(&sorted, 0.05), percentile(&sorted, 0.95)), (1.0, 19.0));
        assert_eq!(percentile(&[2.0, 4.0], 0.25), 2.5);
        assert_eq!(percentile(&[3.0], 0.95), 3.0);
    }

    /// Ten coordinates of noise and one that tells the class.
    #[test]
    fn a_learned_metric_sees_through_noise() {
        let mut random = SplitMix64::new(9);
        let mut noise = || (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let n = 300;
        let classes: Vec<u32> = (0..n).map(|i| i % 2).collect();
        let points: Vec<f64> = classes
            .iter()
            .flat_map(|&c| {
                let mut x: Vec<f64> = (0..10).map(|_| 0.5 * noise()).collect();
                x[3] = 0.2 * noise() + 0.3 * f64::from(c);
                x
            })
            .collect();
        let (train, test) = (
            Sample::new(&points[..2000], &classes[..200], 10),
            Sample::new(&points[2000..], &classes[200..], 10),
        );
        let plain = trial(None, &train, &test, 1, 2000, 3).unwrap();
        for spec in methods() {
            let learned = trial(Some(&spec), &train, &test, 1, 2000, 3).unwrap();
            assert!(learned < 0.5 * plain, "{spec:?}: {learned} against {plain}");
        }
    }
}
