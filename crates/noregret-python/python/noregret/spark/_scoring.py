"""Predictions of DataFrames: Arrow batches of the needed columns go to Python, a model that was broadcast once scores them in Rust."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Optional

import numpy as np
from pyspark.ml.linalg import VectorUDT
from pyspark.sql import functions as F
from pyspark.sql import types as T

from ..errors import NoregretError
from ..model import Model
from ..parts import Columns, score

__all__ = ["Outputs", "scored", "serving"]

#: The last model of this Python process: tasks that follow one another need not read it again.
_LAST: dict[str, Model] = {}


def serving(model: bytes) -> bytes:
    """The model without what only learning needs, where it can do without."""
    whole = Model.from_bytes(model)
    try:
        return whole.freeze().to_bytes()
    except NoregretError:
        return model


class Outputs:
    """What is predicted: of numbers a number; of ``classes`` their margins, their probabilities (where the loss has any) and the class."""

    def __init__(self, classes: int, probable: bool, thresholds: Optional[Sequence[float]] = None) -> None:
        self.classes, self.probable = classes, probable
        self.thresholds = None if thresholds is None else np.asarray(thresholds, dtype=float)

    def fields(self) -> list[T.StructField]:
        """The fields of a prediction."""
        if not self.classes:
            return [T.StructField("prediction", T.DoubleType())]
        vectors = ["raw", "probability"] if self.probable else ["raw"]
        return [*(T.StructField(name, VectorUDT()) for name in vectors), T.StructField("prediction", T.DoubleType())]

    def of(self, model: Model, margins: Any) -> list[Any]:
        """The arrays of these fields."""
        if not self.classes:
            return [model._engine.link(margins)]
        raw, likely = self.spread(model, margins)
        shares = raw if likely is None else likely
        if self.thresholds is not None:
            with np.errstate(divide="ignore"):
                shares = np.where(self.thresholds == 0, np.where(shares > 0, np.inf, 0.0), shares / self.thresholds)
        best = shares.argmax(axis=1).astype(float) if len(shares) else np.zeros(0)
        return [raw, *([] if likely is None else [likely]), best]

    def spread(self, model: Model, margins: Any) -> tuple[Any, Any]:
        """Margins and probabilities, a column for each class by its number."""
        if margins.ndim == 1:
            raw = np.column_stack([-margins, margins])
            if not self.probable:
                return raw, None
            positive = model._engine.link(margins)
            return raw, np.column_stack([1.0 - positive, positive])
        places = model.classes_.astype(int)
        absent = margins.min(axis=1, initial=0.0) - 1.0 if margins.shape[1] else np.zeros(len(margins))
        raw = np.repeat(absent[:, None], self.classes, axis=1)
        raw[:, places] = margins
        if not self.probable:
            return raw, None
        if not len(places):
            return raw, np.full(raw.shape, 1.0 / self.classes)
        likely = np.zeros(raw.shape)
        likely[:, places] = model._engine.probabilities(margins)
        return raw, likely


def _vectors(matrix: Any) -> Any:
    """The rows of a matrix as Spark's dense vectors."""
    import pyarrow as pa

    rows, width = matrix.shape
    none = pa.nulls(rows, pa.int32())
    values = pa.ListArray.from_arrays(pa.array(np.arange(rows + 1, dtype=np.int32) * width), pa.array(np.ascontiguousarray(matrix).reshape(-1)))
    kind = pa.array(np.ones(rows, dtype=np.int8))
    return pa.StructArray.from_arrays([kind, none, pa.nulls(rows, pa.list_(pa.int32())), values], ["type", "size", "indices", "values"])


def _loaded(key: str, shared: Any) -> Model:
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = Model.from_bytes(shared.value)
    return _LAST[key]


def scored(needed: Sequence[Any], shared: Any, key: str, columns: Columns, outputs: Outputs) -> Any:
    """A column of structs: the prediction of every row, by the columns ``needed`` alone."""
    import pyarrow as pa

    fields = outputs.fields()
    names = [field.name for field in fields]

    def score_batches(batches: Iterator[pa.Array]) -> Iterator[pa.Array]:
        model = _loaded(key, shared)
        for rows in batches:
            made = outputs.of(model, score(model, pa.RecordBatch.from_struct_array(rows), columns))
            yield pa.StructArray.from_arrays([pa.array(part) if part.ndim == 1 else _vectors(part) for part in made], names)

    score_batches.__annotations__ = {"batches": Iterator[pa.Array], "return": Iterator[pa.Array]}
    return F.arrow_udf(score_batches, T.StructType(fields))(F.struct(*needed))
