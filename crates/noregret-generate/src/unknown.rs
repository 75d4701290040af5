//! The error of a name that is none of the choices: says what was given and what would have done.

use std::error::Error;
use std::fmt;

/// A name that is none of the known ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    pub(crate) what: &'static str,
    pub(crate) given: String,
    pub(crate) choices: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} \"{}\": expected one of {}", self.what, self.given, self.choices.join(", "))
    }
}

impl Error for UnknownName {}
