"""Boards as pictures: in the terminal, and as scenes that `view/` paints: as SVG, as a page, on paper.

A picture is a board and what is to be pointed at on it (`HighlightedBoard`); the back ends know nothing of solving.
"""

from collections.abc import Iterable

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Place
from bigand.puzzles.lightup.questions import Spot


class HighlightedBoard(Struct, frozen=True):
    """A board, and the cells to point at: what is wrong, what clashes, what differs, what is new.

    `focus` are cells that are looked at for a reason; in the terminal only.
    """

    board: Board
    places: frozenset[Place] = frozenset()
    focus: frozenset[Place] = frozenset()


def spot_places(spots: Iterable[Spot]) -> frozenset[Place]:
    """Cells of an answer, to point at."""
    return frozenset([spot.place for spot in spots])


def board_svg(board: Board) -> str:
    """A board as SVG."""
    from bigand.puzzles.lightup.draw.boards import to_svg

    return to_svg(HighlightedBoard(board))
