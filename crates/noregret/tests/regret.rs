//! Theorems as tests: measured regret stays under the bound each learner reports, and grows as it should.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod stream;

use noregret::{Features, FeaturesBuf, Group, Interval, Loss, Parameters, Player};
use oracle::streams::SplitMix64;
use oracle::{Example, Terms, streams};
use stream::{checked, learn, twin_loss};

const DIM: usize = 4;
const ROUNDS: usize = 300;

/// Every learner with a theorem, over a box, with penalties where it takes them.
fn bounded() -> Vec<(&'static str, Parameters)> {
    let new = Parameters::new;
    let mut all = Vec::new();
    for (lo, hi) in [(-1.0, 1.0), (-0.2, 3.0)] {
        let boxed = || new().interval("box", lo, hi);
        for scale in [0.1, 1.0, 3.0] {
            all.push(("per-coord", boxed().number("scale", scale)));
            all.push(("global", boxed().number("scale", scale)));
            all.push(("global", boxed().number("scale", scale).number("features", 2.0)));
            all.push(("global", boxed().number("scale", scale).number("features", 30.0)));
            all.push(("optimistic", boxed().number("scale", scale)));
        }
        for rate in ["sqrt", "constant", "inverse"] {
            all.push(("ogd", boxed().word("rate", rate)));
        }
        for delta in [0.0, 1.0] {
            all.push(("ada-diag", boxed().number("delta", delta)));
            all.push(("ada-diag", boxed().number("delta", delta).word("method", "pds")));
        }
        all.push(("ftrl", boxed()));
        all.push(("ftrl", boxed().number("l1", 0.5).number("l2", 0.3)));
        all.push(("strongly-convex", boxed()));
        all.push(("strongly-convex", boxed().number("l2", 0.1)));
        all.push(("variation", boxed()));
        for name in ["per-coord", "global", "ogd"] {
            all.push((name, boxed().number("l1", 0.02).number("l2", 0.05)));
        }
        all.push(("ada-diag", boxed().number("l1", 0.02).number("l2", 0.05)));
        all.push(("ada-diag", boxed().number("l1", 0.02).number("l2", 0.05).word("method", "pds")));
        for name in ["per-coord", "global", "ogd", "ada-diag", "ftrl"] {
            all.push((name, boxed().word("update", "implicit")));
        }
        all.push(("ada-diag", boxed().word("update", "implicit").word("method", "pds")));
        all.push(("ada-diag", boxed().word("update", "implicit").number("l1", 0.02).number("l2", 0.05)));
        for update in ["implicit", "explicit"] {
            all.push(("mirror", boxed().word("update", update)));
            all.push(("mirror", boxed().word("update", update).number("l1", 0.02)));
        }
        for name in ["ada-full", "ada-fd", "s-ada", "fd-son", "rfd-son"] {
            all.push((name, boxed()));
            all.push((name, boxed().number("l1", 0.02).number("l2", 0.05)));
        }
        all.push(("ada-fd", boxed().number("tau", 3.0)));
        all.push(("rfd-son", boxed().number("tau", 3.0).number("alpha", 0.1)));
        for base in
            ["per-coord", "global", "ada-diag", "optimistic", "strongly-convex", "variation", "mirror"]
        {
            all.push(("flh", boxed().word("base", base)));
        }
    }
    all
}

/// The penalty a spec charges every round; `ftrl` charges none, its penalty stands once in its own objective.
fn penalty(name: &str, p: &Parameters) -> (f64, f64) {
    if name == "ftrl" { (0.0, 0.0) } else { (p.get("l1").unwrap_or(0.0), p.get("l2").unwrap_or(0.0)) }
}

