//! The leaderboard: champion and challengers over the same stream, and what can be said of them with confidence at any time.
//!
//! Each learner has the sequence of its costs, every two the sequence of their differences; the union bound divides the error
//! probability among the learners, for their intervals, and among the pairs, for the verdicts. So one may look as often as one likes,
//! and promote when a verdict is sure. A cost is the loss that all of them learn, clipped (8 where its slope is at most 1, 16 where it is
//! steeper; for numbers at the loss of the farthest two of the first 1,000 labels, after which counting begins); learners of different losses
//! are judged by their mistakes. An example counts once all learners know its cost.
//! Weakness: losses that nothing bounds (poisson) have means and no verdicts. Reference: `noregret::regret::ConfidenceSequence`.

use noregret::regret::ConfidenceSequence;
use noregret::{Labels, Loss};
use noregret_engine::{Engine, Lesson};
use serde::{Deserialize, Serialize};

/// What learners are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judge {
    /// The loss that all of them learn.
    Loss,
    /// Mistakes.
    Mistakes,
}

/// Labels that show how far apart labels are.
const FIRST: u64 = 1000;

/// What is remembered, as it is saved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Saved {
    alpha: f64,
    learners: usize,
    judge: Option<Judge>,
    clip: Option<f64>,
    /// How many labels were looked at for the clip, the least and the largest.
    range: (u64, f64, f64),
    /// Sums of costs as they are, how many, and mistakes.
    costs: Vec<f64>,
    mistakes: Vec<f64>,
    examples: u64,
    alone: Vec<(u64, f64, f64)>,
    pairs: Vec<(u64, f64, f64)>,
}

/// The leaderboard.
#[derive(Clone, Debug)]
pub struct Board {
    saved: Saved,
    alone: Vec<ConfidenceSequence>,
    /// (0, 1), (0, 2), .., (1, 2), ..
    pairs: Vec<ConfidenceSequence>,
}

/// How a learner stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The mean cost.
    pub cost: Option<f64>,
    /// The share of mistakes.
    pub mistakes: Option<f64>,
    /// What the mean of its clipped costs lies in.
    pub interval: Option<(f64, f64)>,
    /// What its mean cost less the champion's lies in.
    pub behind: Option<(f64, f64)>,
    /// Of a challenger: `better`, `worse` or `undecided`.
    pub verdict: Option<&'static str>,
}

/// Where a loss is clipped; none of numbers, whose labels say so.
pub fn clip(loss: Loss, classes: bool) -> Option<f64> {
    match loss.labels() {
        _ if classes => Some(8.0),
        Labels::Binary if loss.slope(-f64::MAX, 1.0) >= -1.0 => Some(8.0),
        Labels::Binary => Some(16.0),
        Labels::Real | Labels::Count => None,
    }
}

impl Board {
    /// For so many learners, wrong about anything ever with probability at most alpha.
    pub fn new(learners: usize, alpha: f64) -> Self {
        let range = (0, f64::MAX, -f64::MAX);
        let (costs, mistakes) = (vec![0.0; learners], vec![0.0; learners]);
        let saved = Saved { alpha, learners, range, costs, mistakes, ..Saved::default() };
        Self { saved, alone: Vec::new(), pairs: Vec::new() }
    }

    /// As it was saved.
    pub fn restore(saved: Saved) -> Self {
        let mut board = Self { saved, alone: Vec::new(), pairs: Vec::new() };
        board.open();
        for (sequence, part) in board.alone.iter_mut().zip(&board.saved.alone) {
            sequence.resume(*part);
        }
        for (sequence, part) in board.pairs.iter_mut().zip(&board.saved.pairs) {
            sequence.resume(*part);
        }
        board
    }

    /// As it is saved.
    pub fn save(&self) -> Saved {
        let remembered =
            |list: &[ConfidenceSequence]| list.iter().map(ConfidenceSequence::remembered).collect();
        Saved { alone: remembered(&self.alone), pairs: remembered(&self.pairs), ..self.saved.clone() }
    }

    /// Begins the sequences, if it is known where costs are clipped.
    fn open(&mut self) {
        let Some(clip) = self.saved.clip else { return };
        let n = self.saved.learners;
        let count = n * n.saturating_sub(1) / 2;
        let alone = ConfidenceSequence::new(0.0, clip, self.saved.alpha / n.max(1) as f64);
        let pair = ConfidenceSequence::of_difference(0.0, clip, self.saved.alpha / count.max(1) as f64);
        self.alone = vec![alone; n];
        self.pairs = vec![pair; count];
    }

