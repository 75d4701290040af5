//! Serving models: what `export` writes predicts the same, is smaller, and does not go on learning.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;

#[test]
fn a_serving_model_predicts_the_same_and_is_smaller() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 2000 -o d.vw");
    folder.ok("generate clicks --rows 500 --seed 9 -o new.vw");
    for learner in
        ["auto", "auto --l1 0.001", "ada-diag", "per-coord", "ftrl --l1 0.01", "arow", "global --radius 2"]
    {
        folder.ok(&format!("train d.vw -a {learner} -m m.nr --quiet"));
        let told = folder.json("export m.nr -o s.nr");
        let (whole, served) = (folder.bytes("m.nr").len(), folder.bytes("s.nr").len());
        assert_eq!(told["bytes"], served, "{learner}");
        assert!(2 * served < whole + 1000, "{learner}: {served} of {whole} bytes");
        for model in ["m.nr", "s.nr"] {
            folder.ok(&format!("predict {model} new.vw --link -p {model}.txt --quiet"));
        }
        assert_eq!(folder.read("m.nr.txt"), folder.read("s.nr.txt"), "{learner}");
        assert_eq!(
            folder.json("inspect s.nr --top 0")["weights"],
            folder.json("inspect m.nr --top 0")["weights"]
        );
        folder.refuses("train d.vw -i s.nr -m n.nr", 1, &["s.nr is a serving model", "exported from"]);
        folder.refuses("export s.nr -o t.nr", 2, &["serving model already"]);
    }
}

#[test]
fn a_compact_model_says_how_far_it_moved() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 2000 -o d.vw");
    for learner in ["auto", "auto --l1 0.001", "ada-fd", "ada-diag"] {
        folder.ok(&format!("train d.vw -a {learner} -m m.nr --quiet"));
        let told = folder.json("export m.nr --compact d.vw -o c.nr");
        let (margin, prediction) =
            (told["margin_moved"].as_f64().unwrap(), told["prediction_moved"].as_f64().unwrap());
        assert!(told["examples"] == 2000 && margin > 0.0 && prediction < 0.2, "{learner}: {told}");
        folder.ok("predict m.nr d.vw -p m.txt --quiet");
        folder.ok("predict c.nr d.vw -p c.txt --quiet");
        let numbers = |name: &str| -> Vec<f64> {
            folder.read(name).lines().map(|line| line.parse().unwrap()).collect()
        };
        let most = numbers("m.txt")
            .iter()
            .zip(numbers("c.txt"))
            .fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        assert!((most - margin).abs() <= 1e-12 * margin, "{learner}: {most} and {margin}");
        let weights = told["weights"].as_u64().unwrap() as usize;
        assert!(folder.bytes("c.nr").len() < 8 * weights + 2000, "{learner}");
    }
}

#[test]
fn what_cannot_be_exported_is_told() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 200 -o d.vw");
    folder.ok("train d.vw -a ada-fd --precondition none -m m.nr --quiet");
    folder.refuses("export m.nr -o s.nr", 1, &["nothing can be left out", "--compact"]);
    folder.refuses("export m.nr d.vw -o s.nr", 2, &["DATA goes with --compact"]);
    folder.refuses("export m.nr -o ./m.nr --compact", 2, &["m.nr"]);
    assert!(!folder.names().contains(&"s.nr".to_owned()));
}
