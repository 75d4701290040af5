"""Files as examples, read by the pipeline of the command: on threads of its own, in constant memory."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Optional, Union

from ._progress import progress_bar
from .errors import SpecError

if TYPE_CHECKING:
    from .model import Model

__all__ = ["Stream", "stream"]


class Stream:
    """Files to learn from, or to predict; made by :func:`stream`.

    >>> import noregret
    >>> noregret.stream("monday.vw.gz", "tuesday.vw.gz")
    stream('monday.vw.gz', 'tuesday.vw.gz')
    """

    def __init__(
        self,
        paths: tuple[str, ...],
        format: Optional[str] = None,
        threads: Optional[int] = None,
        most: Optional[int] = None,
    ) -> None:
        self.paths = paths
        self.format = format
        self.threads = threads
        self.most = most

    def __repr__(self) -> str:
        return f"stream({', '.join(map(repr, self.paths))})"

    def _read(self, model: Model, learn: bool, margins: bool, progress: bool) -> tuple[Any, dict[str, Any]]:
        with progress_bar(self.most, progress) as tick:
            predicted, counts = model._engine.files(
                list(self.paths), self.format, self.threads, self.most, learn, not margins, tick
            )
        return (predicted if margins else None), json.loads(counts)

    def _learn(self, model: Model, margins: bool, progress: bool) -> Any:
        return self._read(model, True, margins, progress)[0]

    def _predict(self, model: Model, margins: bool, progress: bool) -> tuple[Any, dict[str, Any]]:
        return self._read(model, False, margins, progress)


def stream(
    *paths: Union[str, "os.PathLike[str]"],
    format: Optional[str] = None,
    threads: Optional[int] = None,
    most: Optional[int] = None,
) -> Stream:
    """Files as examples: svmlight, VW text, CSV and its kin, ARFF, JSON lines, plain or compressed, Parquet and
    Arrow, known by their first bytes unless ``format`` says. ``most`` ends after so many examples.

    >>> import noregret, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "ads.vw")
    ...     with open(path, "w") as file:
    ...         _ = file.write("1 | price:2 sunday\\n-1 | price:3\\n")
    ...     model = noregret.Model("ada-diag")
    ...     margins = model.learn(noregret.stream(path))
    >>> len(margins)
    2
    """
    for path in paths:
        if not isinstance(path, (str, bytes, os.PathLike)):
            raise SpecError(f"{path!r} is no path: stream takes one or more")
    if not paths:
        raise SpecError("there is no file: stream takes one path or more")
    for name, count in (("threads", threads), ("most", most)):
        if count is not None and not (isinstance(count, int) and count >= 0):
            raise SpecError(f"{name} is {count!r}, and must be a whole number, 0 or more")
    return Stream(tuple(os.fsdecode(path) for path in paths), format, threads, most)
