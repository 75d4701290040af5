//! `compare`: every learner as if alone, whatever the threads; grids, failures, verdicts, the report.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, SplitMix};
use serde_json::Value;

/// Two classes that a plane separates, but for some noise; `width` features of which three matter.
fn classes(rows: usize, width: usize) -> String {
    let mut random = SplitMix(7);
    let mut text = String::new();
    for _ in 0..rows {
        let mut x = |_| random.below(2001) as f64 / 1000.0 - 1.0;
        let x: Vec<f64> = (0..width).map(&mut x).collect();
        let right = x[0] + 0.5 * x[1] - x[2] > 0.1;
        let y = if right == (random.below(12) > 0) { 1 } else { 0 };
        text.push_str(&y.to_string());
        for (k, v) in x.iter().enumerate() {
            text.push_str(&format!(" {}:{v}", k + 1));
        }
        text.push('\n');
    }
    text
}

/// Numbers.
fn numbers(rows: usize) -> String {
    let mut random = SplitMix(3);
    let line = |_| {
        let (a, b) = (random.below(100) as f64 / 50.0, random.below(100) as f64 / 50.0);
        format!("{} 1:{a} 2:{b}\n", 3.0 + 2.0 * a - b + random.below(10) as f64 / 20.0)
    };
    (0..rows).map(line).collect()
}

fn rows(board: &Value) -> Vec<Value> {
    board["learners"].as_array().unwrap().clone()
}

fn find(board: &Value, name: &str) -> Value {
    rows(board)
        .into_iter()
        .find(|row| row["learner"] == name)
        .unwrap_or_else(|| panic!("no {name} in {board}"))
}

/// Runs compare with learners that may hold blanks.
fn compare(folder: &Folder, line: &str, learners: &[&str]) -> Value {
    let mut command = folder.command(&format!("compare {line} --json"));
    for learner in learners {
        command.args(["-a", learner]);
    }
    let output = command::finished(command.spawn().unwrap(), line);
    assert_eq!(output.code, 0, "{line}: {output:?}");
    output.json()
}

/// Every row's command gives the same loss alone.
fn as_alone(folder: &Folder, board: &Value) {
    for row in rows(board) {
        let command = row["command"].as_str().unwrap();
        assert!(!command.contains('\''), "{command}");
        let alone = folder.json(command.strip_prefix("noregret ").unwrap());
        assert_eq!(row["loss"], alone["loss"], "{command}");
        assert_eq!(row["mistakes"], alone["mistakes"], "{command}");
        assert_eq!(
            (&row["bytes"], &row["loss_function"]),
            (&alone["bytes"], &alone["loss_function"]),
            "{command}"
        );
        assert_eq!(row["skipped"], alone["skipped"], "{command}");
    }
}

/// The board without what is measured in seconds.
fn timeless(mut board: Value) -> Value {
    board["seconds"] = Value::Null;
    for row in board["learners"].as_array_mut().unwrap() {
        row["seconds"] = Value::Null;
    }
    board
}

#[test]
fn every_algorithm_gets_what_train_gives_it() {
    let folder = Folder::new();
    folder.write("d.svm", classes(400, 6));
    let table = folder.json("algorithms");
    let names: Vec<&str> = table.as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap()).collect();
    assert!(names.len() >= 24);
    let board = compare(&folder, "d.svm", &names);
    assert_eq!(rows(&board).len(), names.len());
    assert!(rows(&board).iter().all(|row| row["failed"].is_null()), "{board}");
    // pa, pa1 and pa2 learn hinge alone, so the judge is what all have in common.
    assert_eq!(board["judge"], "mistakes");
    as_alone(&folder, &board);
}

#[test]
fn numbers_and_the_usual_line_up() {
    let folder = Folder::new();
    folder.write("d.svm", numbers(1500));
    let board = compare(&folder, "d.svm --clip 5", &[]);
    assert_eq!((board["judge"].as_str(), rows(&board).len()), (Some("squared loss"), 7));
    as_alone(&folder, &board);
    // Without a clip the first thousand labels set it, and do not count.
    let board = compare(&folder, "d.svm", &["ada-diag", "ogd", "pa1", "arow"]);
    assert_eq!((board["judge"].as_str(), &board["clip_from"]), (Some("absolute loss"), &1000.into()));
    assert!(find(&board, "arow")["failed"].as_str().unwrap().contains("binary"));
    assert!(find(&board, "pa1")["loss_function"] == "absolute" && find(&board, "ogd")["interval"].is_array());
    assert!(board["clip"].as_f64().unwrap() > 3.0);
    // Too few labels to set one: nothing is said with confidence, and that is said.
    folder.write("few.svm", numbers(200));
    let board = compare(&folder, "few.svm", &["ada-diag", "ogd"]);
    assert!(board["clip"].is_null() && rows(&board)[1]["verdict"].is_null());
    assert!(folder.ok("compare few.svm -a ada-diag -a ogd").stdout.contains("--clip C"));
}

