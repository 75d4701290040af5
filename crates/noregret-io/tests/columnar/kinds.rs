//! Columns that CSV does not have, and what is said about them.

use std::sync::Arc;

use super::table::*;
use arrow_array::builder::{ListBuilder, MapBuilder, StringBuilder};
use arrow_array::types::{Float32Type, Int8Type, Int64Type};
use arrow_array::*;
use arrow_schema::{DataType, Field};
use noregret_io::{Batch, ColumnKind, Item, LabelKind, Labels, RecordBatches, Schema};

fn rows(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
        .unwrap()
}

fn real() -> Schema {
    Schema { bias: false, ..Schema::new(Labels::new(LabelKind::Real)) }
}

/// The features of every row by name.
fn features(batch: &RecordBatch, schema: &mut Schema) -> Result<Vec<Vec<(String, f64)>>, String> {
    let mut table = RecordBatches::new("f", &batch.schema(), schema).map_err(|error| error.to_string())?;
    let mut ready: Vec<Batch> = table.push(batch, schema).unwrap();
    ready.extend(table.end(schema).map_err(|error| error.to_string())?);
    let items = ready.iter().flat_map(|batch| batch.iter());
    items
        .map(|item| match item {
            Item::Bad(error) => Err(error.to_string()),
            Item::Example(e) => {
                let named = |(index, value)| (schema.names.get(index).unwrap().into_owned(), value);
                let mut all: Vec<_> = e.features.iter().map(named).collect();
                all.sort_by(|a, b| a.0.cmp(&b.0));
                Ok(all)
            }
        })
        .collect()
}

fn named(list: &[(&str, f64)]) -> Vec<(String, f64)> {
    list.iter().map(|(name, value)| (name.to_string(), *value)).collect()
}

fn labels(count: usize) -> ArrayRef {
    Arc::new(Float64Array::from_iter_values((0..count).map(|n| n as f64)))
}

#[test]
fn lists_and_maps_are_vectors() {
    let dense = ListArray::from_iter_primitive::<Float32Type, _, _>(vec![
        Some(vec![Some(0.5), None, Some(0.0), Some(-2.0)]),
        None,
        Some(vec![]),
    ]);
    let fixed = FixedSizeListArray::from_iter_primitive::<Int64Type, _, _>(
        vec![Some(vec![Some(1), Some(2)]), Some(vec![Some(3), Some(4)]), None],
        2,
    );
    let mut tags = ListBuilder::new(StringBuilder::new());
    tags.append_value([Some("red"), Some(""), Some("blue")]);
    tags.append_value([Some("red")]);
    tags.append_null();
    let mut words = MapBuilder::new(None, StringBuilder::new(), Int64Array::builder(4));
    for (name, value) in [("good", 2), ("film", 1)] {
        words.keys().append_value(name);
        words.values().append_value(value);
    }
    words.append(true).unwrap();
    words.append(true).unwrap();
    words.append(false).unwrap();
    let pairs = StructArray::from(vec![
        (
            Arc::new(Field::new("index", DataType::Int64, true)),
            Arc::new(Int64Array::from(vec![7, 9, 7])) as ArrayRef,
        ),
        (
            Arc::new(Field::new("value", DataType::Float64, true)),
            Arc::new(Float64Array::from(vec![0.5, 1.0, 4.0])),
        ),
    ]);
    let ends = arrow_buffer::OffsetBuffer::from_lengths([2, 1, 0]);
    let item = Arc::new(Field::new("item", pairs.data_type().clone(), true));
    let sparse = ListArray::new(item, ends, Arc::new(pairs), None);
    let batch = rows(vec![
        ("y", labels(3)),
        ("d", Arc::new(dense)),
        ("f", Arc::new(fixed)),
        ("t", Arc::new(tags.finish())),
        ("w", Arc::new(words.finish())),
        ("s", Arc::new(sparse)),
    ]);
    let mut schema = real();
    let wanted = [
        named(&[
            ("d^0", 0.5),
            ("d^3", -2.0),
            ("f^0", 1.0),
            ("f^1", 2.0),
            ("s^7", 0.5),
            ("s^9", 1.0),
            ("t=blue", 1.0),
            ("t=red", 1.0),
            ("w^film", 1.0),
            ("w^good", 2.0),
        ]),
        named(&[("d=?missing", 1.0), ("f^0", 3.0), ("f^1", 4.0), ("s^7", 4.0), ("t=red", 1.0)]),
        named(&[("f=?missing", 1.0), ("t=?missing", 1.0), ("w=?missing", 1.0)]),
    ];
    assert_eq!(features(&batch, &mut schema).unwrap(), wanted);
    assert_eq!(schema.columns["t"], ColumnKind::Category);
    // In parts, and by every way.
    let parts: Vec<RecordBatch> = (0..3).map(|row| batch.slice(row, 1)).collect();
    let (whole, in_parts) =
        (pushed(std::slice::from_ref(&batch), &real()).unwrap(), pushed(&parts, &real()).unwrap());
    assert_eq!(whole, in_parts);
    let stored = parquet(&parts, parquet::basic::Compression::SNAPPY, 2);
    assert_eq!(read(&stored, "f.parquet", &real(), 1, 1 << 19).unwrap().0, whole.0);
    assert_eq!(read(&arrow_stream(&parts), "f.arrow", &real(), 1, 1 << 19).unwrap().0, whole.0);
}

