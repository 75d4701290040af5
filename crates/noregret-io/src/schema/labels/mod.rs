//! What labels mean: numbers, counts, one of two classes, which users write in several ways, or one of many.
//!
//! A class is -1 or +1 to a learner. Users write {-1, 1}, {0, 1}, {1, 2}, or two texts (the lesser one, in
//! lexicographic order, is negative), or name their pair. A first label 1 fits three pairs, and a first text
//! needs its partner, so examples are held back until a second label decides. If none comes, the first one is
//! taken as +1, and that assumption is remembered: a later label that contradicts it is refused.
//!
//! Where nobody said whether labels are classes or numbers, the first ones say: -1 and 1 are two classes; 0 and 1, or 1 and 2, if no third value shows in a
//! hundred examples, any two others in a thousand. A third text makes them classes, of which any number may follow. A third number makes them numbers, unless all are
//! whole and few: then a thousand examples are looked at (`tally.rs`). Where the input ends before that, its labels are taken for what they
//! look like, so that they can be learned from, and what is undecided is kept. More input goes on from there, as if it had come at once; it is refused if it
//! decides otherwise than the labels were taken.
//!
//! A class of many is its place among those met, from 0, in the order they first came.

mod classes;
mod given;
mod tally;

use serde::{Deserialize, Serialize};

pub use self::given::GivenLabel;

use self::classes::Classes;
use self::tally::Tally;
use crate::error::ReadError;
use crate::error::fault::{LineFault, NumberFault};
use crate::text::number;
use crate::text::shortest::shortest;

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
}

