//! svmlight (LIBSVM) text: `label index:value index:value ... # comment`.
//!
//! Indices come in any order, from 0 on; repeats add up. `qid:N` is allowed and no feature. A line that is blank
//! or only a comment is no example. Weakness: the format has neither weights nor names.

use crate::draft::drafter::Drafter;
use crate::error::Refusal;
use crate::error::fault::{LineFault, NumberFault};
use crate::text::number;
use crate::text::pair;
use crate::text::pairs::Stage;

/// Reads one line, the first so many bytes of a text, which is an example, nothing, or refused.
pub(crate) fn parse(text: &[u8], length: usize, number: u64, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    let line = &text[..length];
    let line = memchr::memchr(b'#', line).map_or(line, |comment| &line[..comment]);
    let mut at = 0;
    let Some(label) = token(line, &mut at) else { return Ok(()) };
    if label.contains(&b':') {
        return Err(Refusal::at(1, label, LineFault::NoLabel));
    }
    rows.begin();
    let mut place = 1;
    loop {
        at = short_features(text, at, &mut place, rows);
        let Some(word) = token(line, &mut at) else { break };
        place += 1;
        feature(word, rows).map_err(|fault| Refusal::at(place, word, fault))?;
    }
    rows.finish(number, Some(label), 1.0, b"")
}

/// The next token between blanks, from a place on.
#[inline]
fn token<'a>(line: &'a [u8], at: &mut usize) -> Option<&'a [u8]> {
    let rest = &line[*at..];
    let start = rest.iter().position(|b| !blank(*b))?;
    let text = &rest[start..];
    let end = text.iter().position(|b| blank(*b)).unwrap_or(text.len());
    *at += start + end;
    Some(&text[..end])
}

/// Adds features while they have the common form, each after a blank. Gives the place of the first byte it did not read.
#[inline]
fn short_features(text: &[u8], mut at: usize, place: &mut usize, rows: &mut Drafter) -> usize {
    while rows.plain {
        let (read, kept) = rows.stage.fill(text, &mut at, |_, _| true);
        rows.admit(kept);
        *place += read;
        if kept < Stage::SIZE {
            return at;
        }
    }
    while let [b' ' | b'\t', window @ ..] = &text[at..]
        && let Some(window) = window.first_chunk()
        && let Some(pair) = pair::read(window)
        && rows.number(pair.number, pair.value).is_ok()
    {
        *place += 1;
        at += 1 + pair.length;
    }
    at
}

#[inline]
fn blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[inline]
fn feature(text: &[u8], rows: &mut Drafter) -> Result<(), LineFault> {
    let mut index: u64 = 0;
    let mut place = 0;
    while place < text.len() && text[place].is_ascii_digit() {
        index = index.wrapping_mul(10).wrapping_add(u64::from(text[place] - b'0'));
        place += 1;
    }
    if place == 0 || place > 19 || text.get(place) != Some(&b':') {
        return unusual(text, rows);
    }
    let value = &text[place + 1..];
    match number::parse(value) {
        Ok(value) => rows.number(index, value),
        Err(fault) => Err(value_fault(value, fault)),
    }
}

#[cold]
fn value_fault(value: &[u8], fault: NumberFault) -> LineFault {
    match value {
        [] => LineFault::NoValue,
        _ if value.contains(&0) => LineFault::Nul,
        _ if value.contains(&b':') => LineFault::ManyColons,
        _ => LineFault::Number { what: "value", fault },
    }
}

/// A token that does not start with a short number and a colon.
#[cold]
fn unusual(text: &[u8], rows: &mut Drafter) -> Result<(), LineFault> {
    if text.contains(&0) {
        return Err(LineFault::Nul);
    }
    let Some(colon) = memchr::memchr(b':', text) else { return Err(LineFault::NoColon) };
    let (index, value) = (&text[..colon], &text[colon + 1..]);
    let whole = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    match index {
        b"" => return Err(LineFault::NoIndex),
        b"qid" if whole(value) => return Ok(()),
        b"qid" => return Err(LineFault::Query),
        [b'-', digits @ ..] if whole(digits) => return Err(LineFault::NegativeIndex),
        _ if !whole(index) => return Err(LineFault::IndexNotWhole),
        _ => {}
    }
    let index = std::str::from_utf8(index).ok().and_then(|index| index.parse::<u64>().ok());
    let index = index.ok_or_else(|| LineFault::IndexTooLarge { limit: rows.largest() })?;
    let value = number::parse(value).map_err(|fault| value_fault(value, fault))?;
    rows.number(index, value)
}

#[cfg(test)]
mod tests {
    use crate::pipeline::batch::Item;
    use crate::{Format, LabelKind, Labels, Schema, parse_bytes};

