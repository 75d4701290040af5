//! What a mind answers by. It learned with its last weights and says by them what it foresees; asked as it stands it answers by those that serve, which may be averages over its
//! stream. Every door that predicts without learning comes here: [`Core`](crate::Core), [`Margins`](crate::Margins), [`Gauge`](crate::Gauge). A model that is asked while
//! it goes on learning is told to stay with its last weights ([`Engine::by_last`](crate::Engine::by_last)).

use crate::mind::Mind;
use noregret::{Features, Predict, Rows};

/// A mind, and whether it answers by its last weights whatever serves better.
#[derive(Clone, Copy)]
pub(crate) struct Serving<'a> {
    pub mind: &'a Mind,
    pub last: bool,
}

impl Serving<'_> {
    /// What predicts by averages, where they serve.
    fn averages(&self) -> Option<Box<dyn Predict + '_>> {
        match self.mind {
            Mind::Learning(learner) if !self.last => learner.serving(),
            _ => None,
        }
    }

    /// The margin of x; of several classes, the place of the best.
    pub(crate) fn margin(&self, x: Features<'_>) -> f64 {
        self.averages().map_or_else(|| self.mind.margin(x), |averages| averages.margin(x))
    }

    /// The margins of many examples.
    pub(crate) fn margins(&self, rows: Rows<'_>, margins: &mut [f64]) {
        match self.averages() {
            Some(averages) => averages.margins(rows, margins),
            None => self.mind.margins(rows, margins),
        }
    }

    /// All margins of x: one, or one for each class.
    pub(crate) fn all(&self, x: Features<'_>, margins: &mut Vec<f64>) {
        margins.clear();
        margins.resize(self.mind.outputs(), 0.0);
        match self.mind.classify() {
            Some(classes) => classes.margins(x, margins),
            None => margins[0] = self.margin(x),
        }
    }

    /// What each feature of x adds to each margin.
    pub(crate) fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        match self.averages() {
            Some(averages) => averages.contributions(x).into_iter().map(|part| vec![part]).collect(),
            None => self.mind.contributions(x),
        }
    }
}
