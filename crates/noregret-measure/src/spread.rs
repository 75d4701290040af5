//! Weights spread over a line of keys: how much of two kinds stands at each key, in order of the keys. Exact while there are few rows, then in bins.
//!
//! For a ranking the keys are margins and the kinds the weights of positives and of negatives; for labels a weight and its product with the label. Up to a
//! limit every row is kept. Beyond it rows fall into fixed bins whose width is 2^-bits of the key's size: `Shape` says for which sizes; smaller keys share one bin,
//! larger ones the outermost. A bin remembers its key while it has had only one, so that ties, however many, stay exact.
//!
//! Bins do not depend on the data, so parts merge to what the whole would be, in any order (to the rounding of sums of weights). Memory: 24 bytes a row up to the
//! limit, then 24 bytes a bin.
//! Weakness: keys that all lie closer together than a bin is wide (margins of 1000.01 and 1000.02) cannot be told apart any more; whoever uses it says by how much that can matter.

/// What stands at a key, or within a bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The least key it may hold.
    pub low: f64,
    /// The greatest; the same as the least where it is one key.
    pub high: f64,
    /// The first kind.
    pub first: f64,
    /// The second kind.
    pub second: f64,
}

impl Place {
    /// Whether it is one key, so that nothing in it is before anything else.
    pub fn is_tie(&self) -> bool {
        self.low == self.high
    }

    /// A key that stands for it.
    pub fn key(&self) -> f64 {
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) => 0.5 * self.low + 0.5 * self.high,
            (true, false) => self.low,
            _ => self.high,
        }
    }
}

/// How much is kept for what depends on the order of all rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Up to so many rows are kept one by one, and results are exact.
    pub rows: usize,
    /// Beyond that margins between one power of two and the next stand in 2^bits bins.
    pub bits: u32,
}

impl Detail {
    /// 131,072 rows (3 MB), 2,048 bins (2.4 MB).
    pub const FULL: Self = Self { rows: 1 << 17, bits: 11 };
    /// 2,048 rows (49 kB), 128 bins (147 kB): for one of many parts.
    pub const SMALL: Self = Self { rows: 1 << 11, bits: 7 };
}

/// Which keys bins tell apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Keys below 2^least in size share a bin.
    least: i32,
    /// So many doublings above that are divided.
    octaves: u32,
    /// Each into 2^bits bins.
    bits: u32,
}

impl Shape {
    /// For margins: 2^-14 to 2^10, 2^bits bins a doubling.
    pub fn margins(bits: u32) -> Self {
        Self { least: -14, octaves: 24, bits }
    }

    /// For labels of any unit: 2^-40 to 2^60, an eighth as many bins a doubling.
    pub fn labels(bits: u32) -> Self {
        Self { least: -40, octaves: 100, bits: bits.saturating_sub(3) }
    }

    /// Bins of either sign.
    fn side(self) -> usize {
        (self.octaves as usize) << self.bits
    }

    fn start(self) -> u64 {
        ((1023 + self.least) as u64) << 52
    }

    /// The bin of a key: the middle one for small keys, those of negative keys before it.
    #[inline]
    fn bin(self, key: f64) -> usize {
        let size = key.abs().to_bits();
        if size < self.start() {
            return self.side();
        }
        let step = (((size - self.start()) >> (52 - self.bits)) as usize).min(self.side() - 1) + 1;
        if key < 0.0 { self.side() - step } else { self.side() + step }
    }

    /// The keys a bin may hold; those of the outermost bins end nowhere.
    fn ends(self, bin: usize) -> (f64, f64) {
        let edge = |step: usize| f64::from_bits(self.start() + ((step as u64) << (52 - self.bits)));
        let (low, high) = match bin.abs_diff(self.side()) {
            0 => return (-edge(0), edge(0)),
            step if step == self.side() => (edge(step - 1), f64::INFINITY),
            step => (edge(step - 1), edge(step)),
        };
        if bin < self.side() { (-high, -low) } else { (low, high) }
    }
}

/// A bin: its two kinds, and its key while it has only one; not a number once it has had several.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    first: f64,
    second: f64,
    key: f64,
}

impl Bin {
    fn is_empty(&self) -> bool {
        self.first == 0.0 && self.second == 0.0
    }

    /// A key that is not a number stands for several.
    #[inline]
    fn add(&mut self, key: f64, first: f64, second: f64) {
        if self.is_empty() {
            self.key = key;
        } else if self.key != key {
            self.key = f64::NAN;
        }
        self.first += first;
        self.second += second;
    }
}

