"""Drift: what is true changes on the way, and two learners run side by side: one that goes slower and slower, one that can begin
anew. The twin: examples/rust/drift.rs.

    python3 examples/python/drift.py
"""

import noregret

ROWS = 4000


def row(k):
    """Features that look random and are the same everywhere; from the middle on the label turns round."""
    x = {name: ((k * step) % 97 - 48) / 48 for name, step in [("a", 31), ("b", 57), ("c", 83)]}
    truth = x["a"] - 2.0 * x["b"] + 0.5 * x["c"]
    return x, 1 if (truth > 0) == (k < ROWS // 2) else -1


examples, labels = zip(*map(row, range(ROWS)))
found = noregret.compare(list(examples), list(labels), ["ogd", {"algorithm": "flh", "base": "ogd"}], loss="logistic", windows=4)
for learner in sorted(found.learners, key=lambda learner: learner["place"]):
    means = ", ".join(f"{window['mean']:.4f}" for window in learner["windows"])
    print(f"{learner['algorithm']}: mean log loss {learner['judged']:.4f}, by quarters {means}")
print(f"best: {found.best['algorithm']}")
