//! AUC and PR-AUC of ten million predictions in constant memory, beside the exact ones of all of them sorted, and what a row costs.
//!
//! ```console
//! $ cargo run --release -p noregret-measure --example measure_many
//! ```

use noregret_measure::{Detail, Measures, Report, Subject};
use std::time::Instant;

/// Uniform numbers of (0, 1).
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (((z ^ (z >> 31)) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

fn main() {
    let rows: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10_000_000);
    let logistic = "logistic".parse().unwrap_or_else(|_| unreachable!("it is in the table"));
    for (name, detail) in [("bins", Detail::FULL), ("exact", Detail { rows: usize::MAX, ..Detail::FULL })] {
        let (mut state, mut measures) = (7, Measures::with(Subject::One(logistic), detail));
        let start = Instant::now();
        for _ in 0..rows {
            // A margin that is right in the mean: a logistic distribution around -1.5, spread over 1.2.
            let (u, v) = (uniform(&mut state), uniform(&mut state));
            let margin = -1.5 + 1.2 * libm::log(u / (1.0 - u));
            let label = if v < 1.0 / (1.0 + libm::exp(-margin)) { 1.0 } else { -1.0 };
            measures.add(margin, label, 1.0);
        }
        let added = start.elapsed().as_secs_f64();
        let Report::Two(told) = measures.report() else { unreachable!("two classes") };
        let pair = |value: Option<f64>, error: Option<f64>| (value.unwrap_or(0.0), error.unwrap_or(0.0));
        let ((auc, auc_error), (pr, pr_error)) =
            (pair(told.auc, told.auc_error), pair(told.pr_auc, told.pr_auc_error));
        println!(
            "{name:<6} AUC {auc:.9} within {auc_error:.1e}, PR-AUC {pr:.9} within {pr_error:.1e}; {:.0} ns a row with the drawing, {:.2} s to tell",
            1e9 * added / rows as f64,
            start.elapsed().as_secs_f64() - added,
        );
    }
}
