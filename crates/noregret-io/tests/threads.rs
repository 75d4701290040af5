//! What comes out never depends on how many threads parse or where blocks are cut.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use std::path::Path;
use std::time::Duration;

use noregret_io::{Format, Input, Item, LabelKind, Labels, Polled, ReadOptions, Schema, Stream, parse_bytes};
use proptest::prelude::*;
use serde::Deserialize;

const PATIENCE: Duration = Duration::from_secs(20);

/// Everything about an item, bit for bit, as text.
fn told(item: &Item<'_>) -> String {
    match item {
        Item::Bad(error) => format!("{error} {:?}", error.help()),
        Item::Example(e) => {
            let features: Vec<_> = e.features.iter().map(|(index, value)| (index, value.to_bits())).collect();
            let (label, weight) = (e.label.map(f64::to_bits), e.weight.to_bits());
            let groups = e.features.groups();
            format!("{}:{} {label:?} {weight} {:?} {features:?} {groups:?} {}", e.file, e.line, e.tag, e.bias)
        }
    }
}

/// Items, the error at the end, and the schema.
type All = (Vec<String>, Option<String>, Schema);

fn all(inputs: &[Input], format: Option<Format>, schema: &Schema, threads: usize, block: usize) -> All {
    let mut stream = Stream::with(
        inputs.to_vec(),
        format,
        schema.clone(),
        ReadOptions { threads, block, ..ReadOptions::default() },
    )
    .unwrap();
    let mut items = Vec::new();
    let end = loop {
        match stream.next(PATIENCE) {
            Ok(Polled::Batch(batch)) => items.extend(batch.iter().map(|item| told(&item))),
            Ok(Polled::Waiting) => panic!("the stream is stuck"),
            Ok(Polled::End) => break None,
            Err(error) => break Some(error.to_string()),
        }
    };
    (items, end, stream.into_schema())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Input {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    Input::File(path)
}

#[derive(Deserialize)]
struct Case {
    name: String,
    format: Format,
    input: String,
    #[serde(default)]
    labels: Option<LabelKind>,
}

#[test]
fn malformed_inputs_are_refused_alike() {
    let folder = tempfile::tempdir().unwrap();
    for line in include_str!("malformed.jsonl").lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let inputs = [write(folder.path(), "f", case.input.as_bytes())];
        let schema = Schema::new(Labels::new(case.labels.unwrap_or(LabelKind::Binary)));
        let wanted = all(&inputs, Some(case.format), &schema, 1, 1 << 19);
        for (threads, block) in [(1, 1), (2, 1), (2, 7), (7, 3)] {
            let found = all(&inputs, Some(case.format), &schema, threads, block);
            assert_eq!(found, wanted, "{}: {threads} threads, blocks of {block}", case.name);
        }
    }
}

