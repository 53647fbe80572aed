"""What can be said about the marks on a board, as values."""

from enum import Enum

from msgspec import Struct

from bigand.puzzles.lightup.board import Place


class Kind(Enum):
    """What can be found: the first four break a rule, now or in the end; the others are not done yet."""

    SEES = "sees"  # a bulb sees another
    TOO_MANY = "too_many"  # more bulbs beside a clue than it says
    TOO_FEW = "too_few"  # not enough cells left beside a clue
    UNLIGHTABLE = "unlightable"  # a dark cell that nothing can light any more
    UNMET = "unmet"  # a clue that still wants bulbs
    DARK = "dark"  # a cell that is not lit yet

    @property
    def is_wrong(self) -> bool:
        return self not in (Kind.UNMET, Kind.DARK)


class Finding(Struct, frozen=True):
    """One thing about one cell: with other cells that have to do with it, and the numbers that were counted."""

    kind: Kind
    place: Place
    others: tuple[Place, ...] = ()
    found: int = 0
    wanted: int = 0
