//! What labels mean: numbers, counts, or one of two classes, which users write in several ways.
//!
//! A class is -1 or +1 to a learner. Users write {-1, 1}, {0, 1}, {1, 2}, or two texts (the lesser one, in
//! lexicographic order, is negative), or name their pair. A first label 1 fits three pairs, and a first text
//! needs its partner, so examples are held back until a second label decides. If none comes, the first one is
//! taken as +1, and that assumption is remembered: a later label that contradicts it is refused.
//!
//! Where nobody said whether labels are classes or numbers, the first ones say: -1 and 1 are classes; 0 and 1, or 1 and 2, if no third value shows in a
//! hundred examples, any two others in a thousand; a third value makes them numbers. Where the input ends before that, its labels are taken for what they
//! look like, so that they can be learned from, and what is undecided is kept. More input goes on from there, as if it had come at once; it is refused if it
//! decides otherwise than the labels were taken.

use serde::{Deserialize, Serialize};

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
    /// Classes or any numbers: the first labels decide which, and the kind becomes [`Binary`](Self::Binary) or
    /// [`Real`](Self::Real).
    Open,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Labels {
    kind: LabelKind,
    pair: Pair,
    /// What is undecided of labels that an input's end took for something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undecided: Option<Undecided>,
}

/// Where a wait for labels that decide stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Undecided {
    /// The labels seen: one or two.
    pair: Pair,
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
    One { first: String },
    Two { first: String, second: String },
    Assumed { positive: String },
    Known { negative: String, positive: String },
}

/// A label as read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LabelRead {
    /// Its meaning is known.
    Value(f64),
    /// It is the first label, and a second one must decide.
    Pending,
}

impl Labels {
    /// Labels of a kind; the pair of a binary label is found from the data.
    pub fn new(kind: LabelKind) -> Self {
        Self { kind, pair: Pair::Unseen, undecided: None }
    }

