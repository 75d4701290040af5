//! `noregret metric`: learning from comparisons and tables, evaluating, and using what was learned.

mod command;

use command::tables::{NAMES, joined, matrix, near, numbers, table, unit};
use command::{Folder, SplitMix};
use std::fmt::Write as _;

const METHODS: [(&str, &str); 5] = [
    ("logdet", "implicit"),
    ("frobenius", "implicit"),
    ("frobenius", "explicit"),
    ("von-neumann", "implicit"),
    ("von-neumann", "explicit"),
];

/// Pairs of points with a target.
fn pairs(rounds: usize, dim: usize, seed: u64) -> String {
    let mut random = SplitMix(seed);
    let mut text = String::new();
    for _ in 0..rounds {
        let target = unit(&mut random) + if random.below(2) == 0 { 0.0 } else { 1.0 };
        let _ = write!(text, "{target}");
        for _ in 0..2 * dim {
            let _ = write!(text, ",{}", unit(&mut random) - 0.5);
        }
        text.push('\n');
    }
    text
}

/// z'Wz and Wz.
fn form(w: &[Vec<f64>], z: &[f64]) -> (f64, Vec<f64>) {
    let wz: Vec<f64> = w.iter().map(|row| row.iter().zip(z).map(|(w, z)| w * z).sum()).collect();
    (wz.iter().zip(z).map(|(a, b)| a * b).sum(), wz)
}

#[test]
fn logdet_pairs_are_the_closed_form() {
    let folder = Folder::new();
    let text = pairs(300, 3, 1);
    folder.write("pairs.csv", &text);
    for (rate, at) in [("constant", 0.0), ("sqrt", 0.5), ("inverse", 1.0)] {
        folder.ok(&format!(
            "metric train --constraints pairs.csv --eta 0.7 --rate {rate} -p p.txt --matrix W.csv"
        ));
        let mut w: Vec<Vec<f64>> =
            (0..3).map(|i| (0..3).map(|j| f64::from(u8::from(i == j))).collect()).collect();
        let told = folder.read("p.txt");
        assert_eq!(told.lines().count(), 300);
        for (t, (row, told)) in text.lines().zip(told.lines()).enumerate() {
            let row = numbers(row);
            let z: Vec<f64> = (0..3).map(|i| row[1 + i] - row[4 + i]).collect();
            let ((p, wz), y) = (form(&w, &z), row[0]);
            assert!(near(p, told.parse().unwrap()), "{rate}, round {t}: {p} and {told}");
            let t = (t + 1) as f64;
            let eta = 0.7
                / if at == 0.0 {
                    1.0
                } else if at == 0.5 {
                    t.sqrt()
                } else {
                    t
                };
            let k = eta * y * p - 1.0;
            let left = (k + (k * k + 4.0 * eta * p * p).sqrt()) / (2.0 * eta * p);
            let s = eta * (left - y);
            for i in 0..3 {
                for j in 0..3 {
                    w[i][j] -= s / (1.0 + s * p) * wz[i] * wz[j];
                }
            }
        }
        for (row, told) in w.iter().zip(matrix(&folder.read("W.csv"))) {
            assert!(row.iter().zip(told).all(|(a, b)| near(*a, b)), "{rate}");
        }
    }
}

/// In one dimension every geometry is a scalar formula.
#[test]
#[allow(clippy::disallowed_methods, reason = "compared to nine digits")]
fn one_dimension_by_hand() {
    let folder = Folder::new();
    folder.write("one.csv", "0.5,1,-1\n3,0,1\n");
    for (geometry, update) in METHODS {
        let line = format!("metric train --constraints one.csv --geometry {geometry} --update {update}");
        folder.ok(&format!("{line} --eta 0.1 --rate constant --matrix W.csv -p p.txt"));
        let (mut w, eta) = (1.0_f64, 0.1);
        let mut told = Vec::new();
        for (x, y) in [(4.0, 0.5), (1.0, 3.0)] {
            let p = w * x;
            told.push(p);
            let step = |s: f64| match geometry {
                "logdet" => w / (1.0 + s * w * x),
                "frobenius" => (w - s * x).max(0.0),
                _ => w * (-s * x).exp(),
            };
            let mut s = eta * (p - y);
            if update == "implicit" {
                // Bisection on s = eta (x w(s) - y).
                let (mut low, mut high) = (s.min(0.0), s.max(0.0));
                for _ in 0..200 {
                    s = 0.5 * (low + high);
                    if s < eta * (x * step(s) - y) { low = s } else { high = s }
                }
            }
            w = step(s);
        }
        let found: Vec<f64> = folder.read("p.txt").lines().map(|p| p.parse().unwrap()).collect();
        assert!(found.iter().zip(&told).all(|(a, b)| near(*a, *b)), "{line}: {found:?} and {told:?}");
        assert!(near(matrix(&folder.read("W.csv"))[0][0], w), "{line}");
    }
}

