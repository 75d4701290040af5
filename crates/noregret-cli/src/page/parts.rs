//! The tables and figures of a page as files of their own: CSV and SVG, numbered in the order of the page and named after the heading above them.

use super::Column;
use crate::files::complete;
use crate::voice::failure::writing;
use anyhow::{Context, Result};
use noregret_io::{Complete, Output};
use std::fs;
use std::io::Write as _;
use std::path::Path;

/// A table or a figure.
#[derive(Clone, Debug)]
pub struct Part {
    heading: String,
    ending: &'static str,
    text: String,
}

/// A cell, in quotes where it would be taken apart.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    cells.map(cell).collect::<Vec<_>>().join(",") + "\n"
}

impl Part {
    /// A table under a heading.
    pub fn table(heading: &str, columns: &[Column], rows: &[Vec<String>]) -> Self {
        let mut text = line(columns.iter().map(|column| column.name.as_str()));
        rows.iter().for_each(|row| text += &line(row.iter().map(String::as_str)));
        Self { heading: heading.to_owned(), ending: "csv", text }
    }

    /// A figure under a heading.
    pub fn figure(heading: &str, svg: &str) -> Self {
        Self { heading: heading.to_owned(), ending: "svg", text: svg.to_owned() }
    }

    /// Its file: letters and digits of the heading, hyphens between them.
    fn file(&self, number: usize) -> String {
        let words: Vec<&str> =
            self.heading.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let name = words.join("-").to_lowercase();
        format!("{number:02}-{}.{}", if name.is_empty() { "part" } else { &name }, self.ending)
    }
}

/// Writes all of them into a folder, which is made if it is not there; to be put into their places.
pub fn write(parts: &[Part], folder: &Path) -> Result<Vec<Complete>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut all = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let path = folder.join(part.file(number + 1));
        let name = path.display().to_string();
        let mut out = Output::create(&path).map_err(writing(&name))?;
        out.write_all(part.text.as_bytes()).map_err(writing(&name))?;
        all.push(complete(out)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let columns = [Column::words("a, b"), Column::numbers("n")];
        let part = Part::table("What it's worth", &columns, &[vec!["say \"no\"".into(), "1,234".into()]]);
        assert_eq!(part.text, "\"a, b\",n\n\"say \"\"no\"\"\",\"1,234\"\n");
        assert_eq!(part.file(3), "03-what-it-s-worth.csv");
        assert_eq!(Part::figure("", "<svg/>").file(10), "10-part.svg");
    }
}
