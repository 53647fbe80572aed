"""Tubes by numbers, for the search: what a tube holds is interned, and all that is asked of it is looked up.

A state of the game is the sorted tuple of its tubes' numbers: tubes that change places make no other state, and
the empty tube, which has the number 0, comes first.
"""

from collections.abc import Iterator

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant

State = tuple[int, ...]
EMPTY = 0


class Tables:
    """Everything about the tubes of one level that has been met so far; lists are indexed by the tube's number."""

    def __init__(self, level: Level, rule: Variant) -> None:
        self.height = level.height
        self.rule = rule
        self.colours = level.colours
        codes = {colour: code for code, colour in enumerate(self.colours)}
        amounts = level.amounts
        self.homes = [amounts[colour] // level.height for colour in self.colours]  # full tubes at the end
        self._numbers: dict[tuple[int, ...], int] = {}
        self.layers: list[tuple[int, ...]] = []
        self.top: list[int] = []  # a colour, or -1
        self.bottom: list[int] = []
        self.room: list[int] = []
        self.run: list[int] = []  # layers of one colour on top
        self.runs: list[int] = []  # layers of one colour count once
        self.kept: list[int] = []  # layers of one colour at the bottom
        self.again: list[int] = []  # further layers of that colour above
        self._pours: dict[tuple[int, int], tuple[int, int]] = {}
        self.number(())
        self.start = tuple(sorted([self.number(tuple([codes[colour] for colour in tube])) for tube in level.tubes]))

    def number(self, layers: tuple[int, ...]) -> int:
        """The number of a tube that holds this."""
        number = self._numbers.get(layers)
        if number is None:
            number = self._numbers[layers] = len(self.layers)
            self.layers.append(layers)
            self._describe(layers)
        return number

    def _describe(self, layers: tuple[int, ...]) -> None:
        ends = [place for place in range(1, len(layers)) if layers[place] != layers[place - 1]]
        bounds = [0, *ends, len(layers)] if layers else [0, 0]
        self.top.append(layers[-1] if layers else -1)
        self.bottom.append(layers[0] if layers else -1)
        self.room.append(self.height - len(layers))
        self.run.append(bounds[-1] - bounds[-2])
        self.runs.append(len(bounds) - 1 if layers else 0)
        self.kept.append(bounds[1])
        self.again.append(layers[bounds[1] :].count(layers[0]) if layers else 0)

    def pour(self, source: int, target: int) -> tuple[int, int]:
        """What two tubes become; the pour must be allowed."""
        after = self._pours.get((source, target))
        if after is None:
            after = self._pours[source, target] = self._poured(source, target)
        return after

    def _poured(self, source: int, target: int) -> tuple[int, int]:
        giving, taking = self.layers[source], self.layers[target]
        amount = 1 if self.rule is Variant.LAYER else min(self.run[source], self.room[target])
        return self.number(giving[:-amount]), self.number(taking + giving[-amount:])

    def moves(self, state: State) -> list[tuple[int, int]]:
        """The pours worth trying, as numbers of tubes; if one of them is surely right, that one only.

        Left out is what changes nothing (a tube of one colour into an empty one), and what leaves a full tube
        of a colour that has no other layers: whatever else a plan does, it does it without them.

        Surely right is what completes a colour of one tube: a run on top goes onto a tube that has all other
        layers of this colour and nothing else. From there on any plan can be followed without its pours of this
        colour, and loses nothing: the other layers of the colour cannot give way (there is no room for them on
        the run), so the tube they are in is of no other use before, and afterwards one more tube is clean.
        """
        top, room, runs, run, homes = self.top, self.room, self.runs, self.run, self.homes
        open_tubes: dict[int, list[int]] = {}
        for tube in state:
            if tube and room[tube]:
                open_tubes.setdefault(top[tube], []).append(tube)
        moves: list[tuple[int, int]] = []
        before = EMPTY
        for tube in state:
            if tube == before:  # the same as the one before it, or empty
                continue
            before = tube
            colour = top[tube]
            single = homes[colour] == 1
            if single and not room[tube] and runs[tube] == 1:
                continue
            for target in open_tubes.get(colour, ()):
                if target == tube and state.count(tube) == 1:
                    continue
                if single and runs[target] == 1 and run[tube] == room[target] and self._is_less(tube, target):
                    return [(tube, target)]
                moves.append((tube, target))
            if not state[0] and (runs[tube] > 1 or (self.rule is Variant.LAYER and run[tube] > 1)):
                moves.append((tube, EMPTY))
        return moves

    def _is_less(self, tube: int, target: int) -> bool:
        """Of two tubes with nothing but one colour the one with less is poured: layer by layer that takes less."""
        return self.runs[tube] > 1 or self.run[tube] <= self.run[target]

    def following(self, state: State) -> Iterator[State]:
        """The states after the pours worth trying."""
        for source, target in self.moves(state):
            tubes = list(state)
            tubes.remove(source)
            tubes.remove(target)
            tubes += self.pour(source, target)
            tubes.sort()
            yield tuple(tubes)
