//! Products of features, made when the features of a line are known with their namespaces.
//!
//! A product is the feature `user=7*ad=3`: its value is the product of the values, its slot comes from the indices of its parts ([`hash`]). Features of a namespace
//! that come twice are summed first. Parts are taken in the order of the names of their namespaces, or as the interaction has them, so the order of a line never
//! matters. The bias is not crossed. [`plan`] says what is made in which lines; this file makes it.

pub(crate) mod hash;
pub(crate) mod plan;
pub(crate) mod raw;
pub(crate) mod spaces;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::cross::hash::{finish, mix};
use crate::cross::plan::{Chain, Letters, Plan};
use crate::cross::raw::Raw;
use crate::cross::spaces::Spaces;
use crate::draft::FreshProducts;
use crate::draft::fingerprints::Fingerprints;
use crate::error::fault::LineFault;
use crate::schema::Schema;
use crate::schema::crosses::{Crosses, Interaction};
use crate::schema::index::index_of;
use crate::schema::products::Products;

/// The fingerprints of the products known so far; none where names are not kept or nothing is crossed.
pub(crate) fn known_fingerprints(schema: &Schema, known: &Products) -> Option<Arc<Fingerprints>> {
    if schema.crosses.is_empty() || !schema.keep_names {
        return None;
    }
    let prints = Fingerprints::table(schema.mask());
    known.iter().for_each(|(index, parts)| prints.set(index, Fingerprints::of(hash::product(parts))));
    Some(Arc::new(prints))
}

/// Crosses the features of lines.
#[derive(Debug)]
pub(crate) struct Crosser {
    crosses: Crosses,
    /// Whether letters mean what is known and nothing else.
    fixed: bool,
    mask: u32,
    prints: Option<Arc<Fingerprints>>,
    spaces: Spaces,
    /// What is known of lines with the same namespaces in the same order.
    plans: HashMap<Box<[u32]>, Result<Arc<Plan>, LineFault>>,
    /// The namespaces of the line before, and its plan.
    layout: Vec<u32>,
    plan: Option<Arc<Plan>>,
    /// Where the features of each namespace start in the current line.
    stretches: Vec<(u32, usize)>,
    line: Line,
    /// The fingerprints of the products of the current line.
    made: Vec<u8>,
    taken: Vec<u8>,
    /// How many products of the current line fell into another product's slot.
    pub(crate) collisions: u32,
}

/// The features of a line, arranged by namespace, each once.
#[derive(Debug, Default)]
struct Line {
    indices: Vec<u32>,
    values: Vec<f64>,
    mixed: Vec<u64>,
    /// Where the features of each namespace start, and the last ones end.
    starts: Vec<usize>,
}

/// Where features are written: those of the current line behind the place where they start.
pub(crate) struct Row<'a> {
    pub(crate) indices: &'a mut Vec<u32>,
    pub(crate) values: &'a mut Vec<f64>,
    /// The groups of this line's features, if there are any.
    pub(crate) groups: Option<&'a mut Vec<u8>>,
    pub(crate) start: usize,
}

impl Row<'_> {
    /// Takes out products from a place on that are too small to be other than 0.
    fn leave_zeros(&mut self, from: usize) {
        if self.values[from..].iter().all(|value| *value != 0.0) {
            return;
        }
        let mut kept = from;
        for place in from..self.values.len() {
            if self.values[place] != 0.0 {
                (self.indices[kept], self.values[kept]) = (self.indices[place], self.values[place]);
                kept += 1;
            }
        }
        self.indices.truncate(kept);
        self.values.truncate(kept);
    }
}

/// The places of the parts that a chain holds fast.
type Chosen = [usize; Interaction::MOST_PARTS];

impl Crosser {
    /// How many plans are kept.
    const MOST_PLANS: usize = 1 << 12;

    /// None if nothing is crossed.
    pub(crate) fn new(schema: &Schema, prints: Option<Arc<Fingerprints>>) -> Option<Box<Self>> {
        (!schema.crosses.is_empty()).then(|| {
            Box::new(Self {
                crosses: schema.crosses.clone(),
                fixed: schema.label_optional,
                mask: schema.mask(),
                prints,
                spaces: Spaces::default(),
                plans: HashMap::new(),
                layout: Vec::new(),
                plan: None,
                stretches: Vec::new(),
                line: Line::default(),
                made: Vec::new(),
                taken: Vec::new(),
                collisions: 0,
            })
        })
    }

