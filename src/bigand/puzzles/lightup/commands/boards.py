"""A BOARD on the command line (a file, the text itself, or `-`), files with a board per line, and PDF output."""

import re
import sys
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import get_args

from bigand.api.question import Failure
from bigand.cli.asker import Asker
from bigand.cli.exit_codes import Exit
from bigand.cli.options import COLOR, LimitOptions, OptionGroup, flag, number_option, option
from bigand.cli.output import wants_colour
from bigand.puzzles.lightup.board import MAX_CELLS, Board, is_cell_text
from bigand.puzzles.lightup.questions import ArrayDialect, BoardInput
from bigand.puzzles.lightup.wording import LETTER_KEYS
from bigand.source import render
from bigand.source.document import Document
from bigand.source.files import (
    STANDARD_INPUT,
    FileError,
    document_of_argument,
    open_document,
    path_exists,
    write_file,
)
from bigand.wording.texts import Texts

_FILE_NAME = re.compile(r"[\w./\\~ -]*[\w-]\.\w{1,8}")


class BoardOptions(OptionGroup):
    """How a BOARD is read, and how pictures are shown."""

    array: ArrayDialect = option(help_text="lightup.array", choices=get_args(ArrayDialect), default="seed")
    max_cells: int = number_option(
        help_text=lambda texts: texts("lightup.max_cells", default=MAX_CELLS), default=MAX_CELLS
    )
    color: str = COLOR

    def board_input(self, text: str) -> BoardInput:
        """Return a board for a question."""
        return BoardInput(text=text, array=self.array, max_cells=self.max_cells)


class SingleBoardOptions(BoardOptions, LimitOptions):
    """The BOARD in question."""

    board: str = option("board", help_text="lightup.board", metavar="BOARD")
    json: bool = False

    def open_asker_and_board(self, texts: Texts) -> "tuple[BoardAsker, BoardInput]":
        """Return an asker, and the board."""
        asker = BoardAsker(texts, self.color)
        return asker, self.board_input(asker.read_board_argument(self.board))


class PlaceOptions(OptionGroup):
    """How places are named."""

    letters: bool = flag(help_text="lightup.letters")

    def adapt_texts(self, texts: Texts) -> Texts:
        """Return texts with places named that way."""
        return Texts(texts.language, LETTER_KEYS) if self.letters else texts


class BoardAsker(Asker):
    """Asks questions about the boards of the command line."""

    def __init__(self, texts: Texts, color: str = "auto") -> None:
        super().__init__(texts)
        self.color = color
        # the texts of the question, and whether each is the argument itself
        self.board_documents: list[tuple[Document, bool]] = []

    def read_board_argument(self, argument: str) -> str:
        """Return the text of a board: `../..` is a board of four cells, even if it is also a folder."""
        is_text = path_exists(argument) and Path(argument).is_dir() and is_cell_text(argument.replace("/", ""))
        self.board_documents.append(
            (Document("BOARD", argument), True) if is_text else document_of_argument(argument, "BOARD")
        )
        return self.board_documents[-1][0].text

    def read_file_text(self, name: str) -> str:
        """Return the text of a file."""
        self.board_documents.append((open_document(name), False))
        return self.board_documents[-1][0].text

    def report_failure(self, failure: Failure) -> int:
        if not failure.diagnostics:
            return super().report_failure(failure)
        document, is_text = self.board_documents[failure.source]
        word = document.text
        if is_text and (failure.diagnostics[0].code == "P101" or _FILE_NAME.fullmatch(word)):
            self.texts.print_error("lightup.neither", name=render.make_printable(word)[:80])
        coloured = wants_colour(sys.stderr, self.color)
        for diagnostic in failure.diagnostics:
            print(
                render.render_full(diagnostic, document, self.texts.language, coloured=coloured),
                file=sys.stderr,
                end="",
            )
        return Exit.ERRORS


def read_lines(name: str) -> list[str]:
    """Return the lines of a file without line ends; an empty last line does not count."""
    text = open_document(name).text
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines and name != STANDARD_INPUT:
        raise FileError("lightup.solve.no_lines", name=name)
    return lines


def make_folder(name: str) -> None:
    """Create a folder to write to, unless it exists."""
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError("file.unwritable", name=name, reason=error.strerror or "") from error


# ---------------------------------- Boards as PDF: the puzzles, and on separate pages their solutions, if requested


class PdfOptions(OptionGroup):
    """The PDF to write, and how."""

    pdf: str | None = option(help_text="lightup.solve.pdf", metavar="OUT")
    per_page: int = number_option(help_text="lightup.solve.per_page", default=4)
    with_solutions: bool = flag(help_text="lightup.solve.with_solutions")


def write_pdf_if_requested(
    boards_with_solutions: Sequence[tuple[Board, Board | None]],
    options: PdfOptions,
    texts: Texts,
    levels: Sequence[str] = (),
) -> None:
    """Write the PDF, if requested; each board comes with its solution, if it has one.

    Below a board are its level, if known, and its ID, with which it can be played elsewhere.
    """
    if options.pdf is None:
        return
    from bigand.puzzles.lightup.draw import HighlightedBoard
    from bigand.puzzles.lightup.draw.boards import draw_highlighted_board
    from bigand.view.pdf import PrintedDrawing, render_pdf

    puzzles = [
        PrintedDrawing(
            _heading("puzzle", number, board, texts),
            draw_highlighted_board(HighlightedBoard(board)),
            _caption(board, level, texts),
        )
        for number, ((board, _), level) in enumerate(zip_longest(boards_with_solutions, levels), 1)
    ]
    solutions = [
        PrintedDrawing(
            _heading("solution", number, solution, texts), draw_highlighted_board(HighlightedBoard(solution))
        )
        for number, (_, solution) in enumerate(boards_with_solutions, 1)
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
