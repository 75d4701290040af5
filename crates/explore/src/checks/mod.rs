//! What must hold: one file a check, and the table of them. A check that is listed is run.

mod boxed;
mod cache;
mod classes;
mod finite;
mod gz;
mod loads;
mod ordinary;
mod permuted;
mod player;
mod predict;
mod pure;
mod range;
mod refused;
mod regret;
mod resume;
mod resume_state;
mod signal;
mod simd;
mod skip;
mod threads;
mod train;
mod walk;
mod weights;
mod weights_state;

use crate::bench::{Bench, Finding};
use crate::case::Case;
use crate::random::Random;

/// What a check is given.
pub struct Trial<'a> {
    /// The case.
    pub case: &'a Case,
    /// Where commands are run.
    pub bench: &'a Bench,
    /// Its chances: the same for the same case, whatever else is checked.
    pub random: Random,
}

/// Whether a check had anything to say of a case, or what broke.
pub type Verdict = Result<Said, Finding>;

/// Whether a check had anything to say of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It held.
    Holds,
    /// There was nothing to hold.
    Nothing,
}

/// A check.
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub about: &'static str,
    /// Whether it runs the command, or the library in this process.
    pub command: bool,
    /// One stream in so many gets it.
    pub every: usize,
    run: fn(&mut Trial<'_>) -> Verdict,
}

const fn library(name: &'static str, about: &'static str, run: fn(&mut Trial<'_>) -> Verdict) -> Check {
    Check { name, about, command: false, every: 1, run }
}

const fn command(
    name: &'static str,
    about: &'static str,
    every: usize,
    run: fn(&mut Trial<'_>) -> Verdict,
) -> Check {
    Check { name, about, command: true, every, run }
}

/// Every check.
pub static ALL: &[Check] = &[
    library("finite", "nothing infinite enters; every state saved is restored", finite::run),
    library(
        "resume-state",
        "resumed is uninterrupted: margins, state and bound, bit for bit",
        resume_state::run,
    ),
    library("refused", "a refused example leaves no trace", refused::run),
    library("pure", "predicting changes nothing and agrees with learning", pure::run),
    library(
        "weights-state",
        "margin = weights . x (not auto, flh: they mix predictions)",
        weights_state::run,
    ),
    library(
        "ordinary",
        "ordinary numbers are not refused as too large, under losses of bounded slope",
        ordinary::run,
    ),
    library("boxed", "weights stay in their box (not flh: it shows a mean over copies)", boxed::run),
    library("range", "auto predicts nothing for values beyond its floats", range::run),
    library("player", "bound >= regret of players against adversarial gradients", player::run),
    command("threads", "threads 1, 2 and 7: the same bytes", 4, threads::run),
    command("simd", "NOREGRET_SIMD=off: the same bytes", 4, simd::run),
    command("permuted", "features of a line in another order: the same bytes", 6, permuted::run),
    command("gz", "the file compressed: the same bytes", 6, gz::run),
    command("cache", "a cache written, then read: the same bytes", 4, cache::run),
    command("resume", "resumed at one or two places: the same bytes", 3, resume::run),
    command("classes", "several classes: resumed and on any threads the same bytes", 4, classes::run),
    command("skip", "--on-error skip = a run without those lines", 4, skip::run),
    command("predict", "predict = train -t", 4, predict::run),
    command("weights", "predict = weights . x of inspect (not auto, flh)", 4, weights::run),
    command("loads", "what is saved loads; JSON is whole and finite", 3, loads::run),
    command("regret", "bound >= the lower end of the certified regret", 3, regret::run),
    command("signal", "SIGTERM ends a running command", 50, signal::run),
];

impl Check {
    /// The check of that name.
    pub fn find(name: &str) -> Option<&'static Check> {
        ALL.iter().find(|check| check.name == name)
    }

    /// Holds it against a case.
    pub fn hold(&self, case: &Case, bench: &Bench) -> Verdict {
        (self.run)(&mut Trial { case, bench, random: Random::named(case.salt, self.name) })
    }

    /// The checks a case gets by chance.
    pub fn chosen(case: &Case) -> impl Iterator<Item = &'static Check> {
        ALL.iter().filter(|check| Random::named(!case.salt, check.name).below(check.every) == 0)
    }
}
