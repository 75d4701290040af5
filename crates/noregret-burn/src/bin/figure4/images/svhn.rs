//! SVHN's cropped digits: `X`, 32 x 32 x 3 x n bytes, and `y`, n labels of 1 to 10, where 10 is the digit 0.

use super::mat::{Matrix, parse};
use super::{Images, bytes};
use anyhow::{Context, Result, bail};
use std::path::Path;

/// The images of a file.
pub fn read(folder: &Path, name: &str) -> Result<Images> {
    let file = bytes(folder, name)?;
    images(&parse(&file).with_context(|| folder.join(name).display().to_string())?)
        .with_context(|| folder.join(name).display().to_string())
}

fn images(matrices: &[Matrix]) -> Result<Images> {
    let find = |name: &str| {
        matrices.iter().find(|m| m.name == name).with_context(|| format!("there is no matrix {name}"))
    };
    let (x, y) = (find("X")?, find("y")?);
    let [rows, columns, channels, n] = x.sizes[..] else { bail!("X is {:?}", x.sizes) };
    let labels = y.numbers.iter().map(|&label| match label {
        1.0..=9.0 => Ok(label as u8),
        10.0 => Ok(0),
        _ => bail!("label {label}: labels are 1 to 10"),
    });
    let labels = labels.collect::<Result<Vec<u8>>>()?;
    // The first index runs fastest there, the last here.
    let mut pixels = Vec::with_capacity(x.numbers.len());
    for image in 0..n {
        for channel in 0..channels {
            for row in 0..rows {
                let place = |column: usize| row + rows * (column + columns * (channel + channels * image));
                pixels.extend((0..columns).map(|column| x.numbers[place(column)] as u8));
            }
        }
    }
    Images::new([channels, rows, columns], pixels, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by SciPy: `python3 small.py` beside the file makes it again.
    #[test]
    fn a_file_of_scipy_packed_and_not() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/svhn");
        for name in ["small.mat", "small-packed.mat"] {
            let images = read(&folder, name).unwrap();
            assert_eq!((images.shape, images.labels.clone()), ([3, 4, 5], vec![1, 9, 0]), "{name}");
            // X[row, column, channel, image] = (row + 10 column + 50 channel + 7 image) mod 256.
            for (place, &pixel) in images.pixels.iter().enumerate() {
                let (column, row) = (place % 5, place / 5 % 4);
                let (channel, image) = (place / 20 % 3, place / 60);
                assert_eq!(usize::from(pixel), (row + 10 * column + 50 * channel + 7 * image) % 256);
            }
        }
    }
}
