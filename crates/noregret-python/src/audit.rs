//! The regret of a learner, certified: for `noregret.regret`, by the rounds and the solver of the command.

use crate::error::Failure;
use crate::options;
use crate::race::feed::Source;
use crate::ticker::Ticker;
use noregret::Interval;
use noregret::regret::{Patience, Regret};
use noregret_engine::{Audit, EngineError, Unplayed};
use noregret_io::Item;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

/// About how many places of the course are told.
const PLACES: usize = 512;

/// Learns from the data and looks for the best fixed weights: what was found, as JSON.
#[pyfunction]
#[pyo3(signature = (source, given, within=None, windows=None, thorough=false, memory=4_000_000_000, tick=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of one Python function")]
pub fn regret(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    given: &Bound<'_, PyDict>,
    within: Option<(f64, f64)>,
    windows: Option<usize>,
    thorough: bool,
    memory: u64,
    tick: Option<Py<PyAny>>,
) -> Result<String, Failure> {
    let engine = options::options(given)?.build()?;
    let within = within.map(|(lo, hi)| Interval { lo, hi });
    if let Some(fault) = within.and_then(|set| set.fault()) {
        return Err(EngineError::Options(format!("within: {fault}")).into());
    }
    let source = Source::of(source)?;
    let mut ticker = Ticker::new(tick);
    let schema = engine.schema().clone();
    source.with(py, schema, |mut feed| {
        let mut core = engine.into_parts().0.as_published();
        let mut audit = Audit::new(&core, within).map_err(EngineError::from)?;
        while let Some(batch) = feed.next(&mut ticker, audit.transcript.rounds())? {
            core.decide(feed.schema()).map_err(EngineError::from)?;
            for item in batch.iter() {
                let example = match item {
                    Item::Example(example) => example,
                    Item::Bad(error) => {
                        let row = usize::try_from(error.position.line.saturating_sub(1)).ok();
                        let column = error.field.as_ref().and_then(|field| field.name.clone());
                        return Err(Failure::Data { message: error.fault.to_string(), row, column });
                    }
                };
                let row = example.line.saturating_sub(1) as usize;
                audit.learn(&mut core, &example).map_err(|unplayed| match unplayed {
                    Unplayed::Refused(refused) => Failure::at(row, refused.told(feed.schema())),
                    Unplayed::Unkept(error) => Failure::at(row, error.to_string()),
                    Unplayed::Classes => Failure::data(
                        "the labels are several classes, of which no best fixed weights are looked for; positive= certifies one class against the rest",
                    ),
                })?;
            }
            if audit.transcript.bytes() > memory {
                return Err(Failure::data(format!("the rounds take more than {memory} bytes: raise max_memory, or judge a part of the data")));
            }
            ticker.tick(audit.transcript.rounds())?;
        }
        let rounds = audit.transcript.rounds();
        if rounds == 0 {
            return Err(Failure::data("there is no labelled example of positive weight to judge"));
        }
        audit.settle(&core);
        let patience = if thorough { Patience::THOROUGH } else { Patience::QUICK };
        let start = audit.transcript.dense(&core.weights());
        let found = audit.find(&core, 0..rounds, &start, &patience);
        let counts = *core.counts_here();
        let mut told = json!({
            "algorithm": core.algorithm(), "parameters": core.parameters(), "loss_function": core.loss().to_string(),
            "rounds": rounds, "features": audit.transcript.features(), "suffered": counts.loss,
            "bound": core.bound().filter(|_| audit.within.is_none()),
            "within": audit.within.map(|set| [set.lo, set.hi]),
            "missing": audit.rivals.as_ref().err().map(ToString::to_string),
        });
        if let Some(found) = found {
            let point: Vec<f64> = found.hindsight.point.iter().map(|w| w.value).collect();
            let course = audit.course(&core, &point);
            let mut over = Vec::new();
            let count = windows.unwrap_or(0);
            for k in 0..count {
                let window = rounds * k / count..rounds * (k + 1) / count;
                if window.is_empty() {
                    return Err(Failure::data(format!("{count} windows are too many for {rounds} rounds")));
                }
                ticker.look(rounds)?;
                let own = audit.find(&core, window.clone(), &point, &patience);
                let ends = json!({ "from": window.start + 1, "to": window.end });
                over.extend(own.map(|own| merged(ends, ends_of(&own))));
            }
            let step = course.len().div_ceil(PLACES).max(1);
            let places = (0..course.len()).filter(|k| (k + 1) % step == 0 || k + 1 == course.len());
            let course: Vec<Value> = places.map(|k| json!([k + 1, course[k]])).collect();
            told = merged(told, ends_of(&found));
            told = merged(told, json!({ "course": course, "windows": over }));
        }
        Ok(told.to_string())
    })
}

fn ends_of(found: &Regret) -> Value {
    json!({
        "suffered": found.suffered, "best_lower": found.hindsight.lower, "best_upper": found.hindsight.upper,
        "regret_lower": found.lower, "regret_upper": found.upper, "tight": found.hindsight.is_tight(),
    })
}

/// Both objects in one.
fn merged(mut first: Value, second: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut first, second) {
        all.extend(more);
    }
    first
}
