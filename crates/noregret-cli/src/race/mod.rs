//! Many learners over one pass of one parse: what `compare` and `tune` are made of.
//!
//! Every learner gets every example, in order, and does with it what it would do alone under `train`, bit for bit. Batches are parsed once; within a batch learners run side by
//! side, each on one thread.

mod certainty;
mod command;
mod course;
mod curve;
mod entrant;
mod entry;
mod estimate;
mod flags;
mod grid;
mod hindsight;
mod judge;
mod outputs;
mod pace;
mod rungs;
mod threads;

pub use certainty::{MOST as MOST_PAIRED, Pairs, Terms, count as pairs_of};
pub use command::{quoted, train as train_command};
pub use curve::Sums;
pub use entrant::{Entrant, Fate};
pub use entry::Entry;
pub use flags::RaceFlags;
pub use grid::{Grid, product};
pub use hindsight::Comparator;
pub use judge::Judge;
pub use outputs::check as check_files;
pub use rungs::{Rung, Rungs};

use crate::feed::batches::{Next, wait};
use crate::voice::failure::{Failure, usage};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use noregret::{Labels, Loss};
use noregret_io::{Batch, LabelKind, Schema, Stream};
use std::collections::VecDeque;
use std::time::Instant;

/// Who runs when nobody is named.
pub const LINE_UP: [&str; 8] =
    ["auto", "ada-diag", "per-coord", "global", "ftrl", "mirror", "optimistic", "arow"];

/// What a race came to.
pub struct Outcome {
    /// The learners, in the order they were asked for.
    pub entrants: Vec<Entrant>,
    /// Their differences, where these were followed.
    pub pairs: Option<Pairs>,
    /// What confidence is about, where there is any.
    pub terms: Option<Terms>,
    /// What they are ranked by.
    pub judge: Judge,
    /// What the input turned out to be.
    pub schema: Schema,
    /// Whether the labels chose the loss.
    pub open: bool,
    /// Labelled examples.
    pub labelled: u64,
    /// Bad lines left out.
    pub skipped: u64,
    /// Whether an importance weight other than 1 was seen.
    pub weighted: bool,
    /// The best fixed weights, where asked for.
    pub comparator: Option<Result<Comparator, String>>,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
    /// Wall-clock time.
    pub seconds: f64,
}

/// The kind of labels the losses named need: theirs, if they agree; none if no loss is named.
fn labels(entries: &[Entry], loss: Option<Loss>) -> Result<Option<Labels>> {
    let mut named: Option<(Labels, String)> = None;
    let all = entries
        .iter()
        .filter_map(|e| e.loss.map(|loss| (loss, e.name())))
        .chain(loss.map(|l| (l, format!("--loss {l}"))));
    for (loss, name) in all {
        match &named {
            Some((labels, first)) if *labels != loss.labels() => {
                return Err(usage(format!(
                    "{first} and {name} read labels in different ways, and the data are parsed once: compare them apart"
                )));
            }
            _ => named = Some((loss.labels(), name)),
        }
    }
    Ok(named.map(|(labels, _)| labels))
}

/// The feature groups all learners have in common.
fn groups(entries: &[Entry]) -> Result<Vec<String>> {
    let Some((first, rest)) = entries.split_first() else { return Ok(Vec::new()) };
    let groups = first.groups()?;
    for other in rest {
        if other.groups()? != groups {
            return Err(usage(format!(
                "{} and {} have different feature groups, and the data are parsed once: compare them apart",
                first.name(),
                other.name()
            )));
        }
    }
    Ok(groups)
}

/// How much text without a label is read before the race at most.
const MOST_UNLABELLED: u64 = 64 << 20;

/// Waits for the first batches: only a label tells what open labels are.
fn first_batches(stream: &mut Stream) -> Result<VecDeque<Batch>> {
    let mut batches = VecDeque::new();
    loop {
        match wait(stream)? {
            Next::Batch(batch) => batches.push_back(batch),
            Next::End | Next::Interrupted => return Ok(batches),
        }
        if stream.schema().labels.kind() != LabelKind::Open {
            return Ok(batches);
        }
        if stream.bytes_read() > MOST_UNLABELLED {
            let message = "there is no label in the first 64 MiB, so the loss cannot be chosen".to_owned();
            return Err(Failure { message, help: Some("name it with --loss".to_owned()) }.into());
        }
    }
}

