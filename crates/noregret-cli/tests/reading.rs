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
    folder.refuses("train a.svm --cache a.svm", 1, &["a.svm is no cache"]);
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
