//! The flags that say which features are crossed.

use crate::voice::failure::usage;
use anyhow::Result;
use clap::Args;
use noregret_io::{Crosses, Interaction};

/// What is crossed.
#[derive(Args, Clone, Debug)]
pub struct CrossFlags {
    /// Cross two namespaces or columns by their first letters, as in VW: -q ua; a colon is all features, -q :: all pairs
    #[arg(short = 'q', long = "quadratic", value_name = "AB")]
    quadratic: Vec<String>,

    /// Cross three, by their first letters
    #[arg(long, value_name = "ABC")]
    cubic: Vec<String>,

    /// Cross namespaces or columns by name: --interactions 'user*ad, user*ad*hour'; all*all are all pairs. Kept with the model
    #[arg(long, value_name = "LIST")]
    interactions: Vec<String>,

    /// Namespaces or columns whose features are only crossed, and do not count by themselves
    #[arg(long, value_name = "NAMES", value_delimiter = ',', alias = "ignore_linear")]
    ignore_linear: Vec<String>,

    /// The most products a line may have; a line with more is a bad line [default: 1048576]
    #[arg(long, value_name = "N")]
    most_products: Option<u64>,
}

impl CrossFlags {
    /// What was asked for.
    pub fn crosses(&self) -> Result<Crosses> {
        let mut crosses = Crosses { ignore_linear: self.ignore_linear.clone(), ..Crosses::default() };
        for (letters, flag, count) in [(&self.quadratic, "-q", 2), (&self.cubic, "--cubic", 3)] {
            for text in letters {
                let interaction = Interaction::of_letters(text, count);
                crosses.add(interaction.map_err(|error| usage(format!("{flag}: {error}")))?);
            }
        }
        for list in &self.interactions {
            crosses.add_list(list).map_err(|error| usage(format!("--interactions: {error}")))?;
        }
        if let Some(most) = self.most_products {
            crosses.most = most;
        }
        Ok(crosses)
    }

    /// Refuses other crosses than a model has; how many products a line may have can change.
    pub fn agree(&self, known: &mut Crosses) -> Result<()> {
        let asked = self.crosses()?;
        let differ = [
            (
                "--interactions, -q and --cubic",
                !asked.interactions.is_empty() && asked.interactions != known.interactions,
            ),
            (
                "--ignore-linear",
                !asked.ignore_linear.is_empty() && asked.ignore_linear != known.ignore_linear,
            ),
        ];
        if let Some((flag, _)) = differ.iter().find(|(_, differs)| *differs) {
            return Err(usage(format!(
                "{flag}: not what the model was trained with, which decides what its features mean; it needs no flag"
            )));
        }
        if let Some(most) = self.most_products {
            known.most = most;
        }
        Ok(())
    }

    /// These flags as the words of a command.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let many =
            [("-q", &self.quadratic), ("--cubic", &self.cubic), ("--interactions", &self.interactions)];
        for (flag, values) in many {
            words.extend(values.iter().flat_map(|value| [flag.to_owned(), value.clone()]));
        }
        if !self.ignore_linear.is_empty() {
            words.extend(["--ignore-linear".to_owned(), self.ignore_linear.join(",")]);
        }
        words.extend(
            self.most_products.into_iter().flat_map(|most| ["--most-products".to_owned(), most.to_string()]),
        );
        words
    }
}
