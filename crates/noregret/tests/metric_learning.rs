//! Metric learners against their dense twins, the optimality of their implicit steps, and what must hold for any input.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret::metric_learning::{MatrixGeometry, MetricError, MetricLearner, MetricSpec};
use noregret::{Array, Rate, State, Update};
use oracle::streams::SplitMix64;
use oracle::{Matrix, MetricGeometry, jacobi, metric, outer, spectral};
use proptest::prelude::*;

const GEOMETRIES: [(MatrixGeometry, MetricGeometry); 3] = [
    (MatrixGeometry::LogDet, MetricGeometry::LogDet),
    (MatrixGeometry::Frobenius, MetricGeometry::Frobenius),
    (MatrixGeometry::VonNeumann, MetricGeometry::VonNeumann),
];

const RATES: [(Rate, oracle::Rate); 3] = [
    (Rate::Constant, oracle::Rate::Constant),
    (Rate::Sqrt, oracle::Rate::Sqrt),
    (Rate::Inverse, oracle::Rate::Inverse),
];

fn spec(geometry: MatrixGeometry, update: Update, eta: f64, rate: Rate) -> MetricSpec {
    MetricSpec { geometry, update, eta, rate, rank: None }
}

fn learner(geometry: MatrixGeometry, update: Update, eta: f64, rate: Rate, dim: usize) -> MetricLearner {
    MetricLearner::new(&spec(geometry, update, eta, rate), dim).unwrap()
}

/// What a round shows.
#[derive(Clone, Debug)]
enum Shown {
    Pair(Vec<f64>, f64),
    Relative(Vec<f64>, Vec<f64>, f64),
}

/// A vector of length about 1.4.
fn vector(random: &mut SplitMix64, dim: usize) -> Vec<f64> {
    let scale = (6.0 / dim as f64).sqrt();
    (0..dim).map(|_| scale * random.signed()).collect()
}

/// Pairs near and far, some of them zero or repeated, and relative comparisons between them.
fn stream(seed: u64, dim: usize, rounds: usize, relative: bool) -> Vec<Shown> {
    let mut random = SplitMix64::new(seed);
    let mut shown = Vec::new();
    for round in 0..rounds {
        let z = vector(&mut random, dim);
        let y = 0.3 + 2.0 * random.uniform();
        shown.push(match round % 10 {
            9 if round > 20 => match &shown[round - 5] {
                Shown::Pair(z, _) => Shown::Pair(z.clone(), y),
                again => again.clone(),
            },
            7 if round % 20 == 7 => Shown::Pair(vec![0.0; dim], y),
            _ if relative && round % 3 != 0 => Shown::Relative(z, vector(&mut random, dim), 0.5 * y),
            _ => Shown::Pair(z, y),
        });
    }
    shown
}

fn show(learner: &mut MetricLearner, shown: &Shown) -> Result<[f64; 2], MetricError> {
    match shown {
        Shown::Pair(z, y) => learner.learn_pair(z, *y).map(|p| [p, 0.0]),
        Shown::Relative(near, far, margin) => learner.learn_relative(near, far, *margin).map(|(n, f)| [n, f]),
    }
}

fn show_twin(twin: &mut oracle::Metric, shown: &Shown) -> [f64; 2] {
    match shown {
        Shown::Pair(z, y) => [twin.learn_pair(z, *y), 0.0],
        Shown::Relative(near, far, margin) => twin.learn_relative(near, far, *margin).into(),
    }
}

fn square(flat: &[f64], dim: usize) -> Matrix {
    flat.chunks_exact(dim).map(<[f64]>::to_vec).collect()
}

fn largest_gap(a: &[f64], b: &Matrix) -> f64 {
    a.iter().zip(b.iter().flatten()).fold(0.0, |gap, (a, b)| f64::max(gap, (a - b).abs() / (1.0 + b.abs())))
}

fn assert_symmetric_and_positive(learner: &MetricLearner, slack: f64) {
    let dim = learner.dim();
    let w = square(&learner.matrix(), dim);
    for (i, row) in w.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            assert_eq!(entry.to_bits(), w[j][i].to_bits());
        }
    }
    let values = jacobi(&w).0;
    let top = values.iter().fold(0.0, |top, v| f64::max(top, v.abs()));
    // Below the normal numbers there are no digits left to be right.
    assert!(values.iter().all(|v| *v >= -slack * top - f64::MIN_POSITIVE), "{values:?}");
}

