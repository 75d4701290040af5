//! What labels are said to mean before any of them was read, as a schema file has it.

use serde::{Deserialize, Serialize};

use super::{LabelKind, Labels, Pair};

/// What labels mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Meaning {
    /// They are numbers.
    Numbers,
    /// They are one of two classes.
    Two {
        /// The one that is -1 to a learner.
        negative: String,
        /// The one that is +1.
        positive: String,
    },
    /// One of them is +1, all others are -1.
    Positive(String),
    /// They are classes, these first; others may follow.
    Classes(Vec<String>),
}

impl Labels {
    /// What they mean, if that is known and nothing was assumed.
    pub(crate) fn known_meaning(&self) -> Option<Meaning> {
        let decided = self.undecided.is_none();
        match (&self.pair, self.kind) {
            (Pair::Known { negative, positive }, _) if decided => {
                Some(Meaning::Two { negative: negative.clone(), positive: positive.clone() })
            }
            (Pair::Rest { positive }, _) => Some(Meaning::Positive(positive.clone())),
            (_, LabelKind::Classes) => Some(Meaning::Classes(self.classes().to_vec())),
            (_, LabelKind::Real | LabelKind::Count) if decided => Some(Meaning::Numbers),
            _ => None,
        }
    }

    /// Is told what labels mean, before the first one; what the user has said already stays. Where it is open what labels are, the first one
    /// is read by it: nothing waits.
    pub(crate) fn expect(&mut self, meaning: Meaning) {
        let unseen = self.pair == Pair::Unseen && self.classes.is_empty();
        match (self.kind, meaning) {
            (LabelKind::Open, meaning) if unseen => self.expected = Some(meaning),
            (LabelKind::Binary, Meaning::Two { negative, positive }) if unseen => {
                self.pair = Pair::Known { negative, positive };
            }
            (LabelKind::Binary, Meaning::Positive(positive)) if unseen => self.pair = Pair::Rest { positive },
            (LabelKind::Classes, Meaning::Classes(names)) if unseen => self.classes = names.into(),
            _ => {}
        }
    }

    /// The first label is there: what was expected holds from now on.
    pub(super) fn meet_expectation(&mut self) {
        self.kind = match &self.expected {
            None => return,
            Some(Meaning::Numbers) => LabelKind::Real,
            Some(Meaning::Classes(_)) => LabelKind::Classes,
            Some(Meaning::Two { .. } | Meaning::Positive(_)) => LabelKind::Binary,
        };
        if let Some(meaning) = self.expected.take() {
            self.expect(meaning);
        }
    }
}
