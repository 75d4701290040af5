"""learn_stream: every batch once, the model of one machine, tables of predictions and progress."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")

from .conftest import frame, points, sha
from noregret.errors import SpecError
from noregret.spark import OnlineClassifier, OnlineRegressor, learn_stream, stream_model


def batches(folder, X, y, many):
    """Files that come one a batch, in order of their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for k, rows in enumerate(np.array_split(np.arange(len(y)), many)):
        lines = [json.dumps({"features": X[i].tolist(), "label": y[i], "id": int(i)}) for i in rows]
        path = folder / f"{k:03d}.json"
        path.write_text("\n".join(lines) + "\n")
        # Spark takes the oldest first.
        import os

        os.utime(path, (1_000_000 + k, 1_000_000 + k))
    return str(folder)


def stream(spark, folder):
    return spark.readStream.schema("features array<double>, label double, id long").option("maxFilesPerTrigger", 1).json(folder)


def finished(query):
    query.awaitTermination()
    assert query.exception() is None


def test_is_one_pass_in_order(spark, tmp_path):
    X, y = points(400)
    source, checkpoint = batches(tmp_path / "in", X, y, 5), str(tmp_path / "c")
    estimator, seen = OnlineClassifier(), []
    finished(learn_stream(stream(spark, source), checkpoint, estimator, trigger={"availableNow": True}, committed=seen.append))
    model = stream_model(spark, checkpoint, estimator)
    alone = OnlineClassifier().fit(frame(spark, X, y, parts=1))
    assert sha(model) == sha(alone) and seen == [0, 1, 2, 3, 4] and model.summary["batch"] == 4
    predicted = spark.read.parquet(f"{checkpoint}/predictions")
    assert predicted.count() == 400 and predicted.filter("batch = 0").select("prediction").distinct().count() == 1
    progress = spark.read.json(f"{checkpoint}/progress").orderBy("batch").collect()
    assert [row["examples"] for row in progress] == [80] * 5
    assert progress[-1]["progressive_loss"] == pytest.approx(alone.summary["progressive_loss"])
    # It goes on with what comes later, and only with that.
    more = batches(tmp_path / "in", np.vstack([X, X[:80]]), np.append(y, y[:80]), 6)
    finished(learn_stream(stream(spark, more), checkpoint, estimator, trigger={"availableNow": True}))
    assert stream_model(spark, checkpoint, estimator).summary["examples"] == 480


def test_by_rounds_and_numbers(spark, tmp_path):
    X, y = points(200, kind="number")
    estimator = OnlineRegressor(mode="rounds", rounds=2)
    source, checkpoint = batches(tmp_path / "in", X, y, 2), str(tmp_path / "c")
    finished(learn_stream(stream(spark, source).repartition(2), checkpoint, estimator, predictions=False, trigger={"availableNow": True}))
    assert stream_model(spark, checkpoint, estimator).summary["examples"] == 200 and not (tmp_path / "c" / "predictions").exists()


def test_refuses_what_is_no_stream(spark, tmp_path):
    with pytest.raises(SpecError, match="no stream"):
        learn_stream(frame(spark, *points(10)), str(tmp_path), OnlineClassifier())
    with pytest.raises(SpecError, match="exact or rounds"):
        learn_stream(spark.readStream.format("rate").load(), str(tmp_path), OnlineClassifier(mode="search"))


DRIVER = """
import os, signal, sys
sys.path[:0] = [{tests!r}]
from spark.conftest import configured, sha
from spark.test_streaming import stream
from noregret.spark import OnlineClassifier, learn_stream, stream_model
spark = configured("local[2]").getOrCreate()
spark.sparkContext.setLogLevel("OFF")
source, checkpoint, dies = sys.argv[1], sys.argv[2], int(sys.argv[3])
def committed(batch):
    # Between our commit and Spark's.
    if batch == dies:
        os.kill(spark.sparkContext._gateway.proc.pid, signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
learn_stream(stream(spark, source), checkpoint, OnlineClassifier(), trigger={{"availableNow": True}}, committed=committed).awaitTermination()
model = stream_model(spark, checkpoint, OnlineClassifier())
print("SHA", sha(model), model.summary["examples"])
"""


def test_a_driver_killed_between_commit_and_checkpoint_learns_nothing_twice(tmp_path):
    X, y = points(300)
    source = batches(tmp_path / "in", X, y, 4)
    script = DRIVER.format(tests=str(Path(__file__).parents[1]))

    def run(checkpoint, dies):
        return subprocess.run([sys.executable, "-c", script, source, str(tmp_path / checkpoint), str(dies)], capture_output=True, text=True)

    quiet = run("quiet", -1)
    assert "SHA" in quiet.stdout and quiet.stdout.split()[-1] == "300", quiet.stdout + quiet.stderr
    assert run("killed", 2).returncode == -9
    # Spark has not noted batch 2, so it comes again.
    assert not (tmp_path / "killed" / "spark" / "commits" / "2").exists() and (tmp_path / "killed" / "spark" / "offsets" / "2").exists()
    assert run("killed", -1).stdout == quiet.stdout