#[test]
fn no_number_depends_on_the_threads() {
    let folder = Folder::new();
    folder.write("d.svm", classes(3000, 8));
    let line = "d.svm --param eta=0.1,1 --drift=5 --within 2";
    let learners = ["auto", "ada-diag", "ogd", "flh --base ogd", "arow --loss logistic"];
    let one = timeless(compare(&folder, &format!("{line} --threads 1"), &learners));
    assert_eq!(rows(&one).len(), 8);
    assert_eq!(rows(&one)[0]["windows"].as_array().unwrap().len(), 5);
    for threads in [2, 7] {
        assert_eq!(timeless(compare(&folder, &format!("{line} --threads {threads}"), &learners)), one);
    }
    // Regret is what was lost less what the best weights lose.
    let best = one["comparator"].as_array().unwrap();
    let row = &rows(&one)[0];
    let lost = row["judged"].as_f64().unwrap() * 3000.0;
    let regret = row["regret"][1].as_f64().unwrap();
    assert!((lost - best[0].as_f64().unwrap() - regret).abs() < 1e-6 * lost, "{one}");
    // It is what `regret` certifies.
    let alone = folder.json("regret d.svm -a ada-diag --eta 1 --loss logistic --within 2");
    let here = find(&one, "ada-diag --eta 1");
    for (end, name) in [(0, "regret_lower"), (1, "regret_upper")] {
        let (a, b) = (here["regret"][end].as_f64().unwrap(), alone["certificate"][name].as_f64().unwrap());
        assert!((a - b).abs() < 2e-3 * lost, "{a} {b}");
    }
}

#[test]
fn regret_by_window_is_what_regret_certifies() {
    let folder = Folder::new();
    folder.write("d.svm", classes(2048, 4));
    let board = compare(&folder, "d.svm --drift=8 --within 3 --plot w.svg", &["ogd", "flh --base ogd"]);
    for (name, line) in [("ogd", "-a ogd"), ("flh --base ogd", "-a flh --base ogd")] {
        let alone = folder.json(&format!("regret d.svm {line} --within 3 --windows 8 --loss logistic"));
        let (here, there) = (find(&board, name), alone["windows"].as_array().unwrap().clone());
        assert_eq!(there.len(), 8);
        for (a, b) in here["windows"].as_array().unwrap().iter().zip(&there) {
            assert_eq!(a["to"], b["to"]);
            for (end, name) in [(0, "regret_lower"), (1, "regret_upper")] {
                let (a, b) = (a["regret"][end].as_f64().unwrap(), b[name].as_f64().unwrap());
                assert!((a - b).abs() < 1e-3 * 256.0, "{a} {b}");
            }
        }
    }
    assert!(folder.read("w.svg").contains("regret a round in each of 8 windows"));
}

#[test]
fn a_learner_that_fails_stops_nobody() {
    let folder = Folder::new();
    // 20,000 features are too wide for a full matrix.
    let mut data = classes(300, 4);
    let wide: String = (1..=20_000).map(|k| format!(" {k}:0.01")).collect();
    data.push_str(&format!("1{wide}\n0 2:1\n"));
    folder.write("d.svm", &data);
    let board = compare(&folder, "d.svm", &["ada-full", "ada-diag", "ons"]);
    for name in ["ada-full", "ons"] {
        let row = find(&board, name);
        assert!(row["rank"].is_null() && row["loss"].is_null() && row["regret"].is_null());
        assert!(row["failed"].as_str().unwrap().contains("d.svm:301"), "{row}");
    }
    let row = find(&board, "ada-diag");
    assert_eq!((&row["rank"], &row["failed"]), (&1.into(), &Value::Null));
    assert_eq!(row["loss"], folder.json("train d.svm -a ada-diag")["loss"]);
    let output = folder.run("compare d.svm -a ada-full");
    assert_eq!(output.code, 1);
    assert!(output.stdout.contains("failed: d.svm:301") && output.stderr.contains("every learner failed"));
    // With --on-error skip each leaves out what it cannot take, as alone.
    as_alone(&folder, &compare(&folder, "d.svm --on-error skip", &["ada-full", "ada-diag"]));
}

