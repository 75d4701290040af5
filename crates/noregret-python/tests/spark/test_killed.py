"""kill -9 in the middle of tasks: of Python workers and of executors. The job finishes, and the model is that of an undisturbed run."""

import os
import signal
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")

from .conftest import frame, points, sha
from noregret.spark import OnlineClassifier, learn_stream, stream_model
from .test_streaming import batches, finished, stream


def murderous(folder, victim, when):
    """Hands batches on; the task that is the ``when``-th to begin kills, once, after its first rows: all Python workers of its executor, or the executor's JVM."""

    def hand_on(rows):
        import pyarrow as pa

        with open(f"{folder}/begun", "a") as file:
            file.write("x")
        kills = os.path.getsize(f"{folder}/begun") >= when
        for batch in rows:
            for start in range(0, batch.num_rows, 20):
                yield pa.RecordBatch.from_arrays(batch.slice(start, 20).columns, schema=batch.schema)
                if kills and start >= 20:
                    try:
                        os.close(os.open(f"{folder}/killed", os.O_CREAT | os.O_EXCL))
                    except FileExistsError:
                        kills = False
                        continue
                    daemon = os.getppid()
                    if victim == "executor":
                        os.kill(_parent(daemon), signal.SIGKILL)
                    for worker in _children(daemon):
                        if worker != os.getpid():
                            os.kill(worker, signal.SIGKILL)
                    os.kill(os.getpid(), signal.SIGKILL)

    def _parent(pid):
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])

    def _children(pid):
        return [int(p.name) for p in Path("/proc").iterdir() if p.name.isdigit() and _alive(p) and _parent(int(p.name)) == pid]

    def _alive(path):
        try:
            return bool((path / "stat").read_text())
        except OSError:
            return False

    return hand_on


@pytest.mark.parametrize("victim", ["worker", "executor"])
@pytest.mark.parametrize("cache", [False, True])
def test_during_rounds(spark, tmp_path, victim, cache):
    X, y = points(800)
    data = frame(spark, X, y, parts=4)
    quiet = OnlineClassifier(mode="rounds", rounds=3, cache=cache).fit(data)
    # Without a cache the rows come by the killer in every job; with one, in those that fill it.
    disturbed = data.mapInArrow(murderous(tmp_path, victim, 2 if cache else 12), data.schema)
    assert sha(OnlineClassifier(mode="rounds", rounds=3, cache=cache).fit(disturbed)) == sha(quiet)
    assert (tmp_path / "killed").exists()


def _executors():
    """The executors of this process's Spark."""
    parents = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                parents[int(path.name)] = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                pass

    def mine(pid):
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return [pid for pid in parents if mine(pid) and b"CoarseGrainedExecutorBackend" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_an_executor_with_cached_rows_between_rounds(spark, monkeypatch):
    from noregret.spark import fitting

    X, y = points(800)
    data = frame(spark, X, y, parts=4)
    quiet = OnlineClassifier(mode="rounds", rounds=4).fit(data)
    whole, killed = fitting.run, []

    def run(some, task, parts):
        if len(killed) == 1:
            os.kill(_executors()[0], signal.SIGKILL)
        killed.append(parts)
        return whole(some, task, parts)

    monkeypatch.setattr(fitting, "run", run)
    assert sha(OnlineClassifier(mode="rounds", rounds=4).fit(data)) == sha(quiet) and len(killed) == 4


@pytest.mark.parametrize("victim", ["worker", "executor"])
def test_during_a_stream(spark, tmp_path, victim):
    X, y = points(400)
    source, found = batches(tmp_path / "in", X, y, 4), []
    for name in ("quiet", "disturbed"):
        data = stream(spark, source)
        if name == "disturbed":
            data = data.mapInArrow(murderous(tmp_path, victim, 3), data.schema)
        finished(learn_stream(data, str(tmp_path / name), OnlineClassifier(cache=False), trigger={"availableNow": True}))
        found.append(sha(stream_model(spark, str(tmp_path / name), OnlineClassifier())))
    assert found[0] == found[1] and (tmp_path / "killed").exists()