/// A row that is kept: key and kinds.
type Row = [f64; 3];

/// Rows are sorted in runs of this length as they come, so that little is left to do in the end.
const RUN: usize = 4096;

/// The two kinds over the keys.
#[derive(Clone, Debug)]
pub struct Spread {
    shape: Shape,
    limit: usize,
    rows: Vec<Row>,
    /// Empty while all rows are kept.
    bins: Vec<Bin>,
}

fn before(a: &Row, b: &Row) -> std::cmp::Ordering {
    a[0].total_cmp(&b[0])
}

impl Spread {
    /// Nothing yet; the first `limit` rows are kept as they are.
    pub fn new(shape: Shape, limit: usize) -> Self {
        Self { shape, limit, rows: Vec::new(), bins: Vec::new() }
    }

    /// Adds a row; its key must be finite.
    #[inline]
    pub fn add(&mut self, key: f64, first: f64, second: f64) {
        // Minus 0 is 0.
        let row = [key + 0.0, first, second];
        if !self.bins.is_empty() {
            return self.drop_in(row);
        }
        self.keep(row);
    }

    fn keep(&mut self, row: Row) {
        self.rows.push(row);
        let kept = self.rows.len();
        if kept > self.limit {
            self.bin_all();
        } else if kept.is_multiple_of(RUN) {
            self.rows[kept - RUN..].sort_by(before);
        }
    }

    #[inline]
    fn drop_in(&mut self, [key, first, second]: Row) {
        self.bins[self.shape.bin(key)].add(key, first, second);
    }

    fn bin_all(&mut self) {
        self.bins = vec![Bin::default(); 2 * self.shape.side() + 1];
        for row in std::mem::take(&mut self.rows) {
            self.drop_in(row);
        }
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Spread) {
        for &[key, first, second] in &other.rows {
            self.add(key, first, second);
        }
        if other.bins.is_empty() {
            return;
        }
        if self.bins.is_empty() {
            self.bin_all();
        }
        for (bin, more) in self.bins.iter_mut().zip(&other.bins).filter(|(_, more)| !more.is_empty()) {
            bin.add(more.key, more.first, more.second);
        }
    }

    /// What stands where, in order of the keys.
    pub fn places(&self) -> Vec<Place> {
        if !self.bins.is_empty() {
            let held = self.bins.iter().enumerate().filter(|(_, bin)| !bin.is_empty());
            let place = |(k, bin): (usize, &Bin)| {
                let (low, high) = if bin.key.is_nan() { self.shape.ends(k) } else { (bin.key, bin.key) };
                Place { low, high, first: bin.first, second: bin.second }
            };
            return held.map(place).collect();
        }
        let mut rows = self.rows.clone();
        // Stable, because it sees the sorted runs.
        rows.sort_by(before);
        let mut places: Vec<Place> = Vec::new();
        for [key, first, second] in rows {
            match places.last_mut() {
                Some(last) if last.low == key => {
                    last.first += first;
                    last.second += second;
                }
                _ => places.push(Place { low: key, high: key, first, second }),
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_holds_its_keys_and_bins_are_in_order() {
        for shape in [Shape::margins(11), Shape::labels(11)] {
            let mut keys =
                vec![0.0, 1e-300, 1e300, f64::MAX, 1.0, 1.5, 2.0, 1e-5, 3e-5, 0.999_999, 1023.9, 1024.0];
            keys.extend((0..2000).map(|k| libm::exp(0.02 * f64::from(k) - 20.0)));
            keys.extend(keys.clone().iter().map(|key| -key));
            keys.sort_by(f64::total_cmp);
            let mut last = 0;
            for key in keys {
                let bin = shape.bin(key);
                let (low, high) = shape.ends(bin);
                assert!(low <= key && key <= high, "{key} in {low}..{high}");
                assert!(bin >= last && bin <= 2 * shape.side(), "{key}");
                last = bin;
            }
        }
    }

    #[test]
    fn ties_stay_exact_beyond_the_limit() {
        let mut spread = Spread::new(Shape::margins(11), 10);
        for k in 0..100 {
            spread.add([-0.5, 0.0, -0.0, 2.0][k % 4], 1.0, 0.5);
        }
        assert!(spread.rows.is_empty());
        let places = spread.places();
        assert!(places.iter().all(Place::is_tie));
        assert_eq!(
            places.iter().map(|p| (p.low, p.first)).collect::<Vec<_>>(),
            [(-0.5, 25.0), (0.0, 50.0), (2.0, 25.0)]
        );
    }
}
