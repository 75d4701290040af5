"""The model as its users have it."""

import copy
import os
import pickle
import signal
import threading
import time

import noregret
import numpy as np
import pytest
import scipy.sparse as sp
from conftest import draw


def test_pickles_and_copies_go_on_the_same():
    X, y = draw()
    for algorithm in ("auto", "ada-diag", "ada-fd", "flh"):
        model = noregret.Model(algorithm, "logistic")
        model.learn(X[:100], y[:100])
        others = [pickle.loads(pickle.dumps(model)), copy.deepcopy(model), copy.copy(model), model.copy(),
                  noregret.Model.from_bytes(model.to_bytes())]  # fmt: skip
        wanted = model.learn(X[100:], y[100:])
        for other in others:
            assert np.array_equal(other.learn(X[100:], y[100:]), wanted)
            assert other.to_bytes() == model.to_bytes()


def test_prediction_changes_nothing():
    X, y = draw()
    model = noregret.Model()
    model.learn(X, y)
    before = model.to_bytes()
    model.decision(X), model.predict(X), model.predict_proba(X), model.evaluate(X, y), model.weights(), repr(model)
    assert model.to_bytes() == before
    assert np.array_equal(model.decision(X), model.decision(sp.csr_matrix(X)))
    assert np.array_equal(model.decision(X), np.concatenate([model.decision(X[k : k + 1]) for k in range(len(X))]))


def test_labels_come_back_as_they_were():
    X, _ = draw(rows=100)
    for labels, wanted in [((0, 1), "int"), ((-1, 1), "int"), ((1, 2), "int"), ((False, True), "int"), (("a", "b"), "str"),
                           ((2.5, 7.5), "float")]:  # fmt: skip
        y = np.array(labels)[(X[:, 0] > X[:, 1]).astype(int)]
        model = noregret.Model()
        model.learn(X, y)
        predicted = model.predict(X)
        assert np.mean(predicted == y) > 0.7, labels
        assert list(model.classes_) == sorted(set(y)), labels
        assert predicted.dtype.kind == wanted[0].replace("s", "U"), labels


def test_parameters_make_the_same_model_again():
    X, y = draw(rows=60)
    for given in ({"box": (-1.0, 1.0)}, {"box": [-1, 1]}, {"box": np.array([-1.0, 1.0])}, {"normalize": "no"}, {"normalize": True}, {"eta": np.float32(0.5)},
                  {"box": (-1, 1), "groups": {"a": {"l1": 0.5, "box": (0, 2)}}}):  # fmt: skip
        model = noregret.Model("ogd", **given)
        for again in (noregret.Model("ogd", **model.parameters), eval(repr(model), {"Model": noregret.Model})):
            assert again.parameters == model.parameters, given
        if "groups" not in given:
            best = noregret.compare(X, y, [model]).best
            assert noregret.Model(**best).parameters == model.parameters, given
    assert "normalize='no'" in repr(noregret.Model("ogd", normalize=False)), "which tables would take for yes"
    for wrong in (5, [5], {"a": 5}):
        with pytest.raises(noregret.SpecError, match="groups are a dict"):
            noregret.Model("ogd", groups=wrong)
    with pytest.raises(noregret.SpecError, match="no eta of its own"):
        noregret.Model("ogd", groups={"a": {"eta": 0.5}})


def test_numbers_and_counts():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 3))
    real = noregret.Model()
    real.learn(X, X @ [1.0, 2.0, 3.0] + 0.5)
    assert real.loss == "squared" and np.allclose(real.predict(X[:5]), X[:5] @ [1, 2, 3] + 0.5, atol=0.3)
    counted = noregret.Model("ada-diag", "poisson")
    counted.learn(X, rng.poisson(np.exp(X[:, 0])))
    assert (counted.predict(X) > 0).all()


