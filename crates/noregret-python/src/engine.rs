//! The class `_native.Engine`: a model behind a lock, so that threads may share it.

use crate::columns::Columns;
use crate::curve::Curve;
use crate::data::Data;
use crate::error::Failure;
use crate::labels::{Label, Labels, weights};
use crate::one::{self, OneOrMore};
use crate::passed::{Passed, foreseen, outputs, passed, shaped, told};
use crate::streaming::{self, Files, Predicted};
use crate::tables::{Beside, Tables};
use crate::ticker::Ticker;
use crate::{learning, lock, options, predicting};
use noregret_engine::{Engine, EngineError};
use noregret_io::{BIAS, Family, LabelKind, number_of};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::json;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::RwLock;

/// A model. Python's `Model` holds one.
#[pyclass(name = "Engine", module = "noregret._native", frozen)]
pub struct PyEngine {
    model: RwLock<Model>,
}

/// An engine, and what is kept beside it.
pub struct Model {
    engine: Engine,
    curve: Curve,
    columns: Columns,
}

impl Deref for Model {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl DerefMut for Model {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

/// A row of weights for each output, and their biases.
type Coefficients<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<f64>>);

impl PyEngine {
    /// Of an engine.
    pub fn new(engine: Engine) -> Self {
        let model = Model { engine, curve: Curve::default(), columns: Columns::default() };
        Self { model: RwLock::new(model) }
    }

    /// What tells it from other models.
    fn address(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    /// Changes the model, without the interpreter.
    fn write<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Model) -> Result<R, Failure> + Send,
    ) -> Result<R, Failure> {
        py.detach(|| {
            let _at_work = lock::begin(self.address())?;
            work(&mut *self.model.write().map_err(|_| Failure::Broken)?)
        })
    }

    /// A copy of the engine, of which nothing waits.
    fn taken(&self, py: Python<'_>) -> Result<Engine, Failure> {
        self.write(py, |engine| {
            engine.finish()?;
            Ok(engine.copy()?)
        })
    }

    /// Changes the model for a moment. Mostly nobody else has it, and letting the interpreter go would cost more than the change.
    fn briefly<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Model) -> Result<R, Failure> + Send,
    ) -> Result<R, Failure> {
        match self.model.try_write() {
            Ok(mut model) => work(&mut model),
            Err(_) => self.write(py, work),
        }
    }

    /// Learns from a dict of the usual kind, whose margins before it gives; none if it is of another kind or somebody else has the model, and nothing is learned then.
    #[inline]
    pub fn at_once(
        &self,
        example: &Bound<'_, PyDict>,
        label: f64,
        weight: f64,
    ) -> Option<Result<Option<OneOrMore>, Failure>> {
        let mut model = self.model.try_write().ok()?;
        let Model { engine, curve, columns } = &mut *model;
        // The first example decides what family features are of, if it is learned from.
        if engine.schema().family != Some(Family::Named) {
            return None;
        }
        // Whoever Python calls meanwhile is told that the model is at work.
        let _at_work = lock::at_work(self.address());
        let learned = one::learn_at_once(engine, example, columns, label, weight)?;
        curve.note(engine.counts());
        Some(learned)
    }

    /// As [`briefly`](Self::briefly), for who only looks.
    fn glance<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Model) -> Result<R, Failure> + Send,
    ) -> Result<R, Failure> {
        match self.model.try_read() {
            Ok(model) => work(&model),
            Err(_) => self.read(py, work),
        }
    }

    /// Looks at the model, without the interpreter.
    pub fn read<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Model) -> Result<R, Failure> + Send,
    ) -> Result<R, Failure> {
        py.detach(|| {
            let _at_work = lock::begin(self.address())?;
            work(&*self.model.read().map_err(|_| Failure::Broken)?)
        })
    }
}

#[pymethods]
impl PyEngine {
    /// A fresh model.
    #[new]
    fn py_new(given: &Bound<'_, PyDict>) -> Result<Self, Failure> {
        Ok(Self::new(options::options(given)?.build()?))
    }

