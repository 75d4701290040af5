"""What runs on executors: plain functions of batches, which Spark may run again; and how the driver runs them on some partitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..errors import NoregretError
from ..parts import Columns, Part, learn, merge

__all__ = ["FAILED", "HEAD", "MODELS", "bytes_of", "head", "learning", "merging", "run"]

#: What stands in place of a model that could not go on, before the reason.
FAILED = b"failed: "

Batches = Iterator[Any]
Task = Callable[[Batches], Batches]

#: As many first rows decide what the columns of a table hold.
HEAD = 1000

#: The model of a partition, or several: their place among them, and their bytes.
MODELS = "part int, place int, model binary"


def _partition() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    return context.partitionId() if context is not None else 0


def learning(states: Any, columns: Columns, lenient: bool = False) -> Task:
    """The broadcast model learns a partition; if lenient, each of several as far as it can: of one that cannot go on the reason is left."""

    def task(batches: Batches) -> Batches:
        import pyarrow as pa

        given: list[bytes] = states.value
        after = _all(given, batches, columns) if lenient else [learn(given[0], batches, columns)]
        of = pa.array([_partition()] * len(after), pa.int32())
        yield pa.record_batch({"part": of, "place": pa.array(range(len(after)), pa.int32()), "model": pa.array(after, pa.binary())})

    return task


def _all(given: Sequence[bytes], batches: Batches, columns: Columns) -> list[bytes]:
    after: list[bytes] = list(given)
    going = {place: Part(model, columns) for place, model in enumerate(given) if not model.startswith(FAILED)}
    for batch in batches:
        for place, part in list(going.items()):
            try:
                part.learn(batch)
            except NoregretError as error:
                after[place] = FAILED + str(error).encode()
                del going[place]
    after_all = {place: part.to_bytes() for place, part in going.items()}
    return [after_all.get(place, model) for place, model in enumerate(after)]


def merging(start: Any) -> Callable[[Any], Any]:
    """Models of several partitions become one, in the order of the partitions."""

    def task(table: Any) -> Any:
        import pyarrow as pa

        ordered = table.sort_by("part")
        parts = [model.as_py() for model in ordered.column("model")]
        whole = merge(start.value, parts) if len(parts) > 1 else parts[0]
        first = ordered.column("part")[0].as_py()
        return pa.table({"part": pa.array([first], pa.int32()), "place": pa.array([0], pa.int32()), "model": pa.array([whole], pa.binary())})

    return task


def head(batches: Batches) -> Batches:
    """The first rows of a partition, as an Arrow stream."""
    import pyarrow as pa

    kept, rows = [], 0
    for batch in batches:
        kept.append(batch.slice(0, HEAD - rows))
        rows += kept[-1].num_rows
        if rows >= HEAD:
            break
    sink = pa.BufferOutputStream()
    if kept:
        with pa.ipc.new_stream(sink, kept[0].schema) as writer:
            for batch in kept:
                writer.write_batch(batch)
    of = pa.array([_partition()], pa.int32())
    yield pa.record_batch({"part": of, "place": pa.array([rows], pa.int32()), "model": pa.array([sink.getvalue().to_pybytes()], pa.binary())})


def _rows(rows: Iterator[Any]) -> Iterator[Any]:
    return rows


def run(data: Any, task: Task, parts: Sequence[int]) -> list[Any]:
    """Runs a task on some partitions and no others; what they give, in the order of the partitions."""
    job = data.mapInArrow(task, MODELS).rdd
    return list(data.sparkSession.sparkContext.runJob(job, _rows, list(parts)))


def bytes_of(rows: Sequence[Any]) -> list[bytes]:
    """The models of rows."""
    return [bytes(row["model"]) for row in rows]
