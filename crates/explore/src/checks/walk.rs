//! Walking a learner of the library through a stream.

use crate::bench::Finding;
use crate::case::Case;
use crate::learner::features;
use crate::stream::Example;
use noregret::{Array, LearnError, Online, State};

/// The learner of a case, untaught.
pub fn learner(case: &Case) -> Result<Box<dyn Online>, Finding> {
    let spec = case.learner.checked().map_err(|e| Finding::new(format!("the spec is refused: {e}")))?;
    Ok(spec.build())
}

/// Gives an example to a learner: what came of it, or nothing if its features are none.
pub fn learn(case: &Case, learner: &mut dyn Online, example: &Example) -> Option<Result<f64, LearnError>> {
    let mut buffer = features(&case.learner, example);
    let x = buffer.finish().ok()?;
    Some(match case.label(example) {
        Some(y) => learner.learn(x, y, example.weight.unwrap_or(1.0)),
        None => Ok(learner.margin(x)),
    })
}

/// The margin of an example; nothing if its features are none.
pub fn margin(case: &Case, learner: &dyn Online, example: &Example) -> Option<f64> {
    features(&case.learner, example).finish().ok().map(|x| learner.margin(x))
}

/// A state as bits.
pub fn bits(state: &State) -> Vec<(String, Vec<u64>)> {
    let raw = |array: &Array| match array {
        Array::F64(v) => v.iter().map(|x| x.to_bits()).collect(),
        Array::U32(v) => v.iter().map(|&x| u64::from(x)).collect(),
        Array::U64(v) => v.clone(),
        Array::U8(v) => v.iter().map(|&x| u64::from(x)).collect(),
        Array::F32(v) => v.iter().map(|x| u64::from(x.to_bits())).collect(),
    };
    state.iter().map(|(name, array)| (name.to_owned(), raw(array))).collect()
}

/// The first array in which two states differ.
pub fn difference(a: &State, b: &State) -> Option<String> {
    let (a, b) = (bits(a), bits(b));
    let place = a.iter().zip(&b).position(|(a, b)| a != b);
    place.map(|place| a[place].0.clone()).or((a.len() != b.len()).then(|| "their arrays".to_owned()))
}

/// What a learner made of a whole stream: margins or refusals, line by line.
pub fn whole(case: &Case, learner: &mut dyn Online) -> Vec<Option<Result<f64, LearnError>>> {
    case.stream.examples().map(|example| learn(case, learner, example)).collect()
}