fn assert_under_its_bound(
    name: &str,
    p: &Parameters,
    loss: Loss,
    what: &str,
    play: impl Fn(&mut dyn FnMut(&Example) -> f64) -> Vec<Example>,
) {
    let spec = checked(name, Some(loss), p);
    let set = spec.spec().set.unwrap();
    let (l1, l2) = penalty(name, p);
    let mut learner = spec.build();
    let mut suffered = 0.0;
    let examples = play(&mut |example: &Example| {
        let cost: f64 =
            learner.weights().iter().map(|w| l1 * w.value.abs() + 0.5 * l2 * w.value * w.value).sum();
        for w in learner.weights() {
            assert!(w.value >= set.lo && w.value <= set.hi, "{name} left its box: {}", w.value);
        }
        let p = learn(learner.as_mut(), example);
        suffered += example.h * loss.value(p, example.y) + cost;
        p
    });
    let rounds = examples.len() as f64;
    let terms = Terms::cube(DIM, set.lo, set.hi).with_l1(l1 * rounds).with_l2(l2 * rounds);
    let best = oracle::comparator(twin_loss(loss), &examples, &terms);
    let bound = learner.bound().unwrap_or_else(|| panic!("{name} has no bound over its box"));
    let regret = suffered - best.lower;
    assert!(
        regret <= bound + 1e-9 * suffered.abs(),
        "{name} {p:?} {loss} {what}: regret {regret} over its bound {bound}"
    );
}

#[test]
fn regret_is_under_the_bound_on_random_and_adversarial_streams() {
    for (name, p) in bounded() {
        for text in [
            "logistic",
            "hinge",
            "squared",
            "absolute",
            "poisson",
            "quantile(0.2)",
            "huber(0.5)",
            "squared-hinge",
        ] {
            let loss: Loss = text.parse().unwrap();
            let labels = || stream::labels(loss);
            assert_under_its_bound(name, &p, loss, "random", |turn| {
                let examples = streams::random(11, DIM, ROUNDS, 0.6, labels());
                for example in &examples {
                    turn(example);
                }
                examples
            });
            assert_under_its_bound(name, &p, loss, "scaled", |turn| {
                let examples = streams::scaled(7, DIM, ROUNDS / 2, 0.8, labels());
                // Columns of 1e3 in an exponential leave nothing to measure.
                if matches!(loss, Loss::Poisson(_)) {
                    return Vec::new();
                }
                for example in &examples {
                    turn(example);
                }
                examples
            });
        }
    }
}

/// The label always against the learner.
#[test]
fn regret_is_under_the_bound_against_an_adversary() {
    for (name, p) in bounded() {
        for text in ["logistic", "hinge", "squared", "absolute"] {
            let loss: Loss = text.parse().unwrap();
            let spec = checked(name, Some(loss), &p);
            let set = spec.spec().set.unwrap();
            let (l1, l2) = penalty(name, &p);
            let mut learner = spec.build();
            let mut suffered = 0.0;
            let examples =
                streams::adversarial_signs(3, DIM, ROUNDS, 0.7, stream::labels(loss), |x, label| {
                    let y = label(stream::margin(learner.as_ref(), x));
                    let cost: f64 = learner
                        .weights()
                        .iter()
                        .map(|w| l1 * w.value.abs() + 0.5 * l2 * w.value * w.value)
                        .sum();
                    let margin = learn(learner.as_mut(), &Example { x: x.to_vec(), y, h: 1.0 });
                    suffered += loss.value(margin, y) + cost;
                });
            let rounds = examples.len() as f64;
            let terms = Terms::cube(DIM, set.lo, set.hi).with_l1(l1 * rounds).with_l2(l2 * rounds);
            let best = oracle::comparator(twin_loss(loss), &examples, &terms);
            let (regret, bound) = (suffered - best.lower, learner.bound().unwrap());
            assert!(
                regret <= bound + 1e-9 * suffered,
                "{name} {p:?} {text}: regret {regret} over its bound {bound}"
            );
            assert!(regret > 0.0, "an adversary that costs nothing tests nothing: {name} {text}");
        }
    }
}

/// 10 to a power between -most and most.
fn any_size(random: &mut SplitMix64, most: f64) -> f64 {
    libm::pow(10.0, most * random.signed())
}

