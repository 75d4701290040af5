//! Charts are well-formed, bounded, and their ticks are round.

use super::ruler::{Ruler, label, step};
use super::*;

#[test]
fn ticks_are_round() {
    for (range, want) in [(1.0, 0.2), (5.0, 1.0), (730.0, 200.0), (0.03, 0.01), (49000.0, 10000.0)] {
        assert!((step(range) - want).abs() < 1e-9 * want, "{range}: {}", step(range));
    }
    assert_eq!([label(0.4, 0.2), label(-200.0, 100.0), label(0.0, 0.05)], ["0.4", "-200", "0.00"]);
}

fn labels(scale: Scale, low: f64, high: f64) -> Vec<String> {
    Ruler::new(scale, [low, high].into_iter(), true).ticks.into_iter().map(|t| t.1).collect()
}

#[test]
fn scales_have_their_ticks() {
    assert_eq!(labels(Scale::Linear, 0.1, 0.9), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    assert_eq!(labels(Scale::Log, 0.03, 0.7), ["0.02", "0.05", "0.1", "0.2", "0.5", "1"]);
    assert_eq!(labels(Scale::Log, 1.0, 1e5), ["1", "10", "100", "1000", "10000", "100000"]);
    assert_eq!(labels(Scale::Linear, 3.0, 3.0).first().map(String::as_str), Some("3"));
    assert!(labels(Scale::Log, 1e-300, 1e300).len() < 12);
}

#[test]
fn pictures_are_whole_whatever_the_numbers() {
    let points = (0..5000).map(|k| (f64::from(k), [1.0, f64::NAN, -3.0, 1e9][k as usize % 4])).collect();
    let band = vec![Span { x: 1.0, low: 0.5, high: 2.0 }, Span { x: 9.0, low: 1.0, high: f64::INFINITY }];
    let mut chart = Chart::new("a < b & \"c\"", Axis::log("rounds"), Axis::log("loss"))
        .with(Series::line("one", points).with_band(band.clone()))
        .with(Series::step("two", vec![(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]))
        .with(Series::range("three", band));
    chart.notes.push("a note".to_owned());
    for _ in 0..2 {
        let svg = chart.svg();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("a &lt; b &amp; &quot;c&quot;") && svg.contains("a note"));
        assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.len() < 40_000, "{}", svg.len());
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        chart.x.scale = Scale::Linear;
        chart.y.scale = Scale::Linear;
    }
    assert!(Chart::new("nothing", Axis::linear(""), Axis::linear("")).svg().ends_with("</svg>\n"));
}

#[test]
fn bars_are_drawn_for_what_is_finite() {
    let bars = Bars {
        title: "a < b".to_owned(),
        y: Axis::linear("error"),
        groups: vec!["one".to_owned(), "two".to_owned()],
        series: vec![("x".to_owned(), vec![0.5, f64::NAN]), ("y".to_owned(), vec![0.25, 1.0])],
    };
    let svg = bars.svg();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("a &lt; b"));
    // The ground, two keys of the legend, three bars.
    assert_eq!(svg.matches("<rect ").count(), 6);
    let log = Bars { y: Axis::log("time"), ..bars };
    assert_eq!(log.svg().matches("<rect ").count(), 6);
}
