//! `noregret metric inspect`: what a learned distance looks at, and how it came to be.
//!
//! The weight of a dimension is its share of the trace of W: how much of the squared distance it makes when dimensions vary alike. A pair of
//! dimensions is as heavy as its correlation w_ij / sqrt(w_ii w_jj): positive if differences in both add to the distance, negative
//! if they make up for each other.

use super::choosing;
use super::method::{describe, update_name};
use super::table::small_enough;
use crate::voice::answer;
use anyhow::Result;
use clap::Args;
use noregret::metric_learning::MetricLearner;
use noregret::metric_learning::choose::Choice;
use noregret_io::dataset::{ColumnEncoding, Encoding};
use noregret_io::{MetricModel, printable_name};
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Show a metric: what was chosen and how it was judged, its spectrum, its heaviest columns and pairs of columns
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret metric inspect iris.nr
  noregret metric inspect iris.nr --top 20 --json")]
pub struct Inspect {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// How many columns and pairs to show
    #[arg(long, default_value_t = 10, value_name = "N")]
    top: usize,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A weight with the place it is at.
struct Weighed {
    name: String,
    weight: f64,
}

impl Inspect {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let (model, learner) = MetricModel::load(&self.model)?;
        let names = dimensions(&model.encoding);
        let factor = learner.factor()?;
        let spectrum = learner.spectrum()?;
        let diagonal = diagonal(&factor, learner.dim());
        let trace: f64 = diagonal.iter().sum();
        let mut columns: Vec<Weighed> = Vec::new();
        let mut place = 0;
        for column in &model.encoding.columns {
            let weight = diagonal[place..place + column.dim()].iter().sum::<f64>() / trace;
            columns.push(Weighed { name: column.name().to_owned(), weight });
            place += column.dim();
        }
        columns.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        columns.truncate(self.top);
        let pairs = self.pairs(&learner, &names, &diagonal)?;
        if self.json {
            let weighed = |all: &[Weighed], key: &str| -> Vec<_> {
                all.iter().map(|w| json!({"name": w.name, key: w.weight})).collect()
            };
            let spec = learner.spec();
            return answer::json(&json!({
                "geometry": spec.geometry,
                "update": update_name(spec.update),
                "eta": (!model.kept()).then_some(spec.eta),
                "rate": spec.rate,
                "rank": spec.rank,
                "dim": learner.dim(),
                "rounds": learner.rounds(),
                "helps": model.choice.as_ref().map(Choice::helps),
                "choice": model.choice,
                "spectrum": spectrum,
                "columns": weighed(&columns, "share"),
                "pairs": weighed(&pairs, "correlation"),
            }));
        }
        let mut text = String::new();
        let _ = writeln!(text, "metric     over {} dimensions, {} rounds", learner.dim(), learner.rounds());
        match &model.choice {
            Some(choice) => {
                let _ = writeln!(text, "chosen     {}", choosing::verdict(choice));
                for line in choosing::lines(choice) {
                    let _ = writeln!(text, "           {line}");
                }
            }
            None => {
                let _ = writeln!(text, "learner    {}", describe(learner.spec()));
            }
        }
        let total: f64 = spectrum.iter().sum();
        let _ = writeln!(text, "\nspectrum   eigenvalue     share of the trace, added up");
        let mut sum = 0.0;
        for (place, value) in spectrum.iter().take(self.top).enumerate() {
            sum += value;
            let _ = writeln!(text, "{:>10} {value:<14.6} {:.4}", place + 1, sum / total);
        }
        if spectrum.len() > self.top {
            let last = spectrum.last().copied().unwrap_or(0.0);
            let _ = writeln!(text, "{:>10} {last:<14.6} 1.0000", spectrum.len());
        }
        let _ = writeln!(text, "\ncolumns    share of the trace of W");
        for Weighed { name, weight } in &columns {
            let _ = writeln!(text, "           {weight:.4}  {}", printable_name(name));
        }
        if !pairs.is_empty() {
            let _ = writeln!(text, "\npairs      w_ij / sqrt(w_ii w_jj)");
            for Weighed { name, weight } in &pairs {
                let _ = writeln!(text, "           {weight:+.4}  {}", printable_name(name));
            }
        }
        answer::text(&text)
    }

    /// The heaviest pairs of dimensions of different columns.
    fn pairs(
        &self,
        learner: &MetricLearner,
        names: &[(usize, String)],
        diagonal: &[f64],
    ) -> Result<Vec<Weighed>> {
        let d = learner.dim();
        if small_enough(d, "pairs").is_err() {
            return Ok(Vec::new());
        }
        let w = learner.matrix();
        let mut all = Vec::new();
        for i in 0..d {
            for j in 0..i {
                let scale = (diagonal[i] * diagonal[j]).sqrt();
                if names[i].0 != names[j].0 && scale > 0.0 && w[i * d + j] != 0.0 {
                    all.push((w[i * d + j] / scale, i, j));
                }
            }
        }
        all.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()).then((a.1, a.2).cmp(&(b.1, b.2))));
        all.truncate(self.top);
        let name = |(weight, i, j): (f64, usize, usize)| Weighed {
            name: format!("{} x {}", names[j].1, names[i].1),
            weight,
        };
        Ok(all.into_iter().map(name).collect())
    }
}

/// The column of every dimension, and the dimension's name.
fn dimensions(encoding: &Encoding) -> Vec<(usize, String)> {
    let of = |(place, column): (usize, &ColumnEncoding)| -> Vec<(usize, String)> {
        match column {
            ColumnEncoding::Numeric { name, .. } => vec![(place, name.clone())],
            ColumnEncoding::Category { name, texts, .. } => {
                texts.iter().map(|text| (place, format!("{name}={text}"))).collect()
            }
        }
    };
    encoding.columns.iter().enumerate().flat_map(of).collect()
}

/// The diagonal of W = L'L.
fn diagonal(factor: &[f64], dim: usize) -> Vec<f64> {
    let mut diagonal = vec![0.0; dim];
    for row in factor.chunks_exact(dim) {
        diagonal.iter_mut().zip(row).for_each(|(sum, l)| *sum += l * l);
    }
    diagonal
}
