//! What the best constant would have lost on the labels of a race, each example counting as one.

use noregret::Loss;
use noregret_engine::race::Judge;
use std::collections::HashMap;

/// The most different labels that are counted one by one.
const MOST: usize = 1 << 16;

/// What is seen of labels.
#[derive(Debug, Default)]
pub struct Constant {
    count: f64,
    mean: f64,
    /// The sum of the squares of what labels are from their mean.
    squares: f64,
    /// How often each label came, by its bits; empty once there are too many.
    each: HashMap<u64, f64>,
    many: bool,
}

impl Constant {
    /// Sees a label.
    pub fn see(&mut self, label: f64) {
        self.count += 1.0;
        let from = label - self.mean;
        self.mean += from / self.count;
        self.squares += from * (label - self.mean);
        if !self.many {
            *self.each.entry(label.to_bits()).or_default() += 1.0;
            if self.each.len() > MOST {
                (self.many, self.each) = (true, HashMap::new());
            }
        }
    }

    /// Its mean loss; none where that is not known.
    pub fn loss(&self, judge: Judge, classes: bool) -> Option<f64> {
        let shares = || self.each.values().map(|count| count / self.count);
        let known = self.count > 0.0 && !self.many;
        let lost = match judge {
            Judge::Mistakes => known.then(|| 1.0 - shares().fold(0.0, f64::max)),
            Judge::Loss(Loss::Logistic(_)) => known.then(|| -shares().map(|p| p * libm::log(p)).sum::<f64>()),
            Judge::Loss(Loss::Squared(_)) if !classes => Some(0.5 * self.squares / self.count),
            Judge::Loss(_) => None,
        };
        lost.filter(|lost| lost.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_constant_loses_what_it_must() {
        let seen = |labels: &[f64]| {
            let mut constant = Constant::default();
            labels.iter().for_each(|label| constant.see(*label));
            constant
        };
        let loss = |name: &str| Judge::Loss(name.parse().unwrap());
        let two = seen(&[1.0, -1.0, -1.0, -1.0]);
        let entropy = -0.25 * libm::log(0.25) - 0.75 * libm::log(0.75);
        assert!((two.loss(loss("logistic"), false).unwrap() - entropy).abs() < 1e-15);
        assert_eq!((two.loss(Judge::Mistakes, false), two.loss(loss("hinge"), false)), (Some(0.25), None));
        assert_eq!(seen(&[1.0, 3.0, 5.0]).loss(loss("squared"), false), Some(0.5 * 8.0 / 3.0));
        assert_eq!(seen(&[]).loss(Judge::Mistakes, false), None);
    }
}
