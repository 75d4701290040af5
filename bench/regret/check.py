#!/usr/bin/env python3
"""Certified regret held against independent solvers: is every interval as narrow as asked, and right?

    python3 bench/regret/check.py --data FOLDER [--json FILE] [--noregret PATH] [--only SET,SET] [--seconds 120]

FOLDER has libsvm/{a9a,w8a,rcv1_subset}, sentiment/processed_acl.tar.xz and regression/{cal_housing.csv,compactiv.dat,abalone.csv}, as they are or with .gz; what
is not there is said and left out. Reviews become vectors of unit length, in a fixed order; columns and labels of the regression sets are
shifted and scaled to mean 0 and deviation 1. Each learner runs over each set under a smooth loss and one with a kink, in a box; per-coord under an l2 penalty as well. Then

* width: the interval's width is at most 1e-3 of the comparator's loss for smooth losses, 1e-2 for kinked ones;
* solver: the comparator's loss is another solver's to 1e-3: scipy's L-BFGS-B (smooth losses in a box), HiGHS (kinked ones: a linear program, given up after --seconds),
  LIBLINEAR through scikit-learn, or Ridge (with l2);
* inside: lower end <= true regret <= upper end, where the truth is what was lost by the margins `noregret train -p` writes, less the other solver's loss (allowed: a millionth of that loss,
  the solver's own error);
* bound: the upper end is at most the theorem's bound, where the learner has one for its set.

Ends with 1 if any of these fails. Everything on one core; the peers are installed into a virtual environment beside the target folder.
"""
import argparse, gzip, json, math, platform, random, resource, shlex, subprocess, sys, tarfile, tempfile, time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ONE_THREAD, ROOT, TARGET, inside

HOME = TARGET / "bench-regret"
PEERS = ["scikit-learn", "scipy", "numpy"]
ASKED = {"logistic": 1e-3, "squared": 1e-3, "hinge": 1e-2, "absolute": 1e-2}
REVIEWS = ["books", "dvd", "electronics", "kitchen"]
CLASSES = ["a9a", "w8a", "rcv1_subset", *REVIEWS]
NUMBERS = ["cal_housing", "compactiv", "abalone"]
# Words have small weights; a box of 1 lets them fit every review.
RADIUS = {name: 0.1 for name in REVIEWS}
# With l2 the box is only there for the learner: the best weights are well inside, which is checked.
L2, FAR = 1e-3, 10


def lines(path):
    """A text file's lines, plain or compressed; none if there is no such file."""
    for there, way in [(path, open), (Path(f"{path}.gz"), gzip.open)]:
        if there.exists():
            with way(there, "rt") as file:
                return file.read().splitlines()
    return None


def reviews(data, name):
    archive = data / "sentiment" / "processed_acl.tar.xz"
    if not archive.exists():
        return None
    numbers, rows = {}, []
    with tarfile.open(archive) as tar:
        for kind, label in [("positive", 1), ("negative", -1)]:
            text = tar.extractfile(f"processed_acl/{name}/{kind}.review").read().decode()
            for line in text.splitlines():
                counts = {}
                for pair in line.split():
                    word, _, count = pair.rpartition(":")
                    if word != "#label#":
                        place = numbers.setdefault(word, len(numbers) + 1)
                        counts[place] = counts.get(place, 0) + float(count)
                length = math.sqrt(sum(count * count for count in counts.values()))
                pairs = " ".join(f"{place}:{counts[place] / length:.9g}" for place in sorted(counts))
                rows.append(f"{label} {pairs}")
    random.Random(1).shuffle(rows)
    return rows


def table(data, name):
    """A regression set, its last column the label; words become as many columns as there are."""
    import numpy as np

    text = lines(data / "regression" / f"{name}.{'dat' if name == 'compactiv' else 'csv'}")
    if text is None:
        return None
    cells = [line.split(",") for line in text if line and line[0] != "@" and "longitude" not in line]
    columns = []
    for column in zip(*cells):
        try:
            columns.append([float(cell) for cell in column])
        except ValueError:
            columns.extend([float(cell == word) for cell in column] for word in sorted(set(column))[1:])
    values = np.array(columns).T
    values = (values - values.mean(0)) / values.std(0)
    pairs = lambda row: " ".join(f"{place}:{value:.9g}" for place, value in enumerate(row[:-1], 1))
    return [f"{row[-1]:.9g} {pairs(row)}" for row in values]


def converted(data, name):
    """The set as svmlight, or none."""
    path = HOME / "data" / f"{name}.svm"
    if not path.exists():
        if name in REVIEWS:
            rows = reviews(data, name)
        elif name in NUMBERS:
            rows = table(data, name)
        else:
            rows = lines(data / "libsvm" / name)
        if rows is None:
            return None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(rows) + "\n")
    return path


def losses(loss, p, y):
    """The loss of every margin, and its slope where it has one."""
    import numpy as np
    from scipy.special import expit

    if loss == "logistic":
        return np.logaddexp(0, -y * p), -y * expit(-y * p)
    if loss == "squared":
        return (p - y) ** 2 / 2, p - y
    return (np.maximum(0, 1 - y * p) if loss == "hinge" else np.abs(p - y)), None


