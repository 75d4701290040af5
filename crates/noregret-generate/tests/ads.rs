//! The ads of one phrase have the texts, the frequencies, the rate and the truth they promise.

use std::collections::HashMap;

use noregret_generate::{BIAS, Generator, Kind, Name};

#[test]
fn one_ad_in_ten_is_clicked_whatever_the_seed() {
    for seed in [0, 1, 2, 99, u64::MAX] {
        let mut generator = Generator::new(Kind::Ads, seed);
        let n = 40_000;
        let clicked = (0..n).filter(|_| generator.next().label > 0.0).count();
        let rate = clicked as f64 / f64::from(n);
        assert!((0.085..0.115).contains(&rate), "seed {seed}: {rate}");
    }
}

#[test]
fn a_few_features_are_always_there_and_most_are_rare() {
    let mut generator = Generator::new(Kind::Ads, 1);
    let mut counts: HashMap<u32, u32> = HashMap::new();
    let (rows, mut entries) = (50_000, 0);
    for _ in 0..rows {
        let features = &generator.next().features;
        assert!((30..100).contains(&features.len()), "{}", features.len());
        entries += features.len();
        for x in features {
            *counts.entry(x.id).or_default() += 1;
        }
    }
    assert!((50..70).contains(&(entries / rows)), "{entries}");
    let share = |some: &dyn Fn(u32) -> bool| counts.values().filter(|&&c| some(c)).count();
    // The two words of the phrase and their pair.
    assert_eq!(share(&|c| c == rows as u32), 3);
    assert!(share(&|c| c <= 2) > counts.len() / 2, "{} of {}", share(&|c| c <= 2), counts.len());
    assert!(counts.len() > 50_000, "{}", counts.len());
}

#[test]
fn the_phrase_is_the_commonest_query_and_texts_are_kept() {
    let mut generator = Generator::new(Kind::Ads, 3);
    let mut words: HashMap<Name, Vec<Name>> = HashMap::new();
    let mut texts: HashMap<Name, Vec<Name>> = HashMap::new();
    let mut phrase = 0;
    for _ in 0..20_000 {
        let columns: Vec<Vec<Name>> =
            generator.next().columns().map(|features| features.iter().map(|x| x.name).collect()).collect();
        assert_eq!((columns.len(), columns[1][0], columns[1][1]), (10, Name::Word(0), Name::Word(1)));
        let count = columns[1].len();
        assert_eq!((columns[2].len(), columns[9].len()), (count * (count - 1) / 2, 4 * count));
        phrase += u32::from(columns[0][0] == Name::Numbered("q", 1));
        assert_eq!(words.entry(columns[0][0]).or_insert_with(|| columns[1].clone()), &columns[1]);
        let text = columns[4..9].concat();
        assert_eq!(texts.entry(columns[3][0]).or_insert_with(|| text.clone()), &text);
    }
    assert_eq!(words[&Name::Numbered("q", 1)].len(), 2);
    assert!((3_000..6_000).contains(&phrase), "{phrase}");
}

/// Rows whose true probability is about p are clicked about that often.
#[test]
fn the_truth_is_sparse_and_calibrated() {
    let mut generator = Generator::new(Kind::Ads, 4);
    let truth: HashMap<String, f64> = generator.truth().collect();
    assert!((330_000..390_000).contains(&truth.len()), "{}", truth.len());
    assert!(truth.iter().all(|(name, w)| w.abs() <= 1.0 || name == BIAS));
    let (mut expected, mut clicked, mut rows) = ([0.0; 10], [0.0; 10], [0.0; 10]);
    for _ in 0..100_000 {
        let sample = generator.next();
        let weight = |name: String| truth.get(&name).copied().unwrap_or(0.0);
        let logit = truth[BIAS] + sample.features.iter().map(|x| weight(x.full_name())).sum::<f64>();
        let p = 1.0 / (1.0 + libm::exp(-logit));
        let bin = (p * 10.0) as usize;
        expected[bin] += p;
        clicked[bin] += (sample.label + 1.0) / 2.0;
        rows[bin] += 1.0;
    }
    assert!(rows[0] > 20_000.0 && rows[2] > 1_000.0, "probabilities spread out: {rows:?}");
    for bin in 0..10 {
        let off = f64::abs(expected[bin] - clicked[bin]);
        assert!(off < 4.0 * f64::sqrt(expected[bin]) + 3.0, "bin {bin} off by {off}");
    }
}
