"""The parameters of all algorithms by name, for wrappers whose hosts read them from a signature."""

from __future__ import annotations

from typing import Any, Optional

#: Parameters of any algorithm (``noregret.algorithms(name)`` tells who takes which), and ``groups``. ``alpha`` and ``seed``
#: go by ``parameters={"alpha": 0.1}``: hosts of estimators set attributes of these names for reasons of their own.
NAMES = (
    "radius", "box", "scale", "update", "l1", "l2", "features", "eta", "rate", "delta", "method", "beta", "potential", "start", "signed", "set", "tau", "precondition", "C", "phi", "variance", "r", "base", "groups",
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
        given = {name: getattr(self, name) for name in NAMES if getattr(self, name) is not None}
        given.update(self.parameters or {})
        if not self.bias:
            given["bias"] = False
        if self.bits is not None:
            given["bits"] = self.bits
        return given
