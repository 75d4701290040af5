//! The leaderboard for people: cells that the terminal and the report share.

use super::board::{Board, Row};
use crate::page::Column;
use crate::race::Verdict;
use crate::voice::report::thousands;
use crate::voice::table;
use std::fmt::Write as _;

/// The most characters of a reason shown in the table.
const REASON: usize = 200;

/// Six decimals, or four digits where that says nothing.
fn brief(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e6).contains(&value.abs()) {
        format!("{value:.3e}")
    } else {
        format!("{value:.6}")
    }
}

fn short(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e5).contains(&value.abs()) {
        format!("{value:.1e}")
    } else {
        format!("{value:.4}")
    }
}

/// An interval by hundredths: one number where both ends are the same.
fn hundredths([low, high]: [f64; 2]) -> String {
    let (low, high) = (format!("{low:.2}"), format!("{high:.2}"));
    if low == high { low } else { format!("{low} to {high}") }
}

impl Row {
    /// What is said of it beside the leader.
    fn told(&self) -> String {
        if let Some(why) = &self.failed {
            let mut told: String = why.chars().take(REASON).collect();
            if told.len() < why.len() {
                told.push('…');
            }
            return format!("failed: {told}");
        }
        if let Some(at) = self.left {
            return format!("left behind after {}", thousands(at));
        }
        let by = |[low, high]: [f64; 2]| format!("{} to {}", short(low), short(high));
        match (self.verdict, self.behind) {
            (Some(Verdict::Leads), _) => "leads".to_owned(),
            (Some(Verdict::Beaten), Some(ends)) => format!("behind by {}: sure", by(ends)),
            (Some(Verdict::Open), Some(_)) => "not yet told apart".to_owned(),
            (Some(Verdict::BetterClipped), Some([low, high])) => {
                format!("ahead by {} when clipped: sure", by([-high, -low]))
            }
            _ => String::new(),
        }
    }
}

