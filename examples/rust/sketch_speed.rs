//! How fast frequent directions and ADA-FD take dense rows.
//!
//! `sketch_speed TAU DIM ROUNDS` prints the microseconds of a row appended to a sketch and of a round of `ada-fd` (logistic loss), each the mean of the rounds after the sketch
//! is full, and the largest and the least singular value, to compare with other implementations.
//! `sketch_speed TAU DIM ROUNDS NNZ` does the same with rows of NNZ entries at places drawn from DIM.
//!
//! Run with `cargo run --release -p noregret --example sketch_speed -- 40 5000 1000`; `bench/sketch/speed.py` runs it.

use noregret::{Features, FrequentDirections, Parameters, algorithms};
use std::time::Instant;

/// SplitMix64: entry k of the stream, uniform in [-1, 1). The script draws the same numbers.
fn draw(k: u64) -> f64 {
    let z = 7u64.wrapping_add((k + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    2.0 * (((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64) - 1.0
}

type Row = (Vec<u32>, Vec<f64>);
type Answer<T> = Result<T, Box<dyn std::error::Error>>;

fn rows(dim: usize, rounds: usize, nnz: usize) -> Vec<Row> {
    let one = |t: usize| {
        let number = |i: usize| (t * nnz + i) as u64;
        let values = |count: usize| (0..count).map(|i| draw(number(i))).collect();
        if nnz == dim {
            return ((0..dim as u32).collect(), values(dim));
        }
        let place = |i: usize| (0.5 * (1.0 + draw((1 << 40) + number(i))) * dim as f64) as u32;
        let mut indices: Vec<u32> = (0..nnz).map(place).collect();
        indices.sort_unstable();
        indices.dedup();
        let count = indices.len();
        (indices, values(count))
    };
    (0..rounds).map(one).collect()
}

/// Seconds this thread has run, where the system tells (Linux, to a few milliseconds), so that other programs count less; else
/// seconds of the clock.
fn seconds(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    ran.map_or_else(|| since.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// Microseconds a round, the first ones, before the sketch is full, left out.
fn mean(rows: &[Row], tau: usize, mut take: impl FnMut(Features<'_>, usize) -> Answer<()>) -> Answer<f64> {
    let (since, first) = (Instant::now(), 2 * tau);
    let mut start = 0.0;
    for (t, (indices, values)) in rows.iter().enumerate() {
        if t == first {
            start = seconds(since);
        }
        take(Features::new(indices, values)?, t)?;
    }
    Ok((seconds(since) - start) * 1e6 / rows.len().saturating_sub(first) as f64)
}

fn main() -> Answer<()> {
    let words: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let &[tau, dim, rounds, ref more @ ..] = words.as_slice() else {
        return Err("say tau, the dimension, the number of rounds, and perhaps the entries of a row".into());
    };
    let rows = rows(dim, rounds, more.first().copied().unwrap_or(dim));
    let mut sketch = FrequentDirections::new(tau);
    let append = mean(&rows, tau, |row, _| Ok(sketch.append(row)?))?;
    let parameters = Parameters::new().number("tau", tau as f64);
    let mut learner =
        algorithms::find("ada-fd")?.spec(Some("logistic".parse()?), &parameters)?.check()?.build();
    let learn = mean(&rows, tau, |row, t| {
        learner.learn(row, if t % 2 == 0 { 1.0 } else { -1.0 }, 1.0)?;
        Ok(())
    })?;
    let spectrum = sketch.spectrum();
    let (first, last) = (spectrum.first().unwrap_or(&0.0), spectrum.last().unwrap_or(&0.0));
    println!("{append:.2} {learn:.2} {first:.15e} {last:.15e}");
    Ok(())
}
