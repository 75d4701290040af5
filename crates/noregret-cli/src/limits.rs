//! How much memory the rounds may take: what `--max-memory` reads, and when it is too little.

use crate::voice::failure::Failure;
use noregret::regret::Transcript;
use std::fmt;
use std::str::FromStr;

/// A number of bytes, written 4G, 500M, 64K or plainly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bare = text.trim().trim_end_matches(['b', 'B']);
        let (digits, unit) = match bare.char_indices().last() {
            Some((at, 'k' | 'K')) => (&bare[..at], 1e3),
            Some((at, 'm' | 'M')) => (&bare[..at], 1e6),
            Some((at, 'g' | 'G')) => (&bare[..at], 1e9),
            Some((at, 't' | 'T')) => (&bare[..at], 1e12),
            _ => (bare, 1.0),
        };
        match digits.trim().parse::<f64>() {
            Ok(number) if number > 0.0 && number * unit < 1e18 => Ok(Self((number * unit) as u64)),
            _ => Err(format!("{text:?} is no amount of memory: write bytes, or a number with K, M, G or T")),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0 as f64;
        let (unit, name) = match self.0 {
            0..1_000_000 => (1e3, "kB"),
            1_000_000..1_000_000_000 => (1e6, "MB"),
            _ => (1e9, "GB"),
        };
        write!(f, "{:.1} {name}", bytes / unit)
    }
}

/// The rounds kept, and what the solver will need beside them: some numbers a round, some a feature.
pub fn needed(transcript: &Transcript) -> u64 {
    transcript.bytes() + 72 * transcript.rounds() as u64 + 160 * transcript.features() as u64
}

impl Size {
    /// Why the rounds kept so far are too many, if so.
    pub fn fault(self, transcript: &Transcript) -> Option<Failure> {
        let needed = needed(transcript);
        (needed > self.0).then(|| Failure {
            message: format!(
                "{} rounds with {} features need {} of memory, more than --max-memory {}",
                transcript.rounds(),
                transcript.features(),
                Size(needed),
                self
            ),
            help: Some("raise --max-memory if there is more, or judge a part of the stream".to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_and_write() {
        for (text, bytes) in [("4G", 4_000_000_000), ("1.5M", 1_500_000), ("64kb", 64_000), ("12", 12)] {
            assert_eq!(text.parse(), Ok(Size(bytes)));
        }
        for bad in ["", "G", "-1", "nan", "4X", "1e30T"] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
        assert_eq!(
            [12_000, 2_500_000, 4_000_000_000].map(|b| Size(b).to_string()),
            ["12.0 kB", "2.5 MB", "4.0 GB"]
        );
    }
}
