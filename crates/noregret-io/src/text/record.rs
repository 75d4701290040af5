//! One record of a table: fields between delimiters, in quotes where they hold delimiters, quotes or line breaks.
//!
//! As RFC 4180, and stricter than most readers: a quote that is never closed and text after a closing quote are
//! refused, not guessed at. A quote inside an unquoted field is an ordinary character. Blanks around fields are
//! dropped. Where there are to be no quotes, they are ordinary characters everywhere. Fields may also be separated by [blanks](BLANKS), any number of them. A line without quotes, as most are, is
//! split where it stands.

use crate::error::fault::LineFault;

/// The delimiter that stands for one or more spaces or tabs.
pub(crate) const BLANKS: u8 = b' ';

/// The fields of the record read last, unquoted and trimmed, in one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    text: Vec<u8>,
    fields: Vec<(usize, usize)>,
    /// Whether quotes are characters like others.
    no_quotes: bool,
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
    /// Of a text in which quotes are characters like others, if it is so.
    pub(crate) fn quoted_or_not(no_quotes: bool) -> Self {
        Self { no_quotes, ..Self::default() }
    }

    /// Whether quotes are characters like others.
    pub(crate) fn is_without_quotes(&self) -> bool {
        self.no_quotes
    }

    /// Reads the record a block starts with; `last` says that nothing follows the block.
    pub(crate) fn read(&mut self, block: &[u8], delimiter: u8, last: bool) -> Outcome {
        self.clear();
        let line = match memchr::memchr(b'\n', block) {
            Some(end) => end + 1,
            None if last => block.len(),
            None => return Outcome::Incomplete,
        };
        let apart = delimiter != BLANKS;
        if block[..line].iter().all(|b| b.is_ascii_whitespace() && !(apart && *b == delimiter)) {
            return Outcome::Blank { used: line };
        }
        if self.no_quotes || memchr::memchr(b'"', &block[..line]).is_none() {
            return self.plain(&block[..line], delimiter);
        }
        let mut place = 0;
        loop {
            let start = self.text.len();
            place += block[place..].iter().take_while(|b| blank(**b, delimiter)).count();
            if !apart && !self.fields.is_empty() && matches!(block.get(place), Some(b'\n') | None) {
                return if place < block.len() || last {
                    self.done(block, block.len().min(place + 1))
                } else {
                    Outcome::Incomplete
                };
            }
            if block.get(place) == Some(&b'"') {
                match self.quoted(&block[place..]) {
                    Some(used) => place += used,
                    None if last => {
                        return Outcome::Broken { used: line, fault: LineFault::OpenQuote { bare: true } };
                    }
                    None => return Outcome::Incomplete,
                }
                if apart {
                    place += block[place..].iter().take_while(|b| blank(**b, delimiter)).count();
                }
            } else {
                let ends = |b: &u8| *b == delimiter || *b == b'\n' || (!apart && blank(*b, delimiter));
                let length = block[place..].iter().position(ends).unwrap_or(block.len() - place);
                self.text.extend_from_slice(&block[place..place + length]);
                place += length;
            }
            self.close(start);
            match block.get(place) {
                Some(&b) if b == delimiter => place += 1,
                Some(&b) if !apart && blank(b, delimiter) => place += 1,
                Some(b'\n') => return self.done(block, place + 1),
                None if last => return self.done(block, place),
                None => return Outcome::Incomplete,
                Some(_) => {
                    let rest = memchr::memchr(b'\n', &block[place..]).map(|end| place + end + 1);
                    return match rest {
                        None if !last => Outcome::Incomplete,
                        _ => Outcome::Broken { used: line, fault: LineFault::AfterQuote { bare: true } },
                    };
                }
            }
        }
    }

    /// Reads a whole line that has no quotes.
    fn plain(&mut self, line: &[u8], delimiter: u8) -> Outcome {
        let used = line.len();
        if memchr::memchr(0, line).is_some() {
            return Outcome::Broken { used, fault: LineFault::Nul };
        }
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        self.text.extend_from_slice(line);
        if delimiter == BLANKS {
            let mut start = 0;
            for field in line.split(|b| blank(*b, delimiter)) {
                if !field.is_empty() {
                    self.fields.push((start, start + field.len()));
                }
                start += field.len() + 1;
            }
            return Outcome::Read { used, lines: 1 };
        }
        let mut start = 0;
        for end in memchr::memchr_iter(delimiter, line) {
            self.trim(start, end);
            start = end + 1;
        }
        self.trim(start, line.len());
        Outcome::Read { used, lines: 1 }
    }

    /// Forgets its fields.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.fields.clear();
    }

    /// Adds a field, as it is.
    pub(crate) fn push(&mut self, field: &[u8]) {
        let start = self.text.len();
        self.text.extend_from_slice(field);
        self.fields.push((start, self.text.len()));
    }

    /// These fields after an empty one.
    pub(crate) fn after_empty(&self) -> Self {
        let mut longer = Self::default();
        longer.push(b"");
        self.iter().for_each(|field| longer.push(field));
        longer
    }

    /// Without the single quotes around its fields, if all of them have some.
    pub(crate) fn without_single_quotes(self) -> Self {
        let quoted = |field: &[u8]| field.len() > 2 && field.starts_with(b"'") && field.ends_with(b"'");
        if !self.iter().all(quoted) {
            return self;
        }
        let mut bare = Self::default();
        self.iter().for_each(|field| bare.push(&field[1..field.len() - 1]));
        bare
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
        self.trim(start, self.text.len());
    }

    /// Adds the field from a place to another, without the blanks around it.
    #[inline]
    fn trim(&mut self, start: usize, end: usize) {
        let field = &self.text[start..end];
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

/// Whether a byte stands around fields and is no part of them.
fn blank(byte: u8, delimiter: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r') && (byte != delimiter || delimiter == BLANKS)
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
    fn fields_between_blanks() {
        assert_eq!(
            read(" 1  2.5\ta \r\nx", BLANKS),
            (Outcome::Read { used: 12, lines: 1 }, vec!["1".into(), "2.5".into(), "a".into()])
        );
        assert_eq!(read("ford  \"ford pinto\" 3 ", BLANKS).1, ["ford", "ford pinto", "3"]);
        assert_eq!(read("\"a b\" \n", BLANKS), (Outcome::Read { used: 7, lines: 1 }, vec!["a b".into()]));
        assert_eq!(
            read("\"a\"b\n", BLANKS).0,
            Outcome::Broken { used: 5, fault: LineFault::AfterQuote { bare: true } }
        );
        assert_eq!(read(" \t\n", BLANKS).0, Outcome::Blank { used: 3 });
        let mut record = Record::default();
        for text in ["a b", "a \"b\"", "a \"b\" ", "\"a b"] {
            assert_eq!(record.read(text.as_bytes(), BLANKS, false), Outcome::Incomplete, "{text}");
        }
    }

    #[test]
    fn broken_quotes_cost_one_line() {
        assert_eq!(
            read("\"a\nb,c\n", b',').0,
            Outcome::Broken { used: 3, fault: LineFault::OpenQuote { bare: true } }
        );
        assert_eq!(
            read("\"a\"b\nc", b',').0,
            Outcome::Broken { used: 5, fault: LineFault::AfterQuote { bare: true } }
        );
        assert_eq!(read("a\0\n", b',').0, Outcome::Broken { used: 3, fault: LineFault::Nul });
    }

    #[test]
    fn quotes_may_be_ordinary_characters() {
        let read = |text: &str, delimiter: u8| {
            let mut record = Record::quoted_or_not(true);
            let outcome = record.read(text.as_bytes(), delimiter, true);
            (outcome, record.iter().map(|f| String::from_utf8_lossy(f).into_owned()).collect::<Vec<_>>())
        };
        let (outcome, fields) = read("ham\t\"Gimme a few\" was 5 minutes ago\nx", b'\t');
        assert_eq!(outcome, Outcome::Read { used: 36, lines: 1 });
        assert_eq!(fields, ["ham", "\"Gimme a few\" was 5 minutes ago"]);
        assert_eq!(read("\"a,b\n", b',').1, ["\"a", "b"]);
        assert_eq!(read("\"a b\" c", BLANKS).1, ["\"a", "b\"", "c"]);
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
