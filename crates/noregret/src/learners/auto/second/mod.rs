//! The second group of lanes: what first-order lanes are not told about, a constant and beliefs about all weights together.
//!
//! A diagonal cannot know that columns go together, or that they all have a mean: on tables of tens of columns a [`belief`] loses a few to tens of percent
//! less, and on hundreds of dense ones more than that. It costs O(d^2) a round, so it stays while features are few (`experts`): the first-order lanes
//! are then mixed with it, as one expert among others, by the same rule as they are mixed among themselves. Text has more features than that after a few
//! rows. Then the group leaves for good and takes nothing with it but the price there was.
//!
//! **The price.** Who leaves counts as asleep: the shares of those who stay are divided by their sum. Let W be the sum of prior_k exp(-L_k) over all who are
//! there: the mixture has lost -ln W, and when some leave W becomes less while nothing is lost, so for every k that stays the total is at most
//! L_k + ln(1/prior_k), prior_k of the start, as if nobody had left; with the switching and the gaps as before. After the whole group has left the total grows as the
//! first-order lanes' does.
//! Weakness: the beliefs know no drift; what they knew is lost when features become too many.
//! References: Freund, Schapire, Singer and Warmuth 1997, for experts that sleep.

mod belief;
mod centred;
mod experts;
mod merge;
mod parts;
mod restore;
mod square;
mod unordered;

pub use experts::{EXPERTS, FIRST, Outer};

use super::float::Float;
use super::mixture::{self, Mixing};
use crate::features::Features;
use crate::loss::{Labels, Loss};
use crate::table::Slots;
use belief::{Belief, Look, Seen};
use centred::{Centred, RATES};
use experts::{BELIEFS, CENTRED, CONSTANT, KINDS, expert};

/// A step this far is none that a belief takes.
const FAR: f64 = 1e100;

/// The losses that have a second group: those whose second derivative says what a round told.
pub fn takes(loss: Loss) -> bool {
    matches!(loss, Loss::Logistic(_) | Loss::Squared(_))
}

/// The share that the first-order lanes start with.
pub fn share_of_first() -> f64 {
    experts::prior()[FIRST]
}

/// The constant and the beliefs, and the mixture of them with the first-order lanes.
#[derive(Clone, Debug)]
pub struct Second {
    pub outer: Outer,
    /// What is known of the labels' mean.
    constant: Constant,
    slots: Slots,
    scales: Vec<f64>,
    /// None has left.
    beliefs: [Option<Belief>; BELIEFS],
    /// None has left.
    centred: Option<Centred>,
    /// How many features all rounds had.
    total: u64,
}

/// The sum of labels and of weights: under the logistic loss of the positive ones and of all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Constant {
    sum: f64,
    weight: f64,
}

impl Constant {
    fn margin(self, loss: Loss) -> f64 {
        match loss {
            Loss::Logistic(_) => libm::log((self.sum + 0.5) / (self.weight - self.sum + 0.5)),
            _ if self.weight > 0.0 => self.sum / self.weight,
            _ => 0.0,
        }
    }

    fn with(self, loss: Loss, y: f64, weight: f64) -> Self {
        let y = if loss.labels() == Labels::Binary { f64::from(u8::from(y > 0.0)) } else { y };
        Self { sum: self.sum + weight * y, weight: self.weight + weight }
    }
}

/// A round in the making.
#[derive(Debug, Default)]
pub struct Open {
    seen: Seen,
    unseen: Vec<u32>,
    scales: Vec<f64>,
    looks: [Look; BELIEFS],
    steps: [(f64, f64); BELIEFS],
    centred: centred::Look,
    /// What everybody says, unclipped.
    pub says: Option<[f64; EXPERTS]>,
}

/// What a round comes to.
#[derive(Clone, Copy, Debug)]
pub struct Staged {
    outer: Outer,
    constant: Constant,
    /// Of the centred lanes; none if they leave.
    centred: Option<mixture::Mixture<RATES>>,
    /// The label, its importance by the mean so far, and the unit of rates.
    lesson: (f64, f64, f64),
    /// Whether beliefs are few and cheap enough to stay.
    beliefs: bool,
    /// Whether every number is one to go on with.
    sound: bool,
}

