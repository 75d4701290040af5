//! `noregret metric transform`: the space where a learned distance is Euclidean.

use super::outputs;
use super::table::{TableFlags, note_unknown, refused};
use crate::files::Files;
use crate::voice::failure::{Interrupted, writing};
use crate::voice::interrupt;
use anyhow::Result;
use clap::Args;
use noregret_io::{Input, MetricModel, Output};
use std::path::PathBuf;

/// Write L x for every row x of a table, as CSV: there, the learned distance is Euclidean (W = L'L)
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret metric transform iris.nr iris.csv > images.csv
  cut -d, -f1-4 iris.csv | noregret metric transform iris.nr -      a label is not needed

Columns are matched by name where the model knows names, else by place.")]
pub struct Transform {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// The table; `-` is standard input
    #[arg(value_name = "DATA")]
    data: PathBuf,

    /// Write here instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    table: TableFlags,
}

impl Transform {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        Files::default()
            .reads("MODEL", &self.model)
            .reads("DATA", &self.data)
            .writes("-o", self.output.as_deref())
            .prints("the images (-o)", self.output.is_none())
            .check()?;
        interrupt::listen();
        let (model, learner) = MetricModel::load(&self.model)?;
        let data =
            model.encoding.read(&Input::from_path(&self.data), &self.table.reading()).map_err(refused)?;
        note_unknown(&model.encoding, &data);
        let mut out = match &self.output {
            Some(path) => Output::create(path).map_err(writing(&path.display().to_string()))?,
            None => Output::stdout(),
        };
        let name = out.name().to_owned();
        let rows: Vec<usize> = (0..data.rows()).collect();
        for rows in rows.chunks(1024) {
            if interrupt::asked() {
                return Err(Interrupted.into());
            }
            let points = model.encoding.vectors(&data, rows).map_err(refused)?;
            for image in learner.transform(&points)?.chunks_exact(learner.rank()) {
                outputs::write_row(&mut out, image).map_err(writing(&name))?;
            }
        }
        interrupt::ending();
        out.finish().map_err(writing(&name))
    }
}
