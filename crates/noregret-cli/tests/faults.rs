//! When the world fails: full disks, missing files, cut archives, closed pipes, Ctrl-C. No fault is silent, and none leaves half a file.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, finished};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn clicks(rows: u32) -> Folder {
    let folder = Folder::new();
    folder.ok(&format!("generate clicks --rows {rows} -o a.vw"));
    folder
}

#[test]
fn missing_and_unreadable_inputs_are_named() {
    let folder = clicks(10);
    folder.ok("train a.vw -m a.nr");
    for line in ["train none.vw", "train a.vw none.vw -m b.nr -p b.txt", "predict a.nr none.vw -p b.txt"] {
        folder.refuses(line, 1, &["none.vw", "No such file"]);
    }
    for line in ["train .", "train a.vw . -m b.nr", "predict a.nr ."] {
        folder.refuses(line, 1, &["directory"]);
    }
    for line in ["predict none.nr a.vw", "inspect none.nr", "train a.vw -i none.nr"] {
        let output = folder.run(line);
        assert_eq!(output.code, 1);
        assert!(output.stderr.contains("none.nr"), "{output:?}");
        assert_eq!(output.stderr.matches("No such file").count(), 1, "told once: {output:?}");
    }
    assert_eq!(folder.names(), ["a.nr", "a.vw"]);
}

#[test]
fn outputs_that_cannot_be_written_are_found_out_before_the_work() {
    let folder = clicks(10);
    folder.ok("train a.vw -m a.nr");
    for place in ["no/such/folder/out", "a.vw/out", "."] {
        for line in [
            format!("train a.vw -m {place}"),
            format!("train a.vw -p {place}"),
            format!("predict a.nr a.vw -p {place}"),
            format!("generate text --rows 5 -o {place}"),
            format!("generate text --rows 5 -o t.svm --truth {place}"),
        ] {
            let output = folder.run(&line);
            assert_eq!(output.code, 1, "{line}: {output:?}");
            assert!(
                output.stderr.contains("cannot write") && output.stderr.contains(place),
                "{line}: {output:?}"
            );
            assert!(!output.stderr.contains("loss"), "{line} did not train: {output:?}");
        }
    }
    // A stream that never ends shows that nothing is read first.
    let child = folder.command("train --format vw -m no/such/out").spawn().unwrap();
    assert_eq!(finished(child, "train").code, 1);
    assert!(folder.names().iter().all(|name| !name.starts_with('.')), "{:?}", folder.names());
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::fs::OpenOptions;

    fn full() -> Stdio {
        OpenOptions::new().write(true).open("/dev/full").unwrap().into()
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let folder = clicks(3000);
        folder.ok("train a.vw -m a.nr --quiet");
        for line in [
            "train a.vw --quiet -p /dev/full",
            "train a.vw --quiet -m /dev/full",
            "predict a.nr a.vw --quiet -p /dev/full",
            "generate text --rows 50 -o /dev/full",
            "generate text --rows 50 -o t.svm --truth /dev/full",
        ] {
            folder.refuses(line, 1, &["/dev/full", "No space left"]);
        }
        for line in [
            "train a.vw --quiet --json",
            "train a.vw --quiet -p -",
            "train a.vw --quiet -m -",
            "predict a.nr a.vw --quiet",
            "predict a.nr a.vw --quiet --json -p margins.txt",
            "inspect a.nr",
            "inspect a.nr --json",
            "algorithms",
            "generate text --rows 5",
        ] {
            let child = folder.command(line).stdin(Stdio::null()).stdout(full()).spawn().unwrap();
            let output = finished(child, line);
            assert_eq!(output.code, 1, "{line}: {output:?}");
            assert!(output.stderr.contains("No space left"), "{line}: {output:?}");
        }
    }

    /// One output that fails keeps all the others from their places.
    #[test]
    fn nothing_is_put_in_place_unless_all_can_be() {
        let folder = clicks(3000);
        folder.write("t.csv", "a,b,class\n1,2,x\n2,1,y\n3,1,y\n1,3,x\n");
        folder.write("old.txt", "old");
        for line in [
            "train a.vw -m /dev/full -p old.txt --quiet",
            "train a.vw -p /dev/full -m new.nr --quiet",
            "generate text --rows 50 -o old.txt --truth /dev/full",
            "generate text --rows 50 -o /dev/full --truth old.txt",
            "metric train t.csv -m /dev/full -p old.txt --matrix new.csv --quiet",
            "metric train t.csv -m new.nr -p old.txt --matrix /dev/full --quiet",
            "compare a.vw -a ogd --report new.html --plot /dev/full --quiet",
            "tune a.vw -a ogd -f /dev/full --report new.html --plot new.svg --quiet",
        ] {
            folder.refuses(line, 1, &["/dev/full", "No space left"]);
        }
        assert_eq!(folder.names(), ["a.vw", "old.txt", "t.csv"]);
        assert_eq!(folder.read("old.txt"), "old");
    }

    /// A limit of the file's size is an error like a full disk, not a death.
    #[test]
    fn a_limit_of_the_size_of_files_is_an_error() {
        let folder = clicks(3000);
        folder.ok("train a.vw -m a.nr --quiet");
        let before = folder.bytes("a.nr");
        for line in [
            "train a.vw -m a.nr --quiet",
            "train a.vw -p p.txt --quiet",
            "convert a.vw --to jsonl -o b.jsonl",
        ] {
            let limited = format!("ulimit -f 8; exec {} {line}", command::NOREGRET);
            let mut shell = Command::new("sh");
            shell.args(["-c", &limited]).current_dir(folder.path(""));
            let child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let output = finished(child, line);
            assert_eq!(output.code, 1, "{line}: {output:?}");
            assert!(output.stderr.contains("File too large"), "{line}: {output:?}");
        }
        assert_eq!(folder.names(), ["a.nr", "a.vw"]);
        assert!(folder.bytes("a.nr") == before);
    }

    #[test]
    fn a_folder_that_takes_no_files_is_an_error() {
        let folder = clicks(10);
        for line in [
            "train a.vw -m /proc/model.nr",
            "train a.vw -p /proc/margins.txt",
            "generate text --rows 1 -o /proc/a",
        ] {
            folder.refuses(line, 1, &["cannot write /proc/"]);
        }
    }

    /// What is said to people may be lost; what was learned may not.
    #[test]
    fn nobody_listening_is_no_reason_to_stop() {
        let folder = clicks(200);
        folder.ok("train a.vw -m expected.nr --quiet");
        let child = folder.command("train a.vw -m full.nr").stderr(full()).spawn().unwrap();
        assert_eq!(finished(child, "full").code, 0);
        let mut child = folder.command("train a.vw -m closed.nr").spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(finished(child, "closed").code, 0);
        for name in ["full.nr", "closed.nr"] {
            assert!(folder.bytes(name) == folder.bytes("expected.nr"), "{name}");
        }
        let child = folder.command("train none.vw").stderr(full()).spawn().unwrap();
        assert_eq!(finished(child, "train none.vw").code, 1);
        let child = folder.command("train --nosuch").stderr(full()).spawn().unwrap();
        assert_eq!(finished(child, "train --nosuch").code, 2);
    }

    #[test]
    fn pipes_and_devices_are_written_in_place() {
        let folder = clicks(100);
        folder.ok("train a.vw -p margins.txt --quiet");
        folder.ok("train a.vw -p /dev/null -m /dev/null --quiet");
        assert_eq!(folder.ok("train a.vw -p /dev/stdout --quiet").stdout, folder.read("margins.txt"));
        assert_eq!(
            folder.feed("train /dev/stdin --format vw -p - --quiet", folder.bytes("a.vw")).stdout,
            folder.read("margins.txt")
        );
    }
}

