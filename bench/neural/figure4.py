#!/usr/bin/env python3
"""Figure 4 of the paper on frequent directions, by the optimizers of noregret.torch: what the program `figure4` of crates/noregret-burn does, in PyTorch.

    PYTHON bench/neural/figure4.py --data FOLDER --set mnist --epochs 3 --seeds 3

PYTHON has torch (Debian: python3-torch) and numpy; the package need not be installed. The network, the batches and their order, the search and the files
in figure4/ are those of the Rust program, and `noregret reproduce adafd-fig4` draws either's. First weights and dropout are drawn by torch, so runs of one
seed are not equal between the two. One thread. A checkpoint is written after every epoch: a run that was killed goes on there when the same command is
given again, and one that has ended goes on when more epochs are asked for.
"""

import argparse
import gzip
import json
import math
import os
import sys
import time
import types
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

try:
    from noregret.torch import AdaDiag, AdaFd, FdSon, Radagrad, convolutions
except ImportError:
    # The optimizers are plain torch: the package's compiled part is not needed.
    source = Path(__file__).resolve().parents[2] / "crates/noregret-python/python/noregret"
    package = types.ModuleType("noregret")
    package.__path__ = [str(source)]
    sys.modules["noregret"] = package
    from noregret.torch import AdaDiag, AdaFd, FdSon, Radagrad, convolutions

BATCH = 128
# Images that pairs of rates are judged with.
JUDGED = 1000
# A loss from here on, on ten classes, is no training any more.
DIVERGED = 100.0
GRID = [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5]
METHODS = ["ada-fd", "ada-diag", "radagrad", "fd-son", "adam", "sgd"]


class Random:
    """SplitMix64: the orders of the Rust program, each a function of a seed and of what it is for."""

    def __init__(self, seed, purpose):
        self.state = seed ^ (purpose * 0xD6E8FEB86659FD93 & (1 << 64) - 1)
        self.draw()

    def draw(self):
        whole = (1 << 64) - 1
        self.state = self.state + 0x9E3779B97F4A7C15 & whole
        z = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & whole
        z = (z ^ z >> 27) * 0x94D049BB133111EB & whole
        return z ^ z >> 31

    def order(self, n):
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            other = self.draw() * (last + 1) >> 64
            order[last], order[other] = order[other], order[last]
        return order


class Images:
    """Images of one size, channel, row and column, with a class for each."""

    def __init__(self, pixels, labels):
        if len(pixels) != len(labels) or labels.max(initial=0) > 9:
            raise ValueError(f"{len(pixels)} images have {len(labels)} labels up to {labels.max(initial=0)}")
        self.pixels, self.labels = torch.from_numpy(pixels), torch.from_numpy(labels.astype(np.int64))

    def __len__(self):
        return len(self.labels)

    def part(self, start, end):
        return Images(self.pixels[start:end].numpy(), self.labels[start:end].numpy())

    def batch(self, places):
        x = self.pixels[places].float().div_(255)
        return x.contiguous(memory_format=torch.channels_last), self.labels[places]


def unpacked(folder, name):
    """All bytes of a file, packed by gzip or not; none if there is no such file."""
    for path, opened in [(folder / name, open), (folder / f"{name}.gz", gzip.open)]:
        if path.is_file():
            with opened(path, "rb") as file:
                return file.read()
    return None


def idx(folder, name, dimensions):
    file = unpacked(folder, name)
    if file is None:
        raise FileNotFoundError(f"there is no {folder / name}")
    head = np.frombuffer(file, ">u4", dimensions + 1)
    if head[0] != 0x800 + dimensions:
        raise ValueError(f"{folder / name} is not idx, or of another kind")
    return np.frombuffer(file, np.uint8, offset=4 * (dimensions + 1)).reshape(head[1:]).copy()


def mnist(folder, part):
    return Images(idx(folder, f"{part}-images-idx3-ubyte", 3)[:, None], idx(folder, f"{part}-labels-idx1-ubyte", 1))


