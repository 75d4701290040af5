//! Figure 1 of "Efficient Adaptive Online Learning via Frequent Directions" (Wan, Wei and Zhang 2018): regret and running time on synthetic regression.
//!
//! Run with `cargo run --release -p noregret --example adafd_figure1 [-- FIGURE.svg [ROUNDS [SLOW_ROUNDS]]]`. As in the paper: absolute loss, T = 10,000 rounds of
//! d = 500 features, normal with mean 1 in every coordinate and a covariance of eigenvalues 100 j^-2 in a random orthonormal basis; labels are
//! true weights' products, the weights of length 1; tau = 10; eta and delta the best of 1e-4, 1e-3, ..., 100 each. Labels have no noise, so the true weights
//! lose nothing: they are the best fixed point, exactly, and regret is the cumulative loss.
//!
//! Methods with random projections are means of 5 seeds. `ada-full` and `ada-lr` are slow: their parameters are searched on the first 300 rounds, the best four of them on the first 800, and they run for
//! SLOW_ROUNDS (2,000) only; `ons` is searched on the first 2,000. All others are searched on the whole stream.

use faer::{Mat, Par};
use noregret::{Features, Parameters, algorithms};
use oracle::streams::SplitMix64;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::time::Instant;

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

const DIM: usize = 500;
const TAU: f64 = 10.0;
/// Where slow methods are searched: all of the grid, and the best few of it.
const PREFIX: usize = 300;
const FINAL: usize = 800;
const FINALISTS: usize = 4;
/// Where `ons` is searched, and where all methods are compared.
const MIDDLE: usize = 2000;
const SEEDS: u64 = 5;
/// Points of a curve.
const POINTS: usize = 100;

/// Examples row by row, and their labels.
struct Stream {
    x: Mat<f64>,
    y: Vec<f64>,
}

fn normal(random: &mut SplitMix64) -> f64 {
    // Box and Muller.
    let (u, v) = (1.0 - random.uniform(), random.uniform());
    (-2.0 * libm::log(u)).sqrt() * libm::cos(std::f64::consts::TAU * v)
}

fn stream(rounds: usize, seed: u64) -> Stream {
    let mut random = SplitMix64::new(seed);
    let gaussian = Mat::from_fn(DIM, DIM, |_, _| normal(&mut random));
    let axes = gaussian.qr().compute_Q();
    let truth: Vec<f64> = (0..DIM).map(|_| normal(&mut random)).collect();
    let length = truth.iter().map(|w| w * w).sum::<f64>().sqrt();
    // Standard deviations 10/j.
    let mut along = Mat::<f64>::zeros(DIM, rounds);
    for t in 0..rounds {
        for j in 0..DIM {
            along[(j, t)] = 10.0 / (j + 1) as f64 * normal(&mut random);
        }
    }
    let mut x = Mat::from_fn(DIM, rounds, |_, _| 1.0);
    faer::linalg::matmul::matmul(x.as_mut(), faer::Accum::Add, &axes, &along, 1.0, Par::Seq);
    let y = (0..rounds).map(|t| (0..DIM).map(|i| x[(i, t)] * truth[i] / length).sum()).collect();
    Stream { x, y }
}

/// How long a method can be searched, and run.
#[derive(Clone, Copy, PartialEq)]
enum Speed {
    Fast,
    Middle,
    Slow,
}

struct Method {
    name: &'static str,
    /// The name of what stands beside eta.
    delta: &'static str,
    /// cmd or pds; nothing where there is no choice.
    method: Option<&'static str>,
    tau: bool,
    seeds: u64,
    speed: Speed,
}

impl Method {
    fn title(&self) -> String {
        self.method.map_or(self.name.to_owned(), |method| format!("{} {method}", self.name))
    }

    fn pds(&self) -> bool {
        self.method == Some("pds")
    }
}

const fn method(name: &'static str, method: Option<&'static str>, speed: Speed) -> Method {
    Method { name, delta: "delta", method, tau: true, seeds: 1, speed }
}

