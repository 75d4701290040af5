//! Progressive margins by the library alone: svmlight text in, the bits of each margin out.
//!
//! `margins FILE ALGORITHM LOSS`. Tests compare them with those of the command and of Python.

use noregret::{FeaturesBuf, Parameters, algorithms};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, algorithm, loss] = &arguments[..] else { return Err("margins FILE ALGORITHM LOSS".into()) };
    let spec = algorithms::find(algorithm)?.spec(Some(loss.parse()?), &Parameters::new())?;
    let mut learner = spec.check()?.build();
    let mut x = FeaturesBuf::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let mut words = line.split_whitespace();
        let label: f64 = words.next().ok_or("a line has no label")?.parse()?;
        x.clear();
        // The bias is feature 0, and number i of the text feature i + 1.
        x.push(0, 1.0);
        for word in words {
            let (index, value) = word.split_once(':').ok_or("a feature has no value")?;
            x.push(index.parse::<u32>()? + 1, value.parse()?);
        }
        println!("{:016x}", learner.learn(x.finish()?, label, 1.0)?.to_bits());
    }
    Ok(())
}
