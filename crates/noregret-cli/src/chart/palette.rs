//! Twelve colours: the first seven people tell apart whatever their eyes (Okabe and Ito 2008, black left to the axes), the others differ in lightness; lines are dashed after seven.

const COLOURS: [&str; 12] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a7f00", "#5b2a86", "#7a3b10",
    "#7f7f7f", "#00454f", "#b5123e",
];
/// Colours without dashes.
const WHOLE: usize = 7;
const DASHES: [&str; 4] = ["", "6 3", "2 3", "8 3 2 3"];

/// The colour of the series at a place.
pub fn colour(place: usize) -> &'static str {
    COLOURS[place % COLOURS.len()]
}

/// Its dashes as an attribute; nothing for a whole line.
pub fn dash(place: usize) -> String {
    match DASHES[place / WHOLE % DASHES.len()] {
        "" => String::new(),
        dash => format!(r#" stroke-dasharray="{dash}""#),
    }
}
