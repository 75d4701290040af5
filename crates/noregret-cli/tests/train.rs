//! What `train` and `predict` say and write: values checked by hand, formats against each other, flags, refusals.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;

/// Gradient descent with powers of two: every number below is exact.
const PLAIN: &str = "-a ogd --rate constant --eta 0.5 --no-bias --loss squared";
const THREE: &str = "1 1:1\n2 1:1 2:2\n0 2:1\n";

/// The weights of a model by name.
fn weights(folder: &Folder, model: &str) -> BTreeMap<String, f64> {
    let model = folder.json(&format!("inspect {model} --top 1000000"));
    let named = |w: &Value| (w["name"].as_str().unwrap().to_owned(), w["weight"].as_f64().unwrap());
    model["top"].as_array().unwrap().iter().map(named).collect()
}

fn three() -> Folder {
    let folder = Folder::new();
    folder.write("a.svm", THREE);
    folder
}

fn assert_near(a: &Value, b: &Value) {
    let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()), "{a} and {b}");
}

#[test]
fn three_rounds_by_hand() {
    let folder = three();
    let summary = folder.json(&format!("train a.svm {PLAIN} -m a.nr -p margins.txt"));
    // w = 0; then 1/2 on 1; then + 3/4 (1, 2); then - 3/4 on 2.
    assert_eq!(folder.read("margins.txt"), "0\n0.5\n1.5\n");
    assert_eq!(weights(&folder, "a.nr"), BTreeMap::from([("1".to_owned(), 1.25), ("2".to_owned(), 0.75)]));
    assert_eq!(summary["examples"], 3);
    assert_eq!(summary["labelled"], 3);
    assert_eq!(summary["features"], 4);
    assert_eq!(summary["loss"], (0.5 + 1.125 + 1.125) / 3.0);
    assert_eq!(summary["weights"], 2);
    assert_eq!(summary["skipped"], 0);
    assert_eq!(summary["algorithm"], "ogd");
    assert_eq!(summary["loss_function"], "squared");
    assert_eq!(summary["rounds"], 3);
    assert_eq!(
        summary["parameters"],
        json!({"eta": 0.5, "rate": "constant", "update": "explicit", "l1": 0.0, "l2": 0.0})
    );
    assert!(summary["seconds"].as_f64().unwrap() >= 0.0);
    for absent in ["mistakes", "bound", "labels"] {
        assert_eq!(summary.get(absent), Some(&Value::Null), "{absent}");
    }
    assert_eq!((&summary["model"], &summary["interrupted"]), (&json!("a.nr"), &json!(false)));
    assert_eq!(folder.ok("predict a.nr a.svm").stdout, "1.25\n2.75\n0.75\n");
}

#[test]
fn a_classifier_by_hand() {
    let folder = Folder::new();
    folder.write("a.svm", "1 1:1\n-1 1:1\n-1 2:2\n1 1:4\n");
    let summary = folder
        .json("train a.svm -a ogd --rate constant --eta 0.5 --no-bias --loss hinge -m a.nr -p margins.txt");
    assert_eq!(folder.read("margins.txt"), "0\n0.5\n0\n0\n");
    assert_eq!(summary["loss"], (1.0 + 1.5 + 1.0 + 1.0) / 4.0);
    assert_eq!(summary["mistakes"], 1.0, "a margin of 0 is a mistake");
    assert_eq!(summary["labels"], json!(["-1", "1"]));
    assert_eq!(weights(&folder, "a.nr"), BTreeMap::from([("1".to_owned(), 2.0), ("2".to_owned(), -1.0)]));
}

#[test]
fn the_bias_is_a_feature_that_is_not_counted() {
    let folder = three();
    let with = folder.json("train a.svm --loss squared -m with.nr");
    let without = folder.json("train a.svm --loss squared --no-bias -m without.nr");
    assert_eq!((&with["features"], &without["features"]), (&json!(4), &json!(4)));
    assert_eq!((&with["weights"], &without["weights"]), (&json!(3), &json!(2)));
    assert!(weights(&folder, "with.nr").contains_key("the bias"));
    assert!(!weights(&folder, "without.nr").contains_key("the bias"));
}

#[test]
fn a_bound_needs_a_box() {
    let folder = three();
    for (flags, bounded) in [
        ("-a ogd", false),
        ("-a ogd --radius 1", true),
        ("-a ogd --box -1,2", true),
        ("-a per-coord", true),
        ("-a ada-diag", false),
        ("-a ada-diag --radius 1", true),
        ("-a ftrl", false),
        ("-a ftrl --box -1,2", true),
        ("-a flh", true),
        ("-a flh --base ogd", false),
    ] {
        let summary = folder.json(&format!("train a.svm {flags} --loss squared"));
        assert_eq!(summary["bound"].as_f64().is_some_and(|b| b > 0.0), bounded, "{flags}: {summary}");
        assert_eq!(summary["bound"].is_null(), !bounded, "{flags}: {summary}");
    }
    let bound = folder.json(&format!("train a.svm {PLAIN} --radius 1"))["bound"].as_f64().unwrap();
    // D^2/(2 eta) + eta/2 sum |g|^2 with D^2 = 4 a coordinate seen, and weights 1/2, then (1, 1) at the wall.
    let expected = 8.0 + 0.25 * (1.0 + 2.25 * 5.0 + 1.0);
    assert!((bound - expected).abs() < 1e-12, "{bound}, not {expected}");
}

