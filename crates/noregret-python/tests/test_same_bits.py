"""One stream by every door: the same margins and the same model, to the last bit."""

import json

import noregret
import numpy as np
import pytest
import scipy.sparse as sp
from conftest import draw, svmlight, three_classes

LEARNERS = [
    ("auto", "logistic"),
    ("ada-diag", "logistic"),
    ("per-coord", "hinge"),
    ("arow", "squared-hinge"),
    ("ada-fd", "squared"),
    ("ftrl", "absolute"),
]


def forms(X):
    """The matrix in every form there is."""
    csr = sp.csr_matrix(X)
    yield "C order", np.ascontiguousarray(X)
    yield "F order", np.asfortranarray(X)
    frozen = X.copy()
    frozen.flags.writeable = False
    yield "read-only", frozen
    wide = np.zeros((X.shape[0], 2 * X.shape[1]))
    wide[:, ::2] = X
    yield "strided", wide[:, ::2]
    yield "backwards", np.ascontiguousarray(X[::-1])[::-1]
    yield "big-endian", X.astype(">f8")
    yield "CSR", csr
    yield "CSC", csr.tocsc()
    yield "COO", csr.tocoo()
    yield "CSR array", sp.csr_array(csr)
    long = csr.copy()
    long.indices, long.indptr = long.indices.astype(np.int64), long.indptr.astype(np.int64)
    yield "64-bit indices", long
    yield "unsorted, with repeats and zeros", untidy(csr)
    yield "lists", X.tolist()


def untidy(csr):
    """The same matrix: every entry in halves, backwards, and with zeros between."""
    starts, indices, values = [0], [], []
    for row in range(csr.shape[0]):
        stretch = slice(csr.indptr[row], csr.indptr[row + 1])
        for index, value in zip(csr.indices[stretch][::-1], csr.data[stretch][::-1]):
            indices += [index, index, (index + 1) % csr.shape[1]]
            values += [value / 2, value / 2, 0.0]
        starts.append(len(indices))
    return sp.csr_matrix((np.array(values), np.array(indices), np.array(starts)), shape=csr.shape)


@pytest.mark.parametrize("algorithm, loss", LEARNERS)
@pytest.mark.parametrize("density", [0.3, 1.0])
def test_rust_command_and_python_agree(algorithm, loss, density, tmp_path, command, library):
    X, y = draw(real=loss in ("squared", "absolute"), density=density)
    path = svmlight(X, y, tmp_path / "data.svm")
    theirs = command("train", path, "-a", algorithm, "--loss", loss, "-p", "/dev/stdout", "-m", tmp_path / "m.nr")
    by_command = np.array([float(line.split()[0]) for line in theirs.splitlines()])
    by_library = library(path, algorithm, loss)
    for name, form in forms(X):
        model = noregret.Model(algorithm, loss)
        margins = model.learn(form, y)
        assert np.array_equal(margins.view(np.uint64), by_library.view(np.uint64)), name
        assert np.array_equal(margins, by_command), name
        assert model.to_bytes() == (tmp_path / "m.nr").read_bytes(), name
    streamed = noregret.Model(algorithm, loss)
    assert np.array_equal(streamed.learn(noregret.stream(path)), by_command)
    assert streamed.to_bytes() == (tmp_path / "m.nr").read_bytes()


