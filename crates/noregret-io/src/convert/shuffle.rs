//! Lines in random order, in bounded memory, and draws that choose lines.
//!
//! Every line gets a random key, and lines leave by their keys: a uniform order, the same for the same seed whether it was
//! made in memory or not. Beyond [`Shuffle::MOST_BYTES`] lines are kept in 256 files without a name, by the first byte of
//! their key, and each file is sorted by itself. Weakness: a file must fit into memory, so that input of 64 GiB takes
//! 256 MiB, and more in proportion.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

/// Random numbers by their place: SplitMix64.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    seed: u64,
}

impl Draws {
    /// Those of a seed; `what` keeps draws for different ends apart.
    pub fn new(seed: u64, what: u64) -> Self {
        Self { seed: mix(seed ^ mix(what)) }
    }

    /// The draw of a line, counted from any number.
    pub fn of(&self, line: u64) -> u64 {
        mix(self.seed.wrapping_add(line.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// Whether the line is among a fraction of all lines.
    pub fn chooses(&self, line: u64, fraction: f64) -> bool {
        ((self.of(line) >> 11) as f64) < fraction * (1u64 << 53) as f64
    }
}

fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A line with its key and number.
type Keyed = (u64, u64, Box<[u8]>);

/// Lines to be put into random order.
#[derive(Debug)]
pub struct Shuffle {
    draws: Draws,
    number: u64,
    held: Vec<Keyed>,
    bytes: usize,
    most: usize,
    files: Vec<BufWriter<File>>,
}

impl Shuffle {
    /// About how many bytes are held in memory.
    pub const MOST_BYTES: usize = 256 << 20;
    const FILES: usize = 256;

    /// With a seed.
    pub fn new(seed: u64) -> Self {
        Self::holding(seed, Self::MOST_BYTES)
    }

    fn holding(seed: u64, most: usize) -> Self {
        Self { draws: Draws::new(seed, 3), number: 0, held: Vec::new(), bytes: 0, most, files: Vec::new() }
    }

    /// Takes a line, with its end.
    pub fn push(&mut self, line: &[u8]) -> io::Result<()> {
        self.held.push((self.draws.of(self.number), self.number, line.into()));
        self.number += 1;
        // The line, and what it takes to hold it.
        self.bytes += line.len() + 40;
        if self.bytes > self.most { self.store() } else { Ok(()) }
    }

    /// Brings what is held into files.
    fn store(&mut self) -> io::Result<()> {
        while self.files.len() < Self::FILES {
            self.files.push(BufWriter::with_capacity(1 << 14, tempfile::tempfile()?));
        }
        for (key, number, line) in self.held.drain(..) {
            let file = &mut self.files[(key >> 56) as usize];
            file.write_all(&key.to_le_bytes())?;
            file.write_all(&number.to_le_bytes())?;
            file.write_all(&(line.len() as u64).to_le_bytes())?;
            file.write_all(&line)?;
        }
        self.bytes = 0;
        Ok(())
    }

    /// Writes all lines in their new order.
    pub fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.files.is_empty() {
            return write(&mut self.held, out);
        }
        self.store()?;
        for file in self.files {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.rewind()?;
            write(&mut stored(file)?, out)?;
        }
        Ok(())
    }
}

/// The lines of a file.
fn stored(file: File) -> io::Result<Vec<Keyed>> {
    let length = file.metadata()?.len();
    let (mut file, mut done, mut lines) = (BufReader::new(file), 0, Vec::new());
    while done < length {
        let mut word = [0; 8];
        let mut next = || -> io::Result<u64> {
            file.read_exact(&mut word)?;
            Ok(u64::from_le_bytes(word))
        };
        let (key, number, size) = (next()?, next()?, next()?);
        let mut line = vec![0; size as usize];
        file.read_exact(&mut line)?;
        done += 24 + size;
        lines.push((key, number, line.into_boxed_slice()));
    }
    Ok(lines)
}

fn write(lines: &mut [Keyed], out: &mut dyn Write) -> io::Result<()> {
    lines.sort_unstable_by_key(|(key, number, _)| (*key, *number));
    lines.iter().try_for_each(|(_, _, line)| out.write_all(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffled(lines: usize, seed: u64, most: usize) -> Vec<usize> {
        let mut shuffle = Shuffle::holding(seed, most);
        (0..lines).for_each(|n| shuffle.push(format!("{n}\n").as_bytes()).unwrap());
        let mut out = Vec::new();
        shuffle.finish(&mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(|line| line.parse().unwrap()).collect()
    }

    #[test]
    fn every_line_once_in_another_order() {
        let order = shuffled(1000, 7, usize::MAX);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..1000).collect::<Vec<_>>());
        assert_ne!(order, sorted);
        assert_eq!(order, shuffled(1000, 7, usize::MAX));
        assert_ne!(order, shuffled(1000, 8, usize::MAX));
    }

    #[test]
    fn memory_does_not_change_the_order() {
        let order = shuffled(5000, 1, usize::MAX);
        for most in [0, 1000, 100_000] {
            assert_eq!(shuffled(5000, 1, most), order, "{most}");
        }
    }

    /// Where the first of four lines ends up, over many seeds: a chi-square of 3 degrees stays under 16.3 in 999 of 1,000.
    #[test]
    fn every_place_is_as_likely() {
        let mut places = [0.0; 4];
        for seed in 0..4000 {
            let order = shuffled(4, seed, usize::MAX);
            places[order.iter().position(|line| *line == 0).unwrap()] += 1.0;
        }
        let chi: f64 = places.iter().map(|n: &f64| (n - 1000.0) * (n - 1000.0) / 1000.0).sum();
        assert!(chi < 16.3, "{places:?}");
    }

    #[test]
    fn fractions_are_kept() {
        let draws = Draws::new(5, 1);
        let count = (0..10_000).filter(|line| draws.chooses(*line, 0.8)).count();
        assert!((7850..8150).contains(&count), "{count}");
        assert_eq!((0..1000).filter(|line| draws.chooses(*line, 1.0)).count(), 1000);
        assert_eq!((0..1000).filter(|line| draws.chooses(*line, 0.0)).count(), 0);
        let other = Draws::new(5, 2);
        assert!((0..100).any(|line| draws.chooses(line, 0.5) != other.chooses(line, 0.5)));
    }
}
