"""Files with a board a line, of which every line is answered, a bad one too."""

from bigand.apps.cli.files import STANDARD_INPUT, UnreadableError, open_document
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import read_board
from bigand.source.catalogue import Language, say
from bigand.source.document import Document


def lines_of(name: str) -> list[str]:
    """The lines of a file, without their ends; what follows the last end is a line only if it is something."""
    text = open_document(name).text
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines and name != STANDARD_INPUT:
        raise UnreadableError("lightup.solve.no_lines", name=name)
    return lines


def board_of_line(line: str, dialect: str, max_cells: int, language: Language) -> Board | dict[str, str]:
    """The board of a line, or what is wrong with it."""
    try:
        return read_board(Document("line", line), dialect, max_cells)
    except BoardError as error:
        message = say(error.diagnostic.message, language)
        return {"status": "error", "code": error.diagnostic.code, "error": message}
