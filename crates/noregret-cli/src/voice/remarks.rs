//! What people should hear about the data that was read: once, after the work.

use crate::feed::order::Order;
use crate::voice::talk::say;
use noregret_io::{LabelKind, Schema};

/// All of it: about tables, and about the order of labels.
pub fn all(schema: &Schema, order: &Order) -> Vec<String> {
    let classes = matches!(schema.labels.kind(), LabelKind::Classes | LabelKind::Binary);
    schema.remarks.iter().cloned().chain(order.remark(classes)).chain(unmet(schema, order)).collect()
}

/// A positive label that never came.
fn unmet(schema: &Schema, order: &Order) -> Option<String> {
    let (positive, others) = schema.labels.unmet().filter(|_| order.lacks_positive())?;
    let met =
        if others.is_empty() { String::new() } else { format!("; those met are {}, ...", others.join(", ")) };
    let met = if others.len() < 6 { met.replace(", ...", "") } else { met };
    Some(format!("no label was {positive}, which --positive names, so that every example is negative{met}"))
}

/// Says all of it.
pub fn tell(schema: &Schema, order: &Order) {
    all(schema, order).iter().for_each(|remark| say(format_args!("remark: {remark}")));
}

/// As [`tell`], after what columns were read as, for commands whose answer has no place for it.
pub fn tell_tables(schema: &Schema, order: &Order) {
    if let Some(columns) = schema.describe_columns() {
        say(format_args!("columns: {columns}"));
    }
    tell(schema, order);
}
