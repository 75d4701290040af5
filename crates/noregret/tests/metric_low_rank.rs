//! Metrics of low rank against their dense twin, and the optimality of their implicit steps.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret::Update;
use noregret::metric_learning::{MetricError, MetricLearner, MetricSpec};
use oracle::streams::SplitMix64;
use oracle::{LowRank, Matrix, jacobi, low_rank, outer};

/// What a round shows.
enum Shown {
    Pair(Vec<f64>, f64),
    Relative(Vec<f64>, Vec<f64>, f64),
}

/// A vector of length about 1.4.
fn vector(random: &mut SplitMix64, dim: usize) -> Vec<f64> {
    let scale = (6.0 / dim as f64).sqrt();
    (0..dim).map(|_| scale * random.signed()).collect()
}

/// Pairs and relative comparisons in turn, some of them zero.
fn stream(seed: u64, dim: usize, rounds: usize) -> Vec<Shown> {
    let mut random = SplitMix64::new(seed);
    let round = |round: usize| {
        let z = vector(&mut random, dim);
        let y = 0.3 + 2.0 * random.uniform();
        match round % 10 {
            7 => Shown::Pair(vec![0.0; dim], y),
            8 => Shown::Relative(z, vec![0.0; dim], y),
            r if r % 2 == 0 => Shown::Relative(z, vector(&mut random, dim), 0.5 * y),
            _ => Shown::Pair(z, y),
        }
    };
    (0..rounds).map(round).collect()
}

fn square(flat: &[f64], dim: usize) -> Matrix {
    flat.chunks_exact(dim).map(<[f64]>::to_vec).collect()
}

/// Low rank: distances and factor equal the twin's, and every implicit step is the minimum it is said to be.
#[test]
fn low_rank_steps_equal_the_twin_and_are_optimal() {
    for (dim, rank) in [(1, 1), (5, 2), (6, 6), (9, 3)] {
        for (update, eta) in [(Update::Implicit, 0.5), (Update::Implicit, 50.0), (Update::Explicit, 0.02)] {
            let spec = MetricSpec { update, eta, ..MetricSpec::low_rank(rank) };
            let mut fast = MetricLearner::new(&spec, dim).unwrap();
            let start = square(&fast.factor().unwrap(), dim);
            assert_eq!(start.len(), rank);
            let implicit = update == Update::Implicit;
            let mut slow = low_rank(start, implicit, eta, oracle::Rate::Sqrt);
            let mut random = SplitMix64::new(7);
            for (round, shown) in stream(dim as u64, dim, 80).iter().enumerate() {
                let (before, rate) = (slow.factor.clone(), slow.next_eta());
                let ours = match shown {
                    Shown::Pair(z, y) => [fast.learn_pair(z, *y).unwrap(), 0.0],
                    Shown::Relative(near, far, margin) => {
                        fast.learn_relative(near, far, *margin).unwrap().into()
                    }
                };
                let (theirs, x, y, relative) = match shown {
                    Shown::Pair(z, y) => ([slow.learn_pair(z, *y), 0.0], outer(z), *y, false),
                    Shown::Relative(near, far, margin) => {
                        let (to_near, to_far) = (outer(near), outer(far));
                        let x = to_near.iter().zip(&to_far);
                        let x = x.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a - b).collect()).collect();
                        (slow.learn_relative(near, far, *margin).into(), x, -margin, true)
                    }
                };
                let case = format!("{dim} {rank} {update:?} {eta} round {round}");
                for (a, b) in ours.iter().zip(theirs) {
                    assert!((a - b).abs() <= 1e-7 * (1.0 + b.abs()), "{case}: {a} and {b}");
                }
                let found = fast.factor().unwrap();
                let gap = |(a, b): (&f64, &f64)| (a - b).abs() / (1.0 + b.abs());
                assert!(
                    found.iter().zip(slow.factor.iter().flatten()).map(gap).all(|gap| gap < 1e-7),
                    "{case}"
                );
                if implicit {
                    let value = |l: &Matrix| LowRank::objective(&before, l, &x, y, rate, relative);
                    let least = value(&square(&found, dim));
                    for scale in [1e-3, 0.1, 1.0] {
                        let mut other = square(&found, dim);
                        other.iter_mut().flatten().for_each(|l| *l += scale * random.signed());
                        assert!(value(&other) >= least - 1e-9 * (1.0 + least), "{case}");
                    }
                }
            }
            let w = square(&fast.matrix(), dim);
            for (i, row) in w.iter().enumerate() {
                assert!(row.iter().enumerate().all(|(j, entry)| entry.to_bits() == w[j][i].to_bits()));
            }
            let spectrum = fast.spectrum().unwrap();
            let mut wanted = jacobi(&w).0;
            wanted.sort_by(|a, b| b.total_cmp(a));
            assert_eq!(spectrum.len(), rank);
            assert!(spectrum.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9 * (1.0 + b)));
        }
    }
    assert!(matches!(
        MetricLearner::new(&MetricSpec::low_rank(3), 2),
        Err(MetricError::Rank { rank: 3, dim: 2 })
    ));
}

/// A hundred thousand coordinates: no square of them is ever made.
#[test]
fn low_rank_over_many_coordinates() {
    let dim = 100_000;
    let mut learner = MetricLearner::new(&MetricSpec::low_rank(3), dim).unwrap();
    let mut random = SplitMix64::new(1);
    let z = vector(&mut random, dim);
    for _ in 0..20 {
        learner.learn_pair(&z, 0.25).unwrap();
    }
    assert!((learner.distance(&z).unwrap() - 0.25).abs() < 1e-3);
    let start = vec![0.5; 3 * dim];
    assert!(learner.start_at(&start).is_err(), "it has begun");
    let mut other = MetricLearner::new(&MetricSpec::low_rank(3), dim).unwrap();
    other.start_at(&start).unwrap();
    assert_eq!(other.factor().unwrap(), start);
    assert!(other.start_at(&[f64::NAN; 3]).is_err());
}
