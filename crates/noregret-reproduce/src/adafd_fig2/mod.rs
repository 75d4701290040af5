//! Figures 2 and 3 of "Efficient Adaptive Online Learning via Frequent Directions" (Wan, Wei and Zhang 2018): online classification of dense data.
//!
//! As in the paper: squared hinge, one pass, 5 permutations of the training data, online mistakes and accuracy on the test data; eta and delta the best of 2e-4, 2e-3, ..., 20 each, by
//! mistakes on the first rounds of the first permutation. Gisette and Epsilon if the folder has them, else what `sets` says.

mod method;
mod scaling;
mod sets;

use crate::error::Answer;
use crate::findings::{Cell, Figure, Findings, Series, Shape, Table};
use crate::random::order;
use crate::setting::Setting;
use crate::statistics::{even, spread};
use method::{METHODS, Method, Task, pass};
use sets::Set;
use std::time::Instant;

/// Points of a curve.
const LOOKS: usize = 12;

/// What a method came to: for every permutation that it came through, mistakes and accuracy in percent at every look.
struct Outcome {
    /// None where every setting overflows.
    best: Option<(f64, f64)>,
    mistakes: Vec<Vec<f64>>,
    accuracy: Vec<Vec<f64>>,
    seconds: f64,
}

/// How many permutations of the training rows are run.
fn permutations(setting: &Setting<'_>) -> usize {
    setting.either(5, 2)
}

fn last(runs: &[Vec<f64>]) -> (f64, f64) {
    spread(&runs.iter().filter_map(|run| run.last().copied()).collect::<Vec<_>>())
}

/// The means of the runs at every look.
fn means(runs: &[Vec<f64>], looks: &[usize]) -> Vec<(f64, f64)> {
    let mean = |k: usize| runs.iter().map(|run| run[k]).sum::<f64>() / runs.len() as f64;
    looks.iter().enumerate().map(|(k, &t)| (t as f64, mean(k))).collect()
}

fn measure(method: &Method, set: &Set, setting: &Setting<'_>) -> Answer<Outcome> {
    let grid: &[f64] = setting.either(&[2e-4, 2e-3, 2e-2, 2e-1, 2.0, 20.0], &[2e-2, 2e-1, 2.0]);
    let rows = set.data.train.len();
    let orders: Vec<Vec<usize>> =
        (0..permutations(setting)).map(|seed| order(rows, 100 + seed as u64)).collect();
    let searched = rows.min(setting.either(3000, 100));
    let task =
        |order, looks| Task { train: &set.data.train, order, test: &set.data.test, looks, tau: set.tau };
    let (mut best, mut least) = (None, usize::MAX);
    for &eta in grid {
        for &delta in grid {
            // Ties go to the first, the smaller rate. Nothing is looked at but the mistakes, at the end.
            let mut search = task(&orders[0][..searched], std::slice::from_ref(&searched));
            search.test = &[];
            if let Some(found) = pass(method, (eta, delta), &search, least.saturating_sub(1))? {
                (best, least) = (Some((eta, delta)), found.mistakes[0]);
            }
        }
    }
    let looks = even(rows, LOOKS);
    let mut outcome = Outcome { best, mistakes: Vec::new(), accuracy: Vec::new(), seconds: f64::INFINITY };
    let Some(rates) = best else { return Ok(outcome) };
    for order in &orders {
        let start = Instant::now();
        let run = pass(method, rates, &task(order, &looks), usize::MAX)?;
        let Some(run) = run else { continue };
        let seen = (rows + set.data.test.len() * looks.len()) as f64;
        outcome.seconds = outcome.seconds.min(start.elapsed().as_secs_f64() / seen);
        let share = |(wrong, t): (&usize, &usize)| 100.0 * *wrong as f64 / *t as f64;
        outcome.mistakes.push(run.mistakes.iter().zip(&looks).map(share).collect());
        outcome.accuracy.push(run.accuracy.iter().map(|a| 100.0 * a).collect());
    }
    Ok(outcome)
}

/// What is to be said of runs that are missing, of so many.
fn lost(outcome: &Outcome, wanted: usize) -> Option<String> {
    match (outcome.best, wanted - outcome.mistakes.len()) {
        (None, _) => {
            Some("every pair of eta and delta overflows, so that no permutation was run.".to_owned())
        }
        (Some(_), 0) => None,
        (Some(_), lost) => Some(format!("{lost} of {wanted} permutations overflow and are left out.")),
    }
}

