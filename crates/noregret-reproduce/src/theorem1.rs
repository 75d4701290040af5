//! Theorem 1 of Streeter and McMahan: a family of problems on which any global rate has regret of order T^(2/3), and a rate per coordinate sqrt T.
//!
//! One coordinate with loss |w - eps| for T0 rounds, then C coordinates in turn with loss -w for T1 rounds each; F = [0,1]^(C+1), C = T1 = T0^(1/3).
//! Plain convex optimization: the players see gradients, no labels.

use crate::error::Answer;
use crate::findings::{Cell, Figure, Findings, Series, Shape, Table};
use crate::setting::Setting;
use crate::statistics::exponent;
use noregret::{Features, Parameters, Player, algorithms};

const EPS: f64 = 1e-3;

/// The regret of a player: the best point is (eps, 1, ..., 1).
fn regret(name: &str, parameters: &Parameters, t0: u32) -> Answer<f64> {
    let mut player = Player::new(&algorithms::find(name)?.spec(None, parameters)?.check()?)?;
    let c = f64::from(t0).cbrt().round() as u32;
    let mut loss = 0.0;
    for _ in 0..t0 {
        let w = player.at(0);
        loss += (w - EPS).abs();
        player.learn(Features::new(&[0], &[if w > EPS { 1.0 } else { -1.0 }])?)?;
    }
    for coordinate in 1..=c {
        for _ in 0..c {
            loss += 1.0 - player.at(coordinate); // the comparator plays 1 and loses -1
            player.learn(Features::new(&[coordinate], &[-1.0])?)?;
        }
    }
    Ok(loss)
}

/// Per-coord, global, and the best of 25 constant rates.
fn regrets(t0: u32) -> Answer<[f64; 3]> {
    let unit = || Parameters::new().interval("box", 0.0, 1.0);
    let mut best = f64::INFINITY;
    for k in -24..=0 {
        let eta = libm::pow(2.0, f64::from(k) / 2.0);
        best = best.min(regret("ogd", &unit().number("eta", eta).word("rate", "constant"), t0)?);
    }
    Ok([regret("per-coord", &unit(), t0)?, regret("global", &unit(), t0)?, best])
}

/// Runs it.
pub(crate) fn run(setting: &Setting<'_>) -> Answer<Findings> {
    let lengths: &[u32] =
        setting.either(&[1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000], &[1_000, 4_000, 16_000]);
    let found = setting.each(lengths, |&t0| regrets(t0))?;
    let names = ["per-coord", "global", "best constant rate"];
    let mut table = Table::new("Regret on the separating family", &["T", names[0], names[1], names[2]]);
    let mut series = names.map(|name| Series { name: name.to_owned(), points: Vec::new() }).to_vec();
    for (&t0, regrets) in lengths.iter().zip(&found) {
        let c = f64::from(t0).cbrt().round();
        let t = f64::from(t0) + c * c;
        let mut row = vec![Cell::number(t, 0)];
        for (series, &regret) in series.iter_mut().zip(regrets) {
            series.points.push((t, regret));
            row.push(Cell::number(regret, 1));
        }
        table.rows.push(row);
    }
    let mut row = vec![Cell::text("exponent p of c T^p")];
    for (series, paper) in series.iter().zip([0.5, 2.0 / 3.0, 2.0 / 3.0]) {
        row.push(Cell::number(exponent(&series.points), 2).beside(Some(paper)));
    }
    table.rows.push(row);
    let figure = Figure {
        name: "theorem1".to_owned(),
        title: "Regret on the separating family".to_owned(),
        x: "rounds".to_owned(),
        y: "regret".to_owned(),
        shape: Shape::LogLog,
        series,
    };
    let mut findings = Findings { tables: vec![table], figures: vec![figure], ..Findings::default() };
    findings.remark("The theorem has no table; its rates, T^(2/3) for every global rate and sqrt T per coordinate, stand beside the exponents fitted to all lengths. The best constant rate is the best of 25, from 2^-12 to 1, chosen in hindsight for every T.");
    Ok(findings)
}