impl Board {
    /// The columns that have anything in them, and the cells.
    pub fn cells(&self) -> (Vec<Column>, Vec<Vec<String>>) {
        let any = |has: fn(&Row) -> bool| self.learners.iter().any(has);
        let own = self.learners.iter().filter_map(|r| r.loss_function.as_ref());
        let mixed = own.clone().zip(own.skip(1)).any(|(a, b)| a != b)
            || any(|r| r.loss.is_some() && r.loss != r.judged && r.skipped == 0);
        let (mistakes, sure, regret) =
            (any(|r| r.mistakes.is_some()), any(|r| r.interval.is_some()), any(|r| r.regret.is_some()));
        // Where clipping changes the mean, the interval stands beside the one it is for.
        let apart =
            |r: &Row| r.clipped_mean.zip(r.judged).is_some_and(|(mean, judged)| brief(mean) != brief(judged));
        let clipped = any(apart);
        let mut columns =
            vec![Column::numbers("rank"), Column::words("learner"), Column::numbers(&self.judge)];
        let percent = format!("{} % interval", 100.0 * self.confidence);
        for (shown, column) in [
            (clipped, Column::numbers("clipped")),
            (sure, Column::numbers(&percent)),
            (mixed, Column::words("own loss")),
            (mistakes && self.judge != "mistakes", Column::numbers("mistakes")),
            (regret, Column::numbers("regret")),
        ] {
            columns.extend(shown.then_some(column));
        }
        columns.extend([Column::numbers("seconds"), Column::words("against the leader")]);
        let empty = String::new;
        let rows = self.learners.iter().map(|row| {
            let mut cells = vec![
                row.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string()),
                row.learner.clone(),
                row.judged.map_or_else(empty, brief),
            ];
            if clipped {
                cells.push(row.clipped_mean.map_or_else(empty, brief));
            }
            if sure {
                cells.push(
                    row.interval
                        .map_or_else(empty, |[low, high]| format!("{} to {}", short(low), short(high))),
                );
            }
            if mixed {
                let own = row.loss.zip(row.loss_function.as_ref());
                cells.push(own.map_or_else(empty, |(loss, name)| format!("{name} {}", brief(loss))));
            }
            if mistakes && self.judge != "mistakes" {
                cells.push(row.mistakes.map_or_else(empty, |m| format!("{:.2} %", 100.0 * m)));
            }
            if regret {
                cells.push(row.regret.map_or_else(empty, hundredths));
            }
            cells.extend([format!("{:.2}", row.seconds), row.told()]);
            cells
        });
        let rows = rows.collect();
        (columns, rows)
    }

    /// What the figures mean, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!(
            "{} labelled examples, each predicted before it was learned, ranked by {}; {:.2} s in all.",
            thousands(self.labelled),
            self.judge,
            self.seconds
        )];
        if let Some(clip) = self.clip {
            let percent = 100.0 * self.confidence;
            let count = self.learners.len();
            let after = if self.clip_from > 0 {
                format!(" (set by the first {} labels, which do not count)", thousands(self.clip_from))
            } else {
                String::new()
            };
            let weighted = if self.weighted { ", by importance weight," } else { "" };
            let at = if clip < 1e5 { (1e4 * clip).round() / 1e4 } else { clip.round() };
            let sure = match (count, self.pairs) {
                (1, _) => format!("it holds at any time, with {percent} % confidence"),
                (_, 0) => format!(
                    "all {count} hold at once, at any time, with {percent} % confidence; two learners are told apart when their intervals are"
                ),
                (_, 1) => format!(
                    "both hold at once, at any time, with {percent} % confidence; the verdict holds with {percent} % too"
                ),
                (_, pairs) => format!(
                    "all {count} hold at once, at any time, with {percent} % confidence; the verdicts all hold at once with {percent} % too (shared among {pairs} pairs)"
                ),
            };
            let subject = if count == 1 { "The interval" } else { "Intervals" };
            let verb = if count == 1 { "is" } else { "are" };
            notes.push(format!("{subject}{weighted} {verb} for the mean clipped at {at}{after}; {sure}."));
            let most = self.learners.iter().map(|row| row.clipped).max().unwrap_or(0);
            if most > 0 {
                let (examples, verb) = if most == 1 { ("example", "was") } else { ("examples", "were") };
                notes.push(format!("Up to {} {examples} of a learner {verb} clipped.", thousands(most)));
            }
        } else if self.rungs.is_empty() && self.learners.len() > 1 {
            notes.push("Nothing is said with confidence: there is no clip for this loss, or there are too few examples; --clip C sets one.".to_owned());
        }
        if let Some([low, high]) = self.comparator {
            notes.push(format!(
                "The best fixed weights of the box lose between {} and {}, certified; regret is what a learner lost less that.",
                brief(low),
                brief(high)
            ));
        }
        if let Some(why) = &self.no_comparator {
            notes.push(format!("No regret: {why}."));
        }
        for rung in &self.rungs {
            notes.push(format!(
                "After {} examples {} went on and {} were left behind.",
                thousands(rung.examples),
                rung.kept,
                rung.left
            ));
        }
        if self.skipped > 0 {
            notes.push(format!("{} bad lines were left out.", thousands(self.skipped)));
        }
        notes.extend(self.remarks.iter().map(|remark| format!("Remark: {remark}.")));
        if self.interrupted {
            notes.push("Interrupted: this is what was seen until then.".to_owned());
        }
        notes
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let (columns, rows) = self.cells();
        let mut out = String::new();
        table::write(&mut out, &columns, &rows);
        out.push('\n');
        for note in self.notes() {
            let _ = writeln!(out, "{note}");
        }
        if self.learners.iter().any(|row| !row.windows.is_empty()) {
            self.windows(&mut out);
        }
        if let Some(command) = &self.command {
            let _ = writeln!(out, "\n{command}");
        }
        out
    }

    /// The mean by window, a column a learner, in order of rank.
    fn windows(&self, out: &mut String) {
        let shown: Vec<&Row> =
            self.learners.iter().filter(|row| row.rank.is_some() && row.left.is_none()).collect();
        let Some(first) = shown.first() else { return };
        let _ = writeln!(out, "\nMean by window ({}); columns are the ranks:", self.judge);
        let _ = write!(out, "{:>12}", "up to");
        for row in &shown {
            let _ = write!(out, " {:>10}", row.rank.unwrap_or(0));
        }
        out.push('\n');
        for (place, window) in first.windows.iter().enumerate() {
            let _ = write!(out, "{:>12}", thousands(window.to));
            for row in &shown {
                let cell = row.windows.get(place).map_or_else(String::new, |w| short(w.mean));
                let _ = write!(out, " {cell:>10}");
            }
            out.push('\n');
        }
    }
}
