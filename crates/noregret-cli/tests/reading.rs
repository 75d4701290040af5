//! Threads and caches: how data is read never changes what is learned from it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;

/// A folder with the same stream in several formats.
fn clicks() -> Folder {
    let folder = Folder::new();
    for format in ["vw", "jsonl", "csv"] {
        folder.ok(&format!("generate clicks --rows 3000 --format {format} -o a.{format}"));
    }
    folder.ok("generate text --rows 500 -o a.svm");
    folder
}

#[test]
fn no_result_depends_on_the_number_of_threads() {
    let folder = clicks();
    for data in ["a.vw", "a.jsonl", "a.csv", "a.svm"] {
        folder.ok(&format!("train {data} --threads 1 -m one.nr -p one.txt --quiet"));
        for threads in [2, 7] {
            folder.ok(&format!("train {data} --threads {threads} -m many.nr -p many.txt --quiet"));
            assert_eq!(folder.bytes("one.nr"), folder.bytes("many.nr"), "{data}, {threads} threads");
            assert_eq!(folder.bytes("one.txt"), folder.bytes("many.txt"));
        }
    }
    folder.refuses("train a.vw --threads 0", 2, &["--threads"]);
}

/// Every algorithm's loops, compiled for any processor and for this one.
#[test]
fn no_result_depends_on_the_processor() {
    let folder = clicks();
    let listed = folder.json("algorithms");
    for algorithm in listed.as_array().unwrap() {
        let name = algorithm["name"].as_str().unwrap();
        // These use faer, which has loops of its own for every kind of processor.
        let data = match name {
            "ada-full" | "ada-lr" | "ons" | "radagrad" | "ada-dp" => continue,
            _ => "a.svm",
        };
        let run = |simd: &str, model: &str| {
            let line = format!("train {data} -a {name} -m {model} -p {model}.txt --quiet");
            let status = folder.command(&line).env("NOREGRET_SIMD", simd).status().unwrap();
            assert!(status.success(), "{name}");
        };
        run("on", "wide.nr");
        run("off", "plain.nr");
        assert_eq!(folder.bytes("wide.nr"), folder.bytes("plain.nr"), "{name}");
        assert_eq!(folder.bytes("wide.nr.txt"), folder.bytes("plain.nr.txt"), "{name}");
    }
}

/// A stream of a hundred megabytes through a pipe: what is held is the table and a few blocks, however long it is.
#[cfg(target_os = "linux")]
#[test]
fn a_long_pipe_takes_no_more_memory_than_a_short_one() {
    use std::io::Write;
    let folder = Folder::new();
    let mut block = String::new();
    for row in 0..2000u32 {
        block += if row % 2 == 0 { "1 |" } else { "-1 |" };
        for word in 0..30 {
            block += &format!(" w{}:0.{}", row * (word + 1) % 997, word + 1);
        }
        block.push('\n');
    }
    let peak = |blocks: usize| {
        let mut child = folder.command("train --json -").spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        for _ in 0..blocks {
            pipe.write_all(block.as_bytes()).unwrap();
        }
        // Before the pipe closes, while it has all but read it.
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        drop(pipe);
        assert!(child.wait_with_output().unwrap().status.success());
        kilobytes
    };
    let (short, long) = (peak(20), peak(100_000_000 / block.len()));
    // 2^22 places of 4 bytes and 1,000 lines are the table.
    assert!(long <= 64 * 1024 + 13 * 16 * 1024 / 10, "{long} kB");
    assert!(long <= short + 32 * 1024, "{short} kB, then {long} kB");
}

#[test]
fn a_cache_gives_the_same_model_byte_for_byte() {
    let folder = clicks();
    for data in ["a.vw", "a.jsonl", "a.csv", "a.svm"] {
        for passes in [1, 3] {
            folder.ok(&format!("train {data} --passes {passes} -m text.nr --quiet"));
            let cached = format!("train {data} --passes {passes} -c -m cached.nr --quiet");
            for round in ["written", "read"] {
                assert_eq!(folder.ok(&cached).stderr, "");
                assert!(folder.names().contains(&format!("{data}.cache")));
                assert_eq!(folder.bytes("text.nr"), folder.bytes("cached.nr"), "{data}, {passes}, {round}");
            }
        }
    }
    folder.ok("train a.vw --cache mine -m cached.nr");
    assert!(folder.names().contains(&"mine".to_owned()));
}

#[test]
fn a_cache_is_written_anew_when_it_must_be() {
    let folder = Folder::new();
    folder.write("a.svm", "1 1:1\n-1 2:1\n");
    assert!(!folder.ok("train a.svm -c").stderr.contains("cache"));
    folder.write("a.svm", "1 1:1\n-1 3:1\n");
    let said = folder.ok("train a.svm -c -m a.nr").stderr;
    assert!(said.contains("the cache a.svm.cache is written anew: a.svm has changed"), "{said}");
    assert!(folder.ok("train a.svm -c -b 10").stderr.contains("other options"));
    let whole = folder.bytes("a.svm.cache");
    folder.write("a.svm.cache", &whole[..whole.len() - 3]);
    folder.refuses(
        "train a.svm -c -b 10",
        1,
        &["a.svm.cache: block 1 of the cache is cut off or damaged", "-k"],
    );
    folder.ok("train a.svm -c -k -b 10");
    assert_eq!(folder.bytes("a.svm.cache"), whole);
}

#[test]
fn a_cache_needs_files_and_harms_none() {
    let folder = Folder::new();
    folder.write("a.svm", "1 1:1\n-1 2:1\n");
    folder.write("mine", "precious");
    folder.refuses("train a.svm --cache mine", 1, &["mine is no cache"]);
    folder.refuses("train a.svm --cache a.svm", 2, &["same file"]);
    folder.refuses("train - -c", 2, &["standard input"]);
    folder.refuses("train - --cache c", 2, &["read again"]);
    folder.refuses("train a.svm -k", 2, &["-c"]);
    folder.refuses("train a.svm --cache x -m x", 2, &["same file"]);
    assert_eq!(folder.read("mine"), "precious");
    folder.write("bad.svm", "1 1:1\nx\n");
    folder.refuses("train bad.svm -c", 1, &["bad.svm:2"]);
    assert!(!folder.names().iter().any(|name| name.contains("cache")));
    // Refused lines are remembered too.
    for _ in 0..2 {
        let said = folder.ok("train bad.svm -c --on-error skip").stderr;
        assert!(said.contains("skipped: bad.svm:2: field 1 \"x\": the label is not a number"), "{said}");
    }
}