#[test]
fn labels_may_be_written_in_several_ways() {
    let folder = Folder::new();
    folder.ok("generate text --rows 100 -o a.svm");
    let data = folder.read("a.svm");
    let relabel = |negative: &str, positive: &str| {
        let line = |line: &str| match line.split_once(' ').unwrap() {
            ("-1", features) => format!("{negative} {features}\n"),
            (_, features) => format!("{positive} {features}\n"),
        };
        data.lines().map(line).collect::<String>()
    };
    folder.ok("train a.svm -p expected.txt");
    for (negative, positive, flags) in [
        ("-1", "1", ""),
        ("-1", "+1", ""),
        ("0", "1", ""),
        ("1", "2", ""),
        ("-1.0", "1e0", ""),
        ("7", "3", "--labels 7,3"),
    ] {
        folder.write("b.svm", relabel(negative, positive));
        let summary = folder.json(&format!("train b.svm -p margins.txt -m b.nr {flags}"));
        assert_eq!(folder.read("margins.txt"), folder.read("expected.txt"), "{negative} and {positive}");
        let shown = if flags.is_empty() { summary["labels"].clone() } else { json!(["7", "3"]) };
        assert_eq!(folder.json("inspect b.nr")["labels"], shown);
    }
    // A positive one first waits for the other.
    let swapped = relabel("1", "2").lines().rev().map(|l| format!("{l}\n")).collect::<String>();
    folder.write("b.svm", swapped);
    assert_eq!(folder.json("train b.svm")["labels"], json!(["1", "2"]));
    // Texts, in the formats that have them.
    folder.write("a.csv", "label,x\nspam,1\nham,2\nspam,3\n");
    assert_eq!(folder.json("train a.csv")["labels"], json!(["ham", "spam"]));
    assert_eq!(folder.json("train a.csv --labels spam,ham")["labels"], json!(["spam", "ham"]));
    folder.refuses("train a.csv --labels spam,spam", 2, &["--labels"]);
    folder.refuses("train a.csv --labels spam", 2, &["--labels"]);
    folder.refuses("train a.csv --labels a,b --loss squared", 2, &["--labels"]);
}

#[test]
fn a_third_label_is_refused_by_the_names_of_both() {
    let folder = Folder::new();
    folder.write("a.svm", "0 1:1\n1 1:1\n0 1:1\n2 1:1\n");
    folder.refuses(
        "train a.svm -a ada-diag",
        1,
        &["a.svm:4", "\"2\"", "neither 0 nor 1", "--labels", "--loss squared", "--on-error skip"],
    );
    folder.write("a.csv", "label,x\nham,1\nspam,2\neggs,3\n");
    folder.refuses("train a.csv --loss logistic", 1, &["a.csv:4", "\"eggs\"", "neither ham nor spam"]);
    assert_eq!(folder.json("train a.csv")["loss_function"], "softmax", "three texts are classes");
    folder.refuses("train a.csv --loss squared", 1, &["a.csv:2", "not a number"]);
}

/// Without --loss two values are classes, whatever they are, and three are numbers, from files and pipes alike.
#[test]
fn the_labels_choose_the_loss() {
    let folder = Folder::new();
    let labels = |labels: &[&str]| {
        labels.iter().enumerate().map(|(i, y)| format!("{y} 1:{}\n", i % 3)).collect::<String>()
    };
    for (first, loss, mapping) in [
        (&["0", "1", "1", "0"][..], "logistic", Some(["0", "1"])),
        (&["1", "1", "1", "2"], "logistic", Some(["1", "2"])),
        (&["+1", "-1", "-1"], "logistic", Some(["-1", "1"])),
        (&["20", "10", "10"], "logistic", Some(["10", "20"])),
        (&["1", "2", "3"], "squared", None),
        (&["0.5", "0", "0", "0", "-3e5"], "squared", None),
        (&["7", "7"], "squared", None),
        (&["1", "1"], "logistic", None),
    ] {
        let text = labels(first);
        folder.write("a.svm", &text);
        let summary = folder.json("train a.svm -m a.nr");
        assert_eq!(summary["loss_function"], loss, "{first:?}");
        let told = if loss == "squared" { "numbers" } else { "classes" };
        assert!(summary["loss_chosen"].as_str().unwrap().contains(told), "{summary}");
        let wanted = mapping.map_or(Value::Null, |pair| serde_json::json!(pair));
        assert_eq!(summary["labels"], wanted, "{first:?}");
        assert_eq!(summary["examples"], first.len());
        let piped = folder.feed("train --format svmlight --json", &text).json();
        assert_eq!((&piped["loss"], &piped["loss_function"]), (&summary["loss"], &summary["loss_function"]));
        // A model knows its loss.
        let more = folder.json("train a.svm -i a.nr");
        assert_eq!((&more["loss_function"], &more["loss_chosen"]), (&summary["loss_function"], &Value::Null));
    }
    let many = ["0", "1"].repeat(1000);
    folder.write("late.svm", labels(&many) + "2 1:1\n");
    folder.refuses("train late.svm", 1, &["late.svm:2001", "neither 0 nor 1", "--loss squared"]);
    folder.ok("train late.svm --loss squared");
    folder.write("a.csv", "label,x\nham,1\nspam,2\n");
    assert_eq!(folder.json("train a.csv")["loss_function"], "logistic");
}

#[test]
fn lanes_are_told() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 500 -o a.vw");
    let trained = folder.json("train a.vw -m a.nr");
    let lanes = trained["lanes"].as_array().unwrap();
    assert_eq!(lanes.len(), 7);
    let total: f64 = lanes.iter().map(|lane| lane["posterior"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9);
    let own = trained["loss"].as_f64().unwrap() * 500.0;
    for lane in lanes {
        assert!(own <= lane["loss"].as_f64().unwrap() + lane["price"].as_f64().unwrap() + 1e-9, "{lane}");
    }
    let inspected = folder.json("inspect a.nr");
    assert_eq!(inspected["lanes"], trained["lanes"]);
    assert!(folder.ok("inspect a.nr").stdout.contains("\nlanes      "));
    assert_eq!(folder.json("train a.vw -a ada-diag")["lanes"], Value::Null);
}

