//! How fast files become examples, with nothing learned: the time a feature and a byte take.
//!
//! ```text
//! noregret generate text --rows 50000 -o text.svm
//! cargo run --release -p noregret-io --example parse -- text.svm     on all cores but one
//! cargo run --release -p noregret-io --example parse -- 1 text.svm   on one
//! cargo run --release -p noregret-io --example parse -- text.svm text.svm.cache   from a cache, the second time
//! ```
#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::time::{Duration, Instant};

use noregret_io::{Cache, Input, Item, LabelKind, Labels, Polled, ReadOptions, Schema, Stream};

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let mut reading = ReadOptions::default();
    if let Some(threads) = arguments.peek().and_then(|first| first.parse().ok()) {
        (reading.threads, _) = (threads, arguments.next());
    }
    let (caches, files): (Vec<String>, Vec<String>) = arguments.partition(|name| name.ends_with(".cache"));
    reading.cache = caches.first().map(|path| Cache { path: path.into(), rewrite: false });
    let files: Vec<Input> = files.iter().map(Input::from_path).collect();
    let schema = Schema::new(Labels::new(LabelKind::Real));
    let start = Instant::now();
    let mut stream = Stream::with(files, None, schema, reading).unwrap();
    let (mut rows, mut features, mut refused, mut sum) = (0u64, 0u64, 0u64, 0.0);
    loop {
        match stream.next(Duration::from_secs(1)).unwrap() {
            Polled::Waiting => {}
            Polled::End => break,
            Polled::Batch(batch) => {
                for item in batch.iter() {
                    match item {
                        Item::Bad(_) => refused += 1,
                        Item::Example(example) => {
                            rows += 1;
                            features += example.features.len() as u64;
                            sum += example.features.values().last().copied().unwrap_or(0.0);
                        }
                    }
                }
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let bytes = stream.bytes_read() as f64;
    println!(
        "{rows} examples, {refused} refused, {features} features in {seconds:.3} s: {:.1} ns a feature, {:.0} MB/s \
         (last values add up to {sum:.6})",
        1e9 * seconds / features as f64,
        bytes / seconds / 1e6
    );
}
