//! One engine, several doors: learn from named features, from a line and from a file, save, load, serve.
//!
//! Run with `cargo run --release -p noregret-engine --example engine`.

use noregret_engine::{Engine, Scratch, Value};
use noregret_generate::{Generator, Kind};
use noregret_io::{Format, Input, ReadOptions};
use std::fmt::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("noregret-engine-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (data, model) = (folder.join("text.vw"), folder.join("text.nr"));

    // A file of VW text, as `noregret train text.vw` reads it.
    let mut lines = String::new();
    let mut stream = Generator::new(Kind::Text, 1);
    for _ in 0..5000 {
        let sample = stream.next();
        write!(lines, "{} |", sample.label)?;
        sample.features.iter().try_for_each(|f| write!(lines, " term{}:{}", f.id, f.value))?;
        lines.push('\n');
    }
    std::fs::write(&data, lines)?;
    let mut engine = Engine::options().build()?;
    let seen = engine.learn_from(vec![Input::from_path(&data)], None, ReadOptions::default())?;
    println!("{} examples, mean loss {:.4}", seen.examples, seen.mean(seen.loss).unwrap_or(f64::NAN));

    // More examples, one at a time: by name, and as lines. The indices are the same.
    engine.learn_named([("term17", 1.0), ("term4", 2.0)], 1.0, 1.0)?;
    engine.learn_named([("term17", Value::Number(1.0)), ("colour", Value::Text("red"))], -1.0, 1.0)?;
    engine.learn_line(Format::Vw, "1 | term4:0.5 term99:1")?;

    // The file that `noregret predict` and `noregret train -i` take.
    engine.save(&model)?;
    let mut again = Engine::load(&model)?;
    let margin = again.margins().line(Format::Vw, "| term17:1 term4:2", &mut Scratch::new())?.unwrap_or(0.0);
    println!("margin {margin:.4}, probability {:.4}", again.prediction(margin));

    // Other threads predict by the model of this moment, while this one goes on learning.
    let serving = again.predictor()?;
    let asked = std::thread::spawn(move || {
        let mut scratch = Scratch::new();
        serving.margins().named([("term17", 1.0), ("term4", 2.0)], &mut scratch)
    });
    again.learn_line(Format::Vw, "-1 | term17:1 term4:2")?;
    println!("served meanwhile: {:.4}", asked.join().map_err(|_| "the thread panicked")??);
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
