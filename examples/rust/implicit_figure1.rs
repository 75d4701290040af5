//! Figure 1 of "Implicit Online Learning" (Kulis and Bartlett 2010): cumulative squared loss of implicit and explicit steps.
//!
//! Run with `cargo run --release -p noregret --example implicit_figure1`. As in the paper: 20 true weights uniform in [0, 1], features uniform in
//! [-1/2, 1/2], Gaussian noise of variance 0.1, eta = 1/sqrt t; the first three panels scale features and noise by 1, 2 and 2.5. The fourth compares
//! Itakura-Saito (implicit) with exponentiated gradient, explicit and implicit, when the true weights do not sum to 1. Means of 10 runs.

use noregret::{FeaturesBuf, Loss, Parameters, algorithms};
use oracle::streams::SplitMix64;

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

const ROUNDS: usize = 1000;
const SHOWN: [usize; 5] = [10, 50, 100, 300, 1000];
const RUNS: u64 = 10;

/// Cumulative loss at the rounds shown, the mean of the runs.
fn curve(parameters: &Parameters, scale: f64) -> Answer<Vec<f64>> {
    let loss: Loss = "squared".parse()?;
    let mut mean = vec![0.0; SHOWN.len()];
    for seed in 0..RUNS {
        let mut learner = algorithms::find("mirror")?
            .spec(Some(loss), &parameters.clone().number("eta", 1.0))?
            .check()?
            .build();
        let mut random = SplitMix64::new(seed);
        let truth: Vec<f64> = (0..20).map(|_| random.uniform()).collect();
        let (mut total, mut x) = (0.0, FeaturesBuf::new());
        for t in 1..=ROUNDS {
            x.clear();
            let mut y = 0.0;
            for (i, w) in truth.iter().enumerate() {
                let value = 0.5 * scale * random.signed();
                x.push(i as u32, value);
                y += w * value;
            }
            // Twelve uniforms less six: close to a standard normal.
            let normal = (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0;
            y += scale * 0.1_f64.sqrt() * normal;
            total += loss.value(learner.learn(x.finish()?, y, 1.0)?, y);
            if let Some(k) = SHOWN.iter().position(|&shown| shown == t) {
                mean[k] += total / RUNS as f64;
            }
        }
    }
    Ok(mean)
}

fn row(name: &str, parameters: &Parameters, scale: f64) -> Answer<()> {
    let figures: String = curve(parameters, scale)?.iter().map(|loss| format!("{loss:>12.1}")).collect();
    println!("{name:<28}{figures}");
    Ok(())
}

fn main() -> Answer<()> {
    let head: String = SHOWN.iter().map(|t| format!("{:>12}", format!("T = {t}"))).collect();
    for scale in [1.0, 2.0, 2.5] {
        println!("scale {scale}{:>21}{head}", "");
        for update in ["explicit", "implicit"] {
            row(&format!("{update} euclidean"), &Parameters::new().word("update", update), scale)?;
        }
    }
    println!("true weights not normalised {head}");
    let eg = Parameters::new().word("potential", "entropy").word("set", "simplex");
    row("EG", &eg.clone().word("update", "explicit"), 1.0)?;
    row("implicit EG", &eg, 1.0)?;
    row("Itakura-Saito (implicit)", &Parameters::new().word("potential", "burg").number("start", 0.5), 1.0)
}
