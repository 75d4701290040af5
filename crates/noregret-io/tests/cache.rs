//! The cache: the same items as the text gives, and never anything else, whatever happens to the file.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use noregret_io::{Cache, Input, Item, LabelKind, Labels, Polled, ReadError, ReadOptions, Schema, Stream};

const PATIENCE: Duration = Duration::from_secs(20);

/// Everything about an item, bit for bit, as text.
fn told(item: &Item<'_>) -> String {
    match item {
        Item::Bad(error) => format!("{error} {:?} {}", error.help(), error.fault.is_of_label()),
        Item::Example(e) => {
            let features: Vec<_> = e.features.iter().map(|(index, value)| (index, value.to_bits())).collect();
            let (label, weight) = (e.label.map(f64::to_bits), e.weight.to_bits());
            let groups = e.features.groups();
            format!("{}:{} {label:?} {weight} {:?} {features:?} {groups:?} {}", e.file, e.line, e.tag, e.bias)
        }
    }
}

fn drain(stream: &mut Stream) -> Result<Vec<String>, ReadError> {
    let mut items = Vec::new();
    loop {
        match stream.next(PATIENCE)? {
            Polled::Batch(batch) => items.extend(batch.iter().map(|item| told(&item))),
            Polled::Waiting => panic!("the stream is stuck"),
            Polled::End => return Ok(items),
        }
    }
}

struct Case {
    folder: tempfile::TempDir,
    inputs: Vec<Input>,
    schema: Schema,
}

impl Case {
    fn new(files: &[(&str, &str)], schema: Schema) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let write = |(name, text): &(&str, &str)| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            Input::File(path)
        };
        let inputs = files.iter().map(write).collect();
        Self { folder, inputs, schema }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("data.cache")
    }

    fn open(&self, cache: bool, rewrite: bool) -> Result<Stream, ReadError> {
        let cache = cache.then(|| Cache { path: self.path(), rewrite });
        let reading = ReadOptions { threads: 2, block: 200, cache, ..ReadOptions::default() };
        Stream::with(self.inputs.clone(), None, self.schema.clone(), reading)
    }

    /// Items and schema by the text, while writing the cache, from the cache, and from it once more.
    fn check(&self) {
        let mut text = self.open(false, false).unwrap();
        let wanted = drain(&mut text).unwrap();
        let schema = text.into_schema();
        for round in 0..2 {
            let mut stream = self.open(true, false).unwrap();
            assert_eq!(stream.remark(), None);
            assert_eq!(drain(&mut stream).unwrap(), wanted, "round {round}");
            assert_eq!(stream.given_up(), None);
            assert!(self.path().exists());
            let replay = stream.replayable().unwrap();
            let learned = stream.into_schema();
            assert_eq!(learned, schema);
            // A second pass over the text, and the same from the cache.
            let mut text =
                Stream::with(self.inputs.clone(), None, learned.clone(), ReadOptions::default()).unwrap();
            let again = drain(&mut text).unwrap();
            let mut stream = Stream::replay(replay, learned).unwrap();
            assert_eq!(drain(&mut stream).unwrap().len(), again.len());
            assert_eq!(stream.into_schema(), text.into_schema());
        }
    }
}

fn vw() -> String {
    let mut text = String::new();
    for n in 0..500u32 {
        let label = if n < 100 { "1" } else { ["0", "1", "7", "", "x"][(n % 5) as usize] };
        let word = n.wrapping_mul(2_654_435_761) >> 20;
        text += &format!("{label} 0.5 't{n} |a w{word} w{} v{}:0.{n} |b w{word}:{n}\n\n", n % 97, n % 3);
    }
    text
}

#[test]
fn a_cache_gives_what_the_text_gives() {
    let hashed = Schema { bits: Some(8), groups: vec!["b".into()], ..Schema::default() };
    Case::new(&[("a.vw", &vw()), ("b.vw", &vw()[..3000])], hashed).check();
    let real = Schema::new(Labels::new(LabelKind::Real));
    let svm = "1.5 1:1 3:0.5\n-2 7:1e300 9:0.1 1073741823:-3\n\n# c\n3 x\n4\n".repeat(100);
    Case::new(&[("a.svm", &svm)], real.clone()).check();
    Case::new(&[("empty.svm", "")], real.clone()).check();
    let csv = "y,a,city\n1,2,Oslo\n0,,\"New\nYork\"\nNA,3,\n1,x,\n".replace("\n1,x,\n", "\n");
    Case::new(&[("a.csv", &csv), ("b.csv", "city,y\nOslo,1\n")], Schema::default()).check();
    Case::new(&[("a.jsonl", "{\"label\": 1, \"a\": 2}\n{\"a\": [1, 0.1]}\n{\n")], Schema::default()).check();
}

