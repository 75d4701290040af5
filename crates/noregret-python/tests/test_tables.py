"""Tables by Arrow's PyCapsule interface: from whichever library, batch by batch, the bits of the same rows in a file."""

import gc
import weakref

import duckdb
import noregret
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
import scipy.sparse as sp

NAMES = ["clicked", "age", "city", "note", "when", "premium"]


def frame(rows=3000, seed=5):
    """Numbers, categories, texts of words, dates, truth values; cells are missing in most columns."""
    rng = np.random.default_rng(seed)
    pick = lambda values: [values[k] for k in rng.integers(len(values), size=rows)]  # noqa: E731
    words = ["red", "green", "blue", "big", "small", "old", "new"]
    gone = rng.random((4, rows)) < 0.1
    columns = {
        "clicked": pa.array(rng.integers(2, size=rows), pa.int64()),
        "age": pa.array(np.round(rng.normal(40, 12, rows), 2), mask=gone[0]),
        "city": pa.array(pick(["Oslo", "New York", "Köln", "Rome"]), mask=gone[1]),
        "note": pa.array([" ".join(rng.choice(words, 4)) for _ in range(rows)], mask=gone[2]),
        "when": pa.array(np.datetime64("2024-01-01") + rng.integers(0, 700, rows), pa.date32(), mask=gone[3]),
        "premium": pa.array(rng.random(rows) < 0.3),
    }
    return pa.table(columns)


def cut(table, *ends):
    """The same table in batches."""
    starts = [0, *ends]
    parts = [table.slice(a, b - a) for a, b in zip(starts, [*ends, len(table)])]
    return pa.Table.from_batches([batch for part in parts for batch in part.combine_chunks().to_batches()])


class Capsule:
    """Nothing but the one method."""

    def __init__(self, of):
        self.of = of

    def __arrow_c_stream__(self, requested_schema=None):
        return self.of.__arrow_c_stream__(requested_schema)


class ArrayCapsule:
    """Nothing but the other."""

    def __init__(self, of):
        self.of = of

    def __arrow_c_array__(self, requested_schema=None):
        return self.of.__arrow_c_array__(requested_schema)


class NoCapsule:
    """Hands over something else."""

    def __arrow_c_stream__(self, requested_schema=None):
        return 5


def forms(table):
    """The table in every form there is."""
    yield "pyarrow", table
    yield "batches of all sizes", cut(table, 1, 2, 900, 2500)
    yield "a reader", table.to_reader(max_chunksize=700)
    yield "a bare stream", Capsule(table)
    yield "one batch", table.combine_chunks().to_batches()[0]
    yield "a bare array", ArrayCapsule(table.combine_chunks().to_batches()[0])
    yield "a list of batches", table.to_batches(max_chunksize=500)
    yield "a generator of tables", (table.slice(at, 250) for at in range(0, len(table), 250))
    yield "polars", pl.from_arrow(table)
    yield "pandas of Arrow", table.to_pandas(types_mapper=pd.ArrowDtype)
    yield "duckdb", duckdb.from_arrow(table)
    codes = table["city"].combine_chunks().dictionary_encode()
    yield "a dictionary", table.set_column(2, "city", codes)


@pytest.mark.parametrize("algorithm, loss", [("auto", "logistic"), ("ada-diag", "logistic"), ("arow", "squared-hinge")])
def test_command_files_and_capsules_agree(algorithm, loss, tmp_path, command):
    table = frame()
    pa.csv.write_csv(table, tmp_path / "data.csv")
    pq.write_table(table, tmp_path / "data.parquet", row_group_size=800)
    given = ["-a", algorithm, "--loss", loss, "--label", "clicked", "-p", "/dev/stdout"]
    theirs = command("train", tmp_path / "data.csv", *given, "-m", tmp_path / "csv.nr")
    by_command = np.array([float(line.split()[0]) for line in theirs.splitlines()])
    command("train", tmp_path / "data.parquet", *given, "-m", tmp_path / "parquet.nr")
    whole = (tmp_path / "parquet.nr").read_bytes()
    streamed = noregret.Model(algorithm, loss, label="clicked")
    assert np.array_equal(streamed.learn(noregret.stream(tmp_path / "data.parquet")), by_command)
    assert streamed.to_bytes() == whole
    for name, form in forms(table):
        model = noregret.Model(algorithm, loss)
        margins = model.learn(form, y="clicked")
        assert np.array_equal(margins.view(np.uint64), by_command.view(np.uint64)), name
        assert model.to_bytes() == whole, name
        assert model.learn(table.slice(0, 10), margins=False) is None, f"{name}: the label's name is kept"