#[test]
fn bad_lines_stop_or_are_counted() {
    let folder = Folder::new();
    let mut data = classes(100, 3);
    data.push_str("1 1:x\n");
    folder.write("d.svm", &data);
    folder.refuses("compare d.svm -a ogd -a ada-diag", 1, &["d.svm:101", "--on-error skip"]);
    let board = compare(&folder, "d.svm --on-error skip", &["ogd", "ada-diag"]);
    assert_eq!((&board["skipped"], &board["labelled"]), (&1.into(), &100.into()));
    as_alone(&folder, &board);
    folder.write("empty.svm", "");
    folder.refuses("compare empty.svm -a ogd", 1, &["no labelled example"]);
}

#[test]
fn importance_weights_count_as_alone() {
    let folder = Folder::new();
    let lines = classes(600, 3);
    let weighted = lines.lines().enumerate().map(|(k, line)| {
        let (y, x) = line.split_once(' ').unwrap();
        format!("{} {} |f {x}\n", 2 * y.parse::<i32>().unwrap() - 1, [1.0, 0.5, 3.0, 0.0][k % 4])
    });
    folder.write("d.vw", weighted.collect::<String>());
    let board = compare(&folder, "d.vw --within 1", &["auto", "ogd", "arow", "flh --base per-coord"]);
    assert_eq!((&board["weighted"], &board["labelled"]), (&true.into(), &600.into()));
    as_alone(&folder, &board);
}

/// The unit of importance weights says nothing of who is better: losses are clipped, not losses times weights.
#[test]
fn weights_of_any_unit_have_the_same_verdicts() {
    let folder = Folder::new();
    for (file, unit) in [("small.vw", 1), ("large.vw", 1700)] {
        let lines = classes(10_000, 3);
        let weighted = lines.lines().enumerate().map(|(k, line)| {
            let (y, x) = line.split_once(' ').unwrap();
            format!("{} {} |f {x}\n", 2 * y.parse::<i32>().unwrap() - 1, unit * (1 + k * k % 9))
        });
        folder.write(file, weighted.collect::<String>());
    }
    let unitless = ["auto", "per-coord", "global", "ada-diag", "ada-diag --eta 0.001"];
    let (small, large) = (compare(&folder, "small.vw", &unitless), compare(&folder, "large.vw", &unitless));
    let told = |row: &Value| (row["learner"].clone(), row["verdict"].clone());
    let verdicts = |board: &Value| rows(board).iter().map(told).collect::<Vec<_>>();
    assert_eq!(verdicts(&small), verdicts(&large));
    assert!(verdicts(&small).iter().any(|(_, verdict)| verdict == "beaten"), "{small}");
    for (one, other) in rows(&small).iter().zip(rows(&large)) {
        let ends = |row: &Value| [0, 1].map(|end| row["interval"][end].as_f64().unwrap());
        let ([low, high], [least, most]) = (ends(one), ends(&other));
        assert!((low - least).abs() < 1e-6 && (high - most).abs() < 1e-6, "{one} {other}");
        // Little is clipped here, so that the interval holds the mean that learners are ranked by.
        let judged = one["judged"].as_f64().unwrap();
        assert!(low <= judged && judged <= high, "{one}");
    }
    // Among the usual ones some learn otherwise when weights are large; what is sure of them agrees with their means.
    let board = compare(&folder, "large.vw", &[]);
    let judged = |row: &Value| row["judged"].as_f64().unwrap();
    let leader = judged(&rows(&board)[0]);
    for row in rows(&board) {
        assert_ne!(row["verdict"], "better-clipped", "{row}");
        assert!(row["verdict"] != "beaten" || judged(&row) > leader, "{row}");
    }
}

/// Memory is foretold as the most it can be where features are hashed: few rows fill no table.
#[test]
fn memory_of_tables_that_may_stay_empty_is_said_to_be_the_most() {
    let folder = Folder::new();
    let rows = (0..60).map(|n| format!("{},{}\n", n % 7, (n * 7919 % 13) % 2));
    folder.write("a.csv", "a,y\n".to_owned() + &rows.collect::<String>());
    let etas: Vec<String> = (1..=33).map(|n| format!("0.{n:02}")).collect();
    let line = format!("compare a.csv -a ogd --param eta={}", etas.join(","));
    let told = folder.ok(&line).stderr;
    assert!(told.contains("33 learners: at most about"), "{told}");
    folder.write("a.svm", classes(60, 3));
    let told = folder.ok(&line.replace("a.csv", "a.svm")).stderr;
    assert!(told.contains("33 learners: about"), "{told}");
}

