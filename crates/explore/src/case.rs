//! One case: a stream, a learner, and the chances its checks take.

use crate::learner::Learner;
use crate::random::Random;
use crate::stream::{Example, Stream};
use serde::{Deserialize, Serialize};

/// A case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The examples.
    pub stream: Stream,
    /// Who learns from them.
    pub learner: Learner,
    /// Where the chances of checks come from: places to cut, orders, threads.
    pub salt: u64,
}

impl Case {
    /// The case of a stream's number, of this algorithm or any.
    pub fn draw(seed: u64, number: u64, algorithm: Option<&str>) -> Self {
        let mut random = Random::of(seed, number);
        let mut learner = Learner::draw(&mut random, algorithm);
        let stream = Stream::draw(&mut random, learner.loss.labels());
        if !stream.named {
            // Groups are namespaces here, which svmlight has not.
            learner.parameters.groups.clear();
        }
        Self { stream, learner, salt: random.bits() }
    }

    /// The flags of its learner, and how its labels and features are read.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = self.learner.flags();
        flags.extend(self.reading());
        flags
    }

    /// How its labels and features are read.
    fn reading(&self) -> Vec<String> {
        let mut flags = Vec::new();
        if let (true, Some([negative, positive])) =
            (self.learner.labelled && self.learner.told, self.stream.pair)
        {
            flags.push(format!("--labels={negative:?},{positive:?}"));
        }
        if let (true, Some(bits)) = (self.stream.named, self.learner.bits) {
            flags.push(format!("--bits={bits}"));
        }
        flags
    }

    /// The label as a learner takes it: one of two classes is -1 or +1.
    pub fn label(&self, example: &Example) -> Option<f64> {
        let label = example.label?;
        match self.stream.pair {
            Some([negative, positive]) if self.learner.is_binary() => Some(if label == positive {
                1.0
            } else if label == negative {
                -1.0
            } else {
                label
            }),
            _ => Some(label),
        }
    }
}