fn below(random: &mut SplitMix64, n: usize) -> usize {
    (random.uniform() * n as f64) as usize
}

fn one_of<T: Copy>(random: &mut SplitMix64, all: &[T]) -> T {
    all[below(random, all.len())]
}

/// Rates and start matrices beyond this share leave a matrix no digits: its condition.
const CONDITION: f64 = 1e13;

/// A player with a theorem over a box, of any rate.
fn drawn_player(random: &mut SplitMix64) -> (&'static str, Parameters) {
    let name = one_of(
        random,
        &[
            "per-coord",
            "global",
            "optimistic",
            "ogd",
            "ada-diag",
            "ftrl",
            "strongly-convex",
            "variation",
            "mirror",
            "flh",
            "ada-full",
            "ada-fd",
            "s-ada",
            "fd-son",
            "rfd-son",
        ],
    );
    let (lo, hi) = one_of(random, &[(-1.0, 1.0), (-0.2, 3.0), (0.0, 1.0), (0.5, 2.0), (-1e3, 1e-3)]);
    let mut p = Parameters::new().interval("box", lo, hi);
    let mut size = |most: f64| any_size(random, most);
    match name {
        "per-coord" | "global" | "optimistic" => p = p.number("scale", size(8.0)),
        "ogd" | "mirror" => p = p.number("eta", size(8.0)),
        "ada-diag" => p = p.number("eta", size(8.0)).number("delta", size(8.0)),
        "ftrl" => p = p.number("alpha", size(8.0)).number("beta", size(8.0)),
        "ada-full" | "ada-fd" | "s-ada" => p = p.number("eta", size(8.0)).number("delta", size(8.0)),
        "fd-son" | "rfd-son" => {
            let alpha = size(8.0);
            p = p.number("alpha", alpha).number("eta", size(8.0).min(1e-6 * CONDITION * alpha));
        }
        _ => {}
    }
    if name == "mirror" {
        p = p.word("update", "explicit");
    }
    if name == "ogd" {
        p = p.word("rate", one_of(random, &["sqrt", "constant", "inverse"]));
    }
    if name == "ada-diag" {
        p = p.word("method", one_of(random, &["cmd", "pds"]));
    }
    if name == "flh" {
        p = p.word(
            "base",
            one_of(random, &["per-coord", "global", "ada-diag", "optimistic", "strongly-convex"]),
        );
    }
    if matches!(name, "ada-fd" | "s-ada" | "fd-son" | "rfd-son") {
        p = p.number("tau", 1.0 + below(random, 4) as f64);
    }
    let penalised = matches!(name, "per-coord" | "global" | "ogd" | "ada-diag") || p.get("tau").is_some();
    if penalised && lo <= 0.0 && hi >= 0.0 && random.uniform() < 0.3 {
        p = p.number("l1", 0.1 * random.uniform()).number("l2", 0.1 * random.uniform());
    }
    (name, p)
}

/// Gradients of a game: silent at first, now and then, or always; against the player, steady or at random; of any size.
fn play(player: &mut Player, (l1, l2): (f64, f64), random: &mut SplitMix64) -> (f64, f64, Vec<f64>, usize) {
    let dim = 1 + below(random, 4);
    let rounds = one_of(random, &[0, 1, 2, 3, 5, 12, 40]);
    let (silent, kind) = (below(random, 5), below(random, 4));
    let quiet = 1 + below(random, 3);
    let (mut suffered, mut size, mut sums) = (0.0, 0.0, vec![0.0; dim]);
    for t in 0..rounds {
        let none = match silent {
            0 => t < quiet,
            1 => t % (quiet + 1) != 0,
            2 => t >= quiet,
            3 => random.uniform() < 0.2,
            _ => quiet == 1,
        };
        let mut buf = FeaturesBuf::new();
        for (i, sum) in sums.iter_mut().enumerate() {
            let w = player.at(i as u32);
            let cost = l1 * w.abs() + 0.5 * l2 * w * w;
            suffered += cost;
            if none || random.uniform() > 0.7 {
                continue;
            }
            let g = match kind {
                0 => random.signed() * any_size(random, 3.0),
                1 => random.uniform().copysign(w),
                2 => 1.0,
                _ => (if 2 * t < rounds { 1.0 } else { -1.0 }) * any_size(random, 1.0),
            };
            suffered += g * w;
            size += (g * w).abs() + cost;
            *sum += g;
            buf.push(i as u32, g);
        }
        player.learn(buf.finish().unwrap()).unwrap();
    }
    (suffered, size, sums, rounds)
}

