"""Explanations are short, and go as far as anything follows: what all solutions share, or a contradiction."""

from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from tests.effort import tries
from tests.puzzles.lightup import naive, z3_oracle
from tests.puzzles.lightup.boards import boards, collection
from tests.puzzles.lightup.test_reasoning import EXPERT, check_step
from tests.puzzles.lightup.test_rules import solutions_with_marks

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.position import Position, cells_in
from bigand.puzzles.lightup.proof import check
from bigand.puzzles.lightup.reasoning.argument import Refutation
from bigand.puzzles.lightup.reasoning.explanation import Explaining, Explanation, explain
from bigand.puzzles.lightup.reasoning.levels import Level, closure, refutable
from bigand.puzzles.lightup.reasoning.links import instances
from bigand.puzzles.lightup.reasoning.proof import proof_that
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.rules import contradiction
from bigand.puzzles.lightup.solving import Status

SOME = [text for size in ("7x7", "10x10") for text in collection(size, "hard")[:8]] + EXPERT
ALL = [text for size in ("7x7", "10x10", "14x14", "20x20", "25x25", "30x30") for text in collection(size, "hard")]


def is_case(step: Step) -> bool:
    return step.technique.level >= Level.HARD


def marks_of(step: Step) -> list[tuple[int, bool]]:
    return [(reason.cell, reason.is_bulb) for reason in step.reasons if isinstance(reason, Refutation)]


def is_enough(board: Board, cases: Sequence[Step]) -> bool:
    """Whether these cases, each once it can be made again, lead to the solution with all that is cheaper."""
    position = closure(Position.of(board), Level.TRICKY)
    left = list(cases)
    while position is not None and position.dark:
        ready = [step for step in left if _holds(step, position)]
        if not ready:
            return False
        left.remove(ready[0])
        dots = [1 << cell for cell, is_bulb in marks_of(ready[0]) if is_bulb]
        bulbs = [1 << cell for cell, is_bulb in marks_of(ready[0]) if not is_bulb]
        position = closure(position.with_marks(sum(bulbs) & position.open, sum(dots) & position.open), Level.TRICKY)
    return position is not None


def _holds(step: Step, position: Position) -> bool:
    reach = Level.EASY if step.depth == 1 else Level.HARD
    marks = [(cell, is_bulb) for cell, is_bulb in marks_of(step) if position.open >> cell & 1]
    return len(list(refutable(position, reach, marks))) == len(marks)


def after_removal(board: Board, cases: list[Step]) -> list[Step]:
    """What is left when every case that is not needed is taken away, one after the other."""
    for step in cases[::-1]:
        fewer = [other for other in cases if other is not step]
        if is_enough(board, fewer):
            cases = fewer
    return cases