/// The gap to the twin over 200 rounds, in predictions and in the matrix.
fn gap_to_twin(
    (geometry, twin): (MatrixGeometry, MetricGeometry),
    update: Update,
    eta: f64,
    rate: (Rate, oracle::Rate),
    dim: usize,
    relative: bool,
) -> f64 {
    let mut fast = learner(geometry, update, eta, rate.0, dim);
    let mut slow = metric(dim, twin, update == Update::Implicit, eta, rate.1);
    let mut gap = 0.0f64;
    for shown in stream(dim as u64 + 10 * u64::from(relative), dim, 200, relative) {
        let (ours, theirs) = (show(&mut fast, &shown).unwrap(), show_twin(&mut slow, &shown));
        for (a, b) in ours.iter().zip(theirs) {
            gap = gap.max((a - b).abs() / (1.0 + b.abs()));
        }
        gap = gap.max(largest_gap(&fast.matrix(), slow.matrix()));
    }
    assert_eq!(fast.rounds(), 200);
    assert_symmetric_and_positive(&fast, 1e-14);
    gap
}

fn assert_equal_to_twins(update: Update, geometries: &[(MatrixGeometry, MetricGeometry)], etas: &[f64]) {
    for &geometry in geometries {
        for dim in [5, 8] {
            for (eta, rate) in etas.iter().zip(RATES.iter().cycle()) {
                for relative in [false, true] {
                    let gap = gap_to_twin(geometry, update, *eta, *rate, dim, relative);
                    println!(
                        "{} {update:?} eta {eta} {} d {dim} relative {relative}: {gap:.1e}",
                        geometry.0, rate.0
                    );
                    assert!(gap < 1e-9, "{} {update:?} eta {eta} {}: {gap}", geometry.0, rate.0);
                }
            }
        }
    }
}

#[test]
fn implicit_steps_equal_the_twins() {
    assert_equal_to_twins(Update::Implicit, &GEOMETRIES, &[0.1, 1.0, 5.0, 30.0]);
}

#[test]
fn explicit_steps_equal_the_twins() {
    assert_equal_to_twins(Update::Explicit, &GEOMETRIES[1..], &[0.05, 0.3, 0.5]);
    assert_equal_to_twins(Update::Explicit, &GEOMETRIES[..1], &[0.02, 0.05, 0.1]);
}

/// No matrix near the one an implicit step chose has a lower proximal objective.
#[test]
fn implicit_steps_are_optimal() {
    let dim = 5;
    for (geometry, twin) in GEOMETRIES {
        for eta in [0.2, 4.0] {
            let mut learner = learner(geometry, Update::Implicit, eta, Rate::Constant, dim);
            let mut random = SplitMix64::new(3);
            let mut checked = 0;
            for shown in stream(77, dim, 60, true) {
                let before = square(&learner.matrix(), dim);
                show(&mut learner, &shown).unwrap();
                let after = square(&learner.matrix(), dim);
                if jacobi(&after).0.into_iter().any(|v| v < 1e-9) {
                    continue; // projected: the minimum was outside the cone
                }
                let loss = |w: &Matrix| {
                    let distance = |z: &[f64]| {
                        let x = outer(z);
                        w.iter().flatten().zip(x.iter().flatten()).map(|(w, x)| w * x).sum::<f64>()
                    };
                    match &shown {
                        Shown::Pair(z, y) => 0.5 * (distance(z) - y) * (distance(z) - y),
                        Shown::Relative(near, far, margin) => {
                            let over = (distance(near) - distance(far) + margin).max(0.0);
                            0.5 * over * over
                        }
                    }
                };
                let objective = |w: &Matrix| twin.divergence(w, &before) + eta * loss(w);
                let least = objective(&after);
                // Nearby matrices of the cone: R (I + step E) R with R the square root.
                let root = spectral(&after, f64::sqrt);
                for step in [-1e-2, -1e-4, 1e-4, 1e-2] {
                    let e: Vec<f64> = (0..dim * dim).map(|_| random.signed()).collect();
                    let near = |i: usize, j: usize| {
                        let mut sum = after[i][j];
                        for k in 0..dim {
                            for l in 0..dim {
                                let e = 0.5 * (e[k * dim + l] + e[l * dim + k]);
                                sum += step * root[i][k] * e * root[l][j];
                            }
                        }
                        sum
                    };
                    let near: Matrix = (0..dim).map(|i| (0..dim).map(|j| near(i, j)).collect()).collect();
                    assert!(objective(&near) >= least - 1e-12 * (1.0 + least), "{geometry}: {shown:?}");
                }
                checked += 1;
            }
            assert!(checked > 20, "{geometry}: only {checked} steps stayed inside the cone");
        }
    }
}

