//! Which rows of a batch meet the conditions of `--where`.

use arrow_array::RecordBatch;

use super::numbers::numbers;
use super::texts::write;
use crate::schema::filter::{Condition, Literal};
use crate::schema::rules::Rules;

/// Whether each row meets all conditions; each names a column by its place in the batch.
pub(crate) fn rows(conditions: &[(usize, Condition)], batch: &RecordBatch, rules: &Rules) -> Vec<bool> {
    let mut chosen = vec![true; batch.num_rows()];
    for (place, condition) in conditions {
        let array = batch.column(*place);
        let numeric = match condition.value {
            Literal::Number(_) => numbers(array, &rules.missing.listed_numbers()),
            Literal::Text(_) => None,
        };
        let mut text = Vec::new();
        for (row, chosen) in chosen.iter_mut().enumerate().filter(|(_, chosen)| **chosen) {
            *chosen = match &numeric {
                Some(values) => condition.of_number(values[row]),
                None => {
                    text.clear();
                    write(array, row, &mut text);
                    condition.of_text(&text, rules)
                }
            };
        }
    }
    chosen
}
