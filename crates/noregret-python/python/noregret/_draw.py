"""A loss curve as a piece of SVG, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

_WIDTH, _HEIGHT = 360, 120


def loss_curve(points: Sequence[Any]) -> str:
    """The mean loss over the number of examples, on a logarithmic scale; nothing of fewer than two points."""
    known = [(examples, loss) for examples, loss in points if loss is not None and examples > 0]
    if len(known) < 2:
        return ""
    left, right = log(known[0][0]), log(known[-1][0])
    low, high = min(loss for _, loss in known), max(loss for _, loss in known)
    across, up = max(right - left, 1e-9), max(high - low, 1e-9)
    line = " ".join(
        f"{_WIDTH * (log(examples) - left) / across:.1f},{_HEIGHT - _HEIGHT * (loss - low) / up:.1f}"
        for examples, loss in known
    )
    return (
        f'<svg width="{_WIDTH + 20}" height="{_HEIGHT + 40}" viewBox="-10 -10 {_WIDTH + 20} {_HEIGHT + 40}">'
        f'<polyline points="{line}" fill="none" stroke="#1f77b4" stroke-width="2"/>'
        f'<text x="0" y="{_HEIGHT + 20}" font-size="11">mean loss {high:.4g} to {low:.4g}, '
        f"{known[0][0]:,} to {known[-1][0]:,} examples</text></svg>"
    )