    /// A model file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> Result<Self, Failure> {
        Ok(Self::new(py.detach(|| Engine::load(path))?))
    }

    /// The bytes of a model file.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> Result<Self, Failure> {
        Ok(Self::new(py.detach(|| Engine::from_bytes(bytes))?))
    }

    /// Writes a model file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> Result<(), Failure> {
        self.write(py, |engine| Ok(engine.save(path)?))
    }

    /// The bytes of a model file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        let bytes = self.write(py, |engine| Ok(engine.to_bytes()?))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Another one in the same state.
    fn copy(&self, py: Python<'_>) -> Result<Self, Failure> {
        self.taken(py).map(Self::new)
    }

    /// One model of this one and others that learned side by side, all from the start, if there is one.
    #[pyo3(signature = (others, start=None))]
    fn merge(
        &self,
        py: Python<'_>,
        others: Vec<PyRef<'_, Self>>,
        start: Option<PyRef<'_, Self>>,
    ) -> Result<Self, Failure> {
        // Copies are merged, so that no two locks are held at once.
        let mut parts = vec![self.taken(py)?];
        for other in &others {
            parts.push(other.taken(py)?);
        }
        let start = start.map(|start| start.taken(py)).transpose()?;
        let merged = py.detach(|| Engine::merged(start.as_ref(), &parts.iter().collect::<Vec<_>>()))?;
        Ok(Self::new(merged))
    }

    /// A serving model: exact, or of one 4-byte weight a feature.
    fn freeze(&self, py: Python<'_>, compact: bool) -> Result<Self, Failure> {
        let frozen = |engine: &Engine| if compact { engine.compact() } else { engine.freeze() };
        self.read(py, |engine| Ok(Self::new(frozen(engine)?)))
    }

    /// Takes what waits for labels for what it looks like.
    fn finish(&self, py: Python<'_>) -> Result<(), Failure> {
        self.write(py, |engine| Ok(engine.finish()?))
    }

    /// Learns from examples; the margins before.
    #[pyo3(signature = (data, labels, weight=None, tick=None))]
    fn learn<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        labels: &Bound<'py, PyAny>,
        weight: Option<PyReadonlyArray1<'py, f64>>,
        tick: Option<Py<PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let data = Data::of(data)?;
        let (labels, weights) = (Labels::of(labels)?, weights(weight.as_ref())?);
        let mut ticker = Ticker::new(tick);
        let (seen, outputs) = data.with(|examples| {
            self.write(py, |Model { engine, curve, .. }| {
                let told = (curve, &mut ticker);
                let seen = learning::learn(engine, examples, &labels, weights.as_deref(), told)?;
                Ok((seen, outputs(engine)))
            })
        })?;
        foreseen(py, seen, outputs)
    }

    /// Learns from a dict; its margin before, or that of each class; none while it waits for labels.
    #[pyo3(signature = (example, label, weight=1.0))]
    fn learn_one(
        &self,
        py: Python<'_>,
        example: &Bound<'_, PyDict>,
        label: &Bound<'_, PyAny>,
        weight: f64,
    ) -> Result<Option<OneOrMore>, Failure> {
        let label = Label::of(label)?;
        if let Label::Number(label) = label
            && let Some(learned) = self.at_once(example, label, weight)
        {
            return learned;
        }
        one::with(example, |features| {
            self.briefly(py, |Model { engine, curve, .. }| {
                let margins = one::learn(engine, features, label.given(), weight)?;
                curve.note(engine.counts());
                Ok(margins)
            })
        })
    }

    /// The margins of examples.
    #[pyo3(signature = (data, tick=None))]
    fn margins<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        tick: Option<Py<PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let data = Data::of(data)?;
        let mut ticker = Ticker::new(tick);
        let (margins, outputs) = data.with(|examples| {
            self.read(py, |engine| {
                let margins = predicting::margins(engine, examples, &mut ticker)?;
                Ok((margins, outputs(engine)))
            })
        })?;
        shaped(py, margins, outputs)
    }

    /// The margins of a dict, by the weights that serve or by the last ones.
    #[pyo3(signature = (example, last=false))]
    fn margin_one(
        &self,
        py: Python<'_>,
        example: &Bound<'_, PyDict>,
        last: bool,
    ) -> Result<OneOrMore, Failure> {
        one::with(example, |features| self.glance(py, |engine| one::margins(engine, features, last)))
    }

    /// Learns from files (or predicts them): margins and what they add up to, as JSON.
    #[pyo3(signature = (paths, format=None, threads=None, most=None, learn=true, brief=false, tick=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of one Python function")]
    fn files<'py>(
        &self,
        py: Python<'py>,
        paths: Vec<String>,
        format: Option<String>,
        threads: Option<usize>,
        most: Option<u64>,
        learn: bool,
        brief: bool,
        tick: Option<Py<PyAny>>,
    ) -> Result<(Bound<'py, PyAny>, String), Failure> {
        let unknown = |why: noregret_io::UnknownFormat| EngineError::Options(why.to_string());
        let format = format.map(|name| name.parse()).transpose().map_err(unknown)?;
        let files = Files { paths, format, threads, most };
        let mut ticker = Ticker::new(tick);
        if learn {
            let taught = self.write(py, |Model { engine, curve, .. }| {
                let told = (curve, &mut ticker);
                let predicted = streaming::learn(engine, &files, Predicted::new(brief), told)?;
                Ok(Passed { predicted, outputs: outputs(engine), measures: None })
            })?;
            return taught.told(py);
        }
        self.read(py, |engine| {
            passed(engine, brief, |each| streaming::predict(engine, &files, &mut ticker, each))
        })?
        .told(py)
    }

    /// Learns from tables (or predicts them): anything that Arrow's PyCapsule interface or an iterable of such gives, with labels and weights by the names of
    /// their columns or as arrays. Margins and what they add up to, as JSON.
    #[pyo3(signature = (data, label=None, weight=None, learn=true, brief=false, tick=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of one Python function")]
    fn tables<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        label: Option<Bound<'py, PyAny>>,
        weight: Option<Bound<'py, PyAny>>,
        learn: bool,
        brief: bool,
        tick: Option<Py<PyAny>>,
    ) -> Result<(Bound<'py, PyAny>, String), Failure> {
        let (beside, asked) = Beside::of(label.as_ref(), weight.as_ref())?;
        let Some(tables) = Tables::of(data, beside, self.address())? else {
            let outputs = self.read(py, |engine| Ok(outputs(engine)))?;
            return Passed { predicted: Predicted::default(), outputs, measures: None }.told(py);
        };
        let source = (tables, asked);
        let mut ticker = Ticker::new(tick);
        if learn {
            let taught = self.write(py, |Model { engine, curve, .. }| {
                let told = (curve, &mut ticker);
                let predicted = streaming::learn_table(engine, source, Predicted::new(brief), told)?;
                Ok(Passed { predicted, outputs: outputs(engine), measures: None })
            })?;
            return taught.told(py);
        }
        self.read(py, |engine| {
            passed(engine, brief, |each| streaming::predict_table(engine, source, &mut ticker, each))
        })?
        .told(py)
    }

    /// Measures predictions of examples with their labels, as JSON.
    #[pyo3(signature = (data, labels, weight=None, tick=None))]
    fn measure<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        labels: &Bound<'py, PyAny>,
        weight: Option<PyReadonlyArray1<'py, f64>>,
        tick: Option<Py<PyAny>>,
    ) -> Result<String, Failure> {
        let data = Data::of(data)?;
        let (labels, weights) = (Labels::of(labels)?, weights(weight.as_ref())?);
        let mut ticker = Ticker::new(tick);
        let (counts, measures) = data.with(|examples| {
            self.read(py, |engine| {
                predicting::measure(engine, examples, &labels, weights.as_deref(), &mut ticker)
            })
        })?;
        Ok(told(&counts, Some(&measures)))
    }

    /// What it is and what it has seen, as JSON.
    fn about(&self, py: Python<'_>) -> Result<String, Failure> {
        self.read(py, |engine| {
            let (core, labels) = (engine.core(), &engine.schema().labels);
            let counts = engine.counts();
            let parameters = serde_json::to_value(core.parameters()).unwrap_or_default();
            Ok(json!({
                "algorithm": core.algorithm(), "loss": engine.loss().to_string(), "parameters": parameters,
                "spec": serde_json::to_value(engine.spec()).unwrap_or_default(),
                "counts": counts, "mean_loss": counts.mean(counts.loss), "mistakes": counts.mean(counts.mistakes),
                "classes": core.objective().map(|_| labels.classes()), "pair": labels.mapping(),
                "pair_told": labels.describe(), "undecided": engine.undecided(), "waiting": engine.waiting(),
                "labels": serde_json::to_value(labels.kind()).unwrap_or_default(),
                "bound": engine.bound(), "lanes": engine.lanes(), "rounds": core.rounds(),
                "weights": core.active(), "bytes": core.bytes(), "learns": core.learns(), "bias": engine.schema().bias,
                "curve": engine.curve.points(), "names": engine.schema().names.len(), "collisions": engine.schema().collisions,
            })
            .to_string())
        })
    }

    /// The name of each class, by place; of two, the negative and the positive one.
    fn class_names(&self, py: Python<'_>) -> Result<Vec<Option<String>>, Failure> {
        self.read(py, |engine| {
            let labels = &engine.schema().labels;
            let name = |class: f64| labels.class_name(class).map(str::to_owned);
            Ok(match engine.core().objective() {
                Some(_) => (0..engine.core().outputs()).map(|class| name(class as f64)).collect(),
                None => vec![name(-1.0), name(1.0)],
            })
        })
    }

    /// The names and weights of the features touched; of a class, where there are several.
    fn weights<'py>(
        &self,
        py: Python<'py>,
        class_: usize,
    ) -> Result<(Vec<String>, Bound<'py, PyArray1<f64>>), Failure> {
        let (names, values) = self.read(py, |engine| {
            let all = engine.core().class_weights(class_);
            let names: Vec<_> = all.iter().map(|w| engine.schema().feature_name(w.index)).collect();
            Ok((names, all.iter().map(|w| w.value).collect::<Vec<f64>>()))
        })?;
        Ok((names, PyArray1::from_vec(py, values)))
    }

    /// The weights of numbered features as rows of so many columns, and those of the bias.
    fn coefficients<'py>(&self, py: Python<'py>, columns: usize) -> Result<Coefficients<'py>, Failure> {
        let (table, biases) = self.read(py, |engine| {
            let outputs = engine.core().outputs();
            let (mut table, mut biases) = (vec![0.0; outputs * columns], vec![0.0; outputs]);
            for class in 0..outputs {
                for weight in engine.core().class_weights(class) {
                    if weight.index == BIAS {
                        biases[class] = weight.value;
                    } else if let Some(column) =
                        number_of(weight.index).map(|n| n as usize).filter(|n| *n < columns)
                    {
                        table[class * columns + column] = weight.value;
                    }
                }
            }
            Ok((table, biases))
        })?;
        let outputs = biases.len();
        let table = PyArray1::from_vec(py, table).reshape([outputs, columns])?;
        Ok((table, PyArray1::from_vec(py, biases)))
    }

    /// What margins of one output predict on the label's scale.
    fn link<'py>(
        &self,
        py: Python<'py>,
        margins: PyReadonlyArray1<'py, f64>,
    ) -> Result<Bound<'py, PyArray1<f64>>, Failure> {
        let margins = margins.as_array().to_vec();
        let linked =
            self.read(py, |engine| Ok(margins.iter().map(|margin| engine.prediction(*margin)).collect()))?;
        Ok(PyArray1::from_vec(py, linked))
    }

    /// What it predicts ("numbers", one of "two" classes, one of "many") and by which loss.
    fn outlook(&self, py: Python<'_>) -> Result<(&'static str, String), Failure> {
        self.glance(py, |engine| {
            let two = matches!(engine.schema().labels.kind(), LabelKind::Binary | LabelKind::Open);
            let kind = match engine.core().objective() {
                Some(_) => "many",
                None if two => "two",
                None => "numbers",
            };
            Ok((kind, engine.loss().to_string()))
        })
    }

    /// What one margin predicts on the label's scale.
    fn link_one(&self, py: Python<'_>, margin: f64) -> Result<f64, Failure> {
        self.glance(py, |engine| Ok(engine.prediction(margin)))
    }

    /// The probabilities that the margins of one example stand for.
    fn shares(&self, py: Python<'_>, mut margins: Vec<f64>) -> Result<Vec<f64>, Failure> {
        self.glance(py, |engine| {
            engine.probabilities(&mut margins);
            Ok(())
        })?;
        Ok(margins)
    }

    /// The probabilities that margins of classes stand for.
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        margins: numpy::PyReadonlyArray2<'py, f64>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let (columns, mut all) =
            (margins.as_array().ncols(), margins.as_array().iter().copied().collect::<Vec<_>>());
        self.read(py, |engine| {
            all.chunks_exact_mut(columns.max(1)).for_each(|row| engine.probabilities(row));
            Ok(())
        })?;
        shaped(py, all, Some(columns))
    }
}
