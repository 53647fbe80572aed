"""Handlers for the questions about Star Battle."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from bigand.api.report import Report, Stage
from bigand.puzzles.stage_builder import make_stage
from bigand.puzzles.starbattle import questions
from bigand.puzzles.starbattle.board import Board, Mark, find_faults, is_solution
from bigand.puzzles.starbattle.draw import scene
from bigand.puzzles.starbattle.formats import read_board
from bigand.puzzles.starbattle.generator import generate_board
from bigand.puzzles.starbattle.hints import Premise, hint
from bigand.puzzles.starbattle.solver import iter_solutions
from bigand.source.document import Document


def _read_board_text(text: str) -> Board:
    return read_board(Document("board", text))


def solve(question: questions.Solve, report: Report) -> questions.SolveAnswer:
    board = _read_board_text(question.board)
    report(Stage(key="progress.solve"))
    board_to_solve = board if question.keep_marks else board.with_stars(())
    first_solutions = list(islice(iter_solutions(board_to_solve, question.limits.deadline()), 2))
    return questions.SolveAnswer(
        status=("none", "unique", "multiple")[len(first_solutions)],
        board=board,
        solutions=tuple([solution.rows for solution in first_solutions]),
    )


def check_marks(question: questions.Check, _report: Report) -> questions.CheckAnswer:
    board = _read_board_text(question.board)
    findings = [
        questions.Finding(kind=fault.kind, name=fault.name, cells=_spots_of_cells(fault.cells, board))
        for fault in find_faults(board)
    ]
    status: Any = "wrong" if findings else "solved" if is_solution(board, board) else "open"
    return questions.CheckAnswer(status=status, board=board, findings=tuple(findings))


def _spots_of_cells(cells: tuple[int, ...], board: Board) -> tuple[questions.Spot, ...]:
    coordinates = [divmod(cell, board.size) for cell in cells]
    return tuple([questions.Spot(row=row + 1, column=column + 1) for row, column in coordinates])


def give_hint(question: questions.Hint, report: Report) -> questions.HintAnswer:
    board = _read_board_text(question.board)
    report(Stage(key="progress.solve"))
    if is_solution(board, board):
        return questions.HintAnswer(status="solved", board=board)
    step = hint(board, question.limits.deadline())
    if step is None:
        return questions.HintAnswer(status="open", board=board)
    premises = tuple([_premise_record(premise, board) for premise in step.premises])
    if step.cell is None:
        return questions.HintAnswer(status="none", board=board, premises=premises)
    return questions.HintAnswer(
        status="step",
        board=board.with_marks(_with_mark(board.marks, step.cell, step.is_star)),
        cell=_spots_of_cells((step.cell,), board)[0],
        is_star=step.is_star,
        premises=premises,
    )


def _premise_record(premise: Premise, board: Board) -> questions.PremiseRecord:
    return questions.PremiseRecord(
        kind=premise.kind, name=premise.name, cells=_spots_of_cells(premise.cells, board)
    )


def _with_mark(marks: str, cell: int, is_star: bool) -> str:
    return marks[:cell] + (Mark.STAR if is_star else Mark.NONE) + marks[cell + 1 :]


def generate(question: questions.Generate, _report: Report) -> questions.GenerateAnswer:
    board = generate_board(question.size, question.stars, question.seed, question.limits.deadline())
    return questions.GenerateAnswer(seed=question.seed, board=board)


# ---------------------------------------------------------------------- Questions of the studio's board


def stage_board(question: questions.StageBoard, _report: Report) -> questions.StageBoardAnswer:
    """Return the board without its marks as a stage."""
    board = read_board(Document("board", question.board))
    pieces = ("star", "queen", "dot", "cross")
    return questions.StageBoardAnswer(
        board=board, stage=make_stage(scene(board.with_stars(())), pieces, list(_at_most_one_star_groups(board)))
    )


def _at_most_one_star_groups(board: Board) -> Iterator[list[int]]:
    """Yield groups of cells with at most one star: 2 by 2 blocks; with one star each, also lines and regions."""
    size, cells = board.size, range(board.size**2)
    for cell in cells:
        row, column = divmod(cell, size)
        if row + 1 < size and column + 1 < size:
            yield [cell, cell + 1, cell + size, cell + size + 1]
    if board.stars == 1:
        for line in range(size):
            yield [cell for cell in cells if cell // size == line]
            yield [cell for cell in cells if cell % size == line]
        for name in dict.fromkeys(board.regions):
            yield [cell for cell in cells if board.regions[cell] == name]
