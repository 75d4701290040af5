//! A learner in the race, with all that is known of how it does.

use super::certainty::Terms;
use super::curve::{Curve, Sums};
use super::judge::Judge;
use crate::core::Core;
use crate::error::Refused;
use noregret::regret::WeightedSequence;
use noregret::{Loss, Parameters, Plan};
use noregret_io::{Batch, Counts, Example, Item, Schema};
use std::time::Instant;

/// Whether it still learns.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// It does.
    Running,
    /// It could not go on, and why.
    Failed(String),
    /// It was left behind after so many labelled examples.
    Left(u64),
}

/// Lower and upper ends at some x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Where.
    pub x: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What is said of an example that a learner refuses, and so gives up at.
pub type Refusal<'a> = dyn Fn(&Example<'_>, &Refused, &Schema) -> String + Sync + 'a;

/// A learner in the race; an `E` is what it was asked for by.
pub struct Entrant<E> {
    /// As it was asked for.
    pub entry: E,
    /// The loss it was to learn.
    pub asked: Loss,
    /// The loss it learns; none if it cannot learn any asked for.
    pub loss: Option<Loss>,
    /// The learner; none once it is out.
    pub core: Option<Core>,
    /// What it had seen, as `train` counts, when it was out.
    last: Counts,
    /// As the judge counts.
    pub sums: Sums,
    /// How these came about.
    pub curve: Curve,
    /// Whether it still learns.
    pub fate: Fate,
    /// Time spent on it.
    pub seconds: f64,
    /// Bytes it holds, or held when it ended.
    pub bytes: u64,
    /// Its mean clipped cost by importance weight, with confidence.
    pub sure: Option<WeightedSequence>,
    /// The interval now and then.
    pub band: Vec<Span>,
    /// Costs above the clip.
    pub clipped: u64,
    /// The clipped costs of the last stretch.
    pub costs: Vec<f64>,
    /// The weights of these.
    pub weights: Vec<f64>,
}

/// A stretch of a batch, and how it is judged.
pub struct Stretch<'a> {
    /// The batch.
    pub batch: &'a Batch,
    /// The first item.
    pub from: usize,
    /// The item after the last.
    pub to: usize,
    /// What is said of an example that is refused; none if such are left out.
    pub refused: Option<&'a Refusal<'a>>,
    /// Names for messages.
    pub schema: &'a Schema,
    /// What costs are.
    pub judge: Judge,
    /// Where they are clipped, where confidence is wanted.
    pub terms: Option<Terms>,
}

impl<E> Entrant<E> {
    /// At the start: a learner that an algorithm makes of parameters, for a loss asked for; or the reason why it cannot learn it.
    pub fn new(
        entry: E,
        asked: Loss,
        (algorithm, parameters): (&str, Parameters),
        plan: Result<Plan, String>,
    ) -> Self {
        let fate = plan.as_ref().err().map_or(Fate::Running, |why| Fate::Failed(why.clone()));
        let core = plan.ok().map(|plan| Core::of_spec(algorithm, parameters, plan));
        Self {
            asked,
            loss: core.as_ref().map(Core::loss),
            core,
            entry,
            last: Counts::default(),
            sums: Sums::default(),
            curve: Curve::default(),
            fate,
            seconds: 0.0,
            bytes: 0,
            sure: None,
            band: Vec::new(),
            clipped: 0,
            costs: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// What it has seen, as `train` counts.
    pub fn counts(&self) -> &Counts {
        self.core.as_ref().map_or(&self.last, Core::counts)
    }

    /// Takes it out of the race and its memory with it.
    pub fn end(&mut self, fate: Fate) {
        if let Some(core) = self.core.take() {
            (self.bytes, self.last) = (core.bytes(), *core.counts());
        }
        self.fate = fate;
        self.costs.clear();
        self.weights.clear();
    }

    /// Predicts and learns a stretch, as `train` would.
    pub fn learn(&mut self, stretch: &Stretch<'_>) {
        let start = Instant::now();
        self.costs.clear();
        self.weights.clear();
        if let Some(mut core) = self.core.take() {
            let refusal = self.follow(&mut core, stretch);
            self.core = Some(core);
            if let Some(why) = refusal {
                self.end(Fate::Failed(why));
            }
        }
        self.seconds += start.elapsed().as_secs_f64();
    }

    /// The reason if it cannot go on.
    fn follow(&mut self, core: &mut Core, stretch: &Stretch<'_>) -> Option<String> {
        for item in stretch.batch.iter().take(stretch.to).skip(stretch.from) {
            let Item::Example(example) = item else { continue };
            let predicted = match core.learn(&example) {
                Ok(predicted) => Some(predicted),
                Err(error) => {
                    if let Some(refused) = stretch.refused {
                        return Some(refused(&example, &error, stretch.schema));
                    }
                    core.skip();
                    None
                }
            };
            if let Some(y) = example.label {
                // A prediction that is missing is no good one, and no bad one either.
                let judged = predicted.map_or((f64::NAN, false), |p| stretch.judge.judged(core, p, y));
                self.judge(judged, example.weight, stretch);
            }
        }
        None
    }

    fn judge(&mut self, (cost, mistaken): (f64, bool), weight: f64, stretch: &Stretch<'_>) {
        self.sums.examples += 1;
        let weighed = weight * cost;
        if !weighed.is_nan() {
            self.sums.weight = (self.sums.weight + weight).min(f64::MAX);
            self.sums.cost = (self.sums.cost + weighed).clamp(-f64::MAX, f64::MAX);
            if mistaken {
                self.sums.mistakes += weight;
            }
        }
        self.curve.add(&self.sums);
        let Some((terms, sure)) = stretch.terms.as_ref().zip(self.sure.as_mut()) else { return };
        if weight == 0.0 || self.sums.examples <= terms.from {
            return;
        }
        // The loss is clipped, then weighed: a bound on the product would be one on the weights, too.
        let kept = terms.clipped(cost);
        self.clipped += u64::from(kept != cost);
        self.costs.push(kept);
        self.weights.push(weight);
        sure.add(kept, weight);
        // A tenth more examples than at the last interval: they narrow slowly, and are dear.
        let last = self.band.last().map_or(0.0, |span| span.x);
        let now = self.sums.examples as f64;
        if now >= 1.1 * last + 10.0 {
            self.look();
        }
    }

    /// Keeps the interval of now.
    pub fn look(&mut self) {
        let x = self.sums.examples as f64;
        if let Some(sure) = self.sure.as_ref().filter(|sure| sure.count() > 0) {
            let (low, high) = sure.interval();
            self.band.push(Span { x, low, high });
        }
    }
}
