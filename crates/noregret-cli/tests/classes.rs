//! Several classes through the command: what labels are taken for, predictions, resuming, merging, serving, comparing.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::{Folder, SplitMix};

/// Learners of classes that are promised.
const LEARNERS: [&str; 18] = [
    "auto",
    "auto --loss hinge",
    "auto --l1 0.001 --radius 9",
    "ada-diag",
    "ada-diag --update implicit",
    "per-coord --radius 5",
    "ftrl --l1 0.01",
    "mirror --eta 0.5",
    "pa",
    "pa1",
    "pa2",
    "arow",
    "cw",
    "ada-fd",
    "s-ada",
    "fd-son",
    "rfd-son",
    "ada-diag --loss squared-hinge",
];

/// A table with a text for a label, the classes after each other as they first come, one of them late.
fn table(seed: u64, rows: usize, names: &[&str]) -> String {
    let mut random = SplitMix(seed);
    let mut text = "kind,a,b,c,word\n".to_owned();
    for t in 0..rows {
        let known = if t < 2 * rows / 3 { names.len() - 1 } else { names.len() };
        let class = random.below(known);
        let number = |random: &mut SplitMix| random.below(1000) as f64 / 500.0 - 1.0;
        let mut x = [number(&mut random), number(&mut random), number(&mut random)];
        x[class % 3] += 2.0 + class as f64 / 4.0;
        let word = ["red", "blue", "green", "grey"][(class + random.below(2)) % 4];
        text += &format!("{},{},{},{},{word}\n", names[class], x[0], x[1], x[2]);
    }
    text
}

const NAMES: [&str; 4] = ["oak", "beech fern", "ash", "yew:old"];

fn numbers(seed: u64, rows: usize, values: &[&str]) -> String {
    let mut random = SplitMix(seed);
    (0..rows)
        .map(|_| {
            let k = random.below(values.len());
            format!("{} {}:1 9:{}\n", values[k], k + 1, random.below(100) as f64 / 100.0 + 0.001)
        })
        .collect()
}

