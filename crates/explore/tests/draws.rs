//! Cases are the same for the same seed, come in all kinds, and can be written down; what breaks is seen.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use explore::{Bench, Case, Check, checks};
use noregret::{Loss, algorithms};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

#[test]
fn a_case_depends_on_its_seed_and_number_alone() {
    for number in 0..200 {
        let case = Case::draw(3, number, None);
        assert_eq!(case, Case::draw(3, number, None));
        assert_ne!(case, Case::draw(4, number, None));
        let written = serde_json::to_string(&case).unwrap();
        let read: Case = serde_json::from_str(&written).unwrap();
        assert_eq!(case, read);
        // Equality takes 0 for -0: the text does not.
        assert_eq!(case.stream.text(), read.stream.text());
    }
}

#[test]
fn every_algorithm_loss_and_check_has_its_turn() {
    let (mut learners, mut losses, mut chosen) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for number in 0..1000 {
        let case = Case::draw(1, number, None);
        chosen.extend(Check::chosen(&case).map(|check| check.name));
        losses.insert(case.learner.loss.name());
        learners.insert(case.learner.algorithm);
    }
    assert_eq!(learners.len(), algorithms::ALL.len());
    assert_eq!(losses.len(), Loss::all().len());
    assert_eq!(chosen.len(), checks::ALL.len());
}

#[test]
fn one_algorithm_alone_can_be_asked_for() {
    for number in 0..20 {
        assert_eq!(Case::draw(1, number, Some("arow")).learner.algorithm, "arow");
    }
}

/// A command that does this, whatever it is told.
#[cfg(unix)]
fn pretend(folder: &Path, script: &str) -> Bench {
    use std::os::unix::fs::PermissionsExt;
    let command = folder.join("pretend");
    std::fs::write(&command, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&command, std::fs::Permissions::from_mode(0o755)).unwrap();
    Bench { command, patience: Duration::from_secs(2) }
}

#[cfg(unix)]
#[test]
fn a_command_that_hangs_dies_or_litters_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let case = Case::draw(1, 0, None);
    let check = Check::find("threads").unwrap();
    for (script, says) in [
        ("exec sleep 100", "hangs"),
        ("exit 101", "ends with Some(101)"),
        ("kill -9 $$", "ends with None"),
        ("echo \"thread 'main' panicked at x\" >&2; exit 1", "panics"),
        ("touch .noregret-7", "leaves a temporary file"),
        ("case \"$*\" in *'threads 1'*) echo 1 > p.txt;; *) echo 2 > p.txt;; esac", "the predictions differ"),
    ] {
        let finding = check.hold(&case, &pretend(folder.path(), script)).unwrap_err();
        assert!(finding.what.contains(says), "{script}: {finding:?}");
        assert_eq!(finding.hang, says == "hangs");
        assert!(!finding.commands.is_empty());
    }
    assert!(check.hold(&case, &pretend(folder.path(), "exit 0")).is_ok());
}
