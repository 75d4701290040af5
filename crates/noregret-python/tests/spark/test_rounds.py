"""mode="rounds": what it computes, and the same bits whoever runs it."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")

from .conftest import frame, points, sha
from noregret import parts
from noregret.errors import SpecError
from noregret.spark import OnlineClassifier, OnlineRegressor
from noregret.spark.fitting import Round, schedule

import noregret


def twin(X, y, cuts, times, model):
    """Rounds on one machine, by plain models: each part learns its slice from the merged state."""
    state = model
    bounds = np.linspace(0, len(y), cuts + 1).astype(int)
    sizes = np.diff(bounds)
    for plan in schedule(dict(enumerate(sizes)), times):
        learned = []
        for part in plan.parts:
            first, end = bounds[part] + plan.first, min(bounds[part] + (plan.end or sizes[part]), bounds[part + 1])
            one = state.copy()
            one.learn(X[first:end], y[first:end])
            learned.append(one)
        state = learned[0] if len(learned) == 1 else learned[0].merge(*learned[1:], start=state)
    return state


@pytest.mark.parametrize("times", [1, 4, 7])
def test_are_the_twin_s(spark, times):
    X, y = points(800)  # As many in every partition.
    model = OnlineClassifier(mode="rounds", rounds=times, algorithm="ada-diag").fit(frame(spark, X, y, parts=8))
    slow = twin(X, y, 8, times, noregret.Model("ada-diag", labels=(0, 1)))
    assert model._fitted.model == slow.to_bytes()


def test_of_one_partition_are_exact(spark):
    X, y = points(kind="number")
    data = frame(spark, X, y, parts=1)
    assert sha(OnlineRegressor(mode="rounds").fit(data)) == sha(OnlineRegressor().fit(data))


def test_a_tree_of_merges_comes_to_the_same(spark):
    X, y = points(900)
    data = frame(spark, X, y, parts=8)
    flat = OnlineClassifier(mode="rounds", rounds=3, algorithm="ada-diag").fit(data)
    tree = OnlineClassifier(mode="rounds", rounds=3, algorithm="ada-diag", fan=2).fit(data)
    assert tree.summary["examples"] == flat.summary["examples"] == 900
    close = [np.sort(model.model.weights()["weight"]) for model in (flat, tree)]
    # The same means, by other sums.
    assert np.allclose(*close, rtol=1e-9)
    assert sha(tree) == sha(OnlineClassifier(mode="rounds", rounds=3, algorithm="ada-diag", fan=2).fit(data))


def test_some_partitions_at_a_time(spark):
    X, y = points(900)
    data = frame(spark, X, y, parts=8)
    model = OnlineClassifier(mode="rounds", rounds=4, width=2).fit(data)
    assert model.summary["examples"] == 900
    with pytest.raises(SpecError, match="width=2, fan=2"):
        OnlineClassifier(mode="rounds", width=2, fan=2).fit(data)


def test_plans():
    assert schedule({0: 4, 1: 0, 3: 2}, 2) == [Round((0, 3), 0, 2), Round((0,), 2, 4)]
    assert schedule({0: 2, 1: 2}, 9) == [Round((0, 1), 0, 1), Round((0, 1), 1, 2)]
    everything = schedule({k: 10 + k for k in range(5)}, 7, width=2)
    for part in range(5):
        rows = [row for plan in everything if part in plan.parts for row in range(plan.first, min(10 + part, plan.end if plan.end is not None else 99))]
        assert rows == list(range(10 + part))


SAME = """
import sys
sys.path[:0] = {path!r}
from spark.conftest import configured, frame, points, sha
from noregret.spark import OnlineClassifier
spark = configured("local[2]").getOrCreate()
spark.sparkContext.setLogLevel("OFF")
X, y = points(900)
print("SHA", sha(OnlineClassifier(mode="rounds", rounds=5).fit(frame(spark, X, y, parts=8, sparse=True))))
spark.stop()
"""


def test_same_bits_again_and_on_another_master(spark):
    X, y = points(900)
    data = frame(spark, X, y, parts=8, sparse=True)
    first, second = (sha(OnlineClassifier(mode="rounds", rounds=5).fit(data)) for _ in range(2))
    assert first == second
    script = SAME.format(path=[str(Path(__file__).parents[1])])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert f"SHA {first}" in done.stdout, done.stdout + done.stderr


def test_the_core_knows_nothing_of_spark():
    X, y = points(300)
    rows = pa.record_batch({"x": pa.array(X.tolist()), "y": pa.array(y)})
    fresh = noregret.Model("ada-diag", labels=(0, 1)).to_bytes()
    columns = parts.Columns("x", label="y")
    halves = [parts.learn(fresh, [rows.slice(k, 150)], columns) for k in (0, 150)]
    whole = noregret.Model.from_bytes(parts.merge(fresh, halves))
    assert whole.counts["examples"] == 300
    assert np.array_equal(parts.score(whole, rows, columns), whole.decision(X))
