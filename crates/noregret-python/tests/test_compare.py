"""`compare`, `tune` and `regret` are the command's: the same ranks, intervals, models and certificates, to the last bit."""

import json
import sys
from contextlib import contextmanager

import noregret
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import scipy.sparse as sp
from conftest import draw, svmlight, three_classes

SAME = ["rank", "loss_function", "loss", "judged", "mistakes", "clipped_mean", "interval", "behind", "verdict", "clipped", "regret"]


def agree(found, told):
    assert len(found.learners) == len(told["learners"])
    for mine, theirs in zip(found.learners, told["learners"]):
        assert {name: mine[name] for name in SAME} == {name: theirs[name] for name in SAME}
    assert found.judge == told["judge"]
    assert found.comparator == (told["comparator"] and tuple(told["comparator"]))


@pytest.mark.parametrize("real", [False, True])
def test_compare_is_the_command_s(real, tmp_path, command):
    X, y = draw(rows=1500, real=real)
    path = svmlight(X, y, tmp_path / "data.svm")
    asked = ["auto", "ogd", "ada-diag --eta 0.5"]
    flags = [word for name in asked for word in ("-a", name)]
    told = json.loads(command("compare", path, *flags, "--within", "3", "--drift=5", "--json", "--quiet"))
    learners = ["auto", noregret.Model("ogd"), {"algorithm": "ada-diag", "eta": 0.5}]
    for form in (X, sp.csr_matrix(X), noregret.stream(path)):
        found = noregret.compare(form, None if form.__class__ is noregret.Stream else y, learners, within=3, windows=5)
        agree(found, told)
        for mine, theirs in zip(found.learners, told["learners"]):
            assert [w["mean"] for w in mine["windows"]] == [w["mean"] for w in theirs["windows"]]
            assert [tuple(w["regret"]) for w in mine["windows"]] == [tuple(w["regret"]) for w in theirs["windows"]]
    for place, name in enumerate(found["learner"]):
        given = next(row for row in found.learners if row["learner"] == name)
        alone = noregret.Model(given["algorithm"], given["loss_function"], **({"eta": 0.5} if "0.5" in name else {}))
        alone.learn(X, y)
        assert np.array_equal(found.model(name).decision(X), alone.decision(X)), name
        assert np.array_equal(found.model(place).decision(X), alone.decision(X)), name


def test_the_usual_learners_and_several_classes(tmp_path, command):
    path = tmp_path / "data.csv"
    X, y = three_classes(path, 600)
    told = json.loads(command("compare", path, "--json", "--quiet"))
    frame = pd.DataFrame({"label": y, **{name: X[:, k] for k, name in enumerate("abcd")}})
    agree(noregret.compare(frame), told)
    agree(noregret.compare(frame.drop(columns="label"), y), told)
    # Dicts are no table: their numbers are taken as they are.
    rows = [dict(zip("abcd", row)) for row in X.tolist()]
    lines = tmp_path / "data.jsonl"
    lines.write_text("".join(json.dumps({"label": label, **row}) + "\n" for label, row in zip(y.tolist(), rows)))
    found = noregret.compare(rows, list(y))
    agree(found, json.loads(command("compare", lines, "--json", "--quiet")))
    assert "ranked by" in repr(found) and "<table>" in found._repr_html_() and len(found.to_pandas()) == len(found)
    with pytest.raises(noregret.SpecError, match="several classes"):
        noregret.compare(frame, within=1)


def test_tune_gives_the_command_s_model(tmp_path, command):
    X, y = draw(rows=1200)
    path = svmlight(X, y, tmp_path / "data.svm")
    told = json.loads(command("tune", path, "-a", "ada-diag", "-f", tmp_path / "best.nr", "--json", "--quiet"))
    found = noregret.tune(X, y, "ada-diag")
    agree(found, told)
    assert found.model().to_bytes() == (tmp_path / "best.nr").read_bytes()
    again = noregret.Model(**found.best)
    again.learn(X, y)
    assert np.array_equal(again.decision(X), found.model().decision(X))
    halved = noregret.tune(X, y, ["ogd", "ada-diag"], {"eta": [0.01, 0.1, 1.0, 10.0]}, search="halving")
    assert sum(row["left"] is None for row in halved.learners) == 1
    assert noregret.tune(pa.table({"x": X[:, 0], "target": y}), None, "pa1")["rank"][0] == 1


def test_regret_is_the_command_s(tmp_path, command):
    X, y = draw(rows=800)
    path = svmlight(X, y, tmp_path / "data.svm")
    for words, given in [
        (["-a", "per-coord", "--radius", "2"], {"algorithm": "per-coord", "radius": 2.0}),
        ([], {}),
        (["-a", "arow", "--within", "-1,1"], {"algorithm": "arow", "within": (-1, 1)}),
    ]:
        told = json.loads(command("regret", path, *words, "--windows", "3", "--json"))
        found = noregret.regret(X, y, windows=3, **given)
        for name in ("regret_lower", "regret_upper", "best_lower", "best_upper", "tight"):
            assert found.told[name] == told["certificate"][name], name
        assert (found.bound, found.told["suffered"], found.told["within"]) == (told["bound"], told["suffered"], told["within"])
        assert [w["regret_upper"] for w in found.told["windows"]] == [w["regret_upper"] for w in told["windows"]]
        assert noregret.regret(noregret.stream(path), windows=3, **given).told == found.told
        assert "regret in" in repr(found) and len(found.table) == 4
    missing = noregret.regret(X, y, "arow")
    assert missing.lower is None and missing.told["missing"] in repr(missing)


