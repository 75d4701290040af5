//! A dozen lines: learn a stream of sparse examples, predict, and read off the regret bound.
//!
//! Run with `cargo run --release --example quickstart`.

use noregret::{Features, Parameters, algorithms};
use noregret_generate::{Generator, Kind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let parameters = Parameters::new().number("radius", 5.0).number("scale", 0.1);
    let spec = algorithms::find("per-coord")?.spec(Some("logistic".parse()?), &parameters)?;
    let loss = spec.loss;
    let mut learner = spec.check()?.build();

    let mut stream = Generator::new(Kind::Text, 1);
    let (rounds, mut total) = (20_000, 0.0);
    for _ in 0..rounds {
        let sample = stream.next();
        let (indices, values): (Vec<u32>, Vec<f64>) = sample.features.iter().map(|f| (f.id, f.value)).unzip();
        let mut x = noregret::FeaturesBuf::new();
        indices.iter().zip(&values).for_each(|(&i, &v)| x.push(i, v));
        let margin = learner.learn(x.finish()?, sample.label, 1.0)?;
        total += loss.value(margin, sample.label);
    }
    println!("mean progressive loss {:.4}", total / f64::from(rounds));
    println!("regret at most {:.0} over {} rounds", learner.bound().unwrap_or(f64::NAN), learner.rounds());
    println!("margin of term 17 alone: {:.3}", learner.margin(Features::new(&[17], &[1.0])?));
    Ok(())
}