def test_evaluate_is_the_mean_loss():
    X, y = draw()
    model = noregret.Model("ada-diag")
    weight = np.linspace(0, 2, len(y))
    model.learn(X, y, weight)
    margins = model.decision(X)
    losses = np.log1p(np.exp(-y * margins))
    told = model.evaluate(X, y, weight)
    assert np.isclose(told["loss"], np.average(losses, weights=weight))
    assert np.isclose(told["mistakes"], np.average(y * margins <= 0, weights=weight))
    progressive = noregret.Model("ada-diag")
    margins = progressive.learn(X, y)
    assert np.isclose(progressive.progressive_loss, np.mean(np.log1p(np.exp(-y * margins))))


def test_weights_are_what_predicts():
    X, y = draw(columns=6)
    model = noregret.Model("ada-diag")
    model.learn(X, y)
    table = model.weights()
    by_name = dict(zip(table["feature"], table["weight"]))
    w = np.array([by_name[str(k)] for k in range(6)])
    assert np.allclose(X @ w + by_name["the bias"], model.decision(X))
    assert [abs(v) for v in table["weight"]] == sorted(map(abs, table["weight"]), reverse=True)
    assert len(model.weights(top=2)) == 2 and len(table.to_pandas()) == 7


def test_bound_and_lanes():
    X, y = draw()
    boxed = noregret.Model("per-coord", "hinge", radius=1.0)
    boxed.learn(X, y)
    assert boxed.bound > 0
    auto = noregret.Model()
    auto.learn(X, y)
    assert auto.bound is None and np.isclose(sum(auto.lanes["posterior"]), 1)


def test_options_reach_the_engine():
    X, y = draw()
    free = noregret.Model("per-coord", "hinge", box=(-0.1, 0.2), bias=False)
    free.learn(X, y)
    weights = free.weights()
    assert "the bias" not in weights["feature"] and -0.1 <= min(weights["weight"]) <= max(weights["weight"]) <= 0.2
    kept = noregret.Model("ada-diag", ignore=["2", "3-5"])
    kept.learn(X, y)
    assert not {"2", "3", "4", "5"} & set(kept.weights()["feature"])
    grouped = noregret.Model("per-coord", "hinge", radius=5.0, groups={"0-3": {"radius": 0.01}})
    grouped.learn(X, y)
    by_name = dict(zip(grouped.weights()["feature"], grouped.weights()["weight"]))
    assert abs(by_name["2"]) <= 0.01 < abs(by_name["7"])
    crossed = noregret.Model("ada-diag", interactions="user*ad")
    crossed.learn([{"user": {"a": 1}, "ad": {"b": 1}}], [1])
    assert any("user" in name and "ad" in name for name in crossed.weights()["feature"])


def test_ctrl_c_leaves_a_whole_model():
    # A full matrix of this size keeps it busy for twenty seconds.
    rows = 100_000
    X = np.random.default_rng(3).normal(size=(rows, 60))
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    model = noregret.Model("ada-full", "logistic")
    # A program in the background of a shell is born deaf to Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            model.learn(X, y)
    finally:
        signal.signal(signal.SIGINT, before)
    learned = model.counts["examples"]
    assert 0 < learned < rows
    twin = noregret.Model("ada-full", "logistic")
    twin.learn(X[:learned], y[:learned])
    assert twin.to_bytes() == model.to_bytes()


def test_threads_share_a_model():
    X, y = draw(rows=3000)
    model = noregret.Model("ada-diag")
    failed = []

    def work(job):
        try:
            job()
        except Exception as error:
            failed.append(error)

    jobs = [lambda: model.learn(X, y), lambda: [model.decision(X) for _ in range(5)],
            lambda: [model.learn(X[:10], y[:10]) for _ in range(20)], lambda: [model.weights() for _ in range(5)]]  # fmt: skip
    threads = [threading.Thread(target=work, args=(job,)) for job in jobs]
    [thread.start() for thread in threads], [thread.join() for thread in threads]
    assert not failed and model.counts["examples"] == 3200


def test_others_run_while_it_learns():
    X, y = draw(rows=200_000, columns=30)
    model = noregret.Model()
    ticks = []
    thread = threading.Thread(target=lambda: model.learn(X, y))
    thread.start()
    while thread.is_alive():
        ticks.append(1)
        time.sleep(0.001)
    thread.join()
    assert len(ticks) > 10


