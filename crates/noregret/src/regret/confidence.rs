//! Confidence sequences: an interval for a mean loss that holds at all times at once, so that one may look as often as one likes and stop when one likes.
//!
//! X_1, X_2, ... lie in [a, b] and may depend on the past in any way; mu_t is the mean of their conditional expectations, (1/t) sum_i E[X_i | past]: for a learner, the mean of the risks of the
//! weights it really played. With c = b - a, guesses m_i made from the past (its running mean), V_t = sum (X_i - m_i)^2 and psi(k) = (-log(1 - c k) - c k)/c^2,
//!   exp( k t (mean_t - mu_t) - psi(k) V_t )   is a supermartingale for every k in [0, 1/c),
//! and so is any mixture over k. A mixture over a fixed grid of k stays below 2/alpha for ever with probability at least 1 - alpha/2 (Ville); solved for the deviation, on either
//! side, that is the interval. Its width is about sqrt(2 V log log V)/t: it adapts to the variance and never needs a length fixed in advance.
//! Two learners on one stream: the sequence of the differences of their losses, in [-(b - a), b - a].
//!
//! Importance weights h_1, h_2, ..., each known before its loss: the mean is (1/sum h) sum h_i E[X_i | past, h_i], and h_i X_i lies in an interval of width h_i c. With c the widest so
//! far the same product is a supermartingale, since psi grows with c; what is bet at a k >= 1/c is dropped when a larger weight comes, which takes nothing but a part
//! of the mixture that is not negative. So no bound on the weights is needed, and weights times a number give the same interval ([`WeightedSequence`]). Of few
//! weights far above all others, though, the interval stays wide for long.
//! Weakness: losses must be bounded: clip them, and the interval is for the clipped loss. Reference: Howard, Ramdas, McAuliffe and Sekhon 2021, theorem 4; the mixture is ours in its grid alone.

/// An interval for a mean, valid at all times.
#[derive(Clone, Debug)]
pub struct ConfidenceSequence {
    lo: f64,
    hi: f64,
    threshold: f64,
    count: u64,
    sum: f64,
    spread: f64,
    grid: Vec<Point>,
}

/// A point of the grid, in units of c: k, psi(k) and the log of its weight.
#[derive(Clone, Copy, Debug)]
struct Point {
    k: f64,
    psi: f64,
    weight: f64,
}

/// Points of the grid: k = 1/(2c), and half an octave lower each time.
const GRID: usize = 60;

/// The grid without its first points, in units of an interval that is wider by an octave for every two of them.
fn grid(dropped: usize) -> Vec<Point> {
    let point = |j: usize| {
        let k = 0.5 * libm::exp2(-0.5 * j as f64);
        let weight = 1.0 / ((dropped + j + 1) as f64 * (dropped + j + 2) as f64);
        Point { k, psi: -libm::log1p(-k) - k, weight: libm::log(weight) }
    };
    (0..GRID).map(point).collect()
}

impl ConfidenceSequence {
    /// For numbers in [lo, hi] (others are clipped into it), wrong at any time ever with probability at most `alpha`.
    ///
    /// # Panics
    /// Unless lo < hi are finite and alpha lies in (0, 1).
    pub fn new(lo: f64, hi: f64, alpha: f64) -> Self {
        assert!(lo < hi && (hi - lo).is_finite(), "[{lo}, {hi}] is no interval");
        assert!(alpha > 0.0 && alpha < 1.0, "alpha = {alpha} is no probability");
        Self { lo, hi, threshold: libm::log(2.0 / alpha), count: 0, sum: 0.0, spread: 0.0, grid: grid(0) }
    }

    /// For the difference of two numbers in [lo, hi]: add `first - second`, each clipped.
    ///
    /// # Panics
    /// Unless lo < hi, 2 (hi - lo) is finite and alpha lies in (0, 1).
    pub fn of_difference(lo: f64, hi: f64, alpha: f64) -> Self {
        Self::new(lo - hi, hi - lo, alpha)
    }

    /// Adds the next number, clipped; NaN counts as the upper end.
    pub fn add(&mut self, x: f64) {
        let unit = self.unit(x);
        // The guess is made before x is seen; half a pretended observation in the middle begins it.
        let guess = (0.5 + self.sum) / (self.count as f64 + 1.0);
        self.spread += (unit - guess) * (unit - guess);
        self.sum += unit;
        self.count += 1;
    }

    /// Where x lies in the interval, from 0 to 1.
    fn unit(&self, x: f64) -> f64 {
        if x.is_nan() { 1.0 } else { (x.max(self.lo).min(self.hi) - self.lo) / (self.hi - self.lo) }
    }

    /// Adds what another sequence of the same interval and confidence was given, as if it came after: its guesses were made from its own past, which is part of the past.
    pub fn merge(&mut self, other: &ConfidenceSequence) {
        self.count += other.count;
        self.sum += other.sum;
        self.spread += other.spread;
    }

