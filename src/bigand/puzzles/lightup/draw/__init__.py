"""Boards as pictures: in the terminal, and as scenes that `view/` paints as SVG, HTML or PDF.

A picture is a board with highlighted cells (`HighlightedBoard`); drawing is independent of solving.
"""

from collections.abc import Iterable

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Place
from bigand.puzzles.lightup.questions import Spot


class HighlightedBoard(Struct, frozen=True):
    """A board, and the cells to highlight: what is wrong, what clashes, what differs, what is new.

    `focus` are cells in question, shown only in the terminal.
    """

    board: Board
    places: frozenset[Place] = frozenset()
    focus: frozenset[Place] = frozenset()


def places_of_spots(spots: Iterable[Spot]) -> frozenset[Place]:
    """Return the places of an answer's cells, to highlight them."""
    return frozenset([spot.place for spot in spots])


def board_svg(board: Board) -> str:
    """Draw a board as SVG."""
    from bigand.puzzles.lightup.draw.boards import highlighted_board_svg

    return highlighted_board_svg(HighlightedBoard(board))
