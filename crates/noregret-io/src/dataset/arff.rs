//! ARFF: attributes with their types, then rows of values.
//!
//! `%` starts a comment, keywords are of any case, names and values may stand in single or double quotes with a backslash
//! before a quote, `?` is missing. Numeric, real and integer attributes are numbers; listed and string ones are categories.
//! Weakness: sparse rows, dates, relational attributes and weights of rows are refused.

use super::error::{DatasetError, fault};
use super::grid::{Declared, Grid};
use crate::error::fault::LineFault;
use std::sync::Arc;

/// Reads a table.
pub(crate) fn read(file: Arc<str>, bytes: &[u8]) -> Result<Grid, DatasetError> {
    let mut attributes: Vec<(String, Declared)> = Vec::new();
    let mut grid: Option<Grid> = None;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (place, line) in bytes.split(|&b| b == b'\n').enumerate() {
        let number = place as u64 + 1;
        let wrong = |problem: String| DatasetError::line(&file, number, problem);
        let line = std::str::from_utf8(line).map_err(|_| wrong("the line is not UTF-8 text".to_owned()))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('%') {
            continue;
        }
        if let Some(grid) = &mut grid {
            if line.starts_with('{') {
                return Err(wrong("sparse rows are not supported: write every value".to_owned()));
            }
            let fields = values(line).map_err(|wrong| fault(&file, number, &wrong))?;
            grid.push(number, fields.iter().map(|field| field.as_bytes()))?;
            continue;
        }
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match keyword.to_ascii_lowercase().as_str() {
            "@relation" => {}
            "@attribute" => attributes.push(attribute(rest.trim()).map_err(wrong)?),
            "@data" => {
                let mut table = Grid::new(file.clone(), attributes.len());
                let names = attributes.iter().map(|(name, _)| name.clone()).collect();
                table.name(number, names)?;
                table.declared = attributes.iter().map(|(_, declared)| declared.clone()).collect();
                grid = Some(table);
            }
            _ => return Err(wrong(format!("{keyword:?} is not @relation, @attribute or @data"))),
        }
    }
    grid.ok_or_else(|| DatasetError::table(&file, "there is no @data in it"))
}

/// A name, in quotes or not, and the rest.
fn name(text: &str) -> Result<(String, &str), String> {
    match text.chars().next() {
        Some(quote @ ('\'' | '"')) => {
            let (name, used) = quoted(&text[1..], quote).ok_or("a quote is opened and never closed")?;
            Ok((name, text[1 + used..].trim_start()))
        }
        _ => {
            let end = text.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(text.len());
            Ok((text[..end].to_owned(), text[end..].trim_start()))
        }
    }
}

/// The text up to a closing quote, and how many bytes that took.
fn quoted(text: &str, quote: char) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut letters = text.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\\' => out.push(letters.next()?.1),
            _ if letter == quote => return Some((out, place + 1)),
            _ => out.push(letter),
        }
    }
    None
}

fn attribute(text: &str) -> Result<(String, Declared), String> {
    let (name, kind) = name(text)?;
    if let Some(list) = kind.strip_prefix('{') {
        let list = list.trim_end().strip_suffix('}').ok_or("the list of values is not closed")?;
        let listed = values(list).map_err(|fault| fault.to_string())?;
        return Ok((name, Declared::Category(Some(listed))));
    }
    match kind.to_ascii_lowercase().as_str() {
        "numeric" | "real" | "integer" => Ok((name, Declared::Numeric)),
        "string" => Ok((name, Declared::Category(None))),
        _ => Err(format!("the attribute {name:?} has the type {kind:?}, which is not supported")),
    }
}

/// The values between commas.
fn values(text: &str) -> Result<Vec<String>, LineFault> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    loop {
        let next = match rest.chars().next() {
            Some(quote @ ('\'' | '"')) => {
                let (value, used) = quoted(&rest[1..], quote).ok_or(LineFault::OpenQuote)?;
                all.push(value);
                rest[1 + used..].trim_start()
            }
            _ => {
                let end = rest.find(',').unwrap_or(rest.len());
                all.push(rest[..end].trim_end().to_owned());
                &rest[end..]
            }
        };
        if next.is_empty() {
            return Ok(all);
        }
        rest = next.strip_prefix(',').ok_or(LineFault::AfterQuote)?.trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_and_rows() {
        let text = "% c\n@RELATION r\n@attribute 'a b' REAL\n@attribute k {x, 'y, z',\"w\"}\n@Attribute s string\n\
                    @data\n1, 'y, z' ,it\\'s\n% c\n?,x,'it\\'s'\n";
        let grid = read("f".into(), text.as_bytes()).unwrap();
        assert_eq!(grid.names, ["a b", "k", "s"]);
        assert_eq!(grid.declared[1], Declared::Category(Some(vec!["x".into(), "y, z".into(), "w".into()])));
        assert_eq!((grid.rows(), grid.get(0, 1), grid.get(1, 2), grid.line(1)), (2, "y, z", "it's", 9));
    }

    #[test]
    fn refusals_have_their_line() {
        let refused = |text: &str| read("f".into(), text.as_bytes()).unwrap_err().to_string();
        assert!(refused("@relation r\n@attribute a date\n@data\n").starts_with("f:2: the attribute \"a\""));
        assert!(refused("@attribute a real\n@data\n{0 1}\n").starts_with("f:3: sparse rows"));
        assert!(refused("@attribute a real\n@data\n1,2\n").starts_with("f:3: 2 fields"));
        assert!(refused("@attribute a real\n@data\n'1\n").starts_with("f:3: a quote"));
        assert!(refused("@relation r\nhello\n").starts_with("f:2: \"hello\" is not"));
        assert!(refused("@relation r\n").contains("no @data"));
    }
}