/// Every step projected, against steps that skip the eigendecomposition: long runs that use up many floors and lose many directions.
#[test]
fn frobenius_skips_only_what_changes_nothing() {
    for (update, eta, target) in [
        (Update::Explicit, 0.01, 0.02),
        (Update::Explicit, 0.2, 0.5),
        (Update::Implicit, 0.01, 0.0),
        (Update::Implicit, 2.0, 1.0),
    ] {
        let dim = 6;
        let mut fast = learner(MatrixGeometry::Frobenius, update, eta, Rate::Constant, dim);
        let mut slow =
            metric(dim, MetricGeometry::Frobenius, update == Update::Implicit, eta, oracle::Rate::Constant);
        let mut random = SplitMix64::new(8);
        let mut singular = 0;
        for round in 0..3000 {
            let z = vector(&mut random, dim);
            let y = target * 2.0 * random.uniform();
            let (ours, theirs) = (fast.learn_pair(&z, y).unwrap(), slow.learn_pair(&z, y));
            assert!((ours - theirs).abs() < 1e-9, "round {round}: {ours} {theirs}");
            singular += usize::from(jacobi(slow.matrix()).0.into_iter().any(|v| v < 1e-12));
        }
        assert!(largest_gap(&fast.matrix(), slow.matrix()) < 1e-9);
        println!("{update:?} {eta}: singular after {singular} of 3000 rounds");
    }
}

fn configurations() -> Vec<MetricSpec> {
    let mut all = Vec::new();
    for geometry in MatrixGeometry::ALL {
        for update in [Update::Implicit, Update::Explicit] {
            let eta = if update == Update::Implicit { 1.0 } else { 0.05 };
            all.extend(RATES.map(|(rate, _)| spec(geometry, update, eta, rate)));
        }
    }
    for update in [Update::Implicit, Update::Explicit] {
        all.push(MetricSpec { update, eta: 0.05, ..MetricSpec::low_rank(1) });
    }
    all
}

#[test]
fn resumed_equals_uninterrupted_to_the_last_bit() {
    for spec in configurations() {
        for dim in [1, 6, 37] {
            let rounds = stream(5, dim, 40, true);
            let mut whole = MetricLearner::new(&spec, dim).unwrap();
            let mut parts = MetricLearner::new(&spec, dim).unwrap();
            for (round, shown) in rounds.iter().enumerate() {
                if round % 7 == 3 {
                    let mut next = MetricLearner::new(&spec, dim).unwrap();
                    next.restore(&parts.state()).unwrap();
                    assert_eq!(next.state(), parts.state());
                    assert_eq!(next.rounds(), round as u64);
                    parts = next;
                }
                assert_eq!(show(&mut whole, shown).unwrap(), show(&mut parts, shown).unwrap());
            }
            assert_eq!(whole.state(), parts.state());
            assert_eq!(whole.matrix(), parts.matrix());
            assert_eq!(whole.factor().unwrap(), parts.factor().unwrap());
        }
    }
}