#[test]
fn resumed_is_uninterrupted_to_the_last_bit() {
    let folder = Folder::new();
    let text = pairs(120, 4, 2);
    folder.write("all.csv", &text);
    let lines: Vec<&str> = text.lines().collect();
    folder.write("a.csv", lines[..47].join("\n"));
    folder.write("b.csv", lines[47..].join("\r\n"));
    for (geometry, update) in METHODS {
        let method = format!("--geometry {geometry} --update {update} --eta 0.2");
        folder
            .ok(&format!("metric train --constraints all.csv {method} -m all.nr -p all.txt --matrix all.w"));
        folder.ok(&format!("metric train --constraints a.csv {method} -m half.nr -p a.txt"));
        folder.ok("metric train --constraints b.csv -i half.nr -m half.nr -p b.txt --matrix half.w");
        assert_eq!(folder.read("a.txt") + &folder.read("b.txt"), folder.read("all.txt"), "{method}");
        assert_eq!(folder.read("half.w"), folder.read("all.w"), "{method}");
        assert_eq!(folder.bytes("half.nr"), folder.bytes("all.nr"), "{method}");
    }
    folder.refuses("metric train --constraints a.csv -i half.nr --eta 3", 2, &["cannot go on with --eta 3"]);
    folder.refuses(
        "metric train --constraints a.csv -i half.nr --geometry logdet",
        2,
        &["--geometry logdet"],
    );
    folder.write("wide.csv", "1,1,2,3,4\n");
    folder.refuses("metric train --constraints wide.csv -i half.nr", 1, &["wide.csv:1", "over 4"]);
}

#[test]
fn all_layouts_say_the_same() {
    let folder = Folder::new();
    let rows = table(80, 3);
    folder.write("plain.data", joined(&rows, ","));
    folder.write("named.csv", NAMES.join(",") + "\n" + &joined(&rows, ","));
    folder.write("named.tsv", NAMES.join("\t") + "\n" + &joined(&rows, "\t"));
    let types = "continuous\tcontinuous\tc\tdiscrete\tround square\tant bee cow\n\t\t\t\t\tclass\n";
    folder.write("orange.tab", NAMES.join("\t") + "\n" + types + &joined(&rows, "\t"));
    let kinds = ["REAL", "numeric", "real", "{red, green,blue}", "{'round',square}", "{ant,bee,cow}"];
    let mut arff = "% made for a test\n@RELATION t\n".to_owned();
    for (name, kind) in NAMES.iter().zip(kinds) {
        let _ = writeln!(arff, "@ATTRIBUTE {name}\t{kind}");
    }
    folder.write("weka.arff", arff + "@DATA\n" + &joined(&rows, ", "));
    let first: Vec<Vec<String>> =
        rows.iter().map(|row| row.last().into_iter().chain(&row[..5]).cloned().collect()).collect();
    folder.write("first.csv", joined(&first, ","));
    let line = "metric eval --geometry logdet --runs 3 --rounds 200";
    let methods = |file: &str| folder.json(&format!("{line} {file}"))["data"][0]["methods"].clone();
    let wanted = methods("plain.data");
    assert!(wanted[1]["mean"].as_f64().unwrap() < wanted[0]["mean"].as_f64().unwrap(), "{wanted}");
    for file in ["named.csv", "named.tsv", "orange.tab", "weka.arff", "first.csv --label 1"] {
        assert_eq!(methods(file), wanted, "{file}");
    }
    assert_eq!(methods("plain.data --no-header"), wanted);
    // svmlight has numbers alone; absent is zero.
    let mut svm = String::new();
    let mut csv = String::new();
    let mut random = SplitMix(5);
    for _ in 0..60 {
        let values: Vec<f64> = (0..4).map(|_| (unit(&mut random) - 0.5).max(0.0)).collect();
        let class = if values[1] > 0.1 { "1" } else { "-1" };
        svm.push_str(class);
        for (place, value) in values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            let _ = write!(svm, " {}:{value}", place + 1);
        }
        svm.push('\n');
        let values: Vec<String> = values.iter().map(f64::to_string).collect();
        csv += &(values.join(",") + "," + class + "\n");
    }
    folder.write("s.svm", svm);
    folder.write("s.csv", csv);
    assert_eq!(methods("s.svm"), methods("s.csv"));
}

