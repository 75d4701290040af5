//! A run that was ended and gone on with is the run that was never ended: the same predictions, the same model file, byte for byte.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;

/// A stream as one file and as two.
struct Stream {
    name: &'static str,
    /// How it is read.
    flags: &'static str,
    /// A selector of features for a group.
    group: &'static str,
}

/// Numbers, hashed names (few bits, so that some share a slot), a table with categories, and one with few features.
const STREAMS: [Stream; 4] = [
    Stream { name: "text.svm", flags: "", group: "1-50" },
    Stream { name: "clicks.vw", flags: "--bits 12", group: "position" },
    Stream { name: "table.csv", flags: "--ignore words", group: "device" },
    Stream { name: "few.csv", flags: "", group: "x1" },
];

/// Learners with a matrix over all features: no feature groups.
const MATRICES: [&str; 9] =
    ["ada-full", "ada-fd", "s-ada", "ada-lr", "radagrad", "ada-dp", "ons", "fd-son", "rfd-son"];

/// Those of them that keep it whole, for few features.
const WHOLE: [&str; 3] = ["ada-full", "ada-lr", "ons"];

fn streams() -> Folder {
    let folder = Folder::new();
    for (kind, stream) in
        ["text --rows 180", "clicks --rows 400", "clicks --format csv --rows 300", "drift --rows 300"]
            .iter()
            .zip(&STREAMS)
    {
        folder.ok(&format!("generate {kind} -o {}", stream.name));
        cut(&folder, stream.name, stream.name.ends_with("csv"));
    }
    folder
}

/// Cuts a file in two, `1-name` and `2-name`; a table's header stands in both.
fn cut(folder: &Folder, name: &str, header: bool) {
    let text = folder.read(name);
    let lines: Vec<&str> = text.lines().collect();
    let (head, rows) = lines.split_at(usize::from(header));
    let (first, second) = rows.split_at(rows.len() * 2 / 5);
    for (place, part) in [(1, first), (2, second)] {
        folder.write(&format!("{place}-{name}"), [head, part].concat().join("\n") + "\n");
    }
}

/// Trains at once and in two runs, and compares. `again` are the flags given to the second run.
fn compare(folder: &Folder, data: &str, flags: &str, again: &str) {
    let told = format!("{data} {flags}");
    folder.ok(&format!("train {data} {flags} -m whole.nr -p whole.txt --quiet"));
    folder.ok(&format!("train 1-{data} {flags} -m part.nr -p 1.txt --quiet"));
    folder.ok(&format!("train 2-{data} {again} -i part.nr -m part.nr -p 2.txt --quiet"));
    let resumed = folder.read("1.txt") + &folder.read("2.txt");
    let whole = folder.read("whole.txt");
    assert!(whole.lines().filter(|line| *line != "0").count() > 10, "{told}: there is something to compare");
    assert!(resumed == whole, "{told}: predictions differ");
    assert!(folder.bytes("part.nr") == folder.bytes("whole.nr"), "{told}: models differ");
}

/// Every way to ask for an algorithm that is worth a test, on some stream.
fn variants(algorithm: &serde_json::Value, group: &str) -> Vec<String> {
    let name = algorithm["name"].as_str().unwrap();
    let parameters = algorithm["parameters"].as_array().unwrap();
    let takes = |wanted: &str| parameters.iter().any(|p| p["name"] == wanted);
    let mut all = vec![format!("-a {name}")];
    if name == "flh" {
        all.push(format!("-a flh --base ogd --alpha 0.5 --eta 0.1 --radius 2 --radius {group}=1"));
        all.push("-a flh --base arow --r 0.5 --no-bias".to_owned());
    }
    if name == "mirror" {
        for potential in ["euclidean", "entropy", "burg"] {
            all.push(format!("-a mirror --potential {potential} --set simplex"));
        }
        all.push("-a mirror --potential entropy --signed".to_owned());
        all.push("-a mirror --potential entropy --signed=yes --set simplex --update explicit".to_owned());
        all.push("-a mirror --set ball:0.5 --rate constant".to_owned());
    }
    if MATRICES.contains(&name) {
        if takes("box") {
            all.push(format!("-a {name} --box -0.5,0.7 --l1 0.002 --no-bias"));
            all.push(format!("-a {name} --l1 0.001 --l2 0.01 --method pds"));
        }
    } else if name == "auto" {
        all.push("-a auto --box -0.5,0.7 --no-bias".to_owned());
        all.push("-a auto --radius 1 --l1 0.002 --l2 0.01".to_owned());
    } else if takes("box") {
        all.push(format!("-a {name} --box -0.5,0.7 --box {group}=-0.01,0.02 --no-bias"));
    }
    if takes("features") {
        all.push(format!("-a {name} --features 500 --l2 0.01"));
    }
    match (takes("l1"), takes("l2")) {
        _ if MATRICES.contains(&name) || name == "auto" => {}
        (true, true) => {
            all.push(format!("-a {name} --radius 1 --l1 0.002 --l2 0.01"));
            all.push(format!("-a {name} --radius 3 --l1 0.001 --l2 {group}=0.1 --l1 bias=0"));
        }
        (false, true) => all.push(format!("-a {name} --l2 0.01 --l2 {group}=0.5 --radius bias=10")),
        _ => {}
    }
    for parameter in parameters {
        let words = parameter["choices"].as_array().map_or(&[][..], Vec::as_slice);
        let apart = ["base", "signed"].iter().any(|name| parameter["name"] == *name);
        for word in words.iter().skip(1).filter(|_| !apart) {
            all.push(format!(
                "-a {name} --{}={}",
                parameter["name"].as_str().unwrap(),
                word.as_str().unwrap()
            ));
        }
    }
    all
}

