//! UTF-16 as UTF-8: what spreadsheets save as "Unicode text", known by its byte order mark.
//!
//! Half a character at the end of what has been read waits for its other half. A surrogate without its partner becomes
//! U+FFFD, as everywhere.

/// A text in UTF-16, on its way to UTF-8.
#[derive(Debug, Default)]
pub(crate) struct Utf16 {
    /// Whether the higher byte comes first.
    big: bool,
    /// Bytes that are not a whole character yet.
    left: Vec<u8>,
    /// What is decoded and not handed over, from a place on.
    ready: Vec<u8>,
    place: usize,
}

/// What the first bytes of a text say.
#[derive(Debug, PartialEq)]
pub(crate) enum Mark {
    /// UTF-16, the higher byte first or last.
    Utf16 { big: bool },
    /// No byte order mark of UTF-16.
    Other,
    /// One more byte is needed.
    Half,
}

/// Looks for a byte order mark.
pub(crate) fn mark(start: &[u8]) -> Mark {
    match start {
        [0xff, 0xfe, ..] => Mark::Utf16 { big: false },
        [0xfe, 0xff, ..] => Mark::Utf16 { big: true },
        [0xff | 0xfe] => Mark::Half,
        _ => Mark::Other,
    }
}

impl Utf16 {
    /// A text whose mark has been read.
    pub(crate) fn new(big: bool) -> Self {
        Self { big, ..Self::default() }
    }

    /// Takes more bytes; `last` says that there are no more.
    pub(crate) fn feed(&mut self, bytes: &[u8], last: bool) {
        self.left.extend_from_slice(bytes);
        let pairs = self.left.chunks_exact(2);
        let half = !pairs.remainder().is_empty();
        let unit = |pair: &[u8]| {
            let pair = [pair[0], pair[1]];
            if self.big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
        };
        let mut units: Vec<u16> = pairs.map(unit).collect();
        // The first half of a pair of surrogates waits for the second.
        let waits = !last && units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit));
        if waits {
            units.pop();
        }
        let mut buffer = [0; 4];
        for letter in char::decode_utf16(units.iter().copied()) {
            let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.ready.extend_from_slice(letter.encode_utf8(&mut buffer).as_bytes());
        }
        self.left.drain(..2 * units.len());
        if last && half {
            self.left.clear();
            self.ready.extend_from_slice("\u{fffd}".as_bytes());
        }
    }

    /// Hands over what is decoded, as far as it fits.
    pub(crate) fn take(&mut self, buffer: &mut [u8]) -> usize {
        let count = buffer.len().min(self.ready.len() - self.place);
        buffer[..count].copy_from_slice(&self.ready[self.place..self.place + count]);
        self.place += count;
        if self.place == self.ready.len() {
            self.ready.clear();
            self.place = 0;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encoded(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16()
            .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
            .collect()
    }

    fn decoded(bytes: &[u8], big: bool, step: usize, room: usize) -> Vec<u8> {
        let (mut utf16, mut all, mut buffer) = (Utf16::new(big), Vec::new(), vec![0; room]);
        let mut drain = |utf16: &mut Utf16| loop {
            match utf16.take(&mut buffer) {
                0 => break,
                read => all.extend_from_slice(&buffer[..read]),
            }
        };
        for chunk in bytes.chunks(step) {
            utf16.feed(chunk, false);
            drain(&mut utf16);
        }
        utf16.feed(b"", true);
        drain(&mut utf16);
        all
    }

    proptest! {
        #[test]
        fn any_text_in_any_pieces(text in ".{0,40}", big in any::<bool>(), step in 1usize..9, room in 1usize..9) {
            prop_assert_eq!(decoded(&encoded(&text, big), big, step, room), text.as_bytes());
        }
    }

    #[test]
    fn halves_are_replaced() {
        assert_eq!(decoded(&[0x3d, 0xd8, b'a', 0], false, 1, 3), "\u{fffd}a".as_bytes());
        assert_eq!(decoded(&[0x3d, 0xd8], false, 1, 3), "\u{fffd}".as_bytes());
        assert_eq!(decoded(b"a\0b", false, 2, 3), "a\u{fffd}".as_bytes());
    }

    #[test]
    fn marks() {
        assert_eq!(
            [mark(b""), mark(b"a"), mark(b"\xff"), mark(b"\xffx")],
            [Mark::Other, Mark::Other, Mark::Half, Mark::Other]
        );
        assert_eq!(mark(b"\xff\xfea"), Mark::Utf16 { big: false });
        assert_eq!(mark(b"\xfe\xff"), Mark::Utf16 { big: true });
    }
}
