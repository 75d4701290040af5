//! Theorem 1 of Streeter and McMahan: a family of problems on which any global rate has regret of order T^(2/3), and a rate per
//! coordinate sqrt T. One coordinate with loss |w - eps| for T0 rounds, then C coordinates in turn with loss -w for T1 rounds each;
//! F = [0,1]^(C+1), C = T1 = T0^(1/3).
//!
//! Run with `cargo run --release --example separating`. Plain convex optimization: the players see gradients, no labels.

use noregret::{Features, Parameters, Player, algorithms};

const EPS: f64 = 1e-3;

fn regret(name: &str, parameters: &Parameters, t0: u32) -> Result<f64, Box<dyn std::error::Error>> {
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let unit = || Parameters::new().interval("box", 0.0, 1.0);
    println!(
        "{:>9} {:>12} {:>12} {:>14} {:>8} {:>8}",
        "T", "per-coord", "global", "best constant", "sqrt T", "T^(2/3)"
    );
    for t0 in [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000] {
        let c = f64::from(t0).cbrt().round();
        let t = f64::from(t0) + c * c;
        let per_coord = regret("per-coord", &unit(), t0)?;
        let global = regret("global", &unit(), t0)?;
        let mut best = f64::INFINITY;
        for k in -24..=0 {
            let eta = libm::pow(2.0, f64::from(k) / 2.0);
            best = best.min(regret("ogd", &unit().number("eta", eta).word("rate", "constant"), t0)?);
        }
        println!(
            "{t:>9} {per_coord:>12.1} {global:>12.1} {best:>14.1} {:>8.0} {:>8.0}",
            t.sqrt(),
            libm::pow(t, 2.0 / 3.0)
        );
    }
    Ok(())
}
