//! A table on a terminal: columns as wide as what they hold, a line for each row whatever the names in it hold.

use crate::page::Column;
use noregret_io::printable_name;
use std::fmt::Write as _;

/// Writes the headings and the rows; numbers stand at the right.
pub fn write(out: &mut String, columns: &[Column], rows: &[Vec<String>]) {
    let heads: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    let shown = |row: &Vec<String>| row.iter().map(|cell| printable_name(cell).into_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(&heads).chain(rows).map(shown).collect();
    let all = || rows.iter();
    let width = |place: usize| all().map(|row| row[place].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    for cells in all() {
        let mut line = String::new();
        for ((cell, column), width) in cells.iter().zip(columns).zip(&widths) {
            let gap = if line.is_empty() { "" } else { "  " };
            let _ = if column.number {
                write!(line, "{gap}{cell:>width$}")
            } else {
                write!(line, "{gap}{cell:<width$}")
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
