"""From what users have to what the native side takes: a 2-D array, the arrays of a CSR matrix, dicts, or tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Optional, Union

import numpy as np

from .errors import DataError, NoregretError

#: What the native side takes.
Native = Union["np.ndarray[Any, Any]", "tuple[Any, Any, Any, int]", "list[dict[Any, Any]]"]


def is_sparse(X: Any) -> bool:
    """Whether it is a sparse matrix or array of scipy's."""
    return hasattr(X, "tocsr") and hasattr(type(X), "nnz")


def _is_table(X: Any) -> bool:
    return hasattr(X, "__arrow_c_stream__") or hasattr(X, "__arrow_c_array__")


def opened(X: Any) -> tuple[Any, bool]:
    """The data, and whether it is a table (or several, one after the other) by Arrow's PyCapsule interface. An iterator has
    been looked into."""
    if _is_table(X):
        return X, True
    if hasattr(X, "fetch_arrow") and hasattr(X, "execute"):
        return X.fetch_arrow(), True
    if isinstance(X, (list, tuple)):
        return X, bool(X) and _is_table(X[0])
    if isinstance(X, Iterator):
        try:
            first = next(X)
        except StopIteration:
            return [], False
        except Exception as error:
            raise _broken(0, error) from error
        return chain([first], X), _is_table(first)
    return X, False


def _broken(row: int, error: Exception) -> DataError:
    """What an iterator raised, with the place."""
    return DataError(f"row {row}: the data broke off with {type(error).__name__}: {error}", row)


def _all(X: Iterable[Any]) -> list[Any]:
    """Everything that an iterable has."""
    rows: list[Any] = []
    try:
        rows.extend(X)
    except Exception as error:
        raise _broken(len(rows), error) from error
    # Whatever is a mapping and no dict becomes one.
    return rows if not rows or isinstance(rows[0], dict) else [_dict(row) for row in rows]


def _dict(row: Any) -> Any:
    return dict(row) if isinstance(row, Mapping) else row


def example(x: Any) -> dict[Any, Any]:
    """One example."""
    if isinstance(x, dict):
        return x
    if not isinstance(x, Mapping):
        raise DataError(f"an example is a dict of features, and this is of type {type(x).__name__}")
    return dict(x)


def beside(y: Any, weight: Any) -> tuple[Any, Any]:
    """Labels and weights of a table: the names of columns, or arrays."""
    label = y if y is None or isinstance(y, str) else labels(y)
    if weight is not None and not isinstance(weight, str):
        if np.ndim(weight) == 0:
            raise DataError("weights of a table are a column's name, or one number for each row")
        weight = weights(weight, len(weight))
    return label, weight


def columns(native: Native) -> Optional[int]:
    """How many columns, where there are any."""
    if isinstance(native, tuple):
        return int(native[3])
    return int(native.shape[1]) if isinstance(native, np.ndarray) else None


def examples(X: Any) -> Native:
    """Examples of whatever kind; refused with the reason if they are none."""
    if is_sparse(X):
        return _sparse(X)
    if isinstance(X, Mapping):
        raise DataError("this is one example: give a list of dicts, or use learn_one and predict_one")
    if isinstance(X, (list, tuple)) and (not X or isinstance(X[0], Mapping)):
        return _all(X)
    if not hasattr(X, "__array__") and not isinstance(X, (list, tuple)):
        if isinstance(X, Iterable) and not isinstance(X, (str, bytes)):
            return _all(X)
        raise DataError(f"{type(X).__name__} is no data: give a 2-D array, a sparse matrix, a table or a list of dicts")
    return _dense(X)


def _dense(X: Any) -> np.ndarray[Any, Any]:
    array = arrayed(X, "data")
    if array.ndim == 1 and array.dtype == object and len(array) and isinstance(array[0], Mapping):
        return _all(array)  # type: ignore[return-value]
    if array.ndim != 2:
        raise DataError(f"data has {array.ndim} dimensions, and 2 are needed: reshape(1, -1) makes one example a row")
    if array.dtype.kind not in "fiub":
        raise DataError(f"an array of {array.dtype} holds no numbers that can be learned from")
    if array.dtype not in (np.float32, np.float64) or not array.dtype.isnative:
        array = array.astype(np.float64)
    return array