/// min over the box of sum u + rounds (l1 |u| + l2/2 u^2).
fn least(sum: f64, rounds: f64, (l1, l2): (f64, f64), set: Interval) -> f64 {
    let (l1, l2) = (rounds * l1, rounds * l2);
    let value = |u: f64| sum * u + l1 * u.abs() + 0.5 * l2 * u * u;
    let free = if l2 > 0.0 { oracle::soft(-sum, l1) / l2 } else { 0.0 };
    [set.lo, set.hi, set.clip(0.0), set.clip(free)].map(value).into_iter().fold(f64::INFINITY, f64::min)
}

/// Invariant 8 for players: whatever is played, however short, silent, or badly tuned.
#[test]
fn regret_is_under_the_bound_whatever_the_gradients() {
    let mut random = SplitMix64::new(8);
    for game in 0..20_000 {
        let (name, p) = drawn_player(&mut random);
        let spec = checked(name, None, &p);
        let set = spec.spec().set.unwrap();
        let mut player = Player::new(&spec).unwrap();
        let penalty = penalty(name, &p);
        let (suffered, size, sums, rounds) = play(&mut player, penalty, &mut random);
        let best: f64 = sums.iter().map(|&sum| least(sum, rounds as f64, penalty, set)).sum();
        let regret = suffered - best;
        // A sum too large to be told is no bound.
        let Some(bound) = player.bound() else { continue };
        let rounding =
            1e-12 * (size + sums.iter().map(|s| (s * set.lo).abs().max((s * set.hi).abs())).sum::<f64>());
        assert!(
            regret <= bound + rounding,
            "game {game}: {name} {p:?}: regret {regret} over its bound {bound}"
        );
    }
}

/// A first label of 0, an example without features, one without weight: rounds without a gradient, or none, do not lose the price of the start.
#[test]
fn a_silent_start_is_paid_for() {
    let loss: Loss = "squared".parse().unwrap();
    for (name, p) in [
        ("ada-full", Parameters::new().number("delta", 1e4)),
        ("ada-fd", Parameters::new().number("delta", 1e4)),
        ("s-ada", Parameters::new().number("delta", 1e8)),
        ("fd-son", Parameters::new().number("alpha", 1e4).number("eta", 0.01)),
        ("rfd-son", Parameters::new().number("alpha", 1e4).number("eta", 0.01)),
    ] {
        let p = p.number("radius", 1.0);
        let starts =
            [(vec![1.0, 0.0, 0.0, 0.0], 0.0, 1.0), (vec![0.0; DIM], 1.0, 1.0), (vec![1.0; DIM], 1.0, 0.0)];
        let mut bounds = Vec::new();
        for (x, y, h) in starts {
            let mut learner = checked(name, Some(loss), &p).build();
            learn(learner.as_mut(), &Example { x, y, h });
            let mut suffered = 0.0;
            for _ in 0..100 {
                let margin =
                    learn(learner.as_mut(), &Example { x: vec![1.0, 0.0, 0.0, 0.0], y: 1.0, h: 1.0 });
                suffered += loss.value(margin, 1.0);
            }
            let bound = learner.bound().unwrap();
            assert!(suffered <= bound, "{name}: regret {suffered} over its bound {bound}");
            bounds.push(bound);
        }
        assert!(bounds.iter().all(|b| *b == bounds[0]), "{name}: {bounds:?}");
    }
}

