//! The page of an evaluation: what the model is worth, drawn, to show to others.

use super::findings::{Findings, cells, columns};
use super::{Watch, pictures};
use crate::page::{Column, Page};
use crate::voice::measured::{self, brief};
use crate::voice::report::thousands;
use anyhow::Result;
use noregret_io::Complete;
use noregret_measure::{CONFIDENCE, Measures, Report, TwoReport};
use std::path::Path;

/// Writes the page, to be put into its place.
pub fn write(path: &Path, findings: &Findings, measures: &Measures, watch: &Watch) -> Result<Complete> {
    let mut page = Page::new(&format!("What {} is worth on {}", findings.model, findings.data.join(", ")));
    page.paragraph(&format!(
        "{} labelled examples; {} for {} loss, which learned nothing from them here.",
        thousands(findings.labelled),
        findings.algorithm,
        findings.loss_function
    ));
    for (name, line) in measured::lines(&findings.measures, Some(findings.label_names())) {
        page.paragraph(&format!("{name}: {line}."));
    }
    page.heading("Measures");
    let rows: Vec<Vec<String>> = findings.all().into_iter().map(Vec::from).collect();
    let heads = [
        Column::words("measure"),
        Column::numbers("value"),
        Column::numbers("best constant's"),
        Column::numbers("explained"),
    ];
    page.table(&heads, &rows);
    page.paragraph("Explained is the share of the best constant's loss that the model does not lose. The best constant is found on the same examples.");
    match &findings.measures {
        Report::Two(two) => of_two(&mut page, findings, measures, two),
        Report::Numbers(_) => {
            if let Some(chart) = pictures::residuals(measures.loss(), &watch.sample.rows) {
                page.heading("Residuals");
                page.figure(&chart, "Groups of equally many rows, by prediction. Where the median leaves 0 the model is wrong on one side.");
            }
        }
        Report::Classes(_) => {}
    }
    if let Some(chart) = pictures::over_time(findings) {
        page.heading("Over time");
        page.figure(
            &chart,
            "Each window alone, in the order of the data, beside the constant that is best in it.",
        );
    }
    segments(&mut page, findings);
    columns_worth(&mut page, findings);
    page.write(path)
}

fn of_two(page: &mut Page, findings: &Findings, measures: &Measures, told: &TwoReport) {
    let Some(two) = measures.two() else { return };
    let percent = 100.0 * CONFIDENCE;
    if let Some([low, high]) = told.intervals.accuracy {
        page.paragraph(&format!("The accuracy on more of the same is {} to {}, with {percent} % confidence at whatever number of examples one stops.", measured::percent(low), measured::percent(high)));
    }
    if let (Some(_), Some(rate)) = (told.auc, told.positive_rate) {
        page.heading("Ranking");
        let error = told
            .auc_error
            .filter(|error| *error > 0.0)
            .map_or_else(String::new, |error| format!(" AUC is within {error:.1e}."));
        page.figure(&pictures::roc(two, told.auc), &format!("The AUC is the chance that a positive example has a larger margin than a negative one.{error}"));
        page.figure(&pictures::precision(two, rate), "Every point is a threshold on the margin.");
    }
    if two.has_probabilities() {
        page.heading("Calibration");
        page.figure(
            &pictures::reliability(&two.ranking().places()),
            "Above the straight line more happened than was predicted, below it less.",
        );
    }
    if let Some(c) = &told.confusion {
        page.heading("Confusion");
        let [negative, positive] = findings.label_names();
        let heads = [
            Column::words("label"),
            Column::numbers(&format!("predicted {negative}")),
            Column::numbers(&format!("predicted {positive}")),
        ];
        page.table(
            &heads,
            &[
                vec![negative.to_owned(), counted(c.true_negative), counted(c.false_positive)],
                vec![positive.to_owned(), counted(c.false_negative), counted(c.true_positive)],
            ],
        );
        page.paragraph(&format!("Weights of examples. {positive} is predicted where the margin is above 0."));
    }
}

/// A weight: whole where it is.
fn counted(weight: f64) -> String {
    if weight.fract() == 0.0 && weight < 1e15 { thousands(weight as u64) } else { brief(weight) }
}

fn segments(page: &mut Page, findings: &Findings) {
    let Some(by) = findings.by.as_deref().filter(|_| !findings.segments.is_empty()) else { return };
    page.heading(&format!("By {by}"));
    let rows: Vec<_> = findings.segments.iter().map(|s| cells(s.segment.clone(), &s.measures)).collect();
    page.table(&columns(by, &findings.measures), &rows);
}

fn columns_worth(page: &mut Page, findings: &Findings) {
    let all = &findings.importance;
    let Some(bars) = pictures::importance(all) else { return };
    page.heading("What the model goes by");
    page.picture(&bars.svg(), "The size is the mean of |w x| over examples, w x summed over the features of a column or namespace. What is lost is by how much the mean loss rises when they are left out and the model stays as it is.");
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|column| {
            let heavy: Vec<String> =
                column.heaviest.iter().map(|h| format!("{} {:+.4}", h.feature, h.weight)).collect();
            let lost = column.loss_lost.map_or_else(|| "-".to_owned(), |lost| format!("{lost:+.6}"));
            vec![column.column.clone(), brief(column.mean_size), lost, heavy.join(", ")]
        })
        .collect();
    let heads = [
        Column::words("column"),
        Column::numbers("mean |w x|"),
        Column::numbers("loss lost without it"),
        Column::words("heaviest weights"),
    ];
    page.table(&heads, &rows);
    page.paragraph(&format!("Found on {} rows, evenly spaced.", thousands(findings.importance_rows as u64)));
}
