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

fn widths(chart: &Chart) -> Vec<String> {
    let svg = chart.svg();
    let curves = svg
        .lines()
        .filter(|line| line.contains(r##"fill="none" stroke="#"##) && line.contains("stroke-width"));
    let width = |line: &str| line.split("stroke-width=\"").nth(1)?.split('"').next().map(str::to_owned);
    curves.filter_map(width).collect()
}

#[test]
fn a_curve_under_others_is_wider_than_they() {
    let line = |name: &str, up: f64| {
        Series::line(name, (0..50).map(|k| (f64::from(k), f64::from(k) + up)).collect())
    };
    let chart = Chart::new("t", Axis::linear("x"), Axis::linear("y"));
    let all = chart.with(line("a", 0.0)).with(line("b", 0.01)).with(line("c", 20.0)).with(line("d", 0.0));
    assert_eq!(widths(&all), ["6.5", "4", "1.5", "1.5"]);
}

#[test]
fn a_picture_has_a_name_and_its_words_stay_inside() {
    let long = "x".repeat(400);
    let chart = Chart::new("mean <loss>", Axis::linear("x"), Axis::linear("y"));
    let svg = chart.with(Series::line(&long, vec![(0.0, 0.0), (1.0, 1.0)])).svg();
    assert!(svg.contains(r#"role="img""#) && svg.contains("<title>mean &lt;loss&gt;</title>"));
    assert!(!svg.contains(&long) && svg.contains("xxx…</text>"));
    let bars = Bars {
        title: "errors".to_owned(),
        y: Axis::linear("error"),
        groups: vec![long.clone(), "two".to_owned()],
        series: vec![(long.clone(), vec![0.5, 0.1]), ("y".to_owned(), vec![0.25, 1.0])],
    };
    assert!(bars.svg().contains("<title>errors</title>") && !bars.svg().contains(&long));
}

#[test]
fn many_points_are_thinned_to_those_that_decide_the_axes() {
    let mut points: Vec<_> = (0..100_000).map(|k| (f64::from(k), 5.0)).collect();
    points[0].1 = 1.0;
    points[7].1 = -900.0;
    let svg = Chart::new("t", Axis::linear("x"), Axis::linear("y")).with(Series::line("s", points)).svg();
    // From the first point, and without room for one that is not drawn.
    let curve = svg.lines().rev().find(|line| line.contains("stroke-width")).unwrap_or_default();
    assert!(curve.contains(r#"d="M84.0 "#), "{curve}");
    assert!(svg.contains(">1</text>") && svg.contains(">5</text>") && !svg.contains(">-"), "{svg}");
}

#[test]
fn a_band_down_to_nothing_ends_at_the_foot_of_a_logarithmic_axis() {
    let band = vec![Span { x: 1.0, low: 0.0, high: 2.0 }, Span { x: 9.0, low: 0.5, high: 2.0 }];
    let chart = Chart::new("t", Axis::linear("x"), Axis::log("y"));
    let svg = chart.with(Series::line("s", vec![(1.0, 1.0), (9.0, 1.0)]).with_band(band)).svg();
    let path = svg.lines().find(|line| line.contains("fill-opacity")).unwrap_or_default();
    assert_eq!(path.matches(['M', 'L']).count(), 4, "{path}");
}

#[test]
fn long_names_of_bars_stand_one_below_the_other() {
    let groups: Vec<String> = (0..12).map(|k| format!("a column with a long name, number {k}")).collect();
    let series = vec![("size".to_owned(), (0..12).map(f64::from).collect())];
    let svg = Bars { title: "t".to_owned(), y: Axis::from_zero("w"), groups: groups.clone(), series }.svg();
    let places: Vec<f64> = groups
        .iter()
        .map(|name| {
            let line = svg.lines().find(|line| line.contains(&format!(">{name}</text>"))).unwrap();
            line.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        })
        .collect();
    assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 14.0), "{places:?}");
}