/// Boxes by feature group, importance weights, examples without weight, without features and without a gradient.
#[test]
fn regret_is_under_the_bound_with_groups_weights_and_silence() {
    let mut random = SplitMix64::new(21);
    let losses: Vec<Loss> =
        ["squared", "absolute", "hinge", "logistic"].map(|text| text.parse().unwrap()).into();
    for game in 0..400 {
        let names =
            ["per-coord", "global", "ogd", "ada-diag", "ftrl", "strongly-convex", "variation", "optimistic"];
        let name = one_of(&mut random, &names);
        let loss = one_of(&mut random, &losses);
        let mut p = Parameters::new().interval("box", -1.0, 1.0);
        let narrow = one_of(&mut random, &[(-0.1, 0.2), (0.5, 4.0), (-1e-6, 0.0)]);
        let set = Interval { lo: narrow.0, hi: narrow.1 };
        p.groups.push(Group { name: "odd".into(), set: Some(set), l1: None, l2: None });
        match name {
            "ogd" => p = p.number("eta", any_size(&mut random, 8.0)),
            "ada-diag" => {
                p = p.number("eta", any_size(&mut random, 8.0)).number("delta", any_size(&mut random, 8.0))
            }
            "ftrl" => p = p.number("alpha", any_size(&mut random, 8.0)),
            _ => {}
        }
        let mut learner = checked(name, Some(loss), &p).build();
        let rounds = one_of(&mut random, &[0, 1, 2, 30]);
        let mut examples = streams::random(game, DIM, rounds, 0.7, stream::labels(loss));
        let mut suffered = 0.0;
        for example in &mut examples {
            example.h = one_of(&mut random, &[0.0, 0.25, 1.0, 1.0, 50.0]);
            if random.uniform() < 0.2 {
                example.x.fill(0.0);
            }
            if stream::labels(loss) == streams::Labels::Real && random.uniform() < 0.3 {
                example.y = 0.0;
            }
            let mut buf = FeaturesBuf::new();
            example.x.iter().enumerate().for_each(|(i, &v)| buf.push_grouped(i as u32, v, (i % 2) as u8));
            let margin = learner.learn(buf.finish().unwrap(), example.y, example.h).unwrap();
            suffered += example.h * loss.value(margin, example.y);
        }
        let played: Vec<Example> = examples.into_iter().filter(|e| e.h > 0.0).collect();
        let (lo, hi) = (0..DIM).map(|i| if i % 2 == 0 { (-1.0, 1.0) } else { narrow }).unzip();
        let best = oracle::comparator(twin_loss(loss), &played, &Terms::boxed(lo, hi));
        let Some(bound) = learner.bound() else { continue };
        let regret = suffered - best.lower;
        assert!(
            regret <= bound + 1e-9 * suffered.abs(),
            "game {game}: {name} {p:?} {loss}: regret {regret} over its bound {bound}"
        );
    }
}

