//! The scalars that all coordinates of a class share, one set a class: how they are saved and read back.

use crate::rule::Shared;
use crate::state::{Save, State, StateError};

/// Those of a class that never showed.
pub fn unseen(groups: usize) -> Shared {
    Shared { decay: vec![0.0; groups], ..Shared::default() }
}

/// Writes them, class by class.
pub fn save(classes: &[Shared], state: &mut dyn Save) {
    let groups = classes.first().map_or(0, |shared| shared.decay.len());
    state.each("class.rounds", classes.len(), classes.iter().map(|shared| shared.rounds));
    let scalars = classes.iter().map(|s| [s.squares, s.diameter2, s.rate, s.paid]);
    state.rows("shared", classes.len(), scalars);
    // What was merged; none where nothing was.
    if classes.iter().any(|shared| shared.merged.is_some()) {
        let merged = classes.iter().map(|shared| shared.merged.map_or(0, |merged| merged + 1));
        state.each("class.merged", classes.len(), merged);
    }
    let decay = classes.iter().flat_map(|shared| shared.decay.iter().copied());
    state.each("decay", classes.len() * groups, decay);
}

/// Reads them back. No class has more rounds than the one before it: they came in that order, unless parts were merged.
pub fn restore(groups: usize, outputs: usize, state: &State) -> Result<Vec<Shared>, StateError> {
    let rounds = state.counts("class.rounds")?;
    if rounds.len() != outputs {
        let (expected, found) = (outputs, rounds.len());
        return Err(StateError::Length { name: "class.rounds".to_owned(), expected, found });
    }
    let all = state.rounds()?;
    let merged = if state.has("class.merged") { state.counts("class.merged")? } else { &[] };
    if !merged.is_empty() && merged.len() != outputs {
        let (expected, found) = (outputs, merged.len());
        return Err(StateError::Length { name: "class.merged".to_owned(), expected, found });
    }
    let ordered = !merged.is_empty() || rounds.windows(2).all(|pair| pair[0] >= pair[1]);
    if rounds.iter().any(|rounds| *rounds > all) || !ordered {
        let reason = "a class has more rounds than the learner, or than one that came before it".to_owned();
        return Err(StateError::Value { name: "class.rounds".to_owned(), reason });
    }
    let scalars = state.reals_of("shared", 4 * outputs)?;
    let decay = state.reals_of("decay", groups * outputs)?;
    // All are sums of what is not negative, or rates.
    for (name, values) in [("shared", scalars), ("decay", decay)] {
        if let Some(value) = values.iter().find(|value| **value < 0.0) {
            return Err(StateError::Value { name: name.to_owned(), reason: format!("{value} is negative") });
        }
    }
    let class = |k: usize| Shared {
        rounds: rounds[k],
        merged: merged.get(k).and_then(|merged| merged.checked_sub(1)),
        squares: scalars[4 * k],
        diameter2: scalars[4 * k + 1],
        rate: scalars[4 * k + 2],
        paid: scalars[4 * k + 3],
        decay: decay[groups * k..groups * (k + 1)].to_vec(),
    };
    Ok((0..outputs).map(class).collect())
}
