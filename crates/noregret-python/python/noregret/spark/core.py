"""What any engine of distributed data needs, and nothing of Spark: bytes and batches in, bytes out.

A model is the bytes of its file. :func:`learn` goes over one part of the data, :func:`merge` makes one model of several, :func:`predict`
scores. Each is a function of its arguments alone, so a task that is run again gives the same bytes; the work is done in Rust. An adapter for
another engine (Ray, Dask) calls these three and moves bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Optional

import numpy as np

from ..errors import DataError
from ..model import Model

__all__ = ["Features", "learn", "merge", "predict"]


class Features:
    """How batches become examples: columns by their names, or one column of vectors.

    >>> import pyarrow as pa
    >>> from noregret.spark.core import Features
    >>> rows = pa.record_batch({"v": [[1.0, 0.0], [0.0, 2.0]], "y": [1.0, 0.0]})
    >>> Features(vectors="v", label="y").of(rows).shape
    (2, 2)
    """

    def __init__(
        self,
        columns: Sequence[str] = (),
        vectors: Optional[str] = None,
        label: Optional[str] = None,
        weight: Optional[str] = None,
    ) -> None:
        self.columns, self.vectors, self.label, self.weight = list(columns), vectors, label, weight

    def of(self, batch: Any) -> Any:
        """The examples of a record batch: a table of the feature columns, or a matrix of the vectors."""
        if self.vectors is None:
            return batch.select(self.columns)
        return _matrix(batch.column(batch.schema.get_field_index(self.vectors)), self.vectors)

    def beside(self, batch: Any, name: Optional[str]) -> Any:
        """A column of labels or weights, which must be there in every row."""
        if name is None:
            return None
        column = batch.column(batch.schema.get_field_index(name))
        if column.null_count:
            row = np.flatnonzero(np.asarray(column.is_null()))[0]
            raise DataError(f"column {name!r} is null in row {_shown(batch, int(row))}", int(row), name)
        array = column.to_numpy(zero_copy_only=False)
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            row = int(np.flatnonzero(~np.isfinite(array))[0])
            raise DataError(f"column {name!r} is {array[row]} in row {_shown(batch, row)}", row, name)
        return array


def _shown(batch: Any, row: int) -> str:
    """A row as a person would look for it."""
    told = str(batch.slice(row, 1).to_pylist()[0])
    return told if len(told) <= 300 else told[:300] + "..."


def _matrix(column: Any, name: str) -> Any:
    """Vectors as a matrix: lists of numbers as they are, Spark's own (a struct of size, indices, values) as a sparse one."""
    import pyarrow as pa

    kind = column.type
    if column.null_count:
        row = int(np.flatnonzero(np.asarray(column.is_null()))[0])
        raise DataError(f"column {name!r} is null in row {row} of its batch", row, name)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        lengths = np.asarray(column.value_lengths())
        if len(lengths) and (lengths != lengths[0]).any():
            row = int(np.flatnonzero(lengths != lengths[0])[0])
            raise DataError(f"column {name!r} has vectors of {lengths[0]} and of {lengths[row]} numbers", row, name)
        values = column.flatten().to_numpy(zero_copy_only=False).astype(np.float64, copy=False)
        return values.reshape(len(column), -1) if len(column) else np.zeros((0, 0))
    if pa.types.is_struct(kind) and {"size", "indices", "values"} <= {field.name for field in kind}:
        return _udt(column, name)
    raise DataError(f"column {name!r} is {kind}, and vectors or arrays of numbers are needed")


def _udt(column: Any, name: str) -> Any:
    """Spark's vectors, dense ones among them, as a sparse matrix."""
    from scipy.sparse import csr_array

    sparse = np.asarray(column.field("type")) == 0
    sizes, indices, values = (column.field(part) for part in ("size", "indices", "values"))
    lengths = np.asarray(values.value_lengths())
    flat = values.flatten().to_numpy(zero_copy_only=False)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    if sparse.all():
        places = indices.flatten().to_numpy(zero_copy_only=False)
    else:
        places = np.arange(len(flat)) - np.repeat(starts[:-1], lengths)
        places[np.repeat(sparse, lengths)] = indices.flatten().to_numpy(zero_copy_only=False)
    widths = np.where(sparse, np.asarray(sizes.fill_null(0)), lengths)
    if len(widths) and (widths != widths[0]).any():
        row = int(np.flatnonzero(widths != widths[0])[0])
        raise DataError(f"column {name!r} has vectors of {widths[0]} and of {widths[row]} numbers", row, name)
    return csr_array((flat, places, starts), shape=(len(column), int(widths[0]) if len(widths) else 0))


def learn(model: bytes, batches: Iterable[Any], features: Features) -> bytes:
    """The model after one pass over batches, in order.

    >>> import noregret, pyarrow as pa
    >>> from noregret.spark.core import Features, learn
    >>> rows = pa.record_batch({"a": [1.0, 2.0], "y": [1.0, -1.0]})
    >>> after = learn(noregret.Model("ada-diag").to_bytes(), [rows], Features(["a"], label="y"))
    >>> noregret.Model.from_bytes(after).counts["examples"]
    2
    """
    learner = Model.from_bytes(model)
    for batch in batches:
        if batch.num_rows:
            y, weight = features.beside(batch, features.label), features.beside(batch, features.weight)
            learner.learn(features.of(batch), y, weight, margins=False)
    return learner.to_bytes()


def merge(parts: Sequence[bytes], start: bytes) -> bytes:
    """One model of several that all went on from ``start``, in their order.

    >>> import noregret
    >>> from noregret.spark.core import merge
    >>> start = noregret.Model("ada-diag").to_bytes()
    >>> noregret.Model.from_bytes(merge([start, start], start)).counts["examples"]
    0
    """
    models = [Model.from_bytes(part) for part in parts]
    return models[0].merge(*models[1:], start=Model.from_bytes(start)).to_bytes()


def predict(model: Model, batches: Iterable[Any], features: Features) -> Iterator[tuple[Any, Any]]:
    """Each batch with its margins."""
    for batch in batches:
        yield batch, model.decision(features.of(batch)) if batch.num_rows else np.zeros(0)
