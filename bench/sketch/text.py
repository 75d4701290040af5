"""Text as VW lines: generated documents, and 20 newsgroups.

    python text.py generate WORDS DOCUMENTS SEED > FILE      needs numpy
    python text.py news FOLDER > FILE                        FOLDER is 20news-bydate-train, or holds it

A generated document has one of 20 topics: half of its 100 to 350 draws are from a Zipf law over the whole vocabulary, half from the same law over the words as its
topic ranks them. The label is the topic's parity, wrong in one document of twenty. 20 newsgroups: words and pairs of
neighbours; every second group against the others; shuffled. Every distinct word of a document is a feature once, and documents have length 1.
"""

import random
import re
import sys
from pathlib import Path


def line(label, words):
    return f"{label} |w:{len(words) ** -0.5 if words else 1:.6f} {' '.join(words)}\n"


def generate(words, documents, seed, out):
    import numpy as np

    draw = np.random.default_rng(seed)
    for _ in range(documents):
        topic = int(draw.integers(20))
        count = int(draw.integers(100, 350))
        rank = np.exp(draw.random(count) * np.log(words)).astype(np.int64)
        own = draw.random(count) < 0.5
        # A topic's own order of the words: a step that is odd and so passes through all of them, nearly.
        rank[own] = (rank[own] * (2 * topic + 3) * 7919 + 104729 * topic) % words
        label = 1 if topic % 2 == 0 else -1
        if draw.random() < 0.05:
            label = -label
        out.write(line(label, [f"w{k}" for k in np.unique(rank)]))


def news(folder, out):
    folder = Path(folder)
    inside = [path for path in [folder, *sorted(folder.glob("**/20news-bydate-train"))] if path.name == "20news-bydate-train"]
    if not inside:
        sys.exit(f"{folder} holds no folder 20news-bydate-train")
    lines = []
    for number, group in enumerate(sorted(path for path in inside[0].iterdir() if path.is_dir())):
        for post in sorted(group.iterdir()):
            words = re.findall(r"[a-z0-9]+", post.read_text(errors="replace").lower())
            terms = sorted({*words, *(f"{a}_{b}" for a, b in zip(words, words[1:]))})
            lines.append(line(1 if number % 2 == 0 else -1, terms))
    random.Random(1).shuffle(lines)
    out.writelines(lines)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["generate", words, documents, seed]:
            generate(int(words), int(documents), int(seed), sys.stdout)
        case ["news", folder]:
            news(folder, sys.stdout)
        case _:
            sys.exit(__doc__)
