//! A learner of a model, behind a lock that is held for a moment at a time.
//!
//! Predictions read the live weights; learning writes them a few lines at a time and hands the lock over between, to whoever
//! waits. So a prediction waits for a few lines at most, however large the batch. Nothing else ever holds the lock for long: whatever
//! needs the whole model (a snapshot, the heaviest weights) is done by the thread that learns, beside which predictions go on.

use crate::log::record::Form;
use crate::model::answer::Answer;
use crate::model::object::Keys;
use noregret::{LearnError, MAX_INDEX};
use noregret_engine::{Engine, EngineError, Lesson, Refused, Scratch, Why};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// One learner.
pub struct Member {
    /// Its number, which it keeps.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Which keys of objects are no features.
    pub keys: Keys,
    /// Examples that it refused to learn from.
    refused: AtomicU64,
    /// Why it is not what its records make of it: memory that the system did not give.
    failed: OnceLock<String>,
    /// How many margins an example has, and how many parts a cross of features has at most.
    outputs: AtomicUsize,
    order: usize,
    engine: RwLock<Engine>,
}

/// How long a prediction may wait for the thread that learns.
#[derive(Clone, Copy)]
pub enum Patience {
    /// As long as it takes.
    Endless,
    /// Until then.
    Until(Instant),
}

impl Patience {
    /// That of a thread on which all requests wait.
    pub fn short() -> Self {
        Self::Until(Instant::now() + Duration::from_millis(1))
    }
}

/// Why nothing was predicted.
#[derive(Debug)]
pub enum Unpredicted {
    /// Learning took longer than was to be waited.
    Busy,
    /// The example was refused.
    Refused(String),
}

/// A prediction and the margins it is made of.
pub struct Predicted {
    /// What is answered.
    pub answer: Answer,
    /// One margin, or one for each class.
    pub margins: Vec<f64>,
}

/// What a feature adds to a prediction.
#[derive(Clone, Debug, Serialize)]
pub struct Contribution {
    /// Its name.
    pub feature: String,
    /// Its value.
    pub value: f64,
    /// What it adds to the margin; of several classes, to that of each, in their order.
    pub adds: Vec<f64>,
}

/// Who learns lets those who wait to predict come first after the line that ends this time.
const TURN: Duration = Duration::from_millis(1);

/// What lines above this took to be read is given back.
const LONG: usize = 64 << 10;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

impl Member {
    /// A learner with an engine. It goes on learning between questions, so it answers by its last weights.
    pub fn new(id: u32, name: &str, engine: Engine) -> Self {
        let schema = engine.schema();
        let keys =
            Keys { label: schema.label.clone(), weight: schema.weight.clone(), tag: schema.tag.clone() };
        let order = schema.crosses.interactions.iter().map(|one| one.parts.len()).max().unwrap_or(1);
        let (refused, outputs) = (AtomicU64::new(0), AtomicUsize::new(engine.core().outputs()));
        let (name, failed, engine) = (name.to_owned(), OnceLock::new(), RwLock::new(engine.by_last()));
        Self { id, name, keys, refused, failed, outputs, order, engine }
    }

    /// How much work it is to predict so many examples of so many bytes, as bytes of those that have one margin and no crosses.
    pub fn load(&self, bytes: usize, examples: usize) -> usize {
        let outputs = self.outputs.load(Ordering::Relaxed);
        // A feature has a weight for every class, and an answer a place; what is crossed is so with all the rest.
        let margins =
            (bytes.saturating_mul(outputs) / 64).saturating_add(examples.saturating_mul(16 * outputs));
        let crossed = (1..self.order).fold(bytes, |all, _| all.saturating_mul(bytes) / 64);
        crossed.max(bytes).saturating_add(margins)
    }

    /// Why it is not what its records make of it; then nothing it says may be told.
    pub fn failed(&self) -> Option<&str> {
        self.failed.get().map(String::as_str)
    }

    /// Fails as it does when memory is not given.
    #[cfg(test)]
    pub fn fail(&self) {
        let _ = self.failed.set("a test took the memory".to_owned());
    }

    /// How many examples it refused to learn from.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// As it was.
    pub fn set_refused(&self, count: u64) {
        self.refused.store(count, Ordering::Relaxed);
    }

