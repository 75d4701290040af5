//! Which features are crossed: interactions of namespaces, columns or keys, as the user asks for them.
//!
//! `user*ad` makes a feature of every pair of a feature of `user` and one of `ad`; more parts make triples and so on. A part is a whole name, `all`, or one
//! letter: the first letter of a name, as VW has it. What a letter means is found out from the data and kept, so that it never changes. A name of one letter,
//! or one with a star, a comma, blanks or quotes in it, is written in double quotes, a quote in it twice.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cross::plan::{Letters, ambiguous};
use crate::error::fault::LineFault;

/// What is crossed, and what becomes of the features that are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Crosses {
    /// What is crossed with what; no two of them are the same in another order.
    pub interactions: Vec<Interaction>,
    /// Namespaces, columns or keys whose features are crossed and nothing else.
    pub ignore_linear: Vec<String>,
    /// The most products a line may have.
    pub most: u64,
    /// What first letters have turned out to mean.
    pub letters: BTreeMap<char, String>,
}

/// What is crossed with what: two parts at least.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Interaction {
    /// The parts as they were asked for.
    pub parts: Vec<Part>,
}

/// One of the things that are crossed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Every feature but the bias.
    All,
    /// The features of the one namespace, column or key that begins with a letter.
    Letter(char),
    /// The features of a namespace, column or key.
    Name(String),
}

/// A text that is no interaction.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoInteraction {
    /// Fewer than two parts.
    #[error(
        "{0:?} crosses nothing: an interaction has two parts or more, with a star between them, as in user*ad or a*b*c"
    )]
    Alone(String),
    /// Too many parts.
    #[error("{0:?} has more than {most} parts", most = Interaction::MOST_PARTS)]
    Long(String),
    /// A part without a name.
    #[error("{0:?} has a part without a name; the namespace without a name is written \"\"")]
    Nameless(String),
    /// Quotes that do not fit.
    #[error("{0:?} has a quote that is not closed, or text beside quotes")]
    Quote(String),
    /// Not as many letters as are asked for.
    #[error("{0:?} is not {1} letters; cross namespaces by their names with --interactions 'user*ad'")]
    Letters(String, usize),
}

impl Default for Crosses {
    fn default() -> Self {
        let (interactions, ignore_linear, letters) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { interactions, ignore_linear, most: Self::MOST, letters }
    }
}

impl Crosses {
    /// How many products a line may have unless another number is asked for.
    pub const MOST: u64 = 1 << 20;

    /// Whether nothing is crossed.
    pub fn is_empty(&self) -> bool {
        self.interactions.is_empty()
    }

    /// Whether nothing at all was asked for.
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Adds an interaction, unless it is there already, in whatever order.
    pub fn add(&mut self, interaction: Interaction) {
        if self.interactions.iter().all(|other| other.sorted() != interaction.sorted()) {
            self.interactions.push(interaction);
        }
    }

    /// Adds all interactions of a list, with commas between them.
    pub fn add_list(&mut self, list: &str) -> Result<(), NoInteraction> {
        outside_quotes(list, ',').into_iter().try_for_each(|text| {
            self.add(text.parse()?);
            Ok(())
        })
    }

    /// Refuses what makes no sense.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.interactions.is_empty() && !self.ignore_linear.is_empty() {
            return Err("--ignore-linear leaves features to interactions, and there are none; leave them out with --ignore".to_owned());
        }
        let wrong =
            |interaction: &&Interaction| !(2..=Interaction::MOST_PARTS).contains(&interaction.parts.len());
        match self.interactions.iter().find(wrong) {
            Some(wrong) => Err(NoInteraction::Alone(wrong.to_string()).to_string()),
            None => Ok(()),
        }
    }

    /// Refuses another meaning of a letter than it had before.
    pub(crate) fn bears(&self, meant: &Letters) -> Result<(), LineFault> {
        let other =
            |(letter, name): &&(char, String)| self.letters.get(letter).is_some_and(|known| known != name);
        match meant.iter().find(other) {
            Some((letter, name)) => Err(ambiguous(*letter, self.letters[letter].as_bytes(), name.as_bytes())),
            None => Ok(()),
        }
    }

    /// Keeps what letters mean; whether any was not known.
    pub(crate) fn bind(&mut self, meant: &Letters) -> bool {
        let before = self.letters.len();
        self.letters.extend(meant.iter().cloned());
        self.letters.len() > before
    }

    /// The whole names that were asked for.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        let parts = self.interactions.iter().flat_map(|interaction| &interaction.parts);
        let names = parts.filter_map(|part| if let Part::Name(name) = part { Some(name) } else { None });
        names.chain(&self.ignore_linear)
    }

    /// Whether they are about all features alone, as those of numbered features have to be.
    pub(crate) fn nameless(&self) -> bool {
        let all = |interaction: &Interaction| interaction.parts.iter().all(|part| *part == Part::All);
        self.interactions.iter().all(all) && self.ignore_linear.is_empty()
    }
}