def test_predictions_are_those_of_the_file(tmp_path, command):
    table = frame()
    model = noregret.Model("ada-diag")
    model.learn(table, y="clicked")
    model.save(tmp_path / "m.nr")
    bare = table.drop_columns(["clicked"])
    pq.write_table(bare, tmp_path / "bare.parquet")
    told = command("predict", tmp_path / "m.nr", tmp_path / "bare.parquet")
    wanted = np.array([float(line.split()[0]) for line in told.splitlines()])
    before = model.to_bytes()
    for form in (table, bare, pl.from_arrow(bare), bare.to_reader(), bare.select(NAMES[:0:-1])):
        assert np.array_equal(model.decision(form), wanted)
    assert set(model.predict(bare)) <= {0, 1} and model.predict_proba(bare).shape == (len(bare), 2)
    assert model.decision(bare.slice(0, 0)).shape == (0,)
    assert model.to_bytes() == before


def test_labels_and_weights_beside_the_table():
    table = frame(500)
    labels = table["clicked"].to_numpy()
    weights = np.round(np.random.default_rng(0).random(500), 3)
    wanted = noregret.Model("ada-diag").learn(table.append_column("w", pa.array(weights)), y="clicked", weight="w")
    bare = table.drop_columns(["clicked"])
    for y in (labels, labels.astype(bool), list(map(str, labels)), table["clicked"], pd.Series(labels)):
        model = noregret.Model("ada-diag")
        assert np.array_equal(model.learn(cut(bare, 7, 300), y, weights), wanted)
        assert np.array_equal(model.decision(bare), model.decision(table)), "another column is no feature"
        model.learn(bare, y)
    usual = table.rename_columns(["label", *NAMES[1:]])
    assert noregret.Model("ada-diag").learn(usual).shape == (500,), "a usual name need not be said"


def test_measures_are_the_command_s(tmp_path, command):
    import json

    table = frame()
    pq.write_table(table, tmp_path / "data.parquet")
    model = noregret.Model()
    model.learn(table, y="clicked")
    model.save(tmp_path / "m.nr")
    told = json.loads(command("evaluate", tmp_path / "m.nr", tmp_path / "data.parquet", "--json"))
    for found in (
        model.evaluate(table),
        model.evaluate(table, "clicked"),
        model.evaluate(noregret.stream(tmp_path / "data.parquet")),
        model.evaluate(table.drop_columns(["clicked"]), table["clicked"]),
    ):
        assert {name: found[name] for name in told["measures"]} == told["measures"]
        assert found["loss"] == told["loss"] and found["labelled"] == 3000


def test_lists_are_sparse_vectors_and_names_are_kept():
    pairs = pa.map_(pa.string(), pa.float64())
    table = pa.table(
        {
            "y": [1.0, 2.0] * 20,
            "v": pa.array([[0.5, 1.5], [2.0, 3.0]] * 20),
            "tags": pa.array([["a", "b"], ["b"]] * 20),
            "bag": pa.array([[("x", 2.0)], [("z", 1.0), ("x", 1.0)]] * 20, pairs),
        }
    )
    model = noregret.Model("ada-diag", loss="squared")
    model.learn(table)
    names = set(model.weights()["feature"])
    assert {"tags=a", "tags=b", "the bias"} <= names and any("bag" in n and "x" in n for n in names), names


def test_batches_come_one_at_a_time():
    table = frame(200)
    alive, most = weakref.WeakSet(), 0

    class Part:
        def __init__(self, of):
            self.of = of

        def __arrow_c_stream__(self, requested_schema=None):
            return self.of.__arrow_c_stream__(requested_schema)

    def parts():
        nonlocal most
        for _ in range(200):
            part = Part(table)
            alive.add(part)
            most = max(most, len(alive))
            yield part

    model = noregret.Model("ada-diag")
    model.learn(parts(), y="clicked", margins=False)
    gc.collect()
    assert model.counts["examples"] == 40_000 and most < 10


def refused(model, message, *given, row=None, column=None, **named):
    before = model.to_bytes()
    with pytest.raises(noregret.NoregretError, match=message) as caught:
        model.learn(*given, **named)
    assert (getattr(caught.value, "row", None), getattr(caught.value, "column", None)) == (row, column), caught.value
    assert model.to_bytes() == before
    return caught.value


