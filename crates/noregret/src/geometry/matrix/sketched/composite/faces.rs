//! The same point face by face: an active-set method, for matrices whose directions differ so much that
//! Newton's method on the dual loses its digits.
//!
//! Every coordinate is held (at an end of the box, or at 0 by l1) or free on one piece of R. The minimum
//! over the free ones is a least-squares problem ([`ridge`](super::ridge)), accurate along every direction
//! by itself. A step towards it ends at the point itself; or, if that leaves its pieces, at the point cut
//! back to them, if that is lower; or where the first coordinate meets an end. What meets an end is held
//! from then on; once the minimum over a face is reached, all coordinates that are pulled off are let go.
//! Every face's minimum is lower than the last one's, so no face comes twice and the method ends;
//! rounding apart, for which there is a limit.
//! Weakness: a decomposition for every face. Reference: Nocedal and Wright, Numerical Optimization, 16.5
//! and 16.7.

use super::ridge::{Minimum, Ridge};
use super::{Penalty, Solution, Step};
use crate::rule::interval::Interval;
use crate::sketch::{add_scaled, dot};

/// The most faces that are tried.
pub const MOST_FACES: usize = 400;

/// How far a derivative may be off 0 to be rounding.
enum Rounding {
    /// That of the sums it is made of.
    Sums,
    /// And that of the point's own digits.
    Digits,
}

