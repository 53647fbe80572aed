"""A second way to shortest plans, which the search is judged by: SAT with a growing horizon.

One session, to which the clauses of one more step are added until there is a plan.

The first horizon is the bound, and the bound is a constraint too. How often each colour must be moved at least
is counted along the steps. And a step that does not lower the bound is wasted: of these there can be only as
many as the horizon is above the bound. What is said of a horizon is behind one literal, which is assumed while
it is tried.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from bigand.encode.clauses import Clauses
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant
from bigand.puzzles.watersort.search_space import TubeTables
from bigand.solve.engines.pysat import PySatSession

_COUNTED = 24  # wasted steps; when a horizon allows for more, they are not limited


def shortest_plan(level: Level, rule: Variant, most: int = 60) -> tuple[Pour, ...] | None:
    """A shortest plan; None if there is none of so many moves."""
    needed = bounds_by_colour(level, rule)
    session = PySatSession(Clauses((), 0, 0))
    writer = Writer(level, rule, needed, session.add)
    try:
        for horizon in range(1, most + 1):
            writer.step()
            if horizon >= sum(needed.values()) and session.solve([writer.end()]):
                session.variables = writer.variables
                return tuple([Pour(*pour) for pour in writer.plan(session.values().tolist())])
    finally:
        session.close()
    return None


def bounds_by_colour(level: Level, rule: Variant) -> dict[str, int]:
    """How often each colour must be moved at least; together they are the bound of the level."""
    tables = TubeTables(level, rule)
    return {colour: _alone(tables, code) for code, colour in enumerate(tables.colours)}


def _alone(tables: TubeTables, colour: int) -> int:
    """What one colour needs: its runs and its homes, or its layers that cannot stay."""
    start, homes = tables.start, tables.tubes_needed[colour]
    at_bottom = [tube for tube in start if tables.bottom[tube] == colour]
    if tables.rule is Variant.POUR:
        runs = sum([_runs_of(tables.layers[tube], colour) for tube in start])
        return runs - homes + max(0, homes - len(at_bottom))
    counts_twice = max(tables.tubes_needed) == 1
    stay = [tables.bottom_run[tube] - (tables.buried[tube] if counts_twice else 0) for tube in at_bottom]
    return homes * tables.height - sum(sorted([max(0, one) for one in stay], reverse=True)[:homes])


def _runs_of(layers: tuple[int, ...], colour: int) -> int:
    return sum([one == colour and (at == 0 or layers[at - 1] != colour) for at, one in enumerate(layers)])


class _State(Struct, frozen=True):
    """The atoms of a state, by tube and layer."""

    filled: list[list[int]]
    has: list[list[list[int]]]  # and by colour


class _Step(Struct, frozen=True):
    """The atoms of a step, by tube, colour and number of layers less one."""

    source: list[int]
    target: list[int]
    colour: list[int]
    amount: list[int]


class Writer:
    """Clauses of states and steps, one after the other, for a level."""

    def __init__(
        self, level: Level, rule: Variant, needed: dict[str, int], add: Callable[[Sequence[int]], None]
    ) -> None:
        self.level, self.rule = level, rule
        self.colours = level.colours
        self.needed = [needed[colour] for colour in self.colours]
        self.variables = self.clauses = 0
        self._add_to_session = add
        self.states = [self._state()]
        self.steps: list[_Step] = []
        self.counts: list[list[list[int]]] = [[[] for _ in self.colours]]
        self.wasted: list[int] = []  # more than that many steps were, so far
        amounts = level.amounts
        self.single = [amounts[colour] == level.height for colour in self.colours]
        self._begin()

    # ------------------------------------------------------------------ atoms

    def _fresh(self, count: int) -> list[int]:
        self.variables += count
        return list(range(self.variables - count + 1, self.variables + 1))

    def _add(self, *literals: int) -> None:
        self.clauses += 1
        self._add_to_session(literals)

    def _state(self) -> _State:
        """A new state: layers have one colour or none, and rest on each other."""
        tubes, height = len(self.level.tubes), self.level.height
        filled = [self._fresh(height) for _ in range(tubes)]
        has = [[self._fresh(len(self.colours)) for _ in range(height)] for _ in range(tubes)]
        for tube, layer in self._layers():
            self._add(-filled[tube][layer], *has[tube][layer])
            for atom in has[tube][layer]:
                self._add(-atom, filled[tube][layer])
            self._at_most_one(has[tube][layer])
            if layer:
                self._add(-filled[tube][layer], filled[tube][layer - 1])
        return _State(filled, has)

    def _layers(self) -> Iterator[tuple[int, int]]:
        for tube in range(len(self.level.tubes)):
            for layer in range(self.level.height):
                yield tube, layer

    def _exactly_one(self, atoms: Sequence[int]) -> None:
        self._add(*atoms)
        self._at_most_one(atoms)

    def _at_most_one(self, atoms: Sequence[int]) -> None:
        for one, other in combinations(atoms, 2):
            self._add(-one, -other)

    # ------------------------------------------------------------------ the beginning, the end

    def _begin(self) -> None:
        first = self.states[0]
        for tube, layer in self._layers():
            held = self.level.tubes[tube]
            if layer < len(held):
                self._add(first.has[tube][layer][self.colours.index(held[layer])])
            else:
                self._add(-first.filled[tube][layer])

    def end(self) -> int:
        """A literal which says that the last state is sorted, and each colour was moved as often as it must be."""
        [literal] = self._fresh(1)
        state, height = self.states[-1], self.level.height
        for tube, layer in self._layers():
            if layer + 1 < height:
                self._add(-literal, -state.filled[tube][layer], state.filled[tube][layer + 1])
                for below, above in zip(state.has[tube][layer], state.has[tube][layer + 1], strict=True):
                    self._add(-literal, -below, above)
        for counts, needed in zip(self.counts[-1], self.needed, strict=True):
            if needed:
                self._add(-literal, *counts[needed - 1 : needed])
        allowed = len(self.steps) - sum(self.needed)
        if allowed < len(self.wasted):
            self._add(-literal, -self.wasted[allowed])
        return literal

    # ------------------------------------------------------------------ a step

    def step(self) -> None:
        """One more step, from the last state to a new one."""
        before, after = self.states[-1], self._state()
        tubes, colours = len(self.level.tubes), len(self.colours)
        amounts = self.level.height if self.rule is Variant.POUR else 1
        step = _Step(self._fresh(tubes), self._fresh(tubes), self._fresh(colours), self._fresh(amounts))
        for atoms in (step.source, step.target, step.colour, step.amount):
            self._exactly_one(atoms)
        for source, target in zip(step.source, step.target, strict=True):
            self._add(-source, -target)
        self._shift(step, before, after)
        self._colours(step, before, after)
        if self.rule is Variant.POUR:
            self._all_that_can(step, after)
        self._empty_tubes(step, before, after)
        self._count(step)
        self._count_wasted(self._wasted(step, before, after))
        self.states.append(after)
        self.steps.append(step)

    def _shift(self, step: _Step, before: _State, after: _State) -> None:
        """The source has so many layers less, the target so many more, the others as many as before."""
        height = self.level.height
        for tube, layer in self._layers():
            source, target = step.source[tube], step.target[tube]
            was, now = before.filled[tube], after.filled[tube]
            self._add(source, -was[layer], now[layer])
            self._add(target, -now[layer], was[layer])
            for amount, atom in enumerate(step.amount, 1):
                higher = was[layer + amount] if layer + amount < height else None
                self._same_if([source, atom], now[layer], higher, False)
                lower = was[layer - amount] if layer >= amount else None
                self._same_if([target, atom], now[layer], lower, True)
                if layer == 0:
                    self._add(-source, -atom, was[amount - 1])
                    self._add(-target, -atom, -was[height - amount])

    def _same_if(self, conditions: list[int], one: int, other: int | None, otherwise: bool) -> None:
        """Under conditions one atom is as the other, or as `otherwise` where there is no other."""
        unless = [-condition for condition in conditions]
        if other is None:
            self._add(*unless, one if otherwise else -one)
        else:
            self._add(*unless, -one, other)
            self._add(*unless, one, -other)

    def _colours(self, step: _Step, before: _State, after: _State) -> None:
        """Layers keep their colour; those that leave, those that come and the one they come to have the step's."""
        height = self.level.height
        for tube, layer in self._layers():
            source, target = step.source[tube], step.target[tube]
            was, now = before.filled[tube][layer], after.filled[tube][layer]
            above = [before.filled[tube][layer + 1]] if layer + 1 < height else []
            for code, colour in enumerate(step.colour):
                old, new = before.has[tube][layer][code], after.has[tube][layer][code]
                self._add(-old, -now, new)
                self._add(-source, -colour, -was, now, old)
                self._add(-target, -colour, was, -now, new)
                self._add(-target, -colour, -was, *above, old)

    def _all_that_can(self, step: _Step, after: _State) -> None:
        """If the target has room left, the colour is no longer on top of the source."""
        [room] = self._fresh(1)
        height = self.level.height
        for tube, layer in self._layers():
            if layer == height - 1:
                self._add(-step.target[tube], after.filled[tube][layer], room)
            above = [after.filled[tube][layer + 1]] if layer + 1 < height else []
            for code, colour in enumerate(step.colour):
                self._add(-step.source[tube], -room, -colour, *above, -after.has[tube][layer][code])

    def _empty_tubes(self, step: _Step, before: _State, after: _State) -> None:
        """Of empty tubes the first is filled, and never with all that another has: nothing would change."""
        for tube, target in enumerate(step.target):
            for earlier in range(tube):
                self._add(-target, before.filled[tube][0], before.filled[earlier][0])
            for other, source in enumerate(step.source):
                if other != tube:
                    self._add(-target, -source, before.filled[tube][0], after.filled[other][0])

    def _count(self, step: _Step) -> None:
        """How often each colour has been moved so far: count j holds only if it is more than j times."""
        counts = []
        for code, (before, needed) in enumerate(zip(self.counts[-1], self.needed, strict=True)):
            now = self._fresh(min(needed, len(before) + 1))
            for at, atom in enumerate(now):
                held = before[at : at + 1]
                self._add(-atom, *held, step.colour[code])
                if at:
                    self._add(-atom, *held, before[at - 1])
            counts.append(now)
        self.counts.append(counts)

    def _wasted(self, step: _Step, before: _State, after: _State) -> int:
        """An atom that is true if the step does not lower the bound (and may be true otherwise)."""
        [wasted] = self._fresh(1)
        for code, colour in enumerate(step.colour):
            if self.single[code]:
                find = self._wasted_pour if self.rule is Variant.POUR else self._wasted_layer
                find(step, code, colour, wasted, before, after)
        return wasted

    def _wasted_pour(self, step: _Step, code: int, colour: int, wasted: int, before: _State, after: _State) -> None:
        """Into an empty tube though the colour is at a bottom, a part of a run, or the last bottom taken."""
        height = self.level.height
        for tube, layer in self._layers():
            above = [after.filled[tube][layer + 1]] if layer + 1 < height else []
            self._add(-step.source[tube], -colour, *above, -after.has[tube][layer][code], wasted)
        bottoms = [tube[0][code] for tube in after.has]
        for other in [tube[0][code] for tube in before.has]:
            self._add(-other, -colour, wasted, *bottoms)
            for tube, target in enumerate(step.target):
                self._add(-target, -colour, before.filled[tube][0], -other, wasted)

    def _wasted_layer(
        self, step: _Step, code: int, colour: int, wasted: int, before: _State, _after: _State
    ) -> None:
        """Onto another colour in the target, and from a tube with another bottom."""
        onto_other, from_other = self._fresh(2)
        self._add(-onto_other, -from_other, wasted)
        for tube, (source, target) in enumerate(zip(step.source, step.target, strict=True)):
            bottom = before.has[tube][0][code]
            self._add(-source, -colour, bottom, from_other)
            for filled, has in zip(before.filled[tube], before.has[tube], strict=True):
                self._add(-target, -colour, -filled, has[code], onto_other)

    def _count_wasted(self, wasted: int) -> None:
        before = self.wasted
        now = self._fresh(min(_COUNTED, len(before) + 1))
        for at, atom in enumerate(now):
            for held in before[at : at + 1]:
                self._add(-held, atom)
            if at == 0:
                self._add(-wasted, atom)
            else:
                self._add(-wasted, -before[at - 1], atom)
        self.wasted = now

    # ------------------------------------------------------------------ the answer

    def plan(self, values: list[bool]) -> list[tuple[int, int, str, int]]:
        """The pours of a model, as plain values; `values` are those of the atoms from 1 on."""

        def chosen(atoms: list[int]) -> int:
            return next(at for at, atom in enumerate(atoms) if values[atom - 1])

        return [
            (chosen(step.source), chosen(step.target), self.colours[chosen(step.colour)], chosen(step.amount) + 1)
            for step in self.steps
        ]
