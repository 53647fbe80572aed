"""Boards on paper: the puzzles, and on pages of their own the solutions if they are wanted."""

import argparse
from collections.abc import Sequence

from bigand.command.files import write_file
from bigand.command.options import Frozen
from bigand.command.texts import Texts, natural_number
from bigand.puzzles.lightup.board import Board


class PaperOptions(Frozen):
    """The PDF to write, and how."""

    pdf: str | None = None
    per_page: int = 4
    with_solutions: bool = False


def add_paper_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    natural = natural_number(texts)
    parser.add_argument("--pdf", metavar="OUT", help=texts("lightup.solve.pdf"))
    parser.add_argument("--per-page", type=natural, default=4, metavar="N", help=texts("lightup.solve.per_page"))
    parser.add_argument("--with-solutions", action="store_true", help=texts("lightup.solve.with_solutions"))


def write_sheets(boards: Sequence[tuple[Board, Board | None]], options: PaperOptions, texts: Texts) -> None:
    """Write the PDF, if one is asked for; each board comes with its solution, if it has one."""
    if options.pdf is None:
        return
    from bigand.puzzles.lightup.draw import Pointed
    from bigand.puzzles.lightup.draw.scene import drawing_of
    from bigand.view.pdf import Sheet, pdf

    puzzles = [
        Sheet(_heading("puzzle", number, board, texts), drawing_of(Pointed(board)))
        for number, (board, _) in enumerate(boards, 1)
    ]
    solved = [
        Sheet(_heading("solution", number, solution, texts), drawing_of(Pointed(solution)))
        for number, (_, solution) in enumerate(boards, 1)
        if solution is not None
    ]
    parts = [puzzles, solved] if options.with_solutions else [puzzles]
    write_file(options.pdf, pdf(parts, max(1, options.per_page)))


def _heading(kind: str, number: int, board: Board, texts: Texts) -> str:
    return texts(f"lightup.paper.{kind}", number=number, width=board.width, height=board.height)
