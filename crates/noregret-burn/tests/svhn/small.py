"""Makes small.mat and small-packed.mat: SVHN's layout, by SciPy."""

import pathlib

import numpy as np
import scipy.io

row, column, channel, image = np.ogrid[:4, :5, :3, :3]
x = ((row + 10 * column + 50 * channel + 7 * image) % 256).astype(np.uint8)
y = np.array([[1], [9], [10]], dtype=np.uint8)
here = pathlib.Path(__file__).parent
for name, packed in [("small.mat", False), ("small-packed.mat", True)]:
    scipy.io.savemat(here / name, {"X": x, "y": y}, do_compression=packed)
