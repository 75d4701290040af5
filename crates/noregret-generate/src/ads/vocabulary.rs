//! The features of `ads`: what they are called, which ids they have, how they move the logit.
//!
//! A field is one namespace. Its members are numbered without a table, a pair of words by the product of the vocabularies, so that the hundred thousandth pair costs what the first does.
//! The truth is sparse: whole queries, words, ads and advertisers have effects, of the matches of a query's word with a title's word one in twenty, pairs within a text none.

use crate::draw::Draw;
use crate::{Feature, Name};

/// Different queries.
pub(super) const QUERIES: u32 = 100_000;
/// The words queries are made of; the first two are the phrase.
pub(super) const QUERY_WORDS: u32 = 5_000;
/// Ads that bid for the phrase.
pub(super) const ADS: u32 = 300;
/// Those who placed them.
pub(super) const ADVERTISERS: u32 = 40;
/// The words ads are made of.
pub(super) const AD_WORDS: u32 = 1_000;

/// How the members of a field are called.
#[derive(Clone, Copy)]
enum Names {
    Numbered(&'static str),
    Words,
    /// Two words, the second of a vocabulary of this size.
    Pairs(u32),
}

/// A field: one namespace, with members 0, ..., size - 1.
pub(super) struct Field {
    namespace: &'static str,
    pub size: u32,
    first_id: u32,
    names: Names,
    /// The spread of the effects, and the share of members that have one.
    spread: f64,
    share: f64,
}

const fn after(before: &Field, namespace: &'static str, size: u32, names: Names, spread: f64) -> Field {
    Field { namespace, size, first_id: before.first_id + before.size, names, spread, share: 1.0 }
}

pub(super) const QUERY: Field = Field {
    namespace: "query",
    size: QUERIES,
    first_id: 1,
    names: Names::Numbered("q"),
    spread: 0.3,
    share: 1.0,
};
pub(super) const WORD: Field = after(&QUERY, "words", QUERY_WORDS, Names::Words, 0.4);
pub(super) const PAIR: Field =
    after(&WORD, "pairs", QUERY_WORDS * QUERY_WORDS, Names::Pairs(QUERY_WORDS), 0.0);
pub(super) const AD: Field = after(&PAIR, "ad", ADS, Names::Numbered("a"), 0.4);
pub(super) const ADVERTISER: Field = after(&AD, "advertiser", ADVERTISERS, Names::Numbered("v"), 0.3);
pub(super) const TITLE: Field = after(&ADVERTISER, "title", AD_WORDS, Names::Words, 0.2);
pub(super) const TEXT: Field = after(&TITLE, "text", AD_WORDS, Names::Words, 0.1);
pub(super) const TITLE_PAIR: Field =
    after(&TEXT, "title_pairs", AD_WORDS * AD_WORDS, Names::Pairs(AD_WORDS), 0.0);
pub(super) const TEXT_PAIR: Field =
    after(&TITLE_PAIR, "text_pairs", AD_WORDS * AD_WORDS, Names::Pairs(AD_WORDS), 0.0);
pub(super) const MATCH: Field =
    Field { share: 0.05, ..after(&TEXT_PAIR, "match", QUERY_WORDS * AD_WORDS, Names::Pairs(AD_WORDS), 0.5) };

/// Every field, in the order of the columns.
pub(super) const FIELDS: [&Field; 10] =
    [&QUERY, &WORD, &PAIR, &AD, &ADVERTISER, &TITLE, &TEXT, &TITLE_PAIR, &TEXT_PAIR, &MATCH];

impl Field {
    /// The `index`th member, from 0, as a feature.
    pub fn member(&self, index: u32) -> Feature {
        let name = match self.names {
            Names::Numbered(prefix) => Name::Numbered(prefix, 1 + index),
            Names::Words => Name::Word(index),
            Names::Pairs(size) => Name::Pair(index / size, index % size),
        };
        Feature::category(self.namespace, name, self.first_id + index)
    }

    /// The true weight of the `index`th member, never outside [-1, 1]; 0 for most.
    pub fn effect(&self, seed: u64, index: u32) -> f64 {
        if self.spread == 0.0 {
            return 0.0;
        }
        let mut draw = Draw::keyed(seed, 0x41_20, u64::from(self.first_id + index));
        if self.share < 1.0 && !draw.chance(self.share) {
            return 0.0;
        }
        (self.spread * draw.normal()).clamp(-1.0, 1.0)
    }

    /// Its members that have an effect, in order.
    pub fn effects(&'static self, seed: u64) -> impl Iterator<Item = (String, f64)> {
        let size = if self.spread == 0.0 { 0 } else { self.size };
        let all = (0..size).map(move |index| (index, self.effect(seed, index)));
        all.filter(|(_, w)| *w != 0.0).map(|(index, w)| (self.member(index).full_name(), w))
    }
}
