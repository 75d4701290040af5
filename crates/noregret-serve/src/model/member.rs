//! A learner of a model, behind a lock that is held for a moment at a time.
//!
//! Predictions read the live weights; learning writes them a few lines at a time and hands the lock over between, to whoever
//! waits. So a prediction waits for a few lines at most, however large the batch. Nothing else ever holds the lock for long: whatever
//! needs the whole model (a snapshot, the heaviest weights) is done by the thread that learns, beside which predictions go on.

use crate::log::record::Form;
use crate::model::answer::Answer;
use noregret_engine::{Engine, Lesson, Scratch};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use serde::Serialize;
use std::cell::RefCell;

/// One learner.
pub struct Member {
    /// Its number, which it keeps.
    pub id: u32,
    /// Its name.
    pub name: String,
    engine: RwLock<Engine>,
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

/// What lines above this took to be read is given back.
const LONG: usize = 64 << 10;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

impl Member {
    /// A learner with an engine. It goes on learning between questions, so it answers by its last weights.
    pub fn new(id: u32, name: &str, engine: Engine) -> Self {
        Self { id, name: name.to_owned(), engine: RwLock::new(engine.by_last()) }
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
    pub fn predict(&self, form: Form, line: &[u8]) -> Result<Option<Predicted>, String> {
        self.read(form, line, |engine, margins, _| Predicted {
            answer: Answer::of(engine, &margins),
            margins,
        })
    }

    /// Predicts a line and says what its features add, the most first.
    pub fn explain(&self, form: Form, line: &[u8]) -> Result<Option<(Predicted, Vec<Contribution>)>, String> {
        self.read(form, line, |engine, margins, features| {
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
        with: impl FnOnce(&Engine, Vec<f64>, noregret::Features<'_>) -> T,
    ) -> Result<Option<T>, String> {
        SCRATCH.with_borrow_mut(|scratch| {
            let told = self.read_into(scratch, form, line, with);
            if line.len() > LONG {
                *scratch = Scratch::new();
            }
            told
        })
    }

    fn read_into<T>(
        &self,
        scratch: &mut Scratch,
        form: Form,
        line: &[u8],
        with: impl FnOnce(&Engine, Vec<f64>, noregret::Features<'_>) -> T,
    ) -> Result<Option<T>, String> {
        let engine = self.engine.read();
        let asked = engine.margins();
        let told = |error: noregret_engine::EngineError| match Answer::refused(&error) {
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
        Ok(Some(with(&engine, margins, example.features)))
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
        for line in lines {
            match engine.lesson(form.format(), line, served) {
                Ok(lesson) => each(Some(lesson), Answer::of_lesson(&engine, lesson.taken)),
                Err(error) => each(None, Answer::refused(&error)),
            }
            if line.len() > LONG {
                engine.shed();
            }
        }
        // Those who wait to predict come first.
        RwLockWriteGuard::unlock_fair(engine);
    }
}
