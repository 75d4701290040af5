//! VW text: `[label [weight]] [tag]|namespace[:scale] feature[:value] ... |namespace feature ...`.
//!
//! Blanks are spaces or tabs. The tag is the last word before the first `|`, either touching it or starting with
//! a quote mark. Without a label the example is only predicted; weight 0 holds it out. The whole name of a
//! namespace counts. Refused, where the original is silent: a lone number touching the `|` (it would be a tag, not
//! a label), a line without `|`, and initial predictions.

use crate::draft::drafter::Drafter;
use crate::error::Refusal;
use crate::error::fault::LineFault;
use crate::format::sniff;
use crate::text::number::{self, WINDOW};
use crate::text::pair::{self, Pair};
use crate::text::pairs::Stage;
use crate::text::scan;

/// Reads one line, the first so many bytes of a text, which is an example, nothing, or refused.
pub(crate) fn parse(text: &[u8], length: usize, number: u64, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    let line = &text[..length];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.iter().all(|&b| blank(b)) {
        return Ok(());
    }
    if memchr::memchr(0, line).is_some() {
        return Err(Refusal::line(LineFault::Nul));
    }
    let Some(bar) = memchr::memchr(b'|', line) else {
        return Err(Refusal::line(LineFault::NoBar { svmlight: sniff::is_svmlight(line) }));
    };
    let head = head(&line[..bar])?;
    rows.begin();
    features(text, bar, line.len(), head.words, rows)?;
    rows.settle(line);
    if !rows.context.rules.grams.is_empty() {
        grams(&line[bar..], rows);
    }
    rows.finish(number, head.label, head.weight, head.tag)
}

#[inline]
fn blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// What stands before the first bar.
struct Head<'a> {
    label: Option<&'a [u8]>,
    weight: f64,
    tag: &'a [u8],
    words: usize,
}

fn head(text: &[u8]) -> Result<Head<'_>, Box<Refusal>> {
    let mut words = [&b""[..]; 4];
    let mut count = 0;
    for word in text.split(|&b| blank(b)).filter(|word| !word.is_empty()) {
        if count == words.len() {
            return Err(Refusal::at(count + 1, word, LineFault::BeforeBar));
        }
        words[count] = word;
        count += 1;
    }
    let mut head = Head { label: None, weight: 1.0, tag: b"", words: count };
    let touches = text.last().is_some_and(|&b| !blank(b));
    let mut plain = &words[..count];
    if let [before @ .., last] = plain {
        let quoted = last.strip_prefix(b"'");
        if quoted.is_none() && touches && before.is_empty() && number::parse(last).is_ok() {
            return Err(Refusal::at(1, last, LineFault::LabelTouchesBar));
        }
        if touches || quoted.is_some() {
            head.tag = quoted.unwrap_or(last);
            plain = before;
        }
    }
    if let Some(place) = plain.iter().position(|word| word.starts_with(b"'")) {
        return Err(Refusal::at(place + 1, plain[place], LineFault::TagNotLast));
    }
    if let Some(third) = plain.get(2) {
        let base = number::parse(third).is_ok();
        let fault = if base { LineFault::InitialPrediction } else { LineFault::BeforeBar };
        return Err(Refusal::at(3, third, fault));
    }
    head.label = plain.first().copied();
    if let Some(text) = plain.get(1) {
        let weight = number::parse(text);
        head.weight =
            weight.map_err(|fault| Refusal::at(2, text, LineFault::Number { what: "weight", fault }))?;
        if head.weight < 0.0 {
            return Err(Refusal::at(2, text, LineFault::NegativeWeight));
        }
    }
    Ok(head)
}

