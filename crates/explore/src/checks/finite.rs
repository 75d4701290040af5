//! Nothing infinite enters a learner, and every state it saves is one it restores.

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;
use noregret::{Array, Online, State};

fn infinite(state: &State) -> Option<String> {
    let fault = |array: &Array| matches!(array, Array::F64(v) if v.iter().any(|x| !x.is_finite()));
    state.iter().find(|(_, array)| fault(array)).map(|(name, _)| name.to_owned())
}

fn whole(learner: &dyn Online) -> Result<(), String> {
    if let Some(name) = infinite(&learner.state()) {
        return Err(format!("the state's {name} is not finite"));
    }
    if let Some(weight) = learner.weights().iter().find(|weight| !weight.value.is_finite()) {
        return Err(format!("the weight of feature {} is {}", weight.index, weight.value));
    }
    match learner.bound() {
        Some(bound) if bound.is_nan() => Err("the bound is NaN".to_owned()),
        _ => Ok(()),
    }
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let case = trial.case;
    let mut learner = walk::learner(case)?;
    for (place, example) in case.stream.examples().enumerate() {
        let fault = |what: String| Finding::new(format!("after example {}: {what}", place + 1));
        let label = case.label(example);
        if let Some(Ok(margin)) = walk::learn(case, learner.as_mut(), example)
            && label.is_some()
            && example.weight != Some(0.0)
            && !margin.is_finite()
        {
            return Err(fault(format!("learned from at margin {margin}")));
        }
        whole(learner.as_ref()).map_err(fault)?;
    }
    let state = learner.state();
    let mut restored = walk::learner(case)?;
    restored.restore(&state).map_err(|e| Finding::new(format!("its own state is refused: {e}")))?;
    match walk::difference(&state, &restored.state()) {
        Some(name) => Err(Finding::new(format!("the state changes by a round trip: {name}"))),
        None => Ok(Said::Holds),
    }
}
