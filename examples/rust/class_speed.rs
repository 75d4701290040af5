//! How fast learners of classes learn: nanoseconds a feature, in memory, all classes of it together.
//!
//! Two streams that are learned once, from nothing: pictures of 784 pixels, of which a fifth are not 0, in 10 classes; and documents of 150 words
//! after Zipf's law in 20. Each figure is the best of a few runs, in the thread's own time where the system tells it (Linux), else in wall time.
//!
//! Run with `cargo run --release -p noregret --example class_speed -- 10000`, or with `-- 10000 3 'pictures auto softmax'` for one of them.

use noregret::{Classifier, Coupling, Features, Parameters, Spec, algorithms, classes};
use std::error::Error;
use std::time::Instant;

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

/// Examples one after the other.
struct Stream {
    indices: Vec<u32>,
    values: Vec<f64>,
    ends: Vec<usize>,
    classes: Vec<usize>,
}

/// What a feature says for a class.
fn lean(feature: u32, class: usize) -> f64 {
    uniform(u64::from(feature) << 20 | class as u64) - 0.5
}

impl Stream {
    /// `draw(example, k)` gives the k-th feature of an example.
    fn new(examples: usize, outputs: usize, draw: impl Fn(u64) -> Vec<(u32, f64)>) -> Self {
        let mut stream = Self { indices: vec![], values: vec![], ends: vec![0], classes: vec![] };
        for example in 0..examples {
            let entries = draw(example as u64 + 1);
            let score = |class| entries.iter().map(|&(i, v)| v * lean(i, class)).sum::<f64>();
            let scores: Vec<f64> = (0..outputs).map(score).collect();
            stream.classes.push(classes::best(&scores).unwrap_or(0));
            stream.indices.extend(entries.iter().map(|(i, _)| *i));
            stream.values.extend(entries.iter().map(|(_, v)| *v));
            stream.ends.push(stream.indices.len());
        }
        stream
    }

    /// Bright pixels in a blot.
    fn pictures(examples: usize) -> Self {
        Self::new(examples, 10, |example| {
            let pixel = |i: u32| {
                let spot = uniform(example << 12 | u64::from(i / 7)) < 0.25;
                let bright = (uniform(example << 34 | u64::from(i)) * 255.0).ceil() / 255.0;
                (spot && bright > 0.2).then_some((i, bright))
            };
            (0..784).filter_map(pixel).collect()
        })
    }

    /// Word r has a frequency of about 1/r: a uniform exponent.
    fn documents(examples: usize) -> Self {
        Self::new(examples, 20, |example| {
            let word = |k: u64| {
                #[allow(clippy::disallowed_methods, reason = "a benchmark's data may differ in a last digit")]
                let rank = 60_000f64.powf(uniform(example << 20 | k)) as u64;
                (mix(rank) % (1 << 18)) as u32
            };
            let mut words: Vec<u32> = (0..170).map(word).collect();
            words.sort_unstable();
            words.dedup();
            words.into_iter().map(|word| (word, 1.0)).collect()
        })
    }

    fn example(&self, k: usize) -> Result<Features<'_>, noregret::FeaturesError> {
        let (from, to) = (self.ends[k], self.ends[k + 1]);
        Features::new(&self.indices[from..to], &self.values[from..to])
    }
}

/// The mean loss and the share of mistakes of a pass.
fn learned(stream: &Stream, mut learner: Box<dyn Classifier>) -> Result<(f64, f64), Box<dyn Error>> {
    let (mut lost, mut wrong) = (0.0, 0.0);
    let mut margins = Vec::new();
    for (k, &class) in stream.classes.iter().enumerate() {
        learner.learn(stream.example(k)?, class, 1.0, &mut margins)?;
        lost += learner.loss(&margins, class);
        wrong += f64::from(u8::from(classes::best(&margins) != Some(class)));
    }
    let count = stream.classes.len() as f64;
    Ok((lost / count, wrong / count))
}

/// Nanoseconds this thread has run, or nothing where the system does not tell.
fn own_time() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse());
    let (examples, runs) = (number(10_000)?, number(3)?);
    let only = arguments.next().unwrap_or_default();
    let learners = [
        ("ada-diag", "explicit", Coupling::Softmax),
        ("ada-diag", "implicit", Coupling::Softmax),
        ("ada-diag", "implicit", Coupling::Rest),
        ("auto", "", Coupling::Softmax),
        ("auto", "", Coupling::Rest),
    ];
    for (name, stream) in
        [("pictures", Stream::pictures(examples)), ("documents", Stream::documents(examples))]
    {
        let features = stream.indices.len();
        println!("{examples} {name} of {} features, best of {runs}", features / examples.max(1));
        for (algorithm, update, coupling) in learners {
            if !format!("{name} {algorithm} {coupling} {update}").contains(&only) {
                continue;
            }
            let mut parameters = Parameters::new();
            if !update.is_empty() {
                parameters = parameters.word("update", update);
            }
            let spec = algorithms::find(algorithm)?.spec(Some("logistic".parse()?), &parameters)?;
            let spec = Spec { classes: Some(coupling), ..spec }.check_classes()?;
            let mut best = f64::INFINITY;
            let mut found = (0.0, 0.0);
            for _ in 0..runs {
                let (start, own) = (Instant::now(), own_time());
                found = learned(&stream, spec.build())?;
                let wall = start.elapsed().as_nanos() as f64;
                let time =
                    own.and_then(|before| Some((own_time()? - before) as f64)).filter(|time| *time > 0.0);
                best = best.min(time.unwrap_or(wall) / features as f64);
            }
            let (lost, wrong) = found;
            println!(
                "{algorithm:<9} {coupling:<8} {update:<9} {best:7.1} ns a feature   mean loss {lost:.4}, wrong {wrong:.4}"
            );
        }
    }
    Ok(())
}
