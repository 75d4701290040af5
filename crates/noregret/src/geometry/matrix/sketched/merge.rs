//! Merging under a matrix known by directions: the merged matrix is the mean of the parts', G = mean_k S_k'S_k, and so is the mass that was lost.
//!
//! The parts' directions, each times its singular value over the root of the number of parts, are rows whose squares sum to that mean: they are stacked and decomposed, and
//! where a sketch has no room for all, shrunk once, as a gradient too many would. So the errors of the sketches add, and the order of parts does not matter.
//!
//! Weights go coordinate by coordinate. In scaled coordinates every feature keeps the sum of its squared gradients, by whose growth parts are weighed. In
//! the features' own coordinates nothing tells what a part added to one: a sketch that shrinks forgets it. There parts are weighed by their rounds, those that have the
//! feature. Under dual averaging the sum of gradients becomes the one that makes the merged weights, u = -H w / rate.
//!
//! Cost: the directions of all parts in memory, O(parts tau d), and a decomposition of as many rows.
//! Weakness: with a box or penalties dual averaging is refused: the weights do not tell the sum. So are random projections: rows of two parts are mixed with the same
//! random numbers, and do not add up.

use super::{Composite, Method, Scale, Sketched, root_of_scale};
use crate::geometry::Geometry;
use crate::merge::{Clock, MergeError, Parts, Same, Weighed, next, toward};
use crate::sketch::dot;
use crate::sketch::jacobi::Columns;
use crate::state::{Array, State};
use std::collections::HashMap;

/// Singular values below this share of the largest are rounding.
const RANK: f64 = 1e-14;

/// What is gathered of the parts, over the features of all of them, in the order in which they show.
#[derive(Default)]
struct Gathered {
    indices: Vec<u32>,
    slots: HashMap<u32, usize>,
    features: Vec<Feature>,
    /// The directions times their values; one that ends early is 0 there.
    rows: Vec<Vec<f64>>,
    /// The mean of the squared mass lost.
    lost2: f64,
}

/// The means of one feature.
#[derive(Clone, Copy, Default)]
struct Feature {
    weight: Weighed,
    /// In scaled coordinates, the sum of squared gradients.
    squares: f64,
}

impl Sketched {
    pub(super) fn merge_sketches(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        if self.mix.is_some() {
            return Err(MergeError::Refused {
                reason: "a random projection mixes the gradients of all parts with the same random numbers, so what parts keep does not add up; use ada-fd, whose sketches do",
            });
        }
        if self.method == Method::Pds && self.composite.is_some() {
            return Err(MergeError::Refused {
                reason: "under dual averaging with a box or a penalty the weights do not tell the sum of gradients; use --method cmd",
            });
        }
        let mut clock = Clock::new(self.rounds, self.rounds);
        let (mut gathered, mut same) = (Gathered::default(), Same::default());
        let mut place = 0;
        while let Some(state) = next(parts, place)? {
            same.add(&state);
            let mut part = self.fresh();
            part.restore(&state).map_err(MergeError::state(place))?;
            let rounds = clock.add(part.rounds, part.rounds)?;
            self.take(&part, place, rounds, &mut gathered)?;
            place += 1;
        }
        if place == 0 {
            return Err(MergeError::NoParts);
        }
        let rounds = clock.rounds()?;
        let state = match same.state() {
            Some(state) => state,
            None => self.joined(gathered, place)?,
        };
        let mut merged = self.fresh();
        merged.restore(&state).map_err(|_| MergeError::Overflow { index: None })?;
        merged.rounds = rounds;
        merged.merged |= place > 1;
        *self = merged;
        Ok(())
    }

    /// One that has seen nothing.
    fn fresh(&self) -> Self {
        let composite = self.composite.unwrap_or(Composite::NONE);
        Self::new(self.curvature, self.method, self.scale, self.tau, composite)
    }

    fn take(
        &self,
        part: &Self,
        place: usize,
        rounds: u64,
        gathered: &mut Gathered,
    ) -> Result<(), MergeError> {
        let known = self.basis.slots();
        let stranger = |index: Option<u32>, reason: &str| MergeError::stranger(place, index, reason);
        if let Some(&index) = known.indices().iter().find(|&&index| part.basis.slots().get(index).is_none()) {
            return Err(stranger(Some(index), "it lacks a feature that the start has"));
        }
        let (lost, before) = (part.basis.directions().lost(), self.basis.directions().lost());
        if lost < before {
            return Err(stranger(None, "it has lost less than the start"));
        }
        let share = 1.0 / (place + 1) as f64;
        gathered.lost2 = toward(gathered.lost2, lost * lost, share);
        let averaged = (!part.has_weights()).then(|| part.averaged());
        let first = gathered.rows.len();
        gathered.rows.resize(first + part.basis.directions().len(), Vec::new());
        // Those that this part does not have count in the mean.
        gathered.features.iter_mut().for_each(|feature| feature.squares = toward(feature.squares, 0.0, share));
        for (slot, &index) in part.basis.slots().indices().iter().enumerate() {
            let at = gathered.slot(index);
            let (leads, along) = part.basis.entries(slot);
            for (row, (v, s)) in
                gathered.rows[first..].iter_mut().zip(along.iter().zip(part.basis.directions().spectrum()))
            {
                row.resize(row.len().max(at + 1), 0.0);
                row[at] = v * s;
            }
            let mut added = rounds as f64;
            if self.scale == Scale::Diagonal {
                let start = known.get(index).map_or(0.0, |slot| self.basis.entries(slot).0[1]);
                added = leads[1] - start;
                if added < 0.0 {
                    return Err(stranger(Some(index), "it has seen less than the start"));
                }
            }
            let feature = &mut gathered.features[at];
            feature.squares = if self.scale == Scale::Diagonal { feature.squares + share * leads[1] } else { 0.0 };
            feature.weight.take(part.value(slot, averaged.as_ref()), added, rounds);
        }
        Ok(())
    }

