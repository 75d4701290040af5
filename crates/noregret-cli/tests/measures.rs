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

/// A first row far from 0 spoils the measures of numbers near each other, and is told long before it has most of the squares.
#[test]
fn a_first_row_that_has_much_of_the_error_is_told() {
    let folder = Folder::new();
    let mut random = command::SplitMix(5);
    let rows = (0..1000)
        .map(|_| format!("{},{}\n", random.below(10), 140.0 + random.below(2001) as f64 / 100.0 - 10.0));
    folder.write("far.csv", "a,y\n".to_owned() + &rows.collect::<String>());
    let told = folder.json("train far.csv");
    let share = number(&told["measures"]["first_share"]);
    assert!(0.2 < share && share < 0.5, "{share}");
    assert!(
        told["remarks"].to_string().contains("the first row, predicted before any label was known"),
        "{told}"
    );
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
        "said yes",
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
    folder.ok("evaluate n.nr n.csv --export parts");
    assert!(folder.read("parts/01-measures.csv").contains("RMSE,"));
    assert!(folder.read("parts/02-residuals.svg").starts_with("<svg "));
    folder.refuses("evaluate a.nr a.csv --report a.csv", 2, &["a.csv"]);
}

/// What is added sums to a margin with the remainder, which is rounding but where probabilities of classes are mixed.
fn sums(what: &str, margin: &Value, parts: &[&Value], rest: &Value, mixes: bool) {
    let (margin, rest) = (number(margin), number(rest));
    let (sum, size) =
        parts.iter().fold((0.0, 0.0), |(sum, size), part| (sum + number(part), size + number(part).abs()));
    assert!(
        (sum + rest - margin).abs() < 1e-9 * (1.0 + size + rest.abs()),
        "{what}: {sum} + {rest} is not {margin}"
    );
    assert!(mixes || rest.abs() < 1e-5 * (1.0 + size), "{what}: the remainder is {rest}");
}

#[test]
fn contributions_sum_to_the_margin() {
    let folder = Folder::new();
    folder.write("a.csv", table(300));
    let learners = ["auto", "ada-diag", "ftrl", "arow", "ada-fd", "flh", "mirror"];
    let crossed = ["auto -q as", "ada-diag --interactions all*all"];
    for learner in learners.into_iter().chain(crossed) {
        folder.ok(&format!("train a.csv -a {learner} --ignore batch -m a.nr"));
        // What features are divided by, and all of a sketch, takes part in predictions.
        let whole = learner.starts_with("auto") || learner == "arow";
        let compact = if whole { "" } else { "--compact" };
        folder.ok(&format!("export a.nr -o b.nr {compact}"));
        for model in ["a.nr", "b.nr"] {
            let margins = folder.ok(&format!("predict {model} a.csv")).stdout;
            let lines = folder.ok(&format!("predict {model} a.csv --explain")).stdout;
            assert_eq!(lines.lines().count(), 300);
            let mut products = false;
            for (line, margin) in lines.lines().zip(margins.lines()) {
                let told: Value = serde_json::from_str(line).unwrap();
                assert_eq!(number(&told["margin"]), margin.parse::<f64>().unwrap());
                let all = told["contributions"].as_array().unwrap();
                let parts: Vec<&Value> = all.iter().map(|c| &c["contribution"]).collect();
                sums(learner, &told["margin"], &parts, &told["remainder"], false);
                assert!(all.iter().any(|c| c["feature"] == "the bias"));
                products |= all.iter().any(|c| c["feature"].as_str().unwrap().contains('*'));
            }
            // A serving model keeps no names.
            let crossed = learner.contains("-q") || learner.contains("all*all");
            assert_eq!(products, crossed && model == "a.nr", "{learner}");
        }
    }
    folder.refuses("predict a.nr a.csv --explain --output margins", 2, &["--explain"]);
}

/// A table of three classes, and a fourth that comes late.
fn classes(rows: usize) -> String {
    let mut random = command::SplitMix(9);
    let mut text = "kind,x,y,w\n".to_owned();
    for k in 0..rows {
        let class = random.below(if k < rows / 2 { 3 } else { 4 });
        let (x, y) = (class % 2 * 50 + random.below(60), class / 2 * 40 + random.below(60));
        text += &format!("{},{x},{y},{}\n", ["ash", "elm", "oak", "yew"][class], 1 + random.below(3));
    }
    text
}

