"""How questions on boards are answered: their solutions, and marks on them."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from bigand.answer.question import Failure, failure_of
from bigand.answer.report import Part, ProgressEvent, Report, Stage
from bigand.answer.running.limits import alarm, limit_time
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.check import Finding, check
from bigand.puzzles.lightup.converting import board_of
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.questions import Rows, Spot
from bigand.puzzles.lightup.solving import Answer, answer, answers, count, solutions, status_of

if TYPE_CHECKING:
    from bigand.puzzles.lightup.why import Premise

_PATIENCE = 10.0  # seconds to look for a reason, if nobody says how many


# ---------------------------------------------------------------------- solutions


def solved(question: questions.Solve, report: Report) -> questions.Solved:
    """The solutions, each a part of the answer when it is found; or why there is none."""
    report(Stage(key="progress.solve"))
    board = board_of(question.board)
    most = None if question.limit is None else max(2, question.limit)
    solved_rows: list[Rows] = []
    is_complete = True
    began = time.monotonic()
    with alarm(question.limits.seconds):
        for solution in islice(_others(board, question), None if most is None else most + 1):
            if len(solved_rows) == most:
                is_complete = False
                break
            solved_rows.append(solution.rows)
            if question.gives == "all":
                report(Part(found=solution.rows))
            report(ProgressEvent(count=len(solved_rows)))
    if not solved_rows:
        return _unsolved(board, question, began + (question.limits.seconds or _PATIENCE), report)
    return questions.Solved(
        status=status_of(len(solved_rows)).value,
        solution=solved_rows[0],
        count=len(solved_rows),
        complete=is_complete,
        second=solved_rows[1] if question.gives == "second" and len(solved_rows) > 1 else None,
        solutions=tuple(solved_rows) if question.gives == "all" else None,
    )


def _others(board: Board, question: questions.Solve) -> Iterator[Board]:
    """The solutions that nobody knows yet."""
    known = frozenset(question.excluded)
    for solution in solutions(board, keep_marks=question.keep_marks):
        if solution.rows not in known:
            yield solution


def _unsolved(board: Board, question: questions.Solve, deadline: float, report: Report) -> questions.Solved:
    """That there is none, with a reason if that is asked for; or no other one, which needs none."""
    none = () if question.gives == "all" else None
    if question.excluded or not question.why:
        return questions.Solved(status="none", solution=None, count=0, solutions=none, board=board.rows)
    from bigand.puzzles.lightup.why import why  # half of the house, and few need it

    report(Stage(key="lightup.why.progress"))
    reason = why(board, question.keep_marks, deadline)
    return questions.Solved(
        status="none",
        solution=None,
        count=0,
        solutions=none,
        board=board.rows,
        why=tuple([_demand(premise) for premise in reason.premises]),
        minimal=reason.is_minimal,
    )


def _demand(premise: "Premise") -> questions.Demand:
    spot = Spot.of(premise.place)
    cells = tuple([Spot.of(cell) for cell in premise.cells])
    return questions.Demand(demand=premise.demand.value, row=spot.row, column=spot.column, cells=cells)


@limit_time
def decided_cells(question: questions.Decide, _report: Report) -> questions.DecidedCells:
    """What is the same in every solution."""
    from bigand.puzzles.lightup.decided import decided

    board = board_of(question.board)
    found = decided(board, question.keep_marks)
    if found is None:
        return questions.DecidedCells(status="none", board=None)
    known = {*found.bulbs, *found.dots}
    white = [index for index, cell in enumerate(board.puzzle.cells) if cell == Cell.WHITE]
    bulbs, dots, undecided = [
        tuple([Spot.of(board.place(index)) for index in cells])
        for cells in (found.bulbs, found.dots, [index for index in white if index not in known])
    ]
    return questions.DecidedCells(
        status="multiple" if undecided else "unique",
        board=found.on(board).rows,
        bulbs=bulbs,
        dots=dots,
        undecided=undecided,
    )


def solved_many(question: questions.SolveMany, _report: Report) -> questions.SolvedMany:
    """The answers for many boards; one that cannot be read harms no other one."""
    read = [_try_board(given) for given in question.boards]
    boards = [board for board in read if isinstance(board, Board)]
    solved = iter(answers(boards, question.limit))
    return questions.SolvedMany(
        answers=tuple([_of_many(board, next(solved)) if isinstance(board, Board) else board for board in read])
    )


def _try_board(given: questions.Given) -> Board | Failure:
    try:
        return board_of(given)
    except BoardError as error:
        return failure_of(error)


def _of_many(board: Board, result: Answer) -> questions.Solved:
    return questions.Solved(
        status=result.status.value,
        solution=None if result.solution is None else result.solution.rows,
        count=result.count,
        complete=result.is_complete,
        board=board.rows if result.solution is None else None,
    )


@limit_time
def counted(question: questions.Count, _report: Report) -> questions.Counted:
    """How many solutions there are, exactly."""
    board = board_of(question.board)
    return questions.Counted(count=count(board, keep_marks=question.keep_marks))


@limit_time
def uniqueness(question: questions.Unique, _report: Report) -> questions.Uniqueness:
    """Whether there is exactly one solution."""
    result = answer(board_of(question.board), keep_marks=question.keep_marks)
    return questions.Uniqueness(is_unique=result.is_unique, status=result.status.value)


# ---------------------------------------------------------------------- marks


@limit_time
def checked(question: questions.Check, _report: Report) -> questions.Checked:
    """What is to be said of the marks."""
    board = board_of(question.board)
    findings = check(board)
    is_wrong = any(finding.kind.is_wrong for finding in findings)
    can_finish = None
    if question.can_finish:
        can_finish = next(solutions(board, keep_marks=True), None) is not None
    return questions.Checked(
        status="wrong" if is_wrong else "open" if findings else "solved",
        board=board.rows,
        findings=tuple([_finding(finding) for finding in findings]),
        can_finish=can_finish,
    )


def _finding(finding: Finding) -> questions.Finding:
    is_counted = bool(finding.wanted or finding.found)
    return questions.Finding(
        kind=finding.kind.value,
        wrong=finding.kind.is_wrong,
        row=finding.place.row + 1,
        column=finding.place.column + 1,
        others=tuple([Spot.of(other) for other in finding.others]),
        found=finding.found if is_counted else None,
        wanted=finding.wanted if is_counted else None,
    )
