//! What labels mean: numbers, counts, one of two classes, which users write in several ways, or one of many.
//!
//! A class is -1 or +1 to a learner. Users write {-1, 1}, {0, 1}, {1, 2}, or two texts (of opposites such as yes and no the one that denies is negative, of
//! others the lesser one in lexicographic order), or name their pair. A first label 1 fits three pairs, and a first text
//! needs its partner, so examples are held back until a second label decides. If none comes, the first one is
//! taken as +1, and that assumption is remembered: a later label that contradicts it is refused.
//!
//! Where nobody said whether labels are classes or numbers, the first ones say: -1 and 1 are two classes; 0 and 1, or 1 and 2, if no third value shows in a
//! hundred examples, any two other numbers in a thousand, two texts in ten thousand. Where labels come in runs, as in a sorted file, that says
//! little: as long as none came back after another the wait goes on. A third text makes them classes, of which any number may follow, and so does a whole
//! number after a text. A third number makes them numbers, unless all are
//! whole and few: then a thousand examples are looked at (`tally.rs`). Where the input ends before that, its labels are taken for what they
//! look like, so that they can be learned from, and what is undecided is kept. More input goes on from there, as if it had come at once; it is refused if it
//! decides otherwise than the labels were taken.
//!
//! A class of many is its place among those met, from 0, in the order they first came.

mod classes;
mod decide;
mod given;
mod meaning;
mod read;
mod tally;

use serde::{Deserialize, Serialize};

pub use self::given::GivenLabel;

use self::classes::Classes;
pub(crate) use self::meaning::Meaning;
use self::read::same;
use self::tally::Tally;
use crate::error::ReadError;

/// The kinds of label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LabelKind {
    /// One of two classes.
    Binary,
    /// Any finite number.
    Real,
    /// A number that is not negative.
    Count,
    /// One of many classes, which may show at any time.
    Classes,
    /// Classes or any numbers: the first labels decide which, and the kind becomes [`Binary`](Self::Binary),
    /// [`Classes`](Self::Classes) or [`Real`](Self::Real).
    Open,
}

impl LabelKind {
    /// The kind of the labels a learner of this spec takes.
    pub fn of(spec: &noregret::Spec) -> Self {
        if spec.classes.is_some() { Self::Classes } else { spec.loss.labels().into() }
    }
}

impl From<noregret::Labels> for LabelKind {
    /// The kind of the labels a loss is defined on.
    fn from(labels: noregret::Labels) -> Self {
        match labels {
            noregret::Labels::Binary => Self::Binary,
            noregret::Labels::Real => Self::Real,
            noregret::Labels::Count => Self::Count,
        }
    }
}

/// How labels are read, and what has been seen of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Labels {
    kind: LabelKind,
    pair: Pair,
    /// The classes, where there are many.
    #[serde(default, skip_serializing_if = "Classes::is_empty")]
    classes: Classes,
    /// Whether they are few whole numbers that were taken for a quantity and not for classes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    quantity: bool,
    /// What was met since it is undecided what labels are; those that wait are known by their places in it.
    #[serde(skip)]
    tally: Tally,
    /// What is undecided of labels that an input's end took for something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undecided: Option<Undecided>,
    /// Labels met that are not the one that is positive against all others, the first few, until that one comes.
    #[serde(skip)]
    others: Others,
    /// What they are said to mean, until the first one comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expected: Option<Meaning>,
    /// So many classes there may be.
    #[serde(default = "most_classes", skip_serializing_if = "is_most")]
    most: usize,
}

fn most_classes() -> usize {
    noregret::classes::MAX_CLASSES
}

fn is_most(most: &usize) -> bool {
    *most == most_classes()
}

impl PartialEq for Labels {
    fn eq(&self, other: &Self) -> bool {
        let known = |labels: &Self| (labels.kind, labels.pair.clone(), labels.undecided.clone());
        // What was met counts as long as it may decide.
        let met = !self.waits() || self.tally == other.tally;
        let same = self.classes == other.classes
            && self.quantity == other.quantity
            && self.expected == other.expected;
        known(self) == known(other) && same && met
    }
}

/// Labels met beside the one that is positive.
#[derive(Clone, Debug, Default)]
struct Others {
    names: Vec<String>,
    /// Whether the positive one was met.
    met: bool,
}

impl Others {
    /// How many are remembered.
    const MOST: usize = 6;

    fn add(&mut self, label: String) {
        if !self.met && self.names.len() < Self::MOST && !self.names.contains(&label) {
            self.names.push(label);
        }
    }
}

