"""How questions on Star Battle are answered."""

from itertools import islice
from typing import Any

from bigand.answer.report import Report, Stage
from bigand.puzzles.starbattle import questions as told
from bigand.puzzles.starbattle.board import Board, Mark, faults, is_solution
from bigand.puzzles.starbattle.formats import read_board
from bigand.puzzles.starbattle.generate import generate
from bigand.puzzles.starbattle.hints import Premise, hint
from bigand.puzzles.starbattle.solving import solutions
from bigand.source.document import Document


def _read(text: str) -> Board:
    return read_board(Document("board", text))


def solved(question: told.Solve, report: Report) -> told.Solved:
    board = _read(question.board)
    report(Stage(key="progress.solve"))
    asked = board if question.keep_marks else board.with_stars(())
    found = list(islice(solutions(asked, question.limits.deadline()), 2))
    return told.Solved(
        status=("none", "unique", "multiple")[len(found)],
        board=board,
        solutions=tuple([solution.rows for solution in found]),
    )


def checked(question: told.Check, _report: Report) -> told.Checked:
    board = _read(question.board)
    wrong = [
        told.Finding(kind=fault.kind, name=fault.name, cells=_spots(fault.cells, board)) for fault in faults(board)
    ]
    status: Any = "wrong" if wrong else "solved" if is_solution(board, board) else "open"
    return told.Checked(status=status, board=board, findings=tuple(wrong))


def _spots(cells: tuple[int, ...], board: Board) -> tuple[told.Spot, ...]:
    places = [divmod(cell, board.size) for cell in cells]
    return tuple([told.Spot(row=row + 1, column=column + 1) for row, column in places])


def hinted(question: told.Hint, report: Report) -> told.Hinted:
    board = _read(question.board)
    report(Stage(key="progress.solve"))
    if is_solution(board, board):
        return told.Hinted(status="solved", board=board)
    step = hint(board, question.limits.deadline())
    if step is None:
        return told.Hinted(status="open", board=board)
    premises = tuple([_premise(premise, board) for premise in step.premises])
    if step.cell is None:
        return told.Hinted(status="none", board=board, premises=premises)
    return told.Hinted(
        status="step",
        board=board.with_marks(_marked(board.marks, step.cell, step.is_star)),
        cell=_spots((step.cell,), board)[0],
        is_star=step.is_star,
        premises=premises,
    )


def _premise(premise: Premise, board: Board) -> told.Premise:
    return told.Premise(kind=premise.kind, name=premise.name, cells=_spots(premise.cells, board))


def _marked(marks: str, cell: int, is_star: bool) -> str:
    return marks[:cell] + (Mark.STAR if is_star else Mark.NONE) + marks[cell + 1 :]


def generated(question: told.Generate, _report: Report) -> told.Generated:
    board = generate(question.size, question.stars, question.seed, question.limits.deadline())
    return told.Generated(seed=question.seed, board=board)
