"""The state space of the search: contents of tubes are interned as numbers, with tables of their properties.

A state is the sorted tuple of its tubes' numbers. So states that differ only in the order of tubes are equal, and
the empty tube, which has the number 0, comes first.
"""

from collections.abc import Callable, Iterator

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant

State = tuple[int, ...]
EMPTY_TUBE = 0


class TubeTables:
    """Properties of the tube contents of one level met so far; the lists are indexed by the tube's number."""

    def __init__(self, level: Level, rule: Variant) -> None:
        self.height = level.height
        self.rule = rule
        self.colours = level.colours
        codes = {colour: code for code, colour in enumerate(self.colours)}
        amounts = level.amounts
        # full tubes of each colour at the end
        self.tubes_needed = [amounts[colour] // level.height for colour in self.colours]
        self._numbers: dict[tuple[int, ...], int] = {}
        self.layers: list[tuple[int, ...]] = []
        self.top: list[int] = []  # a colour, or -1
        self.bottom: list[int] = []
        self.room: list[int] = []
        self.top_run: list[int] = []  # layers of one colour on top
        self.run_count: list[int] = []  # number of runs: maximal groups of adjacent layers of one colour
        self.bottom_run: list[int] = []  # layers of one colour at the bottom
        self.buried: list[int] = []  # other layers of that colour, above the bottom run
        self._pours: dict[tuple[int, int], tuple[int, int]] = {}
        self.intern_tube(())
        self.start = tuple(
            sorted([self.intern_tube(tuple([codes[colour] for colour in tube])) for tube in level.tubes])
        )

    def intern_tube(self, layers: tuple[int, ...]) -> int:
        """Return the number of a tube with these layers."""
        number = self._numbers.get(layers)
        if number is None:
            number = self._numbers[layers] = len(self.layers)
            self.layers.append(layers)
            self._add_tube(layers)
        return number

    def _add_tube(self, layers: tuple[int, ...]) -> None:
        run_starts = [index for index in range(1, len(layers)) if layers[index] != layers[index - 1]]
        bounds = [0, *run_starts, len(layers)] if layers else [0, 0]
        self.top.append(layers[-1] if layers else -1)
        self.bottom.append(layers[0] if layers else -1)
        self.room.append(self.height - len(layers))
        self.top_run.append(bounds[-1] - bounds[-2])
        self.run_count.append(len(bounds) - 1 if layers else 0)
        self.bottom_run.append(bounds[1])
        self.buried.append(layers[bounds[1] :].count(layers[0]) if layers else 0)

    def tubes_after_pour(self, source: int, target: int) -> tuple[int, int]:
        """Return what the two tubes become; the pour must be allowed."""
        new_tubes = self._pours.get((source, target))
        if new_tubes is None:
            new_tubes = self._pours[source, target] = self._compute_tubes_after_pour(source, target)
        return new_tubes

    def _compute_tubes_after_pour(self, source: int, target: int) -> tuple[int, int]:
        source_layers, target_layers = self.layers[source], self.layers[target]
        amount = 1 if self.rule is Variant.LAYER else min(self.top_run[source], self.room[target])
        return self.intern_tube(source_layers[:-amount]), self.intern_tube(target_layers + source_layers[-amount:])

    def promising_moves(self, state: State) -> list[tuple[int, int]]:
        """Return the pours worth trying, as pairs of tube numbers; only one if that one is safe.

        Pours without effect are left out (a tube of one colour into an empty one), and so are pours from a full
        tube of a colour that has no other layers: a plan works the same without them.

        Safe is a pour that completes a colour of one tube: a run on top goes onto a tube that has all other layers
        of this colour and nothing else. From there any plan can be followed without its pours of this colour, and
        loses nothing: the other layers of the colour cannot give way (there is no room for them on the run), so the
        tube they are in is of no other use before, and afterwards one more tube is clean.
        """
        top, room, run_count, top_run, tubes_needed = (
            self.top,
            self.room,
            self.run_count,
            self.top_run,
            self.tubes_needed,
        )
        open_tubes: dict[int, list[int]] = {}
        for tube in state:
            if tube and room[tube]:
                open_tubes.setdefault(top[tube], []).append(tube)
        moves: list[tuple[int, int]] = []
        previous = EMPTY_TUBE
        for tube in state:
            if tube == previous:  # same as the previous tube, or empty
                continue
            previous = tube
            colour = top[tube]
            needs_one_tube = tubes_needed[colour] == 1
            if needs_one_tube and not room[tube] and run_count[tube] == 1:
                continue
            for target in open_tubes.get(colour, ()):
                if target == tube and state.count(tube) == 1:
                    continue
                if (
                    needs_one_tube
                    and run_count[target] == 1
                    and top_run[tube] == room[target]
                    and self._should_pour_from(tube, target)
                ):
                    return [(tube, target)]
                moves.append((tube, target))
            if not state[0] and (run_count[tube] > 1 or (self.rule is Variant.LAYER and top_run[tube] > 1)):
                moves.append((tube, EMPTY_TUBE))
        return moves

    def _should_pour_from(self, tube: int, target: int) -> bool:
        """Whether to pour from `tube`: of two tubes of one colour, pouring the smaller one takes fewer moves."""
        return self.run_count[tube] > 1 or self.top_run[tube] <= self.top_run[target]

    def promising_successors(self, state: State) -> Iterator[State]:
        """Yield the states after the pours worth trying."""
        for source, target in self.promising_moves(state):
            tubes = list(state)
            tubes.remove(source)
            tubes.remove(target)
            tubes += self.tubes_after_pour(source, target)
            tubes.sort()
            yield tuple(tubes)


# ---------------------------------------------------------------------- Lower bounds on the number of moves
# No pour lowers a bound by more than one, and it is 0 exactly when the level is sorted.
# With the rule `pour`, a pour joins two runs, or else it goes into an empty tube or moves a part of a run. At the
# end there are as many runs as full tubes. A colour that is at the bottom of no tube must be poured into an empty
# tube at some point, which joins no runs; these pours are added.
# With the rule `layer`, the layers of a colour that need not move are those at the bottom of the tube where it is
# gathered. Further layers of that colour above them in this tube must move away first, and so move twice.


def make_bound_function(tables: TubeTables) -> Callable[[State], int]:
    """Return the function that computes the bound of a state."""
    return _layer_bound_function(tables) if tables.rule is Variant.LAYER else _pour_bound_function(tables)


def lower_bound_on_moves(level: Level, rule: Variant) -> int:
    """Return a lower bound for the moves that a level needs."""
    tables = TubeTables(level, rule)
    return make_bound_function(tables)(tables.start)


def _pour_bound_function(tables: TubeTables) -> Callable[[State], int]:
    run_count, bottom, tubes_needed = tables.run_count, tables.bottom, tables.tubes_needed
    full_tubes = sum(tubes_needed)

    def bound_for_single_tubes(state: State) -> int:
        """Every colour fills one tube, and needs an empty one unless it is at the bottom of some tube."""
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
