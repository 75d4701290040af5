//! What an evaluation found: one object for machines, lines and tables for people.

use super::importance::{Importance, importance};
use super::{Evaluate, Watch};
use crate::feed::order::Order;
use crate::page::Column;
use crate::voice::measured::{self, brief, percent};
use crate::voice::report::{loss_name, thousands};
use crate::voice::{remarks, table};
use noregret_engine::Engine;
use noregret_io::printable_name;
use noregret_measure::{Measures, Report};
use serde::Serialize;
use std::fmt::Write as _;

/// Everything found. Names are what `--json` prints.
#[derive(Serialize)]
pub struct Findings {
    /// The model's file.
    pub model: String,
    /// What was read.
    pub data: Vec<String>,
    /// The algorithm that learned it.
    pub algorithm: String,
    /// For which loss.
    pub loss_function: String,
    /// The labels that mean -1 and +1, or the classes in their order; none of numbers.
    pub labels: Vec<String>,
    /// Examples read, labelled or not.
    pub examples: u64,
    /// Labelled ones.
    pub labelled: u64,
    /// Bad lines left out.
    pub skipped: u64,
    /// Mean loss, as the learner counts it.
    pub loss: Option<f64>,
    /// What all predictions are worth.
    pub measures: Report,
    /// What rows were divided by.
    pub by: Option<String>,
    /// Their measures by segment.
    pub segments: Vec<Segment>,
    /// Their measures over time.
    pub windows: Vec<Window>,
    /// What columns are worth, on so many rows.
    pub importance: Vec<Importance>,
    /// How many rows that was found on.
    pub importance_rows: usize,
    /// What people should hear about the data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Wall-clock time.
    pub seconds: f64,
}

/// A segment.
#[derive(Serialize)]
pub struct Segment {
    /// What it is called.
    pub segment: String,
    /// What its predictions are worth.
    pub measures: Report,
}

/// A stretch of labelled rows, counted from 1.
#[derive(Serialize)]
pub struct Window {
    /// The first row.
    pub from: u64,
    /// The last row.
    pub to: u64,
    /// What its predictions are worth.
    pub measures: Report,
}

/// Windows a terminal has room for.
const SHOWN: usize = 10;

/// Columns whose worth a terminal has room for.
const TOLD: usize = 10;

/// Classes a table has room for.
const CLASSES: usize = 30;

/// A table: its columns and rows.
pub type Table = (Vec<Column>, Vec<Vec<String>>);

fn cell(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), brief)
}

fn short(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"))
}

/// The columns of a table of reports: a handful.
pub fn columns(first: &str, report: &Report) -> Vec<Column> {
    let names: &[&str] = match report {
        Report::Two(_) => {
            &["rows", "positive", "predicted", "log loss", "best constant's", "AUC", "accuracy"]
        }
        Report::Numbers(_) => &["rows", "mean label", "predicted", "RMSE", "best constant's", "MAE", "R2"],
        Report::Classes(_) => &["rows", "log loss", "best constant's", "accuracy", "largest class"],
    };
    std::iter::once(Column::words(first)).chain(names.iter().map(|name| Column::numbers(name))).collect()
}

/// A row of it.
pub fn cells(first: String, report: &Report) -> Vec<String> {
    let mut all = vec![first, thousands(report.rows())];
    let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), percent);
    match report {
        Report::Two(t) => all.extend([
            share(t.positive_rate),
            share(t.mean_prediction),
            short(t.log_loss),
            short(t.baseline.log_loss),
            short(t.auc),
            share(t.accuracy),
        ]),
        Report::Numbers(n) => all.extend([
            cell(n.mean_label),
            cell(n.mean_prediction),
            cell(n.rmse),
            cell(n.baseline.rmse),
            cell(n.mae),
            short(n.r2),
        ]),
        Report::Classes(c) => all.extend([
            short(c.log_loss),
            short(c.baseline.log_loss),
            share(c.accuracy),
            share(c.baseline.accuracy),
        ]),
    }
    all
}

impl Findings {
    /// Of a pass.
    pub fn new(asked: &Evaluate, engine: &Engine, watch: &Watch, measures: &Measures, seconds: f64) -> Self {
        let (core, schema) = (engine.core(), engine.schema());
        let counts = core.counts_here();
        let named = watch.segments.iter().flat_map(|segments| segments.named(schema));
        let segments = named.map(|(segment, measures)| Segment { segment, measures: measures.report() });
        let windows = watch.windows.iter();
        let windows = windows.map(|w| Window { from: w.from, to: w.to, measures: w.measures.report() });
        let rows = watch.sample.rows.as_slice();
        let measures = measures.report();
        let mut remarks = remarks::all(schema, &Order::default());
        remarks.extend(remarks::unlearned(Some(&measures), &schema.labels));
        Self {
            model: asked.model.display().to_string(),
            data: asked.input.inputs().iter().map(noregret_io::Input::name).collect(),
            algorithm: core.algorithm().to_owned(),
            loss_function: loss_name(core.spec()),
            labels: match (core.objective(), schema.labels.mapping()) {
                (Some(_), _) => schema.labels.classes().to_vec(),
                (None, Some(pair)) if matches!(measures, Report::Two(_)) => pair.to_vec(),
                _ => Vec::new(),
            },
            examples: counts.examples,
            labelled: counts.labelled,
            skipped: counts.skipped,
            loss: counts.mean(counts.loss),
            measures,
            by: asked.by.clone(),
            segments: segments.collect(),
            windows: windows.collect(),
            importance: importance(core, schema, rows),
            importance_rows: rows.len(),
            remarks,
            seconds,
        }
    }

