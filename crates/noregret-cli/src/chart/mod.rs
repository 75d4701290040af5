//! Line charts as SVG text: several series over two axes, linear or logarithmic, with a legend, bands, ranges and notes.
//!
//! A [`Chart`] is data; [`Chart::svg`] draws it, the same bytes for the same data. Numbers that are not finite (or not positive on a logarithmic axis) break
//! the line instead of being drawn; a series of more than [`POINTS`] points is thinned evenly, its first and last points kept.

mod bars;
mod draw;
pub mod palette;
mod ruler;
pub mod svg;

#[cfg(test)]
mod tests;

pub use bars::Bars;
pub use noregret_engine::race::Span;
pub use ruler::Scale;
pub use svg::escape;

use crate::files::complete;
use crate::voice::failure::writing;
use anyhow::Result;
use noregret_io::{Complete, Output};
use std::io::Write as _;
use std::path::Path;

/// The most points of a series that are drawn.
pub const POINTS: usize = 600;

/// An axis: what it measures, and how.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What stands beside it.
    pub name: String,
    /// Linear or logarithmic.
    pub scale: Scale,
    /// Whether 0 is on it (linear axes), however far the data are.
    pub zero: bool,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Straight lines between the points.
    Line,
    /// A value holds from the point before it up to its own.
    Step,
    /// A short vertical bar at each point of the band: intervals, nothing between them.
    Range,
}

/// A series with its name in the legend.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name; empty for none.
    pub name: String,
    /// The points, in order of x.
    pub points: Vec<(f64, f64)>,
    /// A shaded band around it (or the bars of [`Style::Range`]); often empty.
    pub band: Vec<Span>,
    /// How it is drawn.
    pub style: Style,
}

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// The axis below.
    pub x: Axis,
    /// The axis at the left.
    pub y: Axis,
    /// What is drawn, in order; colours by place.
    pub series: Vec<Series>,
    /// Lines of text under the legend.
    pub notes: Vec<String>,
}

impl Axis {
    /// A linear axis that holds what the data need.
    pub fn linear(name: &str) -> Self {
        Self { name: name.to_owned(), scale: Scale::Linear, zero: false }
    }

    /// A linear axis that holds 0.
    pub fn from_zero(name: &str) -> Self {
        Self { zero: true, ..Self::linear(name) }
    }

    /// A logarithmic axis.
    pub fn log(name: &str) -> Self {
        Self { scale: Scale::Log, ..Self::linear(name) }
    }
}

impl Series {
    /// Points joined by lines.
    pub fn line(name: &str, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.to_owned(), points, band: Vec::new(), style: Style::Line }
    }

    /// Values that each hold from the point before: windows.
    pub fn step(name: &str, points: Vec<(f64, f64)>) -> Self {
        Self { style: Style::Step, ..Self::line(name, points) }
    }

    /// Intervals.
    pub fn range(name: &str, band: Vec<Span>) -> Self {
        Self { band, style: Style::Range, ..Self::line(name, Vec::new()) }
    }

    /// With a shaded band.
    pub fn with_band(mut self, band: Vec<Span>) -> Self {
        self.band = band;
        self
    }
}

impl Chart {
    /// An empty chart.
    pub fn new(title: &str, x: Axis, y: Axis) -> Self {
        Self { title: title.to_owned(), x, y, series: Vec::new(), notes: Vec::new() }
    }

    /// With one more series.
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// The picture as text.
    pub fn svg(&self) -> String {
        draw::draw(self)
    }

    /// Writes the picture, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<Complete> {
        write(path, &self.svg())
    }
}

/// Writes a picture, to be put into its place.
pub fn write(path: &Path, svg: &str) -> Result<Complete> {
    let name = path.display().to_string();
    let mut out = Output::create(path).map_err(writing(&name))?;
    out.write_all(svg.as_bytes()).map_err(writing(&name))?;
    complete(out)
}
