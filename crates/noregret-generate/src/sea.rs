//! `sea`: three features, of which two matter, and a threshold that moves: the SEA concepts.
//!
//! x1, x2, x3 are uniform on [0, 10]. The label is +1 where x1 + x2 <= theta, and wrong one time in ten. theta is 8, 9, 7 and 9.5, for 10,000 rows each, then 8 again:
//! the change is abrupt, the direction of the plane stays, and no column tells the concept. svmlight ids: x1 to x3 are 1 to 3.
//! Reference: Street and Kim 2001, "A streaming ensemble algorithm (SEA) for large-scale classification".

use crate::draw::Draw;
use crate::generator::{Source, Truth};
use crate::round::six_digits;
use crate::{BIAS, Feature, Kind, Sample};

const SPAN: u64 = 10_000;
const THETAS: [f64; 4] = [8.0, 9.0, 7.0, 9.5];
const NOISE: f64 = 0.1;

const ROWS: u64 = 0x53_01;

/// The stream of the moving threshold.
pub(crate) struct Sea {
    rows: Draw,
    theta: f64,
}

impl Sea {
    pub fn new(seed: u64) -> Sea {
        Sea { rows: Draw::keyed(seed, ROWS, 0), theta: THETAS[0] }
    }
}

impl Source for Sea {
    fn fill(&mut self, sample: &mut Sample) {
        self.theta = THETAS[(sample.row / SPAN % THETAS.len() as u64) as usize];
        let mut sum = 0.0;
        for (j, column) in Kind::Sea.columns().iter().enumerate() {
            let x = six_digits(10.0 * self.rows.uniform());
            if j < 2 {
                sum += x;
            }
            sample.features.push(Feature::number(column.name, j as u32 + 1, x));
        }
        let right = if sum <= self.theta { 1.0 } else { -1.0 };
        sample.label = if self.rows.chance(NOISE) { -right } else { right };
    }

    fn truth(&self) -> Truth<'_> {
        let names = Kind::Sea.columns().iter().take(2).map(|column| column.name).chain([BIAS]);
        Box::new(names.map(str::to_string).zip([-1.0, -1.0, self.theta]))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Generator, Kind};

    #[test]
    fn the_threshold_moves_and_a_tenth_is_wrong() {
        let mut generator = Generator::new(Kind::Sea, 3);
        let (mut wrong, mut thetas) = (0, Vec::new());
        for row in 0..50_000 {
            let sample = generator.next().clone();
            let truth: Vec<f64> = generator.truth().map(|(_, w)| w).collect();
            let margin = truth[2] - sample.features[0].value - sample.features[1].value;
            wrong += u32::from((margin >= 0.0) != (sample.label > 0.0));
            assert!(
                sample.features.len() == 3 && sample.features.iter().all(|x| (0.0..=10.0).contains(&x.value))
            );
            if row % 10_000 == 0 {
                thetas.push(truth[2]);
            }
        }
        assert_eq!(thetas, [8.0, 9.0, 7.0, 9.5, 8.0]);
        assert!((4_700..5_300).contains(&wrong), "{wrong}");
    }
}
