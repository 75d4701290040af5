//! `noregret metric` on tables: the choice of a rate, predictions, rows by number, low rank, and what is shown of a metric.

mod command;

use command::tables::{NAMES, joined, matrix, near, table, unit};
use command::{Folder, SplitMix};
use std::fmt::Write as _;

/// A table of noise: no metric can help.
fn noise(rows: usize, seed: u64) -> String {
    let mut random = SplitMix(seed);
    let mut text = "a,b,c,class\n".to_owned();
    for _ in 0..rows {
        let row = [unit(&mut random), unit(&mut random), unit(&mut random)];
        let class = ["x", "y"][random.below(2)];
        let _ = writeln!(text, "{},{},{},{class}", row[0], row[1], row[2]);
    }
    text
}

#[test]
fn where_no_metric_helps_the_euclidean_distance_is_kept_and_said_so() {
    let folder = Folder::new();
    let seed = (1..20).find(|&seed| {
        folder.write("t.csv", noise(100, seed));
        folder.json("metric train t.csv -m m.nr --matrix W.csv")["helps"] == false
    });
    assert!(seed.is_some_and(|seed| seed < 10), "{seed:?}");
    let told = folder.ok("metric train t.csv -m again.nr");
    assert!(told.stderr.contains("the metric does not help here: Euclid is kept"), "{told:?}");
    assert_eq!(folder.read("W.csv"), "1,0,0\n0,1,0\n0,0,1\n");
    assert_eq!(folder.bytes("m.nr"), folder.bytes("again.nr"));
    // Going on learns nothing either; a rate of one's own does.
    let told = folder.json("metric train t.csv -i m.nr -m on.nr");
    assert_eq!((&told["rounds"], &told["eta"]), (&0.into(), &serde_json::Value::Null));
    assert_eq!(folder.bytes("on.nr"), folder.bytes("m.nr"));
    assert_eq!(folder.json("metric train t.csv --eta 1 --rounds 10")["rounds"], 10);
    let shown = folder.ok("metric inspect m.nr").stdout;
    assert!(shown.contains("Euclid is kept") && shown.contains("0.3333  "), "{shown}");
}

/// Columns that turn into hundreds of dimensions are told, by training and by evaluation.
#[test]
fn columns_that_may_be_misread_are_told() {
    let folder = Folder::new();
    let row = |n: usize| {
        format!(
            "2011-{:02}-{:02},{},{}\n",
            n / 28 + 1,
            n % 28 + 1,
            n * 7919 % 1000,
            ["a", "b"][n * 31 % 7 % 2]
        )
    };
    folder.write("t.csv", "day,x,class\n".to_owned() + &(0..200).map(row).collect::<String>());
    let says = "remark: day: dates, and so a category of 200 values";
    for line in ["metric train t.csv --rounds 100", "metric eval t.csv --runs 1 --rounds 100"] {
        let told = folder.ok(line).stderr;
        assert!(told.contains(says), "{line}: {told}");
        assert!(!folder.ok(&format!("{line} --quiet")).stderr.contains("remark"), "{line}");
        assert!(!folder.ok(&format!("{line} --ignore day")).stderr.contains("day"), "{line}");
    }
}