    /// The labels as they are told.
    pub fn label_names(&self) -> Vec<&str> {
        let two = matches!(self.measures, Report::Two(_)) && self.labels.len() != 2;
        if two { vec!["-1", "+1"] } else { self.labels.iter().map(String::as_str).collect() }
    }

    /// Whether it is a measure of counts, and labels are none: then people do not miss it.
    fn beside_the_point(&self, name: &str) -> bool {
        name.to_lowercase().starts_with("poisson") && self.loss_function != "poisson"
    }

    /// Every measure with its name, the best constant's beside it and what that explains.
    pub fn all(&self) -> Vec<[String; 4]> {
        let row = |name: &str, value: Option<f64>, constant: Option<f64>, explained: Option<f64>| {
            let told = |value: Option<f64>| value.map_or_else(String::new, brief);
            [name.to_owned(), cell(value), told(constant), explained.map_or_else(String::new, percent)]
        };
        match &self.measures {
            Report::Two(t) => vec![
                row("log loss", t.log_loss, t.baseline.log_loss, t.explained.log_loss),
                row("Brier score", t.brier, t.baseline.brier, t.explained.brier),
                row("AUC", t.auc, t.baseline.auc, None),
                row("PR-AUC (average precision)", t.pr_auc, t.baseline.pr_auc, None),
                row("accuracy", t.accuracy, t.baseline.accuracy, None),
                row("precision", t.precision, None, None),
                row("recall", t.recall, None, None),
                row("F1", t.f1, None, None),
                row("mean prediction, and the rate", t.mean_prediction, t.positive_rate, None),
                row("expected calibration error", t.calibration_error, None, None),
            ],
            Report::Numbers(n) => [
                row("RMSE", n.rmse, n.baseline.rmse, n.explained.rmse),
                row("MAE", n.mae, n.baseline.mae, n.explained.mae),
                row("R2", n.r2, None, None),
                row(
                    &format!("pinball loss at {}", n.quantile),
                    n.pinball,
                    n.baseline.pinball,
                    n.explained.pinball,
                ),
                row(
                    "Poisson deviance",
                    n.poisson_deviance,
                    n.baseline.poisson_deviance,
                    n.explained.poisson_deviance,
                ),
                row("mean prediction, and label", n.mean_prediction, n.mean_label, None),
            ]
            .into_iter()
            .filter(|row| !self.beside_the_point(&row[0]) || n.poisson_deviance.is_some())
            .collect(),
            Report::Classes(c) => {
                let top = c.top_k.iter().enumerate().skip(1);
                let top =
                    top.map(|(k, share)| row(&format!("top-{} accuracy", k + 1), Some(*share), None, None));
                let first = [
                    row("log loss", c.log_loss, c.baseline.log_loss, c.explained),
                    row("accuracy", c.accuracy, c.baseline.accuracy, None),
                ];
                first.into_iter().chain(top).collect()
            }
        }
    }

