"""Distances that are learned."""

import pickle
import warnings

import noregret
import numpy as np
import pytest
import scipy.sparse as sp
from noregret.sklearn import MetricLearner
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

LEFT_OUT = {"check_array_api_input"}


@pytest.mark.parametrize("estimator", [MetricLearner(), MetricLearner("frobenius", eta=1.0)], ids=repr)
def test_check_estimator(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(estimator, on_skip=None)
    assert {r["check_name"] for r in results if r["status"] == "skipped"} <= LEFT_OUT


def test_distances_agree_with_each_other():
    X, y = load_iris(return_X_y=True)
    metric = MetricLearner().fit(X, y)
    W, L = metric.get_mahalanobis_matrix(), metric.components_
    assert np.allclose(L.T @ L, W) and np.allclose(metric.transform(X), X @ L.T)
    pairs = np.stack([X[:50], X[50:100]], axis=1)
    z = pairs[:, 0] - pairs[:, 1]
    assert np.allclose(metric.pair_distance(pairs), np.sqrt(np.einsum("ni,ij,nj->n", z, W, z)))
    assert np.allclose(metric.pair_distance(pairs), np.linalg.norm(z @ L.T, axis=1))
    assert np.array_equal(metric.pair_score(pairs), -metric.pair_distance(pairs))


def noisy(seed=0, rows=400):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, rows)
    X = rng.normal(size=(rows, 6)) * [1, 8, 8, 8, 8, 8]
    X[:, 0] += 4 * y
    return X, y


@pytest.mark.parametrize("geometry", ["logdet", "frobenius", "von-neumann"])
def test_what_matters_counts(geometry):
    X, y = noisy()
    W = MetricLearner(geometry).fit(X, y).get_mahalanobis_matrix()
    assert np.argmax(np.diag(W)) == 0 and np.all(np.linalg.eigvalsh(W) > -1e-9)


def test_pairs_and_triplets():
    X, y = noisy()
    rng = np.random.default_rng(1)
    i, j = rng.integers(0, 400, (2, 2000))
    pairs, alike = np.stack([X[i], X[j]], axis=1), np.where(y[i] == y[j], 1, -1)
    by_pairs = MetricLearner()
    for some in np.array_split(np.arange(2000), 4):
        by_pairs.partial_fit(pairs[some], alike[some])
    assert np.argmax(np.diag(by_pairs.get_mahalanobis_matrix())) == 0
    mixed = (y[i] == y[j]).nonzero()[0]
    far = np.array([rng.choice((y != y[a]).nonzero()[0]) for a in i[mixed]])
    triplets = np.stack([X[i[mixed]], X[j[mixed]], X[far]], axis=1)
    by_triplets = MetricLearner(eta=1.0).fit(triplets)
    assert np.argmax(np.diag(by_triplets.get_mahalanobis_matrix())) == 0


def test_nearest_neighbours_clones_and_pickles():
    X, y = noisy()
    pipeline = make_pipeline(MetricLearner(), KNeighborsClassifier(3))
    search = GridSearchCV(pipeline, {"metriclearner__eta": [1.0, 300.0]}, cv=3).fit(X, y)
    plain = GridSearchCV(KNeighborsClassifier(3), {}, cv=3).fit(X, y)
    assert search.best_score_ > plain.best_score_ + 0.1
    metric = MetricLearner(eta=2.0).fit(X, y)
    again = pickle.loads(pickle.dumps(metric))
    assert np.array_equal(again.transform(X), metric.transform(X))
    assert np.array_equal(again.partial_fit(X, y).transform(X), metric.partial_fit(X, y).transform(X))
    assert clone(metric).get_params() == metric.get_params()
    frame = metric.set_output(transform="pandas").transform(X)
    assert list(frame.columns)[:2] == ["metriclearner0", "metriclearner1"]