    type Row = (Option<f64>, Vec<(u32, f64)>);

    fn read(text: &str, mut schema: Schema) -> Vec<Result<Row, String>> {
        let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Svmlight), &mut schema).unwrap();
        let items = batches.iter().flat_map(|batch| batch.iter());
        items
            .map(|item| match item {
                Item::Example(e) => Ok((e.label, e.features.iter().collect())),
                Item::Bad(error) => Err(error.to_string()),
            })
            .collect()
    }

    fn plain() -> Schema {
        Schema { bias: false, ..Schema::new(Labels::new(LabelKind::Real)) }
    }

    #[test]
    fn the_grammar() {
        let text =
            "\u{feff}+1 3:0.5 1:2\r\n\n# only a comment\n-2.5 0:1 qid:7 3:1 3:1 9:0 # c\n4\n 1\t2:.5 # 3:x";
        let rows: Vec<_> = read(text, plain()).into_iter().map(Result::unwrap).collect();
        assert_eq!(rows[0], (Some(1.0), vec![(2, 2.0), (4, 0.5)]));
        assert_eq!(rows[1], (Some(-2.5), vec![(1, 1.0), (4, 2.0)]));
        assert_eq!(rows[2], (Some(4.0), vec![]));
        assert_eq!(rows[3], (Some(1.0), vec![(3, 0.5)]));
        assert_eq!(rows.len(), 4);
    }

    #[test]
    fn bad_lines_say_where_and_good_ones_survive() {
        let rows = read("1 1:1\n1 2:1 3:nan\n1 4:1\n", plain());
        assert_eq!(rows[1], Err("f:2: field 3 \"3:nan\": the value is not a finite number".into()));
        assert!(rows[0].is_ok() && rows[2].is_ok());
    }

    #[test]
    fn wide_indices_need_hashing() {
        let text = "1 1073741823:1\n1 1073741824:1\n1 18446744073709551615:1\n1 18446744073709551616:1\n1 00000000000000000000007:1\n";
        let rows = read(text, plain());
        assert_eq!(rows[0], Ok((Some(1.0), vec![(1 << 30, 1.0)])));
        assert!(rows[1].as_ref().unwrap_err().contains("too large"));
        assert!(rows[2].is_err() && rows[3].is_err());
        assert_eq!(rows[4], Ok((Some(1.0), vec![(8, 1.0)])));
        let hashed = read(text, Schema { bits: Some(10), ..plain() });
        assert!(hashed[2].is_ok() && hashed[3].is_err());
    }

    #[test]
    fn groups_and_ignored_numbers() {
        let mut schema =
            Schema { groups: vec!["3-4".into(), "bias".into()], ignore: vec!["5".into()], ..plain() };
        schema.bias = true;
        let batches = parse_bytes(b"1 2:1 3:1 5:1", "f", Some(Format::Svmlight), &mut schema).unwrap();
        let Some(Item::Example(example)) = batches[0].iter().next() else { panic!("an example") };
        assert_eq!(example.features.indices(), [0, 3, 4]);
        assert_eq!(example.features.groups(), [2, 0, 1]);
        assert!(example.bias);
    }

    /// A plus sign is read the long way.
    #[test]
    fn the_short_way_reads_what_the_long_one_does() {
        let values = [
            "1",
            "0",
            "12",
            "0.5",
            "3.25",
            "00012.500",
            "12345678",
            "0.1234567890123456",
            "7.00000001",
            "99999999.99999999",
        ];
        let mut short = String::new();
        for (k, value) in values.iter().enumerate() {
            let sign = if k % 3 == 0 { "-" } else { "" };
            short +=
                &format!("1 {}:1 {}:{sign}{value} 12345678:0.25 {}:{value}\n", k, 100 + k, 10_000_000 + k);
            short += &format!("1 {}:{sign}{value}\r\n-1 {k}:{value}#x 9:9\n1 {k}:{value}\t\n", 7 * k);
        }
        let rows = read(&short, plain());
        assert_eq!(rows.len(), 4 * values.len());
        let mut long = short.replace(":-", ":minus").replace(':', ":+").replace("+minus", "-");
        // Behind a minus sign there is no plus sign: a power of ten does it.
        long = long
            .lines()
            .map(|line| {
                line.split(' ')
                    .map(|word| {
                        if word.contains(":-") && !word.contains('#') {
                            word.trim_end().to_owned() + "e0"
                        } else {
                            word.to_owned()
                        }
                    })
                    .collect::<Vec<_>>()
                    .join(" ")
                    + "\n"
            })
            .collect();
        assert_eq!(read(&long, plain()), rows);
        assert_eq!(rows[4], Ok((Some(1.0), vec![(2, 1.0), (12_345_679, 0.25)])));
    }
}
