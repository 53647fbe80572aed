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
from bigand.puzzles.watersort.tables import State, TubeTables


def make_bound_function(tables: TubeTables) -> Callable[[State], int]:
    """The function that gives the bound of a state."""
    return _layer_bound_function(tables) if tables.rule is Variant.LAYER else _pour_bound_function(tables)


def lower_bound(level: Level, rule: Variant) -> int:
    """How many moves a level needs at least."""
    tables = TubeTables(level, rule)
    return make_bound_function(tables)(tables.start)


def _pour_bound_function(tables: TubeTables) -> Callable[[State], int]:
    run_count, bottom, tubes_needed = tables.run_count, tables.bottom, tables.tubes_needed
    full_tubes = sum(tubes_needed)

    def bound_for_single_tubes(state: State) -> int:
        """Every colour fills one tube: a colour is without a home unless it is at the bottom of some tube."""
        bottoms = {bottom[tube] for tube in state}
        joins = sum([run_count[tube] for tube in state]) - full_tubes
        return joins + full_tubes - len(bottoms) + (-1 in bottoms)

    def bound_for_any_tubes(state: State) -> int:
        bottoms = [bottom[tube] for tube in state]
        joins = sum([run_count[tube] for tube in state]) - full_tubes
        return joins + sum(
            [max(0, tube_count - bottoms.count(colour)) for colour, tube_count in enumerate(tubes_needed)]
        )

    return bound_for_single_tubes if max(tubes_needed, default=1) == 1 else bound_for_any_tubes


def _layer_bound_function(tables: TubeTables) -> Callable[[State], int]:
    bottom, bottom_run, buried, tubes_needed = tables.bottom, tables.bottom_run, tables.buried, tables.tubes_needed
    layers = sum(tubes_needed) * tables.height

    def bound_for_single_tubes(state: State) -> int:
        best: dict[int, int] = {}
        for tube in state:
            fixed_layers = bottom_run[tube] - buried[tube]
            if fixed_layers > best.get(bottom[tube], 0):
                best[bottom[tube]] = fixed_layers
        return layers - sum(best.values())

    def bound_for_any_tubes(state: State) -> int:
        staying_layers = 0
        for colour, tube_count in enumerate(tubes_needed):
            fixed_layers = sorted([bottom_run[tube] for tube in state if bottom[tube] == colour], reverse=True)
            staying_layers += sum(fixed_layers[:tube_count])
        return layers - staying_layers

    return bound_for_single_tubes if max(tubes_needed, default=1) == 1 else bound_for_any_tubes
