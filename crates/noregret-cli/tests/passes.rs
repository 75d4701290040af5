//! Several passes: what is held out, which pass is kept, and the files on the way; how far is read, and tests at the end.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, SplitMix};
use std::fmt::Write as _;

/// Sparse examples whose rare features tempt a learner to remember them.
fn tempting(seed: u64, rows: usize) -> String {
    let mut random = SplitMix(seed);
    let mut text = String::new();
    for _ in 0..rows {
        let (a, b) = (random.below(20), random.below(5));
        let noise = random.below(10) < 3;
        let label = if (a + b > 11) != noise { 1 } else { -1 };
        write!(text, "{label} |a {a} |b {b} |id").unwrap();
        for _ in 0..8 {
            write!(text, " r{}", random.below(4000)).unwrap();
        }
        text.push('\n');
    }
    text
}

/// Every `period`-th line, and the others.
fn split(text: &str, period: usize) -> (String, String) {
    let (mut held, mut rest) = (String::new(), String::new());
    for (k, line) in text.lines().enumerate() {
        let to = if (k + 1) % period == 0 { &mut held } else { &mut rest };
        writeln!(to, "{line}").unwrap();
    }
    (held, rest)
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("x.vw", tempting(1, 2000));
    folder.write("y.vw", tempting(2, 500));
    folder
}

/// The pass that is kept is the one a learner of the rest alone would be after so many passes, and its loss the one measured on what was
/// held out, to the bit.
#[test]
fn the_best_pass_is_kept_by_what_is_held_out() {
    let folder = folder();
    for (flags, period) in [("", 10), ("--holdout_period 4", 4), ("-a ada-diag --eta 0.02", 10)] {
        let run = folder.json(&format!("train x.vw --passes 8 -m best.nr {flags}"));
        let held = &run["holdout"];
        let losses: Vec<f64> =
            held["loss_by_pass"].as_array().unwrap().iter().map(|l| l.as_f64().unwrap()).collect();
        let best = held["best_pass"].as_u64().unwrap() as usize;
        let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
        assert_eq!(losses[best - 1], least);
        assert_eq!(losses.len(), (best + 3).min(8), "{losses:?}");
        assert_eq!(held["examples"].as_u64(), Some(2000 / period));
        let (apart, rest) = split(&tempting(1, 2000), period as usize);
        folder.write("apart.vw", apart);
        folder.write("rest.vw", rest);
        let flags = flags.replace("--holdout_period 4", "");
        folder.ok(&format!("train rest.vw --passes {best} --holdout_off -m rest.nr {flags}"));
        let test = folder.json("train -t -i rest.nr apart.vw");
        assert_eq!((&test["loss"], &test["mistakes"]), (&held["loss"], &held["mistakes"]), "{flags}");
        let margins = |model: &str| folder.ok(&format!("predict {model} y.vw --quiet")).stdout;
        assert_eq!(margins("best.nr"), margins("rest.nr"));
    }
}

/// On data that tempt to remember, ten passes are no worse than one on a file of their own; without holding out they are.
#[test]
fn many_passes_do_no_harm() {
    let folder = folder();
    let test = |flags: &str| {
        folder.json(&format!("train x.vw --test y.vw {flags}"))["tests"][0]["loss"].as_f64().unwrap()
    };
    let (one, ten, all) = (test(""), test("--passes 10"), test("--passes 10 --holdout-off"));
    assert!(ten < one + 0.02, "{ten} after {one}");
    assert!(all > one + 0.1, "{all} after {one}: the data do not tempt");
}

/// Threads, caches and the files of passes change nothing; the model is that of the pass kept, byte for byte.
#[test]
fn the_same_bits_however_it_is_read() {
    let folder = folder();
    let run = folder.json("train x.vw --passes 5 -m m.nr --save_per_pass --early_terminate 2");
    let (best, ran) =
        (run["holdout"]["best_pass"].as_u64().unwrap(), run["loss_by_pass"].as_array().unwrap().len());
    assert_eq!(folder.bytes("m.nr"), folder.bytes(&format!("m.nr.{}", best - 1)));
    let files = folder.names().iter().filter(|name| name.starts_with("m.nr.")).count();
    assert_eq!(files, ran);
    for flags in ["--threads 1", "--threads 3", "-c", "-c", "-c -k --threads 2", "-p margins.txt"] {
        folder.ok(&format!("train x.vw --passes 5 -m n.nr --early-terminate 2 {flags}"));
        assert!(folder.bytes("n.nr") == folder.bytes("m.nr"), "{flags}");
    }
    let lines = folder.read("margins.txt").lines().count();
    assert_eq!(lines, 2000 * ran, "held-out examples are predicted too");
    // The model goes on like any other.
    folder.ok("train y.vw -i m.nr -m a.nr");
    folder.ok(&format!("train y.vw -i m.nr.{} -m b.nr", best - 1));
    assert_eq!(folder.bytes("a.nr"), folder.bytes("b.nr"));
}

#[test]
fn one_pass_and_none_held_out() {
    let folder = folder();
    let run = folder.json("train x.vw -m one.nr --holdout-period 5");
    assert!(run["holdout"].is_null());
    assert_eq!(run["examples"], 2000, "one pass holds nothing out");
    let run = folder.json("train x.vw --passes 2 --holdout_off -m two.nr");
    assert!(run["holdout"].is_null());
    assert_eq!(run["loss_by_pass"].as_array().unwrap().len(), 2);
    folder.ok("train x.vw -i one.nr -m again.nr");
    assert_eq!(folder.bytes("two.nr"), folder.bytes("again.nr"), "resumed is uninterrupted");
    let run = folder.json("train x.vw --passes 3 --holdout_after 1900");
    assert_eq!(run["holdout"]["examples"], 100);
    let run = folder.json("train y.vw --passes 4 --examples 9");
    assert!(run["holdout"].is_null(), "of nine examples none is the tenth");
    assert_eq!(run["examples"], 36);
}

