//! `noregret regret`: the certificate, its report, the picture, and what it refuses.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, SplitMix};
use serde_json::Value;

/// Lines of svmlight whose labels change their meaning half-way.
fn drifting(rows: usize) -> String {
    let mut random = SplitMix(3);
    let mut text = String::new();
    for t in 0..rows {
        let (a, b) = (random.below(2001) as f64 / 1000.0 - 1.0, random.below(2001) as f64 / 1000.0 - 1.0);
        let score = if t < rows / 2 { a + 0.5 * b } else { b - a };
        let flip = random.below(10) == 0;
        let y = if (score > 0.0) != flip { 1 } else { -1 };
        text.push_str(&format!("{y} 1:{a} 2:{b}\n"));
    }
    text
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn certifies_what_train_suffers() {
    let folder = Folder::new();
    folder.write("d.svm", drifting(600));
    for options in [
        "-a per-coord",
        "-a global --loss hinge",
        "-a ada-diag --radius 2 --loss squared-hinge",
        "-a ada-fd --radius 2 --tau 3",
    ] {
        let trained = folder.json(&format!("train d.svm {options} --quiet"));
        let found = folder.json(&format!("regret d.svm {options}"));
        let (suffered, certificate) = (number(&found["suffered"]), &found["certificate"]);
        assert!((suffered / 600.0 - number(&trained["loss"])).abs() < 1e-12, "{options}");
        assert_eq!(found["bound"], trained["bound"], "{options}");
        let (low, high) = (number(&certificate["regret_lower"]), number(&certificate["regret_upper"]));
        // On a drifting stream a learner can do better than any fixed weights.
        assert!(low <= high && high <= number(&found["bound"]), "{options}: {found}");
        let (best_low, best_high) = (number(&certificate["best_lower"]), number(&certificate["best_upper"]));
        assert!(certificate["tight"] == true && best_high - best_low <= 1e-2 * best_high);
        assert!((suffered - best_high - low).abs() < 1e-9 && (suffered - best_low - high).abs() < 1e-9);
        let last = found["moments"].as_array().unwrap().last().unwrap().clone();
        assert!(last["round"] == 600 && (number(&last["difference"]) - low).abs() < 1e-6, "{found}");
        assert_eq!(found, {
            let mut again = folder.json(&format!("regret d.svm {options}"));
            for timed in ["seconds_learning", "seconds_solving"] {
                again[timed] = found[timed].clone();
            }
            again
        });
    }
}

/// `auto` takes the loss that labels call for, and names a box around its own weights.
#[test]
fn without_options_auto_is_certified_against_a_box_it_names() {
    let folder = Folder::new();
    folder.write("d.svm", drifting(600));
    folder.write("n.svm", (0..300).map(|t| format!("{} 1:{}\n", t % 17 * 3, t % 17 + 1)).collect::<String>());
    for (data, loss) in [("d.svm", "logistic"), ("n.svm", "squared")] {
        let found = folder.json(&format!("regret {data}"));
        assert_eq!(
            (&found["algorithm"], &found["loss_function"]),
            (&Value::from("auto"), &Value::from(loss))
        );
        let c = &found["certificate"];
        assert!(c["tight"] == true && number(&c["regret_lower"]) <= number(&c["regret_upper"]), "{found}");
        let (low, high) = (number(&found["within"][0]), number(&found["within"][1]));
        assert!(low == -high && high >= 1.0);
        // The box asked for by name gives the same.
        let asked = folder.json(&format!("regret {data} --within {high}"));
        assert_eq!(c, &asked["certificate"]);
        let text = folder.ok(&format!("regret {data}")).stdout;
        assert!(text.contains(&format!("fixed weights in [{low}, {high}]: a box that holds")), "{text}");
        let narrow = folder.json(&format!("regret {data} --thorough"))["certificate"].clone();
        assert!(number(&narrow["best_upper"]) <= number(&c["best_upper"]) * (1.0 + 1e-12));
        assert!(number(&narrow["best_lower"]) <= number(&c["best_upper"]));
        assert!(number(&narrow["relative_width"]) <= number(&c["relative_width"]));
    }
    folder.write("c.csv", "kind,x\n".to_owned() + &"a,1\nb,2\nc,3\n".repeat(50));
    folder.refuses("regret c.csv --label kind", 1, &["several classes", "--positive"]);
}

#[test]
fn penalties_count_every_round() {
    let folder = Folder::new();
    folder.write("d.svm", drifting(300));
    let found = folder.json("regret d.svm -a ada-diag --l2 0.05 --l1 0.01");
    assert_eq!(
        (&found["penalized"], &found["certificate"]["tight"]),
        (&Value::Bool(true), &Value::Bool(true))
    );
    assert!(number(&found["suffered"]) > number(&found["loss"]));
    let text = folder.ok("regret d.svm -a ada-diag --l2 0.05 --l1 0.01").stdout;
    assert!(text.contains("losses and penalties"), "{text}");
}

#[test]
fn windows_show_the_drift() {
    let folder = Folder::new();
    folder.write("d.svm", drifting(1000));
    let found = folder.json("regret d.svm --radius 5 --windows 2");
    let windows = found["windows"].as_array().unwrap();
    assert_eq!(
        (windows.len(), &windows[0]["to"], &windows[1]["from"]),
        (2, &Value::from(500), &Value::from(501))
    );
    let together: f64 = windows.iter().map(|w| number(&w["best_upper"])).sum();
    assert!(together < 0.9 * number(&found["certificate"]["best_lower"]), "two points beat one: {found}");
    let text = folder.ok("regret d.svm --radius 5 --windows 2").stdout;
    assert!(text.contains("better than any fixed weights"), "{text}");
    assert!(text.contains("Regret on each interval") && text.contains("together between"), "{text}");
}

#[test]
fn the_report_and_the_picture() {
    let folder = Folder::new();
    folder.write("d.svm", drifting(400));
    let output = folder.ok("regret d.svm -a per-coord --loss hinge --plot r.svg");
    for words in [
        "suffered",
        "comparator",
        "certified",
        "by the theorem",
        "Newton steps",
        "of memory",
        "final comparator",
        "written to r.svg",
    ] {
        assert!(output.stdout.contains(words), "{words}: {}", output.stdout);
    }
    assert_eq!(output.stderr, "");
    let svg = folder.read("r.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("regret, certified:"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    assert_eq!(folder.names(), ["d.svm", "r.svg"]);
}

#[test]
fn says_what_is_missing() {
    let folder = Folder::new();
    folder.write("d.svm", drifting(100));
    let open = folder.ok("regret d.svm -a ada-diag").stdout;
    assert!(open.contains("none: ") && open.contains("--within") && open.contains("--radius"), "{open}");
    let found = folder.json("regret d.svm -a arow");
    assert!(found["certificate"].is_null() && found["missing"].as_str().unwrap().contains("bounded set"));
    let within = folder.json("regret d.svm -a arow --within 1");
    assert!(
        within["certificate"]["tight"] == true && within["missing"].is_null() && within["bound"].is_null()
    );
    assert!(
        folder.json("regret d.svm -a per-coord --within -0.1,0.1")["bound"].is_null(),
        "another set, no theorem"
    );
    assert!(
        folder.ok("regret d.svm -a ftrl --l2 1").stdout.contains("needs a box")
            || folder.ok("regret d.svm -a ftrl --l2 1").stdout.contains("need a box")
    );
}

#[test]
fn refuses_politely() {
    let folder = Folder::new();
    folder.write("d.svm", drifting(100));
    folder.write("empty.svm", "");
    folder.refuses(
        "regret d.svm --max-memory 1K",
        1,
        &["more than --max-memory 1.0 kB", "raise --max-memory"],
    );
    folder.refuses("regret d.svm --max-memory lots", 2, &["no amount of memory"]);
    folder.refuses("regret d.svm --within 3,1", 2, &["--within", "empty"]);
    folder.refuses("regret d.svm --within x", 2, &["LO,HI or R"]);
    folder.refuses("regret d.svm --windows 101", 2, &["lower --windows"]);
    folder.refuses("regret d.svm --windows 0", 2, &["--windows"]);
    folder.refuses("regret empty.svm", 1, &["no round to judge"]);
    folder.refuses("regret d.svm -a arow --radius 1", 2, &["takes no --radius"]);
    folder.refuses("regret d.svm --plot no/such/place.svg", 1, &["cannot write"]);
    folder.refuses("regret missing.svm", 1, &["missing.svm"]);
    folder.write("huge.vw", "6e307 |\n1.33e308 |\n");
    let huge = "regret huge.vw -a strongly-convex --loss quantile(0.95) --no-bias";
    folder.refuses(huge, 1, &["too large to be added up", "rescale"]);
}

/// A separable stream: the comparator loses nothing, and the regret is everything suffered.
#[test]
fn a_comparator_that_loses_nothing() {
    let folder = Folder::new();
    folder.write("d.svm", "1 1:1\n-1 2:1\n".repeat(50));
    let found = folder.json("regret d.svm --loss hinge --radius 10 --no-bias");
    let c = &found["certificate"];
    assert!(
        c["tight"] == true && number(&c["best_upper"]) <= 1e-9 && number(&c["best_lower"]) == 0.0,
        "{found}"
    );
}
