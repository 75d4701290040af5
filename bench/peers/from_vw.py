#!/usr/bin/env python3
"""Both sides of every pair of commands in docs/from-vw.md, one after the other, with the loss each reports.

    python3 bench/peers/from_vw.py [--python PYTHON]

VW is run as `PYTHON -m vowpalwabbit`, without --python in an environment that is made for it. The data are drawn here: clicks, prices and counts of 50 users and 20 ads.
VW's squared loss is twice ours; with several passes VW reports the loss held out.
"""

import argparse, random, re, shlex, subprocess, sys, tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from compare import PEERS
from environment import ROOT, TARGET, python


def draw(folder, name, rows, label, seed):
    chance = random.Random(seed)
    with open(folder / name, "w") as file:
        for _ in range(rows):
            user, ad, hour, noise = chance.randrange(50), chance.randrange(20), chance.randrange(24), chance.randrange(10)
            file.write(f"{label(user + ad, noise)} |user u{user} |ad a{ad} b{user * ad % 7} |time h{hour}\n")


def pairs():
    text = (ROOT / "docs/from-vw.md").read_text()
    for block in text.split("```console\n")[1:]:
        vw, ours = block.split("```")[0].strip().splitlines()
        yield shlex.split(vw)[1:], re.sub(r"^noregret ", "", ours).split()


def run(words, folder):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=600)
    return done.returncode, done.stdout + done.stderr


def found(text, *patterns):
    for pattern in patterns:
        if match := re.search(pattern, text):
            return match.group(1)
    return "none"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--python")
    options = parser.parse_args()
    vw_python = options.python or python("bench-peers/venv", PEERS)
    failed = 0
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as other:
        # Each in a folder of its own: both call a cache DATA.cache.
        folder, theirs_at = Path(name), Path(other)
        click = lambda total, noise: 1 if (total > 35) != (noise == 0) else -1
        for place in [folder, theirs_at]:
            draw(place, "day1.vw", 20_000, click, 1)
            draw(place, "day2.vw", 5_000, click, 2)
            draw(place, "prices.vw", 10_000, lambda total, noise: 3 * total + noise + 0.5, 3)
            draw(place, "digits.vw", 10_000, lambda total, noise: 1 + (total // 7 + noise // 9) % 10, 5)
            draw(place, "counts.vw", 10_000, lambda total, noise: total // 20 + noise // 5, 4)
        for vw, ours in pairs():
            code, said = run([vw_python, "-m", "vowpalwabbit", "--no_stdin", *vw], theirs_at)
            theirs = found(said, r"average loss = (\S+)")
            mine, told = run([str(TARGET / "release/noregret"), *ours], folder)
            held = found(told, r"held-out loss (\S+?),?\s", r"test .*loss (\S+?),", r"mean loss +(\S+)")
            print(f"vw       {' '.join(vw)}\n{'':9}exit {code}, loss {theirs}\nnoregret {' '.join(ours)}\n{'':9}exit {mine}, loss {held}\n")
            failed += (code != 0) + (mine != 0)
    sys.exit(f"{failed} commands failed" if failed else 0)


if __name__ == "__main__":
    main()
