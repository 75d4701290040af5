//! Merging under a matrix known by directions: the merged matrix is the mean of the parts',
//! G = mean_k S_k'S_k, and so is the mass that was lost.
//!
//! The parts' directions, each times its singular value over the root of the number of parts, are rows
//! whose squares sum to that mean. They are stacked and decomposed, and where a sketch has no room for
//! all, shrunk once, as a gradient too many would. So the errors of the sketches add, and the order of
//! parts does not matter.
//!
//! Weights go coordinate by coordinate. In scaled coordinates every feature keeps the sum of its squared
//! gradients, by whose growth parts are weighed. In the features' own coordinates nothing tells what a
//! part added to one: a sketch that shrinks forgets it. There parts that have the feature are weighed by
//! their rounds. Under dual averaging the sum of gradients becomes the one that makes the merged weights,
//! u = -H w / rate ([`Memory::split`]).
//!
//! Cost: the directions of all parts in memory, O(parts tau d), and a decomposition of as many rows.
//! Weakness: with a box or penalties dual averaging is refused: the weights do not tell the sum. So are
//! random projections: rows of two parts are mixed with the same random numbers, and do not add up.

use super::metric::Metric;
use crate::merge::{Clock, MergeError, Parts, Same, Weighed, next, toward};
use crate::sketch::dot;
use crate::sketch::jacobi::Columns;
use crate::state::{Array, State, StateError};
use std::collections::HashMap;

/// Singular values below this share of the largest are rounding.
const RANK: f64 = 1e-14;

/// The directions of a merged matrix.
pub struct Spectrum {
    /// Their singular values.
    pub values: Vec<f64>,
    /// They themselves, over the features of all parts.
    pub directions: Vec<Vec<f64>>,
    /// The root of the mass lost.
    pub lost: f64,
}

/// What a learner under H remembers, as a merge sees it.
pub trait Memory: Sized {
    /// Its vectors over the features.
    const LEADS: usize;

    /// H.
    fn metric(&self) -> &Metric;

    /// H, to be changed.
    fn metric_mut(&mut self) -> &mut Metric;

    /// One of the same kind, as it was written.
    fn read(&self, state: &State) -> Result<Self, StateError>;

    /// The name of the sum along the directions in a state.
    fn sum_name(&self) -> &'static str;

    /// The weights, by slot.
    fn by_slot(&self) -> Vec<f64>;

    /// The sum of a feature's squared gradients, where it is kept.
    fn squares(&self, slot: usize) -> Option<f64>;

    /// What is kept of these weights under the merged matrix: the sum along the directions, and the leading
    /// numbers of every feature, given the sums of squares. `None` where weights do not tell.
    fn split(
        &self,
        weights: &[f64],
        squares: &[f64],
        spectrum: &Spectrum,
    ) -> Option<(Vec<f64>, Vec<Vec<f64>>)>;
}

/// What is gathered of the parts, over the features of all of them, in the order in which they show.
#[derive(Default)]
struct Gathered {
    indices: Vec<u32>,
    slots: HashMap<u32, usize>,
    weights: Vec<Weighed>,
    /// The means of the sums of squared gradients, where they are kept.
    squares: Vec<f64>,
    /// The directions times their values; one that ends early is 0 there.
    rows: Vec<Vec<f64>>,
    /// The mean of the squared mass lost.
    lost2: f64,
}

/// Merges parts into the learner they started from.
pub fn merge<M: Memory>(start: &mut M, parts: &mut Parts<'_>) -> Result<(), MergeError> {
    let refused = |reason| Err(MergeError::Refused { reason });
    if start.metric().is_mixed() {
        return refused(
            "a random projection mixes the gradients of all parts with the same random numbers, so what parts keep does not add up; use ada-fd, whose sketches do",
        );
    }
    let nothing = Spectrum { values: Vec::new(), directions: Vec::new(), lost: 0.0 };
    if start.split(&[], &[], &nothing).is_none() {
        return refused(
            "under dual averaging with a box or a penalty the weights do not tell the sum of gradients; use --method cmd",
        );
    }
    let rounds = start.metric().rounds();
    let mut clock = Clock::new(rounds, rounds);
    let (mut gathered, mut same) = (Gathered::default(), Same::default());
    let mut place = 0;
    while let Some(state) = next(parts, place)? {
        same.add(&state);
        let part = start.read(&state).map_err(MergeError::state(place))?;
        let rounds = part.metric().rounds();
        let since = clock.add(rounds, rounds)?;
        gathered.take(start, &part, place, since)?;
        place += 1;
    }
    if place == 0 {
        return Err(MergeError::NoParts);
    }
    let rounds = clock.rounds()?;
    let state = match same.state() {
        Some(state) => state,
        None => gathered.state(start, place)?,
    };
    let mut merged = start.read(&state).map_err(|_| MergeError::Overflow { index: None })?;
    merged.metric_mut().merged(rounds, place > 1);
    *start = merged;
    Ok(())
}

