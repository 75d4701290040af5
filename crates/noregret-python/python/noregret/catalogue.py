"""What can be learned with."""

from __future__ import annotations

from typing import Any, Optional, Union, overload

from . import _native
from .errors import SpecError
from .table import Table

__all__ = ["algorithms", "losses"]


@overload
def algorithms(name: None = None) -> Table: ...
@overload
def algorithms(name: str) -> dict[str, Any]: ...
def algorithms(name: Optional[str] = None) -> Union[Table, dict[str, Any]]:
    """All algorithms as a table, or everything about one: formula, bound, known weakness, parameters.

    >>> import noregret
    >>> noregret.algorithms()["name"][:2]
    ['auto', 'per-coord']
    >>> [p["name"] for p in noregret.algorithms("pa1")["parameters"]]
    ['C', 'normalize', 'average']
    """
    rows: list[dict[str, Any]] = _native.algorithms()
    if name is None:
        return Table({column: [row[column] for row in rows] for column in ("name", "summary", "loss")})
    for row in rows:
        if row["name"] == name:
            return row
    raise SpecError(f"there is no algorithm {name!r}: noregret.algorithms() lists them")


def losses() -> list[str]:
    """The names of all losses; a parameter stands in parentheses.

    >>> import noregret
    >>> "logistic" in noregret.losses()
    True
    """
    return list(_native.losses())