impl PartialEq for Labels {
    fn eq(&self, other: &Self) -> bool {
        let known = |labels: &Self| (labels.kind, labels.pair.clone(), labels.undecided.clone());
        // What was met counts as long as it may decide.
        let met = !self.waits() || self.tally == other.tally;
        let same = self.classes == other.classes && self.quantity == other.quantity;
        known(self) == known(other) && same && met
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
        Self { kind, pair: Pair::Unseen, classes, quantity: false, tally, undecided: None }
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

    /// The labels as they were before an input's end took them for something, and how long the wait was.
    pub(crate) fn reopened(&self) -> Option<(Self, Waited)> {
        let undecided = self.undecided.as_ref()?;
        let pair = undecided.pair.clone();
        let tally = match (&pair, undecided.met.is_empty()) {
            (Pair::One { first }, true) => Tally::of([first.clone()]),
            (Pair::Two { first, second }, true) => Tally::of([first.clone(), second.clone()]),
            _ => undecided.met.clone(),
        };
        Some((Self { pair, tally, ..Self::new(LabelKind::Open) }, undecided.waited))
    }

    /// Where the wait stands, if it is open what labels are.
    pub(crate) fn waiting(&self, waited: Waited) -> Option<Undecided> {
        let (pair, met) = (self.pair.clone(), self.tally.clone());
        (self.kind == LabelKind::Open && self.waits()).then_some(Undecided { pair, met, waited })
    }

    /// These labels, decided by an input's end alone: a later input goes on from `undecided`.
    pub(crate) fn until_more(&self, undecided: Undecided) -> Self {
        Self { undecided: Some(undecided), tally: Tally::default(), ..self.clone() }
    }

    /// Whether every label seen before means what it was taken for.
    pub(crate) fn bears_out(&self, taken: &Self) -> bool {
        let seen = taken.reopened().map(|(open, _)| open.tally).unwrap_or_default();
        let alike = seen.labels().all(|label| self.class(label) == taken.class(label));
        // Classes stand in the order they came, and so where they stood.
        self.kind == taken.kind && (self.kind != LabelKind::Binary || alike)
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
        let mut merged = Self { pair, classes, quantity, ..Self::new(kind) };
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
        let crowd = self.classes.repeat() || self.classes.len() > noregret::classes::MAX_CLASSES;
        if self.waits() || !left || open || many || crowd {
            return Err(ReadError::Schema("what it says of labels contradicts itself".to_owned()));
        }
        match &self.pair {
            Pair::Known { negative, positive } if same(negative, positive.as_bytes()) => {
                Err(ReadError::Schema(format!("the two labels {negative} and {positive} are the same")))
            }
            _ => Ok(()),
        }
    }

    /// Whether labels wait for others to decide what they mean.
    pub(crate) fn waits(&self) -> bool {
        matches!(self.pair, Pair::One { .. } | Pair::Two { .. } | Pair::Several)
    }

    /// How many examples are enough to take two labels that wait for a third one for classes: -1 and 1 are at once, 0 and 1 or 1 and 2 soon,
    /// others late. It depends on the labels alone, never on how long they take to come.
    pub(crate) fn enough(&self) -> Option<u64> {
        let (first, second) = match &self.pair {
            Pair::Two { first, second } => (first, second),
            Pair::Several => return Some(1000),
            _ => return None,
        };
        let number = |text: &str| number::parse(text.as_bytes()).ok();
        let other = match (number(first), number(second)) {
            (Some(other), Some(1.0)) | (Some(1.0), Some(other)) => other,
            _ => return Some(1000),
        };
        Some(if other == -1.0 {
            1
        } else if usual(other).is_some() {
            100
        } else {
            1000
        })
    }

    /// Decides what is undecided without another label: a lone class is positive, two values are classes, of more numbers their frequencies say. Nothing is
    /// decided before the first label.
    pub(crate) fn assume(&mut self) {
        if !self.waits() {
            return;
        }
        let was = std::mem::replace(&mut self.pair, Pair::Unseen);
        let open = self.kind == LabelKind::Open;
        if open {
            self.kind = LabelKind::Binary;
        }
        let number = |text: &str| number::parse(text.as_bytes()).ok();
        let lesser = |first: &str, second: &str| match (number(first), number(second)) {
            (Some(a), Some(b)) => a < b,
            _ => first < second,
        };
        self.pair = match was {
            Pair::One { first } => match number(&first).filter(|_| open) {
                Some(n) if n != 1.0 => match usual(n) {
                    Some((negative, positive)) => known(negative, positive),
                    None => {
                        self.kind = LabelKind::Real;
                        Pair::Unseen
                    }
                },
                _ => Pair::Assumed { positive: first },
            },
            Pair::Two { first, second } if lesser(&first, &second) => known(&first, &second),
            Pair::Two { first, second } => known(&second, &first),
            Pair::Several if self.tally.numbers_classes() => {
                self.become_classes();
                Pair::Unseen
            }
            Pair::Several => {
                (self.kind, self.quantity) = (LabelKind::Real, true);
                Pair::Unseen
            }
            other => other,
        };
    }

    /// What was met are the first classes of many.
    fn become_classes(&mut self) {
        (self.kind, self.pair) = (LabelKind::Classes, Pair::Unseen);
        for label in self.tally.labels() {
            self.classes.place(label);
        }
    }

    /// What the labels that waited mean, by their places among those met, once all is decided; they are forgotten.
    pub(crate) fn meanings(&mut self) -> Vec<f64> {
        let meaning = |label: &str| match self.kind {
            LabelKind::Binary => self.class(label).unwrap_or(1.0),
            LabelKind::Classes => self.classes.find(label).unwrap_or(0) as f64,
            LabelKind::Real | LabelKind::Count | LabelKind::Open => {
                number::parse(label.as_bytes()).unwrap_or(0.0)
            }
        };
        let meanings = self.tally.labels().map(meaning).collect();
        self.tally.clear();
        meanings
    }

    /// Whether no further label can change what is known.
    pub(crate) fn settled(&self) -> bool {
        match self.kind {
            LabelKind::Binary => matches!(self.pair, Pair::Known { .. } | Pair::Rest { .. }),
            LabelKind::Real | LabelKind::Count => true,
            LabelKind::Classes | LabelKind::Open => false,
        }
    }

    /// Whether a text is one of the known labels.
    pub(crate) fn knows(&self, text: &[u8]) -> bool {
        match &self.pair {
            Pair::Known { negative, positive } => same(negative, text) || same(positive, text),
            Pair::Rest { positive } => same(positive, text),
            _ => self.known_class(text).is_some(),
        }
    }

    /// The place of a class of many that is written as it was first.
    fn known_class(&self, text: &[u8]) -> Option<usize> {
        self.classes.find(std::str::from_utf8(text).ok()?)
    }

    /// Reads a label. `texts` says whether the format has text labels.
    pub(crate) fn read(&mut self, text: &[u8], texts: bool) -> Result<LabelRead, LineFault> {
        if self.kind == LabelKind::Binary {
            return self.classify(text, texts);
        }
        if self.kind == LabelKind::Classes {
            return self.place(text, texts).map(|class| LabelRead::Value(class as f64));
        }
        if self.kind == LabelKind::Open {
            return self.collect(text, texts);
        }
        let value = number::parse(text).map_err(|fault| LineFault::Number { what: "label", fault })?;
        if self.kind == LabelKind::Count && value < 0.0 {
            return Err(LineFault::NegativeCount);
        }
        Ok(LabelRead::Value(value))
    }

    /// The place of a class of many.
    fn place(&mut self, text: &[u8], texts: bool) -> Result<usize, LineFault> {
        if let Some(place) = self.known_class(text) {
            return Ok(place);
        }
        let (_, label) = token(text, texts)?;
        if self.classes.len() == noregret::classes::MAX_CLASSES && self.classes.find(&label).is_none() {
            return Err(LineFault::ManyClasses { limit: noregret::classes::MAX_CLASSES });
        }
        Ok(self.classes.place(&label))
    }

    /// Reads a label while it is open whether labels are classes or numbers.
    fn collect(&mut self, text: &[u8], texts: bool) -> Result<LabelRead, LineFault> {
        let first_is_text = match &self.pair {
            Pair::One { first } | Pair::Two { first, .. } => number::parse(first.as_bytes()).is_err(),
            _ => false,
        };
        let (number, label) = token(text, texts && (self.pair == Pair::Unseen || first_is_text))?;
        if let (Some(_), true, Pair::One { first } | Pair::Two { first, .. }) =
            (number, first_is_text, &self.pair)
        {
            return Err(LineFault::UnlikeFirst { first: first.clone() });
        }
        let place = self.tally.add(&label);
        match (self.tally.len(), &self.pair) {
            (1, _) => self.pair = Pair::One { first: label },
            (2, Pair::One { first }) => self.pair = Pair::Two { first: first.clone(), second: label },
            (2, _) => {}
            _ => match number {
                None => {
                    self.become_classes();
                    return Ok(LabelRead::Value(place as f64));
                }
                Some(value) if !self.tally.may_be_classes() => {
                    (self.kind, self.pair) = (LabelKind::Real, Pair::Unseen);
                    return Ok(LabelRead::Value(value));
                }
                Some(_) => self.pair = Pair::Several,
            },
        }
        Ok(LabelRead::Pending(place))
    }

    fn classify(&mut self, text: &[u8], texts: bool) -> Result<LabelRead, LineFault> {
        const NEGATIVE: LabelRead = LabelRead::Value(-1.0);
        const POSITIVE: LabelRead = LabelRead::Value(1.0);
        match &self.pair {
            Pair::Known { negative, .. } if same(negative, text) => return Ok(NEGATIVE),
            Pair::Known { positive, .. } | Pair::Assumed { positive } if same(positive, text) => {
                return Ok(POSITIVE);
            }
            Pair::One { first } if same(first, text) => return Ok(LabelRead::Pending(0)),
            Pair::Rest { positive } if same(positive, text) => return Ok(POSITIVE),
            Pair::Rest { .. } => return token(text, texts).map(|_| NEGATIVE),
            _ => {}
        }
        let (number, token) = token(text, texts)?;
        let pair = match (&self.pair, number) {
            (Pair::Known { negative, positive }, _) => {
                return Err(LineFault::ThirdLabel { negative: negative.clone(), positive: positive.clone() });
            }
            (Pair::Unseen, Some(n)) => match usual(n) {
                Some((negative, positive)) => known(negative, positive),
                None if n == 1.0 => Pair::One { first: token.clone() },
                None => return Err(LineFault::NotBinary),
            },
            (Pair::Unseen, None) => Pair::One { first: token.clone() },
            // Several values wait only while the kind is open.
            (Pair::Two { first, second }, _) => known(first, second),
            (Pair::Several | Pair::Rest { .. }, _) => return Err(LineFault::NotBinary),
            (Pair::One { first } | Pair::Assumed { positive: first }, number) => {
                let assumed = matches!(self.pair, Pair::Assumed { .. });
                let unlike = || LineFault::UnlikeFirst { first: first.clone() };
                let pair = match number {
                    Some(n) if first == "1" => usual(n).map(|(a, b)| known(a, b)).ok_or_else(unlike)?,
                    None if first != "1" && token < *first => known(&token, first),
                    None if first != "1" => known(first, &token),
                    _ => return Err(unlike()),
                };
                if assumed && matches!(&pair, Pair::Known { positive, .. } if positive != first) {
                    return Err(LineFault::Contradiction { label: first.clone() });
                }
                pair
            }
        };
        self.pair = pair;
        match &self.pair {
            Pair::Known { negative, .. } if same(negative, text) => Ok(NEGATIVE),
            Pair::Known { .. } => Ok(POSITIVE),
            _ => Ok(LabelRead::Pending(self.tally.add(&token))),
        }
    }

    /// Reads a label that came as a finite number and waits for no other: that of a row, or of named features. Under two classes it is
    /// one of the known pair, or -1 or +1 as a loss takes them. A lone 1 is positive at once.
    pub(crate) fn of_number(&mut self, value: f64) -> Result<f64, LineFault> {
        match self.kind {
            LabelKind::Binary if value.abs() == 1.0 && self.own() => Ok(value),
            LabelKind::Binary => match self.classify(shortest(value).to_string().as_bytes(), false)? {
                LabelRead::Value(class) => Ok(class),
                LabelRead::Pending(_) => {
                    self.assume();
                    self.tally.clear();
                    Ok(1.0)
                }
            },
            LabelKind::Classes => {
                self.place(shortest(value).to_string().as_bytes(), false).map(|class| class as f64)
            }
            LabelKind::Count if value < 0.0 => Err(LineFault::NegativeCount),
            LabelKind::Count | LabelKind::Real | LabelKind::Open => Ok(value),
        }
    }

    /// Whether -1 and +1 can only mean the classes themselves: the pair is known, and neither 1 its negative label nor -1 its positive one.
    fn own(&self) -> bool {
        let number = |text: &str| number::parse(text.as_bytes()).ok();
        match &self.pair {
            Pair::Known { negative, positive } => {
                number(negative) != Some(1.0) && number(positive) != Some(-1.0)
            }
            Pair::Assumed { positive } | Pair::Rest { positive } => number(positive).is_none(),
            Pair::Unseen | Pair::One { .. } | Pair::Two { .. } | Pair::Several => false,
        }
    }

    /// The class of a label that is known or assumed.
    pub(crate) fn class(&self, label: &str) -> Option<f64> {
        let is = |known: &str| same(known, label.as_bytes());
        match &self.pair {
            Pair::Known { negative, .. } if is(negative) => Some(-1.0),
            Pair::Known { positive, .. } | Pair::Assumed { positive } if is(positive) => Some(1.0),
            _ => None,
        }
    }
}

/// A label as it is kept: a number by its value, a text as it is. `texts` says whether there may be any.
fn token(text: &[u8], texts: bool) -> Result<(Option<f64>, String), LineFault> {
    match number::parse(text) {
        Ok(value) => Ok((Some(value), shortest(value).to_string())),
        Err(NumberFault::NotNumber) if texts => {
            let text = std::str::from_utf8(text).map_err(|_| LineFault::LabelNotText)?;
            Ok((None, text.to_owned()))
        }
        Err(fault) => Err(LineFault::Number { what: "label", fault }),
    }
}

fn known(negative: &str, positive: &str) -> Pair {
    Pair::Known { negative: negative.into(), positive: positive.into() }
}

/// The pair a number other than 1 decides.
fn usual(number: f64) -> Option<(&'static str, &'static str)> {
    [(-1.0, ("-1", "1")), (0.0, ("0", "1")), (2.0, ("1", "2"))]
        .into_iter()
        .find(|u| u.0 == number)
        .map(|u| u.1)
}

/// Whether a text is a known label: as a number if both are, else byte by byte.
fn same(known: &str, text: &[u8]) -> bool {
    known.as_bytes() == text
        || matches!((number::parse(known.as_bytes()), number::parse(text)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests;
