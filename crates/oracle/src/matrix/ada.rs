//! AdaGrad in a matrix `H`, with box and penalties.
//!
//! * `cmd`: `w <- argmin over F of eta g.w + eta R(w) + 1/2 |w - w_t|^2_H`; free: `w_t - eta H^-1 g`;
//! * `pds`: `w <- argmin over F of eta sum_s g_s.w + eta t R(w) + 1/2 w'Hw`; free: `-eta H^-1 sum_s g_s`.
//!
//! The first point is `clip(0)`.
use crate::matrix::composite::composite;
use crate::matrix::spectrum::Spectrum;
use crate::twin::dot;
use crate::{Form, Loss, Terms, Twin};

/// Something that gathers gradients and has a symmetric matrix to show for it.
pub(crate) trait Gathered {
    /// Takes in the gradient of the round.
    fn see(&mut self, g: &[f64]);

    /// `H`.
    fn spectrum(&self) -> Spectrum;
}

/// The twin of `ada-full` and `ada-fd`.
pub struct MatrixAda {
    loss: Loss,
    terms: Terms,
    eta: f64,
    form: Form,
    gathered: Box<dyn Gathered>,
    t: u64,
    sum: Vec<f64>,
    w: Vec<f64>,
}

impl MatrixAda {
    pub(crate) fn new(
        loss: Loss,
        terms: Terms,
        eta: f64,
        form: Form,
        gathered: impl Gathered + 'static,
    ) -> MatrixAda {
        let (sum, w) = (vec![0.0; terms.dim()], terms.origin());
        MatrixAda { loss, eta, form, gathered: Box::new(gathered), t: 0, sum, w, terms }
    }

    /// Whether there is neither box nor penalty.
    fn is_free(&self) -> bool {
        self.terms == Terms::free(self.terms.dim())
    }
}

impl Twin for MatrixAda {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            let g = self.loss.gradient(self.margin(x), x, y, h);
            self.play(&g);
        }
    }

    fn play(&mut self, g: &[f64]) {
        self.t += 1;
        self.gathered.see(g);
        self.sum.iter_mut().zip(g).for_each(|(sum, g)| *sum += g);
        let (dim, eta, spectrum) = (g.len(), self.eta, self.gathered.spectrum());
        if self.is_free() {
            let (from, gradient) = match self.form {
                Form::Cmd => (self.w.clone(), g),
                Form::Pds => (vec![0.0; dim], self.sum.as_slice()),
            };
            let step = spectrum.inverse(gradient);
            self.w = from.iter().zip(step).map(|(w, step)| w - eta * step).collect();
            return;
        }
        let h = spectrum.matrix(dim);
        let (b, k): (Vec<f64>, f64) = match self.form {
            Form::Cmd => ((0..dim).map(|i| dot(&h[i], &self.w) - eta * g[i]).collect(), eta),
            Form::Pds => (self.sum.iter().map(|sum| -eta * sum).collect(), eta * self.t as f64),
        };
        self.w = composite(&h, &b, &self.terms, k, &self.w);
    }
}
