//! Pronounceable words: number in, word out, no two alike.
//!
//! 45 syllables of a consonant and a vowel; the first 45^2 numbers have two syllables, the next 45^3
//! three, and so on. Within a length the numbers are shuffled by a multiplier coprime to 45, so that
//! neighbours do not look alike.

use std::fmt;

const CONSONANTS: &[u8; 9] = b"bdlmnrstv";
const VOWELS: &[u8; 5] = b"aeiou";
const MULTIPLIER: u64 = 1_234_567;

/// Write the word of a number.
pub(crate) fn spell(number: u32, out: &mut impl fmt::Write) -> fmt::Result {
    let (mut rest, mut block) = (u64::from(number), 45 * 45);
    while rest >= block {
        rest -= block;
        block *= 45;
    }
    rest = rest * MULTIPLIER % block;
    while block > 1 {
        block /= 45;
        let syllable = (rest / block) as usize;
        rest %= block;
        out.write_char(char::from(CONSONANTS[syllable / 5]))?;
        out.write_char(char::from(VOWELS[syllable % 5]))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_words_are_alike() {
        let words: HashSet<String> = (0..120_000)
            .map(|number| {
                let mut word = String::new();
                spell(number, &mut word).unwrap();
                word
            })
            .collect();
        assert_eq!(words.len(), 120_000);
        assert!(words.iter().all(|word| (4..=8).contains(&word.len())));
    }

    #[test]
    fn the_largest_number_has_a_word() {
        let mut word = String::new();
        spell(u32::MAX, &mut word).unwrap();
        assert_eq!(word.len(), 12);
    }
}
