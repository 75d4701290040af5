//! A small buffer between a line and the arena: up to 64 numbered features are read into it before any is appended, so
//! that capacity and order are checked once for all of them.

use crate::schema::index::index_of;
use crate::text::number::WINDOW;
use crate::text::pair::{self, Pair};

/// The buffer.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) indices: [u32; Stage::SIZE],
    pub(crate) values: [f64; Stage::SIZE],
}

impl Default for Stage {
    fn default() -> Self {
        Self { indices: [0; Self::SIZE], values: [0.0; Self::SIZE] }
    }
}

impl Stage {
    /// How many features there is room for.
    pub(crate) const SIZE: usize = 64;

    /// Reads ` number:value` pairs from `text[*at..]` while they have the common form and `wanted` agrees, until the
    /// buffer is full. Moves `at` behind the last one. Gives how many were read and how many were kept: zeros are not.
    #[inline(always)]
    pub(crate) fn fill(
        &mut self,
        text: &[u8],
        at: &mut usize,
        wanted: impl Fn(&Pair, &[u8; WINDOW]) -> bool,
    ) -> (usize, usize) {
        let mut rest = &text[*at..];
        let (mut kept, mut zeros) = (0, 0);
        while kept < Self::SIZE
            && let [b' ' | b'\t', window @ ..] = rest
            && let Some(window) = window.first_chunk()
        {
            if let Some(pair) = pair::narrow(window)
                && wanted(&pair, window)
            {
                self.put(kept, &pair);
                kept += 1;
                rest = &rest[1 + pair.length..];
            } else if let Some(pair) = pair::wide(window)
                && wanted(&pair, window)
            {
                self.put(kept, &pair);
                kept += usize::from(pair.value != 0.0);
                zeros += usize::from(pair.value == 0.0);
                rest = &rest[1 + pair.length..];
            } else {
                break;
            }
        }
        *at = text.len() - rest.len();
        (kept + zeros, kept)
    }

    #[inline(always)]
    fn put(&mut self, place: usize, pair: &Pair) {
        // At most eight digits: far below the largest index.
        (self.indices[place], self.values[place]) = (index_of(pair.number as u32), pair.value);
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::Draw;
    use crate::pipeline::batch::Item;
    use crate::{Format, LabelKind, Labels, Schema, parse_bytes};

    impl Draw {
        fn digits(&mut self, most: usize) -> String {
            (0..self.next(most + 1)).map(|_| char::from(b'0' + self.next(10) as u8)).collect()
        }

        /// A feature that is often of the common form, and else nearly.
        fn feature(&mut self) -> String {
            let most = [10, 1000, 2_000_000, 200_000_000][self.next(4)];
            let number = self.next(most).to_string();
            let value = match self.next(8) {
                0 => ["1", "0", "-0.0", "12", "-7", "0.000", "1.", ".5"][self.next(8)].to_owned(),
                1 => self.digits(9) + "." + &self.digits(17),
                _ => ["", "", "-"][self.next(3)].to_owned() + "0." + &self.digits(8),
            };
            let mut text = (number + ":" + &value).into_bytes();
            if self.next(12) == 0 {
                let place = self.next(text.len());
                text[place] = b"0.:-+e#|x\t\r 9"[self.next(13)];
            }
            text.into_iter().map(char::from).collect()
        }
    }

    /// The lines of a text as shown examples or errors, without line numbers. Without names where different names may
    /// share a slot. A first line that leaves no doubt about the format is put in front.
    fn read(text: &str, format: Format, names: bool) -> Vec<String> {
        let text = [if format == Format::Vw { "1 | a\n" } else { "1 1:1\n" }, text].concat();
        let mut schema = Schema::new(Labels::new(LabelKind::Real));
        let batches = parse_bytes(text.as_bytes(), "f", Some(format), &mut schema).unwrap();
        let show = |item| match item {
            Item::Bad(error) => error.to_string().split_once(": ").unwrap().1.to_owned(),
            Item::Example(e) => {
                let name = |index| schema.names.get(index).filter(|_| names).unwrap_or_default().into_owned();
                let cells = e.features.iter().map(|(index, value)| (index, name(index), value.to_bits()));
                format!("{:?} {:?}", e.label, cells.collect::<Vec<_>>())
            }
        };
        batches.iter().flat_map(|batch| batch.iter()).skip(1).map(show).collect()
    }

    /// A text shorter than a window never takes the fast way: lines read one by one and all together must agree.
    #[test]
    fn short_lines_are_read_as_with_care() {
        let mut draw = Draw(3);
        for (format, head) in [(Format::Svmlight, "1"), (Format::Vw, "1 |"), (Format::Vw, "1 |a")] {
            let mut lines = Vec::new();
            while lines.len() < 30_000 {
                let blank = [" ", " ", " ", "\t", "  "][draw.next(5)];
                let words: Vec<String> = (0..1 + draw.next(3)).map(|_| draw.feature()).collect();
                let end = ["", "", "", "\r", " ", "|b x", " # 1:2"][draw.next(7)];
                let line = format!("{head} {}{end}\n", words.join(blank));
                if line.len() <= 40 {
                    lines.push(line);
                }
            }
            let together = read(&lines.concat(), format, false);
            let alone: Vec<String> = lines.iter().flat_map(|line| read(line, format, false)).collect();
            assert_eq!(together.len(), alone.len());
            for ((line, short), long) in lines.iter().zip(&together).zip(&alone) {
                assert_eq!(short, long, "{line:?}");
            }
        }
    }

    /// Lines of many features, of which one may be refused, hold what lines of one each do.
    #[test]
    fn long_lines_are_read_as_with_care() {
        let mut draw = Draw(4);
        for (format, head, fields) in [(Format::Svmlight, "1", 2), (Format::Vw, "1 |", 3)] {
            let (mut fine, mut refused) = (0, 0);
            for _ in 0..300 {
                let count = draw.next(200);
                let words: Vec<String> = (0..count)
                    .map(|k| {
                        let value =
                            draw.feature().split_once(':').map_or_else(String::new, |pair| pair.1.into());
                        let odd = value.is_empty() || value.contains([' ', '\t', '\r', '#', '|']);
                        let value = if odd || draw.next(5) > 0 {
                            "0.".to_owned() + &draw.digits(5) + "1"
                        } else {
                            value
                        };
                        format!("{}:{value}", 7 + 3 * k)
                    })
                    .collect();
                let whole = read(&format!("{head} {}\n{}", words.join(" "), "1\n".repeat(30)), format, true);
                let alone: Vec<String> =
                    words.iter().flat_map(|word| read(&format!("{head} {word}\n"), format, true)).collect();
                let bad = alone.iter().position(|shown| shown.starts_with("field"));
                if let Some(bad) = bad {
                    let wanted = alone[bad].replacen(
                        &format!("field {fields} "),
                        &format!("field {} ", fields + bad),
                        1,
                    );
                    assert_eq!(whole[0], wanted);
                    refused += 1;
                    continue;
                }
                // Each alone has the bias in front of it.
                let bias = read(&format!("{head}\n"), format, true).remove(0);
                let mut wanted = bias.trim_end_matches(']').to_owned();
                for shown in &alone {
                    wanted += shown.strip_prefix(bias.trim_end_matches(']')).unwrap().trim_end_matches(']');
                }
                assert_eq!(whole[0], wanted + "]");
                fine += 1;
            }
            assert!(fine > 20 && refused > 20, "{fine} {refused}");
        }
    }
}