#[test]
fn training_on_a_table_is_reproducible_and_resumable() {
    let folder = Folder::new();
    folder.write("t.csv", NAMES.join(",") + "\n" + &joined(&table(60, 4), ","));
    let run = |line: &str| folder.json(&format!("metric train t.csv {line}"));
    let given = run("--rounds 20 --eta 300 --seed 7");
    assert!(given["targets"]["same"].as_f64().unwrap() < given["targets"]["different"].as_f64().unwrap());
    assert_eq!((&given["choice"], &given["eta"]), (&serde_json::Value::Null, &300.0.into()));
    let whole = run("--rounds 500 --seed 7 -m whole.nr -p whole.txt --matrix whole.w");
    assert_eq!((&whole["rounds"], &whole["helps"]), (&500.into(), &true.into()));
    assert_eq!(whole["dim"], 3 + 3 + 2);
    assert_eq!((&whole["rows"], &whole["classes"]), (&60.into(), &3.into()));
    run("--rounds 500 --seed 7 -m again.nr");
    assert_eq!(folder.bytes("again.nr"), folder.bytes("whole.nr"));
    run("--rounds 500 --seed 8 -m other.nr");
    assert_ne!(folder.bytes("other.nr"), folder.bytes("whole.nr"));
    run("--rounds 200 --seed 7 -m part.nr -p a.txt");
    let rest = run("--rounds 300 --seed 7 -i part.nr -m part.nr -p b.txt --matrix part.w");
    assert_eq!((&rest["rounds"], &rest["total_rounds"]), (&300.into(), &500.into()));
    assert_eq!(folder.read("a.txt") + &folder.read("b.txt"), folder.read("whole.txt"));
    assert_eq!(folder.read("part.w"), folder.read("whole.w"));
    assert_eq!(folder.bytes("part.nr"), folder.bytes("whole.nr"));
    folder.refuses("metric train t.csv -i part.nr --ignore size", 2, &["--ignore", "in the model"]);
    folder.write("p.csv", pairs(3, 8, 1));
    folder.refuses("metric train --constraints p.csv -i part.nr", 2, &["trained on a table"]);
}

#[test]
fn transformed_points_have_the_learned_distances() {
    let folder = Folder::new();
    let rows = table(50, 6);
    folder.write("t.csv", NAMES.join(",") + "\n" + &joined(&rows, ","));
    for (geometry, update) in METHODS {
        folder.ok(&format!(
            "metric train t.csv --rounds 300 --eta 1 --geometry {geometry} --update {update} -m m.nr"
        ));
        let images = matrix(&folder.ok("metric transform m.nr t.csv").stdout);
        assert_eq!((images.len(), images[0].len()), (50, 8));
        let points: String =
            (1..50).map(|i| [&rows[i - 1][..5], &rows[i][..5]].concat().join(",") + "\n").collect();
        folder.write("points.csv", points);
        folder.ok("metric distance m.nr points.csv -o d.txt");
        let told = folder.read("d.txt");
        assert_eq!(told.lines().count(), 49);
        for (i, told) in told.lines().enumerate() {
            let between = images[i].iter().zip(&images[i + 1]).map(|(a, b)| (a - b) * (a - b)).sum();
            assert!(near(between, told.parse().unwrap()), "{geometry} {update}, row {i}: {between} {told}");
        }
    }
    // Columns are found by name, in any order, without a label; a new category counts as a missing one.
    let images = folder.ok("metric transform m.nr t.csv").stdout;
    let order = [4, 2, 0, 1, 3];
    let pick = |row: &Vec<String>| order.map(|place| row[place].as_str()).join(",") + "\n";
    let names = order.map(|place| NAMES[place]).join(",");
    folder.write("turned.csv", names.clone() + "\n" + &rows.iter().map(pick).collect::<String>());
    assert_eq!(folder.ok("metric transform m.nr turned.csv").stdout, images);
    folder.write("new.csv", names.clone() + "\nhexagon,1,2,3,red\n");
    let new = folder.ok("metric transform m.nr new.csv");
    assert!(new.stderr.contains("1 values are categories the model does not know"), "{new:?}");
    folder.write("missing.csv", names + "\n?,1,2,3,red\n");
    assert_eq!(folder.ok("metric transform m.nr missing.csv").stdout, new.stdout);
    folder.write("less.csv", "size,weight,signal,colour\n1,2,3,red\n");
    folder.refuses("metric transform m.nr less.csv", 1, &["does not name the columns", "shape"]);
    folder.write("short.csv", "1,2,3\n");
    folder.refuses("metric distance m.nr short.csv", 1, &["short.csv:1", "3 fields"]);
    folder.write("bad.csv", "1,2,3,red,round,1,2,x,red,round\n");
    folder.refuses("metric distance m.nr bad.csv", 1, &["bad.csv:1: field 8 \"x\"", "not a number"]);
}

