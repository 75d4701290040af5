//! Table 1 of "Less Regret via Online Conditioning": online binary classification of text.
//!
//! As in the paper: counts scaled to unit length, hinge loss, one pass, no bias, R = 100, scale 0.6/R (per-coord) and 0.2/R (global), phi = a = 1 (cw);
//! the mean of some shuffles, each example predicted before it is learned. Reviews are `processed_acl` of Blitzer et al., lines of `feature:count ... #label#:positive`;
//! news and rcv1 are LIBSVM's news20.binary and rcv1_test.binary (677,399 rows), or what is there in their place.

use crate::data::{Example, generated, news};
use crate::error::{Answer, ReproduceError};
use crate::findings::{Cell, Findings, Table};
use crate::random::order;
use crate::setting::Setting;
use crate::statistics::spread;
use noregret::{Parameters, algorithms};
use noregret_generate::Kind;
use std::collections::HashMap;

/// The paper's figures: hinge loss and mistakes for global, per-coord, cw, pa.
const PAPER: [(&str, [f64; 4], [f64; 4]); 6] = [
    ("books", [0.606, 0.545, 0.871, 0.672], [0.259, 0.211, 0.215, 0.254]),
    ("dvd", [0.576, 0.529, 0.851, 0.637], [0.238, 0.208, 0.203, 0.240]),
    ("electronics", [0.509, 0.452, 0.802, 0.555], [0.209, 0.175, 0.177, 0.194]),
    ("kitchen", [0.470, 0.419, 0.787, 0.520], [0.180, 0.151, 0.153, 0.175]),
    ("news", [0.171, 0.140, 0.512, 0.245], [0.064, 0.050, 0.054, 0.060]),
    ("rcv1", [0.076, 0.070, 0.542, 0.094], [0.027, 0.025, 0.039, 0.034]),
];

const LEARNERS: [&str; 4] = ["global", "per-coord", "cw", "pa"];

/// Rows of a set, and what they are if not the paper's.
struct Set {
    examples: Vec<Example>,
    stand_in: Option<&'static str>,
}

fn parameters(learner: &str) -> Parameters {
    let r = 100.0;
    let rate = |scale: f64| Parameters::new().number("radius", r).number("scale", scale / r);
    match learner {
        "global" => rate(0.2),
        "per-coord" => rate(0.6),
        _ => Parameters::new(),
    }
}

/// The reviews of a domain, if they are there.
fn reviews(setting: &Setting<'_>, domain: &str) -> Answer<Option<Vec<Example>>> {
    let mut ids: HashMap<String, u32> = HashMap::new();
    let mut reviews = Vec::new();
    let wanted = format!("{domain}/");
    let Some((path, files)) = setting.data.unpack("sentiment/processed_acl", &wanted)? else {
        return Ok(None);
    };
    for (file, label) in [("positive.review", 1.0), ("negative.review", -1.0)] {
        let found = files.iter().find(|(name, _)| name.ends_with(&format!("{domain}/{file}")));
        let (_, bytes) =
            found.ok_or_else(|| ReproduceError::content(&path, format!("it has no {domain}/{file}")))?;
        for line in String::from_utf8_lossy(bytes).lines() {
            let mut entries = Vec::new();
            for (name, count) in line.split_whitespace().filter_map(|token| token.rsplit_once(':')) {
                let Ok(count) = count.parse::<f64>() else { continue }; // the label, which the file tells
                let next = ids.len() as u32;
                entries.push((*ids.entry(name.to_owned()).or_insert(next), count));
            }
            reviews.push(Example::sparse(entries, label)?.unit());
        }
    }
    Ok(Some(reviews))
}