def test_labels_wait_until_they_are_clear():
    model = noregret.Model()
    given = [model.learn_one({"a": float(k % 2)}, k % 2) for k in range(99)]
    assert given == [None] * 99 and model.counts["examples"] == 0
    model.finish()
    assert model.counts["examples"] == 99 and model.decision_one({"a": 1.0}) > 0


def test_progress(capsys):
    X, y = draw(rows=5000)
    noregret.Model().learn(X, y, progress=True)
    assert "5" in capsys.readouterr().err


def test_nothing_to_learn_from():
    model = noregret.Model("ada-diag")
    assert model.learn(np.zeros((0, 3)), []).shape == (0,)
    assert model.learn([], []).shape == (0,)
    assert model.decision(np.zeros((0, 3))).shape == (0,)
    assert model.learn(np.zeros((2, 0)), [1, -1]).shape == (2,)
    assert model.learn(sp.csr_matrix((2, 4)), [1, -1]).shape == (2,)


def test_serving_models():
    X, y = draw()
    model = noregret.Model("ada-diag")
    model.learn(X, y)
    served = model.freeze()
    assert np.array_equal(served.decision(X), model.decision(X)) and len(served.to_bytes()) < len(model.to_bytes())
    assert np.allclose(model.freeze(compact=True).decision(X), model.decision(X), atol=1e-5)
    with pytest.raises(noregret.NoregretError):
        served.learn(X, y)


def test_a_notebook_shows_a_summary_and_a_curve():
    X, y = draw()
    model = noregret.Model()
    assert "polyline" not in model._repr_html_()
    model.learn(X[:150], y[:150])
    model.learn(X[150:], y[150:])
    shown = model._repr_html_()
    assert "polyline" in shown and "300" in shown and "mistakes" in shown and "lanes" in shown
    assert "&lt;" in noregret.Table({"<b>": ["<i>"]})._repr_html_()


def test_merged_models_are_the_commands(tmp_path, command):
    X, y = draw()
    parts = []
    for k, some in enumerate(np.array_split(np.arange(len(y)), 3)):
        parts.append(noregret.Model("auto", "logistic"))
        parts[k].learn(X[some], y[some])
        parts[k].save(tmp_path / f"{k}.nr")
    command("merge", tmp_path / "0.nr", tmp_path / "1.nr", tmp_path / "2.nr", "-o", tmp_path / "m.nr")
    whole = parts[0].merge(*parts[1:])
    assert whole.to_bytes() == (tmp_path / "m.nr").read_bytes()
    assert whole.counts["examples"] == len(y)
    goes_on = [whole.copy(), whole.copy()]
    for model, some in zip(goes_on, (slice(0, 100), slice(100, 300))):
        model.learn(X[some], y[some])
        model.save(tmp_path / f"{some.start}.part.nr")
    command("merge", "--start", tmp_path / "m.nr", tmp_path / "0.part.nr", tmp_path / "100.part.nr", "-o", tmp_path / "n.nr")
    assert goes_on[0].merge(goes_on[1], start=whole).to_bytes() == (tmp_path / "n.nr").read_bytes()
    for other in (noregret.Model("ada-diag"), parts[1].freeze()):
        with pytest.raises(noregret.NoregretError):
            parts[0].merge(other)


def test_a_signal_s_handler_that_calls_the_model_at_work_is_told_so():
    X, y = draw(rows=4000, columns=30)
    X, y = np.tile(X, (50, 1)), np.tile(y, 50)
    model, told = noregret.Model("ada-fd", "logistic", tau=20), []

    def handler(number, frame):
        with pytest.raises(noregret.NoregretError, match="at work"):
            model.decision(X[:1])
        with pytest.raises(noregret.NoregretError, match="at work"):
            model.learn_one({"a": 1}, 1)
        told.append(number)

    before = signal.signal(signal.SIGUSR1, handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGUSR1))
    timer.start()
    try:
        while not told:
            model.learn(X, y)
    finally:
        timer.cancel()
        signal.signal(signal.SIGUSR1, before)
    assert told == [signal.SIGUSR1] and model.counts["examples"] % len(y) == 0
    assert model.decision(X[:1]).shape == (1,), "afterwards it answers again"
