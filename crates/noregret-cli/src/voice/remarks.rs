//! What people should hear about the data that was read: once, after the work.

use crate::feed::order::Order;
use crate::voice::talk::say;
use noregret_io::{LabelKind, Schema};

/// All of it: about tables, and about the order of labels.
pub fn all(schema: &Schema, order: &Order) -> Vec<String> {
    let classes = matches!(schema.labels.kind(), LabelKind::Classes | LabelKind::Binary);
    schema.remarks.iter().cloned().chain(order.remark(classes)).collect()
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