    /// Recall and precision of every class, where there are several.
    pub fn by_class(&self) -> Option<Table> {
        let Report::Classes(c) = &self.measures else { return None };
        let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), percent);
        let row = |k: usize| {
            vec![
                self.class(k),
                share(c.share_by_class.get(k).copied()),
                share(c.recall_by_class[k]),
                share(c.precision_by_class[k]),
            ]
        };
        let columns = vec![
            Column::words("class"),
            Column::numbers("share of examples"),
            Column::numbers("recall"),
            Column::numbers("precision"),
        ];
        let rows: Vec<_> = (0..c.recall_by_class.len().min(CLASSES)).map(row).collect();
        (!rows.is_empty()).then_some((columns, rows))
    }

    fn class(&self, k: usize) -> String {
        self.labels.get(k).cloned().unwrap_or_else(|| k.to_string())
    }

    /// Labels against classes predicted, where a table has room for them.
    pub fn confusion(&self) -> Option<Table> {
        let (cells, names): (Vec<Vec<f64>>, Vec<String>) = match &self.measures {
            Report::Two(two) => {
                let c = two.confusion.as_ref()?;
                let cells =
                    vec![vec![c.true_negative, c.false_positive], vec![c.false_negative, c.true_positive]];
                (cells, self.label_names().into_iter().map(str::to_owned).collect())
            }
            Report::Classes(c) => {
                let cells = c.confusion.clone()?;
                let names = (0..cells.len()).map(|k| self.class(k)).collect();
                (cells, names)
            }
            Report::Numbers(_) => return None,
        };
        let said = names.iter().map(|name| Column::numbers(&format!("said {name}")));
        let columns = std::iter::once(Column::words("label")).chain(said).collect();
        let counted = counted(cells.iter().flatten().copied());
        let row = |(name, cells): (&String, &Vec<f64>)| {
            std::iter::once(name.clone()).chain(cells.iter().map(|weight| counted(*weight))).collect()
        };
        (names.len() <= CLASSES).then(|| (columns, names.iter().zip(&cells).map(row).collect()))
    }

    /// What columns are worth, of so many of them.
    pub fn columns_worth(&self, most: usize) -> Option<Table> {
        let row = |column: &Importance| {
            let heavy = column.heaviest.iter().map(|h| {
                let class = h.class.as_ref().map_or_else(String::new, |class| format!(" for {class}"));
                format!("{}{class} {:+.4}", h.feature, h.weight)
            });
            let lost = column.loss_lost.map_or_else(|| "-".to_owned(), |lost| format!("{lost:+.6}"));
            let heavy = heavy.collect::<Vec<_>>().join(", ");
            vec![column.column.clone(), brief(column.mean_size), lost, heavy]
        };
        let columns = vec![
            Column::words("column"),
            Column::numbers("mean size"),
            Column::numbers("loss lost without it"),
            Column::words("heaviest weights"),
        ];
        let rows: Vec<_> = self.importance.iter().take(most).map(row).collect();
        (!rows.is_empty()).then_some((columns, rows))
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ =
            writeln!(out, "model      {}: {} for {} loss", self.model, self.algorithm, self.loss_function);
        let unlabelled = self.examples - self.labelled;
        let without = if unlabelled > 0 {
            format!(", {} without a label", thousands(unlabelled))
        } else {
            String::new()
        };
        let _ = writeln!(out, "examples   {}{without}", thousands(self.examples));
        for (name, line) in measured::lines(&self.measures, &self.label_names()) {
            let _ = writeln!(out, "{name:<10} {}", printable_name(&line));
        }
        out.push('\n');
        let rows: Vec<Vec<String>> = self.all().into_iter().map(Vec::from).collect();
        let heads = ["measure", "value", "best constant's", "explained"];
        let columns: Vec<Column> = heads
            .iter()
            .enumerate()
            .map(|(k, name)| if k == 0 { Column::words(name) } else { Column::numbers(name) })
            .collect();
        table::write(&mut out, &columns, &rows);
        for (name, why) in self.measures.undefined().iter().filter(|(name, _)| !self.beside_the_point(name)) {
            let _ = writeln!(out, "{name}: {why}");
        }
        for (columns, rows) in
            [self.by_class(), self.confusion(), self.columns_worth(TOLD)].into_iter().flatten()
        {
            out.push('\n');
            table::write(&mut out, &columns, &rows);
        }
        if !self.segments.is_empty() {
            out.push('\n');
            let rows: Vec<_> = self.segments.iter().map(|s| cells(s.segment.clone(), &s.measures)).collect();
            table::write(&mut out, &columns_by(self.by.as_deref(), &self.measures), &rows);
        }
        if self.windows.len() > 1 {
            out.push('\n');
            let every = self.windows.len().div_ceil(SHOWN);
            let told = self.windows.iter().step_by(every);
            let rows: Vec<_> = told
                .map(|w| cells(format!("{} to {}", thousands(w.from), thousands(w.to)), &w.measures))
                .collect();
            table::write(&mut out, &columns_by(Some("labelled rows"), &self.measures), &rows);
            if every > 1 {
                let _ = writeln!(
                    out,
                    "(one in {every} of {} windows; --json and --report have all)",
                    self.windows.len()
                );
            }
        }
        out
    }
}

/// How weights that stand in one table are written: whole if all are, else with as many decimals each.
fn counted(all: impl Iterator<Item = f64> + Clone) -> impl Fn(f64) -> String {
    let whole = all.clone().all(|weight| weight.fract() == 0.0 && weight < 1e15);
    let most = all.fold(0.0, f64::max);
    let decimals = (5 - libm::log10(most.max(1e-300)).floor() as i32).clamp(1, 6) as usize;
    let plain = (1e-3..1e9).contains(&most);
    move |weight| match (whole, plain) {
        (true, _) => thousands(weight as u64),
        (false, true) => format!("{weight:.decimals$}"),
        (false, false) => brief(weight),
    }
}

fn columns_by(by: Option<&str>, report: &Report) -> Vec<Column> {
    columns(by.unwrap_or(""), report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_one_table_have_one_number_of_decimals() {
        let told = |all: &[f64]| {
            let counted = counted(all.iter().copied());
            all.iter().map(|weight| counted(*weight)).collect::<Vec<_>>()
        };
        assert_eq!(told(&[1200.0, 3.0, 0.0]), ["1,200", "3", "0"]);
        assert_eq!(told(&[1200.5, 3.0, 0.25]), ["1200.50", "3.00", "0.25"]);
        assert_eq!(told(&[0.5, 0.125, 0.0]), ["0.500000", "0.125000", "0.000000"]);
        assert_eq!(told(&[1e-300, 0.0]), ["1.0000e-300", "0"]);
    }
}
