//! Directions over features: the cells ([`Rows`]) and the small matrices ([`Directions`]) that say what they mean, kept in step.
//!
//! Beside the directions it carries `lead` vectors over the features (weights, a sum of gradients), each as v + B't: v in the cells, B the raw rows, t a small
//! vector, its tilt. So a vector that changes in every coordinate every round, as weights do under a full matrix, costs a few numbers.
//!
//! A round is [`open`](Basis::open), [`receive`](Basis::receive), [`commit`](Basis::commit); nothing changes before the last.

use super::directions::{Directions, MixRow, Resolved, Turned, add_scaled, dot, power_of_two};
use super::rows::{Reading, Rows};
use crate::features::Features;
use crate::online::LearnError;
use crate::state::{Array, Save, State, StateError};
use crate::table::Slots;

/// The rest of a row is nothing beside the row when its share of |x|^2 is below this: rounding.
const NOTHING: f64 = 1e-26;

/// No weight and no tilt is larger: a round adds at most 1e150 to a tilt, a fold as many of those as there are rows, and rounds are below 2^53.
const LARGEST: f64 = 1e200;

/// Directions, and vectors in their company.
#[derive(Clone, Debug, Default)]
pub struct Basis {
    rows: Rows,
    directions: Directions,
    tilts: Vec<Vec<f64>>,
}

/// A round in the making.
#[derive(Clone, Debug, Default)]
pub struct Open {
    reading: Reading,
    sums: Vec<f64>,
    /// The unit in which x is taken: a power of two near its largest value.
    pub unit: f64,
    /// |x|^2 in that unit.
    pub norm2: f64,
    /// The row in coordinates.
    resolved: Resolved,
    /// The directions to come; `None` if the gradient is 0.
    pub turned: Option<Turned>,
    /// The new raw row where it is not x: its entry at every place.
    rest: Vec<f64>,
}

impl Open {
    /// Features of x that were never seen before.
    pub fn unseen(&self) -> usize {
        self.reading.unseen()
    }

    /// The unit vector along the rest of x in raw coordinates; empty without a rest.
    pub fn rest_unit(&self) -> &[f64] {
        &self.resolved.unit
    }

    /// Whether the raw rows grow by one.
    fn grows(&self) -> bool {
        self.turned.is_some() && !self.resolved.unit.is_empty()
    }
}

/// A vector over the features: `share` times a leading vector, and a combination of raw rows.
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