def arrayed(X: Any, what: str) -> np.ndarray[Any, Any]:
    """An array; refused where something is masked, which arrays without masks would not show."""
    if np.ma.isMaskedArray(X) and np.ma.is_masked(X):
        row, *column = (int(place) for place in np.argwhere(np.ma.getmaskarray(X))[0])
        where = f"row {row}, column {column[0]}" if column else f"row {row}, column {what}"
        raise DataError(f"{where}: the value is masked: fill what is masked, or leave its row out", row, str(column[0]) if column else what)
    try:
        return np.asarray(X)
    except NoregretError:
        raise
    except Exception as error:
        raise _uneven(X, what, error) from error


def _uneven(X: Any, what: str, error: Exception) -> DataError:
    """Why there is no array of it: rows of other lengths, or what numpy said."""
    rows = X if isinstance(X, (list, tuple)) else []
    lengths = [len(row) if hasattr(row, "__len__") and not isinstance(row, (str, bytes)) else None for row in rows]
    for row, length in enumerate(lengths):
        if length != lengths[0]:
            told = ["no list" if n is None else f"{n} long" for n in (length, lengths[0])]
            return DataError(f"row {row}: it is {told[0]}, and row 0 is {told[1]}", row, None if what == "data" else what)
    return DataError(f"{what}: no array can be made of it: {type(error).__name__}: {error}")


def _sparse(X: Any) -> tuple[Any, Any, Any, int]:
    if X.ndim != 2:
        raise DataError(f"a sparse array has {X.ndim} dimensions, and 2 are needed")
    if X.dtype.kind not in "fiub":
        raise DataError(f"a sparse matrix of {X.dtype} holds no numbers that can be learned from")
    csr = X if X.format == "csr" else X.tocsr()
    values = csr.data
    if values.dtype not in (np.float32, np.float64):
        values = values.astype(np.float64)
    indptr, indices = csr.indptr, csr.indices
    if len(indptr) != csr.shape[0] + 1:
        raise DataError(f"a sparse matrix of {csr.shape[0]} rows has {csr.shape[0] + 1} row pointers, and this one {len(indptr)}")
    if indptr.dtype != indices.dtype or indices.dtype not in (np.int32, np.int64):
        indptr, indices = indptr.astype(np.int64), indices.astype(np.int64)
    contiguous = np.ascontiguousarray
    return contiguous(indptr), contiguous(indices), contiguous(values), int(csr.shape[1])


def labels(y: Any) -> Any:
    """Labels: a 1-D array of doubles, or a list of texts."""
    if isinstance(y, (str, bytes)):
        raise DataError(f"{y!r} names a column, and this data has no columns with names: give a list or an array")
    array = arrayed(_all(y) if isinstance(y, Iterator) else y, "y")
    if array.ndim == 0:
        raise DataError(f"labels are one for each example, in a list or an array, and this is of type {type(y).__name__}")
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise DataError(f"labels have {array.ndim} dimensions, and 1 is needed")
    if array.dtype.kind in "fiub":
        return np.ascontiguousarray(array, dtype=np.float64)
    if array.dtype.kind in "UT":
        return [str(label) for label in array]
    if array.dtype.kind == "O":
        return _mixed([value.item() if isinstance(value, np.generic) else value for value in array.tolist()])
    raise DataError(f"an array of {array.dtype} holds no labels: give numbers or texts")


def _mixed(values: list[Any]) -> Any:
    """Labels one by one."""
    if all(isinstance(value, str) for value in values):
        return values
    texts = any(isinstance(value, str) for value in values)
    numbers = []
    for row, value in enumerate(values):
        if not isinstance(value, (str, bool, int, float)):
            raise DataError(f"row {row}: {value!r} is no label: give numbers or texts", row, "y")
        if texts and value != value:
            raise DataError(f"row {row}, column y: the label is missing", row, "y")
        if texts:
            continue
        try:
            numbers.append(float(value))
        except OverflowError:
            raise DataError(f"row {row}, column y: the label is too large for a number of 64 bits", row, "y") from None
    if texts:
        raise DataError("labels are numbers and texts mixed: give one or the other")
    return np.array(numbers)


def weights(weight: Any, rows: int) -> Any:
    """Importance weights: a 1-D array of doubles, or none."""
    if weight is None:
        return None
    array = arrayed(_all(weight) if isinstance(weight, Iterator) else weight, "weight")
    if array.ndim == 0:
        array = np.full(rows, array)
    if array.ndim != 1 or array.dtype.kind not in "fiub":
        raise DataError("weights must be one number for each example")
    return np.ascontiguousarray(array, dtype=np.float64)


def count(native: Native) -> int:
    """How many examples."""
    if isinstance(native, tuple):
        return len(native[0]) - 1
    return len(native)
