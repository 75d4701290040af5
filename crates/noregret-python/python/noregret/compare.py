"""Many learners over one pass of the data: which is better, and how surely; and what not knowing the best weights cost."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Optional, Union

import numpy as np

from . import _inputs, _native
from ._parameters import plain
from ._progress import progress_bar
from .errors import DataError, SpecError
from .model import _OPTIONS, Model, _plain
from .stream import Stream
from .table import Table

__all__ = ["Comparison", "Regret", "compare", "regret", "tune"]

Learner = Union[str, Mapping[str, Any], Model]
Box = Union[float, tuple[float, float], None]

_COLUMNS = ("rank", "learner", "judged", "mistakes", "low", "high", "verdict", "regret_lower", "regret_upper", "seconds", "bytes")


class Comparison:
    """What a race of learners came to, the best first. Made by :func:`compare` and :func:`tune`.

    >>> import noregret, numpy as np
    >>> X = np.random.default_rng(0).normal(size=(300, 3))
    >>> found = noregret.compare(X, X[:, 0] > 0, ["ada-diag", "pa"])
    >>> found["learner"], found.judge
    (['ada-diag', 'pa'], 'mistakes')
    """

    def __init__(self, race: Any) -> None:
        self._race = race
        self._told: dict[str, Any] = json.loads(race.told())

    @property
    def judge(self) -> str:
        """What learners are ranked by: one loss for all, or mistakes.

        >>> import noregret
        >>> noregret.compare([{"a": 1}, {"b": 1}] * 2, [1.5, 2.25, 0.5, 0.75], ["ogd"]).judge
        'squared loss'
        """
        return str(self._told["judge"])

    @property
    def table(self) -> Table:
        """The leaderboard: rank, mean of what is judged by (``judged``), its interval (``low``, ``high``) that holds for all
        learners at once with the confidence asked for, what is sure beside the leader (``verdict``), time and memory.

        >>> import noregret
        >>> noregret.compare([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20, ["ogd", "pa"]).table["rank"]
        [1, 2]
        """
        rows = []
        for row in self._told["learners"]:
            (low, high), (least, most) = row["interval"] or (None, None), row["regret"] or (None, None)
            verdict = f"failed: {row['failed']}" if row["failed"] else row["verdict"]
            verdict = f"left behind at {row['left']}" if row["left"] else verdict
            rows.append({**row, "low": low, "high": high, "regret_lower": least, "regret_upper": most, "verdict": verdict})
        names = [name for name in _COLUMNS if any(row[name] is not None for row in rows)]
        return Table({name: [row[name] for row in rows] for name in names})

    @property
    def learners(self) -> list[dict[str, Any]]:
        """All that is known of each learner, by the names of the command's ``compare --json``: also its ``parameters``, its
        ``curve`` (examples and mean so far) and, where asked for, its ``windows``.

        >>> import noregret
        >>> row = noregret.compare([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20, ["ogd"]).learners[0]
        >>> row["algorithm"], row["curve"][-1][0]
        ('ogd', 40)
        """
        return [dict(row) for row in self._told["learners"]]

    @property
    def comparator(self) -> Optional[tuple[float, float]]:
        """Between what the loss of the best fixed weights lies, certified, where ``within`` asked for it.

        >>> import noregret
        >>> low, high = noregret.compare([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20, ["ogd"], within=1).comparator
        >>> 0 < low <= high
        True
        """
        ends = self._told["comparator"]
        return None if ends is None else (ends[0], ends[1])

    def model(self, learner: Union[int, str] = 0) -> Model:
        """The model of a learner, by rank from 0 or by name: the one it would be alone, to the bit.

        >>> import noregret
        >>> found = noregret.compare([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20, ["ogd", "pa"])
        >>> found.model("pa")
        Model('pa', loss='hinge')
        """
        rows = self._told["learners"]
        found = rows[learner : learner + 1] if isinstance(learner, int) else [r for r in rows if r["learner"] == learner]
        if not found:
            raise SpecError(f"there is no learner {learner!r}; they are {', '.join(row['learner'] for row in rows)}")
        return Model._of(self._race.model(found[0]["place"]))

    @property
    def best(self) -> dict[str, Any]:
        """The parameters of the best learner, as :class:`noregret.Model` takes them.

        >>> import noregret
        >>> noregret.tune([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20, "pa1", {"C": [0.1, 1.0]}).best
        {'algorithm': 'pa1', 'loss': 'hinge', 'C': ...}
        """
        row = self._told["learners"][0]
        if row["failed"]:
            raise SpecError(f"every learner failed: {row['failed']}")
        named = {name.replace("-", "_"): value for name, value in row["parameters"].items() if value != []}
        return {"algorithm": row["algorithm"], "loss": row["loss_function"], **plain(named)}

    def to_pandas(self) -> Any:
        """The leaderboard as a DataFrame of pandas.

        >>> import noregret
        >>> len(noregret.compare([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20, ["ogd", "pa"]).to_pandas())
        2
        """
        return self.table.to_pandas()

    def plot(self, ax: Any = None) -> Any:
        """Draws the mean so far over the number of examples, with matplotlib; gives the axes.

        >>> import matplotlib, noregret
        >>> matplotlib.use("Agg")
        >>> noregret.compare([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20, ["ogd", "pa"]).plot().get_xlabel()
        'examples'
        """
        ax = _axes(ax)
        for row in self._told["learners"]:
            if row["rank"] is not None and row["curve"]:
                ax.plot(*zip(*row["curve"]), label=row["learner"])
        ax.set(xscale="log", xlabel="examples", ylabel=f"mean {self.judge} so far")
        ax.legend()
        return ax

    def __len__(self) -> int:
        return len(self._told["learners"])

    def __getitem__(self, column: str) -> list[Any]:
        values: list[Any] = self.table[column]
        return values

    def __repr__(self) -> str:
        about = f"{self._told['labelled']:,} examples, ranked by {self.judge}"
        if self._told["clip"] is not None:
            about += f"; intervals hold with confidence {self._told['confidence']}"
        return f"{about}\n{self.table!r}"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


class Regret:
    """What a learner lost beyond the best fixed weights, certified. Made by :func:`regret`.

    >>> import noregret, numpy as np
    >>> X = np.random.default_rng(0).normal(size=(300, 3))
    >>> found = noregret.regret(X, X[:, 0] > 0, "per-coord", radius=1.0)
    >>> 0 < found.upper <= found.bound
    True
    """

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told

    @property
    def lower(self) -> Optional[float]:
        """The regret is at least this; none where there are no fixed weights to be held against.

        >>> import noregret
        >>> found = noregret.regret([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20)
        >>> found.lower <= found.upper
        True
        """
        least: Optional[float] = self._told.get("regret_lower")
        return least

    @property
    def upper(self) -> Optional[float]:
        """The regret is at most this.

        >>> import noregret
        >>> noregret.regret([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20).upper > 0
        True
        """
        most: Optional[float] = self._told.get("regret_upper")
        return most

    @property
    def bound(self) -> Optional[float]:
        """The theorem's bound, where one speaks of these fixed weights.

        >>> import noregret
        >>> noregret.regret([{"a": 1}], [1], "per-coord").bound > 0
        True
        """
        bound: Optional[float] = self._told["bound"]
        return bound

    @property
    def told(self) -> dict[str, Any]:
        """All of it, by the names of the command's ``regret --json``: also ``suffered``, ``best_lower`` and ``best_upper``, the box
        ``within``, the ``course`` over the rounds, the ``windows``, and what is ``missing``.

        >>> import noregret
        >>> noregret.regret([{"a": 1}], [1], "arow").told["missing"]
        '...'
        """
        return dict(self._told)

    @property
    def table(self) -> Table:
        """A row for the whole, and one for each window.

        >>> import noregret
        >>> noregret.regret([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20, windows=2).table["to"]
        [40, 20, 40]
        """
        whole = {"from": 1, "to": self._told["rounds"], **self._told}
        names = ("from", "to", "suffered", "best_lower", "best_upper", "regret_lower", "regret_upper")
        rows = [whole, *self._told.get("windows", [])]
        return Table({name: [row.get(name) for row in rows] for name in names})

    def to_pandas(self) -> Any:
        """The table as a DataFrame of pandas.

        >>> import noregret
        >>> noregret.regret([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20).to_pandas().shape
        (1, 7)
        """
        return self.table.to_pandas()

    def plot(self, ax: Any = None) -> Any:
        """Draws what was lost beyond the best fixed weights over the rounds, with matplotlib; gives the axes.

        >>> import matplotlib, noregret
        >>> matplotlib.use("Agg")
        >>> noregret.regret([{"a": 1}, {"b": 1}] * 20, [1, 0] * 20).plot().get_xlabel()
        'rounds'
        """
        ax = _axes(ax)
        if self._told.get("course"):
            ax.plot(*zip(*self._told["course"]), label=self._told["algorithm"])
        if self.bound is not None:
            ax.axhline(self.bound, linestyle="--", color="grey", label="bound")
        ax.set(xlabel="rounds", ylabel="loss beyond the best fixed weights")
        ax.legend()
        return ax

    def __repr__(self) -> str:
        about = f"{self._told['algorithm']} over {self._told['rounds']:,} rounds of {self._told['loss_function']} loss"
        if self.lower is None:
            return f"{about}: {self._told['missing']}"
        box = self._told["within"]
        against = "its own fixed weights" if box is None else f"fixed weights in [{box[0]:g}, {box[1]:g}]"
        bound = "" if self.bound is None else f", at most {self.bound:.4f} by its theorem"
        return f"{about}: regret in [{self.lower:.6f}, {self.upper:.6f}] against {against}{bound}"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def compare(
    X: Any,
    y: Any = None,
    algorithms: Union[Learner, Iterable[Learner], None] = None,
    *,
    weight: Any = None,
    loss: Optional[str] = None,
    judge: Optional[str] = None,
    grid: Optional[Mapping[str, Sequence[Any]]] = None,
    confidence: float = 0.95,
    clip: Optional[float] = None,
    within: Box = None,
    windows: Optional[int] = None,
    threads: Optional[int] = None,
    progress: bool = False,
    **options: Any,
) -> Comparison:
    """Runs many learners over the data at once, each as it would run alone, and tells which is better, and how surely.

    ``X``, ``y`` and ``weight`` are those of :meth:`Model.learn`. A learner is a name, a dict of what ``Model`` takes
    (``{"algorithm": "ada-diag", "eta": 0.5}``) or a model, whose algorithm and parameters run afresh; without any the
    usual ones run. ``grid`` tries every learner that has a parameter with each of its values. ``judge`` is a loss or
    ``"mistakes"``, ``within`` asks for the regret against the best fixed weights in a box, ``windows`` for means over
    time. ``options`` are those of ``Model`` about the data (``bias``, ``labels``, ``ignore``, ...). Over a table learners
    are normalised as :class:`Model` says, unless they say ``"normalize": "no"``.

    >>> import noregret, numpy as np
    >>> X = np.random.default_rng(0).normal(size=(500, 4))
    >>> noregret.compare(X, X @ [1, 2, 0, 0], ["auto", {"algorithm": "ogd", "eta": 0.1}], within=10)
    500 examples, ranked by squared loss...
    """
    entries = [_entry(learner) for learner in _several(algorithms)]
    if grid:
        entries = _gridded(entries or [_entry(name) for name in _LINE_UP], grid)
    wanted = {"judge": judge, "confidence": confidence, "clip": clip, "halving": False, "rows": None}
    return _race(X, y, weight, entries, {**wanted, "loss": loss, "windows": windows}, within, threads, progress, options)


def tune(
    X: Any,
    y: Any = None,
    algorithm: Union[Learner, Iterable[Learner]] = "ada-diag",
    grid: Optional[Mapping[str, Sequence[Any]]] = None,
    *,
    search: str = "grid",
    weight: Any = None,
    loss: Optional[str] = None,
    judge: Optional[str] = None,
    threads: Optional[int] = None,
    progress: bool = False,
    **options: Any,
) -> Comparison:
    """Finds the best parameters of a learner in one pass; ``model()`` of what it gives is the winner's model, ``best`` its parameters.

    Without a ``grid`` the algorithm's own is tried: its rate by factors of about three, and what else decides most. With
    ``search="halving"`` the worse half is left behind at each rung, and those that stay keep what they have learned.
    Over a table learners are normalised as :class:`Model` says, and ``best`` tells so; ``{"algorithm": "ada-diag", "normalize":
    "no"}`` is tuned as published, and ``grid={"normalize": ["yes", "no"], ...}`` tries both.

    >>> import noregret, numpy as np
    >>> X = np.random.default_rng(0).normal(size=(500, 4))
    >>> found = noregret.tune(X, X[:, 0] > 0, "ogd", {"eta": [0.01, 0.1, 1.0]})
    >>> sorted(found["learner"])
    ['ogd eta=0.01', 'ogd eta=0.1', 'ogd eta=1.0']
    """
    if search not in ("grid", "halving"):
        raise SpecError(f"search is {search!r}, and must be 'grid' or 'halving'")
    entries = [_entry(learner) for learner in _several(algorithm)]
    if grid:
        entries = _gridded(entries, grid)
    else:
        entries = [with_values for entry in entries for with_values in _usual(entry)]
    rows = len(X) if search == "halving" and hasattr(X, "__len__") else None
    if search == "halving" and hasattr(X, "shape"):
        rows = int(X.shape[0])
    wanted = {"judge": judge, "confidence": 0.95, "clip": None, "halving": search == "halving", "rows": rows}
    return _race(X, y, weight, entries, {**wanted, "loss": loss, "windows": None}, None, threads, progress, options)


def regret(
    X: Any,
    y: Any = None,
    algorithm: Optional[str] = None,
    loss: Optional[str] = None,
    *,
    weight: Any = None,
    within: Box = None,
    windows: Optional[int] = None,
    thorough: bool = False,
    max_memory: int = 4_000_000_000,
    progress: bool = False,
    **parameters: Any,
) -> Regret:
    """Certifies the regret of a learner: one pass, then the best fixed weights in hindsight, and an interval that the regret
    provably lies in (docs/regret.md). The rounds are kept in memory.

    The fixed weights are those of the learner's own box or penalty, or in the box ``within``: ``(low, high)``, or a
    radius. ``auto``, the default without parameters, is held against a box that it names. ``windows`` certifies as many
    stretches of the rounds, each against its own best. ``parameters`` are those of :class:`Model`. The learner is the published
    one over tables, too: it is normalised only by ``normalize="yes"``.

    >>> import noregret, numpy as np
    >>> X = np.random.default_rng(0).normal(size=(300, 3))
    >>> noregret.regret(X, X[:, 0] > 0, "ada-diag", radius=2.0)
    ada-diag over 300 rounds of logistic loss: regret in [...] against its own fixed weights...
    """
    given = {name: parameters.pop(name) for name in _OPTIONS if parameters.get(name) is not None}
    parameters = {name: value for name, value in parameters.items() if name not in _OPTIONS}
    # As the command: with parameters the learner that has them.
    chosen = algorithm or ("per-coord" if parameters else "auto")
    made: dict[str, Any] = {"algorithm": chosen, "parameters": plain(parameters)}
    made.update({name: _plain(name, value) for name, value in given.items()})
    if loss is not None:
        made["loss"] = loss
    _whole("windows", windows)
    _whole("max_memory", max_memory)
    if not isinstance(chosen, str):
        raise SpecError(f"algorithm is {chosen!r}, and must be a name")
    source = _source(X, y, weight)
    with progress_bar(_rows(source), progress) as tick:
        told = _native.regret(source, made, _box(within), windows, thorough, max_memory, tick)
    return Regret(json.loads(told))


Entry = tuple[str, str, dict[str, Any], Optional[str]]

_LINE_UP: tuple[str, ...] = _native.LINE_UP


def _several(learners: Union[Learner, Iterable[Learner], None]) -> list[Learner]:
    """One learner or many."""
    if learners is None:
        return []
    if isinstance(learners, (str, Mapping, Model)):
        return [learners]
    if not isinstance(learners, Iterable):
        raise SpecError(f"{learners!r} is no learner: give a name, a dict or a Model, or several of them")
    return list(learners)


def _entry(learner: Learner) -> Entry:
    if isinstance(learner, str):
        return (learner, learner, {}, None)
    if isinstance(learner, Model):
        about = learner._about()
        usual = next(row["loss"] for row in _native.algorithms() if row["name"] == about["algorithm"])
        own = None if about["undecided"] or about["loss"] == usual else about["loss"]
        return _named(about["algorithm"], learner._told(about), own)
    if not isinstance(learner, Mapping):
        raise SpecError(f"{learner!r} is no learner: give a name, a dict or a Model")
    given = dict(learner)
    algorithm, loss = given.pop("algorithm", "auto"), given.pop("loss", None)
    return _named(algorithm, given, loss)


def _named(algorithm: str, parameters: dict[str, Any], loss: Optional[str]) -> Entry:
    parameters = plain(parameters)
    words = [f"{name.replace('-', '_')}={value}" for name, value in parameters.items()]
    words += [] if loss is None else [f"loss={loss}"]
    return (" ".join([algorithm, *words]), algorithm, parameters, loss)


def _gridded(entries: Sequence[Entry], grid: Mapping[str, Sequence[Any]]) -> list[Entry]:
    """Every learner with every value of the parameters it has and was not given."""
    takes = {row["name"]: {_key(p["name"]) for p in row["parameters"]} for row in _native.algorithms()}
    strange = [name for name in grid if not any(_key(name) in takes.get(entry[1], ()) for entry in entries)]
    if strange:
        raise SpecError(f"none of the learners has a parameter {strange[0]}")
    for name, values in grid.items():
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise SpecError(f"grid: {name} is {values!r}, and must be a list of values to try")
    made: dict[str, Entry] = {}
    for entry in entries:
        mine = {name: values for name, values in grid.items() if _key(name) in takes.get(entry[1], ())}
        made.update((one[0], one) for one in _product(entry, mine))
    return list(made.values())


def _key(name: str) -> str:
    return name.replace("-", "_")


def _product(entry: Entry, grid: Mapping[str, Sequence[Any]]) -> list[Entry]:
    """A learner with all combinations of values; parameters that it was given stay as they are."""
    name, algorithm, parameters, loss = entry
    own = {_key(parameter) for parameter in parameters}
    mine = {name: list(values) for name, values in grid.items() if _key(name) not in own}
    if not mine:
        return [entry]
    return [_named(algorithm, {**parameters, **dict(zip(mine, values))}, loss) for values in product(*mine.values())]


def _usual(entry: Entry) -> list[Entry]:
    grids = _native.usual_grids(entry[1], entry[2])
    if not grids:
        raise SpecError(f"{entry[1]} has no parameter with a grid of its own: give one with grid={{name: values}}")
    return _product(entry, dict(grids))


def _box(within: Box) -> Optional[tuple[float, float]]:
    if within is None:
        return None
    try:
        if isinstance(within, str):
            raise TypeError
        if np.ndim(within) == 0:
            radius = float(within)  # type: ignore[arg-type]
            return (-radius, radius)
        low, high = within  # type: ignore[misc]
        return (float(low), float(high))
    except (TypeError, ValueError, OverflowError):
        raise SpecError(f"within is {within!r}, and must be a radius or a pair (low, high)") from None


def _between(name: str, value: Any, low: float, high: float, what: str) -> None:
    """Refuses what does not lie strictly between."""
    try:
        if low < value < high:
            return
    except TypeError:
        pass
    raise SpecError(f"{name} is {value!r}, and must be {what}")


def _whole(name: str, value: Any) -> None:
    if value is not None and not (isinstance(value, (int, np.integer)) and value >= 0):
        raise SpecError(f"{name} is {value!r}, and must be a whole number, 0 or more")


def _source(X: Any, y: Any, weight: Any) -> tuple[Any, ...]:
    if isinstance(X, Stream):
        if y is not None or weight is not None:
            raise DataError("files have labels and weights of their own")
        return ("files", list(X.paths), X.format, X.threads, X.most)
    X, table = _inputs.opened(X)
    if table:
        return ("tables", X, *_inputs.beside(y, weight))
    native = _inputs.examples(X)
    if y is None:
        raise DataError("there are no labels: give y")
    return ("examples", native, _inputs.labels(y), _inputs.weights(weight, _inputs.count(native)))


def _rows(source: tuple[Any, ...]) -> Optional[int]:
    """How many examples there are, where that is known before."""
    kind, data = source[:2]
    if kind == "examples":
        return _inputs.count(data)
    return len(data) if kind == "tables" and hasattr(data, "__len__") and hasattr(data, "__arrow_c_stream__") else None


def _race(
    X: Any,
    y: Any,
    weight: Any,
    entries: list[Entry],
    wanted: dict[str, Any],
    within: Box,
    threads: Optional[int],
    progress: bool,
    options: dict[str, Any],
) -> Comparison:
    strange = [name for name in options if name not in _OPTIONS]
    if strange:
        raise SpecError(f"there is no option {strange[0]}; parameters of a learner stand with it, as in {{'algorithm': 'ogd', 'eta': 0.1}}")
    given = {name: _plain(name, value) for name, value in options.items() if value is not None}
    _between("confidence", wanted["confidence"], 0, 1, "a probability, above 0 and below 1")
    if wanted["clip"] is not None:
        _between("clip", wanted["clip"], 0, math.inf, "a finite number above 0")
    for name, count in (("windows", wanted["windows"]), ("threads", threads)):
        _whole(name, count)
    wanted = {**wanted, "within": _box(within), "threads": threads, "memory": 4_000_000_000}
    source = _source(X, y, weight)
    with progress_bar(_rows(source), progress) as tick:
        return Comparison(_native.race(source, entries, wanted, given, tick))


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("matplotlib draws, and is not here: pip install matplotlib") from error
    return pyplot.subplots()[1]