    /// Begins a line; features from a place on have no namespace.
    pub(crate) fn begin(&mut self, at: usize) {
        self.collisions = 0;
        self.stretches.clear();
        self.enter(b"", at);
    }

    /// Begins a namespace: features from a place on belong to it.
    pub(crate) fn enter(&mut self, name: &[u8], at: usize) {
        if self.stretches.last().is_some_and(|last| last.1 == at) {
            self.stretches.pop();
        }
        let space = self.spaces.number(name);
        self.stretches.push((space, at));
    }

    /// What letters meant in the line crossed last.
    pub(crate) fn letters(&self) -> Option<&Letters> {
        self.plan.as_ref().map(|plan| &plan.letters)
    }

    /// Adds the products of a line to its features, and takes out features that are only crossed. Names nobody has met are added to the fresh ones.
    pub(crate) fn cross(&mut self, mut row: Row<'_>, fresh: &mut FreshProducts) -> Result<(), LineFault> {
        let end = row.indices.len();
        if self.stretches.last().is_some_and(|last| last.1 == end) {
            self.stretches.pop();
        }
        let plan = self.planned()?;
        self.line.arrange(&plan, &self.stretches, &row, end)?;
        row.leave_linear(&plan, &self.stretches, end);
        let before = row.indices.len();
        self.make(&plan, &mut row)?;
        if !row.values[before..].iter().all(|value| value.is_finite()) {
            return Err(self.overflown(&plan, &row.values[before..]));
        }
        self.look_up(&plan, &row.indices[before..], fresh);
        row.leave_zeros(before);
        if let Some(groups) = row.groups {
            groups.resize(row.indices.len() - row.start, 0);
        }
        Ok(())
    }

    /// Adds the features of the current line, as they are, to others.
    pub(crate) fn keep(&mut self, row: &Row<'_>, raw: &mut Raw) {
        for (stretch, &(space, start)) in self.stretches.iter().enumerate() {
            let extent = start..extent(&self.stretches, stretch, row.indices.len()).end;
            let groups = row
                .groups
                .as_deref()
                .map_or(&[][..], |groups| &groups[extent.start - row.start..extent.end - row.start]);
            if !extent.is_empty() {
                raw.stretch(
                    self.spaces.name(space),
                    &row.indices[extent.clone()],
                    &row.values[extent],
                    groups,
                );
            }
        }
    }

    /// The plan for the stretches of this line.
    fn planned(&mut self) -> Result<Arc<Plan>, LineFault> {
        let spaces = || self.stretches.iter().map(|stretch| stretch.0);
        if let Some(plan) = &self.plan
            && spaces().eq(self.layout.iter().copied())
        {
            return Ok(plan.clone());
        }
        self.layout.clear();
        self.layout.extend(self.stretches.iter().map(|stretch| stretch.0));
        self.plan = None;
        if self.plans.len() > Self::MOST_PLANS {
            self.plans.clear();
        }
        let known = self.plans.get(&self.layout[..]).cloned();
        let plan = known.unwrap_or_else(|| {
            let names: Vec<&[u8]> = self.layout.iter().map(|&space| self.spaces.name(space)).collect();
            let plan = Plan::new(&names, &self.crosses, self.fixed).map(Arc::new);
            self.plans.insert(self.layout[..].into(), plan.clone());
            plan
        })?;
        Ok(self.plan.insert(plan).clone())
    }

