//! Measures as the command tells them: while training, predicting and evaluating.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use serde_json::{Value, json};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// A table whose label depends on a number and a site.
fn table(rows: usize) -> String {
    let mut random = command::SplitMix(5);
    let mut text = "label,age,site,batch\n".to_owned();
    for k in 0..rows {
        let (age, site) = (random.below(80), ["kiel", "lund", "oslo"][random.below(3)]);
        let up = age + if site == "oslo" { 30 } else { 0 } > 50 + random.below(30);
        text += &format!("{},{age},{site},b{}\n", if up { "yes" } else { "no" }, k * 4 / rows);
    }
    text
}

#[test]
fn training_testing_and_predicting_tell_measures() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 6000 -o a.vw");
    let trained = folder.json("train a.vw -m a.nr -p margins.txt");
    let measures = &trained["measures"];
    assert_eq!(measures["rows"], 6000);
    assert!((number(&measures["log_loss"]) - number(&trained["loss"])).abs() < 1e-12);
    // Of the margins that were written.
    let (labels, margins) = (folder.read("a.vw"), folder.read("margins.txt"));
    let rows: Vec<(f64, bool)> = labels
        .lines()
        .zip(margins.lines())
        .map(|(line, margin)| (margin.parse().unwrap(), line.starts_with('1')))
        .collect();
    let (mut won, mut pairs) = (0.0, 0.0);
    for (p, _) in rows.iter().filter(|row| row.1) {
        for (n, _) in rows.iter().filter(|row| !row.1) {
            pairs += 1.0;
            won += if p > n {
                1.0
            } else if p == n {
                0.5
            } else {
                0.0
            };
        }
    }
    assert!((number(&measures["auc"]) - won / pairs).abs() < 1e-12);
    assert_eq!(measures["auc_error"], 0.0);
    let right = rows.iter().filter(|(margin, yes)| (*margin > 0.0) == *yes).count() as f64 / 6000.0;
    assert!((number(&measures["accuracy"]) - right).abs() < 1e-12);
    let larger = rows.iter().filter(|row| !row.1).count() as f64 / 6000.0;
    assert!((number(&measures["baseline"]["accuracy"]) - larger.max(1.0 - larger)).abs() < 1e-12);
    let [low, high] = [0, 1].map(|k| number(&measures["intervals"]["accuracy"][k]));
    assert!(low < right && right < high);
    // The same predictions have the same measures by every door.
    let predicted = folder.json("predict a.nr a.vw -p p.txt");
    assert_eq!(predicted["measures"], folder.json("train -t -i a.nr a.vw")["measures"]);
    assert_eq!(predicted["measures"], folder.json("evaluate a.nr a.vw")["measures"]);
    for object in [&trained, &predicted] {
        assert_eq!(object["version"], env!("CARGO_PKG_VERSION"));
    }
    assert_eq!(folder.json("inspect a.nr")["written_by"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn a_model_that_always_says_no_is_told_so() {
    let folder = Folder::new();
    let rows: String =
        (0..600).map(|k| format!("{} | a{}\n", if k % 6 == 5 { 1 } else { -1 }, k % 7)).collect();
    folder.write("a.vw", rows);
    let said = folder.ok("train a.vw -m a.nr").stderr;
    assert!(said.contains("always saying -1 has 83.33 %"), "{said}");
    let said = folder.ok("evaluate a.nr a.vw").stdout;
    assert!(
        said.contains("83.33 %; always saying -1 has 83.33 %, which is what it does: 1 is never predicted"),
        "{said}"
    );
    assert!(said.contains("precision: nothing was predicted positive"), "{said}");
    let measures = &folder.json("evaluate a.nr a.vw")["measures"];
    assert_eq!((&measures["precision"], &measures["recall"]), (&Value::Null, &json!(0.0)));
    assert_eq!(measures["undefined"]["precision"], "nothing was predicted positive");
}

#[test]
fn numbers_are_told_in_their_own_units() {
    let folder = Folder::new();
    folder.ok("generate regression --rows 800 -o a.csv --format csv");
    let told = folder.json("train a.csv -m a.nr");
    let measures = &told["measures"];
    // The learner's loss is half of what everybody calls the squared error.
    assert!((number(&measures["mse"]) - 2.0 * number(&told["loss"])).abs() < 1e-9 * number(&measures["mse"]));
    let (mse, rmse) = (number(&measures["mse"]), number(&measures["rmse"]));
    let constant = number(&measures["baseline"]["rmse"]);
    assert!((rmse * rmse - mse).abs() < 1e-9 * mse);
    let explained = 1.0 - mse / (constant * constant);
    assert!((number(&measures["r2"]) - explained).abs() < 1e-9);
    let said = folder.ok("train a.csv").stderr;
    for words in
        ["half the squared error", "RMSE", "the mean label has", "R2 ", "MAE", "the median label has"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn segments_and_windows_add_up() {
    let folder = Folder::new();
    folder.write("a.csv", table(900));
    folder.ok("train a.csv --ignore batch -m a.nr");
    let whole = folder.json("evaluate a.nr a.csv");
    let rows = |told: &Value, part: &str| {
        told[part]
            .as_array()
            .unwrap()
            .iter()
            .map(|s| s["measures"]["rows"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&whole, "windows").iter().sum::<u64>(), 900);
    assert!(rows(&whole, "segments").is_empty());
    // Categories, numbers of many values, a column that the model was not given.
    for (by, count) in [("site", 3), ("age", 6), ("batch", 4)] {
        let told = folder.json(&format!("evaluate a.nr a.csv --by {by}"));
        let found = rows(&told, "segments");
        assert_eq!(found.iter().sum::<u64>(), 900, "{by}: {told}");
        assert!(found.len() >= count, "{by}: {found:?}");
        assert_eq!(told["measures"], whole["measures"]);
    }
    let sites = folder.json("evaluate a.nr a.csv --by site");
    let mut names: Vec<_> =
        sites["segments"].as_array().unwrap().iter().map(|s| s["segment"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["site=kiel", "site=lund", "site=oslo"]);
    folder.refuses("evaluate a.nr a.csv --by nothing", 1, &["no column, namespace or feature", "nothing"]);
}

#[test]
fn importance_finds_what_matters() {
    let folder = Folder::new();
    folder.write("a.csv", table(900));
    folder.ok("train a.csv --ignore batch -m a.nr");
    let told = folder.json("evaluate a.nr a.csv");
    let all = told["importance"].as_array().unwrap();
    let of =
        |name: &str| all.iter().find(|c| c["column"] == name).unwrap_or_else(|| panic!("{name} in {told}"));
    assert!(number(&of("age")["loss_lost"]) > 0.05 && number(&of("age")["mean_size"]) > 0.1, "{told}");
    assert!(of("site")["heaviest"].as_array().unwrap().len() == 3);
}

#[test]
fn a_page_is_whole_and_fetches_nothing() {
    let folder = Folder::new();
    folder.write("a.csv", table(900));
    folder.ok("train a.csv --ignore batch -m a.nr");
    let said = folder.ok("evaluate a.nr a.csv --by site --report page.html");
    assert!(said.stderr.contains("report written to page.html"));
    let page = folder.read("page.html");
    for words in [
        "AUC",
        "Reliability",
        "Confusion",
        "predicted yes",
        "By site",
        "site=oslo",
        "Over time",
        "What the model goes by",
        "ROC",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("NaN"));
    folder.ok("generate regression --rows 800 -o n.csv --format csv");
    folder.ok("train n.csv -m n.nr");
    folder.ok("evaluate n.nr n.csv --report numbers.html");
    let page = folder.read("numbers.html");
    assert!(page.contains("Residuals") && page.contains("RMSE") && !page.contains("NaN"));
    folder.refuses("evaluate a.nr a.csv --report a.csv", 2, &["a.csv"]);
}

#[test]
fn contributions_sum_to_the_margin() {
    let folder = Folder::new();
    folder.write("a.csv", table(300));
    for algorithm in ["auto", "ada-diag", "ftrl", "arow", "ada-fd", "flh"] {
        folder.ok(&format!("train a.csv -a {algorithm} --ignore batch -m a.nr"));
        let margins = folder.ok("predict a.nr a.csv").stdout;
        let lines = folder.ok("predict a.nr a.csv --explain").stdout;
        assert_eq!(lines.lines().count(), 300);
        for (line, margin) in lines.lines().zip(margins.lines()) {
            let told: Value = serde_json::from_str(line).unwrap();
            let margin: f64 = margin.parse().unwrap();
            assert_eq!(number(&told["margin"]), margin);
            let parts = told["contributions"].as_array().unwrap();
            let sum: f64 = parts.iter().map(|c| number(&c["contribution"])).sum();
            let rest = number(&told["remainder"]);
            assert!((sum + rest - margin).abs() < 1e-9 * (1.0 + margin.abs()), "{algorithm}: {line}");
            if !["auto", "flh"].contains(&algorithm) {
                assert!(rest.abs() < 1e-9 * (1.0 + margin.abs()), "{algorithm}: {line}");
            }
            assert!(parts.iter().any(|c| c["feature"] == "the bias"));
        }
    }
}

#[test]
fn without_labels_there_is_nothing_to_measure() {
    let folder = Folder::new();
    folder.write("a.csv", table(50));
    folder.ok("train a.csv --ignore batch -m a.nr");
    folder.write("b.csv", "age,site\n3,kiel\n");
    folder.refuses("evaluate a.nr b.csv", 1, &["no example has a label", "--label"]);
    assert_eq!(folder.json("predict a.nr b.csv -p p.txt")["measures"], Value::Null);
    folder.write("empty.svm", "");
    assert_eq!(folder.json("train empty.svm")["measures"], Value::Null);
}