/// Where a wait for labels that decide stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Undecided {
    /// The labels seen: one, two or several.
    pair: Pair,
    /// The same with how often they came. Files of versions up to 5 lack it.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    met: Tally,
    /// How long the wait was so far.
    pub(crate) waited: Waited,
}

/// How long a wait is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Waited {
    pub(crate) examples: u64,
    /// What they take in memory.
    pub(crate) bytes: u64,
}

/// What is known of the two classes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Pair {
    Unseen,
    One {
        first: String,
    },
    Two {
        first: String,
        second: String,
    },
    /// Three whole numbers or more, which may be classes or a quantity.
    Several,
    Assumed {
        positive: String,
    },
    Known {
        negative: String,
        positive: String,
    },
    /// One label is positive and all others are negative.
    Rest {
        positive: String,
    },
}

/// A label as read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LabelRead {
    /// Its meaning is known.
    Value(f64),
    /// Others must decide what it means; its place among those met.
    Pending(usize),
}

impl Labels {
    /// Labels of a kind; the pair of a binary label is found from the data.
    pub fn new(kind: LabelKind) -> Self {
        let (classes, tally) = (Classes::default(), Tally::default());
        let (pair, others, most) = (Pair::Unseen, Others::default(), most_classes());
        Self { kind, pair, classes, quantity: false, tally, undecided: None, others, expected: None, most }
    }

    /// Two classes: a label named by the user, and all others.
    pub fn one_against_rest(positive: impl Into<String>) -> Self {
        Self { pair: Pair::Rest { positive: positive.into() }, ..Self::new(LabelKind::Binary) }
    }

    /// Two classes, named by the user.
    pub fn binary_pair(negative: impl Into<String>, positive: impl Into<String>) -> Self {
        let pair = Pair::Known { negative: negative.into(), positive: positive.into() };
        Self { pair, ..Self::new(LabelKind::Binary) }
    }

    /// From now on at most so many classes are met; a label that would be another one is refused.
    pub fn limit_classes(&mut self, most: usize) {
        self.most = most.min(most_classes());
    }

    /// The kind.
    pub fn kind(&self) -> LabelKind {
        self.kind
    }

    /// How classes are understood, for the user: `0 -> -1, 1 -> +1`.
    pub fn describe(&self) -> Option<String> {
        match &self.pair {
            Pair::Known { negative, positive } => Some(format!("{negative} -> -1, {positive} -> +1")),
            Pair::Assumed { positive } => {
                Some(format!("{positive} -> +1 (assumed: no other label was seen)"))
            }
            Pair::Rest { positive } => Some(format!("{positive} -> +1, all others -> -1")),
            Pair::Unseen | Pair::One { .. } | Pair::Two { .. } | Pair::Several => None,
        }
    }

    /// The classes as the user writes them, in the order they first came; empty unless there are many.
    pub fn classes(&self) -> &[String] {
        self.classes.names()
    }

    /// Whether they are few whole numbers that were taken for a quantity and not for classes.
    pub fn is_quantity(&self) -> bool {
        self.quantity
    }

    /// What a class is called: a place among many, or -1 and +1.
    pub fn class_name(&self, class: f64) -> Option<&str> {
        match &self.pair {
            _ if self.kind == LabelKind::Classes => {
                self.classes().get(class as usize).filter(|_| class >= 0.0).map(String::as_str)
            }
            Pair::Known { negative, .. } if class < 0.0 => Some(negative),
            Pair::Rest { .. } if class < 0.0 => Some("rest"),
            Pair::Known { positive, .. } | Pair::Assumed { positive } | Pair::Rest { positive } => {
                Some(positive).filter(|_| class > 0.0).map(String::as_str)
            }
            Pair::Unseen | Pair::One { .. } | Pair::Two { .. } | Pair::Several => None,
        }
    }

    /// Where the classes of another one stand among these; none if one is not there.
    pub fn places_of(&self, other: &Self) -> Option<Vec<usize>> {
        other.classes().iter().map(|name| self.classes.find(name)).collect()
    }

    /// The negative and the positive class as the user writes them, once both are known.
    pub fn mapping(&self) -> Option<[String; 2]> {
        match &self.pair {
            Pair::Known { negative, positive } => Some([negative.clone(), positive.clone()]),
            _ => None,
        }
    }

    /// The label that is positive against all others, as long as it was not met, and the first few that were.
    pub fn unmet(&self) -> Option<(&str, &[String])> {
        match &self.pair {
            Pair::Rest { positive } if !self.others.met => Some((positive, &self.others.names)),
            _ => None,
        }
    }

