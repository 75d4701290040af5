"""Every public name has a docstring with an example, and the examples are right."""

import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys

import noregret
import pytest
from conftest import ROOT

MODULES = ["noregret"] + sorted(
    f"noregret.{module.name}" for module in pkgutil.iter_modules(noregret.__path__) if not module.name.startswith("_")
)


def module_of(name):
    """The module; the optimizers' only where torch is (their examples are run by test_torch.py), Spark's where that is (tests/spark runs its examples)."""
    if name == "noregret.torch":
        pytest.importorskip("torch", reason="torch IS NOT HERE: docs/python.md says how to test its optimizers")
    if name == "noregret.spark":
        pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")
    return importlib.import_module(name)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module_of(name), optionflags=flags).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_has_one(name):
    module = module_of(name)
    for public in module.__all__:
        thing = getattr(module, public)
        if not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        assert ">>>" in (thing.__doc__ or ""), public
        if not inspect.isclass(thing):
            continue
        for member, value in vars(thing).items():
            value = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if not member.startswith("_") and inspect.isfunction(value):
                assert ">>>" in (value.__doc__ or ""), f"{public}.{member}"


def test_the_readme_s_snippets_run(tmp_path):
    """Those of README.md that are Python, in a folder of their own."""
    snippets = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), flags=re.MULTILINE | re.DOTALL)
    assert snippets
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for snippet in snippets:
        done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert noregret.Model.load(tmp_path / "model.nr").counts["examples"] == 10_000
