"""The models are River's own kind."""

import copy
import pickle

import noregret
import numpy as np
import pandas as pd
import pytest
from noregret.river import LinearClassifier, LinearRegressor
from river import checks, datasets, evaluate, metrics, preprocessing


@pytest.mark.parametrize(
    "model",
    [LinearClassifier(), LinearClassifier(classes="two"), LinearClassifier("arow"), LinearClassifier("ada-diag", eta=0.3),
     LinearRegressor(), LinearRegressor("ada-diag", "absolute")],
    ids=repr,
)  # fmt: skip
def test_check_estimator(model):
    checks.check_estimator(model)


@pytest.mark.parametrize("algorithm", ["ada-diag", "auto"])
def test_progressive_validation_is_the_commands(algorithm, tmp_path, command):
    stream = list(datasets.Phishing())
    path = tmp_path / "phishing.vw"
    with open(path, "w") as file:
        for x, y in stream:
            file.write(f"{1 if y else -1} | " + " ".join(f"{k}:{float(v)!r}" for k, v in x.items()) + "\n")
    predicted = command("train", path, "-a", algorithm, "--loss", "logistic", "-p", "/dev/stdout", "--output", "probabilities")
    by_command = np.array([float(line.split()[0]) for line in predicted.splitlines()])
    model, ours = LinearClassifier(algorithm, classes="two"), []
    for x, y in stream:
        ours.append(model.predict_proba_one(x).get(True, 0.5))
        model.learn_one(x, y)
    assert np.array_equal(ours, by_command)
    truth = np.array([y for _, y in stream])
    mean = -np.mean(np.log(np.where(truth, by_command, 1 - by_command)))
    model = LinearClassifier(algorithm, classes="two")
    metric = evaluate.progressive_val_score(datasets.Phishing(), model, metrics.LogLoss())
    assert np.isclose(metric.get(), mean, rtol=1e-9)


