//! What people should hear about the data that was read: once, after the work.

use crate::feed::order::Order;
use crate::voice::report::thousands;
use crate::voice::talk::say;
use noregret::{Learner, Loss, Spec};
use noregret_io::{LabelKind, Labels, Schema};
use noregret_measure::Report;

/// All of it: about tables, and about the order of labels.
pub fn all(schema: &Schema, order: &Order) -> Vec<String> {
    let classes = matches!(schema.labels.kind(), LabelKind::Classes | LabelKind::Binary);
    schema.remarks.iter().cloned().chain(order.remark(classes)).chain(unmet(schema, order)).collect()
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
    remarks.iter().for_each(|remark| say(format_args!("remark: {remark}")));
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
        say(format_args!("columns: {columns}"));
    }
    tell(schema, order);
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
            Loss::Squared(_) => numbers.explained.rmse,
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
