//! Regret over time as a picture.

use super::findings::Findings;
use crate::chart::{Axis, Chart, Series, Span};
use crate::files::place;
use anyhow::Result;
use std::path::Path;

/// Rounds that are drawn, evenly on a logarithmic axis.
const POINTS: usize = 400;

/// Some rounds, from the first to the last, each farther from the one before by the same factor.
fn drawn(rounds: usize) -> Vec<usize> {
    let step = libm::log(rounds.max(1) as f64) / POINTS as f64;
    let mut all: Vec<usize> = (0..=POINTS).map(|k| libm::exp(step * k as f64).round() as usize).collect();
    all.push(rounds);
    all.retain(|t| (1..=rounds).contains(t));
    all.dedup();
    all
}

/// The picture: both axes are logarithmic, so that regret of the order of sqrt T is a straight line of slope 1/2. What is below 0 is drawn by its size, as a line of its own.
fn chart(course: &[f64], findings: &Findings) -> Chart {
    let title = format!("{}, {} loss, {} rounds", findings.algorithm, findings.loss_function, course.len());
    let rounds = course.len() as f64;
    let at = |sign: f64| {
        drawn(course.len()).into_iter().map(move |t| (t as f64, sign * course[t - 1])).collect::<Vec<_>>()
    };
    let mut chart = Chart::new(&title, Axis::log("rounds"), Axis::log("loss suffered less comparator's"))
        .with(Series::line("against the final comparator, up to each round", at(1.0)));
    if course.iter().any(|v| *v < 0.0) {
        chart = chart.with(Series::line("where that is below 0: its size", at(-1.0)));
    }
    let end = course.last().copied().unwrap_or(0.0).abs();
    let mut top = end;
    if let Some(c) = &findings.certificate {
        let (low, high) = (c.regret_lower, c.regret_upper);
        let name = format!("regret, certified: {low:.4} to {high:.4}");
        // Of an interval that holds 0 the part above 0 is drawn, of one below it the size.
        let (least, most) = if high > 0.0 { (low.max(high / 100.0), high) } else { (-high, -low) };
        chart = chart.with(Series::range(&name, vec![Span { x: rounds, low: least, high: most }]));
        top = top.max(most);
    }
    if let Some(bound) = findings.bound.filter(|bound| *bound > 0.0) {
        let name = format!("the theorem's bound: {bound:.4}");
        chart = chart.with(Series::line(&name, vec![(1.0, bound), (rounds, bound)]));
    }
    if top > 0.0 && course.len() > 1 {
        let reference = drawn(course.len()).into_iter().map(|t| (t as f64, top * (t as f64 / rounds).sqrt()));
        chart = chart.with(Series::line("grows as sqrt(rounds)", reference.collect()));
    }
    chart
}

/// Writes the picture, whole or not at all.
pub fn write(path: &Path, course: &[f64], findings: &Findings) -> Result<()> {
    place([chart(course, findings).write(path)?])
}
