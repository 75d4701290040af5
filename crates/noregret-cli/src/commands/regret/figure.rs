//! Regret over time as a picture.

use super::findings::Findings;
use crate::chart::{Axis, Chart, Series, Span};
use crate::files::place;
use anyhow::Result;
use std::path::Path;

/// The picture.
fn chart(course: &[f64], findings: &Findings) -> Chart {
    let title = format!("{}, {} loss, {} rounds", findings.algorithm, findings.loss_function, course.len());
    let mut points = vec![(0.0, 0.0)];
    points.extend(course.iter().enumerate().map(|(t, v)| (t as f64 + 1.0, *v)));
    let mut chart =
        Chart::new(&title, Axis::from_zero("rounds"), Axis::from_zero("loss suffered less comparator's"))
            .with(Series::line("against the final comparator, up to each round", points));
    if let Some(c) = &findings.certificate {
        let (low, high) = (c.regret_lower, c.regret_upper);
        let name = format!("regret, certified: {low:.4} to {high:.4}");
        chart = chart.with(Series::range(&name, vec![Span { x: course.len() as f64, low, high }]));
    }
    if let Some(bound) = findings.bound {
        chart.notes.push(format!("the theorem's bound: {bound:.4} (not drawn)"));
    }
    chart
}

/// Writes the picture, whole or not at all.
pub fn write(path: &Path, course: &[f64], findings: &Findings) -> Result<()> {
    place([chart(course, findings).write(path)?])
}
