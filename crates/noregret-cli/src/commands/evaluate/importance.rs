//! What each column (or namespace, or feature) is worth to the model, on a sample of rows.
//!
//! Its share of a margin is the sum of what its features add (w x of a linear learner); the mean size of that says how much it moves predictions. The loss lost is what the mean loss rises by
//! when its features are left out of every row, the model staying as it is: below 0 where the rows would be predicted better without. Over several classes sizes are means over the classes.

use super::sample::Sampled;
use noregret_engine::Core;
use noregret_io::{Example, Schema};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// The most columns whose loss is measured.
const MOST: usize = 40;

/// The heaviest features of a column that are told.
const HEAVIEST: usize = 5;

/// Weights of more classes than these are not looked at.
const CLASSES: usize = 100;

/// A column's worth.
#[derive(Clone, Debug, Serialize)]
pub struct Importance {
    /// The column, namespace or feature.
    pub column: String,
    /// The mean size of what its features add to a margin.
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
    /// The class whose margin it moves, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Its weight.
    pub weight: f64,
}

/// Which column every feature of the rows is of, by number, and the columns' names.
struct Columns {
    of: HashMap<u32, usize>,
    names: Vec<String>,
}

impl Columns {
    fn new(schema: &Schema, rows: &[Sampled]) -> Self {
        let (mut of, mut names, mut places) = (HashMap::new(), Vec::new(), HashMap::new());
        for index in rows.iter().flat_map(|row| row.features().indices()) {
            of.entry(*index).or_insert_with(|| {
                let name = schema.column_name(*index);
                *places.entry(name.clone()).or_insert_with(|| {
                    names.push(name);
                    names.len() - 1
                })
            });
        }
        Self { of, names }
    }

    /// The mean size of each one's part of the margins.
    fn sizes(&self, core: &Core, rows: &[Sampled], total: f64) -> Vec<f64> {
        let mut sizes = vec![0.0; self.names.len()];
        for row in rows {
            let mut shares: HashMap<usize, Vec<f64>> = HashMap::new();
            let parts = core.contributions(row.features());
            for (index, parts) in row.features().indices().iter().zip(&parts) {
                let share = shares.entry(self.of[index]).or_insert_with(|| vec![0.0; parts.len()]);
                share.iter_mut().zip(parts).for_each(|(share, part)| *share += part);
            }
            for (column, share) in shares {
                let size = share.iter().map(|part| part.abs()).sum::<f64>() / share.len().max(1) as f64;
                sizes[column] += row.weight * size / total;
            }
        }
        sizes
    }

    /// The heaviest features of some columns.
    fn heaviest(&self, core: &Core, schema: &Schema, columns: &[usize]) -> HashMap<usize, Vec<Heavy>> {
        let wanted: HashSet<usize> = columns.iter().copied().collect();
        let mut all: HashMap<usize, Vec<(u32, usize, f64)>> = HashMap::new();
        for class in 0..core.outputs().min(CLASSES) {
            for weight in core.class_weights(class) {
                let column = self.of.get(&weight.index).filter(|column| wanted.contains(column));
                if let Some(column) = column.filter(|_| weight.value != 0.0) {
                    let held = all.entry(*column).or_default();
                    held.push((weight.index, class, weight.value));
                    if held.len() > 64 * HEAVIEST {
                        keep_heaviest(held);
                    }
                }
            }
        }
        let name = |class: usize| schema.labels.class_name(class as f64).unwrap_or_default().to_owned();
        let told = |&(index, class, weight): &(u32, usize, f64)| Heavy {
            feature: schema.feature_name(index),
            class: core.objective().map(|_| name(class)),
            weight,
        };
        all.into_iter()
            .map(|(column, mut held)| {
                keep_heaviest(&mut held);
                (column, held.iter().map(told).collect())
            })
            .collect()
    }
}

fn keep_heaviest(held: &mut Vec<(u32, usize, f64)>) {
    held.sort_unstable_by(|a, b| b.2.abs().total_cmp(&a.2.abs()).then((a.0, a.1).cmp(&(b.0, b.1))));
    held.truncate(HEAVIEST);
}

/// The columns, the one that moves margins most first.
pub fn importance(core: &Core, schema: &Schema, rows: &[Sampled]) -> Vec<Importance> {
    let total: f64 = rows.iter().map(|row| row.weight).sum();
    let columns = Columns::new(schema, rows);
    let sizes = columns.sizes(core, rows, total);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    let names = &columns.names;
    order.sort_by(|&a, &b| sizes[b].total_cmp(&sizes[a]).then_with(|| names[a].cmp(&names[b])));
    order.truncate(MOST);
    let mut heaviest = columns.heaviest(core, schema, &order);
    let told = order.into_iter().map(|column| Importance {
        column: names[column].clone(),
        mean_size: sizes[column],
        loss_lost: lost(core, rows, |index| columns.of.get(&index) == Some(&column)).map(|sum| sum / total),
        heaviest: heaviest.remove(&column).unwrap_or_default(),
    });
    told.collect()
}

/// By how much the sum of losses rises without some features.
fn lost(core: &Core, rows: &[Sampled], left_out: impl Fn(u32) -> bool) -> Option<f64> {
    let (mut sum, mut margins, file) = (0.0, Vec::new(), "a sample".into());
    let mut loss = |row: &Sampled| {
        let (features, label, weight) = (row.features(), Some(row.label), row.weight);
        let example = Example { features, label, weight, tag: b"", line: 0, file: &file, bias: false };
        core.measure(&example, &mut margins).map(|seen| seen.loss)
    };
    for row in rows.iter().filter(|row| row.features().indices().iter().any(|index| left_out(*index))) {
        sum += loss(&row.without(&left_out)).ok()? - loss(row).ok()?;
    }
    Some(sum).filter(|sum| sum.is_finite())
}