#[test]
fn neighbours_predict_classes_and_numbers() {
    let folder = Folder::new();
    let rows = table(90, 20);
    folder.write("t.csv", NAMES.join(",") + "\n" + &joined(&rows[..60], ","));
    let new: Vec<Vec<String>> = rows[60..].iter().map(|row| row[..5].to_vec()).collect();
    folder.write("new.csv", NAMES[..5].join(",") + "\n" + &joined(&new, ","));
    folder.write("known.csv", NAMES.join(",") + "\n" + &joined(&rows[60..], ","));
    folder.ok("metric train t.csv -m m.nr --rounds 1000");
    let told = folder.ok("metric predict m.nr new.csv --reference t.csv").stdout;
    let right = told.lines().zip(&rows[60..]).filter(|(told, row)| *told == row[5]).count();
    assert!(told.lines().count() == 30 && right >= 27, "{right} of 30");
    let known = folder.ok("metric predict m.nr known.csv --reference t.csv");
    assert_eq!(known.stdout, told);
    let error = format!("3-NN error {:.6} on 30 rows", (30 - right) as f64 / 30.0);
    assert!(known.stderr.contains(&error), "{known:?}");
    // By hand: the nearest of the images.
    let [near, far] =
        ["t.csv", "new.csv"].map(|file| matrix(&folder.ok(&format!("metric transform m.nr {file}")).stdout));
    let one = folder.ok("metric predict m.nr new.csv --reference t.csv --k 1").stdout;
    for (x, told) in far.iter().zip(one.lines()) {
        let apart = |y: &Vec<f64>| x.iter().zip(y).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        let nearest = (0..60).min_by(|&a, &b| apart(&near[a]).total_cmp(&apart(&near[b]))).unwrap();
        assert_eq!(told, rows[nearest][5]);
    }
    // Numbers: the label is twice the signal.
    let numbered = |rows: &[Vec<String>]| -> Vec<Vec<String>> {
        rows.iter()
            .map(|row| {
                let twice = 2.0 * row[2].parse::<f64>().unwrap();
                row[..5].iter().cloned().chain([twice.to_string()]).collect()
            })
            .collect()
    };
    let header = NAMES[..5].join(",") + ",y\n";
    folder.write("n.csv", header.clone() + &joined(&numbered(&rows[..60]), ","));
    folder.write("n2.csv", header + &joined(&numbered(&rows[60..]), ","));
    let trained = folder.json("metric train n.csv --numbers -m n.nr");
    assert_eq!((&trained["choice"]["numbers"], &trained["helps"]), (&true.into(), &true.into()));
    let told = folder.ok("metric predict n.nr n2.csv --reference n.csv");
    let wanted = numbered(&rows[60..]);
    let misses = told.stdout.lines().zip(&wanted);
    let misses: Vec<f64> =
        misses.map(|(told, row)| told.parse::<f64>().unwrap() - row[5].parse::<f64>().unwrap()).collect();
    let rmse = (misses.iter().map(|m| m * m).sum::<f64>() / 30.0).sqrt();
    assert!(
        rmse < 0.5 && told.stderr.contains(&format!("root mean squared error {rmse:.6}")),
        "{rmse} {told:?}"
    );
    folder.refuses("metric train t.csv --numbers", 1, &["t.csv:2: the label", "is not a number"]);
    folder.refuses("metric predict m.nr new.csv --reference new.csv", 1, &["new.csv"]);
}

