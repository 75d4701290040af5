//! The command and the engine are one: what either writes is what the other writes, and either goes on from
//! it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod command;

use command::Folder;
use noregret_engine::{Engine, EngineOptions, Scratch};
use noregret_io::{Format, Input, ReadOptions, shortest};

fn learned(options: EngineOptions, folder: &Folder, data: &str) -> Engine {
    let mut engine = options.build().unwrap();
    engine.learn_from(vec![Input::from_path(folder.path(data))], None, ReadOptions::default()).unwrap();
    engine
}

#[test]
fn the_same_files() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 1500 -o clicks.vw");
    folder.ok("generate regression --rows 600 -o table.csv");
    folder.ok("generate text --rows 400 -o text.svm");
    let ftrl = || Engine::options().algorithm("ftrl");
    let l1 = || noregret::Parameters::new().number("l1", 0.01);
    let cases: [(&str, &str, EngineOptions); 4] = [
        ("clicks.vw", "", Engine::options()),
        ("table.csv", "", Engine::options()),
        ("text.svm", "-a ftrl --l1 0.01 --no-bias", ftrl().parameters(l1()).bias(false)),
        (
            "clicks.vw",
            "-a ada-fd --bits 12 --no-names",
            Engine::options().algorithm("ada-fd").bits(12).names(false),
        ),
    ];
    for (data, flags, options) in cases {
        folder.ok(&format!("train {data} {flags} -m command.nr --quiet"));
        let mut engine = learned(options, &folder, data);
        engine.save(folder.path("engine.nr")).unwrap();
        assert_eq!(folder.bytes("engine.nr"), folder.bytes("command.nr"), "{data} {flags}");

        // Each goes on from the other's file.
        folder.ok(&format!("train {data} -i engine.nr -m command.nr --quiet"));
        let mut again = Engine::load(folder.path("engine.nr")).unwrap();
        again.learn_from(vec![Input::from_path(folder.path(data))], None, ReadOptions::default()).unwrap();
        assert!(again.to_bytes().unwrap() == folder.bytes("command.nr"), "{data} {flags}, resumed");

        for (compact, serving) in [("", engine.freeze()), ("--compact", engine.compact())] {
            let Ok(mut serving) = serving else { continue };
            folder.ok(&format!("export engine.nr {compact} -o command.nr"));
            assert!(serving.to_bytes().unwrap() == folder.bytes("command.nr"), "{data} {compact}");
        }
    }
}

/// A line at a time, the engine predicts what the command does for the file.
#[test]
fn the_same_predictions() {
    let folder = Folder::new();
    folder.ok("generate clicks --rows 800 -o clicks.vw");
    folder.ok("generate clicks --rows 300 --seed 4 -o new.vw");
    let mut engine = learned(Engine::options(), &folder, "clicks.vw");
    engine.save(folder.path("m.nr")).unwrap();
    folder.ok("predict m.nr new.vw -p margins.txt --quiet");
    let serving = engine.predictor().unwrap();
    let mut scratch = Scratch::new();
    let margin = |line: &str| serving.margins().line(Format::Vw, line, &mut scratch).unwrap().unwrap();
    let told: Vec<String> =
        folder.read("new.vw").lines().map(margin).map(|m| shortest(m).to_string()).collect();
    // A tag may stand beside a margin.
    let wanted = folder.read("margins.txt");
    let wanted: Vec<&str> = wanted.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(told, wanted);
    let measured =
        engine.evaluate(vec![Input::from_path(folder.path("new.vw"))], None, ReadOptions::default()).unwrap();
    let json = folder.json("predict m.nr new.vw -p margins.txt");
    assert_eq!(json["loss"].as_f64(), measured.mean(measured.loss));
    assert_eq!(json["mistakes"].as_f64(), measured.mean(measured.mistakes));
}