/// A set by its name in the paper.
fn read(setting: &Setting<'_>, name: &str) -> Answer<Set> {
    let most = setting.either(usize::MAX, 300);
    let paper = |examples| Ok(Set { examples, stand_in: None });
    let other = |examples, what| Ok(Set { examples, stand_in: Some(what) });
    match name {
        "news" => {
            if let Some(examples) = setting.data.svmlight("libsvm/news20.binary", most)? {
                return paper(examples);
            }
            if let Some((posts, _)) = news(&setting.data, (most, 0))? {
                let posts = posts.into_iter().map(Example::unit).collect();
                return other(
                    posts,
                    "20 newsgroups, training part, every second group against the others, words' counts at unit length",
                );
            }
        }
        "rcv1" => {
            if let Some(examples) = setting.data.svmlight("libsvm/rcv1_test.binary", most)? {
                return paper(examples);
            }
            if let Some(examples) = setting.data.svmlight("libsvm/rcv1_subset", most)? {
                return other(examples, "a sample of rcv1 of 1,747 rows (libsvm/rcv1_subset)");
            }
        }
        domain => {
            if let Some(examples) = reviews(setting, domain)? {
                return paper(examples);
            }
        }
    }
    let seed = 1 + PAPER.iter().position(|(known, ..)| *known == name).unwrap_or(0) as u64;
    other(generated(Kind::Text, seed, 2000.min(most))?, "generated text (noregret generate text)")
}

/// Hinge loss and mistakes of a learner, for every shuffle.
fn measure(learner: &str, examples: &[Example], shuffles: u64) -> Answer<(Vec<f64>, Vec<f64>)> {
    let (mut losses, mut mistakes) = (Vec::new(), Vec::new());
    for seed in 1..=shuffles {
        let spec = algorithms::find(learner)?.spec(Some("hinge".parse()?), &parameters(learner))?;
        let loss = spec.loss;
        let mut learner = spec.check()?.build();
        let (mut lost, mut mistaken) = (0.0, 0.0);
        for place in order(examples.len(), seed) {
            let example = &examples[place];
            let margin = learner.learn(example.features(), example.label, 1.0)?;
            lost += loss.value(margin, example.label);
            mistaken += f64::from(u8::from(example.label * margin <= 0.0));
        }
        losses.push(lost / examples.len() as f64);
        mistakes.push(mistaken / examples.len() as f64);
    }
    Ok((losses, mistakes))
}

/// Runs it.
pub(crate) fn run(setting: &Setting<'_>) -> Answer<Findings> {
    let shuffles = setting.either(5, 2);
    let columns = ["", "global", "per-coord", "cw", "pa"];
    let mut hinge = Table::new("Hinge loss (the paper's)", &columns);
    let mut mistakes = Table::new("Share of mistakes (the paper's)", &columns);
    let mut findings = Findings::default();
    let (mut won, mut clear, mut sets) = (0, 0, 0);
    for (name, paper_loss, paper_mistakes) in PAPER {
        setting.at(name)?;
        let set = read(setting, name)?;
        if let Some(what) = set.stand_in {
            findings.stand_in(format!("{name}: {what}. The paper's numbers are of other data."));
        }
        let mark = if set.stand_in.is_some() { " (stand-in)" } else { "" };
        let title = format!("{name}{mark}, {} rows", set.examples.len());
        let found = setting.each(&LEARNERS, |learner| measure(learner, &set.examples, shuffles))?;
        let row = |pick: &dyn Fn(usize) -> Cell| {
            std::iter::once(Cell::text(&*title)).chain((0..LEARNERS.len()).map(pick)).collect::<Vec<_>>()
        };
        hinge.rows.push(row(&|k| Cell::spread(spread(&found[k].0), 3).beside(Some(paper_loss[k]))));
        mistakes.rows.push(row(&|k| Cell::spread(spread(&found[k].1), 3).beside(Some(paper_mistakes[k]))));
        let losses: Vec<(f64, f64)> = found.iter().map(|(losses, _)| spread(losses)).collect();
        let (own, deviation) = losses[1];
        let others = || losses.iter().enumerate().filter(|(k, _)| *k != 1).map(|(_, loss)| loss.0);
        won += usize::from(others().all(|loss| own < loss));
        clear += usize::from(others().all(|loss| own + deviation < loss));
        sets += 1;
    }
    findings.remark(format!("The mean of {shuffles} shuffles ± their standard deviation. The paper: per-coord has the least hinge loss on every set. Here: on {won} of {sets}, on {clear} by more than a deviation."));
    findings.tables = vec![hinge, mistakes];
    Ok(findings)
}
