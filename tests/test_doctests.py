"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "src"
ROOMS = ("source", "language", "ground", "encode", "solve", "view", "apps")


def modules() -> list[str]:
    paths = [path for room in ROOMS for path in sorted((ROOT / "bigand" / room).rglob("*.py"))]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]


@pytest.mark.parametrize("name", modules())
def test_doctests(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
