"""Boards on paper: the puzzles, and on pages of their own the solutions if they are wanted."""

from collections.abc import Sequence
from itertools import zip_longest

from bigand.command.files import write_file
from bigand.command.options import OptionGroup, flag, number_option, option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.board import Board


class PdfOptions(OptionGroup):
    """The PDF to write, and how."""

    pdf: str | None = option(help_text="lightup.solve.pdf", metavar="OUT")
    per_page: int = number_option(help_text="lightup.solve.per_page", default=4)
    with_solutions: bool = flag(help_text="lightup.solve.with_solutions")


def write_pdf(
    boards: Sequence[tuple[Board, Board | None]], options: PdfOptions, texts: Texts, levels: Sequence[str] = ()
) -> None:
    """Write the PDF, if one is asked for; each board comes with its solution, if it has one.

    Below a board are its level, if that is known, and its ID, with which it can be played elsewhere.
    """
    if options.pdf is None:
        return
    from bigand.puzzles.lightup.draw import HighlightedBoard
    from bigand.puzzles.lightup.draw.scene import board_drawing
    from bigand.view.pdf import PrintedDrawing, render_pdf

    puzzles = [
        PrintedDrawing(
            _heading("puzzle", number, board, texts),
            board_drawing(HighlightedBoard(board)),
            _caption(board, level, texts),
        )
        for number, ((board, _), level) in enumerate(zip_longest(boards, levels), 1)
    ]
    solutions = [
        PrintedDrawing(_heading("solution", number, solution, texts), board_drawing(HighlightedBoard(solution)))
        for number, (_, solution) in enumerate(boards, 1)
        if solution is not None
    ]
    parts = [puzzles, solutions] if options.with_solutions else [puzzles]
    write_file(options.pdf, render_pdf(parts, max(1, options.per_page)))


def _heading(kind: str, number: int, board: Board, texts: Texts) -> str:
    return texts(f"lightup.paper.{kind}", number=number, width=board.width, height=board.height)


def _caption(board: Board, level: str | None, texts: Texts) -> str:
    name = board.to("id")
    if level is None:
        return name
    return texts("lightup.paper.below", level=texts(f"lightup.level.{level}"), id=name)
