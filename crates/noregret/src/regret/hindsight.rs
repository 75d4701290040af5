//! The best fixed point in hindsight, between two certified numbers.
//!
//! Smooth losses: projected Newton from the online model, until the tangents at the point bound its own value closely. Kinked losses: the same on a smooth surrogate,
//! then the surrogate's dual points are moved to where the solution is, its strength lowered, and again (`surrogate.rs`). Every iterate gives a value above and lines
//! below; the best of each are kept and certified at the end (`bounds.rs`).
//! Weakness: second derivatives of the whole stream: tens of passes for smooth losses, hundreds for kinked ones.

use super::newton::{State, Step};
use super::problem::Problem;
use super::rivals::Rivals;
use super::surrogate::Surrogate;
use super::transcript::Transcript;
use crate::loss::Loss;
use crate::online::Weight;
use std::ops::Range;

/// The width, relative to the best value, a certificate is asked to have: 1e-3 for smooth losses, 1e-2 for those with a kink.
pub fn wanted_width(loss: Loss) -> f64 {
    if loss.kink(1.0).is_some() { 1e-2 } else { 1e-3 }
}

/// The best fixed point found, and how far any other can be below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hindsight {
    /// The point: every feature's weight, in order of first appearance.
    pub point: Vec<Weight>,
    /// Its losses and penalties are not above this.
    pub upper: f64,
    /// No point of the set has losses and penalties below this.
    pub lower: f64,
    /// Newton steps taken.
    pub steps: u32,
    /// Passes over the rounds.
    pub passes: u64,
    /// The width the solver is content with, relative to the value.
    pub wanted: f64,
    /// A width that is nothing beside what zero weights lose: a billionth of it. It matters where the best value is next to nothing.
    pub floor: f64,
}

impl Hindsight {
    /// upper - lower.
    pub fn width(&self) -> f64 {
        self.upper - self.lower
    }

    /// Whether the width is within what is wanted, relative to the value, or below the floor.
    pub fn is_tight(&self) -> bool {
        self.width() <= (self.wanted * self.upper.abs()).max(self.floor)
    }
}

/// The most steps, whatever they bring.
const MOST_STEPS: u32 = 3000;

/// How long a search may take. It is counted, not timed: the same input ends at the same point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patience {
    /// As many steps as an easy problem takes.
    easy: u32,
    /// The most features looked at, over all passes.
    work: u64,
    /// The fewest passes that are granted, however many features there are.
    passes: u64,
    /// The part of the width wanted that it is content with, while that takes little.
    content: f64,
}

impl Patience {
    /// A tenth of the width that is wanted, in minutes, not hours.
    pub const THOROUGH: Self = Self { easy: 60, work: 200_000_000_000, passes: 200, content: 0.1 };
    /// The width that is wanted, or what can be had in seconds.
    pub const QUICK: Self = Self { easy: 60, work: 2_000_000_000, passes: 20, content: 0.9 };
}

/// The search, with the best of what it met.
struct Search<'a> {
    problem: &'a Problem<'a>,
    least: f64,
    wanted: f64,
    floor: f64,
    best: (f64, Vec<f64>),
    lines: (f64, Vec<f64>),
    steps: u32,
    passes: u64,
    easy: u32,
    most_passes: u64,
    content: f64,
}

impl Search<'_> {
    /// Keeps what is good about a state; gives (what the surrogate hides, what the state lacks of its surrogate's minimum).
    fn look(&mut self, state: &State) -> (f64, f64) {
        let problem = self.problem;
        let value = problem.value(&state.w, &state.margins);
        let gap = state.gap(problem).max(0.0);
        let hidden = if self.kinked() { self.slackness(state) } else { 0.0 };
        self.passes = state.passes;
        if value < self.best.0 {
            self.best = (value, state.w.clone());
        }
        let lower = value - hidden - gap;
        if lower > self.lines.0 {
            let anchors = if self.kinked() { &state.slopes } else { &state.margins };
            self.lines = (lower, anchors.clone());
        }
        (hidden, gap)
    }

    fn kinked(&self) -> bool {
        self.problem.loss.kink(1.0).is_some()
    }

    /// sum h ( l(p) - s (p - k) ): what the slopes' lines miss of the losses.
    fn slackness(&self, state: &State) -> f64 {
        let loss = self.problem.loss;
        let missed = |(t, row): (usize, super::transcript::Row<'_>)| {
            let p = state.margins[t];
            let line = loss.pieces(row.y).map_or(0.0, |pieces| state.slopes[t] * (p - pieces.at));
            row.h * (loss.value(p, row.y) - line)
        };
        self.problem.rows().enumerate().map(missed).sum::<f64>().max(0.0)
    }

    fn done(&self) -> bool {
        let width = self.best.0 - self.lines.0.max(self.least);
        // A tenth of what is wanted: for kinked losses that puts the point's own value within 1e-3. Half for smooth ones where it takes long.
        let little = self.steps < self.easy || self.passes < self.most_passes / 20 || self.kinked();
        let target = self.wanted * if little { self.content } else { self.content.max(0.5) };
        width <= (target * self.best.0.abs()).max(0.1 * self.floor)
            || self.steps >= MOST_STEPS
            || self.passes >= self.most_passes
    }

    fn smooth(&mut self, start: Vec<f64>) -> u64 {
        let none = Surrogate::default();
        let mut state = State::new(self.problem, &none, start);
        let mut first = None;
        loop {
            let (_, gap) = self.look(&state);
            if self.done() {
                break;
            }
            let first = *first.get_or_insert(gap);
            let forcing = (gap / first).sqrt().clamp(1e-4, 0.1);
            if state.step(self.problem, &none, forcing) == Step::Stalled {
                break;
            }
            self.steps += 1;
        }
        state.passes
    }

    fn multipliers(&mut self, start: Vec<f64>) -> u64 {
        let problem = self.problem;
        let rounds = problem.rounds.len();
        let weight: f64 = problem.rows().map(|row| row.h).sum();
        let mean = problem.value(&start, &problem.margins(&start)) / weight;
        let mut surrogate = Surrogate { mu: 0.5 * mean.max(f64::MIN_POSITIVE), centres: vec![0.0; rounds] };
        let mut state = State::new(problem, &surrogate, start);
        let mut before = f64::INFINITY;
        for _ in 0..200 {
            let hidden = loop {
                let (hidden, gap) = self.look(&state);
                if self.done() {
                    return state.passes;
                }
                let content = gap <= 0.3 * hidden;
                if content || state.step(problem, &surrogate, 0.03) == Step::Stalled {
                    break hidden;
                }
                self.steps += 1;
            };
            surrogate.centres.clone_from(&state.slopes);
            surrogate.mu *= if hidden > 0.3 * before { 0.25 } else { 0.6 };
            before = hidden;
            state.refresh(problem, &surrogate);
        }
        state.passes
    }
}