#[test]
fn a_state_that_does_not_fit_is_refused_and_changes_nothing() {
    for geometry in MatrixGeometry::ALL {
        let spec = MetricSpec::default_for(geometry);
        let mut learner = MetricLearner::new(&spec, 3).unwrap();
        learner.learn_pair(&[1.0, 2.0, 3.0], 1.0).unwrap();
        let good = learner.state();
        let mut refused = vec![State::new(), MetricLearner::new(&spec, 4).unwrap().state()];
        for (name, array) in good.iter() {
            if let Array::F64(values) = array {
                for bad in [f64::NAN, f64::INFINITY, -1e9, 1e200] {
                    let mut state = good.clone();
                    let mut values = values.clone();
                    values[0] = bad;
                    state.put(name, Array::F64(values));
                    refused.push(state);
                }
                let mut state = good.clone();
                state.put(name, Array::F64(Vec::new()));
                refused.push(state);
            }
        }
        let mut state = good.clone();
        state.put_count("rounds", u64::MAX);
        refused.push(state);
        for state in refused {
            // A huge entry can belong to a huge matrix; what is accepted must be a metric.
            match learner.restore(&state) {
                Ok(()) => assert_symmetric_and_positive(&learner, 1e-9),
                Err(_) => assert_eq!(learner.state(), good),
            }
            learner.restore(&good).unwrap();
        }
    }
}

#[test]
fn bad_input_is_an_error_and_changes_nothing() {
    for spec in configurations() {
        let mut learner = MetricLearner::new(&spec, 3).unwrap();
        learner.learn_pair(&[0.3, -0.2, 0.1], 0.2).unwrap();
        let before = learner.state();
        let fine = [1.0, 0.0, 0.5];
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let z = [1.0, bad, 0.0];
            assert!(matches!(
                learner.learn_pair(&z, 1.0),
                Err(MetricError::NotFinite { index: Some(1), .. })
            ));
            assert!(matches!(
                learner.learn_pair(&fine, bad),
                Err(MetricError::NotFinite { index: None, .. })
            ));
            assert!(learner.learn_relative(&z, &fine, 1.0).is_err());
            assert!(learner.learn_relative(&fine, &z, 1.0).is_err());
            assert!(learner.learn_relative(&fine, &fine, bad).is_err());
            assert!(learner.distance(&z).is_err() && learner.transform(&z).is_err());
        }
        assert_eq!(learner.learn_pair(&[1.0], 1.0), Err(MetricError::Length { expected: 3, found: 1 }));
        assert!(learner.learn_relative(&fine, &[1.0; 4], 1.0).is_err());
        assert!(learner.distance(&[]).is_err() && learner.transform(&[1.0; 4]).is_err());
        assert_eq!(learner.learn_pair(&[1e200, 0.0, 0.0], 1.0), Err(MetricError::Overflow { round: 2 }));
        assert_eq!(learner.distance(&[1e200, 0.0, 0.0]), Err(MetricError::Overflow { round: 2 }));
        assert_eq!(learner.state(), before);
    }
    let spec = MetricSpec::default_for(MatrixGeometry::LogDet);
    for dim in [0, usize::MAX] {
        assert!(matches!(MetricLearner::new(&spec, dim), Err(MetricError::Size { .. })));
    }
    assert!(matches!(MetricLearner::new(&MetricSpec { eta: 0.0, ..spec }, 2), Err(MetricError::Spec(_))));
}

#[test]
fn an_explicit_logdet_step_out_of_the_cone_is_an_error_that_names_the_round() {
    let mut learner = learner(MatrixGeometry::LogDet, Update::Explicit, 1.0, Rate::Constant, 2);
    learner.learn_pair(&[1.0, 0.0], 1.5).unwrap(); // s p = -1/2
    let before = learner.state();
    let error = learner.learn_pair(&[0.0, 1.0], 2.5).unwrap_err(); // s p = -3/2
    assert_eq!(error, MetricError::OutOfCone { round: 2 });
    assert!(error.to_string().contains("round 2") && error.to_string().contains("implicit"));
    // Growing along far without end: 1 - s |far|^2 <= 0.
    assert_eq!(
        learner.learn_relative(&[0.0, 1.0], &[1.0, 0.0], 9.0),
        Err(MetricError::OutOfCone { round: 2 })
    );
    assert_eq!(learner.state(), before);
}

