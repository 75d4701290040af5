//! The flags that say how a metric is learned.

use crate::voice::failure::usage;
use anyhow::Result;
use clap::Args;
use noregret::metric_learning::choose::{self, Lane};
use noregret::metric_learning::{Drawn, MatrixGeometry, MetricSpec, evaluate};
use noregret::{Rate, Update};
use noregret_io::shortest;

/// How a metric is learned.
#[derive(Args, Clone, Debug)]
pub struct MethodFlags {
    /// Implicit steps, on the loss itself, or explicit ones, on its linearization [default: implicit]
    #[arg(long, value_name = "implicit|explicit", value_parser = update)]
    pub update: Option<Update>,

    /// The numerator of the rate [default: tables: several are tried and the best is kept, or the Euclidean distance; comparisons: 1]
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    pub eta: Option<f64>,

    /// How the rate falls: constant, sqrt or inverse (eta, eta / sqrt t, eta / t) [default: sqrt]
    #[arg(long, value_name = "RATE")]
    pub rate: Option<Rate>,

    /// Low rank: W = L'L with R rows of L, in memory R x d, for thousands of dimensions
    #[arg(long, value_name = "R")]
    pub rank: Option<usize>,
}

fn update(text: &str) -> Result<Update, String> {
    match text {
        "implicit" => Ok(Update::Implicit),
        "explicit" => Ok(Update::Explicit),
        _ => Err(format!("unknown update {text:?}: the updates are implicit, explicit")),
    }
}

/// The name of an update.
pub fn update_name(update: Update) -> &'static str {
    match update {
        Update::Implicit => "implicit",
        Update::Explicit => "explicit",
    }
}

/// A method in a few words.
pub fn describe(spec: &MetricSpec) -> String {
    let fall = match spec.rate {
        Rate::Constant => "",
        Rate::Sqrt => " / sqrt t",
        Rate::Inverse => " / t",
    };
    let space = match spec.rank {
        Some(rank) => format!("rank {rank}"),
        None => spec.geometry.to_string(),
    };
    format!("{space} {}, eta = {}{fall}", update_name(spec.update), shortest(spec.eta))
}

/// A lane in a few words.
pub fn describe_lane(lane: &Lane) -> String {
    format!("{}, from {}", describe(&lane.spec), drawn_name(lane.drawn))
}

/// The name of what is drawn from a table.
pub fn drawn_name(drawn: Drawn) -> &'static str {
    match drawn {
        Drawn::Pairs => "pairs",
        Drawn::Triplets => "triplets of neighbours",
    }
}

impl MethodFlags {
    /// The geometry these flags ask for: steps in a factor are Frobenius's.
    pub fn geometry(&self, asked: Option<MatrixGeometry>) -> Result<MatrixGeometry> {
        match (self.rank, asked) {
            (None, asked) => Ok(asked.unwrap_or(MatrixGeometry::LogDet)),
            (Some(_), None | Some(MatrixGeometry::Frobenius)) => Ok(MatrixGeometry::Frobenius),
            (Some(_), Some(other)) => Err(usage(format!(
                "--rank learns a factor, in Frobenius's geometry: --geometry {other} has no low rank"
            ))),
        }
    }

    /// The spec these flags ask for, to learn from a table at the rate they give.
    pub fn for_table(&self, geometry: MatrixGeometry) -> Result<MetricSpec> {
        self.refine(evaluate::method(geometry, self.update.unwrap_or(Update::Implicit)))
    }

    /// The spec these flags ask for, to learn from comparisons, whose scale nobody knows.
    pub fn for_comparisons(&self, geometry: MatrixGeometry) -> Result<MetricSpec> {
        let spec = MetricSpec::default_for(geometry);
        self.refine(MetricSpec { update: self.update.unwrap_or(spec.update), ..spec })
    }

    /// The lanes to choose among.
    pub fn lanes(&self, geometry: MatrixGeometry, update: Update) -> Result<Vec<Lane>> {
        let mut lanes = choose::lanes(geometry, update, self.rank);
        for lane in &mut lanes {
            lane.spec = self.refine(lane.spec)?;
        }
        Ok(lanes)
    }

    /// A spec with what these flags say of its rate.
    pub fn refine(&self, mut spec: MetricSpec) -> Result<MetricSpec> {
        spec.eta = self.eta.unwrap_or(spec.eta);
        spec.rate = self.rate.unwrap_or(spec.rate);
        spec.rank = self.rank.or(spec.rank);
        spec.check().map_err(|e| usage(e.to_string()))?;
        Ok(spec)
    }

    /// What these flags ask for besides what a model was trained with.
    pub fn differs(&self, geometry: Option<MatrixGeometry>, spec: &MetricSpec) -> Option<String> {
        if let Some(geometry) = geometry.filter(|geometry| *geometry != spec.geometry) {
            return Some(format!("--geometry {geometry}: it was trained with {}", spec.geometry));
        }
        if let Some(rank) = self.rank.filter(|rank| Some(*rank) != spec.rank) {
            return Some(format!("--rank {rank}: it was trained with {}", describe(spec)));
        }
        if let Some(update) = self.update.filter(|update| *update != spec.update) {
            let (asked, was) = (update_name(update), update_name(spec.update));
            return Some(format!("--update {asked}: it was trained with {was}"));
        }
        if let Some(eta) = self.eta.filter(|eta| *eta != spec.eta) {
            let (asked, was) = (shortest(eta), shortest(spec.eta));
            return Some(format!("--eta {asked}: it was trained with {was}"));
        }
        let rate = self.rate.filter(|rate| *rate != spec.rate)?;
        Some(format!("--rate {rate}: it was trained with {}", spec.rate))
    }
}
