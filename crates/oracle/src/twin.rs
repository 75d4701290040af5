//! What every twin can do: tell its point, learn from an example, step along a plain gradient.
use crate::Example;

/// A dense online learner, written as its formula.
pub trait Twin {
    /// The point `w_t` that the next round is played with.
    fn point(&self) -> Vec<f64>;

    /// The margin `w_t . x`.
    fn margin(&self, x: &[f64]) -> f64 {
        dot(&self.point(), x)
    }

    /// One round on a linear model: the example `x` with label `y` and importance `h`.
    /// With `h = 0` nothing happens.
    fn learn(&mut self, x: &[f64], y: f64, h: f64);

    /// One round of a plain convex player: the gradient `g` of the round at the current point.
    ///
    /// # Panics
    /// Where the algorithm is defined on labelled examples only.
    fn play(&mut self, g: &[f64]) {
        panic!("this algorithm learns from labelled examples only; it got a gradient of length {}", g.len());
    }

    /// Learns from the examples in order.
    fn learn_all(&mut self, examples: &[Example]) {
        for e in examples {
            self.learn(&e.x, e.y, e.h);
        }
    }
}

/// The inner product, in index order.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "vectors of different lengths");
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
