//! However a table is written, it is the same table.

use super::table::*;
use noregret_io::{ColumnKind, LabelKind, Labels, Schema};
use parquet::basic::{Compression, GzipLevel, ZstdLevel};

/// What CSV knows of its commas, and what is said of the table, may differ.
fn bare((seen, schema): (Vec<String>, Schema)) -> (Vec<String>, Schema) {
    let mut schema = Schema { remarks: Vec::new(), ..schema };
    schema.dialect.as_mut().unwrap().found = None;
    (seen, schema)
}

const WHOLE: usize = 1 << 19;

/// Holds that every other way to write a table gives what its CSV file gives.
fn all_alike(columns: &[Written], schema: &Schema) -> (Vec<String>, Schema) {
    let wanted = bare(read(csv(columns).as_bytes(), "f.csv", schema, 1, WHOLE).unwrap());
    let packed = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::LZ4_RAW,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
    ];
    for (compression, rows) in packed.into_iter().zip([700, 64, 5000, 1, 333]) {
        let bytes = parquet(&batches(columns, 900), compression, rows.max(columns[0].cells.len() / 20));
        for (threads, block) in [(1, WHOLE), (3, 1000)] {
            let found = bare(read(&bytes, "f.parquet", schema, threads, block).unwrap());
            assert!(found == wanted, "{compression}, {threads} threads");
        }
    }
    for rows in [1, 100, 5000] {
        let parts = batches(columns, rows.max(columns[0].cells.len() / 50));
        for (name, bytes) in [("f.feather", arrow_file(&parts)), ("f.arrows", arrow_stream(&parts))] {
            assert!(bare(read(&bytes, name, schema, 1, WHOLE).unwrap()) == wanted, "{name}, {rows}");
            assert!(bare(read(&bytes, "data", schema, 2, 4096).unwrap()) == wanted, "no extension, {rows}");
        }
        assert!(bare(handed(&parts, schema).unwrap()) == wanted, "handed over, {rows}");
        assert!(bare(pushed(&parts, schema).unwrap()) == wanted, "pushed, {rows}");
    }
    wanted
}

#[test]
fn every_kind_of_column() {
    for rows in [1, 2, 999, 1000, 1001, 3000] {
        let (seen, schema) = all_alike(&mixed(rows), &roles(LabelKind::Binary));
        assert_eq!(seen.len(), rows);
        if rows >= 999 {
            let kinds: Vec<ColumnKind> = schema.columns.values().copied().collect();
            assert_eq!(kinds.len(), 9, "{kinds:?}");
            assert!(kinds.contains(&ColumnKind::Text) && kinds.contains(&ColumnKind::Category));
            assert_eq!(kinds.iter().filter(|kind| matches!(kind, ColumnKind::Date(_))).count(), 2);
            assert_eq!(schema.columns["price"], ColumnKind::Numeric);
        }
    }
}

#[test]
fn under_every_option() {
    let columns = mixed(1500);
    let with = |change: &dyn Fn(&mut Schema)| {
        let mut schema = roles(LabelKind::Binary);
        change(&mut schema);
        all_alike(&columns, &schema);
    };
    with(&|schema| schema.bits = Some(5));
    with(&|schema| (schema.keep_names, schema.bias) = (false, false));
    with(&|schema| schema.groups = vec!["city".into(), "x".into(), "at".into(), "flag".into()]);
    with(&|schema| schema.ignore = vec!["2-3".into(), "review".into(), "shop".into()]);
    with(&|schema| schema.keep = vec!["n".into(), "day".into(), "shop".into()]);
    with(&|schema| {
        schema.columns = [("n".into(), ColumnKind::Category), ("review".into(), ColumnKind::Category)].into()
    });
    with(&|schema| {
        schema.columns = [("shop".into(), ColumnKind::Text), ("day".into(), ColumnKind::Category)].into()
    });
    with(&|schema| {
        let dialect = schema.dialect.get_or_insert_default();
        dialect.missing = Some(vec!["Oslo".into(), "shop 7".into(), "x".into()]);
        (dialect.ngram, dialect.skips) = (2, 1);
    });
    with(&|schema| schema.crosses.interactions = vec!["shop*flag".parse().unwrap(), "x*x".parse().unwrap()]);
}

#[test]
fn labels_of_every_kind() {
    let columns = mixed(1200);
    for (label, kind) in [
        ("x", LabelKind::Real),
        ("n", LabelKind::Real),
        ("price", LabelKind::Real),
        ("shop", LabelKind::Classes),
        ("flag", LabelKind::Binary),
        ("y", LabelKind::Open),
        ("flag", LabelKind::Open),
        ("shop", LabelKind::Open),
        ("x", LabelKind::Open),
        ("y", LabelKind::Classes),
    ] {
        let schema = Schema { label: Some(label.into()), labels: Labels::new(kind), ..roles(kind) };
        all_alike(&columns, &schema);
    }
}

/// A model that learned from CSV reads Parquet as CSV, and the reverse.
#[test]
fn a_known_schema_goes_on_with_either() {
    let (first, second) = (mixed(1100), mixed(300));
    let (_, from_csv) = read(csv(&first).as_bytes(), "f.csv", &roles(LabelKind::Binary), 1, WHOLE).unwrap();
    let bytes = parquet(&batches(&first, 500), Compression::SNAPPY, 400);
    let (_, from_parquet) = read(&bytes, "f.parquet", &roles(LabelKind::Binary), 1, WHOLE).unwrap();
    for schema in [&from_csv, &from_parquet] {
        let mut shuffled: Vec<Written> = mixed(300);
        shuffled.reverse();
        let wanted = bare(read(csv(&second).as_bytes(), "f.csv", schema, 1, WHOLE).unwrap());
        let bytes = parquet(&batches(&shuffled, 70), Compression::UNCOMPRESSED, 50);
        assert!(bare(read(&bytes, "f.parquet", schema, 2, 3000).unwrap()).0 == wanted.0);
        assert!(bare(pushed(&batches(&second, 9), schema).unwrap()) == wanted);
    }
}
