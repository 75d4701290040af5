//! The choice of a rate for a table, and the words for it.

use super::method::describe_lane;
use crate::voice::failure::{Failure, Interrupted};
use crate::voice::interrupt;
use anyhow::Result;
use noregret::metric_learning::choose::{Choice, Choosing, Judged, Lane, Truth, choose};
use noregret::metric_learning::{Sample, principal};
use noregret_io::dataset::{Dataset, Labelling};

/// Classes that numbers are cut into, by their rank: rows of one of them count as alike.
const TENTHS: usize = 10;

/// What rows are to tell of each other.
pub struct Labels {
    /// The class of each row.
    pub classes: Vec<u32>,
    /// Its number, where labels are numbers.
    pub numbers: Option<Vec<f64>>,
}

impl Labels {
    /// The labels of a table, all of whose rows have one.
    pub fn of(data: &Dataset, numbers: bool) -> Result<Self> {
        let rows: Vec<usize> = (0..data.rows()).collect();
        if !numbers {
            return Ok(Self { classes: super::pairs::classes(data, &rows), numbers: None });
        }
        let numbers =
            data.labels.as_ref().map(|labels| values(data, labels)).transpose()?.unwrap_or_default();
        Ok(Self { classes: tenths(&numbers), numbers: Some(numbers) })
    }

    fn truth(&self) -> Truth<'_> {
        self.numbers.as_deref().map_or(Truth::Classes, Truth::Numbers)
    }
}

/// The label of every row as a number.
pub fn values(data: &Dataset, labels: &Labelling) -> Result<Vec<f64>> {
    let number = |(row, class): (usize, &Option<u32>)| -> Result<f64> {
        let text = class.map_or("", |class| labels.classes[class as usize].as_str());
        let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
        value.ok_or_else(|| {
            let message = format!("{}:{}: the label {text:?} is not a number", data.file, data.lines[row]);
            Failure { message, help: Some("--numbers wants labels that are numbers".to_owned()) }.into()
        })
    };
    labels.of.iter().enumerate().map(number).collect()
}

/// Each number's tenth among all of them; equal ones are in one tenth.
fn tenths(numbers: &[f64]) -> Vec<u32> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let tenth = |value: &f64| {
        let below = sorted.partition_point(|other| other < value);
        (below * TENTHS / sorted.len().max(1)) as u32
    };
    numbers.iter().map(tenth).collect()
}

/// Where lanes of low rank start.
pub fn start(sample: &Sample<'_>, rank: Option<usize>, seed: u64) -> Option<Vec<f64>> {
    let rank = rank.filter(|&rank| rank > 0 && rank <= sample.dim)?;
    Some(principal(sample, rank, seed))
}

/// Chooses among lanes.
pub fn run(
    sample: &Sample<'_>,
    labels: &Labels,
    lanes: &[Lane],
    start: Option<&[f64]>,
    (k, seed): (usize, u64),
) -> Result<Choice> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let how = Choosing { k, seed, threads, truth: labels.truth(), start, stop: &interrupt::asked };
    choose(sample, lanes, &how).ok_or_else(|| Interrupted.into())
}

/// What the start is called.
fn start_name(choice: &Choice) -> &'static str {
    let low = choice.judged.iter().filter_map(|judged| judged.lane).any(|lane| lane.spec.rank.is_some());
    if low { "the principal directions" } else { "Euclid" }
}

/// The verdict in one line.
pub fn verdict(choice: &Choice) -> String {
    let what = if choice.numbers { "squared error" } else { "error" };
    let start = start_name(choice);
    if choice.parts == 0 {
        return format!("too few rows to judge a metric by: {start} is kept");
    }
    let loss = |judged: &Judged| judged.loss.map_or("failed".to_owned(), |loss| format!("{loss:.4}"));
    let whole = choice.euclid.as_ref().map_or(String::new(), |all| {
        let better = if choice.helps() { "" } else { ", which is no worse" };
        format!("; Euclid over all dimensions {}{better}", loss(all))
    });
    let find = |lane: Option<Lane>| choice.judged.iter().find(move |judged| judged.lane == lane);
    let euclid = find(None).map_or(String::new(), loss);
    match choice.chosen {
        Some(lane) => {
            let own = find(Some(lane)).map_or(String::new(), loss);
            let lane = describe_lane(&lane);
            format!("{lane}: {}-NN {what} {own} on held-out rows, {start} {euclid}{whole}", choice.k)
        }
        None => {
            let finished = choice.judged.iter().filter(|judged| judged.finished && judged.lane.is_some());
            let best = finished.filter_map(|judged| judged.loss).min_by(f64::total_cmp);
            let best = best.map_or("failed".to_owned(), |loss| format!("{loss:.4}"));
            format!(
                "the metric does not help here: {start} is kept ({}-NN {what} {euclid} on held-out rows, the best metric {best}{whole})",
                choice.k
            )
        }
    }
}

/// How every lane was judged, a line each.
pub fn lines(choice: &Choice) -> Vec<String> {
    let line = |judged: &Judged| {
        let name = judged.lane.as_ref().map_or_else(|| start_name(choice).to_owned(), describe_lane);
        let told = match (judged.loss, judged.gain, judged.deviation, &judged.failed) {
            (_, _, _, Some(why)) => format!("failed: {why}"),
            (Some(loss), Some(gain), Some(deviation), _) => {
                format!("{loss:.4}  gain {gain:+.4} +- {deviation:.4}")
            }
            (Some(loss), ..) => format!("{loss:.4}"),
            (None, ..) => "not judged".to_owned(),
        };
        let left = if judged.finished || judged.failed.is_some() { "" } else { ", then left the race" };
        let mark = if judged.lane == choice.chosen { "*" } else { " " };
        format!("{mark} {name:<52} {told} on {} rows{left}", judged.rows)
    };
    let all = choice.euclid.iter().map(|judged| {
        let loss = judged.loss.map_or_else(|| "not judged".to_owned(), |loss| format!("{loss:.4}"));
        format!("  {:<52} {loss} on {} rows", "Euclid over all dimensions", judged.rows)
    });
    choice.judged.iter().map(line).chain(all).collect()
}
