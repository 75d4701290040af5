//! What data that is no text starts with.
//!
//! | starts with | is |
//! |---|---|
//! | `PAR1` | Parquet |
//! | `ARROW1` | an Arrow file, also called Feather |
//! | four bytes 255 | a stream of Arrow messages |
//! | `FEA1` | Feather as it was before Arrow files, which nobody writes any more |
//! | `PK` and 3, 4 | a zip archive, which a workbook of Excel (.xlsx) is, too |
//! | 208, 207, 17, 224 | an older document of Office (.xls) |
//! | 137, `HDF` | HDF5 |
//! | `SQLite format 3` | a database |
//!
//! The last five are recognised to be refused with advice.

/// Data that is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Magic {
    Parquet,
    ArrowFile,
    ArrowStream,
    /// What is not read, and what to do about it.
    Refused(&'static str),
}

const FEATHER: &str = "Feather of version 1 is not read; write it again as version 2";
const ZIP: &str = "it is a zip archive: unpack it, or pipe its table in (unzip -p FILE | noregret ...); \
                   a workbook of Excel, which is one too, must be saved as CSV";
const OFFICE: &str = "it is a document of Office: save it as CSV";
const HDF: &str = "HDF5 is not read; write the table as Parquet or CSV";
const SQLITE: &str =
    "it is a database of SQLite: pipe a table in (sqlite3 -header -csv FILE 'select ...' | noregret ...)";

/// What the first bytes say.
#[derive(Debug, PartialEq)]
pub(crate) enum Said {
    Is(Magic),
    Text,
    NeedMore,
}

impl Magic {
    const ALL: [(Self, &[u8]); 8] = [
        (Self::Parquet, b"PAR1"),
        (Self::ArrowFile, b"ARROW1"),
        (Self::ArrowStream, b"\xff\xff\xff\xff"),
        (Self::Refused(FEATHER), b"FEA1"),
        (Self::Refused(ZIP), b"PK\x03\x04"),
        (Self::Refused(OFFICE), b"\xd0\xcf\x11\xe0"),
        (Self::Refused(HDF), b"\x89HDF\r\n"),
        (Self::Refused(SQLITE), b"SQLite format 3\0"),
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
            // Those that end in what no text has need no look at what follows.
            let printed = bytes.iter().all(u8::is_ascii_graphic);
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
            (b"FEA1\0", Said::Is(Magic::Refused(FEATHER))),
            (b"PK", Said::NeedMore),
            (b"PK,a", Said::Text),
            (b"PK\x03\x04", Said::Is(Magic::Refused(ZIP))),
            (b"\xd0\xcf\x11\xe0\xa1", Said::Is(Magic::Refused(OFFICE))),
            (b"\x89HDF\r\n\x1a\n", Said::Is(Magic::Refused(HDF))),
            (b"SQLite format 3\0", Said::Is(Magic::Refused(SQLITE))),
            (b"SQLite format 3, 4", Said::Text),
            (b"1 2:3", Said::Text),
        ] {
            assert_eq!(Magic::of(start), said, "{start:?}");
        }
    }
}