#[test]
fn rows_by_number_are_the_same_as_rows_written_out() {
    let folder = Folder::new();
    folder.write("t.csv", "a,b\n1,2\n3,5\n-1,0.5\n0,4\n");
    folder.write("rows.csv", "0.5,1,2\n2,2,3\n0.1,4,1\n");
    folder.write("out.csv", "0.5,1,2,3,5\n2,3,5,-1,0.5\n0.1,0,4,1,2\n");
    let line = "--eta 0.5 -p";
    folder.ok(&format!(
        "metric train t.csv --no-standardize --pairs rows.csv {line} a.txt -m a.nr --matrix a.w"
    ));
    folder.ok(&format!("metric train --constraints out.csv {line} b.txt --matrix b.w"));
    assert_eq!((folder.read("a.txt"), folder.read("a.w")), (folder.read("b.txt"), folder.read("b.w")));
    folder.write("three.csv", "1,2,3\n4,1,2\n");
    folder.write("out3.csv", "1,2,3,5,-1,0.5\n0,4,1,2,3,5\n");
    folder.ok(&format!(
        "metric train t.csv --no-standardize --pairs three.csv --relative {line} a.txt --matrix a.w"
    ));
    folder.ok(&format!("metric train --constraints out3.csv --relative {line} b.txt --matrix b.w"));
    assert_eq!((folder.read("a.txt"), folder.read("a.w")), (folder.read("b.txt"), folder.read("b.w")));
    folder.write("words.csv", "same,1,2\ndifferent,3,4\n");
    let told = folder.json("metric train t.csv --pairs words.csv");
    assert_eq!((&told["rounds"], &told["dim"]), (&2.into(), &2.into()));
    // Resumed, bit for bit.
    folder.write("first.csv", "0.5,1,2\n");
    folder.write("rest.csv", "2,2,3\n0.1,4,1\n");
    folder.ok("metric train t.csv --no-standardize --pairs first.csv --eta 0.5 -m part.nr");
    folder.ok("metric train t.csv --pairs rest.csv -i part.nr -m part.nr");
    assert_eq!(folder.bytes("part.nr"), folder.bytes("a.nr"));
    for (text, says) in [
        ("1,2\n", "p.csv:1: 2 fields; a pair is a target and two rows"),
        ("1,0,2\n", "p.csv:1: field 2 \"0\": a row is a whole number from 1 to 4"),
        ("1,1,5\n", "p.csv:1: field 3 \"5\""),
        ("-1,1,2\n", "p.csv:1: field 1 \"-1\": a target is a squared distance"),
        ("", "p.csv: there is no comparison in it"),
    ] {
        folder.write("p.csv", text);
        folder.refuses("metric train t.csv --pairs p.csv", 1, &[says]);
    }
    folder.refuses("metric train --pairs p.csv", 2, &["DATA"]);
}

/// More columns than a square of them fits, and what a factor of some rows makes of them.
#[test]
fn low_rank_takes_thousands_of_columns() {
    let folder = Folder::new();
    let mut random = SplitMix(3);
    let mut text = String::new();
    for row in 0..60 {
        let class = row % 2;
        for column in 0..5_000 {
            let x = unit(&mut random) + if column < 300 { 0.5 * class as f64 } else { 0.0 };
            let _ = write!(text, "{x},");
        }
        let _ = writeln!(text, "{}", ["x", "y"][class]);
    }
    folder.write("wide.csv", text);
    folder.refuses("metric train wide.csv", 1, &["5000 dimensions are too many", "--rank 20"]);
    let told = folder.json("metric train wide.csv --rank 3 --rounds 200 -m m.nr");
    assert_eq!((&told["rank"], &told["dim"]), (&3.into(), &5_000.into()));
    assert!(folder.bytes("m.nr").len() < 8 * 3 * 5_000 + 2_000_000);
    let images = matrix(&folder.ok("metric transform m.nr wide.csv").stdout);
    assert_eq!((images.len(), images[0].len()), (60, 3));
    folder.ok("metric predict m.nr wide.csv --reference wide.csv -o p.txt");
    let shown = folder.json("metric inspect m.nr");
    assert_eq!(shown["spectrum"].as_array().unwrap().len(), 3);
    // Resumed, bit for bit, at a rate of one's own.
    let line = "metric train wide.csv --quiet";
    folder.ok(&format!("{line} --rank 3 --eta 1 --rounds 60 -m whole.nr"));
    folder.ok(&format!("{line} --rank 3 --eta 1 --rounds 25 -m part.nr"));
    folder.ok(&format!("{line} --rounds 35 -i part.nr -m part.nr"));
    assert_eq!(folder.bytes("part.nr"), folder.bytes("whole.nr"));
    folder.refuses(
        "metric train wide.csv --rank 3 --geometry logdet",
        2,
        &["--geometry logdet has no low rank"],
    );
    folder.refuses("metric train wide.csv --rank 0", 2, &["rank"]);
    folder.refuses("metric train wide.csv --rank 9000", 1, &["more than the 5000 coordinates"]);
}