@pytest.mark.parametrize("learned", [False, True])
def test_refused_tables_leave_the_model_as_it_was(learned):
    table = frame(2500)
    model = noregret.Model("ada-diag")
    if learned:
        model.learn(table, y="clicked")
    bare = table.drop_columns(["clicked"])
    refused(model, "there is no label column", bare, y="nothing")
    refused(model, "2500 examples and 2501 labels", bare, np.zeros(2501))
    refused(model, "2499 labels are fewer", bare, np.zeros(2499))
    refused(model, "2500 examples and 2501 weights", table, "clicked", np.ones(2501))
    refused(model, "names a column", np.ones((3, 2)), "clicked")
    refused(model, "a column's name, or one number for each", table, "clicked", 2.0)
    refused(model, "of its own", bare.append_column("y", bare["age"]), np.zeros(2500))
    other = table.set_column(1, "age", pa.array(np.full(2500, "x")))
    error = refused(model, "part 2 of the data has other columns: \"age\" was of the type", [table, other], "clicked", row=2500)
    renamed = table.rename_columns(["clicked", "AGE", *NAMES[2:]])
    refused(model, 'where "age" was there is "AGE"', iter([table, table, renamed]), "clicked", row=5000)
    refused(model, "neither __arrow_c_stream__", iter([table, {"a": 1}]), "clicked", row=None)

    def broken():
        yield table
        yield table
        raise RuntimeError("the cat sat on the cable")

    error = refused(model, "row 5000: the data broke off with RuntimeError: the cat", broken(), "clicked", row=5000)
    assert isinstance(error.__cause__, RuntimeError)
    batches = (batch for part in broken() for batch in part.to_batches())
    reader = pa.RecordBatchReader.from_batches(table.schema, batches)
    refused(model, "the cat sat on the cable", reader, "clicked", row=5000)
    error = refused(model, "cannot be handed over: .*mixed", table.to_pandas().assign(mixed=[1, "a"] * 1250), "clicked")
    assert isinstance(error.__cause__, pa.ArrowInvalid)
    refused(model, "cannot be handed over: OverflowError", table.to_pandas().assign(vast=[10**30] * 2500), "clicked")
    refused(model, "a capsule called arrow_array_stream was to come", NoCapsule(), "clicked")
    bad = table.set_column(1, "age", pa.array(np.where(np.arange(2500) == 2042, np.inf, 1.0)))
    refused(model, "row 2042, column age", bad, "clicked", row=2042, column="age")
    bad = table.set_column(0, "clicked", pa.array(np.where(np.arange(2500) == 1700, 7, 1)))
    refused(model, "row 1700", bad, "clicked", row=1700, column="clicked")
    refused(model, "no table of columns", pa.array([1, 2]), "clicked")
    with pytest.raises(noregret.DataError, match="no labels"):
        model.evaluate(bare)
    with pytest.raises(noregret.DataError, match="broke off"):
        model.decision(broken())


def test_an_interrupt_in_a_source_stays_one():
    table = frame(300)
    model = noregret.Model("ada-diag")
    model.learn(table, y="clicked")

    def interrupted():
        yield table
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        model.learn(interrupted(), "clicked")
    assert model.learn(table, "clicked").shape == (300,)


def test_a_source_that_calls_its_own_model_is_told_so():
    table = frame(300)
    model = noregret.Model("ada-diag")
    model.learn(table, y="clicked")

    def greedy():
        yield table
        model.decision(table)
        yield table

    refused(model, "the model is at work", greedy(), "clicked", row=300)
    batches = (batch for part in greedy() for batch in part.to_batches())
    refused(model, "the model is at work", pa.RecordBatchReader.from_batches(table.schema, batches), "clicked", row=300)


def test_learners_are_normalised_over_tables_unless_they_say_otherwise():
    table = frame(600)
    rows, labels = table.drop_columns(["clicked"]).to_pylist(), table["clicked"].to_numpy()
    numbers = np.column_stack([np.nan_to_num(table["age"].to_numpy(zero_copy_only=False).astype(float)), labels])

    def said(model, *data):
        model.learn(*data)
        return model.parameters.get("normalize")

    for form in (table, table.to_pandas(), pl.from_arrow(table)):
        for name in ("ada-diag", "ogd", "pa1"):
            model = noregret.Model(name)
            assert said(model, form, "clicked") == "yes" and "normalize='yes'" in repr(model), name
        for name, given in [("auto", {}), ("arow", {}), ("ogd", {"radius": 1.0}), ("ada-diag", {"l1": 0.01})]:
            assert said(noregret.Model(name, **given), form, "clicked") is None, name
        assert said(noregret.Model("ogd", normalize="no"), form, "clicked") == "no"
    categories = table.select(["clicked", "city"])
    for data in ((numbers, labels), (sp.csr_matrix(numbers), labels), ([{"age": row["age"]} for row in rows], labels), (categories, "clicked")):
        assert said(noregret.Model("ada-diag"), *data) is None

    alone, plain = noregret.Model("ada-diag"), noregret.Model("ada-diag", normalize="no")
    alone.learn(table, "clicked"), plain.learn(table, "clicked")
    found = noregret.compare(table, "clicked", ["ada-diag", noregret.Model("ada-diag", normalize="no")])
    assert {row["loss"] for row in found.learners} == {alone.progressive_loss, plain.progressive_loss}
    for grid, wanted in [({"eta": [0.25]}, "yes"), ({"eta": [0.25], "normalize": ["no"]}, "no")]:
        tuned = noregret.tune(table, "clicked", "ada-diag", grid)
        assert tuned.best["normalize"] == wanted == tuned.model().parameters["normalize"]
        again = noregret.Model(**tuned.best)
        again.learn(table, "clicked")
        assert np.array_equal(again.decision(table), tuned.model().decision(table))
    assert "normalize" not in noregret.regret(table, "clicked", "ada-diag").told["parameters"]
