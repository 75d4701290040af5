//! A model of the margin: one probe of it, extended to all slopes s.
//!
//! At the distance t from the probe, a part v with derivative d becomes
//! * plain: v + d t, which is exact;
//! * entropy: v exp(t d/v), exact for one feature and a lower bound for several;
//! * Burg: v / (1 - t d/v), likewise, and infinite beyond its pole.
//!
//! Each side of the margin is two such parts, its steepest feature and the rest. So the model is exact for
//! two features a side; with many it is right where it matters, at the nearest pole. It costs no pass over
//! the features.

use super::probe::{Probe, Side};

/// The form in which the margin is straightest in s: the potential's dual map, applied to one side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it is, and smooth: quadratic potentials.
    Plain,
    /// As it is, with corners where a box or an l1 penalty takes hold.
    Piecewise,
    /// Its logarithm: entropy.
    Logarithm,
    /// Its reciprocal: Burg.
    Reciprocal,
}

/// A probe at s and the form it is continued in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub form: Form,
    pub s: f64,
    pub z: Probe,
}

impl Model {
    /// The probe that the model predicts at s.
    pub fn probe(&self, s: f64) -> Probe {
        let t = s - self.s;
        let curved = match self.form {
            Form::Plain | Form::Piecewise => {
                let mut probe = Probe::default();
                probe.add(self.z.margin() + t * self.z.give(), self.z.give());
                return probe;
            }
            Form::Logarithm => exponential,
            Form::Reciprocal => reciprocal,
        };
        let side = |side: &Side| Side { steep: curved(side.steep, t), rest: curved(side.rest, t) };
        Probe { plus: side(&self.z.plus), minus: side(&self.z.minus) }
    }
}

/// v exp(t d/v) and its derivative.
fn exponential((value, give): (f64, f64), t: f64) -> (f64, f64) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0.0);
    }
    let rate = give / value;
    let grown = value * libm::exp(rate * t);
    (grown, rate * grown)
}

/// v / (1 - t d/v) and its derivative; infinite from the pole on.
fn reciprocal((value, give): (f64, f64), t: f64) -> (f64, f64) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0.0);
    }
    let below = 1.0 - give / value * t;
    if below > 0.0 { (value / below, give / below / below) } else { (f64::INFINITY, 0.0) }
}
