//! The findings for people: tables with aligned columns.

use super::lanes::Outcome;
use super::told;
use noregret_reproduce::Table;
use std::fmt::Write as _;

/// All findings.
pub fn text(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        let experiment = outcome.experiment;
        let _ = writeln!(text, "== {}: {}\n", experiment.name, experiment.shows);
        match &outcome.findings {
            Err(error) => {
                let _ = writeln!(text, "failed: {}\n", told(error));
            }
            Ok(findings) => {
                for words in &findings.stand_ins {
                    let _ = writeln!(text, "stand-in  {words}");
                }
                if !findings.stand_ins.is_empty() {
                    text.push('\n');
                }
                findings.tables.iter().for_each(|one| table(&mut text, one));
                for words in &findings.remarks {
                    let _ = writeln!(text, "{words}");
                }
                text.push('\n');
            }
        }
    }
    text
}

fn table(text: &mut String, table: &Table) {
    let _ = writeln!(text, "{}", table.title);
    let mut rows = vec![table.columns.clone()];
    rows.extend(table.rows.iter().map(|row| row.iter().map(|cell| cell.shown()).collect()));
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let room = width(column);
            // Names at the left, numbers at the right.
            let _ =
                if column == 0 { write!(line, "  {cell:<room$}") } else { write!(line, "  {cell:>room$}") };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
}
