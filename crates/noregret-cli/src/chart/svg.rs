//! The few SVG elements a chart is made of, as text.

use std::fmt::Write as _;

/// Text that can stand in XML or HTML, in an attribute too.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Opens a picture of this size on white ground; `name` is what those who cannot see it are told.
pub fn open(out: &mut String, width: f64, height: f64, name: &str) {
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="12">"#
    );
    let _ = writeln!(out, "<title>{}</title>", escape(name));
    let _ = writeln!(out, r#"<rect width="100%" height="100%" fill="white"/>"#);
}

/// A line of words.
pub fn text(out: &mut String, x: f64, y: f64, attributes: &str, words: &str) {
    let space = if attributes.is_empty() { "" } else { " " };
    let _ = writeln!(out, r#"<text x="{x:.1}" y="{y:.1}"{space}{attributes}>{}</text>"#, escape(words));
}

/// A path with these attributes.
pub fn path(out: &mut String, data: &str, attributes: &str) {
    if !data.is_empty() {
        let _ = writeln!(out, r#"<path d="{data}" {attributes}/>"#);
    }
}

/// About how wide a character is at a size of 12.
const CHARACTER: f64 = 6.2;

/// About how wide a text is at a size of 12.
pub fn width(words: &str) -> f64 {
    CHARACTER * words.chars().count() as f64
}

/// As much of a text as there is room for.
pub fn fitted(words: &str, room: f64) -> String {
    let most = (room / CHARACTER) as usize;
    if words.chars().count() <= most {
        return words.to_owned();
    }
    words.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
