//! Lazy gradient descent whose regret grows with the variation of the gradients, not with their size.
//!
//! One player for each coordinate, on the rounds that touch it. `c = clip(0)`, `rad = max(hi - c, c - lo)`.
//! A phase guesses the variation `Vg` in units of `M^2`, `M` the scale of the gradients:
//! `eta = min(2 / sqrt(Vg), 1/6)`;  `w = clip( c - rad eta (sum of g in the phase) / M )`.
//! After each gradient, with `V` the sum of `(g - mean)^2` over the phase (Welford):
//! * `|g| > M`: `M <- max(2 M, |g|)`, a new phase with `Vg = 16` that begins with this gradient;
//! * else `V / M^2 > Vg`: `Vg <- 4 Vg` until it holds, a new and empty phase.
//!
//! At the start `M = 0` and `Vg = 16`, so the first gradient that is not zero sets `M`.
//!
//! Hazan and Kale 2008; Streeter and McMahan 2010, section 4.
use crate::{Loss, Terms, Twin};

#[derive(Clone)]
struct Player {
    scale: f64,
    guess: f64,
    count: f64,
    sum: f64,
    mean: f64,
    variation: f64,
}

impl Player {
    fn begin_phase(&mut self) {
        (self.count, self.sum, self.mean, self.variation) = (0.0, 0.0, 0.0, 0.0);
    }

    fn add(&mut self, g: f64) {
        self.count += 1.0;
        self.sum += g;
        let before = g - self.mean;
        self.mean += before / self.count;
        self.variation += before * (g - self.mean);
    }

    fn see(&mut self, g: f64) {
        if g.abs() > self.scale {
            self.scale = (2.0 * self.scale).max(g.abs());
            self.guess = 16.0;
            self.begin_phase();
            self.add(g);
            return;
        }
        self.add(g);
        if self.scale > 0.0 && self.variation / (self.scale * self.scale) > self.guess {
            while self.variation / (self.scale * self.scale) > self.guess {
                self.guess *= 4.0;
            }
            self.begin_phase();
        }
    }

    /// How far from the centre to play, in radii.
    fn offset(&self) -> f64 {
        if self.scale == 0.0 {
            return 0.0;
        }
        let eta = (2.0 / self.guess.sqrt()).min(1.0 / 6.0);
        -eta * self.sum / self.scale
    }
}

/// The twin of `variation`.
pub struct Variation {
    loss: Loss,
    terms: Terms,
    players: Vec<Player>,
}

/// Variation-bounded descent in a bounded box without penalties.
pub fn variation(dim: usize, loss: Loss, terms: Terms) -> Variation {
    let terms = terms.of_dim(dim).bounded().unpenalised();
    let fresh = Player { scale: 0.0, guess: 16.0, count: 0.0, sum: 0.0, mean: 0.0, variation: 0.0 };
    Variation { loss, terms, players: vec![fresh; dim] }
}

impl Variation {
    fn step(&mut self, g: &[f64], touched: &[f64]) {
        for i in 0..g.len() {
            if touched[i] != 0.0 {
                self.players[i].see(g[i]);
            }
        }
    }
}

impl Twin for Variation {
    fn point(&self) -> Vec<f64> {
        let place = |(i, player): (usize, &Player)| {
            let c = self.terms.clip(i, 0.0);
            let rad = (self.terms.hi[i] - c).max(c - self.terms.lo[i]);
            self.terms.clip(i, c + rad * player.offset())
        };
        self.players.iter().enumerate().map(place).collect()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            let g = self.loss.gradient(self.margin(x), x, y, h);
            self.step(&g, x);
        }
    }

    fn play(&mut self, g: &[f64]) {
        self.step(g, g);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn three_rounds_by_hand() {
        let mut twin = variation(1, Loss::Squared, Terms::cube(1, -1.0, 1.0));
        twin.play(&[2.0]); // M = 2
        assert_close(&twin.point(), &[-1.0 / 6.0]);
        twin.play(&[-1.0]); // sum 1, V / M^2 = 4.5 / 4
        assert_close(&twin.point(), &[-1.0 / 12.0]);
        twin.play(&[3.0]); // M = 4, a new phase that begins with 3
        assert_close(&twin.point(), &[-0.125]);
    }

    #[test]
    fn centre_and_radius_of_a_lopsided_box() {
        let mut twin = variation(1, Loss::Squared, Terms::cube(1, 1.0, 4.0));
        twin.play(&[-2.0]);
        assert_close(&twin.point(), &[1.5]); // 1 + 3/6
    }

    #[test]
    fn a_guess_that_fails_is_quadrupled_and_the_phase_restarts_empty() {
        let mut twin = variation(1, Loss::Squared, Terms::cube(1, -1.0, 1.0));
        let mut sign = 1.0;
        let mut play = |rounds: usize| {
            for _ in 0..rounds {
                twin.play(&[sign]);
                sign = -sign;
            }
            twin.point()[0]
        };
        assert_close(&[play(15)], &[-1.0 / 6.0]); // V = 15 - 1/15
        assert_close(&[play(2)], &[0.0]); // V = 17 - 1/17 > 16
        assert_close(&[play(63)], &[1.0 / 6.0]); // begins with -1; V = 63 - 1/63, Vg = 64
        assert_close(&[play(2)], &[0.0]); // Vg = 256
        assert_close(&[play(1)], &[-0.125]); // eta = 2/16
    }

    #[test]
    fn a_touched_coordinate_counts_zero_gradients() {
        let mut twin = variation(2, Loss::Hinge, Terms::cube(2, -20.0, 20.0));
        twin.learn(&[1.0, 0.0], 1.0, 1.0);
        assert_close(&twin.point(), &[20.0 / 6.0, 0.0]);
        twin.learn(&[1.0, 0.0], 1.0, 1.0); // no loss
        assert_eq!((twin.players[0].count, twin.players[1].count), (2.0, 0.0));
        assert_close(&[twin.players[0].variation], &[0.5]);
    }
}