#[test]
fn nothing_to_compare_changes_no_matrix() {
    for spec in configurations() {
        let mut learner = MetricLearner::new(&spec, 3).unwrap();
        learner.learn_pair(&[0.3, -0.2, 0.1], 0.2).unwrap();
        let before = learner.matrix();
        let z = [0.4, 0.1, 0.7];
        assert_eq!(learner.learn_pair(&[0.0; 3], 5.0), Ok(0.0));
        assert_eq!(learner.learn_relative(&[0.0; 3], &[0.0; 3], 5.0), Ok((0.0, 0.0)));
        let p = learner.distance(&z).unwrap();
        assert_eq!(learner.learn_pair(&z, p), Ok(p));
        assert_eq!(learner.learn_relative(&[0.0; 3], &z, 0.5 * p), Ok((0.0, p)));
        assert_eq!(learner.matrix(), before, "{}", spec.geometry);
        // A comparison with itself cannot be satisfied, and says nothing.
        learner.learn_relative(&z, &z, 1.0).unwrap();
        assert!(largest_gap(&learner.matrix(), &square(&before, 3)) < 1e-14, "{}", spec.geometry);
        assert_eq!(learner.rounds(), 6);
    }
}

#[test]
fn the_factor_gives_the_distances() {
    for spec in configurations() {
        let dim = 7;
        let mut learner = MetricLearner::new(&spec, dim).unwrap();
        stream(12, dim, 50, true).iter().for_each(|shown| _ = show(&mut learner, shown).unwrap());
        let mut random = SplitMix64::new(2);
        let points: Vec<f64> = (0..3 * dim).map(|_| random.signed()).collect();
        let (images, w) = (learner.transform(&points).unwrap(), square(&learner.matrix(), dim));
        for (x, image) in points.chunks(dim).zip(images.chunks(learner.rank())) {
            let p = learner.distance(x).unwrap();
            let by_factor: f64 = image.iter().map(|v| v * v).sum();
            let by_matrix: f64 = (0..dim).map(|i| (0..dim).map(|j| x[i] * w[i][j] * x[j]).sum::<f64>()).sum();
            assert!((p - by_factor).abs() < 1e-12 * (1.0 + p) && (p - by_matrix).abs() < 1e-12 * (1.0 + p));
        }
    }
}

