"""A BOARD on the command line: a file, the text itself, or `-`; and how it is asked about."""

import argparse

from bigand.command.asking import Asker
from bigand.command.files import open_word
from bigand.command.options import Limited, add_limit_options
from bigand.command.texts import Texts


class BoardOptions(Limited):
    """A BOARD that is asked about, and how pictures are shown."""

    board: str
    color: str
    json: bool


def add_board_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("starbattle.board"))
    parser.add_argument("--json", action="store_true", help=texts("starbattle.json"))
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help=texts("option.color"))
    add_limit_options(parser, texts)


class BoardAsker(Asker):
    """Asks about the board that a word means."""

    def __init__(self, options: BoardOptions, texts: Texts) -> None:
        super().__init__(texts)
        self.text = open_word(options.board, "BOARD")[0].text
