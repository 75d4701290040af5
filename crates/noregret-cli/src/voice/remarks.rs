//! What people should hear about the tables that were read: once, after the work.

use crate::voice::talk::say;
use noregret_io::Schema;

/// Says all of it.
pub fn tell(schema: &Schema) {
    schema.remarks.iter().for_each(|remark| say(format_args!("remark: {remark}")));
}
