//! Whether labels come in long runs, as in a file sorted by them: what is learned first is forgotten by its end.
//!
//! Of classes in random order, n examples have about n (1 - sum of p^2) + 1 runs, where p is the share of each; a tenth of that is remarked on. Numbers are
//! sorted if of the neighbours that differ 99 of 100 rise, or fall; few different whole ones are held against random order, too. Weakness: data in order of time may have long runs by right.

use crate::voice::report::thousands;

/// What is seen of labels, one after the other.
#[derive(Debug, Default)]
pub struct Order {
    last: Option<f64>,
    labels: u64,
    /// How many had each whole number from -1 on, and whether any had another one.
    counts: Vec<u64>,
    others: bool,
    changes: u64,
    rises: u64,
    falls: u64,
}

impl Order {
    /// The fewest labels that say something.
    const LEAST: u64 = 30;
    /// The most different labels that are held against random order.
    const MOST: usize = noregret::classes::MAX_CLASSES;
    /// The most of them where labels are numbers.
    const NUMBERS: usize = 50;

    /// Sees a label.
    #[inline]
    pub fn see(&mut self, label: f64) {
        if let Some(last) = self.last.replace(label) {
            self.changes += u64::from(label != last);
            self.rises += u64::from(label > last);
            self.falls += u64::from(label < last);
        }
        self.labels += 1;
        let place = (label + 1.0) as usize;
        if place as f64 != label + 1.0 || place > Self::MOST {
            self.others = true;
            return;
        }
        if place >= self.counts.len() {
            self.counts.resize(place + 1, 0);
        }
        self.counts[place] += 1;
    }

    /// Whether there are labels, and none is the positive one of two.
    pub fn lacks_positive(&self) -> bool {
        self.labels > 0 && self.counts.get(2).is_none_or(|count| *count == 0)
    }

    /// What should be said of it, of classes or of numbers; `help` says what to do.
    pub fn remark(&self, classes: bool, help: &str) -> Option<String> {
        if self.labels < Self::LEAST {
            return None;
        }
        let (less, more) = (self.rises.min(self.falls), self.rises.max(self.falls));
        if !classes && more >= 5 && 100 * less <= more {
            return Some(format!(
                "the labels {} from line to line, as in a sorted file; {help}",
                if self.rises > self.falls { "rise" } else { "fall" }
            ));
        }
        let different = self.counts.iter().filter(|count| **count > 0).count();
        if self.others || different < 2 || (!classes && different > Self::NUMBERS) {
            return None;
        }
        let n = self.labels as f64;
        let shares = self.counts.iter().map(|&count| count as f64 / n);
        let same: f64 = shares.map(|share| share * share).sum();
        let (expected, runs) = (n * (1.0 - same) + 1.0, self.changes + 1);
        let of = if different == 2 { "two".to_owned() } else { thousands(different as u64) };
        (10.0 * (runs as f64) < expected).then(|| {
            format!("the {of} labels come in {} runs, where random order would have {}, as in a sorted file; {help}", thousands(runs), thousands(expected as u64))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(labels: impl Iterator<Item = f64>) -> Option<String> {
        let mut order = Order::default();
        labels.for_each(|label| order.see(label));
        order.remark(false, "mix it")
    }

    fn classes(labels: impl Iterator<Item = f64>) -> Option<String> {
        let mut order = Order::default();
        labels.for_each(|label| order.see(label));
        order.remark(true, "mix it")
    }

    #[test]
    fn sorted_classes_are_remarked_on() {
        assert!(
            classes((0..900).map(|n| f64::from(n / 300)))
                .unwrap()
                .starts_with("the 3 labels come in 3 runs, where random order would have 601")
        );
        assert!(
            classes((0..900).map(|n| f64::from(n / 5 % 180))).is_none(),
            "runs of five are ordinary where classes are many"
        );
        assert_eq!(classes((0..900).map(|n| f64::from(n * 7919 % 3))), None);
        assert_eq!(classes((0..900).map(f64::from)), None, "each of its own class");
        let rare = (0..1000).map(|n| {
            if n == 3 {
                1.0
            } else if n == 700 {
                2.0
            } else {
                0.0
            }
        });
        assert_eq!(classes(rare), None, "one class and two strays");
        assert!(seen((0..900).map(|n| f64::from(n / 300))).unwrap().contains("in 3 runs"), "few numbers");
    }

    #[test]
    fn sorted_files_are_remarked_on() {
        let sorted = (0..1000).map(|n| if n < 500 { -1.0 } else { 1.0 });
        assert!(seen(sorted).unwrap().starts_with("the two labels come in 2 runs"));
        assert!(seen((0..1000).map(f64::from)).unwrap().contains("labels rise"));
        assert!(seen((0..1000).map(|n| f64::from(-(n / 10)))).unwrap().contains("labels fall"));
    }

    #[test]
    fn small_files_are_told_where_so_few_runs_are_no_chance() {
        let iris = classes((0..150).map(|n| f64::from(n / 50))).unwrap();
        assert!(
            iris.starts_with("the 3 labels come in 3 runs, where random order would have 101")
                && iris.ends_with("mix it"),
            "{iris}"
        );
        assert_eq!(
            classes((0..30).map(|n| f64::from(n / 15))),
            None,
            "16 runs expected, and 2 may be chance"
        );
        assert!(classes((0..60).map(|n| if n < 30 { -1.0 } else { 1.0 })).is_some());
        assert!(seen((0..30).map(f64::from)).unwrap().contains("labels rise"));
        assert_eq!(seen((0..100).map(|n| f64::from(n * 7919 % 101))), None);
    }

    #[test]
    fn mixed_files_are_not() {
        assert_eq!(seen((0..1000).map(|n| f64::from(n * 7919 % 2))), None);
        assert_eq!(seen((0..1000).map(|n| f64::from(n * 7919 % 101))), None);
        assert_eq!(seen((0..1000).map(|_| 1.0)), None, "one class");
        assert_eq!(seen((0..29).map(f64::from)), None, "too few");
    }
}
