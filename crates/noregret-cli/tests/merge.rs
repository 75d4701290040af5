//! `noregret merge`: models that went on from one start become one.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;

/// Two parts of a stream, each learned alone.
fn parts(learner: &str) -> Folder {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 1500 -o a.vw");
    folder.ok("generate clicks --rows 1500 --seed 9 -o b.vw");
    for part in ["a", "b"] {
        folder.ok(&format!("train {part}.vw -a {learner} --loss logistic -m {part}.nr --quiet"));
    }
    folder
}

#[test]
fn two_parts_become_one_that_goes_on() {
    for learner in
        ["auto", "auto --l2 1e-4 --radius 3", "ada-diag", "per-coord", "ftrl --l1 0.01", "arow", "ada-fd"]
    {
        let folder = parts(learner);
        let told = folder.json("merge a.nr b.nr -o m.nr");
        assert_eq!(
            (&told["examples"], &told["rounds"], &told["parts"]),
            (&3000.into(), &3000.into(), &2.into())
        );
        let loss = |model: &str| {
            folder.json(&format!("predict {model} b.vw -p /dev/null"))["loss"].as_f64().unwrap()
        };
        // Better on one part's data than what never saw it.
        assert!(loss("m.nr") < loss("a.nr"), "{learner}: {} {}", loss("m.nr"), loss("a.nr"));
        folder.ok("train a.vw -i m.nr -m n.nr --quiet");
        assert!(folder.json("inspect m.nr --top 0")["bound"].is_null(), "{learner}");
        // A model merged with itself predicts as it did, to the bit; but for auto, whose lanes' losses add up.
        folder.ok("merge a.nr a.nr -o same.nr");
        if learner.starts_with("auto") {
            continue;
        }
        for model in ["a", "same"] {
            folder.ok(&format!("predict {model}.nr b.vw -p {model}.txt --quiet"));
        }
        assert_eq!(folder.read("a.txt"), folder.read("same.txt"), "{learner}");
    }
}

#[test]
fn parts_that_went_on_from_a_start() {
    let folder = parts("ada-diag");
    for part in ["a", "b"] {
        folder.ok(&format!("train {part}.vw -i a.nr -m {part}2.nr --quiet"));
    }
    let told = folder.json("merge a2.nr b2.nr --start a.nr -o m.nr");
    assert_eq!(told["examples"], 1500 + 3000);
    folder.refuses("merge a2.nr b.nr --start a.nr -o m.nr", 1, &["b.nr", "did not start"]);
}

#[test]
fn what_cannot_be_merged_is_told() {
    let folder = parts("ada-diag");
    folder.ok("train b.vw -a ada-diag --eta 2 -m c.nr --quiet");
    folder.refuses("merge a.nr c.nr -o m.nr", 1, &["c.nr", "eta 2", "the same algorithm"]);
    folder.ok("export a.nr -o s.nr");
    folder.refuses("merge s.nr b.nr -o m.nr", 1, &["s.nr", "serving model"]);
    folder.refuses("merge a.nr b.nr -o ./a.nr", 2, &["a.nr"]);
    folder.ok("train a.vw -a flh --base ogd --loss logistic -m f.nr --quiet");
    folder.refuses("merge f.nr f.nr -o m.nr", 1, &["cannot be merged"]);
    assert!(!folder.path("m.nr").exists());
}