    /// What it remembers, as numbers: how many were added, their sum and their spread, both in units of the interval. With
    /// [`resume`](Self::resume) it goes on from there, to the bit.
    pub fn remembered(&self) -> (u64, f64, f64) {
        (self.count, self.sum, self.spread)
    }

    /// Goes on from what another of the same interval and confidence remembered.
    pub fn resume(&mut self, (count, sum, spread): (u64, f64, f64)) {
        (self.count, self.sum, self.spread) = (count, sum, spread);
    }

    /// How many were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean of what was added, clipped; the middle of [lo, hi] before anything was.
    pub fn mean(&self) -> f64 {
        let unit = if self.count == 0 { 0.5 } else { self.sum / self.count as f64 };
        self.lo + (self.hi - self.lo) * unit
    }

    /// The interval now.
    pub fn interval(&self) -> (f64, f64) {
        if self.count == 0 {
            return (self.lo, self.hi);
        }
        let radius = (self.hi - self.lo) * self.deviation(self.spread, self.count as f64) / self.count as f64;
        ((self.mean() - radius).max(self.lo), (self.mean() + radius).min(self.hi))
    }

    /// log of the mixture at a deviation s of the sum.
    fn log_mixture(&self, s: f64, spread: f64) -> f64 {
        let term = |at: &Point| at.weight + at.k * s - at.psi * spread;
        let most = self.grid.iter().map(term).fold(f64::NEG_INFINITY, f64::max);
        // What is far below the largest adds nothing; leaving it out only widens the interval.
        let parts = self.grid.iter().map(term).filter(|t| t - most > -40.0);
        most + libm::log(parts.map(|t| libm::exp(t - most)).sum())
    }

    /// The deviation of the sum at which the mixture reaches its threshold, from above, or one at which it cannot be; the mixture increases with it.
    fn deviation(&self, spread: f64, most: f64) -> f64 {
        let (mut near, mut far) = (0.0, 1.0);
        while self.log_mixture(far, spread) < self.threshold && far < most {
            (near, far) = (far, 2.0 * far);
        }
        for _ in 0..60 {
            let middle = 0.5 * (near + far);
            if self.log_mixture(middle, spread) < self.threshold { near = middle } else { far = middle }
        }
        far
    }
}

/// An interval for a mean by importance weight, valid at all times. Weights that are all alike give that of [`ConfidenceSequence`], to the bit.
#[derive(Clone, Debug)]
pub struct WeightedSequence {
    /// Its sum and spread are of numbers times weights, these in units of the first one.
    plain: ConfidenceSequence,
    first: Option<f64>,
    weight: f64,
    /// 2^octaves, the least that is not below the largest weight.
    range: f64,
    octaves: usize,
}

impl WeightedSequence {
    /// For numbers in [lo, hi] (others are clipped into it), wrong at any time ever with probability at most `alpha`.
    ///
    /// # Panics
    /// Unless lo < hi are finite and alpha lies in (0, 1).
    pub fn new(lo: f64, hi: f64, alpha: f64) -> Self {
        let plain = ConfidenceSequence::new(lo, hi, alpha);
        Self { plain, first: None, weight: 0.0, range: 1.0, octaves: 0 }
    }

    /// For the difference of two numbers in [lo, hi]: add `first - second`, each clipped.
    ///
    /// # Panics
    /// Unless lo < hi, 2 (hi - lo) is finite and alpha lies in (0, 1).
    pub fn of_difference(lo: f64, hi: f64, alpha: f64) -> Self {
        Self::new(lo - hi, hi - lo, alpha)
    }

    /// Adds the next number, clipped, of a weight known before it; NaN counts as the upper end. A weight of 0 adds nothing.
    pub fn add(&mut self, x: f64, weight: f64) {
        if weight.is_nan() || weight <= 0.0 {
            return;
        }
        let h = weight / *self.first.get_or_insert(weight);
        if h > self.range {
            self.widen(h);
        }
        let unit = self.plain.unit(x);
        let guess = (0.5 + self.plain.sum) / (self.weight + 1.0);
        self.plain.spread += (h * (unit - guess)) * (h * (unit - guess));
        self.plain.sum += h * unit;
        self.plain.count += 1;
        self.weight += h;
    }

    /// Makes room for a weight.
    #[cold]
    fn widen(&mut self, h: f64) {
        while h > self.range && self.range.is_finite() {
            (self.range, self.octaves) = (2.0 * self.range, self.octaves + 1);
        }
        self.plain.grid = grid(2 * self.octaves);
    }

    /// How many were added.
    pub fn count(&self) -> u64 {
        self.plain.count
    }

    /// Whether weights differ so much that nothing can be added up.
    fn is_lost(&self) -> bool {
        !(self.plain.spread.is_finite() && self.weight.is_finite())
    }

