"""The candidates of a search, and which of them is best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

from ..compare import _entry, _gridded, _usual
from ..errors import DataError, SpecError
from ..model import Model
from ._tasks import FAILED

__all__ = ["candidates", "ranked"]


def candidates(algorithm: str, learners: Optional[Sequence[Any]], grid: Optional[Mapping[str, Sequence[Any]]]) -> list[dict[str, Any]]:
    """What to try, as :class:`noregret.Model` takes it: the learners given (or the one algorithm) with every value of the grid, as ``compare`` and ``tune`` do it.

    >>> candidates("ada-diag", None, {"eta": [0.1, 1.0]})
    [{'algorithm': 'ada-diag', 'eta': 0.1}, {'algorithm': 'ada-diag', 'eta': 1.0}]
    >>> [one["algorithm"] for one in candidates("auto", ["auto", "pa"], None)]
    ['auto', 'pa']
    """
    entries = [_entry(learner) for learner in learners or [algorithm]]
    if grid:
        entries = _gridded(entries, grid)
    elif not learners:
        entries = [one for entry in entries for one in _usual(entry)]
    made = [{"algorithm": name, **parameters, **({} if loss is None else {"loss": loss})} for _, name, parameters, loss in entries]
    return [{key.replace("-", "_"): value for key, value in one.items()} for one in made]


def ranked(tried: Sequence[Mapping[str, Any]], models: Sequence[bytes], judge: str) -> tuple[int, list[dict[str, Any]]]:
    """The place of the best candidate, and all of them in order: by what they lost, or mistook, of rows before these were learned from. Where two are level the first wins.

    >>> import noregret
    >>> models = [noregret.Model(name).to_bytes() for name in ("pa", "pa1")]
    >>> ranked([{"algorithm": "pa"}, {"algorithm": "pa1"}], models, "mistakes")[0]
    0
    """
    if judge not in ("loss", "mistakes"):
        raise SpecError(f"judge is {judge!r}, and must be loss or mistakes")
    rows: list[dict[str, Any]] = []
    for place, (one, model) in enumerate(zip(tried, models)):
        if model.startswith(FAILED):
            rows.append({**one, "place": place, "mean_loss": None, "mistakes": None, "failed": model[len(FAILED) :].decode()})
            continue
        about = Model.from_bytes(model)._about()
        rows.append({**one, "place": place, "loss": about["loss"], "mean_loss": about["mean_loss"], "mistakes": about["mistakes"]})
    losses = {row["loss"] for row in rows if "failed" not in row}
    if not losses:
        raise DataError(f"every candidate failed: {rows[0]['failed']}")
    if judge == "loss" and len(losses) > 1:
        raise SpecError(f"candidates learn different losses ({', '.join(sorted(losses))}): judge='mistakes' ranks them")
    key = {"loss": "mean_loss", "mistakes": "mistakes"}[judge]
    rows.sort(key=lambda row: (row[key] is None, row[key], row["place"]))
    return rows[0].pop("place"), [{name: value for name, value in row.items() if name != "place"} for row in rows]
