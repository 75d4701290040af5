//! From a chart to its picture.

use super::palette::{colour, dash};
use super::ruler::Ruler;
use super::svg::{fitted, open, path, text, width};
use super::{Axis, Chart, POINTS, Series, Span, Style};
use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 736.0;
/// From the first line of the curves' area to the axis below.
const DEPTH: f64 = 312.0;
/// From that axis to the end.
const FOOT: f64 = 56.0;
const LINE: f64 = 16.0;
/// Curves closer than this everywhere are not told apart.
const NEAR: f64 = 2.0;

/// The area with its two rulers.
struct Field {
    x: Ruler,
    y: Ruler,
    top: f64,
}

impl Field {
    fn x(&self, value: f64) -> Option<f64> {
        self.x.place(value).map(|share| LEFT + (RIGHT - LEFT) * share)
    }

    fn y(&self, value: f64) -> Option<f64> {
        self.y.place(value).map(|share| self.top + DEPTH * (1.0 - share))
    }

    fn at(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        self.x(x).zip(self.y(y))
    }
}

/// At most so many of a slice, evenly, the first and the last among them.
fn thinned<T: Copy>(all: &[T]) -> impl Iterator<Item = T> {
    let kept = all.len().min(POINTS);
    (0..kept).map(move |k| all[(all.len() - 1) * k / (kept - 1).max(1)])
}

fn ruler(axis: &Axis, values: impl Iterator<Item = f64>, whole: bool) -> Ruler {
    Ruler::new(axis.scale, values.chain(axis.zero.then_some(0.0)), whole)
}

