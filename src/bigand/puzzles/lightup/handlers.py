"""Handlers for the questions about boards: reading, solutions, and marks."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from bigand.api.question import Failure, failure_of
from bigand.api.report import Part, ProgressEvent, Report, Stage
from bigand.api.run.limits import alarm, limit_time
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.check import Finding, check
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import CARRY_MARKS, detect_format, read_board, write_board
from bigand.puzzles.lightup.questions import BoardInput, Convert, ConvertAnswer, Read, ReadAnswer, Rows, Spot
from bigand.puzzles.lightup.solver import (
    SolveResult,
    count_solutions,
    iter_solutions,
    solve_board,
    solve_boards,
    status_of,
)
from bigand.source.document import Document

if TYPE_CHECKING:
    from bigand.puzzles.lightup.why import Premise

_REASON_SECONDS = 10.0  # to look for a reason, without another limit


# ---------------------------------------------------------------------- Solutions


def solve(question: questions.Solve, report: Report) -> questions.SolveAnswer:
    """Find solutions, each reported as a part when it is found; or find out why there is none."""
    report(Stage(key="progress.solve"))
    board = read_board_input(question.board)
    max_solutions = None if question.limit is None else max(2, question.limit)
    solved_rows: list[Rows] = []
    is_complete = True
    start = time.monotonic()
    with alarm(question.limits.seconds):
        for solution in islice(
            _new_solutions(board, question), None if max_solutions is None else max_solutions + 1
        ):
            if len(solved_rows) == max_solutions:
                is_complete = False
                break
            solved_rows.append(solution.rows)
            if question.gives == "all":
                report(Part(found=solution.rows))
            report(ProgressEvent(count=len(solved_rows)))
    if not solved_rows:
        return _no_solution_answer(board, question, start + (question.limits.seconds or _REASON_SECONDS), report)
    return questions.SolveAnswer(
        status=status_of(len(solved_rows)).value,
        solution=solved_rows[0],
        count=len(solved_rows),
        complete=is_complete,
        second=solved_rows[1] if question.gives == "second" and len(solved_rows) > 1 else None,
        solutions=tuple(solved_rows) if question.gives == "all" else None,
    )


def _new_solutions(board: Board, question: questions.Solve) -> Iterator[Board]:
    """Yield the solutions that are not excluded."""
    excluded = frozenset(question.excluded)
    for solution in iter_solutions(board, keep_marks=question.keep_marks):
        if solution.rows not in excluded:
            yield solution


def _no_solution_answer(
    board: Board, question: questions.Solve, deadline: float, report: Report
) -> questions.SolveAnswer:
    """Answer that there is no solution, with a reason if requested; or no other one, which needs no reason."""
    none = () if question.gives == "all" else None
    if question.excluded or not question.why:
        return questions.SolveAnswer(status="none", solution=None, count=0, solutions=none, board=board.rows)
    from bigand.puzzles.lightup.why import find_clash  # imports much, and is rarely needed

    report(Stage(key="lightup.why.progress"))
    reason = find_clash(board, question.keep_marks, deadline)
    return questions.SolveAnswer(
        status="none",
        solution=None,
        count=0,
        solutions=none,
        board=board.rows,
        why=tuple([_demand_record(premise) for premise in reason.premises]),
        minimal=reason.is_minimal,
    )


def _demand_record(premise: "Premise") -> questions.Demand:
    spot = Spot.from_place(premise.place)
    cells = tuple([Spot.from_place(cell) for cell in premise.cells])
    return questions.Demand(demand=premise.demand.value, row=spot.row, column=spot.column, cells=cells)


@limit_time
def decide(question: questions.Decide, _report: Report) -> questions.DecideAnswer:
    """Find what is the same in every solution."""
    from bigand.puzzles.lightup.solver import find_decided_cells

    board = read_board_input(question.board)
    decided = find_decided_cells(board, question.keep_marks)
    if decided is None:
        return questions.DecideAnswer(status="none", board=None)
    decided_indices = {*decided.bulbs, *decided.dots}
    white = [index for index, cell in enumerate(board.puzzle.cells) if cell == Cell.WHITE]
    bulbs, dots, undecided = [
        tuple([Spot.from_place(board.place(index)) for index in cells])
        for cells in (decided.bulbs, decided.dots, [index for index in white if index not in decided_indices])
    ]
    return questions.DecideAnswer(
        status="multiple" if undecided else "unique",
        board=decided.replace_marks_on(board).rows,
        bulbs=bulbs,
        dots=dots,
        undecided=undecided,
    )


def solve_many(question: questions.SolveMany, _report: Report) -> questions.SolveManyAnswer:
    """Solve many boards; one that cannot be read does not affect the others."""
    boards_or_failures = [_read_or_failure(board_input) for board_input in question.boards]
    boards = [board for board in boards_or_failures if isinstance(board, Board)]
    results = iter(solve_boards(boards, question.limit))
    return questions.SolveManyAnswer(
        answers=tuple(
            [
                _batch_answer(board, next(results)) if isinstance(board, Board) else board
                for board in boards_or_failures
            ]
        )
    )


def _read_or_failure(board_input: questions.BoardInput) -> Board | Failure:
    try:
        return read_board_input(board_input)
    except BoardError as error:
        return failure_of(error)


def _batch_answer(board: Board, result: SolveResult) -> questions.SolveAnswer:
    return questions.SolveAnswer(
        status=result.status.value,
        solution=None if result.solution is None else result.solution.rows,
        count=result.count,
        complete=result.is_complete,
        board=board.rows if result.solution is None else None,
    )


@limit_time
def count(question: questions.Count, _report: Report) -> questions.CountAnswer:
    """Count the solutions exactly."""
    board = read_board_input(question.board)
    return questions.CountAnswer(count=count_solutions(board, keep_marks=question.keep_marks))


@limit_time
def check_unique(question: questions.Unique, _report: Report) -> questions.UniqueAnswer:
    """Find out whether there is exactly one solution."""
    result = solve_board(read_board_input(question.board), keep_marks=question.keep_marks)
    return questions.UniqueAnswer(is_unique=result.is_unique, status=result.status.value)


# ---------------------------------------------------------------------- Marks


@limit_time
def check_marks(question: questions.Check, _report: Report) -> questions.CheckAnswer:
    """Check the marks."""
    board = read_board_input(question.board)
    findings = check(board)
    is_wrong = any(finding.kind.is_wrong for finding in findings)
    can_finish = None
    if question.can_finish:
        can_finish = next(iter_solutions(board, keep_marks=True), None) is not None
    return questions.CheckAnswer(
        status="wrong" if is_wrong else "open" if findings else "solved",
        board=board.rows,
        findings=tuple([_finding_record(finding) for finding in findings]),
        can_finish=can_finish,
    )


def _finding_record(finding: Finding) -> questions.Finding:
    is_counted = bool(finding.wanted or finding.count)
    return questions.Finding(
        kind=finding.kind.value,
        wrong=finding.kind.is_wrong,
        row=finding.place.row + 1,
        column=finding.place.column + 1,
        others=tuple([Spot.from_place(place) for place in finding.others]),
        found=finding.count if is_counted else None,
        wanted=finding.wanted if is_counted else None,
    )


# ------------------------------------------------------------- Reading and writing: imports nothing but the formats


def read_board_input(board_input: BoardInput) -> Board:
    """Read the board of a question."""
    return read_board(Document("board", board_input.text), board_input.array, board_input.max_cells)


def read(question: Read, _report: Report) -> ReadAnswer:
    """Read a board, and detect its format."""
    board = read_board_input(question.board)
    return ReadAnswer(
        format=detect_format(Document("board", question.board.text)),
        height=board.height,
        width=board.width,
        rows=board.rows,
    )


def convert(question: Convert, _report: Report) -> ConvertAnswer:
    """Write a board in another format."""
    board = read_board_input(question.board)
    loses_marks = board != board.puzzle and question.to not in CARRY_MARKS
    return ConvertAnswer(text=write_board(board, question.to), loses_marks=loses_marks)
