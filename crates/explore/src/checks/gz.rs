//! A compressed file is the file.

use super::{Trial, Verdict, train};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let text = trial.case.stream.text();
    let packed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
    let file = format!("{}.gz", trial.case.stream.file());
    train::same(trial, "compressed", &file, &packed, &[], true)
}
