//! Newton's direction in the free coordinates: the d with (X' B X + D) d = -g, B the second derivatives of the losses, D diagonal.
//!
//! Few coordinates: the matrix is formed and factored (Cholesky). Many: conjugate gradients, preconditioned by the diagonal and stopped early; each of its steps
//! is two passes over the data. Nothing here is trusted: a poor direction costs time.
//! Reference: Nocedal and Wright 2006, chapters 5 and 7.

use super::problem::Problem;

/// A Newton system: where it is solved, and with what.
pub(super) struct System<'a> {
    pub problem: &'a Problem<'a>,
    /// h times the second derivative of every round's loss.
    pub bends: &'a [f64],
    /// The free coordinates.
    pub free: &'a [u32],
    /// What is added to the diagonal, by coordinate.
    pub extra: &'a [f64],
    /// The diagonal of the whole matrix, by coordinate.
    pub diagonal: &'a [f64],
    /// The gradient, by coordinate.
    pub gradient: &'a [f64],
}

impl System<'_> {
    /// Whether forming the matrix is cheaper than the conjugate gradients are likely to be.
    pub fn is_small(&self) -> bool {
        let n = self.free.len() as f64;
        let entries: f64 = self.problem.rows().map(|row| row.ids.len() as f64).sum();
        let squares: f64 = self.problem.rows().map(|row| (row.ids.len() * row.ids.len()) as f64).sum();
        n <= 64.0 || (n <= 1500.0 && 0.5 * squares + n * n * n / 3.0 <= 400.0 * entries)
    }

    /// By Cholesky's factor. Gives d by coordinate, zero where not free.
    pub fn factored(&self) -> Vec<f64> {
        let n = self.free.len();
        let mut column = vec![u32::MAX; self.gradient.len()];
        for (k, &i) in self.free.iter().enumerate() {
            column[i as usize] = k as u32;
        }
        let mut matrix = vec![0.0; n * n];
        let mut entries: Vec<(usize, f64)> = Vec::new();
        for (row, &bend) in self.problem.rows().zip(self.bends) {
            if bend == 0.0 {
                continue;
            }
            entries.clear();
            let columns = row.ids.iter().map(|&i| column[i as usize]);
            let pairs = columns.zip(row.values).filter(|(k, _)| *k != u32::MAX);
            entries.extend(pairs.map(|(k, &x)| (k as usize, x)));
            for &(a, xa) in &entries {
                let c = bend * xa;
                for &(b, xb) in &entries {
                    if b <= a {
                        matrix[a * n + b] += c * xb;
                    }
                }
            }
        }
        let mut d: Vec<f64> = Vec::with_capacity(n);
        for (k, &i) in self.free.iter().enumerate() {
            let i = i as usize;
            matrix[k * n + k] += self.extra[i] + 1e-11 * self.diagonal[i];
            d.push(-self.gradient[i]);
        }
        solve_in_place(&mut matrix, &mut d);
        self.spread(&d)
    }

    /// By conjugate gradients, until the residual is `forcing` times the gradient. Gives d, and the passes over the data.
    pub fn iterated(&self, forcing: f64, most: usize) -> (Vec<f64>, u64) {
        let n = self.gradient.len();
        let (mut d, mut r) = (vec![0.0; n], vec![0.0; n]);
        for &i in self.free {
            r[i as usize] = -self.gradient[i as usize];
        }
        let scaled = |r: &[f64], i: u32| r[i as usize] / self.diagonal[i as usize];
        let norm = |r: &[f64]| self.free.iter().map(|&i| r[i as usize] * scaled(r, i)).sum::<f64>();
        let mut p = vec![0.0; n];
        for &i in self.free {
            p[i as usize] = scaled(&r, i);
        }
        let mut rho = norm(&r);
        let (enough, mut passes) = (forcing * forcing * rho, 0);
        for _ in 0..most {
            let q = self.times(&p);
            passes += 2;
            let curve: f64 = self.free.iter().map(|&i| p[i as usize] * q[i as usize]).sum();
            if !(curve > 0.0 && curve.is_finite()) {
                break;
            }
            let step = rho / curve;
            for &i in self.free {
                let i = i as usize;
                d[i] += step * p[i];
                r[i] -= step * q[i];
            }
            let next = norm(&r);
            if next <= enough {
                break;
            }
            let turn = next / rho;
            rho = next;
            for &i in self.free {
                p[i as usize] = scaled(&r, i) + turn * p[i as usize];
            }
        }
        (d, passes)
    }

    /// (X' B X + D) p; p is zero where not free.
    fn times(&self, p: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; p.len()];
        for (row, &bend) in self.problem.rows().zip(self.bends) {
            if bend != 0.0 {
                row.add_to(&mut out, bend * row.dot(p));
            }
        }
        for &i in self.free {
            out[i as usize] += self.extra[i as usize] * p[i as usize];
        }
        out
    }

    fn spread(&self, d: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.gradient.len()];
        for (&i, &d) in self.free.iter().zip(d) {
            all[i as usize] = d;
        }
        all
    }
}

/// Solves A x = b by A = L L' in place of A's lower half and of b; pivots that rounding made tiny are raised.
pub(super) fn solve_in_place(a: &mut [f64], b: &mut [f64]) {
    let n = b.len();
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    for i in 0..n {
        let (above, from) = a.split_at_mut(i * n);
        let row = &mut from[..=i];
        for j in 0..i {
            let other = &above[j * n..=j * n + j];
            row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
        }
        let whole = row[i];
        row[i] = (whole - dot(&row[..i], &row[..i])).max(1e-14 * whole).max(f64::MIN_POSITIVE).sqrt();
        b[i] = (b[i] - dot(&row[..i], &b[..i])) / row[i];
    }
    for i in (0..n).rev() {
        b[i] /= a[i * n + i];
        let x = b[i];
        for j in 0..i {
            b[j] -= a[i * n + j] * x;
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn solves() {
        let mut a = [4.0, 0.0, 0.0, 2.0, 5.0, 0.0, 0.0, 2.0, 5.0];
        let mut b = [8.0, 18.0, 19.0];
        super::solve_in_place(&mut a, &mut b);
        for (x, want) in b.iter().zip([1.0, 2.0, 3.0]) {
            assert!((x - want).abs() < 1e-14);
        }
    }
}
