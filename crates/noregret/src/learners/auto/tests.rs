//! The lanes in f64 against the formula, in f32 against f64; the mixture against its theorems; the edges.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;
use crate::features::FeaturesBuf;
use crate::loss::tests::{kind as labels, twin as twin_loss};
use crate::merge::MergeError;
use oracle::{AutoLane, Example, Merge, Twin, streams};

const DIM: usize = 6;

fn learn<F: Float>(learner: &mut Auto<F>, example: &Example) -> f64 {
    learn_crossed(learner, example, 0)
}

/// As if there had been so many features before they were crossed.
fn learn_crossed<F: Float>(learner: &mut Auto<F>, example: &Example, before: usize) -> f64 {
    let mut buf = FeaturesBuf::new();
    example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
    learner.learn(buf.finish().unwrap().crossed(before), example.y, example.h).unwrap()
}

fn twin(loss: Loss) -> oracle::Auto {
    let lane =
        |lane: &grid::Lane| AutoLane { normalised: lane.normalised, eta: lane.eta, prior: lane.prior / 15.0 };
    let explicit: Vec<usize> = if loss.to_string() == "hinge" { vec![2, 3] } else { Vec::new() };
    oracle::auto(DIM, twin_loss(loss), &grid::GRID.each_ref().map(lane)).explicit(&explicit)
}

/// Plain and badly scaled columns, sparse and dense, with importance weights.
fn stream(seed: u64, loss: Loss) -> Vec<Example> {
    let density = if seed.is_multiple_of(2) { 0.5 } else { 1.0 };
    let examples = if seed < 2 {
        streams::random(seed, DIM, 400, density, labels(loss))
    } else {
        streams::scaled(seed, DIM, 400, density, labels(loss))
    };
    streams::with_importance(seed, examples)
}

/// What a weight counts for in the mixture: as it is, or under the logistic loss by the mean so far.
#[derive(Default)]
struct Counting {
    rounds: f64,
    sum: f64,
}

impl Counting {
    fn count(&mut self, loss: Loss, h: f64) -> f64 {
        if h == 0.0 || Mixing::of(loss) == Mixing::Hedge {
            return h;
        }
        self.rounds += 1.0;
        self.sum += h;
        h * self.rounds / self.sum
    }
}

/// What crossing makes of a few features is learned at rates that are lower by as much.
#[test]
fn crossed_features_take_shorter_steps() {
    for loss in Loss::all() {
        let (mut learner, mut twin) = (Auto::<f64>::new(loss), twin(loss));
        let mut plain = Auto::<f64>::new(loss);
        let mut apart = false;
        for (t, example) in stream(2, loss).iter().enumerate() {
            let features = example.x.iter().filter(|x| **x != 0.0).count();
            let before = t % 3;
            twin.crossed(if before > 0 { (features as f64 / before as f64).max(1.0) } else { 1.0 });
            let want = twin.margin(&example.x);
            let got = learn_crossed(&mut learner, example, before);
            assert!((got - want).abs() <= 1e-8 * (1.0 + want.abs()), "{loss} {t}: {got} not {want}");
            twin.learn(&example.x, example.y, example.h);
            apart |= (got - learn(&mut plain, example)).abs() > 1e-3 * (1.0 + want.abs());
        }
        assert!(apart, "{loss}");
    }
}

#[test]
fn the_lanes_in_f64_are_the_formula() {
    for loss in Loss::all() {
        for seed in 0..4 {
            let (mut learner, mut twin) = (Auto::<f64>::new(loss), twin(loss));
            for (t, example) in stream(seed, loss).iter().enumerate() {
                let want = twin.margin(&example.x);
                let got = learn(&mut learner, example);
                assert!(
                    (got - want).abs() <= 1e-8 * (1.0 + want.abs()),
                    "{loss} {seed} {t}: {got} not {want}"
                );
                twin.learn(&example.x, example.y, example.h);
            }
        }
    }
}

