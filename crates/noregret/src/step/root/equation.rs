//! The equation of an implicit step, on sizes u = |s|: judged at a point, and solved on a model of the
//! margin.
//!
//! Below half the full slope it is z(s) = q(s), z the margin the step leaves and q the margin at which the
//! loss has the slope s/h (or its kink). Newton's step is taken in the form in which z is straightest.
//! Near the full slope it is s = h dl(z(s)) instead: there rounding may leave nothing of q, and the
//! loss's slope is known better.

use super::bracket::Bracket;
use super::model::{Form, Model};
use super::probe::Probe;
use crate::loss::Loss;

/// A Newton step below this, relative to u, is the last: its error is about the square of the step.
pub(super) const TRUSTED: f64 = 1e-8;

/// How close the two sides must be for that, relative to their size. Steps are also short beside a pole.
const NEAR: f64 = 1e-4;

/// A loss, its label and importance, and the full slope as sign and size.
pub(super) struct Equation {
    pub loss: Loss,
    pub y: f64,
    pub weight: f64,
    pub form: Form,
    /// The margin at which the loss has no derivative, if there is one.
    pub kink: Option<f64>,
    /// Whether the loss is straight at the first margin. Then the full slope may be the root itself.
    pub straight: bool,
    /// The sign of s.
    pub sign: f64,
    /// The largest size of s: that of the explicit step.
    pub full: f64,
}

/// What the equation says of a point.
pub(super) struct Verdict {
    /// Positive above the root, negative below, 0 where rounding hides which.
    pub gap: f64,
    /// Newton's step in u.
    pub step: f64,
    /// Whether the sides agree well enough for a short step to mean a small error.
    pub near: bool,
}

impl Equation {
    /// The equation of a step that begins at margin p.
    pub fn new(loss: Loss, p: f64, y: f64, weight: f64, form: Form) -> Self {
        let first = weight * loss.slope(p, y);
        let (kink, straight) = (loss.kink(y), loss.bend(p, y) == 0.0);
        Self { loss, y, weight, form, kink, straight, sign: first.signum(), full: first.abs() }
    }

    /// q(s), the margin at which the loss has the slope s/h, and its derivative in s.
    fn target(&self, s: f64) -> (f64, f64) {
        let (q, dq) = self.loss.inverse_slope(s / self.weight, self.y);
        (q, dq / self.weight)
    }

    /// On which side of u the root lies, given the margin z there.
    pub fn judge(&self, u: f64, z: &Probe) -> Verdict {
        let s = self.sign * u;
        let (gap, size, noise, step) = if self.kink.is_none() && u > 0.5 * self.full {
            let value = self.weight * self.loss.slope(z.margin(), self.y);
            let bend = self.weight * self.loss.bend(z.margin(), self.y);
            let (gap, size) = (s - value, u + value.abs());
            (gap, size, size + bend * z.size(), -gap / (1.0 - bend * z.give()))
        } else {
            let q = self.target(s);
            let (gap, size) = (q.0 - z.margin(), q.0.abs() + z.size());
            (gap, size, size + (q.1 * u).abs(), newton(self.form, q, z))
        };
        let lost = gap.abs() <= 2.0 * f64::EPSILON * noise && noise.is_finite();
        Verdict {
            gap: if lost { 0.0 } else { self.sign * gap },
            step: self.sign * step,
            near: gap.abs() <= NEAR * size && size.is_finite(),
        }
    }

    /// A first guess of the root, from the margin z at 0.
    fn guess(&self, z: &Probe) -> f64 {
        let aim = self.target(0.0);
        if aim.0.is_finite() && aim.1.is_finite() {
            self.sign * newton(self.form, aim, z)
        } else {
            self.full / (1.0 - self.weight * self.loss.bend(z.margin(), self.y) * z.give())
        }
    }

    /// The root for the model's margin in [low, high], searched from u, and the steps it took: Newton's
    /// method inside a bracket, which is split whenever Newton would leave it or stalls. The full slope
    /// where even that stays on the straight part of the loss.
    pub fn solve(&self, model: &Model, mut u: f64, low: f64, high: f64) -> (f64, u32) {
        let mut bracket = Bracket::new(low, high);
        let mut last = high - low;
        let mut steps = 0;
        if self.straight && high == self.full {
            steps += 1;
            if self.judge(high, &model.probe(self.sign * high)).gap <= 0.0 {
                return (high, steps);
            }
        }
        if u == 0.0 {
            u = self.guess(&model.probe(0.0));
            if !bracket.contains(u) {
                // With a tiny rate the root is the full slope but for rounding. For a straight loss that
                // was tried above.
                u = if u >= high && high == self.full && !self.straight { high } else { bracket.split() };
            }
        }
        while steps < 80 {
            steps += 1;
            let Verdict { gap, step, near } = self.judge(u, &model.probe(self.sign * u));
            let next = u + step;
            if gap == 0.0 {
                return (if step.abs() <= TRUSTED * u { next.clamp(low, high) } else { u }, steps);
            }
            bracket.narrow(gap, u);
            if near && bracket.spans(next) && step.abs() <= TRUSTED * u {
                return (next, steps);
            }
            // Splitting the bracket every other time, and in the end every time, terminates however Newton
            // stalls.
            let patient = steps < 16 || (steps < 30 && steps % 2 == 0);
            let newton = patient && bracket.contains(next) && step.abs() <= 0.7 * last;
            let from = u;
            u = if newton { next } else { bracket.split() };
            last = if newton { step.abs() } else { bracket.high - bracket.low };
            if !bracket.contains(u) || bracket.is_point() {
                return (from, steps);
            }
        }
        (u, steps)
    }
}

/// Newton's step in s towards q(s) = z(s). In the curved forms both sides must be positive: the parts of z
/// and of q that fall in s go to one side, those that rise to the other.
fn newton(form: Form, (q, dq): (f64, f64), z: &Probe) -> f64 {
    let (plus, minus) = ((z.plus.value(), z.plus.give()), (z.minus.value(), z.minus.give()));
    let (falling, dfalling) = if q < 0.0 { (plus.0 - q, plus.1 - dq) } else { plus };
    let (rising, drising) = if q > 0.0 { (minus.0 + q, minus.1 + dq) } else { minus };
    match form {
        Form::Logarithm if falling > 0.0 && rising > 0.0 => {
            libm::log(falling / rising) / (drising / rising - dfalling / falling)
        }
        Form::Reciprocal if falling > 0.0 && rising > 0.0 => {
            let (a, b) = (1.0 / falling, 1.0 / rising);
            (b - a) / (drising * b * b - dfalling * a * a)
        }
        _ => (z.margin() - q) / (dq - z.give()),
    }
}