fn figures(set: &Set, results: &[Outcome]) -> [Figure; 2] {
    let looks = even(set.data.train.len(), LOOKS);
    let draw = |what: &str, y: &str, pick: &dyn Fn(&Outcome) -> &Vec<Vec<f64>>| Figure {
        name: format!("adafd-fig2-{}-{what}", set.name),
        title: format!("{}: {y}", set.name),
        x: "rounds".to_owned(),
        y: y.to_owned(),
        shape: Shape::Lines,
        series: METHODS
            .iter()
            .zip(results)
            .filter(|(_, outcome)| !outcome.mistakes.is_empty())
            .map(|(method, outcome)| Series { name: method.title(), points: means(pick(outcome), &looks) })
            .collect(),
    };
    [
        draw("mistakes", "online mistakes so far, %", &|o| &o.mistakes),
        draw("accuracy", "test accuracy, %", &|o| &o.accuracy),
    ]
}

/// Who is best under cmd and under pds.
fn best(set: &Set, results: &[Outcome], word: &str, findings: &mut Findings) {
    let ran = |outcome: &Outcome| !outcome.mistakes.is_empty();
    let part =
        || METHODS.iter().zip(results).filter(|(method, outcome)| method.method == word && ran(outcome));
    let fewest = part().min_by(|a, b| last(&a.1.mistakes).0.total_cmp(&last(&b.1.mistakes).0));
    let rightest = part().max_by(|a, b| last(&a.1.accuracy).0.total_cmp(&last(&b.1.accuracy).0));
    if let (Some(fewest), Some(rightest)) = (fewest, rightest) {
        let (few, right) = (fewest.0.name, rightest.0.name);
        findings
            .remark(format!("{}, {word}: fewest mistakes {few}, best on the test data {right}.", set.name));
    }
}

/// Runs it.
pub(crate) fn run(setting: &Setting<'_>) -> Answer<Findings> {
    let mut findings = Findings::default();
    let sets = sets::read(setting, &mut |text| findings.stand_in(text))?;
    for set in &sets {
        setting.at(&set.name)?;
        let results = setting.each(&METHODS, |method| measure(method, set, setting))?;
        let (rows, tests) = (set.data.train.len(), set.data.test.len());
        let entries = set.data.train.iter().map(|x| x.indices.len()).sum::<usize>() / rows.max(1);
        let title = format!(
            "{}: {rows} training and {tests} test rows of {entries} entries, tau = {}",
            set.name, set.tau
        );
        let columns = ["", "eta", "delta", "online mistakes, %", "test accuracy, %", "µs a round"];
        let mut table = Table::new(title, &columns);
        for (method, outcome) in METHODS.iter().zip(&results) {
            let ran = outcome.mistakes.len();
            if let Some(lost) = lost(outcome, permutations(setting)) {
                findings.remark(format!("{}, {}: {lost}", set.name, method.title()));
            }
            let Some((eta, delta)) = outcome.best.filter(|_| ran > 0) else {
                let none = || Cell::text("overflows".to_owned());
                table.rows.push(vec![Cell::text(method.title()), none(), none(), none(), none(), none()]);
                continue;
            };
            table.rows.push(vec![
                Cell::text(method.title()),
                Cell::text(eta.to_string()),
                Cell::text(delta.to_string()),
                Cell::spread(last(&outcome.mistakes), 2),
                Cell::spread(last(&outcome.accuracy), 2),
                Cell::number(outcome.seconds * 1e6, 1),
            ]);
        }
        findings.tables.push(table);
        findings.figures.extend(figures(set, &results));
        best(set, &results, "cmd", &mut findings);
        best(set, &results, "pds", &mut findings);
    }
    if sets.iter().any(|set| set.name.ends_with("-range")) {
        findings.remark("Scaled to [-1, 1], as the paper's gisette_scale is, features are dense and have a large common mean: it is the top direction of the gradients, which a sketch sees and a diagonal cannot. Centred, that direction is gone, and most of the advantage with it.".to_owned());
    }
    findings.remark(format!("The mean of {} permutations ± their standard deviation; eta and delta searched on the first {} rounds of the first. The paper gives curves, no numbers; it says that ada-fd outperforms ada-diag, radagrad and fd-son on Gisette and Epsilon.", permutations(setting), setting.either(3000, 100)));
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overflows_is_told() {
        let outcome = |best, ran: usize| Outcome {
            best,
            mistakes: vec![vec![1.0]; ran],
            accuracy: Vec::new(),
            seconds: 0.0,
        };
        assert_eq!(lost(&outcome(Some((1.0, 1.0)), 5), 5), None);
        assert!(lost(&outcome(Some((1.0, 1.0)), 3), 5).unwrap().starts_with("2 of 5"));
        assert!(
            lost(&outcome(None, 0), 5).unwrap().starts_with("every pair"),
            "nothing was run that could be left out"
        );
    }
}
