//! `noregret metric predict`: what the nearest neighbours of new rows say, under a learned distance.
//!
//! The model holds no rows: the neighbours are those of a labelled table that the user names, the one it was trained on or any other of
//! its columns.

use super::choosing::values;
use super::pairs::classes;
use super::table::{TableFlags, note_unknown, refused};
use crate::feed::prediction;
use crate::files::Files;
use crate::voice::failure::{Failure, Interrupted, writing};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret::metric_learning::{Neighbours, vote};
use noregret_io::dataset::Dataset;
use noregret_io::{Input, MetricModel, Output, shortest};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write what the k nearest rows of a labelled table say of every new row: the class of most, or the mean of their numbers
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret metric predict iris.nr new.csv --reference iris.csv
  noregret metric predict houses.nr new.csv --reference houses.csv --numbers --k 10

The model holds no rows: --reference names those to look among, the table it was trained on or another of its columns. Most votes win, then the
nearest; of rows at the same distance the first is nearer. If DATA has labels, their error is told.")]
pub struct Predict {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// The new rows; `-` is standard input
    #[arg(value_name = "DATA")]
    data: PathBuf,

    /// The labelled table whose rows are the neighbours
    #[arg(long, value_name = "FILE")]
    reference: PathBuf,

    /// How many neighbours vote [default: as the model was judged, or 3]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    k: Option<u64>,

    /// Labels are numbers: write the mean of the neighbours' [default: as the model was trained]
    #[arg(long)]
    numbers: bool,

    /// Write here instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    table: TableFlags,

    /// Say nothing of errors
    #[arg(long)]
    quiet: bool,
}

impl Predict {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        Files::default()
            .reads("MODEL", &self.model)
            .reads("DATA", &self.data)
            .reads("--reference", &self.reference)
            .writes("-o", self.output.as_deref())
            .prints("the predictions (-o)", self.output.is_none())
            .check()?;
        interrupt::listen();
        let (model, learner) = MetricModel::load(&self.model)?;
        let numbers = self.numbers || model.numbers();
        let k = self.k.map_or(model.choice.as_ref().map_or(3, |choice| choice.k), |k| k as usize);
        let reading = self.table.reading();
        let encoding = &model.encoding;
        let known = encoding.read_labelled(&Input::from_path(&self.reference), &reading).map_err(refused)?;
        let data = encoding.read(&Input::from_path(&self.data), &reading).map_err(refused)?;
        note_unknown(encoding, &data);
        let truth = Truth::of(&known, numbers)?;
        let images = |data: &Dataset, rows: &[usize]| -> Result<Vec<f64>> {
            Ok(learner.transform(&encoding.vectors(data, rows).map_err(refused)?)?)
        };
        let all: Vec<usize> = (0..known.rows()).collect();
        let among = Neighbours::new(&images(&known, &all)?, learner.rank());
        let mut out = match &self.output {
            Some(path) => Output::create(path).map_err(writing(&path.display().to_string()))?,
            None => Output::stdout(),
        };
        let name = out.name().to_owned();
        let mut score = Score::default();
        let rows: Vec<usize> = (0..data.rows()).collect();
        for rows in rows.chunks(256) {
            if interrupt::asked() {
                return Err(Interrupted.into());
            }
            for (image, &row) in images(&data, rows)?.chunks_exact(learner.rank()).zip(rows) {
                let near = among.nearest(image, k, |_| true);
                let told = truth.told(&near);
                score.add(&data, row, &told, numbers);
                let written = prediction::last(&mut out, told.as_bytes());
                written.and_then(|()| out.write_all(b"\n")).map_err(writing(&name))?;
            }
        }
        interrupt::ending();
        out.finish().map_err(writing(&name))?;
        if !self.quiet {
            score.say(numbers, k);
            if same_file(&self.data, &self.reference) {
                say(
                    "remark: the new rows are the table of neighbours itself, so that every row is its own nearest neighbour: the error says nothing of other rows (noregret metric eval does)",
                );
            }
        }
        Ok(())
    }
}

/// Whether two paths lead to one file.
fn same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    real(one).is_some_and(|one| Some(one) == real(other))
}

/// What neighbours tell.
enum Truth {
    /// The class of each row, and the names.
    Classes(Vec<u32>, Vec<String>),
    /// The number of each row.
    Numbers(Vec<f64>),
}

impl Truth {
    fn of(known: &Dataset, numbers: bool) -> Result<Self> {
        let Some(labels) = &known.labels else {
            let message = format!("{}: there is no label", known.file);
            return Err(Failure { message, help: Some("name it with --label".to_owned()) }.into());
        };
        if numbers {
            return Ok(Self::Numbers(values(known, labels)?));
        }
        let rows: Vec<usize> = (0..known.rows()).collect();
        Ok(Self::Classes(classes(known, &rows), labels.classes.clone()))
    }

    fn told(&self, near: &[(f64, usize)]) -> String {
        match self {
            Self::Classes(of, names) => {
                vote(near, of).map_or_else(String::new, |class| names[class as usize].clone())
            }
            Self::Numbers(of) => {
                let sum: f64 = near.iter().map(|(_, row)| of[*row]).sum();
                shortest(sum / near.len().max(1) as f64).to_string()
            }
        }
    }
}

/// How far predictions are from the labels that are there.
#[derive(Default)]
struct Score {
    rows: usize,
    loss: f64,
}

impl Score {
    fn add(&mut self, data: &Dataset, row: usize, told: &str, numbers: bool) {
        let Some(labels) = &data.labels else { return };
        let Some(text) = labels.of[row].map(|class| labels.classes[class as usize].as_str()) else { return };
        let loss = match numbers {
            false => Some(f64::from(u8::from(text != told))),
            true => match (text.parse::<f64>(), told.parse::<f64>()) {
                (Ok(label), Ok(told)) => Some((label - told) * (label - told)),
                _ => None,
            },
        };
        if let Some(loss) = loss {
            self.rows += 1;
            self.loss += loss;
        }
    }

    fn say(&self, numbers: bool, k: usize) {
        if self.rows == 0 {
            return;
        }
        let mean = self.loss / self.rows as f64;
        if numbers {
            say(format_args!("{k}-NN root mean squared error {:.6} on {} rows", mean.sqrt(), self.rows));
        } else {
            say(format_args!("{k}-NN error {mean:.6} on {} rows with a label", self.rows));
        }
    }
}