/// Reads namespaces and their features, from the first bar to the end of the line.
fn features(
    text: &[u8],
    bar: usize,
    end: usize,
    words: usize,
    rows: &mut Drafter,
) -> Result<(), Box<Refusal>> {
    let (mut at, mut place, mut scale) = (bar, words, 1.0);
    while at < end {
        if let [b' ', b'0'..=b'9', ..] = text[at..] {
            let count = if scale == 1.0 { plain_numbers(text, &mut at, rows) } else { 0 };
            if count > 0 {
                place += count;
                continue;
            }
            if let Some((number, digits, value, past)) = numbered(text, at, end)
                && (scale * value).is_finite()
                && rows.number_at(number, at + 1, digits, scale * value)
            {
                (at, place) = (past, place + 1);
                continue;
            }
        }
        if let Some((stop, value, past)) = named(text, at, end)
            && (scale * value).is_finite()
        {
            rows.name_at(b'^', text, at + 1, stop, scale * value);
            (at, place) = (past, place + 1);
            continue;
        }
        let word = at;
        let first = text[word];
        if blank(first) {
            at += 1;
            continue;
        }
        place += 1;
        let opens = first == b'|';
        let start = word + usize::from(opens);
        let stop = name_end(text, start, end);
        let name = &text[start..stop];
        let mut value = 1.0;
        let valued = stop < end && text[stop] == b':';
        at = stop;
        if valued {
            (value, at) = match short_value(text, stop + 1, end) {
                Some(read) => read,
                None => {
                    let after = &text[stop + 1..end];
                    let length = after.iter().position(|&b| blank(b) || b == b'|').unwrap_or(after.len());
                    let (value, past) = (&after[..length], stop + 1 + length);
                    let value = parse_value(value, if opens { "scale" } else { "value" });
                    (value.map_err(|fault| Refusal::at(place, &text[word..past], fault))?, past)
                }
            };
        }
        if opens {
            if name.is_empty() && valued {
                return Err(Refusal::at(place, &text[word..at], LineFault::NoNamespace));
            }
            scale = value;
            rows.namespace_at(start, name);
            continue;
        }
        if name.is_empty() {
            return Err(Refusal::at(place, &text[word..at], LineFault::NoName));
        }
        let scaled = scale * value;
        if !scaled.is_finite() {
            return Err(Refusal::at(place, &text[word..at], LineFault::Sum));
        }
        rows.name_at(b'^', text, start, stop, scaled);
    }
    Ok(())
}

/// Adds the runs of features that stand together in a namespace, each of value 1, of a line whose features are all read.
#[cold]
fn grams(line: &[u8], rows: &mut Drafter) {
    let context = rows.context.clone();
    for space in line.split(|&b| b == b'|').skip(1) {
        let word = |word: &'_ [u8]| memchr::memchr(b':', word).unwrap_or(word.len());
        let mut words = space.split(|&b| blank(b));
        // What touches the bar is the namespace, if anything does.
        let namespace = words.next().map_or(&b""[..], |name| &name[..word(name)]);
        let names: Vec<&[u8]> =
            words.filter(|word| !word.is_empty()).map(|name| &name[..word(name)]).collect();
        rows.namespace(namespace, namespace);
        context.rules.grams.each(&names, |name| rows.name(b'^', name, 1.0));
    }
}

/// Adds features while their names are plain numbers and their own slots. Gives how many there were.
#[inline(never)]
fn plain_numbers(text: &[u8], at: &mut usize, rows: &mut Drafter) -> usize {
    let mut count = 0;
    while let Some((read, kept)) =
        rows.stage_names(text, at, |pair, window| plain(pair, window) && window[pair.length] != b'\r')
    {
        rows.admit_names(kept);
        count += read;
        if kept < Stage::SIZE {
            break;
        }
    }
    count
}

/// The feature after the blank at a place, if its name is a plain number: the number, its digits, its value, and the
/// place after it.
#[inline(always)]
fn numbered(text: &[u8], at: usize, end: usize) -> Option<(u64, usize, f64, usize)> {
    let window = text[at + 1..].first_chunk()?;
    let pair = pair::read(window)?;
    let past = at + 1 + pair.length;
    let fine = plain(&pair, window) && (past == end || text[past] != b'\r');
    fine.then_some((pair.number, pair.digits, pair.value, past))
}

/// A word of the commonest form behind the blank at a place: where its name ends, its value, and the place behind it.
#[inline(always)]
fn named(text: &[u8], at: usize, end: usize) -> Option<(usize, f64, usize)> {
    let [b' ', rest @ ..] = &text[at..] else { return None };
    let window = rest.first_chunk()?;
    if window[0] == b'|' {
        return None;
    }
    let scan::Marks { colon, end: length } = scan::word(window.first_chunk()?);
    let (size, past) = (colon.min(length), at + 1 + length);
    if size == 0 || !(matches!(window[length], b' ' | b'|') || past == end) {
        return None;
    }
    let value = if colon < length { number::narrow(window, colon + 1, length)? } else { 1.0 };
    Some((at + 1 + size, value, past))
}

/// Whether the number is written as numbers are, so that no other text means it.
#[inline(always)]
fn plain(pair: &Pair, window: &[u8; WINDOW]) -> bool {
    window[0] != b'0' || pair.digits == 1
}

