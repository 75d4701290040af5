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

/// The most memory a run has taken when it has read all but the end of what a pipe brings.
#[cfg(target_os = "linux")]
fn peak_kilobytes(folder: &Folder, line: &str, pieces: impl Iterator<Item = Vec<u8>>) -> u64 {
    use std::io::Write;
    let mut child = folder.command(line).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    for piece in pieces {
        pipe.write_all(&piece).unwrap();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    let kilobytes = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    drop(pipe);
    assert!(child.wait_with_output().unwrap().status.success());
    kilobytes
}

/// Long lines of one class: what waits for a second label is bounded in bytes, not only in lines.
#[cfg(target_os = "linux")]
#[test]
fn long_lines_that_wait_for_a_label_take_no_more_memory_than_fewer() {
    let folder = Folder::new();
    let features: String = (0..20_000).map(|index| format!(" {index}:.5")).collect();
    let line = format!("1{features}\n").into_bytes();
    let peak = |lines: usize| {
        peak_kilobytes(&folder, "train --json --format svmlight -", (0..lines).map(|_| line.clone()))
    };
    let (few, many) = (peak(400), peak(1600));
    assert!(many <= few + 32 * 1024, "{few} kB, then {many} kB");
}

/// A line that never ends is refused and passed over, and not held.
#[cfg(target_os = "linux")]
#[test]
fn a_line_longer_than_a_line_may_be_is_left_out_without_being_held() {
    let folder = Folder::new();
    let chunk = vec![b'1'; 1 << 20];
    for (format, head, tail) in
        [("svmlight", "1 1:1\n-1 2:1\n1 1:", "\n1 1:1\n"), ("csv", "y,a\n1,1\n0,2\n1,", "\n1,1\n")]
    {
        let pieces = std::iter::once(head.as_bytes().to_vec())
            .chain((0..400).map(|_| chunk.clone()))
            .chain([tail.as_bytes().to_vec()]);
        let line = format!("train --format {format} --on-error skip -m {format}.nr --quiet -");
        let kilobytes = peak_kilobytes(&folder, &line, pieces);
        assert!(kilobytes <= 256 * 1024, "{format}: {kilobytes} kB");
        let model = folder.json(&format!("inspect {format}.nr"));
        assert_eq!((&model["examples"], &model["skipped"]), (&3.into(), &1.into()), "{format}");
    }
    folder.write("long.svm", [&b"1 1:1\n1 1:"[..], &chunk.repeat(65)].concat());
    folder.refuses(
        "train long.svm",
        1,
        &["long.svm:2: the line is longer than 67108864 bytes", "--on-error skip"],
    );
}

/// A pipe gets its answer to a line before it writes the next one.
#[test]
fn a_line_is_answered_before_the_next_one_is_written() {
    use std::io::{BufRead, BufReader, Write};
    use std::sync::mpsc::channel;
    use std::time::Duration;
    let folder = clicks();
    let answers = |line: &str, lines: &[String]| {
        let mut child = folder.command(line).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, receiver) = channel();
        std::thread::spawn(move || out.lines().try_for_each(|answer| sender.send(answer.unwrap())));
        let mut answers = Vec::new();
        for (place, text) in lines.iter().enumerate() {
            pipe.write_all(format!("{text}\n").as_bytes()).unwrap();
            pipe.flush().unwrap();
            if place == 0 && line.contains("csv") {
                continue; // The header.
            }
            let answer = receiver.recv_timeout(Duration::from_secs(20));
            answers.push(answer.unwrap_or_else(|_| panic!("{line}: no answer to line {place}: {text:?}")));
        }
        drop(pipe);
        assert!(child.wait().unwrap().success(), "{line}");
        answers
    };
    for format in ["vw", "jsonl", "csv", "svm"] {
        let lines: Vec<String> =
            folder.read(&format!("a.{format}")).lines().take(20).map(str::to_owned).collect();
        let flag = if format == "svm" { "svmlight" } else { format };
        folder.ok(&format!("train a.{format} -m a.nr --quiet"));
        for threads in [1, 3] {
            let told = answers(&format!("predict a.nr --format {flag} --threads {threads} --quiet"), &lines);
            folder.write("few", lines.join("\n") + "\n");
            let wanted = folder.ok(&format!("predict a.nr few --format {flag} --quiet")).stdout;
            assert_eq!(told, wanted.lines().collect::<Vec<_>>(), "{format}");
            answers(&format!("train -i a.nr -p - --format {flag} --threads {threads} --quiet"), &lines);
        }
    }
    // Lines shorter than what tells compressed data.
    folder.ok("train a.svm -m a.nr --quiet");
    answers("predict a.nr --format svmlight --quiet", &["1".to_owned(), "-1".to_owned()]);
}