#[test]
fn a_cell_of_f32_is_64_bytes() {
    assert_eq!(size_of::<Cell<f32>>(), 64);
    let mut table = Cells::<f32>::default();
    for index in [3, 1000, 100_000] {
        table.reserve(Features::new(&[index], &[1.0]).unwrap()).unwrap();
        assert_eq!(table.cells().as_ptr().addr() % 64, 0);
    }
}

#[test]
fn the_mixture_loses_no_more_than_a_lane_and_its_price() {
    for loss in Loss::all() {
        for seed in 0..4 {
            let mut learner = Auto::<f32>::new(loss);
            let (mut own, mut counting) = (0.0, Counting::default());
            for example in stream(seed, loss) {
                let p = learn(&mut learner, &example);
                own += counting.count(loss, example.h) * loss.value(p, example.y);
            }
            for lane in learner.lanes() {
                assert!(own <= lane.loss + lane.price + 1e-9 * own.abs(), "{loss} {seed}: {own} {lane:?}");
            }
            assert!((own - learner.mixture.own).abs() <= 1e-9 * own.abs());
        }
    }
}

/// With weights of 1 the price of logistic is fixed in advance, that of squared at most of order B^2,
/// that of others of order sqrt T.
#[test]
fn the_prices_are_what_the_theorems_say() {
    for loss in Loss::all() {
        for seed in 0..3 {
            let mut learner = Auto::<f32>::new(loss);
            let examples = streams::random(seed, DIM, 3000, 0.7, labels(loss));
            for example in &examples {
                learn(&mut learner, example);
            }
            let (t, lanes) = (examples.len() as f64, LANES as f64);
            let range = learner.seen.high - learner.seen.low;
            for (k, lane) in learner.lanes().iter().enumerate() {
                let unknown = -libm::log(grid::prior()[k]);
                let most = match loss {
                    Loss::Logistic(_) => unknown + 0.65,
                    Loss::Squared(_) => range * range * (libm::log(lanes) + unknown + 0.5),
                    Loss::Poisson(_) => continue, // its losses have no range known in advance
                    Loss::SquaredHinge(_) | Loss::Hinge(_) => {
                        let worst = learner.mixture.losses.iter().copied().fold(0.0, f64::max) / t;
                        10.0 * worst.max(1.0) * (t * libm::log(lanes)).sqrt() + unknown
                    }
                    _ => 3.0 * range * ((t * libm::log(lanes)).sqrt() + unknown),
                };
                assert!(lane.price <= most, "{loss} {seed} {lane:?} {most}");
            }
        }
    }
}

#[test]
fn a_mixed_logit_is_finite_and_right_for_any_margins() {
    let mut mixture = Mixture::new(grid::prior());
    let says = |p: f64, q: f64| std::array::from_fn(|k| if k == 0 { p } else { q });
    for p in [0.0, 1e-300, 3.0, 699.0, 701.0, 1e6, 1e300, f64::MAX] {
        for q in [0.0, -2.0, 650.0, 720.0, -1e5, f64::MAX, -f64::MAX] {
            let m = mixture.margin(Mixing::Bayes, &says(p, q));
            assert!(m.is_finite(), "{p} {q}");
            let (low, high) = (p.min(q), p.max(q));
            assert!(
                m >= low - 1e-9 * (1.0 + low.abs()) && m <= high + 1e-9 * (1.0 + high.abs()),
                "{p} {q}: {m}"
            );
            let turned = -mixture.margin(Mixing::Bayes, &says(-p, -q));
            assert!((m - turned).abs() <= 1e-12 * (1.0 + m.abs()), "{p} {q}");
        }
    }
    mixture.shares = [0.125, 0.25, 0.125, 0.125, 0.125, 0.125, 0.125];
    let wanted = libm::log((0.125 * 0.75 + 0.875 * 0.5) / (0.125 * 0.25 + 0.875 * 0.5));
    let got = mixture.margin(Mixing::Bayes, &says(libm::log(3.0), 0.0));
    assert!((got - wanted).abs() < 1e-15);
}

