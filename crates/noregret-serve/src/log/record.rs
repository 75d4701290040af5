//! What is written to the log: requests as they came, with the time they came at.
//!
//! Examples are kept as the text they were sent as. No other form replays to the same bits: what a line means depends on all lines
//! before it (which names were first, what labels are), and the engine is the one place that knows how. Reading a line again costs less
//! than a sync. Whatever else takes part in what is learned is in the record too: the time, which decides what expires, and the
//! predictions that were served.

use noregret_io::Format;
use serde::{Deserialize, Serialize};

/// A request that changes a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// When it was taken in, in milliseconds since 1970; never before that of an earlier record.
    pub time: u64,
    /// What makes a repetition known.
    pub key: Option<Key>,
    /// What it asks for.
    pub what: What,
}

/// The idempotency key of a request, and what it was a key to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// As the client sent it.
    pub text: String,
    /// A hash of the request: the same key with another request is a mistake of the client.
    pub print: u64,
}

/// What a record asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum What {
    /// Learn from lines.
    Learn {
        /// What they are written in.
        text: Text,
    },
    /// Keep examples that were predicted until their labels come.
    Keep {
        /// The examples.
        examples: Vec<Kept>,
    },
    /// The label of an example that is kept.
    Label {
        /// Its id.
        id: String,
        /// As JSON has it.
        label: String,
        /// The importance weight.
        weight: Option<f64>,
    },
    /// Another learner answers from now on.
    Promote {
        /// Its name.
        name: String,
    },
    /// A learner joins as a challenger; its definition is JSON.
    Join {
        /// Its name.
        name: String,
        /// What it is.
        definition: String,
    },
    /// A challenger leaves.
    Leave {
        /// Its name.
        name: String,
    },
    /// Time goes by: what is kept may expire.
    Tick,
}

/// Lines in a format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// The format.
    pub form: Form,
    /// The lines.
    #[serde(with = "serde_bytes")]
    pub lines: Vec<u8>,
}

/// An example that was predicted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// What its label will come under.
    pub id: String,
    /// The example, a line of JSON without a label.
    #[serde(with = "serde_bytes")]
    pub line: Vec<u8>,
    /// What each learner predicted: its number, its margins.
    pub served: Vec<(u32, Vec<f64>)>,
}

impl Kept {
    /// What it takes, about.
    pub fn bytes(&self) -> usize {
        let margins: usize = self.served.iter().map(|(_, margins)| 32 + 8 * margins.len()).sum();
        128 + self.id.len() + self.line.len() + margins
    }
}

/// The formats a request can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// JSON lines.
    Json,
    /// VW text.
    Vw,
    /// svmlight.
    Svmlight,
}

impl Form {
    /// As the engine calls it.
    pub fn format(self) -> Format {
        match self {
            Self::Json => Format::Jsonl,
            Self::Vw => Format::Vw,
            Self::Svmlight => Format::Svmlight,
        }
    }
}

impl Record {
    /// Its bytes before its text; those of a record without one are all of it.
    pub fn head(&mut self) -> Result<Vec<u8>, postcard::Error> {
        let lines = if let What::Learn { text } = &mut self.what {
            std::mem::take(&mut text.lines)
        } else {
            Vec::new()
        };
        let head = self.to_bytes();
        let What::Learn { text } = &mut self.what else { return head };
        text.lines = lines;
        // The text comes last: behind its length, which was that of none.
        let mut head = head?;
        head.pop();
        postcard::to_extend(&(text.lines.len() as u64), head)
    }

    /// Its text, if it has one.
    pub fn text(&self) -> &[u8] {
        if let What::Learn { text } = &self.what { &text.lines } else { &[] }
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_extend(self, Vec::new())
    }

    /// Of its bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, postcard::Error> {
        postcard::from_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_and_text_are_the_whole() {
        let key = Key { text: "k".to_owned(), print: 7 };
        let learn = |length| What::Learn { text: Text { form: Form::Vw, lines: vec![b'x'; length] } };
        let label = What::Label { id: "i".to_owned(), label: "1".to_owned(), weight: Some(2.0) };
        for what in [learn(0), learn(1), learn(127), learn(128), learn(70_000), label, What::Tick] {
            for key in [None, Some(key.clone())] {
                let mut record = Record { time: 300, key, what: what.clone() };
                let whole = record.to_bytes().unwrap();
                let head = record.head().unwrap();
                assert_eq!([head.as_slice(), record.text()].concat(), whole);
                assert_eq!(Record::from_bytes(&whole).unwrap(), record);
            }
        }
    }
}
