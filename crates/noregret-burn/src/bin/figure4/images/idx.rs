//! MNIST's idx files: a magic number that tells the dimensions, each dimension, all big-endian, then bytes.

use super::{Images, bytes};
use anyhow::{Context, Result, bail};
use std::path::Path;

/// The dimensions and the bytes after them.
fn parse(file: &[u8], dimensions: usize) -> Result<(Vec<usize>, &[u8])> {
    let word = |place: usize| -> Result<u32> {
        let four = file.get(4 * place..4 * place + 4).context("the file ends within its head")?;
        Ok(u32::from_be_bytes(four.try_into()?))
    };
    // Unsigned bytes are type 8.
    let wanted = 0x800 + u32::try_from(dimensions)?;
    if word(0)? != wanted {
        bail!("the file begins with {:#x} instead of {wanted:#x}: not idx, or of another kind", word(0)?);
    }
    let sizes = (1..=dimensions).map(|place| Ok(word(place)? as usize)).collect::<Result<Vec<usize>>>()?;
    let body = &file[4 * (dimensions + 1)..];
    if sizes.iter().try_fold(1_usize, |all, size| all.checked_mul(*size)) != Some(body.len()) {
        bail!("the file has {} bytes for {sizes:?}", body.len());
    }
    Ok((sizes, body))
}

/// The images whose files begin with this word.
pub fn read(folder: &Path, part: &str) -> Result<Images> {
    let (pixels, labels) = (format!("{part}-images-idx3-ubyte"), format!("{part}-labels-idx1-ubyte"));
    let file = bytes(folder, &pixels)?;
    let (sizes, body) = parse(&file, 3).with_context(|| format!("{}/{pixels}", folder.display()))?;
    let file = bytes(folder, &labels)?;
    let (_, classes) = parse(&file, 1).with_context(|| format!("{}/{labels}", folder.display()))?;
    Images::new([1, sizes[1], sizes[2]], body.to_vec(), classes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;

    #[test]
    fn two_small_images() {
        let folder = Place::new();
        let pixels = [&[0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3][..], &[1, 2, 3, 4, 5, 6]].concat();
        std::fs::write(folder.path().join("train-images-idx3-ubyte"), &pixels).unwrap();
        std::fs::write(folder.path().join("train-labels-idx1-ubyte"), [0, 0, 8, 1, 0, 0, 0, 2, 7, 9])
            .unwrap();
        let images = read(folder.path(), "train").unwrap();
        assert_eq!((images.shape, images.labels.clone()), ([1, 1, 3], vec![7, 9]));
        assert_eq!(images.part(1, 9).pixels, [4, 5, 6]);
        std::fs::write(folder.path().join("train-images-idx3-ubyte"), &pixels[..20]).unwrap();
        assert!(read(folder.path(), "train").unwrap_err().root_cause().to_string().contains("4 bytes"));
        std::fs::write(folder.path().join("train-images-idx3-ubyte"), b"hello").unwrap();
        assert!(read(folder.path(), "train").is_err());
    }
}
