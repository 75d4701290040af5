//! Algorithms by name, and the name that was meant.

use super::{ALL, Algorithm};
use crate::spec::SpecError;

/// The algorithm of that name.
pub fn find(name: &str) -> Result<&'static Algorithm, SpecError> {
    ALL.iter().find(|a| a.name == name).ok_or_else(|| SpecError::Unknown {
        name: name.to_owned(),
        near: nearest(name),
        known: ALL.iter().map(|a| a.name).collect(),
    })
}

/// The name fewest edits away, if those are few for its length.
fn nearest(name: &str) -> Option<&'static str> {
    let near = ALL.iter().map(|a| (edits(&name.to_lowercase(), a.name), a.name)).min();
    near.filter(|(distance, _)| *distance <= name.len().div_ceil(3)).map(|(_, name)| name)
}

/// Insertions, deletions, changes and swaps of neighbours that turn one word into the other.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swapped = if swap { table[i - 2][j - 2] + 1 } else { usize::MAX };
                change.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(swapped)
            };
        }
    }
    table[a.len()][b.len()]
}