/// The picture.
pub fn draw(chart: &Chart) -> String {
    let mut head = String::new();
    let top = legend(&mut head, chart) + 10.0;
    // What is drawn decides, not what was thinned out.
    let xs = chart.series.iter().flat_map(|s| s.points.iter().map(|p| p.0).chain(s.band.iter().map(|b| b.x)));
    let ys = chart
        .series
        .iter()
        .flat_map(|s| thinned(&s.points).map(|p| p.1).chain(thinned(&s.band).flat_map(|b| [b.low, b.high])));
    let field = Field { x: ruler(&chart.x, xs, false), y: ruler(&chart.y, ys, true), top };
    let base = top + DEPTH;
    let mut out = String::new();
    open(&mut out, WIDTH, base + FOOT, &chart.title);
    text(&mut out, LEFT, 24.0, r#"font-size="15""#, &chart.title);
    out.push_str(&head);
    axes(&mut out, chart, &field);
    for (place, series) in chart.series.iter().enumerate() {
        let over = chart.series[place + 1..].iter().filter(|later| hides(&field, later, series)).count();
        curve(&mut out, &field, series, place, over);
    }
    out.push_str("</svg>\n");
    out
}

/// Whether a series drawn later would cover this one wherever it goes.
fn hides(field: &Field, later: &Series, series: &Series) -> bool {
    let same = later.style == series.style && later.points.len() == series.points.len();
    let near = |(a, b): ((f64, f64), (f64, f64))| match (field.at(a.0, a.1), field.at(b.0, b.1)) {
        (Some(a), Some(b)) => (a.0 - b.0).abs() < NEAR && (a.1 - b.1).abs() < NEAR,
        (None, None) => true,
        _ => false,
    };
    same && series.style != Style::Range && thinned(&later.points).zip(thinned(&series.points)).all(near)
}

/// The legend and the notes, in lines that wrap; gives where they end.
fn legend(out: &mut String, chart: &Chart) -> f64 {
    let (mut x, mut y) = (LEFT, 44.0);
    for (place, series) in chart.series.iter().enumerate().filter(|(_, s)| !s.name.is_empty()) {
        let name = fitted(&series.name, RIGHT - LEFT - 38.0);
        let room = 38.0 + width(&name);
        if x > LEFT && x + room > RIGHT {
            (x, y) = (LEFT, y + LINE);
        }
        let attributes = format!(r#"stroke="{}" stroke-width="3"{}"#, colour(place), dash(place));
        path(out, &format!("M{x:.1} {:.1}h18", y - 4.0), &attributes);
        text(out, x + 24.0, y, "", &name);
        x += room;
    }
    if x == LEFT {
        y -= LINE;
    }
    for note in &chart.notes {
        y += LINE;
        text(out, LEFT, y, r##"fill="#444444""##, note);
    }
    y
}

fn axes(out: &mut String, chart: &Chart, field: &Field) {
    let base = field.top + DEPTH;
    for (value, label) in &field.y.ticks {
        let Some(y) = field.y(*value) else { continue };
        path(out, &format!("M{LEFT:.1} {y:.1}H{RIGHT:.1}"), r##"stroke="#dddddd""##);
        text(out, LEFT - 8.0, y + 4.0, r#"text-anchor="end""#, label);
    }
    for (value, label) in &field.x.ticks {
        let Some(x) = field.x(*value) else { continue };
        path(out, &format!("M{x:.1} {base:.1}v5"), r#"stroke="black""#);
        text(out, x, base + 20.0, r#"text-anchor="middle""#, label);
    }
    text(out, (LEFT + RIGHT) / 2.0, base + 42.0, r#"text-anchor="middle""#, &chart.x.name);
    let middle = field.top + DEPTH / 2.0;
    let turned = format!(r#"text-anchor="middle" transform="rotate(-90 18 {middle:.1})""#);
    text(out, 18.0, middle, &turned, &chart.y.name);
    path(out, &format!("M{LEFT:.1} {:.1}V{base:.1}H{RIGHT:.1}", field.top), r#"fill="none" stroke="black""#);
}

/// Draws a series; one that others are drawn over is wider than they, so that it shows on both sides.
fn curve(out: &mut String, field: &Field, series: &Series, place: usize, over: usize) {
    let colour = colour(place);
    if series.style == Style::Range {
        let mut bars = String::new();
        for Span { x, low, high } in thinned(&series.band) {
            if let (Some((x, low)), Some(high)) = (field.at(x, low), field.y(high)) {
                let _ = write!(bars, "M{:.1} {low:.1}h12m-6 0V{high:.1}m-6 0h12", x - 6.0);
            }
        }
        path(out, &bars, &format!(r#"fill="none" stroke="{colour}" stroke-width="2""#));
        return;
    }
    let upper = thinned(&series.band).filter_map(|b| field.at(b.x, b.high));
    // On a logarithmic axis a lower end of 0 is below the picture.
    let below = |b: &Span| field.x(b.x).zip(field.y(b.low).or(Some(field.top + DEPTH)));
    let shown = thinned(&series.band).filter(|b| field.y(b.high).is_some());
    let mut lower: Vec<_> = shown.filter_map(|b| below(&b)).collect();
    lower.reverse();
    let mut band = String::new();
    for (x, y) in upper.chain(lower) {
        let _ = write!(band, "{}{x:.1} {y:.1}", if band.is_empty() { 'M' } else { 'L' });
    }
    path(out, &band, &format!(r#"fill="{colour}" fill-opacity="0.15" stroke="none""#));
    let (mut line, mut joined) = (String::new(), false);
    for (x, y) in thinned(&series.points) {
        let Some((x, y)) = field.at(x, y) else {
            joined = false;
            continue;
        };
        let _ = match (joined, series.style) {
            (false, _) => write!(line, "M{x:.1} {y:.1}"),
            (true, Style::Step) => write!(line, "V{y:.1}H{x:.1}"),
            (true, _) => write!(line, "L{x:.1} {y:.1}"),
        };
        joined = true;
    }
    let wide = 1.5 + 2.5 * over.min(3) as f64;
    let attributes = format!(r#"fill="none" stroke="{colour}" stroke-width="{wide}"{}"#, dash(place));
    path(out, &line, &attributes);
}
