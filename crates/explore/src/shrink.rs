//! Makes a case that breaks smaller, as long as it still breaks the same check in the same way.

use crate::bench::{Bench, Finding};
use crate::case::Case;
use crate::checks::Check;
use crate::stream::Line;
use crate::worker;
use std::time::{Duration, Instant};

/// No more than this for one case: a small one is a courtesy.
const LONGEST: Duration = Duration::from_secs(40);

struct Shrinking<'a> {
    check: &'static Check,
    bench: Bench,
    until: Instant,
    case: Case,
    finding: &'a mut Finding,
}

/// What kind of finding it is: its first words, for the numbers in it may change on the way.
fn kind(finding: &Finding) -> Vec<&str> {
    let word = |word: &&str| word.len() > 3 && word.chars().all(char::is_alphabetic);
    finding.what.split_whitespace().filter(word).take(4).collect()
}

impl Shrinking<'_> {
    /// Takes the candidate if it breaks too.
    fn try_on(&mut self, candidate: Case) -> bool {
        if Instant::now() > self.until || candidate == self.case || candidate.learner.checked().is_err() {
            return false;
        }
        let verdicts = worker::hold(&candidate, &[self.check], &self.bench).unwrap_or_default();
        match verdicts.into_iter().next() {
            Some((_, Err(finding))) if kind(&finding) == kind(self.finding) => {
                *self.finding = finding;
                self.case = candidate;
                true
            }
            _ => false,
        }
    }

    /// Drops runs of lines, halves first, then shorter ones.
    fn lines(&mut self) {
        let mut run = self.case.stream.lines.len().div_ceil(2);
        while run > 0 {
            let mut start = 0;
            while start < self.case.stream.lines.len() {
                let mut candidate = self.case.clone();
                let end = (start + run).min(candidate.stream.lines.len());
                candidate.stream.lines.drain(start..end);
                if !self.try_on(candidate) {
                    start += run;
                }
            }
            run /= 2;
        }
    }

    /// Drops features, weights, and digits of values.
    fn features(&mut self) {
        for line in 0..self.case.stream.lines.len() {
            let mut place = 0;
            while let Some(Line::Example(example)) = self.case.stream.lines.get(line) {
                if place >= example.features.len() {
                    break;
                }
                let mut candidate = self.case.clone();
                if let Line::Example(example) = &mut candidate.stream.lines[line] {
                    example.features.remove(place);
                }
                if !self.try_on(candidate) {
                    place += 1;
                }
            }
            let mut candidate = self.case.clone();
            if let Line::Example(example) = &mut candidate.stream.lines[line] {
                example.weight = None;
            }
            self.try_on(candidate);
        }
    }

    /// Rounds every value to one digit.
    fn digits(&mut self) {
        let short = |value: f64| format!("{value:.0e}").parse().unwrap_or(value);
        for line in 0..self.case.stream.lines.len() {
            let mut candidate = self.case.clone();
            if let Line::Example(example) = &mut candidate.stream.lines[line] {
                example.features.iter_mut().for_each(|feature| feature.value = short(feature.value));
                example.label = example.label.map(short);
            }
            self.try_on(candidate);
        }
    }

    /// Drops parameters, groups, the bias and the bits.
    fn parameters(&mut self) {
        let names: Vec<String> = self.case.learner.parameters.values.keys().cloned().collect();
        for name in names {
            let mut candidate = self.case.clone();
            candidate.learner.parameters.values.remove(&name);
            self.try_on(candidate);
        }
        for change in [
            |case: &mut Case| case.learner.parameters.groups.clear(),
            |case: &mut Case| case.learner.bias = false,
            |case: &mut Case| case.learner.bits = None,
        ] {
            let mut candidate = self.case.clone();
            change(&mut candidate);
            self.try_on(candidate);
        }
    }
}

/// The smallest case found that still breaks, and what it breaks.
pub fn shrink(case: &Case, check: &'static Check, finding: &Finding, bench: &Bench) -> (Case, Finding) {
    let mut finding = finding.clone();
    // What takes a few seconds on a short stream does not end: a hang need not be awaited for long.
    let patience = bench.patience.min(Duration::from_secs(3));
    let mut shrinking = Shrinking {
        check,
        bench: Bench { patience, ..bench.clone() },
        until: Instant::now() + LONGEST,
        case: case.clone(),
        finding: &mut finding,
    };
    shrinking.lines();
    shrinking.parameters();
    shrinking.features();
    shrinking.lines();
    shrinking.digits();
    let case = shrinking.case;
    (case, finding)
}
