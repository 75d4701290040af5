//! Rates that depend on the round alone, or on all coordinates together.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a global rate eta_t moves over the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rate {
    /// eta in every round.
    Constant,
    /// eta / sqrt t.
    Sqrt,
    /// eta / t.
    Inverse,
}

impl Rate {
    /// All of them, to list and to parse.
    pub const ALL: [Rate; 3] = [Rate::Constant, Rate::Sqrt, Rate::Inverse];

    /// The rate eta_t of round t, counted from 1.
    pub fn at(self, eta: f64, t: u64) -> f64 {
        match self {
            Rate::Constant => eta,
            Rate::Sqrt => eta / (t as f64).sqrt(),
            Rate::Inverse => eta / t as f64,
        }
    }

    /// What it is called in a spec.
    pub fn name(self) -> &'static str {
        match self {
            Rate::Constant => "constant",
            Rate::Sqrt => "sqrt",
            Rate::Inverse => "inverse",
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Rate::ALL.into_iter().find(|rate| rate.name() == text);
        known.ok_or_else(|| format!("unknown rate {text:?}: the rates are constant, sqrt, inverse"))
    }
}
