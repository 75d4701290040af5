"""The subsampled randomized Hadamard transform: tau numbers of a vector of any length, without a matrix.

(Pi g)_k = 1/sqrt(tau) sum_i (-1)^(bits of r_k and i) sign_i g_i, with r_k and sign_i drawn by a hash of the seed: those of the library's
`radagrad`. All sums over i are one fast Walsh-Hadamard transform, O(d log d).
Reference: Ailon and Chazelle 2006; Tropp 2011.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

__all__ = ["frequencies", "image", "signs"]

_GOLDEN = 0x9E3779B97F4A7C15


def _finish(z: Any) -> Any:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _mix(seed: int, a: int, b: Any) -> Any:
    """SplitMix64's finaliser, twice, of a seed and two numbers; the second may be many."""
    b = np.atleast_1d(np.asarray(b, dtype=np.uint64)) * np.uint64(_GOLDEN)
    turned = (b << np.uint64(32)) | (b >> np.uint64(32))
    start = _finish(np.array([(seed + _GOLDEN) % 2**64], dtype=np.uint64))
    second = _finish(np.array([(a * _GOLDEN + 1) % 2**64], dtype=np.uint64))
    return _finish(start ^ second ^ turned)


def frequencies(seed: int, tau: int) -> Any:
    """r, one for each row."""
    return (_mix(seed, 2, np.arange(tau)) & np.uint64(0xFFFFFFFF)).astype(np.int64)


def signs(seed: int, like: Tensor) -> Tensor:
    """A sign for each coordinate of a vector."""
    odd = (_mix(seed, 1, np.arange(like.numel())) & np.uint64(1)).astype(np.int8)
    return torch.from_numpy(1 - 2 * odd).to(device=like.device, dtype=like.dtype)


def image(g: Tensor, sign: Tensor, seed: int, tau: int) -> Tensor:
    """Pi g."""
    width = 1 << max(g.numel() - 1, 0).bit_length()
    sums = torch.nn.functional.pad(g * sign, (0, width - g.numel()))
    half = 1
    while half < width:
        pairs = sums.view(-1, 2, half)
        sums = torch.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], 1).view(-1)
        half *= 2
    chosen = torch.from_numpy(frequencies(seed, tau) & (width - 1)).to(g.device)
    return sums[chosen] / tau**0.5