const METHODS: [Method; 14] = [
    Method { tau: false, ..method("ada-full", Some("cmd"), Speed::Slow) },
    method("ada-fd", Some("cmd"), Speed::Fast),
    Method { tau: false, ..method("ada-diag", Some("cmd"), Speed::Fast) },
    method("s-ada", Some("cmd"), Speed::Fast),
    Method { seeds: SEEDS, ..method("radagrad", None, Speed::Fast) },
    method("ada-lr", None, Speed::Slow),
    Method { seeds: SEEDS, ..method("ada-dp", None, Speed::Fast) },
    Method { delta: "alpha", tau: false, ..method("ons", None, Speed::Middle) },
    Method { delta: "alpha", ..method("fd-son", Some("cmd"), Speed::Fast) },
    Method { delta: "alpha", ..method("rfd-son", Some("cmd"), Speed::Fast) },
    Method { tau: false, ..method("ada-full", Some("pds"), Speed::Slow) },
    method("ada-fd", Some("pds"), Speed::Fast),
    Method { tau: false, ..method("ada-diag", Some("pds"), Speed::Fast) },
    method("s-ada", Some("pds"), Speed::Fast),
];

/// Cumulative losses after every round, and seconds a round.
struct Run {
    losses: Vec<f64>,
    seconds: f64,
}

/// `None` if the arithmetic overflowed, or the loss passed `limit`.
fn run(
    method: &Method,
    (eta, delta): (f64, f64),
    seed: u64,
    stream: &Stream,
    rounds: usize,
    limit: f64,
) -> Answer<Option<Run>> {
    let mut parameters = Parameters::new().number("eta", eta).number(method.delta, delta);
    if let Some(word) = method.method {
        parameters = parameters.word("method", word);
    }
    if method.tau {
        parameters = parameters.number("tau", TAU);
    }
    if method.seeds > 1 {
        parameters = parameters.number("seed", seed as f64);
    }
    let spec = algorithms::find(method.name)?.spec(Some("absolute".parse()?), &parameters)?;
    let mut learner = spec.check()?.build();
    let indices: Vec<u32> = (0..DIM as u32).collect();
    let (mut total, mut losses) = (0.0, Vec::with_capacity(rounds));
    // The fastest tenth of the second half: when the sketch is full and nothing else disturbs.
    let tenth = (rounds / 10).max(1);
    let (mut seconds, mut start) = (f64::INFINITY, Instant::now());
    for t in 0..rounds {
        let x = stream.x.col(t).try_as_col_major().ok_or("a column lies in one piece")?;
        let Ok(margin) = learner.learn(Features::new(&indices, x.as_slice())?, stream.y[t], 1.0) else {
            return Ok(None);
        };
        total += (margin - stream.y[t]).abs();
        if total.is_nan() || total > limit {
            return Ok(None);
        }
        losses.push(total);
        if (t + 1) % tenth == 0 {
            if 2 * t >= rounds {
                seconds = seconds.min(start.elapsed().as_secs_f64() / tenth as f64);
            }
            start = Instant::now();
        }
    }
    Ok(Some(Run { losses, seconds }))
}

/// The best eta and delta of the grid over the first rounds: the best few of `first` are compared over `rounds`.
fn search(method: &Method, stream: &Stream, first: usize, rounds: usize) -> Answer<(f64, f64)> {
    let grid = [1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0];
    let mut ranked: Vec<(f64, (f64, f64))> = Vec::new();
    for eta in grid {
        for delta in grid {
            // Beyond the last of those kept so far a run cannot win.
            let limit = ranked.get(FINALISTS - 1).map_or(f64::INFINITY, |last| last.0);
            if let Some(run) = run(method, (eta, delta), 0, stream, first, limit)? {
                ranked.push((run.losses[first - 1], (eta, delta)));
                ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            }
        }
    }
    let (_, mut best) = *ranked.first().ok_or("every run overflows")?;
    if rounds > first {
        let mut least = f64::INFINITY;
        for &(_, both) in ranked.iter().take(FINALISTS) {
            if let Some(run) = run(method, both, 0, stream, rounds, least)? {
                (least, best) = (run.losses[rounds - 1], both);
            }
        }
    }
    Ok(best)
}

struct Outcome {
    title: String,
    pds: bool,
    best: (f64, f64),
    searched: usize,
    losses: Vec<f64>,
    seconds: f64,
}

