//! Record batches are a door like any other: the model is that of the Arrow file with the same rows, byte for byte.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_ipc::writer::FileWriter;
use noregret_engine::Engine;
use noregret_io::{Input, ReadOptions};
use std::sync::Arc;

fn rows(from: i64, to: i64) -> RecordBatch {
    let columns: [(&str, ArrayRef); 3] = [
        ("y", Arc::new(Int64Array::from_iter_values((from..to).map(|n| n * n % 7 % 2)))),
        ("x", Arc::new(Float64Array::from_iter((from..to).map(|n| (n % 11 > 0).then_some(n as f64 / 8.0))))),
        ("c", Arc::new(StringArray::from_iter_values((from..to).map(|n| format!("v{}", n % 7))))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, a)| (n, a, true))).unwrap()
}

#[test]
fn the_model_of_the_file() {
    let parts = [rows(0, 3), rows(3, 900), rows(900, 3000)];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.arrow");
    let file = std::fs::File::create(&path).unwrap();
    let mut writer = FileWriter::try_new(file, &parts[0].schema()).unwrap();
    parts.iter().for_each(|part| writer.write(part).unwrap());
    writer.finish().unwrap();
    for algorithm in ["auto", "ada-diag"] {
        let mut by_file = Engine::options().algorithm(algorithm).build().unwrap();
        let counts = by_file.learn_from(vec![Input::from_path(&path)], None, ReadOptions::default()).unwrap();
        assert_eq!(counts.examples, 3000);
        let mut by_batches = Engine::options().algorithm(algorithm).build().unwrap();
        let reader = RecordBatchIterator::new(parts.clone().into_iter().map(Ok), parts[0].schema());
        let learned = by_batches.learn_batches("frame", Box::new(reader), ReadOptions::default()).unwrap();
        assert_eq!((learned.examples, learned.loss.to_bits()), (3000, counts.loss.to_bits()));
        assert!(by_batches.to_bytes().unwrap() == by_file.to_bytes().unwrap(), "{algorithm}");
    }
}
