"""What a puzzle is to the rest of the house: a folder, and one value in it that tells what is there.

`puzzles/NAME/` holds all that is its own: `questions` (their types, light to import), `commands` (a module, or a
package with one for each action), `sentences/` (one module a language; keys begin with the name), its formats,
models and engines. `PUZZLE` in its `__init__` names it; a line in `puzzles/__init__.py` makes the house know it.
"""

from importlib import import_module
from typing import Any

from msgspec import Struct


class Puzzle(Struct, frozen=True, kw_only=True):
    """A puzzle by its name; parts of it are imported when they are wanted.

    `questions` are names of classes in its module `questions`, by what one asks for.
    """

    name: str
    questions: dict[str, str]

    def part(self, module: str) -> Any:
        """A module of its folder."""
        return import_module(f"bigand.puzzles.{self.name}.{module}")