    /// Makes the products.
    fn make(&mut self, plan: &Plan, row: &mut Row<'_>) -> Result<(), LineFault> {
        let Self { line, made, prints, mask, crosses, .. } = self;
        let (most, before) = (crosses.most, row.indices.len());
        made.clear();
        plan.chains.iter().try_for_each(|chain| {
            line.walk(chain, &mut |chosen, run| {
                let (from, to) = (row.indices.len(), row.indices.len() + run.len());
                if (to - before) as u64 > most {
                    return Err(LineFault::Products { most });
                }
                let sum = chosen.iter().fold(0u64, |sum, &place| sum.wrapping_add(line.mixed[place]));
                let value = chosen.iter().fold(1.0, |value, &place| value * line.values[place]);
                row.indices.resize(to, 0);
                row.values.resize(to, 0.0);
                made.resize(to - before, 0);
                let parts = line.mixed[run.clone()].iter().zip(&line.values[run]);
                let out = row.indices[from..].iter_mut().zip(&mut row.values[from..]);
                for ((&mixed, &other), ((index, product), print)) in
                    parts.zip(out.zip(&mut made[from - before..]))
                {
                    let hash = finish(sum.wrapping_add(mixed));
                    *index = index_of(hash as u32 & *mask);
                    *product = value * other;
                    *print = Fingerprints::of(hash);
                    if let Some(prints) = &prints {
                        prints.expect(*index);
                    }
                }
                Ok(())
            })
        })
    }

    /// Meets the slots of the products, in the order they were made.
    fn look_up(&mut self, plan: &Plan, indices: &[u32], fresh: &mut FreshProducts) {
        let Some(prints) = &self.prints else { return };
        self.taken.clear();
        prints.fetch(indices.iter().copied(), &mut self.taken);
        let (made, taken) = (&self.made, &self.taken);
        self.collisions = others(made, taken);
        // Most have been met before, and nothing is left to be done.
        if memchr::memchr(Fingerprints::EMPTY, taken).is_none() {
            return;
        }
        let (line, mut done) = (&self.line, 0);
        let walked: Result<(), LineFault> = plan.chains.iter().try_for_each(|chain| {
            line.walk(chain, &mut |chosen, run| {
                let this = done..done + run.len();
                done = this.end;
                for new in memchr::memchr_iter(Fingerprints::EMPTY, &taken[this.clone()]) {
                    let parts = chosen.iter().copied().chain([run.start + new]);
                    let parts = parts.map(|place| line.indices[place]);
                    fresh.push(indices[this.start + new], made[this.start + new], parts);
                }
                Ok(())
            })
        });
        debug_assert!(walked.is_ok(), "looking fails at nothing");
    }

    /// Says which product is not finite.
    #[cold]
    fn overflown(&self, plan: &Plan, values: &[f64]) -> LineFault {
        let number = values.iter().position(|value| !value.is_finite()).unwrap_or(0);
        let mut done = 0;
        let found = plan.chains.iter().try_for_each(|chain| {
            self.line.walk(chain, &mut |chosen, run| {
                let place = run.clone().nth(number - done);
                done += run.len();
                match place {
                    Some(place) => Err(chosen.iter().copied().chain([place]).collect::<Vec<_>>()),
                    None => Ok(()),
                }
            })
        });
        let mut names = plan.order.iter().filter(|(_, another)| *another).map(|(stretch, _)| *stretch);
        let names: Vec<&[u8]> =
            names.by_ref().map(|stretch| self.spaces.name(self.stretches[stretch].0)).collect();
        let told = |place: usize| {
            let space = self.line.starts.partition_point(|&start| start <= place).saturating_sub(1);
            let name =
                names.get(space).map_or(String::new(), |name| String::from_utf8_lossy(name).into_owned());
            format!("{} of {name:?}", self.line.values[place])
        };
        let parts = found.err().unwrap_or_default();
        LineFault::Product { of: parts.into_iter().map(told).collect::<Vec<_>>().join(" and ") }
    }
}

