"""Clicks: learn a file as it comes, see what is worth knowing about an ad, serve one request. The twin: examples/rust/clicks.rs.

    python3 examples/python/clicks.py [FILE]
"""

import sys

import noregret

path = sys.argv[1] if len(sys.argv) > 1 else "examples/data/clicks.vw"
model = noregret.Model()  # nothing to tune
model.learn(noregret.stream(path), margins=False)
counts = model.counts
print(f"{counts['examples']} examples, mean log loss {model.progressive_loss:.4f}, each predicted before it was learned")

found = model.evaluate(noregret.stream(path))
print(f"seen again: AUC {found['auc']:.4f}, log loss {found['log_loss']:.4f}, best constant's {found['baseline']['log_loss']:.4f}")

serving = model.freeze()  # the same margins from half the bytes
request = {"device": {"phone": 1}, "position": {"p1": 1}, "hour": {"h18": 1}}
print(f"a request: margin {serving.decision_one(request):.4f}")
