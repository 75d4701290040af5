//! Figure 4 of "Efficient Adaptive Online Learning via Frequent Directions" (Wan, Wei and Zhang 2018): a network of two convolutions, trained by six optimizers.
//!
//! The program `figure4` of the crate noregret-burn trains; it is found beside the command or on the path. What it has kept in the folder [`KEPT`] is drawn; where
//! there is nothing, it is run first.

mod program;
mod runs;

pub(crate) use program::{PROGRAM, ready};

use crate::error::{Answer, ReproduceError};
use crate::findings::{Cell, Figure, Findings, Series, Shape, Table};
use crate::setting::Setting;
use crate::statistics::{even, spread};
use runs::Run;
use std::path::Path;

/// Where results are kept, in the current folder.
const KEPT: &str = "figure4";

/// The sets of images, in the paper's order.
const SETS: [&str; 3] = ["mnist", "cifar10", "svhn"];

/// Points of a curve of losses.
const POINTS: usize = 40;

/// Runs of one optimizer on one set for so many epochs, from several seeds.
struct Group<'a> {
    method: &'a str,
    epochs: u64,
    runs: Vec<&'a Run>,
}

/// The optimizers of a set, in the order of their first run. Means are over runs of the same length: one that went on for longer than other seeds is a group of its own.
fn groups(runs: &[Run]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for run in runs {
        match groups
            .iter_mut()
            .find(|group| (group.method, group.epochs) == (run.method.as_str(), run.epochs.0))
        {
            Some(group) => group.runs.push(run),
            None => {
                let (method, epochs) = (run.method.as_str(), run.epochs.0);
                groups.push(Group { method, epochs, runs: vec![run] });
            }
        }
    }
    groups
}

impl Group<'_> {
    /// What it is called among these: with its epochs where the optimizer has runs of other lengths.
    fn name(&self, among: &[Self]) -> String {
        let lengths = among.iter().filter(|group| group.method == self.method).count();
        if lengths > 1 { format!("{}, {} epochs", self.method, self.epochs) } else { self.method.to_owned() }
    }

    /// Mean and deviation of a number of each run that came to its end.
    fn spread(&self, number: impl Fn(&Run) -> Option<f64>) -> Cell {
        let whole = self.runs.iter().filter(|run| !run.diverged);
        let numbers: Vec<f64> = whole.filter_map(|run| number(run)).collect();
        if numbers.is_empty() { Cell::text("diverged") } else { Cell::spread(spread(&numbers), 4) }
    }

    /// The mean over the runs of a curve's points.
    fn mean(&self, curve: impl Fn(&Run) -> Vec<(f64, f64)>) -> Vec<(f64, f64)> {
        let curves: Vec<Vec<(f64, f64)>> = self.runs.iter().map(|run| curve(run)).collect();
        let shortest = curves.iter().map(Vec::len).min().unwrap_or(0);
        let mean = |k: usize| curves.iter().map(|curve| curve[k].1).sum::<f64>() / curves.len() as f64;
        (0..shortest).map(|k| (curves[0][k].0, mean(k))).collect()
    }
}

fn figures(set: &str, groups: &[Group<'_>]) -> Vec<Figure> {
    let draw = |what: &str, y: &str, shape: Shape, curve: &dyn Fn(&Run) -> Vec<(f64, f64)>| {
        let one = |group: &Group<'_>| Series { name: group.name(groups), points: group.mean(curve) };
        Figure {
            name: format!("adafd-fig4-{set}-{what}"),
            title: format!("{set}: {y}"),
            x: "epochs".to_owned(),
            y: y.to_owned(),
            shape,
            series: groups.iter().map(one).filter(|series| !series.points.is_empty()).collect(),
        }
    };
    let losses = |run: &Run| run.loss_curve(&even(run.losses.len(), POINTS));
    vec![
        draw("loss", "training loss", Shape::LogUp, &losses),
        draw("accuracy", "test accuracy, %", Shape::Lines, &Run::accuracy_curve),
    ]
}

fn table(set: &str, groups: &[Group<'_>]) -> Table {
    let first = groups[0].runs[0];
    let whole = groups.iter().flat_map(|group| &group.runs).filter(|run| !run.diverged);
    let most = whole.clone().map(|run| run.epochs.1).max().unwrap_or(first.epochs.0);
    let fewest = whole.map(|run| run.epochs.1).min().unwrap_or(most);
    // Optimizers that were trained for longer than others are shown at equal times, too.
    let equal = fewest == most;
    let epochs = if equal { most.to_string() } else { format!("{fewest} to {most}") };
    let title = format!(
        "{set}: {} training and {} test images, {epochs} epochs of batches of 128, tau = {}",
        first.images.0, first.images.1, first.tau
    );
    let after = format!("test accuracy at epoch {fewest}, %");
    let mut columns = vec!["", "eta", "delta", "seeds"];
    if !equal {
        columns.extend([after.as_str(), "epochs"]);
    }
    columns.extend(["training loss, last tenth", "test accuracy, %", "seconds a run"]);
    let mut table = Table::new(title, &columns);
    for group in groups {
        let one = group.runs[0];
        let mut row = vec![
            Cell::text(group.name(groups)),
            Cell::text(format!("{:e}", one.rates.eta)),
            Cell::text(if one.has_delta() { format!("{:e}", one.rates.delta) } else { String::new() }),
            Cell::text(group.runs.len().to_string()),
        ];
        if !equal {
            row.push(group.spread(|run| run.accuracy_after(fewest)));
            row.push(Cell::text(one.epochs.1.to_string()));
        }
        row.push(group.spread(Run::last_loss));
        row.push(group.spread(Run::last_accuracy));
        row.push(group.spread(|run| Some(run.seconds)));
        table.rows.push(row);
    }
    table
}

/// Runs it.
pub(crate) fn run(setting: &Setting<'_>) -> Answer<Findings> {
    setting.at("looking for runs")?;
    let kept = Path::new(KEPT);
    if runs::read(kept)?.is_empty() {
        let there = |set: &&&str| setting.data.has(&format!("{set}/*"));
        let sets: Vec<&str> = SETS.iter().filter(there).copied().collect();
        if sets.is_empty() {
            let why = "there are no images: --data must name a folder with mnist/, cifar10/ or svhn/ in it";
            return Err(ReproduceError::Nothing(why.to_owned()));
        }
        for set in sets {
            program::run(set, kept, setting)?;
        }
    }
    let all = runs::read(kept)?;
    let mut findings = Findings::default();
    for set in SETS {
        let runs: Vec<Run> = all.iter().filter(|run| run.set == set).cloned().collect();
        if runs.is_empty() {
            findings.stand_in(format!("{set}: no run has come to its end, and nothing stands in for it"));
            continue;
        }
        let groups = groups(&runs);
        findings.tables.push(table(set, &groups));
        findings.figures.extend(figures(set, &groups));
    }
    findings.remark("The mean over the seeds ± their standard deviation. Eta and delta are the best of 1e-5, ..., 1 each, by the loss on 1,000 images that were not trained on, after one epoch of a part of the training images. The sketched optimizers train the kernels of the convolutions and ADA-DIAG all else, with the same eta and delta, as in the paper; adam and sgd with momentum are beside them for honesty.");
    findings.remark("The paper gives curves, no numbers; it says that ada-fd outperforms ada-diag, radagrad and fd-son on MNIST, CIFAR-10 and SVHN.");
    Ok(findings)
}

#[cfg(test)]
mod tests;
