//! ARFF: attributes with their types, then rows of values.
//!
//! `%` starts a comment, keywords are of any case, names and values may stand in single or double quotes with a backslash
//! before a quote, `?` is missing. Numeric, real and integer attributes are numbers, listed ones categories, dates dates; what
//! strings are, the first rows say. A sparse row `{1 2.5, 4 red}` says nothing of attributes that are 0, or the first value
//! of their list. KEEL's files are read too: ranges behind types, `@inputs`, and `@outputs`, which marks the label.
//! Weakness: relational attributes and weights of rows are refused.

use crate::error::fault::LineFault;
use crate::format::header::{Declared, Told};
use crate::text::record::{Outcome, Record};

/// What stands before the rows.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) told: Told,
    /// What a sparse row means where it says nothing.
    pub(crate) absent: Vec<Vec<u8>>,
    pub(crate) used: usize,
    pub(crate) lines: u64,
}

/// Reads up to `@data`; none while that has not arrived. What is wrong comes with its line, counted from 1.
pub(crate) fn head(text: &[u8], last: bool) -> Result<Option<Head>, (u64, String)> {
    let mut told = Told { named: true, ..Told::default() };
    let (mut used, mut number) = (0, 0);
    let mut output = None;
    while used < text.len() {
        let end = memchr::memchr(b'\n', &text[used..]).map(|end| used + end);
        let (line, next) = match end {
            Some(end) => (&text[used..end], end + 1),
            None if last => (&text[used..], text.len()),
            None => return Ok(None),
        };
        number += 1;
        used = next;
        let wrong = |problem: String| (number, problem);
        let line =
            std::str::from_utf8(line).map_err(|_| wrong("the line is not UTF-8 text".to_owned()))?.trim();
        if line.is_empty() || line.starts_with('%') {
            continue;
        }
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match keyword.to_ascii_lowercase().as_str() {
            "@relation" | "@inputs" | "@input" => {}
            "@outputs" | "@output" => output = Some((number, rest.trim().to_owned())),
            "@attribute" => {
                let (name, declared) = attribute(rest.trim()).map_err(wrong)?;
                told.names.push(name);
                told.declared.push(declared);
            }
            "@data" => {
                if let Some((line, name)) = output {
                    let place = told.names.iter().position(|known| *known == name);
                    told.label =
                        Some(place.ok_or_else(|| (line, format!("there is no attribute {name:?}")))?);
                }
                let absent = told.declared.iter().map(absent).collect();
                return Ok(Some(Head { told, absent, used, lines: number }));
            }
            _ => return Err(wrong(format!("{keyword:?} is not @relation, @attribute or @data"))),
        }
    }
    if last { Err((number.max(1), "there is no @data in it".to_owned())) } else { Ok(None) }
}

fn absent(declared: &Declared) -> Vec<u8> {
    match declared {
        Declared::Category(Some(listed)) => {
            listed.first().map_or(Vec::new(), |first| first.clone().into_bytes())
        }
        _ => b"0".to_vec(),
    }
}

/// A name, in quotes or not, and the rest.
fn name(text: &str) -> Result<(String, &str), String> {
    match text.as_bytes().first() {
        Some(&quote @ (b'\'' | b'"')) => {
            let mut name = Vec::new();
            let used = quoted(&text.as_bytes()[1..], quote, &mut name)
                .ok_or("a quote is opened and never closed")?;
            Ok((String::from_utf8_lossy(&name).into_owned(), text[1 + used..].trim_start()))
        }
        _ => {
            let end = text.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(text.len());
            Ok((text[..end].to_owned(), text[end..].trim_start()))
        }
    }
}

fn attribute(text: &str) -> Result<(String, Declared), String> {
    let (name, kind) = name(text)?;
    if name.is_empty() {
        return Err("an attribute has no name".to_owned());
    }
    if let Some(list) = kind.strip_prefix('{') {
        let list = closed(list).ok_or("the list of values is not closed")?;
        let mut record = Record::default();
        values(list.as_bytes(), &mut record).map_err(|fault| fault.to_string())?;
        let listed = record.iter().map(|value| String::from_utf8_lossy(value).into_owned()).collect();
        return Ok((name, Declared::Category(Some(listed))));
    }
    let word = kind.split(['[', ' ', '\t']).next().unwrap_or_default().to_ascii_lowercase();
    match word.as_str() {
        "numeric" | "real" | "integer" => Ok((name, Declared::Numeric)),
        "string" => Ok((name, Declared::Category(None))),
        "date" => Ok((name, Declared::Date)),
        _ => Err(format!("the attribute {name:?} has the type {kind:?}, which is not supported")),
    }
}

