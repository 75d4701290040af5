//! The server as a process of its own, under strace: what it does is in the right order, and bugs that are planted are found. The command itself is
//! held to the same in `crates/noregret-cli/tests/serve`; here are segments small enough to be dropped, and the bugs.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use crate::config::Config;
use crate::model::keeper::{PLANTED, Plant};
use crate::outside::trace::{Found, check};
use crate::outside::{Server, installed, killed_at, traced, under};
use std::path::Path;

const DATA: &str = "NOREGRET_TEST_DATA";
const PLANT: &str = "NOREGRET_TEST_PLANT";
const PLANTS: [Plant; 4] =
    [Plant::NoSync, Plant::AnswerFirst, Plant::SnapshotFirst, Plant::SegmentDroppedEarly];

#[test]
#[ignore = "other tests run it as a process of its own"]
fn a_server() {
    let Ok(data) = std::env::var(DATA) else { return };
    if let Some(plant) =
        PLANTS.iter().find(|plant| std::env::var(PLANT).is_ok_and(|name| name == format!("{plant:?}")))
    {
        PLANTED.set(*plant).unwrap();
    }
    let mut config = Config::new(data, ([127, 0, 0, 1], 0).into());
    config.segment = 1000;
    crate::server::run(&config, |here, _| eprintln!("listening on http://{here}")).unwrap();
}

fn start(before: &[String], data: &Path, plant: Option<Plant>) -> Server {
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let mut command = under(&before, std::env::current_exe().unwrap());
    command.args(["--exact", "process_tests::a_server", "--ignored", "--nocapture"]).env(DATA, data);
    command.env_remove(PLANT);
    plant.map(|plant| command.env(PLANT, format!("{plant:?}")));
    Server::start(&mut command, false)
}

fn traced_run(plant: Option<Plant>) -> Found {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let server = start(&traced(&trace), &folder.path().join("data"), plant);
    server.define("");
    for k in 0..40 {
        assert_eq!(server.learn(k).0, 200);
        if k % 10 == 9 {
            assert_eq!(server.json("POST", "/v1/models/m/snapshot", "").0, 200);
        }
    }
    drop(server);
    check(&std::fs::read_to_string(&trace).unwrap())
}

#[test]
fn nothing_leaves_or_goes_before_it_is_safe_and_planted_bugs_are_found() {
    if !installed("strace") {
        return;
    }
    let found = traced_run(None);
    assert_eq!((found.answers, found.snapshots), (44, 5), "{found:?}");
    assert!(found.removed >= 5, "snapshots and segments are dropped: {found:?}");
    assert_eq!((found.early_answers, found.early_names, found.early_removals), (0, 0, 0), "{found:?}");
    for plant in PLANTS {
        let found = traced_run(Some(plant));
        let shown = match plant {
            Plant::NoSync | Plant::AnswerFirst => found.early_answers,
            Plant::SnapshotFirst => found.early_names,
            Plant::SegmentDroppedEarly => found.early_removals,
        };
        assert!(shown > 0, "{plant:?} went unseen: {found:?}");
    }
}

/// What is missing after a kill at a write: nothing, unless answers leave first.
#[test]
fn a_kill_at_a_write_finds_answers_that_leave_first() {
    if !installed("strace") {
        return;
    }
    let lost = |plant: Option<Plant>, when: u64| {
        let folder = tempfile::tempdir().unwrap();
        start(&[], folder.path(), None).define("");
        let server = start(&killed_at("write", when), folder.path(), plant);
        let answered = (0..60).map_while(|k| server.try_learn(k)).last().unwrap_or(0);
        drop(server);
        answered > start(&[], folder.path(), None).last()
    };
    let kills = [30, 45, 60, 61, 62, 63];
    assert!(!kills.iter().any(|&when| lost(None, when)));
    assert!(kills.iter().any(|&when| lost(Some(Plant::AnswerFirst), when)));
}
