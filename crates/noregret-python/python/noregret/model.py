"""The model: one engine, whichever form its examples come in."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Optional, Union

import numpy as np

from . import _inputs, _native
from ._draw import loss_curve
from ._parameters import plain
from ._progress import progress_bar
from .errors import DataError, FileError, NoregretError, SpecError
from .stream import Stream
from .table import Table

__all__ = ["Model"]

Array = Any
Path = Union[str, "os.PathLike[str]"]

#: Options that are about the data and not about the learner.
_OPTIONS = (
    "bias", "bits", "names", "labels", "positive", "classes", "label", "weight", "tag",
    "ignore", "keep", "interactions", "columns",
)  # fmt: skip


class Model:
    """A linear model that learns online: each example is predicted, and then learned from.

    Without arguments it is ``auto``: learners of several rates side by side, mixed by how well each does, for the
    loss that the labels call for. ``noregret.algorithms()`` lists the others with their parameters, which are given
    by name.

    >>> import noregret, numpy as np
    >>> X = np.array([[1.0, 0.0], [0.0, 1.0]] * 50)
    >>> y = [1, 0] * 50
    >>> model = noregret.Model()
    >>> margins = model.learn(X, y)             # predicted before each row was learned from
    >>> margins.shape, margins[0]
    ((100,), np.float64(0.0))
    >>> model.predict(X[:2])
    array([1, 0])
    >>> noregret.Model("ada-diag", loss="squared", eta=0.5)
    Model('ada-diag', loss='squared', eta=0.5)

    Options about the data: ``bias`` (a constant feature, on by default), ``bits`` (hash features into 2^bits slots),
    ``labels`` (the negative and the positive one), ``positive`` (one label against the rest), ``classes`` (labels are
    classes whatever they look like), ``ignore`` and ``keep`` (features left out or alone kept), ``interactions``
    (products of features, ``"user*ad"``), and for tables ``label``, ``weight``, ``tag`` and ``columns`` (their kinds).
    ``groups`` gives features boxes and penalties of their own.

    A learner whose first data are a table (a DataFrame, Arrow, a CSV or Parquet file) with columns of numbers or dates is normalised: every
    feature is divided by the largest magnitude it has had, since columns have units of their own. ``normalize="no"`` learns as
    published, ``normalize="yes"`` scales arrays, matrices and dicts, too. ``auto``, ``cw`` and ``arow`` scale by themselves; a box, a
    radius, l1, l2 and groups are in the units of the data, and leave these as they are.

    >>> noregret.Model("ada-diag", normalize="no").parameters["normalize"]
    'no'
    """

    def __init__(self, algorithm: str = "auto", loss: Optional[str] = None, **parameters: Any) -> None:
        for name, word in (("algorithm", algorithm), ("loss", loss)):
            if not isinstance(word, str) and not (name == "loss" and word is None):
                raise SpecError(f"{name} is {word!r}, and must be a name")
        given: dict[str, Any] = {"algorithm": algorithm}
        if loss is not None:
            given["loss"] = loss
        for name in _OPTIONS:
            value = parameters.pop(name, None)
            if value is not None:
                given[name] = _plain(name, value)
        given["parameters"] = plain(parameters)
        self._set(_native.Engine(given), None)

    def _set(self, engine: Any, columns: Optional[int]) -> None:
        self._engine: _native.Engine = engine
        self._columns = columns
        self._known: Optional[tuple[list[Optional[str]], list[Any]]] = None

    @classmethod
    def _of(cls, engine: Any, columns: Optional[int] = None) -> Model:
        model = cls.__new__(cls)
        model._set(engine, columns)
        return model

    # Learning

    def learn(
        self, X: Any, y: Any = None, weight: Any = None, *, margins: bool = True, progress: bool = False
    ) -> Array:
        """Learns from examples in order, and gives the margins that were predicted before each was learned from.

        ``X`` is a 2-D array (float32 or float64 as they are, in any order), a sparse matrix of scipy's, a list of dicts,
        a table of whatever library (anything with ``__arrow_c_stream__`` or ``__arrow_c_array__``, or an iterator of
        such: it streams in, batch by batch), or :func:`noregret.stream` of files, which have labels of their own.
        ``y`` are numbers or texts; of a table also the name of a column, which may be left out if it is a usual one.
        Learners other than ``auto``, ``cw`` and ``arow`` are normalised where a table comes first (see :class:`Model`).
        Of several classes there is a column of margins for each, NaN where a class had not been met yet. With
        ``margins=False`` none are kept, so that the memory stays the same however long the data is.

        Either all of it is learned, or an exception says what is wrong and the model is as it was. At Ctrl-C it
        stops with what it has learned so far.

        >>> import noregret
        >>> model = noregret.Model("ada-diag")
        >>> model.learn([{"colour": "red", "size": 2}, {"colour": "blue"}], ["yes", "no"]).round(3)
        array([0.  , 0.25])
        >>> import pyarrow
        >>> table = pyarrow.table({"colour": ["red", "blue"] * 9, "size": [2, None] * 9, "sold": [1, 0] * 9})
        >>> model = noregret.Model("ada-diag")
        >>> model.learn(table, y="sold").shape
        (18,)
        >>> sorted(model.weights()["feature"])
        ['colour=blue', 'colour=red', 'size', 'size=?missing', 'the bias']
        """
        if isinstance(X, Stream):
            if y is not None or weight is not None:
                raise DataError("files have labels and weights of their own")
            return X._learn(self, margins, progress)
        X, table = _inputs.opened(X)
        if table:
            return self._tables(X, y, weight, True, margins, progress)[0]
        native = _inputs.examples(X)
        if y is None:
            raise DataError("there are no labels: give y")
        rows = _inputs.count(native)
        self._check_columns(native)
        given = _inputs.labels(y), _inputs.weights(weight, rows)
        with progress_bar(rows, progress) as tick:
            before = self._engine.learn(native, *given, tick)
        if rows:
            self._columns = _inputs.columns(native) or self._columns
        return before if margins else None

    def _tables(
        self, X: Any, y: Any, weight: Any, learn: bool, margins: bool, progress: bool
    ) -> tuple[Array, dict[str, Any]]:
        label, weight = _inputs.beside(y, weight)
        rows = len(X) if hasattr(X, "__len__") and hasattr(X, "__arrow_c_stream__") else None
        with progress_bar(rows, progress) as tick:
            predicted, told = self._engine.tables(X, label, weight, learn, not margins, tick)
        return (predicted if margins else None), json.loads(told)

    def learn_one(self, x: Mapping[str, Any], y: Any, weight: float = 1.0) -> Any:
        """Learns from one example, a dict of features: numbers, texts (categories), or dicts of these under a
        namespace. Gives the margin before (of several classes a list of them), or None while it is open what labels
        mean: ``auto`` without a loss waits for some of them, as it does with a file.

        >>> import noregret
        >>> model = noregret.Model("ada-diag")
        >>> model.learn_one({"colour": "red", "user": {"age": 31}}, 1)
        0.0
        >>> model.learn_one({"colour": "red"}, 1) > 0
        True
        """
        return self._engine.learn_one(x if isinstance(x, dict) else _inputs.example(x), y, weight)

    def finish(self) -> None:
        """Takes examples that wait for labels for what they look like, as the end of a file does.

        >>> import noregret
        >>> model = noregret.Model()
        >>> model.learn_one({"a": 1}, 1) is None
        True
        >>> model.finish()
        >>> model.decision_one({"a": 1}) > 0
        True
        """
        self._engine.finish()

    # Predicting

    def decision(self, X: Any, *, progress: bool = False) -> Array:
        """The margins: w . x for each example, or one for each class.

        >>> import noregret, numpy as np
        >>> noregret.Model("ogd").decision(np.ones((2, 3)))
        array([0., 0.])
        """
        if isinstance(X, Stream):
            return X._predict(self, True, progress)[0]
        X, table = _inputs.opened(X)
        if table:
            return self._tables(X, None, None, False, True, progress)[0]
        native = _inputs.examples(X)
        self._check_columns(native)
        with progress_bar(_inputs.count(native), progress) as tick:
            return self._engine.margins(native, tick)

    def decision_one(self, x: Mapping[str, Any]) -> Any:
        """The margin of one example, or a list of those of all classes.

        >>> import noregret
        >>> noregret.Model("ogd").decision_one({"a": 1})
        0.0
        """
        return self._engine.margin_one(x if isinstance(x, dict) else _inputs.example(x))

    def predict(self, X: Any, *, progress: bool = False) -> Array:
        """What is expected: the class as labels call it, or a number.

        >>> import noregret
        >>> model = noregret.Model(labels=("ham", "spam"), loss="logistic")
        >>> _ = model.learn([{"viagra": 1}, {"hello": 1}] * 5, ["spam", "ham"] * 5)
        >>> model.predict([{"viagra": 2}])
        array(['spam'], dtype='<U4')
        """
        margins = self.decision(X, progress=progress)
        if margins.ndim == 2 or self._binary():
            names = self.classes_
            best = margins.argmax(axis=1) if margins.ndim == 2 else (margins > 0).astype(int)
            return names[best] if len(names) else np.full(len(best), None)
        return self._engine.link(margins)

    def predict_one(self, x: Mapping[str, Any]) -> Any:
        """What is expected of one example.

        >>> import noregret
        >>> model = noregret.Model("ada-diag", loss="squared")
        >>> for _ in range(200):
        ...     _ = model.learn_one({"a": 1}, 3.0)
        >>> round(model.predict_one({"a": 1}), 1)
        3.0
        """
        margins = self.decision_one(x)
        kind, _ = self._engine.outlook()
        if kind == "numbers":
            return self._engine.link_one(margins)
        names = self._names()
        if not names:
            return None
        return names[margins.index(max(margins)) if kind == "many" else int(margins > 0)]

    def predict_proba(self, X: Any, *, progress: bool = False) -> Array:
        """The probability of each class, a column for each in the order of ``classes_``.

        >>> import noregret, numpy as np
        >>> noregret.Model("ogd", loss="logistic").predict_proba(np.ones((1, 2)))
        array([[0.5, 0.5]])
        """
        self._probable()
        margins = self.decision(X, progress=progress)
        if margins.ndim == 2:
            return self._engine.probabilities(margins)
        positive = self._engine.link(margins)
        return np.column_stack([1.0 - positive, positive])

    def predict_proba_one(self, x: Mapping[str, Any]) -> dict[Any, float]:
        """The probability of each class of one example.

        >>> import noregret
        >>> noregret.Model("ogd", loss="logistic").predict_proba_one({"a": 1})
        {-1: 0.5, 1: 0.5}
        """
        self._probable()
        margins = self.decision_one(x)
        names = self._names()
        if isinstance(margins, list):
            return dict(zip(names, self._engine.shares(margins)))
        positive = self._engine.link_one(margins)
        return {names[0]: 1.0 - positive, names[1]: positive}

    def evaluate(self, X: Any, y: Any = None, weight: Any = None, *, progress: bool = False) -> dict[str, Any]:
        """Measures predictions without learning, by all that the command's ``evaluate`` measures (docs/measures.md): of two
        classes log loss, AUC, accuracy and so on, of numbers RMSE, MAE and so on, of several classes their confusion;
        beside them the mean ``loss``, the share of ``mistakes`` and what the best constant would get (``baseline``).

        >>> import noregret, numpy as np
        >>> model = noregret.Model("ada-diag", loss="logistic")
        >>> X, y = np.array([[1.0], [-1.0]] * 50), [1, 0] * 50
        >>> _ = model.learn(X, y)
        >>> found = model.evaluate(X, y)
        >>> found["mistakes"], found["auc"], found["baseline"]["accuracy"]
        (0.0, 1.0, 0.5)
        """
        if isinstance(X, Stream):
            return _measured(X._predict(self, False, progress)[1])
        X, table = _inputs.opened(X)
        if table:
            found = self._tables(X, y, weight, False, False, progress)[1]
            if not found["labelled"]:
                raise DataError("there are no labels: name their column with y, or give an array")
            return _measured(found)
        native = _inputs.examples(X)
        self._check_columns(native)
        if y is None:
            raise DataError("there are no labels: give y")
        given = _inputs.labels(y), _inputs.weights(weight, _inputs.count(native))
        with progress_bar(_inputs.count(native), progress) as tick:
            return _measured(json.loads(self._engine.measure(native, *given, tick)))

    # Looking at it

    def _about(self) -> dict[str, Any]:
        about: dict[str, Any] = json.loads(self._engine.about())
        return about

    def _multi(self) -> bool:
        return self._engine.outlook()[0] == "many"

    def _binary(self) -> bool:
        return self._engine.outlook()[0] == "two"

    def _probable(self) -> None:
        loss = self.loss
        if not loss.startswith("logistic"):
            raise NoregretError(f"margins of the {loss} loss stand for no probabilities; loss='logistic' learns them")

    def _names(self) -> list[Any]:
        """The classes, worked out anew only where they changed."""
        native = self._engine.class_names()
        if self._known is None or self._known[0] != native:
            self._known = native, self.classes_.tolist()
        return self._known[1]

    @property
    def classes_(self) -> Array:
        """The classes as labels call them, in the order of margins; of two, the negative one first. Empty for numbers.

        >>> import noregret
        >>> noregret.Model("pa").classes_
        array([-1,  1])
        """
        if not (self._multi() or self._binary()):
            return np.array([])
        names = self._engine.class_names()
        if names == [None, None]:
            names = ["-1", "1"]
        elif len(names) == 2 and names[0] is None:
            names[0] = "-1" if names[1] == "1" else f"not {names[1]}"
        try:
            numbers = np.array([float(name or "") for name in names])
        except ValueError:
            return np.array(names)
        whole = numbers.astype(np.int64)
        return whole if np.array_equal(whole, numbers) else numbers

    @property
    def algorithm(self) -> str:
        """The algorithm's name.

        >>> import noregret
        >>> noregret.Model().algorithm
        'auto'
        """
        return str(self._about()["algorithm"])

    @property
    def loss(self) -> str:
        """The loss that is learned; ``auto`` takes the one that labels call for.

        >>> import noregret
        >>> noregret.Model("pa").loss
        'hinge'
        """
        return self._engine.outlook()[1]

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters, those not given at their defaults.

        >>> import noregret
        >>> noregret.Model("pa1", C=0.5).parameters
        {'C': 0.5}
        """
        return dict(self._about()["parameters"])

    @property
    def spec(self) -> dict[str, Any]:
        """What the learner is, part by part, as model files hold it.

        >>> import noregret
        >>> sorted(noregret.Model("pa").spec)[:2]
        ['...', '...']
        """
        return dict(self._about()["spec"])

    @property
    def counts(self) -> dict[str, Any]:
        """What it has seen in all its runs: examples, labelled ones, features, the sum of weights, of losses, of
        mistakes.

        >>> import noregret
        >>> noregret.Model().counts["examples"]
        0
        """
        return dict(self._about()["counts"])

    @property
    def progressive_loss(self) -> Optional[float]:
        """The mean loss of all examples, each predicted before it was learned from.

        >>> import noregret
        >>> model = noregret.Model("ada-diag")
        >>> _ = model.learn_one({"a": 1}, 1)
        >>> round(model.progressive_loss, 4)
        0.6931
        """
        loss: Optional[float] = self._about()["mean_loss"]
        return loss

    @property
    def lanes(self) -> Table:
        """How the learners inside stand, where there are several.

        >>> import noregret
        >>> len(noregret.Model("auto", loss="logistic").lanes)      # seven by gradients, a constant, eight by beliefs, one on centred features
        17
        """
        rows = self._about()["lanes"]
        names = ("name", "prior", "posterior", "loss", "price", "unit")
        return Table({name: [row[name] for row in rows] for name in names})

    @property
    def bound(self) -> Optional[float]:
        """The most that its regret can be, against every fixed weights, where a theorem says so.

        >>> import noregret
        >>> noregret.Model("per-coord", radius=1.0).bound
        0.0
        """
        bound: Optional[float] = self._about()["bound"]
        return bound

    def weights(self, top: Optional[int] = None) -> Table:
        """The weights by name, the heaviest first; of several classes with a column ``class``.

        >>> import noregret
        >>> model = noregret.Model("ada-diag", loss="squared", bias=False)
        >>> _ = model.learn_one({"a": 1}, 1.0)
        >>> model.weights()["feature"]
        ['a']
        """
        classes = self.classes_ if self._multi() else [None]
        rows: list[tuple[Any, str, float]] = []
        for place, label in enumerate(classes):
            names, values = self._engine.weights(place)
            rows += [(label, name, value) for name, value in zip(names, values.tolist())]
        if top is not None and not (isinstance(top, (int, np.integer)) and top >= 0):
            raise SpecError(f"top is {top!r}, and must be a whole number, 0 or more")
        rows.sort(key=lambda row: -abs(row[2]))
        rows = rows[:top]
        table: dict[str, list[Any]] = {"class": [row[0] for row in rows]} if self._multi() else {}
        return Table({**table, "feature": [row[1] for row in rows], "weight": [row[2] for row in rows]})

    # Files and copies

    def save(self, path: Path) -> None:
        """Writes a model file, whole or not at all; the command reads it, too.

        >>> import noregret, os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     noregret.Model("pa").save(os.path.join(folder, "pa.nr"))
        ...     noregret.Model.load(os.path.join(folder, "pa.nr"))
        Model('pa', loss='hinge')
        """
        self._engine.save(os.fspath(path))

    @classmethod
    def load(cls, path: Path) -> Model:
        """Reads a model file, the command's or one of :meth:`save`.

        >>> import noregret
        >>> noregret.Model.load("nowhere.nr")
        Traceback (most recent call last):
            ...
        noregret.errors.FileError: ...
        """
        return cls._of(_native.Engine.load(os.fspath(path)))

    def to_bytes(self) -> bytes:
        """The bytes of the model file.

        >>> import noregret
        >>> noregret.Model().to_bytes()[:8]
        b'NOREGRET'
        """
        bytes_: bytes = self._engine.to_bytes()
        return bytes_

    @classmethod
    def from_bytes(cls, data: Union[bytes, bytearray, memoryview]) -> Model:
        """A model of the bytes of its file.

        >>> import noregret
        >>> noregret.Model.from_bytes(noregret.Model("pa").to_bytes())
        Model('pa', loss='hinge')
        """
        if not isinstance(data, bytes):
            try:
                data = memoryview(data).tobytes()
            except TypeError:
                raise FileError(f"a model is read from bytes, and this is of type {type(data).__name__}") from None
        return cls._of(_native.Engine.from_bytes(data))

    def copy(self) -> Model:
        """Another model in the same state.

        >>> import noregret
        >>> model = noregret.Model("pa")
        >>> model.copy().to_bytes() == model.to_bytes()
        True
        """
        return self._of(self._engine.copy(), self._columns)

    def merge(self, *others: Model, start: Optional[Model] = None) -> Model:
        """One model of this one and others that learned their own parts of the data: a weight becomes their mean, by how much
        each has learned about it. All must have gone on from ``start``, or from nothing.

        >>> import noregret
        >>> parts = [noregret.Model("ada-diag") for _ in range(2)]
        >>> for part, name in zip(parts, "ab"):
        ...     _ = part.learn([{name: 1.0}], [1])
        >>> whole = parts[0].merge(parts[1])
        >>> whole.counts["examples"], sorted(whole.weights()["feature"])
        (2, ['a', 'b', 'the bias'])
        """
        for one in (*others, *([] if start is None else [start])):
            if not isinstance(one, Model):
                raise DataError(f"{type(one).__name__} is no Model")
        begin = None if start is None else start._engine
        return self._of(self._engine.merge([other._engine for other in others], begin), self._columns)

    def freeze(self, compact: bool = False) -> Model:
        """A serving model: the same margins from half the bytes, or with ``compact`` nearly the same from a quarter.

        >>> import noregret
        >>> noregret.Model("ada-diag").freeze().learn_one({"a": 1}, 1)
        Traceback (most recent call last):
            ...
        noregret.errors.NoregretError: ...
        """
        return self._of(self._engine.freeze(compact), self._columns)

    def __copy__(self) -> Model:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Model:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {"bytes": self.to_bytes(), "columns": self._columns}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._set(_native.Engine.from_bytes(state["bytes"]), state["columns"])

    def __repr__(self) -> str:
        about = self._about()
        loss = "" if about["undecided"] else f", loss={about['loss']!r}"
        given = "".join(f", {_word(name)}={value!r}" for name, value in self._told(about).items())
        return f"Model({about['algorithm']!r}{loss}{given})"

    def _repr_html_(self) -> str:
        about = self._about()
        counts = about["counts"]
        rows = [("loss", about["loss"]), ("examples", f"{counts['examples']:,}"), ("weights", f"{about['weights']:,}")]
        if about["mean_loss"] is not None:
            rows.append(("mean loss", f"{about['mean_loss']:.6f} (each example predicted before it was learned)"))
        if counts["labelled"] and (about["classes"] is not None or about["labels"] == "binary"):
            rows.append(("mistakes", f"{100 * about['mistakes']:.2f} %"))
        if about["bound"] is not None:
            rows.append(("regret", f"at most {about['bound']:.4f}"))
        if about["lanes"]:
            best = sorted(about["lanes"], key=lambda lane: -lane["posterior"])[:3]
            rows.append(("lanes", ", ".join(f"{lane['name']} {100 * lane['posterior']:.0f} %" for lane in best)))
        body = "".join(f"<tr><th>{name}</th><td>{escape(str(told))}</td></tr>" for name, told in rows)
        points = [*about["curve"], (counts["examples"], about["mean_loss"])]
        return f"<div><b>{escape(repr(self))}</b><table>{body}</table>{loss_curve(points)}</div>"

    def _told(self, about: dict[str, Any]) -> dict[str, Any]:
        """The parameters that are not at their defaults, and whether features are scaled, where that was said: else tables decide it."""
        rows = {row["name"]: row for row in _native.algorithms()}
        usual = {p["name"]: p["default"] for p in rows[about["algorithm"]]["parameters"]}
        told = {k: v for k, v in about["parameters"].items() if (v != usual.get(k) or k == "normalize") and v != []}
        return plain(told)

    def _check_columns(self, native: Any) -> None:
        columns = _inputs.columns(native)
        if columns is not None and self._columns is not None and columns != self._columns:
            raise DataError(f"the data has {columns} columns, and the model was learned from {self._columns}")


