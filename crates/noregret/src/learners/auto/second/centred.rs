//! Lanes on centred features: z_i = (x_i - m_i)/r_i, m_i the mean of x_i over all rounds so far, this one's included, r_i the largest |x_i - m_i| seen.
//!
//! Dense columns with a mean have one direction in common, that of all means, along which every gradient points. A diagonal cannot see it: each of its weights pays for it alone, and its steps
//! become too small for everything else. A belief or a sketch can; taking the mean away is cheaper than either: O(d) a round, for any number of dense columns.
//! A lane is implicit AdaGrad, as the first-order lanes are, with a weight for the bias beside the features:
//!
//! G_i += (l z_i)^2,   v <- v - q r,   r_i = eta z_i/sqrt(G_i),   c = sum_i r_i z_i,   q = l'(z.v - c q).
//!
//! The lanes differ in their rates, eta = 2^-8 ... 2^-2, and are mixed among themselves by the rule that mixes all: they are one expert of the outer mixture. A feature that a row does not have is 0, so every round
//! touches every feature: only for data of which the mean row has one feature in four, and at most 16,384 of them.
//! References: Ross, Mineiro and Langford 2013, for scales learned on the way.

use super::super::mixture::{Mixing, Mixture, Seen as Labels};
use super::belief::Seen;
use crate::loss::Loss;
use crate::simd::{Loop, wide};

/// How many lanes there are.
pub const RATES: usize = 7;
/// Up to so many features it is kept...
pub const MOST: usize = 1 << 14;
/// ...while the mean row has at least one in so many.
pub const DENSE: u64 = 4;
/// Curvature before any gradient: so small that it matters only where a square underflows.
const DELTA: f64 = 1e-100;

/// Slopes below this, in units of labels, count as none: their squares would be denormal floats, a hundred times as slow.
const LEVEL: f64 = 1e-9;

/// A number for each lane.
pub type Rates = [f64; RATES];

/// The rates.
pub fn rates() -> Rates {
    std::array::from_fn(|k| 1.0 / (256 >> k) as f64)
}

/// What is known of a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Column {
    pub mean: f64,
    pub reach: f64,
    pub weights: Rates,
    pub sums: Rates,
}

/// The lanes: what is known of the bias, then of every feature by slot.
#[derive(Clone, Debug)]
pub struct Centred {
    pub rounds: u64,
    pub columns: Vec<Column>,
    pub inner: Mixture<RATES>,
}

/// What is thought of an example, and what becomes of the columns by it.
#[derive(Debug, Default)]
pub struct Look {
    /// By slot, the bias first: z, and the columns' means and reaches with this example.
    z: Vec<f64>,
    moved: Vec<(f64, f64)>,
    pub margins: Rates,
    steps: Vec<Rates>,
}

impl Centred {
    /// Before anything is seen.
    pub fn new() -> Self {
        Self { rounds: 0, columns: vec![Column::default()], inner: Mixture::new([1.0 / RATES as f64; RATES]) }
    }

    /// What is thought of an example. Nothing changes by it.
    pub fn look(&self, x: &Seen, look: &mut Look) {
        let Look { z, moved, margins, .. } = look;
        z.clear();
        z.resize(1 + x.features, 0.0);
        for (&slot, &value) in x.slots.iter().zip(&x.plain) {
            z[1 + slot] = value;
        }
        moved.clear();
        moved.push((0.0, 1.0));
        let part = 1.0 / (self.rounds + 1) as f64;
        for (slot, z) in z.iter_mut().enumerate().skip(1) {
            let (mean, reach) =
                self.columns.get(slot).map_or((0.0, 0.0), |column| (column.mean, column.reach));
            let mean = mean + (*z - mean) * part;
            let off = *z - mean;
            let reach = reach.max(off.abs());
            *z = if reach > 0.0 { off / reach } else { 0.0 };
            moved.push((mean, reach));
        }
        z[0] = 1.0;
        *margins = wide(Product { columns: &self.columns, z });
    }

    /// What the lanes say together, clipped as labels are.
    pub fn says(&self, loss: Loss, labels: Labels, look: &Look) -> f64 {
        self.inner.margin(Mixing::of(loss), &labels.clip(loss, &look.margins))
    }

    /// The mixture once a label is known, of this weight and in this round.
    pub fn judged(
        &self,
        (loss, labels): (Loss, Labels),
        look: &Look,
        y: f64,
        (weight, round): (f64, u64),
    ) -> Mixture<RATES> {
        let rule = Mixing::of(loss);
        let says = labels.clip(loss, &look.margins);
        let own = loss.value(self.inner.margin(rule, &says), y);
        let weights = self.inner.weights.with(weight, round);
        self.inner.after(rule, round, (weights, weight), own, &says.map(|p| loss.value(p, y)))
    }

