//! Columns of tables have units of their own: whoever names a learner has it behind scales there, and is told so.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

mod command;

use command::{Folder, SplitMix};
use noregret::algorithms;
use serde_json::Value;

/// Years, euros and a category, and a label that follows them.
fn people() -> Folder {
    let (folder, mut draw) = (Folder::new(), SplitMix(7));
    let mut text = "age,income,job,rich\n".to_owned();
    for _ in 0..1500 {
        let (age, income, job) = (18 + draw.below(60), 9_000 + draw.below(70_000), draw.below(3));
        let score = age as f64 / 40.0 + income as f64 / 40_000.0 + draw.below(100) as f64 / 100.0;
        let rich = if score > 2.6 { "yes" } else { "no" };
        text.push_str(&format!("{age},{income}.{:02},job{job},{rich}\n", draw.below(100)));
    }
    folder.write("people.csv", text);
    folder
}

const TRAIN: &str = "train people.csv --label rich --quiet";

#[test]
fn every_learner_is_at_home_in_a_table() {
    let folder = people();
    for algorithm in algorithms::ALL {
        let ran = folder.json(&format!("{TRAIN} -a {}", algorithm.name));
        let (mistakes, measures) = (ran["mistakes"].as_f64().unwrap(), &ran["measures"]);
        let constant = 1.0 - measures["baseline"]["accuracy"].as_f64().unwrap();
        assert!(mistakes < constant - 0.03, "{}: {mistakes}, a constant {constant}", algorithm.name);
    }
}

#[test]
fn a_table_is_taken_as_if_that_had_been_asked_for_and_the_summary_says_so() {
    let folder = people();
    for name in ["ada-diag", "per-coord", "pa1", "flh"] {
        let itself = folder.json(&format!("{TRAIN} -a {name} -m itself.nr"));
        let asked = folder.json(&format!("{TRAIN} -a {name} --normalize -m asked.nr"));
        assert_eq!(folder.bytes("itself.nr"), folder.bytes("asked.nr"), "{name}");
        assert_eq!((&itself["scaled"], &asked["scaled"]), (&Value::Bool(true), &Value::Null));
        let published = folder.json(&format!("{TRAIN} -a {name} --normalize=no"));
        assert_eq!(published["spec"].get("normalize"), None, "{name}");
        assert!(published["loss"].as_f64() > itself["loss"].as_f64(), "{name}");
    }
    let told = folder.ok("train people.csv --label rich -a ada-diag").stderr;
    assert!(told.contains("\nscaled ") && told.contains("--normalize=no"), "{told}");
}

#[test]
fn what_speaks_of_the_units_of_the_data_leaves_them() {
    let folder = people();
    let left = [
        "auto",
        "arow",
        "ada-diag --radius 0.5",
        "per-coord --radius 1",
        "ada-diag --l1 0.001",
        "per-coord --box 0,1",
        "flh --base arow",
    ];
    for given in left {
        assert_eq!(folder.json(&format!("{TRAIN} -a {given}"))["scaled"], Value::Null, "{given}");
    }
    // Candidates of a grid are all taken alike, be a value the usual one or not.
    let grid = folder.json("tune people.csv --label rich -a ada-diag --param l1=0,0.001 --quiet").to_string();
    assert!(!grid.contains("normalize"), "{grid}");
    folder.refuses(&format!("{TRAIN} -a flh --average"), 1, &["leave out --average"]);
    let regret = folder.json("regret people.csv --label rich -a per-coord");
    assert!(regret["bound"].is_number(), "{regret}");
    folder.ok("convert people.csv --to jsonl --label rich -o people.jsonl");
    let text = folder.json("train people.jsonl -a ada-diag --quiet");
    assert_eq!(text["scaled"], Value::Null, "no table");
}

#[test]
fn every_door_takes_a_table_alike() {
    let folder = people();
    let whole = folder.json(&format!("{TRAIN} -a ada-diag -m whole.nr"));
    folder.write("people.json", folder.ok("inspect whole.nr --schema").stdout);
    folder.ok(&format!("{TRAIN} -a ada-diag --schema people.json -m known.nr"));
    assert_eq!(
        folder.ok("predict known.nr people.csv").stdout,
        folder.ok("predict whole.nr people.csv").stdout
    );
    let race = folder.json("compare people.csv --label rich -a ada-diag -a arow --quiet").to_string();
    assert!(race.contains(&whole["loss"].to_string()), "{race} {}", whole["loss"]);
    let text = folder.read("people.csv");
    let (first, rest) = text.split_at(text.match_indices('\n').nth(700).unwrap().0 + 1);
    folder.write("first.csv", first);
    folder.write("rest.csv", format!("age,income,job,rich\n{rest}"));
    folder.ok("train first.csv --label rich -a ada-diag -m part.nr --quiet");
    let rest = folder.json("train rest.csv -i part.nr -m both.nr --quiet");
    assert_eq!((&rest["scaled"], &rest["spec"]["normalize"]), (&Value::Null, &Value::Bool(true)));
    assert_eq!(folder.bytes("both.nr"), folder.bytes("whole.nr"), "resumed is uninterrupted");
}
