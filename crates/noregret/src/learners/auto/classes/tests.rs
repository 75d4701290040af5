//! The lanes in f64 against the formula; the mixture against its theorem, on random streams and against an adversary; the edges.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;
use crate::classes::best;
use crate::features::FeaturesBuf;
use oracle::streams::SplitMix64;
use oracle::{ClassLane, ClassTwin};

const DIM: usize = 6;

fn x<T>(values: &[f64], act: impl FnOnce(Features<'_>) -> T) -> T {
    let mut buf = FeaturesBuf::new();
    values.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
    act(buf.finish().unwrap())
}

fn learn<F: Float>(learner: &mut AutoClasses<F>, values: &[f64], class: usize, h: f64) -> Vec<f64> {
    learn_crossed(learner, (values, 0), class, h)
}

/// As if there had been so many features before they were crossed.
fn learn_crossed<F: Float>(
    learner: &mut AutoClasses<F>,
    (values, before): (&[f64], usize),
    class: usize,
    h: f64,
) -> Vec<f64> {
    let mut margins = Vec::new();
    x(values, |x| learner.learn(x.crossed(before), class, h, &mut margins)).unwrap();
    margins
}

/// Plain and badly scaled columns, sparse and dense; classes that come late.
fn draw(random: &mut SplitMix64, seed: u64, t: usize) -> (Vec<f64>, usize, f64) {
    let density = if seed.is_multiple_of(2) { 0.5 } else { 1.0 };
    let unit = |i: usize| if seed < 2 { 1.0 } else { libm::pow(10.0, i as f64 - 3.0) };
    let values: Vec<f64> = (0..DIM)
        .map(|i| {
            let (chosen, value) = (random.uniform() < density, random.signed());
            if chosen { value * unit(i) } else { 0.0 }
        })
        .collect();
    let lean = values.iter().enumerate().map(|(i, v)| v / unit(i) * (i as f64 - 2.5)).sum::<f64>();
    let known = if t < 100 { 3.0 } else { 6.0 };
    let class = ((0.5 + 0.15 * lean + 0.2 * random.signed()) * known).clamp(0.0, known - 1.0) as usize;
    (values, class, [1.0, 0.5, 2.0, 0.0, 1.0][t % 5])
}

#[test]
fn the_lanes_in_f64_are_the_formula() {
    let lane = |k: usize| {
        let grid::Lane { eta, prior } = grid::GRID[k];
        ClassLane { hinge: k == ALONE, normalised: true, eta, prior }
    };
    for seed in 0..4 {
        let mut learner = AutoClasses::<f64>::new();
        let mut twin = oracle::auto_classes(DIM, &std::array::from_fn::<_, LANES, _>(lane));
        let mut random = SplitMix64::new(seed);
        for t in 0..300 {
            let (values, class, h) = draw(&mut random, seed, t);
            let features = values.iter().filter(|v| **v != 0.0).count();
            // On some streams some rounds are crossed.
            let before = if seed == 3 { t % 3 } else { 0 };
            twin.crossed(if before > 0 { (features as f64 / before as f64).max(1.0) } else { 1.0 });
            let want = twin.margins(&values);
            let got = learn_crossed(&mut learner, (&values, before), class, h);
            if want.len() == got.len() {
                for (got, want) in got.iter().zip(&want) {
                    assert!((got - want).abs() <= 1e-7 * (1.0 + want.abs()), "{seed} {t}: {got} not {want}");
                }
            }
            twin.learn(&values, class, h);
        }
        assert_eq!(learner.outputs(), 6);
    }
}

/// Nothing is lost beyond a lane and its price; with weights that are all alike the price is known in advance.
fn holds(learner: &AutoClasses<f32>, own: f64, what: &str) {
    assert!((own - learner.mixture.own).abs() <= 1e-9 * own.abs(), "{what}");
    for (k, lane) in learner.lanes().iter().enumerate() {
        assert!(own <= lane.loss + lane.price + 1e-9 * own.abs(), "{what}: {own} {lane:?}");
        assert!(lane.price <= -libm::log(grid::prior()[k]) + 0.65, "{what}: {lane:?}");
    }
}

#[test]
fn the_mixture_loses_no_more_than_a_lane_and_its_price() {
    for seed in 0..4 {
        let mut learner = AutoClasses::<f32>::new();
        let mut random = SplitMix64::new(seed);
        let mut own = 0.0;
        for t in 0..800 {
            let (values, class, _) = draw(&mut random, seed, t);
            let margins = learn(&mut learner, &values, class, 0.3);
            own += learner.loss(&margins, class);
        }
        holds(&learner, own, &format!("stream {seed}"));
    }
}

/// The class is always the one the learner holds least likely.
#[test]
fn an_adversary_gains_no_more_than_the_price() {
    for (seed, outputs) in [(1, 2), (2, 3), (3, 10)] {
        let mut learner = AutoClasses::<f32>::new();
        learner.grow(outputs).unwrap();
        let mut random = SplitMix64::new(seed);
        let mut own = 0.0;
        for _ in 0..500 {
            let values: Vec<f64> = (0..DIM).map(|_| random.signed()).collect();
            let mut margins = vec![0.0; outputs];
            x(&values, |x| learner.margins(x, &mut margins));
            let class = best(&margins.iter().map(|z| -z).collect::<Vec<_>>()).unwrap();
            let margins = learn(&mut learner, &values, class, 1.0);
            own += learner.loss(&margins, class);
        }
        assert!(own > 500.0 * libm::log(outputs as f64), "it does hurt");
        holds(&learner, own, &format!("adversary {seed}"));
    }
}

/// For weights above their mean a gap can open; it is part of the price told.
#[test]
fn the_price_holds_for_any_importance() {
    let mut learner = AutoClasses::<f32>::new();
    let mut random = SplitMix64::new(9);
    let mut own = 0.0;
    for t in 0..600 {
        let (values, class, _) = draw(&mut random, 0, t);
        let h = 20.0 * random.uniform();
        let margins = learn(&mut learner, &values, class, h);
        own += h / learner.mixture.weights.mean * learner.loss(&margins, class);
    }
    for lane in learner.lanes() {
        assert!(own <= lane.loss + lane.price + 1e-9 * own, "{own} {lane:?}");
    }
}

#[test]
fn margins_are_logarithms_of_probabilities() {
    let mut learner = AutoClasses::<f32>::new();
    let mut random = SplitMix64::new(4);
    for t in 0..300 {
        let (values, class, h) = draw(&mut random, 0, t);
        let margins = learn(&mut learner, &values, class, h);
        assert!((margins.iter().map(|z| libm::exp(*z)).sum::<f64>() - 1.0).abs() < 1e-12, "{margins:?}");
        let mut p = margins.clone();
        learner.probabilities(&mut p);
        assert!(p.iter().zip(&margins).all(|(p, z)| (p - libm::exp(*z)).abs() < 1e-12));
    }
}

#[test]
fn values_that_lanes_cannot_hold_have_no_margins() {
    let mut learner = AutoClasses::<f32>::new();
    learn(&mut learner, &[1.0, 2.0], 1, 1.0);
    let before = learner.state();
    for value in [1e31, -1e300] {
        let values = [value];
        let x = Features::new(&[1], &values).unwrap();
        let mut margins = vec![0.0; 2];
        Classify::margins(&learner, x, &mut margins);
        assert!(margins.iter().all(|z| z.is_nan()));
        for weight in [0.0, 1.0] {
            let refused = learner.learn(x, 0, weight, &mut margins);
            assert!(matches!(refused, Err(LearnError::Overflow { .. })), "{value} {weight}");
        }
    }
    assert_eq!(learner.state(), before);
}

/// Every weight times a power of two: the same margins, to the bit.
#[test]
fn the_unit_of_weights_does_not_matter() {
    let margins = |unit: f64| {
        let (mut learner, mut random) = (AutoClasses::<f32>::new(), SplitMix64::new(6));
        let mut all = Vec::new();
        for t in 0..300 {
            let (values, class, h) = draw(&mut random, 0, t);
            all.extend(learn(&mut learner, &values, class, unit * h).iter().map(|z| z.to_bits()));
        }
        all
    };
    for power in [-300, -70, 10, 80] {
        assert!(margins(libm::ldexp(1.0, power)) == margins(1.0), "2^{power}");
    }
}

#[test]
fn odd_units_change_little() {
    let total = |unit: f64| {
        let mut learner = AutoClasses::<f32>::new();
        let mut random = SplitMix64::new(5);
        let mut total = 0.0;
        for t in 0..1500 {
            let (mut values, class, _) = draw(&mut random, 0, t);
            values.iter_mut().enumerate().for_each(|(i, v)| *v *= if i % 2 == 0 { unit } else { 1.0 / unit });
            let margins = learn(&mut learner, &values, class, 1.0);
            total += learner.loss(&margins, class);
        }
        total
    };
    let plain = total(1.0);
    for unit in [1e-20, 1e-6, 1e6, 1e20] {
        assert!(total(unit) < 1.1 * plain, "{unit}: {} {plain}", total(unit));
    }
}

/// A model written before the hinge lane had one sum for all classes predicts as it did, and learns on.
#[test]
fn former_rows_are_read() {
    let mut learner = AutoClasses::<f32>::new();
    let mut random = SplitMix64::new(3);
    for t in 0..200 {
        let (values, class, h) = draw(&mut random, 1, t);
        learn(&mut learner, &values, class, h);
    }
    let state = learner.state();
    let (indices, outputs) = (state.indices("index").unwrap().to_vec(), learner.outputs);
    let former = State::of(|out| {
        for (name, array) in state.iter().filter(|(name, _)| *name != "rows") {
            out.put(name, array.clone());
        }
        let rows = state.numbers::<f32>("rows").unwrap().chunks_exact(2 + WHOLE * outputs);
        let numbers: Vec<f32> = rows
            .flat_map(|row| {
                let class = |j: usize| &row[2 + WHOLE * j..2 + WHOLE * (j + 1)];
                let weights = (0..outputs).flat_map(|j| class(j)[..LANES].to_vec());
                let sums = (0..outputs).flat_map(|j| [class(j)[LANES], class(j)[LANES + 1], row[1]]);
                [row[0]].into_iter().chain(weights).chain(sums).collect::<Vec<f32>>()
            })
            .collect();
        out.each("cells", numbers.len(), numbers.into_iter());
    });
    assert_eq!(indices.len(), DIM);
    let mut again = AutoClasses::<f32>::new();
    again.restore(&former).unwrap();
    for t in 0..20 {
        let (values, class, h) = draw(&mut random, 1, 200 + t);
        let (a, b) = (learn(&mut learner, &values, class, h), learn(&mut again, &values, class, h));
        let near = a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-5 * (1.0 + a.abs()));
        assert!(if t == 0 { a == b } else { near }, "{t}: {a:?} {b:?}");
    }
}
