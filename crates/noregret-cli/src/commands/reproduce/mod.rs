//! `noregret reproduce`: the papers' experiments, run again, the paper's number beside ours.

mod figure;
mod lanes;
mod list;
mod report;
mod text;

use crate::files::Files;
use crate::voice::answer;
use crate::voice::failure::{Failure, Interrupted, usage, writing};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use lanes::Outcome;
use noregret_reproduce::{ALL, Experiment, Folder, ReproduceError, find};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

/// Run the papers' experiments again: tables and figures, the paper's number beside ours
#[derive(Args, Debug)]
#[command(after_help = "\
Without a name the experiments are listed. Data is looked for in the folder of --data; what is not there is replaced by something
smaller or generated, and the report says so. `noregret fetch` downloads what can be. See docs/reproduce.md.

Examples:
  noregret reproduce                                   list the experiments, and what the folder has
  noregret reproduce theorem1                          one that needs no data
  noregret reproduce table1 table2 --data ~/data       two, on the data in a folder
  noregret reproduce all --data ~/data --out report    everything: report/report.html and the figures
  noregret reproduce all --quick                       a small version of everything, in seconds")]
pub struct Reproduce {
    /// The experiments, or `all`
    #[arg(value_name = "EXPERIMENT")]
    names: Vec<String>,

    /// The folder with the papers' data
    #[arg(long, value_name = "FOLDER", env = "NOREGRET_DATA")]
    data: Option<PathBuf>,

    /// Write the report and the figures into this folder
    #[arg(long, value_name = "FOLDER", default_value = "reproduction")]
    out: PathBuf,

    /// A small version: to see that it works, not what it finds
    #[arg(long)]
    quick: bool,

    /// On how many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Print the findings as one JSON object
    #[arg(long)]
    json: bool,
}

/// The experiments asked for, in the order of the table, each once.
fn chosen(names: &[String], folder: &Folder) -> Result<Vec<&'static Experiment>> {
    if let Some(name) = names.iter().find(|name| *name != "all" && find(name).is_none()) {
        let known: Vec<&str> = ALL.iter().map(|experiment| experiment.name).collect();
        return Err(usage(format!(
            "unknown experiment {name:?}: the experiments are {}, or all",
            known.join(", ")
        )));
    }
    let all = names.iter().any(|name| name == "all");
    let named = |experiment: &&Experiment| names.iter().any(|name| name == experiment.name);
    Ok(ALL.iter().filter(|experiment| all && experiment.ready(folder) || named(experiment)).collect())
}

/// Says which of all are left out, and why.
fn left_out(names: &[String], chosen: &[&'static Experiment]) {
    let missing = ALL.iter().filter(|all| !chosen.iter().any(|experiment| experiment.name == all.name));
    for (name, program) in missing.filter_map(|experiment| Some((experiment.name, experiment.program?))) {
        if names.iter().any(|name| name == "all") {
            say(format_args!(
                "{name} is left out: it needs images and the program {program} (docs/neural.md)"
            ));
        }
    }
}

impl Reproduce {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let folder = Folder::new(self.data.clone());
        let chosen = chosen(&self.names, &folder)?;
        if let Some(path) = self.data.as_ref().filter(|path| !path.is_dir()) {
            return Err(usage(format!(
                "--data: {} is no folder; name one that holds the data, or leave --data out to use stand-ins",
                path.display()
            )));
        }
        if chosen.is_empty() {
            let list = list::list(&folder, self.json);
            return if self.json { answer::file(&list) } else { answer::text(&list) };
        }
        self.check_files(&chosen, &folder)?;
        // Half an hour's work should not end at a folder that cannot be made.
        std::fs::create_dir_all(&self.out).map_err(writing(&self.out.display().to_string()))?;
        interrupt::listen();
        let threads = self
            .threads
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        if self.data.is_none() {
            say("no --data: experiments on real data use stand-ins");
        }
        left_out(&self.names, &chosen);
        let start = Instant::now();
        let outcomes = lanes::run(&chosen, &folder, self.quick, threads);
        if interrupt::asked() {
            return Err(Interrupted.into());
        }
        interrupt::ending();
        let seconds = start.elapsed().as_secs_f64();
        let written = report::write(&self.out, &outcomes, self.quick, seconds)?;
        let text = if self.json { self.object(&outcomes, seconds) } else { text::text(&outcomes) };
        answer::text(&text)?;
        say(format_args!("{} experiments in {seconds:.0} s; wrote {}", outcomes.len(), written.display()));
        failed(&outcomes)
    }

    /// Refuses to write into a folder where the report or a picture is a file of the data under another name.
    fn check_files(&self, chosen: &[&'static Experiment], folder: &Folder) -> Result<()> {
        let data = chosen.iter().flat_map(|experiment| experiment.needs).filter_map(|need| folder.find(need));
        let files = data.fold(Files::default(), |files, path| files.reads("--data", &path));
        let there = std::fs::read_dir(&self.out).into_iter().flatten().flatten().map(|entry| entry.path());
        let ours = |path: &PathBuf| {
            path.ends_with("report.html") || path.extension().is_some_and(|end| end == "svg")
        };
        there.filter(ours).fold(files, |files, path| files.keeps("--out", Some(&path))).check()
    }

    fn object(&self, outcomes: &[Outcome], seconds: f64) -> String {
        let one = |outcome: &Outcome| {
            json!({
                "name": outcome.experiment.name,
                "paper": outcome.experiment.paper.citation(),
                "seconds": outcome.seconds,
                "findings": outcome.findings.as_ref().ok(),
                "failure": outcome.findings.as_ref().err().map(told),
            })
        };
        let experiments: Vec<_> = outcomes.iter().map(one).collect();
        format!("{}\n", json!({"experiments": experiments, "quick": self.quick, "seconds": seconds}))
    }
}

/// An error with its causes.
fn told(error: &ReproduceError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(next) = cause {
        text += &format!(": {next}");
        cause = next.source();
    }
    text
}

/// An error if an experiment failed; the others have been reported.
fn failed(outcomes: &[Outcome]) -> Result<()> {
    let failures: Vec<String> = outcomes
        .iter()
        .filter_map(|o| Some(format!("{}: {}", o.experiment.name, told(o.findings.as_ref().err()?))))
        .collect();
    if failures.is_empty() {
        return Ok(());
    }
    let help =
        "the folder's layout is described in docs/reproduce.md; the other experiments are in the report";
    Err(Failure { message: failures.join("; "), help: Some(help.to_owned()) }.into())
}
