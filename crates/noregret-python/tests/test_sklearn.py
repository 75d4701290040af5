"""The estimators are scikit-learn's own kind."""

import inspect
import pickle
import warnings

import joblib
import noregret
import numpy as np
import pytest
import scipy.sparse as sp
from noregret.river import LinearClassifier, LinearRegressor
from noregret.sklearn import OnlineClassifier, OnlineRegressor
from sklearn import config_context
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils.estimator_checks import check_estimator

ORDER = "learners go by the order of examples: one of weight 2 is one step, and not the same one twice at other times"
EXPECTED = {
    "check_sample_weight_equivalence_on_dense_data": ORDER,
    "check_sample_weight_equivalence_on_sparse_data": ORDER,
}
#: Is left out by scikit-learn itself unless SciPy was imported in a mode for array libraries.
LEFT_OUT = {"check_array_api_input"}


@pytest.mark.parametrize(
    "estimator",
    [
        OnlineClassifier(), OnlineClassifier("ada-diag"), OnlineClassifier("arow"), OnlineClassifier("pa", passes=3),
        OnlineRegressor(), OnlineRegressor("ada-diag", eta=1.0),
    ],
    ids=repr,
)  # fmt: skip
def test_check_estimator(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(estimator, expected_failed_checks=EXPECTED, on_skip=None)
    assert len(results) >= 60
    skipped = {result["check_name"] for result in results if result["status"] == "skipped"}
    assert skipped <= LEFT_OUT
    # What is expected to fail does: else it must not be listed.
    assert {r["check_name"] for r in results if r["status"] == "xfail"} <= set(EXPECTED)


def test_partial_fit_is_the_model():
    X, y = load_breast_cancer(return_X_y=True)
    estimator, model = OnlineClassifier("ada-diag"), noregret.Model("ada-diag", labels=(-1, 1))
    for some in np.array_split(np.arange(len(y)), 7):
        estimator.partial_fit(X[some], y[some], classes=[0, 1])
        model.learn(X[some], np.where(y[some] == 1, 1, -1))
    assert estimator.model_.to_bytes() == model.to_bytes()
    assert np.array_equal(estimator.decision_function(X), model.decision(X))
    assert np.allclose(X @ estimator.coef_[0] + estimator.intercept_[0], estimator.decision_function(X))


def test_three_classes_in_any_order():
    X, y = load_iris(return_X_y=True)
    names = np.array(["c", "a", "b"])[y]
    order = np.random.default_rng(0).permutation(len(y))
    estimator = OnlineClassifier("ada-diag")
    for some in 6 * np.array_split(order, 5):
        estimator.partial_fit(X[some], names[some], classes=["b", "c", "a"])
    assert list(estimator.classes_) == ["a", "b", "c"] and estimator.coef_.shape == (3, 4)
    margins = estimator.decision_function(X)
    assert np.allclose(X @ estimator.coef_.T + estimator.intercept_, margins)
    assert estimator.score(X, names) > 0.8
    assert np.array_equal(estimator.classes_[estimator.predict_proba(X).argmax(axis=1)], estimator.predict(X))


def test_classes_that_have_not_come_yet():
    estimator = OnlineClassifier().partial_fit([[1.0]], ["b"], classes=["a", "b", "c"])
    assert list(estimator.predict([[1.0]])) == ["b"]
    assert np.array_equal(estimator.predict_proba([[1.0]]), [[0, 1, 0]])
    assert np.isfinite(estimator.decision_function([[1.0]])).all()
    before = estimator.model_.to_bytes()
    for bad in (["d"], ["b", "b"], [1.0]):
        with pytest.raises(ValueError):
            estimator.partial_fit([[1.0]], bad)
    with pytest.raises(ValueError):
        estimator.partial_fit([[1.0]], ["b"], classes=["a", "b"])
    with pytest.raises(ValueError):
        estimator.partial_fit([[1.0, 2.0]], ["b"])
    assert estimator.model_.to_bytes() == before
    with pytest.raises(ValueError, match="classes"):
        OnlineClassifier().partial_fit([[1.0]], ["b"])


def test_pipelines_searches_and_calibration():
    X, y = load_breast_cancer(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), OnlineClassifier("ada-diag"))
    search = GridSearchCV(pipeline, {"onlineclassifier__eta": [0.01, 0.1, 1.0]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.93
    assert cross_val_score(pipeline, X, y, cv=3, n_jobs=2).mean() > 0.9
    calibrated = CalibratedClassifierCV(make_pipeline(StandardScaler(), OnlineClassifier("pa")), cv=3).fit(X, y)
    assert calibrated.score(X, y) > 0.9
    X, y = load_diabetes(return_X_y=True)
    regression = make_pipeline(StandardScaler(), OnlineRegressor(passes=3))
    assert cross_val_score(regression, X, y, cv=3).mean() > 0.35


def test_columns_by_name():
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    frame = pandas.DataFrame({"city": rng.choice(["Oslo", "Rome"], 300), "age": rng.integers(20, 60, 300)})
    y = (frame["city"] == "Oslo") & (frame["age"] > 40)
    columns = ColumnTransformer([("one", OneHotEncoder(), ["city"]), ("number", StandardScaler(), ["age"])])
    pipeline = make_pipeline(columns, OnlineClassifier(passes=5)).fit(frame, y)
    assert pipeline.score(frame, y) > 0.75
    alone = OnlineRegressor().fit(frame[["age"]], frame["age"])
    assert list(alone.feature_names_in_) == ["age"]
    with pytest.raises(ValueError):
        alone.predict(frame[["age"]].rename(columns={"age": "years"}))


def test_text():
    texts = ["good film", "bad film", "very good", "very bad"] * 20
    pipeline = make_pipeline(HashingVectorizer(n_features=2**18), OnlineClassifier()).fit(texts, ["+", "-"] * 40)
    assert list(pipeline.predict(["a good one", "a bad one"])) == ["+", "-"]


def test_weights_and_routing():
    X, y = load_breast_cancer(return_X_y=True)
    weight = np.where(y == 1, 1.0, 0.0)
    assert (OnlineClassifier().fit(X, y, sample_weight=weight).predict(X) == 1).all()
    with config_context(enable_metadata_routing=True):
        estimator = OnlineClassifier().set_fit_request(sample_weight=True).set_partial_fit_request(sample_weight=True)
        estimator.set_score_request(sample_weight=False)
        search = GridSearchCV(estimator, {"passes": [1, 2]}, cv=2).fit(X, y, sample_weight=weight)
        assert (search.predict(X) == 1).all()


def test_clones_pickles_and_joblib(tmp_path):
    X, y = load_iris(return_X_y=True)
    estimator = OnlineClassifier("ada-diag", eta=0.3, parameters={"delta": 0.5}).fit(X, y)
    fresh = clone(estimator)
    assert fresh.get_params() == estimator.get_params() and not hasattr(fresh, "classes_")
    assert fresh.fit(X, y).model_.to_bytes() == estimator.model_.to_bytes()
    joblib.dump(estimator, tmp_path / "e.joblib")
    for again in (pickle.loads(pickle.dumps(estimator)), joblib.load(tmp_path / "e.joblib")):
        assert np.array_equal(again.predict_proba(X), estimator.predict_proba(X))
        again.partial_fit(X, y)
    assert not hasattr(OnlineClassifier("pa"), "predict_proba")


def test_64_bit_indices():
    X, y = load_iris(return_X_y=True)
    csr = sp.csr_matrix(X)
    csr.indices, csr.indptr = csr.indices.astype(np.int64), csr.indptr.astype(np.int64)
    assert OnlineClassifier().fit(csr, y).model_.to_bytes() == OnlineClassifier().fit(X, y).model_.to_bytes()


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix, sp.csc_matrix])
def test_numbers_that_are_not_finite_are_told_with_their_place(form):
    X, y = load_iris(return_X_y=True)
    estimator = OnlineClassifier("ada-diag").partial_fit(form(X), y, classes=[0, 1, 2])
    before = estimator.model_.to_bytes()
    for bad in (np.nan, np.inf):
        wrong = X.copy()
        wrong[70, 2] = bad
        for call in (lambda: estimator.partial_fit(form(wrong), y), lambda: estimator.predict(form(wrong))):
            with pytest.raises(noregret.DataError, match="NaN|infinity") as caught:
                call()
            assert (caught.value.row, caught.value.column) == (70, "2")
        with pytest.raises(ValueError, match="NaN|infinity"):
            OnlineClassifier("ada-diag").fit(form(wrong), y)
    assert estimator.model_.to_bytes() == before


def test_all_parameters_go_by_name():
    """But those whose names hosts set for reasons of their own."""
    takes = {p["name"].replace("-", "_") for name in noregret.algorithms()["name"] for p in noregret.algorithms(name)["parameters"]}
    for estimator in (OnlineClassifier(), OnlineRegressor(), LinearClassifier(), LinearRegressor()):
        named = set(inspect.signature(type(estimator)).parameters)
        assert takes - named == {"alpha", "seed"}, type(estimator)
    X, y = load_breast_cancer(return_X_y=True)
    scaled = OnlineClassifier("ada-diag", normalize=True, average="yes").fit(X, y)
    assert scaled.model_.parameters["normalize"] == "yes" and scaled.model_.parameters["average"] == "yes"
    assert scaled.score(X, y) > 0.9 and clone(scaled).get_params() == scaled.get_params()
    model = LinearRegressor("ogd", normalize=True)
    model.learn_one({"a": 1e6}, 1.0)
    assert model.model.parameters["normalize"] == "yes" and model.clone().normalize is True
