//! The class `_native.Metric`: a Mahalanobis distance that learns from pairs, triplets and labelled points.

use crate::error::{Failure, made};
use crate::lock::Held;
use crate::ticker::Ticker;
use noregret::metric_learning::evaluate::{self, Targets};
use noregret::metric_learning::{MatrixGeometry, MetricError, MetricLearner, MetricSpec, Sample};
use noregret::{Rate, Update};
use noregret_engine::EngineError;
use noregret_io::dataset::Encoding;
use noregret_io::{MetricModel, ModelError};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::Mutex;

/// A metric and the losses it has met.
struct Metric {
    learner: MetricLearner,
    loss: f64,
}

/// A metric. Python's `MetricLearner` holds one.
#[pyclass(name = "Metric", module = "noregret._native", frozen)]
pub struct PyMetric {
    metric: Mutex<Metric>,
}

impl From<MetricError> for Failure {
    fn from(error: MetricError) -> Self {
        match error {
            MetricError::Spec(_) => {
                Python::attach(|py| Self::Python(made(py, "SpecError", &error.to_string(), None, None)))
            }
            _ => Self::data(error.to_string()),
        }
    }
}

impl Metric {
    /// Does something to the learner; on an error it is as it was.
    fn whole<R>(&mut self, work: impl FnOnce(&mut Self) -> Result<R, Failure>) -> Result<R, Failure> {
        let (before, loss) = (self.learner.state(), self.loss);
        let outcome = work(self);
        // An interrupt leaves what was learned; anything else leaves nothing.
        if matches!(&outcome, Err(failure) if !matches!(failure, Failure::Python(_))) {
            let restored = self.learner.restore(&before);
            self.loss = loss;
            restored.map_err(|error| Failure::data(error.to_string()))?;
        }
        outcome
    }

    fn model(&self) -> MetricModel {
        let encoding = Encoding::plain(self.learner.dim());
        let (spec, loss, state) = (*self.learner.spec(), self.loss, self.learner.state());
        MetricModel { spec, encoding, loss, choice: None, state }
    }

    fn of(model: &MetricModel) -> Result<PyMetric, String> {
        let metric = Self { learner: model.learner()?, loss: model.loss };
        Ok(PyMetric { metric: Mutex::new(metric) })
    }
}

/// u - v, into the memory of z.
fn difference(z: &mut [f64], u: &[f64], v: &[f64]) {
    z.iter_mut().zip(u.iter().zip(v)).for_each(|(z, (u, v))| *z = u - v);
}

fn unusable(path: &str, reason: String) -> Failure {
    EngineError::Model(ModelError::Bad { path: path.to_owned(), reason }).into()
}

fn flat<'a>(points: &'a PyReadonlyArray2<'_, f64>) -> Result<&'a [f64], Failure> {
    points.as_slice().map_err(|_| Failure::data("points must lie together, row by row"))
}

impl PyMetric {
    fn lock(&self) -> Result<Held<'_, Metric>, Failure> {
        Held::of(&self.metric)
    }
}

#[pymethods]
impl PyMetric {
    /// A metric over so many coordinates that has seen nothing: the Euclidean one.
    #[new]
    #[pyo3(signature = (dim, geometry, update, eta=None, rate="sqrt"))]
    fn py_new(
        py: Python<'_>,
        dim: usize,
        geometry: &str,
        update: &str,
        eta: Option<f64>,
        rate: &str,
    ) -> Result<Self, Failure> {
        let refused = |message: String| Failure::Python(made(py, "SpecError", &message, None, None));
        let geometry: MatrixGeometry = geometry.parse().map_err(refused)?;
        let update = match update {
            "explicit" => Update::Explicit,
            "implicit" => Update::Implicit,
            other => return Err(refused(format!("{other} is no update: explicit or implicit"))),
        };
        let rate = match rate {
            "sqrt" => Rate::Sqrt,
            "constant" => Rate::Constant,
            "inverse" => Rate::Inverse,
            other => return Err(refused(format!("{other} is no rate: sqrt, constant or inverse"))),
        };
        let usual = evaluate::method(geometry, update);
        let spec = MetricSpec { eta: eta.unwrap_or(usual.eta), rate, ..usual };
        let metric = Metric { learner: MetricLearner::new(&spec, dim)?, loss: 0.0 };
        Ok(Self { metric: Mutex::new(metric) })
    }