impl Step<'_> {
    /// U'(b - v).
    fn drag(&self, point: &[f64]) -> Vec<f64> {
        let mut drag = vec![0.0; self.factor.width];
        for (i, (b, v)) in point.iter().zip(self.target).enumerate() {
            add_scaled(&mut drag, b - v, self.row(i));
        }
        drag
    }

    /// The piece of R on which a coordinate is free, if it is.
    fn piece(&self, b: f64) -> Option<Interval> {
        let Penalty { set, l1, .. } = self.penalty;
        let kink = l1 > 0.0 && b == 0.0;
        (b > set.lo && b < set.hi && !kink).then(|| self.side(b > 0.0))
    }

    /// The piece of R above or below 0; without l1 there is only one.
    fn side(&self, above: bool) -> Interval {
        let Penalty { set, l1, .. } = self.penalty;
        match above {
            _ if l1 == 0.0 => set,
            true => Interval { lo: set.lo.max(0.0), hi: set.hi },
            false => Interval { lo: set.lo, hi: set.hi.min(0.0) },
        }
    }

    /// The derivative of l1|b| on a piece.
    fn kink(&self, piece: Interval) -> f64 {
        self.penalty.l1.copysign(if piece.hi > 0.0 { 1.0 } else { -1.0 })
    }

    /// The derivatives of all but l1, and how much of each is rounding.
    fn derivatives(&self, point: &[f64], drag: &[f64], rounding: &Rounding) -> Vec<(f64, f64)> {
        let l2 = self.penalty.l2;
        // Every sum has `width` terms and a few more, each off by its last digit, as are the drags by theirs.
        let digits = 4.0 * (self.factor.width as f64 + 4.0) * f64::EPSILON;
        let mut loose = vec![0.0; self.factor.width];
        if matches!(rounding, Rounding::Digits) {
            for (i, (b, v)) in point.iter().zip(self.target).enumerate() {
                loose.iter_mut().zip(self.row(i)).for_each(|(sum, u)| *sum += (b.abs() + v.abs()) * u.abs());
            }
        }
        let one = |(i, (b, v)): (usize, (&f64, &f64))| {
            let (mut value, mut size) = (self.base * (b - v) + l2 * b, 0.0);
            for ((u, a), loose) in self.row(i).iter().zip(drag).zip(&loose) {
                value += u * a;
                size += u.abs() * (a.abs() + loose);
            }
            size += self.base * (b.abs() + v.abs()) + l2 * b.abs() + self.penalty.l1;
            (value, digits * size)
        };
        point.iter().zip(self.target).enumerate().map(one).collect()
    }

    /// The piece onto which a coordinate at b with this derivative of all but l1 is pulled, if it is by
    /// more than rounding.
    fn pulled(&self, b: f64, (value, rounding): (f64, f64)) -> Option<Interval> {
        let Penalty { set, l1, .. } = self.penalty;
        let up = value + if b < 0.0 { -l1 } else { l1 };
        let down = value + if b > 0.0 { l1 } else { -l1 };
        if b < set.hi && up < -rounding {
            Some(self.side(b >= 0.0))
        } else if b > set.lo && down > rounding {
            Some(self.side(b > 0.0))
        } else {
            None
        }
    }

    /// The minimum over the free coordinates, the others held, and U'(b - v) there.
    fn minimum(&self, point: &[f64], faces: &[Option<Interval>]) -> (Vec<f64>, Vec<f64>) {
        let width = self.factor.width;
        let stiff = self.base + self.penalty.l2;
        let root = stiff.sqrt();
        let free: Vec<(usize, Interval)> =
            faces.iter().enumerate().filter_map(|(i, face)| face.map(|piece| (i, piece))).collect();
        let entries: Vec<f64> =
            free.iter().flat_map(|&(i, _)| self.row(i).iter().map(|u| u / root)).collect();
        let columns: Vec<&[f64]> = (0..free.len()).map(|j| &entries[j * width..][..width]).collect();
        let ridge = Ridge::new(&columns, width);
        // First from where h and l2 alone would have the free ones; then once more for what rounding
        // left of both equations, that of the coordinates and that of the directions (Bjorck 1967).
        let mut reached = point.to_vec();
        free.iter().for_each(|&(i, _)| reached[i] = self.base / stiff * self.target[i]);
        let mut force = vec![0.0; width];
        for _ in 0..2 {
            let pull = |&(i, piece): &(usize, Interval)| {
                let separable = self.base * (reached[i] - self.target[i]) + self.penalty.l2 * reached[i];
                (separable + self.kink(piece) + dot(self.row(i), &force)) / stiff
            };
            let pull: Vec<f64> = free.iter().map(pull).collect();
            let right: Vec<f64> =
                self.drag(&reached).iter().zip(&force).map(|(a, f)| (f - a) / root).collect();
            let Minimum { point: more, residual } = ridge.solve(&pull, &right);
            free.iter().zip(more).for_each(|(&(i, _), z)| reached[i] += z);
            add_scaled(&mut force, -root, &residual);
        }
        (reached, force)
    }

    /// Whether the objective at `to` is below that at `from`.
    fn falls(&self, from: &[f64], to: &[f64]) -> bool {
        let Penalty { l1, l2, .. } = self.penalty;
        let drag = self.drag(from);
        let mut more = vec![0.0; self.factor.width];
        let mut change = 0.0;
        for (i, (b, c)) in from.iter().zip(to).enumerate() {
            let (step, middle) = (c - b, 0.5 * (b + c));
            change += step * (self.base * (middle - self.target[i]) + l2 * middle) + l1 * (c.abs() - b.abs());
            add_scaled(&mut more, step, self.row(i));
        }
        change + more.iter().zip(&drag).fold(0.0, |sum, (m, a)| sum + m * (a + 0.5 * m)) < 0.0
    }

    /// Whether the optimality conditions hold at a point of the box, to its last digits.
    fn solved(&self, point: &[f64]) -> bool {
        let derivatives = self.derivatives(point, &self.drag(point), &Rounding::Digits);
        let fine =
            |(&b, d): (&f64, (f64, f64))| b.is_finite() && d.0.is_finite() && self.pulled(b, d).is_none();
        point.iter().zip(derivatives).all(fine)
    }

    /// The point, from any one to start with; `None` if it cannot be told to its last digits.
    pub fn by_faces(&self, start: &[f64]) -> Option<Solution> {
        let mut point: Vec<f64> = start.iter().map(|&b| self.penalty.set.clip(b)).collect();
        let mut faces: Vec<Option<Interval>> = point.iter().map(|&b| self.piece(b)).collect();
        let mut drag = self.drag(&point);
        let mut at_minimum = true;
        for tried in 0..MOST_FACES {
            if at_minimum {
                let derivatives = self.derivatives(&point, &drag, &Rounding::Sums);
                let mut content = tried > 0;
                for ((&b, face), derivative) in point.iter().zip(&mut faces).zip(derivatives) {
                    if face.is_none() {
                        *face = self.pulled(b, derivative);
                        content &= face.is_none();
                    }
                }
                if content {
                    return self.solved(&point).then_some(Solution { point, steps: tried });
                }
            }
            let (reached, force) = self.minimum(&point, &faces);
            let mut cut = reached.clone();
            for (b, face) in cut.iter_mut().zip(&faces) {
                *b = face.map_or(*b, |piece| piece.clip(*b));
            }
            let let_go = std::mem::replace(&mut at_minimum, cut == reached) && tried > 0;
            let next = if at_minimum || self.falls(&point, &cut) {
                cut
            } else {
                self.blocked(&point, &reached, &faces)
            };
            // Coordinates were let go and nothing moves: what pulled at them is rounding.
            if next.iter().any(|b| b.is_nan()) || (let_go && at_minimum && next == point) {
                break;
            }
            point = next;
            drag = if at_minimum { force } else { self.drag(&point) };
            // Held from now on: what met an end on its way beyond it.
            for ((b, aim), face) in point.iter().zip(&reached).zip(&mut faces) {
                let off = |piece: &Interval| (*b > piece.lo || *aim > *b) && (*b < piece.hi || *aim < *b);
                *face = face.filter(off);
            }
        }
        self.solved(&point).then_some(Solution { point, steps: MOST_FACES })
    }

    /// The way towards a point as far as the first coordinate that meets an end of its piece.
    fn blocked(&self, from: &[f64], to: &[f64], faces: &[Option<Interval>]) -> Vec<f64> {
        let share = |i: usize| match faces[i] {
            Some(piece) if to[i] < piece.lo => (piece.lo - from[i]) / (to[i] - from[i]),
            Some(piece) if to[i] > piece.hi => (piece.hi - from[i]) / (to[i] - from[i]),
            _ => 1.0,
        };
        let least = (0..from.len()).map(share).fold(1.0, f64::min);
        (0..from.len())
            .map(|i| match faces[i] {
                Some(piece) if share(i) <= least && least < 1.0 => piece.clip(to[i]),
                Some(piece) => piece.clip(from[i] + least * (to[i] - from[i])),
                None => from[i],
            })
            .collect()
    }
}
