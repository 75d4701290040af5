#!/usr/bin/env python3
"""How long a pipe waits for an answer: writes a line, reads the prediction, and so on; prints the median and the 99th percentile.

    cargo build --release && python3 bench/pipe/latency.py [--command PATH] [--lines 1000]
"""
import argparse
import pathlib
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def examples(fmt: str, rows: int) -> tuple[str, list[str]]:
    """A header, or nothing, and lines of eight features and labels -1 and 1."""
    head, lines = "", []
    for row in range(rows):
        label = 1 if row % 3 == 0 else -1
        values = [(row * (k + 3)) % 17 / 16 for k in range(8)]
        pairs = [(k, v) for k, v in enumerate(values)]
        if fmt == "svmlight":
            lines.append(f"{label} " + " ".join(f"{k + 1}:{v}" for k, v in pairs))
        elif fmt == "vw":
            lines.append(f"{label} |n " + " ".join(f"x{k}:{v}" for k, v in pairs))
        elif fmt == "csv":
            head = "label," + ",".join(f"x{k}" for k, _ in pairs) + "\n"
            lines.append(f"{label}," + ",".join(str(v) for _, v in pairs))
        else:
            lines.append(f'{{"label": {label}, ' + ", ".join(f'"x{k}": {v}' for k, v in pairs) + "}")
    return head, [line + "\n" for line in lines]


def waits(command: list[str], head: str, lines: list[str]) -> list[float]:
    """Seconds from writing each line to having its answer, in order of length."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    child.stdin.write(head.encode())
    seconds = []
    for line in lines:
        start = time.perf_counter()
        child.stdin.write(line.encode())
        answer = b""
        while not answer.endswith(b"\n"):
            more = child.stdout.read(4096)
            assert more, "it ended"
            answer += more
        seconds.append(time.perf_counter() - start)
    child.stdin.close()
    assert child.wait() == 0
    return sorted(seconds[1:])  # The first one waits for the command to start.


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", default=str(ROOT / "target/release/noregret"))
    parser.add_argument("--lines", type=int, default=1000)
    flags = parser.parse_args()
    print(f"{'format':<10}{'command':<12}{'median ms':>10}{'99 % ms':>10}")
    with tempfile.TemporaryDirectory() as folder:
        model = f"{folder}/model.nr"
        for fmt in ["vw", "svmlight", "csv", "jsonl"]:
            head, lines = examples(fmt, flags.lines + 1)
            text = head + "".join(lines)
            train = [flags.command, "train", "--format", fmt, "--quiet"]
            subprocess.run([*train, "-m", model, "-"], input=text.encode(), check=True)
            for name, command in [
                ("predict", [flags.command, "predict", model, "--format", fmt, "--quiet"]),
                ("train -p -", [*train, "-i", model, "-p", "-"]),
            ]:
                times = waits(command, head, lines)
                middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
                print(f"{fmt:<10}{name:<12}{middle * 1e3:>10.3f}{late * 1e3:>10.3f}")


if __name__ == "__main__":
    main()
