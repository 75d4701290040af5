//! Talk: what a run says to people, on standard error. Where nobody can hear it any more, the run goes on.

use noregret_io::printable;
use std::fmt::Display;
use std::io::Write;

/// One line, in which nothing quoted from data or file names steers the terminal.
pub fn say(line: impl Display) {
    // A closed pipe or a full disk under the talk is no reason to lose what is being learned.
    let _ = writeln!(std::io::stderr().lock(), "{}", printable(&line.to_string()));
}