impl Interaction {
    /// The most parts.
    pub const MOST_PARTS: usize = 8;

    /// So many first letters in a row, as VW writes them; a colon stands for all features.
    pub fn of_letters(text: &str, count: usize) -> Result<Self, NoInteraction> {
        let parts: Vec<Part> =
            text.chars().map(|letter| if letter == ':' { Part::All } else { Part::Letter(letter) }).collect();
        let fits =
            parts.len() == count && !text.contains(['*', ',', '"']) && !text.contains(char::is_whitespace);
        if fits { Ok(Self { parts }) } else { Err(NoInteraction::Letters(text.to_owned(), count)) }
    }

    fn sorted(&self) -> Vec<&Part> {
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        parts.sort();
        parts
    }
}

/// Cuts a text where a character stands outside quotes.
fn outside_quotes(text: &str, at: char) -> Vec<&str> {
    let mut quoted = false;
    text.split(|letter: char| {
        quoted ^= letter == '"';
        letter == at && !quoted
    })
    .collect()
}

impl FromStr for Interaction {
    type Err = NoInteraction;

    fn from_str(text: &str) -> Result<Self, NoInteraction> {
        let told = || text.trim().to_owned();
        let parts = outside_quotes(text, '*').into_iter().map(|part| match part.trim() {
            "" => Err(NoInteraction::Nameless(told())),
            "all" | ":" => Ok(Part::All),
            part if part.contains('"') => {
                let inner =
                    part.strip_prefix('"').and_then(|part| part.strip_suffix('"')).filter(|_| part.len() > 1);
                let inner = inner.filter(|inner| !inner.replace("\"\"", "").contains('"'));
                inner
                    .map(|inner| Part::Name(inner.replace("\"\"", "\"")))
                    .ok_or_else(|| NoInteraction::Quote(told()))
            }
            part => {
                let mut letters = part.chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) => Ok(Part::Letter(letter)),
                    _ => Ok(Part::Name(part.to_owned())),
                }
            }
        });
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        match parts.len() {
            0 | 1 => Err(NoInteraction::Alone(told())),
            2..=Self::MOST_PARTS => Ok(Self { parts }),
            _ => Err(NoInteraction::Long(told())),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Letter(letter) => write!(f, "{letter}"),
            Self::Name(name) => {
                let odd = |letter: char| letter.is_whitespace() || matches!(letter, '*' | ',' | '"');
                let plain = name.chars().nth(1).is_some() && name != "all" && !name.contains(odd);
                if plain { f.write_str(name) } else { write!(f, "\"{}\"", name.replace('"', "\"\"")) }
            }
        }
    }
}

impl fmt::Display for Interaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().enumerate().try_for_each(|(place, part)| {
            let star = if place > 0 { "*" } else { "" };
            write!(f, "{star}{part}")
        })
    }
}

impl From<Interaction> for String {
    fn from(interaction: Interaction) -> Self {
        interaction.to_string()
    }
}

impl TryFrom<String> for Interaction {
    type Error = NoInteraction;

    fn try_from(text: String) -> Result<Self, NoInteraction> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_interactions() {
        let mut crosses = Crosses::default();
        crosses.add_list(" user*ad, user * ad*hour,all*all, \"a\"*b ,\"x,*\"\"\"*\"\"*:").unwrap();
        let told: Vec<String> = crosses.interactions.iter().map(Interaction::to_string).collect();
        assert_eq!(told, ["user*ad", "user*ad*hour", "all*all", "\"a\"*b", "\"x,*\"\"\"*\"\"*all"]);
        for told in &told {
            assert_eq!(&told.parse::<Interaction>().unwrap().to_string(), told);
        }
        assert_eq!(crosses.interactions[3].parts, [Part::Name("a".into()), Part::Letter('b')]);
        crosses.add("ad*user".parse().unwrap());
        assert_eq!(crosses.interactions.len(), 5, "the same in another order");
        let json = serde_json::to_string(&crosses).unwrap();
        assert_eq!(serde_json::from_str::<Crosses>(&json).unwrap(), crosses);
    }

    #[test]
    fn letters() {
        assert_eq!(Interaction::of_letters("ab", 2).unwrap().to_string(), "a*b");
        assert_eq!(Interaction::of_letters("::", 2).unwrap().to_string(), "all*all");
        for wrong in ["a", "abc", "a*", "", "a b"] {
            assert!(Interaction::of_letters(wrong, 2).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, told) in [
            ("abc", "a*b*c"),
            ("a**b", "without a name"),
            ("", "without a name"),
            ("a*", "without a name"),
            ("\"a*b", "not closed"),
            ("x\"a\"*b", "not closed"),
            ("a*b*c*d*e*f*g*h*i", "more than 8"),
        ] {
            let error = text.parse::<Interaction>().unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
        let alone = Crosses { ignore_linear: vec!["a".into()], ..Crosses::default() };
        assert!(alone.check().unwrap_err().contains("--ignore"));
    }
}
