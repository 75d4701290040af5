//! An interval 0 <= low < high that holds the root.

/// The interval. Its ends are sizes and may be many orders of magnitude apart.
pub(super) struct Bracket {
    pub low: f64,
    pub high: f64,
    /// The fraction of `high` to try next while `low` is 0.
    shrink: f64,
}

impl Bracket {
    pub fn new(low: f64, high: f64) -> Self {
        Self { low, high, shrink: 1e-3 }
    }

    /// A point inside: the middle, or the geometric mean while the ends are far apart; while the lower
    /// end is 0, ever smaller fractions of the upper one.
    pub fn split(&mut self) -> f64 {
        if self.low == 0.0 {
            let fraction = self.shrink;
            self.shrink = (fraction * fraction).max(1e-150);
            self.high * fraction
        } else if self.high <= 4.0 * self.low {
            0.5 * self.low + 0.5 * self.high
        } else {
            self.low.sqrt() * self.high.sqrt()
        }
    }

    /// Moves an end to u: the upper one where the gap is positive, else the lower one.
    pub fn narrow(&mut self, gap: f64, u: f64) {
        *(if gap > 0.0 { &mut self.high } else { &mut self.low }) = u;
    }

    /// Whether u is strictly inside.
    pub fn contains(&self, u: f64) -> bool {
        u > self.low && u < self.high
    }

    /// Whether u is inside or an end.
    pub fn spans(&self, u: f64) -> bool {
        u >= self.low && u <= self.high
    }

    /// Whether the ends are neighbouring floats.
    pub fn is_point(&self) -> bool {
        self.high - self.low <= f64::EPSILON * self.high
    }
}
