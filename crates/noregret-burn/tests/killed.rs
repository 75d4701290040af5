//! A run of `figure4` that is killed and started again finds what an uninterrupted one does, to the bit.

#![cfg(feature = "figure4")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod place;

use place::Place;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Two classes of small images: light above, or light below, with some noise.
fn data(folder: &Path) {
    std::fs::create_dir(folder.join("mnist")).unwrap();
    let mut noise = 1_u32;
    for (part, n) in [("train", 300_u32), ("t10k", 60)] {
        let mut pixels =
            [&[0, 0, 8, 3][..], &n.to_be_bytes(), &12_u32.to_be_bytes(), &12_u32.to_be_bytes()].concat();
        let mut labels = [&[0, 0, 8, 1][..], &n.to_be_bytes()].concat();
        for image in 0..n {
            labels.push((image % 2) as u8);
            for place in 0..144 {
                noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let light = (place < 72) == (image % 2 == 0);
                pixels.push((noise >> 25) as u8 + if light { 100 } else { 0 });
            }
        }
        std::fs::write(folder.join(format!("mnist/{part}-images-idx3-ubyte")), pixels).unwrap();
        std::fs::write(folder.join(format!("mnist/{part}-labels-idx1-ubyte")), labels).unwrap();
    }
}

fn figure4(data: &Path, folder: &Path, method: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_figure4"));
    command.args(["--epochs", "4", "--seeds", "1", "--eta", "0.1", "--delta", "0.1", "--tau", "5"]);
    command.args(["--methods", method, "--tests", "1"]).arg("--data").arg(data).arg("--folder").arg(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// What was found, but for the time it took.
fn found(folder: &Path, method: &str) -> Value {
    let text = std::fs::read_to_string(folder.join(format!("mnist-{method}-1.json"))).unwrap();
    let mut run: Value = serde_json::from_str(&text).unwrap();
    run["seconds"] = Value::Null;
    run
}

#[test]
fn killed_and_resumed_equals_uninterrupted() {
    let place = Place::new();
    data(place.path());
    for method in ["ada-fd", "ada-diag", "radagrad", "fd-son", "adam", "sgd"] {
        let (whole, killed) = (place.path().join("whole"), place.path().join("killed"));
        assert!(figure4(place.path(), &whole, method).status().unwrap().success());
        let mut child = figure4(place.path(), &killed, method).spawn().unwrap();
        let (result, start) = (killed.join(format!("mnist-{method}-1.json")), Instant::now());
        while !result.exists() && start.elapsed() < Duration::from_secs(120) {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let part = found(&killed, method)["losses"].as_array().unwrap().len();
        assert!(figure4(place.path(), &killed, method).status().unwrap().success());
        let (whole, killed) = (found(&whole, method), found(&killed, method));
        assert_eq!(whole["losses"].as_array().unwrap().len(), 12, "{method}: four epochs of three steps");
        assert!(part < 12, "{method}: it was killed on its way, after {part} steps");
        assert_eq!(killed, whole, "{method}");
    }
}