def _measured(told: dict[str, Any]) -> dict[str, Any]:
    """Measures and counts side by side."""
    measures = told.pop("measures") or {}
    return {**measures, **told}


def _word(name: str) -> str:
    return name.replace("-", "_")


def _plain(name: str, value: Any) -> Any:
    """An option as the native side takes it; refused where it is of another kind."""
    if name in ("bias", "names", "classes"):
        if not isinstance(value, (bool, np.bool_)):
            raise SpecError(f"{name} is {value!r}, and must be True or False")
        return bool(value)
    if name == "bits":
        if not isinstance(value, (int, np.integer)) or not 1 <= value <= 30:
            raise SpecError(f"bits is {value!r}, and must be a whole number from 1 to 30")
        return int(value)
    if name in ("label", "weight", "tag") and not isinstance(value, str):
        raise SpecError(f"{name} is {value!r}, and must be the name of a column")
    if name == "labels":
        if isinstance(value, str) or not hasattr(value, "__len__") or len(value) != 2:
            raise SpecError(f"labels is {value!r}, and must be the negative and the positive one")
        negative, positive = value
        return (_label(negative), _label(positive))
    if name == "positive":
        return _label(value)
    if name in ("ignore", "keep", "interactions"):
        many: Sequence[Any] = [value] if isinstance(value, (str, int)) else list(value)
        return [str(one) for one in many]
    if name == "columns":
        if not isinstance(value, Mapping):
            raise SpecError(f"columns is {value!r}, and must be a dict: of columns the kind")
        return {str(column): str(kind) for column, kind in dict(value).items()}
    return value


def _label(label: Any) -> str:
    if isinstance(label, (bool, np.bool_)):
        return str(int(label))
    number = isinstance(label, (float, np.floating)) and float(label).is_integer()
    return str(int(label)) if number else str(label)
