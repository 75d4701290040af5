//! A learner as it was asked for: an algorithm, its flags, perhaps a loss of its own. Read from `-a "ada-diag --eta 0.5"` by the flags of `train`.

use super::Entrant;
use super::command::quoted;
use crate::parameters::ParameterFlags;
use crate::voice::failure::usage;
use anyhow::Result;
use clap::{Args, FromArgMatches, Parser};
use noregret::algorithms::{self, Algorithm};
use noregret::{Loss, Parameters, SpecError};
use noregret_engine::race;
use noregret_io::Schema;

/// A learner as it was asked for.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Its flags.
    pub flags: ParameterFlags,
    /// Its own loss; else the common one.
    pub loss: Option<Loss>,
}

/// What may follow the name.
#[derive(Parser, Debug)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Options {
    #[arg(long, value_name = "LOSS")]
    loss: Option<Loss>,
}

fn refuse(error: SpecError) -> anyhow::Error {
    usage(error.to_string())
}

impl Entry {
    /// The algorithm of that name, as it is.
    pub fn plain(name: &str) -> Result<Self> {
        let algorithm = algorithms::find(name).map_err(refuse)?;
        Ok(Self { algorithm, flags: ParameterFlags::default(), loss: None })
    }

    /// Reads `NAME --flag value ...`; refuses what `train` would refuse.
    pub fn read(text: &str) -> Result<Self> {
        let words = words(text).ok_or_else(|| usage(format!("-a {text:?}: a quote is not closed")))?;
        let Some((name, rest)) = words.split_first() else {
            return Err(usage("-a names a learner, such as -a ada-diag or -a \"ada-diag --eta 0.5\""));
        };
        let mut entry = Self::plain(name)?;
        let command = ParameterFlags::augment_args(<Options as clap::CommandFactory>::command());
        let wrong = |error: clap::Error| {
            let told = error.to_string();
            let first = told.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            usage(format!("-a {text:?}: {first}"))
        };
        let matches = command.try_get_matches_from(rest).map_err(wrong)?;
        entry.flags = ParameterFlags::from_arg_matches(&matches).map_err(wrong)?;
        entry.loss = Options::from_arg_matches(&matches).map_err(wrong)?.loss;
        entry.check()?;
        Ok(entry)
    }

    /// Refuses flags that are wrong whatever the loss.
    pub fn check(&self) -> Result<()> {
        let given = self.flags.parse()?;
        let spec = self.algorithm.spec(self.loss, &given).map_err(refuse)?;
        spec.check().map_err(refuse)?;
        Ok(())
    }

    /// Whether it takes a parameter, with the flags it has.
    pub fn takes(&self, name: &str) -> Result<bool> {
        let given = self.flags.parse()?;
        Ok(self.algorithm.parameters_with(&given).map_err(refuse)?.iter().any(|p| p.name == name))
    }

    /// The names of the feature groups it has terms for.
    pub fn groups(&self) -> Result<Vec<String>> {
        Ok(self.flags.parse()?.groups.iter().map(|group| group.name.clone()).collect())
    }

    /// All its parameters.
    pub fn resolved(&self) -> Result<Parameters> {
        self.algorithm.resolve(&self.flags.parse()?).map_err(refuse)
    }

    /// The learner at the start, under a common loss, of several classes or of one output.
    pub fn entrant(self, common: Loss, classes: bool, schema: &Schema) -> Result<Entrant> {
        let given = race::given_over(self.algorithm, &self.flags.parse()?, schema);
        let plan = race::plan(self.algorithm, &given, self.loss, (common, classes));
        let learner = (self.algorithm.name, self.algorithm.resolve(&given).map_err(refuse)?);
        let asked = self.loss.unwrap_or(common);
        Ok(Entrant::new(self, asked, learner, plan))
    }

    /// Its name and flags, as one would type them.
    pub fn name(&self) -> String {
        let mut text = self.algorithm.name.to_owned();
        for word in self.flags.words() {
            text.push(' ');
            text.push_str(&quoted(&word));
        }
        if let Some(loss) = self.loss {
            text.push_str(&format!(" --loss {}", quoted(&loss.to_string())));
        }
        text
    }
}

/// Words separated by blanks; quotes hold blanks together. None if a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let (mut all, mut word, mut begun, mut quote) = (Vec::new(), String::new(), false, None);
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            None if c == '\'' || c == '"' => (quote, begun) = (Some(c), true),
            None if c.is_whitespace() => {
                if std::mem::take(&mut begun) {
                    all.push(std::mem::take(&mut word));
                }
            }
            _ => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        all.push(word);
    }
    quote.is_none().then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for text in [
            "auto",
            "ada-diag --eta 0.5",
            "mirror --potential entropy --signed=yes",
            "per-coord --box 'a b=-1,1' --loss hinge",
        ] {
            let entry = Entry::read(text).unwrap();
            assert_eq!(entry.name(), text);
            assert_eq!(Entry::read(&entry.name()).unwrap().resolved().unwrap(), entry.resolved().unwrap());
        }
        assert_eq!(words("a 'b c' \"\"").unwrap(), ["a", "b c", ""]);
        assert!(words("a 'b").is_none());
    }

    #[test]
    fn refuses_what_train_refuses() {
        for text in [
            "",
            "nothing",
            "pa --eta 1",
            "ada-diag --eta x",
            "ada-diag --eta -1",
            "ada-diag --what 1",
            "pa --loss logistic",
            "ada-diag 'x",
        ] {
            assert!(Entry::read(text).is_err(), "{text}");
        }
    }
}
