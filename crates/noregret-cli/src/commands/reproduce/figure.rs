//! A figure of the findings as a picture.

use crate::chart::{Axis, Bars, Chart, Series};
use noregret_reproduce::{Figure, Shape};

/// The picture as SVG text.
pub fn svg(figure: &Figure) -> String {
    let (x, y) = (&*figure.x, &*figure.y);
    match &figure.shape {
        Shape::Lines => lines(figure, Axis::linear(x), Axis::linear(y)),
        Shape::LogLog => lines(figure, Axis::log(x), Axis::log(y)),
        Shape::LogUp => lines(figure, Axis::linear(x), Axis::log(y)),
        Shape::Bars(groups) => bars(figure, groups, Axis::from_zero(y)),
        Shape::LogBars(groups) => bars(figure, groups, Axis::log(y)),
    }
}

fn lines(figure: &Figure, x: Axis, y: Axis) -> String {
    let chart = Chart::new(&figure.title, x, y);
    figure.series.iter().fold(chart, |chart, s| chart.with(Series::line(&s.name, s.points.clone()))).svg()
}

fn bars(figure: &Figure, groups: &[String], y: Axis) -> String {
    let heights = |points: &[(f64, f64)]| points.iter().map(|point| point.1).collect();
    let series = figure.series.iter().map(|s| (s.name.clone(), heights(&s.points))).collect();
    Bars { title: figure.title.clone(), y, groups: groups.to_vec(), series }.svg()
}
