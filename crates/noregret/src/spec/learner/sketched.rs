//! Descent under a full matrix, or a sketch of it by frequent directions.
//!
//! Yields `ada-full`, `ada-fd`, `s-ada`, `fd-son`, `rfd-son`.

use super::{Recipe, check_explicit, check_rows, no_closed_form, no_player};
use crate::classes::Classifier;
use crate::geometry::{self, Cmd, Curvature, Geometry, Pds, Penalized, Penalty, Scaled};
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::spec::build::linear;
use crate::spec::check::{illegal, positive};
use crate::spec::{Checked, CheckedClasses, Matrix, Method, Scale, Spec, SpecError, Update};
use serde::{Deserialize, Serialize};

/// Descent under a full matrix, or a sketch of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sketched {
    /// What the matrix is made of.
    pub matrix: Matrix,
    /// How a step is taken.
    pub method: Method,
    /// The coordinates it is taken in.
    #[serde(default)]
    pub scale: Scale,
    /// Rows of the sketch, the one for the new gradient included; none keeps the whole matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tau: Option<u32>,
    /// Which step is taken.
    pub update: Update,
}

/// What is done with a maker of geometries once their type is known.
trait Over {
    type Out;
    fn over<G: Geometry + 'static>(self, make: impl Fn() -> G + Send + Sync + 'static) -> Self::Out;
}

/// Makes it a linear learner.
struct AsLearner<'a>(&'a Checked, Update);

impl Over for AsLearner<'_> {
    type Out = Box<dyn Online>;

    fn over<G: Geometry + 'static>(self, make: impl Fn() -> G + Send + Sync + 'static) -> Box<dyn Online> {
        linear(self.0, self.1, make())
    }
}

/// Makes it a player.
struct AsPlayer;

impl Over for AsPlayer {
    type Out = Player;

    fn over<G: Geometry + 'static>(self, make: impl Fn() -> G + Send + Sync + 'static) -> Player {
        Player { inner: Box::new(make()), curved: false }
    }
}

/// Makes one for each class.
struct AsClasses<'a>(&'a CheckedClasses, Update);

impl Over for AsClasses<'_> {
    type Out = Box<dyn Classifier>;

    fn over<G: Geometry + 'static>(
        self,
        make: impl Fn() -> G + Send + Sync + 'static,
    ) -> Box<dyn Classifier> {
        self.0.copies(self.1, make)
    }
}

impl Sketched {
    /// Finds the geometry: the coordinates, the method and whether there is a penalty are types.
    fn with_geometry<V: Over>(&self, spec: &Checked, visitor: V) -> V::Out {
        let (curvature, tau) = (Curvature::Kept(self.matrix), self.tau.map(|tau| tau as usize));
        let terms = spec.terms()[0];
        let penalty = Penalty { set: terms.set, l1: terms.l1, l2: terms.l2 };
        match (self.scale, self.method, penalty.trivial()) {
            (Scale::Diagonal, _, _) => visitor.over(move || Scaled::new(curvature, tau)),
            (Scale::None, Method::Cmd, true) => {
                visitor.over(move || geometry::Sketched::new(curvature, tau, Cmd))
            }
            (Scale::None, Method::Pds, true) => {
                visitor.over(move || geometry::Sketched::new(curvature, tau, Pds::default()))
            }
            (Scale::None, Method::Cmd, false) => {
                visitor.over(move || geometry::Sketched::new(curvature, tau, Penalized::<Cmd>::new(penalty)))
            }
            (Scale::None, Method::Pds, false) => {
                visitor.over(move || geometry::Sketched::new(curvature, tau, Penalized::<Pds>::new(penalty)))
            }
        }
    }
}

impl Recipe for Sketched {
    fn check_numbers(&self) -> Result<(), SpecError> {
        self.tau.map_or(Ok(()), check_rows)?;
        match self.matrix {
            Matrix::Ada { eta, delta } | Matrix::Sketchy { eta, delta } => {
                positive("eta", eta).and(positive("delta", delta))
            }
            Matrix::Son { eta, alpha } | Matrix::RobustSon { eta, alpha } => {
                positive("eta", eta).and(positive("alpha", alpha))
            }
        }
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        let composite = spec.set.is_some() || spec.penalties_given();
        if self.scale == Scale::Diagonal {
            if self.tau.is_none() {
                return illegal("scaled coordinates are for sketches: the full matrix needs none");
            }
            if self.method == Method::Pds || composite {
                return illegal("scaled coordinates go with cmd, without a box and without penalties");
            }
        }
        if !spec.groups.is_empty() {
            return illegal("under a full matrix the coordinates are not apart: no feature groups");
        }
        if self.update == Update::Implicit && composite {
            return illegal("under a full matrix penalties and boxes go with explicit steps");
        }
        Ok(())
    }

    fn terms(&self, terms: Terms) -> Terms {
        terms
    }

    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        Ok(RivalTerms::of(terms, instead))
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        self.with_geometry(spec, AsLearner(spec, self.update))
    }

    fn check_softmax(&self, _spec: &Spec) -> Result<(), SpecError> {
        match (self.update, self.method) {
            (Update::Implicit, Method::Pds) => no_closed_form("under pds"),
            (Update::Implicit, Method::Cmd) | (Update::Explicit, _) => Ok(()),
        }
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        self.with_geometry(spec.one(), AsClasses(spec, self.update))
    }

    fn player(&self, spec: &Checked) -> Result<Player, SpecError> {
        check_explicit(self.update)?;
        if spec.spec().flh.is_some() {
            return no_player("flh copies players of single coordinates, and a matrix has none");
        }
        Ok(self.with_geometry(spec, AsPlayer))
    }
}
