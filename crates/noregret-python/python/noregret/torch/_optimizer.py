"""What the optimizers share: groups, closures, weight decay, and AdaGrad's diagonal for groups that ask for it."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Iterable, List, Optional

import torch
from torch import Tensor

from ..errors import SpecError

__all__ = ["Adaptive", "convolutions"]


def _positive(name: str, value: float) -> None:
    if not (value > 0 and math.isfinite(value)):
        raise SpecError(f"{name} must be positive and finite, not {value!r}")


def diagonal(grad: Tensor, state: Dict[str, Any], group: Dict[str, Any]) -> Tensor:
    """H^-1 g with H = delta + sqrt(sum of g^2)."""
    if not state:
        state["squares"] = torch.zeros_like(grad)
    state["squares"].addcmul_(grad, grad)
    return grad / (state["squares"].sqrt() + group["delta"])


class Adaptive(torch.optim.Optimizer):
    """w <- w - lr H^-1 g, with an H of the gradients so far for every parameter tensor. Subclasses say which H."""

    def __init__(self, params: Iterable[Any], **defaults: Any) -> None:
        defaults = {"weight_decay": 0.0, "maximize": False, "diagonal": False, **defaults}
        super().__init__(params, defaults)

    def add_param_group(self, param_group: Dict[str, Any]) -> None:
        """Adds a group of parameters, with options of its own; ``diagonal=True`` gives it AdaGrad's diagonal."""
        super().add_param_group(param_group)
        group = self.param_groups[-1]
        for name in ("lr", "delta"):
            _positive(name, group[name])
        if not (group["weight_decay"] >= 0 and math.isfinite(group["weight_decay"])):
            raise SpecError(f"weight_decay must not be negative, and is {group['weight_decay']!r}")
        if "tau" in group and not (isinstance(group["tau"], int) and group["tau"] >= 1):
            raise SpecError(f"tau must be a whole number of at least 1, not {group['tau']!r}")
        for p in group["params"]:
            if p.dtype not in (torch.float32, torch.float64):
                raise SpecError(f"parameters must be float32 or float64, not {p.dtype}: autocast keeps them in float32")

    def load_state_dict(self, state_dict: Dict[str, Any]) -> None:
        """Goes on from what ``state_dict`` gave."""
        super().load_state_dict(state_dict)
        # Torch has cast everything to the parameters' type; sketches keep all their digits.
        numbers = [number for group in state_dict["param_groups"] for number in group["params"]]
        for number, p in zip(numbers, (p for group in self.param_groups for p in group["params"])):
            for name, value in state_dict["state"].get(number, {}).items():
                self.state[p][name] = value.to(p.device, copy=True)

    def direction(self, grad: Tensor, state: Dict[str, Any], group: Dict[str, Any]) -> Tensor:
        """H^-1 g of one flat gradient; the state is empty at first."""
        raise NotImplementedError

    @torch.no_grad()
    def step(self, closure: Optional[Callable[[], Any]] = None) -> Any:
        """Takes one step. A closure is called first, with gradients on, and its value is given back."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if p.grad.is_sparse:
                    raise SpecError("gradients must be dense: a sketch of a sparse one is in noregret.Player")
                grad = (-p.grad if group["maximize"] else p.grad).reshape(-1)
                if group["weight_decay"]:
                    grad = grad.add(p.reshape(-1), alpha=group["weight_decay"])
                how = diagonal if group["diagonal"] else self.direction
                p.add_(how(grad, self.state[p], group).view_as(p), alpha=-group["lr"])
        return loss


def convolutions(module: torch.nn.Module, **rest: Any) -> List[Dict[str, Any]]:
    """The groups of the paper: the kernels of convolutions, and all else, which gets AdaGrad's diagonal.

    Options for the second group can be given: ``convolutions(net, lr=1e-2)``.

    >>> import torch
    >>> from noregret.torch import AdaFd, convolutions
    >>> net = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.Flatten(), torch.nn.Linear(16, 2))
    >>> optimizer = AdaFd(convolutions(net), lr=0.1)
    >>> [(len(group["params"]), group["diagonal"]) for group in optimizer.param_groups]
    [(1, False), (3, True)]
    """
    kinds = (torch.nn.modules.conv._ConvNd,)
    kernels = [m.weight for m in module.modules() if isinstance(m, kinds)]
    taken = {id(p) for p in kernels}
    others = [p for p in module.parameters() if id(p) not in taken]
    groups: List[Dict[str, Any]] = [{"params": kernels}] if kernels else []
    return groups + ([{"params": others, "diagonal": True, **rest}] if others else [])
