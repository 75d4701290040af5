//! What a column holds: numbers or categories.
//!
//! The user's word counts first, then the format's. Else a column whose every value is a number is numeric, and one
//! without any is a category. In a mixed one, texts that are rare (under one in twenty) or never repeat are taken
//! for mistakes and refused with their line; texts that are neither make it a category (`2`, `4`, `more`).
//! Weakness: dates of ARFF are refused, because a metric has no place for them, unless the column is left out or declared.

use super::error::DatasetError;
use super::grid::{Declared, Grid};
use super::reading::{Column, Values};
use crate::error::fault::NumberFault;
use crate::schema::missing::Missing;
use crate::schema::{ColumnKind, Schema};
use crate::text::number;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Whether a cell is empty.
pub(crate) fn missing(text: &str) -> bool {
    matches!(text, "" | "?")
}

/// Whether a cell of a numeric column is empty, in any of the usual spellings.
pub(crate) fn missing_number(text: &str) -> bool {
    static USUAL: LazyLock<Missing> = LazyLock::new(|| Missing::of(&Schema::default()));
    USUAL.number(text.as_bytes())
}

/// Reads a column of a table; `said` is the user's word.
pub(crate) fn column(grid: &Grid, place: usize, said: Option<ColumnKind>) -> Result<Column, DatasetError> {
    let declared = &grid.declared[place];
    if said.is_none() && *declared == Declared::Date {
        let problem = format!("the attribute {:?} is a date, which is not supported", grid.names[place]);
        let wrong = DatasetError::table(&grid.file, problem);
        return Err(wrong.advise("leave it out with --ignore, or write it as a number"));
    }
    let kind = said.unwrap_or_else(|| match declared {
        Declared::Numeric => ColumnKind::Numeric,
        Declared::Category(_) | Declared::Date => ColumnKind::Category,
        Declared::Nothing | Declared::Ignored => judge(grid, place),
    });
    let name = grid.names[place].clone();
    let values = match kind {
        ColumnKind::Numeric => numbers(grid, place)?,
        _ => categories(grid, place)?,
    };
    Ok(Column { name, values })
}

fn judge(grid: &Grid, place: usize) -> ColumnKind {
    let (mut numbers, mut texts) = (0_usize, 0_usize);
    let mut times: HashMap<&str, usize> = HashMap::new();
    for row in 0..grid.rows() {
        let text = grid.get(row, place);
        if missing_number(text) {
            continue;
        }
        if number::parse(text.as_bytes()) == Err(NumberFault::NotNumber) {
            texts += 1;
            *times.entry(text).or_default() += 1;
        } else {
            numbers += 1;
        }
    }
    let repeats = times.values().any(|&times| times > 1);
    if texts == 0 || (numbers > 0 && (20 * texts < numbers + texts || !repeats)) {
        ColumnKind::Numeric
    } else {
        ColumnKind::Category
    }
}

/// A number, none where it is missing, or what is wrong with it.
pub(crate) fn number(text: &str) -> Result<Option<f64>, NumberFault> {
    if missing_number(text) { Ok(None) } else { number::parse(text.as_bytes()).map(Some) }
}

fn numbers(grid: &Grid, place: usize) -> Result<Values, DatasetError> {
    let name = &grid.names[place];
    let read = |row: usize| {
        let text = grid.get(row, place);
        number(text).map_err(|fault| {
            let problem = format!("the value {fault}, and the column is numeric");
            let wrong = DatasetError::cell(&grid.file, grid.line(row), name, text.as_bytes(), problem);
            wrong.advise(format!("correct it, or declare the column with --categorical {name}"))
        })
    };
    Ok(Values::Numbers((0..grid.rows()).map(read).collect::<Result<_, _>>()?))
}

