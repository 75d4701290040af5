//! Plain online convex optimization: a player gives its point and takes a gradient. No examples, no labels.
//!
//! ```
//! use noregret::{Features, Parameters, Player, algorithms};
//! let spec = algorithms::find("per-coord")?.spec(None, &Parameters::new().interval("box", 0.0, 1.0))?;
//! let mut player = Player::new(&spec.check()?)?;
//! for _ in 0..100 {
//!     let w = player.point(1)[0];                              // play
//!     let gradient = [if w > 0.3 { 1.0 } else { -1.0 }];       // of |w - 0.3|
//!     player.learn(Features::new(&[0], &gradient)?)?;
//! }
//! assert!((player.point(1)[0] - 0.3).abs() < 0.2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod gradients;

use crate::features::Features;
use crate::online::{LearnError, Weight};
use crate::spec::{Checked, SpecError};
use crate::state::{Save, State, StateError};

/// The inside of a player.
pub(crate) trait Play: Send {
    fn at(&self, index: u32) -> f64;
    /// Works out what to learn from a gradient, without learning it.
    fn prepare(&mut self, gradient: Features<'_>, curvature: &[f64]) -> Result<(), LearnError>;
    /// Learns what was prepared for this gradient. Cannot fail.
    fn commit(&mut self, gradient: Features<'_>);
    fn weights(&self) -> Vec<Weight>;
    fn bound(&self) -> Option<f64>;
    fn save(&self, state: &mut dyn Save);
    fn restore(&mut self, state: &State) -> Result<(), StateError>;
}

/// A learner that plays a point and is told the gradient there.
pub struct Player {
    pub(crate) inner: Box<dyn Play>,
    /// Whether it makes use of a curvature it is told.
    pub(crate) curved: bool,
}

impl Player {
    /// The player of a spec. The spec's loss plays no part; learners that need labels are refused.
    pub fn new(spec: &Checked) -> Result<Self, SpecError> {
        spec.player()
    }

    /// The coordinate it plays next.
    pub fn at(&self, index: u32) -> f64 {
        self.inner.at(index)
    }

    /// The first n coordinates it plays next.
    pub fn point(&self, n: u32) -> Vec<f64> {
        (0..n).map(|index| self.at(index)).collect()
    }

    /// Takes the gradient at the point played: its coordinates that are not 0. On an error nothing has changed.
    pub fn learn(&mut self, gradient: Features<'_>) -> Result<(), LearnError> {
        self.inner.prepare(gradient, &[])?;
        self.inner.commit(gradient);
        Ok(())
    }

    /// Takes a dense gradient.
    pub fn learn_dense(&mut self, gradient: &[f64]) -> Result<(), LearnError> {
        let mut sparse = crate::features::FeaturesBuf::new();
        gradient.iter().enumerate().for_each(|(index, &g)| sparse.push(index as u32, g));
        let sparse = sparse.finish().map_err(|e| LearnError::Label(e.to_string()))?;
        self.learn(sparse)
    }

    /// Takes the gradient of a round whose function is known to curve: along the gradient's k-th coordinate by at least `curvature[k]`.
    /// For `strongly-convex`, which makes use of it. A coordinate whose gradient is 0 is left out, and its curvature with it.
    pub fn learn_curved(&mut self, gradient: Features<'_>, curvature: &[f64]) -> Result<(), LearnError> {
        if !self.curved {
            return Err(LearnError::Label("only strongly-convex makes use of curvature".to_owned()));
        }
        if curvature.len() != gradient.len() || curvature.iter().any(|h| !(h.is_finite() && *h >= 0.0)) {
            return Err(LearnError::Label(
                "there must be one curvature, finite and not negative, for each coordinate".to_owned(),
            ));
        }
        self.inner.prepare(gradient, curvature)?;
        self.inner.commit(gradient);
        Ok(())
    }

    /// The coordinates ever touched.
    pub fn weights(&self) -> Vec<Weight> {
        self.inner.weights()
    }

    /// An upper bound on the regret so far, where a theorem gives one.
    pub fn bound(&self) -> Option<f64> {
        self.inner.bound()
    }

    /// Everything needed to go on.
    pub fn state(&self) -> State {
        State::of(|state| self.inner.save(state))
    }

    /// Goes on from a state.
    pub fn restore(&mut self, state: &State) -> Result<(), StateError> {
        self.inner.restore(state)
    }
}