#[test]
fn importance_weights_count_by_hand() {
    let folder = Folder::new();
    folder.write("a.vw", "1 | a\n2 2 | a b:2\n0 | b\n");
    let summary = folder.json(&format!("train a.vw {PLAIN} -p margins.txt -m a.nr"));
    assert_eq!(folder.read("margins.txt"), "0\n0.5\n3\n");
    assert_eq!(summary["loss"], (0.5 + 2.0 * 1.125 + 4.5) / 4.0);
    assert_eq!(summary["examples"], 3);
    assert_eq!(weights(&folder, "a.nr"), BTreeMap::from([("a".to_owned(), 2.0), ("b".to_owned(), 1.5)]));
    // In a table too.
    folder.write("a.csv", "label,w,a,b\n1,1,1,\n2,2,1,2\n0,1,,1\n");
    let table = folder.json(&format!("train a.csv --weight w {PLAIN} --normalize=no -p table.txt"));
    assert_eq!((folder.read("table.txt"), &table["loss"]), (folder.read("margins.txt"), &summary["loss"]));
    // Mistakes are weighed as well.
    let weighed = folder.feed("train --format vw -a pa --json", "1 3 | a\n-1 1 | b\n1 4 | a\n").json();
    assert_eq!(weighed["mistakes"], 0.5);
}

#[test]
fn a_weight_of_zero_learns_nothing() {
    let folder = Folder::new();
    folder.write("with.vw", "1 | a\n-1 0 | a b\n-1 | b c\n1 0.0 | c\n1 | a c\n");
    folder.write("without.vw", "1 | a\n-1 | b c\n1 | a c\n");
    let algorithms = folder.json("algorithms");
    for algorithm in algorithms.as_array().unwrap() {
        let name = algorithm["name"].as_str().unwrap();
        let with = folder.json(&format!("train with.vw -a {name} -m with.nr -p with.txt"));
        let without = folder.json(&format!("train without.vw -a {name} -m without.nr -p without.txt"));
        let with_text = folder.read("with.txt");
        let kept: Vec<&str> =
            with_text.lines().enumerate().filter(|(i, _)| i % 2 == 0).map(|(_, line)| line).collect();
        assert_eq!(kept, folder.read("without.txt").lines().collect::<Vec<_>>(), "{name}");
        assert_eq!(with["loss"], without["loss"], "{name}");
        assert_eq!(weights(&folder, "with.nr"), weights(&folder, "without.nr"), "{name}");
        assert_eq!((&with["examples"], &with["rounds"]), (&json!(5), &json!(3)), "{name}");
    }
}

#[test]
fn unlabelled_lines_are_predicted_and_tags_repeated() {
    let folder = Folder::new();
    folder.write("a.vw", "1 1 first| a\n | a b\n'second | a\n0 'third |x a\n");
    let summary = folder.json("train a.vw --loss squared -a ogd --rate constant --no-bias -p margins.txt");
    assert_eq!(folder.read("margins.txt"), "0 first\n0.5\n0.5 second\n0 third\n");
    assert_eq!(
        (&summary["examples"], &summary["labelled"], &summary["rounds"]),
        (&json!(4), &json!(2), &json!(2))
    );
    assert_eq!(summary["loss"], 0.25);
    folder.write("a.csv", "id,label,x\nr1,1,2\nr2,,1\n r 3 ,0,1\n");
    folder.ok("train a.csv --tag id --loss squared -a ogd --rate constant --normalize=no --no-bias -p margins.txt -m a.nr");
    assert_eq!(folder.read("margins.txt"), "0 r1\n1 r2\n1 r 3\n");
    folder.write("new.csv", "x,id\n4,z\n");
    assert!(folder.ok("predict a.nr new.csv").stdout.ends_with(" z\n"));
}

#[test]
fn predictions_read_back_to_the_same_numbers() {
    let folder = Folder::new();
    folder.ok("generate text --rows 200 -o a.svm");
    folder.ok("train a.svm -a ada-diag -m a.nr");
    let predicted = folder.ok("predict a.nr a.svm").stdout;
    folder.ok("train a.svm -i a.nr -t -p tested.txt");
    assert_eq!(folder.read("tested.txt"), predicted);
    folder.ok("predict a.nr a.svm -p written.txt");
    assert_eq!(folder.read("written.txt"), predicted);
    let weights = weights(&folder, "a.nr");
    let data = folder.read("a.svm");
    for (line, example) in predicted.lines().zip(data.lines()) {
        let margin: f64 = line.parse().unwrap();
        assert_eq!(margin.to_string().parse::<f64>().unwrap().to_bits(), margin.to_bits());
        let mut sum = weights["the bias"];
        for feature in example.split(' ').skip(1) {
            let (index, value) = feature.split_once(':').unwrap();
            sum += weights.get(index).copied().unwrap_or(0.0) * value.parse::<f64>().unwrap();
        }
        assert!((margin - sum).abs() <= 1e-12 * sum.abs().max(1.0), "{margin} and {sum}");
    }
}

#[test]
fn testing_changes_nothing_and_measures() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 300 -o a.vw");
    folder.ok("train a.vw -m a.nr");
    let before = folder.bytes("a.nr");
    let tested = folder.json("train a.vw -i a.nr -t");
    let predicted = folder.json("predict a.nr a.vw -p margins.txt");
    assert_eq!((&tested["loss"], &tested["mistakes"]), (&predicted["loss"], &predicted["mistakes"]));
    assert_eq!(tested["examples"], 300);
    assert!(folder.bytes("a.nr") == before);
}

#[test]
fn the_link_gives_probabilities() {
    let folder = Folder::new();
    folder.ok("generate drift --rows 100 -o a.csv");
    folder.ok("train a.csv -m a.nr");
    let margins = folder.ok("predict a.nr a.csv").stdout;
    let linked = folder.ok("predict a.nr a.csv --link").stdout;
    for (margin, p) in margins.lines().zip(linked.lines()) {
        let (margin, p): (f64, f64) = (margin.parse().unwrap(), p.parse().unwrap());
        assert!((0.0..=1.0).contains(&p) && (p > 0.5) == (margin > 0.0), "{margin} {p}");
        assert!((sigmoid(margin) - p).abs() < 1e-12, "{margin} {p}");
    }
    folder.write("c.vw", "3 | a\n5 | a\n");
    folder.ok("train c.vw --loss poisson -m c.nr");
    let (margin, mean) =
        (folder.ok("predict c.nr c.vw").stdout, folder.ok("predict c.nr c.vw --link").stdout);
    let (margin, mean): (f64, f64) =
        (margin.lines().next().unwrap().parse().unwrap(), mean.lines().next().unwrap().parse().unwrap());
    assert!((exp(margin) - mean).abs() < 1e-9 * mean);
    // Numbers are their own link.
    folder.write("s.svm", THREE);
    folder.ok("train s.svm --loss squared -m s.nr");
    assert_eq!(folder.ok("predict s.nr s.svm --link").stdout, folder.ok("predict s.nr s.svm").stdout);
}

