//! Whoever comes from VW: the commands of `docs/from-vw.md`, and every flag of VW.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, SplitMix};
use std::fmt::Write as _;

const PAGE: &str = include_str!("../../../docs/from-vw.md");
const FLAGS: &str = include_str!("vw-flags.txt");

/// The data that the page speaks of.
fn folder() -> Folder {
    let folder = Folder::new();
    let mut random = SplitMix(3);
    let mut lines = |label: &dyn Fn(usize, usize) -> String, rows: usize| {
        let mut text = String::new();
        for _ in 0..rows {
            let (user, ad, hour) = (random.below(50), random.below(20), random.below(24));
            let label = label(user + ad, random.below(10));
            writeln!(text, "{label} |user u{user} |ad a{ad} b{} |time h{hour}", user * ad % 7).unwrap();
        }
        text
    };
    let clicks = |sum: usize, noise: usize| if (sum > 35) != (noise == 0) { "1" } else { "-1" }.to_owned();
    folder.write("day1.vw", lines(&clicks, 1500));
    folder.write("day2.vw", lines(&clicks, 500));
    folder.write("prices.vw", lines(&|sum, noise| format!("{}.5", 3 * sum + noise), 800));
    folder.write("digits.vw", lines(&|sum, noise| (1 + (sum / 7 + noise / 9) % 10).to_string(), 800));
    folder.write("counts.vw", lines(&|sum, noise| (sum / 20 + noise / 5).to_string(), 800));
    folder
}

/// Every command of ours on the page succeeds, in order, in one folder; each stands beside one of VW.
#[test]
fn the_commands_of_the_page() {
    let folder = folder();
    let mut run = 0;
    for block in PAGE.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let lines: Vec<&str> = block.lines().collect();
        let [vw, ours] = lines[..] else { panic!("a pair of commands, not {block}") };
        assert!(vw.starts_with("vw  "), "{vw}");
        let line = ours.strip_prefix("noregret ").unwrap();
        let output = folder.run(line);
        assert_eq!(output.code, 0, "{ours}: {output:?}");
        run += 1;
    }
    assert!(run >= 18, "{run} pairs");
    for file in ["both.nr", "margins.txt", "probabilities.txt", "passes.nr.0", "passes.nr.2"] {
        assert!(folder.names().contains(&file.to_owned()), "{file}");
    }
    // What the page shows of a refusal is what is said.
    let shown = PAGE.lines().find(|line| line.starts_with("error: --bfgs")).unwrap();
    let said = folder.run("train -d day1.vw --bfgs");
    assert_eq!((said.code, said.stderr.trim_end()), (2, shown));
}

/// VW's flags mean what they mean there.
#[test]
fn aliases_are_what_they_stand_for() {
    let folder = folder();
    for (vw, ours) in [
        ("-d day1.vw --loss_function logistic -f a.nr", "day1.vw --loss logistic -m b.nr"),
        (
            "-d day1.vw --final_regressor a.nr --bit_precision 18 --noconstant",
            "day1.vw -m b.nr --bits 18 --no-bias",
        ),
        ("-d day1.vw -f a.nr --save_resume --sort_features --strict_parse", "day1.vw -m b.nr"),
        (
            "-d day1.vw -f a.nr --ftrl --ftrl_alpha 0.3 --ftrl_beta 2",
            "day1.vw -m b.nr -a ftrl --alpha 0.3 --beta 2",
        ),
        ("--data day1.vw -f a.nr --cache_file x.cache --kill_cache", "day1.vw -m b.nr"),
        ("-d day1.vw -f a.nr --driver_output_off -P 10", "day1.vw -m b.nr"),
        ("-d digits.vw -f a.nr --oaa 10", "digits.vw -m b.nr --classes"),
        (
            "-d prices.vw -f a.nr --loss_function quantile --quantile_tau 0.9",
            "prices.vw -m b.nr --loss quantile(0.9)",
        ),
    ] {
        folder.ok(&format!("train {vw}"));
        folder.ok(&format!("train {ours}"));
        assert!(folder.bytes("a.nr") == folder.bytes("b.nr"), "{vw}");
    }
    folder.ok("train -d day1.vw -f m.nr -r raw.txt --quiet");
    folder.ok("train day1.vw -p margins.txt --quiet");
    assert_eq!(folder.read("raw.txt"), folder.read("margins.txt"));
    folder.ok("train -t -i m.nr -d day2.vw -p t.txt --quiet");
    let predicted = folder.ok("predict m.nr day2.vw --quiet").stdout;
    assert_eq!(folder.read("t.txt"), predicted);
    folder.ok("train --initial_regressor m.nr -d day2.vw -f n.nr");
    folder.ok("train -t -i m.nr -d day2.vw -p t.txt --link logistic --quiet");
    let linked = folder.ok("predict m.nr day2.vw --link --quiet").stdout;
    assert_eq!(folder.read("t.txt"), linked);
    folder.ok("train -t -i m.nr -d day2.vw -p t.txt --binary --quiet");
    assert!(folder.read("t.txt").lines().all(|line| line == "1" || line == "-1"));
}

