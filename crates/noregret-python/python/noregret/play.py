"""Without examples: players of online convex optimization, and sketches of streams of vectors."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _inputs, _native
from ._parameters import plain
from .errors import DataError, SpecError

__all__ = ["FrequentDirections", "Player"]

Array = Any


def _whole(name: str, value: Any, least: int) -> int:
    if not isinstance(value, (int, np.integer)) or not least <= value < 2**32:
        raise SpecError(f"{name} is {value!r}, and must be a whole number, {least} or more")
    return int(value)


def _numbers(values: Any, what: str) -> Array:
    """An array of doubles; refused where something would be lost."""
    array = _inputs.arrayed(values, what)
    if array.dtype.kind not in "fiub":
        raise DataError(f"{what} of {array.dtype} are no numbers that can be learned from")
    return np.ascontiguousarray(array, dtype=np.float64)


class Player:
    """Plays a point and is told the gradient there, round by round; ``algorithms(name)["player"]`` says who can.

    >>> import noregret
    >>> player = noregret.Player("per-coord", coordinates=1, box=(0.0, 1.0))
    >>> for _ in range(100):
    ...     w = player.point[0]
    ...     player.learn([1.0 if w > 0.3 else -1.0])      # the slope of |w - 0.3|
    >>> abs(player.point[0] - 0.3) < 0.2
    np.True_
    """

    def __init__(self, algorithm: str, coordinates: int, **parameters: Any) -> None:
        self._player = _native.Player(algorithm, plain(parameters))
        self._coordinates = _whole("coordinates", coordinates, 0)
        self._told = f"Player({algorithm!r}, {coordinates}" + "".join(f", {k}={v!r}" for k, v in parameters.items())

    @property
    def point(self) -> Array:
        """Where it plays next.

        >>> import noregret
        >>> noregret.Player("ogd", 2).point
        array([0., 0.])
        """
        return self._player.point(self._coordinates)

    def learn(self, gradient: Any) -> None:
        """Takes the gradient at the point played.

        >>> import noregret
        >>> player = noregret.Player("ogd", 2)
        >>> player.learn([1.0, 0.0])
        >>> bool(player.point[0] < 0)
        True
        """
        gradient = _numbers(gradient, "a gradient")
        if gradient.shape != (self._coordinates,):
            raise DataError(f"a gradient has {self._coordinates} coordinates, and this is of shape {gradient.shape}")
        self._player.learn(gradient)

    @property
    def bound(self) -> Optional[float]:
        """The most that its regret can be, where a theorem says so.

        >>> import noregret
        >>> noregret.Player("per-coord", 1, radius=1.0).bound
        0.0
        """
        return self._player.bound()

    def __repr__(self) -> str:
        return self._told + ")"


class FrequentDirections:
    """A sketch S of ``tau`` rows that stands for all rows A received: 0 <= A'A - S'S <= ``error_bound``.

    >>> import noregret, numpy as np
    >>> sketch = noregret.FrequentDirections(4)
    >>> rows = np.outer(np.arange(1.0, 6.0), [3.0, 0.0, 4.0])
    >>> sketch.append(rows)
    >>> np.allclose(sketch.sketch.T @ sketch.sketch, rows.T @ rows), sketch.error_bound
    (True, 0.0)
    """

    def __init__(self, tau: int) -> None:
        self.tau = _whole("tau", tau, 2)
        self._columns: Optional[int] = None
        self._sketch = _native.FrequentDirections(self.tau)

    def append(self, rows: Any) -> None:
        """Adds a row or several, of as many columns as those before; all of them or none.

        >>> import noregret
        >>> sketch = noregret.FrequentDirections(3)
        >>> sketch.append([1.0, 2.0])
        >>> sketch.rows
        1
        """
        rows = np.atleast_2d(_numbers(rows, "rows"))
        if rows.ndim != 2:
            raise DataError(f"rows have {rows.ndim} dimensions, and 2 are needed")
        self._fits(rows.shape[1])
        self._sketch.append(rows)
        self._columns = rows.shape[1]

    def _fits(self, columns: Optional[int]) -> None:
        if None not in (columns, self._columns) and columns != self._columns:
            raise DataError(f"the rows have {columns} columns, and those of the sketch {self._columns}")

    @property
    def spectrum(self) -> Array:
        """The singular values of the sketch, the largest first.

        >>> import noregret
        >>> noregret.FrequentDirections(3).spectrum
        array([], dtype=float64)
        """
        return self._sketch.spectrum()

    @property
    def basis(self) -> Array:
        """The directions, a row of unit length for each.

        >>> import noregret
        >>> sketch = noregret.FrequentDirections(3)
        >>> sketch.append([0.0, 2.0])
        >>> abs(sketch.basis)
        array([[0., 1.]])
        """
        return self._sketch.basis()

    @property
    def sketch(self) -> Array:
        """S: the directions times their singular values.

        >>> import noregret
        >>> sketch = noregret.FrequentDirections(3)
        >>> sketch.append([0.0, 2.0])
        >>> abs(sketch.sketch)
        array([[0., 2.]])
        """
        return self.spectrum[:, None] * self.basis

    @property
    def error_bound(self) -> float:
        """The most by which A'A exceeds S'S, along any direction.

        >>> import noregret
        >>> noregret.FrequentDirections(3).error_bound
        0.0
        """
        return self._sketch.error_bound()

    @property
    def rows(self) -> int:
        """Rows received.

        >>> import noregret
        >>> noregret.FrequentDirections(3).rows
        0
        """
        return self._sketch.rows()

    def merge(self, other: FrequentDirections) -> None:
        """Takes in what another sketch has seen; the error bounds add up.

        >>> import noregret
        >>> one, two = noregret.FrequentDirections(3), noregret.FrequentDirections(3)
        >>> one.append([1.0, 0.0]); two.append([0.0, 1.0])
        >>> one.merge(two)
        >>> one.rows
        2
        """
        if not isinstance(other, FrequentDirections):
            raise DataError(f"{type(other).__name__} is no sketch: give FrequentDirections")
        self._fits(other._columns)
        self._sketch.merge(other._sketch)
        self._columns = other._columns if self._columns is None else self._columns

    def __repr__(self) -> str:
        return f"FrequentDirections({self.tau})"
