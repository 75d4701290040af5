"""Three ways over the partitions of a DataFrame. All are plain tasks that Spark may run again, and a driver that goes on from their bytes.

``exact``: partitions one after the other, each task going on from the state of the one before: the result of one machine, to the bit.
``rounds``: all partitions at once, a slice of each, then one merge; so many times in the pass.
``search``: every candidate goes over the whole data as ``exact`` does, many at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .core import Features, learn, merge

__all__ = ["counted", "exact", "rounds", "search"]

_STATE = "part int, model binary"


def _rows(batches: Iterator[Any], first: int, last: int) -> Iterator[Any]:
    """The rows from the first up to the last, of batches in order."""
    at = 0
    for batch in batches:
        begin, end = max(first - at, 0), min(last - at, batch.num_rows)
        if begin < end:
            yield batch.slice(begin, end - begin)
        at += batch.num_rows
        if at >= last:
            return


def _task(state: Any, features: Features, slices: Any) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A task: the broadcast model learns this partition's slice, and its bytes are the result."""

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa
        from pyspark import TaskContext

        context = TaskContext.get()
        part = context.partitionId() if context else 0
        if slices is not None:
            first, last = slices[part]
            batches = _rows(batches, first, last)
        after = learn(state.value, batches, features)
        yield pa.record_batch({"part": pa.array([part], pa.int32()), "model": pa.array([after], pa.binary())})

    return run


def counted(data: Any) -> list[int]:
    """How many rows each partition has."""

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa
        from pyspark import TaskContext

        context = TaskContext.get()
        rows = sum(batch.num_rows for batch in batches)
        part = context.partitionId() if context else 0
        yield pa.record_batch({"part": pa.array([part], pa.int32()), "rows": pa.array([rows], pa.int64())})

    found = data.mapInArrow(count, "part int, rows long").collect()
    return [row["rows"] for row in sorted(found, key=lambda row: row["part"])]


def _one(data: Any, state: bytes, features: Features, part: int) -> bytes:
    """One task over one partition."""
    context = data.sparkSession.sparkContext
    broadcast = context.broadcast(state)
    try:
        job = data.mapInArrow(_task(broadcast, features, None), _STATE).rdd
        return bytes(context.runJob(job, lambda rows: [row["model"] for row in rows], [part])[0])
    finally:
        broadcast.destroy()


def exact(data: Any, start: bytes, features: Features, parts: int) -> bytes:
    """The model of one machine that reads the partitions in order, to the bit."""
    state = start
    for part in range(parts):
        state = _one(data, state, features, part)
    return state


def rounds(data: Any, start: bytes, features: Features, counts: Sequence[int], times: int, told: Any = None) -> bytes:
    """All partitions at once, merged so many times in the pass."""
    context, state = data.sparkSession.sparkContext, start
    times = max(1, min(times, max(counts, default=1)))
    for turn in range(times):
        slices = [(rows * turn // times, rows * (turn + 1) // times) for rows in counts]
        broadcast = context.broadcast(state)
        try:
            found = data.mapInArrow(_task(broadcast, features, slices), _STATE).collect()
        finally:
            broadcast.destroy()
        # Sums of floats depend on their order: that of the partitions, whoever was done first. Who learned nothing has no say.
        found.sort(key=lambda row: row["part"])
        learned = [bytes(row["model"]) for row in found if slices[row["part"]][0] < slices[row["part"]][1]]
        if len(learned) == 1:
            state = learned[0]
        elif learned:
            state = merge(learned, state)
        if told is not None:
            told(turn + 1, times)
    return state


def search(data: Any, starts: Sequence[bytes], features: Features, parts: int, at_once: int) -> list[bytes]:
    """Every candidate over the whole data, as `exact` would; so many at a time."""
    with ThreadPoolExecutor(max(1, at_once)) as pool:
        return list(pool.map(lambda start: exact(data, start, features, parts), starts))