#[test]
fn every_compression_reads_alike() {
    use std::io::Read;
    let folder = clicks();
    for data in ["a.vw", "a.csv"] {
        let text = folder.bytes(data);
        let (first, second) = text.split_at(text.len() / 3);
        let xz = |bytes: &[u8]| {
            let mut all = Vec::new();
            liblzma::read::XzEncoder::new(bytes, 6).read_to_end(&mut all).unwrap();
            all
        };
        let bzip2 = |bytes: &[u8]| {
            let mut all = Vec::new();
            bzip2::read::BzEncoder::new(bytes, bzip2::Compression::fast()).read_to_end(&mut all).unwrap();
            all
        };
        folder.ok(&format!("train {data} -m plain.nr --quiet"));
        let table = data.ends_with("csv");
        for (end, whole, parts) in [
            ("xz", xz(&text), [xz(first), xz(second)].concat()),
            ("bz2", bzip2(&text), [bzip2(first), bzip2(second)].concat()),
        ] {
            let (one, two) = (format!("one.{data}.{end}"), format!("two.{data}.{end}"));
            folder.write(&one, &whole);
            folder.write(&two, &parts);
            for name in [&one, &two] {
                for again in ["", "-c", "-c"] {
                    folder.ok(&format!("train {name} {again} -m packed.nr --quiet"));
                    assert_eq!(folder.bytes("packed.nr"), folder.bytes("plain.nr"), "{name}");
                }
                let to = if table { "jsonl" } else { "csv" };
                let wanted = folder.ok(&format!("convert {data} --to {to}")).stdout;
                assert_eq!(folder.ok(&format!("convert {name} --to {to}")).stdout, wanted);
            }
            folder.write(&one, &whole[..whole.len() / 2]);
            folder.refuses(&format!("train {one}"), 1, &[&one, "is cut off or damaged"]);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_cache_that_cannot_be_written_is_no_reason_to_stop() {
    let folder = Folder::new();
    folder.write("a.svm", "1 1:1\n-1 2:1\n");
    folder.ok("train a.svm --passes 2 -m plain.nr --quiet");
    let said = folder.ok("train a.svm --cache no/such/folder --passes 2 -m cached.nr").stderr;
    assert!(said.contains("the cache no/such/folder was not written: "), "{said}");
    assert_eq!(said.matches("was not written").count(), 1, "{said}");
    assert_eq!(folder.bytes("cached.nr"), folder.bytes("plain.nr"));
}

/// Right checksums do not make a group of features that is none.
#[test]
fn a_cache_of_groups_that_are_not_there_is_refused() {
    let folder = Folder::new();
    folder.write("a.svm", "1 1:1 2:1\n-1 2:1\n");
    let line = "train a.svm -c -a per-coord --radius 1 --radius 2=3 --loss logistic --quiet";
    folder.ok(line);
    let mut bytes = folder.bytes("a.svm.cache");
    let header = 24 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let (start, length) =
        (header + 13, u32::from_le_bytes(bytes[header + 1..header + 5].try_into().unwrap()));
    let content = start..start + length as usize;
    // Three features, the last in group 1.
    let groups = bytes[content.clone()].windows(4).position(|four| four == [3, 0, 0, 1]).unwrap();
    bytes[start + groups + 3] = 9;
    let sum = xxhash_rust::xxh3::xxh3_64_with_seed(&bytes[content], 1);
    bytes[header + 5..header + 13].copy_from_slice(&sum.to_le_bytes());
    folder.write("a.svm.cache", bytes);
    folder.refuses(line, 1, &["a.svm.cache: block 0 of the cache is cut off or damaged"]);
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
