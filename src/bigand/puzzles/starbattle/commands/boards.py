"""A BOARD on the command line: a file, the text itself, or `-`; and how it is asked about."""

from bigand.command.asking import Asker
from bigand.command.files import open_argument
from bigand.command.options import COLOR, LimitOptions, flag, option
from bigand.command.texts import Texts


class BoardOptions(LimitOptions):
    """A BOARD that is asked about, and how pictures are shown."""

    board: str = option("board", help_text="starbattle.board", metavar="BOARD")
    json: bool = flag(help_text="starbattle.json")
    color: str = COLOR
    limited = LimitOptions


class BoardAsker(Asker):
    """Asks about the board that a word means."""

    def __init__(self, options: BoardOptions, texts: Texts) -> None:
        super().__init__(texts)
        self.text = open_argument(options.board, "BOARD")[0].text
