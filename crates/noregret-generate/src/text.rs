//! `text`: documents as tf-idf vectors of unit length, in the manner of the rcv1 news collection.
//!
//! A document has 30 to 200 distinct terms (log-normal lengths) of 50,000. Its words come from Zipf's
//! law over all terms and from two of eight topics, each of which favours a thousand terms of its own.
//! The value of a term is (1 + log count) * idf, scaled so that the vector has length one.
//!
//!   label = sign(sum_i w_i x_i), then 4 in 100 are flipped
//!
//! The truth w is sparse: only the 300 leading terms of each topic have a weight, mostly of the topic's own
//! sign. Mixed documents lie near the boundary. svmlight ids: the term's rank, 1 to 50,000.

use crate::draw::Draw;
use crate::generator::{Source, Truth};
use crate::round::six_digits;
use crate::zipf::Zipf;
use crate::{Feature, Name, Sample};

const TERMS: u32 = 50_000;
const TOPICS: usize = 8;
const TOPIC_TERMS: u32 = 1_000;
const TOPIC_SHARE: f64 = 0.5;
const WEIGHTED_TERMS: usize = 300;
/// Topics favour none of the commonest terms, which are everyone's.
const COMMON: u32 = 100;
const FLIPPED: f64 = 0.04;
/// The words of a typical document, for idf.
const WORDS: f64 = 120.0;

const ROWS: u64 = 0x54_01;
const TOPIC: u64 = 0x54_02;

/// The stream of documents.
pub(crate) struct Text {
    rows: Draw,
    background: Zipf,
    within_topic: Zipf,
    /// The terms of each topic, the commonest first.
    topics: Vec<Vec<u32>>,
    weights: Vec<f64>,
    idf: Vec<f64>,
    /// How often each term occurs in the document being made; all zero between documents.
    counts: Vec<u16>,
    terms: Vec<u32>,
}

impl Text {
    pub fn new(seed: u64) -> Text {
        let mut weights = vec![0.0; TERMS as usize];
        let mut topics = Vec::new();
        for topic in 0..TOPICS {
            let mut draw = Draw::keyed(seed, TOPIC, topic as u64);
            let sign = if topic % 2 == 0 { 1.0 } else { -1.0 };
            let terms: Vec<u32> = (0..TOPIC_TERMS).map(|_| COMMON + draw.below(TERMS / 2 - COMMON)).collect();
            for &term in &terms[..WEIGHTED_TERMS] {
                weights[term as usize] = six_digits(sign + 0.5 * draw.normal());
            }
            topics.push(terms);
        }
        let harmonic: f64 = (1..=TERMS).map(|rank| 1.0 / f64::from(rank)).sum();
        let rarity = |rank: u32| f64::from(rank) * harmonic / (WORDS * (1.0 - TOPIC_SHARE));
        Text {
            rows: Draw::keyed(seed, ROWS, 0),
            background: Zipf::new(TERMS, 1.0),
            within_topic: Zipf::new(TOPIC_TERMS, 0.7),
            topics,
            weights,
            idf: (1..=TERMS).map(|rank| libm::log1p(rarity(rank))).collect(),
            counts: vec![0; TERMS as usize],
            terms: Vec::new(),
        }
    }

    /// Draw the document's words: its distinct terms into `terms`, in order, and their counts.
    fn read(&mut self) {
        let rows = &mut self.rows;
        let length = (65.0 * libm::exp(0.5 * rows.normal())).clamp(30.0, 200.0) as usize;
        let (main, other) = (rows.below(TOPICS as u32), rows.below(TOPICS as u32));
        let share_of_other = 0.5 * rows.uniform();
        self.terms.clear();
        while self.terms.len() < length {
            let term = if rows.chance(TOPIC_SHARE) {
                let topic = if rows.chance(share_of_other) { other } else { main };
                self.topics[topic as usize][self.within_topic.rank(rows) as usize - 1]
            } else {
                self.background.rank(rows) - 1
            };
            let count = &mut self.counts[term as usize];
            if *count == 0 {
                self.terms.push(term);
            }
            *count = count.saturating_add(1);
        }
        self.terms.sort_unstable();
    }
}

impl Source for Text {
    fn fill(&mut self, sample: &mut Sample) {
        self.read();
        let mut square = 0.0;
        for &term in &self.terms {
            let count = std::mem::take(&mut self.counts[term as usize]);
            let value = (1.0 + libm::log(f64::from(count))) * self.idf[term as usize];
            square += value * value;
            let name = Name::Word(term);
            sample.features.push(Feature { namespace: "terms", name, id: term + 1, value, category: false });
        }
        let length = square.sqrt();
        let mut margin = 0.0;
        for x in &mut sample.features {
            x.value = six_digits(x.value / length);
            margin += self.weights[x.id as usize - 1] * x.value;
        }
        sample.label = if (margin > 0.0) != self.rows.chance(FLIPPED) { 1.0 } else { -1.0 };
    }

    fn truth(&self) -> Truth<'_> {
        let weighted = self.weights.iter().enumerate().filter(|(_, w)| **w != 0.0);
        Box::new(weighted.map(|(term, &w)| (format!("terms^{}", Name::Word(term as u32)), w)))
    }
}
