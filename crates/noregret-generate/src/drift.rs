//! `drift`: ten standard normal features and a linear truth that does not stay.
//!
//! Time is cut into spans of 5,000 rows. A span starts abruptly with a fresh truth, keeps it for 3,000
//! rows, then slides evenly for 2,000 rows to another truth, of which the next span knows nothing:
//!
//!   w(row) = from + share * (to - from),   share = max(0, at - 3000) / 2000,   at = row mod 5000
//!
//! Labels are logistic in w.x + bias: the best classifier is right about 83 % of the time. No column
//! tells the concept. svmlight ids: x1 to x10 are 1 to 10.

use crate::draw::Draw;
use crate::generator::{Source, Truth};
use crate::round::six_digits;
use crate::{BIAS, Feature, Kind, Sample};

const SPAN: u64 = 5_000;
const STEADY: u64 = 3_000;
const WIDTH: usize = 10;

const ROWS: u64 = 0x44_01;
const CONCEPTS: u64 = 0x44_02;

/// The weights of x1, ..., x10 and, last, the constant.
type Concept = [f64; WIDTH + 1];

/// The stream of a truth that jumps and slides.
pub(crate) struct Drift {
    seed: u64,
    rows: Draw,
    span: u64,
    from: Concept,
    to: Concept,
    now: Concept,
}

fn concept(seed: u64, index: u64) -> Concept {
    let mut draw = Draw::keyed(seed, CONCEPTS, index);
    let mut weights = [0.0; WIDTH + 1];
    for w in &mut weights {
        *w = six_digits(draw.normal());
    }
    weights[WIDTH] *= 0.5;
    weights
}

impl Drift {
    pub fn new(seed: u64) -> Drift {
        let (from, to) = (concept(seed, 0), concept(seed, 1));
        Drift { seed, rows: Draw::keyed(seed, ROWS, 0), span: 0, from, to, now: from }
    }

    fn move_to(&mut self, row: u64) {
        let (span, at) = (row / SPAN, row % SPAN);
        if span != self.span {
            self.span = span;
            self.from = concept(self.seed, 2 * span);
            self.to = concept(self.seed, 2 * span + 1);
        }
        let share = at.saturating_sub(STEADY) as f64 / (SPAN - STEADY) as f64;
        for ((now, from), to) in self.now.iter_mut().zip(&self.from).zip(&self.to) {
            *now = from + share * (to - from);
        }
    }
}

impl Source for Drift {
    fn fill(&mut self, sample: &mut Sample) {
        self.move_to(sample.row);
        let mut logit = self.now[WIDTH];
        for (j, column) in Kind::Drift.columns().iter().enumerate() {
            let x = six_digits(self.rows.normal());
            logit += self.now[j] * x;
            sample.features.push(Feature::number(column.name, j as u32 + 1, x));
        }
        sample.label = self.rows.logistic_label(logit);
    }

    fn truth(&self) -> Truth<'_> {
        let names = Kind::Drift.columns().iter().map(|column| column.name).chain([BIAS]);
        Box::new(names.map(str::to_string).zip(self.now))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Generator, Kind};

    fn truths(rows: &[u64]) -> Vec<Vec<f64>> {
        let mut generator = Generator::new(Kind::Drift, 1);
        let mut truths = Vec::new();
        for row in 0..=*rows.last().unwrap() {
            generator.next();
            if rows.contains(&row) {
                truths.push(generator.truth().map(|(_, w)| w).collect());
            }
        }
        truths
    }

    fn distance(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    }

    #[test]
    fn the_concept_is_steady_then_slides_then_jumps() {
        let at = truths(&[0, 3000, 3001, 4000, 4999, 5000, 8000, 10_000]);
        assert_eq!(at[0], at[1]);
        assert!(distance(&at[1], &at[2]) > 0.0 && distance(&at[1], &at[2]) < 0.01);
        assert!(distance(&at[0], &at[4]) > 1.0);
        assert!((distance(&at[0], &at[3]) / distance(&at[0], &at[4]) - 0.5).abs() < 0.01);
        assert!(distance(&at[4], &at[5]) > 1.0);
        assert_eq!(at[5], at[6]);
        assert!(distance(&at[6], &at[7]) > 1.0);
    }

    #[test]
    fn the_truth_of_the_moment_predicts_and_the_first_one_stops_to() {
        let mut generator = Generator::new(Kind::Drift, 2);
        let first: Vec<f64> = generator.truth().map(|(_, w)| w).collect();
        let (mut now_right, mut first_right) = (0, 0);
        for row in 0..30_000 {
            let sample = generator.next().clone();
            let now: Vec<f64> = generator.truth().map(|(_, w)| w).collect();
            let right = |w: &[f64]| {
                let margin: f64 =
                    sample.features.iter().zip(w).map(|(x, w)| x.value * w).sum::<f64>() + w[10];
                u32::from(margin * sample.label > 0.0)
            };
            now_right += right(&now);
            if row >= 5000 {
                first_right += right(&first);
            }
        }
        assert!((24_000..26_000).contains(&now_right), "{now_right}");
        assert!(first_right < 18_000, "{first_right}");
    }
}
