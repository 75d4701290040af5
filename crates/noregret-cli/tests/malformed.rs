//! Every malformed input is refused at its line and with its reason, and leaves nothing behind; or is left out and counted.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use noregret_io::{Format, LabelKind, Labels, Schema, parse_bytes};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    format: Format,
    input: String,
    line: u64,
    message: String,
    #[serde(default)]
    labels: Option<LabelKind>,
}

impl Case {
    /// How the input is read.
    fn flags(&self) -> String {
        let loss = match self.labels {
            None | Some(LabelKind::Binary | LabelKind::Open | LabelKind::Classes) => "logistic",
            Some(LabelKind::Real) => "squared",
            Some(LabelKind::Count) => "poisson",
        };
        format!("--format {} --loss {loss}", self.format)
    }

    /// Whether a line is to blame, not the file.
    fn is_line(&self) -> bool {
        let mut schema = Schema::new(Labels::new(self.labels.unwrap_or(LabelKind::Binary)));
        parse_bytes(self.input.as_bytes(), "data", Some(self.format), &mut schema).is_ok()
    }
}

/// The table that the readers' own tests use.
fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../noregret-io/tests/malformed.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<Case> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() >= 120, "{} cases", cases.len());
    cases
}

#[test]
fn every_malformed_input_stops_the_run_and_leaves_nothing() {
    let folder = Folder::new();
    let mut too_large = 0;
    for case in cases() {
        folder.write("data", &case.input);
        let output = folder.run(&format!("train data {} -m model.nr -p margins.txt --json", case.flags()));
        assert_eq!(output.code, 1, "{}: {output:?}", case.name);
        assert_eq!(output.stdout, "", "{}", case.name);
        assert_eq!(folder.names(), ["data"], "{}", case.name);
        if output.stderr.contains("learning from it would overflow") {
            // A line before the bad one reads well and is beyond learning.
            too_large += 1;
            continue;
        }
        let place = format!("error: data:{}: ", case.line);
        assert!(output.stderr.contains(&place), "{}: {place:?} is not in {output:?}", case.name);
        assert!(
            output.stderr.contains(&case.message),
            "{}: {:?} is not in {output:?}",
            case.name,
            case.message
        );
    }
    assert!(too_large <= 2, "{too_large}");
}

#[test]
fn every_malformed_line_can_be_left_out() {
    let folder = Folder::new();
    let (mut lines, mut files) = (0, 0);
    for case in cases() {
        folder.write("data", &case.input);
        let output = folder.run(&format!("train data {} --on-error skip --quiet --json", case.flags()));
        let place = format!("data:{}: ", case.line);
        assert!(output.stderr.contains(&place), "{}: {output:?}", case.name);
        if case.is_line() {
            lines += 1;
            assert_eq!(output.code, 0, "{}: {output:?}", case.name);
            assert!(output.json()["skipped"].as_u64() >= Some(1), "{}: {output:?}", case.name);
        } else {
            files += 1;
            assert_eq!((output.code, output.stdout.as_str()), (1, ""), "{}: {output:?}", case.name);
        }
    }
    assert!(lines > 100 && files > 10, "{lines} lines and {files} files");
}

/// The same lines from standard input, in the middle of good ones, for prediction.
#[test]
fn a_bad_line_in_the_middle_is_named_and_the_others_are_used() {
    let folder = Folder::new();
    folder.write("good.svm", "1 1:1\n-1 2:1\n".repeat(30));
    folder.ok("train good.svm -m model.nr");
    let data = "1 1:1\n".repeat(20) + "1 1:nan\n" + &"-1 2:1\n".repeat(20);
    let stopped = folder.feed("predict model.nr --format svmlight -p margins.txt", &data);
    assert_eq!(stopped.code, 1);
    assert!(stopped.stderr.contains("stdin:21: field 2 \"1:nan\""), "{stopped:?}");
    assert_eq!(folder.names(), ["good.svm", "model.nr"]);
    let skipped = folder.feed("predict model.nr --format svmlight --on-error skip", &data);
    assert_eq!((skipped.code, skipped.stdout.lines().count()), (0, 41));
    assert_eq!(skipped.stdout.lines().nth(20), Some("nan"), "every line has its line");
    let clean = folder.feed("predict model.nr --format svmlight", data.replace("1 1:nan\n", ""));
    assert_eq!(clean.stdout, skipped.stdout.replace("nan\n", ""));
}

