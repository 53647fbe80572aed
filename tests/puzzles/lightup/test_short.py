"""Explanations are short, and go as far as anything follows: what all solutions share, or a contradiction."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from tests.effort import tries
from tests.puzzles.lightup import naive, z3_oracle
from tests.puzzles.lightup.boards import CASES, boards, collection
from tests.puzzles.lightup.test_reasoning import check_step
from tests.puzzles.lightup.test_rules import solutions_with_marks

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.position import Position, cells_in
from bigand.puzzles.lightup.proof import check
from bigand.puzzles.lightup.reasoning.argument import Refutation
from bigand.puzzles.lightup.reasoning.chain import rule_instances
from bigand.puzzles.lightup.reasoning.explanation import Explainer, Explanation, count_instances, explain_board
from bigand.puzzles.lightup.reasoning.levels import Level, closure, refutable_marks
from bigand.puzzles.lightup.reasoning.proof import explanation_to_proof
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.rules import find_contradiction
from bigand.puzzles.lightup.solver import Status


class Long(NamedTuple):
    """A board, and how many rule instances its explanation took before explanations were shortened."""

    level: str
    instances: int
    text: str


LONG = [
    Long(level, int(instances), text)
    for level, instances, text in [
        line.split("\t") for line in (CASES / "long.tsv").read_text(encoding="utf-8").splitlines()
    ]
]
SOME = [one for level in ("tricky", "hard", "expert") for one in [one for one in LONG if one.level == level][:6]]


def is_case(step: Step) -> bool:
    return step.technique.level >= Level.HARD


def marks_of(step: Step) -> list[tuple[int, bool]]:
    return [(reason.cell, reason.is_bulb) for reason in step.reasons if isinstance(reason, Refutation)]


def is_enough(board: Board, cases: Sequence[Step]) -> bool:
    """Whether these cases, each once it can be made again, lead to the solution with all that is cheaper."""
    position = closure(Position.from_board(board), Level.TRICKY)
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
    return len(list(refutable_marks(position, reach, marks))) == len(marks)


def after_removal(board: Board, cases: list[Step]) -> list[Step]:
    """What is left when every case that is not needed is taken away, one after the other."""
    for step in cases[::-1]:
        fewer = [other for other in cases if other is not step]
        if is_enough(board, fewer):
            cases = fewer
    return cases


def check_short(boards: Sequence[Long]) -> None:
    """Hardly a case could be left out, none is told twice, every step holds, and all take less than they took."""
    told = needed = 0
    for level, instances_before, text in boards:
        explanation = explain_board(Board(text))
        assert explanation.rating is not None
        assert explanation.rating.level.word == level
        assert count_instances(explanation.steps) <= instances_before, text
        cases = [step for step in explanation.steps if is_case(step)]
        arguments = [
            frozenset([one for reason in step.reasons for one in rule_instances(reason)]) for step in cases
        ]
        assert len(set(arguments)) == len(arguments), text
        assert is_enough(Board(text), cases), text
        told, needed = told + len(cases), needed + len(after_removal(Board(text), cases))
        for step in explanation.steps:
            check_step(step)
        assert check(explanation_to_proof(explanation)).accepted
    assert told <= 1.15 * needed


def test_explanations_are_short() -> None:
    check_short(SOME)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["tricky", "hard", "expert"])
def test_all_explanations_are_short(level: str) -> None:
    boards = [one for one in LONG if one.level == level]
    check_short(boards)
    assert sum([count_instances(explain_board(Board(one.text)).steps) for one in boards]) < 0.96 * sum(
        [one.instances for one in boards]
    )


# ---------------------------------------------------------------------- what can be deduced


def deduced(explanation: Explanation) -> tuple[set[int], set[int]]:
    """The cells that have a bulb after the last step, and those that have none."""
    last = Position.from_board(explanation.last_board)
    return set(cells_in(last.bulbs)), set(cells_in(last.grid.white & ~last.bulbs & ~last.open))


def shared_by(board: Board, solutions: Sequence[set[int]]) -> tuple[set[int], set[int]] | None:
    """The cells that have a bulb in all solutions, and those that have one in none; nothing without solutions."""
    white = {index for index, cell in enumerate(board.cells) if not Cell(cell).is_wall}
    common = [set.intersection(*sets) for sets in (solutions, [white - one for one in solutions]) if sets]
    return (common[0], common[1]) if common else None


def check_deduced(board: Board, expected: tuple[set[int], set[int]] | None) -> Explanation:
    """The steps lead to what all solutions share, or to a contradiction if there are none; and each holds."""
    explanation = explain_board(board)
    assert explanation.complete
    for step in explanation.steps:
        check_step(step)
    assert check(explanation_to_proof(explanation)).accepted
    marked = board.with_decided_marks()
    if expected is None:
        assert explanation.status is Status.NONE
        assert find_contradiction(Position.from_board(explanation.last_board)) is not None
        assert marked is None
    else:
        assert deduced(explanation) == expected
        assert marked is not None
        assert (set(_indices(marked, Cell.BULB)), set(_indices(marked, Cell.DOT))) == expected
    return explanation


def _indices(board: Board, kind: Cell) -> list[int]:
    return [index for index, cell in enumerate(board.cells) if cell == kind]


@given(boards("......##01122", most=4))
@settings(max_examples=tries(120), deadline=None)
def test_all_that_solutions_share_is_deduced(board: Board) -> None:
    assume(len(naive.whites(board.rows)) <= 12)
    solutions = [set(cells_in(solution)) for solution in solutions_with_marks(board)]
    check_deduced(board, shared_by(board, solutions))


def taken_away(text: str, count: int) -> Board:
    """A board of the collection without some of its clues: the last ones become walls."""
    cells = list(Board(text).cells)
    clues = [index for index, cell in enumerate(cells) if cell.isdigit()]
    for index in clues[len(clues) - count :]:
        cells[index] = Cell.WALL.value
    return Board.from_cells(Board(text).height, Board(text).width, "".join(cells))


def test_boards_with_none_two_some_and_too_many_solutions() -> None:
    """Beside Z3, on boards that people play, and on such with clues taken away or changed."""
    seen = set()
    for text in [collection("7x7", "hard")[number] for number in (0, 4, 8)]:
        for board in (*[taken_away(text, count) for count in (1, 2, 3, 4)], Board(text.replace("1", "2"))):
            white = [index for index, cell in enumerate(board.cells) if not Cell(cell).is_wall]
            found = [{white[at - 1] for at in bulbs} for bulbs in islice(z3_oracle.bulbs(board), 110)]
            if len(found) < 110:
                check_deduced(board, shared_by(board, found))
                seen.add(min(len(found), 50))
    assert {0, 1, 2, 50} <= seen
    many = Board("12x12:" + "z" * 5 + "n")
    explanation = explain_board(many)
    assert (explanation.status, explanation.steps, len(explanation.solutions)) == (Status.MULTIPLE, (), 2)


def open_board(chance: Random) -> Board:
    """A board with bulbs wherever it was dark; of its clues some are shown, and perhaps one of them is wrong."""
    side = chance.randint(4, 6)
    board = Board(["".join(chance.choices(".#", (3, 1), k=side)) for _ in range(side)])
    for place in chance.sample([place for place, _ in board], side * side):
        if board[place] is Cell.WHITE and not board.light()[place]:
            board = board.with_marks([place])
    cells = list(board.puzzle.cells)
    shown = chance.choice((0.3, 0.6, 0.9))
    for index, cell in enumerate(cells):
        around = [other for other in board.neighbours(board.place(index)) if board[other] is Cell.BULB]
        if cell == Cell.WALL and chance.random() < shown:
            cells[index] = str(len(around) if chance.random() < 0.97 else chance.randint(0, 4))
    return Board.from_cells(side, side, "".join(cells))


def test_what_is_deduced_on_many_open_boards_is_what_z3_decides() -> None:
    check_open_boards(40)


@pytest.mark.slow
def test_what_is_deduced_on_thousands_of_open_boards_is_what_z3_decides() -> None:
    check_open_boards(2_000)


def check_open_boards(count: int) -> None:
    chance = Random(18)
    statuses = set()
    for board in [open_board(chance) for _ in range(count)]:
        white = [index for index, cell in enumerate(board.cells) if not Cell(cell).is_wall]
        common = z3_oracle.common(board)
        expected = None
        if common is not None:
            bulbs = {white[literal - 1] for literal in common if literal > 0}
            expected = bulbs, {white[-literal - 1] for literal in common if literal < 0}
        statuses.add(check_deduced(board, expected).status)
    assert statuses == {Status.NONE, Status.UNIQUE, Status.MULTIPLE}


def test_one_cell_is_explained_by_itself() -> None:
    board = Board(collection("7x7", "hard")[0])
    solution = board.solve()
    assert solution is not None
    whole = explain_board(board)
    for index, cell in enumerate(board.cells):
        if cell == Cell.WHITE:
            explanation = Explainer(board, cell=index).explain()
            last = Position.from_board(explanation.last_board)
            assert bool(last.bulbs >> index & 1) is (solution.cells[index] == Cell.BULB)
            assert not last.open >> index & 1
            assert len(explanation.steps) <= len(whole.steps)
            assert explanation.rating is None
            assert check(explanation_to_proof(explanation)).accepted


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

        making = Explainer(board, watch=watch)
        with pytest.raises(StoppedError):
            making.explain()
        so_far = making.partial_explanation()
        assert so_far is not None
        assert not so_far.complete
        assert so_far.rating is None
        for step in so_far.steps:
            check_step(step)
        assert Position.from_board(so_far.last_board).bulbs == seen[-1].bulbs
