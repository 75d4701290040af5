//! A step of a sketched learner with penalties or a box: where it aims, and U with H = h I + U U', for every coordinate.

use super::composite::{self, Factor, Penalty};
use super::faces::Step;
use super::{Composite, Open, Sketched};
use crate::features::Features;
use crate::sketch::dot;
use crate::spec::Method;

impl Sketched {
    /// The weights after a step with penalties or a box, less the origin, at every place; `None` if they cannot be told.
    pub(super) fn penalized_step(
        &self,
        composite: Composite,
        x: Features<'_>,
        moves: &[f64],
    ) -> Option<Vec<f64>> {
        let Open { round, curvature, sum_along, .. } = &self.round;
        let directions = self.basis.directions();
        let lead = Self::leads(self.method, self.scale, self.composite);
        // The directions of now, with their curvature: turned, or as they were.
        let (coefficients, raw, h): (&[f64], usize, Vec<f64>);
        let old: Vec<f64>;
        let lost;
        match &round.turned {
            Some(turned) => {
                lost = libm::hypot(directions.lost(), turned.shed);
                (coefficients, raw, h) = (&turned.coefficients, turned.raw, curvature.clone());
            }
            None => {
                lost = directions.lost();
                old = (0..directions.len()).flat_map(|j| directions.coefficients(j).to_vec()).collect();
                let spectrum = directions.spectrum().iter();
                h = spectrum.map(|&s| self.curvature.along(s, lost)).collect();
                (coefficients, raw) = (&old, directions.raw());
            }
        }
        let base = self.curvature.along(0.0, lost);
        let k = h.len();
        // pds: a dropped direction has left its component outside.
        let kept = if round.turned.as_ref().is_some_and(|turned| turned.drops) { k - 1 } else { k };
        let places = self.basis.places(round);
        let new_row = self.basis.new_row(x, round);
        let roots: Vec<f64> = h.iter().map(|h| (h - base).max(0.0).sqrt()).collect();
        let mut factor = Factor { entries: vec![0.0; places * k], width: k };
        let mut target = Vec::with_capacity(places);
        let (origin, rate) = (self.origin(), self.curvature.rate());
        let mut cell = vec![0.0; raw];
        for place in 0..places {
            let numbers = self.basis.cell(round, place);
            let old_raw = &numbers[lead..];
            cell.fill(0.0);
            cell[..old_raw.len()].copy_from_slice(old_raw);
            if let Some(entry) = new_row.get(place) {
                cell[directions.raw()] = *entry;
            }
            let row = &mut factor.entries[place * k..][..k];
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = dot(&coefficients[j * raw..][..raw], &cell);
            }
            target.push(match self.method {
                Method::Cmd => origin + self.basis.lead(0, numbers) + dot(moves, &cell),
                Method::Pds => {
                    let outside = self.basis.lead(1, numbers) + dot(moves, &cell);
                    let inside = row[..kept].iter().zip(sum_along).zip(&h);
                    let bent = inside.fold(0.0, |sum, ((v, c), h)| sum + c * v / h);
                    -rate * (outside / base + bent)
                }
            });
            row.iter_mut().zip(&roots).for_each(|(entry, root)| *entry *= root);
        }
        let times = if self.method == Method::Pds { rate * (self.rounds + 1) as f64 } else { rate };
        let penalty = Penalty { set: composite.set, l1: times * composite.l1, l2: times * composite.l2 };
        let step = Step { target: &target, factor: &factor, base, penalty };
        let solved = composite::solve(step)?;
        Some(solved.point.iter().map(|w| w - origin).collect())
    }
}
