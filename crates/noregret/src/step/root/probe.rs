//! A probe: the margin that a step of slope s leaves, and its derivative in s.
//!
//! The parts w_i x_i of a margin that raise it and those that lower it are kept apart. Each side moves one
//! way only, and under entropy and Burg each is convex in the form in which a single part is straight. Of
//! each side the feature with the largest derivative is kept by itself: it alone decides where Burg's pole
//! is.

/// One side of a margin, as a size: its steepest feature and all others together, each as value and
/// derivative in s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// The part with the largest derivative.
    pub(super) steep: (f64, f64),
    /// The sum of the others.
    pub(super) rest: (f64, f64),
}

impl Side {
    #[inline]
    fn add(&mut self, value: f64, give: f64) {
        let other = if give.abs() > self.steep.1.abs() {
            std::mem::replace(&mut self.steep, (value, give))
        } else {
            (value, give)
        };
        self.rest.0 += other.0;
        self.rest.1 += other.1;
    }

    /// The size of this side.
    pub(super) fn value(&self) -> f64 {
        self.steep.0 + self.rest.0
    }

    /// The derivative of the size in s.
    pub(super) fn give(&self) -> f64 {
        self.steep.1 + self.rest.1
    }
}

/// A margin as a step of slope s leaves it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Probe {
    /// The features' parts that raise the margin; non-increasing in s.
    pub(super) plus: Side,
    /// Those that lower it; their size is non-decreasing in s.
    pub(super) minus: Side,
}

impl Probe {
    /// Adds a feature's part w x and its derivative in s.
    #[inline]
    pub fn add(&mut self, part: f64, give: f64) {
        if part > 0.0 {
            self.plus.add(part, give);
        } else {
            self.minus.add(-part, -give);
        }
    }

    /// The same at another rate: derivatives, so far those at rate 1, are multiplied by it.
    pub fn at_rate(mut self, rate: f64) -> Self {
        for side in [&mut self.plus, &mut self.minus] {
            side.steep.1 *= rate;
            side.rest.1 *= rate;
        }
        self
    }

    /// The margin that the step leaves.
    pub fn margin(&self) -> f64 {
        self.plus.value() - self.minus.value()
    }

    /// The derivative of the margin in s; never positive.
    pub fn give(&self) -> f64 {
        self.plus.give() - self.minus.give()
    }

    /// The sum of the sizes of both sides: what rounding is relative to.
    pub(super) fn size(&self) -> f64 {
        self.plus.value() + self.minus.value()
    }
}
