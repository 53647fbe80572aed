"""Reasons: what is named is a contradiction, by trying every set of bulbs, and nothing in it can be left out."""

from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.puzzles.lightup import naive
from tests.puzzles.lightup.boards import boards, puzzles

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.solver import solve_board
from bigand.puzzles.lightup.why import Demand, Premise, find_clash


def holds(premise: Premise, board: Board, bulbs: naive.Bulbs) -> bool:
    place = (premise.place.row, premise.place.column)
    match premise.demand:
        case Demand.LIT:
            return naive.is_lit(board.rows, bulbs, place)
        case Demand.ROW | Demand.COLUMN:
            return len(bulbs & frozenset((cell.row, cell.column) for cell in premise.cells)) <= 1
        case Demand.CLUE:
            beside = [(cell.row, cell.column) for cell in board.neighbours(place)]
            return sum([cell in bulbs for cell in beside]) == board[place].clue
        case Demand.BULB:
            return place in bulbs
        case Demand.DOT:
            return place not in bulbs


def can_hold(premises: Sequence[Premise], board: Board) -> bool:
    cells = naive.whites(board.rows)
    for number in range(1 << len(cells)):
        bulbs = frozenset(cell for at, cell in enumerate(cells) if number >> at & 1)
        if all(holds(premise, board, bulbs) for premise in premises):
            return True
    return False


def check_reason(board: Board, premises: Sequence[Premise]) -> None:
    assert not can_hold(premises, board)
    for at in range(len(premises)):
        assert can_hold([*premises[:at], *premises[at + 1 :]], board)
    for premise in premises:
        if premise.demand in (Demand.ROW, Demand.COLUMN):
            seen = naive.sight(board.rows, *premise.place)
            axis = 0 if premise.demand is Demand.ROW else 1
            own = [cell for cell in seen if cell[axis] == premise.place[axis]]
            assert sorted([*own, premise.place]) == list(premise.cells)


@given(boards("....##01234", most=4))
@settings(max_examples=tries(25), deadline=None)
def test_reasons_are_minimal_contradictions(board: Board) -> None:
    assume(len(naive.whites(board.rows)) <= 9)
    assume(solve_board(board).solution is None)
    reason = find_clash(board)
    assert reason.is_minimal
    check_reason(board, reason.premises)
    assert board.why() == reason


@given(puzzles(4), st.data())
@settings(max_examples=tries(15), deadline=None)
def test_reasons_with_marks(board: Board, data: st.DataObject) -> None:
    whites = board.places_of(Cell.WHITE)
    assume(2 <= len(whites) <= 9)
    marks = data.draw(st.lists(st.sampled_from(whites), unique=True, min_size=2, max_size=4))
    marked = board.with_marks(marks[:2], marks[2:])
    assume(solve_board(marked, keep_marks=True).solution is None)
    reason = find_clash(marked, keep_marks=True)
    check_reason(marked, reason.premises)
    assert reason.places <= {premise.place for premise in reason.premises}


@pytest.mark.parametrize(
    ("text", "demands"),
    [
        ("3./..", [Demand.CLUE]),
        ("0./#.", None),
        (".1./.../2.2", [Demand.ROW, Demand.CLUE, Demand.CLUE]),
        ("0.0", [Demand.LIT, Demand.CLUE]),
    ],
)
def test_reasons_by_example(text: str, demands: list[Demand] | None) -> None:
    reason = Board(text).why()
    assert (None if reason is None else [premise.demand for premise in reason.premises]) == demands
