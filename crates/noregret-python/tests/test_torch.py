"""The optimizers for PyTorch: against slow twins, the library's players, and what torch expects of an optimizer."""

from __future__ import annotations

import copy
import doctest
import importlib
import json
import pathlib

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch IS NOT HERE: its optimizers are not tested; docs/python.md says how to run them")

import noregret  # noqa: E402
from noregret.torch import AdaDiag, AdaFd, FdSon, Radagrad, SAda, convolutions  # noqa: E402
from noregret.torch._hadamard import image, signs  # noqa: E402

ETA, DELTA, TAU = 0.3, 0.7, 5
KINDS = {"ada-diag": AdaDiag, "ada-fd": AdaFd, "s-ada": SAda, "fd-son": FdSon, "radagrad": Radagrad}


def made(name, params, **more):
    sketch = {} if name == "ada-diag" else {"tau": TAU}
    return KINDS[name](params, lr=ETA, delta=DELTA, **sketch, **more)


def direction(name, gradients, projection):
    """H^-1 g of the last gradient, by whole matrices and fresh decompositions."""
    g, d = gradients[-1], len(gradients[-1])
    if name == "ada-diag":
        return g / (DELTA + np.sqrt(np.sum(np.square(gradients), axis=0)))
    if name == "radagrad":
        whole = sum(np.outer(projection @ h, h) for h in gradients)
        _, s, v = np.linalg.svd(whole, full_matrices=False)
        v, s = v[s > 1e-10 * s[0]], s[s > 1e-10 * s[0]]
        return v.T @ ((v @ g) / (np.sqrt(s) + DELTA)) + g - v.T @ (v @ g)
    rows, lost = np.zeros((TAU, d)), 0.0
    for h in gradients:
        rows[-1] = h
        _, s, v = np.linalg.svd(rows, full_matrices=False)
        least = s[TAU - 1] ** 2 if len(s) == TAU else 0.0
        lost += least
        rows = np.zeros((TAU, d))
        rows[: len(s)] = np.sqrt(np.maximum(s**2 - least, 0))[:, None] * v
        rows[-1] = 0
    square = rows.T @ rows
    if name == "fd-son":
        return np.linalg.solve(DELTA * np.eye(d) + square, g)
    values, vectors = np.linalg.eigh(square)
    values = np.maximum(values, 0)
    h = {"ada-fd": DELTA + np.sqrt(values), "s-ada": np.sqrt(values + lost + DELTA)}[name]
    return vectors @ ((vectors.T @ g) / h)


def player(name, d):
    if name == "fd-son":
        return noregret.Player(name, d, eta=1 / ETA, alpha=DELTA / ETA, tau=TAU, precondition="none")
    more = {"ada-diag": {}, "radagrad": {"tau": TAU}}.get(name, {"tau": TAU, "precondition": "none"})
    return noregret.Player(name, d, eta=ETA, delta=DELTA, **more)


def quadratic(d, seed=0):
    draw = np.random.default_rng(seed)
    root = draw.normal(size=(d, d)) / np.arange(1, d + 1)
    return torch.tensor(root @ root.T), torch.tensor(draw.normal(size=d))


@pytest.mark.parametrize("name", KINDS)
def test_steps_are_the_formula_s(name):
    d = 12
    matrix, target = quadratic(d)
    w = torch.nn.Parameter(torch.zeros(d, dtype=torch.float64))
    projection = np.stack([image(row, signs(1, row), 1, TAU).numpy() for row in torch.eye(d, dtype=torch.float64)], 1)
    optimizer, gradients, slow = made(name, [w]), [], np.zeros(d)
    for _ in range(50):
        optimizer.zero_grad()
        (0.5 * (w - target) @ matrix @ (w - target)).backward()
        gradients.append(w.grad.numpy().copy())
        slow = slow - ETA * direction(name, gradients, projection)
        optimizer.step()
        np.testing.assert_allclose(w.detach().numpy(), slow, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("name", KINDS)
def test_steps_are_those_of_burn(name):
    """The gradients of fifty steps of crates/noregret-burn/tests/steps.rs, which writes the file, end where they end there."""
    path = json.loads((pathlib.Path(__file__).parents[2] / "noregret-burn/tests/steps.json").read_text())[name]
    w = torch.nn.Parameter(torch.zeros(len(path["end"])))
    optimizer = KINDS[name]([w], lr=0.1, delta=0.5, **({} if name == "ada-diag" else {"tau": 4}))
    assert len(path["gradients"]) == 50
    for gradient in path["gradients"]:
        w.grad = torch.tensor(gradient)
        optimizer.step()
    here, there = w.detach().double().numpy(), np.array(path["end"])
    assert np.linalg.norm(here - there) <= 1e-5 * np.linalg.norm(there)


def network(dtype=torch.float32):
    torch.manual_seed(1)
    return torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.Tanh(), torch.nn.Linear(8, 3)).to(dtype)


