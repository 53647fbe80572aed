"""Set arguments: of some cells at least one must have a bulb, so no bulb may stand where it would rule out them
all.

Such sets are the cells that can still light a dark cell, and, beside a clue that has n open cells and still
needs m bulbs, any n − m + 1 of them. A bulb rules out what it lights, and what stands beside a clue that it
would complete. These are the "discount sets" of Simon Tatham's program, which makes the difference between its
easy and its tricky boards. What is concluded here is what supposing the bulb, one look at the clues beside it,
and a contradiction give; tests hold it to that.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Clue, Position, cells_in


class SetArgument(Struct, frozen=True):
    """Dots where a bulb would rule out all `members` of a set; `site` is the clue or the dark cell of it."""

    site: int
    dots: Cells
    members: Cells


def set_arguments(position: Position, around: Cells = EVERYWHERE) -> Iterator[SetArgument]:
    """All of a position where single deductions are done: those of clues first, then those of dark cells.

    With `around`, at least those that are new since these cells have changed.
    """
    rules_out = _RuledOut(position)
    if around == EVERYWHERE:
        clues: Iterable[Clue] = position.clues
        sites = position.dark
        rules_out.fill()
    else:
        # What a bulb beside a clue would rule out may have changed with the clue.
        for clue in position.clues.beside(around):
            around |= clue.beside
        clues, sites = position.clues.beside(around), position.grid.seen_from(around) & position.dark
    yield from _of_clues(position, clues, rules_out)
    yield from _of_dark_cells(position, sites, rules_out)


def sets_at(position: Position, site: int) -> Iterator[SetArgument]:
    """Those about a clue or a dark cell."""
    clue = position.clues.at.get(site)
    if clue is not None:
        yield from _of_clues(position, (clue,), _RuledOut(position))
    elif position.dark >> site & 1:
        yield from _of_dark_cells(position, 1 << site, _RuledOut(position))


def dots_by_sets(position: Position, around: Cells = EVERYWHERE) -> Cells:
    """All dots that set arguments give."""
    dots = 0
    for argument in set_arguments(position, around):
        dots |= argument.dots
    return dots


class _RuledOut(dict[int, Cells]):
    """For each open cell the cells where there can be no bulb beside one in it; worked out when asked for."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position
        self._free = position.open

    def fill(self) -> None:
        """Work it out for all of them, which is faster at once."""
        position, free, sight = self._position, self._free, self._position.grid.sight
        self.update({cell: sight[cell] for cell in cells_in(free)})
        for clue in position.clues:
            beside = clue.beside & free
            if beside and clue.number - (clue.beside & position.bulbs).bit_count() == 1:
                for cell in cells_in(beside):
                    self[cell] |= beside & ~(1 << cell)

    def __missing__(self, cell: int) -> Cells:
        position, out = self._position, self._position.grid.sight[cell]
        for clue in position.clues.at_side(cell):
            beside = clue.beside & self._free
            if clue.number - (clue.beside & position.bulbs).bit_count() == 1:
                out |= beside & ~(1 << cell)
        self[cell] = out
        return out


def _of_clues(position: Position, clues: Iterable[Clue], rules_out: _RuledOut) -> Iterator[SetArgument]:
    free = position.open
    for clue in clues:
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


def _of_dark_cells(position: Position, sites: Cells, rules_out: _RuledOut) -> Iterator[SetArgument]:
    free, cross = position.open, position.grid.cross
    for site in cells_in(sites):
        members = lighters = cross[site] & free
        dots = free
        while members and dots:
            member = members & -members
            dots &= rules_out[member.bit_length() - 1]
            members ^= member
        if dots and lighters:
            yield SetArgument(site, dots, lighters)
