#!/usr/bin/env python3
"""Progressive log loss of `auto` under a box or a penalty, beside `ada-diag --update implicit` with the same terms at the best of eight rates in hindsight.

    python3 bench/peers/terms.py --data FOLDER [--sets NAME,..] [--noregret FILE] [--json FILE]

One pass over the first 3,000 rows of the shuffled sets of `sets.py`; FOLDER has the real ones. Printed are both losses for every term, and how many
weights each leaves under l1; at the end the worst of them.
"""
import argparse, json, subprocess, sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ROOT, TARGET, inside
from sets import files

ROWS = 3000
TERMS = ["--l1 1e-3", "--l2 1e-2", "--radius 0.3", "--l1 1e-4", "--l2 1e-4"]
RATES = ["0.01", "0.03", "0.1", "0.3", "1", "3", "10", "30"]
SETS = ["german", "a9a", "w8a", "books", "criteo", "elec2", "mushrooms", "rcv1", "dna", "avazu", "kitchen", "sea", "housing", "compactiv"]


def trained(program, file, flags):
    """The mean log loss, and how many weights are not 0."""
    command = ["nice", program, "train", str(file), "--loss", "logistic", "--quiet", "--json", *flags]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return told["loss"], told["weights"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="the folder of real sets")
    arguments.add_argument("--sets", default=",".join(SETS), help="names, separated by commas")
    arguments.add_argument("--noregret", help="the program; built without")
    arguments.add_argument("--json", type=Path)
    options = arguments.parse_args()
    inside("bench-hindsight/venv", ["numpy", "scikit-learn"])
    program = options.noregret
    if not program:
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT, check=True)
        program = str(TARGET / "release" / "noregret")
    folder = TARGET / "bench-hindsight" / "sets"
    record = []
    for name in options.sets.split(","):
        lines = files(name, options.data, folder)["shuffled"].read_text().splitlines(keepends=True)
        file = folder / f"{name}.first"
        file.write_text("".join(lines[:ROWS]))
        for terms in TERMS:
            own, kept = trained(program, file, terms.split())
            other = ["-a", "ada-diag", "--update", "implicit", *terms.split()]
            best, rate, left = min((loss, rate, left) for rate in RATES for loss, left in [trained(program, file, [*other, "--eta", rate])])
            record.append({"name": name, "terms": terms, "auto": own, "best": best, "eta": rate, "weights": [kept, left]})
            weights = f"   {kept} and {left} weights" if "l1" in terms else ""
            print(f"{name:10} {terms:12} {own:.3f}/{best:.3f} {own / best:6.3f}   --eta {rate}{weights}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(record, indent=1))
    worst = max(record, key=lambda row: row["auto"] / row["best"])
    print(f"{len(record)} cases, the worst {worst['name']} {worst['terms']}: {worst['auto'] / worst['best']:.3f}")


if __name__ == "__main__":
    main()