/// Increments of 1 on a sum that plain f32 additions leave at 2^24.
#[test]
fn sums_of_squares_never_stop_growing() {
    let rounds = 1u64 << 18;
    let mut open = Open::<f32>::default();
    let mut cell = Cell::<f32>::default();
    cell[SCALE] = 1.0;
    cell[WIDTH..][..LANES].fill((1 << 24) as f32);
    let mut plain = cell[WIDTH];
    let mut table = Cells::<f32>::default();
    let x = Features::new(&[0], &[1.0]).unwrap();
    table.reserve(x).unwrap();
    table.write(&[0], &[0], std::iter::once(cell));
    open.gather(&table, x);
    for round in 0..rounds {
        open.adapt(&Rates::new(&[1.0; LANES], &grid::rates(), 1.0, 1.0, round));
        plain += 1.0;
    }
    let grown = open.cells[0][WIDTH] - (1 << 24) as f32;
    let played = rounds as f32;
    assert_eq!(plain, (1 << 24) as f32);
    assert!((grown - played).abs() <= 0.01 * played, "{grown} instead of {played}");
}

#[test]
fn nothing_changes_where_there_is_nothing_to_learn() {
    let loss: Loss = "hinge".parse().unwrap();
    let mut learner = Auto::<f32>::new(loss);
    let example = |x: f64| Example { x: vec![x, 1.0], y: 1.0, h: 1.0 };
    for _ in 0..50 {
        learn(&mut learner, &example(2.0));
    }
    let before: Vec<Cell<f32>> = learner.table.touched().map(|(_, cell)| *cell).collect();
    assert!(learn(&mut learner, &example(2.0)) >= 1.0 - 1e-6);
    let after: Vec<Cell<f32>> = learner.table.touched().map(|(_, cell)| *cell).collect();
    assert_eq!(before, after);
}

/// Every weight times the same number: to the bit for powers of two, and for weights that are all alike whatever they are.
#[test]
fn the_unit_of_weights_does_not_matter() {
    let margins = |loss: Loss, unit: f64, alike: bool| -> Vec<u64> {
        let mut learner = Auto::<f32>::new(loss);
        let mut margins = Vec::new();
        for mut example in stream(1, loss) {
            example.h = unit * if alike { 1.0 } else { example.h };
            margins.push(learn(&mut learner, &example).to_bits());
        }
        margins
    };
    for loss in Loss::all() {
        for alike in [false, true] {
            let plain = margins(loss, 1.0, alike);
            for power in [-300, -70, -1, 10, 80, 300] {
                assert!(margins(loss, libm::ldexp(1.0, power), alike) == plain, "{loss} {alike} 2^{power}");
            }
        }
    }
    let logistic: Loss = "logistic".parse().unwrap();
    // Sums of squares in another unit are rounded elsewhere; the mixture of the same lanes is the same.
    let near = |a: &[u64], b: &[u64]| {
        a.iter().zip(b).all(|(a, b)| {
            let (a, b) = (f64::from_bits(*a), f64::from_bits(*b));
            (a - b).abs() <= 1e-3 * (1.0 + a.abs())
        })
    };
    for alike in [false, true] {
        for unit in [0.1, 5.0, 50.0, 1700.0, 1e-9, 1e12] {
            assert!(near(&margins(logistic, unit, alike), &margins(logistic, 1.0, alike)), "{alike} {unit}");
        }
    }
}

/// Alike weights of any size have the price of weights of 1, known in advance.
#[test]
fn the_price_of_alike_weights_is_that_of_ones() {
    let loss: Loss = "logistic".parse().unwrap();
    for h in [1e-6, 0.3, 1.0, 1700.0] {
        let mut learner = Auto::<f32>::new(loss);
        for example in streams::random(2, DIM, 500, 0.7, labels(loss)) {
            learn(&mut learner, &Example { h, ..example });
        }
        assert_eq!((learner.mixture.gaps, learner.mixture.weights.mean), (0.0, h));
        for (k, lane) in learner.lanes().iter().enumerate() {
            assert!(lane.price <= 0.65 - libm::log(grid::prior()[k]) && lane.unit == h, "{lane:?}");
        }
    }
}

