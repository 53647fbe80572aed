"""Boards on paper: the puzzles, and on pages of their own the solutions if they are wanted."""

import argparse
from collections.abc import Sequence

from bigand.apps.cli.files import write_file
from bigand.apps.cli.texts import Texts
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw.pdf import Sheet, pdf


def write_sheets(boards: Sequence[tuple[Board, Board | None]], options: argparse.Namespace, texts: Texts) -> None:
    """Write the PDF that was asked for; each board comes with its solution, if it has one."""
    puzzles = [Sheet(_heading("puzzle", at, board, texts), board) for at, (board, _) in enumerate(boards, 1)]
    solved = [
        Sheet(_heading("solution", at, solution, texts), solution)
        for at, (_, solution) in enumerate(boards, 1)
        if solution is not None
    ]
    parts = [puzzles, solved] if options.with_solutions else [puzzles]
    write_file(options.pdf, pdf(parts, max(1, options.per_page)))


def _heading(kind: str, number: int, board: Board, texts: Texts) -> str:
    return texts(f"lightup.paper.{kind}", number=number, width=board.width, height=board.height)
