//! What people should hear about the data that was read: once, after the work.

use crate::feed::order::Order;
use crate::race::quoted;
use crate::voice::measured::brief;
use crate::voice::report::thousands;
use crate::voice::talk::say;
use noregret::{Learner, Loss, Spec};
use noregret_io::{Family, LabelKind, Labels, Schema, printable_name};
use noregret_measure::{NumberReport, Report};

/// All of it: about tables, and about the order of labels.
pub fn all(schema: &Schema, order: &Order) -> Vec<String> {
    let classes = matches!(schema.labels.kind(), LabelKind::Classes | LabelKind::Binary);
    let order_told = order.remark(classes, &format!("{} mixes it", mixing(schema)));
    schema.remarks.iter().cloned().chain(order_told).chain(unmet(schema, order)).collect()
}

/// The command that writes such data in random order. VW text and lines of JSON look alike here, and are written as VW text.
fn mixing(schema: &Schema) -> String {
    let to = match schema.family {
        Some(Family::Indexed) => "svmlight",
        _ if schema.columns_fixed && !schema.columns.is_empty() => "csv",
        _ => "vw",
    };
    let columns = [("--label", &schema.label), ("--weight", &schema.weight), ("--tag", &schema.tag)];
    let named = columns.into_iter().filter_map(|(flag, name)| Some((flag, name.as_ref()?)));
    let flags: String = named.map(|(flag, name)| format!(" {flag} {}", quoted(name))).collect();
    format!("noregret convert DATA{flags} --to {to} --shuffle")
}

/// A positive label that never came.
fn unmet(schema: &Schema, order: &Order) -> Option<String> {
    let (positive, others) = schema.labels.unmet().filter(|_| order.lacks_positive())?;
    let more = if others.len() < 6 { "" } else { ", ..." };
    let met = if others.is_empty() {
        String::new()
    } else {
        format!("; those met are {}{more}", others.join(", "))
    };
    Some(format!("no label was {positive}, which --positive names, so that every example is negative{met}"))
}

/// Says all of it.
pub fn tell(schema: &Schema, order: &Order) {
    tell_all(&all(schema, order));
}

/// Says remarks.
pub fn tell_all(remarks: &[String]) {
    remarks.iter().for_each(|remark| say(format_args!("remark: {}", printable_name(remark))));
}

/// That rows are of classes that the model has not learned, if some are.
pub fn unlearned(report: Option<&Report>, labels: &Labels) -> Option<String> {
    const SHOWN: usize = 5;
    let Some(Report::Classes(classes)) = report else { return None };
    let unlearned = &classes.unlearned;
    let rows: u64 = unlearned.values().sum();
    let name =
        |class: &usize| labels.class_name(*class as f64).map_or_else(|| class.to_string(), str::to_owned);
    let names: Vec<String> = unlearned.keys().take(SHOWN).map(name).collect();
    let more = if unlearned.len() > SHOWN { ", ..." } else { "" };
    let (rows, are) = match rows {
        0 => return None,
        1 => ("1 row".to_owned(), "is of a class"),
        rows => (
            format!("{} rows", thousands(rows)),
            if unlearned.len() == 1 { "are of a class" } else { "are of classes" },
        ),
    };
    Some(format!("{rows} {are} the model has not learned ({}{more})", names.join(", ")))
}

/// As [`tell`], after what columns were read as, for commands whose answer has no place for it.
pub fn tell_tables(schema: &Schema, order: &Order) {
    if let Some(columns) = schema.describe_columns() {
        say(format_args!("columns: {}", printable_name(&columns)));
    }
    tell(schema, order);
}

/// That the first row has a good part of the squared error, where it does: what a learner predicts before it knows any label says nothing of it.
pub fn first_row(report: Option<&Report>) -> Option<String> {
    const LEAST: u64 = 10;
    const MUCH: f64 = 0.2;
    let Some(Report::Numbers(numbers)) = report else { return None };
    let share = numbers.first_share.filter(|share| *share >= MUCH && numbers.rows >= LEAST)?;
    let (rmse, baseline) = numbers.rmse.zip(numbers.baseline.rmse)?;
    let rest = rmse * ((1.0 - share).max(0.0) * numbers.rows as f64 / (numbers.rows - 1) as f64).sqrt();
    Some(format!(
        "the first row, predicted before any label was known, has {:.1} % of the squared error; the RMSE of the others is {} (the mean label {})",
        100.0 * share,
        brief(rest),
        brief(baseline)
    ))
}

/// What of the best constant's squared error is explained without the first row.
fn explained_after_the_first(numbers: &NumberReport) -> Option<f64> {
    let unexplained = (1.0 - numbers.explained.rmse?) * (1.0 - numbers.first_share.unwrap_or(0.0));
    Some(1.0 - unexplained)
}

/// That the best constant would have lost less than a learner did, if so by a tenth or more: where there is nothing to learn, learning costs a little. What helps where
/// nothing divides its features.
pub fn worse_than_constant(report: Option<&Report>, spec: &Spec) -> Option<String> {
    const LEAST: u64 = 100;
    const WORSE: f64 = -0.1;
    let report = report.filter(|report| report.rows() >= LEAST)?;
    let explained = match report {
        Report::Two(two) => two.explained.log_loss,
        Report::Numbers(numbers) => match spec.loss {
            Loss::Squared(_) => explained_after_the_first(numbers),
            Loss::Absolute(_) | Loss::Quantile(_) => numbers.explained.pinball,
            Loss::Poisson(_) => numbers.explained.poisson_deviance,
            _ => None,
        },
        Report::Classes(classes) => classes.explained,
    };
    explained.filter(|explained| *explained <= WORSE)?;
    let auto = matches!(spec.learner, Learner::Auto(_));
    let help = if auto || spec.normalize {
        ""
    } else {
        "; where features differ much in size --normalize, or -a auto, learns better"
    };
    Some(format!("the best constant would have lost less than the learner did{help}"))
}
