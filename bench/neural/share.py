#!/usr/bin/env python3
"""How long a step of the paper's network takes in torch, and how much of it the optimizer.

    PYTHON bench/neural/share.py [--steps N]

PYTHON has torch and the package: `cargo xtask torch` makes target/torch/bin/python. One thread. The same network, batch and optimizers as
`figure4 --share`, which measures them in burn: 128 images of 28 x 28; the sketched optimizers for the kernels of the convolutions, AdaDiag for all else.
The optimizer's time is the mean over enough steps, with its sketch full, that rare work counts.
"""

import argparse
import time

import torch
from noregret.torch import AdaDiag, AdaFd, FdSon, Radagrad, SAda, convolutions
from torch import nn

TAUS = [5, 10, 20, 40, 80]
BATCH = 128


def network():
    torch.manual_seed(1)
    return nn.Sequential(
        nn.Conv2d(1, 32, 3), nn.ReLU(), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Dropout(0.25),
        nn.Flatten(), nn.Linear(64 * 12 * 12, 128), nn.ReLU(), nn.Dropout(0.5), nn.Linear(128, 10),
    )  # fmt: skip


def passes(steps):
    net, loss = network(), nn.CrossEntropyLoss()
    x, y = torch.rand(BATCH, 1, 28, 28), torch.arange(BATCH) % 10
    spent = []
    for _ in range(steps + 1):
        start = time.perf_counter()
        net.zero_grad()
        loss(net(x), y).backward()
        spent.append(time.perf_counter() - start)
    return sum(spent[1:]) / steps


def optimizer(make, tau):
    net = network()
    own = make(net)
    spent, full, steps = 0.0, 2 * tau + 8, 4 * tau + 16
    for step in range(full + steps):
        for p in net.parameters():
            p.grad = torch.randn_like(p) / p.numel() ** 0.5
        start = time.perf_counter()
        own.step()
        if step >= full:
            spent += time.perf_counter() - start
    return spent / steps


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--steps", type=int, default=5, help="forward and backward passes that are timed")
    steps = arguments.parse_args().steps
    torch.set_num_threads(1)
    whole = passes(steps)
    print(f"torch {torch.__version__}, forward and backward, {BATCH} images of 28 x 28: {1e3 * whole:.1f} ms")
    print(f"{'optimizer':<10} {'tau':>4} {'ms a step':>12} {'of a whole step':>16}")
    kinds = [
        ("sgd", lambda net: torch.optim.SGD(net.parameters(), lr=1e-3, momentum=0.9)),
        ("adam", lambda net: torch.optim.Adam(net.parameters())),
        ("ada-diag", lambda net: AdaDiag(net.parameters(), lr=1e-3)),
    ]
    rows = [(name, None, make) for name, make in kinds]
    for name, kind in [("ada-fd", AdaFd), ("s-ada", SAda), ("fd-son", FdSon), ("radagrad", Radagrad)]:
        rows += [(name, tau, lambda net, kind=kind, tau=tau: kind(convolutions(net), lr=1e-3, delta=0.1, tau=tau)) for tau in TAUS]
    for name, tau, make in rows:
        own = optimizer(make, tau or 20)
        print(f"{name:<10} {tau or '':>4} {1e3 * own:>12.2f} {100 * own / (own + whole):>14.1f} %", flush=True)


if __name__ == "__main__":
    main()
