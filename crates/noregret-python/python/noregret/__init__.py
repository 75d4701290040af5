"""Online learning of linear models: one pass, one example at a time, and it tells you what its regret is.

>>> import noregret, numpy as np
>>> rng = np.random.default_rng(0)
>>> X = rng.normal(size=(1000, 5))
>>> y = X @ [1.0, -2.0, 0.5, 0.0, 0.0] > 0
>>> model = noregret.Model()                   # nothing to tune
>>> margins = model.learn(X, y)                # each row is predicted, then learned from
>>> float(np.mean((margins > 0) == y)) > 0.9
True
"""

from __future__ import annotations

from ._native import __version__
from .catalogue import algorithms, losses
from .compare import Comparison, Regret, compare, regret, tune
from .errors import DataError, FileError, NoregretError, SpecError
from .model import Model
from .play import FrequentDirections, Player
from .stream import Stream, stream
from .table import Table

__all__ = [
    "Comparison",
    "DataError",
    "FileError",
    "FrequentDirections",
    "Model",
    "NoregretError",
    "Player",
    "Regret",
    "SpecError",
    "Stream",
    "Table",
    "__version__",
    "algorithms",
    "compare",
    "losses",
    "regret",
    "stream",
    "tune",
]
