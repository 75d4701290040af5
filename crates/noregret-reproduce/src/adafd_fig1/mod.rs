//! Figure 1 of "Efficient Adaptive Online Learning via Frequent Directions" (Wan, Wei and Zhang 2018): regret and running time on synthetic regression.
//!
//! As in the paper: absolute loss, T = 10,000 rounds of d = 500 features (`stream`), tau = 10, eta and delta the best of 1e-4, 1e-3, ..., 100 each. Methods with random projections are means of 5 seeds.
//! `ada-full` and `ada-lr` are slow, a decomposition of a 500 x 500 matrix a round: their grid is searched on a short prefix, its best few on a longer one, and they run for 2,000 rounds only.

mod method;
mod stream;

use crate::error::{Answer, ReproduceError};
use crate::findings::{Cell, Figure, Findings, Series, Shape, Table};
use crate::setting::Setting;
use crate::statistics::even;
use method::{METHODS, Method, Speed, run as play};
use stream::Stream;

/// How much is searched and run.
#[derive(Clone, Copy)]
struct Budget {
    dim: usize,
    rounds: usize,
    /// Where slow methods are searched: all of the grid, and the best few of it; and how long they run.
    prefix: usize,
    last: usize,
    slow: usize,
    seeds: u64,
    grid: &'static [f64],
}

const FULL: Budget = Budget {
    dim: 500,
    rounds: 10_000,
    prefix: 150,
    last: 1000,
    slow: 2000,
    seeds: 5,
    grid: &[1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0],
};

const QUICK: Budget = Budget {
    dim: 20,
    rounds: 200,
    prefix: 50,
    last: 100,
    slow: 100,
    seeds: 2,
    grid: &[1e-2, 1e-1, 1.0, 10.0],
};

/// How many of the grid are searched further.
const FINALISTS: usize = 4;

impl Budget {
    /// First and last search, and the run.
    fn of(&self, speed: Speed) -> (usize, usize, usize) {
        match speed {
            Speed::Fast => (self.rounds, self.rounds, self.rounds),
            Speed::Middle => (self.slow, self.slow, self.rounds),
            Speed::Slow => (self.prefix, self.last, self.slow),
        }
    }
}

/// The best eta and delta of the grid: the best few over `first` rounds are compared over `last`.
fn search(
    method: &Method,
    stream: &Stream,
    grid: &[f64],
    (first, last): (usize, usize),
) -> Answer<(f64, f64)> {
    let mut ranked: Vec<(f64, (f64, f64))> = Vec::new();
    for &eta in grid {
        for &delta in grid {
            // Beyond the last of those kept so far a run cannot win.
            let limit = ranked.get(FINALISTS - 1).map_or(f64::INFINITY, |last| last.0);
            if let Some(run) = play(method, (eta, delta), 0, stream, first, limit)? {
                ranked.push((run.losses[first - 1], (eta, delta)));
                ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            }
        }
    }
    let none = || ReproduceError::Nothing(format!("every setting of {} overflows", method.name));
    let (_, mut best) = *ranked.first().ok_or_else(none)?;
    if last > first {
        let mut least = f64::INFINITY;
        for &(_, both) in ranked.iter().take(FINALISTS) {
            if let Some(run) = play(method, both, 0, stream, last, least)? {
                (least, best) = (run.losses[last - 1], both);
            }
        }
    }
    Ok(best)
}

struct Outcome {
    best: (f64, f64),
    searched: usize,
    losses: Vec<f64>,
    seconds: f64,
}

fn measure(method: &Method, stream: &Stream, budget: &Budget) -> Answer<Outcome> {
    let (first, last, rounds) = budget.of(method.speed);
    let best = search(method, stream, budget.grid, (first, last))?;
    let (mut losses, mut seconds) = (vec![0.0; rounds], f64::INFINITY);
    let seeds = if method.random { budget.seeds } else { 1 };
    for seed in 0..seeds {
        let overflow = || ReproduceError::Nothing(format!("the best setting of {} overflows", method.name));
        let run = play(method, best, seed, stream, rounds, f64::INFINITY)?.ok_or_else(overflow)?;
        losses.iter_mut().zip(&run.losses).for_each(|(sum, loss)| *sum += loss / seeds as f64);
        seconds = seconds.min(run.seconds);
    }
    Ok(Outcome { best, searched: last, losses, seconds })
}

