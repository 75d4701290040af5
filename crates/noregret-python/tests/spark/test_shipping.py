"""The wheel reaches executors that have no noregret: unpacked from an archive, on executors of their own."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")


SCRIPT = """
import os, sys
sys.path[:0] = [{tests!r}]
from spark.conftest import configured, frame, points, sha
from noregret.spark import OnlineClassifier
builder = configured("local-cluster[2,1,1024]").config("spark.archives", {archive!r} + "#wheel").config("spark.executorEnv.PYTHONPATH", "./wheel")
spark = builder.getOrCreate()
spark.sparkContext.setLogLevel("OFF")
where = spark.sparkContext.parallelize([0], 1).map(lambda _: __import__("noregret").__file__).first()
X, y = points(200)
print("FOUND", where, OnlineClassifier().fit(frame(spark, X, y)).summary["examples"])
spark.stop()
"""


def test_by_an_archive(tmp_path):
    wheel = os.environ.get("NOREGRET_WHEEL")
    if not wheel:
        pytest.skip("NOREGRET_WHEEL names no wheel: cargo xtask spark does")
    # A wheel is a zip archive, and Spark goes by the name.
    archive = shutil.copy(wheel, tmp_path / "noregret.zip")
    # An interpreter that has all but noregret.
    bare = tmp_path / "bare"
    venv.create(bare, symlinks=True)
    here = Path(sys.prefix, "lib", f"python{sys.version_info[0]}.{sys.version_info[1]}", "site-packages")
    there = bare / "lib" / here.parent.name / "site-packages"
    for package in here.iterdir():
        if not package.name.startswith("noregret"):
            (there / package.name).symlink_to(package)
    python = str(bare / "bin" / "python")
    assert subprocess.run([python, "-c", "import noregret"], capture_output=True).returncode != 0
    script = SCRIPT.format(tests=str(Path(__file__).parents[1]), archive=str(archive))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "PYSPARK_PYTHON": python, "PYSPARK_DRIVER_PYTHON": sys.executable})
    assert "FOUND" in done.stdout, done.stdout + done.stderr
    where, rows = done.stdout.split("FOUND")[1].split()
    assert "/wheel/noregret/" in where and rows == "200"
