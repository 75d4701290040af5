"""Small tables: they print, show in a notebook, and turn into a DataFrame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

__all__ = ["Table"]


class Table(Sequence["dict[str, Any]"]):
    """Rows of named columns.

    >>> table = Table({"name": ["a", "b"], "weight": [0.5, -1.25]})
    >>> table
    name   weight
    a     0.500000
    b    -1.250000
    >>> table["weight"]
    [0.5, -1.25]
    >>> table[1]
    {'name': 'b', 'weight': -1.25}
    >>> table.to_dict()
    {'name': ['a', 'b'], 'weight': [0.5, -1.25]}
    """

    #: How many rows are shown.
    shown = 20

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self._columns = {name: list(values) for name, values in columns.items()}

    @property
    def columns(self) -> list[str]:
        """The names of the columns.

        >>> Table({"a": [1]}).columns
        ['a']
        """
        return list(self._columns)

    def __len__(self) -> int:
        return max((len(values) for values in self._columns.values()), default=0)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._columns[key]
        if isinstance(key, slice):
            return Table({name: values[key] for name, values in self._columns.items()})
        return {name: values[key] for name, values in self._columns.items()}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[k] for k in range(len(self)))

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns.

        >>> Table({"a": [1, 2]}).to_dict()
        {'a': [1, 2]}
        """
        return {name: list(values) for name, values in self._columns.items()}

    def to_pandas(self) -> Any:
        """A DataFrame of pandas.

        >>> Table({"a": [1, 2]}).to_pandas()["a"].sum()
        np.int64(3)
        """
        import pandas

        return pandas.DataFrame(self.to_dict())

    def _lines(self) -> list[list[str]]:
        rows = [self.columns]
        rows += [[_told(row[name]) for name in self.columns] for row in self[: self.shown]]
        return rows

    def __repr__(self) -> str:
        lines = self._lines()
        widths = [max(len(line[k]) for line in lines) for k in range(len(self.columns))]
        numeric = [all(isinstance(v, (int, float)) for v in values) for values in self._columns.values()]
        text = [
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, numeric)
            ).rstrip()
            for line in lines
        ]
        if len(self) > self.shown:
            text.append(f"... {len(self) - self.shown} more")
        return "\n".join(text)

    def _repr_html_(self) -> str:
        head, *rows = self._lines()
        cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        more = f"<p>... {len(self) - self.shown} more</p>" if len(self) > self.shown else ""
        return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>{more}"


def _told(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6f}"
    return "" if value is None else str(value)
