"""A DataFrame as the tasks read it: the columns that are needed, of the types that are needed, and what is known of them before anything is learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Optional

from pyspark.ml.linalg import VectorUDT
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from ..errors import DataError
from ..parts import Columns, look
from ._tasks import HEAD, head, run

__all__ = ["PART", "Survey", "counted", "known", "numbered", "selected", "sized", "sliced", "survey"]

#: The partition of a row, and its number there.
PART, ROW = "__noregret_part", "__noregret_row"

#: The largest class.
_MOST = 65535

_FEATURES = (T.NumericType, T.StringType, T.BooleanType, T.DateType, T.TimestampType, T.TimestampNTZType)


def _typed(data: DataFrame, name: str, what: str) -> T.DataType:
    if name not in data.columns:
        raise DataError(f"there is no column {name!r} for {what}; there are {', '.join(data.columns)}", None, name)
    return data.schema[name].dataType


def _wrong(name: str, kind: T.DataType, needed: str, data: DataFrame) -> DataError:
    first = data.select(F.col(f"`{name}`")).first()
    shown = "" if first is None else f"; a row of it is {str(first[0])[:200]}"
    return DataError(f"the column {name!r} is of the type {kind.simpleString()}, and {needed}{shown}", None, name)


def _number(data: DataFrame, name: str, what: str) -> Any:
    kind = _typed(data, name, what)
    if not isinstance(kind, (T.NumericType, T.BooleanType)):
        advice = "numbers are needed: StringIndexer makes them of texts" if what == "labels" else "numbers are needed"
        raise _wrong(name, kind, advice, data)
    return F.col(f"`{name}`").cast("double").alias(name)


def _vectors(data: DataFrame, name: str) -> Any:
    kind = _typed(data, name, "features")
    if isinstance(kind, VectorUDT):
        return F.col(f"`{name}`")
    if isinstance(kind, T.ArrayType) and isinstance(kind.elementType, T.NumericType):
        return F.col(f"`{name}`").cast("array<double>").alias(name)
    raise _wrong(name, kind, "vectors or arrays of numbers are needed; inputCols takes columns of other types by their names", data)


def _feature(data: DataFrame, name: str) -> Any:
    kind = _typed(data, name, "features")
    item = kind.elementType if isinstance(kind, T.ArrayType) else kind.valueType if isinstance(kind, T.MapType) else kind
    if not isinstance(item, _FEATURES):
        raise _wrong(name, kind, "numbers, texts, booleans, dates, or lists or maps of them are needed", data)
    return F.col(f"`{name}`")


def selected(data: DataFrame, columns: Columns, inputs: Sequence[str]) -> DataFrame:
    """The columns that are needed, checked; numbers as doubles."""
    taken = [_vectors(data, columns.vectors)] if columns.vectors is not None else [_feature(data, name) for name in inputs]
    for name, what in ((columns.label, "labels"), (columns.weight, "weights")):
        if name is not None:
            if name in inputs:
                raise DataError(f"the column {name!r} is among inputCols and holds the {what}", None, name)
            taken.append(_number(data, name, what))
    return data.select(*taken)


@dataclass(frozen=True)
class Survey:
    """What is known of the data: how many rows each partition has, and how many classes there are (0 of numbers)."""

    rows: dict[int, int]
    classes: int


def survey(data: DataFrame, shown: DataFrame, label: str, classes: Optional[int]) -> Survey:
    """Looks through the data once: rows of each partition and the labels. ``classes`` is how many there are, 0 if that is to be found out, None of numbers.
    A row of ``shown`` stands in messages."""
    found = (
        data.groupBy(PART)
        .agg(F.count("*").alias("rows"), F.max(f"`{label}`").alias("most"), F.count_if(_strange(label, classes)).alias("strange"))
        .collect()
    )
    bad = sum(row["strange"] for row in found)
    if bad:
        example = shown.filter(_strange(label, classes)).first()
        needed = "a finite number" if classes is None else f"a whole number from 0 to {classes - 1}" if classes else "a whole number from 0 on"
        row = "" if example is None else f", as in the row {str(example.asDict())[:300]}"
        raise DataError(f"column {label!r}: {bad} labels are missing, not finite or none of the classes{row}: a label must be {needed}", None, label)
    rows = {row[PART]: row["rows"] for row in sorted(found, key=lambda row: row[PART])}
    if not rows:
        raise DataError("the data has no rows")
    if classes == 0:
        classes = max(2, int(max(row["most"] for row in found)) + 1)
    return Survey(rows, classes or 0)


def counted(data: DataFrame) -> dict[int, int]:
    """How many rows each partition has; those without any are left out."""
    return dict(sorted((row[PART], row["count"]) for row in data.groupBy(PART).count().collect()))


def _strange(label: str, classes: Optional[int]) -> Any:
    """Whether a label is none."""
    y = F.col(f"`{label}`").cast("double")
    strange = y.isNull() | F.isnan(y) | (F.abs(y) == float("inf"))
    if classes is not None:
        strange = strange | (y < 0) | (y != F.floor(y)) | (y > (classes - 1 if classes else _MOST))
    return strange


def numbered(data: DataFrame) -> DataFrame:
    """With the partition and the number of each row in it."""
    number = F.monotonically_increasing_id()
    return data.select("*", F.shiftright(number, 33).cast("int").alias(PART), number.bitwiseAND((1 << 33) - 1).alias(ROW))


def sliced(data: DataFrame, first: int, end: Optional[int]) -> DataFrame:
    """The rows of each partition from one number up to another, or all."""
    chosen = data if end is None else data.filter((F.col(ROW) >= first) & (F.col(ROW) < end))
    return chosen.drop(PART, ROW)


def _first(data: DataFrame, parts: Sequence[int]) -> Any:
    """The first rows, in the order of the partitions, as one batch."""
    import pyarrow as pa

    tables, rows = [], 0
    for part in parts:
        row = run(data, head, [part])[0]
        if row["place"]:
            tables.append(pa.ipc.open_stream(bytes(row["model"])).read_all())
            rows += row["place"]
        if rows >= HEAD:
            break
    if not tables:
        raise DataError("the data has no rows")
    return pa.concat_tables(tables).slice(0, HEAD).combine_chunks().to_batches()[0]


def known(data: DataFrame, parts: Sequence[int], model: bytes, columns: Columns) -> bytes:
    """A fresh model that knows what the columns of a table hold, by its first rows."""
    return model if columns.vectors is not None else look(model, _first(data, parts))


def sized(data: DataFrame, columns: Columns) -> Columns:
    """With the size of the vectors, that of the first."""
    if columns.vectors is None or columns.size is not None:
        return columns
    first = data.select(F.col(f"`{columns.vectors}`")).filter(F.col(f"`{columns.vectors}`").isNotNull()).first()
    return columns if first is None else replace(columns, size=len(first[0]))
