//! MATLAB's files of version 5: a head of 128 bytes, then elements, each a type, a length and that many bytes; packed ones hold another element.
//!
//! Read are matrices of numbers, which is what SVHN's files hold; other elements are left out.
//! Reference: MathWorks, MAT-File Format, R2019b, chapter 1.

use anyhow::{Context, Result, bail};
use flate2::read::ZlibDecoder;
use std::io::Read;

/// A matrix, its first index running fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// What it is called.
    pub name: String,
    /// Its dimensions.
    pub sizes: Vec<usize>,
    /// Its numbers.
    pub numbers: Vec<f64>,
}

const HEAD: usize = 128;
const INT32: u32 = 5;
const MATRIX: u32 = 14;
const PACKED: u32 = 15;

/// The next element: its type, its bytes, and what comes after it.
fn element(file: &[u8]) -> Result<(u32, &[u8], &[u8])> {
    let word = |place: usize| -> Result<u32> {
        Ok(u32::from_le_bytes(
            file.get(place..place + 4).context("an element ends within its head")?.try_into()?,
        ))
    };
    let first = word(0)?;
    // Up to four bytes may stand within the head.
    let (kind, start, length) = match first >> 16 {
        0 => (first, 8, word(4)? as usize),
        short => (first & 0xffff, 4, short as usize),
    };
    let body = file.get(start..).and_then(|rest| rest.get(..length));
    let body = body.with_context(|| format!("an element of {length} bytes is cut off"))?;
    // Packed elements alone are not filled up to eight bytes.
    let next = if kind == PACKED { start + length } else { (start + length).next_multiple_of(8) };
    Ok((kind, body, file.get(next..).unwrap_or_default()))
}

/// Every number of an element.
fn numbers(kind: u32, body: &[u8]) -> Result<Vec<f64>> {
    macro_rules! each {
        ($type:ty) => {
            body.chunks_exact(size_of::<$type>())
                .map(|chunk| Ok(<$type>::from_le_bytes(chunk.try_into()?) as f64))
                .collect()
        };
    }
    match kind {
        1 => each!(i8),
        2 => each!(u8),
        3 => each!(i16),
        4 => each!(u16),
        INT32 => each!(i32),
        6 => each!(u32),
        7 => each!(f32),
        9 => each!(f64),
        _ => bail!("numbers of type {kind}"),
    }
}

fn matrix(body: &[u8]) -> Result<Option<Matrix>> {
    let (_, flags, rest) = element(body)?;
    // Classes 6 to 13 are matrices of numbers; cells, structures, texts and sparse ones come before.
    let class = flags.first().copied().unwrap_or_default();
    if !(6..=13).contains(&class) {
        return Ok(None);
    }
    let (kind, sizes, rest) = element(rest)?;
    if kind != INT32 {
        bail!("dimensions of type {kind}");
    }
    let sizes: Vec<usize> = numbers(kind, sizes)?.iter().map(|&size| size as usize).collect();
    let (_, name, rest) = element(rest)?;
    let name = String::from_utf8_lossy(name).into_owned();
    let (kind, body, _) = element(rest)?;
    let numbers = numbers(kind, body).with_context(|| format!("matrix {name}"))?;
    if sizes.iter().try_fold(1_usize, |all, size| all.checked_mul(*size)) != Some(numbers.len()) {
        bail!("matrix {name} has {} numbers for {sizes:?}", numbers.len());
    }
    Ok(Some(Matrix { name, sizes, numbers }))
}

/// The matrices of a file.
pub fn parse(file: &[u8]) -> Result<Vec<Matrix>> {
    if file.get(126..HEAD) != Some(b"IM") {
        if file.starts_with(b"\x89HDF") || file.get(..10) == Some(b"MATLAB 7.3") {
            bail!("a file of version 7.3: save it with -v7");
        }
        bail!("not a MAT file of version 5, or of another byte order");
    }
    let (mut rest, mut found) = (&file[HEAD..], Vec::new());
    while !rest.is_empty() {
        let (kind, body, next) = element(rest)?;
        let mut unpacked = Vec::new();
        let (kind, body) = if kind == PACKED {
            ZlibDecoder::new(body).read_to_end(&mut unpacked).context("a packed element is damaged")?;
            let (kind, body, _) = element(&unpacked)?;
            (kind, body)
        } else {
            (kind, body)
        };
        if kind == MATRIX {
            found.extend(matrix(body)?);
        }
        rest = next;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_is_refused() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/svhn/small.mat");
        let file = std::fs::read(path).unwrap();
        assert_eq!(parse(&file).unwrap().len(), 2);
        for length in [0, 100, 130, 200, file.len() / 2] {
            assert!(parse(&file[..length]).is_err(), "{length} bytes");
        }
        assert!(parse(b"hello").unwrap_err().to_string().contains("MAT"));
    }
}
