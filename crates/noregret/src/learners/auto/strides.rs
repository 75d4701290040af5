//! How lanes step: at which rates, and which of them explicitly. A learner keeps those it began with.

use super::grid::{self, LANES};
use crate::loss::Loss;
use crate::state::{Save, State, StateError};

/// The name of the rates' array in a file.
pub const RATES: &str = "lanes.rate";
/// The name of the number of lanes with explicit steps.
const EXPLICIT: &str = "lanes.explicit";

/// Of every lane its rate, and whether its steps are explicit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strides {
    pub rates: [f64; LANES],
    pub explicit: [bool; LANES],
}

impl Strides {
    /// Those of today.
    pub fn new(loss: Loss) -> Self {
        Self { rates: grid::rates(), explicit: grid::explicit(loss) }
    }

    /// What lane k is called: `raw 1`, `normalised 4`, and with explicit steps `explicit 0.125`.
    pub fn name(&self, k: usize) -> String {
        let kind = match (self.explicit[k], grid::GRID[k].normalised) {
            (true, _) => "explicit",
            (false, true) => "normalised",
            (false, false) => "raw",
        };
        format!("{kind} {}", self.rates[k])
    }

    fn count(&self) -> u64 {
        self.explicit.iter().map(|lane| u64::from(*lane)).sum()
    }

    /// Writes them.
    pub fn save(&self, state: &mut dyn Save) {
        state.all(RATES, &self.rates);
        if self.count() > 0 {
            state.put_count(EXPLICIT, self.count());
        }
    }

    /// Those that a state began with: older ones do not tell their rates, or had no explicit steps.
    pub fn restore(loss: Loss, state: &State) -> Result<Self, StateError> {
        let mut strides = Self { rates: grid::FORMER, explicit: [false; LANES] };
        if state.has(RATES) {
            let told = state.reals_of(RATES, LANES)?;
            let known = [grid::rates(), grid::FORMER].into_iter().find(|known| known == told);
            let stranger = || StateError::impossible(RATES, "no rates that lanes were ever given");
            strides.rates = known.ok_or_else(stranger)?;
        }
        if state.has(EXPLICIT) {
            strides.explicit = grid::explicit(loss);
            let count = state.count(EXPLICIT)?;
            if count == 0 || count != strides.count() {
                return Err(StateError::impossible(EXPLICIT, "so many lanes never had explicit steps"));
            }
        }
        Ok(strides)
    }
}
