//! All measures that fit a loss, behind one door.

use crate::classes::{ClassReport, Classes};
use crate::numbers::{NumberReport, Numbers};
use crate::spread::Detail;
use crate::two::{Two, TwoReport};
use noregret::{Labels, Loss, Objective};
use serde::Serialize;

/// One prediction with its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'a> {
    /// The margin, or that of every class.
    pub margins: &'a [f64],
    /// How many of them are of classes that could be predicted; those of a class that the example brought come behind.
    pub known: usize,
    /// The label, in the loss's terms.
    pub label: f64,
    /// How much it counts.
    pub weight: f64,
}

/// What margins stand for: what decides which measures fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// One margin, learned for a loss.
    One(Loss),
    /// One margin a class.
    Classes(Objective),
}

impl Subject {
    /// Of a loss, and of what margins of classes cost, if there are several.
    pub fn new(loss: Loss, objective: Option<Objective>) -> Self {
        objective.map_or(Self::One(loss), Self::Classes)
    }
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
    subject: Subject,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Two(Box<Two>),
    Numbers(Box<Numbers>),
    Classes(Box<Classes>),
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

    /// Why measures are not there, by name.
    pub fn undefined(&self) -> &crate::Reasons {
        match self {
            Self::Two(two) => &two.undefined,
            Self::Numbers(numbers) => &numbers.undefined,
            Self::Classes(classes) => &classes.undefined,
        }
    }
}

impl Measures {
    /// Of margins learned for a loss.
    pub fn of(loss: Loss) -> Self {
        Self::with(Subject::One(loss), Detail::FULL)
    }

    /// Of margins of some meaning, in more or less detail.
    pub fn with(subject: Subject, detail: Detail) -> Self {
        let kind = match subject {
            Subject::Classes(objective) => {
                Kind::Classes(Box::new(Classes::of(is_logistic(objective.binary()))))
            }
            Subject::One(loss) => match loss.labels() {
                Labels::Binary => Kind::Two(Box::new(Two::new(is_logistic(loss), detail))),
                Labels::Real | Labels::Count => {
                    let quantile = if let Loss::Quantile(loss) = loss { loss.q } else { 0.5 };
                    Kind::Numbers(Box::new(Numbers::new(quantile, detail)))
                }
            },
        };
        Self { subject, kind }
    }

    /// What the margins stand for.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// Labelled examples of positive weight so far.
    pub fn rows(&self) -> u64 {
        match &self.kind {
            Kind::Two(two) => two.rows(),
            Kind::Numbers(numbers) => numbers.rows(),
            Kind::Classes(classes) => classes.rows(),
        }
    }

    /// Adds a margin and its label, in the loss's terms. An example of weight 0 is held out; what is not finite is left out.
    #[inline]
    pub fn add(&mut self, margin: f64, label: f64, weight: f64) {
        self.add_row(Row { margins: &[margin], known: 1, label, weight });
    }

    /// As [`add`](Self::add), with as many margins as there are.
    #[inline]
    pub fn add_row(&mut self, row: Row<'_>) {
        let Row { margins, known, label, weight } = row;
        let finite = margins.iter().all(|margin| margin.is_finite());
        if !(weight > 0.0 && weight.is_finite() && label.is_finite() && finite) {
            return;
        }
        match (&mut self.kind, self.subject) {
            (Kind::Two(two), _) => two.add(margins[0], label, weight),
            (Kind::Numbers(numbers), Subject::One(loss)) => {
                numbers.add(loss.link(margins[0]), label, weight);
            }
            (Kind::Classes(classes), Subject::Classes(objective)) if label >= 0.0 => {
                let class = label as usize;
                // Whoever learned from the example has a margin for its class.
                if class < margins.len() {
                    let log_loss = objective.log_loss(margins, class);
                    classes.rank(margins, known.min(margins.len()), class, log_loss, weight);
                } else {
                    classes.rank_unlearned(margins, class, weight);
                }
            }
            (Kind::Numbers(_) | Kind::Classes(_), _) => {}
        }
    }

    /// Adds what another part has seen.
    ///
    /// # Panics
    /// If it is of another kind of labels.
    pub fn merge(&mut self, other: &Measures) {
        match (&mut self.kind, &other.kind) {
            (Kind::Two(mine), Kind::Two(more)) => mine.merge(more),
            (Kind::Numbers(mine), Kind::Numbers(more)) => mine.merge(more),
            (Kind::Classes(mine), Kind::Classes(more)) => mine.merge(more),
            _ => panic!("measures of different kinds of labels do not merge"),
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
            Kind::Classes(classes) => Report::of_classes(classes),
        }
    }
}

fn is_logistic(loss: Loss) -> bool {
    matches!(loss, Loss::Logistic(_))
}
