"""Check the marks on a board: what is wrong and what is still missing, cell by cell.

The check applies the rules to one cell at a time and never uses the solution: it reports what a person who knows
the rules can see on the board.
"""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.illumination import lit_cells, places_seen_from, runs

_BULB, _WHITE = Cell.BULB.value, Cell.WHITE.value


class FindingKind(Enum):
    """What `Board.check` can find: the first four break a rule, the last two are not done yet.

    >>> FindingKind("dark").is_wrong
    False
    """

    SEES = "sees"  # a bulb sees another
    TOO_MANY = "too_many"  # more bulbs beside a clue than its number
    TOO_FEW = "too_few"  # not enough cells left beside a clue
    UNLIGHTABLE = "unlightable"  # a dark cell that nothing can light any more
    UNMET = "unmet"  # a clue that still needs bulbs
    DARK = "dark"  # a cell that is not lit yet

    @property
    def is_wrong(self) -> bool:
        """Whether a rule is broken, now or inevitably later."""
        return self not in (FindingKind.UNMET, FindingKind.DARK)


class Finding(Struct, frozen=True):
    """A finding of `Board.check` about a cell.

    Attributes:
        kind: What was found.
        place: The cell.
        others: Other cells that are involved, such as the bulbs that see each other.
        count: How many bulbs are beside a clue.
        wanted: How many the clue asks for.
    """

    kind: FindingKind
    place: Place
    others: tuple[Place, ...] = ()
    count: int = 0
    wanted: int = 0


def check(board: Board) -> list[Finding]:
    """Return all findings, mistakes first, then row by row; none for a solved board."""
    lit = lit_cells(board)
    # A bulb may still be put on a white cell that is dark and has no dot.
    free = {number for number, cell in enumerate(board.cells) if cell == _WHITE and number not in lit}
    findings = [*_bulb_findings(board), *_clue_findings(board, free), *_dark_findings(board, lit, free)]
    return sorted(findings, key=lambda finding: (not finding.kind.is_wrong, finding.place))


def _bulb_findings(board: Board) -> Iterator[Finding]:
    bulbs_by_run = [[cell for cell in run if board.cells[cell] == _BULB] for run in runs(board)]
    for bulb in {bulb for bulbs in bulbs_by_run if len(bulbs) > 1 for bulb in bulbs}:
        place = board.place(bulb)
        others = [seen for seen in places_seen_from(board, place) if board[seen] is Cell.BULB]
        yield Finding(FindingKind.SEES, place, tuple(others))


def _clue_findings(board: Board, free: set[int]) -> Iterator[Finding]:
    for place, wanted in board.clues.items():
        beside = board.neighbours(place)
        bulbs = tuple([neighbour for neighbour in beside if board[neighbour] is Cell.BULB])
        if len(bulbs) != wanted:
            free_count = sum([neighbour.row * board.width + neighbour.column in free for neighbour in beside])
            too_few = len(bulbs) + free_count < wanted
            kind = (
                FindingKind.TOO_MANY
                if len(bulbs) > wanted
                else FindingKind.TOO_FEW
                if too_few
                else FindingKind.UNMET
            )
            yield Finding(kind, place, bulbs, len(bulbs), wanted)


def _dark_findings(board: Board, lit: set[int], free: set[int]) -> Iterator[Finding]:
    reachable = {cell for run in runs(board) if not free.isdisjoint(run) for cell in run}
    for cell, (place, square) in enumerate(board):
        if not square.is_wall and cell not in lit:
            if cell in reachable:
                yield Finding(FindingKind.DARK, place)
            else:
                yield Finding(FindingKind.UNLIGHTABLE, place, tuple(places_seen_from(board, place)))
