//! `tune`: the winner's model is the one the printed command writes; halving keeps what was learned.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, SplitMix};
use serde_json::Value;

fn data(rows: usize, labels: [&str; 2], sep: &str) -> String {
    let mut random = SplitMix(11);
    let mut text = String::new();
    for _ in 0..rows {
        let x: Vec<f64> = (0..4).map(|_| random.below(2001) as f64 / 500.0 - 2.0).collect();
        let right = 2.0 * x[0] - x[1] > 0.3;
        let y = labels[usize::from(right == (random.below(10) > 0))];
        text.push_str(&format!(
            "{y}{sep}{}\n",
            x.iter()
                .enumerate()
                .map(|(k, v)| if sep == "," { v.to_string() } else { format!("{}:{v}", k + 1) })
                .collect::<Vec<_>>()
                .join(sep)
        ));
    }
    text
}

/// The model that tune wrote is the one its command writes.
fn same_model(folder: &Folder, board: &Value) {
    let command = board["command"].as_str().unwrap().strip_prefix("noregret ").unwrap().to_owned();
    assert!(command.ends_with(" -m best.nr"), "{command}");
    let tuned = folder.bytes("best.nr");
    folder.ok(&command);
    assert!(folder.bytes("best.nr") == tuned, "{command}");
}

fn rows(board: &Value) -> &Vec<Value> {
    board["learners"].as_array().unwrap()
}

#[test]
fn the_model_is_the_one_of_the_command() {
    let folder = Folder::new();
    for (name, labels, sep, head) in [
        ("a.svm", ["0", "1"], " ", ""),
        ("b.svm", ["-1", "1"], " ", ""),
        ("c.svm", ["3", "7"], " ", ""),
        ("d.csv", ["no", "yes"], ",", "label,a,b,c,d\n"),
    ] {
        folder.write(name, format!("{head}{}", data(1500, labels, sep)));
        for line in [
            "-a ada-diag",
            "-a arow",
            "-a ogd --loss hinge --no-bias --param eta=0.01,0.1,1 --param l2=0,0.001",
            "-a ftrl --search halving",
        ] {
            // A loss that is named wants labels that are.
            let labels = if name == "c.svm" && line.contains("--loss") { "--labels 3,7" } else { "" };
            let board = folder.json(&format!("tune {name} {line} {labels} -f best.nr"));
            assert_eq!((&rows(&board)[0]["rank"], &board["model"]), (&1.into(), &"best.nr".into()));
            same_model(&folder, &board);
        }
    }
}

#[test]
fn a_grid_holds_what_each_gives_alone() {
    let folder = Folder::new();
    folder.write("d.svm", data(800, ["0", "1"], " "));
    let board = folder.json("tune d.svm -a ogd --param eta=0.01,0.1,1");
    let mut least = f64::INFINITY;
    for row in rows(&board) {
        let alone = folder.json(row["command"].as_str().unwrap().strip_prefix("noregret ").unwrap());
        assert_eq!(row["loss"], alone["loss"]);
        least = least.min(alone["loss"].as_f64().unwrap());
    }
    assert_eq!(rows(&board)[0]["loss"], least);
    let text = folder.ok("tune d.svm -a ogd --param eta=0.01,0.1,1").stdout;
    let last = text.trim_end().lines().last().unwrap();
    assert!(
        last.starts_with("noregret train d.svm -a ogd --eta ") && last.ends_with("--loss logistic"),
        "{text}"
    );
}