/// The best fixed point of some rounds, from `start` (weights in the transcript's feature numbers, such as the online model's).
pub fn best(
    transcript: &Transcript,
    rounds: Range<usize>,
    loss: Loss,
    rivals: &Rivals,
    start: &[f64],
) -> Hindsight {
    search(&Patience::THOROUGH, transcript, rounds, loss, rivals, start)
}

/// As [`best`], for as long as patience lasts.
pub fn search(
    patience: &Patience,
    transcript: &Transcript,
    rounds: Range<usize>,
    loss: Loss,
    rivals: &Rivals,
    start: &[f64],
) -> Hindsight {
    let rounds = rounds.start.min(transcript.rounds())..rounds.end.min(transcript.rounds());
    let problem = Problem::new(transcript, rounds, loss, rivals);
    let value = |w: &[f64]| problem.value(w, &problem.margins(w));
    let origin = problem.origin();
    let mut first = (value(&origin), origin);
    let floor = 1e-9 * first.0.abs();
    if start.len() == first.1.len() {
        let clipped: Vec<f64> = problem.coordinates.iter().zip(start).map(|(c, &w)| c.clip(w)).collect();
        let known = value(&clipped);
        if known < first.0 {
            first = (known, clipped);
        }
    }
    let wanted = wanted_width(loss);
    let least = problem.least();
    let anchors = vec![0.0; problem.rounds.len()];
    let mut search = Search {
        problem: &problem,
        least,
        wanted,
        floor,
        best: first.clone(),
        lines: (f64::NEG_INFINITY, anchors),
        steps: 0,
        passes: 0,
        easy: patience.easy,
        most_passes: (patience.work / (transcript.entries() as u64 + 1)).max(patience.passes),
        content: patience.content,
    };
    let passes = if search.kinked() { search.multipliers(first.1) } else { search.smooth(first.1) };
    let (upper, lower) = (problem.upper(&search.best.1), problem.lower(&search.lines.1));
    let pairs = transcript.names().iter().zip(&search.best.1);
    let point = pairs.map(|(&index, &value)| Weight { index, value }).collect();
    Hindsight { point, upper, lower, steps: search.steps, passes: passes + 4, wanted, floor }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::features::FeaturesBuf;
    use crate::loss::tests::twin;
    use crate::rule::interval::Interval;
    use oracle::streams::{Example, Labels, random};

    fn transcript(examples: &[Example]) -> Transcript {
        let mut transcript = Transcript::new();
        for example in examples {
            let mut buf = FeaturesBuf::new();
            example.x.iter().enumerate().for_each(|(i, &v)| buf.push(i as u32, v));
            transcript.record(buf.finish().unwrap(), example.y, example.h, 0.0, 0.0).unwrap();
        }
        transcript
    }

    /// Both ends within 1e-3 of the oracle's value, which is known to 1e-9: for a problem that counts as easy, and for one that counts as
    /// long from its first step on.
    #[test]
    fn kinked_losses_are_searched_to_a_thousandth_however_long_it_takes() {
        let long = Patience { easy: 0, work: 0, ..Patience::THOROUGH };
        for (text, labels) in [("hinge", Labels::Binary), ("absolute", Labels::Real)] {
            let loss: Loss = text.parse().unwrap();
            for (seed, radius) in [(1, 1.0), (2, 1.0), (3, 1.0), (1, 5.0), (2, 5.0), (3, 5.0)] {
                let examples = random(seed, 20, 200, 0.5, labels);
                let (transcript, rivals) = (transcript(&examples), Rivals::within(Interval::radius(radius)));
                let truth =
                    oracle::comparator(twin(loss), &examples, &oracle::Terms::cube(20, -radius, radius));
                for patience in [&Patience::THOROUGH, &long] {
                    let found = search(patience, &transcript, 0..200, loss, &rivals, &[]);
                    let most = 1e-3 * truth.value;
                    assert!(
                        found.upper - truth.lower <= most && truth.value - found.lower <= most,
                        "{text} {seed} {radius} after {} steps: {} to {} against {} to {}",
                        found.steps,
                        found.lower,
                        found.upper,
                        truth.lower,
                        truth.value
                    );
                    assert!(found.passes > 10 && found.passes < 200, "neither easy nor given up");
                }
            }
        }
    }
}