#[test]
fn wrong_usage() {
    let folder = Folder::new();
    folder.write("d.svm", classes(50, 3));
    for (line, says) in [
        ("compare d.svm -a nothing", "nothing"),
        ("compare d.svm -a pa --param eta=1", "none of the learners"),
        ("compare d.svm -a ogd --param eta=0.1,-1", "eta"),
        ("compare d.svm -a ogd --param eta", "NAME=V1,V2"),
        ("compare d.svm -a ogd --param box=0,1", "radius"),
        ("compare d.svm --confidence 1.5", "probability"),
        ("compare d.svm --clip 0", "above 0"),
        ("compare d.svm --judge squared", "labels"),
        ("compare d.svm -a ogd --within x", "--within"),
        ("tune d.svm", "--algorithm"),
        ("tune d.svm -a auto", "--param"),
    ] {
        folder.refuses(line, 2, &[says]);
    }
    let mut command = folder.command("compare d.svm -a ogd");
    command.args(["-a", "ogd --loss squared"]).args(["-a", "ada-diag --loss hinge"]);
    let output = command::finished(command.spawn().unwrap(), "two kinds of labels");
    assert!(output.code == 2 && output.stderr.contains("compare them apart"), "{output:?}");
}

#[test]
fn verdicts_are_sure_where_they_can_be() {
    let folder = Folder::new();
    folder.write("d.svm", classes(6000, 4));
    // A rate of a millionth learns nothing; two nearly equal rates cannot be told apart.
    let learners = ["ogd --eta 0.000001", "ada-diag --eta 0.2", "ada-diag --eta 0.2001"];
    let board = compare(&folder, "d.svm", &learners);
    assert_eq!((&board["pairs"], &board["clip"]), (&3.into(), &8.0.into()));
    let verdicts: Vec<_> =
        rows(&board).iter().map(|row| row["verdict"].as_str().unwrap().to_owned()).collect();
    assert_eq!(verdicts, ["leads", "open", "beaten"]);
    assert_eq!(find(&board, learners[0])["verdict"], "beaten");
    for row in rows(&board) {
        let ends = row["interval"].as_array().unwrap();
        let (low, high) = (ends[0].as_f64().unwrap(), ends[1].as_f64().unwrap());
        assert!((low..=high).contains(&row["judged"].as_f64().unwrap()) && high - low < 0.1, "{row}");
    }
    let output = folder.ok("compare d.svm -a ogd -a ada-diag --param eta=0.000001,0.2");
    for words in ["rank", "leads", ": sure", "6 pairs", "95 %", "clipped at 8", "mistakes"] {
        assert!(output.stdout.contains(words), "{words}: {}", output.stdout);
    }
    let said = folder.ok("compare d.svm -a pa -a ada-diag --param eta=0.1,1");
    assert!(said.stderr.contains("pa has no --eta"), "{said:?}");
}

#[test]
fn a_large_grid_says_what_it_will_take() {
    let folder = Folder::new();
    folder.write("d.svm", classes(500, 3));
    let etas: Vec<String> = (1..=33).map(|k| format!("0.{k:02}")).collect();
    let line = format!("compare d.svm -a ogd --param eta={}", etas.join(","));
    let output = folder.ok(&line);
    assert!(
        output.stderr.contains("33 learners: about") && output.stderr.contains("bytes a feature"),
        "{output:?}"
    );
    assert_eq!(folder.ok(&format!("{line} --quiet")).stderr, "");
    assert_eq!(folder.ok("compare d.svm -a ogd").stderr, "");
    // Pairs are too many beyond 64: intervals are compared.
    let etas: Vec<String> = (1..=65).map(|k| format!("0.{k:02}")).collect();
    let board = compare(&folder, &format!("d.svm --quiet --param eta={}", etas.join(",")), &["ogd"]);
    assert_eq!(board["pairs"], 0);
    assert_eq!(rows(&board)[64]["verdict"], "open");
}

