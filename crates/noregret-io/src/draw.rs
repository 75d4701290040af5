//! Random numbers for tests: the same ones every time.

/// A linear congruential generator (Knuth's constants), of which the high bits are used.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    /// A number below another.
    pub(crate) fn next(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}