/// Runs the entries (or the line-up, without any) over the input. With rungs, some are left behind on the way, and nothing is said with confidence.
pub fn run(flags: &RaceFlags, entries: Vec<Entry>, rungs: Option<&mut Rungs>) -> Result<Outcome> {
    let start = Instant::now();
    let ours = entries.is_empty();
    let entries =
        if ours { LINE_UP.iter().map(|name| Entry::plain(name)).collect::<Result<_>>()? } else { entries };
    let (entries, remarks) = product(entries, &flags.param)?;
    let named = labels(&entries, flags.loss)?;
    let within = flags.within.as_deref().map(crate::commands::regret::interval).transpose()?;
    let schema = flags.input.schema(named, !flags.no_bias, groups(&entries)?)?;
    let open = schema.labels.kind() == LabelKind::Open;
    interrupt::listen();
    let mut stream = Stream::with(flags.input.inputs(), flags.input.format, schema, flags.input.reading())?;
    let first = first_batches(&mut stream)?;
    let kind = match stream.schema().labels.kind() {
        LabelKind::Real => Labels::Real,
        LabelKind::Count => Labels::Count,
        LabelKind::Binary | LabelKind::Classes | LabelKind::Open => Labels::Binary,
    };
    let classes = stream.schema().labels.kind() == LabelKind::Classes;
    let usual = match kind {
        Labels::Binary => "logistic",
        Labels::Real => "squared",
        Labels::Count => "poisson",
    };
    let common = match (flags.loss, named) {
        (Some(loss), _) => loss,
        (None, _) => usual.parse().map_err(|e: noregret::loss::ParseLossError| usage(e.to_string()))?,
    };
    let mut entrants =
        entries.into_iter().map(|e| Entrant::new(e, common, classes)).collect::<Result<Vec<_>>>()?;
    if ours {
        // Of our own choice only those that can learn this.
        entrants.retain(|entrant| entrant.loss.is_some());
    }
    if !flags.quiet {
        remarks.iter().for_each(say);
    }
    let losses: Vec<Loss> = entrants.iter().filter_map(|entrant| entrant.loss).collect();
    let usual = || if classes { Judge::of_classes(&losses) } else { Judge::of(&losses) };
    let judge = flags.judge.unwrap_or_else(usual);
    if !judge.fits(kind) || (classes && !judge.fits_classes()) {
        return Err(usage(format!("--judge {judge} does not speak of these labels")));
    }
    if classes && within.is_some() {
        return Err(usage(
            "--within: the best fixed weights of several classes are not looked for; --positive LABEL holds one class against the rest",
        ));
    }
    let sure = rungs.is_none();
    let mut course = course::Course::new(flags, entrants, judge, sure, within);
    let interrupted = course.run(&mut stream, first, rungs)?;
    if course.labelled == 0 && !interrupted {
        let help = Some("a race needs labelled examples".to_owned());
        return Err(Failure { message: "there is no labelled example".to_owned(), help }.into());
    }
    let mut schema = stream.into_schema();
    if !flags.quiet {
        crate::voice::remarks::tell_tables(&schema, &course.order);
    }
    schema.labels.settle();
    let mut outcome = course.finish(schema, open, interrupted);
    outcome.seconds = start.elapsed().as_secs_f64();
    Ok(outcome)
}

impl Outcome {
    /// The learners that have a rank, the best first: those that learned to the end, then those left behind, the latest first.
    pub fn ranked(&self) -> Vec<usize> {
        let mut all: Vec<usize> =
            (0..self.entrants.len()).filter(|&k| !matches!(self.entrants[k].fate, Fate::Failed(_))).collect();
        let key = |k: usize| {
            let e = &self.entrants[k];
            (
                std::cmp::Reverse(if let Fate::Left(at) = e.fate { at } else { u64::MAX }),
                e.sums.mean(e.sums.cost),
            )
        };
        all.sort_by(|&a, &b| {
            let ((left_a, cost_a), (left_b, cost_b)) = (key(a), key(b));
            left_a.cmp(&left_b).then(cost_a.total_cmp(&cost_b)).then(a.cmp(&b))
        });
        all
    }

    /// The best fixed weights, where they were looked for and found.
    pub fn best(&self) -> Option<&Comparator> {
        self.comparator.as_ref().and_then(|found| found.as_ref().ok())
    }

    /// The command that gives a learner alone what it got here.
    pub fn command(&self, flags: &RaceFlags, k: usize) -> String {
        let entrant = &self.entrants[k];
        let mut words = vec!["-a".to_owned(), entrant.entry.algorithm.name.to_owned()];
        words.extend(entrant.entry.flags.words());
        // One that cannot learn the loss asked for fails by this command as it did here.
        let loss = entrant.loss.unwrap_or(entrant.asked);
        words.extend(["--loss".to_owned(), loss.to_string()]);
        let found = self.open.then_some(&self.schema.labels);
        train_command(&flags.input, !flags.no_bias, found, &words)
    }
}