    /// Learns from an example that it has looked at: `weight` is its importance, `unit` that of rates. False if a number is not finite; then it is of no more use.
    pub fn learn(&mut self, look: &mut Look, loss: Loss, (y, weight, unit): (f64, f64, f64)) -> bool {
        self.rounds += 1;
        self.columns.resize(look.z.len(), Column::default());
        for (column, &(mean, reach)) in self.columns.iter_mut().zip(&look.moved) {
            (column.mean, column.reach) = (mean, reach);
        }
        let slopes = look.margins.map(|p| match loss.slope(p, y) {
            slope if slope.abs() < LEVEL * unit => 0.0,
            slope => weight * slope,
        });
        let Look { z, steps, margins, .. } = look;
        steps.resize(z.len(), Rates::default());
        let columns = &mut self.columns;
        let rates = rates().map(|rate| rate * unit);
        let c = wide(Adapt { columns, z, steps, slopes, rates });
        let q: Rates = std::array::from_fn(|k| match slopes[k] {
            0.0 => 0.0,
            _ => weight * loss.implicit_slope(margins[k], y, weight * c[k]),
        });
        wide(Step { columns, steps, q }) == [0.0; RATES]
    }

    /// The mean weight, by share, on the plain value of the feature in a slot.
    pub fn weight(&self, slot: usize) -> f64 {
        let Some(column) = self.columns.get(1 + slot).filter(|column| column.reach > 0.0) else { return 0.0 };
        (0..RATES).fold(0.0, |sum, k| sum + self.inner.shares[k] * column.weights[k]) / column.reach
    }

    /// Whether it stays with so many features, of which all rounds, this one included, had `total`.
    pub fn stays(&self, features: usize, total: u64) -> bool {
        features <= MOST && (features as u64).saturating_mul(self.rounds + 1) <= DENSE * total
    }

    /// Whether every number is finite, and no reach or sum negative.
    pub fn is_sound(&self) -> bool {
        let sound = |column: &Column| {
            let Column { mean, reach, weights, sums } = column;
            let all = weights.iter().chain(sums).chain([mean, reach]);
            *reach >= 0.0
                && sums.iter().all(|sum| *sum >= 0.0)
                && all.fold(0.0, |sum, v| sum + v * 0.0) == 0.0
        };
        self.columns.iter().all(sound) && self.inner.is_finite()
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        (self.columns.len() * size_of::<Column>()) as u64
    }
}

#[inline(always)]
fn row(number: impl Fn(usize) -> f64) -> Rates {
    std::array::from_fn(number)
}

/// The lanes' margins.
struct Product<'a> {
    columns: &'a [Column],
    z: &'a [f64],
}

impl Loop for Product<'_> {
    type Output = Rates;

    #[inline(always)]
    fn call(self) -> Rates {
        let mut margins = Rates::default();
        for (column, &z) in self.columns.iter().zip(self.z) {
            let now = margins;
            margins = row(|k| now[k] + column.weights[k] * z);
        }
        margins
    }
}

/// Lets the sums of squares see the slopes; gives the steps for a slope of 1, and c.
struct Adapt<'a> {
    columns: &'a mut [Column],
    z: &'a [f64],
    steps: &'a mut [Rates],
    slopes: Rates,
    rates: Rates,
}

impl Loop for Adapt<'_> {
    type Output = Rates;

    #[inline(always)]
    fn call(self) -> Rates {
        let Self { columns, z, steps, slopes, rates } = self;
        let mut c = Rates::default();
        for ((column, &z), step) in columns.iter_mut().zip(z).zip(steps) {
            let old = column.sums;
            let sums = row(|k| old[k] + slopes[k] * z * (slopes[k] * z));
            let moves = row(|k| rates[k] * z / (sums[k].sqrt() + DELTA));
            let now = c;
            c = row(|k| now[k] + moves[k] * z);
            (column.sums, *step) = (sums, moves);
        }
        c
    }
}

/// Takes the steps. The result is not 0 if a number is not finite.
struct Step<'a> {
    columns: &'a mut [Column],
    steps: &'a [Rates],
    q: Rates,
}

impl Loop for Step<'_> {
    type Output = Rates;

    #[inline(always)]
    fn call(self) -> Rates {
        let mut faults = Rates::default();
        for (column, step) in self.columns.iter_mut().zip(self.steps) {
            let (old, sums) = (column.weights, column.sums);
            let new = row(|k| old[k] - self.q[k] * step[k]);
            let before = faults;
            // 0 times a number is 0 unless the number is not finite.
            faults = row(|k| before[k] + (new[k] * 0.0 + sums[k] * 0.0));
            column.weights = new;
        }
        faults
    }
}
