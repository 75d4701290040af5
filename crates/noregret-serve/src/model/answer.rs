//! What is answered for an example.

use noregret_engine::{Engine, EngineError, Taken};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// What was predicted for an example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// One number.
    Number {
        /// Before the link.
        margin: f64,
        /// On the label's scale.
        prediction: f64,
    },
    /// One of several classes.
    Class {
        /// The best one; none before any class was seen.
        class: Option<String>,
        /// The probability of each, in the order they first came.
        probabilities: Vec<(String, f64)>,
    },
    /// Its label waits for others, which say what it means.
    Waiting,
    /// The line was blank or a comment.
    Nothing,
    /// Why it was neither predicted nor learned from.
    Refused(String),
}

impl Answer {
    /// Of margins: one, or one for each class.
    pub fn of(engine: &Engine, margins: &[f64]) -> Self {
        let core = engine.core();
        let labels = &engine.schema().labels;
        if core.objective().is_none() {
            let margin = margins.first().copied().unwrap_or(0.0);
            return Self::Number { margin, prediction: engine.prediction(margin) };
        }
        let mut values = margins.to_vec();
        engine.probabilities(&mut values);
        let best =
            margins.iter().enumerate().fold(None, |best: Option<(usize, f64)>, (k, &margin)| match best {
                Some((_, most)) if most >= margin => best,
                _ => Some((k, margin)),
            });
        let name = |k: usize| labels.class_name(k as f64).map_or_else(|| k.to_string(), str::to_owned);
        Self::Class {
            class: best.map(|(k, _)| name(k)),
            probabilities: values.iter().enumerate().map(|(k, &p)| (name(k), p)).collect(),
        }
    }

    /// Of what became of a line that an engine has just learned from.
    pub fn of_lesson(engine: &Engine, taken: Taken) -> Self {
        match taken {
            Taken::Nothing => Self::Nothing,
            Taken::Waiting => Self::Waiting,
            Taken::At(margin) => match engine.core().objective() {
                None => Self::of(engine, &[margin]),
                Some(_) => Self::of(engine, engine.core().margins()),
            },
        }
    }

    /// Of an example that was refused, without its number: that differs from run to run.
    pub fn refused(error: &EngineError) -> Self {
        Self::Refused(match error {
            EngineError::Example { why, .. } => why.to_string(),
            other => other.to_string(),
        })
    }

    /// Leaves out what each class has.
    pub fn shorten(&mut self) {
        if let Self::Class { probabilities, .. } = self {
            *probabilities = Vec::new();
        }
    }

    /// The bytes it takes, about.
    pub fn bytes(&self) -> usize {
        let more = match self {
            Self::Class { class, probabilities } => {
                let names =
                    probabilities.iter().map(|(name, _)| 32 + name.len() + size_of::<(String, f64)>());
                class.as_ref().map_or(0, String::len) + names.sum::<usize>()
            }
            Self::Refused(why) => why.len(),
            Self::Number { .. } | Self::Waiting | Self::Nothing => 0,
        };
        size_of::<Self>() + more
    }

    /// As the old protocol has it: the margin or the class.
    pub fn plain(&self) -> String {
        match self {
            Self::Number { margin, .. } => format!("{margin:.6}"),
            Self::Class { class: Some(class), .. } => class.clone(),
            Self::Class { class: None, .. } | Self::Waiting | Self::Nothing | Self::Refused(_) => {
                "0.000000".to_owned()
            }
        }
    }
}

/// An answer as JSON has it.
pub struct Told<'a>(pub &'a Answer);

struct Shares<'a>(&'a [(String, f64)]);

impl Serialize for Shares<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, share)| (name, share)))
    }
}

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0 {
            Answer::Number { margin, prediction } => {
                map.serialize_entry("prediction", prediction)?;
                map.serialize_entry("margin", margin)?;
            }
            Answer::Class { class, probabilities } => {
                map.serialize_entry("prediction", class)?;
                map.serialize_entry("probabilities", &Shares(probabilities))?;
            }
            Answer::Waiting => {
                map.serialize_entry("prediction", &())?;
                map.serialize_entry("waiting", &true)?;
            }
            Answer::Nothing => map.serialize_entry("prediction", &())?,
            Answer::Refused(why) => {
                map.serialize_entry("prediction", &())?;
                map.serialize_entry("error", why)?;
            }
        }
        map.end()
    }
}
