//! Descent under a randomly projected matrix: `ada-dp` by a Gaussian, `radagrad` by a Hadamard projection.

use super::{Recipe, check_alone, check_explicit, check_rows, no_player};
use crate::classes::Classifier;
use crate::geometry::{Cmd, Curvature, Mix, Sketched};
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::sketch::Hadamard;
use crate::spec::build::linear;
use crate::spec::check::positive;
use crate::spec::{Checked, CheckedClasses, Matrix, Projection, Spec, SpecError, Update};
use serde::{Deserialize, Serialize};

/// Descent under a randomly projected matrix.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Projected {
    /// The projection.
    pub projection: Projection,
    /// The rate.
    pub eta: f64,
    /// Curvature before any gradient.
    pub delta: f64,
    /// Rows of the projection.
    pub tau: u32,
    /// Which draws.
    pub seed: u32,
    /// Which step is taken.
    pub update: Update,
}

impl Projected {
    fn geometry(&self) -> Sketched<Cmd> {
        let Self { eta, delta, .. } = *self;
        let (tau, seed) = (self.tau as usize, u64::from(self.seed));
        match self.projection {
            Projection::Gaussian => {
                Sketched::mixed(Curvature::Kept(Matrix::Ada { eta, delta }), Mix::Gaussian { seed, tau })
            }
            Projection::Hadamard => Sketched::mixed(
                Curvature::Ranged { eta, delta },
                Mix::Hadamard(Hadamard::new(seed, tau), tau),
            ),
        }
    }
}

impl Recipe for Projected {
    fn check_numbers(&self) -> Result<(), SpecError> {
        check_rows(self.tau)?;
        positive("eta", self.eta)?;
        positive("delta", self.delta)
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        check_alone(spec, super::TAKES_NOTHING)
    }

    fn terms(&self, terms: Terms) -> Terms {
        terms
    }

    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        Ok(RivalTerms::of(terms, instead))
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        linear(spec, self.update, self.geometry())
    }

    fn check_softmax(&self, _spec: &Spec) -> Result<(), SpecError> {
        Ok(())
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        let projected = *self;
        spec.copies(self.update, move || projected.geometry())
    }

    fn player(&self, spec: &Checked) -> Result<Player, SpecError> {
        check_explicit(self.update)?;
        if spec.spec().flh.is_some() {
            return no_player("flh copies players of single coordinates, and a matrix has none");
        }
        Ok(Player { inner: Box::new(self.geometry()), curved: false })
    }
}
