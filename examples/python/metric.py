"""Metric learning: of three coordinates one tells kinds apart, and triplets say so. The twin: examples/rust/metric.rs.

    python3 examples/python/metric.py
"""

import numpy as np
from noregret.sklearn import MetricLearner


def point(k):
    """Two kinds, told apart by the first coordinate; the others are wide and mean nothing."""
    return [float(k % 2) + ((k * 29) % 31) / 310, ((k * 37) % 41) / 10, ((k * 53) % 59) / 10]


triplets = np.array([[point(k), point(k + 2 * (k % 17) + 2), point(k + 2 * (k % 13) + 1)] for k in range(300)])
metric = MetricLearner(margin=1.0)
metric.fit(triplets)
pairs = np.array([[[0.0, 1.0, 2.0], [0.0, 3.0, 1.0]], [[0.0, 1.0, 2.0], [1.0, 1.0, 2.0]]])
alike, different = metric.pair_distance(pairs)
print(f"alike {alike:.3f}, different {different:.3f}: {'told apart' if alike < different else 'not told apart'}")
nearer = sum(near < far for near, far in zip(metric.pair_distance(triplets[:, :2]), metric.pair_distance(triplets[:, ::2])))
print(f"{nearer} of {len(triplets)} triplets are right")