/// What stands before the brace that closes a list; behind it nothing may stand but a comment.
fn closed(list: &str) -> Option<&str> {
    let bytes = list.as_bytes();
    let (mut place, mut fresh) = (0, true);
    while place < bytes.len() {
        match bytes[place] {
            // A quote opens a value; within one it is a letter like others.
            quote @ (b'\'' | b'"') if fresh => {
                place += quoted(&bytes[place + 1..], quote, &mut Vec::new())?;
                fresh = false;
            }
            b'}' => {
                let rest = list[place + 1..].trim_start();
                return (rest.is_empty() || rest.starts_with('%')).then(|| &list[..place]);
            }
            byte => fresh = byte == b',' || (fresh && byte.is_ascii_whitespace()),
        }
        place += 1;
    }
    None
}

/// Adds the text up to a closing quote, and says how many bytes that took with the quote.
fn quoted(text: &[u8], quote: u8, out: &mut Vec<u8>) -> Option<usize> {
    let mut place = 0;
    loop {
        match *text.get(place)? {
            b'\\' => {
                out.push(*text.get(place + 1)?);
                place += 2;
            }
            byte if byte == quote => return Some(place + 1),
            byte => {
                out.push(byte);
                place += 1;
            }
        }
    }
}

/// Adds the values between commas.
fn values(text: &[u8], record: &mut Record) -> Result<(), LineFault> {
    let mut rest = text.trim_ascii();
    loop {
        let (_, next) = value(rest, b",", &mut |value| record.push(value))?;
        let next = next.trim_ascii_start();
        match next.split_first() {
            None => return Ok(()),
            Some((b',', after)) => rest = after.trim_ascii_start(),
            Some(_) => return Err(LineFault::AfterQuote { bare: false }),
        }
    }
}

/// Hands over a value, in quotes or up to one of the marks, and gives how many bytes it took and the rest.
fn value<'a>(
    text: &'a [u8],
    marks: &[u8],
    hand_over: &mut dyn FnMut(&[u8]),
) -> Result<(usize, &'a [u8]), LineFault> {
    if let Some(&quote @ (b'\'' | b'"')) = text.first() {
        let mut out = Vec::new();
        let used = quoted(&text[1..], quote, &mut out).ok_or(LineFault::OpenQuote { bare: false })?;
        hand_over(&out);
        return Ok((1 + used, &text[1 + used..]));
    }
    let end = text.iter().position(|b| marks.contains(b)).unwrap_or(text.len());
    hand_over(text[..end].trim_ascii_end());
    Ok((end, &text[end..]))
}

/// Reads a row; `absent` is what a sparse one means where it says nothing.
pub(crate) fn row(block: &[u8], last: bool, absent: &[Vec<u8>], record: &mut Record) -> Outcome {
    record.clear();
    let used = match memchr::memchr(b'\n', block) {
        Some(end) => end + 1,
        None if last => block.len(),
        None => return Outcome::Incomplete,
    };
    let line = block[..used].trim_ascii();
    if line.is_empty() || line.starts_with(b"%") {
        return Outcome::Blank { used };
    }
    let read = match line.strip_prefix(b"{") {
        _ if line.contains(&0) => Err(LineFault::Nul),
        Some(inside) => sparse(inside, absent, record),
        None => values(line, record),
    };
    match read {
        Ok(()) => Outcome::Read { used, lines: 1 },
        Err(fault) => Outcome::Broken { used, fault },
    }
}

