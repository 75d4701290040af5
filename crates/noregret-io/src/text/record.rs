//! One record of a table: fields between delimiters, in quotes where they hold delimiters, quotes or line breaks.
//!
//! As RFC 4180, and stricter than most readers: a quote that is never closed and text after a closing quote are
//! refused, not guessed at. A quote inside an unquoted field is an ordinary character. Blanks around fields are
//! dropped.

use crate::error::fault::LineFault;

/// The fields of the record read last, unquoted and trimmed, in one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    text: Vec<u8>,
    fields: Vec<(usize, usize)>,
}

/// What reading a record came to.
#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    /// Its end has not arrived yet.
    Incomplete,
    /// A record of that many bytes and lines.
    Read { used: usize, lines: u64 },
    /// A blank line of that many bytes.
    Blank { used: usize },
    /// A line of that many bytes that is no record.
    Broken { used: usize, fault: LineFault },
}

impl Record {
    /// Reads the record a block starts with; `last` says that nothing follows the block.
    pub(crate) fn read(&mut self, block: &[u8], delimiter: u8, last: bool) -> Outcome {
        self.text.clear();
        self.fields.clear();
        let first_line = memchr::memchr(b'\n', block).map(|end| end + 1);
        let line = match first_line {
            Some(end) => end,
            None if last => block.len(),
            None => return Outcome::Incomplete,
        };
        if block[..line].iter().all(|b| b.is_ascii_whitespace() && *b != delimiter) {
            return Outcome::Blank { used: line };
        }
        let mut place = 0;
        loop {
            let start = self.text.len();
            place += block[place..].iter().take_while(|b| blank(**b, delimiter)).count();
            if block.get(place) == Some(&b'"') {
                match self.quoted(&block[place..]) {
                    Some(used) => place += used,
                    None if last => return Outcome::Broken { used: line, fault: LineFault::OpenQuote },
                    None => return Outcome::Incomplete,
                }
                place += block[place..].iter().take_while(|b| blank(**b, delimiter)).count();
            } else {
                let ends = |b: &u8| *b == delimiter || *b == b'\n';
                let length = block[place..].iter().position(ends).unwrap_or(block.len() - place);
                self.text.extend_from_slice(&block[place..place + length]);
                place += length;
            }
            self.close(start);
            match block.get(place) {
                Some(&b) if b == delimiter => place += 1,
                Some(b'\n') => return self.done(block, place + 1),
                None if last => return self.done(block, place),
                None => return Outcome::Incomplete,
                Some(_) => {
                    let rest = memchr::memchr(b'\n', &block[place..]).map(|end| place + end + 1);
                    return match rest {
                        None if !last => Outcome::Incomplete,
                        _ => Outcome::Broken { used: line, fault: LineFault::AfterQuote },
                    };
                }
            }
        }
    }

    /// Unquotes a field and says where its closing quote ends.
    fn quoted(&mut self, text: &[u8]) -> Option<usize> {
        let mut place = 1;
        loop {
            let quote = place + memchr::memchr(b'"', &text[place..])?;
            self.text.extend_from_slice(&text[place..quote]);
            if text.get(quote + 1) != Some(&b'"') {
                return Some(quote + 1);
            }
            self.text.push(b'"');
            place = quote + 2;
        }
    }

    fn close(&mut self, start: usize) {
        let field = &self.text[start..];
        let trimmed = field.trim_ascii_start();
        let from = start + field.len() - trimmed.len();
        self.fields.push((from, from + trimmed.trim_ascii_end().len()));
    }

    fn done(&self, block: &[u8], used: usize) -> Outcome {
        if memchr::memchr(0, &self.text).is_some() {
            return Outcome::Broken { used, fault: LineFault::Nul };
        }
        let breaks = memchr::memchr_iter(b'\n', &block[..used]).count() as u64;
        let open = u64::from(block[used - 1] != b'\n');
        Outcome::Read { used, lines: breaks + open }
    }

    /// How many fields.
    pub(crate) fn len(&self) -> usize {
        self.fields.len()
    }

    /// A field.
    pub(crate) fn get(&self, place: usize) -> &[u8] {
        let (start, end) = self.fields[place];
        &self.text[start..end]
    }

    /// Every field.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.fields.iter().map(|&(start, end)| &self.text[start..end])
    }
}

fn blank(byte: u8, delimiter: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r') && byte != delimiter
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str, delimiter: u8) -> (Outcome, Vec<String>) {
        let mut record = Record::default();
        let outcome = record.read(text.as_bytes(), delimiter, true);
        (outcome, record.iter().map(|f| String::from_utf8_lossy(f).into_owned()).collect())
    }

    #[test]
    fn quotes_blanks_and_line_ends() {
        let (outcome, fields) = read("a, \"b,\"\"c\n\" ,, d\"e \r\nnext", b',');
        assert_eq!(outcome, Outcome::Read { used: 21, lines: 2 });
        assert_eq!(fields, ["a", "b,\"c", "", "d\"e"]);
        assert_eq!(read("a\t\t b", b'\t').1, ["a", "", "b"]);
        assert_eq!(read("\t\n", b'\t').1, ["", ""]);
        assert_eq!(read(" \r\nx", b',').0, Outcome::Blank { used: 3 });
        assert_eq!(read("a,", b',').1, ["a", ""]);
    }

    #[test]
    fn broken_quotes_cost_one_line() {
        assert_eq!(read("\"a\nb,c\n", b',').0, Outcome::Broken { used: 3, fault: LineFault::OpenQuote });
        assert_eq!(read("\"a\"b\nc", b',').0, Outcome::Broken { used: 5, fault: LineFault::AfterQuote });
        assert_eq!(read("a\0\n", b',').0, Outcome::Broken { used: 3, fault: LineFault::Nul });
    }

    #[test]
    fn half_a_record_waits() {
        let mut record = Record::default();
        for text in ["", "a", "a,b", "\"a\n", "\"a\"", "a,\"b\n\""] {
            assert_eq!(record.read(text.as_bytes(), b',', false), Outcome::Incomplete, "{text}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_csv_crate(fields in prop::collection::vec("[a-c,\"\n ]{0,5}", 1..5)) {
            let mut writer = csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
            writer.write_record(&fields).unwrap();
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let (outcome, found) = read(&text, b',');
            let whole = matches!(outcome, Outcome::Read { used, .. } if used == text.len());
            prop_assert!(whole);
            let trimmed: Vec<_> = fields.iter().map(|f| f.trim_matches([' ', '\n'])).collect();
            prop_assert_eq!(found, trimmed);
        }

        #[test]
        fn unquoted_fields_agree_too(text in "[a-c, \"]{1,12}\n") {
            let unquoted = text.split(',').all(|field| !field.trim_start().starts_with('"'));
            prop_assume!(unquoted && !text.trim().is_empty());
            let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
            let wanted = reader.records().next().unwrap().unwrap();
            prop_assert_eq!(read(&text, b',').1, wanted.iter().collect::<Vec<_>>());
        }
    }
}