/// Every cut and every damaged byte is an error that names its place.
#[test]
fn damage_is_an_error_that_names_the_block() {
    let case = Case::new(&[("a.vw", &vw()[..4000])], Schema::default());
    let wanted = drain(&mut case.open(true, false).unwrap()).unwrap();
    let whole = std::fs::read(case.path()).unwrap();
    let refused = |bytes: &[u8]| {
        std::fs::write(case.path(), bytes).unwrap();
        match case.open(true, false) {
            Err(error @ ReadError::Cache { .. }) => error.to_string(),
            Err(error) => format!("{error}"),
            Ok(stream) if stream.remark().is_some() => stream.remark().unwrap().to_owned(),
            Ok(mut stream) => match drain(&mut stream) {
                Err(error @ ReadError::Cache { .. }) => error.to_string(),
                other => panic!("{other:?}"),
            },
        }
    };
    for cut in (8..whole.len()).step_by(17) {
        let message = refused(&whole[..cut]);
        assert!(message.contains("block ") || message.contains("the header"), "{cut}: {message}");
    }
    for place in (0..whole.len()).step_by(11) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        refused(&bytes);
    }
    assert!(refused(&[&whole[..], b"more"].concat()).contains("block "));
    // Written anew it gives what it gave. Where its blocks end may differ: that follows the pace of reading.
    std::fs::write(case.path(), &whole[..whole.len() - 1]).unwrap();
    assert_eq!(drain(&mut case.open(true, true).unwrap()).unwrap(), wanted);
    let mut again = case.open(true, false).unwrap();
    assert_eq!(again.remark(), None);
    assert_eq!(drain(&mut again).unwrap(), wanted);
}

fn remark(case: &Case) -> Option<String> {
    let mut stream = case.open(true, false).unwrap();
    let remark = stream.remark().map(str::to_owned);
    drain(&mut stream).unwrap();
    remark
}

#[test]
fn a_cache_of_other_data_or_options_is_written_anew() {
    let mut case = Case::new(&[("a.vw", "1 | a\n0 | b\n"), ("b.vw", "1 | c\n")], Schema::default());
    assert_eq!(remark(&case), None);
    assert_eq!(remark(&case), None);
    let Input::File(path) = &case.inputs[0] else { panic!("a file") };
    std::fs::write(path, "1 | a\n0 | x\n").unwrap();
    assert!(remark(&case).unwrap().ends_with("a.vw has changed"));
    assert_eq!(remark(&case), None);
    case.schema.bits = Some(10);
    assert!(remark(&case).unwrap().contains("other options"));
    case.inputs.pop();
    assert!(remark(&case).unwrap().contains("it was made from "));
    let mut bytes = std::fs::read(case.path()).unwrap();
    bytes[8] = 9;
    std::fs::write(case.path(), bytes).unwrap();
    assert_eq!(remark(&case).unwrap(), "it has version 9");
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_cache_is_whole_or_not_there_and_nothing_else_is_written_over() {
    let case = Case::new(&[("a.vw", &vw())], Schema::default());
    let mut stream = case.open(true, false).unwrap();
    assert!(matches!(stream.next(PATIENCE), Ok(Polled::Batch(_))));
    assert!(stream.replayable().is_none(), "not before the end");
    drop(stream);
    assert!(!case.path().exists());
    std::fs::write(case.path(), "precious").unwrap();
    for rewrite in [false, true] {
        assert!(matches!(case.open(true, rewrite), Err(ReadError::NoCache { .. })));
    }
    assert_eq!(std::fs::read(case.path()).unwrap(), b"precious");
    let broken = Case::new(&[("a.csv", "a,a\n1,2\n")], Schema::default());
    assert!(drain(&mut broken.open(true, false).unwrap()).is_err());
    assert_eq!(files(broken.folder.path()), 1, "a failed reading leaves no cache");
    let cache = Some(Cache { path: case.folder.path().join("c"), rewrite: false });
    let piped = Stream::with(
        vec![Input::Stdin],
        None,
        Schema::default(),
        ReadOptions { cache, ..ReadOptions::default() },
    );
    assert!(matches!(piped, Err(ReadError::Schema(_))));
}
