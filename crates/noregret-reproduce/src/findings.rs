//! What an experiment found: tables with the paper's number beside ours, curves, and remarks. Plain data; whoever asked draws it.

use serde::Serialize;

/// Everything an experiment found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Findings {
    /// What was used in place of data that is not at hand.
    pub stand_ins: Vec<String>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Figures.
    pub figures: Vec<Figure>,
    /// How it was done, and what the numbers say.
    pub remarks: Vec<String>,
}

impl Findings {
    /// Adds a remark.
    pub(crate) fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    /// Says what stands in for what.
    pub(crate) fn stand_in(&mut self, text: impl Into<String>) {
        self.stand_ins.push(text.into());
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// What it holds.
    pub title: String,
    /// The heads of its columns; the first is the rows' own.
    pub columns: Vec<String>,
    /// The rows, each as wide as the heads.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty one.
    pub(crate) fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&c| c.to_owned()).collect();
        Self { title: title.into(), columns, rows: Vec::new() }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// Words.
    Text(String),
    /// A number, with what the paper has in its place.
    Number(Number),
}

/// A measured number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Number {
    /// Ours; none where only the paper has one.
    pub ours: Option<f64>,
    /// The standard deviation of the runs it is a mean of.
    pub deviation: Option<f64>,
    /// The paper's.
    pub paper: Option<f64>,
    /// Digits after the point that are shown.
    pub digits: usize,
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A number of ours alone.
    pub fn number(ours: f64, digits: usize) -> Self {
        Self::Number(Number { ours: Some(ours), deviation: None, paper: None, digits })
    }

    /// The paper's number, which has none of ours beside it.
    pub fn paper(paper: f64, digits: usize) -> Self {
        Self::Number(Number { ours: None, deviation: None, paper: Some(paper), digits })
    }

    /// Mean and deviation of runs; one run has no deviation.
    pub(crate) fn spread((mean, deviation): (f64, f64), digits: usize) -> Self {
        let deviation = Some(deviation).filter(|d| d.is_finite());
        Self::Number(Number { ours: Some(mean), deviation, paper: None, digits })
    }

    /// With the paper's number beside it.
    pub(crate) fn beside(mut self, paper: Option<f64>) -> Self {
        if let Self::Number(number) = &mut self {
            number.paper = paper;
        }
        self
    }

    /// As it is shown: ours ± deviation (the paper's).
    pub fn shown(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.shown(),
        }
    }
}

impl Number {
    fn shown(&self) -> String {
        let one = |value: f64| grouped(value, self.digits);
        let mut text = self.ours.map_or_else(String::new, one);
        if let Some(deviation) = self.deviation {
            text += &format!(" ± {}", one(deviation));
        }
        if let Some(paper) = self.paper {
            text += if text.is_empty() { "" } else { " " };
            text += &format!("({})", one(paper));
        }
        text
    }
}

/// A number with commas between thousands.
fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, whole) = whole.split_at(usize::from(whole.starts_with('-')));
    if !whole.bytes().all(|b| b.is_ascii_digit()) {
        return text;
    }
    let mut out = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// A figure: curves over one pair of axes, or bars in groups.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Its name, fit for a file: letters, digits and hyphens.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// What runs along.
    pub x: String,
    /// What runs up.
    pub y: String,
    /// How it is drawn.
    pub shape: Shape,
    /// The curves, or one bar of every group.
    pub series: Vec<Series>,
}

/// How a figure is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Lines on linear axes.
    Lines,
    /// Lines on logarithmic axes, both.
    LogLog,
    /// Lines with a logarithmic axis upwards.
    LogUp,
    /// Bars in groups of these names; a series' k-th point is its bar in group k.
    Bars(Vec<String>),
    /// The same, with a logarithmic axis upwards.
    LogBars(Vec<String>),
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// Whose it is.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_beside_the_papers() {
        assert_eq!(Cell::spread((0.6164, 0.0101), 3).beside(Some(0.606)).shown(), "0.616 ± 0.010 (0.606)");
        assert_eq!(Cell::number(-1234567.8, 0).shown(), "-1,234,568");
        assert_eq!(Cell::paper(0.215, 3).shown(), "(0.215)");
        assert_eq!(Cell::number(f64::INFINITY, 1).shown(), "inf");
        assert_eq!(Cell::spread((1.0, f64::NAN), 1).shown(), "1.0");
    }
}
