"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

from tests.tables import check_rows

ROOT = Path(__file__).parent.parent / "src"


def modules() -> list[str]:
    """Every module of every room that has an example; starting a command is none."""
    paths = [path for path in sorted((ROOT / "bigand").rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]


def test_doctests() -> None:
    def check(name: str) -> None:
        result = doctest.testmod(import_module(name))
        assert result.attempted > 0
        assert result.failed == 0

    check_rows([(name, name) for name in modules()], check)


def test_every_package_has_examples() -> None:
    packages = {name.split(".")[1] for name in modules() if "." in name}
    assert packages >= {
        "source",
        "language",
        "ground",
        "encode",
        "solve",
        "explain",
        "view",
        "puzzles",
        "cli",
        "studio",
    }