#[test]
fn only_a_few_skipped_lines_are_shown_and_all_are_counted() {
    let folder = Folder::new();
    let output =
        folder.feed("train --format svmlight --on-error skip", "1 1:1\n1 x:1\n".repeat(50) + "-1 1:1\n");
    assert_eq!(output.code, 0);
    assert_eq!(output.stderr.matches("skipped: stdin:").count(), 5, "{output:?}");
    assert!(output.stderr.contains("50 bad lines were left out"), "{output:?}");
}

#[test]
fn skipping_is_learning_from_the_rest() {
    let folder = Folder::new();
    folder.write("bad.svm", "1 1:1\n1 1:1e999\n-1 2:1\n7 1:1\n1 2:0.5\n");
    folder.write("good.svm", "1 1:1\n-1 2:1\n1 2:0.5\n");
    folder.ok("train bad.svm --loss logistic --on-error skip -m bad.nr -p bad.txt --quiet");
    folder.ok("train good.svm --loss logistic -m good.nr -p good.txt --quiet");
    let (bad, good) = (folder.read("bad.txt"), folder.read("good.txt"));
    assert_eq!(bad.lines().map(|line| line == "nan").collect::<Vec<_>>(), [false, true, false, true, false]);
    assert_eq!(bad.replace("nan\n", ""), good);
    let top = |name: &str| folder.json(&format!("inspect {name} --top 100"))["top"].clone();
    assert_eq!(top("bad.nr"), top("good.nr"));
}

/// What is refused when nothing is learned is not said to be learned from.
#[test]
fn a_prediction_that_overflows_is_told_as_one() {
    let folder = Folder::new();
    folder.write("t.svm", "1 1:1e150\n-1 1:-1e150\n".repeat(4));
    folder.ok("train t.svm -a ogd --eta 1e-100 -m t.nr --quiet");
    folder.write("u.svm", "1 1:1e300\n");
    folder.refuses("predict t.nr u.svm", 1, &["u.svm:1", "its prediction overflows"]);
}

/// The limit told is the one there is.
#[test]
fn numbers_beyond_all_limits() {
    let folder = Folder::new();
    folder.write("t.svm", "1 18446744073709551616:1\n-1 1:1\n");
    folder.refuses("train t.svm", 1, &["1073741823 is the largest", "use --bits"]);
    let output = folder.run("train t.svm --bits 10");
    assert!(output.stderr.contains("18446744073709551615 is the largest"), "{output:?}");
    assert!(!output.stderr.contains("--bits"), "{output:?}");
}

/// Predictions can be pasted beside the data: a line the learner cannot take keeps its place and its tag.
#[test]
fn a_line_left_out_keeps_its_place_among_the_predictions() {
    let folder = Folder::new();
    folder.write("a.vw", "1 one|f x:1\n-1 two|f y:1\n1 x\n1 far|f x:1e300\n-1 five|f y:2\n");
    for line in [
        "train a.vw --on-error skip -m a.nr -p 1.txt --json",
        "predict a.nr a.vw --on-error skip -p 2.txt --json",
        "train a.vw -t -i a.nr --on-error skip -p 3.txt --json",
    ] {
        assert_eq!(folder.ok(line).json()["skipped"], 2, "{line}");
    }
    for name in ["1.txt", "2.txt", "3.txt"] {
        let text = folder.read(name);
        let tags: Vec<_> = text.lines().map(|line| line.split_once(' ').map_or("", |(_, tag)| tag)).collect();
        assert_eq!(tags, ["one", "two", "", "far", "five"], "{name}");
        let left_out: Vec<_> = text.lines().map(|line| line.starts_with("nan")).collect();
        assert_eq!(left_out, [false, false, true, true, false], "{name}: {text}");
    }
}

