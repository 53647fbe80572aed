"""How boards are read and written for whoever asks: no more is imported than the formats."""

from bigand.answer.report import Report
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.formats import CARRY_MARKS, detect_format, read_board, write_board
from bigand.puzzles.lightup.questions import BoardInput, Convert, ConvertAnswer, Read, ReadAnswer
from bigand.source.document import Document


def read_board_input(board_input: BoardInput) -> Board:
    """The board that was handed in."""
    return read_board(Document("board", board_input.text), board_input.array, board_input.max_cells)


def read(question: Read, _report: Report) -> ReadAnswer:
    """The board, and what it was written in."""
    board = read_board_input(question.board)
    return ReadAnswer(
        format=detect_format(Document("board", question.board.text)),
        height=board.height,
        width=board.width,
        rows=board.rows,
    )


def convert(question: Convert, _report: Report) -> ConvertAnswer:
    """The board in another format."""
    board = read_board_input(question.board)
    loses_marks = board != board.puzzle and question.to not in CARRY_MARKS
    return ConvertAnswer(text=write_board(board, question.to), loses_marks=loses_marks)
