//! What was found, for people or as one JSON object, on standard output.

use super::Run;
use crate::limits::{Size, needed};
use crate::voice::answer;
use crate::voice::report::{list, thousands};
use anyhow::Result;
use noregret::regret::{Missing, Regret};
use noregret::{Parameters, Spec};
use serde::Serialize;
use std::fmt::Write as _;

/// Loss suffered less the final comparator's, up to a round.
#[derive(Serialize)]
pub struct Moment {
    /// The round.
    pub round: usize,
    /// Suffered up to it less the final comparator's loss up to it.
    pub difference: f64,
    /// The same a round.
    pub a_round: f64,
}

/// Regret within one interval of rounds, against the best fixed weights of that interval.
#[derive(Serialize)]
pub struct Window {
    /// Its first round, from 1.
    pub from: usize,
    /// Its last round.
    pub to: usize,
    /// What the learner suffered in it.
    pub suffered: f64,
    /// The best fixed weights' loss is at least this.
    pub best_lower: f64,
    /// It is at most this.
    pub best_upper: f64,
    /// The regret is at least this.
    pub regret_lower: f64,
    /// It is at most this.
    pub regret_upper: f64,
    /// Whether the certificate is as narrow as wanted.
    pub tight: bool,
}

/// The certified part.
#[derive(Serialize)]
pub struct Certificate {
    /// The best fixed weights' loss is at least this.
    pub best_lower: f64,
    /// It is at most this: the loss of the weights found.
    pub best_upper: f64,
    /// The regret is at least this.
    pub regret_lower: f64,
    /// It is at most this.
    pub regret_upper: f64,
    /// The width relative to the best fixed weights' loss.
    pub relative_width: Option<f64>,
    /// The relative width aimed at.
    pub wanted_width: f64,
    /// Whether it was reached.
    pub tight: bool,
    /// Non-zero weights of the comparator.
    pub nonzero: usize,
    /// Newton steps of the solver.
    pub steps: u32,
    /// Its passes over the rounds.
    pub passes: u64,
}

/// Everything found. Names are what `--json` prints.
#[derive(Serialize)]
pub struct Findings {
    /// The algorithm's name.
    pub algorithm: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// The loss.
    pub loss_function: String,
    /// What it is.
    pub spec: Spec,
    /// Rounds played.
    pub rounds: usize,
    /// Features seen.
    pub features: usize,
    /// Bad lines left out.
    pub skipped: u64,
    /// Bytes the rounds and the solver take.
    pub bytes: u64,
    /// The losses of all rounds, and the penalties.
    pub suffered: f64,
    /// The losses alone.
    pub loss: f64,
    /// Whether penalties count.
    pub penalized: bool,
    /// The theorem's bound on the regret.
    pub bound: Option<f64>,
    /// The box of the fixed weights, where it is not the learner's own.
    pub within: Option<[f64; 2]>,
    /// Whether nobody asked for it.
    #[serde(skip)]
    pub named: bool,
    /// The certificate, where there is one.
    pub certificate: Option<Certificate>,
    /// Why there is none.
    pub missing: Option<String>,
    /// How the difference to the final comparator came about.
    pub moments: Vec<Moment>,
    /// Regret by interval.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// Where the picture was written.
    pub plot: Option<String>,
    /// Time to read and learn.
    pub seconds_learning: f64,
    /// Time to find and certify the comparator.
    pub seconds_solving: f64,
}

/// What to do about what is missing.
fn advice(missing: &Missing) -> &'static str {
    match missing {
        Missing::Bounds => {
            "give the learner --radius R, --box LO,HI or --l2 V if it takes them; or compare with weights --within LO,HI"
        }
        Missing::Box => "give it --radius R or --box LO,HI, or compare with weights --within LO,HI",
        Missing::Joint(_) => "compare with weights --within LO,HI",
        Missing::Start => "leave out the penalty, or let weights begin at 0",
    }
}

impl Findings {
    /// What is known when the learner is done.
    pub fn new(run: &Run) -> Self {
        let (core, counts) = (run.engine.core(), run.engine.core().counts_here());
        let missing =
            run.audit.rivals.as_ref().err().map(|missing| format!("{missing}; {}", advice(missing)));
        Self {
            algorithm: core.algorithm().to_owned(),
            parameters: core.parameters().clone(),
            loss_function: core.loss().to_string(),
            spec: core.spec().clone(),
            rounds: run.audit.transcript.rounds(),
            features: run.audit.transcript.features(),
            skipped: counts.skipped,
            bytes: needed(&run.audit.transcript),
            suffered: counts.loss,
            loss: counts.loss,
            penalized: run.audit.penalized(),
            bound: core.bound(),
            within: None,
            named: false,
            certificate: None,
            missing,
            moments: Vec::new(),
            windows: Vec::new(),
            plot: None,
            seconds_learning: 0.0,
            seconds_solving: 0.0,
        }
    }

    /// Takes in the certificate.
    pub fn certify(&mut self, found: &Regret) {
        let best = &found.hindsight;
        self.suffered = found.suffered;
        let relative = best.width() / best.upper.abs();
        self.certificate = Some(Certificate {
            best_lower: best.lower,
            best_upper: best.upper,
            regret_lower: found.lower,
            regret_upper: found.upper,
            relative_width: Some(relative).filter(|r| r.is_finite()),
            wanted_width: best.wanted,
            tight: best.is_tight(),
            nonzero: best.point.iter().filter(|w| w.value != 0.0).count(),
            steps: best.steps,
            passes: best.passes,
        });
    }

