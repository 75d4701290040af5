//! Merging `auto` over classes: every lane of every class like that of the binary [`auto`](super::super::merge), the mixture by adding up losses, links by the curvature each part saw.
//!
//! A feature has one scale for all classes: the largest of the parts'. A class is merged over the parts that have met it. The hinge lane's sum for all classes is the
//! largest that any class has so.

use super::super::float::Float;
use super::super::merge::{Line, Sum};
use super::super::mixture::Mixing;
use super::AutoClasses;
use super::grid::{ALONE, LANES};
use super::rows::{Rows, WHOLE};
use crate::classes::{ClassPart, ClassParts, Classifier, check_places};
use crate::merge::{Clock, MergeError, Union};

impl<F: Float> AutoClasses<F> {
    /// A feature's lanes of a class, with sums multiplied by `factor`; of a place without a
    /// row they are nothing.
    fn line(&self, place: u32, class: usize, factor: f64) -> Line<LANES> {
        if place == 0 || class >= self.outputs {
            return Line::default();
        }
        let mut line = Line::default();
        let (scale, alike) = self.rows.head(place);
        line.scale = scale.to_f64();
        for k in 0..LANES {
            let mass = if k == ALONE { alike } else { self.rows.number(place, class, LANES + k) };
            let value = self.rows.number(place, class, k);
            (line.values[k], line.masses[k]) = (value.to_f64(), mass.to_f64() * factor);
        }
        line
    }

    pub(super) fn merge_parts(&mut self, parts: &mut ClassParts<'_>) -> Result<(), MergeError> {
        let sorted = self.rows.table.sorted();
        let mut union = Union::new(sorted.iter().map(|(index, _)| (*index, Vec::new())).collect());
        let mut clock = Clock::new(self.rounds, self.rounds);
        let mut sum = Sum::new(Mixing::Bayes, self.mixture);
        // How many parts have met a class.
        let mut counts: Vec<u64> = Vec::new();
        let (mut number, mut links) = (0, Vec::new());
        for part in parts {
            let ClassPart { state, places } = part.map_err(|error| error.of_part(number))?;
            let mut part = Self::new();
            part.restore(&state).map_err(MergeError::state(number))?;
            check_places(number, &places, part.outputs, self.outputs)?;
            clock.add(part.rounds, part.rounds)?;
            sum.add((&self.mixture, self.rounds), (&part.mixture, part.rounds), None);
            links.push(part.links);
            let met = &places[..part.outputs];
            for &place in met {
                counts.resize(counts.len().max(place + 1), 0);
                counts[place] += 1;
            }
            let factors = (sum.factor(self.mixture.weights), sum.factor(part.mixture.weights));
            self.take_part(&part, met, number, &counts, factors, &mut union)?;
            number += 1;
        }
        if number == 0 {
            return Err(MergeError::NoParts);
        }
        let rounds = clock.rounds()?;
        let mixture = sum.mixture(rounds)?;
        let rows = rows(union, counts.len())?;
        (self.rows, self.mixture, self.rounds, self.outputs) = (rows, mixture, rounds, counts.len());
        self.links = self.links.merged(links.iter());
        self.staged = None;
        Ok(())
    }

    /// Takes a part, whose classes stand at these places in the whole.
    fn take_part(
        &self,
        part: &Self,
        met: &[usize],
        number: usize,
        counts: &[u64],
        (of_start, of_part): (f64, f64),
        union: &mut Union<Vec<Line<LANES>>>,
    ) -> Result<(), MergeError> {
        let sorted = part.rows.table.sorted();
        let indices: Vec<u32> = sorted.iter().map(|(index, _)| *index).collect();
        union.admit(&indices, |_, _| Vec::new());
        union.beside(&indices, |index, lines, found| {
            let start = self.rows.table.place(index);
            let stranger = |reason: &str| MergeError::stranger(number, Some(index), reason);
            if found.is_none() && start > 0 {
                return Err(stranger("it lacks a feature that the start has"));
            }
            lines.resize(lines.len().max(counts.len()), Line::default());
            for (class, &place) in met.iter().enumerate() {
                let line = found.map_or_else(Line::default, |k| part.line(sorted[k].1, class, of_part));
                let before = self.line(start, place, of_start);
                lines[place].take(&line, &before, counts[place]).map_err(stranger)?;
            }
            Ok(())
        })
    }
}

/// The rows of merged lines.
fn rows<F: Float>(union: Union<Vec<Line<LANES>>>, outputs: usize) -> Result<Rows<F, WHOLE>, MergeError> {
    let entries: Vec<(u32, Vec<Line<LANES>>)> = union.into_iter().collect();
    let indices: Vec<u32> = entries.iter().map(|(index, _)| *index).collect();
    let memory = |error: crate::state::StateError| MergeError::Memory { reason: error.to_string() };
    let mut rows = Rows::<F, WHOLE>::restore(&indices, outputs).map_err(memory)?;
    for (row, (index, lines)) in entries.into_iter().enumerate() {
        let scale = lines.iter().fold(0.0_f64, |most, line| most.max(line.scale));
        let alike = lines.iter().fold(0.0_f64, |most, line| most.max(line.masses[ALONE]));
        rows.set_head(row, (F::from_f64(scale), F::from_f64(alike)));
        for (class, line) in lines.iter().enumerate() {
            if !line.values.iter().chain(&line.masses).all(|number| number.is_finite()) {
                return Err(MergeError::Overflow { index: Some(index) });
            }
            for k in 0..LANES {
                rows.set(row, class, k, F::from_f64(line.values[k]));
                if k != ALONE {
                    rows.set(row, class, LANES + k, F::from_f64(line.masses[k]));
                }
            }
        }
    }
    Ok(rows)
}