/// Where the first blank, bar or colon stands, from a place on, or the line ends; eight bytes are looked at at once.
#[inline(always)]
fn name_end(text: &[u8], start: usize, end: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut place = start;
    while let Some(eight) = number::eight(&text[place..]) {
        // The highest bit of each byte that is at most a blank, a bar or a colon. Borrows may set bits of later bytes
        // wrongly, so only the first counts.
        let below = |word: u64, byte: u8| word.wrapping_sub(ONES * u64::from(byte)) & !word;
        let equal = |byte: u8| below(eight ^ (ONES * u64::from(byte)), 1);
        let found = (below(eight, b' ' + 1) | equal(b'|') | equal(b':')) & (ONES << 7);
        if found != 0 {
            place += found.trailing_zeros() as usize / 8;
            if matches!(text[place], b'|' | b':' | b' ') || place >= end {
                return place.min(end);
            }
            break;
        }
        place += 8;
    }
    // Control characters, and the last bytes of a text.
    let rest = text.get(place..end).unwrap_or_default();
    end.min(place) + rest.iter().position(|&b| blank(b) || b == b'|' || b == b':').unwrap_or(rest.len())
}

/// A value of the common form, and the place behind it.
#[inline(always)]
fn short_value(text: &[u8], start: usize, end: usize) -> Option<(f64, usize)> {
    let window = text.get(start..)?.first_chunk()?;
    let negative = window[0] == b'-';
    let (size, length) = number::near(window, usize::from(negative))?;
    let ends = start + length == end || matches!(window.get(length), Some(b' ' | b'\t' | b'|'));
    ends.then_some((if negative { -size } else { size }, start + length))
}

#[inline]
fn parse_value(text: &[u8], what: &'static str) -> Result<f64, LineFault> {
    number::parse(text).map_err(|fault| match text {
        [] => LineFault::NoValue,
        _ if text.contains(&b':') => LineFault::ManyColons,
        _ => LineFault::Number { what, fault },
    })
}

#[cfg(test)]
mod tests {
    use crate::pipeline::batch::Item;
    use crate::{Format, LabelKind, Labels, Schema, parse_bytes};

    type Row = (Option<f64>, f64, String, Vec<(String, f64)>);

