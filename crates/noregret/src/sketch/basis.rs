//! Directions over features: the raw rows B by feature ([`Rows`]), and the small matrices ([`Directions`])
//! that make directions of them, V = C B.
//!
//! Beside the directions it carries some leading vectors over the features (weights, a sum of gradients),
//! each as v + B't: v has a number in every cell, t is a small vector, its tilt. So a vector that changes
//! in every coordinate every round, as weights do under a full matrix, costs a few numbers a round.
//!
//! A round is [`open`](Basis::open), [`receive`](Basis::receive), [`commit`](Basis::commit). Nothing changes
//! before the last. Now and then a commit ends an epoch and folds: the directions of now become the raw
//! rows, and what the tilts hold goes into the cells.

use super::directions::{Directions, MixRow, Resolved, Turned, add_scaled, dot, power_of_two};
use super::rows::{Gathered, Rows};
use crate::features::Features;
use crate::online::LearnError;
use crate::state::{Array, Save, State, StateError};
use crate::table::Slots;

/// A rest whose square is below this share of |x|^2 is rounding.
const NOTHING: f64 = 1e-26;

/// No leading number and no tilt is larger. A round adds at most 1e150 to a tilt, a fold at most one such
/// sum for every row, and there are fewer than 2^53 rounds.
const LARGEST: f64 = 1e200;

/// Directions, and leading vectors beside them.
#[derive(Clone, Debug, Default)]
pub struct Basis {
    rows: Rows,
    directions: Directions,
    /// The tilt of every leading vector: its coefficients on the raw rows.
    tilts: Vec<Vec<f64>>,
}

/// A round in the making.
#[derive(Clone, Debug, Default)]
pub struct Open {
    gathered: Gathered,
    /// sum_i x_i cell_i: the products of x with the cells' leading vectors and with the raw rows.
    sums: Vec<f64>,
    /// The unit in which x is taken: a power of two near its largest value.
    pub unit: f64,
    /// |x|^2 in that unit.
    pub norm2: f64,
    /// x along the directions and outside of them.
    resolved: Resolved,
    /// The directions after the round; `None` if the gradient is 0.
    pub turned: Option<Turned>,
    /// The new raw row by place, where it is the rest of x; empty where it is x itself.
    rest: Vec<f64>,
}

impl Open {
    /// How many features of x were never seen before.
    pub fn unseen(&self) -> usize {
        self.gathered.unseen()
    }

    /// The unit vector along the rest of x, in raw coordinates; empty without a rest.
    pub fn rest_unit(&self) -> &[f64] {
        &self.resolved.unit
    }

    /// Whether the round appends a raw row.
    fn grows(&self) -> bool {
        self.turned.is_some() && !self.resolved.unit.is_empty()
    }
}

/// A vector over the features: `share` times the cells' part of a leading vector, plus a combination of
/// the raw rows.
#[derive(Clone, Debug)]
pub struct Sum {
    which: usize,
    share: f64,
    lead: usize,
    raw: Vec<f64>,
}

impl Sum {
    /// The entry of a feature, from its cell.
    #[inline]
    pub fn at(&self, cell: &[f64]) -> f64 {
        self.share * cell[self.which] + dot(&self.raw, &cell[self.lead..])
    }
}

