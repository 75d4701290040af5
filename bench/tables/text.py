#!/usr/bin/env python3
"""Texts from a column of a table beside the same words written out by hand, as VW text: progressive loss and errors of both.

    python3 bench/tables/text.py --news FOLDER_OR_TAR [--command NOREGRET] [--rows 20000]

20 newsgroups (a folder or archive of NAME/POST files) is a TSV file of the group and the post, in one column; short messages, some of them spam, are drawn. By hand means: words by
Python's `\\w+`, in lower case, counted, divided by the root of the sum of squared counts. The words are not quite those of Unicode's rules ("don't" is one word there and two here).
"""
import argparse, collections, csv, json, math, pathlib, random, re, subprocess, sys, tarfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from environment import TARGET

HOME = TARGET / "bench-text"


def posts(path):
    """Groups and posts, shuffled, always the same way."""
    if path.is_dir():
        found = [(file.parent.name, file.read_bytes()) for file in sorted(path.rglob("*")) if file.is_file()]
    else:
        with tarfile.open(path) as archive:
            files = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
            found = [(pathlib.Path(name).parent.name, files[name]) for name in sorted(files)]
    random.Random(1).shuffle(found)
    return [(group, text.decode("latin-1")) for group, text in found]


def messages(rows):
    """Short messages: common words with a long tail; a fifth of them are spam, which likes other words."""
    draw = random.Random(2)
    words = ["".join(draw.choice("aeiou" if k % 2 else "bcdfgklmnprst") for k in range(draw.randint(2, 9))) for _ in range(5000)]
    offers = draw.sample(words, 150)
    for _ in range(rows):
        spam = draw.random() < 0.2
        pick = lambda: draw.choice(offers) if spam and draw.random() < 0.25 else words[int(len(words) * draw.random() ** 3)]
        text = " ".join(pick() for _ in range(draw.randint(3, 25)))
        yield ("spam" if spam else "ham"), text.capitalize() + draw.choice([".", "!", "?", " :-)", ""])


def write(name, rows):
    """The same rows as a table and as VW text."""
    rows = list(rows)
    table, by_hand = HOME / f"{name}.tsv", HOME / f"{name}.vw"
    numbers = {label: number for number, label in enumerate(sorted({label for label, _ in rows}), 1)}
    with open(table, "w", newline="") as out:
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        writer.writerow(["label", "text"])
        # What cannot stand in a table at all is a zero byte.
        writer.writerows((label, text.replace("\0", " ")) for label, text in rows)
    with open(by_hand, "w") as out:
        for label, text in rows:
            counts = collections.Counter(re.findall(r"\w+", text.lower()))
            length = math.sqrt(sum(count * count for count in counts.values()))
            out.write(f"{numbers[label]} |text " + " ".join(f"{word}:{count / length!r}" for word, count in counts.items()) + "\n")
    return table, by_hand


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--news", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--command", default=str(TARGET / "release" / "noregret"))
    flags = parser.parse_args()
    HOME.mkdir(parents=True, exist_ok=True)
    sets = [("short messages", write("messages", messages(flags.rows)), [])]
    if flags.news:
        sets.append(("20 newsgroups", write("news", posts(flags.news)), ["--classes"]))
    print(f"{'set':16}{'from':14}{'examples':>9}{'loss':>9}{'mistakes':>10}")
    for name, (table, by_hand), options in sets:
        for how, path in [("a TSV column", table), ("words by hand", by_hand)]:
            command = [flags.command, "train", path, "--quiet", "--json", *options]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                sys.exit(done.stderr)
            told = json.loads(done.stdout)
            print(f"{name:16}{how:14}{told['examples']:>9}{told['loss']:>9.4f}{told['mistakes']:>10.4f}", flush=True)


if __name__ == "__main__":
    main()
