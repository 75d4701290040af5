//! A model that is only asked: by averages where the last weights know the end of the stream alone, by every door of the command.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use std::fmt::Write;

/// What the label goes by turns around every 300 rows.
fn turning(rows: usize, seed: u64) -> String {
    let (mut text, mut state) = (String::new(), seed);
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
    };
    for row in 0..rows {
        let x = [draw(), draw(), draw()];
        let turn = if row / 300 % 2 == 0 { 1.0 } else { -1.0 };
        let y = if turn * x[0] + 0.5 * x[1] > 0.0 { 1 } else { -1 };
        writeln!(text, "{y} 1:{} 2:{} 3:{}", x[0], x[1], x[2]).unwrap();
    }
    text
}

#[test]
fn averages_are_asked_where_they_serve_better() {
    let folder = Folder::new();
    folder.write("d.svm", turning(2100, 1));
    folder.write("new.svm", turning(1200, 2));
    let told = folder.json("train d.svm -m m.nr --test new.svm");
    assert_eq!(told["iterate"]["averaged"], true, "{}", told["iterate"]);
    let loss = |command: &str| folder.json(command)["measures"]["log_loss"].as_f64().unwrap();
    let (served, last) = (loss("evaluate m.nr new.svm"), loss("evaluate m.nr new.svm --last"));
    assert!(served < 0.9 * last, "{served} {last}");
    assert_eq!(told["tests"][0]["measures"]["log_loss"].as_f64().unwrap(), served);
    folder.ok("export m.nr -o s.nr");
    folder.ok("export m.nr -o l.nr --last");
    for (model, flags, name) in
        [("m.nr", "", "m"), ("s.nr", "", "s"), ("m.nr", "--last", "ml"), ("l.nr", "", "l")]
    {
        folder.ok(&format!("predict {model} new.svm {flags} -p {name}.txt --quiet"));
    }
    assert_eq!(folder.read("m.txt"), folder.read("s.txt"));
    assert_eq!(folder.read("ml.txt"), folder.read("l.txt"));
    assert_ne!(folder.read("m.txt"), folder.read("l.txt"));
    let told = folder.json("export m.nr --compact new.svm -o c.nr");
    assert!(told["prediction_moved"].as_f64().unwrap() < 0.2, "{told}");
    assert!(folder.ok("inspect m.nr").stdout.contains("a saved model predicts by averages"));
}

#[test]
fn the_last_weights_are_asked_where_nothing_drifts() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 3000 -o d.vw");
    let told = folder.json("train d.vw -m m.nr");
    assert_eq!(told["iterate"]["averaged"], false, "{}", told["iterate"]);
    folder.ok("predict m.nr d.vw -p a.txt --quiet");
    folder.ok("predict m.nr d.vw -p b.txt --quiet --last");
    assert_eq!(folder.read("a.txt"), folder.read("b.txt"));
}

#[test]
fn measures_can_be_left_out() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 500 -o d.vw");
    let (all, none) = (folder.json("train d.vw -m m.nr"), folder.json("train d.vw -m n.nr --no-measures"));
    assert!(all["measures"].is_object() && none["measures"].is_null());
    assert_eq!(all["loss"], none["loss"]);
    assert_eq!(folder.bytes("m.nr"), folder.bytes("n.nr"));
    assert!(folder.json("predict m.nr d.vw -p /dev/null --no-measures")["measures"].is_null());
}