/// What a round writes to the leading vectors, beside their moves along the raw rows.
#[derive(Clone, Copy, Debug)]
pub enum Write<'a> {
    /// Nothing: the vectors only move.
    Nothing,
    /// All of the first one: a value for every place. The round must be opened with `all`.
    Whole(&'a [f64]),
    /// At every feature of x: a number that is added to the first, and the second one's new value.
    Own(&'a [[f64; 2]]),
}

/// The unit of x: a power of two near its largest value.
fn unit_of(x: Features<'_>) -> f64 {
    let largest = x.values().iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    if largest > 0.0 { power_of_two(largest) } else { 1.0 }
}

impl Basis {
    /// No directions yet, at most tau - 1 between rounds; `lead` leading vectors, all 0.
    pub fn new(lead: usize, tau: Option<usize>) -> Self {
        let most = Self::most(tau);
        let rows = Rows::new(lead, most.unwrap_or(16), Self::room(tau));
        Self { rows, directions: Directions::new(tau), tilts: vec![Vec::new(); lead] }
    }

    /// The most directions between rounds.
    fn most(tau: Option<usize>) -> Option<usize> {
        tau.map(|tau| tau.saturating_sub(1).max(1))
    }

    /// Rows that an epoch appends. With as many as there are directions, folding and reading cost about
    /// the same.
    fn room(tau: Option<usize>) -> usize {
        tau.map_or(32, |tau| tau.clamp(8, 64))
    }

    /// The directions, as the last commit left them.
    pub fn directions(&self) -> &Directions {
        &self.directions
    }

    /// The directions, to change what counts as lost.
    pub fn directions_mut(&mut self) -> &mut Directions {
        &mut self.directions
    }

    /// How many features were seen.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The slots of the features.
    pub fn slots(&self) -> &Slots {
        self.rows.slots()
    }

    /// The products of x with the leading vectors, and its components along the directions. Pure.
    pub fn products(&self, x: Features<'_>) -> (Vec<f64>, Vec<f64>) {
        let unit = unit_of(x);
        let inverse = 1.0 / unit;
        let (lead, along) = self.meaning(&self.rows.products(x, inverse));
        (lead.iter().map(|v| unit * v).collect(), along.iter().map(|v| unit * v).collect())
    }

    /// `share` times a leading vector, plus a combination of the directions.
    pub fn sum(&self, which: usize, share: f64, along: &[f64]) -> Sum {
        let mut raw = self.directions.combine(along);
        add_scaled(&mut raw, share, &self.tilts[which]);
        Sum { which, share, lead: self.tilts.len(), raw }
    }

    /// The product of x with such a vector, added up entry by entry. Pure.
    pub fn product(&self, x: Features<'_>, sum: &Sum) -> f64 {
        let mut product = 0.0;
        self.rows.each(x, |value, cell| product += sum.at(cell) * value);
        product
    }

    /// The same for the x a round was opened with.
    pub fn product_in(&self, x: Features<'_>, open: &Open, sum: &Sum) -> f64 {
        let terms = open.gathered.places.iter().zip(x.values());
        terms.fold(0.0, |product, (&place, value)| {
            product + sum.at(self.rows.at(&open.gathered, place as usize)) * value
        })
    }

    /// The component of a leading vector along the rest of x. The vector must be orthogonal to the
    /// directions; `product` is its product with x.
    pub fn along_rest(&self, open: &Open, which: usize, product: f64) -> f64 {
        if open.rest.is_empty() {
            return product / open.unit / open.resolved.rest;
        }
        // The rest is so small that the product is mostly rounding. The rest itself is at hand, by place.
        let terms = open.rest.iter().enumerate();
        terms.fold(0.0, |sum, (place, v)| sum + v * self.lead(which, self.cell(open, place)))
    }

    /// Leaves of a leading vector with these components along the directions what is outside of them:
    /// nothing, where all directions are kept.
    pub fn keep_outside(&mut self, which: usize, along: &[f64]) {
        if self.directions.tau().is_none() {
            self.tilts[which].fill(0.0);
            self.rows.clear_lead(which);
            return;
        }
        let raw = self.directions.combine(along);
        add_scaled(&mut self.tilts[which], -1.0, &raw);
    }

    /// The entries of all tilts as these moves would leave them.
    pub fn tilts_after<'a>(&'a self, moves: &'a [Vec<f64>]) -> impl Iterator<Item = f64> + 'a {
        self.tilts.iter().zip(moves).flat_map(|(tilt, step)| {
            (0..tilt.len().max(step.len()))
                .map(|j| tilt.get(j).copied().unwrap_or(0.0) + step.get(j).copied().unwrap_or(0.0))
        })
    }

    /// The entries of one feature in the leading vectors, and in the directions.
    pub fn entries(&self, slot: usize) -> (Vec<f64>, Vec<f64>) {
        self.meaning(&self.rows.current_slot(slot))
    }

    /// The up-to-date cell of a slot.
    pub fn slot_cell(&self, slot: usize) -> Vec<f64> {
        self.rows.current_slot(slot)
    }

    /// From sums over cells: the products with the leading vectors, and with the directions.
    fn meaning(&self, sums: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (lead, raw) = sums.split_at(self.tilts.len());
        (
            lead.iter().zip(&self.tilts).map(|(v, tilt)| v + dot(tilt, raw)).collect(),
            self.directions.along(raw),
        )
    }

    /// Starts a round; gives the products of x with the leading vectors. With `all`, the cells of all
    /// features are at hand in it.
    pub fn open(&mut self, x: Features<'_>, all: bool, open: &mut Open) -> Result<Vec<f64>, LearnError> {
        self.rows.reserve(x)?;
        self.rows.open(x, all, &mut open.gathered);
        self.take(x, open);
        let (lead, raw) = open.sums.split_at(self.tilts.len());
        Ok(lead.iter().zip(&self.tilts).map(|(v, tilt)| open.unit * (v + dot(tilt, raw))).collect())
    }

    /// Starts a round whose values are not known yet, of two leading vectors: gives both at every feature
    /// of x. The second must have no tilt. [`take`](Self::take) has to follow.
    pub fn open_apart(
        &mut self,
        x: Features<'_>,
        open: &mut Open,
        leads: &mut Vec<[f64; 2]>,
    ) -> Result<(), LearnError> {
        self.rows.reserve(x)?;
        self.rows.open(x, false, &mut open.gathered);
        open.turned = None;
        leads.clear();
        leads.extend(open.gathered.places.iter().map(|&place| {
            let cell = self.rows.at(&open.gathered, place as usize);
            [self.lead(0, cell), cell[1]]
        }));
        Ok(())
    }

    /// Takes the values of x's features into an open round.
    pub fn take(&self, x: Features<'_>, open: &mut Open) {
        open.unit = unit_of(x);
        let inverse = 1.0 / open.unit;
        open.norm2 = x.values().iter().fold(0.0, |sum, v| sum + (v * inverse) * (v * inverse));
        self.rows.gather(&open.gathered, x.values().iter().map(|v| v * inverse), &mut open.sums);
        open.turned = None;
        open.rest.clear();
    }

    /// Works out the directions after slope x is received: as a row of its own, or mixed into the rows that
    /// are kept. x is the one the round was opened with.
    pub fn receive(&self, x: Features<'_>, slope: f64, mix: Option<MixRow<'_>>, open: &mut Open) {
        open.resolved = Resolved::default();
        if slope == 0.0 || open.norm2 == 0.0 {
            return;
        }
        let raw = &open.sums[self.tilts.len()..];
        open.resolved = match self.directions.resolve(raw, open.norm2) {
            Some(resolved) => resolved,
            None => self.resolve_all(x, open),
        };
        open.turned = Some(self.directions.turn(&open.resolved, slope * open.unit, mix));
    }

    /// Resolves x where products cannot tell its rest: the rest is computed entry by entry, and made
    /// orthogonal to the directions twice. O(features).
    fn resolve_all(&self, x: Features<'_>, open: &mut Open) -> Resolved {
        self.rows.open(x, true, &mut open.gathered);
        let gathered = &open.gathered;
        let lead = self.tilts.len();
        let mut rest = vec![0.0; self.rows.places(gathered)];
        for (&place, value) in gathered.places.iter().zip(x.values()) {
            rest[place as usize] = value / open.unit;
        }
        let mut along = vec![0.0; self.directions.len()];
        let mut products = vec![0.0; self.directions.raw()];
        for pass in 0..3 {
            products.fill(0.0);
            for (place, &value) in rest.iter().enumerate() {
                if value != 0.0 {
                    add_scaled(&mut products, value, &self.rows.at(gathered, place)[lead..]);
                }
            }
            if pass == 2 {
                break;
            }
            let more = self.directions.along(&products);
            let raw = self.directions.combine(&more);
            for (place, value) in rest.iter_mut().enumerate() {
                *value -= dot(&raw, &self.rows.at(gathered, place)[lead..]);
            }
            along.iter_mut().zip(&more).for_each(|(sum, p)| *sum += p);
        }
        let square = dot(&rest, &rest);
        if square <= NOTHING * open.norm2 {
            return Resolved { along, ..Resolved::default() };
        }
        let size = square.sqrt();
        rest.iter_mut().for_each(|v| *v /= size);
        let mut unit = vec![0.0; self.directions.raw()];
        unit.push(1.0);
        let products = products.iter().map(|v| v / size).chain([1.0]).collect();
        open.rest = rest;
        Resolved { along, rest: size, unit, products }
    }

    /// Ends the round: the directions turn, and each leading vector moves by a combination of the raw rows,
    /// the new one included. Combinations may be shorter and are 0 beyond their end.
    pub fn commit(&mut self, x: Features<'_>, open: &Open, moves: &[Vec<f64>], write: Write<'_>) {
        self.rows.admit(&open.gathered);
        match write {
            Write::Nothing => {}
            Write::Whole(values) => {
                values.iter().enumerate().for_each(|(place, &v)| self.rows.set_lead(place, 0, v));
                self.tilts[0].fill(0.0);
            }
            Write::Own(leads) => {
                for (&place, [more, second]) in open.gathered.places.iter().zip(leads) {
                    self.rows.add_lead(place as usize, 0, *more);
                    self.rows.set_lead(place as usize, 1, *second);
                }
            }
        }
        if open.grows() {
            if open.rest.is_empty() {
                let inverse = 1.0 / open.unit;
                let entries = open.gathered.places.iter().zip(x.values());
                self.rows.append(entries.map(|(&place, v)| (place as usize, v * inverse)));
            } else {
                self.rows.append(open.rest.iter().copied().enumerate());
            }
            self.tilts.iter_mut().for_each(|tilt| tilt.push(0.0));
        }
        if let Some(turned) = &open.turned {
            self.directions.commit(turned);
        }
        for (tilt, step) in self.tilts.iter_mut().zip(moves) {
            add_scaled(tilt, 1.0, step);
        }
        if self.rows.full() {
            self.fold();
        }
    }

    /// Ends the epoch: the directions become the raw rows, and tilts go into the cells.
    fn fold(&mut self) {
        let columns: Vec<Vec<f64>> = (0..self.directions.raw())
            .map(|j| {
                let tilts = self.tilts.iter().map(|tilt| tilt[j]);
                tilts.chain((0..self.directions.len()).map(|k| self.directions.coefficients(k)[j])).collect()
            })
            .collect();
        self.rows.fold(&columns, self.directions.len());
        self.directions.fold();
        let raw = self.directions.raw();
        self.tilts.iter_mut().for_each(|tilt| {
            tilt.clear();
            tilt.resize(raw, 0.0);
        });
    }

    /// How many places the cells of an open round have.
    pub fn places(&self, open: &Open) -> usize {
        self.rows.places(&open.gathered)
    }

    /// The cell at a place: the leading numbers, then the entries in the raw rows, perhaps without the last
    /// ones where these are 0.
    pub fn cell<'a>(&'a self, open: &'a Open, place: usize) -> &'a [f64] {
        self.rows.at(&open.gathered, place)
    }

    /// The entry of a leading vector, from a cell.
    pub fn lead(&self, which: usize, cell: &[f64]) -> f64 {
        cell[which] + dot(&self.tilts[which], &cell[self.tilts.len()..])
    }

    /// The new raw row by place; empty if there is none.
    pub fn new_row(&self, x: Features<'_>, open: &Open) -> Vec<f64> {
        if !open.grows() {
            return Vec::new();
        }
        if !open.rest.is_empty() {
            return open.rest.clone();
        }
        let mut row = vec![0.0; self.places(open)];
        for (&place, value) in open.gathered.places.iter().zip(x.values()) {
            row[place as usize] = value / open.unit;
        }
        row
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.rows.bytes() + self.directions.bytes()
    }

    /// Adds everything to a state.
    pub fn save(&self, state: &mut dyn Save) {
        self.rows.save(state);
        for (name, numbers) in ["gram", "coefficients", "mixing"].iter().zip(self.directions.numbers()) {
            state.put(*name, Array::F64(numbers));
        }
        state.put("spectrum", Array::F64(self.directions.spectrum().to_vec()));
        state.put_real("lost", self.directions.lost());
        state.put("tilt", Array::F64(self.tilts.concat()));
    }

    /// A basis of the same kind, from what [`save`](Self::save) wrote. Gradients are mixed into
    /// `mixed_rows` rows, or into none.
    pub fn restored(&self, mixed_rows: usize, state: &State) -> Result<Self, StateError> {
        let (lead, tau) = (self.tilts.len(), self.directions.tau());
        let rows = Rows::restore(lead, Self::room(tau), Self::most(tau), state)?;
        let raw = rows.rows();
        let numbers = [state.reals("gram")?, state.reals("coefficients")?, state.reals("mixing")?];
        let spectrum = state.reals("spectrum")?;
        let directions = Directions::restore((tau, mixed_rows), raw, spectrum, state.real("lost")?, numbers)
            .map_err(|(name, reason)| StateError::impossible(name, reason))?;
        let tilts = state.reals_of("tilt", lead * raw)?;
        if tilts.iter().any(|t| t.abs() > LARGEST) {
            return Err(StateError::impossible("tilt", "a number that large would have been refused"));
        }
        let tilts = (0..lead).map(|k| tilts[k * raw..][..raw].to_vec()).collect();
        let basis = Self { rows, directions, tilts };
        let cells = || (0..basis.len()).map(|slot| basis.rows.current_slot(slot));
        if cells().any(|cell| cell.iter().any(|v| !v.is_finite()) || lead > 0 && cell[0].abs() > LARGEST) {
            return Err(StateError::impossible("cells", "a number that large would have been refused"));
        }
        if !basis.directions.has_products_of(cells().map(|cell| cell[lead..].to_vec())) {
            return Err(StateError::impossible("gram", "not the products of the rows there are"));
        }
        Ok(basis)
    }

    /// The second leading number of every feature, and whether its vector has no tilt.
    pub fn second_leads(&self) -> (impl Iterator<Item = f64> + '_, bool) {
        let own = self.tilts.get(1).is_some_and(|tilt| tilt.iter().all(|t| *t == 0.0));
        ((0..self.len()).map(|slot| self.rows.current_slot(slot)[1]), own)
    }
}