    /// Two classes, named by the user.
    pub fn binary_pair(negative: impl Into<String>, positive: impl Into<String>) -> Self {
        let pair = Pair::Known { negative: negative.into(), positive: positive.into() };
        Self { kind: LabelKind::Binary, pair, undecided: None }
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
            Pair::Unseen | Pair::One { .. } | Pair::Two { .. } => None,
        }
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
        self.describe().map_or_else(|| "numbers".to_owned(), |classes| format!("classes, {classes}"))
    }

    /// Keeps to what the labels were taken for, whatever comes.
    pub fn settle(&mut self) {
        self.undecided = None;
    }

    /// The labels as they were before an input's end took them for something, and how long the wait was.
    pub(crate) fn reopened(&self) -> Option<(Self, Waited)> {
        let undecided = self.undecided.as_ref()?;
        let open = Self { kind: LabelKind::Open, pair: undecided.pair.clone(), undecided: None };
        Some((open, undecided.waited))
    }

    /// Where the wait stands, if it is open what labels are.
    pub(crate) fn waiting(&self, waited: Waited) -> Option<Undecided> {
        let pair = self.pair.clone();
        (self.kind == LabelKind::Open && self.undecided().is_some()).then_some(Undecided { pair, waited })
    }

    /// These labels, decided by an input's end alone: a later input goes on from `undecided`.
    pub(crate) fn until_more(&self, undecided: Undecided) -> Self {
        Self { undecided: Some(undecided), ..self.clone() }
    }

    /// Whether every label seen before means what it was taken for.
    pub(crate) fn bears_out(&self, taken: &Self) -> bool {
        let seen = match taken.undecided.as_ref().map(|undecided| &undecided.pair) {
            Some(Pair::One { first }) => vec![first],
            Some(Pair::Two { first, second }) => vec![first, second],
            _ => Vec::new(),
        };
        let classes = |label: &&String| self.class(label) == taken.class(label);
        self.kind == taken.kind && (self.kind != LabelKind::Binary || seen.iter().all(classes))
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
        Some(Self { kind, pair: pair.clone(), undecided: None })
    }

    /// For a reader who only measures predictions, and waits for nothing.
    pub(crate) fn measured(&self) -> Self {
        let kind = if self.kind == LabelKind::Open { LabelKind::Binary } else { self.kind };
        Self { kind, ..self.clone() }
    }

    /// Refuses a pair of equal labels, and what no reading leaves behind.
    pub(crate) fn check(&self) -> Result<(), ReadError> {
        let waits = |pair: &Pair| matches!(pair, Pair::One { .. } | Pair::Two { .. });
        let left = self.undecided.as_ref().is_none_or(|undecided| waits(&undecided.pair));
        let open = self.kind == LabelKind::Open && (self.pair != Pair::Unseen || self.undecided.is_some());
        if waits(&self.pair) || !left || open {
            return Err(ReadError::Schema("what it says of labels contradicts itself".to_owned()));
        }
        match &self.pair {
            Pair::Known { negative, positive } if same(negative, positive.as_bytes()) => {
                Err(ReadError::Schema(format!("the two labels {negative} and {positive} are the same")))
            }
            _ => Ok(()),
        }
    }

    /// The first label, while its meaning is undecided.
    pub(crate) fn undecided(&self) -> Option<&str> {
        match &self.pair {
            Pair::One { first } | Pair::Two { first, .. } => Some(first),
            _ => None,
        }
    }

    /// How many examples are enough to take two labels that wait for a third one for classes: -1 and 1 are at once, 0 and 1 or 1 and 2 soon,
    /// others late. It depends on the labels alone, never on how long they take to come.
    pub(crate) fn enough(&self) -> Option<u64> {
        let Pair::Two { first, second } = &self.pair else { return None };
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

    /// Decides what is undecided without another label: a lone class is positive, two values are classes. Nothing is decided before the first label.
    pub(crate) fn assume(&mut self) {
        if self.undecided().is_none() {
            return;
        }
        let was = std::mem::replace(&mut self.pair, Pair::Unseen);
        let open = self.kind == LabelKind::Open;
        if open {
            self.kind = LabelKind::Binary;
        }
        let number = |text: &str| number::parse(text.as_bytes()).ok();
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
            Pair::Two { first, second } if number(&first) < number(&second) => known(&first, &second),
            Pair::Two { first, second } => known(&second, &first),
            other => other,
        };
    }

    /// What a label means that waited, as a number if it is one, once all is decided.
    pub(crate) fn meaning(&self, first: &str, number: Option<f64>) -> f64 {
        match (number, &self.pair) {
            (Some(value), _) if self.kind != LabelKind::Binary => value,
            (Some(value), Pair::Known { negative, .. }) => {
                if number::parse(negative.as_bytes()) == Ok(value) { -1.0 } else { 1.0 }
            }
            _ => self.class(first).unwrap_or(1.0),
        }
    }

    /// Whether no further label can change what is known.
    pub(crate) fn settled(&self) -> bool {
        match self.kind {
            LabelKind::Binary => matches!(self.pair, Pair::Known { .. }),
            LabelKind::Real | LabelKind::Count => true,
            LabelKind::Open => false,
        }
    }

    /// Whether a text is one of the known labels.
    pub(crate) fn knows(&self, text: &[u8]) -> bool {
        matches!(&self.pair, Pair::Known { negative, positive } if same(negative, text) || same(positive, text))
    }

    /// Reads a label. `texts` says whether the format has text labels.
    pub(crate) fn read(&mut self, text: &[u8], texts: bool) -> Result<LabelRead, LineFault> {
        if self.kind == LabelKind::Binary {
            return self.classify(text, texts);
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

    /// Reads a label while it is open whether labels are classes or numbers.
    fn collect(&mut self, text: &[u8], texts: bool) -> Result<LabelRead, LineFault> {
        let value = match number::parse(text) {
            Ok(value) => value,
            Err(NumberFault::NotNumber) if texts && self.pair == Pair::Unseen => {
                self.kind = LabelKind::Binary;
                return self.classify(text, texts);
            }
            Err(fault) => return Err(LineFault::Number { what: "label", fault }),
        };
        let token = || shortest(value).to_string();
        match &self.pair {
            Pair::Unseen => self.pair = Pair::One { first: token() },
            Pair::One { first } if !same(first, text) => {
                self.pair = Pair::Two { first: first.clone(), second: token() };
            }
            Pair::Two { first, second } if !same(first, text) && !same(second, text) => {
                (self.kind, self.pair) = (LabelKind::Real, Pair::Unseen);
                return Ok(LabelRead::Value(value));
            }
            _ => {}
        }
        Ok(LabelRead::Pending)
    }

    fn classify(&mut self, text: &[u8], texts: bool) -> Result<LabelRead, LineFault> {
        const NEGATIVE: LabelRead = LabelRead::Value(-1.0);
        const POSITIVE: LabelRead = LabelRead::Value(1.0);
        match &self.pair {
            Pair::Known { negative, .. } if same(negative, text) => return Ok(NEGATIVE),
            Pair::Known { positive, .. } | Pair::Assumed { positive } if same(positive, text) => {
                return Ok(POSITIVE);
            }
            Pair::One { first } if same(first, text) => return Ok(LabelRead::Pending),
            _ => {}
        }
        let number = match number::parse(text) {
            Ok(value) => Some(value),
            Err(NumberFault::NotNumber) if texts => None,
            Err(fault) => return Err(LineFault::Number { what: "label", fault }),
        };
        let token = match (number, std::str::from_utf8(text)) {
            (Some(number), _) => shortest(number).to_string(),
            (None, Ok(text)) => text.to_owned(),
            (None, Err(_)) => return Err(LineFault::LabelNotText),
        };
        let pair = match (&self.pair, number) {
            (Pair::Known { negative, positive }, _) => {
                return Err(LineFault::ThirdLabel { negative: negative.clone(), positive: positive.clone() });
            }
            (Pair::Unseen, Some(n)) => match usual(n) {
                Some((negative, positive)) => known(negative, positive),
                None if n == 1.0 => Pair::One { first: token },
                None => return Err(LineFault::NotBinary),
            },
            (Pair::Unseen, None) => Pair::One { first: token },
            // Two values wait only while the kind is open.
            (Pair::Two { first, second }, _) => known(first, second),
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
            _ => Ok(LabelRead::Pending),
        }
    }

    /// Reads a label that came as a finite number and waits for no other: that of a row, or of named features. Under two classes it is
    /// one of the known pair, or -1 or +1 as a loss takes them. A lone 1 is positive at once.
    pub(crate) fn of_number(&mut self, value: f64) -> Result<f64, LineFault> {
        match self.kind {
            LabelKind::Binary if value.abs() == 1.0 && self.own() => Ok(value),
            LabelKind::Binary => match self.classify(shortest(value).to_string().as_bytes(), false)? {
                LabelRead::Value(class) => Ok(class),
                LabelRead::Pending => {
                    self.assume();
                    Ok(1.0)
                }
            },
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
            Pair::Assumed { positive } => number(positive).is_none(),
            Pair::Unseen | Pair::One { .. } | Pair::Two { .. } => false,
        }
    }

    /// The class of a label that is known or assumed.
    pub(crate) fn class(&self, label: &str) -> Option<f64> {
        match &self.pair {
            Pair::Known { negative, .. } if negative == label => Some(-1.0),
            Pair::Known { positive, .. } | Pair::Assumed { positive } if positive == label => Some(1.0),
            _ => None,
        }
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
mod tests {
    use super::*;

    fn read(labels: &mut Labels, text: &str) -> Result<LabelRead, LineFault> {
        labels.read(text.as_bytes(), true)
    }

    #[test]
    fn every_usual_pair_is_found_in_either_order() {
        for (negative, positive) in [("-1", "1"), ("0", "1"), ("1", "2"), ("ham", "spam")] {
            for order in [[negative, positive], [positive, negative]] {
                let mut labels = Labels::new(LabelKind::Binary);
                for label in order {
                    read(&mut labels, label).unwrap();
                }
                assert_eq!(labels.mapping().unwrap(), [negative, positive]);
                assert_eq!(read(&mut labels, negative), Ok(LabelRead::Value(-1.0)));
                assert_eq!(read(&mut labels, positive), Ok(LabelRead::Value(1.0)));
                assert!(matches!(read(&mut labels, "3"), Err(LineFault::ThirdLabel { .. })));
            }
        }
    }

    #[test]
    fn a_lone_one_waits_then_is_positive_and_binding() {
        let mut labels = Labels::new(LabelKind::Binary);
        assert_eq!(read(&mut labels, "+1"), Ok(LabelRead::Pending));
        assert_eq!(read(&mut labels, "1.0"), Ok(LabelRead::Pending));
        assert_eq!(labels.undecided(), Some("1"));
        labels.assume();
        assert_eq!(labels.class("1"), Some(1.0));
        assert!(labels.describe().unwrap().contains("assumed"));
        assert!(matches!(read(&mut labels, "2"), Err(LineFault::Contradiction { .. })));
        assert!(matches!(read(&mut labels, "7"), Err(LineFault::UnlikeFirst { .. })));
        assert_eq!(read(&mut labels, "0"), Ok(LabelRead::Value(-1.0)));
        assert_eq!(labels.describe().unwrap(), "0 -> -1, 1 -> +1");
    }

    #[test]
    fn texts_and_numbers_do_not_mix() {
        let mut labels = Labels::new(LabelKind::Binary);
        read(&mut labels, "yes").unwrap();
        assert!(matches!(read(&mut labels, "0"), Err(LineFault::UnlikeFirst { .. })));
        assert!(matches!(read(&mut labels, "nan"), Err(LineFault::Number { .. })));
        labels.assume();
        assert!(matches!(read(&mut labels, "zebra"), Err(LineFault::Contradiction { .. })));
        assert_eq!(read(&mut labels, "no"), Ok(LabelRead::Value(-1.0)));
        let mut strict = Labels::new(LabelKind::Binary);
        assert!(matches!(strict.read(b"yes", false), Err(LineFault::Number { .. })));
        assert!(matches!(strict.read(b"3", false), Err(LineFault::NotBinary)));
    }

    #[test]
    fn labels_that_would_look_alike_are_refused() {
        let mut labels = Labels::new(LabelKind::Binary);
        assert_eq!(labels.read(b"0\x8d", true), Err(LineFault::LabelNotText));
        assert_eq!(labels, Labels::new(LabelKind::Binary));
    }

    #[test]
    fn an_explicit_pair_may_be_anything() {
        let mut labels = Labels::binary_pair("5", "3");
        assert_eq!(labels.read(b"3.0", false), Ok(LabelRead::Value(1.0)));
        assert_eq!(labels.read(b"5", false), Ok(LabelRead::Value(-1.0)));
        assert!(matches!(labels.read(b"1", false), Err(LineFault::ThirdLabel { .. })));
        assert!(Labels::binary_pair("b", "a").knows(b"a"));
    }

    #[test]
    fn open_labels_become_classes_or_numbers() {
        let open = |texts: &[&str]| {
            let mut labels = Labels::new(LabelKind::Open);
            let readings: Vec<_> = texts.iter().map(|text| read(&mut labels, text).unwrap()).collect();
            (labels, readings)
        };
        let (labels, readings) = open(&["3.5", "2", "3.5", "-1"]);
        assert_eq!((labels.kind(), readings[3]), (LabelKind::Real, LabelRead::Value(-1.0)));
        assert_eq!((readings[1], labels.meaning("3.5", Some(2.0))), (LabelRead::Pending, 2.0));
        for (texts, pair) in [(["5", "3"], ["3", "5"]), (["1", "0"], ["0", "1"]), (["-1", "+1"], ["-1", "1"])]
        {
            let (mut labels, _) = open(&texts);
            assert_eq!(
                labels.enough(),
                Some([1000, 100, 1][["5", "1", "-1"].iter().position(|t| *t == texts[0]).unwrap()])
            );
            labels.assume();
            assert_eq!(
                (labels.kind(), labels.mapping().unwrap()),
                (LabelKind::Binary, pair.map(str::to_owned))
            );
            let meanings = texts.map(|text| labels.meaning(texts[0], text.parse().ok()));
            assert_eq!(meanings, if texts[0] == "-1" { [-1.0, 1.0] } else { [1.0, -1.0] });
        }
        for (lone, kind) in [
            ("1", LabelKind::Binary),
            ("0", LabelKind::Binary),
            ("7", LabelKind::Real),
            ("yes", LabelKind::Binary),
        ] {
            let (mut labels, _) = open(&[lone, lone]);
            labels.assume();
            assert_eq!(labels.kind(), kind, "{lone}");
        }
        let (mut labels, _) = open(&["yes", "no"]);
        assert_eq!(labels.mapping().unwrap(), ["no", "yes"]);
        labels.assume();
        assert_eq!(labels.kind(), LabelKind::Binary);
        let (mut labels, _) = open(&["1", "2"]);
        assert!(read(&mut labels, "yes").is_err());
        let mut none = Labels::new(LabelKind::Open);
        none.assume();
        assert_eq!(none, Labels::new(LabelKind::Open));
    }

    #[test]
    fn what_an_end_took_for_something_is_borne_out_or_not() {
        let open = |texts: &[&str]| {
            let mut labels = Labels::new(LabelKind::Open);
            for text in texts {
                read(&mut labels, text).unwrap();
            }
            labels
        };
        for (first, then, holds) in [
            (&["1"][..], &["1", "0"][..], true),
            (&["1"], &["1", "2"], false),
            (&["1"], &["1", "7"], false),
            (&["0"], &["0", "1"], true),
            (&["0"], &["0", "-1"], false),
            (&["7"], &["7", "8", "9"], true),
            (&["7"], &["7", "8"], false),
            (&["3", "5"], &["3", "5"], true),
            (&["3", "5"], &["3", "5", "7"], false),
        ] {
            let before = open(first);
            let waited = Waited { examples: first.len() as u64, bytes: 7 };
            let mut taken = before.clone();
            taken.assume();
            let taken = taken.until_more(before.waiting(waited).unwrap());
            assert_eq!(taken.reopened(), Some((before, waited)));
            let mut now = open(then);
            now.assume();
            assert_eq!(now.bears_out(&taken), holds, "{first:?} {then:?}");
        }
    }

    #[test]
    fn rows_say_classes_by_the_pair_or_in_the_language_of_the_loss() {
        let third =
            |pair: &Labels, value| matches!(pair.clone().of_number(value), Err(LineFault::ThirdLabel { .. }));
        for (negative, positive) in [("-1", "1"), ("0", "1"), ("ham", "spam"), ("5", "3")] {
            let mut labels = Labels::binary_pair(negative, positive);
            assert_eq!((labels.of_number(-1.0), labels.of_number(1.0)), (Ok(-1.0), Ok(1.0)));
            if let (Ok(negative), Ok(positive)) = (negative.parse(), positive.parse()) {
                assert_eq!((labels.of_number(negative), labels.of_number(positive)), (Ok(-1.0), Ok(1.0)));
            }
            assert!(third(&labels, 7.0));
        }
        let ones_and_twos = Labels::binary_pair("1", "2");
        assert_eq!(ones_and_twos.clone().of_number(1.0), Ok(-1.0));
        assert_eq!(ones_and_twos.clone().of_number(2.0), Ok(1.0));
        assert!(third(&ones_and_twos, -1.0), "1 would be wrong where -1 is right");
    }

    /// What rows leave behind is what text with the same labels does.
    #[test]
    fn rows_leave_the_pair_that_text_does() {
        for list in [&[1.0, -1.0][..], &[-1.0, 1.0], &[0.0, 1.0], &[1.0, 0.0], &[1.0, 1.0], &[2.0, 1.0]] {
            let (mut rows, mut text) = (Labels::new(LabelKind::Binary), Labels::new(LabelKind::Binary));
            for value in list {
                rows.of_number(*value).unwrap();
                read(&mut text, &shortest(*value).to_string()).unwrap();
            }
            text.assume();
            assert_eq!(rows, text, "{list:?}");
        }
        let mut rows = Labels::new(LabelKind::Binary);
        assert_eq!(rows.of_number(1.0), Ok(1.0));
        assert!(matches!(rows.of_number(2.0), Err(LineFault::Contradiction { .. })));
        assert!(matches!(Labels::new(LabelKind::Binary).of_number(3.5), Err(LineFault::NotBinary)));
        assert_eq!(Labels::new(LabelKind::Real).of_number(3.5), Ok(3.5));
        assert_eq!(Labels::new(LabelKind::Count).of_number(-1.0), Err(LineFault::NegativeCount));
    }

    #[test]
    fn merged_labels_agree_or_are_refused() {
        let after = |texts: &[&str]| {
            let mut labels = Labels::new(LabelKind::Binary);
            for text in texts {
                read(&mut labels, text).unwrap();
            }
            labels.assume();
            labels
        };
        let (both, lone, none) = (after(&["0", "1"]), after(&["1"]), after(&[]));
        for (a, b) in [(&both, &lone), (&both, &none), (&both, &both)] {
            assert_eq!(a.merged(b).as_ref(), Some(&both));
            assert_eq!(b.merged(a).as_ref(), Some(&both));
        }
        assert_eq!(lone.merged(&lone), Some(lone.clone()));
        for (a, b) in [
            (&lone, after(&["1", "2"])),
            (&after(&["ham"]), after(&["spam"])),
            (&both, after(&["-1", "1"])),
            (&both, Labels::new(LabelKind::Real)),
        ] {
            assert_eq!((a.merged(&b), b.merged(a)), (None, None));
        }
        let open = Labels::new(LabelKind::Open);
        assert_eq!(open.merged(&both), Some(both.clone()));
        let mut waiting = Labels::new(LabelKind::Open);
        read(&mut waiting, "1").unwrap();
        let left = waiting.waiting(Waited::default()).unwrap();
        waiting.assume();
        assert_eq!(waiting.until_more(left).merged(&both), Some(both), "what was left open is settled");
    }

    #[test]
    fn numbers_and_counts() {
        let mut real = Labels::new(LabelKind::Real);
        assert_eq!(read(&mut real, "-2.5"), Ok(LabelRead::Value(-2.5)));
        assert!(read(&mut real, "inf").is_err());
        let mut count = Labels::new(LabelKind::Count);
        assert_eq!(read(&mut count, "3"), Ok(LabelRead::Value(3.0)));
        assert!(matches!(read(&mut count, "-1"), Err(LineFault::NegativeCount)));
        assert_eq!(count.describe(), None);
    }
}
