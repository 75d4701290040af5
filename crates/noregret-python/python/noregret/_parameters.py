"""The parameters of all algorithms by name, for wrappers whose hosts read them from a signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

import numpy as np

from .errors import SpecError

#: Parameters of any algorithm (``noregret.algorithms(name)`` tells who takes which), and ``groups``. ``alpha`` and ``seed``
#: go by ``parameters={"alpha": 0.1}``: hosts of estimators set attributes of these names for reasons of their own.
NAMES = (
    "radius", "box", "scale", "update", "l1", "l2", "features", "eta", "rate", "delta", "method", "beta", "potential", "start", "signed", "set", "tau", "precondition", "C", "phi", "variance", "r", "base", "normalize", "average", "groups",
)  # fmt: skip


class Parameterized:
    """What is given stays as it was given; a parameter that is None is the algorithm's own."""

    algorithm: str
    loss: Optional[str]
    bias: bool
    bits: Optional[int]
    parameters: Optional[dict[str, Any]]

    def _given(self) -> dict[str, Any]:
        """What a model is made of."""
        given = {name: value for name in NAMES if (value := getattr(self, name, None)) is not None}
        given.update(self.parameters or {})
        if not self.bias:
            given["bias"] = False
        if self.bits is not None:
            given["bits"] = self.bits
        return given


def plain(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as the native side takes them. Also those of ``Model.parameters``, where a box is its ends by name and groups are rows."""
    return {name: _groups(value) if name == "groups" else _value(value) for name, value in parameters.items()}


def _value(value: Any) -> Any:
    """A number, a word, or a pair of numbers."""
    if isinstance(value, Mapping) and set(value) == {"lo", "hi"}:
        return (value["lo"], value["hi"])
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(value) if isinstance(value, list) and len(value) == 2 else value


#: What a group of features has of its own, and what that is called in a model's parameters.
_TERMS = ("radius", "box", "l1", "l2")
_OWN = {"set": "box"}


def _groups(groups: Any) -> Any:
    if isinstance(groups, list) and all(isinstance(group, Mapping) and "name" in group for group in groups):
        groups = {group["name"]: {_OWN.get(name, name): group[name] for name in group if name != "name"} for group in groups}
    if not isinstance(groups, Mapping) or not all(isinstance(own, Mapping) for own in groups.values()):
        raise SpecError("groups are a dict: of each group's name a dict of its own box and penalties")
    for name, own in groups.items():
        strange = [term for term in own if term not in _TERMS]
        if strange:
            raise SpecError(f"the group {name!r} has no {strange[0]} of its own: groups take {', '.join(_TERMS)}")
    return {name: plain(own) for name, own in groups.items()}
