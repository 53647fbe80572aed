"""Explain why a board has no solution: a minimal set of clues, cells, runs and marks that contradict each other.

The model says what each of them demands; the search for cores finds a small set of its instances that clash.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct

from bigand.explain.groups import instances_of, instances_of_groups
from bigand.explain.why.cores import find_core
from bigand.ground.columns import Table
from bigand.ground.grounder import Grounder
from bigand.language import CheckedDocument, Mode, read_document
from bigand.language.values import Value
from bigand.puzzles.lightup.arrays import model_tables
from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.illumination import places_seen_from, runs
from bigand.solve.session import LimitError
from bigand.source.document import Document

_MARK_RULES = """
bigand $i,$j in [1..$height],[1..$width] when $mark($i,$j) == bulb: bulb($i,$j) end
bigand $i,$j in [1..$height],[1..$width] when $mark($i,$j) == dot: not bulb($i,$j) end
"""
_MARKS = ("none", "bulb", "dot")
# The model's inputs: two sizes, and tables with any indices.
_TABLES = ("$cell", "$clue", "$left", "$right", "$top", "$bottom")
_NAMES = frozenset(("$height", "$width", *[f"{name}(?0)" for name in _TABLES]))
_MAX_LITERALS = 20_000_000


class Demand(Enum):
    """What an instance of a rule of the model demands, in the order of the rules."""

    LIT = "lit"  # this cell is lit
    ROW = "row"  # at most one bulb in this run along a row
    COLUMN = "column"  # at most one bulb in this run along a column
    CLUE = "clue"  # as many bulbs beside this clue as its number
    BULB = "bulb"  # the bulb placed here
    DOT = "dot"  # the dot placed here


class Premise(Struct, frozen=True):
    """A demand of a board at a place; `cells` are all cells of a run."""

    demand: Demand
    place: Place
    cells: tuple[Place, ...] = ()


class Clash(Struct, frozen=True):
    """Demands that contradict each other; `is_minimal` if every one of them is needed."""

    premises: tuple[Premise, ...]
    is_minimal: bool

    @property
    def places(self) -> frozenset[Place]:
        """The cells to highlight: all but those of runs, which would be most of the board."""
        pointed = [premise for premise in self.premises if premise.demand not in (Demand.ROW, Demand.COLUMN)]
        return frozenset([premise.place for premise in pointed])


@cache
def _model() -> CheckedDocument:
    """The parsed and checked model."""
    return _parse_model(Path(__file__).with_name("model.touist").read_text(encoding="utf-8"), _NAMES)


@cache
def _model_with_marks() -> CheckedDocument:
    """The model with rules that keep the marks on the board."""
    return _parse_model(_model().document.text + _MARK_RULES, _NAMES | {"$mark(?0)"})


def _parse_model(text: str, names: frozenset[str]) -> CheckedDocument:
    reading = read_document(Document("model", text), Mode.SAT, names)
    assert reading.is_valid, "the packaged model is invalid"
    return reading


def make_grounder(board: Board, keep_marks: bool = False) -> Grounder:
    """Return a grounder of the model for one board; its atoms are `bulb(row,column)`."""
    data: dict[str, Value | Table] = {"$height": board.height, "$width": board.width, **model_tables(board.puzzle)}
    if keep_marks:
        codes = {Cell.BULB.value: 1, Cell.DOT.value: 2}
        marks = np.array([codes.get(cell, 0) for cell in board.cells]).reshape(board.height, board.width)
        data["$mark"] = Table(np.pad(marks, 1), (0, 0), _MARKS)
    return Grounder(_model_with_marks() if keep_marks else _model(), data)


def find_clash(
    board: Board,
    keep_marks: bool = False,
    deadline: float | None = None,
    watch: Callable[[Sequence[int]], None] = lambda _core: None,
) -> Clash:
    """Find out why a board without a solution has none."""
    if _literal_count(board) > _MAX_LITERALS:
        raise LimitError("lightup.why.too_large")
    grounder = make_grounder(board, keep_marks)
    instances = instances_of(grounder, grounder.rules())
    core = find_core(instances.groups, np.arange(instances.groups.count), deadline, watch)
    core_instances = instances_of_groups(grounder, instances, core.groups)
    return Clash(
        tuple([_premise_of(board, instance.rule.number, instance.binding) for instance in core_instances]),
        core.is_minimal,
    )


def _literal_count(board: Board) -> int:
    """Return the number of literals of the model: each cell occurs once for each cell that sees it."""
    return sum([len(run) ** 2 for run in runs(board)])


def _premise_of(board: Board, rule: int, binding: Mapping[str, Value]) -> Premise:
    demand = list(Demand)[rule]
    row, column = binding["$i"], binding["$j"]
    assert isinstance(row, int)
    assert isinstance(column, int)
    place = Place(row - 1, column - 1)
    if demand is Demand.ROW:
        run = [seen for seen in places_seen_from(board, place) if seen.row == place.row]
        return Premise(demand, place, tuple(sorted([place, *run])))
    if demand is Demand.COLUMN:
        run = [seen for seen in places_seen_from(board, place) if seen.column == place.column]
        return Premise(demand, place, tuple(sorted([place, *run])))
    return Premise(demand, place)