/// A letter that VW would take for all namespaces that begin with it is remarked on.
#[test]
fn a_letter_to_ignore_is_a_whole_name() {
    let folder = folder();
    let told = folder.ok("train -d day1.vw --ignore u").stderr;
    assert!(told.contains("--ignore u leaves out the namespace \"u\" alone: \"user\" is read"), "{told}");
    let told = folder.ok("train -d day1.vw --ignore user").stderr;
    assert!(!told.contains("leaves out the namespace"), "{told}");
}

/// VW's JSON: objects are namespaces; without a label that is found nothing is learned, and that is said.
#[test]
fn json_of_vw() {
    let folder = Folder::new();
    let line = |y: i32, k: usize| {
        format!("{{\"_label\":{y},\"user\":{{\"id{}\":1}},\"ad\":{{\"price\":{}}}}}\n", k % 3, k % 7)
    };
    let rows: String = (0..60).map(|k| line(if k % 3 == 0 { 1 } else { -1 }, k)).collect();
    folder.write("a.json", rows);
    let told = folder.ok("train -d a.json --json").stderr;
    assert!(told.contains("no example has a label") && told.contains("_label"), "{told}");
    let run = folder.json("train -d a.json --label _label");
    assert_eq!(run["labelled"], 60);
    assert!(run["mistakes"].as_f64().unwrap() < 0.2, "{run}");
}

/// Every flag, in both spellings: known, or refused with one line and exit code 2. Nothing is read or written.
#[test]
fn every_flag_is_known_or_says_what_to_use() {
    let folder = Folder::new();
    let (mut refused, mut known) = (0, 0);
    let mut check = |flag: &str| {
        let output = folder.run(&format!("train {flag}"));
        assert!(!output.stderr.contains("unexpected argument"), "{flag}: {output:?}");
        if output.stderr.contains("is VW's") {
            assert_eq!((output.code, output.stderr.lines().count()), (2, 1), "{flag}: {output:?}");
            assert!(output.stderr.starts_with(&format!("error: {flag} is VW's, for ")), "{output:?}");
            refused += 1;
        } else {
            known += 1;
        }
    };
    for line in FLAGS.lines() {
        let mut parts = line.split_whitespace();
        let name = parts.next().unwrap();
        check(&format!("--{name}"));
        if name.contains('_') {
            check(&format!("--{}", name.replace('_', "-")));
        }
        parts.for_each(|letter| check(&format!("-{letter}")));
    }
    assert!(refused > 390 && known > 30, "{refused} {known}");
    assert!(folder.names().is_empty());
}

/// Letters and names that nothing is called: what is kept or crossed then is nothing, and that is said.
#[test]
fn what_keeps_or_crosses_nothing_is_told_of() {
    let folder = folder();
    let said = |line: &str| folder.ok(line).stderr;
    assert!(
        said("train day1.vw --keep u")
            .contains("--keep u keeps the namespace or key \"u\" alone, and there is none (in VW a letter")
    );
    assert!(!said("train day1.vw --keep user").contains("--keep"));
    for (crosses, says) in [
        ("-q zz", "z*z crossed nothing: no namespace, column or key begins with z"),
        ("-q uz", "u*z crossed nothing: no namespace, column or key begins with z"),
        ("--interactions user*hour", "user*hour crossed nothing: there is no namespace or key \"hour\""),
    ] {
        assert!(said(&format!("train day1.vw {crosses}")).contains(&format!("remark: {says}")), "{crosses}");
    }
    for crosses in ["-q ua", "-q ::", "--interactions user*ad", "--cubic uat"] {
        assert!(!said(&format!("train day1.vw {crosses}")).contains("crossed nothing"), "{crosses}");
    }
    let table: String = (0..60).map(|n| format!("{},u{},{}\n", n % 7, n % 5, n % 2)).collect();
    folder.write("a.csv", format!("x,user,y\n{table}"));
    folder.refuses("train a.csv --interactions user*\"y\"", 1, &["the column \"y\" is the label"]);
    assert!(
        said("train a.csv -q uy")
            .contains("remark: u*y crossed nothing: no namespace, column or key begins with y")
    );
    assert!(
        said("train a.csv --interactions user*\"x\" --ignore user")
            .contains("crossed nothing: no feature is of a column \"user\"")
    );
    assert!(!said("train a.csv -q ux").contains("crossed nothing"));
}

/// The daemon is a server here; flags without their values are VW's.
#[test]
fn flags_that_stand_alone_are_answered() {
    let folder = folder();
    for (line, says) in [
        ("train day1.vw --daemon", "--vw-port"),
        ("train day1.vw --port 26542", "--vw-port"),
        ("train day1.vw --dont_output_best_constant", "--no-measures"),
        ("train day1.vw --binary", "-p FILE --binary"),
        ("train day1.vw --probabilities", "-p FILE --probabilities"),
        ("train day1.vw -a", "noregret inspect"),
        ("train day1.vw --cache", "-c"),
    ] {
        let output = folder.run(line);
        assert_eq!((output.code, output.stderr.lines().count()), (2, 1), "{output:?}");
        assert!(output.stderr.contains("is VW's") && output.stderr.contains(says), "{output:?}");
    }
    folder.ok("train day1.vw --binary -p classes.txt --quiet");
}
