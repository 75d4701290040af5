//! The learners under a matrix in some 32 digits: what the formula gives, whatever the columns' scales.
//!
//! Gradients are handed in, so that nothing feeds back. The sketch is as its definition says: the gradient goes below the rows of `S`, rotations make the rows orthogonal (one-sided
//! Jacobi), each squared length loses the least of tau; without a limit it is the full matrix, `S'S = G`. Then `w = -rate H^-1 sum g`, or `w <- w - rate H^-1 g`, with
//! `H^-1 u = sum_j V_j (V_j.u)/h_j + (u - sum_j V_j (V_j.u))/h`.
use crate::Form;
use crate::double_double::Double;

/// The curvature along a direction with singular value `s` (0: outside all), and the rate.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `delta + s`, rate `eta`: `ada-full`, `ada-fd`.
    Ada,
    /// `sqrt(s^2 + rho + delta)`, rate `eta`: `s-ada`.
    Sketchy,
    /// `alpha + eta s^2`, rate 1: `fd-son`.
    Newton,
    /// `alpha + eta (s^2 + rho/2)`, rate 1: `rfd-son`.
    RobustNewton,
}

/// A learner of 32 digits.
pub struct ManyDigits {
    kind: Kind,
    form: Form,
    eta: Double,
    delta: Double,
    tau: Option<usize>,
    /// The rows of `S`, orthogonal, falling in length.
    rows: Vec<Vec<Double>>,
    /// The mass lost.
    rho: Double,
    sum: Vec<Double>,
    w: Vec<Double>,
}

fn dot(a: &[Double], b: &[Double]) -> Double {
    a.iter().zip(b).map(|(&a, &b)| a * b).sum()
}

/// Rows shorter than this share of the longest are rounding.
const NOTHING: f64 = 1e-26;

impl ManyDigits {
    /// `delta` is `alpha` for the Newton ones; `tau` `None` keeps everything.
    pub fn new(dim: usize, kind: Kind, form: Form, eta: f64, delta: f64, tau: Option<usize>) -> ManyDigits {
        let zeros = vec![Double::ZERO; dim];
        let (eta, delta) = (Double::of(eta), Double::of(delta));
        ManyDigits {
            kind,
            form,
            eta,
            delta,
            tau,
            rows: vec![],
            rho: Double::ZERO,
            sum: zeros.clone(),
            w: zeros,
        }
    }

    /// Takes in the gradient `slope x` and steps.
    pub fn play(&mut self, slope: f64, x: &[f64]) {
        let g: Vec<Double> = x.iter().map(|&v| Double::product(slope, v)).collect();
        if g.iter().any(|g| g.value() != 0.0) {
            self.gather(&g);
        }
        self.sum.iter_mut().zip(&g).for_each(|(sum, &g)| *sum = *sum + g);
        let rate = match self.kind {
            Kind::Ada | Kind::Sketchy => self.eta,
            Kind::Newton | Kind::RobustNewton => Double::of(1.0),
        };
        match self.form {
            Form::Cmd => {
                let step = self.inverse(&g);
                self.w.iter_mut().zip(step).for_each(|(w, step)| *w = *w - rate * step);
            }
            Form::Pds => self.w = self.inverse(&self.sum).into_iter().map(|v| -(rate * v)).collect(),
        }
    }

    /// The weights.
    pub fn point(&self) -> Vec<f64> {
        self.w.iter().map(|w| w.value()).collect()
    }

    /// `w.x`.
    pub fn margin(&self, x: &[f64]) -> f64 {
        self.w.iter().zip(x).map(|(&w, &x)| w * Double::of(x)).sum::<Double>().value()
    }

    fn along(&self, s: Double) -> Double {
        match self.kind {
            Kind::Ada => self.delta + s,
            Kind::Sketchy => (s * s + self.rho + self.delta).sqrt(),
            Kind::Newton => self.delta + self.eta * s * s,
            Kind::RobustNewton => self.delta + self.eta * (s * s + self.rho * Double::of(0.5)),
        }
    }

    fn inverse(&self, u: &[Double]) -> Vec<Double> {
        let mut outside = u.to_vec();
        let mut result = vec![Double::ZERO; u.len()];
        for row in &self.rows {
            let square = dot(row, row);
            let along = dot(row, u) / square;
            let h = self.along(square.sqrt());
            for (i, &v) in row.iter().enumerate() {
                outside[i] = outside[i] - along * v;
                result[i] = result[i] + along * v / h;
            }
        }
        // As many directions as coordinates leave nothing outside.
        if self.rows.len() < u.len() {
            let h = self.along(Double::ZERO);
            result.iter_mut().zip(outside).for_each(|(r, o)| *r = *r + o / h);
        }
        result
    }

