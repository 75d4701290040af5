"""A Spark session of real separate executors on this machine, under the Python of `cargo xtask spark`, and how rows get there."""
import os, sys, time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ONE_THREAD, ROOT, TARGET

DATA = ROOT.parent / "shared" / "data"


def inside(here):
    """Begins this script again under the Python that `cargo xtask spark` made, unless told to stay."""
    there = TARGET / "spark" / "bin" / "python"
    if here or Path(sys.prefix).resolve() == (TARGET / "spark").resolve():
        return
    if not there.exists():
        sys.exit("PySpark is not installed: cargo xtask python && cargo xtask spark")
    os.execve(there, [str(there), *sys.argv], {**os.environ, **ONE_THREAD})


def session(master="local-cluster[2,1,2048]"):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"], os.environ["SPARK_LOCAL_IP"] = sys.executable, "127.0.0.1"
    settings = {"spark.driver.host": "127.0.0.1", "spark.driver.memory": "2g", "spark.driver.maxResultSize": "0", "spark.ui.enabled": "false",
                "spark.sql.shuffle.partitions": "8", "spark.rpc.message.maxSize": "512"}
    builder = SparkSession.builder.master(master).appName("noregret")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def rows(spark, X, y, parts, size):
    """Sparse rows, lists of places and numbers, as a DataFrame in this order, kept on executors."""
    from pyspark import StorageLevel
    from pyspark.ml.linalg import Vectors

    made = [(Vectors.sparse(size, *row), float(label)) for row, label in zip(X, y)]
    data = spark.createDataFrame(spark.sparkContext.parallelize(made, parts), ["features", "label"]).persist(StorageLevel.MEMORY_AND_DISK)
    data.count()
    return data


def timed(work):
    """What it gives, and the seconds it took."""
    start = time.perf_counter()
    given = work()
    return given, time.perf_counter() - start