/// The bound of Theorem 3 for scale 1 is exactly sum_i D_i sqrt(2 sum g^2), and never above Theorem 2's.
#[test]
fn the_reported_bounds_are_the_theorems() {
    let loss: Loss = "hinge".parse().unwrap();
    let examples = streams::random(2, DIM, ROUNDS, 1.0, streams::Labels::Binary);
    let p = Parameters::new().number("radius", 2.0);
    let (mut per_coord, mut global) =
        (checked("per-coord", Some(loss), &p).build(), checked("global", Some(loss), &p).build());
    let (mut squares, mut total) = ([0.0; DIM], 0.0);
    for example in &examples {
        let slope = |margin: f64| loss.slope(margin, example.y);
        let s = slope(learn(per_coord.as_mut(), example));
        example.x.iter().zip(&mut squares).for_each(|(x, sum)| *sum += s * s * x * x);
        let s = slope(learn(global.as_mut(), example));
        total += s * s * example.x.iter().map(|x| x * x).sum::<f64>();
    }
    let third: f64 = squares.iter().map(|sum| 4.0 * (2.0 * sum).sqrt()).sum();
    let second = 4.0 * (DIM as f64).sqrt() * (2.0 * total).sqrt();
    assert!((per_coord.bound().unwrap() - third).abs() < 1e-9 * third);
    assert!((global.bound().unwrap() - second).abs() < 1e-9 * second);
    let told = checked("global", Some(loss), &p.clone().number("features", 64.0));
    let (mut told, mut total) = (told.build(), 0.0);
    for example in &examples {
        let s = loss.slope(learn(told.as_mut(), example), example.y);
        total += s * s * example.x.iter().map(|x| x * x).sum::<f64>();
    }
    let known = 4.0 * 64f64.sqrt() * (2.0 * total).sqrt();
    assert!((told.bound().unwrap() - known).abs() < 1e-9 * known);
    let same_gradients = 4.0 * (DIM as f64).sqrt() * (2.0 * squares.iter().sum::<f64>()).sqrt();
    assert!(third <= same_gradients * (1.0 + 1e-12), "Cauchy and Schwarz");
}

fn regret_on_the_family(name: &str, p: &Parameters, t0: usize) -> f64 {
    let family = oracle::separating_family(t0, 1e-3);
    let mut player = Player::new(&checked(name, None, p)).unwrap();
    let mut loss = 0.0;
    for round in family.rounds() {
        // Only the round's own coordinate has a gradient: play sparsely.
        let (index, g) = match round {
            oracle::Round::Distance { eps } => {
                let w = player.at(0);
                loss += (w - eps).abs();
                (
                    0,
                    if w > eps {
                        1.0
                    } else if w < eps {
                        -1.0
                    } else {
                        0.0
                    },
                )
            }
            oracle::Round::Reward { coordinate } => {
                loss -= player.at(coordinate as u32);
                (coordinate as u32, -1.0)
            }
        };
        player.learn(Features::new(&[index], &[g]).unwrap()).unwrap();
    }
    loss - family.best().1
}

/// Least-squares slope of log regret over log T.
fn growth(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(t, r)| (libm::log(*t), libm::log(*r))).collect();
    let n = logs.len() as f64;
    let (mx, my) = (logs.iter().map(|p| p.0).sum::<f64>() / n, logs.iter().map(|p| p.1).sum::<f64>() / n);
    let over: f64 = logs.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum();
    over / logs.iter().map(|p| (p.0 - mx) * (p.0 - mx)).sum::<f64>()
}

/// Theorem 1: no global rate does better than T^(2/3) on the family where a rate per coordinate pays sqrt T.
#[test]
fn the_separating_family_separates() {
    let sizes = [1_000, 4_000, 16_000, 64_000, 256_000];
    let length = |t0: usize| oracle::separating_family(t0, 1e-3).rounds().count() as f64;
    let unit = || Parameters::new().interval("box", 0.0, 1.0);
    let per_coord: Vec<_> =
        sizes.iter().map(|&t0| (length(t0), regret_on_the_family("per-coord", &unit(), t0))).collect();
    let grid: Vec<f64> = (-24..=4).map(|k| libm::pow(2.0, f64::from(k) / 2.0)).collect();
    let best = |name: &'static str, make: &dyn Fn(f64) -> Parameters| -> Vec<(f64, f64)> {
        let least =
            |t0| grid.iter().map(|&c| regret_on_the_family(name, &make(c), t0)).fold(f64::INFINITY, f64::min);
        sizes.iter().map(|&t0| (length(t0), least(t0))).collect()
    };
    let global = best("global", &|c| unit().number("scale", c));
    let constant = best("ogd", &|c| unit().number("eta", c).word("rate", "constant"));
    let slopes = (growth(&per_coord), growth(&global), growth(&constant));
    println!(
        "log-log slopes: per-coord {:.3}, global {:.3}, constant rate {:.3}",
        slopes.0, slopes.1, slopes.2
    );
    assert!(slopes.0 <= 0.55, "per-coord grows as T^{}: {per_coord:?}", slopes.0);
    assert!(slopes.1 >= 0.6, "global, best scale, grows as T^{}: {global:?}", slopes.1);
    assert!(slopes.2 >= 0.6, "the best constant rate grows as T^{}: {constant:?}", slopes.2);
}

