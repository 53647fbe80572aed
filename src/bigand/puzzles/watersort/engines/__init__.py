"""The engines, by name: all give shortest plans, each in its own way, so that they can check each other.

`search` looks through the states of the game; `sat` and `model` try one number of steps after the other, the
first with clauses made for it and the bound, the second with the model that is taught, as the examples have it.
"""

from importlib import import_module
from typing import Any

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Rule
from bigand.puzzles.watersort.solving import Limits, Telling

ENGINES = ("search", "sat", "model")


def run(
    name: str, level: Level, rule: Rule, limits: Limits, tell: Telling
) -> tuple[tuple[Pour, ...] | None, dict[str, int]]:
    """What an engine finds: a shortest plan or None, and what it has counted meanwhile."""
    module: Any = import_module(f"bigand.puzzles.watersort.engines.{name}")
    found: tuple[tuple[Pour, ...] | None, dict[str, int]] = module.run(level, rule, limits, tell)
    return found
