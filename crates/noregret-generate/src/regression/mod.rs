//! `regression`: twelve columns of a plant's log on scales from 1e-4 to 1e5, and a linear target.
//!
//!   target = bias + sum_j w_j x_j + w_site + 5 z,   z standard normal
//!
//! Every number moves the target by a standard deviation of 4 to 12, so weights range from 1e-3 to
//! 1e5; the bias puts the mean near 100. Five columns are skewed, `passes` is 1 in 98 rows of 100,
//! `outlet` follows `inlet` closely, `site` is a category. svmlight ids: the numbers are 1 to 11 in the
//! order of the columns, the sites 12 to 16.

mod shape;

use self::shape::Shape;
use crate::draw::Draw;
use crate::generator::{Source, Truth};
use crate::round::six_digits;
use crate::{BIAS, Feature, Kind, Name, Sample};

const NUMBERS: [Shape; 11] = [
    Shape::LogNormal { median: 2e-4, sigma: 0.5 },
    Shape::Exponential { mean: 3e-3 },
    Shape::LogNormal { median: 0.02, sigma: 0.4 },
    Shape::Rarely { usual: 1.0, other: 2.0, chance: 0.02 },
    Shape::Normal { mean: 7.0, spread: 0.3 },
    Shape::LogNormal { median: 30.0, sigma: 0.8 },
    Shape::Normal { mean: 350.0, spread: 20.0 },
    Shape::Near { earlier: 6, offset: 40.0, spread: 4.0 },
    Shape::LogNormal { median: 2500.0, sigma: 1.0 },
    Shape::Uniform { low: 0.0, high: 20_000.0 },
    Shape::Normal { mean: 1e5, spread: 8e3 },
];
const SITES: [&str; 5] = ["kiel", "lyon", "oslo", "riga", "turin"];
const SITE_ODDS: [u32; 5] = [40, 25, 20, 10, 5];
const NOISE: f64 = 5.0;

const ROWS: u64 = 0x52_01;
const WEIGHTS: u64 = 0x52_02;

/// The stream of a linear target.
pub(crate) struct Regression {
    rows: Draw,
    weights: [f64; NUMBERS.len()],
    sites: [f64; SITES.len()],
    bias: f64,
}

impl Regression {
    pub fn new(seed: u64) -> Regression {
        let mut draw = Draw::keyed(seed, WEIGHTS, 0);
        let mut weights = [0.0; NUMBERS.len()];
        let mut bias = 100.0;
        for (w, shape) in weights.iter_mut().zip(&NUMBERS) {
            let (mean, spread) = shape.moments(&NUMBERS);
            let effect = (4.0 + 8.0 * draw.uniform()) * if draw.chance(0.5) { 1.0 } else { -1.0 };
            *w = six_digits(effect / spread);
            bias -= *w * mean;
        }
        let sites = [(); SITES.len()].map(|()| six_digits(6.0 * draw.normal()));
        Regression { rows: Draw::keyed(seed, ROWS, 0), weights, sites, bias: six_digits(bias) }
    }
}

impl Source for Regression {
    fn fill(&mut self, sample: &mut Sample) {
        let mut target = self.bias;
        for (j, shape) in NUMBERS.iter().enumerate() {
            let x = six_digits(shape.draw(&mut self.rows, &sample.features));
            target += self.weights[j] * x;
            sample.features.push(Feature::number(Kind::Regression.columns()[j].name, j as u32 + 1, x));
        }
        let site = self.rows.weighted(&SITE_ODDS);
        let name = Name::Fixed(SITES[site as usize]);
        sample.features.push(Feature::category("site", name, NUMBERS.len() as u32 + 1 + site));
        target += self.sites[site as usize];
        sample.label = six_digits(target + NOISE * self.rows.normal());
    }

    fn truth(&self) -> Truth<'_> {
        let numbers = Kind::Regression.columns().iter().zip(self.weights);
        let sites = SITES.iter().zip(self.sites);
        Box::new(
            [(BIAS.to_string(), self.bias)]
                .into_iter()
                .chain(numbers.map(|(column, w)| (column.name.to_string(), w)))
                .chain(sites.map(|(site, w)| (format!("site^{site}"), w))),
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Generator;

    #[test]
    fn columns_have_their_scales() {
        let mut generator = Generator::new(Kind::Regression, 1);
        let n = 50_000;
        let (mut sums, mut squares) = ([0.0; 11], [0.0; 11]);
        let (mut pair, mut label, mut label_square) = (0.0, 0.0, 0.0);
        for _ in 0..n {
            let sample = generator.next();
            for (j, x) in sample.features[..11].iter().enumerate() {
                sums[j] += x.value;
                squares[j] += x.value * x.value;
            }
            pair += sample.features[6].value * sample.features[7].value;
            label += sample.label;
            label_square += sample.label * sample.label;
        }
        let n = f64::from(n);
        let spread = |sum: f64, square: f64| (square / n - sum / n * (sum / n)).sqrt();
        for (j, shape) in NUMBERS.iter().enumerate() {
            let (mean, deviation) = shape.moments(&NUMBERS);
            assert!((sums[j] / n - mean).abs() < 0.05 * deviation, "mean of column {j}");
            assert!((spread(sums[j], squares[j]) / deviation - 1.0).abs() < 0.1, "spread of column {j}");
        }
        assert!(sums[0] / n < 5e-4 && sums[10] / n > 9e4);
        let covariance = pair / n - sums[6] / n * (sums[7] / n);
        assert!(covariance / (spread(sums[6], squares[6]) * spread(sums[7], squares[7])) > 0.95);
        assert!((80.0..120.0).contains(&(label / n)));
        assert!((10.0..60.0).contains(&spread(label, label_square)));
    }

    #[test]
    fn the_truth_leaves_only_the_noise() {
        let mut generator = Generator::new(Kind::Regression, 2);
        let truth: HashMap<String, f64> = generator.truth().collect();
        assert_eq!(truth.len(), 17);
        let mut square = 0.0;
        for _ in 0..20_000 {
            let sample = generator.next();
            let margin: f64 = sample.features.iter().map(|x| truth[&x.full_name()] * x.value).sum();
            let off = sample.label - truth[BIAS] - margin;
            square += off * off;
        }
        assert!((square / 20_000.0 / (NOISE * NOISE) - 1.0).abs() < 0.05);
    }
}
