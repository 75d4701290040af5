//! How often the data are read, how far, and what is held out: the flags.

use crate::voice::failure::usage;
use anyhow::Result;
use clap::Args;
use noregret_io::Input;
use std::path::{Path, PathBuf};

/// VW's `-1`: no limit.
fn examples(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(count) if count > 0 => Ok(count),
        _ if text == "-1" => Ok(u64::MAX),
        _ => Err("a whole number above 0, or -1 for all".to_owned()),
    }
}

/// A share of the examples, above 0 and below 1.
fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("a share above 0 and below 1, such as 0.1".to_owned()),
    }
}

/// How often the data are read, how far, and what is held out.
#[derive(Args, Debug)]
pub struct PassFlags {
    /// Read the data this many times. With more than one pass every tenth example is held out, and the pass that does best on those is kept
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    pub passes: u32,

    /// Hold out this share of the examples, evenly spaced: they are never learned from, and the model is measured on them
    #[arg(long, value_name = "SHARE", value_parser = share, conflicts_with_all = ["holdout_period", "holdout_after", "holdout_off"])]
    holdout: Option<f64>,

    /// With several passes: hold out every N-th example
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..), value_name = "N")]
    holdout_period: u32,

    /// With several passes: hold out all examples after the first N instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "holdout_period")]
    holdout_after: Option<u64>,

    /// With several passes: hold out nothing, make them all, and keep the last
    #[arg(long, conflicts_with_all = ["holdout_period", "holdout_after"])]
    pub holdout_off: bool,

    /// Stop after this many passes in a row that did no better on what is held out
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    pub early_terminate: u32,

    /// Read this many examples at most, in every pass; -1 is all
    #[arg(long, value_name = "N", value_parser = examples, allow_hyphen_values = true)]
    examples: Option<u64>,

    /// Write the model after every pass too, to MODEL.0, MODEL.1 and so on
    #[arg(long, requires = "model")]
    pub save_per_pass: bool,
}

/// The most passes that each have a file.
const MOST_FILES: u32 = 1000;

impl PassFlags {
    /// How many examples are read at most.
    pub fn most(&self) -> Option<u64> {
        self.examples.filter(|&most| most < u64::MAX)
    }

    /// Whether there are several passes.
    pub fn several(&self) -> bool {
        self.passes > 1
    }

    /// Whether anything is held out.
    pub fn holds_out_any(&self) -> bool {
        self.holdout.is_some() || (self.several() && !self.holdout_off)
    }

    /// Whether the example at this place of the data, counted from 1, is held out.
    pub fn holds_out(&self, place: u64) -> bool {
        match (self.holdout, self.holdout_after) {
            (Some(share), _) => (place as f64 * share).floor() > ((place - 1) as f64 * share).floor(),
            (None, Some(first)) => place > first,
            (None, None) => place.is_multiple_of(u64::from(self.holdout_period)),
        }
    }

    /// What is held out, in words.
    pub fn told(&self) -> String {
        if let Some(share) = self.holdout {
            return format!("{share} of the examples, evenly spaced");
        }
        match (self.holdout_after, self.holdout_period) {
            (Some(first), _) => format!("all examples after the first {first}"),
            (None, 2) => "every 2nd example".to_owned(),
            (None, 3) => "every 3rd example".to_owned(),
            (None, period) => format!("every {period}th example"),
        }
    }

    /// Where the model of a pass goes, counted from 0.
    pub fn path(model: &Path, pass: u32) -> PathBuf {
        let mut name = model.as_os_str().to_owned();
        name.push(format!(".{pass}"));
        name.into()
    }

    /// The files of all passes.
    pub fn paths(&self, model: Option<&Path>) -> Result<Vec<PathBuf>> {
        let Some(model) = model.filter(|_| self.save_per_pass) else { return Ok(Vec::new()) };
        if self.passes > MOST_FILES {
            return Err(usage(format!("--save-per-pass writes {MOST_FILES} models at most")));
        }
        Ok((0..self.passes).map(|pass| Self::path(model, pass)).collect())
    }

    /// Refuses several passes over what can be read only once.
    pub fn check(&self, inputs: &[Input]) -> Result<()> {
        let again = |input: &&Input| matches!(input, Input::File(path) if path.is_file());
        match inputs.iter().find(|input| self.several() && !again(input)) {
            Some(input) => Err(usage(format!(
                "several passes need files that can be read again; {} cannot",
                input.name()
            ))),
            None => Ok(()),
        }
    }
}
