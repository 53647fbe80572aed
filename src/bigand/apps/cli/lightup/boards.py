"""A BOARD on the command line: a file, the text itself, or `-`; and what all actions do when something is wrong."""

import argparse
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from bigand.apps.cli.colour import wants_colour
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import is_there, open_word
from bigand.apps.cli.limits import limited
from bigand.apps.cli.texts import Texts, natural_number
from bigand.puzzles.lightup.board import Board, is_cells
from bigand.puzzles.lightup.faults import LARGEST, BoardError
from bigand.puzzles.lightup.formats import read_board
from bigand.puzzles.lightup.formats.array import DIALECTS, SEED
from bigand.source import render
from bigand.source.document import Document

_FILE_NAME = re.compile(r"[\w./\\~ -]*[\w-]\.\w{1,8}")


def add_board_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """How a BOARD is read, and how pictures are shown."""
    parser.add_argument("--array", choices=DIALECTS, default=SEED, help=texts("lightup.array"))
    parser.add_argument(
        "--max-cells", type=natural_number(texts), default=LARGEST, metavar="N",
        help=texts("lightup.max_cells", default=LARGEST),
    )  # fmt: skip
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help=texts("option.color"))


def open_board(word: str, options: argparse.Namespace, texts: Texts) -> Board | None:
    """The board that a word of the command line means, or nothing when there is none (which is told)."""
    document, is_text = document_of(word)
    try:
        return read_board(document, options.array, options.max_cells)
    except BoardError as error:
        if is_text and (error.diagnostic.code == "P101" or _FILE_NAME.fullmatch(word)):
            texts.complain("lightup.neither", name=render.visible(word)[:80])
        tell(error, options, texts)
        return None


def document_of(word: str) -> tuple[Document, bool]:
    """What to read, and whether it is the word itself: `../..` is a board of four cells, and not a folder."""
    if is_there(word) and Path(word).is_dir() and is_cells(word.replace("/", "")):
        return Document("BOARD", word), True
    return open_word(word, "BOARD")


def tell(error: BoardError, options: argparse.Namespace, texts: Texts) -> None:
    """What is wrong with a board, on the error stream."""
    coloured = wants_colour(sys.stderr, options.color)
    shown = render.for_people(error.diagnostic, error.document, texts.language, coloured=coloured)
    print(shown, file=sys.stderr, end="")


def width_of_terminal() -> int:
    return shutil.get_terminal_size((80, 24)).columns


def has_only_letters(stream: TextIO) -> bool:
    """Whether a stream cannot show the characters that boards are drawn with."""
    try:
        "█░●×┌".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def guarded(work: Callable[[], int], texts: Texts) -> int:
    """Run some work; what an engine or a limit can do wrong becomes a message and an exit code."""
    from bigand.puzzles.lightup.engines import EngineMissingError

    try:
        return limited(work, texts)
    except EngineMissingError as error:
        texts.complain("lightup.engine_missing", name=error.name, library=error.library)
        return Exit.ERRORS