/// Strong convexity: with curvature known, regret grows as log T, not sqrt T.
#[test]
fn curvature_pays_log_t() {
    let regret = |rounds: usize| {
        let mut player =
            Player::new(&checked("strongly-convex", None, &Parameters::new().number("radius", 1.0))).unwrap();
        let mut random = SplitMix64::new(1);
        let draws: Vec<f64> = (0..rounds).map(|_| random.signed()).collect();
        let mut loss = 0.0;
        for x in &draws {
            let w = player.at(0);
            loss += 0.5 * (w - x) * (w - x);
            player.learn_curved(Features::new(&[0], &[w - x]).unwrap(), &[1.0]).unwrap();
        }
        let mean = draws.iter().sum::<f64>() / rounds as f64;
        let best: f64 = draws.iter().map(|x| 0.5 * (mean - x) * (mean - x)).sum();
        assert!(loss - best <= player.bound().unwrap());
        (loss - best, player.bound().unwrap())
    };
    let (short, long) = (regret(1_000), regret(1_000_000));
    // log grows by a factor 2 over these lengths, sqrt by 32.
    assert!(long.0 < 4.0 * short.0 && long.1 < 4.0 * short.1, "{short:?} {long:?}");
}

/// Variation: gradients that hardly vary cost hardly any regret, however large they are.
#[test]
fn steady_gradients_cost_by_their_variation() {
    let regret = |name: &str, rounds: usize, noise: f64| {
        let mut player = Player::new(&checked(name, None, &Parameters::new().number("radius", 1.0))).unwrap();
        let mut random = SplitMix64::new(6);
        let (mut loss, mut sum) = (0.0, 0.0);
        for _ in 0..rounds {
            let g = 1.0 + noise * random.signed();
            loss += g * player.at(0);
            sum += g;
            player.learn(Features::new(&[0], &[g]).unwrap()).unwrap();
        }
        (loss + sum.abs(), player.bound().unwrap())
    };
    for name in ["variation", "optimistic"] {
        let (short, long) = (regret(name, 1_000, 0.0), regret(name, 100_000, 0.0));
        assert!(long.0 <= short.0 + 1e-6 && long.1 <= short.1 + 1e-6, "{name}: {short:?} {long:?}");
        let (short, long) = (regret(name, 10_000, 1e-3), regret(name, 1_000_000, 1e-3));
        assert!(long.1 <= 12.0 * short.1, "{name} with little noise: {short:?} {long:?}");
    }
}

/// Drift: on a noisy stream that changes once, flh adds far less to the unavoidable loss after the change than its base alone.
#[test]
fn flh_follows_a_change() {
    let added_after_the_change = |name: &str| {
        let loss: Loss = "squared".parse().unwrap();
        let p = if name == "flh" { Parameters::new().word("base", "per-coord") } else { Parameters::new() };
        let mut learner = checked(name, Some(loss), &p).build();
        let mut random = SplitMix64::new(1);
        let mut added = 0.0;
        for t in 0..22_000 {
            let mean = if t < 20_000 { 0.8 } else { -0.8 };
            let y = mean + random.signed();
            let margin = learn(learner.as_mut(), &Example { x: vec![1.0], y, h: 1.0 });
            added += if t >= 20_000 { loss.value(margin, y) - loss.value(mean, y) } else { 0.0 };
        }
        added
    };
    let (base, flh) = (added_after_the_change("per-coord"), added_after_the_change("flh"));
    println!("added loss after the change: base {base:.1}, flh {flh:.1}");
    assert!(flh < 0.7 * base, "flh {flh}, base {base}");
}
