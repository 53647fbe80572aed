"""The board as a value, its light, and what is said about its marks."""

import pickle

import pytest
from hypothesis import given
from tests.puzzles.lightup import naive
from tests.puzzles.lightup.boards import MARKED, boards

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.check import Finding, FindingKind, check
from bigand.puzzles.lightup.illumination import is_solution, places_seen_from


def test_a_board_is_a_value() -> None:
    board = Board([".#L", "2x."])
    assert board == Board(".#L/2x.") == pickle.loads(pickle.dumps(board))
    assert hash(board) == hash(Board([".#L", "2x."]))
    assert board != Board([".#.", "2x."])
    assert (board.height, board.width, board.rows) == (2, 3, (".#L", "2x."))
    assert board.clues == {Place(1, 0): 2}
    assert board.bulbs == (Place(0, 2),)
    assert board.dots == (Place(1, 1),)
    assert board[0, 1] is Cell.WALL
    assert board[1, 0].clue == 2
    assert [cell.is_wall for _, cell in board] == [False, True, False, True, False, False]
    assert board.neighbours((0, 0)) == (Place(0, 1), Place(1, 0))
    assert str(board) == ".#L\n2x."
    assert eval(repr(board)) == board
    with pytest.raises(AttributeError):
        board.width = 3  # type: ignore[misc]  # that it cannot be set is what is tested


def test_marks_are_put_and_taken_away() -> None:
    board = Board(["...", "..#"])
    marked = board.with_marks([(0, 0)], [(1, 1)])
    assert marked.rows == ("L..", ".x#")
    assert marked.puzzle == board
    with pytest.raises(ValueError, match="wall"):
        board.with_marks([(1, 2)])
    for outside in ((-1, 0), (0, 3), (2, 0)):
        with pytest.raises(IndexError):
            board[outside]


@given(boards(MARKED))
def test_light_is_that_of_rays(board: Board) -> None:
    bulbs = naive.bulbs_of(board.rows)
    lit = {(i, j) for i, j in naive.whites(board.rows) if naive.is_lit(board.rows, bulbs, (i, j))}
    found = board.light()
    assert {(i, j) for i in range(board.height) for j in range(board.width) if found[i, j]} == lit


@given(boards("....L#01", most=4))
def test_solved_is_what_the_rules_say(board: Board) -> None:
    expected = naive.is_solution(board.rows, naive.bulbs_of(board.rows))
    assert is_solution(board) == expected
    assert (check(board) == []) == expected


@given(boards(MARKED))
def test_sight(board: Board) -> None:
    for row, column in naive.whites(board.rows):
        assert set(places_seen_from(board, (row, column))) == set(naive.sight(board.rows, row, column))


@given(boards("....Lx#0123", most=4))
def test_findings_are_true(board: Board) -> None:
    """What is called wrong can never become right by adding marks; what is open is not wrong."""
    bulbs = naive.bulbs_of(board.rows)
    for finding in check(board):
        others, place = frozenset(finding.others), finding.place
        seen = naive.sight(board.rows, *place)
        around = {(i, j) for i, j in board.neighbours(place)}
        match finding.kind:
            case FindingKind.SEES:
                assert place in bulbs
                assert others == bulbs & set(seen) != frozenset()
            case FindingKind.DARK | FindingKind.UNLIGHTABLE:
                assert not naive.is_lit(board.rows, bulbs, place)
                free = [
                    cell
                    for cell in [place, *seen]
                    if board[cell] is Cell.WHITE and not naive.is_lit(board.rows, bulbs, cell)
                ]
                assert bool(free) == (finding.kind is FindingKind.DARK)
            case FindingKind.TOO_MANY | FindingKind.TOO_FEW | FindingKind.UNMET:
                assert (finding.count, finding.wanted) == (len(around & bulbs), board[place].clue)
                assert others == around & bulbs
                assert (finding.count > finding.wanted) == (finding.kind is FindingKind.TOO_MANY)


def test_findings_by_example() -> None:
    board = Board(["L.L", "1#.", "x.."])
    assert [(one.kind, one.place) for one in check(board)] == [
        (FindingKind.SEES, Place(0, 0)),
        (FindingKind.SEES, Place(0, 2)),
        (FindingKind.DARK, Place(2, 0)),
        (FindingKind.DARK, Place(2, 1)),
    ]
    assert check(Board(["x#", "##"])) == [Finding(FindingKind.UNLIGHTABLE, Place(0, 0))]
    assert check(Board(["2x"])) == [
        Finding(FindingKind.TOO_FEW, Place(0, 0), (), 0, 2),
        Finding(FindingKind.UNLIGHTABLE, Place(0, 1)),
    ]
    assert check(Board(["L0"]))[0] == Finding(FindingKind.TOO_MANY, Place(0, 0 + 1), (Place(0, 0),), 1, 0)
