//! ARFF as a table.

use super::error::{DatasetError, fault};
use super::grid::Grid;
use crate::format::arff::{head, row};
use crate::text::record::{Outcome, Record};
use std::sync::Arc;

/// Reads a table.
pub(crate) fn read(file: Arc<str>, bytes: &[u8]) -> Result<Grid, DatasetError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let wrong = |(line, problem): (u64, String)| match problem.contains("no @data") {
        true => DatasetError::table(&file, problem),
        false => DatasetError::line(&file, line, problem),
    };
    let head = head(bytes, true).map_err(wrong)?;
    let head = head.ok_or_else(|| DatasetError::table(&file, "there is no @data in it"))?;
    let mut grid = Grid::new(file.clone(), head.told.names.len());
    grid.name(head.lines, head.told.names)?;
    (grid.declared, grid.label) = (head.told.declared, head.told.label);
    let (mut record, mut used, mut line) = (Record::default(), head.used, head.lines);
    while used < bytes.len() {
        line += 1;
        used += match row(&bytes[used..], true, &head.absent, &mut record) {
            Outcome::Blank { used } => used,
            Outcome::Broken { fault: wrong, .. } => return Err(fault(&file, line, &wrong)),
            Outcome::Read { used, .. } => {
                grid.push(line, record.iter())?;
                used
            }
            Outcome::Incomplete => break,
        };
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::grid::Declared;

    #[test]
    fn attributes_and_rows() {
        let text = "% c\n@RELATION r\n@attribute 'a b' REAL\n@attribute k {x, 'y, z',\"w\"}\n@Attribute s string\n\
                    @data\n1, 'y, z' ,it\\'s\n% c\n?,x,'it\\'s'\n{0 2}\n";
        let grid = read("f".into(), text.as_bytes()).unwrap();
        assert_eq!(grid.names, ["a b", "k", "s"]);
        assert_eq!(grid.declared[1], Declared::Category(Some(vec!["x".into(), "y, z".into(), "w".into()])));
        assert_eq!((grid.rows(), grid.get(0, 1), grid.get(1, 2), grid.line(1)), (3, "y, z", "it's", 9));
        assert_eq!((grid.get(2, 0), grid.get(2, 1)), ("2", "x"));
    }

    #[test]
    fn refusals_have_their_line() {
        let refused = |text: &str| read("f".into(), text.as_bytes()).unwrap_err().to_string();
        assert!(refused("@attribute a real\n@data\n1,2\n").starts_with("f:3: 2 fields"));
        assert!(refused("@attribute a real\n@data\n'1\n").starts_with("f:3: a quote"));
        assert!(refused("@relation r\nhello\n").starts_with("f:2: \"hello\" is not"));
        assert!(refused("@relation r\n").contains("no @data"));
    }
}