    /// The state of the merged learner, as it would be right after a fold.
    fn joined(&self, gathered: Gathered, parts: usize) -> Result<State, MergeError> {
        let d = gathered.indices.len();
        let (spectrum, directions, lost) = gathered.decompose(parts, self.tau);
        let leads = Self::leads(self.method, self.scale, self.composite);
        let n = spectrum.len();
        let wide = leads + self.tau.map_or(n.max(1), |tau| tau.saturating_sub(1).max(1));
        let weights: Vec<f64> = gathered.features.iter().map(|feature| feature.weight.mean()).collect();
        let (inside, first) = self.leading(&weights, &spectrum, &directions, lost);
        let mut cells = vec![0.0; d * wide];
        for (slot, cell) in cells.chunks_exact_mut(wide).enumerate() {
            cell[0] = first[slot];
            if self.scale == Scale::Diagonal {
                let squares = gathered.features[slot].squares;
                (cell[0], cell[1]) = (first[slot] * root_of_scale(squares), squares);
            }
            directions.iter().zip(&mut cell[leads..]).for_each(|(direction, entry)| *entry = direction[slot]);
        }
        let products: Vec<f64> =
            directions.iter().flat_map(|a| directions.iter().map(|b| dot(a, b))).collect();
        let identity = (0..n * n).map(|k| if k / n == k % n { 1.0 } else { 0.0 }).collect();
        if !cells.iter().chain(&inside).chain(&spectrum).all(|v| v.is_finite()) || !lost.is_finite() {
            return Err(MergeError::Overflow { index: None });
        }
        let mut state = State::new();
        state.put_count("rounds", 0);
        state.put(if self.method == Method::Pds { "inside" } else { "sum" }, Array::F64(inside));
        state.put("paid", Array::F64(vec![0.0; 2]));
        state.put_count("wide", wide as u64);
        state.put_count("base", n as u64);
        state.put_count("recent", 0);
        state.put("stamp", Array::U32(vec![0; d]));
        state.put("index", Array::U32(gathered.indices));
        state.put("cells", Array::F64(cells));
        state.put("maps", Array::F64(Vec::new()));
        state.put("members", Array::U32(Vec::new()));
        state.put("local", Array::F64(Vec::new()));
        state.put("gram", Array::F64(products));
        state.put("coefficients", Array::F64(identity));
        state.put("mixing", Array::F64(Vec::new()));
        state.put("spectrum", Array::F64(spectrum));
        state.put_real("lost", lost);
        state.put("tilt", Array::F64(vec![0.0; leads * n]));
        Ok(state)
    }

    /// What is kept of the weights: under dual averaging, the sum of gradients along the directions and the rest of it; else nothing along them, and the weights less the origin.
    fn leading(
        &self,
        weights: &[f64],
        spectrum: &[f64],
        directions: &[Vec<f64>],
        lost: f64,
    ) -> (Vec<f64>, Vec<f64>) {
        if self.method == Method::Cmd {
            return (Vec::new(), weights.iter().map(|w| w - self.origin()).collect());
        }
        let rate = self.curvature.rate();
        let mut rest = weights.to_vec();
        let mut inside = Vec::new();
        for (direction, &s) in directions.iter().zip(spectrum) {
            let along = dot(direction, &rest);
            rest.iter_mut().zip(direction).for_each(|(w, v)| *w -= along * v);
            inside.push(-self.curvature.along(s, lost) * along / rate);
        }
        let base = self.curvature.along(0.0, lost);
        rest.iter_mut().for_each(|w| *w *= -base / rate);
        (inside, rest)
    }
}

impl Gathered {
    /// The place of a feature.
    fn slot(&mut self, index: u32) -> usize {
        let next = self.indices.len();
        *self.slots.entry(index).or_insert_with(|| {
            self.indices.push(index);
            self.features.push(Feature::default());
            next
        })
    }

    /// Values, directions and the mass lost of the mean of so many parts, with room for tau - 1 directions.
    fn decompose(&self, parts: usize, tau: Option<usize>) -> (Vec<f64>, Vec<Vec<f64>>, f64) {
        let d = self.indices.len();
        let root = (parts as f64).sqrt();
        let entry = |i: usize, j: usize| self.rows[j].get(i).map_or(0.0, |v| v / root);
        let all = Columns::from_fn(d, self.rows.len(), entry).decompose(false);
        let most = all.values.first().copied().unwrap_or(0.0);
        let rank = all.values.iter().take_while(|&&s| s > RANK * most).count();
        let least = tau.and_then(|tau| all.values[..rank].get(tau - 1)).copied().unwrap_or(0.0);
        let shrunk = |s: f64| ((s - least) * (s + least)).sqrt();
        let kept = all.values[..rank.min(tau.map_or(rank, |tau| tau - 1))].iter().map(|&s| shrunk(s));
        let spectrum: Vec<f64> = kept.take_while(|s| *s > 0.0).collect();
        let directions = (0..spectrum.len()).map(|j| all.left.column(j).to_vec()).collect();
        (spectrum, directions, libm::hypot(self.lost2.sqrt(), least))
    }
}
