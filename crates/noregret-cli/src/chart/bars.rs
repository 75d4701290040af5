//! Bars in groups, as SVG text: they lie, a group for every name at the left, which may be long; a colour for every series.

use super::palette::colour;
use super::ruler::Ruler;
use super::svg::{fitted, open, path, text, width};
use super::{Axis, Scale};
use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 736.0;
const LINE: f64 = 16.0;
/// How thick a bar is.
const THICK: f64 = 13.0;
/// The most room for a name.
const MOST_NAME: f64 = 320.0;

/// A picture of bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// Its title.
    pub title: String,
    /// The axis below. A linear one begins at 0.
    pub y: Axis,
    /// What stands at the left of each group.
    pub groups: Vec<String>,
    /// A name and a bar for every group; what is not finite is not drawn.
    pub series: Vec<(String, Vec<f64>)>,
}

impl Bars {
    /// The picture as text.
    pub fn svg(&self) -> String {
        let mut head = String::new();
        let top = self.legend(&mut head) + 10.0;
        let pitch = THICK * self.series.len().max(1) as f64 + 10.0;
        let base = top + pitch * self.groups.len() as f64;
        let longest = self.groups.iter().map(|name| width(name)).fold(0.0, f64::max);
        let left = LEFT.max(longest.min(MOST_NAME) + 24.0);
        let lengths = self.series.iter().flat_map(|(_, bars)| bars.iter().copied());
        let zero = (self.y.scale == Scale::Linear).then_some(0.0);
        let ruler = Ruler::new(self.y.scale, lengths.chain(zero), true);
        let along = |value: f64| ruler.place(value).map(|share| left + (RIGHT - left) * share);
        let mut out = String::new();
        open(&mut out, WIDTH, base + 52.0, &self.title);
        text(&mut out, 16.0, 24.0, r#"font-size="15""#, &self.title);
        out.push_str(&head);
        for (value, label) in &ruler.ticks {
            let Some(x) = along(*value) else { continue };
            path(&mut out, &format!("M{x:.1} {top:.1}V{base:.1}"), r##"stroke="#dddddd""##);
            text(&mut out, x, base + 18.0, r#"text-anchor="middle""#, label);
        }
        for (group, name) in self.groups.iter().enumerate() {
            let upper = top + pitch * group as f64 + 5.0;
            let (middle, name) = (top + pitch * (group as f64 + 0.5) + 4.0, fitted(name, left - 24.0));
            text(&mut out, left - 8.0, middle, r#"text-anchor="end""#, &name);
            for (place, (_, bars)) in self.series.iter().enumerate() {
                let Some(x) = bars.get(group).and_then(|&length| along(length)) else { continue };
                let _ = writeln!(
                    out,
                    r#"<rect x="{left:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{}"/>"#,
                    upper + THICK * place as f64,
                    (x - left).max(0.0),
                    THICK - 1.0,
                    colour(place)
                );
            }
        }
        text(&mut out, (left + RIGHT) / 2.0, base + 40.0, r#"text-anchor="middle""#, &self.y.name);
        path(&mut out, &format!("M{left:.1} {top:.1}V{base:.1}H{RIGHT:.1}"), r#"fill="none" stroke="black""#);
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
