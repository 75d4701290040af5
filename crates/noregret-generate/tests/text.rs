//! The documents have the lengths they promise, and a linear learner can find the truth.

use std::collections::HashMap;

use noregret_generate::{Generator, Kind};

#[test]
fn documents_are_unit_vectors_of_30_to_200_terms() {
    let mut generator = Generator::new(Kind::Text, 1);
    let (mut terms, mut positive) = (0, 0);
    for _ in 0..5_000 {
        let sample = generator.next();
        assert!((30..=200).contains(&sample.features.len()));
        let square: f64 = sample.features.iter().map(|x| x.value * x.value).sum();
        assert!((square.sqrt() - 1.0).abs() < 1e-3);
        assert!(sample.features.iter().all(|x| x.value > 0.0 && (1..=50_000).contains(&x.id)));
        terms += sample.features.len();
        positive += u32::from(sample.label > 0.0);
    }
    assert!((60..90).contains(&(terms / 5_000)), "{terms}");
    assert!((1_750..3_250).contains(&positive), "{positive}");
}

#[test]
fn the_truth_is_sparse_and_wrong_only_on_the_flipped() {
    let mut generator = Generator::new(Kind::Text, 2);
    let truth: HashMap<String, f64> = generator.truth().collect();
    assert!((1_500..3_000).contains(&truth.len()));
    let mut wrong = 0;
    for _ in 0..20_000 {
        let sample = generator.next();
        let weight = |name: String| truth.get(&name).copied().unwrap_or(0.0);
        let margin: f64 = sample.features.iter().map(|x| weight(x.full_name()) * x.value).sum();
        wrong += u32::from(margin * sample.label <= 0.0);
    }
    assert!((700..900).contains(&wrong), "{wrong}");
}

/// Per-coordinate rates and the logistic loss, predicting before learning.
#[test]
fn a_linear_learner_reaches_nine_in_ten() {
    for seed in 0..3 {
        let mut generator = Generator::new(Kind::Text, seed);
        let (mut weights, mut squares) = (vec![0.0; 50_001], vec![0.0; 50_001]);
        let mut right = 0;
        for row in 0..40_000 {
            let sample = generator.next();
            let margin: f64 = sample.features.iter().map(|x| weights[x.id as usize] * x.value).sum();
            right += u32::from(row >= 30_000 && margin * sample.label > 0.0);
            let slope = -sample.label / (1.0 + libm::exp(sample.label * margin));
            for x in &sample.features {
                let (w, g) = (&mut weights[x.id as usize], slope * x.value);
                let square: &mut f64 = &mut squares[x.id as usize];
                *square += g * g;
                *w -= 0.5 * g / (*square + 1e-12).sqrt();
            }
        }
        assert!((9_000..9_650).contains(&right), "seed {seed}: {right} of 10,000");
    }
}