#[test]
fn the_first_examples_are_a_file_of_their_own() {
    let folder = folder();
    let first: String = tempting(1, 2000).lines().take(700).map(|line| format!("{line}\n")).collect();
    folder.write("first.vw", &first);
    // Labels and lines beyond the last example must not matter: a third label would make them numbers.
    folder.write("odd.vw", format!("{}7 |a 1\nnonsense |||\u{0}:x\n", first.replace("-1 |", "0 |")));
    folder.write("even.vw", first.replace("-1 |", "0 |"));
    for threads in [1, 2, 3] {
        for passes in ["", "--passes 3"] {
            folder.ok(&format!("train x.vw --examples 700 -m a.nr {passes} --threads {threads}"));
            folder.ok(&format!("train first.vw -m b.nr {passes}"));
            assert!(folder.bytes("a.nr") == folder.bytes("b.nr"), "{threads} {passes}");
        }
        folder.ok(&format!("train odd.vw --examples 700 -m a.nr --threads {threads}"));
        folder.ok("train even.vw -m b.nr");
        assert!(folder.bytes("a.nr") == folder.bytes("b.nr"), "{threads}");
    }
    let all = folder.json("train x.vw --examples -1");
    assert_eq!(all["examples"], 2000);
    folder.refuses("train x.vw --examples 0", 2, &["above 0"]);
    folder.refuses("train x.vw --examples 10 -c", 2, &["cache"]);
}

#[test]
fn tests_at_the_end() {
    let folder = folder();
    folder.write("z.vw", tempting(3, 100));
    let run = folder.json("train x.vw -m m.nr --test y.vw --test z.vw");
    for (k, file) in ["y.vw", "z.vw"].iter().enumerate() {
        let alone = folder.json(&format!("train -t -i m.nr {file}"));
        let test = &run["tests"][k];
        assert_eq!(test["file"], *file);
        for measure in ["loss", "mistakes", "examples", "labelled"] {
            assert_eq!(test[measure], alone[measure], "{file} {measure}");
        }
    }
    let told = folder.ok("train x.vw --test y.vw").stderr;
    assert!(told.contains("test       y.vw: loss 0."), "{told}");
    folder.ok("train x.vw -m n.nr");
    assert_eq!(folder.bytes("m.nr"), folder.bytes("n.nr"), "nothing was learned from the tests");
    folder.refuses("train x.vw -m late.nr --test missing.vw", 1, &["missing.vw"]);
    folder.refuses("train x.vw -m y.vw --test y.vw", 2, &["overwritten"]);
    folder.refuses("train x.vw --test -", 2, &["--test needs a file"]);
    folder.write("bad.vw", "1 |a 1\nhm |a 1\n1 |a 2\n");
    let bad = folder.run("train x.vw -m kept.nr --test bad.vw");
    assert!(bad.code == 1 && bad.stderr.contains("bad.vw:2") && bad.stderr.contains("mean loss"), "{bad:?}");
    assert_eq!(folder.bytes("kept.nr"), folder.bytes("m.nr"), "what was learned is not lost by a bad test");
    let skipped = folder.json("train x.vw --test bad.vw --on-error skip");
    assert_eq!((&skipped["tests"][0]["skipped"], &skipped["tests"][0]["labelled"]), (&1.into(), &2.into()));
    assert!(!folder.names().contains(&"late.nr".to_owned()));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder();
    folder.refuses("train x.vw --passes 2 --save-per-pass", 2, &["--model"]);
    folder.refuses("train x.vw --passes 2000 --save-per-pass -m m.nr", 2, &["1000 models at most"]);
    folder.refuses("train x.vw --passes 2 --holdout-period 1", 2, &["holdout-period"]);
    folder.refuses("train x.vw --passes 2 --holdout-off --holdout-period 3", 2, &["cannot be used with"]);
    folder.write("m.nr.1", tempting(1, 10));
    folder.refuses("train m.nr.1 --passes 2 --save-per-pass -m m.nr", 2, &["overwritten"]);
}

/// Importance weights in any unit: the same predictions, to the bit for powers of two.
#[test]
fn weights_of_any_unit() {
    let folder = Folder::new();
    let weighted = |unit: f64| -> String {
        let mut random = SplitMix(9);
        let lines: Vec<String> = tempting(4, 800).lines().map(str::to_owned).collect();
        lines
            .iter()
            .map(|line| {
                let (label, features) = line.split_once(" |").unwrap();
                format!("{label} {} |{features}\n", unit * (1 + random.below(4)) as f64)
            })
            .collect()
    };
    let margins = |unit: f64| {
        folder.write("w.vw", weighted(unit));
        folder.ok("train w.vw -p margins.txt --quiet");
        folder.read("margins.txt")
    };
    let plain = margins(1.0);
    for unit in [0.0078125, 4.0, 1024.0, 1_099_511_627_776.0] {
        assert!(margins(unit) == plain, "{unit}");
    }
    let loss = |unit: f64| {
        folder.write("w.vw", weighted(unit));
        folder.json("train w.vw")["loss"].as_f64().unwrap()
    };
    let (one, survey) = (loss(1.0), loss(1700.0));
    assert!((one - survey).abs() < 1e-4 * one, "{one} and {survey}");
    folder.write("w.vw", weighted(1700.0));
    let told = folder.ok("train w.vw").stderr;
    assert!(told.contains("times the mean weight"), "{told}");
}