def batches(dtype=torch.float32):
    draw = np.random.default_rng(3)
    x = torch.tensor(draw.normal(size=(50, 16, 6)), dtype=dtype)
    return list(zip(x, torch.tensor(draw.integers(0, 3, size=(50, 16)))))


@pytest.mark.parametrize("name", KINDS)
def test_steps_are_the_library_s(name):
    """On a small network in float32, each tensor beside a player of the library that is told the same gradients."""
    net = network()
    optimizer = made(name, net.parameters())
    starts = [p.detach().double().reshape(-1).numpy().copy() for p in net.parameters()]
    players = [player(name, len(start)) for start in starts]
    for x, y in batches():
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(net(x), y).backward()
        for p, other in zip(net.parameters(), players):
            other.learn(p.grad.double().reshape(-1).numpy())
        optimizer.step()
    for p, start, other in zip(net.parameters(), starts, players):
        here = p.detach().double().reshape(-1).numpy()
        moved = np.linalg.norm(other.point)
        assert np.linalg.norm(here - start - other.point) <= 1e-5 * max(moved, np.linalg.norm(start)), name


@pytest.mark.parametrize("name", KINDS)
def test_a_saved_state_goes_on_to_the_bit(name, tmp_path):
    data = batches()

    def run(net, optimizer, part):
        for x, y in part:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()

    whole = network()
    run(whole, made(name, whole.parameters()), data)
    first = network()
    optimizer = made(name, first.parameters())
    run(first, optimizer, data[:20])
    torch.save([first.state_dict(), optimizer.state_dict()], tmp_path / "half.pt")
    weights, state = torch.load(tmp_path / "half.pt")
    second = network()
    second.load_state_dict(weights)
    again = made(name, second.parameters())
    again.load_state_dict(state)
    run(second, again, data[20:])
    for p, q in zip(whole.parameters(), second.parameters()):
        assert torch.equal(p, q)


def test_groups_closures_schedules_and_decay():
    net = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.Flatten(), torch.nn.Linear(16, 2))
    groups = convolutions(net, lr=0.05)
    optimizer = AdaFd(groups, lr=0.5, delta=1.0, tau=4, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    x, y = torch.randn(8, 1, 4, 4), torch.randint(0, 2, (8,))

    def closure():
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(x), y)
        loss.backward()
        return loss

    losses = []
    for _ in range(5):
        losses.append(float(optimizer.step(closure)))
        schedule.step()
    assert losses[-1] < losses[0]
    assert [group["lr"] for group in optimizer.param_groups] == [0.5 / 32, 0.05 / 32]
    kernel = net[0].weight
    assert set(optimizer.state[kernel]) == {"rows", "values", "lost"} and optimizer.state[kernel]["rows"].shape == (3, 36)
    assert set(optimizer.state[net[2].weight]) == {"squares"}
    copy.deepcopy(optimizer)


def test_a_gradient_of_zero_and_a_repeated_one_do_no_harm():
    for name in KINDS:
        w = torch.nn.Parameter(torch.ones(6))
        optimizer = made(name, [w])
        for gradient in [torch.zeros(6), torch.arange(6.0), torch.arange(6.0), torch.zeros(6)]:
            w.grad = gradient.clone()
            optimizer.step()
        assert torch.isfinite(w).all() and w[0] == 1, name


def test_directions_stay_orthonormal():
    w = torch.nn.Parameter(torch.zeros(300))
    optimizer = AdaFd([w], tau=8)
    torch.manual_seed(0)
    common = torch.randn(4, 300)
    for _ in range(3000):
        w.grad = torch.randn(4) @ common + 0.1 * torch.randn(300)
        optimizer.step()
    rows = optimizer.state[w]["rows"]
    assert (rows @ rows.T - torch.eye(7)).abs().max() < 1e-4


def test_what_cannot_be_is_refused():
    w = torch.nn.Parameter(torch.zeros(3))
    for bad in [{"lr": 0.0}, {"lr": float("nan")}, {"delta": -1.0}, {"tau": 0}, {"weight_decay": -1.0}]:
        with pytest.raises(noregret.SpecError):
            AdaFd([w], **bad)
    with pytest.raises(noregret.SpecError, match="float32"):
        AdaFd([torch.nn.Parameter(torch.zeros(3, dtype=torch.bfloat16))])


@pytest.mark.parametrize("name", ["optimizers", "_optimizer"])
def test_examples_of_the_docs(name):
    found = doctest.testmod(importlib.import_module(f"noregret.torch.{name}"))
    assert found.attempted > 0 and found.failed == 0
