//! The server is killed at system calls, its disk fails or is full: what it answered is there.

use crate::outside::trace::check;
use crate::outside::{Server, example, installed, killed_at, traced};
use crate::{serving, start, start_under};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A kill at the Nth of some calls: what was answered is there, and the model is the uninterrupted one. NOREGRET_KILLS=all kills at each of the
/// first 120.
#[test]
fn killed_at_a_system_call_it_keeps_what_it_answered() {
    if !installed("strace") {
        return;
    }
    let all = std::env::var("NOREGRET_KILLS").is_ok_and(|kills| kills == "all");
    let some =
        [("fdatasync", 9), ("fdatasync", 14), ("write", 40), ("write", 77), ("rename", 2), ("unlink", 2)];
    let every = ["fdatasync", "write", "rename", "unlink", "fsync", "openat"];
    let kills: Vec<(&str, u64)> = if all {
        every.iter().flat_map(|call| (1..=120).map(|when| (*call, when))).collect()
    } else {
        some.to_vec()
    };
    let truths: Vec<Vec<u8>> = uninterrupted_all(60);
    let mut killed = 0;
    for (call, when) in kills {
        let folder = tempfile::tempdir().unwrap();
        start(folder.path(), &[]).define("");
        let mut answered = 0;
        // It may be killed before it listens.
        if let Ok(server) = Server::try_start(&mut serving(&killed_at(call, when), folder.path(), &[]), false)
        {
            for k in 0..60 {
                let Some(seq) = server.try_learn(k) else { break };
                answered = seq;
                if k % 8 == 7 {
                    server.try_ask("POST", "/v1/models/m/snapshot", "", b"");
                }
            }
        }
        killed += usize::from(answered < 60);
        let again = start(folder.path(), &[]);
        let there = again.last();
        assert!(there >= answered, "{call} {when}: {answered} was answered, {there} is there");
        assert_eq!(again.file(), truths[there as usize], "{call} {when}");
    }
    assert!(killed >= 4, "{killed}");
}

/// The files after each of so many examples.
fn uninterrupted_all(count: u64) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--durability", "none"]);
    server.define("");
    let mut files = vec![server.file()];
    for k in 0..count {
        assert_eq!(server.learn(k).0, 200);
        files.push(server.file());
    }
    files
}

/// No answer leaves before its record is synced: by the order of the system calls.
#[test]
fn no_answer_leaves_before_its_record_is_synced() {
    if !installed("strace") {
        return;
    }
    let checked = |durability: &str| {
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("trace");
        let data = folder.path().join("data");
        let server = start_under(&traced(&trace), &data, &["--durability", durability]);
        server.define("");
        (0..30).for_each(|k| assert_eq!(server.learn(k).0, 200));
        drop(server);
        let found = check(&fs::read_to_string(&trace).unwrap());
        (found.answers, found.early_answers)
    };
    assert_eq!(checked("always"), (30, 0));
    // The check has power: without syncs it finds every answer.
    assert_eq!(checked("none"), (30, 30));
}

/// Starts the command so that a system call fails from the Nth on.
fn start_failing(data: &Path, call: &str, error: &str, when: &str) -> Server {
    let inject = format!("inject={call}:error={error}:when={when}");
    let trace = format!("trace={call}");
    let strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject].map(str::to_owned);
    start_under(&strace, data, &[])
}

#[test]
fn a_sync_that_fails_ends_the_server_and_promises_nothing() {
    if !installed("strace") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    start(folder.path(), &[]).define("");
    let mut server = start_failing(folder.path(), "fdatasync", "EIO", "9+");
    let mut answered = 0;
    let mut refused = None;
    for k in 0..60 {
        match server.try_ask("POST", "/v1/models/m/learn", "", example(k).as_bytes()) {
            Some((200, _)) => answered = k + 1,
            other => {
                refused = other;
                break;
            }
        }
    }
    let (status, why) = refused.unwrap();
    let why = String::from_utf8_lossy(&why).into_owned();
    assert!(status == 500 && why.contains("not safe") && answered > 0, "{answered}: {status} {why}");
    assert_eq!(server.process.wait().unwrap().code(), Some(1));
    let again = start(folder.path(), &[]);
    assert!(again.last() >= answered);
    assert_eq!(again.learn(answered).0, 200);
}

/// A real file system that is full.
#[test]
fn a_full_disk_stops_learning_and_predictions_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs", path]).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: a small file system cannot be mounted here (needs root): this was NOT TESTED");
        return;
    }
    let server = start(folder.path(), &["--durability", "none"]);
    server.define("");
    let long = format!("{{\"label\": 1, \"a\": \"{}\"}}", "x".repeat(60_000));
    let statuses: Vec<u16> = (0..40).map(|_| server.json("POST", "/v1/models/m/learn", &long).0).collect();
    let (status, kept) = server.json("POST", "/v1/models/m/predict", "{\"id\": \"7\", \"a\": \"x\"}");
    let predicted = (status, kept["predictions"][0]["prediction"].is_number());
    let learned = statuses.iter().filter(|&&status| status == 200).count() as u64;
    drop(server);
    let last = start(folder.path(), &[]).last();
    let _ = Command::new("umount").arg(path).status();
    assert!(statuses.contains(&507) && statuses[0] == 200, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 507].contains(status)), "{statuses:?}");
    assert_eq!(predicted, (200, true), "{kept}");
    assert_eq!(last, learned + u64::from(kept["seq"].is_u64()), "{kept}");
}