fn sparse(inside: &[u8], absent: &[Vec<u8>], record: &mut Record) -> Result<(), LineFault> {
    let inside = inside.strip_suffix(b"}").ok_or(LineFault::SparseRow)?.trim_ascii();
    let mut cells: Vec<Vec<u8>> = absent.to_vec();
    let mut rest = inside;
    let mut least = 0;
    while !rest.is_empty() {
        let blank = rest.iter().position(u8::is_ascii_whitespace).ok_or(LineFault::SparseRow)?;
        let index = std::str::from_utf8(&rest[..blank]).ok().and_then(|index| index.parse::<usize>().ok());
        let index =
            index.filter(|index| *index >= least && *index < cells.len()).ok_or(LineFault::SparseRow)?;
        least = index + 1;
        let (_, next) =
            value(rest[blank..].trim_ascii_start(), b",", &mut |value| cells[index] = value.to_vec())?;
        rest = match next.trim_ascii_start().split_first() {
            None => &[],
            Some((b',', after)) => after.trim_ascii_start(),
            Some(_) => return Err(LineFault::AfterQuote { bare: false }),
        };
    }
    cells.iter().for_each(|cell| record.push(cell));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, absent: &[Vec<u8>]) -> Vec<Vec<String>> {
        let (mut record, mut used, mut all) = (Record::default(), 0, Vec::new());
        while used < text.len() {
            match row(&text.as_bytes()[used..], true, absent, &mut record) {
                Outcome::Read { used: bytes, .. } => {
                    all.push(
                        record.iter().map(|value| String::from_utf8_lossy(value).into_owned()).collect(),
                    );
                    used += bytes;
                }
                Outcome::Blank { used: bytes } => used += bytes,
                other => panic!("{other:?}"),
            }
        }
        all
    }

    #[test]
    fn attributes_and_rows() {
        let text = "% c\n@RELATION r\n@attribute 'a b' REAL\n@attribute k {x, 'y, z',\"w\"}\n@Attribute s string\n\
                    @attribute d date \"yyyy-MM-dd\"\n@data\n1, 'y, z' ,it\\'s,2011-01-01\n% c\n?,x,'it\\'s',?\n";
        let head = head(text.as_bytes(), true).unwrap().unwrap();
        assert_eq!(head.told.names, ["a b", "k", "s", "d"]);
        let listed = Declared::Category(Some(vec!["x".into(), "y, z".into(), "w".into()]));
        assert_eq!(head.told.declared, [Declared::Numeric, listed, Declared::Category(None), Declared::Date]);
        assert_eq!(head.lines, 7);
        assert_eq!(
            rows(&text[head.used..], &head.absent),
            [["1", "y, z", "it\\'s", "2011-01-01"], ["?", "x", "it's", "?"]]
        );
    }

    #[test]
    fn sparse_rows_are_filled() {
        let text = "@attribute a real\n@attribute b {u,v}\n@attribute c real\n@data\n";
        let head = head(text.as_bytes(), true).unwrap().unwrap();
        assert_eq!(
            rows("{0 2.5, 1 'v'}\n{}\n{2 ?}\n", &head.absent),
            [["2.5", "v", "0"], ["0", "u", "0"], ["0", "u", "?"]]
        );
        let mut record = Record::default();
        for wrong in ["{", "{3 1}", "{1 v, 0 1}", "{0}", "{a 1}", "{0 1, 0 2}", "{0 'x}", "{0 'x' y}"] {
            let outcome = row(wrong.as_bytes(), true, &head.absent, &mut record);
            assert!(matches!(outcome, Outcome::Broken { .. }), "{wrong}: {outcome:?}");
        }
    }

    #[test]
    fn a_comment_may_follow_a_list() {
        for (list, values) in [
            ("{ low, high} % low < 100 {so}", vec!["low", "high"]),
            ("{don't, '}' , \"a}\"}", vec!["don't", "}", "a}"]),
            ("{a}", vec!["a"]),
        ] {
            let text = format!("@attribute k {list}\n@data\n");
            let head = head(text.as_bytes(), true).unwrap().unwrap();
            let values = values.into_iter().map(str::to_owned).collect();
            assert_eq!(head.told.declared, [Declared::Category(Some(values))], "{list}");
        }
    }

    #[test]
    fn keel_marks_its_output() {
        let text = "@relation k\n@attribute a real[0.0, 9]\n@attribute b integer [1,2]\n@inputs a\n@outputs b\n@data\n";
        let head = head(text.as_bytes(), true).unwrap().unwrap();
        assert_eq!((head.told.label, head.told.declared), (Some(1), vec![Declared::Numeric; 2]));
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        for (text, line, problem) in [
            ("@relation r\n@attribute a relational\n@data\n", 2, "the attribute \"a\""),
            ("@relation r\nhello\n", 2, "\"hello\" is not"),
            ("@relation r\n", 1, "no @data"),
            ("@attribute a {x\n@data\n", 1, "not closed"),
            ("@attribute a {x} y\n@data\n", 1, "not closed"),
            ("@attribute 'a real\n@data\n", 1, "never closed"),
            ("@attribute\n@data\n", 1, "no name"),
            ("@attribute a real\n@outputs b\n@data\n", 2, "no attribute \"b\""),
        ] {
            let (found, message) = head(text.as_bytes(), true).unwrap_err();
            assert!(found == line && message.contains(problem), "{text}: {found} {message}");
        }
        assert!(head(b"@attribute a real\n@data", false).unwrap().is_none());
        let mut record = Record::default();
        assert_eq!(
            row(b"'1\n", true, &[], &mut record),
            Outcome::Broken { used: 3, fault: LineFault::OpenQuote { bare: false } }
        );
        assert_eq!(
            row(b"'1' 2\n", true, &[], &mut record),
            Outcome::Broken { used: 6, fault: LineFault::AfterQuote { bare: false } }
        );
        assert_eq!(row(b"1,2", false, &[], &mut record), Outcome::Incomplete);
    }
}
