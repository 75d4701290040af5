//! What format a text is in, from its first lines.
//!
//! An announced format is believed unless the first line clearly is another: silently training on a file of the
//! wrong format is the worst outcome of all. Without an announcement the first lines decide.

use crate::error::fault::NumberFault;
use crate::format::Format;
use crate::format::delimiter;
use crate::text::number;

/// How many lines are looked at when nothing is announced.
const LINES: usize = 100;

/// What the first lines say.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No complete line with text yet.
    NeedMore,
    /// The whole input is blank.
    Nothing,
    /// The format.
    Is(Format),
    /// The line looks like another format than announced.
    Mismatch { line: u64, looks: Format },
    /// No line tells.
    Unknown { line: u64 },
}

/// Judges the start of an input; `last` says that nothing follows.
pub(crate) fn judge(announced: Option<Format>, block: &[u8], last: bool) -> Verdict {
    let mut lines = block.split(|&b| b == b'\n').enumerate().peekable();
    let mut first = None;
    let (mut seen, mut end) = (0, 0);
    while let Some((place, line)) = lines.next() {
        end += line.len() + 1;
        let complete = last || lines.peek().is_some();
        let comment = match line.first() {
            Some(b'#') => matches!(announced, None | Some(Format::Svmlight)),
            Some(b'%') => matches!(announced, None | Some(Format::Arff)),
            _ => false,
        };
        if !complete || comment || line.trim_ascii().is_empty() {
            continue;
        }
        let (line_number, line) = (place as u64 + 1, line.trim_ascii());
        if let Some(announced) = announced {
            return match contradicts(announced, line) {
                Some(looks) => Verdict::Mismatch { line: line_number, looks },
                None => Verdict::Is(announced),
            };
        }
        if piped(line) && first.is_none() {
            // A table or VW text: the next line tells.
            let rest = &block[block.len().min(end)..];
            let next = rest.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
            let whole = last || memchr::memchr(b'\n', rest.trim_ascii_start()).is_some();
            match next {
                _ if !whole => return Verdict::NeedMore,
                Some(next) if piped(next) && bars(next) == bars(line) => return Verdict::Is(Format::Csv),
                _ => {}
            }
        }
        if let Some(format) = resembles(line) {
            return Verdict::Is(format);
        }
        first.get_or_insert(line_number);
        seen += 1;
        if seen == LINES {
            break;
        }
    }
    match (first, last) {
        (Some(_), _) if (last || seen == LINES) && delimiter::spaced(block, last) => Verdict::Is(Format::Csv),
        (Some(line), _) if last || seen == LINES => Verdict::Unknown { line },
        (None, true) => Verdict::Nothing,
        _ => Verdict::NeedMore,
    }
}

/// What a text is that has no lines as they are read here, in words with what to do about it; none of an ordinary one, or of one that does not tell yet. Only
/// its first bytes tell, so that nothing depends on how it arrives.
pub(crate) fn unreadable(block: &[u8], last: bool) -> Option<&'static str> {
    let start = &block[..block.len().min(WIDE)];
    if may_be_wide(block) && (last || start.len() == WIDE) {
        let low = usize::from(start[0] == 0);
        let wide = start.len() >= 8 && start.chunks_exact(2).all(|pair| pair[1 - low] == 0 && pair[low] != 0);
        match (wide, low) {
            (true, 0) => {
                return Some(
                    "this looks like UTF-16 without a byte order mark; convert it: iconv -f UTF-16LE -t UTF-8",
                );
            }
            (true, _) => {
                return Some(
                    "this looks like UTF-16 without a byte order mark; convert it: iconv -f UTF-16BE -t UTF-8",
                );
            }
            (false, _) => {}
        }
    }
    let start = &block[..block.len().min(OLD)];
    if memchr::memchr(b'\n', start).is_none() && (last || start.len() == OLD) {
        let lines = start.trim_ascii_end();
        // Within quotes it may be part of a field.
        let outside = |place: usize| memchr::memchr_iter(b'"', &lines[..place]).count().is_multiple_of(2);
        if memchr::memchr(b'\r', lines).is_some_and(outside) {
            return Some("its lines end with CR alone; end them with LF: tr '\\r' '\\n'");
        }
    }
    None
}

/// Whether a text may turn out to be UTF-16 without a mark: a zero byte is one of the first two.
pub(crate) fn may_be_wide(block: &[u8]) -> bool {
    block.len() >= 2 && (block[0] == 0) != (block[1] == 0)
}

