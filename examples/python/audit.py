"""An audit of regret: what a learner lost beyond the best fixed weights in hindsight, certified, and beside its theorem's bound. The twin:
examples/rust/audit.rs.

    python3 examples/python/audit.py [FILE]
"""

import sys

import noregret

path = sys.argv[1] if len(sys.argv) > 1 else "examples/data/clicks.vw"
for algorithm, parameters in [("per-coord", {"radius": 1.0}), ("ada-diag", {"radius": 1.0})]:
    found = noregret.regret(noregret.stream(path, most=1000), None, algorithm, loss="logistic", **parameters)
    told = found.told
    print(f"{algorithm}: lost {told['suffered']:.4f}, the best weights in [-1, 1] at most {told['best_upper']:.4f}")
    print(f"  regret in [{found.lower:.4f}, {found.upper:.4f}]; bound {'none' if found.bound is None else f'{found.bound:.1f}'}")
