//! `ads`: was the ad shown for a query clicked, where every query contains one phrase and the features are texts?
//!
//!   logit = bias + query + its words + ad + advertiser + title words + text words + some matches of a query's word with a title's word
//!
//! After the streams of section 5.2 of Streeter and McMahan 2010: queries that contain a phrase such as "auto insurance", "features based on the text of the ad and the query". Queries follow Zipf's law
//! of exponent 1.2 over 100,000, the phrase itself the first of them; 300 ads bid for it, by Zipf's law of exponent 1, mostly one of a dozen fitting the query. A row is the query, its words and all pairs of them, the ad,
//! its advertiser, the words of its title and text and the pairs of neighbours among them, and every word of the query with every word of the title: 50 to 70 features, of which those of the phrase and of the common ads are
//! nearly always there, while most features of the stream are seen once or twice. Pairs carry no truth of their own. One ad in ten is clicked, whatever the seed.
//!
//! svmlight ids, in the order of the columns: query 1 to 100,000, words to 105,000, pairs to 25,105,000, ad to 25,105,300, advertiser to 25,105,340, title to 25,106,340, text to 25,107,340, title_pairs to 26,107,340,
//! text_pairs to 27,107,340, match to 32,107,340; a pair of words (a, b) is a times the number of second words, plus b.

mod vocabulary;
mod words;

use self::vocabulary::{
    AD, AD_WORDS, ADS, ADVERTISER, FIELDS, Field, MATCH, PAIR, QUERIES, QUERY, QUERY_WORDS, TEXT, TEXT_PAIR,
    TITLE, TITLE_PAIR, WORD,
};
use self::words::Ad;
use crate::draw::Draw;
use crate::generator::{Source, Truth};
use crate::rate::bias_for_rate;
use crate::round::six_digits;
use crate::zipf::Zipf;
use crate::{BIAS, Sample};

const RATE: f64 = 0.1;

/// The ads fitting a query, and how often one of them is shown.
const FITTING: u32 = 12;
const FITTING_SHARE: f64 = 0.7;

const ROWS: u64 = 0x41_11;
const ADS_OF_QUERY: u64 = 0x41_14;
const CALIBRATION: u64 = 0x41_15;

/// The stream of ads shown.
pub(crate) struct Ads {
    seed: u64,
    rows: Draw,
    bias: f64,
    queries: Zipf,
    shown: Zipf,
    other_words: Zipf,
    ads: Vec<Ad>,
    /// The words of the query at hand, and members of a field being put in order.
    words: Vec<u32>,
    members: Vec<u32>,
}

impl Ads {
    pub fn new(seed: u64) -> Ads {
        let mut ads = Ads {
            seed,
            rows: Draw::keyed(seed, CALIBRATION, 0),
            bias: 0.0,
            queries: Zipf::new(QUERIES, 1.2),
            shown: Zipf::new(ADS, 1.0),
            other_words: words::other_words(),
            ads: (0..ADS).map(|ad| Ad::new(seed, ad)).collect(),
            words: Vec::new(),
            members: Vec::new(),
        };
        let mut sample = Sample::default();
        let logits: Vec<f64> = (0..10_000).map(|_| ads.show(&mut sample)).collect();
        ads.bias = six_digits(bias_for_rate(&logits, RATE));
        ads.rows = Draw::keyed(seed, ROWS, 0);
        ads
    }

    /// One ad shown: its features, and its logit without the bias.
    fn show(&mut self, sample: &mut Sample) -> f64 {
        sample.features.clear();
        let query = self.queries.rank(&mut self.rows) - 1;
        let ad = if self.rows.chance(FITTING_SHARE) {
            let choice = u64::from(query * FITTING + self.rows.below(FITTING));
            self.shown.rank(&mut Draw::keyed(self.seed, ADS_OF_QUERY, choice)) - 1
        } else {
            self.shown.rank(&mut self.rows) - 1
        };
        words::query(self.seed, &self.other_words, query, &mut self.words);
        let (words, Ad { advertiser, title, text }) = (&self.words, &self.ads[ad as usize]);

        let (seed, members, mut logit) = (self.seed, &mut self.members, 0.0);
        let mut put = |field: &Field, indices: &mut dyn Iterator<Item = u32>| {
            members.clear();
            members.extend(indices);
            members.sort_unstable();
            for &index in &*members {
                logit += field.effect(seed, index);
                sample.features.push(field.member(index));
            }
        };
        let later = |(place, &a): (usize, &u32)| words[place + 1..].iter().map(move |&b| a * QUERY_WORDS + b);
        let neighbours = |w: &[u32]| w[0] * AD_WORDS + w[1];
        put(&QUERY, &mut [query].into_iter());
        put(&WORD, &mut words.iter().copied());
        put(&PAIR, &mut words.iter().enumerate().flat_map(later));
        put(&AD, &mut [ad].into_iter());
        put(&ADVERTISER, &mut [*advertiser].into_iter());
        put(&TITLE, &mut title.iter().copied());
        put(&TEXT, &mut text.iter().copied());
        put(&TITLE_PAIR, &mut title.windows(2).map(neighbours));
        put(&TEXT_PAIR, &mut text.windows(2).map(neighbours));
        put(&MATCH, &mut words.iter().flat_map(|&a| title.iter().map(move |&b| a * AD_WORDS + b)));
        logit
    }
}

impl Source for Ads {
    fn fill(&mut self, sample: &mut Sample) {
        let logit = self.bias + self.show(sample);
        sample.label = self.rows.logistic_label(logit);
    }

    fn truth(&self) -> Truth<'_> {
        let effects = FIELDS.into_iter().flat_map(|field| field.effects(self.seed));
        Box::new([(BIAS.to_string(), self.bias)].into_iter().chain(effects))
    }
}
