//! What data that is no text starts with.
//!
//! | starts with | is |
//! |---|---|
//! | `PAR1` | Parquet |
//! | `ARROW1` | an Arrow file, also called Feather |
//! | four bytes 255 | a stream of Arrow messages |
//! | `FEA1` | Feather as it was before Arrow files, which nobody writes any more |

/// Data that is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Magic {
    Parquet,
    ArrowFile,
    ArrowStream,
    OldFeather,
}

/// What the first bytes say.
#[derive(Debug, PartialEq)]
pub(crate) enum Said {
    Is(Magic),
    Text,
    NeedMore,
}

impl Magic {
    const ALL: [(Self, &[u8]); 4] = [
        (Self::Parquet, b"PAR1"),
        (Self::ArrowFile, b"ARROW1"),
        (Self::ArrowStream, b"\xff\xff\xff\xff"),
        (Self::OldFeather, b"FEA1"),
    ];

    /// What data is that starts so. A text may start with these letters too, and goes on as no binary file does: with another
    /// letter, or a sign that stands between fields.
    pub(crate) fn of(start: &[u8]) -> Said {
        let mut said = Said::Text;
        for (magic, bytes) in Self::ALL {
            let common = start.len().min(bytes.len());
            if start[..common] != bytes[..common] {
                continue;
            }
            let printed = bytes[0].is_ascii();
            match start.get(bytes.len()) {
                None if common == bytes.len() && !printed => return Said::Is(magic),
                None => said = Said::NeedMore,
                Some(next) if printed && text_goes_on(*next) => {}
                Some(_) => return Said::Is(magic),
            }
        }
        said
    }
}

/// Whether a name in a header, or a word, goes on or ends so. The first page of Parquet starts with the number of a Thrift field
/// (0x15), an Arrow file has a zero behind its name.
fn text_goes_on(next: u8) -> bool {
    next.is_ascii_graphic() || next.is_ascii_whitespace() || next >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_data_is_told_from_text() {
        for (start, said) in [
            (&b""[..], Said::NeedMore),
            (b"P", Said::NeedMore),
            (b"PAR1", Said::NeedMore),
            (b"PAR1\x15", Said::Is(Magic::Parquet)),
            (b"PAR1\0", Said::Is(Magic::Parquet)),
            (b"PAR1,PAR2,y\n", Said::Text),
            (b"PAR1\t", Said::Text),
            (b"PAR1\n", Said::Text),
            (b"PAR10", Said::Text),
            (b"ARROW1\0\0", Said::Is(Magic::ArrowFile)),
            (b"ARROW1;x", Said::Text),
            (b"\xff\xff\xff", Said::NeedMore),
            (b"\xff\xff\xff\xff", Said::Is(Magic::ArrowStream)),
            (b"\xff\xfea", Said::Text),
            (b"FEA1\0", Said::Is(Magic::OldFeather)),
            (b"1 2:3", Said::Text),
        ] {
            assert_eq!(Magic::of(start), said, "{start:?}");
        }
    }
}
