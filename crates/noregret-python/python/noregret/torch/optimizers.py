"""The five optimizers: what H is made of. All take ``w <- w - lr H^-1 g``, one H for every parameter tensor."""

from __future__ import annotations

from typing import Any, Dict, Iterable

import torch
from torch import Tensor

from ._directions import exact, frequent, mixed
from ._hadamard import image, signs
from ._optimizer import Adaptive
from ._optimizer import diagonal as _diagonal

__all__ = ["AdaDiag", "AdaFd", "FdSon", "Radagrad", "SAda"]


def _along(rows: Tensor, inside: Tensor, outside: Tensor, along: Tensor, g: Tensor) -> Tensor:
    """H^-1 g for an H that is `inside` along the rows and `outside` beside them."""
    return g / outside + rows.T @ ((1 / inside - 1 / outside) * along)


class AdaDiag(Adaptive):
    r"""AdaGrad with a diagonal matrix.

    .. math:: G_i \leftarrow G_i + g_i^2, \qquad w_i \leftarrow w_i - \mathrm{lr}\, g_i / (\delta + \sqrt{G_i})

    Memory: one number for each parameter. Weakness: it sees no correlation, and rates never rise again.

    Args:
        params: parameters, or groups of them.
        lr: the rate.
        delta: curvature before any gradient.
        weight_decay: the strength of an l2 penalty.
        maximize: climb instead of descend.

    >>> import torch
    >>> from noregret.torch import AdaDiag
    >>> w = torch.nn.Parameter(torch.tensor([3.0, -2.0]))
    >>> optimizer = AdaDiag([w], lr=1.0)
    >>> for _ in range(100):
    ...     optimizer.zero_grad()
    ...     (w**2).sum().backward()
    ...     _ = optimizer.step()
    >>> bool(w.abs().max() < 0.01)
    True

    Reference: Duchi, Hazan and Singer 2011.
    """

    def __init__(
        self, params: Iterable[Any], lr: float = 1e-2, delta: float = 1e-8, weight_decay: float = 0.0, *, maximize: bool = False
    ) -> None:
        super().__init__(params, lr=lr, delta=delta, weight_decay=weight_decay, maximize=maximize)

    def direction(self, grad: Tensor, state: Dict[str, Any], group: Dict[str, Any]) -> Tensor:
        return _diagonal(grad, state, group)