    /// Looks at the engine; only the thread that learns may take its time.
    pub fn look<T>(&self, see: impl FnOnce(&Engine) -> T) -> T {
        see(&self.engine.read())
    }

    /// The engine, to be looked at together with others.
    pub fn engine_lock(&self) -> RwLockReadGuard<'_, Engine> {
        self.engine.read()
    }

    /// Predicts a line; none if it is blank or a comment.
    pub fn predict(
        &self,
        form: Form,
        line: &[u8],
        patience: Patience,
    ) -> Result<Option<Predicted>, Unpredicted> {
        self.read(form, line, patience, |engine, margins, _| Predicted {
            answer: Answer::of(engine, &margins),
            margins,
        })
    }

    /// Predicts a line and says what its features add, the most first.
    pub fn explain(
        &self,
        form: Form,
        line: &[u8],
    ) -> Result<Option<(Predicted, Vec<Contribution>)>, Unpredicted> {
        self.read(form, line, Patience::Endless, |engine, margins, features| {
            let parts = engine.core().contributions(features);
            let size = |adds: &[f64]| adds.iter().fold(0.0, |size: f64, part| size.max(part.abs()));
            let mut told: Vec<Contribution> = features
                .iter()
                .zip(parts)
                .map(|((index, value), adds)| Contribution {
                    feature: engine.schema().feature_name(index),
                    value,
                    adds,
                })
                .collect();
            told.sort_by(|a, b| size(&b.adds).total_cmp(&size(&a.adds)));
            (Predicted { answer: Answer::of(engine, &margins), margins }, told)
        })
    }

    fn read<T>(
        &self,
        form: Form,
        line: &[u8],
        patience: Patience,
        with: impl FnOnce(&Engine, Vec<f64>, noregret::Features<'_>) -> T,
    ) -> Result<Option<T>, Unpredicted> {
        let engine = match patience {
            Patience::Endless => self.engine.read(),
            Patience::Until(time) => self.engine.try_read_until(time).ok_or(Unpredicted::Busy)?,
        };
        SCRATCH.with_borrow_mut(|scratch| {
            let told = read_by(&engine, scratch, form, line, with).map_err(Unpredicted::Refused);
            if line.len() > LONG {
                *scratch = Scratch::new();
            }
            told
        })
    }

    /// Holds the lock as learning does.
    #[cfg(test)]
    pub fn hold(&self) -> RwLockWriteGuard<'_, Engine> {
        self.engine.write()
    }

    /// Why nothing could be learned from a line of JSON because of its label or its weight; nothing is learned. While labels still have to show what they
    /// are, any may come.
    pub fn refuses(&self, line: &[u8]) -> Option<String> {
        let engine = self.engine.read();
        if engine.undecided() || engine.waiting() > 0 {
            return None;
        }
        SCRATCH.with_borrow_mut(|scratch| {
            match engine.margins().example(Form::Json.format(), line, scratch) {
                Ok(Some(example)) if example.label.is_some() => None,
                Ok(_) => Some("this label stands for none".to_owned()),
                Err(error) => match Answer::refused(&error) {
                    Answer::Refused(why) => Some(why),
                    _ => Some(error.to_string()),
                },
            }
        })
    }

    /// Learns from a few lines, and tells what they taught and what is answered; `served` has the margins that were served for them.
    pub fn learn(
        &self,
        form: Form,
        lines: &[&[u8]],
        served: Option<&[f64]>,
        mut each: impl FnMut(Option<Lesson>, Answer),
    ) {
        let mut engine = self.engine.write();
        let mut since = Instant::now();
        for (place, line) in lines.iter().enumerate() {
            if place > 0 && since.elapsed() >= TURN {
                self.outputs.store(engine.core().outputs(), Ordering::Relaxed);
                RwLockWriteGuard::bump(&mut engine);
                since = Instant::now();
            }
            match engine.lesson(form.format(), line, served) {
                Ok(lesson) => each(Some(lesson), Answer::of_lesson(&engine, lesson.taken)),
                Err(error) => {
                    if let Some(bytes) = denied(&engine, &error) {
                        let _ = self.failed.set(format!(
                            "{} needs a table of {bytes} bytes, which the system does not give",
                            self.name
                        ));
                    }
                    self.refused.fetch_add(1, Ordering::Relaxed);
                    each(None, Answer::refused(&error));
                }
            }
            if line.len() > LONG {
                engine.shed();
            }
        }
        self.outputs.store(engine.core().outputs(), Ordering::Relaxed);
        // Those who wait to predict come first.
        RwLockWriteGuard::unlock_fair(engine);
    }
}