def counted(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    for text in texts:
        explanation = explain(Board(text))
        cases = [step for step in explanation.steps if is_case(step)]
        arguments = [frozenset([one for reason in step.reasons for one in instances(reason)]) for step in cases]
        assert len(set(arguments)) == len(arguments), text
        assert is_enough(Board(text), cases), text
        yield len(cases), len(after_removal(Board(text), cases))


def test_hardly_a_case_could_be_left_out() -> None:
    told, needed = zip(*counted(SOME), strict=True)
    assert sum(told) <= 1.15 * sum(needed)


@pytest.mark.slow
def test_hardly_a_case_of_the_collection_could_be_left_out() -> None:
    told, needed = zip(*counted(ALL), strict=True)
    assert sum(told) <= 1.15 * sum(needed)


def test_every_step_is_needed() -> None:
    """A dot that is told is a premise of a later step, or lights are put by it."""
    for text in SOME:
        explanation = explain(Board(text))
        for step in explanation.steps:
            check_step(step)
        assert check(proof_that(explanation)).accepted


# ---------------------------------------------------------------------- what can be deduced


def deduced(explanation: Explanation) -> tuple[set[int], set[int]]:
    """The cells that have a bulb after the last step, and those that have none."""
    last = Position.of(explanation.last)
    return set(cells_in(last.bulbs)), set(cells_in(last.grid.white & ~last.bulbs & ~last.open))


def check_deduced(board: Board, solutions: Sequence[set[int]]) -> None:
    explanation = explain(board)
    assert explanation.complete
    for step in explanation.steps:
        check_step(step)
    assert check(proof_that(explanation)).accepted
    if not solutions:
        assert explanation.status is Status.NONE
        assert contradiction(Position.of(explanation.last)) is not None
        return
    white = {index for index, cell in enumerate(board.cells) if not Cell(cell).is_wall}
    expected = set.intersection(*solutions), set.intersection(*[white - one for one in solutions])
    assert deduced(explanation) == expected
    marked = board.decided()
    assert marked is not None
    assert (set(_indices(marked, Cell.BULB)), set(_indices(marked, Cell.DOT))) == expected


def _indices(board: Board, kind: Cell) -> list[int]:
    return [index for index, cell in enumerate(board.cells) if cell == kind]


@given(boards("......##01122", most=4))
@settings(max_examples=tries(120), deadline=None)
def test_all_that_solutions_share_is_deduced(board: Board) -> None:
    assume(len(naive.whites(board.rows)) <= 12)
    check_deduced(board, [set(cells_in(solution)) for solution in solutions_with_marks(board)])


def taken_away(text: str, count: int) -> Board:
    """A board of the collection without some of its clues: the last ones become walls."""
    cells = list(Board(text).cells)
    clues = [index for index, cell in enumerate(cells) if cell.isdigit()]
    for index in clues[len(clues) - count :]:
        cells[index] = Cell.WALL.value
    return Board.of(Board(text).height, Board(text).width, "".join(cells))


def test_boards_with_none_two_some_and_too_many_solutions() -> None:
    """Beside Z3, on boards that people play, and on such with clues taken away or changed."""
    seen = set()
    for text in [collection("7x7", "hard")[number] for number in (0, 4, 8)]:
        for board in (*[taken_away(text, count) for count in (1, 2, 3, 4)], Board(text.replace("1", "2"))):
            white = [index for index, cell in enumerate(board.cells) if not Cell(cell).is_wall]
            found = [{white[at - 1] for at in bulbs} for bulbs in islice(z3_oracle.bulbs(board), 110)]
            if len(found) < 110:
                check_deduced(board, found)
                seen.add(min(len(found), 50))
    assert {0, 1, 2, 50} <= seen
    many = Board("12x12:" + "z" * 5 + "n")
    explanation = explain(many)
    assert (explanation.status, explanation.steps, len(explanation.solutions)) == (Status.MULTIPLE, (), 2)


def test_one_cell_is_explained_by_itself() -> None:
    board = Board(collection("7x7", "hard")[0])
    solution = board.solve()
    assert solution is not None
    whole = explain(board)
    for index, cell in enumerate(board.cells):
        if cell == Cell.WHITE:
            explanation = Explaining(board, cell=index).explanation()
            last = Position.of(explanation.last)
            assert bool(last.bulbs >> index & 1) is (solution.cells[index] == Cell.BULB)
            assert not last.open >> index & 1
            assert len(explanation.steps) <= len(whole.steps)
            assert explanation.rating is None
            assert check(proof_that(explanation)).accepted


def test_what_there_is_when_the_time_is_up() -> None:
    """Stopped anywhere, the steps so far hold."""

    class StoppedError(Exception):
        pass

    board = Board(collection("14x14", "hard")[0])
    for most in (1, 7, 30):
        seen: list[Position] = []

        def watch(position: Position, seen: list[Position] = seen, most: int = most) -> None:
            seen.append(position)
            if len(seen) == most:
                raise StoppedError

        making = Explaining(board, watch=watch)
        with pytest.raises(StoppedError):
            making.explanation()
        so_far = making.so_far()
        assert so_far is not None
        assert not so_far.complete
        assert so_far.rating is None
        for step in so_far.steps:
            check_step(step)
        assert Position.of(so_far.last).bulbs == seen[-1].bulbs
