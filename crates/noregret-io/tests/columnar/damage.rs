//! Files that are cut off, damaged, or not what they are called.

use super::table::*;
use noregret_io::{LabelKind, Schema, parse_bytes};
use parquet::basic::Compression;
use proptest::prelude::*;

const WHOLE: usize = 1 << 19;

fn outcome(bytes: &[u8], name: &str) -> Outcome {
    read(bytes, name, &roles(LabelKind::Binary), 1, WHOLE)
}

fn stored() -> Vec<(&'static str, Vec<u8>)> {
    let parts = batches(&mixed(600), 200);
    vec![
        ("f.parquet", parquet(&parts, Compression::SNAPPY, 200)),
        ("f.arrow", arrow_file(&parts)),
        ("f.arrows", arrow_stream(&parts)),
    ]
}

#[test]
fn what_is_cut_off_is_refused() {
    for (name, bytes) in stored() {
        for length in [4, 7, 9, 20, 1000, bytes.len() / 2, bytes.len() - 20] {
            let found = outcome(&bytes[..length], name);
            assert!(
                found.as_ref().is_err_and(|error| error.starts_with(name)),
                "{name}, {length}: {found:?}"
            );
        }
        assert!(outcome(b"", name).unwrap_err().contains("announced as"), "{name}");
    }
}

#[test]
fn what_is_damaged_has_its_row_group_and_column() {
    let parts = batches(&mixed(600), 600);
    let bytes = parquet(&parts, Compression::GZIP(Default::default()), 200);
    let file = {
        use parquet::file::reader::FileReader;
        parquet::file::reader::SerializedFileReader::new(bytes::Bytes::from(bytes.clone()))
            .unwrap()
            .metadata()
            .clone()
    };
    let column = file.row_group(1).column(6);
    let mut damaged = bytes.clone();
    let (start, length) = column.byte_range();
    damaged[(start + 40) as usize..(start + length) as usize].fill(0x5a);
    let error = outcome(&damaged, "f.parquet").unwrap_err();
    assert!(
        error.starts_with("f.parquet: row group 2, rows 201 to 400, column \"review\": the parquet data"),
        "{error}"
    );
}

#[test]
fn names_that_lie_are_refused() {
    let stored = stored();
    let (parquet, arrow) = (&stored[0].1, &stored[1].1);
    for (bytes, name, message) in [
        (&parquet[..], "f.csv", "announced as csv and looks like parquet"),
        (arrow, "f.parquet", "announced as parquet and looks like arrow"),
        (parquet, "f.feather", "announced as arrow and looks like parquet"),
        (b"y,x\n1,2\n", "f.parquet", "announced as parquet, and does not start"),
        (b"FEA1\0\0\0\0", "f.feather", "Feather of version 1 is not read"),
        (b"PK\x03\x04\x14\0\0\0", "f.csv.zip", "it is a zip archive"),
        (b"PK\x03\x04\x14\0\0\0", "f.xlsx", "saved as CSV"),
        (b"\x89HDF\r\n\x1a\n", "f.h5", "HDF5 is not read"),
        (b"SQLite format 3\0", "f.db", "sqlite3 -header -csv"),
    ] {
        let error = outcome(bytes, name).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn text_that_starts_like_it_is_text() {
    for text in ["PAR1,y\n1,2\n3,4\n", "ARROW1,y\n1,2\n3,4\n", "P,y\n1,2\n3,4\n"] {
        let mut schema = Schema::default();
        let rows: usize = parse_bytes(text.as_bytes(), "f.csv", None, &mut schema)
            .unwrap()
            .iter()
            .map(|batch| batch.len())
            .sum();
        assert_eq!(rows, 2, "{text}");
    }
}

/// Parquet within gzip, and from bytes, goes through a temporary file.
#[test]
fn whatever_it_comes_through() {
    use std::io::Write;
    for (name, bytes) in stored() {
        let wanted = outcome(&bytes, name).unwrap();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&bytes).unwrap();
        let packed = encoder.finish().unwrap();
        let found = outcome(&packed, &format!("{name}.gz")).unwrap();
        assert!(found.0 == wanted.0, "{name}");
        let cut = outcome(&packed[..packed.len() / 2], &format!("{name}.gz")).unwrap_err();
        assert!(cut.contains("the gzip data is cut off or damaged"), "{cut}");
        let mut schema = roles(LabelKind::Binary);
        let batches = parse_bytes(&bytes, name, None, &mut schema).unwrap();
        let seen: Vec<String> =
            batches.iter().flat_map(|batch| batch.iter()).map(|item| told(&item)).collect();
        assert!(seen == wanted.0, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// A byte changed anywhere is noticed, or changes some numbers, and never more than that.
    #[test]
    fn changed_bytes_never_hang_or_panic(which in 0usize..3, place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let (name, mut bytes) = stored().swap_remove(which);
        let place = place.index(bytes.len());
        bytes[place] = byte;
        let _ = parse_bytes(&bytes, name, None, &mut roles(LabelKind::Binary));
    }
}