/// The formula of a LogDet step on the matrix itself.
#[test]
fn logdet_over_three_hundred_coordinates() {
    let dim = 300;
    let mut fast = learner(MatrixGeometry::LogDet, Update::Implicit, 1.0, Rate::Sqrt, dim);
    let mut w: Matrix = (0..dim).map(|i| (0..dim).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let mut random = SplitMix64::new(4);
    for t in 1..=300 {
        let (z, y) = (vector(&mut random, dim), if t % 2 == 0 { 0.5 } else { 5.0 });
        let eta = 1.0 / f64::from(t).sqrt();
        let wz: Vec<f64> = w.iter().map(|row| row.iter().zip(&z).map(|(a, b)| a * b).sum()).collect();
        let p: f64 = wz.iter().zip(&z).map(|(a, b)| a * b).sum();
        let b = eta * y * p - 1.0;
        let zbar = (b + (b * b + 4.0 * eta * p * p).sqrt()) / (2.0 * eta * p);
        let s = eta * (zbar - y);
        let c = s / (1.0 + s * p);
        w.iter_mut().zip(&wz).for_each(|(row, a)| row.iter_mut().zip(&wz).for_each(|(w, b)| *w -= c * a * b));
        let ours = fast.learn_pair(&z, y).unwrap();
        assert!((ours - p).abs() < 1e-9 * p, "{t}: {ours} {p}");
    }
    assert!(largest_gap(&fast.matrix(), &w) < 1e-9);
    assert!(fast.factor().unwrap().iter().step_by(dim + 1).all(|v| *v > 0.0));
}

#[test]
fn two_hundred_thousand_logdet_steps_do_not_drift() {
    let dim = 4;
    let mut fast = learner(MatrixGeometry::LogDet, Update::Implicit, 1.0, Rate::Constant, dim);
    let mut random = SplitMix64::new(9);
    // Targets of one metric, W = diag(1, 1/10, 10, 1): it is found, and held.
    let truth = [1.0, 0.1, 10.0, 1.0];
    for _ in 0..200_000 {
        let z = vector(&mut random, dim);
        let y = z.iter().zip(truth).map(|(z, w)| w * z * z).sum();
        fast.learn_pair(&z, y).unwrap();
    }
    let w = fast.matrix();
    for i in 0..dim {
        for j in 0..dim {
            let want = if i == j { truth[i] } else { 0.0 };
            assert!((w[i * dim + j] - want).abs() < 1e-6 * (truth[i] * truth[j]).sqrt(), "{i} {j} {w:?}");
        }
    }
}

fn extreme() -> impl Strategy<Value = f64> {
    let scaled = (-12..=12i32, -1.0..1.0f64).prop_map(|(e, x)| x * ten_to(e));
    prop_oneof![4 => scaled, 1 => Just(0.0), 1 => Just(1.0)]
}

fn ten_to(e: i32) -> f64 {
    format!("1e{e}").parse().unwrap()
}

fn extreme_round(dim: usize) -> impl Strategy<Value = Shown> {
    let z = || prop::collection::vec(extreme(), dim);
    // All coordinates of one size: the direction cannot be told from its neighbours.
    let even = (extreme(), prop::collection::vec(0.5..1.0f64, dim))
        .prop_map(|(c, z)| z.into_iter().map(|z| c * z).collect::<Vec<_>>());
    let y = prop_oneof![extreme(), Just(0.0), Just(-1e12), Just(1e12)];
    prop_oneof![
        (prop_oneof![z(), even], y.clone()).prop_map(|(z, y)| Shown::Pair(z, y)),
        (z(), z(), y).prop_map(|(near, far, margin)| Shown::Relative(near, far, margin)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// LogDet takes any input in this range, and its matrix is positive definite: a triangular factor with a positive diagonal.
    #[test]
    fn logdet_stays_positive_definite(rounds in prop::collection::vec(extreme_round(4), 1..40), e in -6..=6i32, probe in prop::collection::vec(0.1..1.0f64, 4)) {
        let mut learner = learner(MatrixGeometry::LogDet, Update::Implicit, ten_to(e), Rate::Sqrt, 4);
        for shown in &rounds {
            let distances = show(&mut learner, shown);
            prop_assert!(distances.as_ref().is_ok_and(|d| d.iter().all(|p| p.is_finite() && *p >= 0.0)), "{distances:?}");
            let factor = learner.factor().unwrap();
            prop_assert!(factor.iter().all(|v| v.is_finite()) && factor.iter().step_by(5).all(|v| *v > 0.0));
            prop_assert!(learner.distance(&probe).unwrap() > 0.0);
            if let Shown::Pair(z, y) = shown {
                // The step goes towards the target and does not pass it, up to what rounding leaves of so ill-conditioned a matrix.
                let (before, after) = (distances.unwrap()[0], learner.distance(z).unwrap());
                let (low, high) = (before.min(*y), before.max(*y));
                let size: f64 = factor.iter().map(|v| v * v).sum::<f64>() * z.iter().map(|z| z * z).sum::<f64>();
                let slack = 1e-6 * before.abs() + 1e-12 * (size.sqrt() * after.sqrt()) + 1e-26 * size;
                prop_assert!(after >= low - slack && after <= high + slack, "{before} -> {after}, target {y}, slack {slack}");
            }
        }
    }

    /// The other geometries learn or refuse; either way what they hold is a metric.
    #[test]
    fn extreme_input_is_learned_or_refused(rounds in prop::collection::vec(extreme_round(3), 1..12), e in -6..=3i32) {
        for geometry in MatrixGeometry::ALL {
            for update in [Update::Implicit, Update::Explicit] {
                let mut learner = learner(geometry, update, ten_to(e), Rate::Constant, 3);
                for shown in &rounds {
                    let before = learner.state();
                    if show(&mut learner, shown).is_err() {
                        prop_assert_eq!(learner.state(), before);
                    }
                    prop_assert!(learner.matrix().iter().all(|v| v.is_finite()));
                    prop_assert!(learner.distance(&[1.0, -1.0, 0.5]).is_ok_and(|p| p >= 0.0));
                    assert_symmetric_and_positive(&learner, 1e-12);
                }
            }
        }
    }
}
