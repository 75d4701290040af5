"""noregret on Spark: estimators in Spark ML's own form, and learning from streams (docs/spark.md).

Plain tasks that Spark may run again, and a driver that merges what they give: no barriers, so an executor that dies costs its task and nothing else. PySpark 4.1 or
newer and Java 17 are needed: ``pip install noregret[spark]``.
"""

from __future__ import annotations

from .classifier import OnlineClassificationModel, OnlineClassifier
from .regressor import OnlineRegressionModel, OnlineRegressor
from .streaming import learn_stream, stream_model

__all__ = ["OnlineClassificationModel", "OnlineClassifier", "OnlineRegressionModel", "OnlineRegressor", "learn_stream", "stream_model"]
