//! What a run found: a line for each finding, a table at the end, and a folder with the shrunk cases.

use crate::bench::Finding;
use crate::case::Case;
use crate::checks::{self, Check};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A finding and where it came from.
pub struct Found {
    /// The stream's number.
    pub number: u64,
    /// The check.
    pub check: &'static Check,
    /// What broke.
    pub finding: Finding,
}

/// How often each check had something to hold.
#[derive(Default)]
pub struct Report {
    trials: BTreeMap<&'static str, u64>,
    /// What was found.
    pub found: Vec<Found>,
}

impl Report {
    /// Counts a trial of a check.
    pub fn tried(&mut self, check: &'static Check) {
        *self.trials.entry(check.name).or_default() += 1;
    }

    /// The table: check, trials, findings.
    pub fn table(&self) -> String {
        let mut table = format!("{:14} {:>9} {:>9}  holds\n", "check", "trials", "findings");
        for check in checks::ALL {
            let trials = self.trials.get(check.name).copied().unwrap_or(0);
            let found = self.found.iter().filter(|found| found.check.name == check.name).count();
            table += &format!("{:14} {trials:>9} {found:>9}  {}\n", check.name, check.about);
        }
        table
    }
}

/// One line that says what broke and how to see it again.
pub fn line(found: &Found, case: &Case, again: &str) -> String {
    let learner = case.flags().join(" ");
    format!("stream {} {}: {} [{learner}] again: {again}", found.number, found.check.name, found.finding.what)
}

/// Writes a case to a folder of its own: the data, the commands, and the case itself.
pub fn write(folder: &Path, case: &Case, found: &Found) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(case.stream.file()), case.stream.text())?;
    fs::write(folder.join("case.json"), serde_json::to_string_pretty(case)?)?;
    let mut story = format!("{}: {}\n\n", found.check.name, found.finding.what);
    story += &format!("learner: {}\n", case.flags().join(" "));
    for command in &found.finding.commands {
        story += &format!("$ {command}\n");
    }
    fs::write(folder.join("finding.txt"), story)
}
