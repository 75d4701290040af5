"""Data that lies on many machines, for whichever engine moves it: bytes of models and Arrow batches in, bytes of models out.

A model is the bytes of its file. :func:`learn` goes over one part of the data, :func:`merge` makes one model of several that went on from one start,
:func:`score` predicts. Each is a function of its arguments alone, so that a task may be run again and gives the same bytes; the work is done in Rust, without
the interpreter's lock. :mod:`noregret.spark` is an adapter; one for another engine (Ray, Dask) calls these and moves bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Optional

from . import _native
from .errors import DataError
from .model import Model

__all__ = ["Columns", "Part", "learn", "look", "merge", "score"]


@dataclass(frozen=True)
class Columns:
    """Which columns of a batch are what. With ``vectors`` that column holds all features: lists of doubles, or Spark's vectors, of ``size`` numbers each.
    Without it every other column is a feature by its name, as in a table. Labels and weights are doubles.

    >>> Columns(vectors="v", label="y").weight is None
    True
    """

    vectors: Optional[str] = None
    size: Optional[int] = None
    label: Optional[str] = None
    weight: Optional[str] = None


class Part:
    """A model on its way through the batches of one part of the data.

    >>> import noregret, pyarrow as pa
    >>> part = Part(noregret.Model("ada-diag").to_bytes(), Columns("v", label="y"))
    >>> part.learn(pa.record_batch({"v": [[1.0, 0.0], [0.0, 2.0]], "y": [1.0, -1.0]}), margins=True).round(3)
    array([0.  , 0.25])
    >>> noregret.Model.from_bytes(part.to_bytes()).counts["examples"]
    2
    """

    def __init__(self, model: bytes, columns: Columns) -> None:
        self._part = _native.Part(model, asdict(columns))

    def learn(self, batch: Any, *, margins: bool = False) -> Any:
        """Learns from a batch; with ``margins`` gives those predicted before each row was learned from.

        >>> import noregret, pyarrow as pa
        >>> part = Part(noregret.Model("ada-diag").to_bytes(), Columns("v", label="y"))
        >>> part.learn(pa.record_batch({"v": [[1.0]], "y": [None]}, pa.schema({"v": pa.list_(pa.float64()), "y": pa.float64()})))
        Traceback (most recent call last):
            ...
        noregret.errors.DataError: row 0, column y: it is null: a label must be a finite number; the row is {'v': [1.0], 'y': None}
        """
        try:
            return self._part.learn(batch, margins)
        except DataError as error:
            raise _shown(error, batch) from None

    def to_bytes(self) -> bytes:
        """The bytes of the model as it is now.

        >>> import noregret
        >>> Part(noregret.Model("pa").to_bytes(), Columns()).to_bytes()[:8]
        b'NOREGRET'
        """
        return self._part.to_bytes()


def _shown(error: DataError, batch: Any) -> DataError:
    """The same error with the row it is about, as a person would look for it."""
    if error.row is None or not error.row < batch.num_rows:
        return error
    told = str(batch.slice(error.row, 1).to_pylist()[0])
    told = told if len(told) <= 300 else told[:300] + "..."
    return DataError(f"{error}; the row is {told}", error.row, error.column)


def learn(model: bytes, batches: Iterable[Any], columns: Columns) -> bytes:
    """The model after one pass over batches, in order.

    >>> import noregret, pyarrow as pa
    >>> rows = pa.record_batch({"a": [1.0, 2.0], "y": [1.0, -1.0]})
    >>> after = learn(noregret.Model("ada-diag", label="y").to_bytes(), [rows], Columns(label="y"))
    >>> noregret.Model.from_bytes(after).counts["examples"]
    2
    """
    part = Part(model, columns)
    for batch in batches:
        part.learn(batch)
    return part.to_bytes()


def merge(start: bytes, parts: Sequence[bytes]) -> bytes:
    """One model of several that all went on from ``start``: a weight becomes their mean, by how much each has learned about it. Sums are taken in the order given,
    so that the same parts in the same order give the same bytes.

    >>> import noregret
    >>> start = noregret.Model("ada-diag").to_bytes()
    >>> noregret.Model.from_bytes(merge(start, [start, start])).counts["examples"]
    0
    """
    return _native.merge_parts(start, list(parts))


def look(model: bytes, batch: Any) -> bytes:
    """The model once it has looked at the first rows of a table (a thousand decide): what columns hold, numbers, categories, texts or dates, is fixed, and nothing
    is learned. So all parts of the data agree on it.

    >>> import noregret, pyarrow as pa
    >>> fresh = noregret.Model("ada-diag", label="y").to_bytes()
    >>> known = look(fresh, pa.record_batch({"city": ["Oslo", "Rome"], "y": [1.0, -1.0]}))
    >>> known == fresh, noregret.Model.from_bytes(known).counts["examples"]
    (False, 0)
    """
    return _native.look(model, batch)


def score(model: Model, batch: Any, columns: Columns) -> Any:
    """The margins of a batch, as :meth:`noregret.Model.decision` gives them.

    >>> import noregret, pyarrow as pa
    >>> score(noregret.Model("ada-diag"), pa.record_batch({"v": [[1.0], [2.0]]}), Columns("v"))
    array([0., 0.])
    """
    try:
        return _native.score(model._engine, batch, asdict(columns))
    except DataError as error:
        raise _shown(error, batch) from None
