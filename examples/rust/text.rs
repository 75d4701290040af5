//! Text: sparse rows of word weights, learned as a matrix and as the file it comes from, with the same bits. The twin: `examples/python/text.py`.
//!
//! Run with `cargo run --release -p noregret-engine --example text [FILE]`.

use noregret::{Parameters, Rows};
use noregret_engine::{Engine, EngineError};
use noregret_io::{Input, ReadOptions};

fn fresh() -> Result<Engine, EngineError> {
    let loss = noregret::loss::Logistic {}.into();
    Engine::options()
        .algorithm("ada-diag")
        .loss(loss)
        .parameters(Parameters::new().number("eta", 0.5))
        .build()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/data/text.svm".to_owned());
    let (mut starts, mut indices, mut values, mut labels) = (vec![0], Vec::new(), Vec::new(), Vec::new());
    for line in std::fs::read_to_string(&path)?.lines() {
        let mut words = line.split_whitespace();
        labels.push(words.next().ok_or("a line without a label")?.parse::<f64>()?);
        for pair in words {
            let (index, value) = pair.split_once(':').ok_or("a word without a weight")?;
            indices.push(index.parse::<u32>()?);
            values.push(value.parse::<f64>()?);
        }
        starts.push(indices.len());
    }
    let mut model = fresh()?;
    let margins = model.learn_rows(Rows::new(&starts, &indices, &values)?, &labels, None)?;
    let mean = model.counts().mean(model.counts().loss).unwrap_or(f64::NAN);
    println!("{} rows, {} words, mean log loss {mean:.4}", margins.len(), values.len());
    let mut same = fresh()?;
    same.learn_from(vec![Input::from_path(&path)], None, ReadOptions::default())?;
    println!("the file gives the same model: {}", same.to_bytes()? == model.to_bytes()?);
    let mistaken = margins.iter().zip(&labels).filter(|(margin, label)| (**margin > 0.0) != (**label > 0.0));
    let wrong = mistaken.count() as u64;
    println!("{wrong} were mistaken, {} were not", model.counts().labelled - wrong);
    Ok(())
}