#[test]
fn vectors_learned_from_comparisons_are_taken_as_they_are() {
    let folder = Folder::new();
    folder.write("pairs.csv", pairs(100, 2, 8));
    folder.ok("metric train --constraints pairs.csv -m m.nr --matrix W.csv");
    let w = matrix(&folder.read("W.csv"));
    let told = folder.feed("metric distance m.nr -", "0.5,0.25,-1,2\n").stdout;
    assert!(near(told.trim().parse().unwrap(), form(&w, &[1.5, -1.75]).0));
    let images = folder.feed("metric transform m.nr -", "0.5,0.25\n-1,2\n").stdout;
    assert_eq!(folder.feed("metric transform m.nr -", "0.5,0.25,x\n-1,2,x\n").stdout, images);
    let images = matrix(&images);
    let between: f64 = images[0].iter().zip(&images[1]).map(|(a, b)| (a - b) * (a - b)).sum();
    assert!(near(between, told.trim().parse().unwrap()));
}

#[test]
fn triplets() {
    let folder = Folder::new();
    let mut random = SplitMix(9);
    let mut text = String::new();
    // The first coordinate decides who is near, the second is noise.
    for _ in 0..400 {
        let a: Vec<f64> = (0..2).map(|_| unit(&mut random)).collect();
        let _ = writeln!(
            text,
            "{},{},{},{},{},{}",
            a[0],
            a[1],
            a[0] + 0.1,
            unit(&mut random),
            a[0] + 0.9,
            unit(&mut random)
        );
    }
    folder.write("t.csv", text);
    for (geometry, update) in METHODS {
        let line = format!("metric train --constraints t.csv --relative --margin 0.5 --geometry {geometry}");
        let told = folder.json(&format!("{line} --update {update} --eta 0.5 -p p.txt --matrix W.csv"));
        assert_eq!((&told["rounds"], &told["margin"]), (&400.into(), &0.5.into()));
        let distances = matrix(&folder.read("p.txt"));
        assert_eq!(distances[0].len(), 2);
        let broken = |part: &[Vec<f64>]| part.iter().filter(|d| d[0] + 0.5 > d[1]).count();
        assert!(2 * broken(&distances[300..]) < broken(&distances[..100]), "{geometry} {update}");
        let w = matrix(&folder.read("W.csv"));
        assert!(w[0][0] > 1.1 * w[1][1], "{geometry} {update}: {w:?}");
    }
}

