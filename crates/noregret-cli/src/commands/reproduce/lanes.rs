//! Several experiments at a time: one thread for each where there are several, all threads for one alone.

use crate::voice::interrupt;
use crate::voice::talk::say;
use noregret_reproduce::{Experiment, Findings, Folder, ReproduceError, Setting};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What an experiment came to.
pub struct Outcome {
    /// The experiment.
    pub experiment: &'static Experiment,
    /// What it found, or why it found nothing.
    pub findings: Result<Findings, ReproduceError>,
    /// How long it took.
    pub seconds: f64,
}

/// Runs them, the longest first; the outcomes in the order asked for.
pub fn run(chosen: &[&'static Experiment], folder: &Folder, quick: bool, threads: usize) -> Vec<Outcome> {
    let mut queue: Vec<usize> = (0..chosen.len()).collect();
    queue.sort_by(|&a, &b| chosen[b].minutes.total_cmp(&chosen[a].minutes));
    let lanes = threads.min(chosen.len()).max(1);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for lane in 0..lanes {
            // Threads that are left over go to the first lanes.
            let share = threads / lanes + usize::from(lane < threads % lanes);
            let (next, done, queue) = (&next, &done, &queue);
            scope.spawn(move || {
                while let Some(&place) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = one(chosen[place], folder, quick, share);
                    if let Ok(mut done) = done.lock() {
                        done.push((place, outcome));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

fn one(experiment: &'static Experiment, folder: &Folder, quick: bool, threads: usize) -> Outcome {
    let start = Instant::now();
    let tell = |what: &str| say(format_args!("{}: {what}", experiment.name));
    let setting = Setting { data: folder.clone(), quick, threads, say: &tell, stop: &interrupt::asked };
    let findings = experiment.run(&setting);
    let seconds = start.elapsed().as_secs_f64();
    if !interrupt::asked() {
        let how = if findings.is_ok() { "done" } else { "failed" };
        say(format_args!("{}: {how} in {seconds:.0} s", experiment.name));
    }
    Outcome { experiment, findings, seconds }
}
