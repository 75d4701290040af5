//! Bars in groups, as SVG text: a group of bars for every name below, a colour for every series.

use super::palette::colour;
use super::ruler::Ruler;
use super::svg::{fitted, open, path, text, width};
use super::{Axis, Scale};
use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 736.0;
const DEPTH: f64 = 312.0;
const LINE: f64 = 16.0;

/// A picture of bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// Its title.
    pub title: String,
    /// The axis at the left. A linear one begins at 0.
    pub y: Axis,
    /// What stands below each group.
    pub groups: Vec<String>,
    /// A name and a bar for every group; what is not finite is not drawn.
    pub series: Vec<(String, Vec<f64>)>,
}

impl Bars {
    /// The picture as text.
    pub fn svg(&self) -> String {
        let mut head = String::new();
        let top = self.legend(&mut head) + 10.0;
        let base = top + DEPTH;
        let heights = self.series.iter().flat_map(|(_, bars)| bars.iter().copied());
        let zero = (self.y.scale == Scale::Linear).then_some(0.0);
        let ruler = Ruler::new(self.y.scale, heights.chain(zero), true);
        let up = |value: f64| ruler.place(value).map(|share| top + DEPTH * (1.0 - share));
        let mut out = String::new();
        open(&mut out, WIDTH, base + 36.0, &self.title);
        text(&mut out, LEFT, 24.0, r#"font-size="15""#, &self.title);
        out.push_str(&head);
        for (value, label) in &ruler.ticks {
            let Some(y) = up(*value) else { continue };
            path(&mut out, &format!("M{LEFT:.1} {y:.1}H{RIGHT:.1}"), r##"stroke="#dddddd""##);
            text(&mut out, LEFT - 8.0, y + 4.0, r#"text-anchor="end""#, label);
        }
        let pitch = (RIGHT - LEFT) / self.groups.len().max(1) as f64;
        let bar = 0.8 * pitch / self.series.len().max(1) as f64;
        for (group, name) in self.groups.iter().enumerate() {
            let left = LEFT + pitch * group as f64;
            text(&mut out, left + pitch / 2.0, base + 18.0, r#"text-anchor="middle""#, &fitted(name, pitch));
            for (place, (_, bars)) in self.series.iter().enumerate() {
                let Some(y) = bars.get(group).and_then(|&height| up(height)) else { continue };
                let _ = writeln!(
                    out,
                    r#"<rect x="{:.1}" y="{y:.1}" width="{:.1}" height="{:.1}" fill="{}"/>"#,
                    left + 0.1 * pitch + bar * place as f64,
                    (bar - 1.0).max(1.0),
                    base - y,
                    colour(place)
                );
            }
        }
        let middle = top + DEPTH / 2.0;
        let turned = format!(r#"text-anchor="middle" transform="rotate(-90 18 {middle:.1})""#);
        text(&mut out, 18.0, middle, &turned, &self.y.name);
        path(&mut out, &format!("M{LEFT:.1} {top:.1}V{base:.1}H{RIGHT:.1}"), r#"fill="none" stroke="black""#);
        out.push_str("</svg>\n");
        out
    }

    /// The legend, in lines that wrap; none for one series. Gives where it ends.
    fn legend(&self, out: &mut String) -> f64 {
        let (mut x, mut y) = (LEFT, 44.0);
        if self.series.len() < 2 {
            return y - LINE;
        }
        for (place, (name, _)) in self.series.iter().enumerate() {
            let name = fitted(name, RIGHT - LEFT - 32.0);
            let room = 32.0 + width(&name);
            if x > LEFT && x + room > RIGHT {
                (x, y) = (LEFT, y + LINE);
            }
            let _ = writeln!(
                out,
                r#"<rect x="{x:.1}" y="{:.1}" width="12" height="12" fill="{}"/>"#,
                y - 10.0,
                colour(place)
            );
            text(out, x + 18.0, y, "", &name);
            x += room;
        }
        y
    }
}
