//! CSV, TSV and Orange's tab: fields between delimiters, with or without a header.
//!
//! What stands between fields and whether the first row is a header is found as everywhere
//! ([`delimiter`](crate::format::delimiter), [`sample`](crate::format::sample)). A user may say which it is. Orange's three lines of header are known
//! by the third, which holds nothing but flags.

use super::error::DatasetError;
use super::grid::Grid;
use super::layout::Layout;
use super::rows::TextRows;
use crate::files::source::Source;
use crate::format::delimiter::{self, Hints};
use crate::format::orange;
use crate::format::sample::{ROWS, Sample};
use crate::schema::Schema;
use crate::schema::rules::Rules;
use crate::text::record::Record;
use std::sync::Arc;

/// Reads a table; `header` says whether the first row is one, `no_quotes` whether quotes are characters like others, `known` names that a header of this
/// table has.
pub(crate) fn read(
    file: Arc<str>,
    bytes: &[u8],
    layout: Layout,
    (header, no_quotes): (Option<bool>, bool),
    known: Option<&[&str]>,
) -> Result<Grid, DatasetError> {
    let names = known.unwrap_or_default();
    let usual = if layout == Layout::Csv { b',' } else { b'\t' };
    let known_name = |field: &[u8]| names.iter().any(|name| name.as_bytes() == field);
    let hints =
        Hints { usual, decimal_comma: false, found: None, width: None, no_quotes, known: &known_name };
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let delimiter = delimiter::recognise(text, true, &hints).unwrap_or(usual);
    let mut rows = TextRows::new(Source::new(file.clone(), bytes)?, delimiter).of_table(no_quotes);
    let mut grid: Option<Grid> = None;
    while let Some(line) = rows.read()? {
        let record = rows.record();
        let grid = grid.get_or_insert_with(|| Grid::new(file.clone(), record.len()));
        grid.push(line, record.iter())?;
    }
    let mut grid = grid.ok_or_else(|| DatasetError::table(&file, "the file is empty"))?;
    let flags = |grid: &Grid, row: usize| {
        layout == Layout::Tab && grid.rows() > row && orange::are_flags(&record(grid, row))
    };
    let headed = header.unwrap_or_else(|| match known {
        _ if flags(&grid, 2) => true,
        Some(known) => known.iter().all(|name| (0..grid.width()).any(|place| grid.get(0, place) == *name)),
        None => is_header(&grid),
    });
    if headed {
        let line = grid.line(0);
        let names = grid.take_first();
        grid.name(line, names)?;
        if flags(&grid, 1) {
            take_orange(&mut grid);
        }
    }
    Ok(grid)
}

/// A row as a record.
pub(crate) fn record(grid: &Grid, row: usize) -> Record {
    let mut record = Record::default();
    (0..grid.width()).for_each(|place| record.push(grid.get(row, place).as_bytes()));
    record
}

fn is_header(grid: &Grid) -> bool {
    let rules = Rules::of(&Schema::default());
    let (first, mut sample) = (record(grid, 0), Sample::new(grid.width()));
    (1..grid.rows().min(ROWS)).for_each(|row| sample.add(&record(grid, row), Some(&first), &rules));
    sample.is_header(&first, &rules)
}

/// Takes the lines of types and flags away and does as they say.
fn take_orange(grid: &mut Grid) {
    let (types, flags) = (grid.take_first(), grid.take_first());
    for (place, (kind, flags)) in types.iter().zip(&flags).enumerate() {
        let (declared, class) = orange::declaration(kind, flags);
        grid.declared[place] = declared;
        if class {
            grid.label = Some(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::grid::Declared;

    fn grid(text: &str, layout: Layout) -> Result<Grid, String> {
        read("f".into(), text.as_bytes(), layout, (None, false), None).map_err(|e| e.to_string())
    }

    #[test]
    fn headers_are_recognised() {
        for (text, headed) in [
            ("5.1,3.5,setosa\n4.9,3.0,setosa\n", false),
            ("a,b,c\n1,2,x\n", true),
            ("p,x,s\ne,x,s\np,y,t\n", false),
            ("buying,doors,LABEL\nlow,2,unacc\n", true),
            ("1,2,class\n0,0,x\n", true),
            ("vhigh,2,unacc\nvhigh,2,acc\n", false),
        ] {
            let grid = grid(text, Layout::Csv).unwrap();
            assert_eq!(grid.named, headed, "{text}");
            assert_eq!(grid.rows(), text.lines().count() - usize::from(headed));
        }
        assert_eq!(grid("", Layout::Csv).unwrap_err(), "f: the file is empty");
        assert_eq!(grid("1,2\n3\n", Layout::Csv).unwrap_err(), "f:2: 1 fields; there should be 2");
        assert_eq!(grid("a,a\n1,2\n", Layout::Csv).unwrap_err(), "f:1: the column \"a\" appears twice");
    }

    #[test]
    fn three_lines_of_header() {
        let text = "a\tb\tid\tclass\ncontinuous\tf t\tstring\tu v\n\t\tmeta\tclass\n1\tf\tx\tu\n";
        let grid = grid(text, Layout::Tab).unwrap();
        assert_eq!((grid.rows(), grid.label, grid.line(0)), (1, Some(3), 4));
        assert_eq!(
            grid.declared[..3],
            [Declared::Numeric, Declared::Category(Some(vec![])), Declared::Ignored]
        );
    }
}
