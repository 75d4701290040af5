//! One example at a time, as a dict: what costs little beside the call itself.

use crate::columns::Columns;
use crate::dicts::{self, Bag, plain};
use crate::error::Failure;
use noregret_engine::{Engine, GivenLabel, Named, Scratch, Taken};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::RefCell;

thread_local! {
    /// What predictions of one dict after the other are read into.
    static DESK: RefCell<(Scratch, Vec<f64>)> = RefCell::default();
}

/// A number or a list of them, as margins of one example.
#[derive(IntoPyObject)]
pub enum OneOrMore {
    One(f64),
    More(Vec<f64>),
}

/// Does something with the features of a dict.
pub fn with<R>(
    example: &Bound<'_, PyDict>,
    work: impl FnOnce(&[Named<'_>]) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let items = example.iter().collect();
    if let Some(features) = plain(&items) {
        return work(&features);
    }
    let mut bag = Bag::default();
    bag.push(example, 0)?;
    work(&bag.example(0).collect::<Vec<_>>())
}

/// Learns from a dict of the usual kind; its margins before, none while it waits for labels. None at all of another kind.
#[inline]
pub fn learn_at_once(
    engine: &mut Engine,
    example: &Bound<'_, PyDict>,
    columns: &mut Columns,
    label: f64,
    weight: f64,
) -> Option<Result<Option<OneOrMore>, Failure>> {
    let mut naming = match engine.naming() {
        Ok(naming) => naming,
        Err(error) => return Some(Err(error.into())),
    };
    if !dicts::name(example, columns, &mut naming) {
        return None;
    }
    let learned = naming.learn(label, weight);
    Some(learned.map(|taken| told(engine, taken)).map_err(Failure::from))
}

/// Learns from it; its margins before, none while it waits for labels.
pub fn learn(
    engine: &mut Engine,
    features: &[Named<'_>],
    label: GivenLabel<'_>,
    weight: f64,
) -> Result<Option<OneOrMore>, Failure> {
    let taken = engine.learn_named(features, label, weight)?;
    Ok(told(engine, taken))
}

/// The margins of the example that an engine has just learned from; none while it waits.
#[inline]
fn told(engine: &Engine, taken: Taken) -> Option<OneOrMore> {
    let core = engine.core();
    taken.margin().map(|margin| match core.objective() {
        Some(_) => OneOrMore::More(core.margins().to_vec()),
        None => OneOrMore::One(margin),
    })
}

/// Its margins, by the weights that serve or by the last ones.
pub fn margins(engine: &Engine, features: &[Named<'_>], last: bool) -> Result<OneOrMore, Failure> {
    DESK.with_borrow_mut(|(scratch, margins)| {
        let asked = engine.margins();
        let asked = if last { asked.by_last() } else { asked };
        asked.all_named(features, scratch, margins)?;
        if margins.iter().any(|margin| !margin.is_finite()) {
            return Err(Failure::data("the numbers of this example are too large"));
        }
        Ok(match engine.core().objective() {
            Some(_) => OneOrMore::More(margins.clone()),
            None => OneOrMore::One(margins[0]),
        })
    })
}
