//! How fast learners learn from text: nanoseconds a feature, in memory.
//!
//! A stream of documents whose words follow Zipf's law, hashed into 2^22 slots; learned once, from nothing, by a bare loop over cells of two f32
//! (explicit AdaGrad, nothing checked), by `ada-diag` and by `auto`. Each figure is the best of interleaved runs, in the thread's own time where the system tells it (Linux), else in wall time: other programs disturb it less, but still
//! share the caches.
//!
//! Run with `cargo run --release -p noregret --example kernel_speed -- 50000 350`.

use noregret::{Features, Online, Parameters, algorithms};
use std::time::Instant;

const BITS: u32 = 22;

/// SplitMix64's mixing: a random number from a number.
fn mix(k: u64) -> u64 {
    let z = k.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn uniform(k: u64) -> f64 {
    (mix(k) >> 11) as f64 / (1u64 << 53) as f64
}

/// Documents one after the other.
struct Stream {
    indices: Vec<u32>,
    values: Vec<f64>,
    ends: Vec<usize>,
    labels: Vec<f64>,
}

impl Stream {
    /// Word r has a frequency of about 1/r: a uniform exponent. Labels follow the words' hidden weights.
    fn zipf(documents: usize, words: usize) -> Self {
        let mut stream = Self { indices: vec![], values: vec![], ends: vec![0], labels: vec![] };
        let vocabulary = 4e6f64;
        let mut draws = 0;
        for _ in 0..documents {
            let mut document = std::collections::BTreeSet::new();
            while document.len() < words {
                draws += 1;
                let rank = libm_pow(vocabulary, uniform(draws)) as u64;
                document.insert((mix(rank.wrapping_add(1 << 40)) % (1 << BITS)) as u32 + 1);
            }
            let sum: f64 = document.iter().map(|&i| uniform(u64::from(i) << 33) - 0.5).sum();
            stream.labels.push(if sum + 2.0 * (uniform(draws << 20) - 0.5) > 0.0 { 1.0 } else { -1.0 });
            stream.values.extend(document.iter().map(|_| 1.0));
            stream.indices.extend(document);
            stream.ends.push(stream.indices.len());
        }
        stream
    }

    fn example(&self, k: usize) -> Option<Features<'_>> {
        let (from, to) = (self.ends[k], *self.ends.get(k + 1)?);
        Features::new(&self.indices[from..to], &self.values[from..to]).ok()
    }
}

fn libm_pow(base: f64, exponent: f64) -> f64 {
    #[allow(
        clippy::disallowed_methods,
        reason = "a benchmark's data may differ in a last digit between machines"
    )]
    base.powf(exponent)
}

#[allow(clippy::disallowed_methods, reason = "the bare loop uses what is nearest")]
fn bare(stream: &Stream) -> f64 {
    let mut cells = vec![[0f32; 2]; (1 << BITS) + 64];
    let mut loss = 0.0;
    for k in 0..stream.labels.len() {
        let (from, to) = (stream.ends[k], stream.ends[k + 1]);
        let (indices, values) = (&stream.indices[from..to], &stream.values[from..to]);
        let mut p = 0f32;
        for (&i, &v) in indices.iter().zip(values) {
            p += cells[i as usize][0] * v as f32;
        }
        let y = stream.labels[k] as f32;
        loss += (-y * p).exp().ln_1p();
        let slope = -y / (1.0 + (y * p).exp());
        for (&i, &v) in indices.iter().zip(values) {
            let cell = &mut cells[i as usize];
            let g = slope * v as f32;
            cell[1] += g * g;
            cell[0] -= 0.25 * g / (1e-6 + cell[1].sqrt());
        }
    }
    f64::from(loss) / stream.labels.len() as f64
}

fn learned(stream: &Stream, mut learner: Box<dyn Online>) -> Result<f64, Box<dyn std::error::Error>> {
    let mut loss = 0.0;
    let logistic: noregret::Loss = "logistic".parse()?;
    for (k, &y) in stream.labels.iter().enumerate() {
        let Some(x) = stream.example(k) else { break };
        loss += logistic.value(learner.learn(x, y, 1.0)?, y);
    }
    Ok(loss / stream.labels.len() as f64)
}

/// Nanoseconds this thread has run, or nothing where the system does not tell.
fn own_time() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse());
    let documents = arguments.next().unwrap_or(Ok(50_000))?;
    let words = arguments.next().unwrap_or(Ok(350))?;
    let runs = arguments.next().unwrap_or(Ok(3))?;
    let stream = Stream::zipf(documents, words);
    let names = ["bare loop", "ada-diag", "auto"];
    let mut best = [(f64::INFINITY, 0.0); 3];
    for _ in 0..runs {
        for (place, name) in names.iter().enumerate() {
            let (start, own) = (Instant::now(), own_time());
            let loss = match *name {
                "bare loop" => bare(&stream),
                algorithm => {
                    let spec =
                        algorithms::find(algorithm)?.spec(Some("logistic".parse()?), &Parameters::new())?;
                    learned(&stream, spec.check()?.build())?
                }
            };
            let wall = start.elapsed().as_nanos() as f64;
            let time = own.and_then(|before| Some((own_time()? - before) as f64)).filter(|time| *time > 0.0);
            let each = time.unwrap_or(wall) / stream.indices.len() as f64;
            if each < best[place].0 {
                best[place] = (each, loss);
            }
        }
    }
    println!("{documents} documents of {words} features, 2^{BITS} slots, best of {runs}");
    for (name, (each, loss)) in names.iter().zip(best) {
        println!("{name:<16} {each:6.1} ns a feature   mean loss {loss:.4}");
    }
    Ok(())
}
