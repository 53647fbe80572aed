"""How many moves are needed at least: bounds that no pour lowers by more than one, and that are 0 when all is
sorted.

With the rule `pour`: a pour makes two runs one, or else it goes into an empty tube or moves a part of a run. At
the end there are as many runs as full tubes. And a colour that is at the bottom of no tube must be poured into
an empty tube some time, which joins no runs; so these pours come on top.

With the rule `layer`: the layers of a colour that need not move are those at the bottom of the tube where it is
gathered. If there are further layers of it above in that tube, they must go somewhere else first: twice moved.
"""

from collections.abc import Callable

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.tables import State, Tables


def estimate_of(tables: Tables) -> Callable[[State], int]:
    """The function that gives the bound of a state."""
    return _for_layers(tables) if tables.rule is Variant.LAYER else _for_pours(tables)


def bound(level: Level, rule: Variant) -> int:
    """How many moves a level needs at least."""
    tables = Tables(level, rule)
    return estimate_of(tables)(tables.start)


def _for_pours(tables: Tables) -> Callable[[State], int]:
    runs, bottom, homes = tables.runs, tables.bottom, tables.homes
    full = sum(homes)

    def of_single_homes(state: State) -> int:
        """Every colour fills one tube: a colour is without a home unless it is at the bottom of some tube."""
        bottoms = {bottom[tube] for tube in state}
        joins = sum([runs[tube] for tube in state]) - full
        return joins + full - len(bottoms) + (-1 in bottoms)

    def of_any_homes(state: State) -> int:
        bottoms = [bottom[tube] for tube in state]
        joins = sum([runs[tube] for tube in state]) - full
        return joins + sum([max(0, wanted - bottoms.count(colour)) for colour, wanted in enumerate(homes)])

    return of_single_homes if max(homes, default=1) == 1 else of_any_homes


def _for_layers(tables: Tables) -> Callable[[State], int]:
    bottom, kept, again, homes = tables.bottom, tables.kept, tables.again, tables.homes
    layers = sum(homes) * tables.height

    def of_single_homes(state: State) -> int:
        best: dict[int, int] = {}
        for tube in state:
            stay = kept[tube] - again[tube]
            if stay > best.get(bottom[tube], 0):
                best[bottom[tube]] = stay
        return layers - sum(best.values())

    def of_any_homes(state: State) -> int:
        staying = 0
        for colour, wanted in enumerate(homes):
            stay = sorted([kept[tube] for tube in state if bottom[tube] == colour], reverse=True)
            staying += sum(stay[:wanted])
        return layers - staying

    return of_single_homes if max(homes, default=1) == 1 else of_any_homes
