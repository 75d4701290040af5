"""Measures by scikit-learn of the same predictions, for tests/scikit_learn.rs.

    pip install scikit-learn && python3 crates/noregret-measure/tests/scikit_learn.py

writes scikit_learn.json beside itself: cases of rows (margin, label, weight) with what scikit-learn makes of them.
"""
import json
import os

import numpy as np
from sklearn import metrics
from sklearn.calibration import calibration_curve

random = np.random.default_rng(16)


def weights(n, how):
    if how == "whole":
        return random.integers(1, 5, n).astype(float)
    return random.uniform(0.1, 3.0, n) if how == "real" else np.ones(n)


def two(name, margins, labels, w):
    p = 1.0 / (1.0 + np.exp(-margins))
    y, said = (labels > 0).astype(int), (margins > 0).astype(int)
    bins = np.minimum(np.searchsorted(np.linspace(0, 1, 11)[1:-1], p), 9)
    gaps = [abs(np.sum(w[bins == b] * (y[bins == b] - p[bins == b]))) for b in range(10)]
    want = {
        "log_loss": metrics.log_loss(y, p, sample_weight=w),
        "auc": metrics.roc_auc_score(y, margins, sample_weight=w),
        "pr_auc": metrics.average_precision_score(y, margins, sample_weight=w),
        "accuracy": metrics.accuracy_score(y, said, sample_weight=w),
        "precision": metrics.precision_score(y, said, sample_weight=w),
        "recall": metrics.recall_score(y, said, sample_weight=w),
        "f1": metrics.f1_score(y, said, sample_weight=w),
        "brier": metrics.brier_score_loss(y, p, sample_weight=w),
        "calibration_error": sum(gaps) / np.sum(w),
        "confusion": metrics.confusion_matrix(y, said, sample_weight=w).tolist(),
    }
    if np.all(w == 1):
        rate, predicted = calibration_curve(y, p, n_bins=10)
        want["reliability"] = list(zip(predicted.tolist(), rate.tolist()))
    rate = np.average(y, weights=w)
    want["baseline_log_loss"] = metrics.log_loss(y, np.full(len(y), rate), sample_weight=w)
    want["baseline_brier"] = metrics.brier_score_loss(y, np.full(len(y), rate), sample_weight=w)
    return {"name": name, "loss": "logistic", "rows": rows(margins, labels, w), "want": want}


def numbers(name, loss, margins, labels, w, quantile=0.5):
    p = np.exp(margins) if loss == "poisson" else margins
    mean = np.full(len(labels), np.average(labels, weights=w))
    want = {
        "mse": metrics.mean_squared_error(labels, p, sample_weight=w),
        "rmse": metrics.root_mean_squared_error(labels, p, sample_weight=w),
        "mae": metrics.mean_absolute_error(labels, p, sample_weight=w),
        "r2": metrics.r2_score(labels, p, sample_weight=w),
        "pinball": metrics.mean_pinball_loss(labels, p, sample_weight=w, alpha=quantile),
        "baseline_rmse": metrics.root_mean_squared_error(labels, mean, sample_weight=w),
        "baseline_mae": min(metrics.mean_absolute_error(labels, np.full(len(labels), c), sample_weight=w) for c in labels),
    }
    if np.all(labels >= 0) and np.all(p > 0):
        want["poisson_deviance"] = metrics.mean_poisson_deviance(labels, p, sample_weight=w)
        want["baseline_poisson_deviance"] = metrics.mean_poisson_deviance(labels, mean, sample_weight=w)
    return {"name": name, "loss": loss, "rows": rows(margins, labels, w), "want": want}


def classes(name, k, n, how, rounded):
    scores = random.dirichlet(np.full(k, 0.7), n)
    if rounded:
        scores = np.round(scores * 4) + 1.0
        scores /= scores.sum(axis=1, keepdims=True)
    y = random.integers(0, k, n)
    w, said = weights(n, how), scores.argmax(axis=1)
    every = list(range(k))
    want = {
        "accuracy": metrics.accuracy_score(y, said, sample_weight=w),
        "log_loss": metrics.log_loss(y, scores, sample_weight=w, labels=every),
        "recall": metrics.recall_score(y, said, sample_weight=w, average=None, labels=every).tolist(),
        "precision": metrics.precision_score(y, said, sample_weight=w, average=None, labels=every).tolist(),
        "confusion": metrics.confusion_matrix(y, said, sample_weight=w, labels=every).tolist(),
        "top_k": [
            metrics.top_k_accuracy_score(y, scores, k=j, sample_weight=w, labels=every) for j in range(1, min(5, k - 1) + 1)
        ],
    }
    return {"name": name, "probabilities": scores.tolist(), "classes": y.tolist(), "weights": w.tolist(), "want": want}


def rows(margins, labels, w):
    return np.column_stack([margins, labels, w]).tolist()


def main():
    n, cases = 80, []
    for how in ["one", "whole", "real"]:
        labels = np.where(random.random(n) < 0.3, 1.0, -1.0)
        margins = 1.5 * random.normal(size=n) + 0.7 * labels - 0.4
        cases.append(two(f"two classes, weights {how}", margins, labels, weights(n, how)))
        cases.append(two(f"ties, weights {how}", np.round(margins), labels, weights(n, how)))
        cases.append(two(f"rare, weights {how}", margins - 4.0, labels, weights(n, how)))
        labels = 50.0 * random.normal(size=n) + 7.0
        cases.append(numbers(f"numbers, weights {how}", "squared", labels + 20.0 * random.normal(size=n), labels, weights(n, how)))
        far = 1e6 + random.normal(size=n)
        cases.append(numbers(f"a large mean, weights {how}", "absolute", far + 0.3 * random.normal(size=n), far, weights(n, how)))
        cases.append(numbers(f"quantile, weights {how}", "quantile(0.9)", labels + 9.0, labels, weights(n, how), 0.9))
        rate = random.normal(size=n)
        counts = random.poisson(np.exp(rate)).astype(float)
        cases.append(numbers(f"counts, weights {how}", "poisson", rate + 0.2 * random.normal(size=n), counts, weights(n, how)))
    several = [
        classes(f"{k} classes, weights {how}, {'ties' if rounded else 'no ties'}", k, 60, how, rounded)
        for k, how, rounded in [(3, "one", False), (3, "whole", True), (7, "real", False), (7, "one", True)]
    ]
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scikit_learn.json")
    with open(path, "w") as out:
        json.dump({"cases": cases, "classes": several}, out, separators=(",", ":"))
        out.write("\n")


main()
