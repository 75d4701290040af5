//! Many learners over one pass of one parse: what `compare` and `tune` are made of.
//!
//! `noregret_engine::race` runs them; here are the flags they are asked for by, what is said on the way, and the commands that give each alone the same.

mod command;
mod constant;
mod course;
mod entry;
mod estimate;
mod flags;
mod grid;
mod outputs;

pub use command::{quoted, train as train_command};
pub use entry::Entry;
pub use flags::RaceFlags;
pub use grid::{Grid, product};
pub use noregret_engine::race::{
    Comparator, Fate, Judge, MOST_PAIRED, Rung, Rungs, Sums, Verdict, pairs_of, ranked,
};
pub use outputs::check as check_files;

use crate::feed::batches::{Next, wait};
use crate::voice::failure::{Failure, usage};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use noregret::{Labels, Loss};
use noregret_engine::race::{self, LINE_UP};
use noregret_io::{Batch, LabelKind, Schema, Stream};
use std::collections::VecDeque;
use std::time::Instant;

/// A learner in the race.
pub type Entrant = race::Entrant<Entry>;

/// What a race came to.
pub struct Outcome {
    /// The learners, their differences and what is sure of them.
    pub came: race::Outcome<Entry>,
    /// What the input turned out to be.
    pub schema: Schema,
    /// Whether the labels chose the loss.
    pub open: bool,
    /// What the best constant would have lost, as learners are judged, where that is known.
    pub constant: Option<f64>,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
    /// Wall-clock time.
    pub seconds: f64,
}

impl std::ops::Deref for Outcome {
    type Target = race::Outcome<Entry>;

    fn deref(&self) -> &Self::Target {
        &self.came
    }
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
    let kind = race::labels_of(stream.schema().labels.kind());
    let classes = stream.schema().labels.kind() == LabelKind::Classes;
    let common = flags.loss.unwrap_or_else(|| race::usual_loss(kind));
    let entrant = |entry: Entry| entry.entrant(common, classes, stream.schema());
    let mut entrants = entries.into_iter().map(entrant).collect::<Result<Vec<_>>>()?;
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
    if course.labelled() == 0 && !interrupted {
        let help = Some("a race needs labelled examples".to_owned());
        return Err(Failure { message: "there is no labelled example".to_owned(), help }.into());
    }
    let mut schema = stream.into_schema();
    if !flags.quiet {
        crate::voice::remarks::tell_tables(&schema, &course.order);
    }
    schema.labels.settle();
    let constant = course.constant.loss(judge, classes);
    let came = course.finish(interrupted);
    let constant = constant.filter(|_| !came.weighted);
    Ok(Outcome { came, schema, open, constant, interrupted, seconds: start.elapsed().as_secs_f64() })
}

impl Outcome {
    /// The learners that have a rank, the best first.
    pub fn ranked(&self) -> Vec<usize> {
        ranked(&self.entrants)
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