def turning(rows, seed):
    """What the label goes by turns around every 300 rows."""
    X = np.round(np.random.default_rng(seed).uniform(-1, 1, (rows, 3)), 6)
    turn = np.where(np.arange(rows) // 300 % 2 == 0, 1.0, -1.0)
    return X, np.where(turn * X[:, 0] + 0.5 * X[:, 1] > 0, 1.0, -1.0)


def test_command_and_python_answer_by_what_serves(tmp_path, command):
    X, y = turning(2100, 1)
    new, labels = turning(600, 2)
    learned, asked = svmlight(X, y, tmp_path / "data.svm"), svmlight(new, labels, tmp_path / "new.svm")
    told = json.loads(command("train", learned, "-m", tmp_path / "m.nr", "--quiet", "--json"))
    assert told["iterate"]["averaged"]

    def predicted(*flags):
        lines = command("predict", tmp_path / "m.nr", asked, "-p", "/dev/stdout", "--quiet", *flags)
        return np.array([float(line.split()[0]) for line in lines.splitlines()])

    served, last = predicted(), predicted("--last")
    assert not np.array_equal(served, last)
    model = noregret.Model.load(tmp_path / "m.nr")
    here = noregret.Model()
    here.learn(X, y)
    assert here.to_bytes() == model.to_bytes()
    for one in (model, here, model.freeze(), noregret.Model.from_bytes(model.to_bytes())):
        assert np.array_equal(one.decision(new), served)
        assert np.array_equal(one.decision(noregret.stream(asked)), served)
    evaluated = json.loads(command("evaluate", tmp_path / "m.nr", asked, "--json"))
    assert model.evaluate(new, labels)["log_loss"] == evaluated["measures"]["log_loss"]


def test_float32_is_what_it_is_in_double():
    X, y = draw()
    short = X.astype(np.float32)
    assert not np.array_equal(short, X)
    wanted = noregret.Model("ada-diag").learn(short.astype(np.float64), y)
    for form in (short, np.asfortranarray(short), sp.csr_matrix(short), sp.csc_matrix(short)):
        assert np.array_equal(noregret.Model("ada-diag").learn(form, y), wanted)


@pytest.mark.parametrize("kind", ["int32", "int64"])
@pytest.mark.parametrize("number", ["float32", "float64"])
def test_rows_in_order_and_others_among_them(kind, number):
    X, y = draw(rows=500, columns=40)
    X = X.astype(number)
    csr = sp.csr_matrix(X)
    starts, indices, values = [0], [], []
    for row in range(len(y)):
        some = slice(csr.indptr[row], csr.indptr[row + 1])
        columns, entries = list(csr.indices[some]), list(csr.data[some])
        if row % 5 == 1:  # backwards
            columns, entries = columns[::-1], entries[::-1]
        if row % 5 == 2 and columns:  # halves of one twice
            columns, entries = columns + [columns[0]], [entries[0] / 2, *entries[1:], entries[0] / 2]
        if row % 5 == 3:  # zeros
            columns, entries = [*columns, *range(40)], entries + [0.0] * 40
        indices += columns
        values += entries
        starts.append(len(indices))
    mixed = sp.csr_matrix((np.array(values, dtype=number), np.array(indices, dtype=kind), np.array(starts, dtype=kind)), shape=X.shape)
    mixed.indices, mixed.indptr = mixed.indices.astype(kind), mixed.indptr.astype(kind)
    assert not mixed.has_canonical_format
    models = [noregret.Model("ada-diag") for _ in range(2)]
    margins = [model.learn(data, y) for model, data in zip(models, (X, mixed))]
    assert np.array_equal(*margins) and models[0].to_bytes() == models[1].to_bytes()
    assert np.array_equal(models[0].decision(X), models[1].decision(mixed))


def test_whole_numbers_and_truth_values():
    X = np.array([[1, 0], [0, 1], [1, 1]])
    wanted = noregret.Model("ada-diag").learn(X.astype(float), [1, -1, 1])
    for form in (X, X.astype(bool), X.astype(np.uint8), sp.csr_matrix(X)):
        assert np.array_equal(noregret.Model("ada-diag").learn(form, np.array([1, -1, 1])), wanted)


def test_learned_in_parts_is_learned_at_once():
    X, y = draw(rows=200)
    whole, parts = noregret.Model("auto", "logistic"), noregret.Model("auto", "logistic")
    margins = whole.learn(X, y)
    pieces = [parts.learn(X[a:b], y[a:b]) for a, b in [(0, 1), (1, 7), (7, 150), (150, 200)]]
    assert np.array_equal(np.concatenate(pieces), margins)
    assert parts.to_bytes() == whole.to_bytes()


def test_dicts_are_lines_of_json(tmp_path, command):
    rng = np.random.default_rng(1)
    rows = []
    for k in range(300):
        row = {f"f{i}": float(np.round(rng.normal(), 4)) for i in range(5) if rng.random() < 0.5}
        row["city"] = ["Oslo", "New York", "Köln"][k % 3]
        row["user"] = {"age": k % 50, "team": "ab"[k % 2]}
        rows.append(row)
    y = [float(k % 3 == 0) for k in range(300)]
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps({"label": label, **row}) + "\n" for row, label in zip(rows, y)))
    theirs = command("train", path, "-a", "ada-diag", "-p", "/dev/stdout", "-m", tmp_path / "m.nr")
    by_command = np.array([float(line.split()[0]) for line in theirs.splitlines()])
    many, one = noregret.Model("ada-diag"), noregret.Model("ada-diag")
    assert np.array_equal(many.learn(rows, y), by_command)
    assert [one.learn_one(row, label) for row, label in zip(rows, y)] == by_command.tolist()
    assert many.to_bytes() == one.to_bytes() == (tmp_path / "m.nr").read_bytes()
    assert np.array_equal(many.decision(rows), [one.decision_one(row) for row in rows])


def test_a_model_goes_on_in_the_command_and_back(tmp_path, command):
    X, y = draw(rows=300)
    whole = noregret.Model()
    whole.learn(X, y)
    part = noregret.Model()
    part.learn(X[:100], y[:100])
    part.save(tmp_path / "a.nr")
    svmlight(X[100:200], y[100:200], tmp_path / "more.svm")
    command("train", tmp_path / "more.svm", "-i", tmp_path / "a.nr", "-m", tmp_path / "b.nr")
    again = noregret.Model.load(tmp_path / "b.nr")
    again.learn(X[200:], y[200:])
    assert again.to_bytes() == whole.to_bytes()
    svmlight(X, y, tmp_path / "all.svm")
    again.save(tmp_path / "c.nr")
    predicted = command("predict", tmp_path / "c.nr", tmp_path / "all.svm")
    assert np.array_equal([float(line.split()[0]) for line in predicted.splitlines()], again.decision(X))


def test_several_classes(tmp_path, command):
    path = tmp_path / "data.csv"
    X, y = three_classes(path)
    command("train", path, "--classes", "-m", tmp_path / "m.nr")
    streamed = noregret.Model(classes=True, label="label")
    margins = streamed.learn(noregret.stream(path))
    assert streamed.to_bytes() == (tmp_path / "m.nr").read_bytes()
    named = noregret.Model(classes=True, label="label")
    again = named.learn([dict(zip("abcd", row)) for row in X.tolist()], y)
    assert np.array_equal(again, margins, equal_nan=True)
    assert margins.shape == (400, 3) and np.isnan(margins[0]).all() and not np.isnan(margins[50:]).any()
    rows = noregret.Model(classes=True)
    rows.learn(X, y)
    probabilities = rows.predict_proba(X)
    assert np.allclose(probabilities.sum(axis=1), 1)
    assert list(rows.classes_) == list(dict.fromkeys(y))
    assert np.array_equal(rows.classes_[probabilities.argmax(axis=1)], rows.predict(X))
    assert np.mean(rows.predict(X) == y) > 0.8
    assert rows.predict_one is not None and rows.weights()["class"][0] in set(y)