fn categories(grid: &Grid, place: usize) -> Result<Values, DatasetError> {
    let listed = match &grid.declared[place] {
        Declared::Category(Some(listed)) if !listed.is_empty() => Some(listed),
        _ => None,
    };
    let mut known: HashMap<&str, u32> = HashMap::new();
    let mut texts = Vec::new();
    let mut cells = Vec::with_capacity(grid.rows());
    for row in 0..grid.rows() {
        let text = grid.get(row, place);
        if missing(text) {
            cells.push(None);
            continue;
        }
        if listed.is_some_and(|listed| !listed.iter().any(|value| value == text)) {
            let problem = "the value is not one of those declared for the column";
            let name = &grid.names[place];
            return Err(DatasetError::cell(&grid.file, grid.line(row), name, text.as_bytes(), problem));
        }
        let class = *known.entry(text).or_insert_with(|| {
            texts.push(text.to_owned());
            texts.len() as u32 - 1
        });
        cells.push(Some(class));
    }
    Ok(Values::Categories(texts, cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;
    use crate::dataset::reading::{Dataset, TableOptions};

    fn read(cells: &[&str], said: Option<ColumnKind>) -> Result<Values, String> {
        let mut grid = Grid::new("f".into(), 1);
        for (row, cell) in cells.iter().enumerate() {
            grid.push(row as u64 + 1, [cell.as_bytes()].into_iter()).unwrap();
        }
        column(&grid, 0, said).map(|column| column.values).map_err(|e| e.to_string())
    }

    #[test]
    fn numbers_texts_and_mixtures() {
        let numbers = read(&["1", "?", "-2.5", "NA", ""], None).unwrap();
        assert_eq!(numbers, Values::Numbers(vec![Some(1.0), None, Some(-2.5), None, None]));
        let texts = read(&["a", "b", "?", "a"], None).unwrap();
        let classes = vec![Some(0), Some(1), None, Some(0)];
        assert_eq!(texts, Values::Categories(vec!["a".into(), "b".into()], classes));
        assert!(matches!(read(&["2", "4", "more", "2", "more"], None), Ok(Values::Categories(..))));
        assert_eq!(
            read(&["2", "4", "x", "2"], None).unwrap_err(),
            "f:3: \"1\" = \"x\": the value is not a number, and the column is numeric"
        );
        let mut rare = vec!["1"; 99];
        rare.extend(["x", "x"]);
        assert!(read(&rare, None).unwrap_err().starts_with("f:100: "));
        assert!(matches!(read(&rare, Some(ColumnKind::Category)), Ok(Values::Categories(..))));
        assert!(read(&["1", "nan", "inf", "nan"], None).unwrap_err().contains("not a finite number"));
        assert_eq!(read(&["1", "NaN", "-"], None).unwrap(), Values::Numbers(vec![Some(1.0), None, None]));
        assert!(read(&["a", "1"], Some(ColumnKind::Numeric)).is_err());
    }

    #[test]
    fn dates_are_refused_where_they_are_wanted() {
        let mut grid = Grid::new("f".into(), 1);
        grid.push(1, [&b"2011-01-31"[..]].into_iter()).unwrap();
        grid.declared[0] = Declared::Date;
        let refused = column(&grid, 0, None).unwrap_err().to_string();
        assert!(refused.starts_with("f: the attribute \"1\" is a date"), "{refused}");
        assert!(column(&grid, 0, Some(ColumnKind::Category)).is_ok());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.arff");
        std::fs::write(&path, "@attribute d date\n@attribute a real\n@attribute y {p, q}\n@data\n2011-01-31,1,p\n2011-02-01,2,q\n").unwrap();
        let read = |ignore: &[&str]| {
            let ignore = ignore.iter().map(|&name| name.to_owned()).collect();
            Dataset::read(&Input::File(path.clone()), &TableOptions { ignore, ..TableOptions::default() })
        };
        assert!(read(&[]).unwrap_err().to_string().contains("is a date"));
        assert_eq!(read(&["d"]).unwrap().columns.len(), 1);
    }
}