    /// The mean of what was added, clipped, by weight; the middle of [lo, hi] before anything was, or where weights differ by more than numbers hold.
    pub fn mean(&self) -> f64 {
        let unit = if self.weight == 0.0 || self.is_lost() { 0.5 } else { self.plain.sum / self.weight };
        self.plain.lo + (self.plain.hi - self.plain.lo) * unit
    }

    /// The interval now.
    pub fn interval(&self) -> (f64, f64) {
        let (lo, hi) = (self.plain.lo, self.plain.hi);
        if self.weight == 0.0 || self.is_lost() {
            return (lo, hi);
        }
        let spread = self.plain.spread / self.range / self.range;
        let deviation = self.plain.deviation(spread, self.weight / self.range);
        let radius = (hi - lo) * (deviation * self.range) / self.weight;
        ((self.mean() - radius).max(lo), (self.mean() + radius).min(hi))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Uniform(u64);

    impl Uniform {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
        }
    }

    /// Streams on which the interval missed the mean at any of many looks. `draw` gives (X, its expectation).
    fn missed(
        streams: u64,
        rounds: usize,
        mut draw: impl FnMut(&mut Uniform, usize, f64) -> (f64, f64),
    ) -> (u64, f64) {
        let (mut missed, mut width) = (0, 0.0);
        for seed in 0..streams {
            let mut random = Uniform(seed.wrapping_mul(7919));
            let mut sequence = ConfidenceSequence::new(-1.0, 3.0, 0.1);
            let (mut means, mut look, mut out, mut last) = (0.0, 1, false, 0.0);
            for t in 1..=rounds {
                let (x, mean) = draw(&mut random, t, last);
                last = x;
                sequence.add(x);
                means += mean;
                if t == look {
                    let (low, high) = sequence.interval();
                    out |= !(low..=high).contains(&(means / t as f64));
                    look = look + 1 + look / 8;
                }
            }
            missed += u64::from(out);
            let (low, high) = sequence.interval();
            width += (high - low) / streams as f64;
        }
        (missed, width)
    }

    #[test]
    fn covers_the_mean_at_all_times() {
        let (n, rounds) = (300, 2000);
        let coin = |r: &mut Uniform, p: f64| if r.next() < p { 3.0 } else { -1.0 };
        let (fair, wide) = missed(n, rounds, |r, _, _| (coin(r, 0.5), 1.0));
        let (rare, narrow) = missed(n, rounds, |r, _, _| (coin(r, 0.01), -0.96));
        let (flat, flattest) = missed(n, rounds, |r, _, _| (1.0 + 0.02 * (r.next() - 0.5), 1.0));
        // A mean that moves, and one that follows what happened.
        let (moving, _) = missed(n, rounds, |r, t, _| {
            let p = 1.0 / (1.0 + 0.01 * t as f64);
            (coin(r, p), 4.0 * p - 1.0)
        });
        let (dependent, _) = missed(n, rounds, |r, _, last| {
            let p = if last > 0.0 { 0.8 } else { 0.3 };
            (coin(r, p), 4.0 * p - 1.0)
        });
        println!(
            "missed of {n}: {fair} {rare} {flat} {moving} {dependent}; widths {wide:.3} {narrow:.3} {flattest:.4}"
        );
        for missed in [fair, rare, flat, moving, dependent] {
            assert!(missed <= 30, "{missed} of {n} with alpha 0.1");
        }
        assert!(narrow < 0.5 * wide && flattest < 0.1 * wide);
    }

    /// Streams on which the weighted interval missed the weighted mean at any of many looks. `draw` gives X, its expectation given the weight, and the weight.
    fn missed_by_weight(mut draw: impl FnMut(&mut Uniform, usize) -> (f64, f64, f64)) -> (u64, f64) {
        let (mut missed, mut width) = (0, 0.0);
        for seed in 0..300_u64 {
            let mut random = Uniform(seed.wrapping_mul(7919));
            let mut sequence = WeightedSequence::new(-1.0, 3.0, 0.1);
            let (mut sum, mut weights, mut look, mut out) = (0.0, 0.0, 1, false);
            for t in 1..=2000 {
                let (x, mean, weight) = draw(&mut random, t);
                sequence.add(x, weight);
                (sum, weights) = (sum + weight * mean, weights + weight);
                if t == look {
                    let (low, high) = sequence.interval();
                    out |= !(low..=high).contains(&(sum / weights));
                    look = look + 1 + look / 8;
                }
            }
            missed += u64::from(out);
            let (low, high) = sequence.interval();
            width += (high - low) / 300.0;
        }
        (missed, width)
    }