/// What of an example is judged: its label, its importance by the mean so far, the unit of rates, and the round.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    pub y: f64,
    pub counted: f64,
    pub unit: f64,
    pub weight: f64,
    pub round: u64,
}

/// What a mixture says, the first-order lanes saying `first`, and what it becomes by a label, of this weight and in this round of its own.
pub fn judge(
    outer: &Outer,
    (loss, labels): (Loss, mixture::Seen),
    mut says: [f64; EXPERTS],
    first: f64,
    y: f64,
    (weight, round): (f64, u64),
) -> (f64, Outer) {
    says[FIRST] = first;
    let says = labels.clip(loss, &says);
    let rule = Mixing::of(loss);
    let p = outer.margin(rule, &says);
    let own = loss.value(p, y);
    let mut lost = says.map(|says| loss.value(says, y));
    for (lost, prior) in lost.iter_mut().zip(&outer.prior) {
        // Who has left loses what the whole does.
        if *prior == 0.0 {
            *lost = own;
        }
    }
    let weights = outer.weights.with(weight, round);
    (p, outer.after(rule, round, (weights, weight), own, &lost))
}

impl Second {
    /// Before anything is seen.
    pub fn new() -> Self {
        Self {
            outer: Outer::new(experts::prior()),
            constant: Constant::default(),
            slots: Slots::default(),
            scales: Vec::new(),
            beliefs: KINDS.map(|kind| Some(Belief::new(kind.lambda))),
            centred: Some(Centred::new()),
            total: 0,
        }
    }

    /// Finds the slots and units of an example. Features without a value are as if they were not there.
    fn see<F: Float>(&self, x: Features<'_>, open: &mut Open) {
        let Open { seen, unseen, scales, .. } = open;
        seen.slots.clear();
        seen.values.clear();
        seen.plain.clear();
        seen.growth.clear();
        unseen.clear();
        scales.clear();
        for (index, value) in x.iter().filter(|(_, value)| *value != 0.0) {
            let size = value.abs().max(F::SMALLEST);
            let slot = self.slots.get(index);
            let scale = match slot {
                Some(slot) if self.scales[slot] >= size => self.scales[slot],
                Some(slot) => {
                    seen.growth.push((seen.slots.len(), size / self.scales[slot]));
                    size
                }
                None => size,
            };
            seen.slots.push(slot.unwrap_or_else(|| {
                unseen.push(index);
                self.slots.len() + unseen.len() - 1
            }));
            seen.values.push(value / scale);
            seen.plain.push(value);
            scales.push(scale);
        }
        seen.features = self.slots.len() + unseen.len();
    }

    /// What everybody says, the first-order lanes `first`; none if a number is not finite.
    fn says(
        &self,
        (loss, labels): (Loss, mixture::Seen),
        first: f64,
        open: &mut Open,
    ) -> Option<[f64; EXPERTS]> {
        let mut says = [first; EXPERTS];
        says[CONSTANT] = self.constant.margin(loss);
        for (k, belief) in self.beliefs.iter().enumerate() {
            if let Some(belief) = belief {
                belief.look(&open.seen, &mut open.looks[k]);
                says[expert(k, false)] = open.looks[k].margin;
                says[expert(k, true)] = open.looks[k].averaged(loss);
            }
        }
        if let Some(centred) = &self.centred {
            centred.look(&open.seen, &mut open.centred);
            says[CENTRED] = centred.says(loss, labels, &open.centred);
        }
        says.iter().all(|margin| margin.is_finite()).then_some(says)
    }

    /// The margin of the whole under a mixture, its own or another, where the first-order lanes say `first`. Changes nothing.
    pub fn margin<F: Float>(
        &self,
        outer: &Outer,
        (loss, labels): (Loss, mixture::Seen),
        first: f64,
        x: Features<'_>,
    ) -> f64 {
        let mut open = Open::default();
        self.see::<F>(x, &mut open);
        match self.says((loss, labels), first, &mut open) {
            Some(says) => outer.margin(Mixing::of(loss), &labels.clip(loss, &says)),
            None => first,
        }
    }

