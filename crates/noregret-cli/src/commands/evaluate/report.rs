//! The page of an evaluation: what the model is worth, drawn, to show to others.

use super::findings::{Findings, cells, columns};
use super::{Watch, pictures};
use crate::page::{Column, Page};
use crate::voice::measured;
use crate::voice::report::thousands;
use noregret_measure::{CONFIDENCE, Measures, Report, Subject, TwoReport};

/// The page.
pub fn page(findings: &Findings, measures: &Measures, watch: &Watch) -> Page {
    let mut page = Page::new(&format!("What {} is worth on {}", findings.model, findings.data.join(", ")));
    page.paragraph(&format!(
        "{} labelled examples; {} for {} loss, which learned nothing from them here.",
        thousands(findings.labelled),
        findings.algorithm,
        findings.loss_function
    ));
    for (name, line) in measured::lines(&findings.measures, &findings.label_names()) {
        page.paragraph(&format!("{name}: {line}."));
    }
    for remark in &findings.remarks {
        page.paragraph(&format!("Remark: {remark}."));
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
        Report::Two(two) => of_two(&mut page, measures, two),
        Report::Numbers(_) => {
            let residuals = match measures.subject() {
                Subject::One(loss) => pictures::residuals(loss, &watch.sample.rows),
                Subject::Classes(_) => None,
            };
            if let Some(chart) = residuals {
                page.heading("Residuals");
                page.figure(&chart, "Groups of equally many rows, by prediction. Where the median leaves 0 the model is wrong on one side.");
            }
        }
        Report::Classes(_) => {}
    }
    classes(&mut page, findings);
    if let Some(chart) = pictures::over_time(findings) {
        page.heading("Over time");
        page.figure(
            &chart,
            "Each window alone, in the order of the data, beside the constant that is best in it.",
        );
    }
    segments(&mut page, findings);
    columns_worth(&mut page, findings);
    page
}

fn of_two(page: &mut Page, measures: &Measures, told: &TwoReport) {
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
}

/// Labels against classes predicted, and how every class fares.
fn classes(page: &mut Page, findings: &Findings) {
    if let Some((columns, rows)) = findings.by_class() {
        page.heading("By class");
        page.table(&columns, &rows);
        page.paragraph("Recall is the share of a class's examples that were predicted so; precision the share of those predicted so that are.");
    }
    if let Some((columns, rows)) = findings.confusion() {
        page.heading("Confusion");
        page.table(&columns, &rows);
        let when = match findings.measures {
            Report::Two(_) => format!("{} is said where the margin is above 0.", findings.label_names()[1]),
            _ => "The class of the largest margin is said.".to_owned(),
        };
        page.paragraph(&format!("Weights of examples, by label and by what was predicted. {when}"));
    }
}

fn segments(page: &mut Page, findings: &Findings) {
    let Some(by) = findings.by.as_deref().filter(|_| !findings.segments.is_empty()) else { return };
    page.heading(&format!("By {by}"));
    let rows: Vec<_> = findings.segments.iter().map(|s| cells(s.segment.clone(), &s.measures)).collect();
    page.table(&columns(by, &findings.measures), &rows);
}

fn columns_worth(page: &mut Page, findings: &Findings) {
    let all = &findings.importance;
    let Some(bars) = pictures::importance(all, matches!(findings.measures, Report::Numbers(_))) else {
        return;
    };
    page.heading("What the model goes by");
    page.picture(&bars.svg(), "The size is the mean over examples of |w x|, the w x summed over the features of a column or namespace. What is lost is by how much the mean loss rises when they are left out and the model stays as it is.");
    if let Some((columns, rows)) = findings.columns_worth(usize::MAX) {
        page.table(&columns, &rows);
    }
    page.paragraph(&format!("Found on {} rows, evenly spaced.", thousands(findings.importance_rows as u64)));
}