    #[test]
    fn covers_the_weighted_mean_at_all_times() {
        let coin = |r: &mut Uniform, p: f64| if r.next() < p { 3.0 } else { -1.0 };
        let (even, narrow) = missed_by_weight(|r, _| (coin(r, 0.3), 0.2, 1700.0));
        let (some, some_wide) = missed_by_weight(|r, _| {
            let weight = (1.0 + 9.0 * r.next()).floor();
            (coin(r, 0.3), 0.2, weight)
        });
        // The weight tells what comes, and a few are far above all others.
        let (telling, _) = missed_by_weight(|r, _| {
            let heavy = r.next() < 0.05;
            let p = if heavy { 0.9 } else { 0.1 };
            (coin(r, p), 4.0 * p - 1.0, if heavy { 30.0 } else { 1.0 })
        });
        let (heavy, _) = missed_by_weight(|r, _| (coin(r, 0.02), -0.92, 1.0 / (r.next() + 1e-9)));
        let (rising, _) = missed_by_weight(|r, t| (coin(r, 0.5), 1.0, t as f64));
        println!(
            "missed of 300: {even} {some} {telling} {heavy} {rising}; widths {narrow:.3} {some_wide:.3}"
        );
        for missed in [even, some, telling, heavy, rising] {
            assert!(missed <= 30, "{missed} of 300 with alpha 0.1");
        }
        assert!(some_wide < 2.0 * narrow);
    }

    #[test]
    fn weights_have_no_unit() {
        let mut random = Uniform(4);
        let mut plain = ConfidenceSequence::new(-1.0, 3.0, 0.1);
        let mut alike = WeightedSequence::new(-1.0, 3.0, 0.1);
        let mut others = [1.0, 1700.0, 1e-200].map(|unit| (unit, WeightedSequence::new(-1.0, 3.0, 0.1)));
        for _ in 0..1000 {
            let (x, weight) = (5.0 * random.next() - 1.5, (1.0 + 9.0 * random.next()).floor());
            plain.add(x);
            alike.add(x, 1700.0);
            others.iter_mut().for_each(|(unit, sequence)| sequence.add(x, *unit * weight));
        }
        assert_eq!((plain.interval(), plain.mean()), (alike.interval(), alike.mean()));
        let [(_, first), rest @ ..] = others;
        let (low, high) = first.interval();
        assert!(low < first.mean() && first.mean() < high && high - low < 0.8, "{low} {high}");
        for (unit, other) in rest {
            let ends = other.interval();
            assert!((ends.0 - low).abs() < 1e-9 && (ends.1 - high).abs() < 1e-9, "{unit}: {ends:?}");
        }
    }

    #[test]
    fn weights_may_be_of_any_size() {
        let mut sequence = WeightedSequence::new(0.0, 2.0, 0.1);
        sequence.add(1.0, 0.0);
        sequence.add(1.0, f64::NAN);
        assert_eq!((sequence.count(), sequence.interval(), sequence.mean()), (0, (0.0, 2.0), 1.0));
        for weight in [1e-300, 1.0, 1e300] {
            sequence.add(0.5, weight);
            let (low, high) = sequence.interval();
            assert!(low <= 0.5 && 0.5 <= high, "{weight}: {low} {high}");
        }
    }

    #[test]
    fn tells_two_learners_apart() {
        let mut random = Uniform(1);
        let mut sequence = ConfidenceSequence::of_difference(0.0, 1.0, 0.05);
        for _ in 0..3000 {
            let hard = random.next();
            sequence.add((hard + 0.05).min(1.0) - hard);
        }
        let (low, high) = sequence.interval();
        assert!(low > 0.0 && low <= sequence.mean() && sequence.mean() <= high && sequence.count() == 3000);
    }

    #[test]
    fn parts_that_merge_cover_the_mean_too() {
        let mut missed = 0;
        for seed in 0..300 {
            let mut random = Uniform(seed);
            let mut parts = [(); 8].map(|()| ConfidenceSequence::new(0.0, 1.0, 0.1));
            for part in &mut parts {
                (0..100).for_each(|_| part.add(f64::from(u8::from(random.next() < 0.3))));
            }
            let [whole, rest @ ..] = &mut parts;
            rest.iter().for_each(|part| whole.merge(part));
            let (low, high) = whole.interval();
            missed += u32::from(!(low..=high).contains(&0.3));
            assert!(whole.count() == 800 && high - low < 0.25, "{low} to {high}");
        }
        assert!(missed <= 30, "{missed} of 300 with alpha 0.1");
    }

    #[test]
    fn before_and_beyond() {
        let mut sequence = ConfidenceSequence::new(0.0, 2.0, 0.05);
        assert_eq!((sequence.interval(), sequence.mean()), ((0.0, 2.0), 1.0));
        for x in [5.0, f64::NAN, f64::INFINITY] {
            sequence.add(x);
        }
        assert_eq!((sequence.mean(), sequence.interval().1), (2.0, 2.0));
    }
}
