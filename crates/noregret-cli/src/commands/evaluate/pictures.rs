//! The figures of an evaluation.

use super::findings::Findings;
use super::importance::Importance;
use super::sample::Sampled;
use crate::chart::{Axis, Bars, Chart, Series, Span};
use noregret::Loss;
use noregret_measure::{Place, Report, Threshold, Two};

/// The points of a curve that are drawn.
const POINTS: usize = 400;

/// Groups of equal weight of the reliability diagram, and of residuals.
const GROUPS: usize = 20;

/// At most so many of a curve, evenly by place.
fn thinned(curve: &[Threshold]) -> impl Iterator<Item = &Threshold> {
    let kept = curve.len().min(POINTS);
    (0..kept).map(move |k| &curve[(curve.len() - 1) * k / (kept - 1).max(1)])
}

/// True against false positives.
pub fn roc(two: &Two, auc: Option<f64>) -> Chart {
    let curve = two.curve();
    let (hits, alarms) = curve.last().map_or((1.0, 1.0), |last| (last.hits, last.alarms));
    let mut points = vec![(0.0, 0.0)];
    points.extend(thinned(&curve).map(|at| (at.alarms / alarms, at.hits / hits)));
    let name = auc.map_or_else(|| "model".to_owned(), |auc| format!("model, AUC {auc:.4}"));
    Chart::new(
        "ROC: positives found against false alarms",
        Axis::from_zero("share of negatives taken for positive"),
        Axis::from_zero("share of positives found"),
    )
    .with(Series::line(&name, points))
    .with(Series::line("no better than chance", vec![(0.0, 0.0), (1.0, 1.0)]))
}

/// Precision against recall.
pub fn precision(two: &Two, rate: f64) -> Chart {
    let curve = two.curve();
    let hits = curve.last().map_or(1.0, |last| last.hits);
    let points = thinned(&curve).map(|at| (at.hits / hits, at.hits / (at.hits + at.alarms))).collect();
    Chart::new(
        "Precision against recall",
        Axis::from_zero("recall: share of positives found"),
        Axis::from_zero("precision: share of them right"),
    )
    .with(Series::line("model", points))
    .with(Series::line("no better than chance", vec![(0.0, rate), (1.0, rate)]))
}

/// What happened against what was predicted, in groups of equal weight.
pub fn reliability(places: &[Place]) -> Chart {
    let total: f64 = places.iter().map(|place| place.first + place.second).sum();
    let (mut points, mut weight, mut happened, mut predicted) = (Vec::new(), 0.0, 0.0, 0.0);
    for place in places {
        let here = place.first + place.second;
        (weight, happened) = (weight + here, happened + place.first);
        predicted += here / (1.0 + libm::exp(-place.key()));
        if weight >= total / GROUPS as f64 {
            points.push((predicted / weight, happened / weight));
            (weight, happened, predicted) = (0.0, 0.0, 0.0);
        }
    }
    if weight > 0.2 * total / GROUPS as f64 {
        points.push((predicted / weight, happened / weight));
    }
    let most = points.iter().fold(0.0, |most: f64, point| most.max(point.0).max(point.1));
    Chart::new(
        "Reliability: what was predicted, and what happened",
        Axis::from_zero("mean prediction of a group"),
        Axis::from_zero("share that happened"),
    )
    .with(Series::line("groups of a twentieth of the rows each", points))
    .with(Series::line("as it should be", vec![(0.0, 0.0), (most, most)]))
}

/// The loss of each window beside that of its own best constant.
pub fn over_time(findings: &Findings) -> Option<Chart> {
    let value = |report: &Report| match report {
        Report::Two(two) => {
            two.log_loss.zip(two.baseline.log_loss).or(two.accuracy.zip(two.baseline.accuracy))
        }
        Report::Numbers(numbers) => numbers.rmse.zip(numbers.baseline.rmse),
        Report::Classes(classes) => classes.log_loss.zip(classes.baseline.log_loss),
    };
    let name = match &findings.measures {
        Report::Two(two) if two.log_loss.is_none() => "accuracy",
        Report::Numbers(_) => "RMSE",
        _ => "log loss",
    };
    let told: Vec<_> = findings.windows.iter().filter_map(|w| Some((w, value(&w.measures)?))).collect();
    if told.len() < 2 {
        return None;
    }
    let step = |pick: fn((f64, f64)) -> f64| {
        let mut points = vec![(0.0, pick(told[0].1))];
        points.extend(told.iter().map(|(w, both)| (w.to as f64, pick(*both))));
        points
    };
    let title = format!("{name} in each of {} windows", told.len());
    Some(
        Chart::new(&title, Axis::from_zero("labelled rows"), Axis::from_zero(name))
            .with(Series::step("model", step(|both| both.0)))
            .with(Series::step("the window's own best constant", step(|both| both.1))),
    )
}

/// Residuals against predictions: the median and the middle eighty percent of groups of equally many rows.
pub fn residuals(loss: Loss, rows: &[Sampled]) -> Option<Chart> {
    let mut all: Vec<(f64, f64)> = rows
        .iter()
        .map(|sampled| (loss.link(sampled.predicted), sampled.label))
        .map(|(prediction, label)| (prediction, label - prediction))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let groups = GROUPS.min(all.len() / 5);
    if groups < 2 {
        return None;
    }
    let (mut middle, mut band) = (Vec::new(), Vec::new());
    for k in 0..groups {
        let group = &all[all.len() * k / groups..all.len() * (k + 1) / groups];
        let x = group.iter().map(|point| point.0).sum::<f64>() / group.len() as f64;
        let mut errors: Vec<f64> = group.iter().map(|point| point.1).collect();
        errors.sort_by(f64::total_cmp);
        let at = |share: f64| errors[(share * (errors.len() - 1) as f64).round() as usize];
        middle.push((x, at(0.5)));
        band.push(Span { x, low: at(0.1), high: at(0.9) });
    }
    let ends = vec![(middle[0].0, 0.0), (middle[groups - 1].0, 0.0)];
    Some(
        Chart::new(
            "Residuals: label less prediction",
            Axis::linear("prediction"),
            Axis::linear("label less prediction"),
        )
        .with(Series::line("median; the band holds eight in ten", middle).with_band(band))
        .with(Series::line("none", ends)),
    )
}

/// The columns that move margins most; of numbers the loss is in other units, and stands in the table alone.
pub fn importance(all: &[Importance], numbers: bool) -> Option<Bars> {
    let shown: Vec<&Importance> = all.iter().take(12).filter(|column| column.mean_size > 0.0).collect();
    let sizes = shown.iter().map(|column| column.mean_size).collect();
    let lost = || shown.iter().map(|column| column.loss_lost.unwrap_or(f64::NAN).max(0.0)).collect();
    let mut series = vec![("mean size of its part of the margin".to_owned(), sizes)];
    if !numbers {
        series.push(("mean loss lost without it".to_owned(), lost()));
    }
    let y = if numbers { "mean |w x|" } else { "mean |w x|; loss lost without it" };
    (!shown.is_empty()).then(|| Bars {
        title: "What columns are worth".to_owned(),
        y: Axis::from_zero(y),
        groups: shown.iter().map(|column| column.column.clone()).collect(),
        series,
    })
}