#[test]
fn inspect_shows_what_a_metric_looks_at() {
    let folder = Folder::new();
    folder.write("t.csv", NAMES.join(",") + "\n" + &joined(&table(90, 21), ","));
    folder.ok("metric train t.csv -m m.nr --rounds 2000 --matrix W.csv");
    let told = folder.json("metric inspect m.nr --top 3");
    let columns = told["columns"].as_array().unwrap();
    assert_eq!(columns.len(), 3, "{told}");
    let w = matrix(&folder.read("W.csv"));
    let trace: f64 = (0..8).map(|i| w[i][i]).sum();
    // The dimensions of the columns: three of colours, two of shapes.
    let places = [("size", 0..1), ("weight", 1..2), ("signal", 2..3), ("colour", 3..6), ("shape", 6..8)];
    for column in columns {
        let (_, dims) = places.iter().find(|(name, _)| column["name"] == *name).unwrap();
        let share = dims.clone().map(|i| w[i][i]).sum::<f64>() / trace;
        assert!(near(share, column["share"].as_f64().unwrap()), "{column}");
    }
    assert!(w[2][2] > 1.5 * w[0][0] && w[2][2] > 1.5 * w[1][1], "the signal is seen, the noise is not");
    let spectrum: f64 = told["spectrum"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).sum();
    assert!(near(trace, spectrum), "{trace} {spectrum}");
    assert_eq!((&told["helps"], told["pairs"].as_array().unwrap().len()), (&true.into(), 3));
    let text = folder.ok("metric inspect m.nr").stdout;
    for says in ["chosen", "on held-out rows, Euclid", "spectrum", "columns", "pairs", "signal"] {
        assert!(text.contains(says), "{says:?} is not in {text}");
    }
    folder.write("d.svm", "1 1:1\n-1 2:1\n");
    folder.ok("train d.svm -m linear.nr");
    folder.refuses("metric inspect linear.nr", 1, &["a linear model"]);
}

/// A factor of few rows is held against the Euclidean distance over all dimensions, and not only against where it began.
#[test]
fn low_rank_is_judged_beside_all_dimensions() {
    let folder = Folder::new();
    let mut random = SplitMix(7);
    // The class is the sign of each of three columns, of which one direction tells one alone.
    let mut text = "a,b,c,kind\n".to_owned();
    for row in 0..240 {
        let bit = |k: usize| (row >> k) & 1;
        let cell = |k: usize, random: &mut SplitMix| 2.0 * bit(k) as f64 + 0.1 * unit(random);
        let cells = [0, 1, 2].map(|k| cell(k, &mut random).to_string()).join(",");
        let _ = writeln!(text, "{cells},k{}", row % 8);
    }
    folder.write("t.csv", text);
    let told = folder.json("metric train t.csv --rank 1 --rounds 300 -m m.nr");
    let euclid = &told["choice"]["euclid"];
    assert_eq!((&told["helps"], &euclid["loss"], &euclid["rows"]), (&false.into(), &0.0.into(), &240.into()));
    assert!(euclid["gain"].as_f64().unwrap() > 0.02, "{told}");
    let said = folder.ok("metric train t.csv --rank 1 --rounds 300").stderr;
    assert!(said.contains("Euclid over all dimensions 0.0000, which is no worse"), "{said}");
    assert_eq!(folder.json("metric inspect m.nr")["helps"], false);
    let full = folder.json("metric train t.csv --rounds 300 -m full.nr");
    assert!(full["choice"]["euclid"].is_null());
    // The table of neighbours itself says nothing of other rows.
    let said = folder.ok("metric predict full.nr t.csv --reference t.csv -o p.txt").stderr;
    assert!(said.contains("remark: the new rows are the table of neighbours itself"), "{said}");
    folder.write("other.csv", folder.read("t.csv"));
    let said = folder.ok("metric predict full.nr other.csv --reference t.csv -o p.txt").stderr;
    assert!(!said.contains("remark"), "{said}");
    folder.refuses("predict m.nr t.csv", 1, &["metric predict", "metric inspect"]);
}
