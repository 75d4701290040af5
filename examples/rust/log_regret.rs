//! Strongly convex losses with eta = 1/(H t): regret grows as log T, not sqrt T (Kulis and Bartlett 2010, section 4.3).
//!
//! Run with `cargo run --release -p noregret --example log_regret`. Mean estimation: the loss 1/2 (w - y)^2 of a single weight is 1-strongly convex, and the best fixed
//! weight in hindsight is the mean, so the regret is known exactly.

use noregret::{Features, Loss, Parameters, algorithms};
use oracle::streams::SplitMix64;

fn regret(rate: &str, rounds: usize) -> Result<f64, Box<dyn std::error::Error>> {
    let loss: Loss = "squared".parse()?;
    let parameters = Parameters::new().word("rate", rate).number("eta", 1.0);
    let mut learner = algorithms::find("mirror")?.spec(Some(loss), &parameters)?.check()?.build();
    let mut random = SplitMix64::new(1);
    let labels: Vec<f64> = (0..rounds).map(|_| random.signed()).collect();
    let mut total = 0.0;
    for &y in &labels {
        total += loss.value(learner.learn(Features::new(&[0], &[1.0])?, y, 1.0)?, y);
    }
    let mean = labels.iter().sum::<f64>() / rounds as f64;
    Ok(total - labels.iter().map(|&y| loss.value(mean, y)).sum::<f64>())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{:>9} {:>14} {:>14} {:>8} {:>8}", "T", "eta = 1/t", "eta = 1/sqrt t", "log T", "sqrt T");
    for rounds in [100, 1_000, 10_000, 100_000, 1_000_000] {
        let (log, sqrt) = (regret("inverse", rounds)?, regret("sqrt", rounds)?);
        let t = rounds as f64;
        println!("{rounds:>9} {log:>14.2} {sqrt:>14.2} {:>8.1} {:>8.0}", libm::log(t), t.sqrt());
    }
    Ok(())
}
