//! The scalar root of an implicit step.
//!
//! An implicit step needs the s with s in h dl(p(s)), where p(s) is the margin a step of slope s leaves. p does not increase and
//! dl does not decrease, so s - h dl(p(s)) increases strictly and has its root between 0 and h dl(p(0)): a bracket that always
//! holds. The equation is solved as p(s) = q(s), q the margin at which the loss has the slope s/h, in the form in which p is
//! straightest: the dual map of the potential (a single feature's log margin is linear in s under entropy, its reciprocal under Burg).
//! Newton inside the bracket, a bisection of it (in the exponent while its ends are orders of magnitude apart) whenever Newton would
//! leave it or stalls.
//!
//! For losses of two straight pieces the full step is right unless it crosses the kink; then s is where p(s) meets the kink.

use crate::loss::Loss;

/// A root and what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// The root.
    pub s: f64,
    /// How often the function was asked.
    pub evaluations: u32,
}

/// The form in which the margin is straightest in s: the dual map of the potential, applied to a margin of one sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it is, and smooth: quadratic potentials.
    Plain,
    /// As it is, with corners where a box or an l1 penalty takes hold.
    Piecewise,
    /// Its logarithm: entropy.
    Logarithm,
    /// Its reciprocal: Burg.
    Reciprocal,
}

/// A margin as a step leaves it: its positive and its negative part, both as sizes, and their derivatives in s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Probe {
    /// The sum of the features' parts that raise the margin; non-increasing in s.
    pub plus: f64,
    /// The size of the sum of those that lower it; non-decreasing in s.
    pub minus: f64,
    /// d plus / ds.
    pub give_plus: f64,
    /// d minus / ds.
    pub give_minus: f64,
}

impl Probe {
    /// Adds a feature's part w x and its derivative.
    #[inline]
    pub fn add(&mut self, part: f64, give: f64) {
        if part > 0.0 {
            self.plus += part;
            self.give_plus += give;
        } else {
            self.minus -= part;
            self.give_minus -= give;
        }
    }

    /// The margin.
    pub fn margin(&self) -> f64 {
        self.plus - self.minus
    }

    /// Its derivative.
    pub fn give(&self) -> f64 {
        self.give_plus - self.give_minus
    }
}

