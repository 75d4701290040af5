//! The file of a learned metric: one self-contained file with all that is needed to measure distances and to go on learning.
//!
//! A [container](crate::model::container) of the kind `metric`, whose header holds the spec, the encoding of the columns and what was seen, and whose arrays are
//! the learner's state.

use crate::dataset::Encoding;
use crate::files::output::Complete;
use crate::model::ModelError;
use crate::model::container;
use noregret::State;
use noregret::metric_learning::choose::Choice;
use noregret::metric_learning::{Drawn, MetricLearner, MetricSpec};
use serde::{Deserialize, Serialize};
use std::path::Path;

const KIND: &str = "metric";

/// A metric with all it needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricModel {
    /// What it is.
    pub spec: MetricSpec,
    /// How rows become its vectors.
    pub encoding: Encoding,
    /// The sum of the losses of all rounds, each before it was learned from.
    pub loss: f64,
    /// How its rate was chosen; none if it was given, as in files of before.
    pub choice: Option<Choice>,
    /// Its memory.
    pub state: State,
}

#[derive(Serialize, Deserialize)]
struct Header {
    kind: String,
    spec: MetricSpec,
    encoding: Encoding,
    loss: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choice: Option<Choice>,
}

impl MetricModel {
    /// An error for what could not be read back.
    fn header(&self) -> Result<Vec<u8>, String> {
        if !self.loss.is_finite() {
            return Err(format!("a sum of losses of {} cannot be written", self.loss));
        }
        let (spec, encoding, loss) = (self.spec, self.encoding.clone(), self.loss);
        let header = Header { kind: KIND.to_owned(), spec, encoding, loss, choice: self.choice.clone() };
        serde_json::to_vec(&header).map_err(|e| e.to_string())
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        container::encode(&mut bytes, &self.header()?, &|out| self.state.save(out))
            .map_err(|e| e.to_string())?;
        Ok(bytes)
    }

    /// Reads a file's bytes back; the reason if they are no metric.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let (header, state) = container::from_bytes(bytes)?;
        Self::understand(&header, state)
    }

    fn understand(header: &[u8], state: State) -> Result<Self, String> {
        match container::kind(header)?.as_deref() {
            Some(KIND) => {}
            None => {
                return Err("it holds a linear model, not a metric: noregret predict applies it, noregret \
                            train -i goes on with it"
                    .to_owned());
            }
            Some(other) => return Err(format!("it holds something else than a metric: {other:?}")),
        }
        let Header { spec, encoding, loss, choice, .. } =
            serde_json::from_slice(header).map_err(|e| format!("its header is malformed: {e}"))?;
        spec.check().map_err(|e| e.to_string())?;
        encoding.check()?;
        Ok(Self { spec, encoding, loss, choice, state })
    }

    /// The comparisons that its table shows it.
    pub fn drawn(&self) -> Drawn {
        self.choice.as_ref().and_then(|choice| choice.chosen).map_or(Drawn::Pairs, |lane| lane.drawn)
    }

    /// Whether its labels are numbers.
    pub fn numbers(&self) -> bool {
        self.choice.as_ref().is_some_and(|choice| choice.numbers)
    }

    /// Whether it was chosen to learn nothing.
    pub fn kept(&self) -> bool {
        self.choice.as_ref().is_some_and(|choice| choice.chosen.is_none())
    }

    /// The learner, where it left off.
    pub fn learner(&self) -> Result<MetricLearner, String> {
        let mut learner = MetricLearner::new(&self.spec, self.encoding.dim()).map_err(|e| e.to_string())?;
        learner.restore(&self.state).map_err(|e| e.to_string())?;
        Ok(learner)
    }

    /// Writes the file beside its place, to be put there with others.
    pub fn write(&self, path: &Path) -> Result<Complete, ModelError> {
        let header = self.header().map_err(|why| container::failed(path)(std::io::Error::other(why)))?;
        container::write(path, &header, &|out| self.state.save(out))
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        self.write(path)?.place().map_err(container::failed(path))
    }

    /// Reads a file, and the learner in it.
    pub fn load(path: &Path) -> Result<(Self, MetricLearner), ModelError> {
        container::load(path, |header, state| {
            let model = Self::understand(header, state)?;
            let learner = model.learner()?;
            Ok((model, learner))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;
    use noregret::metric_learning::MatrixGeometry;

    fn model() -> MetricModel {
        let spec = MetricSpec::default_for(MatrixGeometry::LogDet);
        let mut learner = MetricLearner::new(&spec, 2).unwrap();
        learner.learn_pair(&[1.0, 0.1], 0.3).unwrap();
        let (encoding, state) = (Encoding::plain(2), learner.state());
        MetricModel { spec, encoding, loss: 0.1 + 0.2, choice: None, state }
    }

    #[test]
    fn reads_back_and_goes_on() {
        let model = model();
        let bytes = model.to_bytes().unwrap();
        let back = MetricModel::from_bytes(&bytes).unwrap();
        assert_eq!(back, model);
        assert_eq!(back.learner().unwrap().state(), model.state);
        assert!(Model::from_bytes(&bytes).unwrap_err().contains("it holds a metric"));
        let choice = Choice {
            chosen: None,
            k: 3,
            parts: 5,
            rounds: 10,
            numbers: false,
            judged: Vec::new(),
            euclid: None,
        };
        let kept = MetricModel { choice: Some(choice), ..model };
        assert_eq!(MetricModel::from_bytes(&kept.to_bytes().unwrap()).unwrap(), kept);
        assert!(kept.kept() && kept.drawn() == Drawn::Pairs);
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_refused() {
        let bytes = model().to_bytes().unwrap();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            assert!(MetricModel::from_bytes(&damaged).is_err(), "byte {place}");
            assert!(MetricModel::from_bytes(&bytes[..place]).is_err(), "cut at {place}");
        }
    }
}