#[test]
fn halving_leaves_the_worse_half_behind() {
    let folder = Folder::new();
    folder.write("d.svm", data(4000, ["0", "1"], " "));
    let line = "tune d.svm -a ada-diag --search halving -f best.nr";
    let board = folder.json(line);
    let rungs = board["rungs"].as_array().unwrap();
    let kept: Vec<_> = rungs.iter().map(|rung| rung["kept"].as_u64().unwrap()).collect();
    assert_eq!(kept, [5, 3, 2, 1]);
    let places: Vec<_> = rungs.iter().map(|rung| rung["examples"].as_u64().unwrap()).collect();
    assert!(places.windows(2).all(|pair| pair[1] == 2 * pair[0]), "{places:?}");
    assert!((places[3] as f64 - 2000.0).abs() < 150.0, "{places:?}");
    same_model(&folder, &board);
    // Those left behind say where; the leader learned to the end.
    assert_eq!(rows(&board).iter().filter(|row| row["left"].is_null()).count(), 1);
    assert!(rows(&board)[8]["left"] == places[0]);
    // A pipe has no length: rungs double from a thousand, and the threads change nothing.
    let piped = |threads: u32| {
        let line = format!("tune --format svmlight -a ada-diag --search halving --threads {threads} --json");
        let mut board = folder.feed(&line, data(4000, ["0", "1"], " ")).json();
        board["seconds"] = Value::Null;
        board["learners"].as_array_mut().unwrap().iter_mut().for_each(|row| row["seconds"] = Value::Null);
        board
    };
    let one = piped(1);
    assert_eq!(one["rungs"][0]["examples"], 1000);
    assert_eq!(one["rungs"].as_array().unwrap().len(), 3);
    assert_eq!((piped(2), piped(7)), (one.clone(), one));
}

#[test]
fn refuses_politely() {
    let folder = Folder::new();
    folder.write("d.svm", data(50, ["0", "1"], " "));
    folder.refuses("tune d.svm -a pa", 2, &["--param"]);
    folder.refuses("tune d.svm -a ogd --param alpha=1", 2, &["none of the learners"]);
    folder.refuses("tune d.svm -a ogd --search random", 2, &["halving"]);
    folder.refuses("tune d.svm -a ogd -f no/where.nr", 1, &["no/where.nr"]);
    folder.refuses("tune d.svm -a ogd -f d.svm", 2, &["name the same file: it would be overwritten"]);
    folder.refuses("tune d.svm -a ogd -f x --report x", 2, &["the same file"]);
    folder.refuses("tune d.svm -a ogd -f -", 2, &["standard output"]);
    assert_eq!(folder.names(), ["d.svm"]);
}

/// Where every learner failed there is no winner, no model and no report, and none is told of.
#[test]
fn without_a_winner_nothing_is_written() {
    let folder = Folder::new();
    folder.write("t.vw", "1e200 | a:1e200\n2 | a:1\n3 | b:1\n");
    for line in [
        "tune t.vw -a ada-diag --loss squared -f t.nr --report t.html --plot t.svg",
        "compare t.vw -a ada-diag --loss squared --report t.html --plot t.svg",
    ] {
        let output = folder.run(line);
        assert_eq!(output.code, 1, "{output:?}");
        assert!(output.stderr.contains("every learner failed"), "{output:?}");
        assert!(!output.stderr.contains("written to"), "{output:?}");
        assert_eq!(folder.names(), ["t.vw"], "{line}");
    }
}

/// A best value at the end of a grid says that the grid is too short, and a constant that is as good that nothing was learned.
#[test]
fn the_end_of_a_grid_and_a_better_constant_are_remarked_on() {
    let folder = Folder::new();
    folder.write("d.svm", data(800, ["0", "1"], " "));
    let told = |line: &str| {
        let board = folder.json(&format!("tune d.svm {line}"));
        let remarks = board["remarks"].as_array().cloned().unwrap_or_default();
        remarks.iter().map(|remark| remark.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let low = told("-a ogd --param eta=0.0001,0.0002");
    assert!(low[0].starts_with("the best eta, 0.0002, is the largest tried"), "{low:?}");
    let high = told("-a ogd --param eta=30,3000,300000");
    assert!(high[0].starts_with("the best eta, 30, is the smallest tried"), "{high:?}");
    assert!(high[1].starts_with("no candidate is better than the best constant"), "{high:?}");
    assert!(told("-a ogd --param eta=0.0001,0.1,300000 --param l2=0,1").is_empty());
    let said = folder.ok("tune d.svm -a ogd --param eta=0.0001,0.0002 --report page.html").stdout;
    assert!(said.contains("Remark: the best eta, 0.0002, is the largest tried"), "{said}");
    assert!(folder.read("page.html").contains("is the largest tried"));
}
