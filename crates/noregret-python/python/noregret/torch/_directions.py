"""The directions most gradients lie in, kept up to date in plain torch operations.

A sketch holds orthonormal rows V and a small core. A new gradient g lies in the span of V and of one new direction q:

    a = V g,   r = g - V'a (once more for rounding),   q = r/|r|,   g = [V; q]' c,   c = (a, |r|)

so that a round is a decomposition of a small matrix in the coordinates of [V; q], and V <- W [V; q] turns the rows.
It costs O(tau^2 d) a step, and tau d numbers. Rows that stand for nothing are zero.
Reference: Liberty 2013; Krummenacher et al. 2016.
"""

from __future__ import annotations

from typing import Tuple

import torch
from torch import Tensor

__all__ = ["exact", "frequent", "mixed", "parted"]


def exact(tensor: Tensor) -> Tensor:
    """Sketches are kept with twice the digits, where the device has them: what leaks out of a direction by rounding is not held back by its curvature."""
    return tensor if tensor.device.type == "mps" else tensor.double()


def parted(rows: Tensor, g: Tensor) -> Tuple[Tensor, Tensor]:
    """[V; q] and c: g in the coordinates of the rows and of one more direction, zero if g needs none."""
    along = rows @ g
    rest = g - rows.T @ along
    again = rows @ rest
    along, rest = along + again, rest - rows.T @ again
    size, length = rest.norm(), g.norm()
    # What rounding leaves of a gradient in the span is no direction.
    new = size > 16 * torch.finfo(g.dtype).eps * length
    q = torch.where(new, rest / torch.where(new, size, torch.ones_like(size)), torch.zeros_like(rest))
    size = torch.where(new, size, torch.zeros_like(size))
    return torch.cat([rows, q.unsqueeze(0)]), torch.cat([along, size.unsqueeze(0)])


def frequent(rows: Tensor, values: Tensor, g: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    """Frequent directions: S = diag(s) V takes g as its last row, and the least square is taken from all.

    Gives V, s, the square that was taken, and V g.
    """
    wide, c = parted(rows, g)
    squares = torch.cat([values**2, c.new_zeros(1)])
    found, turn = torch.linalg.eigh(torch.diag(squares) + torch.outer(c, c))
    found, turn = found.flip(0).clamp(min=0), turn.flip(1)
    shed = found[-1]
    kept = (found - shed)[:-1]
    # A direction that is left with nothing, or with rounding, is dropped.
    kept = torch.where(kept > 1e-14 * found[0], kept, torch.zeros_like(kept))
    alive = kept > 0
    turn = torch.where(alive, turn[:, :-1], torch.zeros_like(turn[:, :-1]))
    return turn.T @ wide, kept.sqrt(), shed, turn.T @ c


def mixed(rows: Tensor, core: Tensor, image: Tensor, g: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    """A random projection: C V, tau rows that hold the sum of (Pi g) g', takes another gradient.

    Gives V, C, the singular values of C, and V g; rows whose value is rounding are zero.
    """
    wide, c = parted(rows, g)
    grown = torch.cat([core, c.new_zeros(core.shape[0], 1)], 1) + torch.outer(image, c)
    left, values, turn = torch.linalg.svd(grown, full_matrices=False)
    alive = values > 16 * torch.finfo(g.dtype).eps * values[0]
    values = torch.where(alive, values, torch.zeros_like(values))
    turn = torch.where(alive.unsqueeze(1), turn, torch.zeros_like(turn))
    return turn @ wide, left * values, values, turn @ c
