//! Follow the leading history, one independent player for each coordinate of a plain convex problem.
//!
//! The rounds of coordinate `i` are those with `g_i != 0`; the loss of its copy `j` is `g_i w_j`; the copies are
//! one-dimensional learners that play the gradient `g_i`. Everything else is as for a whole model.
//!
//! Hazan and Seshadhri 2009; Streeter and McMahan 2010, section 4.
use crate::{Flh, Loss, Twin, flh};
use std::rc::Rc;

/// Makes a fresh one-dimensional base learner for the given coordinate.
pub type CoordinateBase = Box<dyn Fn(usize) -> Box<dyn Twin>>;

/// The twin of `flh` over coordinates.
pub struct FlhCoordinate {
    players: Vec<Flh>,
}

/// Follow the leading history in each of `dim` coordinates, over copies of `base(i)` with rate `alpha`.
pub fn flh_coordinate(dim: usize, alpha: f64, base: CoordinateBase) -> FlhCoordinate {
    let base: Rc<dyn Fn(usize) -> Box<dyn Twin>> = Rc::from(base);
    let player = |i: usize| {
        let base = Rc::clone(&base);
        // The loss is never asked: these players see gradients only.
        flh(Loss::Squared, alpha, Box::new(move || base(i)))
    };
    FlhCoordinate { players: (0..dim).map(player).collect() }
}

impl FlhCoordinate {
    /// Birth round and weight of every copy of coordinate `i` that plays in its next round.
    pub fn alive(&self, i: usize) -> Vec<(u64, f64)> {
        self.players[i].alive()
    }
}

impl Twin for FlhCoordinate {
    fn point(&self) -> Vec<f64> {
        self.players.iter().map(|player| player.point()[0]).collect()
    }

    /// # Panics
    /// Always: it is a plain convex player.
    fn learn(&mut self, _x: &[f64], _y: f64, _h: f64) {
        panic!("a player for each coordinate takes gradients, not labelled examples");
    }

    fn play(&mut self, g: &[f64]) {
        for (player, &g) in self.players.iter_mut().zip(g) {
            if g != 0.0 {
                player.play(&[g]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rate, Terms, assert_close, ogd};

    #[test]
    fn two_rounds_by_hand() {
        let base = |i: usize| {
            let eta = if i == 0 { 0.5 } else { 1.0 };
            Box::new(ogd(1, Loss::Squared, Terms::cube(1, -1.0, 1.0), eta, Rate::Constant)) as Box<dyn Twin>
        };
        let mut twin = flh_coordinate(2, 2.0, Box::new(base));
        twin.play(&[1.0, 0.0]); // -1/2, and a newborn at 0 with weight 1/2
        assert_close(&twin.point(), &[-0.25, 0.0]);
        assert_eq!(twin.alive(1).len(), 1);
        twin.play(&[-1.0, 2.0]); // losses 1/2 and 0; the copies move to 0 and 1/2
        let p = (-1f64).exp() / ((-1f64).exp() + 1.0);
        assert_close(&twin.point(), &[2.0 / 3.0 * 0.5 * (1.0 - p), -0.5]);
    }
}
