//! The best fixed weights of a box, for the regret of every learner at once: the examples are kept, and one batch solution serves all.

use super::curve::Sums;
use super::entrant::Entrant;
use super::judge::Judge;
use noregret::regret::{Rivals, Transcript, best, course};
use noregret::{Features, Interval, Loss};

/// Says why the rounds kept are too many, if they are.
pub type Limit = Box<dyn Fn(&Transcript) -> Option<String> + Send>;

/// The examples kept so far.
pub struct Kept {
    set: Interval,
    judge: Judge,
    limit: Limit,
    transcript: Transcript,
    /// The labelled example each round is.
    places: Vec<u64>,
    /// What zero weights lose up to each round.
    zero: Vec<f64>,
    fault: Option<String>,
}

/// The best fixed weights.
#[derive(Clone, Debug)]
pub struct Comparator {
    /// Their loss is at least this, certified.
    pub lower: f64,
    /// And at most this.
    pub upper: f64,
    /// Whether these are as close as wanted.
    pub tight: bool,
    /// The best of each window alone, where asked for: the labelled example it ends with, and the ends of its loss.
    pub windows: Vec<(u64, f64, f64)>,
    places: Vec<u64>,
    course: Vec<f64>,
}

impl Kept {
    /// None yet.
    pub fn new(set: Interval, judge: Judge, limit: Limit) -> Self {
        let fault = matches!(judge, Judge::Mistakes).then(|| {
            "the learners are ranked by mistakes, and the best fixed weights are only known for a loss: give --judge LOSS or --loss LOSS".to_owned()
        });
        Self { set, judge, limit, transcript: Transcript::new(), places: Vec::new(), zero: Vec::new(), fault }
    }

    fn loss(&self) -> Option<Loss> {
        if let Judge::Loss(loss) = self.judge { Some(loss) } else { None }
    }

    /// Keeps an example.
    pub fn keep(&mut self, x: Features<'_>, y: f64, weight: f64, place: u64) {
        let Some(loss) = self.loss().filter(|_| self.fault.is_none() && weight > 0.0) else { return };
        let kept = self.transcript.record(x, y, weight, 0.0, 0.0).map_err(|error| error.to_string());
        self.places.push(place);
        self.zero.push(self.zero.last().copied().unwrap_or(0.0) + weight * loss.value(0.0, y));
        let full = (self.limit)(&self.transcript);
        self.fault = kept.err().or(full);
        if self.fault.is_some() {
            // What cannot be judged need not be kept.
            (self.transcript, self.places, self.zero) = (Transcript::new(), Vec::new(), Vec::new());
        }
    }

    /// Looks for the best weights, from those of the best learner; and for those of each of some windows.
    pub fn solve<E>(self, entrants: &[Entrant<E>], count: Option<usize>) -> Result<Comparator, String> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let Judge::Loss(loss) = self.judge else { return Err("there is no loss".to_owned()) };
        let rounds = self.transcript.rounds();
        if rounds == 0 {
            return Err("there is no round to judge".to_owned());
        }
        let running = entrants.iter().filter_map(|e| e.core.as_ref().map(|core| (e.sums, core)));
        let leader = running.min_by(|(a, _), (b, _)| a.mean(a.cost).total_cmp(&b.mean(b.cost)));
        let start = self.transcript.dense(&leader.map_or_else(Vec::new, |(_, core)| core.weights()));
        let start: Vec<f64> = start.iter().map(|w| w.max(self.set.lo).min(self.set.hi)).collect();
        let rivals = Rivals::within(self.set);
        let found = best(&self.transcript, 0..rounds, loss, &rivals, &start);
        let point: Vec<f64> = found.point.iter().map(|w| w.value).collect();
        // The margins kept are those of zero weights, so what the point loses is what they lose less the difference.
        let difference = course(&self.transcript, 0..rounds, loss, &rivals, &point);
        let course = self.zero.iter().zip(difference).map(|(zero, less)| zero - less).collect();
        let mut comparator = Comparator {
            lower: found.lower,
            upper: found.upper,
            tight: found.is_tight(),
            windows: Vec::new(),
            places: self.places,
            course,
        };
        let ends = count.zip(entrants.iter().find(|e| e.core.is_some()));
        let ends = ends.map_or_else(Vec::new, |(count, e)| e.curve.windows(&e.sums, count));
        let mut from = 0;
        for (end, _) in ends {
            let to = comparator.rounds(end);
            let own = best(&self.transcript, from..to, loss, &rivals, &point);
            comparator.windows.push((end, own.lower, own.upper));
            from = to;
        }
        Ok(comparator)
    }
}

impl Comparator {
    /// A learner's regret up to some of its places, against the weights that are best in the end.
    pub fn against(&self, places: &[Sums]) -> Vec<(f64, f64)> {
        let up_to = |examples: u64| match self.rounds(examples) {
            0 => 0.0,
            rounds => self.course[rounds - 1],
        };
        places.iter().map(|sums| (sums.examples as f64, sums.cost - up_to(sums.examples))).collect()
    }

    /// The rounds up to a labelled example: those of weight 0 are none.
    fn rounds(&self, examples: u64) -> usize {
        self.places.partition_point(|place| *place <= examples)
    }

    /// The ends of a learner's regret within a window, against the best of that window.
    pub fn within(&self, to: u64, sums: &Sums) -> Option<(f64, f64)> {
        let (_, lower, upper) = self.windows.iter().find(|window| window.0 == to)?;
        Some((sums.cost - upper, sums.cost - lower))
    }

    /// The ends of a learner's regret.
    pub fn regret(&self, sums: &Sums) -> (f64, f64) {
        (sums.cost - self.upper, sums.cost - self.lower)
    }
}