#[test]
fn a_long_stream_is_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    // Labels that wait, names that collide, lines that are refused for their label after bringing names.
    let mut text = String::new();
    for n in 0..4000u32 {
        let label = if n < 500 { "1" } else { ["0", "1", "7", "", "x"][(n % 5) as usize] };
        let word = n.wrapping_mul(2_654_435_761) >> 20;
        text += &format!("{label} |a w{word} w{} v{}:0.{n} |b w{word}:{n}\r\n", n % 97, n % 3);
    }
    let inputs = [
        write(folder.path(), "a.vw", text.as_bytes()),
        write(folder.path(), "b.vw", &text.as_bytes()[..text.len() / 2]),
        write(folder.path(), "c.vw.zst", &zstd::encode_all(text.as_bytes(), 1).unwrap()),
    ];
    for bits in [8, 25] {
        let schema = Schema { bits: Some(bits), groups: vec!["b".into()], ..Schema::default() };
        let wanted = all(&inputs, None, &schema, 1, 1 << 20);
        assert!(wanted.2.names.len() > 200 && (wanted.2.collisions > 0 || bits == 25));
        assert!(wanted.0.iter().any(|item| item.contains("neither 0 nor 1")));
        for (threads, block) in [(1, 100), (2, 100), (7, 1000), (2, 1 << 16), (3, 1 << 20)] {
            assert!(all(&inputs, None, &schema, threads, block) == wanted, "{threads} threads, {block}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn random_streams_are_the_same(
        lines in prop::collection::vec(0usize..9, 0..40),
        format in 0usize..6,
        threads in 1usize..8,
        block in 1usize..60,
        ended in any::<bool>(),
    ) {
        let format = Format::ALL[format];
        let (head, kinds) = match format {
            Format::Svmlight => ("", ["1 1:2", "0 2:1 3:4 # c", "", "\r", "1 x", "# c", "1 1:1e5 1:1", "3", "0 9:1 2:0.5\r"]),
            Format::Vw => ("", ["1 | a", "0 2 t|n b:3 c", "", "\r", "1 x", "|", "2 |a x:1:1", "'t |a b|c d", "1 |c d:0.1 d:7\r"]),
            Format::Csv => ("y,a,b\n", ["1,2,x", "0,,\"a\nb\"", "", "\r", "1,2", "1,\"x\"y,2", ",3,\"p\"\"q\"", "1,2,3,4", "NA,4,y"]),
            Format::Tsv => ("y\ta\tb\n", ["1\t2\tx", "0\t\t\"a\nb\"", "", "\r", "1\t2", "\t\t", "\t3\tq", "1\t2\t\"x", "?\t4\ty"]),
            Format::Arff => ("@attribute y {0,1}\n@attribute a real\n@attribute b string\n@data\n", ["1,2,x", "0,?,'a b'", "", "% c", "1,2", "{1 3}", "1,'x'y,2", "1,2,3,4", "?,4,y"]),
            Format::Jsonl => ("", ["{}", "{\"label\": 1, \"a\": 2}", "", "\r", "[1]", "{\"b\": \"x\"}", "{", "{\"a\": [1, 2]}", "{\"label\": 0}"]),
            Format::Parquet | Format::Arrow => unreachable!("no text"),
        };
        let body: Vec<&str> = lines.iter().map(|&line| kinds[line]).collect();
        let text = format!("{head}{}{}", body.join("\n"), if ended { "\n" } else { "" });
        let folder = tempfile::tempdir().unwrap();
        let inputs = [write(folder.path(), "f", text.as_bytes())];
        let mut schema = Schema::default();
        let wanted = all(&inputs, Some(format), &schema, 1, 1 << 19);
        prop_assert_eq!(&all(&inputs, Some(format), &schema, threads, block), &wanted);
        let name = inputs[0].name();
        if let Ok(batches) = parse_bytes(text.as_bytes(), &name, Some(format), &mut schema) {
            let items: Vec<String> = batches.iter().flat_map(|batch| batch.iter()).map(|item| told(&item)).collect();
            prop_assert_eq!(items, wanted.0);
            prop_assert_eq!(schema, wanted.2);
        }
    }
}

/// Cells that say what columns are, and cells that are not alike.
const CELLS: [&str; 16] = [
    "1",
    "2.5",
    "-7",
    "x",
    "oslo",
    "",
    "NA",
    "?",
    "-",
    "2011-01-31",
    "31/12/2011",
    "\"a, b\"",
    "1,5",
    "four words or more here",
    " 3 ",
    "nan",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    /// Delimiter, header, kinds and remarks are the same however the text arrives, and reading again gives the same rows.
    #[test]
    fn what_is_recognised_in_tables_is_the_same(
        columns in prop::collection::vec(prop::collection::vec(0usize..CELLS.len(), 1..4), 2..5),
        rows in prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 5), 0..60),
        delimiter in 0usize..5,
        header in any::<bool>(),
        ragged in 0usize..80,
        threads in 1usize..5,
        block in 1usize..200,
    ) {
        let delimiter = [",", ";", "\t", "|", "  "][delimiter];
        let names = ["label", "b", "c c", "d", "e"];
        let mut text = String::new();
        if header {
            text += &names[..columns.len()].join(delimiter);
            text.push('\n');
        }
        for (number, row) in rows.iter().enumerate() {
            let cells = columns.iter().zip(row).map(|(cells, index)| CELLS[cells[index.index(cells.len())]]);
            let cells: Vec<&str> = cells.take(columns.len() - usize::from(number == ragged)).collect();
            text += &cells.join(delimiter);
            text.push('\n');
        }
        let folder = tempfile::tempdir().unwrap();
        let inputs = [write(folder.path(), "f.csv", text.as_bytes())];
        let label = (!header).then(|| "last".to_owned());
        let mut schema = Schema { label, ..Schema::new(Labels::new(LabelKind::Binary)) };
        let wanted = all(&inputs, None, &schema, 1, 1 << 19);
        prop_assert_eq!(&all(&inputs, None, &schema, threads, block), &wanted);
        let name = inputs[0].name();
        if parse_bytes(text.as_bytes(), &name, None, &mut schema).is_ok() && schema.columns_fixed {
            // Names are known now, and labels settled: only what waits for a second label may differ.
            let mut again = schema.clone();
            let batches = parse_bytes(text.as_bytes(), &name, None, &mut again).unwrap();
            prop_assert_eq!(&again.names, &schema.names);
            prop_assert_eq!(&again.columns, &schema.columns);
            let items: usize = batches.iter().map(|batch| batch.len()).sum();
            prop_assert_eq!(items, wanted.0.len());
        }
    }
}

/// A file gives back every buffer it was lent.
#[test]
fn there_may_be_more_files_than_buffers() {
    let folder = tempfile::tempdir().unwrap();
    let file = |n: usize| match n % 3 {
        0 => write(folder.path(), &format!("{n}.vw"), b"1 | a\n0 | b"),
        1 => write(folder.path(), &format!("{n}.csv"), b"label,a\n1,2\n"),
        _ => write(folder.path(), &format!("{n}.vw"), b""),
    };
    let inputs: Vec<Input> = (0..60).map(file).collect();
    for threads in [1, 2] {
        assert_eq!(all(&inputs, None, &Schema::default(), threads, 10).0.len(), 60);
    }
}

/// Only so many blocks are under way, however long the input and however slow the caller.
#[test]
fn memory_is_bounded_by_blocks_not_by_the_input() {
    const LINE: &[u8] = b"1 | word\n";
    const BLOCK: usize = 1000;
    let folder = tempfile::tempdir().unwrap();
    let inputs = vec![write(folder.path(), "a.vw", &LINE.repeat(200_000))];
    let schema = Schema::new(Labels::new(LabelKind::Real));
    for threads in [1, 3] {
        let reading = ReadOptions { threads, block: BLOCK, ..ReadOptions::default() };
        let mut stream = Stream::with(inputs.clone(), None, schema.clone(), reading).unwrap();
        let (mut done, mut most) = (0, 0);
        while let Polled::Batch(batch) = stream.next(PATIENCE).unwrap() {
            most = most.max(stream.bytes_read() - done);
            done += (batch.len() * LINE.len()) as u64;
        }
        assert_eq!(done, 200_000 * LINE.len() as u64);
        // Buffers, the caller's queue, a batch in each hand, and the one just taken.
        let blocks = (2 * threads + 2) + 4 + 3;
        assert!(most <= (blocks * 2 * BLOCK) as u64, "{threads} threads: {most} bytes under way");
    }
}