/// The exponential as its series, halved often enough to converge.
fn exp(x: f64) -> f64 {
    let small = x / 1024.0;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..30 {
        term *= small / f64::from(k);
        sum += term;
    }
    (0..10).fold(sum, |e, _| e * e)
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

#[test]
fn passes_and_files_are_one_stream() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 150 -o a.vw");
    folder.ok("generate clicks --rows 100 --seed 2 -o b.vw");
    folder.write("ab.vw", folder.read("a.vw") + &folder.read("b.vw"));
    let twice = folder.json("train a.vw b.vw --passes 2 --holdout-off -p twice.txt -m twice.nr");
    folder.ok("train a.vw b.vw a.vw b.vw -p files.txt -m files.nr");
    folder.ok("train ab.vw ab.vw -p joined.txt -m joined.nr");
    for name in ["files", "joined"] {
        assert_eq!(folder.read("twice.txt"), folder.read(&format!("{name}.txt")));
        assert!(folder.bytes("twice.nr") == folder.bytes(&format!("{name}.nr")), "{name}");
    }
    let by_pass: Vec<f64> =
        twice["loss_by_pass"].as_array().unwrap().iter().map(|l| l.as_f64().unwrap()).collect();
    assert_eq!(by_pass.len(), 2);
    assert!(by_pass[1] < by_pass[0], "what was seen before is easier");
    assert_near(&twice["loss"], &json!((by_pass[0] + by_pass[1]) / 2.0));
    assert_eq!(twice["examples"], 500);
    assert!(folder.json("train a.vw").get("loss_by_pass").is_none());
    assert_near(&folder.json("train ab.vw")["loss"], &json!(by_pass[0]));
    folder.refuses("train --passes 2 --format vw", 2, &["stdin", "passes"]);
    folder.refuses("train a.vw --passes 0", 2, &["--passes"]);
}

#[test]
fn compressed_input_and_pipes_are_the_same_stream() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 500 -o a.vw");
    let plain = folder.bytes("a.vw");
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let (first, second) = plain.split_at(plain.len() / 3);
    folder.write("a.vw.gz", gzip(&plain));
    folder.write("members.vw.gz", [gzip(first), gzip(second)].concat());
    folder.write("a.vw.zst", zstd::encode_all(&plain[..], 3).unwrap());
    folder.write("misnamed.vw", gzip(&plain));
    folder.ok("train a.vw -p expected.txt -m expected.nr");
    for data in ["a.vw.gz", "members.vw.gz", "a.vw.zst", "misnamed.vw", "-d a.vw", "--data a.vw.gz"] {
        folder.ok(&format!("train {data} -p margins.txt -m margins.nr"));
        assert_eq!(folder.read("margins.txt"), folder.read("expected.txt"), "{data}");
        assert!(folder.bytes("margins.nr") == folder.bytes("expected.nr"), "{data}");
    }
    for (line, bytes) in [
        ("train --format vw -p margins.txt", plain.clone()),
        ("train - --format vw -p margins.txt", plain.clone()),
        ("train -p margins.txt", plain.clone()),
        ("train -p margins.txt", folder.bytes("a.vw.gz")),
        ("train -p margins.txt -d -", folder.bytes("a.vw.zst")),
    ] {
        let output = folder.feed(line, bytes);
        assert_eq!(output.code, 0, "{line}: {output:?}");
        assert_eq!(folder.read("margins.txt"), folder.read("expected.txt"), "{line}");
    }
    // As VW: predictions to standard output, files after each other.
    let output = folder.feed("train a.vw - --format vw -p -", "-1 | x\n");
    assert_eq!(output.stdout.lines().count(), 501);
    assert!(output.stdout.starts_with(&folder.read("expected.txt")));
}

#[test]
fn the_same_stream_in_every_format() {
    let folder = Folder::new();
    let mut losses = Vec::new();
    for format in ["vw", "csv", "tsv", "jsonl", "svmlight"] {
        folder.ok(&format!("generate regression --rows 300 --format {format} -o a.{format}"));
        let ada = folder
            .json(&format!("train a.{format} -a ada-diag --normalize=no --loss squared -p {format}.txt"));
        let pa = folder.json(&format!("train a.{format} --loss absolute -a pa1 --normalize=no"));
        assert_eq!(ada["examples"], 300);
        losses.push((ada["loss"].clone(), pa["loss"].clone(), ada["features"].clone()));
    }
    for (ada, pa, features) in &losses[1..] {
        assert_near(ada, &losses[0].0);
        assert_near(pa, &losses[0].1);
        assert_eq!(*features, losses[0].2);
    }
    for format in ["csv", "tsv", "jsonl"] {
        assert_eq!(
            folder.read(&format!("{format}.txt")),
            folder.read("vw.txt"),
            "named features have the same slots"
        );
    }
    // A model of one named format reads another.
    folder.ok("train a.csv --loss squared -m a.nr");
    assert_eq!(folder.ok("predict a.nr a.jsonl").stdout, folder.ok("predict a.nr a.csv").stdout);
    folder.refuses("predict a.nr a.svmlight", 1, &["a.svmlight", "named", "numbered"]);
}

#[test]
fn the_format_is_recognised_or_the_mistake_named() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 20 -o a.vw");
    folder.ok("generate text --rows 20 -o a.svm");
    for (from, to) in [("a.vw", "no-extension"), ("a.svm", "data")] {
        folder.write(to, folder.bytes(from));
        assert_eq!(
            folder.json(&format!("train {to}"))["loss"],
            folder.json(&format!("train {from}"))["loss"]
        );
    }
    folder.refuses("train a.vw --format svmlight", 1, &["a.vw:1", "announced as svmlight", "looks like vw"]);
    folder.refuses(
        "train a.svm --format csv",
        1,
        &["announced as csv", "looks like svmlight", "--format svmlight"],
    );
    folder.write("wrong.csv", folder.bytes("a.vw"));
    folder.refuses("train wrong.csv", 1, &["announced as csv", "looks like vw"]);
    folder.refuses("train a.vw --format orc", 2, &["orc", "svmlight", "jsonl", "parquet"]);
}

