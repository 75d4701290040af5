//! What each column (or namespace, or feature) is worth to the model, on a sample of rows.
//!
//! Its share of a margin is the sum of w x over its features; the mean size of that says how much it moves predictions. The loss lost is what the mean loss rises by when its features are
//! left out of every row, the model staying as it is: below 0 where the rows would be predicted better without.

use super::sample::Sampled;
use noregret_engine::Core;
use noregret_io::Schema;
use serde::Serialize;
use std::collections::HashMap;

/// The most columns whose loss is measured.
const MOST: usize = 40;

/// The heaviest features of a column that are told.
const HEAVIEST: usize = 5;

/// A column's worth.
#[derive(Clone, Debug, Serialize)]
pub struct Importance {
    /// The column, namespace or feature.
    pub column: String,
    /// The mean of |sum of w x| over its features.
    pub mean_size: f64,
    /// By how much the mean loss rises without it; none where that is not finite.
    pub loss_lost: Option<f64>,
    /// The features of the rows, by weight.
    pub heaviest: Vec<Heavy>,
}

/// A feature and its weight.
#[derive(Clone, Debug, Serialize)]
pub struct Heavy {
    /// Its name.
    pub feature: String,
    /// Its weight.
    pub weight: f64,
}

struct Column {
    size: f64,
    features: Vec<(u32, f64)>,
}

fn heavier(a: &(u32, f64), b: &(u32, f64)) -> std::cmp::Ordering {
    b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0))
}

/// The columns, the one that moves margins most first.
pub fn importance(core: &Core, schema: &Schema, rows: &[Sampled]) -> Vec<Importance> {
    let weights: HashMap<u32, f64> = core.weights().into_iter().map(|w| (w.index, w.value)).collect();
    let total: f64 = rows.iter().map(|sampled| sampled.row.weight).sum();
    let (mut column_of, mut columns) = (HashMap::<u32, String>::new(), HashMap::<String, Column>::new());
    for sampled in rows {
        let mut shares: HashMap<&str, f64> = HashMap::new();
        for index in sampled.features().indices() {
            if !column_of.contains_key(index) {
                let name = schema.column_name(*index);
                let column =
                    columns.entry(name.clone()).or_insert_with(|| Column { size: 0.0, features: Vec::new() });
                column.features.push((*index, weights.get(index).copied().unwrap_or(0.0)));
                column_of.insert(*index, name);
            }
        }
        for (index, value) in sampled.features().iter() {
            *shares.entry(&column_of[&index]).or_default() +=
                weights.get(&index).copied().unwrap_or(0.0) * value;
        }
        for (name, share) in shares {
            if let Some(column) = columns.get_mut(name) {
                column.size += sampled.row.weight * share.abs();
            }
        }
    }
    let mut all: Vec<(String, Column)> = columns.into_iter().collect();
    all.sort_by(|a, b| b.1.size.total_cmp(&a.1.size).then_with(|| a.0.cmp(&b.0)));
    all.truncate(MOST);
    let told = all.into_iter().map(|(name, mut column)| {
        column.features.sort_unstable_by(heavier);
        let told =
            |(index, weight): &(u32, f64)| Heavy { feature: schema.feature_name(*index), weight: *weight };
        Importance {
            loss_lost: lost(core, rows, |index| column_of.get(&index) == Some(&name)).map(|sum| sum / total),
            mean_size: column.size / total,
            heaviest: column.features.iter().filter(|f| f.1 != 0.0).take(HEAVIEST).map(told).collect(),
            column: name,
        }
    });
    told.collect()
}

/// By how much the sum of losses rises without some features.
fn lost(core: &Core, rows: &[Sampled], left_out: impl Fn(u32) -> bool) -> Option<f64> {
    let mut sum = 0.0;
    for sampled in rows.iter().filter(|s| s.features().indices().iter().any(|index| left_out(*index))) {
        let margin = core.margin(sampled.without(&left_out).features());
        let row = sampled.row;
        sum += row.weight * (core.loss().value(margin, row.label) - core.loss().value(row.margin, row.label));
    }
    Some(sum).filter(|sum| sum.is_finite())
}
