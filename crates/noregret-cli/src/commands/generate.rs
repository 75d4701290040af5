//! `noregret generate`: streams with a known truth.

use crate::files::{Files, complete, place};
use crate::voice::failure::{Interrupted, writing};
use crate::voice::interrupt;
use anyhow::Result;
use clap::Args;
use noregret_generate::{Generator, Kind, Layout, Writer};
use noregret_io::{Output, shortest};
use std::io::Write;
use std::path::PathBuf;

/// Write a realistic stream with a known truth: the same bytes on every machine
#[derive(Args, Debug)]
#[command(after_help = "\
Kinds:
  clicks      ad clicks: queries and ads of very different frequency, words, position, device; vw by default
  text        documents as unit-length tf-idf vectors over a Zipf vocabulary, two classes; svmlight by default
  regression  a table with columns of very different scale and a category; csv by default
  drift       two classes over ten columns, whose truth changes; csv by default
  sea         the SEA concepts: two classes over three columns, a threshold that moves every 10,000 rows; csv by default
  ads         ad clicks for queries that contain one phrase: words of query and ad, their pairs and matches; vw by default

Examples:
  noregret generate clicks --rows 100000 -o clicks.vw
  noregret generate text --rows 50000 --seed 7 | noregret train --format svmlight
  noregret generate regression --truth truth.csv > table.csv")]
pub struct Generate {
    /// What to generate: clicks, text, regression, drift, sea or ads
    #[arg(value_name = "KIND")]
    kind: Kind,

    /// How many examples
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    rows: u64,

    /// Another seed is another stream
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// The format: svmlight (libsvm), vw, csv, tsv or jsonl
    #[arg(long, value_name = "F")]
    format: Option<Layout>,

    /// Write here instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the true weights (after the last row) here, as CSV
    #[arg(long, value_name = "FILE")]
    truth: Option<PathBuf>,
}

impl Generate {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        Files::default()
            .writes("-o", self.output.as_deref())
            .prints("the rows (-o)", self.output.is_none())
            .writes("--truth", self.truth.as_deref())
            .check()?;
        interrupt::listen();
        let out = match &self.output {
            Some(path) => Output::create(path).map_err(writing(&path.display().to_string()))?,
            None => Output::stdout(),
        };
        let name = out.name().to_owned();
        let mut generator = Generator::new(self.kind, self.seed);
        let mut writer = Writer::new(out, self.format.unwrap_or(self.kind.default_layout()), self.kind);
        for _ in 0..self.rows {
            if interrupt::asked() {
                // A file that is not complete is not left behind.
                return Err(Interrupted.into());
            }
            writer.write(generator.next()).map_err(writing(&name))?;
        }
        let out = writer.finish().map_err(writing(&name))?;
        interrupt::ending();
        let mut written = vec![complete(out)?];
        if let Some(path) = &self.truth {
            let name = path.display().to_string();
            let mut out = Output::create(path).map_err(writing(&name))?;
            writeln!(out, "feature,weight").map_err(writing(&name))?;
            for (feature, weight) in generator.truth() {
                writeln!(out, "{feature},{}", shortest(weight)).map_err(writing(&name))?;
            }
            written.push(complete(out)?);
        }
        place(written)
    }
}