#[test]
fn the_report_is_whole_and_fetches_nothing() {
    let folder = Folder::new();
    folder.write("d.svm", classes(1200, 4));
    let output =
        folder.ok("compare d.svm -a auto -a ogd -a pa --report r.html --drift --within 1 --judge logistic");
    assert!(output.stderr.contains("report written to r.html") && output.stdout.contains("Mean by window"));
    let html = folder.read("r.html");
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
    for words in
        ["Leaderboard", "noregret train d.svm -a auto --loss logistic", "regret against", "windows", "<svg "]
    {
        assert!(html.contains(words), "{words}");
    }
    for never in ["<script", "src=", "href=", "url(", "@import", "NaN"] {
        assert!(!html.contains(never), "{never}");
    }
    // The only address is the name of SVG itself.
    assert_eq!(html.matches("http").count(), html.matches("http://www.w3.org/2000/svg").count());
    for tag in ["p", "table", "tr", "td", "th", "figure", "pre", "svg", "text", "h2", "body"] {
        let open = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
        assert_eq!(open, html.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert_eq!(folder.names(), ["d.svm", "r.html"]);
    folder.refuses("compare d.svm -a ogd --report no/where.html", 1, &["no/where.html"]);
}

/// The tables and figures of the page, each in a file of its own.
#[test]
fn the_parts_of_the_report_are_files() {
    let folder = Folder::new();
    folder.write("d.svm", classes(1200, 4));
    folder.ok("compare d.svm -a ogd --param eta=0.01,0.1,1 --export parts --report r.html");
    let names: Vec<String> = std::fs::read_dir(folder.path("parts"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let page = folder.read("r.html");
    assert_eq!(names.iter().filter(|name| name.ends_with(".svg")).count(), page.matches("<svg ").count());
    assert_eq!(names.iter().filter(|name| name.ends_with(".csv")).count(), page.matches("<table").count());
    let table = folder.read("parts/01-leaderboard.csv");
    assert!(table.starts_with("rank,learner,") && table.lines().count() == 4, "{table}");
    let sweep = names.iter().find(|name| name.contains("parameters")).unwrap();
    let svg = folder.read(&format!("parts/{sweep}"));
    assert!(svg.starts_with("<svg ") && svg.contains("against eta"), "{svg}");
}

#[test]
fn words_fit_how_many_learners_and_examples_there_are() {
    let folder = Folder::new();
    folder.write("d.svm", classes(400, 4));
    folder.ok("compare d.svm -a ogd --report one.html");
    let html = folder.read("one.html");
    assert!(
        html.contains(
            "The interval is for the mean clipped at 8; it holds at any time, with 95 % confidence."
        )
    );
    assert!(html.contains("The band is a confidence sequence") && !html.contains("bands of the first two"));
    folder.ok("compare d.svm -a ogd -a auto --report two.html");
    let html = folder.read("two.html");
    assert!(html.contains("both hold at once") && html.contains("the verdict holds with 95 % too"));
    assert!(html.contains("The bands of the first two"));

    folder.write("few.svm", classes(5, 4));
    folder.ok("compare few.svm -a ogd -a auto --within 1 --report few.html");
    let html = folder.read("few.html");
    assert!(html.contains("in each of 5 windows") && !html.contains("40 windows"));
    assert!(!html.contains("first tenth") && !html.contains("The bands"));
}

#[test]
fn hopeless_learners_do_not_flatten_the_others() {
    let folder = Folder::new();
    folder.write("d.svm", classes(400, 4));
    let ticks = |args: &str| {
        folder.ok(&format!("compare d.svm -a ogd {args} --plot p.svg --quiet"));
        let svg = folder.read("p.svg");
        let labels = svg.lines().filter(|line| line.contains(r#"text-anchor="end""#));
        let number = |line: &str| line.split(['>', '<']).nth(2)?.parse::<f64>().ok();
        labels.filter_map(number).collect::<Vec<_>>()
    };
    let even = |t: &[f64]| (t[1] - t[0] - (t[2] - t[1])).abs() < 1e-9;
    let near = ticks("--param eta=0.01,0.1");
    assert!(near.len() > 2 && even(&near), "{near:?}");
    let far = ticks("--param eta=0.1,100000");
    assert!(far.len() > 2 && !even(&far), "a logarithmic axis: {far:?}");
}

/// The command of a learner that cannot learn the loss fails as the learner did.
#[test]
fn the_command_of_a_failed_row_fails() {
    let folder = Folder::new();
    folder.write("n.svm", numbers(30));
    let board = compare(&folder, "n.svm --loss huber(1)", &["ogd", "arow"]);
    let row = find(&board, "arow");
    let why = row["failed"].as_str().unwrap();
    let command = row["command"].as_str().unwrap().replace('\'', "");
    folder.refuses(command.strip_prefix("noregret ").unwrap(), 2, &[why]);
}