def smooth_in_box(x, y, loss, radius):
    import numpy as np
    from scipy.optimize import minimize

    def objective(w):
        value, slope = losses(loss, x @ w, y)
        return value.sum(), x.T @ slope

    options = {"maxiter": 20_000, "maxfun": 40_000, "maxcor": 30, "ftol": 1e-13, "gtol": 1e-7}
    found = minimize(objective, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", bounds=[(-radius, radius)] * x.shape[1], options=options)
    return "L-BFGS-B", float(losses(loss, x @ np.clip(found.x, -radius, radius), y)[0].sum())


def kinked_in_box(x, y, loss, radius, seconds):
    """As a linear program, or as its dual: whichever has fewer constraints."""
    import numpy as np
    from scipy import sparse
    from scipy.optimize import linprog

    rounds, features = x.shape
    one = np.ones(rounds)
    rows = sparse.diags(y) @ x if loss == "hinge" else x
    target = one if loss == "hinge" else y
    if features < rounds:
        # max target'a - R |rows'a|_1, a in [0, 1] or [-1, 1]; rows'a = up - down.
        eye = sparse.identity(features)
        a = (0, 1) if loss == "hinge" else (-1, 1)
        found = linprog(np.concatenate([-target, radius * np.ones(2 * features)]), A_eq=sparse.hstack([rows.T, -eye, eye]).tocsc(), b_eq=np.zeros(features),
                        bounds=[a] * rounds + [(0, None)] * (2 * features), method="highs-ipm", options={"time_limit": seconds})
        value = None if found.x is None else -found.fun
    else:
        eye = sparse.identity(rounds)
        above = sparse.hstack([-rows, -eye])
        below = [] if loss == "hinge" else [sparse.hstack([rows, -eye])]
        limits = [-target] if loss == "hinge" else [-target, target]
        found = linprog(np.concatenate([np.zeros(features), one]), A_ub=sparse.vstack([above, *below]).tocsc(), b_ub=np.concatenate(limits),
                        bounds=[(-radius, radius)] * features + [(0, None)] * rounds, method="highs-ipm", options={"time_limit": seconds})
        value = None if found.x is None else found.fun
    return "HiGHS", float(value) if found.status == 0 else None


def with_l2(x, y, loss):
    """scikit-learn's minimum of sum l + T l2/2 |w|^2, as our own sum at its weights."""
    import warnings

    import numpy as np
    from sklearn.linear_model import LogisticRegression, Ridge
    from sklearn.svm import LinearSVC, LinearSVR

    strength = len(y) * L2
    common = {"C": 1 / strength, "fit_intercept": False, "max_iter": 100_000, "random_state": 1}
    name, model = {
        "logistic": ("LIBLINEAR", LogisticRegression(solver="liblinear", tol=1e-8, **common)),
        "squared": ("Ridge", Ridge(alpha=strength, fit_intercept=False, solver="cholesky")),
        "hinge": ("LIBLINEAR", LinearSVC(loss="hinge", tol=1e-5, **common)),
        "absolute": ("LIBLINEAR", LinearSVR(epsilon=0, loss="epsilon_insensitive", tol=1e-5, **common)),
    }[loss]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        w = np.ravel(model.fit(x, y).coef_)
    if abs(w).max() > FAR:
        raise SystemExit(f"the best weights under l2 reach {abs(w).max()}: give the learner a larger box than {FAR}")
    return name, float(losses(loss, x @ w, y)[0].sum() + strength / 2 * w @ w)


def learners(name, radius):
    """Names and flags. A box under a sketched matrix costs a projection of all features in every round: reviews have up to 200,000, so there ada-fd has none."""
    own, against = f"--radius {radius}", f"--within {radius}"
    yield "per-coord", own
    yield "global", own
    yield "ada-fd", against if name in REVIEWS else own
    yield "auto", against
    yield "per-coord", f"--radius {FAR} --l2 {L2}"


def cpu(who=resource.RUSAGE_CHILDREN):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def run(command):
    """What it printed, and its processor time."""
    start = cpu()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{shlex.join(command)} failed:\n{done.stderr}")
    return done.stdout, cpu() - start


def suffered(noregret, path, algorithm, flags, loss, y):
    """What was lost by the margins that `train` writes."""
    import numpy as np

    own = [] if "--within" in flags else flags.split()
    with tempfile.TemporaryDirectory() as folder:
        margins = Path(folder) / "margins"
        run([noregret, "train", str(path), "-a", algorithm, *own, "--loss", loss, "-p", str(margins), "--quiet"])
        return float(losses(loss, np.loadtxt(margins), y)[0].sum())


def checked(entry):
    """The requirements that apply to a run, and whether each holds."""
    found, loss = entry["found"]["certificate"], entry["loss"]
    yield "width", found["best_upper"] - found["best_lower"] <= ASKED[loss] * found["best_upper"]
    if entry["other"] is not None:
        yield "solver", abs(found["best_upper"] - entry["other"]) <= 1e-3 * entry["other"]
        if entry["suffered"] is not None:
            truth, slack = entry["suffered"] - entry["other"], 1e-6 * entry["other"]
            yield "inside", found["regret_lower"] - slack <= truth <= found["regret_upper"] + slack
    if entry["found"]["bound"] is not None:
        yield "bound", found["regret_upper"] <= entry["found"]["bound"]


def shown(entry):
    found, other = entry["found"]["certificate"], entry["other"]
    bound = entry["found"]["bound"]
    difference = "-" if other is None else f"{abs(found['best_upper'] - other) / other:.1e}"
    failed = [name for name, holds in entry["holds"].items() if not holds]
    return (f"{entry['set']:12} {entry['loss']:9} {entry['algorithm']:9} {entry['flags']:24} {found['regret_lower']:11.3f} {found['regret_upper']:11.3f} {found['relative_width']:8.1e} "
            f"{ASKED[entry['loss']]:6.0e} {'-' if bound is None else f'{bound:.1f}':>12} {found['best_upper']:11.3f} {'-' if other is None else f'{other:.3f}':>11} {difference:>8} "
            f"{entry['solver']:9} {entry['seconds']:7.1f} {entry['solver_seconds']:7.1f}  {'FAILS: ' + ', '.join(failed) if failed else ''}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--noregret", help="the command; built if not given")
    arguments.add_argument("--only", help="these sets alone, with commas between")
    arguments.add_argument("--seconds", type=float, default=120, help="for one linear program")
    options = arguments.parse_args()
    inside("bench-regret/venv", PEERS, **ONE_THREAD)
    import importlib.metadata as metadata

    import numpy as np
    from scipy import sparse
    from sklearn.datasets import load_svmlight_file

    if not options.noregret:
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT, check=True)
    noregret = options.noregret or str(TARGET / "release" / "noregret")
    print(f"{run([noregret, '--version'])[0].strip()}; {platform.machine()}; " + ", ".join(f"{name} {metadata.version(name)}" for name in PEERS))
    print("each row: noregret regret SET -a LEARNER FLAGS --loss LOSS --json; seconds are of processor time, ours and the other solver's\n")
    print(f"{'set':12} {'loss':9} {'learner':9} {'flags':24} {'regret from':>11} {'to':>11} {'width':>8} {'asked':>6} {'bound':>12} {'comparator':>11} {'solver':>11} {'differ':>8} "
          f"{'by':9} {'seconds':>7} {'its':>7}")
    entries, begin = [], time.process_time() + cpu()
    for name in options.only.split(",") if options.only else [*CLASSES, *NUMBERS]:
        path = converted(options.data, name)
        if path is None:
            print(f"{name:12} is not in the folder: left out")
            continue
        x, y = load_svmlight_file(str(path))
        # The constant feature, which a learner has unless told otherwise.
        x = sparse.hstack([x, np.ones((x.shape[0], 1))]).tocsr()
        x.indices, x.indptr = x.indices.astype("int32"), x.indptr.astype("int32")
        radius = RADIUS.get(name, 1)
        for loss in ["squared", "absolute"] if name in NUMBERS else ["logistic", "hinge"]:
            others = {}
            for algorithm, flags in learners(name, radius):
                penalized = "--l2" in flags
                if penalized not in others:
                    start = time.process_time()
                    if penalized:
                        other = with_l2(x, y, loss)
                    elif loss in ["logistic", "squared"]:
                        other = smooth_in_box(x, y, loss, radius)
                    else:
                        other = kinked_in_box(x, y, loss, radius, options.seconds)
                    others[penalized] = (*other, time.process_time() - start)
                solver, value, solver_seconds = others[penalized]
                command = [noregret, "regret", str(path), "-a", algorithm, *flags.split(), "--loss", loss, "--json"]
                text, seconds = run(command)
                entry = {"set": name, "loss": loss, "algorithm": algorithm, "flags": flags, "found": json.loads(text), "other": value, "solver": solver,
                         "solver_seconds": solver_seconds, "seconds": seconds, "command": shlex.join(["noregret", *command[1:]]),
                         # Under a penalty what was suffered holds the weights' own, which margins do not tell.
                         "suffered": None if penalized else suffered(noregret, path, algorithm, flags, loss, y)}
                entry["holds"] = {what: bool(holds) for what, holds in checked(entry)}
                entries.append(entry)
                print(shown(entry), flush=True)
    total = {}
    for what, holds in [pair for entry in entries for pair in entry["holds"].items()]:
        total.setdefault(what, []).append(holds)
    unsolved = len({(e["set"], e["loss"]) for e in entries if e["other"] is None})
    print(f"\n{len(entries)} runs, {time.process_time() + cpu() - begin:.0f} s of processor time in all" + (f"; {unsolved} linear programs were given up" if unsolved else ""))
    if options.json:
        options.json.write_text(json.dumps(entries, indent=1))
    held, of = (sum(map(count, total.values())) for count in [sum, len])
    print(f"{held} of {of} requirements hold: " + ", ".join(f"{what} {sum(holds)} of {len(holds)}" for what, holds in total.items()))
    sys.exit(held != of)


if __name__ == "__main__":
    main()