fn measure(method: &Method, stream: &Stream, slow: usize) -> Answer<Outcome> {
    let all = stream.y.len();
    let (first, searched, rounds) = match method.speed {
        Speed::Fast => (all, all, all),
        Speed::Middle => (MIDDLE.min(all), MIDDLE.min(all), all),
        Speed::Slow => (PREFIX.min(all), FINAL.min(slow).min(all), slow.min(all)),
    };
    let best = search(method, stream, first, searched)?;
    let (mut losses, mut seconds) = (vec![0.0; rounds], f64::INFINITY);
    for seed in 0..method.seeds {
        let run = run(method, best, seed, stream, rounds, f64::INFINITY)?.ok_or("the best run overflows")?;
        losses.iter_mut().zip(&run.losses).for_each(|(sum, loss)| *sum += loss / method.seeds as f64);
        seconds = seconds.min(run.seconds);
    }
    Ok(Outcome { title: method.title(), pds: method.pds(), best, searched, losses, seconds })
}

/// Colours that are told apart by colour-blind eyes too (Okabe and Ito), and greys.
const COLOURS: [&str; 10] = [
    "#000000", "#d55e00", "#0072b2", "#e69f00", "#009e73", "#999999", "#cc79a7", "#56b4e9", "#8a6d00",
    "#7b3294",
];

const TOP: f64 = 40.0;
const HEIGHT: f64 = 260.0;
const WIDTH: f64 = 300.0;

fn end(result: &Outcome) -> f64 {
    result.losses[result.losses.len() - 1]
}

