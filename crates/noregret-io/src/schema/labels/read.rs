//! A label as the data have it, read: its value or class, or its place among those that wait.

use super::decide::ordered;
use super::tally::Tally;
use super::{LabelKind, LabelRead, Labels, Pair};
use crate::error::fault::{LineFault, NumberFault};
use crate::text::number;
use crate::text::shortest::shortest;

impl Labels {
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
        self.read_among(text, texts, false)
    }

    /// As [`read`](Self::read); `mixed` says whether, as long as it is open what labels are, whole numbers that follow a text are classes as it is.
    pub(crate) fn read_among(
        &mut self,
        text: &[u8],
        texts: bool,
        mixed: bool,
    ) -> Result<LabelRead, LineFault> {
        self.meet_expectation();
        if self.kind == LabelKind::Binary {
            return self.classify(text, texts);
        }
        if self.kind == LabelKind::Classes {
            return self.place(text, texts).map(|class| LabelRead::Value(class as f64));
        }
        if self.kind == LabelKind::Open {
            return self.collect(text, texts, mixed);
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
        if self.classes.len() >= self.most && self.classes.find(&label).is_none() {
            return Err(LineFault::ManyClasses { limit: self.most });
        }
        Ok(self.classes.place(&label))
    }

    /// Reads a label while it is open whether labels are classes or numbers.
    fn collect(&mut self, text: &[u8], texts: bool, mixed: bool) -> Result<LabelRead, LineFault> {
        let is_text = |label: &str| number::parse(label.as_bytes()).is_err();
        let (first_is_text, both) = match &self.pair {
            Pair::One { first } => (is_text(first), false),
            Pair::Two { first, second } => (is_text(first), is_text(first) && !is_text(second)),
            _ => (false, false),
        };
        let (number, label) = token(text, texts && (self.pair == Pair::Unseen || first_is_text))?;
        if let (Some(value), true, Pair::One { first } | Pair::Two { first, .. }) =
            (number, first_is_text, &self.pair)
            && !both
            && !(mixed && Tally::may_name_class(value))
        {
            return Err(LineFault::UnlikeFirst { first: first.clone(), header: false });
        }
        let place = self.tally.add(&label);
        match (self.tally.len(), &self.pair) {
            (1, _) => self.pair = Pair::One { first: label },
            (2, Pair::One { first }) => self.pair = Pair::Two { first: first.clone(), second: label },
            (2, _) => {}
            _ => match number {
                number if number.is_none() || first_is_text => {
                    self.become_classes();
                    return Ok(LabelRead::Value(place as f64));
                }
                Some(value) if !self.tally.may_be_classes() => {
                    (self.kind, self.pair) = (LabelKind::Real, Pair::Unseen);
                    return Ok(LabelRead::Value(value));
                }
                _ => self.pair = Pair::Several,
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
            Pair::Rest { positive } if same(positive, text) => {
                self.others.met = true;
                return Ok(POSITIVE);
            }
            Pair::Rest { .. } => {
                let (_, label) = token(text, texts)?;
                self.others.add(label);
                return Ok(NEGATIVE);
            }
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
                let unlike = || LineFault::UnlikeFirst { first: first.clone(), header: false };
                let pair = match number {
                    Some(n) if first == "1" => usual(n).map(|(a, b)| known(a, b)).ok_or_else(unlike)?,
                    None if first != "1" => match ordered(&token, first) {
                        // Models took the greater one for positive before opposites were known.
                        [negative, _] if assumed && negative == first && token < *first => {
                            known(&token, first)
                        }
                        [negative, positive] => known(negative, positive),
                    },
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
        self.meet_expectation();
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

pub(super) fn known(negative: &str, positive: &str) -> Pair {
    Pair::Known { negative: negative.into(), positive: positive.into() }
}

/// The pair a number other than 1 decides.
pub(super) fn usual(number: f64) -> Option<(&'static str, &'static str)> {
    [(-1.0, ("-1", "1")), (0.0, ("0", "1")), (2.0, ("1", "2"))]
        .into_iter()
        .find(|u| u.0 == number)
        .map(|u| u.1)
}

/// Whether a text is a known label: as a number if both are, else byte by byte.
pub(super) fn same(known: &str, text: &[u8]) -> bool {
    known.as_bytes() == text
        || matches!((number::parse(known.as_bytes()), number::parse(text)), (Ok(a), Ok(b)) if a == b)
}
