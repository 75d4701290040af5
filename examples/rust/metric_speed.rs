//! How fast metric learners step.
//!
//! `metric_speed logdet DIM ROUNDS` prints the nanoseconds of a LogDet step (the best of blocks of 50 rounds), and a distance under the learned metric to compare with other
//! implementations. `metric_speed von-neumann DIM ROUNDS` prints the milliseconds of an implicit von Neumann step (a pair, and a relative
//! comparison) and of one symmetric eigendecomposition by faer, the best of interleaved runs.
//!
//! Run with `cargo run --release --example metric_speed -- von-neumann 100 50`; `bench/metric/speed.py` runs both.

use faer::{Mat, Par};
use noregret::metric_learning::{MatrixGeometry, MetricLearner, MetricSpec};
use std::time::Instant;

/// Rounds timed together.
const BLOCK: usize = 50;

/// SplitMix64: entry k of the stream, uniform in [-1, 1). The script draws the same numbers.
fn draw(k: u64) -> f64 {
    let z = 7u64.wrapping_add((k + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    2.0 * (((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64) - 1.0
}

/// Differences of length about 1, and targets far below and far above it.
fn stream(dim: usize, rounds: usize) -> (Vec<f64>, Vec<f64>) {
    let scale = (3.0 / dim as f64).sqrt();
    let z = (0..(dim * rounds) as u64).map(|k| scale * draw(k)).collect();
    let y = (0..rounds).map(|t| if t % 2 == 0 { 0.2 } else { 2.0 }).collect();
    (z, y)
}

fn logdet(dim: usize, rounds: usize) -> Result<(), Box<dyn std::error::Error>> {
    let (z, y) = stream(dim, rounds);
    let mut learner = MetricLearner::new(&MetricSpec::default_for(MatrixGeometry::LogDet), dim)?;
    let mut nanoseconds = f64::INFINITY;
    for (z, y) in z.chunks(BLOCK * dim).zip(y.chunks(BLOCK)) {
        let start = Instant::now();
        for (z, y) in z.chunks_exact(dim).zip(y) {
            learner.learn_pair(z, *y)?;
        }
        nanoseconds = nanoseconds.min(start.elapsed().as_nanos() as f64 / y.len() as f64);
    }
    println!("{nanoseconds:.0} {:.17e}", learner.distance(&vec![1.0; dim])?);
    Ok(())
}

/// Milliseconds of the fastest of a few calls.
fn best(times: usize, mut call: impl FnMut()) -> f64 {
    let one = |_| {
        let start = Instant::now();
        call();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..times).map(one).fold(f64::INFINITY, f64::min)
}

fn von_neumann(dim: usize, rounds: usize) -> Result<(), Box<dyn std::error::Error>> {
    let (z, y) = stream(dim, 4 * rounds);
    let spec = MetricSpec { eta: 2.0, ..MetricSpec::default_for(MatrixGeometry::VonNeumann) };
    let mut learner = MetricLearner::new(&spec, dim)?;
    let mut pairs = z.chunks_exact(dim).zip(&y);
    for (z, y) in pairs.by_ref().take(rounds) {
        learner.learn_pair(z, *y)?; // a metric with a spectrum
    }
    // Steps from one matrix, so that all runs time the same work.
    let state = learner.state();
    let log = state.reals("log")?;
    let log = Mat::from_fn(dim, dim, |i, j| log[i.max(j) * (i.max(j) + 1) / 2 + i.min(j)]);
    let (mut pair, mut relative, mut decomposition) = (0.0, 0.0, 0.0);
    for ((z, y), (far, _)) in pairs.clone().skip(rounds).zip(pairs.clone().skip(2 * rounds)) {
        let fresh = || {
            let mut learner = MetricLearner::new(&spec, dim)?;
            learner.restore(&state)?;
            Ok::<_, Box<dyn std::error::Error>>(learner)
        };
        let mut times = [f64::INFINITY; 3];
        for _ in 0..5 {
            let (mut one, mut other) = (fresh()?, fresh()?);
            times[0] = times[0].min(best(1, || _ = one.learn_pair(z, *y)));
            times[1] = times[1].min(best(1, || _ = other.learn_relative(z, far, 3.0)));
            times[2] = times[2].min(best(1, || decompose(&log)));
        }
        pair += times[0] / rounds as f64;
        relative += times[1] / rounds as f64;
        decomposition += times[2] / rounds as f64;
    }
    println!("{pair:.4} {relative:.4} {decomposition:.4}");
    Ok(())
}

fn decompose(a: &Mat<f64>) {
    use faer::diag::Diag;
    use faer::dyn_stack::{MemBuffer, MemStack};
    use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
    let dim = a.nrows();
    let (mut values, mut vectors) = (Diag::zeros(dim), Mat::zeros(dim, dim));
    let scratch =
        self_adjoint_evd_scratch::<f64>(dim, ComputeEigenvectors::Yes, Par::Seq, Default::default());
    let mut memory = MemBuffer::new(scratch);
    let stack = MemStack::new(&mut memory);
    let done = self_adjoint_evd(
        a.as_ref(),
        values.as_mut(),
        Some(vectors.as_mut()),
        Par::Seq,
        stack,
        Default::default(),
    );
    std::hint::black_box((done.is_ok(), vectors));
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: usize| words.get(place).map_or(Ok(default), |word| word.parse());
    match words.first().map(String::as_str) {
        Some("logdet") => logdet(number(1, 500)?, number(2, 1000)?),
        Some("von-neumann") => von_neumann(number(1, 100)?, number(2, 50)?),
        _ => Err("say logdet or von-neumann, then the dimension and the number of rounds".into()),
    }
}
