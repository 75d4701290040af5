//! Learning from a file of comparisons, in its order.
//!
//! A row is a round. Pairs: target, u_1 .. u_d, v_1 .. v_d. Triplets: a_1 .. a_d, b_1 .. b_d, c_1 .. c_d, which say
//! d(a, b) + margin <= d(a, c).

use super::table::refused;
use super::tally::Tally;
use crate::voice::failure::Failure;
use anyhow::Result;
use noregret::metric_learning::{MetricError, MetricLearner};
use noregret_io::dataset::NumberRows;

/// What the rows are.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// A target and two points.
    Pairs,
    /// Three points, and by how much the second is nearer to the first than the third.
    Triplets(f64),
}

impl Rows {
    /// The dimensions that rows of this width have; the reason if there can be none.
    fn dim(self, width: usize) -> Result<usize, String> {
        match self {
            Rows::Pairs if width >= 3 && width % 2 == 1 => Ok((width - 1) / 2),
            Rows::Pairs => Err(format!("{width} fields; a pair is a target and two points: 1 + 2 d fields")),
            Rows::Triplets(_) if width >= 3 && width.is_multiple_of(3) => Ok(width / 3),
            Rows::Triplets(_) => Err(format!("{width} fields; a triplet is three points: 3 d fields")),
        }
    }
}

fn failure(message: String) -> anyhow::Error {
    Failure { message, help: None }.into()
}

fn subtract(out: &mut [f64], u: &[f64], v: &[f64]) {
    out.iter_mut().zip(u.iter().zip(v)).for_each(|(z, (u, v))| *z = u - v);
}

/// Learns from every row. Without a learner yet, `start` makes one of the first row's dimensions.
pub fn learn(
    file: &mut NumberRows,
    rows: Rows,
    mut learner: Option<MetricLearner>,
    start: impl Fn(usize) -> Result<MetricLearner, MetricError>,
    limit: u64,
    tally: &mut Tally,
) -> Result<Option<MetricLearner>> {
    let name = file.file().clone();
    let (mut z, mut far) = (Vec::new(), Vec::new());
    while tally.rounds < limit {
        let Some((line, row)) = file.next_row().map_err(refused)? else { break };
        let at = |problem: String| failure(format!("{name}:{line}: {problem}"));
        let dim = rows.dim(row.len()).map_err(at)?;
        let learner = match &mut learner {
            Some(learner) => learner,
            none => none.insert(start(dim).map_err(|e| at(e.to_string()))?),
        };
        if learner.dim() != dim {
            let known = learner.dim();
            return Err(at(format!("points of {dim} numbers; the model is over {known}")));
        }
        z.resize(dim, 0.0);
        let go_on = match rows {
            Rows::Pairs => {
                let (target, points) = (row[0], &row[1..]);
                if target < 0.0 {
                    return Err(at(format!("field 1 \"{target}\": a squared distance is not negative")));
                }
                subtract(&mut z, &points[..dim], &points[dim..]);
                let p = learner.learn_pair(&z, target).map_err(|e| at(e.to_string()))?;
                tally.round(0.5 * (p - target) * (p - target), &[p])?
            }
            Rows::Triplets(margin) => {
                let (a, b, c) = (&row[..dim], &row[dim..2 * dim], &row[2 * dim..]);
                far.resize(dim, 0.0);
                subtract(&mut z, a, b);
                subtract(&mut far, a, c);
                let (near, far) = learner.learn_relative(&z, &far, margin).map_err(|e| at(e.to_string()))?;
                let short = (near - far + margin).max(0.0);
                tally.round(0.5 * short * short, &[near, far])?
            }
        };
        if !go_on {
            break;
        }
    }
    Ok(learner)
}
