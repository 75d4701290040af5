//! The texts of `ads`: the words of a query, the title and the lines of an ad.
//!
//! Words follow Zipf's law. A query is the phrase, which is words 0 and 1, and none (the commonest query) or 1 to 4 words more; an ad has 4 words of title and 10 of text, as one of 95 characters
//! has. A query has the same words each time, an ad the same text.

use super::vocabulary::{AD_WORDS, ADVERTISERS, QUERY_WORDS};
use crate::draw::Draw;
use crate::zipf::Zipf;

const TITLE_LENGTH: usize = 4;
const TEXT_LENGTH: usize = 10;
const COUNT_ODDS: [u32; 4] = [4, 3, 2, 1];

const AD_TEXT: u64 = 0x41_12;
const WORDS_OF_QUERY: u64 = 0x41_13;

/// The words of the phrase.
const PHRASE: u32 = 2;

/// What an ad says, and whose it is.
pub(super) struct Ad {
    pub advertiser: u32,
    pub title: Vec<u32>,
    pub text: Vec<u32>,
}

impl Ad {
    pub fn new(seed: u64, ad: u32) -> Ad {
        let mut draw = Draw::keyed(seed, AD_TEXT, u64::from(ad));
        let law = Zipf::new(AD_WORDS, 1.0);
        let advertiser = Zipf::new(ADVERTISERS, 0.7).rank(&mut draw) - 1;
        let mut words = |length| {
            let mut words = Vec::with_capacity(length);
            add_distinct(&mut words, length, || law.rank(&mut draw) - 1);
            words
        };
        Ad { advertiser, title: words(TITLE_LENGTH), text: words(TEXT_LENGTH) }
    }
}

/// The words of a query by its rank from 0, the phrase first, the others in order, all distinct.
pub(super) fn query(seed: u64, law: &Zipf, query: u32, words: &mut Vec<u32>) {
    words.clear();
    words.extend(0..PHRASE);
    if query > 0 {
        let mut draw = Draw::keyed(seed, WORDS_OF_QUERY, u64::from(query));
        let length = words.len() + 1 + draw.weighted(&COUNT_ODDS) as usize;
        add_distinct(words, length, || PHRASE + law.rank(&mut draw) - 1);
        words.sort_unstable();
    }
}

/// Zipf's law of the words beside the phrase.
pub(super) fn other_words() -> Zipf {
    Zipf::new(QUERY_WORDS - PHRASE, 1.0)
}

fn add_distinct(words: &mut Vec<u32>, length: usize, mut word: impl FnMut() -> u32) {
    while words.len() < length {
        let word = word();
        if !words.contains(&word) {
            words.push(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_query_is_the_phrase_and_all_contain_it() {
        let (law, mut words) = (other_words(), Vec::new());
        query(1, &law, 0, &mut words);
        assert_eq!(words, [0, 1]);
        for rank in 1..2_000 {
            query(1, &law, rank, &mut words);
            assert!((3..=6).contains(&words.len()) && words[..2] == [0, 1], "{words:?}");
            assert!(words.is_sorted_by(|a, b| a < b) && words.iter().all(|&w| w < QUERY_WORDS));
        }
    }

    #[test]
    fn an_ad_keeps_its_text() {
        let (one, again, other) = (Ad::new(1, 7), Ad::new(1, 7), Ad::new(1, 8));
        assert_eq!((&one.title, &one.text), (&again.title, &again.text));
        assert_ne!((&one.title, &one.text), (&other.title, &other.text));
        assert_eq!((one.title.len(), one.text.len()), (4, 10));
        assert!(one.text.iter().chain(&one.title).all(|&w| w < AD_WORDS) && one.advertiser < ADVERTISERS);
    }
}