    /// What they are taken for, in words.
    pub(crate) fn told(&self) -> String {
        if self.kind == LabelKind::Classes {
            let names = self.classes();
            let more = if names.len() > 5 { ", ..." } else { "" };
            let some: Vec<&str> = names.iter().take(5).map(String::as_str).collect();
            return format!("{} classes ({}{more})", names.len(), some.join(", "));
        }
        self.describe().map_or_else(|| "numbers".to_owned(), |classes| format!("two classes, {classes}"))
    }

    /// Keeps to what the labels were taken for, whatever comes.
    pub fn settle(&mut self) {
        self.undecided = None;
    }

    /// What both know, if they agree; then nothing is left open.
    pub(crate) fn merged(&self, other: &Self) -> Option<Self> {
        let seen = |labels: &Self| labels.kind != LabelKind::Open;
        let kind = match (seen(self), seen(other)) {
            (true, true) if self.kind != other.kind => return None,
            (true, _) => self.kind,
            (false, _) => other.kind,
        };
        let pair = match (&self.pair, &other.pair) {
            (Pair::Unseen, pair) | (pair, Pair::Unseen) => pair,
            (ours, theirs) if ours == theirs => ours,
            // One of them met a single class, and took it for positive.
            (Pair::Assumed { positive: lone }, pair @ Pair::Known { positive, .. })
            | (pair @ Pair::Known { positive, .. }, Pair::Assumed { positive: lone })
                if lone == positive =>
            {
                pair
            }
            _ => return None,
        };
        let (pair, classes) = (pair.clone(), self.classes.clone());
        let quantity = self.quantity || other.quantity;
        let most = self.most.max(other.most);
        let mut merged = Self { pair, classes, quantity, most, ..Self::new(kind) };
        other.classes().iter().for_each(|name| {
            merged.classes.place(name);
        });
        Some(merged)
    }

    /// For a reader who only measures predictions, and waits for nothing.
    pub fn measured(&self) -> Self {
        let kind = if self.kind == LabelKind::Open { LabelKind::Binary } else { self.kind };
        Self { kind, tally: Tally::default(), ..self.clone() }
    }

    /// Refuses a pair of equal labels, and what no reading leaves behind.
    pub(crate) fn check(&self) -> Result<(), ReadError> {
        let left = self.undecided.as_ref().is_none_or(|undecided| {
            let met = undecided.met.len();
            match undecided.pair {
                Pair::One { .. } => met < 2,
                Pair::Two { .. } => met == 0 || met == 2,
                Pair::Several => met > 2,
                _ => false,
            }
        });
        let open = self.kind == LabelKind::Open && (self.pair != Pair::Unseen || self.undecided.is_some());
        let classes = self.kind == LabelKind::Classes;
        let many = (!classes && !self.classes.is_empty()) || (classes && self.pair != Pair::Unseen);
        let expected = match &self.expected {
            Some(Meaning::Classes(names)) => Some(Classes::from(names.clone())),
            _ => None,
        };
        let classes = expected.as_ref().unwrap_or(&self.classes);
        let crowd = classes.repeat() || classes.len() > noregret::classes::MAX_CLASSES;
        if self.waits() || !left || open || many || crowd {
            return Err(ReadError::Schema("what it says of labels contradicts itself".to_owned()));
        }
        let expected = match &self.expected {
            Some(Meaning::Two { negative, positive }) => Some((negative, positive)),
            _ => None,
        };
        let known = match &self.pair {
            Pair::Known { negative, positive } => Some((negative, positive)),
            _ => None,
        };
        match expected.or(known) {
            Some((negative, positive)) if same(negative, positive.as_bytes()) => {
                Err(ReadError::Schema(format!("the two labels {negative} and {positive} are the same")))
            }
            _ => Ok(()),
        }
    }

    /// Whether labels wait for others to decide what they mean.
    pub(crate) fn waits(&self) -> bool {
        matches!(self.pair, Pair::One { .. } | Pair::Two { .. } | Pair::Several)
    }

    /// Whether no further label can change what is known.
    pub(crate) fn settled(&self) -> bool {
        match self.kind {
            LabelKind::Binary => matches!(self.pair, Pair::Known { .. } | Pair::Rest { .. }),
            LabelKind::Real | LabelKind::Count => true,
            LabelKind::Classes | LabelKind::Open => false,
        }
    }
}

#[cfg(test)]
mod tests;
