//! The choice of a rate for a table: what it finds, what it keeps, and what it draws.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret::Update;
use noregret::metric_learning::choose::{Choice, Choosing, Truth, choose, lanes};
use noregret::metric_learning::{Drawn, Draws, MatrixGeometry, MetricLearner, MetricSpec, Sample};
use oracle::streams::SplitMix64;

/// Points of `dim` coordinates, of which the first tells one of two classes and the others are noise of some width.
fn two_classes(n: usize, dim: usize, told: f64, seed: u64) -> (Vec<f64>, Vec<u32>) {
    let mut random = SplitMix64::new(seed);
    let classes: Vec<u32> = (0..n as u32).map(|i| i % 2).collect();
    let points = classes
        .iter()
        .flat_map(|&class| {
            let mut x: Vec<f64> = (0..dim).map(|_| 0.5 * random.signed()).collect();
            x[0] = told * f64::from(class) + 0.1 * random.signed();
            x
        })
        .collect();
    (points, classes)
}

fn choosing(seed: u64, threads: usize) -> Choosing<'static> {
    Choosing { k: 3, seed, threads, truth: Truth::Classes, start: None, stop: &|| false }
}

#[test]
fn a_metric_is_chosen_where_it_helps_and_not_where_there_is_nothing_to_learn() {
    let lanes = lanes(MatrixGeometry::LogDet, Update::Implicit, None);
    let (points, classes) = two_classes(200, 12, 0.3, 3);
    let sample = Sample::new(&points, &classes, 12);
    let choice = choose(&sample, &lanes, &choosing(1, 1)).unwrap();
    let (start, best) = (&choice.judged[0], choice.chosen.unwrap());
    let best = choice.judged.iter().find(|judged| judged.lane == Some(best)).unwrap();
    assert!(best.finished && best.rows == 200 && start.rows == 200 && choice.parts == 5);
    assert!(best.loss.unwrap() < 0.5 * start.loss.unwrap(), "{choice:?}");
    let gain = start.loss.unwrap() - best.loss.unwrap();
    assert!((best.gain.unwrap() - gain).abs() < 1e-12 && gain > best.deviation.unwrap());
    // The same on any number of threads, another race under another seed.
    assert_eq!(choose(&sample, &lanes, &choosing(1, 4)).unwrap(), choice);
    assert_ne!(choose(&sample, &lanes, &choosing(2, 1)).unwrap(), choice);
    let text = serde_json::to_string(&choice).unwrap();
    assert_eq!(serde_json::from_str::<Choice>(&text).unwrap(), choice);
    // Classes that nothing tells: whatever seems to gain must do so beyond its error, and at times nothing does.
    let mut kept = 0;
    for seed in 0..10 {
        let (points, _) = two_classes(100, 4, 0.0, 100 + seed);
        let mut random = SplitMix64::new(seed);
        let classes: Vec<u32> = (0..100).map(|_| u32::from(random.signed() > 0.0)).collect();
        let choice = choose(&Sample::new(&points, &classes, 4), &lanes, &choosing(seed, 1)).unwrap();
        let finished = choice.judged.iter().filter(|judged| judged.lane.is_some() && judged.finished);
        let best = finished.min_by(|a, b| a.loss.unwrap().total_cmp(&b.loss.unwrap())).unwrap();
        let beyond = best.gain.unwrap() > best.deviation.unwrap();
        assert_eq!(choice.chosen, best.lane.filter(|_| beyond), "{choice:?}");
        kept += u32::from(!beyond);
    }
    assert!(kept > 0, "the start is never kept");
    // Too few rows, or one class alone: nothing to judge or to learn by.
    let few = Sample::new(&points[..5 * 12], &classes[..5], 12);
    let choice = choose(&few, &lanes, &choosing(1, 1)).unwrap();
    assert!(choice.chosen.is_none() && choice.parts == 0);
    let alike = vec![0; 200];
    let choice = choose(&Sample::new(&points, &alike, 12), &lanes, &choosing(1, 1)).unwrap();
    assert!(choice.chosen.is_none());
    assert!(choice.judged[4].failed.as_ref().unwrap().contains("neighbour"), "{choice:?}");
    let stopped = Choosing { stop: &|| true, ..choosing(1, 2) };
    assert!(choose(&sample, &lanes, &stopped).is_none());
}

#[test]
fn numbers_are_judged_by_their_squares() {
    let (points, classes) = two_classes(150, 10, 0.4, 5);
    let numbers: Vec<f64> = classes.iter().map(|&class| 10.0 * f64::from(class)).collect();
    let sample = Sample::new(&points, &classes, 10);
    let lanes = lanes(MatrixGeometry::LogDet, Update::Implicit, None);
    let how = Choosing { truth: Truth::Numbers(&numbers), ..choosing(1, 1) };
    let choice = choose(&sample, &lanes, &how).unwrap();
    assert!(choice.numbers && choice.chosen.is_some(), "{choice:?}");
    let loss = |place: usize| choice.judged[place].loss.unwrap();
    assert!(loss(0) > 5.0 && loss(0) < 100.0, "{}", loss(0));
}

/// The pivot's neighbours by hand, and triplets that any seed repeats.
#[test]
fn triplets_are_of_neighbours() {
    let points = [0.0, 1.0, 1.5, 5.0, 9.0, 9.5];
    let classes = [0, 0, 1, 1, 0, 2];
    let sample = Sample::new(&points, &classes, 1);
    let draws = Draws::new(Drawn::Triplets, sample, 1).unwrap();
    // Nearest of the own class: 0: 1, 9; 1: 0, 9; 1.5: 5; 5: 1.5; 9: 1, 0. Squares sorted: 1 1 12.25 12.25 64 64 81 81.
    assert_eq!(draws.margin(), Some(3.0 * 64.0));
    let mut learner = MetricLearner::new(&MetricSpec::low_rank(1), 1).unwrap();
    let mut shown = Vec::new();
    let kept = MetricSpec { eta: 1e-300, ..*learner.spec() };
    let mut still = MetricLearner::new(&kept, 1).unwrap();
    draws
        .learn(&mut still, 200, |_, distances| {
            shown.push([distances[0], distances[1]]);
            true
        })
        .unwrap();
    for [near, far] in shown {
        let near_there = [1.0, 12.25, 64.0, 81.0].iter().any(|d| (near - d).abs() < 1e-9);
        assert!(near_there && far > 0.0, "{near} {far}");
    }
    draws.learn(&mut learner, 10, |_, _| true).unwrap();
    assert_eq!(learner.rounds(), 10);
    assert!(Draws::new(Drawn::Triplets, Sample::new(&points, &[0; 6], 1), 1).is_none());
    assert!(Draws::new(Drawn::Pairs, Sample::new(&points[..1], &[0], 1), 1).is_none());
}
