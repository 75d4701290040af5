"""Bytes in the file systems that Spark knows (local, HDFS, object stores), through Hadoop's own classes."""

from __future__ import annotations

import os
from typing import Any, Optional
from urllib.parse import urlparse

from pyspark.sql import SparkSession

__all__ = ["listed", "read", "remove", "write"]

#: Bytes that go through the gateway to the JVM at a time.
_PIECE = 1 << 23


def _local(path: str) -> Optional[str]:
    """The path, where it is one of this machine's own file system."""
    parsed = urlparse(path)
    return parsed.path if parsed.scheme == "file" else None


def _qualified(spark: SparkSession, path: str) -> tuple[Any, Any, str]:
    """Its file system, Hadoop's path and the whole name, with the scheme."""
    jvm, context = spark.sparkContext._jvm, spark.sparkContext._jsc
    assert jvm is not None
    there = jvm.org.apache.hadoop.fs.Path(path)
    system = there.getFileSystem(context.hadoopConfiguration())
    there = system.makeQualified(there)
    return system, there, there.toString()


def read(spark: SparkSession, path: str) -> bytes:
    """The bytes of a file."""
    system, there, name = _qualified(spark, path)
    local = _local(name)
    if local is not None:
        with open(local, "rb") as file:
            return file.read()
    stream, pieces = system.open(there), []
    try:
        while piece := bytes(stream.readNBytes(_PIECE)):
            pieces.append(piece)
        return b"".join(pieces)
    finally:
        stream.close()


def write(spark: SparkSession, path: str, data: bytes) -> None:
    """Writes a file, whole or not at all: it is written beside its place and then renamed."""
    system, there, name = _qualified(spark, path)
    local = _local(name)
    if local is not None:
        os.makedirs(os.path.dirname(local), exist_ok=True)
        beside = f"{local}.{os.getpid()}.tmp"
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, local)
        return
    jvm = spark.sparkContext._jvm
    assert jvm is not None
    beside = jvm.org.apache.hadoop.fs.Path(f"{name}.{os.getpid()}.tmp")
    stream = system.create(beside, True)
    try:
        for start in range(0, len(data), _PIECE):
            stream.write(bytearray(data[start : start + _PIECE]))
        stream.hsync()
    finally:
        stream.close()
    if not system.rename(beside, there):
        raise OSError(f"{name} cannot be written: renaming {beside.toString()} failed")


def listed(spark: SparkSession, path: str) -> list[str]:
    """The names in a folder; none if it is not there."""
    system, there, _ = _qualified(spark, path)
    if not system.exists(there):
        return []
    return sorted(status.getPath().getName() for status in system.listStatus(there))


def remove(spark: SparkSession, path: str) -> None:
    """Removes a file."""
    system, there, _ = _qualified(spark, path)
    system.delete(there, False)