impl Form {
    /// Newton's step towards q(s) = z(s). Outside the plain form both sides are first made positive: what lowers z or raises q goes to one
    /// side, the rest to the other.
    fn newton(self, (q, dq): (f64, f64), z: &Probe) -> f64 {
        let (falling, dfalling) =
            if q < 0.0 { (z.plus - q, z.give_plus - dq) } else { (z.plus, z.give_plus) };
        let (rising, drising) =
            if q > 0.0 { (z.minus + q, z.give_minus + dq) } else { (z.minus, z.give_minus) };
        match self {
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
}

/// The slope of the implicit step of a loss with importance `weight` from margin p, where `probe(s)` is the margin a step of slope s
/// leaves.
pub fn implicit(loss: Loss, p: f64, y: f64, weight: f64, form: Form, probe: impl Fn(f64) -> Probe) -> Root {
    // A penalty moves the margin even without a step: the bracket begins where that leaves it.
    let p = if form == Form::Piecewise { probe(0.0).margin() } else { p };
    let first = weight * loss.slope(p, y);
    if first == 0.0 || loss.kink(y) == Some(p) {
        return Root { s: 0.0, evaluations: 0 };
    }
    let mut evaluations = 0;
    // On a straight part of the loss the full step may be the whole answer.
    if loss.bend(p, y) == 0.0 {
        evaluations = 1;
        let landed = probe(first).margin();
        let stays = match loss.kink(y) {
            Some(kink) => (landed > kink) == (p > kink) && landed != kink,
            None => weight * loss.slope(landed, y) == first,
        };
        if stays {
            return Root { s: first, evaluations };
        }
    }
    let mut root = meet(loss, p, y, weight, form, probe);
    root.evaluations += evaluations;
    root
}

/// The same where a step of slope s leaves p - c s.
pub fn affine(loss: Loss, p: f64, y: f64, c: f64) -> f64 {
    let probe = |s: f64| {
        let mut probe = Probe::default();
        probe.add(p - c * s, -c);
        probe
    };
    implicit(loss, p, y, 1.0, Form::Plain, probe).s
}

/// Where Newton's step is trusted without another look: its error is about the square of the step.
const TRUSTED: f64 = 1e-8;

/// How close the two sides must be for that, relative to their size: steps are also short beside a pole.
const NEAR: f64 = 1e-4;

/// A bracket 0 <= low < high of sizes.
struct Bracket {
    low: f64,
    high: f64,
    shrink: f64,
}

impl Bracket {
    /// A point inside: the middle, or the middle of the exponents while the ends are far apart; while the lower end is still 0, ever
    /// smaller fractions of the upper one.
    fn split(&mut self) -> f64 {
        if self.low == 0.0 {
            let fraction = self.shrink;
            self.shrink = (fraction * fraction).max(1e-150);
            self.high * fraction
        } else if self.high <= 4.0 * self.low {
            0.5 * self.low + 0.5 * self.high
        } else {
            self.low.sqrt() * self.high.sqrt()
        }
    }

    fn contains(&self, u: f64) -> bool {
        u > self.low && u < self.high
    }
}

/// The s between 0 and the full slope where the margin z(s) of `probe`, non-increasing, meets the margin q(s) of that slope, non-decreasing.
fn meet(loss: Loss, p: f64, y: f64, weight: f64, form: Form, probe: impl Fn(f64) -> Probe) -> Root {
    let kink = loss.kink(y);
    let target = |s: f64| match kink {
        Some(kink) => (kink, 0.0),
        None => {
            let (q, dq) = loss.inverse_slope(s / weight, y);
            (q, dq / weight)
        }
    };
    let first = weight * loss.slope(p, y);
    // Sizes: s = sign * u.
    let (sign, full) = (first.signum(), first.abs());
    let mut bracket = Bracket { low: 0.0, high: full, shrink: 1e-3 };
    let mut evaluations = 1;
    let here = probe(0.0);
    let aim = target(0.0);
    let mut u = if aim.0.is_finite() && aim.1.is_finite() {
        sign * form.newton(aim, &here)
    } else {
        full / (1.0 - weight * loss.bend(p, y) * here.give())
    };
    if !bracket.contains(u) {
        u = bracket.split();
    }
    // Across a corner a short step says nothing of the error; between corners Newton is exact anyway.
    let trusted = if form == Form::Piecewise { 4.0 * f64::EPSILON } else { TRUSTED };
    let mut last = full;
    while evaluations < 58 {
        evaluations += 1;
        let s = sign * u;
        let z = probe(s);
        // Near the full slope a loss's slope tells more than the margin that has it, which may be rounded away there.
        let saturated = kink.is_none() && u > 0.5 * full;
        let (gap, step, near) = if saturated {
            let value = weight * loss.slope(z.margin(), y);
            let gap = s - value;
            let step = -gap / (1.0 - weight * loss.bend(z.margin(), y) * z.give());
            (sign * gap, step, gap.abs() <= NEAR * (u + value.abs()))
        } else {
            let q = target(s);
            let gap = q.0 - z.margin();
            let size = q.0.abs() + z.plus + z.minus;
            let lost = gap.abs() <= 2.0 * f64::EPSILON * size && size.is_finite();
            (if lost { 0.0 } else { sign * gap }, form.newton(q, &z), gap.abs() <= NEAR * size)
        };
        if gap == 0.0 {
            break;
        }
        *(if gap > 0.0 { &mut bracket.high } else { &mut bracket.low }) = u;
        let next = u + sign * step;
        if near && next >= bracket.low && next <= bracket.high && step.abs() <= trusted * u {
            u = next;
            break;
        }
        // However Newton stalls, halving the bracket every other time, and at last every time, ends it.
        let patient = evaluations < 16 || (evaluations < 30 && evaluations % 2 == 0);
        let newton = patient && bracket.contains(next) && step.abs() <= 0.7 * last;
        u = if newton { next } else { bracket.split() };
        last = if newton { step.abs() } else { bracket.high - bracket.low };
        if !bracket.contains(u) || bracket.high - bracket.low <= f64::EPSILON * bracket.high {
            break;
        }
    }
    Root { s: sign * u, evaluations }
}

#[cfg(test)]
mod tests;
