"""How the question of a page is answered: a board to be played on."""

from collections.abc import Iterator

from bigand.answer.report import Report
from bigand.puzzles.staging import make_stage
from bigand.puzzles.starbattle import questions
from bigand.puzzles.starbattle.board import Board
from bigand.puzzles.starbattle.draw import scene
from bigand.puzzles.starbattle.formats import read_board
from bigand.source.document import Document


def stage_board(question: questions.StageBoard, _report: Report) -> questions.StageBoardAnswer:
    """The board without its marks."""
    board = read_board(Document("board", question.board))
    pieces = ("star", "queen", "dot", "cross")
    return questions.StageBoardAnswer(
        board=board, stage=make_stage(scene(board.with_stars(())), pieces, list(_exclusive_groups(board)))
    )


def _exclusive_groups(board: Board) -> Iterator[list[int]]:
    """Cells of which at most one has a star: four that touch; where each has but one, rows, columns, regions."""
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