#[test]
fn short_flags_of_vw_work() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 64 -o a.vw");
    folder.ok(
        "train a.vw --model long.nr --bits 12 --predictions long.txt --algorithm ogd --progress 8 --quiet",
    );
    folder.ok("train -d a.vw -f short.nr -b 12 -p short.txt -a ogd -P 8 --quiet");
    assert!(folder.bytes("long.nr") == folder.bytes("short.nr"));
    assert_eq!(folder.read("long.txt"), folder.read("short.txt"));
    assert_eq!(folder.json("inspect short.nr")["bits"], 12);
    folder.ok("train -d a.vw -i short.nr -t --quiet");
    for bits in ["0", "31", "x", "300"] {
        let output = folder.run(&format!("train a.vw -b {bits}"));
        assert!(output.code != 0 && output.stdout.is_empty(), "{bits}: {output:?}");
    }
}

/// The third number of every line of the table.
fn counters(stderr: &str) -> Vec<u64> {
    let table = stderr.lines().skip_while(|line| !line.starts_with("average")).skip(2);
    table
        .take_while(|line| !line.is_empty() && !line.starts_with("remark"))
        .map(|line| line.split_whitespace().nth(2).unwrap().parse().unwrap())
        .collect()
}

#[test]
fn progress_goes_to_standard_error_at_growing_intervals() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 100 -o a.vw");
    let output = folder.ok("train a.vw --json");
    assert_eq!(counters(&output.stderr), [1, 2, 4, 8, 16, 32, 64]);
    assert_eq!(output.stdout.lines().count(), 1, "one JSON object and nothing else");
    let output = folder.ok("train a.vw -p -");
    assert_eq!(counters(&output.stderr), [1, 2, 4, 8, 16, 32, 64]);
    assert_eq!(output.stdout.lines().count(), 100);
    let steady = counters(&folder.ok("train a.vw -P 10").stderr);
    assert!(steady.len() >= 9 && steady.windows(2).all(|pair| pair[1] - pair[0] == 10), "{steady:?}");
    assert_eq!(counters(&folder.ok("train a.vw -P 3.0").stderr), [1, 3, 9, 27, 81]);
    let output = folder.ok("train a.vw");
    assert_eq!(output.stdout, "");
    for says in [
        "learner",
        "auto",
        "loss       logistic, because the labels are two classes",
        "lanes      ",
        "against the best lane",
        "examples   100",
        "mean loss",
        "baseline   ",
        "AUC        ",
        "accuracy   ",
        "weights",
        "labels     -1 -> -1, 1 -> +1",
    ] {
        assert!(output.stderr.contains(says), "{says}: {output:?}");
    }
    for bad in ["0", "1.0", "x"] {
        folder.refuses(&format!("train a.vw -P {bad}"), 2, &["progress"]);
    }
}

#[test]
fn quiet_is_silent() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 50 -o a.vw");
    for line in [
        "train a.vw --quiet",
        "train a.vw --quiet -m a.nr -p a.txt",
        "predict a.nr a.vw --quiet -p b.txt",
        "generate text --rows 3 -o t.svm",
    ] {
        let output = folder.ok(line);
        assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("", ""), "{line}");
    }
    let output = folder.ok("train a.vw --quiet --json");
    assert_eq!((output.stdout.lines().count(), output.stderr.as_str()), (1, ""));
}

#[test]
fn an_empty_input_is_no_error() {
    let folder = Folder::new();
    folder.write("empty.svm", "");
    let summary = folder.json("train empty.svm -m a.nr -p a.txt");
    assert_eq!(
        (&summary["examples"], &summary["loss"], &summary["weights"]),
        (&json!(0), &Value::Null, &json!(0))
    );
    assert_eq!(folder.read("a.txt"), "");
    folder.write("a.svm", "1 1:1\n-1 2:1\n");
    assert_eq!(folder.json("train a.svm -i a.nr")["examples"], 2);
    assert_eq!(folder.ok("predict a.nr a.svm").stdout, "0\n0\n");
}

#[test]
fn outputs_do_not_overwrite_each_other() {
    let folder = three();
    for (line, says) in [
        ("train a.svm --json -p -", "-p - and --json"),
        ("train a.svm --json -p /dev/stdout", "-p /dev/stdout and --json"),
        ("train a.svm --json -m -", "-m -"),
        ("train a.svm -p - -m -", "-m -"),
        ("train a.svm -p same -m same", "same file"),
        ("train a.svm -m a.svm", "DATA a.svm and -m a.svm name the same file"),
        ("train -d a.svm -p a.svm", "DATA a.svm and -p a.svm name the same file"),
        ("predict a.nr a.svm --json", "--json"),
        ("predict a.nr a.svm --json -p -", "--json"),
        ("generate text -o same --truth same", "same file"),
    ] {
        folder.refuses(line, 2, &[says]);
    }
    assert_eq!((folder.names(), folder.read("a.svm").as_str()), (vec!["a.svm".to_owned()], THREE));
}

#[test]
fn sums_that_overflow_leave_a_model_that_can_be_read() {
    let folder = Folder::new();
    let output = folder.feed("train --format vw --loss absolute -a ogd -m a.nr", "1.7e308 | a\n".repeat(3));
    assert_eq!(output.code, 0, "{output:?}");
    assert_eq!(folder.json("inspect a.nr")["examples"], 3);
}

#[test]
fn numbers_too_large_to_learn_from_are_refused_at_their_line() {
    let folder = Folder::new();
    folder.write("a.svm", "1 1:1\n-1 1:1e300\n1 1:1\n");
    folder.refuses("train a.svm -m a.nr", 1, &["a.svm:2", "feature 1", "--on-error skip"]);
    assert_eq!(folder.names(), ["a.svm"]);
    let skipped = folder.json("train a.svm --on-error skip");
    assert_eq!((&skipped["examples"], &skipped["skipped"]), (&json!(2), &json!(1)));
}

