//! The curves of a race.

use super::board::Board;
use crate::chart::{Axis, Chart, Scale, Series, Span};
use crate::race::{Comparator, Entrant, Outcome, Sums};
use noregret::Labels;

/// The most learners drawn: more are not told apart.
pub const MOST: usize = 12;

/// One in so many of the examples, the first ones, is left out.
pub const SHARE: u64 = 10;

/// Places of a cumulative curve from which on it is drawn: the first examples say nothing and squeeze the rest.
fn settled(places: &[Sums]) -> &[Sums] {
    let end = places.last().map_or(0, |sums| sums.examples);
    &places[places.partition_point(|sums| sums.examples < end / SHARE)..]
}

/// A place's value.
type Value = fn(&Sums) -> f64;

/// A learner drawn loses so many times what the leader does: then a linear axis shows the worst alone.
const FAR: f64 = 8.0;

/// Values so many times smaller than the leader's would squeeze all others on a logarithmic axis.
const DEEP: f64 = 100.0;

/// The axis of what the learners lose: logarithmic where some lose many times what others do, and none next to nothing.
fn losses(name: &str, series: &[Series]) -> Axis {
    let ends = series.iter().filter_map(|s| s.points.last()).map(|point| point.1);
    let (least, most) = ends.fold((f64::INFINITY, 0.0), |(least, most), end| (end.min(least), end.max(most)));
    let lowest = series.iter().flat_map(|s| &s.points).fold(f64::INFINITY, |low, point| point.1.min(low));
    if most > FAR * least && lowest > least / DEEP { Axis::log(name) } else { Axis::linear(name) }
}

/// On a logarithmic axis bands that go well below the curves go to its foot, instead of moving it down.
fn cut(series: &mut [Series]) {
    let points = series.iter().flat_map(|s| &s.points);
    let floor = points.fold(f64::INFINITY, |low, point| point.1.min(low)) / 2.0;
    for span in series.iter_mut().flat_map(|s| &mut s.band) {
        if span.low < floor {
            span.low = 0.0;
        }
    }
}

fn best(outcome: &Outcome) -> impl Iterator<Item = &Entrant> {
    outcome.ranked().into_iter().take(MOST).map(|k| &outcome.entrants[k])
}

/// The mean up to each example, with the bands of the two leaders.
pub fn mean(outcome: &Outcome) -> Chart {
    cumulative(
        outcome,
        &format!("mean {}", outcome.judge),
        |sums| sums.mean(sums.cost),
        outcome.terms.is_some(),
    )
}

/// By how much each of the best is behind the leader: the interval of the difference, at its rank.
pub fn verdicts(board: &Board) -> Option<Chart> {
    let title = format!("behind the leader, in {}: the band of every difference", board.judge);
    let mut chart =
        Chart::new(&title, Axis::linear("rank"), Axis::from_zero("mean clipped cost less the leader's"));
    // The leader stands at 0, so that everybody has the colour of the other charts.
    for row in board.learners.iter().filter(|row| row.rank.is_some()).take(MOST) {
        let (Some(rank), Some([low, high])) = (row.rank, row.behind.or(Some([0.0, 0.0]))) else { continue };
        chart = chart.with(Series::range(&row.learner, vec![Span { x: rank as f64, low, high }]));
    }
    board.learners.iter().any(|row| row.behind.is_some()).then_some(chart)
}

/// Mistakes up to each example, where labels are classes and learners are not ranked by them already.
pub fn mistakes(outcome: &Outcome) -> Option<Chart> {
    let binary = best(outcome).next()?.loss?.labels() == Labels::Binary;
    let already = outcome.judge == crate::race::Judge::Mistakes;
    (binary && !already)
        .then(|| cumulative(outcome, "fraction of mistakes", |sums| sums.mean(sums.mistakes), false))
}

fn cumulative(outcome: &Outcome, name: &str, value: Value, band: bool) -> Chart {
    let title = format!("{name}, up to each example");
    let mut all = Vec::new();
    for (place, entrant) in best(outcome).enumerate() {
        let places = entrant.curve.places(&entrant.sums);
        let kept = settled(&places);
        let points = kept.iter().map(|sums| (sums.examples as f64, value(sums))).collect();
        let mut series = Series::line(&entrant.entry.name(), points);
        if band && place < 2 {
            let from = (outcome.labelled / SHARE) as f64;
            series = series.with_band(entrant.band.iter().copied().filter(|span| span.x >= from).collect());
        }
        all.push(series);
    }
    let axis = losses(name, &all);
    if axis.scale == Scale::Log {
        cut(&mut all);
    }
    Chart { series: all, ..Chart::new(&title, Axis::linear("labelled examples"), axis) }
}

/// The mean in each of some windows.
pub fn windows(outcome: &Outcome, count: usize) -> Chart {
    let name = format!("mean {}", outcome.judge);
    let (mut all, mut drawn) = (Vec::new(), 0);
    for entrant in best(outcome) {
        let windows = entrant.curve.windows(&entrant.sums, count);
        drawn = drawn.max(windows.len());
        let mean = |w: &Sums| w.mean(w.cost);
        let mut points: Vec<_> = windows.first().map(|(_, w)| (0.0, mean(w))).into_iter().collect();
        points.extend(windows.iter().map(|(to, w)| (*to as f64, mean(w))));
        all.push(Series::step(&entrant.entry.name(), points));
    }
    let title = format!("{name} in each of {drawn} windows");
    let axis = losses(&name, &all);
    Chart { series: all, ..Chart::new(&title, Axis::linear("labelled examples"), axis) }
}

/// The regret a round in each window, against the best weights of that window alone.
pub fn window_regret(outcome: &Outcome, comparator: &Comparator) -> Chart {
    let count = comparator.windows.len();
    let title = format!("regret a round in each of {count} windows, against the window's own best weights");
    let mut chart = Chart::new(&title, Axis::linear("labelled examples"), Axis::from_zero("regret a round"));
    for entrant in best(outcome) {
        let windows = entrant.curve.windows(&entrant.sums, count);
        let ends = windows.iter().filter_map(|(to, w)| {
            comparator.within(*to, w).map(|(_, high)| (*to as f64, high / w.weight.max(f64::MIN_POSITIVE)))
        });
        let mut points: Vec<_> = ends.collect();
        if let Some(&(_, first)) = points.first() {
            points.insert(0, (0.0, first));
        }
        chart = chart.with(Series::step(&entrant.entry.name(), points));
    }
    chart
}

/// The chart that tells most of what was asked for.
pub fn main(outcome: &Outcome, drift: Option<usize>) -> Chart {
    match (drift, outcome.best()) {
        (Some(_), Some(comparator)) => window_regret(outcome, comparator),
        (Some(count), None) => windows(outcome, count),
        (None, _) => mean(outcome),
    }
}

/// What was lost less what the best fixed weights lose, up to each example.
pub fn regret(outcome: &Outcome, comparator: &Comparator) -> Chart {
    let title = "regret against the weights that are best in the end";
    let mut chart =
        Chart::new(title, Axis::from_zero("labelled examples"), Axis::from_zero("difference of sums"));
    for entrant in best(outcome) {
        let places = entrant.curve.places(&entrant.sums);
        chart = chart.with(Series::line(&entrant.entry.name(), comparator.against(&places)));
    }
    chart
}