#[test]
fn classes_are_explained_by_class() {
    let folder = Folder::new();
    folder.write("a.csv", classes(400));
    for learner in ["auto", "ada-diag", "auto --loss hinge", "ftrl"] {
        folder.ok(&format!("train a.csv --label kind --classes -a {learner} -m a.nr"));
        let said = folder.ok("predict a.nr a.csv").stdout;
        let lines = folder.ok("predict a.nr a.csv --explain").stdout;
        for (line, class) in lines.lines().zip(said.lines()) {
            let told: Value = serde_json::from_str(line).unwrap();
            assert_eq!(told["prediction"], class);
            for name in ["ash", "elm", "oak", "yew"] {
                let all = told["contributions"].as_array().unwrap();
                let parts: Vec<&Value> = all.iter().map(|c| &c["contribution"][name]).collect();
                sums(learner, &told["margin"][name], &parts, &told["remainder"][name], learner == "auto");
            }
        }
    }
}

#[test]
fn classes_are_measured_by_every_door() {
    let folder = Folder::new();
    folder.write("a.csv", classes(1200));
    folder.write("b.csv", classes(500));
    for learner in ["auto", "auto --loss hinge", "ada-diag --loss logistic"] {
        let line = format!("train a.csv --label kind --weight w --classes -a {learner} -m a.nr --test b.csv");
        let trained = folder.json(&line);
        let progressive = &trained["measures"];
        assert_eq!(progressive["rows"], 1200);
        let accuracy = number(&progressive["accuracy"]);
        assert!((accuracy + number(&trained["mistakes"]) - 1.0).abs() < 1e-12, "{learner}");
        let softmax = trained["loss_function"] == "softmax";
        if softmax {
            assert!((number(&progressive["log_loss"]) - number(&trained["loss"])).abs() < 1e-12, "{learner}");
        }
        let tested = folder.json("predict a.nr b.csv --label kind --weight w -p p.txt")["measures"].clone();
        assert_eq!(tested, trained["tests"][0]["measures"], "{learner}");
        let told = folder.json("evaluate a.nr b.csv --label kind --weight w --by x");
        assert_eq!(tested, told["measures"], "{learner}");
        let parts =
            told["segments"].as_array().unwrap().iter().map(|s| s["measures"]["rows"].as_u64().unwrap());
        assert_eq!(parts.sum::<u64>(), 500);
        // Of the classes that were written.
        let (mut right, mut weight) = (0.0, 0.0);
        for (row, said) in folder.read("b.csv").lines().skip(1).zip(folder.read("p.txt").lines()) {
            let cells: Vec<&str> = row.split(',').collect();
            let w: f64 = cells[3].parse().unwrap();
            (right, weight) = (right + if cells[0] == said { w } else { 0.0 }, weight + w);
        }
        assert!((number(&tested["accuracy"]) - right / weight).abs() < 1e-12);
        let all = |name: &str| tested[name].as_array().unwrap().clone();
        let confusion: f64 =
            all("confusion").iter().flat_map(|row| row.as_array().unwrap()).map(number).sum();
        assert!((confusion - weight).abs() < 1e-9);
        assert_eq!((all("recall_by_class").len(), all("top_k").len()), (4, 4));
        assert!((number(&all("top_k")[3]) - 1.0).abs() < 1e-12);
        assert_eq!(tested["log_loss"].is_null(), learner.contains("hinge"));
    }
    let said = folder.ok("evaluate a.nr b.csv --label kind --weight w --report page.html").stdout;
    for words in ["recall", "said oak", "top-2 accuracy", "always saying"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let page = folder.read("page.html");
    assert!(page.contains("By class") && page.contains("Confusion") && !page.contains("NaN"));
}

#[test]
fn what_is_held_out_is_measured_and_not_learned() {
    let folder = Folder::new();
    folder.write("a.csv", table(1000));
    let told = folder.json("train a.csv --ignore batch --holdout 0.25 -m a.nr");
    let held = &told["holdout"];
    assert_eq!(
        (&held["examples"], &told["rounds"], &told["measures"]["rows"]),
        (&json!(250), &json!(750), &json!(750))
    );
    // Every fourth row, by the model that was written.
    let text = folder.read("a.csv");
    let (head, rows) = text.split_once('\n').unwrap();
    let kept: Vec<&str> = rows.lines().skip(3).step_by(4).collect();
    folder.write("held.csv", format!("{head}\n{}\n", kept.join("\n")));
    let evaluated = folder.json("evaluate a.nr held.csv");
    assert_eq!(evaluated["measures"], held["measures"]);
    assert!((number(&evaluated["loss"]) - number(&held["loss"])).abs() < 1e-12);
    let told = folder.json("train a.csv --ignore batch --passes 3");
    assert_eq!((&told["holdout"]["measures"]["rows"], &told["measures"]["rows"]), (&json!(100), &json!(900)));
    let said = folder.ok("train a.csv --ignore batch --holdout 0.1 --test held.csv").stderr;
    assert!(said.matches("log loss").count() >= 2 && said.contains("held out"), "{said}");
    folder.refuses("train a.csv --holdout 1", 2, &["share"]);
}

/// What data hold steers no terminal and breaks no line of a table or of predictions.
#[test]
fn names_from_data_stay_on_their_line() {
    let folder = Folder::new();
    let row = |n: usize| {
        let (label, site) =
            ([r"\u001b[2Jred", "blue\\nsky", "green"][n % 3], ["\\u009bkiel", "a\\nb"][n % 2]);
        let tag = ["t\\nu", "plain tag", "\\\"q"][n % 3];
        format!(
            "{{\"label\": \"{label}\", \"tag\": \"{tag}\", \"features\": {{\"site\": \"{site}\", \"x\": {}}}}}\n",
            n % 3
        )
    };
    folder.write("a.jsonl", (0..90).map(row).collect::<String>());
    let told = folder.ok("train a.jsonl -m a.nr -p p.txt");
    let lines: Vec<String> = folder.read("p.txt").lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 90);
    assert!(lines[60].ends_with(r#" "t\nu""#) && lines[61].ends_with(" plain tag"), "{:?}", &lines[60..63]);
    assert!(lines[62].ends_with(r#" "\"q""#), "{}", lines[62]);
    let inspected = folder.ok("inspect a.nr --top 100").stdout;
    let evaluated = folder.ok("evaluate a.nr a.jsonl").stdout;
    for text in [&told.stderr, &inspected, &evaluated] {
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert!(text.contains(r"\u{1b}[2Jred") && text.contains(r"blue\nsky"), "{text}");
    }
    // Every line of the weights has its number, every one of a table as many cells as the head.
    let weights = inspected.lines().skip_while(|line| !line.contains("class: feature")).skip(1);
    assert!(weights.clone().count() > 6);
    for line in weights {
        assert!(line.trim_start().split(' ').next().unwrap().parse::<f64>().is_ok(), "{line}");
    }
    // What machines read is as it was.
    folder.write("t.csv", "a\u{9b}b,y\n".to_owned() + &"1,0\n2,1\n".repeat(20));
    folder.ok("train t.csv -m t.nr");
    assert!(!folder.ok("inspect t.nr").stdout.contains('\u{9b}'));
    let schema: Value = serde_json::from_str(&folder.ok("inspect t.nr --schema").stdout).unwrap();
    assert!(schema.to_string().contains("a\u{9b}b"), "{schema}");
}

#[test]
fn without_labels_there_is_nothing_to_measure() {
    let folder = Folder::new();
    folder.write("a.csv", table(50));
    folder.ok("train a.csv --ignore batch -m a.nr");
    folder.write("b.csv", "age,site\n3,kiel\n");
    folder.refuses(
        "evaluate a.nr b.csv",
        1,
        &["there is no column ", "the columns are age, site", "--label"],
    );
    folder.write("none.csv", table(0));
    folder.refuses("evaluate a.nr none.csv", 1, &["no example has a label"]);
    assert_eq!(folder.json("predict a.nr b.csv -p p.txt")["measures"], Value::Null);
    let said = folder.ok("train a.csv --ignore batch --test b.csv").stderr;
    assert!(
        said.contains("b.csv: no labels to measure by (examples: 1)") && !said.contains("loss none"),
        "{said}"
    );
    folder.write("empty.svm", "");
    assert_eq!(folder.json("train empty.svm")["measures"], Value::Null);
}

#[test]
fn a_model_that_always_says_the_smaller_class_is_not_said_to_say_the_larger() {
    let folder = Folder::new();
    folder.write("a.csv", "y,x\n".to_owned() + &"1,1\n0,2\n1,3\n1,4\n".repeat(20));
    folder.write("b.csv", "y,x\n0,1\n0,3\n1,4\n");
    folder.ok("train a.csv -m a.nr");
    let said = folder.ok("evaluate a.nr b.csv").stdout;
    assert!(said.contains("33.33 %; always saying 0 has 66.67 %; it always says 1"), "{said}");
}

/// The names and rows of segments.
fn segments(told: &Value) -> Vec<(String, u64)> {
    let segments = told["segments"].as_array().unwrap();
    let one =
        |s: &Value| (s["segment"].as_str().unwrap().to_owned(), s["measures"]["rows"].as_u64().unwrap());
    segments.iter().map(one).collect()
}

fn named(list: &[(&str, u64)]) -> Vec<(String, u64)> {
    list.iter().map(|(name, rows)| ((*name).to_owned(), *rows)).collect()
}

#[test]
fn what_is_missing_is_a_segment_of_its_own() {
    let folder = Folder::new();
    folder.write(
        "a.csv",
        "y,n,m,s\n".to_owned() + &"yes,0,1,kiel\nno,1,old,lund\nyes,2,2,kiel\nno,0,old,lund\n".repeat(30),
    );
    folder.ok("train a.csv -m a.nr");
    // A value of 0, one that is not there, and one that nobody learned.
    folder.write(
        "b.csv",
        "y,n,m,s\nyes,0,0,kiel\nno,,,\nyes,1,old,oslo\nno,NA,NA,NA\nno,0,new,lund\nyes,0,0,lund\n",
    );
    let by = |column: &str| segments(&folder.json(&format!("evaluate a.nr b.csv --by {column}")));
    assert_eq!(by("n"), named(&[("0", 3), ("1", 1), ("(missing)", 2)]));
    assert_eq!(by("m"), named(&[("m=old", 1), ("(none the model knows)", 3), ("(missing)", 2)]));
    assert_eq!(
        by("s"),
        named(&[("s=lund", 2), ("s=kiel", 1), ("(none the model knows)", 1), ("(missing)", 2)])
    );
    // Of a column of numbers and a few texts, the texts are no zeros either.
    let mixed = |k: usize| if k.is_multiple_of(30) { "old".to_owned() } else { (k * 37 % 211).to_string() };
    let rows: String = (0..300).map(|k| format!("{},{},{}\n", k % 3 / 2, mixed(k), k % 5)).collect();
    folder.write("mixed.csv", format!("y,x,z\n{rows}"));
    folder.ok("train mixed.csv -m mixed.nr");
    folder.write("few.csv", "y,x,z\n1,3,1\n0,old,1\n1,new,1\n0,0,1\n1,,1\n");
    let told = segments(&folder.json("evaluate mixed.nr few.csv --by x"));
    let each = ["0", "3", "x=old", "(none the model knows)", "(missing)"];
    assert_eq!(told, named(&each.map(|name| (name, 1))));
    // A table without the column has no value in any row, beside one that has.
    folder.write("c.csv", "y,m\nyes,1\nno,old\nno,2\n");
    for column in ["n", "s"] {
        let told = folder.json(&format!("evaluate a.nr b.csv c.csv --by {column}"));
        assert_eq!(segments(&told).pop(), Some(("(missing)".to_owned(), 5)), "{told}");
        assert_eq!(
            told["remarks"],
            json!(["c.csv: n, s: columns learned from before that are missing here"])
        );
    }
    let told = folder.ok("evaluate a.nr c.csv --by n --report page.html");
    assert!(told.stderr.contains("remark: c.csv: n, s: columns learned"), "{}", told.stderr);
    assert!(folder.read("page.html").contains("columns learned from before that are missing here"));
    let trained = folder.json("train a.csv --test b.csv --test c.csv");
    assert_eq!(trained["tests"][0]["remarks"], Value::Null);
    assert_eq!(
        trained["tests"][1]["remarks"][0],
        "c.csv: n, s: columns learned from before that are missing here"
    );
    let told = folder.ok("train a.csv --test c.csv").stderr;
    assert!(told.contains("remark: c.csv: n, s: columns learned"), "{told}");
    // Without names there is nothing to call the texts of a column by; its numbers need none.
    folder.ok("export a.nr -o served.nr");
    let told = folder.json("evaluate served.nr b.csv --by n");
    assert_eq!(segments(&told), by("n"));
    assert_eq!(told["measures"], folder.json("evaluate a.nr b.csv")["measures"]);
    folder.refuses("evaluate served.nr b.csv --by s", 1, &["keeps no names", "column \"s\""]);
}

#[test]
fn rows_are_divided_by_labels_weights_and_columns_of_numbers() {
    let folder = Folder::new();
    let rows: String = (0..300)
        .map(|k| format!("{},{},{},{}\n", ["no", "yes"][k * k % 7 % 2], k % 10, 1 + k % 3, k % 97))
        .collect();
    folder.write("a.csv", format!("y,x,w,day\n{rows}"));
    folder.ok("train a.csv --weight w --ignore day -m a.nr");
    let by = |column: &str| folder.json(&format!("evaluate a.nr a.csv --by {column}"));
    let label = by("y");
    let classes = &label["measures"]["confusion"];
    let (yes, no) = (segments(&label), number(&classes["true_negative"]));
    assert_eq!(yes.iter().map(|s| s.1).sum::<u64>(), 300);
    assert!(yes.iter().all(|(name, _)| name == "yes" || name == "no") && yes.len() == 2);
    // Right among those that are "no": the recall of the class.
    let part = label["segments"].as_array().unwrap().iter().find(|s| s["segment"] == "no").unwrap();
    assert!((number(&part["measures"]["confusion"]["true_negative"]) - no).abs() < 1e-9);
    assert_eq!(segments(&by("w")), named(&[("1", 100), ("2", 100), ("3", 100)]));
    // A column that the model was not given has ranges where it has many numbers, as any other.
    let days: Vec<String> = segments(&by("day")).into_iter().map(|s| s.0).collect();
    assert_eq!(days, ["0", "1 to 2", "2 to 5", "5 to 10", "10 to 20", "20 to 50", "50 to 100"]);
    let numbers = "train a.csv --label x --weight w --ignore day,y --loss squared -m n.nr";
    folder.ok(numbers);
    let told = segments(&folder.json("evaluate n.nr a.csv --by x"));
    assert_eq!((told.len(), told[3].clone()), (10, ("3".to_owned(), 30)));
    folder.refuses(
        "evaluate a.nr a.csv --label nolab",
        1,
        &["there is no column nolab; the columns are y, x, w, day", "--label"],
    );
}

#[test]
fn rows_that_all_weigh_nothing_are_no_ground_for_measures() {
    let folder = Folder::new();
    folder.write("a.csv", "y,x,w\nyes,1,1\nno,2,2\nyes,3,1\n");
    folder.write("b.csv", "y,x,w\nyes,1,0\nno,2,0\n");
    folder.ok("train a.csv --weight w -m a.nr");
    folder.refuses("evaluate a.nr b.csv", 1, &["every labelled example has weight 0"]);
}

#[test]
fn classes_that_were_not_learned_are_not_foreseen() {
    let folder = Folder::new();
    folder.write("a.csv", "kind,x\n".to_owned() + &"ash,1\nelm,5\noak,9\n".repeat(40));
    folder.write("b.csv", "kind,x\nash,1\nyew,5\nfir,2\nyew,5\n");
    folder.write("seen.csv", "kind,x\nash,1\n");
    for learner in ["auto", "ada-diag --loss logistic"] {
        folder.ok(&format!("train a.csv --label kind -a {learner} --classes -m a.nr"));
        let seen = number(&folder.json("evaluate a.nr seen.csv")["measures"]["log_loss"]);
        let told = folder.json("evaluate a.nr b.csv");
        // 2.2e-16 is the least probability, as in scikit-learn.
        let want = (seen + 3.0 * 52.0 * std::f64::consts::LN_2) / 4.0;
        assert!((number(&told["measures"]["log_loss"]) - want).abs() < 1e-9, "{learner}: {told}");
        assert_eq!(told["remarks"], json!(["3 rows are of classes the model has not learned (yew, fir)"]));
        assert_eq!(told["measures"]["unlearned"], json!({"3": 2, "4": 1}));
        let predicted = folder.json("predict a.nr b.csv -p p.txt");
        assert_eq!((&predicted["measures"], &predicted["remarks"]), (&told["measures"], &told["remarks"]));
        let tested = folder.json(&format!("train a.csv --label kind -a {learner} --classes --test b.csv"));
        assert_eq!(tested["tests"][0]["measures"], told["measures"]);
        assert_eq!(tested["tests"][0]["remarks"], told["remarks"]);
        let only = folder.json("train -t -i a.nr b.csv");
        assert_eq!((&only["measures"], &only["remarks"]), (&told["measures"], &told["remarks"]));
    }
}
