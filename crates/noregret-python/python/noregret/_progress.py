"""A progress bar, if one is asked for: tqdm's if it is there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Callable, Optional

Tick = Optional[Callable[[int], None]]


@contextmanager
def progress_bar(total: Optional[int], wanted: bool) -> Iterator[Tick]:
    """A function that is told how many examples are done; none if nobody wants to see it."""
    if not wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield from _plain(total)
        return
    with tqdm(total=total, unit=" examples", unit_scale=True) as bar:
        yield lambda done: _moved(bar, done)
        if total is not None:
            _moved(bar, total)


def _moved(bar: Any, done: int) -> None:
    bar.update(done - bar.n)


def _plain(total: Optional[int]) -> Iterator[Tick]:
    of = "" if total is None else f" of {total:,}"

    def tell(done: int) -> None:
        print(f"\r{done:,}{of} examples", end="", file=sys.stderr, flush=True)

    yield tell
    if total is not None:
        tell(total)
    print(file=sys.stderr)
