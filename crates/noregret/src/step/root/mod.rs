//! The scalar root of an implicit step.
//!
//! An implicit step needs the s with s in h dl(p(s)), where p(s) is the margin a step of slope s leaves.
//! p does not increase and dl does not decrease, so s - h dl(p(s)) increases strictly and has its root
//! between 0 and h dl(p(0)): a bracket that always holds.
//!
//! Evaluating p(s) costs a pass over the features; everything else is a few scalars. So each evaluation,
//! value and derivative of both sides of the margin, is extended to a model of p for all s (`Model`), the
//! equation is solved on the model to the last digit (`Equation`), and p is evaluated next at that root.
//! Under a quadratic potential the model is exact and no evaluation is needed. Under entropy and Burg it
//! is exact for up to two features a side, and errors square from step to step. Every evaluation narrows
//! the bracket; where the model points outside, the bracket is split instead.
//!
//! For losses of two straight pieces the full step is right unless it crosses the kink. Then s is where
//! p(s) meets the kink.

mod bracket;
mod equation;
mod lambert;
mod model;
mod probe;
mod softmax;

use crate::loss::Loss;
use bracket::Bracket;
use equation::{Equation, TRUSTED};
use model::Model;

pub use model::Form;
pub use probe::Probe;
pub use softmax::Softmax;

/// A root and what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// The slope of the implicit step.
    pub s: f64,
    /// Evaluations of p: passes over the features, the one at 0 not counted.
    pub evaluations: u32,
    /// Scalar steps on models, which are cheap.
    pub steps: u32,
}

/// The slope of the implicit step from margin p, for a loss of importance `weight`. `probe(s)` is the
/// margin a step of slope s leaves, `here` the probe at 0.
pub fn implicit(
    loss: Loss,
    p: f64,
    y: f64,
    weight: f64,
    form: Form,
    here: Probe,
    probe: impl Fn(f64) -> Probe,
) -> Root {
    // A penalty moves the margin even without a step, so the bracket begins at that margin.
    let p = if form == Form::Piecewise { here.margin() } else { p };
    let equation = Equation::new(loss, p, y, weight, form);
    if equation.full == 0.0 || equation.kink == Some(p) {
        return Root { s: 0.0, evaluations: 0, steps: 0 };
    }
    meet(&equation, here, probe)
}

/// The same where a step of slope s leaves the margin p - c s.
pub fn affine(loss: Loss, p: f64, y: f64, c: f64) -> f64 {
    let mut here = Probe::default();
    here.add(p, -c);
    implicit(loss, p, y, 1.0, Form::Plain, here, |_| here).s
}

/// The root of an equation whose full slope is not 0.
fn meet(equation: &Equation, here: Probe, probe: impl Fn(f64) -> Probe) -> Root {
    let (form, sign, full) = (equation.form, equation.sign, equation.full);
    let root = |u: f64, evaluations: u32, steps: u32| Root { s: sign * u, evaluations, steps };
    let mut bracket = Bracket::new(0.0, full);
    let mut model = Model { form, s: 0.0, z: here };
    let (mut u, mut evaluations, mut steps) = (0.0, 0, 0);
    let (mut near, mut tried, mut last) = (false, false, f64::INFINITY);
    loop {
        let (next, more) = equation.solve(&model, sign * model.s, bracket.low, bracket.high);
        steps += more;
        if form == Form::Plain {
            return root(next, evaluations, steps);
        }
        // The full slope is an end of the bracket, but it may be the root: try it once.
        let whole = !tried && next >= full * (1.0 - 4.0 * f64::EPSILON);
        tried |= whole;
        let next = if whole { full } else { next };
        let step = (next - u).abs();
        // Where the margin overflowed there is no model of it, and the last model has failed.
        let fresh = sign * model.s == u;
        let exact = fresh && step <= 4.0 * f64::EPSILON * u;
        // Across a corner a short step says nothing about the error. Elsewhere errors square, so the last
        // two steps tell what the next error will be.
        let squared = step / last;
        let settled = near
            && form != Form::Piecewise
            && (step <= TRUSTED * u
                || (squared <= 0.1 && 4.0 * step * squared * squared <= f64::EPSILON * u));
        if bracket.spans(next) && (exact || settled) {
            return root(next, evaluations, steps);
        }
        // Splitting the bracket every other time, and in the end every time, terminates whatever the
        // models do.
        let patient = evaluations < 16 || (evaluations < 30 && evaluations % 2 == 0);
        let foretold = patient && fresh && (whole || bracket.contains(next));
        u = if foretold { next } else { bracket.split() };
        last = if foretold { step } else { f64::INFINITY };
        if !(bracket.contains(u) || u == full && whole) || bracket.is_point() || evaluations >= 58 {
            return root(u, evaluations, steps);
        }
        evaluations += 1;
        let z = probe(sign * u);
        let verdict = equation.judge(u, &z);
        if verdict.gap == 0.0 {
            // The gap is lost in rounding, but Newton's step may still improve the last digit.
            let better = u + verdict.step;
            let better = if verdict.step.abs() <= TRUSTED * u && bracket.spans(better) { better } else { u };
            return root(better, evaluations, steps);
        }
        if u == full && verdict.gap < 0.0 {
            return root(full, evaluations, steps);
        }
        near = verdict.near;
        bracket.narrow(verdict.gap, u);
        if z.margin().is_finite() {
            model = Model { form, s: sign * u, z };
        }
    }
}

#[cfg(test)]
mod tests;