#[test]
fn an_unknown_algorithm_is_refused_with_the_nearest() {
    let folder = three();
    for (name, near) in
        [("per-cord", "per-coord"), ("adadiag", "ada-diag"), ("ftr", "ftrl"), ("arrow", "arow")]
    {
        folder.refuses(&format!("train a.svm -a {name}"), 2, &[name, &format!("did you mean {near}")]);
        folder.refuses(&format!("algorithms {name}"), 2, &[&format!("did you mean {near}")]);
    }
    let output = folder.run("train a.svm -a transformer");
    assert!(
        output.code == 2 && !output.stderr.contains("did you mean") && output.stderr.contains("optimistic"),
        "{output:?}"
    );
}

#[test]
fn a_parameter_that_is_not_taken_is_refused_with_those_that_are() {
    let folder = three();
    for (flags, says) in [
        ("-a pa1 --eta 1", &["pa1 takes no --eta", "--C"][..]),
        ("-a pa --C 1", &["pa takes no --C"]),
        ("-a per-coord --eta 1", &["--radius --box --scale --update --l1 --l2"]),
        ("-a arow --phi 1", &["--r", "--variance"]),
        ("-a cw --radius 1", &["--phi", "--variance"]),
        ("-a variation --l2 1", &["--radius", "--box"]),
        ("-a optimistic --l1 1=0.1", &["takes no --l1", "--scale"]),
        ("-a flh --eta 1", &["flh takes no --eta", "--alpha", "--base", "--scale"]),
        ("-a flh --base ogd --scale 1", &["--eta", "--rate"]),
        ("--seed 7", &["takes no --seed"]),
        ("--nosuch 7", &["--nosuch"]),
    ] {
        folder.refuses(&format!("train a.svm {flags}"), 2, says);
    }
}

#[test]
fn bad_values_are_refused() {
    let folder = three();
    for (flags, says) in [
        ("-a ada-diag --eta abc", "\"abc\""),
        ("-a ada-diag --eta nan", "nan"),
        ("-a ada-diag --eta inf", "inf"),
        ("-a ada-diag --eta -1", "-1"),
        ("-a ada-diag --eta 0", "0"),
        ("-a ada-diag --eta 1 --eta 2", "--eta"),
        ("-a ada-diag --l1 -0.5", "l1"),
        ("-a ada-diag --l2 nan", "l2"),
        ("-a ada-diag --delta -1e-9", "delta"),
        ("-a ada-diag --radius 0", "radius"),
        ("-a ada-diag --radius -1", "radius"),
        ("-a ada-diag --radius 1 --radius 2", "twice"),
        ("-a ada-diag --radius 1 --box -1,1", "not both"),
        ("-a ada-diag --box 1,0", "1"),
        ("-a ada-diag --box 1,1", "1"),
        ("-a ada-diag --box 1", "LO,HI"),
        ("-a ada-diag --box 1,x", "x"),
        ("-a ada-diag --box -inf,0", "finite"),
        ("-a ada-diag --box 1=0,1", "a box for a feature group"),
        ("-a ada-diag --radius 1 --box 1=2,1", "2"),
        ("-a ada-diag --radius 1 --box 1=0,1 --box 1=0,2", "twice"),
        ("-a ada-diag --method xyz", "cmd, pds"),
        ("-a ogd --rate linear", "sqrt, constant, inverse"),
        ("-a flh --base flh", "one of"),
        ("-a flh --alpha 0", "alpha"),
        ("--loss cubic", "cubic"),
        ("--loss quantile(2)", "quantile"),
        ("--loss huber(-1)", "huber"),
        ("-a pa --loss logistic", "hinge"),
        ("-a arow --loss squared", "binary"),
        ("-a strongly-convex --l1 1=1", "l1"),
        ("--on-error ignore", "skip"),
        ("--passes x", "x"),
    ] {
        folder.refuses(&format!("train a.svm {flags}"), 2, &[says]);
    }
    folder.refuses("train a.svm --categorical x --numeric x", 2, &["both"]);
    folder.refuses("", 2, &["Usage"]);
    folder.refuses("nosuch", 2, &["nosuch"]);
    folder.refuses("predict", 2, &["MODEL"]);
    folder.refuses("generate nosuch", 2, &["clicks"]);
    folder.refuses("generate text --format xml", 2, &["svmlight"]);
    assert_eq!(folder.names(), ["a.svm"]);
}

#[test]
fn parameters_are_accepted_where_they_belong() {
    let folder = Folder::new();
    folder.ok("generate text --rows 60 -o a.svm");
    let mut losses = BTreeMap::new();
    for flags in [
        "-a pa1 --C 0.1",
        "-a pa1 --C 1",
        "-a pa2 --C 0.1",
        "-a cw --phi 0.5 --variance 2",
        "-a cw --phi 2",
        "-a arow --r 10",
        "-a arow --r 0.1",
        "-a ada-diag --method cmd",
        "-a ada-diag --method pds",
        "-a ada-diag --delta 1 --eta 1",
        "-a ogd --rate inverse",
        "-a ogd --rate sqrt",
        "-a ogd --rate constant",
        "-a ftrl --alpha 0.1 --beta 2",
        "-a per-coord --radius 2 --scale 0.5",
        "-a global --box -1,2 --scale 0.5",
        "-a global --box -1,2 --scale 0.5 --features 100000",
        "-a strongly-convex --l2 0.1",
        "-a variation --radius 3",
        "-a optimistic --scale 2",
        "-a flh --alpha 2 --base pa1 --C 2",
    ] {
        let summary = folder.json(&format!("train a.svm {flags} --loss hinge"));
        let same = losses.insert(summary["loss"].to_string(), flags);
        assert_eq!(same, None, "{flags} does something of its own");
        let mut words = flags.split(' ').skip(2);
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            let kept = &summary["parameters"][name.trim_start_matches('-')];
            let given = value.parse::<f64>().map_or_else(|_| json!(value), |number| json!(number));
            let given = if name == "--box" { json!({"lo": -1.0, "hi": 2.0}) } else { given };
            assert_eq!(*kept, given, "{flags}");
        }
    }
    for loss in ["logistic", "hinge", "squared-hinge", "squared", "absolute", "quantile(0.25)", "huber(0.5)"]
    {
        assert_eq!(folder.json(&format!("train a.svm --loss {loss}"))["loss_function"], loss);
    }
}