def test_refusals():
    X, y = draw(rows=50)
    bad = X.copy()
    bad[7, 3] = np.nan
    for call in (noregret.compare, noregret.tune, noregret.regret):
        with pytest.raises(noregret.DataError, match="row 7, column 3"):
            call(bad, y)
        with pytest.raises(noregret.DataError, match="50 examples and 49 labels"):
            call(X, y[:-1])
        with pytest.raises(noregret.DataError, match="no labels"):
            call(X)
    with pytest.raises(noregret.SpecError, match="no algorithm"):
        noregret.compare(X, y, ["nothing"])
    with pytest.raises(noregret.SpecError, match="different ways"):
        noregret.compare(X, y, [{"algorithm": "ogd", "loss": "squared"}, {"algorithm": "ogd", "loss": "hinge"}])
    with pytest.raises(noregret.SpecError, match="no option eta"):
        noregret.compare(X, y, ["ogd"], eta=1.0)
    with pytest.raises(noregret.SpecError, match="none of the learners"):
        noregret.tune(X, y, "pa", {"eta": [1.0]})
    with pytest.raises(noregret.SpecError, match="no parameter with a grid"):
        noregret.tune(X, y, "auto")
    with pytest.raises(noregret.SpecError, match="does not speak"):
        noregret.compare(X, y, ["ogd"], judge="squared")
    for wrong in ({"confidence": 2}, {"confidence": 0.0}, {"confidence": 1}, {"confidence": float("nan")}, {"confidence": "sure"}, {"clip": -1},
                  {"clip": 0}, {"clip": float("inf")}, {"clip": float("nan")}, {"within": "wide"}, {"within": (1, 2, 3)}, {"windows": -1}, {"windows": 1.5}, {"threads": -1}):  # fmt: skip
        with pytest.raises(noregret.SpecError, match=f"{next(iter(wrong))} is"):
            noregret.compare(X, y, ["ogd"], **wrong)
    with pytest.raises(noregret.SpecError, match="windows is -1"):
        noregret.regret(X, y, windows=-1)
    with pytest.raises(noregret.DataError, match="51 windows are too many for 50 rounds"):
        noregret.regret(X, y, windows=51)
    for values in (1.0, "sqrt"):
        with pytest.raises(noregret.SpecError, match="grid: eta is"):
            noregret.tune(X, y, "ogd", {"eta": values})
    for wrong in (5, [5], [None]):
        with pytest.raises(noregret.SpecError, match="no learner"):
            noregret.compare(X, y, wrong)
    failed = noregret.compare(X, [1.5, 2.5, 3.5, 4.0, 5.0] * 10, ["ogd", "arow"], loss="squared")
    assert "verdict" not in failed.table.columns or failed.table["rank"][0] == 1


def test_one_learner_alone_and_numpy_s_numbers():
    X, y = draw(rows=50)
    for alone in ("ogd", {"algorithm": "ogd"}, noregret.Model("ogd")):
        assert noregret.compare(X, y, alone)["learner"] == ["ogd"]
    ends = noregret.compare(X, y, "ogd", within=2).comparator
    assert noregret.compare(X, y, "ogd", within=np.int64(2)).comparator == ends
    assert noregret.compare(X, y, "ogd", within=np.array([-2, 2])).comparator == ends


def test_a_progress_bar_ends_where_the_data_do(capsys):
    X, y = draw(rows=300)
    table = pa.table({"x": X[:, 0], "label": y})
    for call in (noregret.compare, noregret.tune, noregret.regret):
        for data in ((X, y), (table,)):
            call(*data, progress=True)
            # As tqdm writes it, or as it is written without it.
            told = capsys.readouterr().err
            assert "300/300" in told or "300 of 300" in told


def test_somebody_looks_up_to_the_end_of_a_race(monkeypatch):
    class Enough(Exception):
        pass

    @contextmanager
    def impatient(*_):
        def tick(done):
            if 1000 < done < len(y):
                raise Enough

        yield tick

    monkeypatch.setattr(sys.modules["noregret.compare"], "progress_bar", impatient)
    X, y = draw(rows=150_000)
    table = pa.table({**{f"x{k}": X[:, k] for k in range(X.shape[1])}, "label": y})
    for call in (noregret.compare, noregret.tune, noregret.regret):
        for data in ((X, y), (table,)):
            with pytest.raises(Enough):
                call(*data)


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    X, y = draw(rows=200)
    assert len(noregret.compare(X, y, ["ogd", "pa"]).plot().lines) == 2
    assert noregret.regret(X, y, "per-coord", radius=1.0).plot().lines
    assert "numpy" in sys.modules
