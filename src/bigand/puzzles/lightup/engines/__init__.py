"""Engines: each finds the bulbs of all solutions of a board, one solution after the other.

`sat` goes by the clauses of the model; the others say the rules in their own words, and are here to agree.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from bigand.puzzles.lightup.board import Board
from bigand.source.error import SolverError

# The module of each engine, and what must be installed for it.
ENGINES = {
    "sat": ("sat", "python-sat"),
    "z3": ("z3_engine", "z3-solver"),
    "cpsat": ("cpsat_engine", "ortools"),
}

# A board, literals that must hold, a deadline (a time of `time.monotonic`): the white cells with bulbs of each
# solution. White cells are numbered from 1, row by row; a negative literal is a cell without a bulb.
Engine = Callable[[Board, Sequence[int], float | None], Iterator[list[int]]]


class EngineMissingError(SolverError):
    """An engine whose library is not installed."""


def engine(name: str) -> Engine:
    """An engine by its name."""
    if name not in ENGINES:
        raise ValueError(f"no engine {name!r}: {', '.join(ENGINES)}")
    module, library = ENGINES[name]
    try:
        found: Engine = import_module(f"bigand.puzzles.lightup.engines.{module}").bulbs
    except ImportError as error:
        raise EngineMissingError("lightup.engine_missing", name=name, library=library) from error
    return found
