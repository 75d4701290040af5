//! The flags `compare` and `tune` share.

use super::Judge;
use super::grid::Grid;
use crate::feed::input::InputFlags;
use crate::limits::Size;
use crate::parameters::loss_help;
use clap::Args;
use noregret::Loss;
use std::path::PathBuf;

/// What a race is over, and how it is told.
#[derive(Args, Debug)]
pub struct RaceFlags {
    #[command(flatten)]
    pub input: InputFlags,

    /// Try a parameter with each of these values, for every learner that has it; may be repeated: then all combinations
    #[arg(long, value_name = "NAME=V1,V2,..")]
    pub param: Vec<Grid>,

    #[arg(long, value_name = "LOSS", help = loss_help(
        "The loss to learn",
        "logistic for two labels and for classes, squared for numbers; hinge or absolute for learners that know no other",
    ))]
    pub loss: Option<Loss>,

    /// What learners are ranked by: a loss, or mistakes [default: the loss, if all learn the same; else mistakes, or absolute for numbers; of several classes the logistic loss, or mistakes]
    #[arg(long, value_name = "LOSS|mistakes")]
    pub judge: Option<Judge>,

    /// No constant feature
    #[arg(long)]
    pub no_bias: bool,

    /// How sure to be of what is said to be sure, at all times at once
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = probability)]
    pub confidence: f64,

    /// Losses above this count as this in the intervals and verdicts [default: 8 for logistic and hinge, 16 for losses steeper than these, 1 for mistakes; for numbers by the first 1000 labels]
    #[arg(long, value_name = "C", value_parser = positive)]
    pub clip: Option<f64>,

    /// Also the mean loss in each of K windows (default 50); with --within also the regret against each window's own best weights
    #[arg(long, value_name = "K", num_args = 0..=1, default_missing_value = "50", require_equals = true, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub drift: Option<u16>,

    /// Draw into this SVG file: the mean loss over time; with --drift by window; with --drift and --within the regret by window
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,

    /// Write a page with leaderboard, curves and commands, which opens without a network
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,

    /// Write the tables of that page as CSV and its figures as SVG into this folder
    #[arg(long, value_name = "FOLDER")]
    pub export: Option<PathBuf>,

    /// Also the regret of each against the best fixed weights in this box: LO,HI, or R for -R,R. Keeps the examples in memory
    #[arg(long, value_name = "LO,HI", allow_hyphen_values = true)]
    pub within: Option<String>,

    /// The most memory the examples kept for --within may take, such as 500M or 16G
    #[arg(long, value_name = "SIZE", default_value = "4G")]
    pub max_memory: Size,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Say nothing on standard error while all goes well
    #[arg(long)]
    pub quiet: bool,
}

fn probability(text: &str) -> Result<f64, String> {
    let wrong = || format!("{text:?} is no probability between 0.5 and 1, such as 0.95");
    text.parse().ok().filter(|p| (0.5..1.0).contains(p)).ok_or_else(wrong)
}

fn positive(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|c: &f64| *c > 0.0 && *c < 1e12)
        .ok_or_else(|| format!("{text:?} is no number above 0"))
}