#[test]
fn cut_archives_are_an_error_and_leave_no_model() {
    let folder = clicks(400);
    let plain = folder.bytes("a.vw");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(&plain).unwrap();
    let gz = encoder.finish().unwrap();
    let zst = zstd::encode_all(&plain[..], 3).unwrap();
    for (name, whole) in [("b.vw.gz", gz), ("b.vw.zst", zst)] {
        for length in [whole.len() - 1, whole.len() - 9, whole.len() / 2, 30] {
            folder.write(name, &whole[..length]);
            folder.refuses(&format!("train {name} -m b.nr -p b.txt"), 1, &[name, "cut off or damaged"]);
        }
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 0x55;
        folder.write(name, &damaged);
        let output = folder.run(&format!("train {name} -m b.nr -p b.txt --quiet"));
        assert_eq!(output.code, 1, "{name}: {output:?}");
        assert!(
            !folder.names().iter().any(|n| n == "b.nr" || n == "b.txt" || n.starts_with('.')),
            "{:?}",
            folder.names()
        );
    }
}

/// A model that others may not read stays so, and a link to a place that is empty yet is followed there.
#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = clicks(50);
    folder.ok("train a.vw -m a.nr --quiet");
    std::fs::set_permissions(folder.path("a.nr"), std::fs::Permissions::from_mode(0o600)).unwrap();
    folder.ok("train a.vw -i a.nr -m a.nr --quiet");
    let mode = std::fs::metadata(folder.path("a.nr")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    std::fs::create_dir(folder.path("models")).unwrap();
    std::os::unix::fs::symlink("models/b.nr", folder.path("b.nr")).unwrap();
    folder.ok("train a.vw -m b.nr --quiet");
    assert!(std::fs::symlink_metadata(folder.path("b.nr")).unwrap().is_symlink());
    assert!(folder.bytes("models/b.nr") == folder.bytes("b.nr"));
}