/// A file from before weights had a unit counts in the plain one; one with an impossible unit is refused.
#[test]
fn states_with_and_without_a_unit() {
    let loss: Loss = "logistic".parse().unwrap();
    let after = |h: f64| {
        let mut learner = Auto::<f32>::new(loss);
        for example in streams::random(3, DIM, 50, 0.7, labels(loss)) {
            learn(&mut learner, &Example { h, ..example });
        }
        learner
    };
    let mut old = after(3.0).state();
    assert!(!after(1.0).state().has("weights"), "ones need no unit");
    old.take("weights").unwrap();
    let mut learner = Auto::<f32>::new(loss);
    learner.restore(&old).unwrap();
    assert_eq!(learner.mixture.weights, weights::Weights::PLAIN);
    for bad in [[0.0, 1.0], [-1.0, 1.0], [1.0, 3.0], [1.0, 0.0]] {
        let mut state = after(3.0).state();
        state.put("weights", Array::F64(bad.to_vec()));
        assert!(learner.restore(&state).is_err(), "{bad:?}");
    }
}

/// A file from before lanes took explicit steps goes on without; one that tells of others than there are is refused.
#[test]
fn states_with_and_without_explicit_lanes() {
    let loss: Loss = "hinge".parse().unwrap();
    let examples = streams::random(3, DIM, 60, 0.7, labels(loss));
    let mut learner = Auto::<f64>::new(loss);
    examples[..30].iter().for_each(|example| _ = learn(&mut learner, example));
    assert_eq!(learner.lanes()[3].name, "explicit 0.125");
    let mut old = Auto::<f64>::new(loss).state();
    old.take("lanes.explicit").unwrap();
    let mut former = Auto::<f64>::new(loss);
    former.restore(&old).unwrap();
    assert_eq!(former.lanes()[3].name, "normalised 0.125");
    let mut twin = twin(loss).explicit(&[]);
    for example in &examples {
        let want = twin.margin(&example.x);
        assert!((learn(&mut former, example) - want).abs() <= 1e-8 * (1.0 + want.abs()));
        twin.learn(&example.x, example.y, example.h);
    }
    assert!(!former.state().has("lanes.explicit"), "and stays without");
    // Merged, too: by a learner that has seen nothing it is what it was, and beside one of today it is refused.
    let merge = |states: Vec<State>| {
        let mut whole = Whole::<f64>::new(loss);
        whole.merge(&mut states.into_iter().map(Ok)).map(|()| whole.lanes()[3].name.clone())
    };
    assert_eq!(merge(vec![former.state()]).unwrap(), "normalised 0.125");
    assert!(merge(vec![former.state(), learner.state()]).is_err());
    let mut bad = learner.state();
    bad.put_count("lanes.explicit", 3);
    assert!(learner.restore(&bad).is_err());
    let squared: Loss = "squared".parse().unwrap();
    let mut bad = Auto::<f64>::new(squared).state();
    bad.put_count("lanes.explicit", 0);
    assert!(Auto::<f64>::new(squared).restore(&bad).is_err());
}

#[test]
fn odd_units_change_little() {
    // The same table in other units: normalised lanes see the same, raw ones lose their say.
    let loss: Loss = "logistic".parse().unwrap();
    let total = |unit: f64| {
        let mut learner = Auto::<f32>::new(loss);
        let mut total = 0.0;
        for mut example in streams::random(5, DIM, 2000, 1.0, streams::Labels::Binary) {
            example
                .x
                .iter_mut()
                .enumerate()
                .for_each(|(i, x)| *x *= if i % 2 == 0 { unit } else { 1.0 / unit });
            total += loss.value(learn(&mut learner, &example), example.y);
        }
        total
    };
    let plain = total(1.0);
    for unit in [1e-20, 1e-6, 1e6, 1e20] {
        assert!(total(unit) < 1.1 * plain, "{unit}: {} {plain}", total(unit));
    }
}