/// How many bytes tell UTF-16, and how many without an LF that lines end otherwise.
pub(crate) const WIDE: usize = 64;
const OLD: usize = 1 << 16;

/// The format a line resembles.
fn resembles(line: &[u8]) -> Option<Format> {
    let has = |byte| memchr::memchr(byte, line).is_some();
    if is_json(line) {
        Some(Format::Jsonl)
    } else if is_svmlight(line) {
        Some(Format::Svmlight)
    } else if is_vw(line) || (has(b'|') && !has(b'\t') && !has(b',')) {
        Some(Format::Vw)
    } else if is_arff(line) {
        Some(Format::Arff)
    } else if line[0] == b'[' || line[0] == b'{' {
        None
    } else if has(b'\t') {
        Some(Format::Tsv)
    } else {
        (has(b',') || has(b';')).then_some(Format::Csv)
    }
}

/// A keyword that ARFF starts with.
fn is_arff(line: &[u8]) -> bool {
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    [&b"@relation"[..], b"@attribute"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword))
}

/// Fields between bars, as in a table: two bars at least, none at the start, no blanks beside them.
fn piped(line: &[u8]) -> bool {
    let beside = |pair: &[u8]| matches!(pair, [b'|', b' ' | b'\t'] | [b' ' | b'\t', b'|']);
    bars(line) >= 2 && !line.starts_with(b"|") && !line.windows(2).any(beside)
}

fn bars(line: &[u8]) -> usize {
    memchr::memchr_iter(b'|', line).count()
}

/// The other format a line clearly is in.
fn contradicts(announced: Format, line: &[u8]) -> Option<Format> {
    let looks = resembles(line).filter(|looks| *looks != announced)?;
    let has = |byte| memchr::memchr(byte, line).is_some();
    let first = line.split(|b| b",\t".contains(b)).next().unwrap_or_default();
    let heading = number::parse(first.trim_ascii()) == Err(NumberFault::NotNumber);
    let clearly = match (announced, looks) {
        // What stands between fields is found later.
        (Format::Csv, Format::Tsv) | (Format::Tsv, Format::Csv) => false,
        (Format::Csv | Format::Tsv, Format::Vw) => is_vw(line) && !piped(line),
        (Format::Csv | Format::Tsv, Format::Arff) => true,
        (Format::Arff, _) => !line.starts_with(b"@"),
        (Format::Svmlight, Format::Csv | Format::Tsv) => heading && !has(b':'),
        (Format::Vw, Format::Csv | Format::Tsv) => heading && !has(b'|'),
        (Format::Jsonl, Format::Csv | Format::Tsv) => heading && !line.iter().any(|b| b"{}[]:".contains(b)),
        (_, Format::Vw) => is_vw(line),
        _ => true,
    };
    clearly.then_some(looks)
}

/// An object: a brace, then a key or the closing brace.
fn is_json(line: &[u8]) -> bool {
    let inside = line.strip_prefix(b"{").map(|rest| rest.trim_ascii_start());
    inside.is_some_and(|inside| inside.starts_with(b"\"") || inside.starts_with(b"}"))
}

/// A label, or several, then at least one `index:`.
pub(crate) fn is_svmlight(line: &[u8]) -> bool {
    let line = memchr::memchr(b'#', line).map_or(line, |comment| &line[..comment]);
    let mut words = line.split(|b| b.is_ascii_whitespace()).filter(|word| !word.is_empty()).peekable();
    let feature = |word: &[u8]| {
        let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
        (digits > 0 && word.get(digits) == Some(&b':')) || word.starts_with(b"qid:")
    };
    let number = |text: &[u8]| number::parse(text) != Err(NumberFault::NotNumber);
    if words.peek().is_some_and(|word| word.split(|&b| b == b',').all(number)) {
        words.next();
    }
    words.peek().is_some() && words.all(feature)
}