class _Frequent(Adaptive):
    """Those whose H is a function of a frequent-directions sketch."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        delta: float = 1e-2,
        tau: int = 20,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ) -> None:
        super().__init__(params, lr=lr, delta=delta, tau=tau, weight_decay=weight_decay, maximize=maximize)

    def curvature(self, values: Tensor, lost: Tensor, delta: float) -> Tensor:
        """H along directions of these singular values, when so much was shrunk away."""
        raise NotImplementedError

    def direction(self, grad: Tensor, state: Dict[str, Any], group: Dict[str, Any]) -> Tensor:
        g = exact(grad)
        if not state:
            state["rows"] = g.new_zeros(group["tau"] - 1, g.numel())
            state["values"] = g.new_zeros(group["tau"] - 1)
            state["lost"] = g.new_zeros(1)
        state["rows"], state["values"], shed, along = frequent(state["rows"], state["values"], g)
        state["lost"] = state["lost"] + shed
        inside = self.curvature(state["values"], state["lost"], group["delta"])
        outside = self.curvature(torch.zeros_like(state["lost"]), state["lost"], group["delta"])
        return _along(state["rows"], inside, outside, along, g).to(grad.dtype)


class AdaFd(_Frequent):
    r"""Full-matrix AdaGrad from a sketch by frequent directions.

    .. math:: H = \delta I + V^\top \mathrm{diag}(s) V, \qquad w \leftarrow w - \mathrm{lr}\, H^{-1} g

    where S = diag(s) V, of ``tau`` rows, takes each gradient as its last row and gives up its least square.

    Memory: (tau - 1) numbers of double precision for each parameter. Time: O(tau^2) for each parameter a step.
    Weakness: beside its directions every parameter has the one rate lr/delta, which must be tuned.

    Args:
        params: parameters, or groups of them; a group with ``diagonal=True`` gets :class:`AdaDiag`'s step
            (:func:`convolutions` makes the groups of the paper).
        lr: the rate.
        delta: curvature before any gradient.
        tau: rows of the sketch, the one for the new gradient included.
        weight_decay: the strength of an l2 penalty.
        maximize: climb instead of descend.

    >>> import torch
    >>> from noregret.torch import AdaFd
    >>> w = torch.nn.Parameter(torch.tensor([3.0, -2.0]))
    >>> optimizer = AdaFd([w], lr=1.0, delta=1.0, tau=3)
    >>> for _ in range(100):
    ...     optimizer.zero_grad()
    ...     (w**2).sum().backward()
    ...     _ = optimizer.step()
    >>> bool(w.abs().max() < 0.01)
    True

    Reference: Wan, Wei and Zhang 2018.
    """

    def curvature(self, values: Tensor, lost: Tensor, delta: float) -> Tensor:
        return values + delta


class SAda(_Frequent):
    r"""Sketchy AdaGrad: as :class:`AdaFd`, with what the sketch gives up added to every direction.

    .. math:: H = (S^\top S + (\rho + \delta) I)^{1/2}

    where :math:`\rho` is the sum of the squares given up. Memory, time and arguments: as :class:`AdaFd`; ``delta`` is a squared curvature.
    Weakness: beside the directions the rate falls for all parameters alike.

    >>> import torch
    >>> from noregret.torch import SAda
    >>> SAda([torch.nn.Parameter(torch.zeros(3))], lr=0.1, delta=1e-4, tau=10).defaults["tau"]
    10

    Reference: Feinberg et al. 2023.
    """

    def curvature(self, values: Tensor, lost: Tensor, delta: float) -> Tensor:
        return (values**2 + lost + delta).sqrt()


class FdSon(_Frequent):
    r"""The online Newton step from a sketch by frequent directions.

    .. math:: A = \delta I + S^\top S, \qquad w \leftarrow w - \mathrm{lr}\, A^{-1} g

    The library's ``fd-son`` with ``eta = 1/lr`` and ``alpha = delta/lr``. Memory, time and arguments: as :class:`AdaFd`.
    Weakness: the rates along the directions fall as 1/t, too soon for most networks.

    >>> import torch
    >>> from noregret.torch import FdSon
    >>> FdSon([torch.nn.Parameter(torch.zeros(3))], lr=0.1, delta=1.0).defaults["delta"]
    1.0

    Reference: Luo, Agarwal, Cesa-Bianchi and Langford 2016.
    """

    def curvature(self, values: Tensor, lost: Tensor, delta: float) -> Tensor:
        return values**2 + delta


class Radagrad(Adaptive):
    r"""AdaGrad in the range of a random projection of the full matrix.

    .. math:: C \leftarrow C + (\Pi g) g^\top = U \mathrm{diag}(s) V, \qquad
        w \leftarrow w - \mathrm{lr}\, (V^\top (s^{1/2} + \delta)^{-1} V g + g - V^\top V g)

    with a subsampled randomized Hadamard transform :math:`\Pi` of ``tau`` rows, that of the library's ``radagrad`` with the same ``seed``.

    Memory: tau numbers of double precision for each parameter, and a sign. Time: as :class:`AdaFd`. Arguments: as :class:`AdaFd`, and ``seed``, which draws the projection
    (the same one for tensors of the same size). Weakness: beside its directions the rate never falls.

    >>> import torch
    >>> from noregret.torch import Radagrad
    >>> Radagrad([torch.nn.Parameter(torch.zeros(3))], lr=0.1, seed=7).defaults["seed"]
    7

    Reference: Krummenacher et al. 2016.
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        delta: float = 1e-2,
        tau: int = 20,
        weight_decay: float = 0.0,
        *,
        seed: int = 1,
        maximize: bool = False,
    ) -> None:
        super().__init__(params, lr=lr, delta=delta, tau=tau, weight_decay=weight_decay, seed=seed, maximize=maximize)

    def direction(self, grad: Tensor, state: Dict[str, Any], group: Dict[str, Any]) -> Tensor:
        tau, seed, g = group["tau"], group["seed"], exact(grad)
        if not state:
            state["rows"] = g.new_zeros(tau, g.numel())
            state["core"] = g.new_zeros(tau, tau)
            state["signs"] = signs(seed, grad)
        projected = image(g, state["signs"], seed, tau)
        state["rows"], state["core"], values, along = mixed(state["rows"], state["core"], projected, g)
        inside = torch.where(values > 0, values.sqrt() + group["delta"], torch.ones_like(values))
        return _along(state["rows"], inside, torch.ones_like(values[:1]), along, g).to(grad.dtype)
