"""Boards by the main road: the model in the language, read once, expanded for many boards together."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from bigand.encode.cases import compile_cases
from bigand.encode.clauses import Case
from bigand.ground.columns import Array
from bigand.ground.expand import Grounder
from bigand.language import Mode, Reading, read
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.columns import stacked, tables
from bigand.source.document import Document

# What comes from outside: two sizes, and tables with whatever indices they have.
TABLES = ("$cell", "$clue", "$left", "$right", "$top", "$bottom")
NAMES = frozenset(("$height", "$width", *[f"{name}(?0)" for name in TABLES]))


@cache
def model() -> Reading:
    """The model, read and checked."""
    path = Path(__file__).with_name("model.touist")
    reading = read(Document(path.name, path.read_text(encoding="utf-8")), Mode.SAT, NAMES)
    assert reading.ok, "the model is part of the house"
    return reading


def cases(boards: Sequence[Board], cells: Array | None = None) -> Iterator[Case]:
    """What the model says of each board; atom k of a case is the k-th white cell, row by row.

    `cells` are those of the boards, `stacked`, if somebody has them already.
    """
    data = tables(boards, stacked(boards) if cells is None else cells)
    grounder = Grounder(model(), data, cases=len(boards))
    return compile_cases(grounder, counting=True)
