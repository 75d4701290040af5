//! Runs streams on several threads, shrinks what breaks, and reports.

use crate::bench::Bench;
use crate::case::Case;
use crate::checks::{Check, Verdict};
use crate::report::{self, Found, Report};
use crate::shrink::shrink;
use crate::worker;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// No more than this many cases of one check and algorithm are shrunk.
const ALIKE: usize = 2;

/// What to run.
pub struct Plan {
    /// The seed of all streams.
    pub seed: u64,
    /// The number of the first stream.
    pub first: u64,
    /// How many.
    pub streams: u64,
    /// On how many threads.
    pub jobs: usize,
    /// This check alone.
    pub check: Option<&'static Check>,
    /// This algorithm alone.
    pub algorithm: Option<String>,
    /// Where commands are run.
    pub bench: Bench,
    /// Where shrunk cases go.
    pub folder: PathBuf,
}

impl Plan {
    fn case(&self, number: u64) -> Case {
        Case::draw(self.seed, number, self.algorithm.as_deref())
    }

    fn checks(&self, case: &Case) -> Vec<&'static Check> {
        self.check.map_or_else(|| Check::chosen(case).collect(), |check| vec![check])
    }

    /// The command that runs a finding again.
    fn again(&self, found: &Found) -> String {
        let algorithm = self.algorithm.as_ref().map_or(String::new(), |name| format!(" --only {name}"));
        format!(
            "cargo xtask explore 1 --seed {} --first {} --only {}{algorithm}",
            self.seed, found.number, found.check.name
        )
    }

    fn stream(&self, number: u64) -> Result<Vec<(&'static Check, Verdict)>> {
        let case = self.case(number);
        worker::hold(&case, &self.checks(&case), &self.bench)
    }

    /// Every stream, in any order; the report is in theirs.
    fn all(&self) -> Result<Report> {
        let next = AtomicU64::new(self.first);
        let report = Mutex::new((Report::default(), Ok(())));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.first + self.streams {
                    return;
                }
                let verdicts = self.stream(number);
                let Ok(mut guard) = report.lock() else { return };
                let (report, failed) = &mut *guard;
                match verdicts {
                    Ok(verdicts) => verdicts.into_iter().for_each(|(check, verdict)| {
                        self.note(report, number, check, verdict);
                    }),
                    Err(error) => {
                        *failed = Err(error);
                        return;
                    }
                }
                let done = number - self.first + 1;
                if done.is_multiple_of(1000) {
                    eprintln!("{done} streams, {} findings", report.found.len());
                }
            }
        };
        std::thread::scope(|scope| (0..self.jobs).for_each(|_| drop(scope.spawn(work))));
        let (mut report, failed) = report.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed?;
        report.found.sort_by_key(|found| found.number);
        Ok(report)
    }

    fn note(&self, report: &mut Report, number: u64, check: &'static Check, verdict: Verdict) {
        match verdict {
            Ok(crate::Said::Nothing) => {}
            Ok(crate::Said::Holds) => report.tried(check),
            Err(finding) => {
                report.tried(check);
                let found = Found { number, check, finding };
                println!("{}", report::line(&found, &self.case(number), &self.again(&found)));
                report.found.push(found);
            }
        }
    }

    /// Shrinks the first findings of every check and algorithm, and writes them down.
    fn shrink(&self, report: &Report) -> Result<()> {
        let mut alike: BTreeMap<(String, &str), usize> = BTreeMap::new();
        let mut first = |found: &&Found| {
            let algorithm = self.case(found.number).learner.algorithm;
            let count = alike.entry((algorithm, found.check.name)).or_default();
            *count += 1;
            *count <= ALIKE
        };
        let few: Vec<&Found> = report.found.iter().filter(|found| first(found)).collect();
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(Ok(()));
        let work = || {
            while let Some(found) = few.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let (Err(error), Ok(mut failed)) = (self.write_small(found), failed.lock()) {
                    *failed = Err(error);
                }
            }
        };
        std::thread::scope(|scope| (0..self.jobs).for_each(|_| drop(scope.spawn(work))));
        failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a finding down, shrunk.
    fn write_small(&self, found: &Found) -> Result<()> {
        let case = self.case(found.number);
        let (small, finding) = shrink(&case, found.check, &found.finding, &self.bench);
        let name = format!("{}-{}-{}", found.check.name, self.seed, found.number);
        let found = Found { finding, number: found.number, check: found.check };
        Ok(report::write(&self.folder.join(name), &small, &found)?)
    }

    /// Runs, shrinks, reports; says whether all held.
    pub fn run(&self) -> Result<bool> {
        let report = self.all()?;
        self.shrink(&report)?;
        print!("{}", report.table());
        if !report.found.is_empty() {
            println!("{} findings; shrunk cases in {}", report.found.len(), self.folder.display());
        }
        Ok(report.found.is_empty())
    }
}
