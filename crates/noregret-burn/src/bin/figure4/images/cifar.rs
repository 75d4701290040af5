//! CIFAR-10's binary files: rows of a label and 3,072 bytes, red, green and blue one after another.

use super::{Images, bytes, find};
use anyhow::{Context, Result, bail};
use std::path::Path;

const SHAPE: [usize; 3] = [3, 32, 32];
const ROW: usize = 1 + 3 * 32 * 32;

/// The publisher's files to train on, or one with a part of them.
pub const TRAIN: [&[&str]; 2] = [
    &["data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"],
    &["train-10000.bin"],
];

/// The publisher's file to test with, or one with a part of it.
pub const TEST: [&[&str]; 2] = [&["test_batch.bin"], &["test-2000.bin"]];

/// All images of the first list whose files are there.
pub fn read(folder: &Path, lists: &[&[&str]]) -> Result<Images> {
    let there = |list: &&&[&str]| list.iter().all(|name| find(folder, name).is_some());
    let list = lists.iter().find(there).with_context(|| {
        let wanted: Vec<String> = lists.iter().map(|list| list.join(", ")).collect();
        format!("{} has neither {}", folder.display(), wanted.join(" nor "))
    })?;
    let (mut pixels, mut labels) = (Vec::new(), Vec::new());
    for name in *list {
        let file = bytes(folder, name)?;
        if file.len() % ROW != 0 {
            bail!("{}: {} bytes are no rows of {ROW}", folder.join(name).display(), file.len());
        }
        for row in file.chunks_exact(ROW) {
            labels.push(row[0]);
            pixels.extend_from_slice(&row[1..]);
        }
    }
    Images::new(SHAPE, pixels, labels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;

    #[test]
    fn rows_of_a_label_and_pixels() {
        let folder = Place::new();
        let row = |label: u8| [vec![label], vec![label + 10; 3072]].concat();
        std::fs::write(folder.path().join("test-2000.bin"), [row(3), row(9)].concat()).unwrap();
        let images = read(folder.path(), &TEST).unwrap();
        assert_eq!((images.labels.clone(), images.pixels[3071], images.pixels[3072]), (vec![3, 9], 13, 19));
        assert!(read(folder.path(), &TRAIN).unwrap_err().to_string().contains("data_batch_1.bin"));
        std::fs::write(folder.path().join("test-2000.bin"), [row(3), row(10)].concat()).unwrap();
        assert!(read(folder.path(), &TEST).is_err(), "there is no class 10");
    }
}
