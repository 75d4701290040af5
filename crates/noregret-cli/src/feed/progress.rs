//! What a run says while it runs: VW's table with doubling intervals, and a bar on a terminal.

use crate::voice::talk::say;
use indicatif::{ProgressBar, ProgressStyle};
use noregret_engine::Core;
use noregret_io::{Counts, Labels, printable_name};
use std::io::IsTerminal;
use std::time::Duration;

/// When the next line of the table is due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Interval {
    /// After so many times the examples of the last line: 2 doubles.
    Times(f64),
    /// After so many more examples.
    Every(u64),
}

impl std::str::FromStr for Interval {
    type Err = String;

    /// As VW: a whole number adds, a number with a point multiplies.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("{text:?} is neither a whole number above 0 nor a factor above 1 with a point");
        if text.contains('.') {
            let factor: f64 = text.parse().map_err(|_| wrong())?;
            if factor > 1.0 && factor.is_finite() { Ok(Interval::Times(factor)) } else { Err(wrong()) }
        } else {
            text.parse().ok().filter(|&n| n > 0).map(Interval::Every).ok_or_else(wrong)
        }
    }
}

/// The table and the bar.
pub struct Progress {
    quiet: bool,
    interval: Interval,
    next: u64,
    before: Counts,
    head: bool,
    bar: Option<ProgressBar>,
}

/// One example as the table shows it.
pub struct Row {
    label: String,
    prediction: String,
    features: usize,
    /// Whether it is one of several classes.
    class: bool,
}

impl Row {
    /// A labelled example or not, and what was predicted for it.
    pub fn new(core: &Core, labels: &Labels, label: Option<f64>, predicted: f64, features: usize) -> Self {
        let class = core.objective().is_some();
        let tell = |value: f64| match labels.class_name(value).filter(|_| class) {
            Some(name) => name.chars().take(10).collect(),
            None if class => "none".to_owned(),
            None => format!("{value:.4}"),
        };
        let label = label.map_or_else(|| "none".to_owned(), tell);
        Self { label, prediction: tell(predicted), features, class }
    }
}

impl Progress {
    /// A quiet one says nothing.
    pub fn new(quiet: bool, interval: Interval) -> Self {
        let next = if let Interval::Every(examples) = interval { examples } else { 1 };
        Self { quiet, interval, next, before: Counts::default(), head: true, bar: None }
    }

    /// Before every pass: `bytes` is the input's size, where known.
    pub fn start(&mut self, bytes: Option<u64>) {
        self.bar = bytes.filter(|_| !self.quiet && std::io::stderr().is_terminal()).map(|bytes| {
            let bar = ProgressBar::new(bytes);
            let style =
                ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {elapsed} (eta {eta}) {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(line)),
            None => say(line),
        }
    }

    /// After every example.
    #[inline]
    pub fn example(&mut self, counts: &Counts, row: impl FnOnce() -> Row) {
        if !self.quiet && counts.examples >= self.next {
            self.line(counts, row());
        }
    }

    fn line(&mut self, counts: &Counts, row: Row) {
        if self.head {
            self.say("average    since        example       example    current    current  current");
            let what = if row.class { "class" } else { "margin" };
            self.say(&format!(
                "loss       last         counter        weight      label {what:>10} features"
            ));
            self.head = false;
        }
        self.say(&format!(
            "{:<10} {:<10} {:>9} {:>13.1} {:>10} {:>10} {:>8}",
            brief(counts.mean(counts.loss)),
            brief(counts.mean_loss_since(&self.before)),
            counts.examples,
            counts.weight,
            printable_name(&row.label),
            printable_name(&row.prediction),
            row.features,
        ));
        self.before = *counts;
        self.next = match self.interval {
            Interval::Every(more) => counts.examples.saturating_add(more),
            Interval::Times(factor) => {
                ((counts.examples as f64 * factor).ceil() as u64).max(counts.examples + 1)
            }
        };
    }

    /// After every batch.
    pub fn bytes(&self, read: u64, counts: &Counts) {
        if let Some(bar) = &self.bar {
            bar.set_position(read);
            bar.set_message(format!("loss {}", brief(counts.mean(counts.loss))));
        }
    }

    /// A note beside the table.
    pub fn note(&self, text: &str) {
        self.say(text);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Six decimals, or scientific where that says nothing.
fn brief(value: Option<f64>) -> String {
    match value {
        None => "n.a.".to_owned(),
        Some(v) if v != 0.0 && !(1e-3..1e6).contains(&v.abs()) => format!("{v:.3e}"),
        Some(v) => format!("{v:.6}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_read_as_in_vw() {
        assert_eq!("100".parse(), Ok(Interval::Every(100)));
        assert_eq!("1.5".parse(), Ok(Interval::Times(1.5)));
        for bad in ["0", "1.0", "0.5", "-3", "x", "", "inf."] {
            assert!(bad.parse::<Interval>().is_err(), "{bad}");
        }
    }
}