#[test]
fn texts_are_classes_and_the_summary_says_so() {
    let folder = Folder::new();
    folder.write("t.csv", table(1, 600, &NAMES));
    let told = folder.ok("train t.csv --label kind -m m.nr").stderr;
    for part in
        ["auto for softmax loss", "4 classes (", "because they are texts", "--positive LABEL", "accuracy"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    let json = folder.json("train t.csv --label kind");
    assert_eq!((&json["loss_function"], &json["spec"]["classes"]), (&"softmax".into(), &"softmax".into()));
    let mut names: Vec<&str> =
        json["classes"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
    assert_eq!(names.last(), Some(&NAMES[3]), "the late one is the last");
    names.sort_unstable();
    let mut wanted = NAMES;
    wanted.sort_unstable();
    assert_eq!(names, wanted);
    let mistakes = json["mistakes"].as_f64().unwrap();
    assert!((0.0..0.35).contains(&mistakes), "{mistakes}");
    assert!(json["labels"].is_null() && json["loss"].as_f64().unwrap() > 0.0);
}

#[test]
fn whole_numbers_are_classes_or_a_quantity_and_either_can_be_had() {
    let folder = Folder::new();
    folder.write("digits.svm", numbers(1, 1200, &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]));
    folder.write(
        "stars.svm",
        numbers(
            1,
            1200,
            &["1", "2", "2", "3", "3", "3", "3", "3", "4", "4", "4", "4", "4", "4", "5", "5", "5"],
        ),
    );
    folder.write("prices.svm", numbers(1, 300, &["10", "12.5", "7", "1"]));
    let kind =
        |line: &str| folder.json(&format!("train {line}"))["loss_function"].as_str().unwrap().to_owned();
    assert_eq!(kind("digits.svm"), "softmax");
    assert_eq!(kind("digits.svm --loss squared"), "squared");
    assert_eq!(kind("stars.svm"), "squared");
    assert_eq!(kind("stars.svm --classes"), "softmax");
    assert_eq!(kind("stars.svm --classes --loss hinge"), "one-against-rest hinge");
    assert_eq!(kind("prices.svm"), "squared");
    assert_eq!(kind("digits.svm --positive 7"), "logistic");
    let told = folder.ok("train digits.svm").stderr;
    assert!(told.contains("10 classes") && told.contains("--loss squared takes them as numbers"), "{told}");
    let told = folder.ok("train stars.svm").stderr;
    assert!(told.contains("numbers: whole and few") && told.contains("--classes"), "{told}");
    folder.refuses("train prices.svm --classes --loss squared", 2, &["takes numbers"]);
    folder.refuses("train digits.svm --classes --positive 7", 2, &["cannot be used with"]);
    folder.refuses("train digits.svm -a ada-diag", 1, &["digits.svm", "--classes"]);
    let one = folder.json("train digits.svm --positive 7 -m seven.nr");
    assert!(one["mistakes"].as_f64().unwrap() < 0.2, "{one}");
    let told = folder.ok("train digits.svm -i seven.nr").stderr;
    assert!(told.contains("7 -> +1, all others -> -1"), "{told}");
    folder.refuses("train digits.svm -i seven.nr --positive 3", 2, &["--positive 3 differs"]);
    folder.refuses("train digits.svm -i seven.nr --classes", 2, &["--classes differs"]);
}

/// In parts, with classes that come late, from a cache, on any number of threads: the same bits.
#[test]
fn every_learner_resumes_to_the_bit() {
    let folder = Folder::new();
    let text = table(2, 700, &NAMES);
    let lines: Vec<&str> = text.lines().collect();
    let part = |from: usize, to: usize| format!("{}\n{}\n", lines[0], lines[1 + from..1 + to].join("\n"));
    folder.write("all.csv", &text);
    for (k, (from, to)) in [(0, 40), (40, 300), (300, 700)].into_iter().enumerate() {
        folder.write(&format!("p{k}.csv"), part(from, to));
    }
    for learner in LEARNERS {
        let flags = format!("--label kind --classes -a {learner} --quiet");
        folder.ok(&format!("train all.csv {flags} -m all.nr -p all.txt --output margins"));
        let mut written = String::new();
        for k in 0..3 {
            let from = if k == 0 { flags.clone() } else { "-i part.nr --quiet".to_owned() };
            folder.ok(&format!(
                "train p{k}.csv {from} -m part.nr -p part.txt --output margins --threads {}",
                k + 1
            ));
            written += &folder.read("part.txt");
        }
        assert!(folder.read("all.txt") == written, "{learner}: predictions");
        assert!(folder.bytes("all.nr") == folder.bytes("part.nr"), "{learner}: models");
    }
    // Open labels decide the same way, wherever the input is cut.
    folder.ok("train all.csv --label kind -m all.nr --quiet");
    folder.ok("train p0.csv --label kind -m part.nr --quiet");
    folder.ok("train p1.csv -i part.nr -m part.nr --quiet");
    folder.ok("train p2.csv -i part.nr -m part.nr --quiet");
    assert!(folder.bytes("all.nr") == folder.bytes("part.nr"), "open labels");
    folder.ok("train all.csv --label kind -m cached.nr -c --quiet");
    folder.ok("train all.csv --label kind -m again.nr -c --quiet");
    assert!(
        folder.bytes("all.nr") == folder.bytes("cached.nr")
            && folder.bytes("all.nr") == folder.bytes("again.nr")
    );
}

#[test]
fn every_learner_merges_serves_and_is_inspected() {
    let folder = Folder::new();
    folder.write("a.csv", table(3, 500, &NAMES));
    // The other part meets them in another order, and one more.
    folder.write("b.csv", table(4, 500, &["ash", "yew:old", "oak", "elm"]));
    for learner in LEARNERS {
        for part in ["a", "b"] {
            folder.ok(&format!("train {part}.csv --label kind --classes -a {learner} -m {part}.nr --quiet"));
        }
        let told = folder.json("merge a.nr b.nr -o m.nr");
        assert_eq!((&told["examples"], &told["rounds"]), (&1000.into(), &1000.into()), "{learner}");
        let mistakes = |model: &str, file: &str| {
            folder.json(&format!("predict {model} {file} -p out.txt"))["mistakes"].as_f64().unwrap()
        };
        // It knows the classes of both, which neither part does.
        let (whole, alone) = (mistakes("m.nr", "b.csv"), mistakes("a.nr", "b.csv"));
        assert!(whole < alone, "{learner}: {whole} {alone}");
        folder.ok("train a.csv -i m.nr -m n.nr --quiet");
        let shown = folder.json("inspect m.nr --top 3");
        assert_eq!(shown["classes"].as_array().unwrap().len(), 5, "{learner}");
        assert!(shown["top"][0]["class"].is_string() && shown["bound"].is_null(), "{learner}: {shown}");
        let only = folder.json("inspect m.nr --class ash --top 3");
        assert!(only["top"].as_array().unwrap().iter().all(|w| w["class"] == "ash"), "{learner}");
        // A serving model predicts the same bits, where there is one.
        folder.ok("predict a.nr b.csv --output margins -p whole.txt --quiet");
        let exported = folder.run("export a.nr -o s.nr");
        if exported.code == 0 {
            folder.ok("predict s.nr b.csv --output margins -p serving.txt --quiet");
            assert!(folder.read("whole.txt") == folder.read("serving.txt"), "{learner}");
            folder.refuses("train a.csv -i s.nr", 1, &["serving model"]);
            folder.refuses("merge s.nr b.nr -o m.nr", 1, &["serving model"]);
        } else {
            assert!(exported.stderr.contains("takes part in its predictions"), "{learner}: {exported:?}");
        }
        let moved = folder.json("export a.nr --compact b.csv -o c.nr");
        assert!(moved["prediction_moved"].as_f64().unwrap() < 2.0, "{learner}: {moved}");
        folder.ok("predict c.nr b.csv -p out.txt --quiet");
    }
    folder.ok("train a.csv --label kind --positive ash -m one.nr --quiet");
    folder.refuses("merge a.nr one.nr -o m.nr", 1, &["one.nr"]);
    folder.refuses("inspect a.nr --class elm", 2, &["oak"]);
}

#[test]
fn predictions_are_classes_probabilities_or_margins() {
    let folder = Folder::new();
    folder.write("t.csv", table(5, 400, &NAMES));
    folder.ok("train t.csv --label kind -m m.nr -p trained.txt --quiet");
    let lines: Vec<String> = folder.read("trained.txt").lines().map(str::to_owned).collect();
    assert_eq!((lines.len(), lines[0].as_str()), (400, "nan"), "before the first class there is none");
    assert!(
        lines[300..]
            .iter()
            .all(|line| ["oak", "\"beech fern\"", "ash", "\"yew:old\""].contains(&line.as_str()))
    );
    let predicted = |what: &str| {
        let text = folder.ok(&format!("predict m.nr t.csv {what} --quiet")).stdout;
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (classes, shares) = (predicted(""), predicted("--output probabilities"));
    assert_eq!(classes, predicted("--output class"));
    assert_eq!(shares, predicted("--link"));
    for (class, line) in classes.iter().zip(&shares) {
        // Names hold blanks and colons: a number is behind the last colon of a piece.
        let mut rest = line.as_str();
        let mut pairs = Vec::new();
        while !rest.is_empty() {
            let name = if let Some(quoted) = rest.strip_prefix('"') {
                &rest[..quoted.find('"').unwrap() + 2]
            } else {
                &rest[..rest.find(':').unwrap()]
            };
            rest = &rest[name.len() + 1..];
            let end = rest.find(' ').unwrap_or(rest.len());
            pairs.push((name, rest[..end].parse::<f64>().unwrap()));
            rest = rest[end..].trim_start();
        }
        assert_eq!(pairs.len(), 4, "{line}");
        assert!((pairs.iter().map(|p| p.1).sum::<f64>() - 1.0).abs() < 1e-12, "{line}");
        let best = pairs.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert_eq!(best.0, class, "{line}");
    }
    assert!(predicted("--output margins")[0].contains("oak:"));
    // Two classes and numbers have the same flag.
    folder.write("two.csv", "y,a\nno,1\nyes,2\nno,0.5\nyes,3\n");
    folder.ok("train two.csv --label y --loss logistic -m two.nr -p p.txt --output class --quiet");
    assert!(folder.read("p.txt").lines().all(|line| line == "no" || line == "yes"));
    folder.ok("predict two.nr two.csv --output probabilities -p p.txt --quiet");
    folder.ok("predict two.nr two.csv --link -p q.txt --quiet");
    assert_eq!(folder.read("p.txt"), folder.read("q.txt"));
    assert!(folder.read("p.txt").lines().all(|line| (0.0..1.0).contains(&line.parse::<f64>().unwrap())));
    folder.write("real.csv", "y,a\n1.5,1\n2.5,2\n0.1,0.5\n7.3,3\n");
    folder.ok("train real.csv --label y -m real.nr --quiet");
    folder.refuses("predict real.nr real.csv --output class -p p.txt", 1, &["numbers", "--output margins"]);
    folder.ok("predict real.nr real.csv --output margins -p p.txt --quiet");
    folder.ok("train two.csv --label y --loss hinge -m h.nr --quiet");
    folder.refuses("predict h.nr two.csv --output probabilities -p p.txt", 1, &["no probabilities"]);
    folder.ok("predict h.nr two.csv --output class -p p.txt --quiet");
}

#[test]
fn classes_are_compared_and_tuned_but_their_regret_is_not_certified() {
    let folder = Folder::new();
    folder.write("t.csv", table(6, 600, &NAMES));
    let board = folder.json("compare t.csv --label kind");
    let learners = board["learners"].as_array().unwrap();
    assert!(learners.len() >= 6 && learners.iter().all(|row| row["failed"].is_null()), "{board}");
    assert_eq!(board["judge"], "logistic loss");
    let board = folder.json("compare t.csv --label kind -a auto -a pa1");
    assert_eq!(board["judge"], "mistakes", "pa1 learns hinge");
    let board = folder.json("compare t.csv --label kind -a auto -a ada-diag -a ftrl");
    assert_eq!(board["judge"], "logistic loss");
    // The command gives the same alone.
    for row in board["learners"].as_array().unwrap() {
        let command = row["command"].as_str().unwrap();
        let alone = folder.json(command.strip_prefix("noregret ").unwrap());
        assert_eq!((&alone["loss"], &alone["mistakes"]), (&row["loss"], &row["mistakes"]), "{command}");
    }
    let tuned = folder.json("tune t.csv --label kind -a ada-diag -f best.nr");
    let command = tuned["command"].as_str().unwrap().replace("best.nr", "again.nr");
    folder.ok(&format!("{} --quiet", command.strip_prefix("noregret ").unwrap()));
    assert!(folder.bytes("best.nr") == folder.bytes("again.nr"), "{command}");
    folder.refuses("compare t.csv --label kind --within 1", 2, &["--positive LABEL"]);
    folder.refuses("compare t.csv --label kind --judge hinge", 2, &["does not speak"]);
    folder.refuses("regret t.csv --label kind -a per-coord --classes", 2, &["--positive LABEL"]);
    let one = folder.json("regret t.csv --label kind -a per-coord --radius 1 --positive ash");
    assert!(one["rounds"].as_u64().unwrap() == 600, "{one}");
}

/// A positive label that never comes leaves nothing to be learned, and that is said.
#[test]
fn a_positive_label_that_never_comes_is_told_of() {
    let folder = Folder::new();
    let rows: String = (0..60).map(|n| format!("{},{}\n", n % 7, ["yes", "no", "maybe"][n % 3])).collect();
    folder.write("a.csv", format!("x,y\n{rows}"));
    for more in ["", "--threads 3"] {
        let said = folder.ok(&format!("train a.csv --positive Yes {more}")).stderr;
        assert!(said.contains("remark: no label was Yes, which --positive names, so that every example is negative; those met are yes, no, maybe\n"), "{said}");
    }
    assert!(!folder.ok("train a.csv --positive yes").stderr.contains("no label was"));
    let many: String = (0..60).map(|n| format!("{},c{}\n", n % 7, n % 20)).collect();
    folder.write("b.csv", format!("x,y\n{many}"));
    assert!(
        folder.ok("train b.csv --positive c").stderr.contains("those met are c0, c1, c2, c3, c4, c5, ...\n")
    );
    let lines: String = (0..60).map(|n| format!("{} |a x{}\n", 1 + n % 3, n % 7)).collect();
    folder.write("a.vw", lines);
    assert!(folder.ok("train a.vw --positive 4").stderr.contains("no label was 4, which --positive names"));
}