#[test]
fn feature_groups_have_boxes_and_penalties_of_their_own() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 600 -o a.vw");
    let summary = folder.json(
        "train a.vw -a per-coord --radius 5 --box hour=-0.01,0.02 --radius bias=0.5 --l1 device=100 -m a.nr",
    );
    assert_eq!(summary["parameters"]["groups"].as_array().unwrap().len(), 3);
    let weights = weights(&folder, "a.nr");
    let of = |namespace: &str| -> Vec<f64> {
        weights
            .iter()
            .filter(|(name, _)| name.starts_with(&format!("{namespace}^")))
            .map(|(_, w)| *w)
            .collect()
    };
    let hours = of("hour");
    assert!(hours.len() > 15 && hours.iter().all(|w| (-0.01..=0.02).contains(w)), "{hours:?}");
    assert!(hours.iter().any(|w| *w == -0.01), "the wall is reached: {hours:?}");
    assert!(weights["the bias"].abs() <= 0.5);
    assert!(of("device").is_empty(), "a strong l1 leaves zeros");
    let others = of("position");
    assert!(others.iter().any(|w| w.abs() > 0.5) && others.iter().all(|w| w.abs() <= 5.0), "{others:?}");
    // Numbered features are chosen by number.
    folder.ok("generate text --rows 200 -o a.svm");
    folder.ok("train a.svm -a ogd --radius 10 --box 1-100=-0.001,0.001 --box 101=0,5 -m b.nr");
    let numbered = self::weights(&folder, "b.nr");
    for (name, weight) in &numbered {
        match name.parse::<u32>() {
            Ok(1..=100) => assert!(weight.abs() <= 0.001, "{name} {weight}"),
            Ok(101) => assert!((0.0..=5.0).contains(weight), "{name} {weight}"),
            _ => {}
        }
    }
    assert!(numbered.values().any(|w| w.abs() > 0.01));
}

#[test]
fn inspect_shows_the_heaviest_first() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 200 -o a.vw");
    let trained = folder.json("train a.vw -m a.nr");
    let all = folder.json("inspect a.nr --top 1000000");
    let top = all["top"].as_array().unwrap();
    assert_eq!(Some(top.len() as u64), trained["weights"].as_u64());
    let sizes: Vec<f64> = top.iter().map(|w| w["weight"].as_f64().unwrap().abs()).collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b) && *sizes.last().unwrap() > 0.0);
    for key in ["algorithm", "loss", "examples", "weights", "bound", "rounds", "spec", "labels", "collisions"]
    {
        assert_eq!(all[key], trained[key], "{key}");
    }
    let few = folder.json("inspect a.nr --top 3");
    assert_eq!(few["top"].as_array().unwrap()[..], top[..3]);
    let text = folder.ok("inspect a.nr --top 3").stdout;
    assert!(
        text.contains("auto for logistic loss") && text.contains(top[2]["name"].as_str().unwrap()),
        "{text}"
    );
    assert!(!text.contains(top[3]["name"].as_str().unwrap()));
}

#[test]
fn help_and_version_are_answers() {
    let folder = Folder::new();
    for line in
        ["--help", "train --help", "predict -h", "inspect --help", "algorithms --help", "generate --help"]
    {
        let output = folder.ok(line);
        assert!(output.stdout.contains("Usage:") && output.stderr.is_empty(), "{line}");
        assert!(output.stdout.contains("noregret"), "{line}");
    }
    assert!(folder.ok("--version").stdout.starts_with("noregret "));
}

/// So few slots that features of all groups share them: a slot's penalties are those of the group that came first.
#[test]
fn groups_that_share_slots_learn_all_the_same() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 2000 -o a.vw");
    for algorithm in ["global", "per-coord", "ogd", "ada-diag", "ftrl"] {
        for bits in [1, 3, 6] {
            let line =
                format!("train a.vw -a {algorithm} --l1 0.001 --l2 position=0.1 --l2 ad=0.3 --bits {bits}");
            let summary = folder.json(&line);
            assert!(summary["loss"].as_f64().unwrap() < 3.0, "{line}: {summary}");
        }
    }
}

/// The default learner takes a box and penalties: weights stay in the box, l1 leaves fewer of them, and the model is one like any other.
#[test]
fn auto_takes_a_box_and_penalties() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 1500 -o a.vw");
    folder.ok("generate regression --rows 400 -o n.csv");
    let mut before = u64::MAX;
    for l1 in ["0", "0.001", "0.01"] {
        let told = folder.json(&format!("train a.vw --l1 {l1} -m {l1}.nr"));
        assert_eq!(told["algorithm"], "auto");
        let inspected = folder.json(&format!("inspect {l1}.nr --top 9"));
        let weights = inspected["weights"].as_u64().unwrap();
        assert!(weights < before, "--l1 {l1}: {weights} of {before}");
        before = weights;
    }
    let inspected = folder.json("inspect 0.01.nr");
    assert_eq!((&inspected["spec"]["l1"], &inspected["spec"]["learner"]["auto"]), (&0.01.into(), &json!({})));
    assert_eq!(inspected["lanes"].as_array().unwrap().len(), 7);
    assert!(inspected["weights_note"].as_str().unwrap().contains("a hundredth"));
    for data in ["a.vw", "n.csv"] {
        folder.ok(&format!("train {data} --box -0.05,0.2 --l2 0.01 -m m.nr --quiet"));
        let inspected = folder.json("inspect m.nr --top 100000");
        let top = inspected["top"].as_array().unwrap();
        assert!(top.len() > 3 && inspected["bound"].is_null());
        let inside = |w: &Value| (-0.05..=0.2).contains(&w["weight"].as_f64().unwrap());
        assert!(top.iter().all(inside), "{data}: {top:?}");
        // Resumed is uninterrupted.
        folder.ok(&format!("train {data} -i m.nr -m n.nr --quiet"));
        folder
            .ok(&format!("train {data} --box -0.05,0.2 --l2 0.01 --passes 2 --holdout-off -m p.nr --quiet"));
        for model in ["n", "p"] {
            folder.ok(&format!("predict {model}.nr {data} -p {model}.txt --quiet"));
        }
        assert_eq!(folder.read("n.txt"), folder.read("p.txt"), "{data}");
    }
    // Plain auto is written as it ever was.
    folder.ok("train a.vw -m plain.nr --quiet");
    assert_eq!(folder.json("inspect plain.nr")["parameters"], json!({}));
    folder.refuses("train a.vw --l1 bias=0", 2, &["feature groups", "ada-diag"]);
    let help = folder.ok("train --help").stdout;
    let of = |flag: &str| help.split(flag).nth(1).unwrap().split("--").next().unwrap().to_owned();
    assert!(
        ["--l1 <V>", "--l2 <V>", "--box <LO,HI>", "--radius <R>"]
            .iter()
            .all(|flag| of(flag).contains("[auto"))
    );
}