    fn gather(&mut self, g: &[Double]) {
        self.rows.push(g.to_vec());
        orthogonalise(&mut self.rows);
        self.rows.sort_by(|a, b| dot(b, b).value().total_cmp(&dot(a, a).value()));
        let most = dot(&self.rows[0], &self.rows[0]).value();
        self.rows.retain(|row| dot(row, row).value() > NOTHING * NOTHING * most);
        self.rows.truncate(g.len());
        if self.tau == Some(self.rows.len()) {
            let least = self.rows.pop().map_or(Double::ZERO, |row| dot(&row, &row));
            self.rho = self.rho + least;
            for row in &mut self.rows {
                let square = dot(row, row);
                let shrink = ((square - least) / square).sqrt();
                row.iter_mut().for_each(|v| *v = *v * shrink);
            }
            self.rows.retain(|row| row.iter().any(|v| v.value() != 0.0));
        }
    }
}

/// Rotates pairs of rows until all are orthogonal.
fn orthogonalise(rows: &mut [Vec<Double>]) {
    let one = Double::of(1.0);
    let most = rows.iter().map(|row| dot(row, row).value()).fold(0.0, f64::max);
    for _ in 0..60 {
        let mut turned = false;
        for p in 0..rows.len() {
            for q in p + 1..rows.len() {
                let (a, b, across) =
                    (dot(&rows[p], &rows[p]), dot(&rows[q], &rows[q]), dot(&rows[p], &rows[q]));
                let nothing = a.value().min(b.value()) <= NOTHING * NOTHING * most;
                if nothing || across.value().abs() <= 1e-30 * (a.sqrt() * b.sqrt()).value() {
                    continue;
                }
                turned = true;
                let zeta = (b - a) / (across + across);
                let size = one / (zeta.abs() + (one + zeta * zeta).sqrt());
                let t = if zeta.value() < 0.0 { -size } else { size };
                let c = one / (one + t * t).sqrt();
                let s = c * t;
                for i in 0..rows[p].len() {
                    let (v, w) = (rows[p][i], rows[q][i]);
                    rows[p][i] = c * v - s * w;
                    rows[q][i] = s * v + c * w;
                }
            }
        }
        if !turned {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::{self, Labels};
    use crate::{Loss, Terms, Twin, ada_fd, ada_full, fd_son, rfd_son, s_ada};

    #[test]
    fn equals_the_twins_of_sixteen_digits() {
        let (eta, delta, dim) = (0.3, 2.0, 6);
        for tau in [3, 5] {
            for form in [Form::Cmd, Form::Pds] {
                let many = |kind, tau| ManyDigits::new(dim, kind, form, eta, delta, tau);
                let mut pairs: Vec<(ManyDigits, Box<dyn Twin>)> = vec![
                    (
                        many(Kind::Ada, None),
                        Box::new(ada_full(dim, Loss::Squared, Terms::free(dim), eta, delta, form)),
                    ),
                    (
                        many(Kind::Ada, Some(tau)),
                        Box::new(ada_fd(dim, Loss::Squared, Terms::free(dim), eta, delta, tau, form)),
                    ),
                ];
                if form == Form::Cmd {
                    pairs.push((
                        many(Kind::Sketchy, Some(tau)),
                        Box::new(s_ada(dim, Loss::Squared, eta, delta, tau)),
                    ));
                    pairs.push((
                        many(Kind::Newton, Some(tau)),
                        Box::new(fd_son(dim, Loss::Squared, eta, delta, tau)),
                    ));
                    pairs.push((
                        many(Kind::RobustNewton, Some(tau)),
                        Box::new(rfd_son(dim, Loss::Squared, eta, delta, tau)),
                    ));
                }
                for (mut many, mut twin) in pairs {
                    for e in streams::random(4, dim, 60, 0.7, Labels::Real) {
                        let g: Vec<f64> = e.x.iter().map(|x| e.y * x).collect();
                        twin.play(&g);
                        many.play(e.y, &e.x);
                        for (a, b) in many.point().iter().zip(twin.point()) {
                            assert!((a - b).abs() <= 1e-10 * (1.0 + b.abs()), "{a} {b}");
                        }
                    }
                }
            }
        }
    }
}
