"""How boards are read and written for whoever asks: no more is imported than the formats."""

from bigand.answer.report import Report
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.formats import CARRY_MARKS, format_of, read_board, write_board
from bigand.puzzles.lightup.questions import BoardRead, Convert, Converted, Given, Read
from bigand.source.document import Document


def board_of(given: Given) -> Board:
    """The board that was handed in."""
    return read_board(Document("board", given.text), given.array, given.max_cells)


def read(question: Read, _report: Report) -> BoardRead:
    """The board, and what it was written in."""
    board = board_of(question.board)
    return BoardRead(
        format=format_of(Document("board", question.board.text)),
        height=board.height,
        width=board.width,
        rows=board.rows,
    )


def converted(question: Convert, _report: Report) -> Converted:
    """The board in another format."""
    board = board_of(question.board)
    loses_marks = board != board.puzzle and question.to not in CARRY_MARKS
    return Converted(text=write_board(board, question.to), loses_marks=loses_marks)
