//! Whether all parts are one and the same: then they are their own mean, to the bit, however dear it would be to compute.

use crate::state::State;

/// The first part, for as long as every other was like it.
#[derive(Clone, Debug, Default)]
pub struct Same {
    first: Option<State>,
    differ: bool,
}

impl Same {
    /// Takes the next part.
    pub fn add(&mut self, part: &State) {
        match &self.first {
            _ if self.differ => {}
            None => self.first = Some(part.clone()),
            Some(first) if first == part => {}
            Some(_) => (self.first, self.differ) = (None, true),
        }
    }

    /// What all parts are, if they are the same.
    pub fn state(self) -> Option<State> {
        self.first
    }
}
