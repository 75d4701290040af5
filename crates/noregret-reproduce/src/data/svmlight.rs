//! LIBSVM's files: a label, then index:value. The command's own reader is `noregret-io`; this one also unpacks bzip2 and keeps every row.

use super::Example;
use super::folder::lines;
use crate::error::{Answer, ReproduceError};
use std::path::Path;

/// At most so many rows; labels above 0 are 1, others -1.
pub(super) fn read(path: &Path, most: usize) -> Answer<Vec<Example>> {
    let mut examples = Vec::new();
    lines(path, |number, line| {
        let fault =
            |why: &str| ReproduceError::Line { path: path.to_owned(), line: number, why: why.to_owned() };
        let mut words = line.split('#').next().unwrap_or_default().split_ascii_whitespace();
        let Some(label) = words.next() else { return Ok(true) };
        let label: f64 = label.parse().map_err(|_| fault("the label is no number"))?;
        let entries: Vec<(u32, f64)> = words
            .map(|word| entry(word).ok_or_else(|| fault("an entry is not index:value")))
            .collect::<Answer<_>>()?;
        examples.push(Example::sparse(entries, if label > 0.0 { 1.0 } else { -1.0 })?);
        Ok(examples.len() < most)
    })?;
    if examples.is_empty() {
        return Err(ReproduceError::content(path, "there are no rows"));
    }
    Ok(examples)
}

fn entry(word: &str) -> Option<(u32, f64)> {
    let (index, value) = word.split_once(':')?;
    Some((index.parse().ok()?, value.parse().ok()?))
}
