//! VW text: `[label [weight]] [tag]|namespace[:scale] feature[:value] ... |namespace feature ...`.
//!
//! Blanks are spaces or tabs. The tag is the last word before the first `|`, either touching it or starting with
//! a quote mark. Without a label the example is only predicted; weight 0 holds it out. The whole name of a
//! namespace counts. Refused, where the original is silent: a lone number touching the `|` (it would be a tag, not
//! a label), a line without `|`, and initial predictions.

use crate::drafter::Drafter;
use crate::error::Refusal;
use crate::fault::LineFault;
use crate::number;
use crate::sniff;

/// Reads one line, which is an example, nothing, or refused.
pub(crate) fn parse(line: &[u8], number: u64, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
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
    features(&line[bar..], head.words, rows)?;
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

/// Reads namespaces and their features, from the first bar on.
fn features(mut rest: &[u8], words: usize, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    let mut place = words;
    let mut scale = 1.0;
    while let Some(&first) = rest.first() {
        if blank(first) {
            rest = &rest[1..];
            continue;
        }
        place += 1;
        let opens = first == b'|';
        let word = rest;
        let text = &rest[usize::from(opens)..];
        let length = name_length(text);
        let name = &text[..length];
        rest = &text[length..];
        let mut value = 1.0;
        let valued = rest.first() == Some(&b':');
        if valued {
            let after = &rest[1..];
            let length;
            (value, length) = match number::leading(after, |b| blank(b) || b == b'|') {
                Some(read) => read,
                None => {
                    let length = after.iter().position(|&b| blank(b) || b == b'|').unwrap_or(after.len());
                    let value = parse_value(&after[..length], if opens { "scale" } else { "value" });
                    let word = &word[..word.len() - (after.len() - length)];
                    (value.map_err(|fault| Refusal::at(place, word, fault))?, length)
                }
            };
            rest = &after[length..];
        }
        let word = &word[..word.len() - rest.len()];
        if opens {
            if name.is_empty() && valued {
                return Err(Refusal::at(place, word, LineFault::NoNamespace));
            }
            scale = value;
            rows.namespace(name, name);
            continue;
        }
        if name.is_empty() {
            return Err(Refusal::at(place, word, LineFault::NoName));
        }
        let scaled = scale * value;
        if !scaled.is_finite() {
            return Err(Refusal::at(place, word, LineFault::Sum));
        }
        rows.name('^', name, scaled);
    }
    Ok(())
}

/// How many bytes stand before the first blank, bar or colon; eight are looked at at once.
#[inline]
fn name_length(text: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // The highest bit of each byte that is equal, up to the first; beyond it there may be errors.
    let equal = |word: u64, byte: u8| {
        let differs = word ^ (ONES * u64::from(byte));
        differs.wrapping_sub(ONES) & !differs & (ONES << 7)
    };
    let mut place = 0;
    while let Some(word) = number::eight(&text[place..]) {
        let found = equal(word, b' ') | equal(word, b'\t') | equal(word, b'|') | equal(word, b':');
        if found != 0 {
            return place + found.trailing_zeros() as usize / 8;
        }
        place += 8;
    }
    let rest = &text[place..];
    place + rest.iter().position(|&b| blank(b) || b == b'|' || b == b':').unwrap_or(rest.len())
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
    use crate::batch::Item;
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
                    let named = |(index, value)| (schema.names.get(index).unwrap().to_owned(), value);
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
}