def test_who_goes_on_learning_is_asked_by_the_last_weights():
    rng = np.random.default_rng(1)
    model = LinearClassifier(classes="two")
    for t in range(2100):
        x = dict(zip("abc", rng.uniform(-1, 1, 3)))
        model.learn_one(x, bool((1 if t // 300 % 2 == 0 else -1) * x["a"] + 0.5 * x["b"] > 0))
    x = {"a": 0.5, "b": 0.1, "c": -0.2}
    here = model.predict_proba_one(x)[True]
    served = model.model.predict_proba_one(x)
    assert abs(here - served[True]) > 1e-3
    assert pickle.loads(pickle.dumps(model)).predict_proba_one(x)[True] == here


def test_with_transformers_and_texts():
    model = preprocessing.StandardScaler() | LinearRegressor()
    metric = evaluate.progressive_val_score(datasets.TrumpApproval(), model, metrics.MAE())
    assert metric.get() < 5
    classes = LinearClassifier()
    for k in range(300):
        classes.learn_one({"city": ["Oslo", "Rome", "Bern"][k % 3], "odd": bool(k % 2)}, ["n", "i", "s"][k % 3])
    assert classes.predict_one({"city": "Rome", "new": 1.0}) == "i"
    assert np.isclose(sum(classes.predict_proba_one({}).values()), 1)


def test_batches_and_pickles():
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    X = pandas.DataFrame(rng.normal(size=(200, 3)), columns=list("abc"))
    y = pandas.Series(rng.choice(["x", "y", "z"], 200))
    many, one = LinearClassifier(), LinearClassifier()
    for some in np.array_split(np.arange(200), 4):
        many.learn_many(X.iloc[some], y.iloc[some])
    for row, label in zip(X.to_dict("records"), y):
        one.learn_one(row, label)
    assert many.model.to_bytes() == one.model.to_bytes()
    again = pickle.loads(pickle.dumps(many))
    assert again.predict_many(X).equals(many.predict_many(X))
    assert list(again.predict_proba_many(X).columns) == list(dict.fromkeys(y))


def test_refused():
    model = LinearClassifier()
    model.learn_one({"a": 1.0}, True)
    before = model.model.to_bytes()
    for x, y in [({"a": float("nan")}, True), ({"a": [1]}, True), ({"a": 1.0}, "yes"), ({"a": 1.0}, 3)]:
        with pytest.raises(ValueError):
            model.learn_one(x, y)
    assert model.model.to_bytes() == before
    with pytest.raises(noregret.SpecError):
        LinearClassifier("nope").learn_one({"a": 1.0}, True)


def test_the_short_way_is_the_long_one():
    """Dicts of one set of keys, of keys made anew, and with something unusual in them give the same bits."""
    rng = np.random.default_rng(3)
    columns = [f"column{k}" for k in range(6)]
    rows = [{c: f"  v{v}" if v % 5 == 0 else f"v{v}" for c, v in zip(columns, rng.integers(0, 40, 6))} for _ in range(400)]
    for k, row in enumerate(rows):
        row["number"] = [1, 2.5, 0.0, -3][k % 4]
    y = [bool(v) for v in rng.random(400) < 0.4]
    usual, anew, long = LinearClassifier("ada-diag"), LinearClassifier("ada-diag"), LinearClassifier("ada-diag")
    for k, (row, label) in enumerate(zip(rows, y)):
        w = [1.0, 0.5][k % 2]
        usual.learn_one(row, label, w)
        anew.learn_one({("_" + name)[1:]: value for name, value in row.items()}, label, w=w)
        long.learn_one({**row, "absent": None}, np.bool_(label), w)
    assert usual.model.to_bytes() == anew.model.to_bytes() == long.model.to_bytes()
    numbers, floats = LinearRegressor("ada-diag"), LinearRegressor("ada-diag")
    for k, row in enumerate(rows):
        numbers.learn_one(row, k % 7)
        floats.learn_one(row, float(k % 7))
    assert numbers.model.to_bytes() == floats.model.to_bytes()


def test_copies_learn_apart_and_subclasses_have_their_say():
    model = LinearClassifier("ada-diag")
    for k in range(10):
        model.learn_one({"a": "x", "b": k}, k % 2 == 0)
    before = model.model.to_bytes()
    for copied in (copy.deepcopy(model), pickle.loads(pickle.dumps(model)), model.clone(include_attributes=True)):
        assert copied.model.to_bytes() == before
        for k in range(3):
            copied.learn_one({"a": "x", "b": k}, True)
        assert copied.model.to_bytes() != before and copied.model.counts["examples"] == 13
    assert model.model.to_bytes() == before
    assert model.clone().model is None

    class Louder(LinearClassifier):
        heard = 0

        def learn_one(self, x, y, w=1.0):
            self.heard += 1
            super().learn_one(x, y, 2 * w)

    louder = Louder("ada-diag")
    for k in range(5):
        louder.learn_one({"a": 1.0}, True)
    assert louder.heard == 5 and louder.model.counts["weight"] == 10.0


def test_what_is_refused_leaves_no_trace():
    model = LinearClassifier("ada-diag")
    for k in range(10):
        model.learn_one({"a": "x", "b": k}, k % 2 == 0)
    before = model.model.to_bytes()
    for x, y, w in [
        ({"a": "x", "b": float("nan")}, True, 1.0), ({"new": "y", "b": [1]}, True, 1.0), ({"new": "y"}, True, -1.0), ({"new": "y"}, "maybe", 1.0),
        ({"new": "\ud800"}, True, 1.0), ({"\ud800": 1.0}, True, 1.0), ({"new": "a\0b"}, True, 1.0), ({"new": 1e308, "newer": 1e308}, True, 1e300),
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            model.learn_one(x, y, w)
        assert model.model.to_bytes() == before
    with pytest.raises(TypeError):
        model.learn_one({"a": 1.0})


def refused(model, x, y):
    with pytest.raises(ValueError):
        model.learn_one(x, y)


def test_a_label_of_a_refused_example_is_no_class():
    model, alike = LinearClassifier(), LinearClassifier()
    bad = {"a": float("nan")}
    refused(model, bad, True)                  # the first label says what labels are, if it is learned
    for t in range(60):
        k = t % 3
        if k == 2:
            refused(model, bad, "never met")
            refused(model, {"a": 1.0}, float("nan"))
            refused(model, {"a": 1.0}, None)
            with pytest.raises(ValueError):
                model.learn_many(pd.DataFrame({"a": [1.0, np.inf]}), pd.Series(["never", "met"]))
        for one in (model, alike):
            one.learn_one({"abc"[k]: 1.0}, "xyz"[k])
    assert model.predict_proba_one({"b": 1.0}) == alike.predict_proba_one({"b": 1.0})
    assert [model.predict_one({name: 1.0}) for name in "abc"] == ["x", "y", "z"]
    assert model.model.to_bytes() == alike.model.to_bytes()


def test_what_is_no_frame_is_refused():
    for model in (LinearClassifier(), LinearRegressor()):
        with pytest.raises(noregret.DataError, match="no DataFrame"):
            model.learn_many(np.ones((2, 2)), [True, False])
        assert model.predict_one({"a": 1.0}) in (None, 0.0)