#[test]
fn every_algorithm_goes_on_as_if_never_interrupted() {
    let folder = streams();
    let algorithms = folder.json("algorithms");
    let algorithms = algorithms.as_array().unwrap();
    assert!(algorithms.iter().any(|a| a["name"] == "flh"));
    for stream in &STREAMS {
        let few = stream.name == "few.csv";
        let fits = |a: &&serde_json::Value| {
            let name = a["name"].as_str().unwrap_or_default();
            if few { MATRICES.contains(&name) } else { !WHOLE.contains(&name) }
        };
        for algorithm in algorithms.iter().filter(fits) {
            for (place, variant) in variants(algorithm, stream.group).iter().enumerate() {
                let flags = format!("{variant} {}", stream.flags);
                // No parameters again, or the same ones.
                let again = if place % 2 == 0 { "" } else { flags.as_str() };
                compare(&folder, stream.name, &flags, again);
            }
        }
    }
}

#[test]
fn regression_goes_on_too() {
    let folder = Folder::new();
    folder.ok("generate regression --rows 300 -o table.csv");
    cut(&folder, "table.csv", true);
    for flags in [
        "--loss squared",
        "-a auto --loss absolute",
        "--loss huber(10) -a ftrl --l1 0.1",
        "--loss absolute -a pa2 --C 0.1",
        "--loss quantile(0.9) -a per-coord --radius 100 --ignore age,site",
        "--loss squared -a flh --base strongly-convex --radius 5 --l2 0.01 --categorical passes",
    ] {
        compare(&folder, "table.csv", flags, "");
        compare(&folder, "table.csv", flags, flags);
    }
}

#[test]
fn weights_tags_and_missing_labels_go_on() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 200 -o plain.vw");
    let line = |(place, line): (usize, &str)| match (place % 5, line.split_once(" |").unwrap()) {
        (0, (_, features)) => format!("'row{place}| {features}"),
        (1, (label, features)) => format!("{label} {} 'row{place}|{features}", place % 4),
        _ => line.to_owned(),
    };
    let text: Vec<String> = folder.read("plain.vw").lines().enumerate().map(line).collect();
    folder.write("mixed.vw", text.join("\n") + "\n");
    cut(&folder, "mixed.vw", false);
    compare(&folder, "mixed.vw", "-a per-coord", "");
    assert!(folder.read("whole.txt").contains(" row195"));
    let counts = folder.json("inspect whole.nr");
    assert_eq!((counts["examples"].as_u64(), counts["rounds"].as_u64()), (Some(200), Some(150)));
}

#[test]
fn skipped_lines_are_counted_over_all_runs() {
    let folder = Folder::new();
    folder.write("a.svm", "1 1:1\n1 1:x\n-1 2:1\n1 1:1\n");
    folder.write("1-a.svm", "1 1:1\n1 1:x\n-1 2:1\n");
    folder.write("2-a.svm", "1 1:1\n");
    for (data, flags) in
        [("a.svm", "-m whole.nr"), ("1-a.svm", "-m part.nr"), ("2-a.svm", "-i part.nr -m part.nr")]
    {
        folder.ok(&format!("train {data} {flags} --on-error skip --quiet"));
    }
    assert!(folder.bytes("part.nr") == folder.bytes("whole.nr"));
    assert_eq!(folder.json("inspect part.nr")["skipped"], 1);
}

#[test]
fn a_lone_label_is_remembered() {
    let folder = Folder::new();
    folder.write("1-a.svm", "1 1:1\n1 2:1\n1 1:2\n");
    folder.write("2-a.svm", "0 1:1\n1 2:1\n");
    folder.write("a.svm", folder.read("1-a.svm") + &folder.read("2-a.svm"));
    folder.ok("train a.svm -m whole.nr -p whole.txt");
    folder.ok("train 1-a.svm -m part.nr -p 1.txt");
    folder.write("other.svm", "2 1:1\n");
    folder.refuses(
        "train other.svm -i part.nr -m other.nr",
        1,
        &["other.svm:1", "took them for two classes, 1 -> +1"],
    );
    folder.ok("train 2-a.svm -i part.nr -m part.nr -p 2.txt");
    assert_eq!(folder.read("1.txt") + &folder.read("2.txt"), folder.read("whole.txt"));
    assert!(folder.bytes("part.nr") == folder.bytes("whole.nr"));
    folder.refuses(
        "train other.svm -i part.nr",
        1,
        &["other.svm:1: the labels are numbers", "0 -> -1, 1 -> +1"],
    );
    // Who names the loss says that there are two classes, and a line with another one is a bad line.
    folder.ok("train 1-a.svm --loss logistic -m part.nr");
    folder.refuses("train other.svm -i part.nr", 1, &["other.svm:1", "contradicts", "1"]);
    folder.ok("train 2-a.svm -i part.nr -m part.nr");
    folder.refuses("train other.svm -i part.nr", 1, &["other.svm:1", "neither 0 nor 1"]);
}

