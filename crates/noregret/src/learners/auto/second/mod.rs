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
mod experts;
mod parts;
mod restore;
mod square;

pub use experts::FIRST;

use super::float::Float;
use super::mixture::{self, Mixing};
use crate::features::Features;
use crate::loss::{Labels, Loss};
use crate::table::Slots;
use belief::{Belief, Look, Seen};
use experts::{BELIEFS, CHEAP, CONSTANT, EXPERTS, FEW, KINDS, Outer, SPARSEST, WORK, expert};

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
}

/// What a round comes to.
#[derive(Clone, Copy, Debug)]
pub struct Staged {
    outer: Outer,
    constant: Constant,
    /// Whether the group stays.
    stays: bool,
}

/// What of an example is judged: its label, its importance by the mean so far, and the round.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    pub y: f64,
    pub counted: f64,
    pub weight: f64,
    pub round: u64,
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
            total: 0,
        }
    }

    /// Finds the slots and units of an example. Features without a value are as if they were not there.
    fn see<F: Float>(&self, x: Features<'_>, open: &mut Open) {
        let Open { seen, unseen, scales, .. } = open;
        seen.slots.clear();
        seen.values.clear();
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
            scales.push(scale);
        }
        seen.features = self.slots.len() + unseen.len();
    }

    /// What everybody says, the first-order lanes `first`; none if a number is not finite.
    fn says(&self, loss: Loss, first: f64, open: &mut Open) -> Option<[f64; EXPERTS]> {
        let mut says = [first; EXPERTS];
        says[CONSTANT] = self.constant.margin(loss);
        for (k, belief) in self.beliefs.iter().enumerate() {
            if let Some(belief) = belief {
                belief.look(&open.seen, &mut open.looks[k]);
                says[expert(k, false)] = open.looks[k].margin;
                says[expert(k, true)] = open.looks[k].averaged(loss);
            }
        }
        says.iter().all(|margin| margin.is_finite()).then_some(says)
    }

    /// The margin of the whole, where the first-order lanes say `first`. Changes nothing.
    pub fn margin<F: Float>(&self, loss: Loss, labels: mixture::Seen, first: f64, x: Features<'_>) -> f64 {
        let mut open = Open::default();
        self.see::<F>(x, &mut open);
        match self.says(loss, first, &mut open) {
            Some(says) => self.outer.margin(Mixing::of(loss), &labels.clip(loss, &says)),
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
        let Judged { y, counted, weight, round } = judged;
        let leave = Staged { outer: self.outer, constant: self.constant, stays: false };
        self.see::<F>(x, open);
        let Some(says) = self.says(loss, first, open) else { return (first, leave) };
        let says = labels.clip(loss, &says);
        let rule = Mixing::of(loss);
        let p = self.outer.margin(rule, &says);
        let own = loss.value(p, y);
        let mut lost = says.map(|says| loss.value(says, y));
        for (lost, prior) in lost.iter_mut().zip(&self.outer.prior) {
            // Who has left loses what the whole does.
            if *prior == 0.0 {
                *lost = own;
            }
        }
        let weights = self.outer.weights.with(weight, round);
        let outer = self.outer.after(rule, round, (weights, weight), own, &lost);
        if !(p.is_finite() && outer.is_finite()) {
            return (first, leave);
        }
        let constant = self.constant.with(loss, y, counted);
        let mut stays = constant.sum.is_finite() && self.stays(open, round) && self.slots.reserve(x).is_ok();
        for (k, look) in open.looks.iter().enumerate().filter(|(k, _)| self.beliefs[*k].is_some()) {
            open.steps[k] = look.judge(loss, y, counted);
            let (step, bend) = open.steps[k];
            let far = look.image.iter().fold(0.0_f64, |far, a| far.max(a.abs())) * step.abs();
            stays &= step.is_finite() && bend >= 0.0 && far < FAR;
        }
        (p, Staged { outer, constant, stays })
    }

    /// Whether the group stays after a round, the `rounds`-th.
    fn stays(&self, open: &Open, rounds: u64) -> bool {
        let (features, total) = (open.seen.features, self.total + open.seen.slots.len() as u64);
        let few = features <= FEW || features as u64 * rounds <= SPARSEST * total;
        let cheap = features <= CHEAP || rounds.saturating_mul((features * features) as u64) <= WORK;
        few && cheap && features <= KINDS[0].features
    }

    /// Writes a staged round. False if the group leaves by it.
    pub fn take(&mut self, loss: Loss, staged: Staged, open: &mut Open) -> bool {
        (self.outer, self.constant) = (staged.outer, staged.constant);
        if !staged.stays {
            return false;
        }
        let before = self.beliefs.iter().flatten().count();
        for (belief, kind) in self.beliefs.iter_mut().zip(&KINDS) {
            if open.seen.features > kind.features {
                *belief = None;
            }
        }
        if self.beliefs.iter().flatten().count() < before {
            self.outer.retire(Mixing::of(loss), experts::awake(|k| self.beliefs[k].is_some()));
        }
        for (k, belief) in self.beliefs.iter_mut().enumerate() {
            if let Some(belief) = belief {
                belief.learn(&open.seen, &mut open.looks[k], open.steps[k]);
            }
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
        beliefs.map(held).sum::<u64>() + 8 * self.scales.len() as u64 + self.slots.bytes()
    }
}