    /// Prints it.
    pub fn print(&self, json: bool) -> Result<()> {
        if json { answer::json(self) } else { answer::text(&self.text()) }
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |name: &str, text: String| {
            let _ = writeln!(out, "{name:<12} {text}");
        };
        let rounds = self.rounds as f64;
        line(
            "learner",
            format!("{} for {} loss{}", self.algorithm, self.loss_function, list(&self.parameters)),
        );
        line(
            "rounds",
            format!(
                "{} over {} features, kept in {} of memory",
                thousands(self.rounds as u64),
                thousands(self.features as u64),
                Size(self.bytes)
            ),
        );
        let what = if self.penalized {
            "losses and penalties of the weights played"
        } else {
            "losses of the predictions made"
        };
        line("suffered", format!("{:.6}, {:.6} a round  ({what})", self.suffered, self.suffered / rounds));
        if let Some([low, high]) = self.within {
            let named =
                if self.named { ": a box that holds its last weights; --within takes another" } else { "" };
            line("against", format!("fixed weights in [{low}, {high}]{named}"));
        }
        if let Some(c) = &self.certificate {
            line(
                "comparator",
                format!(
                    "{:.6}, {:.6} a round  (the best fixed weights, {} non-zero)",
                    c.best_upper,
                    c.best_upper / rounds,
                    thousands(c.nonzero as u64)
                ),
            );
            let width = c.relative_width.map_or_else(|| "-".to_owned(), |r| format!("{r:.1e}"));
            let verdict =
                if c.tight { "" } else { ": WIDER than wanted, but certified; --thorough looks on" };
            line(
                "regret",
                format!(
                    "between {:.6} and {:.6}, certified  (width {:.1e}, {width} of the comparator's loss{verdict})",
                    c.regret_lower,
                    c.regret_upper,
                    c.regret_upper - c.regret_lower
                ),
            );
            let (low, high) = (c.regret_lower / rounds, c.regret_upper / rounds);
            let won = if high < 0.0 { ": it did better than any fixed weights" } else { "" };
            line("", format!("between {low:.6} and {high:.6} a round{won}"));
        }
        match (self.bound, &self.certificate) {
            (Some(bound), Some(c)) if c.regret_upper > 0.0 => {
                line(
                    "bound",
                    format!("{bound:.6} by the theorem, {:.1} times the regret", bound / c.regret_upper),
                );
            }
            (Some(bound), _) => line("bound", format!("{bound:.6} by the theorem")),
            (None, _) => line("bound", "no theorem bounds it against this set".to_owned()),
        }
        if let Some(missing) = &self.missing {
            line("certificate", format!("none: {missing}"));
        }
        if let Some(c) = &self.certificate {
            line(
                "solver",
                format!(
                    "{} Newton steps, {} passes over the rounds, {:.2} s (learning: {:.2} s)",
                    c.steps,
                    thousands(c.passes),
                    self.seconds_solving,
                    self.seconds_learning
                ),
            );
        }
        if self.skipped > 0 {
            line("skipped", format!("{} bad lines were left out", thousands(self.skipped)));
        }
        if let Some(plot) = &self.plot {
            line("plot", format!("written to {plot}"));
        }
        self.tables(&mut out);
        out
    }

    fn tables(&self, out: &mut String) {
        if !self.moments.is_empty() {
            let _ = writeln!(
                out,
                "\nLoss suffered less that of the final comparator, up to a round (the last line is the regret; earlier"
            );
            let _ = writeln!(
                out,
                "ones are not the regret of their prefix, whose own best weights would be other ones):"
            );
            let _ = writeln!(out, "{:>12} {:>16} {:>14}", "rounds", "difference", "a round");
            for m in &self.moments {
                let _ = writeln!(
                    out,
                    "{:>12} {:>16.6} {:>14.6}",
                    thousands(m.round as u64),
                    m.difference,
                    m.a_round
                );
            }
        }
        if !self.windows.is_empty() {
            let _ = writeln!(
                out,
                "\nRegret on each interval against the best fixed weights of that interval, certified:"
            );
            let _ = writeln!(
                out,
                "{:>10} {:>10} {:>14} {:>14} {:>14} {:>14} {:>10}",
                "from", "to", "suffered", "best", "regret from", "to", "a round"
            );
            for w in &self.windows {
                let mark = if w.tight { "" } else { "  wide" };
                let _ = writeln!(
                    out,
                    "{:>10} {:>10} {:>14.4} {:>14.4} {:>14.4} {:>14.4} {:>10.6}{mark}",
                    w.from,
                    w.to,
                    w.suffered,
                    w.best_upper,
                    w.regret_lower,
                    w.regret_upper,
                    w.regret_upper / (w.to + 1 - w.from) as f64
                );
            }
            let (low, high) =
                self.windows.iter().fold((0.0, 0.0), |(a, b), w| (a + w.regret_lower, b + w.regret_upper));
            let _ = writeln!(
                out,
                "together between {low:.4} and {high:.4}: regret against changing weights once an interval"
            );
        }
    }
}