#[test]
fn the_same_settings_go_on_and_others_are_refused() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 60 -o a.vw");
    folder.ok("generate text --rows 20 -o a.svm");
    folder.ok("train a.vw -a ogd --eta 0.1 --rate constant --radius 2 --box hour=0,1 --bits 10 --ignore words -m m.nr --quiet");
    for same in [
        "",
        "-a ogd",
        "--loss logistic",
        "--eta 0.1",
        "--eta 1e-1 --rate constant",
        "--radius 2",
        "--box hour=0,1",
        "-b 10",
        "--ignore words",
        "--labels -1,1",
        "-a ogd --eta 0.1 --rate constant --radius 2 --box hour=0,1 --bits 10 --ignore words",
    ] {
        folder.ok(&format!("train a.vw -i m.nr {same}"));
    }
    let before = folder.bytes("m.nr");
    for (other, says) in [
        ("-a per-coord", "ogd"),
        ("-a nosuch", "ogd"),
        ("--loss hinge", "logistic"),
        ("--eta 0.2", "0.1"),
        ("--rate sqrt", "constant"),
        ("--radius 3", "2"),
        ("--box -1,1", "radius"),
        ("--box hour=0,2", "m.nr"),
        ("--box day=0,1", "m.nr"),
        ("--l2 0.5", "l2 0"),
        ("--scale 1", "--scale"),
        ("--no-bias", "bias"),
        ("--bits 11", "--bits"),
        ("--ignore hour", "--ignore"),
        ("--categorical hour", "--categorical"),
        ("--labels 0,1", "-1,1"),
    ] {
        folder.refuses(&format!("train a.vw -i m.nr -m m.nr {other}"), 2, &[says]);
    }
    folder.refuses("train a.svm -i m.nr -m m.nr", 1, &["a.svm", "named", "numbered"]);
    assert!(folder.bytes("m.nr") == before, "a refused run changes nothing");
    folder.refuses("train a.vw -t", 2, &["--initial"]);
    folder.refuses("train a.vw -t -i m.nr -m n.nr", 2, &["-m"]);
}

#[test]
fn no_bias_and_defaults_are_the_models_own() {
    let folder = Folder::new();
    folder.ok("generate drift --rows 50 -o a.csv");
    folder.ok("train a.csv --no-bias --no-names -m m.nr");
    for flags in ["", "--no-bias", "-a auto", "--loss logistic"] {
        folder.ok(&format!("train a.csv -i m.nr -m n.nr {flags}"));
        let model = folder.json("inspect n.nr --top 100");
        assert_eq!(model["bias"], false);
        assert_eq!(model["examples"], 100);
        assert!(
            model["top"].as_array().unwrap().iter().all(|w| w["name"].as_str().unwrap().starts_with("slot "))
        );
    }
}

/// Labels that the command chooses the loss by, cut at every place: the same predictions and the same model, or a refusal that leaves the model as it was.
#[test]
fn labels_that_choose_the_loss_resume_wherever_they_are_cut() {
    let folder = Folder::new();
    // Two values alone are taken for classes: where the first part shows just two of three, going on is refused.
    for (labels, refused) in [
        (&["", "", "3.5", "2.5", "1.5", "2.5"][..], Some(4)),
        (&["1", "1", "0", "1"], None),
        (&["-1", "", "1", "1"], None),
        (&["5", "5", "5"], None),
        (&["1", "2", "1"], Some(1)),
    ] {
        let lines: Vec<String> =
            labels.iter().zip(1..).map(|(label, k)| format!("{label} | a:{k} b{k}\n")).collect();
        folder.write("whole.vw", lines.concat());
        folder.ok("train whole.vw -m whole.nr -p whole.txt --quiet");
        for place in 0..=lines.len() {
            folder.write("1.vw", lines[..place].concat());
            folder.write("2.vw", lines[place..].concat());
            folder.ok("train 1.vw -m part.nr -p 1.txt --quiet");
            let (again, before) =
                ("train 2.vw -i part.nr -m part.nr -p 2.txt --quiet", folder.bytes("part.nr"));
            if refused == Some(place) {
                folder.refuses(again, 1, &["2.vw:", "took them for two classes", "--loss"]);
                assert_eq!(folder.bytes("part.nr"), before);
                continue;
            }
            folder.ok(again);
            let told = format!("{labels:?} {place}");
            assert_eq!(folder.read("1.txt") + &folder.read("2.txt"), folder.read("whole.txt"), "{told}");
            assert_eq!(folder.bytes("part.nr"), folder.bytes("whole.nr"), "{told}");
        }
    }
}
