//! The quadratic model at a point, minimised over the box: where a Newton step should go when many weights stand at the ends of their intervals.
//!
//!   q(v) = g . (v - w) + 1/2 (v - w)' H (v - w) + l1 |v|_1   over the box,   H = X' B X + diagonal.
//!
//! With few features H is formed once, and then costs no further pass over the data: sweeps that minimise q along one coordinate after the other find which weights stand at an end
//! (or at 0, under l1), a factored step moves all others at once, and so on until what is left of q's own gap is small. The way from w to v stays in the box.
//! Weakness: features squared in memory, cubed in time. Reference: Lin and Moré 1999 for the alternation, Friedman, Hastie and Tibshirani 2010 for the sweeps.

use super::direction::solve_in_place;
use super::problem::{Coordinate, Problem, soft};

/// More features than this are left to conjugate gradients.
const MOST: usize = 600;

/// The model, with the point it was brought to.
pub(super) struct Model<'a> {
    coordinates: &'a [Coordinate],
    matrix: Vec<f64>,
    /// The gradient of q's smooth part at v.
    r: Vec<f64>,
    v: Vec<f64>,
}

/// Whether the matrix is worth forming.
pub(super) fn is_small(problem: &Problem<'_>) -> bool {
    let n = problem.coordinates.len();
    let entries: f64 = problem.rows().map(|row| row.ids.len() as f64).sum();
    let squares: f64 = problem.rows().map(|row| (row.ids.len() * row.ids.len()) as f64).sum();
    n <= 64 || (n <= MOST && 0.5 * squares <= 200.0 * entries)
}

impl<'a> Model<'a> {
    /// The model at w, where the losses' gradient is u and their second derivatives are `bends`.
    pub fn new(problem: &'a Problem<'_>, w: &[f64], u: &[f64], bends: &[f64]) -> Self {
        let n = w.len();
        let mut matrix = vec![0.0; n * n];
        for (row, &bend) in problem.rows().zip(bends) {
            if bend == 0.0 {
                continue;
            }
            for (&a, &xa) in row.ids.iter().zip(row.values) {
                let (target, c) = (&mut matrix[a as usize * n..][..n], bend * xa);
                for (&b, &xb) in row.ids.iter().zip(row.values) {
                    target[b as usize] += c * xb;
                }
            }
        }
        let mut r = Vec::with_capacity(n);
        for (i, c) in problem.coordinates.iter().enumerate() {
            let g = u[i] + c.l2 * w[i];
            let whole = matrix[i * n + i];
            // The last part keeps steps within reason where the losses are straight.
            matrix[i * n + i] += c.l2 + 1e-11 * whole + 1e-4 * g.abs() / (c.hi - c.lo) + f64::MIN_POSITIVE;
            r.push(g);
        }
        Self { coordinates: &problem.coordinates, matrix, r, v: w.to_vec() }
    }

    /// Near the minimum of q: its gap is `forcing` times what it was.
    pub fn minimise(mut self, forcing: f64) -> Vec<f64> {
        let enough = forcing * self.gap();
        for _ in 0..40 {
            for _ in 0..3 {
                self.sweep();
            }
            if self.gap() <= enough {
                break;
            }
            self.factored_step();
            if self.gap() <= enough {
                break;
            }
        }
        self.v
    }

    /// How far q's linearization reaches below v within the box.
    fn gap(&self) -> f64 {
        let gap = |(i, c): (usize, &Coordinate)| {
            let c = Coordinate { l2: 0.0, ..*c };
            let price = |v: f64| self.r[i] * v + c.penalty(v);
            price(self.v[i]) - price(c.minimiser(self.r[i]))
        };
        self.coordinates.iter().enumerate().map(gap).sum()
    }

    /// Minimises along each coordinate in turn.
    fn sweep(&mut self) {
        let n = self.v.len();
        for (i, c) in self.coordinates.iter().enumerate() {
            let h = self.matrix[i * n + i];
            let next = c.clip(soft(h * self.v[i] - self.r[i], c.l1) / h);
            let moved = next - self.v[i];
            if moved != 0.0 && moved.is_finite() {
                self.v[i] = next;
                for (r, h) in self.r.iter_mut().zip(&self.matrix[i * n..][..n]) {
                    *r += moved * h;
                }
            }
        }
    }

    /// Newton's step in the coordinates that stand neither at an end nor at a kink: clipped if q falls by that, else up to the first end.
    fn factored_step(&mut self) {
        let n = self.v.len();
        let inside = |i: &usize| {
            let (c, v) = (&self.coordinates[*i], self.v[*i]);
            v > c.lo && v < c.hi && (c.l1 == 0.0 || v != 0.0)
        };
        let free: Vec<usize> = (0..n).filter(inside).collect();
        let m = free.len();
        let mut part = vec![0.0; m * m];
        for (a, &i) in free.iter().enumerate() {
            for (b, &j) in free[..=a].iter().enumerate() {
                part[a * m + b] = self.matrix[i * n + j];
            }
        }
        let slope = |i: usize| self.r[i] + self.coordinates[i].l1 * self.v[i].signum();
        let mut step: Vec<f64> = free.iter().map(|&i| -slope(i)).collect();
        solve_in_place(&mut part, &mut step);
        // Under l1 a weight keeps its sign.
        let room = |i: usize| {
            let (c, v) = (&self.coordinates[i], self.v[i]);
            if c.l1 == 0.0 {
                (c.lo, c.hi)
            } else if v > 0.0 {
                (c.lo.max(0.0), c.hi)
            } else {
                (c.lo, c.hi.min(0.0))
            }
        };
        let mut whole = 1.0f64;
        let mut clipped = vec![0.0; n];
        for (&i, &d) in free.iter().zip(&step) {
            let ((lo, hi), v) = (room(i), self.v[i]);
            clipped[i] = (v + d).max(lo).min(hi) - v;
            if d != 0.0 {
                whole = whole.min(if d > 0.0 { (hi - v) / d } else { (lo - v) / d });
            }
        }
        let mut short = vec![0.0; n];
        for (&i, &d) in free.iter().zip(&step) {
            let (lo, hi) = room(i);
            short[i] = (self.v[i] + whole * d).max(lo).min(hi) - self.v[i];
        }
        if !self.try_move(&free, &clipped) {
            self.try_move(&free, &short);
        }
    }

    /// Moves if q falls.
    fn try_move(&mut self, free: &[usize], moved: &[f64]) -> bool {
        let n = self.v.len();
        let mut bent = vec![0.0; n];
        for &i in free {
            if moved[i] != 0.0 {
                for (sum, h) in bent.iter_mut().zip(&self.matrix[i * n..][..n]) {
                    *sum += moved[i] * h;
                }
            }
        }
        let change = |&i: &usize| {
            let l1 = self.coordinates[i].l1 * ((self.v[i] + moved[i]).abs() - self.v[i].abs());
            moved[i] * (self.r[i] + 0.5 * bent[i]) + l1
        };
        let falls = free.iter().map(change).sum::<f64>() < 0.0;
        if falls {
            for i in 0..n {
                self.v[i] = self.coordinates[i].clip(self.v[i] + moved[i]);
                self.r[i] += bent[i];
            }
        }
        falls
    }
}
