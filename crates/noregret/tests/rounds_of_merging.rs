//! What merging is worth: on generated text, eight learners side by side that are merged more and more often come near to one that saw everything.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{Checked, Features, Loss, Online, Parameters};
use noregret_generate::{Generator, Kind};
use stream::checked;

const PARTS: usize = 8;

struct Document {
    indices: Vec<u32>,
    values: Vec<f64>,
    y: f64,
}

fn documents(count: usize) -> Vec<Document> {
    let mut generator = Generator::new(Kind::Text, 5);
    let document = |_| {
        let sample = generator.next();
        let (indices, values) = sample.features.iter().map(|feature| (feature.id, feature.value)).unzip();
        Document { indices, values, y: sample.label }
    };
    (0..count).map(document).collect()
}

fn learn<'a>(learner: &mut dyn Online, documents: impl Iterator<Item = &'a Document>) {
    for Document { indices, values, y } in documents {
        learner.learn(Features::new(indices, values).unwrap(), *y, 1.0).unwrap();
    }
}

/// The mean loss on documents nobody learned from.
fn held_out(learner: &dyn Online, documents: &[Document]) -> f64 {
    let loss: Loss = "logistic".parse().unwrap();
    let total: f64 = documents
        .iter()
        .map(|Document { indices, values, y }| {
            loss.value(learner.margin(Features::new(indices, values).unwrap()), *y)
        })
        .sum();
    total / documents.len() as f64
}

/// Eight learners over one pass, merged so many times on the way; each takes every eighth document.
fn merged(spec: &Checked, documents: &[Document], rounds: usize) -> Box<dyn Online> {
    let mut whole = spec.build();
    for stretch in documents.chunks(documents.len().div_ceil(rounds)) {
        let parts: Vec<_> = (0..PARTS)
            .map(|k| {
                let mut part = spec.build();
                part.restore(&whole.state()).unwrap();
                learn(part.as_mut(), stretch.iter().skip(k).step_by(PARTS));
                Ok(part.state())
            })
            .collect();
        whole.merge(&mut parts.into_iter()).unwrap();
    }
    assert_eq!(whole.rounds(), documents.len() as u64);
    whole
}

/// At rates with which one learner does about its best here: merging saves no learner from a rate that is too high.
#[test]
fn more_rounds_come_nearer_to_one_learner() {
    let all = documents(10_000);
    let (seen, unseen) = all.split_at(8_000);
    for (name, p) in [
        ("ada-diag", Parameters::new().word("update", "implicit").number("eta", 0.25)),
        ("ogd", Parameters::new().number("eta", 10.0)),
        ("arow", Parameters::new()),
    ] {
        let spec = checked(name, Some("logistic".parse().unwrap()), &p);
        let (mut one, mut eighth) = (spec.build(), spec.build());
        learn(one.as_mut(), seen.iter());
        learn(eighth.as_mut(), seen.iter().step_by(PARTS));
        let (one, eighth) = (held_out(one.as_ref(), unseen), held_out(eighth.as_ref(), unseen));
        let table = [1, 4, 16, 64].map(|rounds| held_out(merged(&spec, seen, rounds).as_ref(), unseen));
        let told = format!("{name}: one {one:.4}, an eighth {eighth:.4}, merged {table:.4?}");
        assert!(table.is_sorted_by(|a, b| a > b), "more rounds are better; {told}");
        assert!(table[0] < eighth, "better than an eighth alone; {told}");
        let gap = |loss: f64| (loss - one) / (eighth - one);
        assert!(gap(table[2]) < 0.55, "sixteen rounds close nearly half of the gap; {told}");
        assert!(table[3] < 1.05 * one, "sixty-four come within a few percent; {told}");
    }
}
