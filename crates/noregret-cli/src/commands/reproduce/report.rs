//! The report: one HTML page with everything in it, and the figures as files beside it.

use super::figure::svg;
use super::lanes::Outcome;
use super::told;
use crate::chart;
use crate::files::place;
use crate::page::{Column, Page};
use anyhow::Result;
use noregret_io::Complete;
use noregret_reproduce::{Cell, Findings, Table};
use std::path::{Path, PathBuf};

/// Writes it into a folder that is there; gives the page's path.
pub fn write(folder: &Path, outcomes: &[Outcome], quick: bool, seconds: f64) -> Result<PathBuf> {
    let mut page = Page::new("noregret: the papers' experiments, run again");
    let mut written = Vec::new();
    let minutes = seconds / 60.0;
    page.paragraph(&format!(
        "Made by noregret {} in {minutes:.1} minutes. A number in parentheses is the paper's; ± is a standard deviation between runs.",
        env!("CARGO_PKG_VERSION")
    ));
    if quick {
        page.paragraph("This is the quick version, on small parts of the data: it shows that everything runs, and no more.");
    }
    let names: Vec<&str> = outcomes.iter().map(|outcome| outcome.experiment.name).collect();
    page.code(&format!("noregret reproduce {}{}", names.join(" "), if quick { " --quick" } else { "" }));
    for outcome in outcomes {
        let experiment = outcome.experiment;
        page.heading(&format!("{}: {}", experiment.name, experiment.shows));
        page.paragraph(&format!("{}. {:.0} seconds.", experiment.paper.citation(), outcome.seconds));
        match &outcome.findings {
            Err(error) => page.paragraph(&format!("Failed: {}", told(error))),
            Ok(findings) => add(&mut page, folder, findings, &mut written)?,
        }
    }
    let path = folder.join("report.html");
    written.push(page.write(&path)?);
    place(written)?;
    Ok(path)
}

fn add(page: &mut Page, folder: &Path, findings: &Findings, written: &mut Vec<Complete>) -> Result<()> {
    for words in &findings.stand_ins {
        page.paragraph(&format!("Stand-in: {words}"));
    }
    for one in &findings.tables {
        table(page, one);
    }
    for figure in &findings.figures {
        let picture = svg(figure);
        written.push(chart::write(&folder.join(format!("{}.svg", figure.name)), &picture)?);
        page.picture(&picture, "");
    }
    for words in &findings.remarks {
        page.paragraph(words);
    }
    Ok(())
}

fn table(page: &mut Page, table: &Table) {
    page.paragraph(&table.title);
    let number = |place: usize| table.rows.iter().any(|row| matches!(row.get(place), Some(Cell::Number(_))));
    let columns = table.columns.iter().enumerate();
    let columns: Vec<Column> = columns
        .map(
            |(place, name)| {
                if place > 0 && number(place) { Column::numbers(name) } else { Column::words(name) }
            },
        )
        .collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(Cell::shown).collect()).collect();
    page.table(&columns, &rows);
}
