//! When labels have said enough: how long examples wait for a label that decides what all of them are, and what is taken if none comes.

use super::read::{known, usual};
use super::tally::Tally;
use super::{LabelKind, Labels, Pair, Undecided, Waited};
use crate::text::number;

/// Examples that are enough for 0 and 1, or 1 and 2.
const USUAL: u64 = 100;
/// For other numbers, and for two texts that everybody knows as opposites.
const SEVERAL: u64 = 1000;
/// For two other texts: a rare third one makes them classes.
const TEXTS: u64 = 10_000;

/// Texts that have no third beside them, the positive one first.
const OPPOSITES: [[&str; 2]; 9] = [
    ["yes", "no"],
    ["y", "n"],
    ["true", "false"],
    ["t", "f"],
    ["positive", "negative"],
    ["pos", "neg"],
    ["spam", "ham"],
    ["good", "bad"],
    ["+", "-"],
];

/// Of two texts that everybody knows as opposites, the negative and the positive one.
fn opposites<'a>(first: &'a str, second: &'a str) -> Option<[&'a str; 2]> {
    let is = |[positive, negative]: &[&str; 2]| match (first, second) {
        (a, b) if a.eq_ignore_ascii_case(positive) && b.eq_ignore_ascii_case(negative) => Some([b, a]),
        (a, b) if b.eq_ignore_ascii_case(positive) && a.eq_ignore_ascii_case(negative) => Some([a, b]),
        _ => None,
    };
    OPPOSITES.iter().find_map(is)
}

/// Two labels, the negative one first: the lesser number; of texts that are opposites the one that says no, of others the lesser in the order of bytes.
pub(super) fn ordered<'a>(first: &'a str, second: &'a str) -> [&'a str; 2] {
    let number = |text: &str| number::parse(text.as_bytes()).ok();
    let lesser = match (number(first), number(second)) {
        (Some(a), Some(b)) => a < b,
        _ => match opposites(first, second) {
            Some(pair) => return pair,
            None => first < second,
        },
    };
    if lesser { [first, second] } else { [second, first] }
}

impl Labels {
    /// The labels as they were before an input's end took them for something, and how long the wait was.
    pub(crate) fn reopened(&self) -> Option<(Self, Waited)> {
        let undecided = self.undecided.as_ref()?;
        // Models from before opposites were told apart keep the pair they learned.
        if let Pair::Known { negative, positive } = &self.pair
            && ordered(negative, positive)[0] != negative
        {
            return None;
        }
        let pair = undecided.pair.clone();
        let tally = match (&pair, undecided.met.is_empty()) {
            (Pair::One { first }, true) => Tally::of([first.clone()]),
            (Pair::Two { first, second }, true) => Tally::of([first.clone(), second.clone()]),
            _ => undecided.met.clone(),
        };
        Some((Self { pair, tally, most: self.most, ..Self::new(LabelKind::Open) }, undecided.waited))
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

    /// How many examples are enough to decide without another label; none while labels come in runs. -1 and 1 decide at once, 0 and 1 or 1 and 2
    /// soon, other numbers later, texts late. It depends on the labels alone, never on how long they take to come.
    pub(crate) fn enough(&self) -> Option<u64> {
        let (first, second) = match &self.pair {
            Pair::Two { first, second } => (first, second),
            Pair::Several if self.tally.came_back() => return Some(SEVERAL),
            _ => return None,
        };
        let number = |text: &str| number::parse(text.as_bytes()).ok();
        let numbers = (number(first), number(second));
        if let (Some(-1.0), Some(1.0)) | (Some(1.0), Some(-1.0)) = numbers {
            return Some(1);
        }
        let enough = match numbers {
            (Some(other), Some(1.0)) | (Some(1.0), Some(other)) if usual(other).is_some() => USUAL,
            (Some(_), Some(_)) => SEVERAL,
            _ if opposites(first, second).is_some() => SEVERAL,
            _ => TEXTS,
        };
        self.tally.came_back().then_some(enough)
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
            Pair::Two { first, second } => {
                let [negative, positive] = ordered(&first, &second);
                known(negative, positive)
            }
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
    pub(super) fn become_classes(&mut self) {
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
}
