"""mode="search" is the command's tune and compare: the same winner, to the bit."""

import pytest

pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")

from .conftest import frame, points
from noregret.errors import SpecError
from noregret.spark import OnlineClassifier, OnlineRegressor

import noregret


def test_finds_what_tune_finds(spark):
    X, y = points(500)
    grid = {"eta": [0.01, 0.1, 1.0, 10.0], "delta": [0.1, 1.0]}
    model = OnlineClassifier(algorithm="ada-diag", mode="search", grid=grid).fit(frame(spark, X, y, parts=3))
    found = noregret.tune(X, y, "ada-diag", grid, labels=(0, 1))
    assert model._fitted.model == found.model().to_bytes()
    table = model.summary["candidates"]
    assert len(table) == 8 and [row["mean_loss"] for row in table] == sorted(row["mean_loss"] for row in table)
    assert [row["mean_loss"] for row in table] == pytest.approx(found["judged"])


def test_compares_learners(spark):
    X, y = points(500)
    learners = ["auto", "arow", {"algorithm": "ada-diag", "eta": 0.5}]
    model = OnlineClassifier(mode="search", candidates=learners, judge="mistakes").fit(frame(spark, X, y))
    found = noregret.compare(X, y, learners, judge="mistakes", labels=(0, 1))
    assert {row["algorithm"]: row["mistakes"] for row in model.summary["candidates"]} == dict(zip((n.split()[0] for n in found["learner"]), found["judged"]))
    with pytest.raises(SpecError, match="judge='mistakes'"):
        OnlineClassifier(mode="search", candidates=["auto", "pa"]).fit(frame(spark, X, y))


def test_one_that_fails_is_left_behind(spark):
    X, y = points(300, kind="number")
    model = OnlineRegressor(mode="search", algorithm="ogd", grid={"eta": [1e-3, 1e300]}, parameters={"update": "explicit"}).fit(frame(spark, X, y))
    rows = model.summary["candidates"]
    assert [row["eta"] for row in rows] == [1e-3, 1e300] and "overflow" in rows[1]["failed"] and model.summary["examples"] == 300
