"""bigand (⋀): a logic workbench. Write a problem as it stands on the blackboard; have it checked and shown.

ARCHITECTURE.md lists the rooms of the house in the order of the road through it, and tells what each takes and
gives. A room imports only rooms before it.
"""

from bigand.puzzles import PUZZLES

TYPE_CHECKING = False  # that of `typing`, whose import would take longer than all else here
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

_LAZY = {
    "load": "bigand.models",
    "model": "bigand.models",
    "Model": "bigand.models",
    "ModelError": "bigand.models",
    "Solution": "bigand.models",
    "answered": "bigand.models",
    "equivalent": "bigand.models",
    "saved": "bigand.models",
    "BigandError": "bigand.source.error",
    "LimitError": "bigand.source.error",
    "SolverError": "bigand.source.error",
}
__all__ = [*_LAZY, *PUZZLES, "__version__"]  # names, all of them


def __dir__() -> list[str]:
    """The public names, and no others."""
    return sorted(__all__)


def __getattr__(name: str) -> "Any":
    """`bigand.load` and its kin, imported when they are asked for: `bigand --version` needs none of it."""
    from importlib import import_module

    if name in PUZZLES:  # its door stands beside the rooms, or in its folder
        from importlib.util import find_spec

        beside = f"bigand.{name}"
        return import_module(f"bigand.puzzles.{name}.door" if find_spec(beside) is None else beside)
    if name not in _LAZY:
        raise AttributeError(f"module 'bigand' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)
