//! `noregret metric distance`: learned distances of pairs of points.

use super::table::refused;
use crate::files::Files;
use crate::voice::failure::{Failure, Interrupted, writing};
use crate::voice::interrupt;
use anyhow::Result;
use clap::Args;
use noregret_io::dataset::TextRows;
use noregret_io::{Input, MetricModel, Output, shortest};
use std::io::Write;
use std::path::PathBuf;

/// Write the squared distance (u - v)'W(u - v) of every row's two points, one a line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  echo 5.1,3.5,1.4,0.2,7.0,3.2,4.7,1.4 | noregret metric distance iris.nr -

A row is u_1 .. u_d, v_1 .. v_d, CSV without a header: for a model trained on a table, the table's columns without the label, in its order,
as they stand there; for one trained on comparisons, plain vectors. Its square root is the Mahalanobis distance.")]
pub struct Distance {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// The pairs; `-` is standard input
    #[arg(value_name = "DATA")]
    data: PathBuf,

    /// Write here instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Distance {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        Files::default()
            .reads("MODEL", &self.model)
            .reads("DATA", &self.data)
            .writes("-o", self.output.as_deref())
            .prints("the distances (-o)", self.output.is_none())
            .check()?;
        interrupt::listen();
        let (model, learner) = MetricModel::load(&self.model)?;
        let mut rows = TextRows::open(&Input::from_path(&self.data)).map_err(refused)?;
        let file = rows.file().clone();
        let mut out = match &self.output {
            Some(path) => Output::create(path).map_err(writing(&path.display().to_string()))?,
            None => Output::stdout(),
        };
        let name = out.name().to_owned();
        let columns = model.encoding.columns.len();
        while let Some((line, texts)) = rows.next_texts().map_err(refused)? {
            if interrupt::asked() {
                return Err(Interrupted.into());
            }
            let at = |problem: String| Failure { message: format!("{file}:{line}: {problem}"), help: None };
            if texts.len() != 2 * columns {
                let found = texts.len();
                return Err(at(format!("{found} fields; two points of {columns} fields are expected")).into());
            }
            let (u, v) = texts.split_at(columns);
            let u = model.encoding.vector(&file, line, 1, u).map_err(refused)?;
            let v = model.encoding.vector(&file, line, 1 + columns, v).map_err(refused)?;
            let z: Vec<f64> = u.iter().zip(&v).map(|(u, v)| u - v).collect();
            let distance = learner.distance(&z).map_err(|e| at(e.to_string()))?;
            writeln!(out, "{}", shortest(distance)).map_err(writing(&name))?;
        }
        interrupt::ending();
        out.finish().map_err(writing(&name))
    }
}
