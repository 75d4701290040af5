//! A signal ends every run within about a second, whatever it is doing, and leaves old files or new ones, never parts.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, SplitMix, finished};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A second is promised; machines that run many tests at once are slow.
const SOON: Duration = Duration::from_secs(5);

/// Rows of so many numbers with a label.
fn rows(rows: usize, width: usize) -> String {
    let mut random = SplitMix(5);
    let mut text = String::new();
    for _ in 0..rows {
        text.push_str(if random.below(2) == 0 { "-1" } else { "1" });
        for k in 1..=width {
            text.push_str(&format!(" {k}:{}", random.below(2000) as f64 / 1000.0 - 1.0));
        }
        text.push('\n');
    }
    text
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Starts a run, and sends a signal when it has been at work for a while; it must soon end with 130, and leave no temporary file.
fn ended(folder: &Folder, line: &str, name: &str) -> command::Output {
    let child = folder.command(line).stdin(Stdio::null()).spawn().unwrap();
    sleep(Duration::from_millis(1500));
    let sent = Instant::now();
    signal(&child, name);
    let output = finished(child, line);
    assert_eq!(output.code, 130, "{line}: {output:?}");
    assert!(sent.elapsed() < SOON, "{line}: it took {:?}", sent.elapsed());
    assert!(folder.names().iter().all(|name| !name.starts_with('.')), "{line}: {:?}", folder.names());
    output
}

/// A batch of these takes minutes; an example does not. What was learned until then is kept, and the rest goes on from there as if nothing had happened.
#[test]
fn a_slow_learner_stops_between_two_examples() {
    let folder = Folder::new();
    let text = rows(400, 2000);
    folder.write("d.svm", &text);
    ended(&folder, "train d.svm -a ada-lr -m m.nr -p p.txt --quiet", "-TERM");
    let done = folder.json("inspect m.nr")["examples"].as_u64().unwrap() as usize;
    assert!(done < 400, "{done}");
    assert_eq!(folder.read("p.txt").lines().count(), done);
}

/// Whichever example it stops at.
#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let folder = Folder::new();
    // Few slots: names collide, and collisions are counted by the line.
    folder.ok("generate clicks --rows 3000 -o d.vw");
    let text = folder.read("d.vw");
    let slow = "-a flh --base ada-diag --bits 8";
    folder.ok(&format!("train d.vw {slow} -m whole.nr --quiet"));
    let mut within = false;
    for wait in [2, 30, 80, 200, 400] {
        let line = format!("train d.vw {slow} -m part.nr --quiet");
        let child = folder.command(&line).stdin(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(wait));
        signal(&child, "-INT");
        let output = finished(child, &line);
        if output.code != 130 {
            // It was not listening yet, or was done.
            continue;
        }
        let done = folder.json("inspect part.nr")["examples"].as_u64().unwrap() as usize;
        within |= done > 0;
        folder.write("rest.vw", text.split_inclusive('\n').skip(done).collect::<String>());
        folder.ok("train rest.vw -i part.nr -m part.nr --quiet");
        assert!(folder.bytes("part.nr") == folder.bytes("whole.nr"), "stopped after {done}");
    }
    assert!(within, "none was stopped on its way");
}

/// One round takes many seconds: it is given up, and the old model stays. (On a machine where it does not, the run ends between two rounds.)
#[test]
fn a_step_that_takes_too_long_is_given_up() {
    let mut random = SplitMix(3);
    let mut text = String::new();
    for _ in 0..30 {
        text.push('1');
        (0..5000).for_each(|_| text.push_str(&format!(",{}", random.below(1000) as f64 / 1000.0)));
        text.push('\n');
    }
    for name in ["-TERM", "-INT"] {
        // Each its own: a run that ends between two rounds leaves its files.
        let folder = Folder::new();
        folder.write("c.csv", &text);
        folder.write("m.nr", "old");
        let line = "metric train --constraints c.csv --geometry frobenius --update explicit -m m.nr -p p.txt --quiet";
        let output = ended(&folder, line, name);
        if output.stderr.contains("given up") {
            assert_eq!(folder.read("m.nr"), "old");
            assert_eq!(folder.names(), ["c.csv", "m.nr"]);
        } else {
            assert!(folder.bytes("m.nr").starts_with(b"NOREGRET"));
        }
    }
}

#[test]
fn races_and_their_solvers_stop() {
    let folder = Folder::new();
    folder.write("d.svm", rows(150, 2000));
    let line = "compare d.svm -a ada-lr -a ons --report r.html";
    let output = ended(&folder, line, "-INT");
    assert!(output.stdout.contains("ada-lr") && folder.read("r.html").contains("ada-lr"), "{output:?}");
    ended(&folder, "tune d.svm -a ada-lr --param eta=0.1,1 -f best.nr --quiet", "-TERM");
    folder.ok("inspect best.nr");
}

#[test]
fn regret_stops_while_it_learns_and_while_it_solves() {
    let folder = Folder::new();
    folder.write("d.svm", rows(3000, 600));
    ended(&folder, "regret d.svm -a ada-lr --within 1 --plot r.svg", "-INT");
    // Learning is quick here; the windows are not.
    folder.ok("generate clicks --rows 20000 -o d.vw");
    ended(&folder, "regret d.vw -a per-coord --windows 20000 --plot r.svg", "-TERM");
    assert_eq!(folder.names(), ["d.svm", "d.vw"]);
}

/// A pipe that says nothing, and one that nobody reads, hold nobody up.
#[test]
fn waiting_runs_stop() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 50 -o d.vw");
    for line in [
        "convert --format vw --to jsonl -o out.jsonl",
        "metric train --constraints - -m m.nr",
        "metric eval -",
    ] {
        let mut child = folder.command(line).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        sleep(Duration::from_millis(800));
        signal(&child, "-TERM");
        let output = finished(child, line);
        assert_eq!(output.code, 130, "{line}: {output:?}");
        assert!(output.stderr.contains("given up"), "{line}: {output:?}");
        drop(stdin);
    }
    folder.ok("generate clicks --rows 5000 -o e.vw");
    // Nobody reads the one's standard output, nor the other's standard error, and the pipes are full.
    for line in ["generate clicks --rows 100000000", "train e.vw -P 1 -m m.nr"] {
        let mut child = folder.command(line).stdin(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(800));
        signal(&child, "-INT");
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < SOON, "{line}");
            sleep(Duration::from_millis(5));
        }
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
    assert_eq!(folder.names(), ["d.vw", "e.vw"]);
}