    fn read(text: &str) -> Vec<Result<Row, String>> {
        let mut schema = Schema { bias: false, ..Schema::new(Labels::new(LabelKind::Real)) };
        let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Vw), &mut schema).unwrap();
        let items = batches.iter().flat_map(|batch| batch.iter());
        items
            .map(|item| match item {
                Item::Bad(error) => Err(error.to_string()),
                Item::Example(e) => {
                    let named = |(index, value)| (schema.names.get(index).unwrap().into_owned(), value);
                    let mut features: Vec<_> = e.features.iter().map(named).collect();
                    features.sort_by(|a, b| a.0.cmp(&b.0));
                    Ok((e.label, e.weight, String::from_utf8_lossy(e.tag).into_owned(), features))
                }
            })
            .collect()
    }

    fn one(text: &str) -> Row {
        let mut rows = read(text);
        assert_eq!(rows.len(), 1, "{text}");
        rows.remove(0).unwrap()
    }

    fn features(list: &[(&str, f64)]) -> Vec<(String, f64)> {
        list.iter().map(|(name, value)| (name.to_string(), *value)).collect()
    }

    #[test]
    fn labels_weights_and_tags() {
        assert_eq!(one("1 2.0 tag|a x"), (Some(1.0), 2.0, "tag".into(), features(&[("a^x", 1.0)])));
        assert_eq!(one("1 |a x"), (Some(1.0), 1.0, "".into(), features(&[("a^x", 1.0)])));
        assert_eq!(one("1\t|a\tx"), (Some(1.0), 1.0, "".into(), features(&[("a^x", 1.0)])));
        assert_eq!(one("-1 'tag | x\r\n"), (Some(-1.0), 1.0, "tag".into(), features(&[("x", 1.0)])));
        assert_eq!(one("1 0.5 'tag|a x").2, "tag");
        assert_eq!(one("'5|a x"), (None, 1.0, "5".into(), features(&[("a^x", 1.0)])));
        assert_eq!(one("t|a x"), (None, 1.0, "t".into(), features(&[("a^x", 1.0)])));
        assert_eq!(one("1 0 | x").1, 0.0);
        assert_eq!(one("|"), (None, 1.0, "".into(), vec![]));
        assert!(read("\n \t\n\r\n").is_empty());
    }

    #[test]
    fn namespaces_values_and_scales() {
        let wanted = features(&[("alpha^x", 1.0), ("alpine^x", -1.0), ("y", 3.0)]);
        assert_eq!(one("1 |alpha:0.5 x:2 |alpine x:-1 | y:3").3, wanted);
        assert_eq!(one("1 |a x:1 x:2 y:0").3, features(&[("a^x", 3.0)]));
        assert_eq!(one("1 |a x|b y").3, features(&[("a^x", 1.0), ("b^y", 1.0)]));
    }

    #[test]
    fn traps_are_refused() {
        for (text, message) in [
            ("1|a x", "field 1 \"1\": the label touches"),
            ("1 2 3 |a x", "field 3 \"3\": initial predictions"),
            ("1 2 3 t|a x", "initial predictions"),
            ("1 2 b 4 |a x", "unexpected text"),
            ("1 2 3 4 5 |a x", "unexpected text"),
            ("1 't 2 |a x", "the tag must come last"),
            ("1 -1 |a x", "the weight is negative"),
            ("1 inf |a x", "the weight is not a finite number"),
            ("|a x\n1 1:2 3:4", "there is no |"),
            ("1 |a x:", "field 3 \"x:\": there is no value"),
            ("1 |a x:b", "the value is not a number"),
            ("1 |a x:1:2", "more than one colon"),
            ("1 |a :1", "the feature has no name"),
            ("1 |a: x", "there is no value"),
            ("1 |:2 x", "scale but no name"),
            ("1 |a:1e300 x:1e300", "not finite"),
            ("1 |a x:1e308 x:1e308", "not finite"),
            ("x |a x", "the label is not a number"),
        ] {
            let error = read(text).pop().unwrap().unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn numbers_are_names_and_their_own_slots() {
        let mut schema = Schema { bias: false, ..Schema::new(Labels::new(LabelKind::Real)) };
        let text = "1 | 13:0.5 7 4194303:2 007:1\n1 |a 13:1 | 13:2 12:0 4194304:1\r\n1 |:2 5:0.25 6:-1.5\n";
        let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Vw), &mut schema);
        assert!(
            matches!(batches.unwrap()[0].iter().nth(2), Some(Item::Bad(_))),
            "a scale without a namespace"
        );
        let text =
            "1 | 13:0.5 7 4194303:2 007:1\n1 |a 13:1 | 13:2 12:0 4194304:1\r\n1 |b:2 5:1 | 5:0.25 6:-1.5\n";
        let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Vw), &mut schema).unwrap();
        let rows: Vec<Vec<(u32, f64)>> = batches[0]
            .iter()
            .map(|item| match item {
                Item::Example(e) => e.features.iter().collect(),
                Item::Bad(error) => panic!("{error}"),
            })
            .collect();
        let at = |row: usize, index: u32| rows[row].iter().find(|cell| cell.0 == index).map(|cell| cell.1);
        assert_eq!((at(0, 14), at(0, 8), at(0, 4_194_304)), (Some(0.5), Some(1.0), Some(2.0)));
        assert_eq!((at(1, 14), at(1, 13), rows[1].len()), (Some(2.0), None, 3));
        assert_eq!((at(2, 6), at(2, 7)), (Some(0.25), Some(-1.5)));
        for name in ["13", "7", "4194303", "007", "a^13", "4194304", "b^5", "6"] {
            assert!(schema.names.iter().any(|(_, shown)| shown == name), "{name}");
        }
        assert_eq!(schema.names.get(14).as_deref(), Some("13"));
    }

    /// Powers of ten are read the long way.
    #[test]
    fn the_short_way_reads_what_the_long_one_does() {
        let values =
            ["1", "0", "12", "0.5", "-3.25", "00012.500", "12345678", "-0.1234567890123456", "7.00000001"];
        let line = |k: usize| {
            let numbers = values
                .iter()
                .enumerate()
                .map(|(j, value)| format!("{}:{value}", (k * 7919 + j * 131) % 5_000_000));
            format!("1 |{} {}", ["", "a", ""][k % 3], numbers.collect::<Vec<_>>().join(" "))
        };
        let short: String = (0..60).map(|k| line(k) + ["\n", "\r\n", " |\n", "|b x\n"][k % 4]).collect();
        let word = |word: &str| {
            let power = if word.contains(':') { "e0" } else { "" };
            match word.split_once('|') {
                Some((pair, next)) if !pair.is_empty() => format!("{pair}{power}|{next}"),
                _ => format!("{word}{power}"),
            }
        };
        let long = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ") + "\n";
        let long: String = short.lines().map(long).collect();
        assert_eq!(read(&long), read(&short));
        assert!(read(&short).iter().all(Result::is_ok));
        assert_eq!(read("1 | 5:1\r6:2\n").len(), 1);
        assert!(read("1 | 5:1\r 6:2\n")[0].is_err(), "the end of a line is at its end");
    }
}
