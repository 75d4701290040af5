//! What every parser promises about any bytes: no panic, finite features in order, known labels, and the same
//! again when the same bytes are read with the schema they left behind.

use noregret_io::{Batch, Format, Item, Schema, parse_bytes};

/// Reads bytes twice and checks what comes out.
#[allow(dead_code, reason = "every target uses one of the two")]
pub fn check(bytes: &[u8], format: Format) {
    check_with(bytes, format, Schema::default());
}

/// As [`check`], with what the user said.
pub fn check_with(bytes: &[u8], format: Format, schema: Schema) {
    let mut schema = Schema { bits: Some(10), ..schema };
    let Ok(first) = parse_bytes(bytes, "f", Some(format), &mut schema) else { return };
    let mut again = schema.clone();
    let second = parse_bytes(bytes, "f", Some(format), &mut again).expect("readable once, readable twice");
    assert_eq!(schema.names, again.names);
    assert_eq!(lines(&first), lines(&second));
}

fn lines(batches: &[Batch]) -> Vec<u64> {
    let items = batches.iter().flat_map(|batch| batch.iter());
    let line = |item| match item {
        Item::Bad(error) => error.position.line,
        Item::Example(example) => {
            assert!(example.label.is_none_or(|label| label.abs() == 1.0));
            assert!(example.weight.is_finite() && example.weight >= 0.0);
            assert!(example.features.last_index().is_none_or(|index| index <= 1 << 10));
            example.line
        }
    };
    items.map(line).collect()
}
