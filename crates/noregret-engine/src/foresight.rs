//! What was predicted of examples before they were learned from, where they are handed over one after the other
//! and some of them wait for labels.

/// The margins of examples, in the order they came. Those of examples that wait are filled in later.
#[derive(Debug, Default)]
pub struct Foresight {
    /// The number of the first example.
    first: Option<u64>,
    margins: Vec<f64>,
    /// Of several classes: all margins of all examples, in the order they were predicted.
    all: Vec<f64>,
    /// Where those of each example stand.
    places: Vec<(usize, usize)>,
}

impl Foresight {
    /// Of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// One for each example: its margin or, of several classes, the place of the best one. Not a number where it
    /// still waits.
    pub fn margins(&self) -> &[f64] {
        &self.margins
    }

    /// The same, given away.
    pub fn into_margins(self) -> Vec<f64> {
        self.margins
    }

    /// All margins of the k-th example, of the classes there were before it; empty of one output.
    pub fn of_classes(&self, k: usize) -> &[f64] {
        self.places.get(k).map_or(&[], |&(start, end)| &self.all[start..end])
    }

    /// Makes room for an example of this number; the number of the first one.
    pub(crate) fn expect(&mut self, number: u64) -> u64 {
        self.margins.push(f64::NAN);
        *self.first.get_or_insert(number)
    }

    /// Keeps what was predicted of an example, if it is one of these.
    pub(crate) fn keep(&mut self, number: u64, margin: f64, all: &[f64]) {
        let place = self.first.and_then(|first| number.checked_sub(first));
        let Some(place) = place.filter(|&k| k < self.margins.len() as u64).map(|k| k as usize) else {
            return;
        };
        self.margins[place] = margin;
        if !all.is_empty() {
            let start = self.all.len();
            self.all.extend_from_slice(all);
            self.places.resize(self.margins.len().max(self.places.len()), (0, 0));
            self.places[place] = (start, self.all.len());
        }
    }
}