fn figure(pds: bool, results: &[(&Method, Outcome)], rounds: usize) -> Figure {
    let short = if pds { "pds" } else { "cmd" };
    let long = if pds { "primal-dual subgradient (pds)" } else { "composite mirror descent (cmd)" };
    let series = results.iter().filter(|(method, _)| method.pds() == pds).map(|(method, outcome)| {
        let at = even(rounds, 100).into_iter().filter(|&t| t <= outcome.losses.len());
        Series {
            name: method.name.to_owned(),
            points: at.map(|t| (t as f64, outcome.losses[t - 1])).collect(),
        }
    });
    Figure {
        name: format!("adafd-fig1-{short}"),
        title: format!("Regret, {long}"),
        x: "rounds".to_owned(),
        y: "regret".to_owned(),
        shape: Shape::Lines,
        series: series.collect(),
    }
}

fn times(results: &[(&Method, Outcome)]) -> Figure {
    let cmd = || results.iter().filter(|(method, _)| !method.pds());
    let points = cmd().enumerate().map(|(k, (_, outcome))| (k as f64, outcome.seconds * 1e6)).collect();
    Figure {
        name: "adafd-fig1-time".to_owned(),
        title: "Microseconds a round (cmd)".to_owned(),
        x: String::new(),
        y: "microseconds".to_owned(),
        shape: Shape::LogBars(cmd().map(|(method, _)| method.name.to_owned()).collect()),
        series: vec![Series { name: "time".to_owned(), points }],
    }
}

/// What the paper claims, held against ours: (method, others, whether cmd or pds).
const CLAIMS: [(&str, &[&str], bool); 2] = [
    ("cmd", &["ada-full", "ada-diag", "radagrad", "fd-son"], false),
    ("pds", &["ada-full", "ada-diag"], true),
];

fn claims(results: &[(&Method, Outcome)], findings: &mut Findings) {
    for (word, others, pds) in CLAIMS {
        let of = |name: &str| {
            results
                .iter()
                .find(|(m, _)| m.name == name && (m.pds() == pds))
                .map(|(_, outcome)| &outcome.losses)
        };
        let Some(own) = of("ada-fd") else { continue };
        let ratios = others.iter().filter_map(|other| {
            let losses = of(other)?;
            let t = losses.len().min(own.len());
            Some(format!("{:.2} of {other}'s (T = {t})", own[t - 1] / losses[t - 1]))
        });
        findings.remark(format!("{word}: ada-fd has {} regret.", ratios.collect::<Vec<_>>().join(", ")));
    }
}

/// Runs it.
pub(crate) fn run(setting: &Setting<'_>) -> Answer<Findings> {
    let budget = setting.either(FULL, QUICK);
    let stream = Stream::new(budget.dim, budget.rounds, 1);
    let outcomes = setting.each(&METHODS, |method| {
        setting.at(&method.title())?;
        measure(method, &stream, &budget)
    })?;
    let mut results: Vec<(&Method, Outcome)> = METHODS.iter().zip(outcomes).collect();
    // For reading: cmd before pds, the paper's own first.
    let rank = |method: &Method| {
        let order = ["ada-fd", "ada-full", "ada-diag", "radagrad", "fd-son"];
        (method.pds(), order.iter().position(|name| *name == method.name).unwrap_or(order.len()))
    };
    results.sort_by_key(|(method, _)| rank(method));
    let shown: &[usize] = setting.either(&[500, 2000, 5000, 10_000], &[100, 200]);
    let heads: Vec<String> = shown.iter().map(|t| format!("T = {t}")).collect();
    let mut columns = vec!["", "eta", "delta", "searched on"];
    columns.extend(heads.iter().map(String::as_str));
    columns.push("µs a round");
    let mut table = Table::new("Regret", &columns);
    for (method, outcome) in &results {
        let mut row = vec![
            Cell::text(method.title()),
            Cell::text(outcome.best.0.to_string()),
            Cell::text(outcome.best.1.to_string()),
            Cell::number(outcome.searched as f64, 0),
        ];
        row.extend(
            shown
                .iter()
                .map(|t| outcome.losses.get(t - 1).map_or(Cell::Empty, |loss| Cell::number(*loss, 1))),
        );
        row.push(Cell::number(outcome.seconds * 1e6, 1));
        table.rows.push(row);
    }
    let mut findings = Findings::default();
    findings.tables.push(table);
    findings.figures =
        vec![figure(true, &results, budget.rounds), figure(false, &results, budget.rounds), times(&results)];
    claims(&results, &mut findings);
    findings.remark("The paper gives curves, no numbers; it says that ada-fd outperforms ada-diag under both methods, radagrad and fd-son under cmd, is close to ada-full and much faster than it. Methods the paper has not (ada-lr, ada-dp, ons, rfd-son, s-ada) are added.");
    findings.remark(format!("d = {}, tau = 10; eta and delta the best of {} values each. ada-full and ada-lr: the grid on the first {} rounds, its best {FINALISTS} on {}, {} rounds run; ons searched on {}. Times were taken while other threads worked.", budget.dim, budget.grid.len(), budget.prefix, budget.last, budget.slow, budget.slow));
    Ok(findings)
}
