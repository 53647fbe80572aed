"""The direct rules: Empty Cells in Light, Empty Corners, Finish with Bulbs, Finish with Empty, Must Light.

Empty Cells in Light: there is no bulb in the light of another.
"""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.rules.rule import Conclusion, ProofRule, RuleKind


def conclude_empty_cells_in_light(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each bulb that lights unknown cells; a cell that two bulbs light is in both."""
    grid, lit = position.grid, position.unknown & position.lit
    if not lit:
        return
    for cell in cells_in(position.bulbs):
        dots = grid.sight[cell] & lit
        if dots and around & (dots | 1 << cell):
            yield Conclusion(EMPTY_CELLS_IN_LIGHT, cell, 0, dots, grid.cross[cell], 1 << cell)


EMPTY_CELLS_IN_LIGHT = ProofRule(
    "LTUP-BASC-0002",
    "Empty Cells in Light",
    RuleKind.DIRECT,
    (".#.", "..L", "#.."),
    conclude_empty_cells_in_light,
    other_names=("Empty Cell in Light",),
)


# ------------------------------------ Empty Corners: a bulb at a clue's corner would light too many cells beside it
# The rule is judged on the position before the step, with the one bulb added. LEGUP's program uses the position
# after the step, where two corners can justify each other; that is not sound.


def conclude_empty_corners(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each clue with such corners; a clue with too few cells already forces all of them."""
    bulbs, unknown, free = position.bulbs, position.unknown, position.open
    for clue in position.clues.possibly_near(around):
        if not clue.near & around:
            continue
        slack = (clue.beside & (bulbs | free)).bit_count() - clue.number
        if slack < 2:  # a corner sees at most two cells beside the clue
            corners = [
                corner for corner, seen in clue.corners if corner & unknown and (seen & free).bit_count() > slack
            ]
            if corners:
                yield Conclusion(EMPTY_CORNERS, clue.cell, 0, sum(corners), 0, clue.beside & ~free)


EMPTY_CORNERS = ProofRule(
    "LTUP-BASC-0003", "Empty Corners", RuleKind.DIRECT, ("...", ".3.", "..."), conclude_empty_corners
)


# --------------------------------------------------------- Finish with Bulbs: a clue needs all open cells beside it


def conclude_finish_with_bulbs(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each such clue; if even these are too few, all unknown cells beside it are needed."""
    bulbs, free, unknown = position.bulbs, position.open, position.unknown
    possible = bulbs | free
    for clue in position.clues.possibly_beside(around):
        beside = clue.beside
        if beside & around and beside & unknown:
            slack = (beside & possible).bit_count() - clue.number
            needed = beside & (free if slack == 0 else unknown) if slack <= 0 else 0
            if needed:
                yield Conclusion(FINISH_WITH_BULBS, clue.cell, needed, 0, 0, beside & ~needed)


FINISH_WITH_BULBS = ProofRule(
    "LTUP-BASC-0004", "Finish with Bulbs", RuleKind.DIRECT, ("...", "x3.", "..."), conclude_finish_with_bulbs
)


# ------------------------------ Finish with Empty: a clue has all its bulbs, so the other cells beside it have none


def conclude_finish_with_empty(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each such clue that has unknown cells beside it."""
    bulbs, unknown = position.bulbs, position.unknown
    for clue in position.clues.possibly_beside(around):
        beside = clue.beside
        if beside & around and beside & unknown and (beside & bulbs).bit_count() == clue.number:
            yield Conclusion(FINISH_WITH_EMPTY, clue.cell, 0, beside & unknown, 0, beside & bulbs)


FINISH_WITH_EMPTY = ProofRule(
    "LTUP-BASC-0005", "Finish with Empty", RuleKind.DIRECT, (".L.", ".1.", "..."), conclude_finish_with_empty
)


# --------------------------------------- Must Light: a dark cell that only one cell can still light, perhaps itself


def conclude_must_light(position: Position, around: Cells = EVERYWHERE) -> Iterator[Conclusion]:
    """Yield a conclusion for each such dark cell, which is its site; several may need the same bulb."""
    grid, free = position.grid, position.open
    for cell in cells_in(position.barely_lightable(around)):
        lighters = grid.cross[cell] & free
        if lighters and not lighters & (lighters - 1):
            yield Conclusion(MUST_LIGHT, cell, lighters, 0, grid.cross[cell], grid.cross[cell] & ~lighters)


MUST_LIGHT = ProofRule("LTUP-BASC-0006", "Must Light", RuleKind.DIRECT, ("#.#", "x.x", "#x#"), conclude_must_light)
