//! All measures that fit a loss, behind one door.

use crate::classes::{ClassReport, Classes};
use crate::numbers::{NumberReport, Numbers};
use crate::spread::Detail;
use crate::two::{Two, TwoReport};
use noregret::{Labels, Loss};
use serde::Serialize;

/// One prediction with its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The margin.
    pub margin: f64,
    /// The label, in the loss's terms.
    pub label: f64,
    /// How much it counts.
    pub weight: f64,
}

/// Measures of predictions, one at a time, in constant memory. Parts merge.
///
/// ```
/// use noregret_measure::{Measures, Report};
///
/// let mut measures = Measures::of("logistic".parse()?);
/// for (margin, label) in [(2.0, 1.0), (-1.0, -1.0), (0.5, -1.0), (1.5, 1.0)] {
///     measures.add(margin, label, 1.0);
/// }
/// let Report::Two(told) = measures.report() else { panic!("two classes") };
/// assert_eq!((told.auc, told.accuracy, told.baseline.accuracy), (Some(1.0), Some(0.75), Some(0.5)));
/// assert_eq!((told.precision, told.recall), (Some(2.0 / 3.0), Some(1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Measures {
    loss: Loss,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Two(Box<Two>),
    Numbers(Box<Numbers>),
}

/// The measures as they are told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// Of two classes.
    Two(Box<TwoReport>),
    /// Of numbers.
    Numbers(Box<NumberReport>),
    /// Of several classes.
    Classes(Box<ClassReport>),
}

impl Report {
    /// Of several classes.
    pub fn of_classes(classes: &Classes) -> Self {
        Self::Classes(Box::new(classes.report()))
    }

    /// Labelled examples of positive weight.
    pub fn rows(&self) -> u64 {
        match self {
            Self::Two(two) => two.rows,
            Self::Numbers(numbers) => numbers.rows,
            Self::Classes(classes) => classes.rows,
        }
    }
}

impl Measures {
    /// Of margins learned for a loss.
    pub fn of(loss: Loss) -> Self {
        Self::with(loss, Detail::FULL)
    }

    /// Of margins learned for a loss, in more or less detail.
    pub fn with(loss: Loss, detail: Detail) -> Self {
        let kind = match loss.labels() {
            Labels::Binary => Kind::Two(Box::new(Two::new(matches!(loss, Loss::Logistic(_)), detail))),
            Labels::Real | Labels::Count => {
                let quantile = if let Loss::Quantile(loss) = loss { loss.q } else { 0.5 };
                Kind::Numbers(Box::new(Numbers::new(quantile, detail)))
            }
        };
        Self { loss, kind }
    }

    /// The loss whose margins these are.
    pub fn loss(&self) -> Loss {
        self.loss
    }

    /// Labelled examples of positive weight so far.
    pub fn rows(&self) -> u64 {
        match &self.kind {
            Kind::Two(two) => two.rows(),
            Kind::Numbers(numbers) => numbers.rows(),
        }
    }

    /// Adds a margin and its label, in the loss's terms. An example of weight 0 is held out; what is not finite is left out.
    #[inline]
    pub fn add(&mut self, margin: f64, label: f64, weight: f64) {
        if !(weight > 0.0 && margin.is_finite() && label.is_finite() && weight.is_finite()) {
            return;
        }
        match &mut self.kind {
            Kind::Two(two) => two.add(margin, label, weight),
            Kind::Numbers(numbers) => numbers.add(self.loss.link(margin), label, weight),
        }
    }

    /// Adds many.
    pub fn add_all(&mut self, rows: &[Row]) {
        rows.iter().for_each(|row| self.add(row.margin, row.label, row.weight));
    }

    /// Adds what another part has seen.
    ///
    /// # Panics
    /// If it is of another kind of labels.
    pub fn merge(&mut self, other: &Measures) {
        match (&mut self.kind, &other.kind) {
            (Kind::Two(mine), Kind::Two(more)) => mine.merge(more),
            (Kind::Numbers(mine), Kind::Numbers(more)) => mine.merge(more),
            _ => panic!("measures of classes and of numbers do not merge"),
        }
    }

    /// What only two classes have: the ranking and its curve.
    pub fn two(&self) -> Option<&Two> {
        if let Kind::Two(two) = &self.kind { Some(two) } else { None }
    }

    /// All of it.
    pub fn report(&self) -> Report {
        match &self.kind {
            Kind::Two(two) => Report::Two(Box::new(two.report())),
            Kind::Numbers(numbers) => Report::Numbers(Box::new(numbers.report())),
        }
    }
}
