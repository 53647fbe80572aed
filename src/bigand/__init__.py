"""bigand (⋀): a logic workbench. Write a problem as on the blackboard; have it checked, solved and explained.

>>> import bigand
>>> bigand.model("a and not b").solve()["a"]
[()]

ARCHITECTURE.md lists the packages in the order of the data flow. A package imports only packages before it.
"""

TYPE_CHECKING = False  # that of `typing`, whose import would take longer than all else here
if TYPE_CHECKING:
    from bigand import lightup, queens, starbattle, watersort
    from bigand.models import Model, ModelError, Solution, ask, equivalent, load, load_answer, model
    from bigand.source.error import BigandError, LimitError, SolverError

__version__ = "0.1.0"
__all__ = [
    "BigandError",
    "LimitError",
    "Model",
    "ModelError",
    "Solution",
    "SolverError",
    "__version__",
    "ask",
    "equivalent",
    "lightup",
    "load",
    "load_answer",
    "model",
    "queens",
    "starbattle",
    "watersort",
]


def __dir__() -> list[str]:
    """The public names, and no others."""
    return sorted(__all__)


if not TYPE_CHECKING:  # a type checker would take every name for an attribute

    def __getattr__(name: str) -> object:
        """Import a public name when it is asked for: `bigand --version` needs none of them."""
        if name not in __all__:
            raise AttributeError(f"module 'bigand' has no attribute {name!r}")
        if name in ("lightup", "queens", "starbattle", "watersort"):
            from importlib import import_module

            return import_module(f"bigand.{name}")
        from bigand import models
        from bigand.source import error

        return getattr(error if name in ("BigandError", "LimitError", "SolverError") else models, name)
