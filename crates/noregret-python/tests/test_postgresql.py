"""A real PostgreSQL by ADBC: its cursors stream in, and give the model of the same rows in memory. Skipped, with the reason, where either is not installed."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import noregret
import numpy as np
import pyarrow as pa
import pytest

ROWS = 20_000


def _program(name):
    places = [shutil.which(name), *sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))]
    found = [place for place in places if place]
    if not found:
        pytest.skip(f"PostgreSQL IS NOT HERE, its cursors are not tested: there is no {name} (Debian: postgresql)")
    return found[-1]


@pytest.fixture(scope="module")
def connection(tmp_path_factory):
    """A connection to a server of its own, on a socket in a folder of its own."""
    dbapi = pytest.importorskip("adbc_driver_postgresql.dbapi", reason="adbc-driver-postgresql IS NOT HERE: cursors of PostgreSQL are not tested")
    initdb, postgres = _program("initdb"), _program("postgres")
    folder = tmp_path_factory.mktemp("postgresql")
    if len(str(folder)) > 80:
        pytest.skip("cursors of PostgreSQL ARE NOT TESTED: the path of the test's folder is too long for a socket")
    # PostgreSQL refuses to run as root.
    user = {"user": "postgres"} if os.geteuid() == 0 else {}
    if user:
        for place in (folder, *folder.parents):
            if place.owner() == "root" and str(place).count("pytest"):
                place.chmod(0o755)
        shutil.chown(folder, "postgres")
    data = folder / "data"
    subprocess.run([initdb, "-D", data, "-U", "tester", "-A", "trust", "-N"], check=True, capture_output=True, cwd=folder, **user)
    given = ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
    server = subprocess.Popen([postgres, *given], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, **user)
    try:
        for _ in range(200):
            try:
                opened = dbapi.connect(f"postgresql:///postgres?host={folder}&user=tester")
                break
            except dbapi.Error:
                assert server.poll() is None, "the server ended"
                time.sleep(0.1)
        with opened:
            yield opened
    finally:
        server.terminate()
        server.wait(timeout=30)


def test_cursors_stream_in(connection):
    rng = np.random.default_rng(4)
    table = pa.table(
        {
            "clicked": pa.array(rng.integers(2, size=ROWS), pa.int32()),
            "age": pa.array(np.round(rng.normal(40, 12, ROWS), 3), mask=rng.random(ROWS) < 0.1),
            "city": pa.array([["Oslo", "Rome", "Köln"][k] for k in rng.integers(3, size=ROWS)]),
        }
    )
    with connection.cursor() as cursor:
        cursor.adbc_ingest("ads", table)
        connection.commit()
        wanted = noregret.Model("ada-diag")
        margins = wanted.learn(table, y="clicked")
        cursor.execute("select * from ads")
        model = noregret.Model("ada-diag")
        assert np.array_equal(model.learn(cursor, y="clicked"), margins)
        assert model.to_bytes() == wanted.to_bytes()
        cursor.execute("select * from ads")
        assert np.array_equal(model.learn(cursor.fetch_record_batch(), y="clicked").shape, (ROWS,))
        # What the server refuses in mid-stream leaves the model as it was.
        before = model.to_bytes()
        cursor.execute("select clicked, 1.0::float8 / (random() * 0 + age * 0) as age, city from ads")
        with pytest.raises(noregret.DataError, match="division by zero|broke off"):
            model.learn(cursor, y="clicked")
        assert model.to_bytes() == before
