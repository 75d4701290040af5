//! The errors of an evaluation as a picture: a group of bars for every table, with error bars, as SVG text.

use super::results::{Outcome, Results};
use crate::chart::palette::colour;
use crate::chart::svg::{escape, open, text};
use std::fmt::Write as _;

/// Grey for the Euclidean distance, which learns nothing, then the palette's.
fn shade(place: usize) -> &'static str {
    place.checked_sub(1).map_or("#999999", colour)
}

const BAR: f64 = 18.0;
const GAP: f64 = 26.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 44.0;
const HEIGHT: f64 = 300.0;
const LEGEND: f64 = 190.0;

/// The distance of the lines across, so that there are about five.
fn step(top: f64) -> f64 {
    let steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2];
    steps.into_iter().find(|step| top / step <= 6.0).unwrap_or(0.2)
}

/// The picture as text.
pub fn draw(results: &[Results], title: &str) -> String {
    let methods = results.first().map_or(0, |table| table.outcomes.len());
    let group = BAR * methods as f64 + GAP;
    let highest = |outcome: &Outcome| Some(outcome.mean()? + outcome.deviation().unwrap_or(0.0));
    let all = results.iter().flat_map(|table| &table.outcomes);
    let most = all.filter_map(highest).fold(0.02, f64::max);
    let step = step(most);
    let top = step * (most / step).ceil();
    let right = LEFT + group * results.len() as f64;
    let (width, base) = (right + LEGEND, TOP + HEIGHT);
    let y = |error: f64| base - HEIGHT * error / top;

    let mut out = String::new();
    open(&mut out, width, base + 40.0, title);
    text(&mut out, LEFT, 24.0, r#"font-size="15""#, title);
    for line in 0..=(top / step).round() as u32 {
        let error = step * f64::from(line);
        let _ = writeln!(
            out,
            r##"<line x1="{LEFT:.1}" y1="{0:.1}" x2="{right:.1}" y2="{0:.1}" stroke="#dddddd"/>"##,
            y(error)
        );
        let digits = if step < 0.01 { 3 } else { 2 };
        text(&mut out, LEFT - 6.0, y(error) + 4.0, r#"text-anchor="end""#, &format!("{error:.digits$}"));
    }
    for (place, table) in results.iter().enumerate() {
        let start = LEFT + group * place as f64 + GAP / 2.0;
        for (bar, outcome) in table.outcomes.iter().enumerate() {
            let x = start + BAR * bar as f64;
            self::bar(&mut out, x, base, shade(bar), outcome, &y);
        }
        let middle = start + (group - GAP) / 2.0;
        text(&mut out, middle, base + 20.0, r#"text-anchor="middle""#, &table.title);
    }
    let _ = writeln!(
        out,
        r#"<line x1="{LEFT:.1}" y1="{base:.1}" x2="{right:.1}" y2="{base:.1}" stroke="black"/>"#
    );
    for (place, outcome) in results.first().map_or(&[][..], |table| &table.outcomes).iter().enumerate() {
        let y = TOP + 20.0 * place as f64;
        let colour = shade(place);
        let _ = writeln!(
            out,
            r#"<rect x="{:.1}" y="{y:.1}" width="12" height="12" fill="{colour}"/>"#,
            right + 16.0
        );
        text(&mut out, right + 34.0, y + 10.0, "", &outcome.name());
    }
    out.push_str("</svg>\n");
    out
}

/// One bar with its deviation; a method that failed in every run is a word where the bar would be.
fn bar(out: &mut String, x: f64, base: f64, colour: &str, outcome: &Outcome, y: &dyn Fn(f64) -> f64) {
    let middle = x + BAR / 2.0;
    let Some(mean) = outcome.mean() else {
        let turn =
            format!(r#"transform="rotate(-90 {:.1} {:.1})" fill="{colour}""#, middle + 4.0, base - 4.0);
        return text(out, middle + 4.0, base - 4.0, &turn, "failed");
    };
    let (high, wide) = (y(mean), BAR - 2.0);
    let _ = writeln!(
        out,
        r#"<rect x="{:.1}" y="{high:.1}" width="{wide:.1}" height="{:.1}" fill="{colour}"><title>{}: {mean:.4}</title></rect>"#,
        x + 1.0,
        base - high,
        escape(&outcome.name()),
    );
    if let Some(deviation) = outcome.deviation() {
        let (above, below) = (y(mean + deviation), y((mean - deviation).max(0.0)));
        let (left, right) = (middle - 4.0, middle + 4.0);
        let _ = writeln!(
            out,
            r#"<path d="M{middle:.1} {above:.1}V{below:.1}M{left:.1} {above:.1}H{right:.1}M{left:.1} {below:.1}H{right:.1}" stroke="black" fill="none"/>"#
        );
    }
    if outcome.failed() > 0 {
        text(out, middle, high - 4.0, r#"text-anchor="middle""#, "!");
    }
}
