//! Streams: several files, slow pipes, held labels, damaged files, and a schema that keeps up with the batches.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use noregret_io::{Format, Input, Item, LabelKind, Labels, Polled, ReadError, Schema, Stream, parse_bytes};

const PATIENCE: Duration = Duration::from_secs(20);

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Input {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        Input::File(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Label and line of an example; NaN for a refused line.
type Seen = Vec<(Option<f64>, u64)>;

/// The labels and lines of everything, and whether the stream ended well.
fn drain(stream: &mut Stream) -> (Seen, Result<(), ReadError>) {
    let mut rows = Vec::new();
    loop {
        match stream.next(PATIENCE) {
            Ok(Polled::Batch(batch)) => rows.extend(batch.iter().map(|item| match item {
                Item::Example(e) => (e.label, e.line),
                Item::Bad(error) => (Some(f64::NAN), error.position.line),
            })),
            Ok(Polled::Waiting) => panic!("the stream is stuck"),
            Ok(Polled::End) => return (rows, Ok(())),
            Err(error) => return (rows, Err(error)),
        }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn files_follow_one_another_whatever_their_compression() {
    let folder = Folder::new();
    let text = "1 1:1\n-1 2:1\n".repeat(5000);
    let inputs = vec![
        folder.write("a.svm", text.as_bytes()),
        folder.write("b.svm.gz", &gzip(text.as_bytes())),
        folder.write("c.whatever", &zstd::encode_all(text.as_bytes(), 1).unwrap()),
        folder.write("empty.svm", b""),
    ];
    let mut stream = Stream::open(inputs, None, Schema::default()).unwrap();
    let (rows, end) = drain(&mut stream);
    end.unwrap();
    assert_eq!(rows.len(), 30_000);
    assert!(rows.iter().enumerate().all(|(k, row)| row.1 == (k as u64 % 10_000) + 1));
    assert!(rows.iter().enumerate().all(|(k, row)| row.0 == Some(if k % 2 == 0 { 1.0 } else { -1.0 })));
    assert_eq!(Some(stream.bytes_read()), stream.bytes_total());
    assert_eq!(stream.into_schema().labels.mapping().unwrap(), ["-1", "1"]);
}

#[test]
fn the_first_label_waits_for_the_second() {
    for (second, meaning) in [("0", 1.0), ("-1", 1.0), ("2", -1.0)] {
        let text = format!("{}{second} 2:1\n", "1 1:1\n".repeat(3000));
        let mut schema = Schema::default();
        let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Svmlight), &mut schema).unwrap();
        let labels = batches.iter().flat_map(|batch| batch.iter()).map(|item| match item {
            Item::Example(e) => e.label.unwrap(),
            Item::Bad(error) => panic!("{error}"),
        });
        let labels: Vec<f64> = labels.collect();
        assert!(labels[..3000].iter().all(|&label| label == meaning));
        assert_eq!(labels[3000], -meaning);
    }
}

#[test]
fn a_lone_label_is_assumed_in_time_and_remembered() {
    let mut schema = Schema::default();
    let text = format!("{}2 1:1\n0 1:1\n", "1 1:1\n".repeat(65_536));
    let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Svmlight), &mut schema).unwrap();
    let bad: Vec<_> = batches
        .iter()
        .flat_map(|b| b.iter())
        .filter_map(|item| if let Item::Bad(e) = item { Some(e.clone()) } else { None })
        .collect();
    assert_eq!(bad.len(), 1);
    assert_eq!(bad[0].position.line, 65_537);
    assert!(bad[0].to_string().contains("contradicts"), "{}", bad[0]);
    assert!(bad[0].help().unwrap().contains("--labels NEG,POS"));
    assert_eq!(schema.labels.mapping().unwrap(), ["0", "1"]);

    let mut schema = Schema::default();
    parse_bytes(b"1 1:1\n", "f", Some(Format::Svmlight), &mut schema).unwrap();
    assert!(schema.labels.describe().unwrap().contains("assumed"));
    let saved = serde_json::to_string(&schema).unwrap();
    let mut schema: Schema = serde_json::from_str(&saved).unwrap();
    let batches = parse_bytes(b"2 1:1\n", "f", Some(Format::Svmlight), &mut schema).unwrap();
    assert!(matches!(batches[0].iter().next(), Some(Item::Bad(_))));
}

#[test]
fn the_schema_is_consistent_after_every_batch() {
    let folder = Folder::new();
    let text: String =
        (0..20_000).map(|n| format!("{} |n word{n}\n", if n < 3000 { 1 } else { 0 })).collect();
    let input = folder.write("a.vw", text.as_bytes());
    let mut stream = Stream::open(vec![input], None, Schema { bias: false, ..Schema::default() }).unwrap();
    let mut seen = std::collections::BTreeSet::<u32>::new();
    loop {
        match stream.next(PATIENCE).unwrap() {
            Polled::Batch(batch) => {
                for item in batch.iter() {
                    let Item::Example(example) = item else { panic!("a bad line") };
                    seen.extend(example.features.indices());
                    assert!(example.label.is_some());
                }
                assert_eq!(
                    stream.schema().names.iter().map(|name| name.0).collect::<Vec<_>>(),
                    seen.iter().copied().collect::<Vec<_>>()
                );
                assert_eq!(stream.schema().labels.mapping().unwrap(), ["0", "1"]);
                assert_eq!(stream.schema().bits, Some(22));
            }
            Polled::Waiting => panic!("the stream is stuck"),
            Polled::End => break,
        }
    }
    let schema = stream.into_schema();
    assert_eq!(20_000 - schema.names.len() as u64, schema.collisions);
}

