"""What is wrong with data is said, with its place; and the model is as it was."""

import pickle
import re
from types import MappingProxyType

import noregret
import numpy as np
import pytest
import scipy.sparse as sp
from conftest import draw

X, Y = draw(rows=40, columns=5)
ROW = [[1.0] * 5]


def with_entry(value, row=3, column=2):
    bad = X.copy()
    bad[row, column] = value
    return bad


def sparse_with(value):
    bad = sp.csr_matrix(np.where(X == 0, 1.0, X))
    bad.data[17] = value
    return bad


def broken(**parts):
    csr = sp.csr_matrix(X)
    for name, array in parts.items():
        setattr(csr, name, array)
    return csr


class NoArray:
    """Says it is an array, and is not."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("the cat sat on the memory")


def raising():
    yield {"a": 1.0}
    raise RuntimeError("the source is gone")


CASES = {
    "NaN": (lambda: (with_entry(np.nan), Y), (3, "2")),
    "infinity": (lambda: (with_entry(np.inf), Y), (3, "2")),
    "minus infinity, F order": (lambda: (np.asfortranarray(with_entry(-np.inf)), Y), (3, "2")),
    "NaN in float32": (lambda: (with_entry(np.nan).astype(np.float32), Y), (3, "2")),
    "NaN in CSR": (lambda: (sparse_with(np.nan), Y), (3, "2")),
    "infinity in CSC": (lambda: (sparse_with(np.inf).tocsc(), Y), (3, "2")),
    "NaN among labels": (lambda: (X, np.where(np.arange(40) == 7, np.nan, Y)), (7, "y")),
    "infinity among labels": (lambda: (X, np.where(np.arange(40) == 7, np.inf, Y)), (7, "y")),
    "NaN among weights": (lambda: (X, Y, np.where(np.arange(40) == 5, np.nan, 1.0)), (5, "weight")),
    "a negative weight": (lambda: (X, Y, np.where(np.arange(40) == 5, -1.0, 1.0)), (5, "weight")),
    "complex": (lambda: (X.astype(complex), Y), None),
    "complex, sparse": (lambda: (sp.csr_matrix(X.astype(complex)), Y), None),
    "complex labels": (lambda: (X, Y.astype(complex)), None),
    "objects": (lambda: (X.astype(object), Y), None),
    "texts": (lambda: (X.astype(str), Y), None),
    "dates": (lambda: (X.astype("datetime64[s]"), Y), None),
    "objects among labels": (lambda: (X, [object()] + list(Y[1:])), (0, "y")),
    "None among labels": (lambda: (X, [None] + list(Y[1:])), (0, "y")),
    "labels of two kinds": (lambda: (X, ["a"] + list(Y[1:])), None),
    "no labels": (lambda: (X,), None),
    "too few labels": (lambda: (X, Y[:-1]), None),
    "too many labels": (lambda: (X, np.r_[Y, 1.0]), None),
    "too few weights": (lambda: (X, Y, np.ones(39)), None),
    "labels in two columns": (lambda: (X, np.c_[Y, Y]), None),
    "one dimension": (lambda: (X[0], Y), None),
    "three dimensions": (lambda: (X[None], Y), None),
    "one dict": (lambda: ({"a": 1}, 1), None),
    "a number": (lambda: (3.0, 1), None),
    "a text": (lambda: ("abc", [1, -1, 1]), None),
    "a masked value": (lambda: (np.ma.masked_array(X, mask=with_entry(7.0) == 7.0), Y), (3, "2")),
    "a masked label": (lambda: (X, np.ma.masked_array(Y, mask=np.arange(40) == 5)), (5, "y")),
    "a masked weight": (lambda: (X, Y, np.ma.masked_array(np.ones(40), mask=np.arange(40) == 5)), (5, "weight")),
    "rows of two lengths": (lambda: ([[1.0] * 5, [1.0] * 4], [1, -1]), (1, None)),
    "rows that are no lists": (lambda: ([[1.0] * 5, 1.0], [1, -1]), (1, None)),
    "labels in lists": (lambda: (X, [[1], [1, 2]] * 20), (1, "y")),
    "a label beyond doubles": (lambda: (X, [1] * 7 + [10**400] * 33), (7, "y")),
    "a label that is missing among texts": (lambda: (X, np.array(["a"] * 6 + [np.nan] * 34, dtype=object)), (6, "y")),
    "a set of labels": (lambda: (X, {1, -1}), None),
    "no array": (lambda: (NoArray(), Y), None),
    "no row pointers": (lambda: (broken(indptr=np.array([], dtype=np.int32)), Y), None),
    "another number of columns": (lambda: (X[:, :4], Y), None),
    "an unseen label": (lambda: (X, np.where(np.arange(40) == 9, 3.0, Y)), (9, "y")),
    "a row pointer beyond the end": (lambda: (broken(indptr=np.r_[np.zeros(40, int), 10**6]), Y), (39, None)),
    "a column beyond the width": (lambda: (broken(indices=np.full(sp.csr_matrix(X).nnz, 9)), Y), (0, None)),
    "a negative column": (lambda: (broken(indices=np.full(sp.csr_matrix(X).nnz, -1)), Y), (0, None)),
}  # fmt: skip


def learned():
    model = noregret.Model("ada-diag", "logistic")
    model.learn(X, Y)
    return model


@pytest.mark.parametrize("case", CASES)
def test_refused_and_unharmed(case):
    make, place = CASES[case]
    model = learned()
    before = model.to_bytes()
    arguments = make()
    with pytest.raises(ValueError) as caught:
        model.learn(*arguments)
    assert isinstance(caught.value, noregret.NoregretError), caught.value
    if place is not None:
        assert (caught.value.row, caught.value.column) == place, caught.value
        assert f"row {place[0]}" in str(caught.value)
    assert model.to_bytes() == before
    model.learn(X, Y)


NAMED = {
    "NaN": ([{"a": 1.0}, {"b": float("nan")}], (1, "b")),
    "infinity": ([{"a": 1.0}, {"b": float("inf")}], (1, "b")),
    "a list": ([{"a": 1.0}, {"b": [1]}], (1, "b")),
    "complex": ([{"a": 1.0}, {"b": 1j}], (1, "b")),
    "a number beyond doubles": ([{"a": 1.0}, {"b": 10**400}], (1, "b")),
    "a name that is no Unicode": ([{"a": 1.0}, {"\ud800": 1.0}], (1, None)),
    "a text that is no Unicode": ([{"a": 1.0}, {"b": "\ud800"}], (1, None)),
    "no dict": ([{"a": 1.0}, 5], (1, None)),
}


@pytest.mark.parametrize("case", NAMED)
def test_dicts(case):
    rows, place = NAMED[case]
    model = noregret.Model("ada-diag")
    model.learn([{"a": 1.0, "city": "Oslo"}, {"b": 2.0}], [1, -1])
    before = model.to_bytes()
    with pytest.raises(noregret.DataError) as caught:
        model.learn(rows, [1, -1])
    assert (caught.value.row, caught.value.column) == place
    if isinstance(rows[1], dict):
        with pytest.raises(noregret.DataError):
            model.learn_one(rows[1], 1)
        with pytest.raises(noregret.DataError):
            model.decision_one(rows[1])
    for label in (float("nan"), None, [1], 7.0):
        with pytest.raises(ValueError):
            model.learn_one({"a": 1.0, "new": 1.0}, label)
    with pytest.raises(ValueError):
        model.learn_one({"a": 1.0}, 1, weight=-1.0)
    assert model.to_bytes() == before


def test_an_iterator_that_raises():
    model = noregret.Model("ada-diag")
    model.learn([{"a": 1.0}], [1])
    before = model.to_bytes()
    for skip in (0, 1):
        source = raising()
        for _ in range(skip):
            next(source)
        for arguments in ((source, [1, -1]), ([{"a": 1.0}] * 2, raising_labels())):
            with pytest.raises(noregret.DataError, match=f"row {1 - skip}: the data broke off with RuntimeError: the source is gone|row 1: .*labels") as caught:
                model.learn(*arguments)
            assert isinstance(caught.value.__cause__, RuntimeError)
            assert model.to_bytes() == before


def raising_labels():
    yield 1
    raise RuntimeError("the labels are gone")


def test_what_is_no_example_is_said_to_be_none():
    model = noregret.Model("ada-diag")
    for wrong in ([1], "ab", None, 5):
        for call in (lambda: model.learn_one(wrong, 1), lambda: model.decision_one(wrong), lambda: model.predict_one(wrong)):
            with pytest.raises(noregret.DataError, match="an example is a dict"):
                call()


def test_labels_and_rows_of_other_kinds():
    plain, model = noregret.Model("ada-diag"), noregret.Model("ada-diag")
    wanted = plain.learn(X, Y)
    assert np.array_equal(model.learn(X, np.array([np.int64(y) for y in Y], dtype=object)), wanted)
    assert np.array_equal(noregret.Model("ada-diag").learn(np.ma.masked_array(X), (y for y in Y)), wanted)
    rows = [{"a": 1.0, "b": 2.0}, {"a": -1.0}]
    wanted = noregret.Model("ada-diag").learn(rows, [1, -1])
    for form in ([MappingProxyType(row) for row in rows], np.array(rows), iter(rows), tuple(rows)):
        assert np.array_equal(noregret.Model("ada-diag").learn(form, [1, -1]), wanted)
    for kind in (bytearray, memoryview):
        assert noregret.Model.from_bytes(kind(model.to_bytes())).to_bytes() == model.to_bytes()
    for wrong in (5, None, "text"):
        with pytest.raises(noregret.FileError):
            noregret.Model.from_bytes(wrong)


def test_a_refused_step_is_undone_for_all_rows():
    model = noregret.Model("ogd", "squared", eta=1e3, rate="constant")
    rng = np.random.default_rng(0)
    wild, y = 1e3 * rng.normal(size=(2000, 3)), rng.normal(size=2000)
    model.learn(wild[:2], y[:2])
    before = model.to_bytes()
    with pytest.raises(noregret.DataError) as caught:
        model.learn(wild, y)
    assert caught.value.row is not None and caught.value.row > 0
    assert model.to_bytes() == before


def test_numbers_too_large_for_the_learner():
    model = noregret.Model()
    model.learn(X, Y)
    before = model.to_bytes()
    for bad in (with_entry(1e300), sparse_with(1e300)):
        with pytest.raises(noregret.DataError) as caught:
            model.learn(bad, Y)
        assert caught.value.row == 3 and "2" in str(caught.value)
        with pytest.raises(noregret.DataError):
            model.decision(bad)
    assert model.to_bytes() == before


def test_prediction_refuses_the_same():
    model = learned()
    for bad in (with_entry(np.nan), X[:, :3], X.astype(object), X.astype(complex), sparse_with(np.inf)):
        for ask in (model.decision, model.predict, model.predict_proba):
            with pytest.raises(noregret.DataError):
                ask(bad)
    with pytest.raises(noregret.NoregretError, match="logistic"):
        noregret.Model("pa").predict_proba(X)


def test_labels_that_turn_out_otherwise():
    model = noregret.Model()
    model.learn(X, np.where(Y > 0, 1, 0))
    before = model.to_bytes()
    with pytest.raises(ValueError):
        model.learn(X, Y * 3.7 + np.arange(40))
    assert model.to_bytes() == before


def test_specs():
    for wrong in ({"algorithm": "nope"}, {"eta": 1.0}, {"loss": "nope"}, {"algorithm": "ogd", "eta": -1.0},
                  {"algorithm": "ogd", "eta": "much"}, {"algorithm": "pa", "loss": "logistic"}, {"labels": (1, 1), "loss": "logistic"},
                  {"algorithm": "ogd", "loss": "squared", "labels": (0, 1)}):  # fmt: skip
        with pytest.raises(noregret.NoregretError):
            noregret.Model(**wrong)


def test_options_of_another_kind():
    for name, wrong in [("algorithm", 5), ("algorithm", None), ("loss", 5), ("bits", "many"), ("bits", -1), ("bits", 99), ("bits", 2.5), ("bias", "yes"), ("names", 5), ("classes", 5),
                        ("label", 5), ("weight", 5), ("tag", 5), ("labels", 5), ("labels", (1, 2, 3)), ("labels", "ab"), ("columns", 5)]:  # fmt: skip
        with pytest.raises(noregret.SpecError, match=f"{name} is {re.escape(repr(wrong))}"):
            noregret.Model(**{name: wrong})
    model = learned()
    for top in (-1, 2.5, "two"):
        with pytest.raises(noregret.SpecError, match="top is"):
            model.weights(top)
    for call in (lambda: model.merge(5), lambda: model.merge(start=5)):
        with pytest.raises(noregret.DataError, match="int is no Model"):
            call()
    for call in (noregret.stream, lambda: noregret.stream(5), lambda: noregret.stream(["a.csv"]), lambda: noregret.stream("a.csv", most=-1), lambda: noregret.stream("a.csv", threads="two")):
        with pytest.raises(noregret.SpecError):
            call()
    assert noregret.stream(b"a.csv").paths == ("a.csv",)


def test_files(tmp_path):
    path = tmp_path / "bad.svm"
    path.write_text("1 1:0.5\n-1 2:oops\n")
    model = learned()
    before = model.to_bytes()
    with pytest.raises(noregret.DataError) as caught:
        model.learn(noregret.stream(path))
    assert caught.value.row == 2 and "bad.svm:2" in str(caught.value)
    with pytest.raises(noregret.FileError):
        model.learn(noregret.stream(tmp_path / "nowhere.svm"))
    with pytest.raises(noregret.DataError):
        model.learn(noregret.stream(path), [1, -1])
    assert model.to_bytes() == before
    for broken_bytes in (b"", b"NOREGRET", before[:-9], before[:40] + b"\0" + before[41:]):
        with pytest.raises(noregret.FileError):
            noregret.Model.from_bytes(broken_bytes)
    with pytest.raises(OSError, match="nowhere.nr: No such file") as caught:
        noregret.Model.load(tmp_path / "nowhere.nr")
    again = pickle.loads(pickle.dumps(caught.value))
    for error in (caught.value, again):
        assert isinstance(error, noregret.FileError) and isinstance(error, noregret.NoregretError) and isinstance(error, ValueError)
        assert error.errno == 2 and str(error).startswith(str(tmp_path))
    with pytest.raises(OSError):
        model.save(tmp_path / "no" / "folder" / "m.nr")