/// `--average` keeps averages beside the last weights of any learner, and a saved model predicts by them where the stream drifts; learning is as without it.
#[test]
fn averages_serve_where_the_stream_drifts() {
    let folder = Folder::new();
    let mut rows = String::new();
    for t in 0..1200 {
        let turn = if t / 200 % 2 == 0 { 1 } else { -1 };
        let x = if t * 7 % 13 < 6 { 1 } else { -1 };
        rows.push_str(&format!("{} 1:{x} 2:{}\n", turn * x, t % 5));
    }
    folder.write("d.svm", rows);
    let plain = folder.json("train d.svm -a ada-diag --eta 3 -m plain.nr");
    let told = folder.json("train d.svm -a ada-diag --eta 3 --average -m m.nr");
    assert_eq!((&told["loss"], &plain["iterate"]), (&plain["loss"], &Value::Null));
    assert_eq!((&told["iterate"]["averaged"], &told["iterate"]["sorted"]), (&json!(true), &json!(false)));
    assert!(
        folder.ok("train d.svm -a ada-diag --eta 3 --average").stderr.contains("averages over the stream")
    );
    assert_eq!(folder.json("inspect m.nr")["spec"]["average"], true);
    let predicted = |name: &str, flags: &str| {
        folder.ok(&format!("predict {name} d.svm --link {flags} -p p.txt --quiet"));
        folder.read("p.txt")
    };
    let (served, last) = (predicted("m.nr", ""), predicted("m.nr", "--last"));
    assert_ne!(served, last);
    assert_eq!(last, predicted("plain.nr", ""));
    folder.ok("export m.nr -o s.nr");
    assert_eq!(served, predicted("s.nr", ""));
    // Resumed is uninterrupted.
    folder.ok("train d.svm -i m.nr -m n.nr --quiet");
    folder.ok("train d.svm d.svm -a ada-diag --eta 3 --average -m both.nr --quiet");
    assert_eq!(predicted("n.nr", ""), predicted("both.nr", ""));
    folder.refuses("train d.svm --average", 2, &["auto takes no --average"]);
    folder.refuses("train d.svm -a mirror --set simplex --average", 2, &["begin at 0"]);
}

/// Whoever asked for averages hears what a saved model predicts by, whatever that is.
#[test]
fn averages_that_were_asked_for_are_always_spoken_of() {
    let folder = Folder::new();
    let row = |t: usize| {
        format!("{} 1:{} 2:1\n", if t * 7 % 13 < 6 { 1 } else { -1 }, if t * 7 % 13 < 6 { 1 } else { -1 })
    };
    folder.write("few.svm", (0..5).map(row).collect::<String>());
    folder.write("even.svm", (0..1000).map(row).collect::<String>());
    folder.write(
        "sorted.svm",
        (0..1000).map(|t| format!("{} 1:{} 2:1\n", i32::from(t >= 500) * 2 - 1, t % 7)).collect::<String>(),
    );
    let saved = |data: &str, learner: &str| {
        let said = folder.ok(&format!("train {data} {learner} -m m.nr")).stderr;
        let line = said.lines().find(|line| line.starts_with("saved ")).map(str::to_owned);
        let shown = folder.ok("inspect m.nr").stdout;
        assert_eq!(shown.lines().find(|line| line.starts_with("saved ")).map(str::to_owned), line);
        assert!(!folder.ok("predict m.nr few.svm -p p.txt").stderr.contains("saved "));
        line.unwrap_or_default()
    };
    let asked = "-a ada-diag --average";
    assert!(saved("few.svm", asked).contains("too little came to judge averages"));
    assert!(saved("even.svm", asked).contains("by the last weights"));
    let told = saved("sorted.svm", asked);
    assert!(told.contains("labels come sorted") && told.contains("averages over the whole stream"), "{told}");
    assert!(told.contains("cannot judge") && !told.contains("half of it a constant"), "{told}");
    assert_eq!(saved("few.svm", "-a ada-diag"), "");
    folder.refuses(
        "train even.svm --normalize",
        2,
        &["auto takes no --normalize", "normalised lanes of its own"],
    );
}

/// A learner that loses more than the best constant is told so, with what divides features where nothing does.
#[test]
fn a_learner_below_the_best_constant_is_remarked_on() {
    let folder = Folder::new();
    let row = |t: usize| format!("{} 1:{} 2:1\n", if t * 7 % 13 < 6 { 1 } else { -1 }, (t * 37 % 101) * 1000);
    folder.write("a.svm", (0..400).map(row).collect::<String>());
    let remarks = |learner: &str| folder.json(&format!("train a.svm {learner}"))["remarks"].to_string();
    let told = remarks("-a ogd --eta 1");
    assert!(
        told.contains("the best constant would have lost less") && told.contains("--normalize, or -a auto"),
        "{told}"
    );
    assert!(!remarks("-a ogd --eta 1 --normalize").contains("--normalize"));
    assert!(!remarks("").contains("--normalize"));
}