def test_refused_and_unharmed():
    X, y = load_iris(return_X_y=True)
    metric = MetricLearner().fit(X, y)
    before = metric._metric.to_bytes()
    pairs = np.stack([X[:50], X[50:100]], axis=1)
    bad = pairs.copy()
    bad[3, 1, 2] = np.nan
    huge = pairs.copy()
    huge[5] *= 1e200
    for X_bad, y_bad in [(bad, np.ones(50)), (huge, np.ones(50)), (pairs, np.zeros(50)), (pairs, np.ones(49)), (pairs, None),
                         (pairs[:, :, :2], np.ones(50)), (X, None), (X[:, :2], y)]:  # fmt: skip
        with pytest.raises(ValueError):
            metric.partial_fit(X_bad, y_bad)
        assert metric._metric.to_bytes() == before
    with pytest.raises(noregret.SpecError):
        MetricLearner("cosine").fit(X, y)
    with pytest.raises(noregret.SpecError):
        MetricLearner(eta=-1.0).fit(X, y)


def test_players_and_sketches():
    rng = np.random.default_rng(0)
    player = noregret.Player("per-coord", 3, radius=1.0)
    goal = np.array([0.5, -0.5, 0.2])
    points = []
    for _ in range(400):
        points.append(player.point)
        player.learn(np.sign(player.point - goal))
    regret = np.abs(np.array(points) - goal).sum()
    assert regret <= player.bound and np.abs(points[-1] - goal).max() < 0.2
    for wrong in ([1.0], [np.nan, 0, 0], [np.inf, 0, 0]):
        with pytest.raises(ValueError):
            player.learn(wrong)
    for name in ("pa", "nope"):
        with pytest.raises(noregret.SpecError):
            noregret.Player(name, 1)
    rows = rng.normal(size=(300, 20)) @ np.diag(0.7 ** np.arange(20))
    sketch = noregret.FrequentDirections(8)
    sketch.append(rows[:100]), sketch.append(rows[100:])
    lost = rows.T @ rows - sketch.sketch.T @ sketch.sketch
    values = np.linalg.eigvalsh(lost)
    assert values.min() > -1e-8 and values.max() <= sketch.error_bound * (1 + 1e-9)
    before = sketch.sketch
    with pytest.raises(ValueError):
        sketch.append(np.vstack([rows[:2], np.full(20, np.nan)]))
    assert np.array_equal(sketch.sketch, before) and sketch.rows == 300


def test_players_and_sketches_refuse_what_they_cannot_take():
    sketch, wide = noregret.FrequentDirections(4), noregret.FrequentDirections(4)
    sketch.append(np.eye(3)), wide.append(np.ones((2, 5)))
    before = sketch.sketch
    holey = np.ma.masked_array(np.ones((2, 3)), mask=[[0, 0, 0], [0, 1, 0]])
    for wrong, told in [(np.ones(2), "2 columns, and those of the sketch 3"), (np.ones((1, 4)), "4 columns"), (np.ones(3) * 1j, "complex128"), (["a", "b", "c"], "no numbers"),
                        ([[1.0, 2.0, 3.0], [1.0]], "row 1"), (holey, "row 1, column 1: the value is masked"), (None, "object"), (sp.csr_matrix(np.eye(3)), "object")]:  # fmt: skip
        with pytest.raises(noregret.DataError, match=told):
            sketch.append(wrong)
    for wrong in (wide, 5):
        with pytest.raises(noregret.DataError):
            sketch.merge(wrong)
    assert np.array_equal(sketch.sketch, before) and sketch.rows == 3
    empty = noregret.FrequentDirections(4)
    empty.merge(sketch)
    with pytest.raises(noregret.DataError):
        empty.append(np.ones(2))
    for tau in (0, 1, -1, 2.5, "four"):
        with pytest.raises(noregret.SpecError, match="tau is"):
            noregret.FrequentDirections(tau)
    player = noregret.Player("ogd", 3)
    for wrong in (["a"] * 3, [1j] * 3, [10**400] * 3, None, [1.0, [2.0], 3.0]):
        with pytest.raises(noregret.DataError):
            player.learn(wrong)
    for coordinates in (-1, 1.5, "three", 10**12):
        with pytest.raises(noregret.SpecError, match="coordinates is"):
            noregret.Player("ogd", coordinates)