    /// Works out a round; gives the margin and what the round comes to.
    pub fn stage<F: Float>(
        &mut self,
        (loss, labels): (Loss, mixture::Seen),
        first: f64,
        x: Features<'_>,
        judged: Judged,
        open: &mut Open,
    ) -> (f64, Staged) {
        let Judged { y, counted, unit, weight, round } = judged;
        let (constant, lesson) = (self.constant, (y, counted, unit));
        let leave =
            Staged { outer: self.outer, constant, centred: None, lesson, beliefs: false, sound: false };
        self.see::<F>(x, open);
        open.says = self.says((loss, labels), first, open);
        let Some(says) = open.says else { return (first, leave) };
        let (p, outer) = judge(&self.outer, (loss, labels), says, first, y, (weight, round));
        if !(p.is_finite() && outer.is_finite()) {
            return (first, leave);
        }
        let constant = self.constant.with(loss, y, counted);
        let mut sound = constant.sum.is_finite() && self.slots.reserve(x).is_ok();
        for (k, look) in open.looks.iter().enumerate().filter(|(k, _)| self.beliefs[*k].is_some()) {
            open.steps[k] = look.judge(loss, y, counted);
            let (step, bend) = open.steps[k];
            let far = look.image.iter().fold(0.0_f64, |far, a| far.max(a.abs())) * step.abs();
            sound &= step.is_finite() && bend >= 0.0 && far < FAR;
        }
        let total = self.total + open.seen.slots.len() as u64;
        let centred = self.centred.as_ref().filter(|centred| centred.stays(open.seen.features, total));
        let centred = centred
            .map(|centred| centred.judged((loss, labels), &open.centred, y, (weight, round)))
            .filter(mixture::Mixture::is_finite);
        (p, Staged { outer, constant, centred, lesson, beliefs: self.few(open, round), sound })
    }

    /// Whether features are few enough for beliefs after a round, the `rounds`-th.
    fn few(&self, open: &Open, rounds: u64) -> bool {
        let (features, total) = (open.seen.features, self.total + open.seen.slots.len() as u64);
        experts::affordable(features, rounds, total)
    }

    /// Writes a staged round. False if the group leaves by it.
    pub fn take(&mut self, loss: Loss, staged: Staged, open: &mut Open) -> bool {
        (self.outer, self.constant) = (staged.outer, staged.constant);
        if !staged.sound {
            return false;
        }
        for (k, belief) in self.beliefs.iter_mut().enumerate() {
            if !staged.beliefs || open.seen.features > KINDS[k].features {
                *belief = None;
            }
            if let Some(belief) = belief {
                belief.learn(&open.seen, &mut open.looks[k], open.steps[k]);
            }
        }
        self.centred = match (self.centred.take(), staged.centred) {
            (Some(mut centred), Some(inner)) => {
                centred.inner = inner;
                centred.learn(&mut open.centred, loss, staged.lesson).then_some(centred)
            }
            _ => None,
        };
        if self.centred.is_none() && self.beliefs.iter().all(Option::is_none) {
            return false;
        }
        let prior = experts::awake(|k| self.beliefs[k].is_some(), self.centred.is_some());
        if prior != self.outer.prior {
            self.outer.retire(Mixing::of(loss), prior);
        }
        for &index in &open.unseen {
            self.slots.push(index);
        }
        self.scales.resize(self.slots.len(), 0.0);
        for (&slot, &scale) in open.seen.slots.iter().zip(&open.scales) {
            self.scales[slot] = scale;
        }
        self.total += open.seen.slots.len() as u64;
        true
    }

    /// What an expert costs who does not know that he is the best.
    pub fn price(&self, rule: Mixing, expert: usize) -> f64 {
        self.outer.price_of(rule, experts::prior()[expert])
    }

    /// The experts but the first-order lanes that are there: names, shares at the start and numbers in the mixture.
    pub fn present(&self) -> impl Iterator<Item = (String, f64, usize)> {
        let there = |expert: &usize| *expert != FIRST && self.outer.prior[*expert] > 0.0;
        (0..EXPERTS).filter(there).map(|expert| (experts::name(expert), experts::prior()[expert], expert))
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        let beliefs = self.beliefs.iter().flatten();
        let held = |belief: &Belief| 8 * belief.mean.len() as u64 + belief.covariance.bytes();
        let centred = self.centred.as_ref().map_or(0, Centred::bytes);
        beliefs.map(held).sum::<u64>() + centred + 8 * self.scales.len() as u64 + self.slots.bytes()
    }
}
