//! The same bits whatever the CPU: every algorithm trained here and under emulated older processors, the model files compared byte for byte.
//!
//! An emulated processor without wide registers or fused operations shows what `NOREGRET_SIMD=off` cannot: libraries that choose their instructions themselves.

use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Processors as qemu names them: none of AVX, AVX2 and FMA; all three.
const PROCESSORS: [&str; 2] = ["Nehalem", "Haswell"];

/// Metrics that call a library which chooses by CPU: their last bits may differ, as the README says.
const EXEMPT: [&str; 2] = ["frobenius", "von-neumann"];

const COMMAND: &str = "target/release/noregret";

/// Rows and features: more than 64 directions, so that every size of matrix is met.
const ROWS: usize = 90;
const FEATURES: usize = 80;

/// A table of numbers in svmlight's format with classes, and the same as CSV.
fn table() -> (String, String) {
    let mut state = 1_u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    };
    let (mut sparse, mut dense) = (String::new(), String::new());
    for _ in 0..ROWS {
        let values: Vec<f64> = (0..FEATURES).map(|_| draw()).collect();
        let label = if values[0] + values[1] * values[2] + 0.3 * draw() > 0.0 { 1 } else { -1 };
        let _ = write!(sparse, "{label}");
        for (i, v) in values.iter().enumerate().filter(|(_, v)| v.abs() > 0.3) {
            let _ = write!(sparse, " {}:{v:.4}", i + 1);
        }
        sparse.push('\n');
        let cells: Vec<String> = values.iter().take(8).map(|v| format!("{v:.4}")).collect();
        let _ = writeln!(dense, "{},{}", cells.join(","), if label > 0 { "yes" } else { "no" });
    }
    (sparse, dense)
}

/// What is trained: every algorithm as it comes, and the matrix learners in all their ways.
fn trainings(folder: &Path) -> Result<Vec<String>> {
    let list = Command::new(COMMAND).arg("algorithms").output().context("cannot run the command")?;
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    // The list ends with an empty line, and advice.
    let names =
        list.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let data = folder.join("table.svm").display().to_string();
    let mut all: Vec<String> = names.map(|name| format!("train {data} -a {name}")).collect();
    for name in ["ada-full", "ada-fd", "s-ada", "fd-son", "rfd-son"] {
        let wide = if name == "ada-full" { "" } else { "--tau 70 " };
        for more in ["--method pds", "--radius 1", "--method pds --l1 0.01", "--update implicit"] {
            all.push(format!("train {data} -a {name} {wide}{more}"));
        }
    }
    for name in ["ada-lr", "radagrad", "ada-dp"] {
        all.push(format!("train {data} -a {name} --tau 20"));
    }
    let table = folder.join("table.csv").display().to_string();
    for geometry in ["logdet"].into_iter().chain(EXEMPT) {
        all.push(format!("metric train {table} --no-header --geometry {geometry} --rounds 300"));
    }
    Ok(all)
}

/// The bytes of the model a training writes.
fn model(run: &mut Command, training: &str, folder: &Path) -> Result<Vec<u8>> {
    let file = folder.join("model.nr");
    let _ = std::fs::remove_file(&file);
    let output = run.args(training.split(' ')).arg("--quiet").arg("-m").arg(&file).output()?;
    if !output.status.success() {
        bail!("{training}: {}", String::from_utf8_lossy(&output.stderr));
    }
    std::fs::read(&file).with_context(|| format!("{training} wrote no model"))
}

/// Trains everything on every processor and compares.
pub fn cpu() -> Result<()> {
    let emulator = ["qemu-x86_64-static", "qemu-x86_64"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    let Some(emulator) = emulator.filter(|_| cfg!(target_arch = "x86_64")) else {
        eprintln!(
            "NOT CHECKED: models on other CPUs. qemu-x86_64 is not here (Debian: qemu-user-static), or this is no x86-64."
        );
        return Ok(());
    };
    super::cargo(&["build", "--release", "--locked"])?;
    let folder = Path::new("target/cpu");
    std::fs::create_dir_all(folder)?;
    let (sparse, dense) = table();
    std::fs::write(folder.join("table.svm"), sparse)?;
    std::fs::write(folder.join("table.csv"), dense)?;
    let (mut equal, mut differ) = (0, Vec::new());
    for training in trainings(folder)? {
        let here = model(&mut Command::new(COMMAND), &training, folder)?;
        for processor in PROCESSORS {
            let mut run = Command::new(emulator);
            run.args(["-cpu", processor, COMMAND]);
            if model(&mut run, &training, folder)? == here {
                equal += 1;
            } else if EXEMPT.iter().any(|name| training.contains(name)) {
                println!("differs on {processor}, as documented: {training}");
            } else {
                differ.push(format!("{processor}: {training}"));
            }
        }
    }
    println!("{equal} models are the same bytes on {} and here", PROCESSORS.join(", "));
    if !differ.is_empty() {
        bail!("models that differ from those of this CPU:\n{}", differ.join("\n"));
    }
    Ok(())
}