    /// Learns from pairs of points with the squared distances they should have; those before.
    #[pyo3(signature = (first, second, targets, tick=None))]
    fn learn_pairs<'py>(
        &self,
        py: Python<'py>,
        first: PyReadonlyArray2<'py, f64>,
        second: PyReadonlyArray2<'py, f64>,
        targets: PyReadonlyArray1<'py, f64>,
        tick: Option<Py<PyAny>>,
    ) -> Result<Bound<'py, PyArray1<f64>>, Failure> {
        let (first, second, targets) = (flat(&first)?, flat(&second)?, targets.as_array().to_vec());
        let mut ticker = Ticker::new(tick);
        let before = py.detach(|| {
            self.lock()?.whole(|metric| {
                let mut z = vec![0.0; metric.learner.dim()];
                let pairs = first.chunks_exact(z.len()).zip(second.chunks_exact(z.len()));
                let mut before = Vec::with_capacity(targets.len());
                for (row, ((u, v), &target)) in pairs.zip(&targets).enumerate() {
                    difference(&mut z, u, v);
                    let found = metric.learner.learn_pair(&z, target);
                    let p = found.map_err(|error| Failure::at(row, error.to_string()))?;
                    metric.loss += 0.5 * (p - target) * (p - target);
                    before.push(p);
                    ticker.tick(row)?;
                }
                Ok(before)
            })
        })?;
        Ok(PyArray1::from_vec(py, before))
    }

    /// Learns from triplets: the first point should be nearer to the second than to the third, by the margin. Both
    /// squared distances before, a row for each.
    #[pyo3(signature = (anchor, near, far, margin, tick=None))]
    fn learn_triplets<'py>(
        &self,
        py: Python<'py>,
        anchor: PyReadonlyArray2<'py, f64>,
        near: PyReadonlyArray2<'py, f64>,
        far: PyReadonlyArray2<'py, f64>,
        margin: f64,
        tick: Option<Py<PyAny>>,
    ) -> Result<Bound<'py, PyArray2<f64>>, Failure> {
        let (anchor, near, far) = (flat(&anchor)?, flat(&near)?, flat(&far)?);
        let mut ticker = Ticker::new(tick);
        let before = py.detach(|| {
            self.lock()?.whole(|metric| {
                let dim = metric.learner.dim();
                let (mut to_near, mut to_far) = (vec![0.0; dim], vec![0.0; dim]);
                let others = near.chunks_exact(dim).zip(far.chunks_exact(dim));
                let mut before = Vec::new();
                for (row, (a, (n, f))) in anchor.chunks_exact(dim).zip(others).enumerate() {
                    difference(&mut to_near, a, n);
                    difference(&mut to_far, a, f);
                    let found = metric.learner.learn_relative(&to_near, &to_far, margin);
                    let (p, q) = found.map_err(|error| Failure::at(row, error.to_string()))?;
                    let slack = (p - q + margin).max(0.0);
                    metric.loss += 0.5 * slack * slack;
                    before.extend([p, q]);
                    ticker.tick(row)?;
                }
                Ok(before)
            })
        })?;
        let rows = before.len() / 2;
        Ok(PyArray1::from_vec(py, before).reshape([rows, 2])?)
    }

    /// Learns from so many random pairs of labelled points, as `noregret metric train` does.
    #[pyo3(signature = (points, classes, rounds, seed, tick=None))]
    fn learn_classes<'py>(
        &self,
        py: Python<'py>,
        points: PyReadonlyArray2<'py, f64>,
        classes: Vec<u32>,
        rounds: u64,
        seed: u64,
        tick: Option<Py<PyAny>>,
    ) -> Result<(), Failure> {
        let points = flat(&points)?;
        let mut ticker = Ticker::new(tick);
        py.detach(|| {
            self.lock()?.whole(|metric| {
                let sample = Sample::new(points, &classes, metric.learner.dim());
                let Metric { learner, loss } = metric;
                let (mut stopped, mut done) = (Ok(()), 0);
                let targets = Targets::of(&sample, seed);
                evaluate::learn(learner, &sample, targets, seed, rounds, |p, target| {
                    *loss += 0.5 * (p - target) * (p - target);
                    done += 1;
                    stopped = ticker.tick(done);
                    stopped.is_ok()
                })?;
                Ok(stopped?)
            })
        })
    }

    /// The squared distances of pairs of points.
    fn distances<'py>(
        &self,
        py: Python<'py>,
        first: PyReadonlyArray2<'py, f64>,
        second: PyReadonlyArray2<'py, f64>,
    ) -> Result<Bound<'py, PyArray1<f64>>, Failure> {
        let (first, second) = (flat(&first)?, flat(&second)?);
        let distances = py.detach(|| -> Result<Vec<f64>, Failure> {
            let metric = self.lock()?;
            let mut z = vec![0.0; metric.learner.dim()];
            let pairs = first.chunks_exact(z.len()).zip(second.chunks_exact(z.len()));
            let mut all = Vec::new();
            for (row, (u, v)) in pairs.enumerate() {
                difference(&mut z, u, v);
                all.push(metric.learner.distance(&z).map_err(|error| Failure::at(row, error.to_string()))?);
            }
            Ok(all)
        })?;
        Ok(PyArray1::from_vec(py, distances))
    }

    /// L x for every point x, where the metric is L'L.
    fn transform<'py>(
        &self,
        py: Python<'py>,
        points: PyReadonlyArray2<'py, f64>,
    ) -> Result<Bound<'py, PyArray2<f64>>, Failure> {
        let points = flat(&points)?;
        let (images, dim) = py.detach(|| -> Result<_, Failure> {
            let metric = self.lock()?;
            Ok((metric.learner.transform(points)?, metric.learner.dim()))
        })?;
        let rows = images.len() / dim;
        Ok(PyArray1::from_vec(py, images).reshape([rows, dim])?)
    }

    /// W.
    fn matrix<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<f64>>, Failure> {
        let (matrix, dim) =
            py.detach(|| self.lock().map(|metric| (metric.learner.matrix(), metric.learner.dim())))?;
        Ok(PyArray1::from_vec(py, matrix).reshape([dim, dim])?)
    }

    /// L, with W = L'L.
    fn factor<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<f64>>, Failure> {
        let (factor, dim) = py.detach(|| -> Result<_, Failure> {
            let metric = self.lock()?;
            Ok((metric.learner.factor()?, metric.learner.dim()))
        })?;
        Ok(PyArray1::from_vec(py, factor).reshape([dim, dim])?)
    }

    /// Rounds learned from.
    #[getter]
    fn rounds(&self, py: Python<'_>) -> Result<u64, Failure> {
        py.detach(|| Ok(self.lock()?.learner.rounds()))
    }

    /// The bytes of its file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        let bytes =
            py.detach(|| self.lock()?.model().to_bytes().map_err(|reason| unusable("the metric", reason)))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A metric of the bytes of its file.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> Result<Self, Failure> {
        let read = || Metric::of(&MetricModel::from_bytes(bytes)?);
        py.detach(read).map_err(|reason| unusable("what was given", reason))
    }

    /// Writes its file, which `noregret metric` reads.
    fn save(&self, py: Python<'_>, path: PathBuf) -> Result<(), Failure> {
        py.detach(|| Ok(self.lock()?.model().save(&path).map_err(EngineError::Model)?))
    }
}