/// What a round writes to the leading vectors themselves.
#[derive(Clone, Copy, Debug)]
pub enum Write<'a> {
    /// Nothing: they move by combinations of the raw rows alone.
    Nothing,
    /// The first one anew: a value for every place of the round, which was opened with `all`.
    Whole(&'a [f64]),
    /// At the features of x: what is added to the first, and the second anew.
    Own(&'a [[f64; 2]]),
}

/// A power of two near the largest value.
fn unit_of(x: Features<'_>) -> f64 {
    let largest = x.values().iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    if largest > 0.0 { power_of_two(largest) } else { 1.0 }
}

impl Basis {
    /// No directions; at most tau - 1 between rounds, and `lead` vectors.
    pub fn new(lead: usize, tau: Option<usize>) -> Self {
        let most = Self::most(tau);
        let rows = Rows::new(lead, most.unwrap_or(16), Self::room(tau));
        Self { rows, directions: Directions::new(tau), tilts: vec![Vec::new(); lead] }
    }

    /// Directions between rounds.
    fn most(tau: Option<usize>) -> Option<usize> {
        tau.map(|tau| tau.saturating_sub(1).max(1))
    }

    /// Rounds in an epoch: as many as there are directions makes folding and reading cost the same.
    fn room(tau: Option<usize>) -> usize {
        tau.map_or(32, |tau| tau.clamp(8, 64))
    }

    /// The directions.
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

    /// Their slots.
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

    /// A multiple of a leading vector plus a combination of the directions: a vector to be read entry by entry.
    pub fn sum(&self, which: usize, share: f64, along: &[f64]) -> Sum {
        let mut raw = self.directions.combine(along);
        add_scaled(&mut raw, share, &self.tilts[which]);
        Sum { which, share, lead: self.tilts.len(), raw }
    }

    /// The product of x with such a vector, as its entries are. Pure.
    pub fn product(&self, x: Features<'_>, sum: &Sum) -> f64 {
        let mut product = 0.0;
        self.rows.each(x, |value, cell| product += sum.at(cell) * value);
        product
    }

    /// The same for the x a round was opened with.
    pub fn product_in(&self, x: Features<'_>, open: &Open, sum: &Sum) -> f64 {
        let terms = open.reading.places.iter().zip(x.values());
        terms.fold(0.0, |product, (&place, value)| {
            product + sum.at(self.rows.at(&open.reading, place as usize)) * value
        })
    }

    /// The component along the unit vector of x's rest of a leading vector that is orthogonal to the directions and has this product with x.
    pub fn along_rest(&self, open: &Open, which: usize, product: f64) -> f64 {
        if open.rest.is_empty() {
            return product / open.unit / open.resolved.rest;
        }
        // So little of x is outside that the product is mostly rounding; the rest itself is at hand.
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

    /// The tilts as these moves would leave them.
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

    /// The cell of a feature by its slot, up to date.
    pub fn slot_cell(&self, slot: usize) -> Vec<f64> {
        self.rows.current_slot(slot)
    }

    fn meaning(&self, sums: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (lead, raw) = sums.split_at(self.tilts.len());
        (
            lead.iter().zip(&self.tilts).map(|(v, tilt)| v + dot(tilt, raw)).collect(),
            self.directions.along(raw),
        )
    }

    /// Starts a round; with `all`, every feature's cell is at hand in it. Gives x's products with the leading vectors.
    pub fn open(&mut self, x: Features<'_>, all: bool, open: &mut Open) -> Result<Vec<f64>, LearnError> {
        self.rows.reserve(x)?;
        self.rows.open(x, all, &mut open.reading);
        self.take(x, open);
        let (lead, raw) = open.sums.split_at(self.tilts.len());
        Ok(lead.iter().zip(&self.tilts).map(|(v, tilt)| open.unit * (v + dot(tilt, raw))).collect())
    }

    /// Starts a round whose values are not known yet: the cells of x's features, and the leading numbers of each.
    pub fn open_apart(
        &mut self,
        x: Features<'_>,
        open: &mut Open,
        leads: &mut Vec<[f64; 2]>,
    ) -> Result<(), LearnError> {
        self.rows.reserve(x)?;
        self.rows.open(x, false, &mut open.reading);
        open.turned = None;
        leads.clear();
        leads.extend(open.reading.places.iter().map(|&place| {
            let cell = self.rows.at(&open.reading, place as usize);
            [self.lead(0, cell), cell[1]]
        }));
        Ok(())
    }

    /// The values of x's features in an open round.
    pub fn take(&self, x: Features<'_>, open: &mut Open) {
        open.unit = unit_of(x);
        let inverse = 1.0 / open.unit;
        open.norm2 = x.values().iter().fold(0.0, |sum, v| sum + (v * inverse) * (v * inverse));
        self.rows.gather(&open.reading, x.values().iter().map(|v| v * inverse), &mut open.sums);
        open.turned = None;
        open.rest.clear();
    }

    /// Works out the directions after slope times x is received (with `mix`, added to every row of what is kept, times its number). x is the one the round was opened with.
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

    /// The rest of x where products cannot tell it: computed itself, entry by entry, and made orthogonal twice.
    fn resolve_all(&self, x: Features<'_>, open: &mut Open) -> Resolved {
        self.rows.open(x, true, &mut open.reading);
        let reading = &open.reading;
        let lead = self.tilts.len();
        let mut rest = vec![0.0; self.rows.places(reading)];
        for (&place, value) in reading.places.iter().zip(x.values()) {
            rest[place as usize] = value / open.unit;
        }
        let mut along = vec![0.0; self.directions.len()];
        let mut products = vec![0.0; self.directions.raw()];
        for pass in 0..3 {
            products.fill(0.0);
            for (place, &value) in rest.iter().enumerate() {
                if value != 0.0 {
                    add_scaled(&mut products, value, &self.rows.at(reading, place)[lead..]);
                }
            }
            if pass == 2 {
                break;
            }
            let more = self.directions.along(&products);
            let raw = self.directions.combine(&more);
            for (place, value) in rest.iter_mut().enumerate() {
                *value -= dot(&raw, &self.rows.at(reading, place)[lead..]);
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

    /// Ends the round: the directions turn, and the leading vectors move by raw-coordinate combinations, `moves`, one each
    /// (as long as the raw rows of the turned directions, or shorter), beside what is written to them.
    pub fn commit(&mut self, x: Features<'_>, open: &Open, moves: &[Vec<f64>], write: Write<'_>) {
        self.rows.admit(&open.reading);
        match write {
            Write::Nothing => {}
            Write::Whole(values) => {
                values.iter().enumerate().for_each(|(place, &v)| self.rows.set_lead(place, 0, v));
                self.tilts[0].fill(0.0);
            }
            Write::Own(leads) => {
                for (&place, [more, second]) in open.reading.places.iter().zip(leads) {
                    self.rows.add_lead(place as usize, 0, *more);
                    self.rows.set_lead(place as usize, 1, *second);
                }
            }
        }
        if open.grows() {
            if open.rest.is_empty() {
                let inverse = 1.0 / open.unit;
                let entries = open.reading.places.iter().zip(x.values());
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

    /// How many places the cells of a round have.
    pub fn places(&self, open: &Open) -> usize {
        self.rows.places(&open.reading)
    }

    /// The cell at a place: the leading numbers, and the old raw rows, or as many of them as are not 0 there.
    pub fn cell<'a>(&'a self, open: &'a Open, place: usize) -> &'a [f64] {
        self.rows.at(&open.reading, place)
    }

    /// The value of a leading vector at a place.
    pub fn lead(&self, which: usize, cell: &[f64]) -> f64 {
        cell[which] + dot(&self.tilts[which], &cell[self.tilts.len()..])
    }

    /// The entry of the new raw row at every place, 0 where x has none; empty if there is no new row.
    pub fn new_row(&self, x: Features<'_>, open: &Open) -> Vec<f64> {
        if !open.grows() {
            return Vec::new();
        }
        if !open.rest.is_empty() {
            return open.rest.clone();
        }
        let mut row = vec![0.0; self.places(open)];
        for (&place, value) in open.reading.places.iter().zip(x.values()) {
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
        let impossible = |(name, reason): (&str, &str)| StateError::Value {
            name: name.to_owned(),
            reason: reason.to_owned(),
        };
        let directions = Directions::restore((tau, mixed_rows), raw, spectrum, state.real("lost")?, numbers)
            .map_err(impossible)?;
        let tilts = state.reals_of("tilt", lead * raw)?;
        if tilts.iter().any(|t| t.abs() > LARGEST) {
            return Err(impossible(("tilt", "a number that large would have been refused")));
        }
        let tilts = (0..lead).map(|k| tilts[k * raw..][..raw].to_vec()).collect();
        let basis = Self { rows, directions, tilts };
        let cells = || (0..basis.len()).map(|slot| basis.rows.current_slot(slot));
        if cells().any(|cell| cell.iter().any(|v| !v.is_finite()) || lead > 0 && cell[0].abs() > LARGEST) {
            return Err(impossible(("cells", "a number that large would have been refused")));
        }
        if !basis.directions.has_products_of(cells().map(|cell| cell[lead..].to_vec())) {
            return Err(impossible(("gram", "not the products of the rows there are")));
        }
        Ok(basis)
    }

    /// The second leading number of every feature, and whether it is the cells' alone.
    pub fn second_leads(&self) -> (impl Iterator<Item = f64> + '_, bool) {
        let own = self.tilts.get(1).is_some_and(|tilt| tilt.iter().all(|t| *t == 0.0));
        ((0..self.len()).map(|slot| self.rows.current_slot(slot)[1]), own)
    }
}
