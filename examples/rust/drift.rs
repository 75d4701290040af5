//! Drift: what is true changes on the way, and two learners run side by side: one that goes slower and slower, one that can begin
//! anew. The twin: `examples/python/drift.py`.
//!
//! Run with `cargo run --release -p noregret-engine --example drift`.

use noregret::{Loss, Parameters, Value, algorithms};
use noregret_engine::race::{Course, Entrant, Judge, Rules, Watch, plan, ranked};
use noregret_io::{Family, LabelKind, Labels, LineError, Named, RowBatches, Schema};

const ROWS: i64 = 4000;

/// Features that look random and are the same everywhere; from the middle on the label turns round.
fn row(k: i64) -> ([(&'static str, f64); 3], f64) {
    let x =
        [("a", 31), ("b", 57), ("c", 83)].map(|(name, step)| (name, ((k * step) % 97 - 48) as f64 / 48.0));
    let truth = x[0].1 - 2.0 * x[1].1 + 0.5 * x[2].1;
    (x, if (truth > 0.0) == (k < ROWS / 2) { 1.0 } else { -1.0 })
}

/// Nobody looks on.
struct Nobody;

impl Watch for Nobody {
    type Error = String;

    fn label(&mut self, _: f64) {}

    fn bad(&mut self, error: &LineError) -> Result<(), String> {
        Err(error.to_string())
    }

    fn stops(&mut self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let loss: Loss = "logistic".parse()?;
    let mut entrants = Vec::new();
    for name in ["ogd", "flh"] {
        let algorithm = algorithms::find(name)?;
        let mut given = Parameters::new();
        if name == "flh" {
            given.values.insert("base".to_owned(), Value::Word("ogd".to_owned()));
        }
        let plan = plan(algorithm, &given, None, (loss, false));
        entrants.push(Entrant::new(name, loss, (name, algorithm.resolve(&given)?), plan));
    }
    let mut schema = Schema::new(Labels::new(LabelKind::Binary));
    let mut rows = RowBatches::new("drift", Family::Named, &schema)?;
    for k in 0..ROWS {
        let (x, label) = row(k);
        rows.named(x.map(Named::from), label.into(), 1.0);
    }
    let batches = rows.end(&mut schema)?;
    let judge = Judge::Loss(loss);
    let rules = Rules { judge, threads: 2, confidence: Some(0.95), clip: None, kept: None, refused: None };
    let mut course = Course::new(rules, entrants);
    for batch in &batches {
        course.batch(batch, &schema, None, &mut Nobody)?;
    }
    let outcome = course.finish(None, false);
    for entrant in &outcome.entrants {
        let windows = entrant.curve.windows(&entrant.sums, 4);
        let means: Vec<String> =
            windows.iter().map(|(_, sums)| format!("{:.4}", sums.mean(sums.cost))).collect();
        let mean = entrant.sums.mean(entrant.sums.cost);
        println!("{}: mean log loss {mean:.4}, by quarters {}", entrant.entry, means.join(", "));
    }
    let best = ranked(&outcome.entrants).first().map_or("none", |&k| outcome.entrants[k].entry);
    println!("best: {best}");
    Ok(())
}