#[test]
fn codes_are_categories_even_if_they_are_numbers() {
    let codes: DictionaryArray<Int8Type> = vec![Some("1"), Some("2"), None, Some("NA")].into_iter().collect();
    let numbers = DictionaryArray::<Int8Type>::new(
        Int8Array::from(vec![Some(0), Some(1), Some(0), None]),
        Arc::new(Int64Array::from(vec![150, 7])),
    );
    let texts = StringArray::from(vec!["0150", "7", "8", ""]);
    let batch = rows(vec![
        ("y", labels(4)),
        ("c", Arc::new(codes)),
        ("n", Arc::new(numbers)),
        ("t", Arc::new(texts)),
    ]);
    let mut schema = real();
    let wanted = [
        named(&[("c=1", 1.0), ("n=150", 1.0), ("t", 150.0)]),
        named(&[("c=2", 1.0), ("n=7", 1.0), ("t", 7.0)]),
        named(&[("c=?missing", 1.0), ("n=150", 1.0), ("t", 8.0)]),
        named(&[("c=?missing", 1.0), ("n=?missing", 1.0), ("t=?missing", 1.0)]),
    ];
    assert_eq!(features(&batch, &mut schema).unwrap(), wanted);
    assert!(schema.remarks.iter().any(|remark| remark.starts_with("t: texts that are all numbers")));
}

#[test]
fn what_is_not_read_is_said() {
    let part = Arc::new(Field::new("a", DataType::Int64, true));
    let nested = StructArray::from(vec![(part, Arc::new(Int64Array::from(vec![1, 2])) as ArrayRef)]);
    let zoned = TimestampSecondArray::from(vec![0, 86_400]).with_timezone("Europe/Oslo");
    let batch = rows(vec![
        ("y", labels(2)),
        ("nested", Arc::new(nested)),
        ("when", Arc::new(zoned)),
        ("__index_level_0__", Arc::new(Int64Array::from(vec![1, 2]))),
    ]);
    let mut schema = real();
    assert!(features(&batch, &mut schema).unwrap()[0].iter().all(|(name, _)| name.starts_with("when^")));
    let said = |start: &str| {
        assert!(schema.remarks.iter().any(|remark| remark.starts_with(start)), "{:?}", schema.remarks)
    };
    said("nested: columns of the type Struct(");
    said("when: the zone Europe/Oslo is not known here");
    said("4: a column without a name, left out");
    for change in [
        |schema: &mut Schema| schema.label = Some("nested".into()),
        |schema: &mut Schema| schema.columns = [("nested".into(), ColumnKind::Numeric)].into(),
    ] {
        let mut schema = real();
        change(&mut schema);
        let error = features(&batch, &mut schema).unwrap_err();
        assert!(error.starts_with("f: the column \"nested\" is of the type Struct("), "{error}");
        assert!(error.contains("--ignore nested"), "{error}");
    }
    let mut quiet = Schema { ignore: vec!["nested".into()], ..real() };
    features(&batch, &mut quiet).unwrap();
    assert!(!quiet.remarks.iter().any(|remark| remark.contains("nested")), "{:?}", quiet.remarks);
    let mut lost = Schema { label: Some("z".into()), ..real() };
    assert!(features(&batch, &mut lost).unwrap_err().contains("there is no label column \"z\""));
}

#[test]
fn bad_cells_have_their_row_and_column() {
    let batch = rows(vec![
        ("y", labels(3)),
        ("x", Arc::new(Float64Array::from(vec![1.0, f64::INFINITY, f64::NAN]))),
        ("w", Arc::new(Float64Array::from(vec![1.0, 1.0, -1.0]))),
        ("d", Arc::new(Date32Array::from(vec![0, 0, i32::MAX]))),
    ]);
    let with = |weight: Option<&str>| Schema { weight: weight.map(str::to_owned), ..real() };
    let (seen, _) = pushed(std::slice::from_ref(&batch), &with(Some("w"))).unwrap();
    assert_eq!(seen[1], "f:2: \"x\" = \"inf\": the value is not a finite number");
    assert_eq!(seen[2], "f:3: \"w\" = \"-1\": the weight is negative");
    let (seen, _) = pushed(&[batch], &with(None)).unwrap();
    assert!(seen[2].starts_with("f:3: \"d\" = \"5881580-07-11\": the value is not a date"), "{}", seen[2]);
    let unweighted = rows(vec![("y", labels(1)), ("w", Arc::new(Float64Array::from(vec![None])))]);
    assert_eq!(
        pushed(&[unweighted], &with(Some("w"))).unwrap().0[0],
        "f:1: \"w\" = \"\": the weight is missing"
    );
}

#[test]
fn numbers_that_mean_missing() {
    let batch = rows(vec![
        ("y", labels(2)),
        ("a", Arc::new(Int64Array::from(vec![-999, 1]))),
        ("b", Arc::new(Float64Array::from(vec![2.0, f64::NAN]))),
    ]);
    let mut schema = real();
    schema.dialect.get_or_insert_default().missing = Some(vec!["-999".into()]);
    let wanted = [named(&[("a=?missing", 1.0), ("b", 2.0)]), named(&[("a", 1.0), ("b=?missing", 1.0)])];
    assert_eq!(features(&batch, &mut schema).unwrap(), wanted);
}

#[test]
fn an_empty_table_is_no_error() {
    let batch = rows(vec![("y", labels(0)), ("t", Arc::new(StringArray::from(Vec::<&str>::new())))]);
    let (seen, schema) = pushed(&[batch], &real()).unwrap();
    assert!(seen.is_empty() && !schema.columns_fixed, "a column without values is not decided");
}
