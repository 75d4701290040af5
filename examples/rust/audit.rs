//! An audit of regret: what a learner lost beyond the best fixed weights in hindsight, certified, and beside its theorem's bound. The twin:
//! `examples/python/audit.py`.
//!
//! Run with `cargo run --release -p noregret-engine --example audit [FILE]`.

use noregret::Parameters;
use noregret::regret::Patience;
use noregret_engine::{Audit, Engine};
use noregret_io::{Input, Item, ReadOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/data/clicks.vw".to_owned());
    for algorithm in ["per-coord", "ada-diag"] {
        let given = Parameters::new().number("radius", 1.0);
        let options = Engine::options().algorithm(algorithm).loss("logistic".parse()?).parameters(given);
        let mut engine = options.build()?;
        let mut audit = Audit::new(engine.core(), None)?;
        let reading = ReadOptions { most: Some(1000), ..ReadOptions::default() };
        let mut session = engine.read(vec![Input::from_path(&path)], None, reading)?;
        while let Some(batch) = session.batch()? {
            for item in batch.iter() {
                match item {
                    Item::Example(example) => {
                        audit.learn(session.core(), &example).map_err(|why| format!("{why:?}"))?
                    }
                    Item::Bad(error) => return Err(error.to_string().into()),
                };
            }
        }
        drop(session);
        let (core, rounds) = (engine.core(), audit.transcript.rounds());
        let start = audit.transcript.dense(&core.weights());
        let Some(found) = audit.find(core, 0..rounds, &start, &Patience::QUICK) else {
            return Err("there are no fixed weights to be held against".into());
        };
        let bound = core.bound().map_or_else(|| "none".to_owned(), |bound| format!("{bound:.1}"));
        let (suffered, best) = (found.suffered, found.hindsight.upper);
        println!("{algorithm}: lost {suffered:.4}, the best weights in [-1, 1] at most {best:.4}");
        println!("  regret in [{:.4}, {:.4}]; bound {bound}", found.lower, found.upper);
    }
    Ok(())
}