/// Whatever a file holds or is called, what is said of it does not steer the terminal.
#[cfg(unix)]
#[test]
fn nothing_quoted_steers_the_terminal() {
    let folder = Folder::new();
    let evil = "\x1b[2J\x07";
    folder.write("a.csv", format!("x{evil},a\n1,2\n"));
    folder.write("b.csv", format!("y,a\nham{evil},1\nspam,2\nzebra{evil},3\n"));
    folder.write("c.csv", format!("y,a{evil}\n1,2\n0,x\n1,2{evil}\n"));
    folder.write("d.jsonl", format!("{{\"label\": 1, \"a{evil}\": 1}}\n"));
    folder.write(&format!("e{evil}.svm"), "1 1:1\n1 x\n");
    folder.write("f.vw", format!("1 |n{evil} a{evil}:1e300\n-1 | b\n"));
    for data in ["a.csv", "b.csv", "c.csv --numeric a\x1b[2J\x07", "d.jsonl", "e\x1b[2J\x07.svm", "f.vw"] {
        for more in ["", "--on-error skip", "-a ada-diag --loss squared"] {
            let output = folder.run(&format!("train {data} {more}"));
            assert!(!output.stderr.contains(['\x1b', '\x07']), "{data}: {output:?}");
        }
    }
}

/// A text among labels that are numbers: a class, a missing label, or the name of the column.
#[test]
fn a_text_among_numeric_labels_comes_with_what_to_do() {
    let folder = Folder::new();
    folder.write("a.csv", "x,y\n1.5,0\n2.5,1\n3.5,not known\n");
    folder.refuses(
        "train a.csv",
        1,
        &["a.csv:4: \"y\" = \"not known\": the label is not a number", "--classes", "--na 'not known'"],
    );
    assert!(!folder.run("train a.csv").stderr.contains("--header"), "it was read");
    folder.write("c.csv", "1.5,0\n2.5,1\n3.5,not known\n");
    folder.refuses("train c.csv --label 2", 1, &["c.csv:3: ", "--na 'not known'", "--header"]);
    assert_eq!(folder.json("train a.csv --classes")["examples"], 3);
    folder.write("a.jsonl", "{\"label\": 0, \"x\": 1}\n{\"label\": \"no\", \"x\": 1}\n");
    let said = folder.run("train a.jsonl --loss squared").stderr;
    assert!(said.contains("--na no") && !said.contains("--header"), "{said}");
    folder.write("b.csv", "7,score\n1,4\n8,5\n");
    folder.refuses("train b.csv --no-header --label 2", 1, &["b.csv:2: ", "pass --header"]);
    folder.write("a.vw", "1 |a x\nx |a x\n");
    let said = folder.run("train a.vw").stderr;
    assert!(!said.contains("--classes learns"), "{said}");
}

/// Texts whose lines end with CR alone, and UTF-16 without its mark, are named.
#[test]
fn texts_that_have_no_lines_are_named() {
    let folder = Folder::new();
    let table = "y,a,b\n1,2,3\n0,3,4\n1,5,6\n";
    for (name, format) in [("a.csv", ""), ("a.txt", ""), ("a.csv", "--format tsv")] {
        folder.write(name, table.replace('\n', "\r"));
        folder.refuses(
            &format!("train {name} {format}"),
            1,
            &[&format!("{name}:1: its lines end with CR alone"), "tr "],
        );
        for (wide, says) in [
            (table.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(), "UTF-16LE"),
            (table.encode_utf16().flat_map(u16::to_be_bytes).collect(), "UTF-16BE"),
        ] {
            folder.write(name, wide);
            folder.refuses(
                &format!("train {name} {format}"),
                1,
                &[&format!("{name}:1: this looks like UTF-16 without"), says],
            );
        }
    }
    folder.write("a.vw", "1 |a x\r-1 |a y\r");
    folder.refuses("train a.vw", 1, &["a.vw:1: its lines end with CR alone"]);
    folder.write("a.csv", table.replace('\n', "\r\n"));
    folder.ok("train a.csv --quiet");
    let piped = folder.feed("train --format csv -", table.replace('\n', "\r"));
    assert!(piped.code == 1 && piped.stderr.contains("CR alone"), "{piped:?}");
}