/// A bar at the start, or after a number or a quoted tag.
fn is_vw(line: &[u8]) -> bool {
    let Some(bar) = memchr::memchr(b'|', line) else { return false };
    let mut words = line[..bar].split(|b| b.is_ascii_whitespace()).filter(|word| !word.is_empty());
    words
        .next()
        .is_none_or(|first| first.starts_with(b"'") || number::parse(first) != Err(NumberFault::NotNumber))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_lines_are_known() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        assert!(unreadable(&wide("y,a\n1,2\n"), true).unwrap().contains("UTF-16LE"));
        assert!(unreadable(&big("y,a\n1,2\n"), true).unwrap().contains("UTF-16BE"));
        assert!(unreadable(&wide("y,a\n1,2\n"), false).is_none(), "too little");
        assert!(unreadable(b"y,a\r1,2\r0,3", true).unwrap().contains("CR alone"));
        assert!(unreadable("y,a\r1,2\r".repeat(9000).as_bytes(), false).is_some());
        for text in ["", "y,a", "y,a\r", "y,a\r\n1,2\r\n", "y,\"a\rb\"", "y\0a\n", "\0"] {
            assert_eq!(unreadable(text.as_bytes(), true), None, "{text:?}");
        }
        assert_eq!(unreadable(b"y,a\r1,2\r0,3", false), None);
    }

    #[test]
    fn formats_are_recognised() {
        for (text, format) in [
            ("1 1:2 3:4\n", Format::Svmlight),
            ("# comment\n\n+1 qid:3 3:4\n", Format::Svmlight),
            ("1\n1 2:3\n", Format::Svmlight),
            ("1:2 3:4\n", Format::Svmlight),
            ("1 1.0 tag|a x:1\n", Format::Vw),
            ("|a x,y\n", Format::Vw),
            ("tag|a x\n", Format::Vw),
            ("1|a x\n", Format::Vw),
            ("label,a,b\n", Format::Csv),
            ("a|b,c\n", Format::Csv),
            ("label\ta,x\tb\n", Format::Tsv),
            (" {\"label\": 1, \"a|b\": 2}\n", Format::Jsonl),
            ("{}", Format::Jsonl),
            ("% a comment\n\n@RELATION r\n", Format::Arff),
            ("@attribute a real\n", Format::Arff),
            ("a;b\n1;2\n", Format::Csv),
            ("a|b|c\n1|2|3\n", Format::Csv),
            ("1|2|3\n1|2|3\n", Format::Csv),
            ("1|2|3\n", Format::Vw),
            ("tag|a x|b y\ntag |a x\n", Format::Vw),
            ("A11 6 A34 1169\nA12 48 A32 5951\n", Format::Csv),
        ] {
            assert_eq!(judge(None, text.as_bytes(), true), Verdict::Is(format), "{text}");
            assert_eq!(judge(Some(format), text.as_bytes(), true), Verdict::Is(format), "{text}");
        }
        assert_eq!(judge(None, b"a|b|c\n1|2", false), Verdict::NeedMore);
        assert_eq!(judge(None, b"a|b|c\n1|2|3\n", false), Verdict::Is(Format::Csv));
    }

    #[test]
    fn clear_contradictions_are_named() {
        for (announced, text, looks) in [
            (Format::Vw, "1 1:2\n", Format::Svmlight),
            (Format::Svmlight, "1 |a x\n", Format::Vw),
            (Format::Svmlight, "label,a\n", Format::Csv),
            (Format::Csv, "1 1:2\n", Format::Svmlight),
            (Format::Csv, "@relation r\n", Format::Arff),
            (Format::Arff, "label,a\n", Format::Csv),
            (Format::Arff, "1 |a x\n", Format::Vw),
            (Format::Csv, "{\"a\": 1}\n", Format::Jsonl),
            (Format::Jsonl, "1 |a x\n", Format::Vw),
            (Format::Jsonl, "label,a\n", Format::Csv),
            (Format::Vw, "label\ta\n", Format::Tsv),
        ] {
            let verdict = judge(Some(announced), text.as_bytes(), true);
            assert_eq!(verdict, Verdict::Mismatch { line: 1, looks }, "{text}");
        }
        for (announced, text) in [
            (Format::Svmlight, "1,2 3:4\n"),
            (Format::Svmlight, "1,2\n"),
            (Format::Jsonl, "[1,2]\n"),
            (Format::Csv, "label\ta\n"),
            (Format::Tsv, "label,a\n"),
            (Format::Csv, "1|2|3\n"),
        ] {
            assert_eq!(judge(Some(announced), text.as_bytes(), true), Verdict::Is(announced), "{text}");
        }
    }

    #[test]
    fn waits_for_a_whole_line() {
        assert_eq!(judge(None, b"\n\n1 1:", false), Verdict::NeedMore);
        assert_eq!(judge(Some(Format::Vw), b"", false), Verdict::NeedMore);
        assert_eq!(judge(None, b" \n", true), Verdict::Nothing);
        assert_eq!(judge(None, b"", true), Verdict::Nothing);
        assert_eq!(judge(None, b"hello\n", true), Verdict::Unknown { line: 1 });
        assert_eq!(judge(None, b"hello\n", false), Verdict::NeedMore);
    }
}