/// A failed run leaves the old files as they were.
#[test]
fn a_failure_keeps_the_old_files() {
    let folder = clicks(50);
    folder.ok("train a.vw -m a.nr -p a.txt --quiet");
    let before = (folder.bytes("a.nr"), folder.bytes("a.txt"));
    folder.write("b.vw", folder.read("a.vw") + "1 | x:nan\n");
    folder.refuses("train b.vw -i a.nr -m a.nr -p a.txt", 1, &["b.vw:51"]);
    assert!((folder.bytes("a.nr"), folder.bytes("a.txt")) == before);
    assert_eq!(folder.names(), ["a.nr", "a.txt", "a.vw", "b.vw"]);
}

#[test]
fn a_reader_that_has_enough_ends_the_run_quietly() {
    let folder = clicks(5000);
    folder.ok("train a.vw -m a.nr --quiet");
    for line in [
        "generate clicks --rows 1000000",
        "generate text --rows 1000000 --format csv",
        "predict a.nr a.vw a.vw a.vw a.vw --quiet",
        "train a.vw a.vw a.vw a.vw -p - --quiet",
    ] {
        let mut child = folder.command(line).stdin(Stdio::null()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.ends_with('\n'), "{line}");
        let output = finished(child, line);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{line}");
    }
    for line in [
        "algorithms",
        "algorithms --json",
        "inspect a.nr --top 100000",
        "inspect a.nr --json --top 100000",
        "--help",
    ] {
        let mut child = folder.command(line).stdin(Stdio::null()).spawn().unwrap();
        drop(child.stdout.take());
        let output = finished(child, line);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{line}");
    }
}

/// A model that was asked for and is not there must be heard of.
#[test]
fn predictions_that_nobody_reads_do_not_lose_a_model_in_silence() {
    let folder = clicks(5000);
    let line = "train a.vw a.vw a.vw a.vw -p - -m a.nr --quiet";
    let mut child = folder.command(line).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let output = finished(child, line);
    let written = folder.names().iter().any(|name| name == "a.nr");
    assert!(output.code == 1 && !written && output.stderr.contains("a.nr"), "{output:?}");
}

/// Starts a run that reads a pipe which stays open, waits until it has predicted all that it was fed, then sends a signal.
#[cfg(unix)]
fn interrupted(folder: &Folder, line: &str, data: &str, signal: &str) -> command::Output {
    let mut child = folder.command(line).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(data.as_bytes()).unwrap();
    stdin.flush().unwrap();
    let mut predictions = BufReader::new(child.stdout.take().unwrap());
    let mut read = String::new();
    for _ in data.lines() {
        predictions.read_line(&mut read).unwrap();
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut output = finished(child, line);
    predictions.read_line(&mut read).unwrap();
    output.stdout = read;
    drop(stdin);
    output
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_what_was_learned_and_a_second_run_goes_on() {
    let folder = clicks(300);
    let text = folder.read("a.vw");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    folder.ok("train a.vw -m whole.nr -p whole.txt --quiet");
    for (signal, quiet) in [("-INT", ""), ("-TERM", "--quiet")] {
        let line = format!("train --format vw -m part.nr -p - {quiet}");
        let output = interrupted(&folder, &line, &lines[..120].concat(), signal);
        assert_eq!(output.code, 130, "{output:?}");
        assert!(output.stderr.contains("interrupted"), "{output:?}");
        assert_eq!(folder.json("inspect part.nr")["examples"], 120);
        folder.write("rest.vw", lines[120..].concat());
        folder.ok("train rest.vw -i part.nr -m part.nr -p rest.txt --quiet");
        assert_eq!(output.stdout + &folder.read("rest.txt"), folder.read("whole.txt"));
        assert!(folder.bytes("part.nr") == folder.bytes("whole.nr"));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_before_anything_was_read_ends_well_too() {
    let folder = Folder::new();
    for line in ["train --format vw -m a.nr --json -p margins.txt", "train -m a.nr --json"] {
        let mut child = folder.command(line).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        // The handler is in place at the start; before it the signal ends the run at once, which is just as well.
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = finished(child, line);
        drop(stdin);
        if output.code == 130 {
            assert_eq!(output.json()["interrupted"], true, "{output:?}");
            assert_eq!(folder.json("inspect a.nr")["examples"], 0);
        } else {
            assert_eq!(output.code, -1, "{output:?}");
        }
        assert!(folder.names().iter().all(|name| !name.starts_with('.')), "{:?}", folder.names());
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_while_generating_leaves_no_half_file() {
    let folder = Folder::new();
    let line = "generate text --rows 100000000 -o a.svm";
    let child = folder.command(line).stdin(Stdio::null()).spawn().unwrap();
    // Once rows are written the handler is in place.
    let begun = || folder.names().iter().any(|name| !folder.bytes(name).is_empty());
    for _ in 0..60_000 {
        if begun() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(finished(child, line).code, 130);
    assert_eq!(folder.names(), [""; 0]);
}