/// What an example costs a learner in its unit, which is the mean weight with it.
fn lose<F: Float>(learner: &mut Auto<F>, example: &Example) -> f64 {
    let p = learn(learner, example);
    example.h / learner.mixture.unit(learner.rule) * learner.loss.value(p, example.y)
}

/// Learners that go on from a start that had lost `own`, each with its own stream, merged; what is lost then.
fn merge<F: Float>(start: &mut Auto<F>, own: f64, streams: &[Vec<Example>]) -> f64 {
    let (rule, mut lost) = (start.rule, Vec::new());
    let before = start.mixture.unit(rule);
    let parts: Vec<State> = streams
        .iter()
        .map(|examples| {
            let mut part = Auto::<F>::new(start.loss);
            part.restore(&start.state()).unwrap();
            let own: f64 = examples.iter().map(|example| lose(&mut part, example)).sum();
            lost.push((own, part.mixture.unit(rule)));
            part.state()
        })
        .collect();
    start.merge(&mut parts.into_iter().map(Ok)).unwrap();
    let added: f64 = lost.iter().map(|(own, unit)| own * unit).sum();
    (own * before + added) / start.mixture.unit(rule)
}

/// The stream of a seed; of counts only the plain ones: the exponentials of the others leave no digits to compare.
fn tame(seed: u64, loss: Loss) -> Vec<Example> {
    stream(if matches!(loss, Loss::Poisson(_)) { seed % 2 } else { seed }, loss)
}

/// Streams whose columns have different scales, so that those of the lanes differ too.
fn shares(seed: u64, loss: Loss) -> Vec<Vec<Example>> {
    (0..3)
        .map(|k| {
            let mut examples = tame(seed, loss);
            examples.rotate_left(40 * k);
            examples.truncate(30 + 30 * k);
            for example in &mut examples {
                example.x[0] = if k == 1 { example.x[0] } else { 0.0 };
                example.x[1] *= [1.0, 7.0, 0.01][k];
            }
            examples
        })
        .collect()
}

#[test]
fn merged_lanes_in_f64_are_the_formula() {
    for loss in Loss::all() {
        for seed in 0..4 {
            let (mut learner, mut twin) = (Auto::<f64>::new(loss), twin(loss));
            for round in 0..3 {
                let streams = shares(seed, loss);
                merge(&mut learner, 0.0, &streams);
                let parts: Vec<oracle::Auto> = streams
                    .iter()
                    .map(|examples| {
                        let mut part = twin.clone();
                        part.learn_all(examples);
                        part
                    })
                    .collect();
                twin = oracle::Auto::merged(&twin, &parts.iter().collect::<Vec<_>>());
                for (t, example) in tame(seed + 1, loss).iter().take(40).enumerate() {
                    let want = twin.margin(&example.x);
                    let got = learn(&mut learner, example);
                    let near = (got - want).abs() <= 1e-7 * (1.0 + want.abs());
                    assert!(near, "{loss} {seed} {round} {t}: {got} not {want}");
                    twin.learn(&example.x, example.y, example.h);
                }
            }
        }
    }
}

/// The same parts with every weight in another unit make the same learner, to the bit; parts of different units each keep their say.
#[test]
fn merging_knows_no_unit_of_weights() {
    for loss in Loss::all() {
        let merged = |units: [f64; 3]| {
            let mut streams = shares(2, loss);
            for (examples, unit) in streams.iter_mut().zip(units) {
                examples.iter_mut().for_each(|example| example.h *= unit);
            }
            let mut learner = Auto::<f32>::new(loss);
            merge(&mut learner, 0.0, &streams);
            learner
        };
        let cells = |learner: &Auto<f32>| learner.table.touched().map(|(_, cell)| *cell).collect::<Vec<_>>();
        let plain = merged([1.0; 3]);
        for unit in [libm::ldexp(1.0, -60), 1024.0] {
            let other = merged([unit; 3]);
            assert_eq!(other.mixture.shares, plain.mixture.shares, "{loss} {unit}");
            assert_eq!(cells(&other), cells(&plain), "{loss} {unit}");
        }
        // By themselves the parts have the sums of their own weights: those of the heavy one are 4^10 times larger.
        let (light, heavy) = (merged([1.0; 3]), merged([1.0, 1024.0, 1.0]));
        let sums = |learner: &Auto<f32>| -> f64 {
            learner
                .table
                .touched()
                .map(|(_, cell)| cell[WIDTH..].iter().map(|g| f64::from(*g)).sum::<f64>())
                .sum()
        };
        assert!(sums(&heavy) > 1e3 * sums(&light), "{loss}");
    }
}