/// The bytes that an engine did not get from the system. Another machine might give them, so this is no refusal that a replay repeats. A number beyond those
/// that a learner has places for is refused everywhere.
fn denied(engine: &Engine, error: &EngineError) -> Option<u64> {
    let EngineError::Example { why, .. } = error else { return None };
    match &**why {
        Why::Refused { error: Refused::Learner(LearnError::TableFull { index, bytes }), .. } => {
            // Learners with weights of two signs have half of the places.
            let signed = *bytes == 32 * u64::from(*index) && *index > MAX_INDEX / 2 - 1;
            (!signed && engine.core().learns()).then_some(*bytes)
        }
        _ => None,
    }
}

/// Reads a line by an engine and asks for its margins.
fn read_by<T>(
    engine: &Engine,
    scratch: &mut Scratch,
    form: Form,
    line: &[u8],
    with: impl FnOnce(&Engine, Vec<f64>, noregret::Features<'_>) -> T,
) -> Result<Option<T>, String> {
    let asked = engine.margins();
    let told = |error: EngineError| match Answer::refused(&error) {
        Answer::Refused(why) => why,
        _ => error.to_string(),
    };
    let Some(example) = asked.example(form.format(), line, scratch).map_err(told)? else {
        return Ok(None);
    };
    let mut margins = Vec::new();
    asked.all(example.features, &mut margins);
    if !margins.iter().all(|margin| margin.is_finite()) {
        return Err("the numbers of this example are too large: its prediction overflows".to_owned());
    }
    Ok(Some(with(engine, margins, example.features)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::definition::Learner;

    /// Lines that take long are not learned under one hold of the lock.
    #[test]
    fn who_waits_to_predict_comes_between_two_long_lines() {
        let learner: Learner = serde_json::from_str(r#"{"loss": "logistic", "labels": ["0", "1"]}"#).unwrap();
        let member = Member::new(0, "m", learner.build().unwrap());
        let words: String = (0..8000).map(|k| format!(",\"w{k}\":1")).collect();
        let line = format!("{{\"label\":1{words}}}").into_bytes();
        let (lines, done) = (vec![&*line; 30], AtomicUsize::new(0));
        let between = std::thread::scope(|scope| {
            let asked = scope.spawn(|| {
                let mut between = 0;
                while done.load(Ordering::SeqCst) < lines.len() {
                    let _ = member.predict(Form::Json, b"{\"w1\": 1}", Patience::Endless);
                    between += usize::from((1..lines.len()).contains(&done.load(Ordering::SeqCst)));
                }
                between
            });
            member.learn(Form::Json, &lines, None, |_, _| {
                done.fetch_add(1, Ordering::SeqCst);
            });
            asked.join().unwrap()
        });
        assert!(between >= 4, "{between} predictions between 30 lines");
    }

    #[test]
    fn a_prediction_waits_no_longer_than_it_may() {
        let learner: Learner =
            serde_json::from_str(r#"{"loss": "logistic", "labels": ["0", "1"], "label": "y"}"#).unwrap();
        let member = Member::new(0, "m", learner.build().unwrap());
        let ask = |patience| member.predict(Form::Json, b"{\"a\": 1}", patience);
        assert!(ask(Patience::short()).is_ok());
        let learning = member.engine.write();
        let asked = std::thread::scope(|scope| scope.spawn(|| ask(Patience::short()).is_ok()).join());
        assert_eq!((asked.unwrap(), member.keys.label.as_deref()), (false, Some("y")));
        drop(learning);
        // One whose time is over is answered where nobody learns.
        assert!(ask(Patience::Until(Instant::now())).is_ok());
    }
}