impl Line {
    /// Arranges features by namespace and sums those that come twice.
    fn arrange(
        &mut self,
        plan: &Plan,
        stretches: &[(u32, usize)],
        row: &Row<'_>,
        end: usize,
    ) -> Result<(), LineFault> {
        self.indices.clear();
        self.values.clear();
        self.starts.clear();
        for &(stretch, another) in &plan.order {
            if another {
                self.sum_repeats();
                self.starts.push(self.indices.len());
            }
            let extent = extent(stretches, stretch, end);
            self.indices.extend_from_slice(&row.indices[extent.clone()]);
            self.values.extend_from_slice(&row.values[extent]);
        }
        self.sum_repeats();
        self.starts.push(self.indices.len());
        self.mixed.clear();
        self.mixed.extend(self.indices.iter().map(|&index| mix(index)));
        if self.values.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(LineFault::Sum) }
    }

    /// Sorts the features of the namespace started last; the values of one that comes twice are summed in the order of their size.
    fn sum_repeats(&mut self) {
        let Some(&start) = self.starts.last() else { return };
        if self.indices[start..].windows(2).all(|pair| pair[0] < pair[1]) {
            return;
        }
        let cells = self.indices[start..].iter().copied().zip(self.values[start..].iter().copied());
        let mut cells: Vec<(u32, f64)> = cells.collect();
        cells.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        self.indices.truncate(start);
        self.values.truncate(start);
        for run in cells.chunk_by(|a, b| a.0 == b.0) {
            let value: f64 = run.iter().map(|cell| cell.1).sum();
            if value != 0.0 {
                self.indices.push(run[0].0);
                self.values.push(value);
            }
        }
    }

    /// Hands over every choice of the outer parts of a chain, with the places of the features they are crossed with.
    fn walk<E>(
        &self,
        chain: &Chain,
        each: &mut impl FnMut(&[usize], Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.choose(chain, &mut [0; Interaction::MOST_PARTS], 0, each)
    }

    fn choose<E>(
        &self,
        chain: &Chain,
        chosen: &mut Chosen,
        depth: usize,
        each: &mut impl FnMut(&[usize], Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        // A namespace that comes again is combined with itself, not permuted.
        let before = |space: usize| chain.outer[..depth].iter().rposition(|&other| other == space);
        let from = |space: usize| before(space).map_or(self.starts[space], |place| chosen[place]);
        let Some(&space) = chain.outer.get(depth) else {
            return each(&chosen[..depth], from(chain.first)..self.starts[chain.end]);
        };
        for place in from(space)..self.starts[space + 1] {
            chosen[depth] = place;
            self.choose(chain, chosen, depth + 1, each)?;
        }
        Ok(())
    }
}

impl Row<'_> {
    /// Takes out the features of namespaces that are only crossed.
    fn leave_linear(&mut self, plan: &Plan, stretches: &[(u32, usize)], end: usize) {
        if plan.linear.is_empty() {
            return;
        }
        let mut kept = stretches.first().map_or(end, |first| first.1);
        for (stretch, _) in plan.linear.iter().enumerate().filter(|(_, linear)| **linear) {
            let extent = extent(stretches, stretch, end);
            if let Some(groups) = &mut self.groups {
                groups.copy_within(extent.start - self.start..extent.end - self.start, kept - self.start);
            }
            self.indices.copy_within(extent.clone(), kept);
            self.values.copy_within(extent.clone(), kept);
            kept += extent.len();
        }
        self.indices.truncate(kept);
        self.values.truncate(kept);
    }
}

/// How many fingerprints meet slots that are others', as [`Fingerprints::met`] has it: without a branch, because nobody could foretell it.
fn others(made: &[u8], taken: &[u8]) -> u32 {
    const MOST: usize = u8::MAX as usize;
    let chunks = made.chunks(MOST).zip(taken.chunks(MOST));
    let other = |(print, taken): (&u8, &u8)| u8::from(print != taken) & u8::from(*taken > Fingerprints::ANY);
    chunks.map(|(made, taken)| u32::from(made.iter().zip(taken).map(other).sum::<u8>())).sum()
}

/// Where the features of a stretch stand.
fn extent(stretches: &[(u32, usize)], stretch: usize, end: usize) -> Range<usize> {
    stretches[stretch].1..stretches.get(stretch + 1).map_or(end, |next| next.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::fingerprints::Met;
    use crate::draw::Draw;

    #[test]
    fn collisions_are_counted_as_they_are_met() {
        let mut draw = Draw(5);
        for length in [0, 1, 254, 255, 256, 1000] {
            let mut some = |most: usize| (0..length).map(|_| draw.next(most) as u8).collect::<Vec<u8>>();
            for (made, taken) in
                [(vec![7; length], vec![9; length]), (some(5), some(5)), (some(256), some(256))]
            {
                let met = made
                    .iter()
                    .zip(&taken)
                    .filter(|(made, taken)| Fingerprints::met(**taken, **made) == Met::Other);
                assert_eq!(others(&made, &taken) as usize, met.count());
            }
        }
    }
}
