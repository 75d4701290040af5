//! A round judged: what a model saved at the last picture would have said, and what the averages say.

use super::super::Auto;
use super::super::float::Float;
use super::super::grid::LANES;
use super::super::kernel::{self, Row};
use super::super::mixture::Mixture;
use super::super::second::{self, EXPERTS};
use super::{At, Judgement, Mixed, Staged, Steady, judged};
use crate::features::Features;
use crate::loss::Labels;

/// What is judged of an example: its label, its importance, and what the learner says that goes along.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub x: Features<'a>,
    pub y: f64,
    pub weight: f64,
    pub along: f64,
}

impl<F: Float> Steady<F> {
    /// What the lanes of these rows say, clipped to the labels seen.
    fn says(first: &Auto<F>, rows: &[Row<F>], x: Features<'_>) -> [f64; LANES] {
        first.seen.clip(first.loss, &kernel::margins(&At { table: &first.table, rows }, x))
    }

    /// Works out a round, the next one of the learner; `beliefs` is what everybody says in the second group.
    pub fn stage(&self, first: &Auto<F>, beliefs: Option<[f64; EXPERTS]>, asked: Asked<'_>) -> Staged {
        let binary = first.loss.labels() == Labels::Binary;
        let order = if binary { self.order.with(asked.y) } else { self.order };
        let round = first.rounds + 1;
        if self.taken == 0 || !judged(round, first.table.used().len()) {
            return Staged { judged: self.judged, order, sound: true };
        }
        let (judged, sound) = self.judge(first, beliefs, asked);
        Staged { judged, order, sound }
    }

    fn judge(
        &self,
        first: &Auto<F>,
        beliefs: Option<[f64; EXPERTS]>,
        Asked { x, y, weight, along }: Asked<'_>,
    ) -> (Judgement, bool) {
        let (loss, rule, seen) = (first.loss, first.rule, first.seen);
        let Judgement { rounds, mixed, lost } = self.judged;
        let Mixed { inner, outer } = mixed;
        let (average, picture) = (Self::says(first, &self.average, x), Self::says(first, &self.picture, x));
        if average.iter().chain(&picture).any(|margin| !margin.is_finite()) {
            return (self.judged, false);
        }
        let rounds = rounds + 1;
        let weights = inner.weights.with(weight, rounds);
        let steady = inner.margin(rule, &average);
        let after = |own: f64, mixture: &Mixture<LANES>| {
            mixture.after(rule, rounds, (weights, weight), own, &average.map(|p| loss.value(p, y)))
        };
        let next = after(loss.value(steady, y), &inner);
        let then = self.then.inner.margin(rule, &picture);
        let (steady, then, outer) = match (beliefs, outer, self.then.outer) {
            (Some(says), Some(outer), Some(before)) => {
                let weighed = (weight, rounds);
                let (steady, outer) = second::judge(&outer, (loss, seen), says, steady, y, weighed);
                let (then, _) = second::judge(&before, (loss, seen), says, then, y, weighed);
                (steady, then, Some(outer))
            }
            _ => (steady, then, None),
        };
        let counted = weight / weights.mean;
        let more = [loss.value(then, y), loss.value(steady, y), loss.value(along, y), 1.0];
        let lost = std::array::from_fn(|k| lost[k] + counted * more[k]);
        let sound = next.is_finite()
            && outer.as_ref().is_none_or(Mixture::is_finite)
            && lost.iter().all(|lost: &f64| lost.is_finite());
        (Judgement { rounds, mixed: Mixed { inner: next, outer }, lost }, sound)
    }
}
