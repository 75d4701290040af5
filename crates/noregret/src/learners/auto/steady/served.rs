//! What serves, asked where it lies: nothing is copied. [`Online::settled`](crate::online::Online::settled) makes a model of it, with the same margins.

use super::super::Auto;
use super::super::contributions;
use super::super::float::Float;
use super::super::second::{Outer, Second};
use super::{At, Mixed, Steady};
use crate::features::Features;
use crate::loss::Loss;
use crate::online::Predict;
use std::borrow::Cow;

/// The averages of a learner, and its second group under their mixture.
pub struct Served<'a, F> {
    first: &'a Auto<F>,
    steady: &'a Steady<F>,
    second: Option<(Cow<'a, Second>, Outer)>,
}

impl<F: Float> Steady<F> {
    /// Who stands beside the averages, and how they are mixed: as rounds judged have it or, where labels come sorted, [without regard to order](Second::unordered).
    pub fn beside<'a>(
        &self,
        first: &Auto<F>,
        second: Option<&'a Second>,
    ) -> Option<(Cow<'a, Second>, Outer)> {
        let sorted = matches!(first.loss, Loss::Logistic(_)) && self.order.sorted(first.rounds);
        match second {
            Some(second) if sorted => Some((Cow::Borrowed(second), second.unordered())),
            Some(second) => self.judged.mixed.outer.map(|outer| (Cow::Borrowed(second), outer)),
            None if sorted => {
                let constant = Second::of_constant(self.order.positive, first.rounds);
                let outer = constant.unordered();
                Some((Cow::Owned(constant), outer))
            }
            None => None,
        }
    }
}

impl<'a, F: Float> Served<'a, F> {
    /// Beside the learner that they belong to.
    pub fn new(first: &'a Auto<F>, steady: &'a Steady<F>, second: Option<&'a Second>) -> Self {
        Self { first, steady, second: steady.beside(first, second) }
    }

    fn lanes(&self) -> At<'_, F> {
        At { table: &self.first.table, rows: &self.steady.average }
    }

    /// What the averages say alone.
    fn alone(&self, x: Features<'_>) -> f64 {
        let Mixed { inner, .. } = &self.steady.judged.mixed;
        super::super::margin(self.first.loss, self.first.seen, inner, &self.lanes(), x)
    }
}

impl<F: Float> Predict for Served<'_, F> {
    fn margin(&self, x: Features<'_>) -> f64 {
        let p = self.alone(x);
        match &self.second {
            Some((second, outer)) if !p.is_nan() => {
                second.margin::<F>(outer, (self.first.loss, self.first.seen), p, x)
            }
            _ => p,
        }
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let (loss, seen) = (self.first.loss, self.first.seen);
        let inner = &self.steady.judged.mixed.inner;
        let parts = contributions::contributions(loss, seen, inner, &self.lanes(), x);
        match &self.second {
            Some((second, outer)) => second.contributions::<F>(outer, (loss, seen), self.alone(x), parts, x),
            None => parts,
        }
    }
}