#[test]
fn evaluation_sees_what_noise_hides() {
    let folder = Folder::new();
    folder.write("t.csv", joined(&table(120, 10), ","));
    let line = "metric eval t.csv --runs 3 --rounds 500 --seed 5";
    let told = folder.json(&format!("{line} --geometry all"));
    assert_eq!((&told["runs"], &told["k"], &told["rounds"]), (&3.into(), &3.into(), &500.into()));
    let methods = told["data"][0]["methods"].as_array().unwrap().clone();
    let names: Vec<_> = methods.iter().map(|method| method["name"].as_str().unwrap()).collect();
    let wanted = "euclidean|chosen logdet|logdet implicit|frobenius explicit|frobenius implicit|von-neumann explicit|von-neumann implicit";
    assert_eq!(names.join("|"), wanted);
    let mean = |method: &serde_json::Value| method["mean"].as_f64().unwrap();
    assert!(mean(&methods[1]) < 0.7 * mean(&methods[0]), "{methods:?}");
    for method in &methods {
        assert_eq!(method["failures"].as_array().unwrap().len(), 0, "{method}");
        let errors: Vec<f64> =
            method["errors"].as_array().unwrap().iter().map(|e| e.as_f64().unwrap()).collect();
        assert!(errors.len() == 3 && near(errors.iter().sum::<f64>() / 3.0, mean(method)));
    }
    assert_eq!(methods[1]["chosen"].as_array().unwrap().len(), 3);
    let one = folder.json(line);
    assert_eq!(one["data"][0]["methods"][1], methods[1]);
    assert_eq!(folder.json(line)["data"], one["data"]);
    let given = folder.json(&format!("{line} --eta 300"));
    assert_eq!(given["data"][0]["methods"][1]["errors"], methods[2]["errors"]);
    assert_ne!(folder.json(&format!("{line}1 --geometry logdet"))["data"], one["data"]);
    let human = folder.ok(&format!("{line} --geometry logdet --k 1"));
    assert!(human.stdout.contains("chosen logdet") && human.stdout.contains("euclidean"), "{human:?}");
    let low = folder.json(&format!("{line} --rank 2"));
    assert_eq!(low["data"][0]["methods"][1]["name"], "chosen rank 2");
}

#[test]
fn a_method_that_fails_is_reported() {
    let folder = Folder::new();
    folder.write("t.csv", joined(&table(60, 11), ","));
    let line = "metric eval t.csv --runs 2 --rounds 300 --geometry logdet --update explicit --eta 1e6";
    let told = folder.json(&format!("{line} --plot f.svg"));
    let method = &told["data"][0]["methods"][1];
    assert_eq!(method["mean"], serde_json::Value::Null);
    assert_eq!(method["failures"].as_array().unwrap().len(), 2);
    assert!(method["failures"][0]["reason"].as_str().unwrap().contains("positive definite"), "{method}");
    assert!(folder.read("f.svg").contains(">failed</text>"));
    let human = folder.ok(line);
    assert!(human.stdout.contains("failed in 2 of 2 runs"), "{human:?}");
    folder.refuses(
        "metric train t.csv --rounds 300 --update explicit --eta 1e6 -m m.nr",
        1,
        &["t.csv: round", "help:"],
    );
    assert!(!folder.names().contains(&"m.nr".to_owned()));
}

