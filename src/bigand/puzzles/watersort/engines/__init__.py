"""The engines, by name: all give shortest plans, each in its own way, so that they can check each other.

`search` looks through the states of the game; `model` tries one number of steps after the other with the model that
is taught, as the examples have it.
"""

from importlib import import_module
from typing import Any

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant
from bigand.puzzles.watersort.solving import Limits, Telling

ENGINES = ("search", "model")


def run(
    name: str, level: Level, rule: Variant, limits: Limits, tell: Telling
) -> tuple[tuple[Pour, ...] | None, dict[str, int]]:
    """What an engine finds: a shortest plan or None, and what it has counted meanwhile."""
    module: Any = import_module(f"bigand.puzzles.watersort.engines.{name}")
    result: tuple[tuple[Pour, ...] | None, dict[str, int]] = module.run(level, rule, limits, tell)
    return result
