"""Every public name is documented: in its docstring with all arguments, and in docs/python.md."""

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.tables import check_rows

import bigand
from bigand.api.question import Limits

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
_MADE_BY_FUNCTIONS = {bigand.Model}  # nobody calls their constructor


def _public_names(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name in module.__all__:
        value = getattr(module, name)
        if isinstance(value, ModuleType):
            yield from _public_names(value)
        elif inspect.isclass(value) or inspect.isfunction(value):
            yield f"{module.__name__}.{name}", value


def _members(owner: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that a class of ours defines or inherits."""
    for definer in [base for base in owner.__mro__ if base.__module__.startswith("bigand")]:
        for name, value in vars(definer).items():
            parts = [getattr(value, part, None) for part in ("__func__", "fget", "func")]
            function = next((part for part in parts if part is not None), value)
            if not name.startswith("_") and inspect.isfunction(function):
                yield name, function


PUBLIC = {**dict(_public_names(bigand)), "bigand.api.question.Limits": Limits}
CLASSES = {name: value for name, value in PUBLIC.items() if inspect.isclass(value)}
METHODS = {f"{name}.{member}": value for name, owner in CLASSES.items() for member, value in _members(owner)}
FUNCTIONS = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value)} | METHODS


def _missing_names(signature: inspect.Signature, documentation: str) -> list[str]:
    documented = [line.strip().lstrip("*").partition(":")[0] for line in documentation.splitlines()]
    return [name for name in signature.parameters if name not in ("self", "cls") and name not in documented]


def test_functions_document_arguments_and_result() -> None:
    def check(function: Any) -> None:
        documentation, signature = inspect.getdoc(function) or "", inspect.signature(function)
        assert documentation, "no docstring"
        has_arguments = bool(signature.parameters.keys() - {"self", "cls"})
        assert not has_arguments or "Args:\n" in documentation
        assert not has_arguments or signature.return_annotation is None or "Returns:\n" in documentation
        assert _missing_names(signature, documentation) == []

    check_rows(FUNCTIONS.items(), check)


def test_classes_document_their_fields() -> None:
    def check(owner: Any) -> None:
        documentation = vars(owner).get("__doc__") or ""
        assert documentation, "no docstring"
        if "__init__" in vars(owner) or not issubclass(owner, Enum | Exception):
            names = [] if owner in _MADE_BY_FUNCTIONS else _missing_names(inspect.signature(owner), documentation)
            assert names == []

    check_rows(CLASSES.items(), check)


def test_main_functions_and_classes_have_examples() -> None:
    names = [
        f"bigand.{name}" for name in ("Model", "Solution", "ask", "equivalent", "load", "load_answer", "model")
    ]
    check_rows([(name, PUBLIC[name]) for name in names], _check_example)


def _check_example(value: Any) -> None:
    assert ">>> " in (inspect.getdoc(value) or "")


def test_the_page_lists_every_name() -> None:
    """docs/python.md has every name of `bigand` and of its puzzles, and all members of `Model` and `Solution`."""
    page = set(re.findall(r"\w+", PAGE.read_text(encoding="utf-8")))
    members = [name for name in METHODS if name.startswith(("bigand.Model.", "bigand.Solution."))]
    names = {name.rpartition(".")[2] for name in [*PUBLIC, *members]} | {
        "lightup",
        "queens",
        "starbattle",
        "watersort",
    }
    assert names - page == set()