impl Gathered {
    fn take<M: Memory>(&mut self, start: &M, part: &M, place: usize, rounds: u64) -> Result<(), MergeError> {
        let (basis, known) = (&part.metric().basis, &start.metric().basis);
        let stranger = |index: Option<u32>, reason: &str| MergeError::stranger(place, index, reason);
        if let Some(&index) =
            known.slots().indices().iter().find(|&&index| basis.slots().get(index).is_none())
        {
            return Err(stranger(Some(index), "it lacks a feature that the start has"));
        }
        let lost = basis.directions().lost();
        if lost < known.directions().lost() {
            return Err(stranger(None, "it has lost less than the start"));
        }
        let share = 1.0 / (place + 1) as f64;
        self.lost2 = toward(self.lost2, lost * lost, share);
        let first = self.rows.len();
        self.rows.resize(first + basis.directions().len(), Vec::new());
        // Those that this part does not have count in the mean.
        self.squares.iter_mut().for_each(|squares| *squares = toward(*squares, 0.0, share));
        let weights = part.by_slot();
        for (slot, &index) in basis.slots().indices().iter().enumerate() {
            let at = self.slot(index);
            let (_, along) = basis.entries(slot);
            let values = along.iter().zip(basis.directions().spectrum());
            for (row, (v, s)) in self.rows[first..].iter_mut().zip(values) {
                row.resize(row.len().max(at + 1), 0.0);
                row[at] = v * s;
            }
            let mut added = rounds as f64;
            if let Some(squares) = part.squares(slot) {
                let before = known.slots().get(index).and_then(|slot| start.squares(slot)).unwrap_or(0.0);
                added = squares - before;
                if added < 0.0 {
                    return Err(stranger(Some(index), "it has seen less than the start"));
                }
                self.squares[at] += share * squares;
            }
            self.weights[at].take(weights[slot], added, rounds);
        }
        Ok(())
    }

    /// The place of a feature.
    fn slot(&mut self, index: u32) -> usize {
        let next = self.indices.len();
        *self.slots.entry(index).or_insert_with(|| {
            self.indices.push(index);
            self.weights.push(Weighed::default());
            self.squares.push(0.0);
            next
        })
    }

    /// Directions and the mass lost of the mean of so many parts, with room for tau - 1 directions.
    fn decompose(&self, parts: usize, tau: Option<usize>) -> Spectrum {
        let d = self.indices.len();
        let root = (parts as f64).sqrt();
        let entry = |i: usize, j: usize| self.rows[j].get(i).map_or(0.0, |v| v / root);
        let all = Columns::from_fn(d, self.rows.len(), entry).decompose(false);
        let most = all.values.first().copied().unwrap_or(0.0);
        let rank = all.values.iter().take_while(|&&s| s > RANK * most).count();
        let least = tau.and_then(|tau| all.values[..rank].get(tau - 1)).copied().unwrap_or(0.0);
        let shrunk = |s: f64| ((s - least) * (s + least)).sqrt();
        let kept = all.values[..rank.min(tau.map_or(rank, |tau| tau - 1))].iter().map(|&s| shrunk(s));
        let values: Vec<f64> = kept.take_while(|s| *s > 0.0).collect();
        let directions = (0..values.len()).map(|j| all.left.column(j).to_vec()).collect();
        Spectrum { values, directions, lost: libm::hypot(self.lost2.sqrt(), least) }
    }

    /// The state of the merged learner, as it would be right after a fold.
    fn state<M: Memory>(self, start: &M, parts: usize) -> Result<State, MergeError> {
        let tau = start.metric().tau();
        let spectrum = self.decompose(parts, tau);
        let weights: Vec<f64> = self.weights.iter().map(Weighed::mean).collect();
        let Some((inside, leads)) = start.split(&weights, &self.squares, &spectrum) else {
            return Err(MergeError::Overflow { index: None });
        };
        let Spectrum { values, directions, lost } = spectrum;
        let n = values.len();
        let wide = M::LEADS + tau.map_or(n.max(1), |tau| tau.saturating_sub(1).max(1));
        let mut cells = vec![0.0; self.indices.len() * wide];
        for (slot, cell) in cells.chunks_exact_mut(wide).enumerate() {
            leads.iter().zip(&mut *cell).for_each(|(lead, number)| *number = lead[slot]);
            let rows = directions.iter().zip(&mut cell[M::LEADS..]);
            rows.for_each(|(direction, entry)| *entry = direction[slot]);
        }
        let products: Vec<f64> =
            directions.iter().flat_map(|a| directions.iter().map(|b| dot(a, b))).collect();
        let identity = (0..n * n).map(|k| if k / n == k % n { 1.0 } else { 0.0 }).collect();
        if !cells.iter().chain(&inside).chain(&values).chain([&lost]).all(|v| v.is_finite()) {
            return Err(MergeError::Overflow { index: None });
        }
        let mut state = State::new();
        state.put_count("rounds", 0);
        state.put(start.sum_name(), Array::F64(inside));
        state.put("paid", Array::F64(vec![0.0; 2]));
        state.put_count("wide", wide as u64);
        state.put_count("base", n as u64);
        state.put_count("recent", 0);
        state.put("stamp", Array::U32(vec![0; self.indices.len()]));
        state.put("index", Array::U32(self.indices));
        state.put("cells", Array::F64(cells));
        state.put("maps", Array::F64(Vec::new()));
        state.put("members", Array::U32(Vec::new()));
        state.put("local", Array::F64(Vec::new()));
        state.put("gram", Array::F64(products));
        state.put("coefficients", Array::F64(identity));
        state.put("mixing", Array::F64(Vec::new()));
        state.put("spectrum", Array::F64(values));
        state.put_real("lost", lost);
        state.put("tilt", Array::F64(vec![0.0; M::LEADS * n]));
        Ok(state)
    }
}
