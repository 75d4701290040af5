//! Whether labels come in long runs, as in a file sorted by them: what is learned first is forgotten by its end.
//!
//! Of two classes in random order, n examples have about 2 n+ n- / n + 1 runs; a tenth of that is remarked on. Numbers are
//! sorted if of the neighbours that differ 99 of 100 rise, or fall. Weakness: data in order of time may have long runs by right.

use crate::voice::report::thousands;

/// What is seen of labels, one after the other.
#[derive(Debug, Default)]
pub struct Order {
    last: Option<f64>,
    first: f64,
    /// How many have the first one's value, how many another, and whether there is a third.
    counts: [u64; 2],
    other: Option<f64>,
    several: bool,
    changes: u64,
    rises: u64,
    falls: u64,
}

impl Order {
    /// The fewest labels that say something.
    const LEAST: u64 = 200;

    /// Sees a label.
    #[inline]
    pub fn see(&mut self, label: f64) {
        match self.last.replace(label) {
            None => self.first = label,
            Some(last) => {
                self.changes += u64::from(label != last);
                self.rises += u64::from(label > last);
                self.falls += u64::from(label < last);
            }
        }
        if label == self.first {
            self.counts[0] += 1;
        } else {
            self.several |= *self.other.get_or_insert(label) != label;
            self.counts[1] += 1;
        }
    }

    /// What should be said of it.
    pub fn remark(&self) -> Option<String> {
        let n = self.counts[0] + self.counts[1];
        if n < Self::LEAST {
            return None;
        }
        let help = "noregret convert --shuffle mixes it";
        if self.several {
            let (less, more) = (self.rises.min(self.falls), self.rises.max(self.falls));
            return (more >= 5 && 100 * less <= more).then(|| {
                format!(
                    "the labels {} from line to line, as in a sorted file; {help}",
                    if self.rises > self.falls { "rise" } else { "fall" }
                )
            });
        }
        let expected = 2.0 * self.counts[0] as f64 * self.counts[1] as f64 / n as f64 + 1.0;
        let runs = self.changes + 1;
        (self.counts[1] > 0 && 10.0 * (runs as f64) < expected).then(|| {
            format!("the two labels come in {} runs, where random order would have {}, as in a sorted file; {help}", thousands(runs), thousands(expected as u64))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(labels: impl Iterator<Item = f64>) -> Option<String> {
        let mut order = Order::default();
        labels.for_each(|label| order.see(label));
        order.remark()
    }

    #[test]
    fn sorted_files_are_remarked_on() {
        let sorted = (0..1000).map(|n| if n < 500 { -1.0 } else { 1.0 });
        assert!(seen(sorted).unwrap().contains("in 2 runs"));
        assert!(seen((0..1000).map(f64::from)).unwrap().contains("labels rise"));
        assert!(seen((0..1000).map(|n| f64::from(-(n / 10)))).unwrap().contains("labels fall"));
    }

    #[test]
    fn mixed_files_are_not() {
        assert_eq!(seen((0..1000).map(|n| f64::from(n * 7919 % 2))), None);
        assert_eq!(seen((0..1000).map(|n| f64::from(n * 7919 % 101))), None);
        assert_eq!(seen((0..1000).map(|_| 1.0)), None, "one class");
        assert_eq!(seen((0..100).map(f64::from)), None, "too few");
    }
}