def cifar(folder, lists):
    for names in lists:
        files = [unpacked(folder, name) for name in names]
        if None not in files:
            rows = np.frombuffer(b"".join(files), np.uint8).reshape(-1, 3073)
            return Images(rows[:, 1:].reshape(-1, 3, 32, 32).copy(), rows[:, 0].copy())
    raise FileNotFoundError(f"{folder} has neither {' nor '.join(', '.join(names) for names in lists)}")


def read(name, data):
    """The images to train on and to test with."""
    folder = Path(data) / name
    if name == "mnist":
        return mnist(folder, "train"), mnist(folder, "t10k")
    train = [[f"data_batch_{k}.bin" for k in range(1, 6)], ["train-10000.bin"]]
    return cifar(folder, train), cifar(folder, [["test_batch.bin"], ["test-2000.bin"]])


class Network(nn.Module):
    """The paper's: 3x3 convolutions to 32 and 64 channels, 2x2 max-pooling, dropout .25, a dense layer of 128, dropout .5, ten outputs.

    Laid out for speed, which changes no result but by rounding: ReLU after the pooling, as both keep order, and the dense layer's inputs channel last.
    """

    def __init__(self, channels, rows, columns):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(channels, 32, 3), nn.Conv2d(32, 64, 3)
        self.dense = nn.Linear(64 * ((rows - 4) // 2) * ((columns - 4) // 2), 128)
        self.output = nn.Linear(128, 10)
        self.light, self.heavy = nn.Dropout(0.25), nn.Dropout(0.5)
        self.to(memory_format=torch.channels_last)

    def forward(self, x):
        x = functional.relu(self.conv1(x))
        x = functional.relu(functional.max_pool2d(self.conv2(x), 2))
        x = self.light(x.permute(0, 2, 3, 1).flatten(1))
        return self.output(self.heavy(functional.relu(self.dense(x))))


def optimizer(method, network, eta, delta, tau):
    """The sketched ones are for the kernels of convolutions, with ADA-DIAG for all else."""
    if method == "adam":
        return torch.optim.Adam(network.parameters(), lr=eta)
    if method == "sgd":
        return torch.optim.SGD(network.parameters(), lr=eta, momentum=0.9)
    if method == "ada-diag":
        return AdaDiag(network.parameters(), lr=eta, delta=delta)
    kind = {"ada-fd": AdaFd, "radagrad": Radagrad, "fd-son": FdSon}[method]
    return kind(convolutions(network), lr=eta, delta=delta, tau=tau)


class Training:
    """A network in training."""

    def __init__(self, shape, method, rates, tau, seed):
        torch.manual_seed(Random(seed, 0).draw())
        self.network, self.seed = Network(*shape), seed
        self.optimizer = optimizer(method, self.network, rates["eta"], rates["delta"], tau)

    def epoch(self, images, epoch, after=lambda loss: None):
        """Goes over the images once, in this epoch's order. False if the loss left all bounds, or a gradient is not finite."""
        random = Random(self.seed, 1 + epoch)
        torch.manual_seed(random.draw())
        order = torch.tensor(random.order(len(images)))
        for places in order.split(BATCH):
            self.network.train()
            x, y = images.batch(places)
            self.optimizer.zero_grad(set_to_none=True)
            loss = functional.cross_entropy(self.network(x), y)
            value = loss.item()
            if not (math.isfinite(value) and value < DIVERGED):
                return False
            loss.backward()
            if not all(bool(p.grad.isfinite().all()) for p in self.network.parameters()):
                return False
            self.optimizer.step()
            after(value)
        return True

    @torch.no_grad()
    def test(self, images):
        """The share of images that are told right, and the mean loss on them, without dropout."""
        self.network.eval()
        right, loss = 0, 0.0
        for places in torch.arange(len(images)).split(BATCH):
            x, y = images.batch(places)
            logits = self.network(x)
            right += int((logits.argmax(1) == y).sum())
            loss += functional.cross_entropy(logits, y, reduction="sum").item()
        return right / max(len(images), 1), loss / max(len(images), 1)


def load(path):
    return json.loads(path.read_text()) if path.is_file() else None


def whole(path, write):
    """Writes a file whole, or not at all."""
    beside = path.with_suffix(".part")
    write(beside)
    os.replace(beside, path)


def store(path, result):
    whole(path, lambda beside: beside.write_text(json.dumps(result, separators=(",", ":"), allow_nan=False)))


def ranked(tried):
    """Pairs in the order of their losses, those that diverged left out."""
    return [rates for rates, loss in sorted((pair for pair in tried if pair[1] is not None), key=lambda pair: pair[1])]


def search(options, method, train):
    """The best pair of rates: all of the grid on a few images, the best of them on more, judged by the loss on others."""
    until = min(options.second_rows, max(len(train) - JUDGED, 0))
    first, second, judge = train.part(0, min(options.first_rows, until)), train.part(0, until), train.part(until, until + JUDGED)
    path = options.folder / f"{options.set}-{method}-search.json"
    found, images = load(path), [len(first), len(second), len(judge)]
    if found is None or found["images"] != images:
        found = {"method": method, "images": images, "tau": options.tau, "first": [], "second": []}
    # Files of before, and of the Rust program, do not tell.
    if found.setdefault("tau", options.tau) != options.tau:
        sys.exit(f"{path} holds a search with --tau {found['tau']}: name another --folder, or remove it")
    if options.search_like:
        other = options.folder / f"{options.search_like}-{method}-search.json"
        like = load(other)
        if like is None:
            sys.exit(f"there is no {other} to begin with: run --set {options.search_like} in this folder first, or leave out --search-like")
        found["first"] = like["first"]

    def attempt(rates, part):
        training = Training(part.pixels.shape[1:], method, rates, options.tau, 0)
        loss = training.test(judge)[1] if training.epoch(part, 0) else math.nan
        print(f"{options.set} {method}: eta {rates['eta']:g}, delta {rates['delta']:g}, {len(part)} images: loss {loss:.4f}", flush=True)
        return [rates, loss if math.isfinite(loss) else None]

    deltas = [1.0] if method in ("adam", "sgd") else GRID
    grid = [{"eta": eta, "delta": delta} for eta in GRID for delta in deltas]
    for rates in grid[len(found["first"]) :]:
        found["first"].append(attempt(rates, first))
        store(path, found)
    for rates in ranked(found["first"])[len(found["second"]) : options.second_pairs]:
        found["second"].append(attempt(rates, second))
        store(path, found)
    best = ranked(found["second"])
    if not best:
        sys.exit(f"every pair of rates of {method} diverges")
    return best[0]


def run(options, method, rates, seed, train, test):
    """Runs it to its end, from where it was left."""
    name = f"{options.set}-{method}-{seed}"
    path = options.folder / f"{name}.json"
    wanted = {
        "set": options.set, "method": method, "rates": rates, "tau": options.tau, "seed": seed, "images": [len(train), len(test)],
        "epochs": [options.epochs, 0], "losses": [], "accuracies": [], "diverged": False, "seconds": 0.0,
    }  # fmt: skip
    found = load(path) or wanted
    if any(found[key] != wanted[key] for key in ("rates", "tau", "images")) or found["epochs"][0] > options.epochs:
        sys.exit(f"{path} holds another run of that name: name another --folder, or remove it")
    found["epochs"][0] = options.epochs

    def kept(epoch):
        return options.folder / f"{name}-{epoch}.pt"

    training = None
    while not found["diverged"] and found["epochs"][1] < options.epochs:
        epoch = found["epochs"][1]
        if training is None:
            training = Training(train.pixels.shape[1:], method, rates, options.tau, seed)
            if epoch:
                if not kept(epoch).is_file():
                    sys.exit(f"there is no {kept(epoch)}, from which {path} goes on: put it back, or remove {path} to begin anew")
                state = torch.load(kept(epoch))
                training.network.load_state_dict(state["network"])
                training.optimizer.load_state_dict(state["optimizer"])
        steps = -(-len(train) // BATCH)
        every = -(-steps // max(options.tests, 1))
        start, before = time.perf_counter(), len(found["losses"])

        def after(loss):
            found["losses"].append(float(str(np.float32(loss))))
            done = len(found["losses"]) - before
            if done % every == 0 or done == steps:
                found["accuracies"].append([len(found["losses"]), training.test(test)[0]])
                print(f"{name}: {before + done} steps, accuracy {100 * found['accuracies'][-1][1]:.2f} %", flush=True)

        found["diverged"] = not training.epoch(train, epoch, after)
        found["seconds"] += time.perf_counter() - start
        found["epochs"][1] += 1
        state = {"network": training.network.state_dict(), "optimizer": training.optimizer.state_dict()}
        whole(kept(epoch + 1), lambda beside: torch.save(state, beside))
        store(path, found)
        kept(epoch).unlink(missing_ok=True)
    accuracy = f"accuracy {100 * found['accuracies'][-1][1]:.2f} %" if found["accuracies"] else "not tested"
    last = found["losses"][-max(-(-len(found["losses"]) // 10), 1) :]
    end = f"diverged after {len(found['losses'])} steps" if found["diverged"] else f"loss {sum(last) / len(last):.4f} over the last tenth, {accuracy}"
    print(f"{name}, eta {rates['eta']:g}, delta {rates['delta']:g}: {end}, {found['seconds']:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA"), help="the folder with mnist/ or cifar10/ in it")
    parser.add_argument("--set", default="mnist", choices=["mnist", "cifar10"])
    parser.add_argument("--methods", default=",".join(METHODS), help="all unless told")
    parser.add_argument("--folder", type=Path, default=Path("figure4"), help="where results and checkpoints are kept")
    parser.add_argument("--seeds", type=int, default=5, help="how often each is trained, from other seeds")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rows", type=int, help="how many images to train on; all unless told")
    parser.add_argument("--test-rows", type=int, help="how many images to test with; all unless told")
    parser.add_argument("--first-rows", type=int, default=1024, help="how many images every pair of rates is tried on")
    parser.add_argument("--second-rows", type=int, default=10_000, help="how many the best pairs of those are tried on")
    parser.add_argument("--second-pairs", type=int, default=4, help="how many pairs those are")
    parser.add_argument("--search-like", metavar="SET", help="begin the search with the best pairs of another set's, in the same folder")
    parser.add_argument("--tests", type=int, default=4, help="how often an epoch is tested")
    parser.add_argument("--tau", type=int, default=20, help="rows of the sketch")
    parser.add_argument("--eta", type=float, help="the rate, for all, in place of a search; with --delta")
    parser.add_argument("--delta", type=float, help="the curvature before any gradient, in place of a search; with --eta")
    options = parser.parse_args()
    methods = options.methods.split(",")
    if options.data is None or not set(methods) <= set(METHODS) or (options.eta is None) != (options.delta is None):
        parser.error(f"--data names a folder, --methods some of {', '.join(METHODS)}, and --eta goes with --delta")
    torch.set_num_threads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    train, test = read(options.set, options.data)
    given = None if options.eta is None else {"eta": options.eta, "delta": options.delta}
    rates = [given or search(options, method, train) for method in methods]
    train, test = train.part(0, options.rows), test.part(0, options.test_rows)
    for seed in range(1, options.seeds + 1):
        for method, pair in zip(methods, rates):
            run(options, method, pair, seed, train, test)


if __name__ == "__main__":
    main()
