"""Set arguments: of some cells at least one must have a bulb, so no bulb may stand where it would rule out them
all.

Such sets are the cells that can still light a dark cell, and, beside a clue that has n open cells and still
needs m bulbs, any n − m + 1 of them. A bulb rules out what it lights, and what stands beside a clue that it
would complete. These are the "discount sets" of Simon Tatham's program, which makes the difference between its
easy and its tricky boards. What is concluded here is what supposing the bulb, one look at the clues beside it,
and a contradiction give; tests hold it to that.
"""

from collections.abc import Iterator

from msgspec import Struct

from bigand.puzzles.lightup.position import Cells, Position, cells_in


class SetArgument(Struct, frozen=True):
    """Dots where a bulb would rule out all `members` of a set; `site` is the clue or the dark cell of it."""

    site: int
    dots: Cells
    members: Cells


def set_arguments(position: Position) -> Iterator[SetArgument]:
    """All of a position where single deductions are done: those of clues first, then those of dark cells."""
    rules_out = _ruled_out(position)
    yield from _of_clues(position, rules_out)
    yield from _of_dark_cells(position, rules_out)


def dots_by_sets(position: Position) -> Cells:
    """All dots that set arguments give."""
    dots = 0
    for argument in set_arguments(position):
        dots |= argument.dots
    return dots


def _ruled_out(position: Position) -> dict[int, Cells]:
    """For each open cell the cells where there can be no bulb beside one in it."""
    free, sight = position.open, position.grid.sight
    rules_out = {cell: sight[cell] for cell in cells_in(free)}
    for clue in position.clues:
        beside = clue.beside & free
        if beside and clue.number - (clue.beside & position.bulbs).bit_count() == 1:
            for cell in cells_in(beside):
                rules_out[cell] |= beside & ~(1 << cell)
    return rules_out


def _of_clues(position: Position, rules_out: dict[int, Cells]) -> Iterator[SetArgument]:
    free = position.open
    for clue in position.clues:
        beside = clue.beside & free
        spare = beside.bit_count() - clue.number + (clue.beside & position.bulbs).bit_count()
        if not beside or spare < 1 or beside.bit_count() == spare:
            continue
        # Whoever rules out more cells than can be spared rules out at least two of them, or one and itself.
        near = 0
        for cell in cells_in(beside):
            near |= rules_out[cell]
        for cell in cells_in(near & free):
            members = rules_out[cell] & beside
            if members.bit_count() > spare:
                yield SetArgument(clue.cell, 1 << cell, members)


def _of_dark_cells(position: Position, rules_out: dict[int, Cells]) -> Iterator[SetArgument]:
    free, cross = position.open, position.grid.cross
    for site in cells_in(position.dark):
        members = lighters = cross[site] & free
        dots = free
        while members and dots:
            member = members & -members
            dots &= rules_out[member.bit_length() - 1]
            members ^= member
        if dots and lighters:
            yield SetArgument(site, dots, lighters)
