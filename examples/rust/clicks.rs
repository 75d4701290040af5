//! Clicks: learn a file as it comes, see what is worth knowing about an ad, serve one request. The twin: `examples/python/clicks.py`.
//!
//! Run with `cargo run --release -p noregret-engine --example clicks [FILE]`.

use noregret_engine::{Engine, Named, Scratch, Step, Value};
use noregret_io::{Input, ReadOptions};
use noregret_measure::{Detail, Measures, Report, Row, Subject};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/data/clicks.vw".to_owned());
    let mut model = Engine::options().build()?; // nothing to tune
    let seen = model.learn_from(vec![Input::from_path(&path)], None, ReadOptions::default())?;
    let mean = seen.mean(seen.loss).unwrap_or(f64::NAN);
    println!("{} examples, mean log loss {mean:.4}, each predicted before it was learned", seen.examples);

    let subject = Subject::new(model.loss(), model.core().objective());
    let mut measures = Measures::with(subject, Detail::FULL);
    let again = vec![Input::from_path(&path)];
    model.look_through(again, None, ReadOptions::default(), Duration::from_secs(60), |step| {
        if let Step::Example(example, _, margins) = step
            && let Some(label) = example.label
        {
            measures.add_row(Row { margins, known: margins.len(), label, weight: example.weight });
        }
        true
    })?;
    let Report::Two(found) = measures.report() else { return Err("labels are two classes".into()) };
    let told = |measure: Option<f64>| measure.unwrap_or(f64::NAN);
    println!(
        "seen again: AUC {:.4}, log loss {:.4}, best constant's {:.4}",
        told(found.auc),
        told(found.log_loss),
        told(found.baseline.log_loss)
    );

    let serving = model.freeze()?; // the same margins from half the bytes
    let request = [("device", "phone"), ("position", "p1"), ("hour", "h18")];
    let request = request.map(|(namespace, name)| Named { namespace, name, value: Value::Number(1.0) });
    let margin = serving.margins().named(request, &mut Scratch::new())?;
    println!("a request: margin {margin:.4}");
    Ok(())
}
