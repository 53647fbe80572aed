"""Single deductions: what one clue, or one dark cell, forces by itself; and set arguments.

Light needs no dots: a lit cell is not open, so nothing is lost by leaving out "Empty Cells in Light".
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Clue, Position, cells_in
from bigand.puzzles.lightup.rules import Conclusion, ProofRule, all_marks, find_contradiction
from bigand.puzzles.lightup.rules.direct import FINISH_WITH_BULBS, FINISH_WITH_EMPTY, MUST_LIGHT

SINGLES = (FINISH_WITH_EMPTY, FINISH_WITH_BULBS, MUST_LIGHT)  # the cheapest first


def single_conclusions(
    position: Position, around: Cells = EVERYWHERE, rules: tuple[ProofRule, ...] = SINGLES
) -> Iterator[Conclusion]:
    """Yield new conclusions of direct rules: bulbs, and dots on cells that are still open."""
    free = position.open
    for rule in rules:
        for conclusion in rule.conclusions(position, around):
            if conclusion.bulbs:
                yield conclusion
            elif conclusion.dots & free:
                yield conclusion.with_dots(conclusion.dots & free)


def close_under_single_deductions(position: Position, around: Cells = EVERYWHERE) -> Position | None:
    """Return the position with everything that follows by single deductions; None if that is contradictory.

    A contradiction persists when more is marked, so it is enough to look for one at the end.
    """
    looked_at = around
    while True:
        bulbs, dots = all_marks(single_conclusions(position, around))
        if not bulbs | dots:
            return position if find_contradiction(position, looked_at) is None else None
        after = position.with_marks(bulbs, dots & ~bulbs)
        around = after.changes_since(position)
        looked_at |= around
        position = after


# --------------------------- Set arguments: one of some cells must have a bulb, so no bulb may rule out all of them
# Such sets are the cells that can still light a dark cell, and, beside a clue with n open cells that still needs m
# bulbs, any n − m + 1 of them. A bulb rules out what it lights, and the cells beside a clue that it would complete.
# These are the "discount sets" of Simon Tatham's program, which distinguish its easy and its tricky boards. The
# conclusions here are the same as from supposing the bulb, looking once at the clues beside it, and a
# contradiction; tests compare the two.


class SetArgument(Struct, frozen=True):
    """Dots where a bulb would rule out all `members` of a set; `site` is its clue or dark cell."""

    site: int
    dots: Cells
    members: Cells


def set_arguments(position: Position, around: Cells = EVERYWHERE) -> Iterator[SetArgument]:
    """Yield all set arguments of a position where single deductions are done: of clues first, then of dark cells.

    With `around`, yield at least those that are new since these cells have changed.
    """
    rules_out: _RuledOutCells | list[Cells]
    if around == EVERYWHERE:
        clues: Iterable[Clue] = position.clues
        sites = position.dark
        rules_out = _compute_ruled_out(position)
    else:
        rules_out = _RuledOutCells(position)
        # What a bulb beside a clue would rule out may have changed with the clue.
        for clue in position.clues.possibly_beside(around):
            around |= clue.beside
        clues, sites = position.clues.possibly_beside(around), position.grid.visible_from(around) & position.dark
    yield from _clue_set_arguments(position, clues, rules_out)
    yield from _dark_cell_set_arguments(position, sites, rules_out)


def set_arguments_at(position: Position, site: int) -> Iterator[SetArgument]:
    """Yield the set arguments about a clue or a dark cell."""
    clue = position.clues.by_cell.get(site)
    if clue is not None:
        yield from _clue_set_arguments(position, (clue,), _RuledOutCells(position))
    elif position.dark >> site & 1:
        yield from _dark_cell_set_arguments(position, 1 << site, _RuledOutCells(position))


def dots_by_sets(position: Position, around: Cells = EVERYWHERE) -> Cells:
    """Return all dots that set arguments give."""
    dots = 0
    for argument in set_arguments(position, around):
        dots |= argument.dots
    return dots


class _RuledOutCells(dict[int, Cells]):
    """For each open cell, the cells that a bulb in it rules out; computed on demand."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position
        self._free = position.open

    def __missing__(self, cell: int) -> Cells:
        position, out = self._position, self._position.grid.sight[cell]
        for clue in position.clues.beside_cell(cell):
            beside = clue.beside & self._free
            if clue.number - (clue.beside & position.bulbs).bit_count() == 1:
                out |= beside & ~(1 << cell)
        self[cell] = out
        return out


def _compute_ruled_out(position: Position) -> list[Cells]:
    """Compute the same for all open cells at once, which is faster; the values of other cells mean nothing."""
    ruled_out, free, bulbs = [*position.grid.sight], position.open, position.bulbs
    for clue in position.clues:
        remaining = beside = clue.beside & free
        if beside & (beside - 1) and clue.number - (clue.beside & bulbs).bit_count() == 1:
            while remaining:
                lowest = remaining & -remaining
                ruled_out[lowest.bit_length() - 1] |= beside ^ lowest
                remaining ^= lowest
    return ruled_out


def _clue_set_arguments(
    position: Position, clues: Iterable[Clue], rules_out: _RuledOutCells | list[Cells]
) -> Iterator[SetArgument]:
    free, bulbs = position.open, position.bulbs
    for clue in clues:
        remaining = beside = clue.beside & free
        slack = beside.bit_count() - clue.number + (clue.beside & bulbs).bit_count()
        if not beside or slack < 1 or beside.bit_count() == slack:
            continue
        # Ruling out is symmetric: a cell ruled out by more than `slack` of them rules out these.
        once = twice = thrice = always = 0
        while remaining:
            lowest = remaining & -remaining
            remaining ^= lowest
            out = rules_out[lowest.bit_length() - 1]
            always |= thrice & out
            thrice |= twice & out
            twice |= once & out
            once |= out
        for cell in cells_in((twice, thrice, always)[slack - 1] & free):
            yield SetArgument(clue.cell, 1 << cell, rules_out[cell] & beside)


def _dark_cell_set_arguments(
    position: Position, sites: Cells, rules_out: _RuledOutCells | list[Cells]
) -> Iterator[SetArgument]:
    free, across, down = position.open, position.grid.across, position.grid.down
    by_all: dict[Cells, Cells] = {0: free}  # what each open cell of a run rules out, used for many sites
    for site in cells_in(sites):
        row, column = across[site] & free, down[site] & free
        for run in (row, column):
            if run not in by_all:
                out, remaining = free, run
                while remaining and out:
                    lowest = remaining & -remaining
                    remaining ^= lowest
                    out &= rules_out[lowest.bit_length() - 1]
                by_all[run] = out
        dots = by_all[row] & by_all[column]
        if dots and row | column:
            yield SetArgument(site, dots, row | column)