#[test]
fn what_was_read_before_damage_is_handed_over() {
    let folder = Folder::new();
    let text: String = (0..200_000).map(|n| format!("{} {n}:0.{n}\n", n % 2)).collect();
    let whole = gzip(text.as_bytes());
    let input = folder.write("a.svm.gz", &whole[..whole.len() / 2]);
    let mut stream = Stream::open(vec![input], None, Schema::default()).unwrap();
    let (rows, end) = drain(&mut stream);
    assert!(rows.len() > 10_000);
    assert!(matches!(end, Err(ReadError::Corrupt { .. })));
    assert!(matches!(stream.next(PATIENCE), Ok(Polled::End)));
}

#[test]
fn numbered_and_named_features_do_not_mix() {
    let folder = Folder::new();
    let inputs = vec![folder.write("a.svm", b"1 1:1\n0 1:1\n"), folder.write("b.vw", b"1 | a\n")];
    let mut stream = Stream::open(inputs, None, Schema::default()).unwrap();
    let (rows, end) = drain(&mut stream);
    assert_eq!(rows.len(), 2);
    assert!(end.unwrap_err().to_string().contains("trained on numbered features; this file has named ones"));
}

#[test]
fn tables_are_matched_by_column_name() {
    let folder = Folder::new();
    let inputs = vec![folder.write("a.csv", b"y,a,b\n1,2,x\n0,3,z\n"), folder.write("b.csv", b"b,y\nx,1\n")];
    let mut stream = Stream::open(inputs, None, Schema::default()).unwrap();
    let (rows, end) = drain(&mut stream);
    end.unwrap();
    assert_eq!(rows, [(Some(1.0), 2), (Some(-1.0), 3), (Some(1.0), 2)]);
}

#[test]
fn a_missing_file_is_found_at_once() {
    let folder = Folder::new();
    let inputs = vec![folder.write("a.svm", b"1 1:1\n"), Input::File(folder.path("none.svm"))];
    assert!(matches!(Stream::open(inputs, None, Schema::default()), Err(ReadError::Open { .. })));
    assert!(matches!(
        Stream::open(vec![Input::File(folder.path("."))], None, Schema::default()),
        Err(ReadError::Open { .. })
    ));
    let mut nothing = Stream::open(vec![], None, Schema::default()).unwrap();
    assert!(matches!(nothing.next(PATIENCE), Ok(Polled::End)));
}

/// Lines of more than 64 MiB, wherever they stand, are refused like any other bad line; a quote that is never closed costs one line.
#[test]
fn an_overlong_line_is_refused_and_passed_over() {
    let folder = Folder::new();
    let long = vec![b'1'; (64 << 20) + 10];
    let quote = [&b"\""[..], &long, b"\n"].concat();
    let lines = [&long[..], b"\n", b"1 1:1\n", &long, &long, b"\n-1 2:1\n", &long].concat();
    let table = [&b"y,a\n1,2\n"[..], &quote, b"0,3\n", &long, b"\n1,4\n"].concat();
    for (name, text, wanted) in
        [("a.svm.zst", lines, &[1, -2, 3, -4, 5][..]), ("a.csv.zst", table, &[-2, 3, -4, 5, -6])]
    {
        let input = folder.write(name, &zstd::encode_all(&text[..], 1).unwrap());
        let mut stream = Stream::open(vec![input], None, Schema::default()).unwrap();
        let mut found = Vec::new();
        loop {
            let batch = match stream.next(PATIENCE).unwrap() {
                Polled::Batch(batch) => batch,
                Polled::Waiting => continue,
                Polled::End => break,
            };
            found.extend(batch.iter().map(|item| match item {
                Item::Example(example) => -(example.line as i64),
                Item::Bad(error) => {
                    assert!(error.to_string().contains("is longer than 67108864 bytes"), "{error}");
                    error.position.line as i64
                }
            }));
        }
        assert_eq!(found, wanted, "{name}");
    }
    let header = folder.write("b.csv.zst", &zstd::encode_all(&long[..], 1).unwrap());
    let (_, end) = drain(&mut Stream::open(vec![header], None, Schema::default()).unwrap());
    assert!(matches!(end, Err(ReadError::LineTooLong { .. })), "there is no table without its header");
}

#[cfg(unix)]
#[test]
fn a_slow_pipe_is_handed_over_as_it_comes_and_never_blocks_the_caller() {
    let folder = Folder::new();
    let path = folder.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        return; // No named pipes here.
    }
    let labels = Labels::new(LabelKind::Real);
    let mut stream =
        Stream::open(vec![Input::File(path.clone())], Some(Format::Vw), Schema::new(labels)).unwrap();
    assert_eq!(stream.bytes_total(), None);
    let mut pipe = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    for line in 1..4 {
        pipe.write_all(b"1 | a\n2 | b").unwrap();
        pipe.flush().unwrap();
        let Polled::Batch(batch) = stream.next(PATIENCE).unwrap() else { panic!("nothing came") };
        assert_eq!(batch.len(), 1, "the whole lines, not the half one");
        pipe.write_all(b"\n").unwrap();
        let Polled::Batch(batch) = stream.next(PATIENCE).unwrap() else { panic!("nothing came") };
        let Some(Item::Example(example)) = batch.iter().next() else { panic!("an example") };
        assert_eq!(example.line, 2 * line);
    }
    let before = Instant::now();
    assert!(matches!(stream.next(Duration::from_millis(20)), Ok(Polled::Waiting)));
    drop(stream);
    assert!(before.elapsed() < Duration::from_secs(5));
}
