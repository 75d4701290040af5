"""What can go wrong. Every exception of the package is a :class:`NoregretError`, and so a ``ValueError``."""

from __future__ import annotations

from typing import Optional

__all__ = ["DataError", "FileError", "NoregretError", "SpecError"]


class NoregretError(ValueError):
    """Something was refused; the model is as it was.

    >>> issubclass(NoregretError, ValueError)
    True
    """


class SpecError(NoregretError):
    """There is no such learner: a name, a parameter or a combination of them is not one.

    >>> import noregret
    >>> noregret.Model("ada_dag")
    Traceback (most recent call last):
        ...
    noregret.errors.SpecError: there is no algorithm "ada_dag" (did you mean ada-diag?)...

    """


class DataError(NoregretError):
    """Data that no model takes, with the ``row`` (from 0; of a file the line, from 1) and the ``column`` where they
    are known.

    >>> import noregret, numpy as np
    >>> try:
    ...     noregret.Model().learn(np.array([[1.0], [np.nan]]), [0, 1])
    ... except noregret.DataError as error:
    ...     print(error.row, error.column)
    1 0
    """

    row: Optional[int]
    column: Optional[str]

    def __init__(self, message: str, row: Optional[int] = None, column: Optional[str] = None) -> None:
        super().__init__(message)
        self.row = row
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (str(self), self.row, self.column))


class FileError(OSError, NoregretError):
    """A file that cannot be read or written, or is no model; ``errno`` is the system's number, where it has one.

    >>> import noregret
    >>> try:
    ...     noregret.Model.load("nowhere.nr")
    ... except OSError as error:
    ...     print(error.errno, error)
    2 nowhere.nr: No such file or directory (os error 2)
    >>> noregret.Model.from_bytes(b"NOREGRET but cut")
    Traceback (most recent call last):
        ...
    noregret.errors.FileError: ...
    """

    def __str__(self) -> str:
        return str(self.args[-1]) if self.args else ""
