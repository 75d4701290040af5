//! Merging learners of classes: class by class, as the binary learners they are.
//!
//! Parts may have met different classes in different orders, so every part says where its classes stand in the whole. A class is
//! merged over the parts that have met it ([`merge`](crate::merge)): one that never met it has no say about it. Softmax couples classes
//! in their losses alone, not in what they remember, so that this holds of it too; `auto` under softmax merges its lanes likewise, and its mixture as the binary
//! one does (`learners/auto/classes/merge.rs`).
//!
//! Unlike in a merge of one output, all parts are in memory at once. No theorem bounds the regret of what comes of it.

use crate::merge::{Clock, MergeError, Parts};
use crate::state::{State, StateError};

/// What one part has learned.
#[derive(Clone, Debug)]
pub struct ClassPart {
    /// Its state.
    pub state: State,
    /// Where its classes stand in the whole: those of the start come first, as they are there.
    pub places: Vec<usize>,
}

/// Parts, one after the other.
pub type ClassParts<'a> = dyn Iterator<Item = Result<ClassPart, MergeError>> + 'a;

/// How a learner keeps its classes apart.
pub(crate) trait ByClass {
    /// The state of a class, as a binary learner has it; of a state of so many classes.
    fn class_state(&self, outputs: usize, state: &State, class: usize) -> Result<State, StateError>;

    /// The states of a class in several parts become one; without a start, they began from nothing.
    fn merge_class(&self, start: Option<&State>, parts: &mut Parts<'_>) -> Result<State, MergeError>;

    /// The state of a class that nobody has met.
    fn unseen_state(&self) -> State;

    /// The state of all classes, but for the rounds and the number of classes.
    fn assemble(&self, classes: &[State]) -> Result<State, StateError>;
}

/// The places of a part's classes, checked: the start's are the first, and no place is taken twice.
pub(crate) fn check_places(
    part: usize,
    places: &[usize],
    found: usize,
    started: usize,
) -> Result<(), MergeError> {
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    let apart = sorted.windows(2).all(|pair| pair[0] < pair[1]);
    let kept = places.iter().take(started).enumerate().all(|(place, to)| place == *to);
    if places.len() >= found && apart && kept && found >= started {
        return Ok(());
    }
    Err(MergeError::stranger(part, None, "its classes are not those of the start, and others behind them"))
}

/// Merges what parts have learned of each class. `start` is the state merged into, which has seen so many classes and rounds; gives the merged state.
pub(crate) fn merge(
    by: &dyn ByClass,
    start: &State,
    started: usize,
    rounds: u64,
    parts: &mut ClassParts<'_>,
) -> Result<State, MergeError> {
    let mut clock = Clock::new(rounds, rounds);
    // By class, the parts that have met it.
    let mut met: Vec<Vec<(usize, State)>> = Vec::new();
    let mut number = 0;
    for part in parts {
        let ClassPart { state, places } = part.map_err(|error| error.of_part(number))?;
        let unfit = MergeError::state(number);
        let outputs = super::read_outputs(&state).map_err(&unfit)?;
        check_places(number, &places, outputs, started)?;
        clock.add(state.rounds().map_err(&unfit)?, state.rounds().map_err(&unfit)?)?;
        for (class, &place) in places.iter().take(outputs).enumerate() {
            met.resize_with(met.len().max(place + 1), Vec::new);
            met[place].push((number, by.class_state(outputs, &state, class).map_err(&unfit)?));
        }
        number += 1;
    }
    if number == 0 {
        return Err(MergeError::NoParts);
    }
    let mut classes = Vec::new();
    for (class, parts) in met.into_iter().enumerate() {
        let from = match class < started {
            true => Some(by.class_state(started, start, class).map_err(MergeError::state(0))?),
            false => None,
        };
        if parts.is_empty() {
            // One of the labels that nobody learned from, and others behind it.
            classes.push(from.unwrap_or_else(|| by.unseen_state()));
            continue;
        }
        let numbers: Vec<usize> = parts.iter().map(|(number, _)| *number).collect();
        let merged = by.merge_class(from.as_ref(), &mut parts.into_iter().map(|(_, state)| Ok(state)));
        classes.push(merged.map_err(|error| renumbered(error, &numbers))?);
    }
    let mut whole =
        by.assemble(&classes).map_err(|error| MergeError::Memory { reason: error.to_string() })?;
    whole.put_count("rounds", clock.rounds()?);
    whole.put_count("classes", classes.len() as u64);
    Ok(whole)
}

/// The same about the part that was one of those that have met a class.
fn renumbered(error: MergeError, numbers: &[usize]) -> MergeError {
    let of = |part: usize| numbers.get(part.saturating_sub(1)).map_or(part, |number| number + 1);
    match error {
        MergeError::State { part, error } => MergeError::State { part: of(part), error },
        MergeError::Stranger { part, index, reason } => {
            MergeError::Stranger { part: of(part), index, reason }
        }
        other => other,
    }
}
