//! The ad clicks have the frequencies, the rate and the truth they promise.

use std::collections::HashMap;

use noregret_generate::{BIAS, Generator, Kind, Name};

#[test]
fn one_ad_in_eight_is_clicked_whatever_the_seed() {
    for seed in [0, 1, 2, 99, u64::MAX] {
        let mut generator = Generator::new(Kind::Clicks, seed);
        let n = 40_000;
        let clicked = (0..n).filter(|_| generator.next().label > 0.0).count();
        let rate = clicked as f64 / f64::from(n);
        assert!((0.1..0.15).contains(&rate), "seed {seed}: {rate}");
    }
}

#[test]
fn the_top_query_is_at_least_a_hundred_times_the_median_one() {
    let mut generator = Generator::new(Kind::Clicks, 1);
    let mut counts: HashMap<Name, u32> = HashMap::new();
    for _ in 0..200_000 {
        *counts.entry(generator.next().features[0].name).or_default() += 1;
    }
    let mut sorted: Vec<u32> = counts.values().copied().collect();
    sorted.sort_unstable();
    let (median, top) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
    assert!(top >= 100 * median, "top {top}, median {median}");
    assert_eq!(counts[&Name::Numbered("q", 1)], top);
    assert!(sorted.len() > 20_000, "rare queries are seen too");
}

#[test]
fn a_query_keeps_its_words_and_an_ad_its_advertiser() {
    let mut generator = Generator::new(Kind::Clicks, 3);
    let mut words: HashMap<Name, Vec<Name>> = HashMap::new();
    let mut owners: HashMap<Name, Name> = HashMap::new();
    for _ in 0..20_000 {
        let columns: Vec<_> = generator.next().columns().collect();
        let names: Vec<Name> = columns[6].iter().map(|x| x.name).collect();
        assert!((2..=5).contains(&names.len()));
        assert_eq!(words.entry(columns[0][0].name).or_insert_with(|| names.clone()), &names);
        assert_eq!(owners.entry(columns[1][0].name).or_insert(columns[2][0].name), &columns[2][0].name);
    }
}

/// Rows whose true probability is about p are clicked about that often.
#[test]
fn the_truth_is_calibrated() {
    let mut generator = Generator::new(Kind::Clicks, 4);
    let truth: HashMap<String, f64> = generator.truth().collect();
    assert_eq!(truth.len(), 125_432);
    let (mut expected, mut clicked, mut rows) = ([0.0; 10], [0.0; 10], [0.0; 10]);
    for _ in 0..100_000 {
        let sample = generator.next();
        let logit = truth[BIAS] + sample.features.iter().map(|x| truth[&x.full_name()]).sum::<f64>();
        let p = 1.0 / (1.0 + libm::exp(-logit));
        let bin = (p * 10.0) as usize;
        expected[bin] += p;
        clicked[bin] += (sample.label + 1.0) / 2.0;
        rows[bin] += 1.0;
    }
    assert!(rows[0] > 20_000.0 && rows[3] > 1_000.0, "probabilities spread out: {rows:?}");
    for bin in 0..10 {
        let off = f64::abs(expected[bin] - clicked[bin]);
        assert!(off < 4.0 * f64::sqrt(expected[bin]) + 3.0, "bin {bin} off by {off}");
    }
}