    /// Decides how learners are judged, when the first costs are known.
    pub fn decide<'e>(&mut self, engines: impl Iterator<Item = &'e Engine>) {
        if self.saved.judge.is_some() {
            return;
        }
        let all: Vec<(Loss, bool)> =
            engines.map(|engine| (engine.loss(), engine.core().objective().is_some())).collect();
        let Some(&(loss, classes)) = all.first() else { return };
        let same = all.iter().all(|&one| one == (loss, classes));
        let (judge, clip) =
            if same { (Judge::Loss, clip(loss, classes)) } else { (Judge::Mistakes, Some(1.0)) };
        (self.saved.judge, self.saved.clip) = (Some(judge), clip);
        self.open();
    }

    /// Adds an example by what it taught each learner. `loss` is that of numbers, whose labels say where it is clipped.
    pub fn add(&mut self, lessons: &[Option<Lesson>], loss: Loss) {
        let Some(judge) = self.saved.judge else { return };
        let costs: Option<Vec<(f64, f64)>> = lessons.iter().map(|lesson| lesson.as_ref()?.costs()).collect();
        let Some(costs) = costs.filter(|costs| costs.len() == self.saved.learners) else { return };
        self.saved.examples += 1;
        for (k, (cost, mistake)) in costs.iter().enumerate() {
            let judged = if judge == Judge::Loss { cost } else { mistake };
            self.saved.costs[k] = (self.saved.costs[k] + judged).clamp(-f64::MAX, f64::MAX);
            self.saved.mistakes[k] += mistake;
        }
        let label = lessons.first().and_then(|lesson| lesson.as_ref()?.label);
        if self.saved.clip.is_none() {
            self.look(label, loss);
            return;
        }
        let judged: Vec<f64> =
            costs.iter().map(|(cost, mistake)| if judge == Judge::Loss { *cost } else { *mistake }).collect();
        let clip = self.saved.clip.unwrap_or(1.0);
        let clipped = |cost: f64| if cost.is_nan() { clip } else { cost.clamp(0.0, clip) };
        self.alone.iter_mut().zip(&judged).for_each(|(sequence, &cost)| sequence.add(cost));
        let mut pairs = self.pairs.iter_mut();
        for (a, first) in judged.iter().enumerate() {
            for second in &judged[a + 1..] {
                if let Some(pair) = pairs.next() {
                    pair.add(clipped(*first) - clipped(*second));
                }
            }
        }
    }

    /// Looks at one of the first labels of numbers.
    fn look(&mut self, label: Option<f64>, loss: Loss) {
        let Some(y) = label else { return };
        let (count, low, high) = &mut self.saved.range;
        (*count, *low, *high) = (*count + 1, low.min(y), high.max(y));
        if *count == FIRST && loss.labels() == Labels::Real {
            let most = loss.value(*low, *high).max(loss.value(*high, *low)).min(f64::MAX / 4.0);
            self.saved.clip = Some(if most > 0.0 { most } else { 1.0 });
            self.open();
        }
    }

    /// Where losses of numbers are clipped, once it is known.
    pub fn clip(&self) -> Option<f64> {
        self.saved.clip.filter(|_| self.saved.judge == Some(Judge::Loss))
    }

    /// What learners are judged by, once it is known.
    pub fn judge(&self) -> Option<Judge> {
        self.saved.judge
    }

    /// How many examples were counted.
    pub fn examples(&self) -> u64 {
        self.saved.examples
    }

    /// What the mean cost of `a` less that of `b` lies in.
    fn difference(&self, a: usize, b: usize) -> Option<(f64, f64)> {
        let (low, high) = (a.min(b), a.max(b));
        if a == b {
            return None;
        }
        let place = low * (2 * self.saved.learners - low - 1) / 2 + high - low - 1;
        let sequence = self.pairs.get(place).filter(|sequence| sequence.count() > 0)?;
        let (lower, upper) = sequence.interval();
        Some(if a < b { (lower, upper) } else { (-upper, -lower) })
    }

    /// How a learner stands beside the champion.
    pub fn place(&self, learner: usize, champion: usize) -> Place {
        let mean = |sum: f64| (self.saved.examples > 0).then(|| sum / self.saved.examples as f64);
        let behind = self.difference(learner, champion);
        let verdict = match behind {
            Some((_, high)) if high < 0.0 => "better",
            Some((low, _)) if low > 0.0 => "worse",
            _ => "undecided",
        };
        let sequence = self.alone.get(learner).filter(|sequence| sequence.count() > 0);
        Place {
            cost: mean(self.saved.costs.get(learner).copied().unwrap_or(0.0)),
            mistakes: mean(self.saved.mistakes.get(learner).copied().unwrap_or(0.0)),
            interval: sequence.map(ConfidenceSequence::interval),
            behind,
            verdict: (learner != champion).then_some(verdict),
        }
    }

    /// The challenger that is sure to be better than the champion, the best of them if there are several.
    pub fn sure(&self, champion: usize) -> Option<usize> {
        let better = |k: &usize| self.difference(*k, champion).is_some_and(|(_, high)| high < 0.0);
        let cost = |k: usize| self.saved.costs[k];
        (0..self.saved.learners).filter(better).min_by(|&a, &b| cost(a).total_cmp(&cost(b)))
    }
}
