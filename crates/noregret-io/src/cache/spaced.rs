//! Lines of a cache that keep their namespaces: what is crossed is decided when they are read.
//!
//! ```text
//! behind the changes of a block:  namespaces: how many, varint; each: length, varint, and bytes
//! in place of a row's features:   stretches: how many, varint; each: its namespace, varint, a place in that list;
//!                                 how many features, varint; their groups; the features
//! ```
//! A feature that comes twice in a namespace stands in two stretches of it.

use crate::cache::{cells, varint};
use crate::cross::raw::Raw;
use crate::draft::Draft;
use crate::draft::context::Contexts;
use crate::draft::drafter::Drafter;
use crate::error::fault::LineFault;
use crate::format::Format;
use crate::pipeline::batch::{Cells, Delta};
use crate::schema::products::Products;
use crate::schema::{Family, Schema};

/// Appends the namespaces of a block.
pub(crate) fn put_spaces(raw: &Raw, out: &mut Vec<u8>) {
    varint::put(raw.spaces.len() as u64, out);
    for name in raw.spaces.names() {
        varint::put(name.len() as u64, out);
        out.extend_from_slice(name);
    }
}

/// Appends the features of a row; `grouped` if their groups are to be written too.
pub(crate) fn put_row(raw: &Raw, row: usize, grouped: bool, out: &mut Vec<u8>) {
    let mut stretches: Vec<(u32, Vec<usize>)> = Vec::new();
    for (space, range) in raw.row(row) {
        let mut places: Vec<usize> = range.collect();
        places.sort_by(|&a, &b| {
            raw.indices[a].cmp(&raw.indices[b]).then(raw.values[a].total_cmp(&raw.values[b]))
        });
        while !places.is_empty() {
            let mut last = None;
            let first = |place: &usize| last.replace(raw.indices[*place]) != Some(raw.indices[*place]);
            let (once, again) = places.into_iter().partition(first);
            stretches.push((space, once));
            places = again;
        }
    }
    varint::put(stretches.len() as u64, out);
    for (space, places) in &stretches {
        varint::put(u64::from(*space), out);
        varint::put(places.len() as u64, out);
        if grouped {
            out.extend(places.iter().map(|&place| raw.groups[place]));
        }
        let indices: Vec<u32> = places.iter().map(|&place| raw.indices[place]).collect();
        let values: Vec<f64> = places.iter().map(|&place| raw.values[place]).collect();
        cells::put(&indices, &values, out);
    }
}

/// Crosses what is read back.
#[derive(Debug)]
pub(crate) struct Desk {
    /// Everything but the names, as far as it was read.
    pub(crate) schema: Schema,
    /// Whether a reading tells what the schema learns.
    first: bool,
    /// The products known at the start, until they are needed.
    known: Products,
    drafter: Option<Drafter>,
    /// Products that nobody had met before this block.
    products: Products,
    /// How many fresh products of the draft were looked at.
    met: usize,
    /// Whether a letter has found its meaning in this block.
    bound: bool,
}

impl Desk {
    /// For a reading that starts with a schema.
    pub(crate) fn new(schema: &Schema, first: bool) -> Self {
        Self {
            schema: schema.without_names(),
            first,
            known: schema.products.clone(),
            drafter: None,
            products: Products::default(),
            met: 0,
            bound: false,
        }
    }

    /// Takes note of what a block tells of the schema, and makes the drafter ready if it is of use.
    pub(crate) fn open(&mut self, head: Option<&Schema>) -> Option<&mut Drafter> {
        if let Some(head) = head.filter(|_| self.first) {
            let Schema { crosses, product_collisions, label_optional, .. } = &self.schema;
            let (crosses, product_collisions, label_optional) =
                (crosses.clone(), *product_collisions, *label_optional);
            self.schema = Schema { crosses, product_collisions, label_optional, ..head.without_names() };
        }
        if self.drafter.is_none() {
            let format = match self.schema.family? {
                Family::Named => Format::Vw,
                Family::Indexed => Format::Svmlight,
            };
            let products = std::mem::take(&mut self.known);
            let schema = Schema { products, ..self.schema.without_names() };
            let context = Contexts::new(&schema).ok()?.start(&"".into(), format).ok()?;
            self.drafter = Some(Drafter::new(context.into()));
        }
        (self.met, self.bound) = (0, false);
        self.drafter.as_mut()
    }

    /// The drafter that was made ready.
    pub(crate) fn drafter(&mut self) -> Option<&mut Drafter> {
        self.drafter.as_mut()
    }

    /// Finishes a row; why it is refused, if it is.
    pub(crate) fn finish(&mut self, line: u64, weight: f64, tag: &[u8]) -> Result<Cells, LineFault> {
        let Some(drafter) = &mut self.drafter else { return Err(LineFault::Sum) };
        if let Err(refusal) = drafter.finish(line, None, weight, tag) {
            let fault = refusal.fault.clone();
            drafter.refuse(line, refusal);
            return Err(fault);
        }
        let draft = drafter.draft();
        if let Some((_, meant)) = draft.letters.last()
            && !self.schema.label_optional
        {
            self.schema.crosses.bears(meant)?;
            self.bound |= self.schema.crosses.bind(meant);
        }
        let Some((cells, to, collisions)) = draft.last() else { return Err(LineFault::Sum) };
        self.schema.product_collisions += u64::from(collisions);
        let from = std::mem::replace(&mut self.met, to);
        if let Some(prints) = &drafter.context.products {
            let met = prints.meet_all(draft.products.range(from, to), &mut self.products);
            self.schema.product_collisions += met;
        }
        Ok(cells)
    }

    /// Ends a block: its features, and what they add to the schema.
    pub(crate) fn close(&mut self, delta: &mut Delta) -> Draft {
        delta.products = std::mem::take(&mut self.products);
        self.tell(delta);
        self.drafter.as_mut().map_or_else(Draft::default, |drafter| drafter.take(0))
    }

    /// Corrects what a block tells of the schema: what is crossed is known here alone.
    pub(crate) fn tell(&mut self, delta: &mut Delta) {
        delta.product_collisions = self.schema.product_collisions;
        if std::mem::take(&mut self.bound) && delta.head.is_none() {
            delta.head = Some(Box::new(self.schema.clone()));
        }
        if let Some(head) = &mut delta.head {
            head.crosses.clone_from(&self.schema.crosses);
            head.product_collisions = self.schema.product_collisions;
        }
    }
}
