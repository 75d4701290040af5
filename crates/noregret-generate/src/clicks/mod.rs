//! `clicks`: was the ad shown for a query clicked? Frequencies differ by orders of magnitude.
//!
//!   logit = bias + query + ad + advertiser + position + hour + device + the query's words
//!
//! Queries follow Zipf's law over 100,000, ads over 5,000 (mostly one of a few ads fitting the query),
//! and every query, however rare, has an effect of its own: the common ones can be learnt exactly, the
//! rare ones only through their words. A query has the same 2 to 5 words each time, an ad the same advertiser.
//! The bias is set so that one ad in eight is clicked, whatever the seed.
//!
//! svmlight ids, in the order of the columns: query 1 to 100,000, ad to 105,000, advertiser to 105,400,
//! position to 105,404, hour to 105,428, device to 105,431, words to 125,431; within each by rank.

mod field;

use self::field::{AD, ADVERTISER, FIELDS, QUERY, WORD};
use crate::draw::Draw;
use crate::generator::{Source, Truth};
use crate::rate::bias_for_rate;
use crate::round::six_digits;
use crate::zipf::Zipf;
use crate::{BIAS, Sample};

const RATE: f64 = 0.125;
const POSITION_ODDS: [u32; 4] = [4, 3, 2, 1];
const HOUR_ODDS: [u32; 24] =
    [5, 3, 2, 1, 1, 2, 4, 8, 11, 13, 14, 14, 15, 14, 14, 14, 14, 15, 16, 18, 20, 19, 15, 9];
const DEVICE_ODDS: [u32; 3] = [55, 37, 8];
const COUNT_ODDS: [u32; 4] = [4, 3, 2, 1];

/// The ads fitting a query, and how often one of them is shown.
const FITTING: u32 = 8;
const FITTING_SHARE: f64 = 0.7;

const ROWS: u64 = 0x43_11;
const OWNERS: u64 = 0x43_12;
const WORDS_OF_QUERY: u64 = 0x43_13;
const ADS_OF_QUERY: u64 = 0x43_14;
const CALIBRATION: u64 = 0x43_15;

/// The stream of ads shown.
pub(crate) struct Clicks {
    seed: u64,
    rows: Draw,
    bias: f64,
    queries: Zipf,
    ads: Zipf,
    advertisers: Zipf,
    vocabulary: Zipf,
}

impl Clicks {
    pub fn new(seed: u64) -> Clicks {
        let mut clicks = Clicks {
            seed,
            rows: Draw::keyed(seed, CALIBRATION, 0),
            bias: 0.0,
            queries: Zipf::new(QUERY.size, 1.0),
            ads: Zipf::new(AD.size, 0.9),
            advertisers: Zipf::new(ADVERTISER.size, 0.7),
            vocabulary: Zipf::new(WORD.size, 0.8),
        };
        let mut sample = Sample::default();
        let logits: Vec<f64> = (0..4_000).map(|_| clicks.show(&mut sample)).collect();
        clicks.bias = six_digits(bias_for_rate(&logits, RATE));
        clicks.rows = Draw::keyed(seed, ROWS, 0);
        clicks
    }

    /// One ad shown: its features, and its logit without the bias.
    fn show(&mut self, sample: &mut Sample) -> f64 {
        sample.features.clear();
        let rows = &mut self.rows;
        let query = self.queries.rank(rows) - 1;
        let ad = if rows.chance(FITTING_SHARE) {
            let choice = u64::from(query * FITTING + rows.below(FITTING));
            self.ads.rank(&mut Draw::keyed(self.seed, ADS_OF_QUERY, choice)) - 1
        } else {
            self.ads.rank(rows) - 1
        };
        let advertiser = self.advertisers.rank(&mut Draw::keyed(self.seed, OWNERS, u64::from(ad))) - 1;
        let position = rows.weighted(&POSITION_ODDS);
        let hour = rows.weighted(&HOUR_ODDS);
        let device = rows.weighted(&DEVICE_ODDS);

        let mut logit = 0.0;
        let single = [query, ad, advertiser, position, hour, device];
        for (field, index) in FIELDS.into_iter().zip(single) {
            logit += field.effect(self.seed, index);
            sample.features.push(field.member(index));
        }
        let (words, count) = self.words(query);
        for &word in &words[..count] {
            logit += WORD.effect(self.seed, word);
            sample.features.push(WORD.member(word));
        }
        logit
    }

    /// The words of a query, distinct and in order, and how many they are.
    fn words(&self, query: u32) -> ([u32; 5], usize) {
        let mut draw = Draw::keyed(self.seed, WORDS_OF_QUERY, u64::from(query));
        let count = 2 + draw.weighted(&COUNT_ODDS) as usize;
        let (mut words, mut have) = ([0; 5], 0);
        while have < count {
            let word = self.vocabulary.rank(&mut draw) - 1;
            if !words[..have].contains(&word) {
                words[have] = word;
                have += 1;
            }
        }
        words[..count].sort_unstable();
        (words, count)
    }
}

impl Source for Clicks {
    fn fill(&mut self, sample: &mut Sample) {
        let logit = self.bias + self.show(sample);
        sample.label = self.rows.logistic_label(logit);
    }

    fn truth(&self) -> Truth<'_> {
        let effects = FIELDS.into_iter().flat_map(|field| {
            (0..field.size).map(|index| (field.member(index).full_name(), field.effect(self.seed, index)))
        });
        Box::new([(BIAS.to_string(), self.bias)].into_iter().chain(effects))
    }
}
