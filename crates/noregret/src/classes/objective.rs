//! What K margins cost, and which probabilities they stand for.
//!
//! * *Softmax*: log sum_j exp(z_j) - z_y; probabilities are the softmax of the margins. Margins count up to a common shift.
//! * *One against the rest*: the sum over classes of l(z_j, +1 or -1), +1 for the right one. Probabilities are 1/(1 + exp(-z_j)), normalised: what the
//!   logistic loss means by a margin; under the other losses they are shares that keep the order, and no more.

use crate::loss::{Loss, softmax};
use crate::spec::Coupling;

/// A loss over K margins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    coupling: Coupling,
    loss: Loss,
}

/// The label a class sees under one against the rest.
pub(crate) fn label(class: usize, right: usize) -> f64 {
    if class == right { 1.0 } else { -1.0 }
}

/// ln 1/(1 + exp(-z)), so that nothing is lost where it is small.
fn log_sigmoid(z: f64) -> f64 {
    if z < 0.0 { z - libm::log1p(libm::exp(z)) } else { -libm::log1p(libm::exp(-z)) }
}

impl Objective {
    /// A binary loss for each class, or for all of them together.
    pub(crate) fn new(coupling: Coupling, loss: Loss) -> Self {
        Self { coupling, loss }
    }

    /// How classes share the loss.
    pub fn coupling(self) -> Coupling {
        self.coupling
    }

    /// The loss of one class.
    pub fn binary(self) -> Loss {
        self.loss
    }

    /// What margins cost under a class, for an importance of 1; finite for finite margins. A class beyond them is one that never showed.
    pub fn loss(self, margins: &[f64], class: usize) -> f64 {
        match self.coupling {
            Coupling::Softmax => softmax::value(margins, class),
            Coupling::Rest => {
                let new = (class >= margins.len()).then(|| self.loss.value(0.0, 1.0));
                let each = margins.iter().enumerate().map(|(j, z)| self.loss.value(*z, label(j, class)));
                each.chain(new).fold(0.0, |sum, lost| sum + lost).clamp(-f64::MAX, f64::MAX)
            }
        }
    }

    /// The log loss of a class that a model does not have, where it is asked and does not learn: its probability counts as the least there is beside 1, 2.2e-16, as in scikit-learn.
    pub fn unlearned() -> f64 {
        -libm::log(f64::EPSILON)
    }

    /// As [`loss`](Self::loss), where a model is asked and does not learn. A class beyond the margins is one that it does not have: under softmax it is
    /// [not foreseen](Self::unlearned), under the rest its margin is 0.
    pub fn asked(self, margins: &[f64], class: usize) -> f64 {
        match self.coupling {
            Coupling::Softmax if class >= margins.len() => Self::unlearned(),
            Coupling::Softmax | Coupling::Rest => self.loss(margins, class),
        }
    }

    /// Turns margins into probabilities.
    pub fn probabilities(self, margins: &mut [f64]) {
        if self.coupling == Coupling::Rest {
            margins.iter_mut().for_each(|z| *z = log_sigmoid(*z));
        }
        softmax::probabilities(margins);
    }

    /// The log loss of the probability that margins stand for: under softmax what they cost, under the rest what the [probabilities](Self::probabilities)
    /// would. So learners of different couplings can be held against each other.
    pub fn log_loss(self, margins: &[f64], class: usize) -> f64 {
        match self.coupling {
            Coupling::Softmax => softmax::value(margins, class),
            Coupling::Rest => {
                let new = (class >= margins.len()).then_some(0.0);
                let logs: Vec<f64> = margins.iter().copied().chain(new).map(log_sigmoid).collect();
                softmax::value(&logs, class.min(margins.len()))
            }
        }
    }

    /// The slopes at margins, importance included.
    pub(crate) fn slopes(self, margins: &[f64], class: usize, weight: f64, slopes: &mut Vec<f64>) {
        match self.coupling {
            Coupling::Softmax => softmax::slopes(margins, class, weight, slopes),
            Coupling::Rest => {
                slopes.clear();
                let each = margins.iter().enumerate();
                slopes.extend(each.map(|(j, z)| weight * self.loss.slope(*z, label(j, class))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_one_and_keep_the_order() {
        for coupling in [Coupling::Softmax, Coupling::Rest] {
            let objective = Objective::new(coupling, "logistic".parse().unwrap());
            for z in [[1.0, -2.0, 0.5], [-1e5, -2e5, -1e5 + 1.0], [1e6, 1e6, -1e6], [0.0; 3]] {
                let mut p = z;
                objective.probabilities(&mut p);
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-15, "{p:?}");
                for (i, j) in [(0, 1), (1, 2), (2, 0)] {
                    assert!(z[i] <= z[j] || p[i] >= p[j], "{z:?} {p:?}");
                }
            }
        }
        let rest = Objective::new(Coupling::Rest, "logistic".parse().unwrap());
        let mut p = [libm::log(3.0), 0.0];
        assert!((rest.log_loss(&p, 0) + libm::log(0.6)).abs() < 1e-15);
        assert!((rest.log_loss(&p, 2) + libm::log(0.5 / 1.75)).abs() < 1e-15, "a class that never showed");
        rest.probabilities(&mut p);
        assert!((p[0] - 0.6).abs() < 1e-15, "3/4 and 1/2, normalised");
    }

    #[test]
    fn a_class_that_a_model_does_not_have_is_not_foreseen() {
        let softmax = Objective::new(Coupling::Softmax, "logistic".parse().unwrap());
        // Logarithms of probabilities: a margin of 0 beside them would be a probability of 1/2.
        let margins = [0.25, 0.75].map(libm::log);
        assert!((softmax.loss(&margins, 2) - libm::log(2.0)).abs() < 1e-15);
        assert_eq!(softmax.asked(&margins, 2), Objective::unlearned());
        assert!((Objective::unlearned() - 52.0 * libm::log(2.0)).abs() < 1e-14);
        assert_eq!(softmax.asked(&margins, 1), softmax.loss(&margins, 1));
        let rest = Objective::new(Coupling::Rest, "hinge".parse().unwrap());
        assert_eq!(rest.asked(&[0.5], 3), rest.loss(&[0.5], 3));
    }

    #[test]
    fn the_rest_costs_the_sum_of_its_classes() {
        let hinge = Objective::new(Coupling::Rest, "hinge".parse().unwrap());
        assert_eq!(hinge.loss(&[0.5, 0.0, -3.0], 0), 0.5 + 1.0);
        assert_eq!(hinge.loss(&[0.5], 3), 1.5 + 1.0);
        assert_eq!(hinge.loss(&[f64::MAX; 4], 0), f64::MAX);
    }
}
