//! The shapes a column of numbers can have: how a value is drawn, and its mean and standard deviation
//! in closed form, by which the truth is scaled.

use crate::Feature;
use crate::draw::Draw;

/// How a column is drawn.
pub(super) enum Shape {
    Normal {
        mean: f64,
        spread: f64,
    },
    LogNormal {
        median: f64,
        sigma: f64,
    },
    Exponential {
        mean: f64,
    },
    Uniform {
        low: f64,
        high: f64,
    },
    Rarely {
        usual: f64,
        other: f64,
        chance: f64,
    },
    /// The value of an earlier column plus a normal.
    Near {
        earlier: usize,
        offset: f64,
        spread: f64,
    },
}

impl Shape {
    /// A value, given the row's earlier columns.
    pub fn draw(&self, draw: &mut Draw, earlier_columns: &[Feature]) -> f64 {
        match *self {
            Shape::Normal { mean, spread } => mean + spread * draw.normal(),
            Shape::LogNormal { median, sigma } => median * libm::exp(sigma * draw.normal()),
            Shape::Exponential { mean } => -mean * libm::log(1.0 - draw.uniform()),
            Shape::Uniform { low, high } => low + (high - low) * draw.uniform(),
            Shape::Rarely { usual, other, chance } => {
                if draw.chance(chance) {
                    other
                } else {
                    usual
                }
            }
            Shape::Near { earlier, offset, spread } => {
                earlier_columns[earlier].value + offset + spread * draw.normal()
            }
        }
    }

    /// Mean and standard deviation, in a table of these columns.
    pub fn moments(&self, table: &[Shape]) -> (f64, f64) {
        match *self {
            Shape::Normal { mean, spread } => (mean, spread),
            Shape::LogNormal { median, sigma } => {
                let mean = median * libm::exp(sigma * sigma / 2.0);
                (mean, mean * libm::expm1(sigma * sigma).sqrt())
            }
            Shape::Exponential { mean } => (mean, mean),
            Shape::Uniform { low, high } => ((low + high) / 2.0, (high - low) / 12f64.sqrt()),
            Shape::Rarely { usual, other, chance } => {
                (usual + chance * (other - usual), (other - usual) * (chance * (1.0 - chance)).sqrt())
            }
            Shape::Near { earlier, offset, spread } => {
                let (mean, of_earlier) = table[earlier].moments(table);
                (mean + offset, (of_earlier * of_earlier + spread * spread).sqrt())
            }
        }
    }
}