/// The price told after merges covers what was lost, right then and later, whatever the parts were.
#[test]
fn the_price_still_holds_after_merging() {
    for loss in Loss::all() {
        for seed in 0..4 {
            let mut learner = Auto::<f32>::new(loss);
            let mut own = 0.0;
            for round in 0..4 {
                own = merge(&mut learner, own, &shares(seed + round, loss));
                for example in tame(seed + round, loss).iter().take(30 * round as usize) {
                    for lane in learner.lanes() {
                        assert!(
                            own <= lane.loss + lane.price + 1e-9 * (1.0 + own.abs()),
                            "{loss} {seed} {round}: {own} {lane:?}"
                        );
                    }
                    own += lose(&mut learner, example);
                }
            }
            assert!((own - learner.mixture.own).abs() <= 1e-9 * own.abs());
        }
    }
}

/// With itself: the lanes stay as they are, to the bit; what they lost is lost once more.
#[test]
fn merged_with_itself_only_the_mixture_changes() {
    for loss in Loss::all() {
        let mut learner = Auto::<f32>::new(loss);
        stream(2, loss).iter().for_each(|example| {
            learn(&mut learner, example);
        });
        let cells =
            |learner: &Auto<f32>| learner.table.touched().map(|(i, cell)| (i, *cell)).collect::<Vec<_>>();
        let mut merged = Auto::<f32>::new(loss);
        merged.merge(&mut vec![learner.state(); 3].into_iter().map(Ok)).unwrap();
        assert_eq!(cells(&merged), cells(&learner), "{loss}");
        assert_eq!((merged.rounds, merged.seen), (3 * learner.rounds, learner.seen));
        for (thrice, once) in merged.mixture.losses.iter().zip(learner.mixture.losses) {
            assert!((thrice - 3.0 * once).abs() <= 1e-12 * once.abs());
        }
        let mut alone = Auto::<f32>::new(loss);
        alone.merge(&mut std::iter::once(Ok(learner.state()))).unwrap();
        assert_eq!(alone.state(), learner.state(), "{loss}: one part is that part");
    }
}

#[test]
fn a_part_with_smaller_scales_or_sums_started_elsewhere() {
    let loss: Loss = "logistic".parse().unwrap();
    let example = |x: f64, y: f64| Example { x: vec![x, 1.0], y, h: 1.0 };
    let after = |examples: &[Example]| {
        let mut learner = Auto::<f32>::new(loss);
        examples.iter().for_each(|example| {
            learn(&mut learner, example);
        });
        learner
    };
    let mut start = after(&[example(4.0, 1.0), example(4.0, -1.0)]);
    let many = |x: f64| [vec![example(x, 1.0); 9], vec![example(x, -1.0); 9]].concat();
    let small = after(&many(2.0)).state();
    let error = start.merge(&mut std::iter::once(Ok(small))).unwrap_err();
    assert!(matches!(error, MergeError::Stranger { part: 1, index: Some(0), .. }), "{error}");
    let mut start = after(&[many(4.0), many(4.0)].concat());
    let tame = after(&[many(4.0), vec![example(4.0, 1.0); 30]].concat()).state();
    let before = start.state();
    let error = start.merge(&mut std::iter::once(Ok(tame))).unwrap_err();
    assert!(error.to_string().contains("it has seen less than the start"), "{error}");
    assert_eq!(start.state(), before);
}
