"""Text: sparse rows of word weights, learned as a matrix and as the file it comes from, with the same bits. The twin: examples/rust/text.rs.

    python3 examples/python/text.py [FILE]
"""

import sys

import noregret
import numpy as np

path = sys.argv[1] if len(sys.argv) > 1 else "examples/data/text.svm"
starts, indices, values, labels = [0], [], [], []
for line in open(path):
    label, *pairs = line.split()
    labels.append(float(label))
    for pair in pairs:
        index, value = pair.split(":")
        indices.append(int(index))
        values.append(float(value))
    starts.append(len(indices))


class Rows:
    """As much of scipy's CSR matrix as is needed, where scipy is not."""

    format, ndim, nnz = "csr", 2, len(values)
    indptr, indices, data = np.array(starts, np.int32), np.array(indices, np.int32), np.array(values)
    dtype, shape = data.dtype, (len(labels), max(indices.tolist()) + 1)

    def tocsr(self):
        return self


model = noregret.Model("ada-diag", loss="logistic", eta=0.5)
margins = model.learn(Rows(), labels)
print(f"{len(margins)} rows, {Rows.nnz} words, mean log loss {model.progressive_loss:.4f}")
same = noregret.Model("ada-diag", loss="logistic", eta=0.5)
same.learn(noregret.stream(path))
print(f"the file gives the same model: {str(same.to_bytes() == model.to_bytes()).lower()}")
wrong = int(sum((margin > 0) != (label > 0) for margin, label in zip(margins, labels)))
print(f"{wrong} were mistaken, {model.counts['labelled'] - wrong} were not")
