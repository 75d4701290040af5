"""Three ways over the partitions of a DataFrame. All of them are plain tasks that Spark may run again, and a driver that goes on from their bytes: no barriers.

``exact``: partitions one after the other, each task going on from the state of the one before: the result of one machine, to the bit.
``rounds``: all partitions at once, a slice of each, then one merge; so many times in the pass.
``search``: every candidate goes over all of the data as ``exact`` does; tasks share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Optional

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ..parts import Columns, merge
from ._data import sliced
from ._tasks import MODELS, bytes_of, learning, merging, run

__all__ = ["Round", "exact", "rounds", "schedule", "search"]


@dataclass(frozen=True)
class Round:
    """Partitions whose rows from ``first`` up to ``end`` (all, where it is None) are learned at once."""

    parts: tuple[int, ...]
    first: int
    end: Optional[int]


def schedule(rows: Mapping[int, int], times: int, width: int = 0) -> list[Round]:
    """The rounds of a pass over partitions of so many rows: about ``times`` merges, of at most ``width`` partitions each (0: of all). Where there are more
    partitions than that they take turns, and where turns alone are rounds enough no partition is cut.

    >>> schedule({0: 10, 1: 6}, 2)
    [Round(parts=(0, 1), first=0, end=5), Round(parts=(0, 1), first=5, end=10)]
    >>> schedule({0: 10, 1: 6, 2: 7}, 2, width=2)
    [Round(parts=(0, 1), first=0, end=None), Round(parts=(2,), first=0, end=None)]
    """
    parts = [part for part in sorted(rows) if rows[part]]
    turns = [parts[k : k + width] for k in range(0, len(parts), width)] if width else [parts]
    made: list[Round] = []
    for turn in turns:
        most = max((rows[part] for part in turn), default=0)
        cuts = min(most, -(-times // max(1, len(turns)))) if len(turn) > 1 else 1
        for cut in range(cuts):
            first, end = most * cut // cuts, most * (cut + 1) // cuts
            busy = tuple(part for part in turn if rows[part] > first)
            made.append(Round(busy, first, None if cuts == 1 else end))
    return made


@contextmanager
def _broadcast(data: DataFrame, value: Any) -> Iterator[Any]:
    shared = data.sparkSession.sparkContext.broadcast(value)
    try:
        yield shared
    finally:
        shared.destroy()


def _learned(data: DataFrame, states: Sequence[bytes], columns: Columns, parts: Sequence[int], lenient: bool = False) -> list[bytes]:
    with _broadcast(data, list(states)) as shared:
        return bytes_of(run(data, learning(shared, columns, lenient), parts))


def exact(data: DataFrame, start: bytes, columns: Columns, parts: Sequence[int]) -> bytes:
    """The model of one machine that reads the partitions in order, to the bit."""
    return _chain(data, [start], columns, parts, False)[0]


def _chain(data: DataFrame, states: Sequence[bytes], columns: Columns, parts: Sequence[int], lenient: bool) -> list[bytes]:
    whole, now = sliced(data, 0, None), list(states)
    for part in parts:
        now = _learned(whole, now, columns, [part], lenient)
    return now


def rounds(data: DataFrame, start: bytes, columns: Columns, plan: Sequence[Round], fan: int = 0) -> bytes:
    """Partitions side by side, merged as often as planned. With a ``fan`` executors merge that many models at a time before the driver sees any."""
    state = start
    for each in plan:
        slice_ = sliced(data, each.first, each.end)
        if fan > 1 and len(each.parts) > fan:
            models = _tree(slice_, state, columns, fan, each.parts[-1] + 1)
        else:
            models = _learned(slice_, [state], columns, each.parts)
        state = models[0] if len(models) == 1 else merge(state, models)
    return state


def _tree(data: DataFrame, state: bytes, columns: Columns, fan: int, many: int) -> list[bytes]:
    with _broadcast(data, [state]) as shared, _broadcast(data, state) as start:
        # Who has no rows in this slice has nothing to say, and gives no model.
        models = data.mapInArrow(_spoken(learning(shared, columns)), MODELS)
        span = fan
        while many > fan:
            models = models.groupBy(F.expr(f"part div {span}")).applyInArrow(merging(start), MODELS)
            span, many = span * fan, -(-many // fan)
        return bytes_of(sorted(models.collect(), key=lambda row: row["part"]))


def _spoken(task: Any) -> Any:
    """The task, unless there is nothing to learn from."""

    def spoken(batches: Iterator[Any]) -> Iterator[Any]:
        for first in batches:
            if first.num_rows:
                yield from task(_chained(first, batches))
                return

    return spoken


def _chained(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def search(data: DataFrame, starts: Sequence[bytes], columns: Columns, parts: Sequence[int], at_once: int) -> list[bytes]:
    """Every candidate after a pass over all of the data in order. So many tasks run at a time, and candidates of one task share what it reads."""
    groups = max(1, min(at_once, len(starts)))
    shares = [list(range(k, len(starts), groups)) for k in range(groups)]
    with ThreadPoolExecutor(groups) as pool:
        chains = [pool.submit(_chain, data, [starts[k] for k in share], columns, parts, True) for share in shares]
        found: dict[int, bytes] = {}
        for share, chain in zip(shares, chains):
            found.update(zip(share, chain.result()))
    return [found[k] for k in range(len(starts))]
