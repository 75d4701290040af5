//! Regret over time as a picture: SVG text, written by hand.

use super::findings::Findings;
use crate::failure::writing;
use anyhow::Result;
use noregret_io::Output;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 736.0;
const TOP: f64 = 72.0;
const BASE: f64 = 384.0;

/// Points of the curve: more than a screen shows.
const POINTS: usize = 1200;

/// 1, 2 or 5 times a power of ten, so that there are five ticks or so.
fn step(range: f64) -> f64 {
    let rough = (range / 5.0).max(f64::MIN_POSITIVE);
    let power = power_of_ten(rough);
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough).unwrap_or(rough)
}

/// The largest power of ten not above a positive number.
fn power_of_ten(value: f64) -> f64 {
    let text = format!("{value:e}");
    let exponent = text.split_once('e').map_or("0", |(_, e)| e);
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// A tick's label: as many decimals as the step has.
fn label(value: f64, step: f64) -> String {
    if value.abs() >= 1e7 || (step < 1e-4 && value != 0.0) {
        return format!("{value:e}");
    }
    let decimals =
        (0..5).find(|&d| (step * [1.0, 10.0, 100.0, 1e3, 1e4][d]).fract().abs() < 1e-6).unwrap_or(4);
    format!("{value:.decimals$}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn text(out: &mut String, x: f64, y: f64, attributes: &str, words: &str) {
    let _ = writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" {attributes}>{}</text>"#, escape(words));
}

/// The picture as text.
pub fn draw(course: &[f64], findings: &Findings) -> String {
    let rounds = course.len().max(1) as f64;
    let certified = findings.certificate.as_ref().map(|c| (c.regret_lower, c.regret_upper));
    let ends = certified.map_or([0.0, 0.0], |(low, high)| [low, high]);
    let all = || course.iter().chain(&ends).copied().filter(|v| v.is_finite());
    let (low, high) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
    let high = if high > low { high } else { low + 1.0 };
    let tick = step(high - low);
    let (bottom, top) = (tick * (low / tick).floor(), tick * (high / tick).ceil());
    let x = |t: f64| LEFT + (RIGHT - LEFT) * t / rounds;
    let y = |v: f64| BASE - (BASE - TOP) * (v - bottom) / (top - bottom);

    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:.0}" height="{HEIGHT:.0}" viewBox="0 0 {WIDTH:.0} {HEIGHT:.0}" font-family="sans-serif" font-size="12">"#
    );
    let _ = writeln!(out, r#"<rect width="100%" height="100%" fill="white"/>"#);
    let title = format!("{}, {} loss, {} rounds", findings.algorithm, findings.loss_function, course.len());
    text(&mut out, LEFT, 24.0, r#"font-size="15""#, &title);
    let mut value = bottom;
    while value <= top + 0.5 * tick {
        let _ = writeln!(
            out,
            r##"<line x1="{LEFT:.1}" y1="{0:.1}" x2="{RIGHT:.1}" y2="{0:.1}" stroke="#dddddd"/>"##,
            y(value)
        );
        let shown = if value.abs() < 1e-9 * tick { 0.0 } else { value };
        text(&mut out, LEFT - 8.0, y(value) + 4.0, r#"text-anchor="end""#, &label(shown, tick));
        value += tick;
    }
    let across = step(rounds).max(1.0);
    let mut round = 0.0;
    while round <= rounds {
        let place = x(round);
        let _ = writeln!(out, r#"<path d="M{place:.1} {BASE:.1}v5" stroke="black"/>"#);
        text(&mut out, place, BASE + 20.0, r#"text-anchor="middle""#, &label(round, across));
        round += across;
    }
    text(&mut out, (LEFT + RIGHT) / 2.0, BASE + 42.0, r#"text-anchor="middle""#, "rounds");
    let middle = (TOP + BASE) / 2.0;
    let turned = format!(r#"text-anchor="middle" transform="rotate(-90 18 {middle:.1})""#);
    text(&mut out, 18.0, middle, &turned, "loss suffered less comparator's");
    let _ =
        writeln!(out, r#"<path d="M{LEFT:.1} {TOP:.1}V{BASE:.1}H{RIGHT:.1}" fill="none" stroke="black"/>"#);

    let mut path = format!("M{:.1} {:.1}", x(0.0), y(0.0));
    let points = course.len().min(POINTS);
    for k in 1..=points {
        let t = course.len() * k / points;
        let _ = write!(path, "L{:.1} {:.1}", x(t as f64), y(course[t - 1]));
    }
    let _ = writeln!(out, r##"<path d="{path}" fill="none" stroke="#0072b2" stroke-width="1.5"/>"##);
    legend(&mut out, 0, "#0072b2", "against the final comparator, up to each round");
    if let Some((low, high)) = certified {
        let _ = writeln!(
            out,
            r##"<path d="M{RIGHT:.1} {:.1}V{:.1}m-6 0h12M{:.1} {:.1}h12" stroke="#d55e00" stroke-width="2" fill="none"/>"##,
            y(low),
            y(high),
            RIGHT - 6.0,
            y(low)
        );
        legend(&mut out, 1, "#d55e00", &format!("regret, certified: {low:.4} to {high:.4}"));
    }
    if let Some(bound) = findings.bound {
        text(&mut out, LEFT + 350.0, 60.0, "", &format!("the theorem's bound: {bound:.4} (not drawn)"));
    }
    out.push_str("</svg>\n");
    out
}

fn legend(out: &mut String, place: usize, colour: &str, words: &str) {
    let y = 44.0 + 16.0 * place as f64;
    let _ =
        writeln!(out, r#"<rect x="{LEFT:.1}" y="{:.1}" width="14" height="4" fill="{colour}"/>"#, y - 6.0);
    text(out, LEFT + 20.0, y, "", words);
}

/// Writes the picture, whole or not at all.
pub fn write(path: &Path, course: &[f64], findings: &Findings) -> Result<()> {
    let name = path.display().to_string();
    let mut out = Output::create(path).map_err(writing(&name))?;
    out.write_all(draw(course, findings).as_bytes()).map_err(writing(&name))?;
    out.finish().map_err(writing(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        for (range, want) in [(1.0, 0.2), (5.0, 1.0), (730.0, 200.0), (0.03, 0.01), (49000.0, 10000.0)] {
            assert!((step(range) - want).abs() < 1e-9 * want, "{range}: {}", step(range));
        }
        assert_eq!([label(0.4, 0.2), label(-200.0, 100.0), label(0.0, 0.05)], ["0.4", "-200", "0.00"]);
    }
}