fn panel(out: &mut String, left: f64, title: &str, results: &[&Outcome], rounds: usize) {
    const TICK: f64 = 200.0;
    let lines = (results.iter().map(|r| end(r)).fold(1.0, f64::max) / TICK).ceil();
    let base = TOP + HEIGHT;
    let y = |loss: f64| base - HEIGHT * loss / (lines * TICK);
    let _ = writeln!(out, r#"<text x="{left}" y="24" font-size="14">{title}</text>"#);
    for line in 0..=lines as u32 {
        let value = TICK * f64::from(line);
        let _ = writeln!(
            out,
            r##"<path d="M{left} {0:.1}h{WIDTH}" stroke="#dddddd"/><text x="{1}" y="{2:.1}" text-anchor="end">{value}</text>"##,
            y(value),
            left - 5.0,
            y(value) + 4.0
        );
    }
    for share in [0.0, 0.5, 1.0] {
        let _ = writeln!(
            out,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            left + WIDTH * share,
            base + 16.0,
            (rounds as f64 * share) as usize
        );
    }
    // Names beside the curves' ends, the highest first, apart from each other; those of short runs below.
    let mut order: Vec<&Outcome> = results.to_vec();
    order.sort_by(|a, b| {
        (b.losses.len(), end(b)).partial_cmp(&(a.losses.len(), end(a))).unwrap_or(Ordering::Equal)
    });
    let mut lowest = TOP - 12.0;
    for result in order {
        let colour = colour(&result.title);
        let step = (rounds / POINTS).max(1);
        let mut path = String::new();
        for t in (step - 1..result.losses.len()).step_by(step) {
            let x = left + WIDTH * (t + 1) as f64 / rounds as f64;
            let _ =
                write!(path, "{}{x:.1} {:.1}", if path.is_empty() { "M" } else { "L" }, y(result.losses[t]));
        }
        let _ = writeln!(out, r#"<path d="{path}" stroke="{colour}" stroke-width="1.5" fill="none"/>"#);
        lowest = (y(end(result)) + 4.0).max(lowest + 12.0);
        let name = result.title.trim_end_matches(" cmd").trim_end_matches(" pds");
        let short = if result.losses.len() < rounds { " (short run)" } else { "" };
        let _ = writeln!(
            out,
            r#"<text x="{:.1}" y="{lowest:.1}" fill="{colour}">{name}{short}</text>"#,
            left + WIDTH + 5.0
        );
    }
    let _ = writeln!(
        out,
        r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">rounds</text>"#,
        left + WIDTH / 2.0,
        base + 32.0
    );
}

/// A method has one colour under cmd and pds.
fn colour(title: &str) -> &'static str {
    let name = title.split(' ').next().unwrap_or(title);
    let place = METHODS.iter().position(|method| method.name == name).unwrap_or(0);
    COLOURS[place % COLOURS.len()]
}

fn times(out: &mut String, left: f64, results: &[Outcome]) {
    let base = TOP + HEIGHT;
    let _ = writeln!(out, r#"<text x="{left}" y="24" font-size="14">microseconds a round</text>"#);
    let (low, high) = (0.0, 5.0);
    let x =
        |seconds: f64| left + 80.0 + 200.0 * ((libm::log10(seconds * 1e6) - low) / (high - low)).max(0.01);
    for power in 0..=5 {
        let at = x(libm::pow(10.0, f64::from(power)) * 1e-6);
        let label = ["1", "10", "100", "1e3", "1e4", "1e5"][power as usize];
        let _ = writeln!(
            out,
            r##"<path d="M{at:.1} {TOP}v{HEIGHT}" stroke="#dddddd"/><text x="{at:.1}" y="{:.1}" text-anchor="middle">{label}</text>"##,
            base + 16.0
        );
    }
    let pitch = HEIGHT / results.len() as f64;
    for (place, result) in results.iter().enumerate() {
        let y = TOP + pitch * place as f64;
        let _ = writeln!(
            out,
            r#"<rect x="{0:.1}" y="{1:.1}" width="{2:.1}" height="{3:.1}" fill="{4}"/><text x="{5:.1}" y="{6:.1}" text-anchor="end">{7}</text>"#,
            left + 80.0,
            y + 2.0,
            x(result.seconds) - left - 80.0,
            pitch - 4.0,
            colour(&result.title),
            left + 75.0,
            y + pitch / 2.0 + 4.0,
            result.title
        );
    }
}

fn draw(results: &[Outcome], rounds: usize) -> String {
    let width = 3.0 * (WIDTH + 130.0) + 20.0;
    let height = TOP + HEIGHT + 44.0;
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>"#
    );
    out.push('\n');
    let of = |pds: bool| results.iter().filter(|r| r.pds == pds).collect::<Vec<_>>();
    panel(&mut out, 50.0, "regret, primal-dual (pds)", &of(true), rounds);
    panel(&mut out, 50.0 + WIDTH + 130.0, "regret, mirror descent (cmd)", &of(false), rounds);
    times(&mut out, 55.0 + 2.0 * (WIDTH + 130.0), results);
    out.push_str("</svg>\n");
    out
}

fn main() -> Answer<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let figure = words.first().map_or("adafd_figure1.svg", String::as_str);
    let number = |place: usize, default: usize| words.get(place).map_or(Ok(default), |word| word.parse());
    let (rounds, slow) = (number(1, 10_000)?, number(2, MIDDLE)?);
    let stream = stream(rounds, 1);
    let shown: Vec<usize> = [500, MIDDLE, 5000, 10_000].into_iter().filter(|t| *t <= rounds).collect();
    let head: String = shown.iter().map(|t| format!("{:>10}", format!("T={t}"))).collect();
    println!("regret; the comparator, the true weights, loses exactly 0");
    println!("{:<14}{:>8}{:>8}{:>10}{head}{:>12}", "", "eta", "delta", "searched", "us a round");
    let mut results = Vec::new();
    for method in &METHODS {
        let result = measure(method, &stream, slow)?;
        let figures: String = shown
            .iter()
            .map(|t| result.losses.get(t - 1).map_or(format!("{:>10}", "-"), |loss| format!("{loss:>10.1}")))
            .collect();
        println!(
            "{:<14}{:>8}{:>8}{:>10}{figures}{:>12.1}",
            result.title,
            result.best.0,
            result.best.1,
            result.searched,
            result.seconds * 1e6
        );
        results.push(result);
    }
    let last = |title: &str, t: usize| {
        results
            .iter()
            .find(|r| r.title == title)
            .and_then(|r| r.losses.get(t - 1))
            .copied()
            .unwrap_or(f64::NAN)
    };
    for (t, others) in [(MIDDLE.min(rounds), vec!["ada-diag", "ada-full"]), (rounds, vec!["ada-diag"])] {
        for other in others {
            let ratio =
                |method: &str| last(&format!("ada-fd {method}"), t) / last(&format!("{other} {method}"), t);
            println!(
                "T = {t}: ada-fd has {:.2} (cmd), {:.2} (pds) of the regret of {other}",
                ratio("cmd"),
                ratio("pds")
            );
        }
    }
    std::fs::write(figure, draw(&results, rounds))?;
    println!("wrote {figure}");
    Ok(())
}
