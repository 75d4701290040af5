//! Table 1 of "Less Regret via Online Conditioning": online binary classification of product reviews.
//!
//! Run with `cargo run --release --example table1 -- PATH`, where PATH is the multi-domain sentiment data set of Blitzer et al.
//! (`processed_acl.tar.gz` or `.tar.xz`, unpacked with `tar`), or the folder it unpacks to. Its lines are
//! `feature:count ... #label#:positive`. As in the paper: counts scaled to unit length, hinge loss, one pass, no bias, R = 100, scale
//! 0.6/R (per-coord) and 0.2/R (global), phi = a = 1 (cw); the mean of five shuffles, each example predicted before it is learned.

use noregret::{FeaturesBuf, Parameters, algorithms};
use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The paper's figures: hinge loss and mistakes for global, per-coord, cw, pa.
const PAPER: [(&str, [f64; 4], [f64; 4]); 4] = [
    ("books", [0.606, 0.545, 0.871, 0.672], [0.259, 0.211, 0.215, 0.254]),
    ("dvd", [0.576, 0.529, 0.851, 0.637], [0.238, 0.208, 0.203, 0.240]),
    ("electronics", [0.509, 0.452, 0.802, 0.555], [0.209, 0.175, 0.177, 0.194]),
    ("kitchen", [0.470, 0.419, 0.787, 0.520], [0.180, 0.151, 0.153, 0.175]),
];

const SHUFFLES: u64 = 5;

struct Review {
    features: Vec<(u32, f64)>,
    label: f64,
}

fn read(folder: &Path, domain: &str) -> Result<Vec<Review>, Box<dyn Error>> {
    let mut ids: HashMap<String, u32> = HashMap::new();
    let mut reviews = Vec::new();
    for (file, label) in [("positive.review", 1.0), ("negative.review", -1.0)] {
        let bytes = std::fs::read(folder.join(domain).join(file))?;
        for line in String::from_utf8_lossy(&bytes).lines() {
            let mut features = Vec::new();
            for token in line.split_whitespace() {
                let (name, count) = token.rsplit_once(':').ok_or("a feature without a count")?;
                if name == "#label#" {
                    continue;
                }
                let next = ids.len() as u32;
                features.push((*ids.entry(name.to_owned()).or_insert(next), count.parse::<f64>()?));
            }
            let length = features.iter().map(|(_, v)| v * v).sum::<f64>().sqrt();
            features.iter_mut().for_each(|(_, v)| *v /= length);
            reviews.push(Review { features, label });
        }
    }
    Ok(reviews)
}

/// The unpacked folder, wherever it is inside.
fn unpacked(path: &Path, scratch: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let mut folder = path.to_owned();
    if path.is_file() {
        let done = Command::new("tar").arg("-xf").arg(path).arg("-C").arg(scratch).status()?;
        if !done.success() {
            return Err(format!("tar could not unpack {}", path.display()).into());
        }
        folder = scratch.to_owned();
    }
    for candidate in [folder.clone(), folder.join("processed_acl")] {
        if candidate.join("books").is_dir() {
            return Ok(candidate);
        }
    }
    Err(format!("{} holds no folder books", folder.display()).into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path =
        std::env::args().nth(1).ok_or("usage: table1 PATH (processed_acl.tar.gz, .tar.xz, or its folder)")?;
    let scratch = tempfile::tempdir()?;
    let folder = unpacked(Path::new(&path), scratch.path())?;
    let r = 100.0;
    let rate = |scale: f64| Parameters::new().number("radius", r).number("scale", scale / r);
    let learners = [
        ("global", rate(0.2)),
        ("per-coord", rate(0.6)),
        ("cw", Parameters::new()),
        ("pa", Parameters::new()),
    ];
    println!(
        "hinge loss / mistakes: the mean of {SHUFFLES} shuffles ± their standard deviation (the paper's)"
    );
    println!("{:<12}{}", "", learners.iter().map(|(name, _)| format!("{name:>40}")).collect::<String>());
    for (domain, paper_loss, paper_mistakes) in PAPER {
        let reviews = read(&folder, domain)?;
        let mut row = format!("{domain:<12}");
        for (k, (name, parameters)) in learners.iter().enumerate() {
            let (mut losses, mut mistakes) = (Vec::new(), Vec::new());
            for seed in 1..=SHUFFLES {
                let (mut lost, mut mistaken) = (0.0, 0.0);
                let mut order: Vec<usize> = (0..reviews.len()).collect();
                shuffle(&mut order, seed);
                let spec = algorithms::find(name)?.spec(Some("hinge".parse()?), parameters)?;
                let loss = spec.loss;
                let mut learner = spec.check()?.build();
                let mut x = FeaturesBuf::new();
                for place in order {
                    let review = &reviews[place];
                    x.clear();
                    review.features.iter().for_each(|&(i, v)| x.push(i, v));
                    let margin = learner.learn(x.finish()?, review.label, 1.0)?;
                    lost += loss.value(margin, review.label);
                    mistaken += f64::from(u8::from(review.label * margin <= 0.0));
                }
                losses.push(lost / reviews.len() as f64);
                mistakes.push(mistaken / reviews.len() as f64);
            }
            let ((loss, loss_spread), (mistake, mistake_spread)) = (spread(&losses), spread(&mistakes));
            let ours = format!("{loss:.3}±{loss_spread:.3}/{mistake:.3}±{mistake_spread:.3}");
            row.push_str(&format!(
                "{:>40}",
                format!("{ours} ({:.3}/{:.3})", paper_loss[k], paper_mistakes[k])
            ));
        }
        println!("{row}");
    }
    Ok(())
}

/// Mean and standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0)).sqrt())
}

/// Fisher and Yates, with splitmix64.
fn shuffle(order: &mut [usize], seed: u64) {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    for i in (1..order.len()).rev() {
        order.swap(i, (next() % (i as u64 + 1)) as usize);
    }
}
