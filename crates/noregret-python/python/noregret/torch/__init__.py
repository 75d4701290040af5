"""Optimizers for PyTorch: the library's adaptive matrices for neural networks, on any device that torch has.

``AdaFd``, ``SAda``, ``FdSon`` and ``Radagrad`` keep a sketch of the gradients of every parameter tensor, ``AdaDiag`` a diagonal. They are
ordinary ``torch.optim.Optimizer``\\ s: groups, closures, schedulers, ``state_dict``. A sketch costs about ``tau`` numbers for each parameter:
for small tensors, such as the kernels of convolutions, and not for large dense layers (:func:`convolutions` makes the groups).

The model may be compiled by ``torch.compile``; a step of these optimizers decomposes small matrices and is to be left out of it.
"""

from __future__ import annotations

from ._optimizer import convolutions
from .optimizers import AdaDiag, AdaFd, FdSon, Radagrad, SAda

__all__ = ["AdaDiag", "AdaFd", "FdSon", "Radagrad", "SAda", "convolutions"]