#[test]
fn the_picture_has_a_bar_for_every_method_and_table() {
    let folder = Folder::new();
    folder.write("one.csv", joined(&table(40, 12), ","));
    folder.write("two & three.csv", joined(&table(40, 13), ","));
    let mut command =
        folder.command("metric eval one.csv --runs 2 --rounds 50 --geometry all --eta 1 --plot f.svg");
    command.arg("two & three.csv");
    assert_eq!(command::finished(command.spawn().unwrap(), "eval").code, 0);
    let svg = folder.read("f.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(">two &amp; three</text>") && !svg.contains("NaN") && !svg.contains("inf"));
    // The picture's own name, and one for every bar.
    assert_eq!(svg.matches("<title>").count(), 13);
    assert_eq!(svg.matches("<path ").count(), 12);
    folder.refuses("metric eval one.csv --plot f.png", 2, &["SVG only"]);
}

#[test]
fn models_of_another_kind_and_damaged_ones_are_refused() {
    let folder = Folder::new();
    folder.write("pairs.csv", pairs(20, 3, 14));
    folder.write("d.svm", "1 1:1\n-1 2:1\n");
    folder.ok("metric train --constraints pairs.csv -m metric.nr");
    folder.ok("train d.svm -m linear.nr");
    for line in ["predict metric.nr d.svm", "inspect metric.nr", "train d.svm -i metric.nr"] {
        folder.refuses(line, 1, &["metric.nr is not a usable model file", "holds a metric"]);
    }
    for line in ["transform linear.nr d.svm", "distance linear.nr d.svm", "train d.svm -i linear.nr"] {
        folder.refuses(&format!("metric {line}"), 1, &["not a usable model file", "a linear model"]);
    }
    let bytes = folder.bytes("metric.nr");
    let mut random = SplitMix(15);
    for case in 0..200 {
        let place = random.below(bytes.len());
        let damaged = match case % 4 {
            0 => bytes[..place].to_vec(),
            1 => [&bytes[..], &bytes[..1 + place]].concat(),
            2 => [&bytes[..place], &bytes[place + 1..]].concat(),
            _ => {
                let mut flipped = bytes.clone();
                flipped[place] ^= 1 << random.below(8);
                flipped
            }
        };
        folder.write("damaged.nr", damaged);
        folder.refuses("metric distance damaged.nr pairs.csv", 1, &["damaged.nr is not a usable model file"]);
    }
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let folder = Folder::new();
    let rows = table(50, 16);
    let with = |row: usize, column: usize, text: &str| {
        let mut rows = rows.clone();
        rows[row][column] = text.to_owned();
        NAMES.join(",") + "\n" + &joined(&rows, ",")
    };
    for (text, says) in [
        (with(7, 1, "inf"), "t.csv:9: \"weight\" = \"inf\": the value is not a finite number"),
        (with(7, 1, "1e999"), "t.csv:9: \"weight\" = \"1e999\""),
        (with(7, 1, "abc"), "t.csv:9: \"weight\" = \"abc\": the value is not a number"),
        (with(7, 5, "?"), "t.csv:9: \"class\" = \"\": the label is missing"),
        (with(7, 5, "ant,bee"), "t.csv:9: 7 fields; there should be 6"),
        (with(7, 3, "\"red"), "t.csv:9: a quote is opened and never closed"),
        (String::new(), "t.csv: the file is empty"),
        ("class\nant\nbee\n".to_owned(), "no column besides the label"),
        ("a,class\n".to_owned(), "there are no rows"),
        ("a,a\n1,2\n".to_owned(), "t.csv:1: the column \"a\" appears twice"),
    ] {
        folder.write("t.csv", text);
        folder.refuses("metric train t.csv -m m.nr", 1, &[says]);
        folder.refuses("metric eval t.csv", 1, &[says]);
    }
    for (text, says) in [
        ("1,2,3\n1,2\n", "p.csv:2: 2 fields; there should be 3"),
        ("1,2\n", "p.csv:1: 2 fields; a pair is a target and two points"),
        ("1,2,3\n\n1,x,3\n", "p.csv:3: field 2 \"x\": the value is not a number"),
        ("1,2,inf\n", "p.csv:1: field 3 \"inf\": the value is not a finite number"),
        ("y,u,v\n1,2,3\n", "the file has no header"),
        ("-1,2,3\n", "p.csv:1: field 1 \"-1\": a squared distance is not negative"),
        ("1,1e200,-1e200\n", "p.csv:1: round 1"),
        ("", "p.csv: there is no comparison in it"),
    ] {
        folder.write("p.csv", text);
        folder.refuses("metric train --constraints p.csv -m m.nr -p p.txt --matrix W.csv", 1, &[says]);
    }
    folder.refuses("metric train none.csv", 1, &["none.csv"]);
    assert_eq!(folder.names(), ["p.csv", "t.csv"], "nothing half-made is left behind");
}

#[test]
fn wrong_usage() {
    let folder = Folder::new();
    folder.write("t.csv", joined(&table(20, 17), ","));
    for (line, says) in [
        ("train", "DATA"),
        ("train t.csv --constraints t.csv", "cannot be used with"),
        ("train t.csv --geometry cosine", "unknown geometry"),
        ("train t.csv --update lazy", "unknown update"),
        ("train t.csv --eta 0", "eta"),
        ("train t.csv --eta nan", "eta"),
        ("train t.csv --rate linear", "unknown rate"),
        ("train t.csv --relative", "--constraints"),
        ("train t.csv --json -p -", "both want standard output"),
        ("train t.csv -m out -p out", "name the same file"),
        ("train t.csv --matrix t.csv", "name the same file: it would be overwritten"),
        ("train t.csv --format xml", "unknown format"),
        ("eval t.csv --geometry cosine", "unknown geometry"),
        ("eval t.csv --runs 0", "--runs"),
        ("eval", "DATA"),
    ] {
        folder.refuses(&format!("metric {line}"), 2, &[says]);
    }
    folder.refuses("metric train t.csv --label z", 1, &["there is no label column \"z\"", "the columns are"]);
    folder.refuses("metric train t.csv --ignore z", 1, &["there is no column \"z\""]);
}
