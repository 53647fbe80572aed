"""What an argument supposes, for words and pictures: what follows, with its number; what would be lit; what is out.

What follows has a number, and what is supposed within an argument a letter: the same in words and pictures. What is
told twice, since several arguments of a step share it, has one of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.places import letters_of
from bigand.puzzles.lightup.questions import Concluded, Refuted, Rows, Spot
from bigand.puzzles.lightup.rays import sight
from bigand.puzzles.lightup.runs import lit_cells


class Shown(NamedTuple):
    """An argument within another one has shown that a cell is empty; its letter."""

    letter: str


# Why a cell cannot take a bulb: it was `empty` or `lit` before, is `supposed` to be empty, or was shown to be, by
# an argument within; or else for a bulb in some cell that is supposed, or for what follows and has a number.
Why: TypeAlias = str | Spot | int | Shown


class Labels(NamedTuple):
    """The numbers of consequences, and the letters of what is supposed within an argument."""

    numbers: dict[Concluded, int]
    letters: dict[Refuted, str]


def labels_of(refutations: Sequence[Refuted]) -> Labels:
    """Numbers from 1 and letters from a, in the order in which the arguments of a step are told."""
    labels = Labels({}, {})
    for reason in _within(refutations):
        if isinstance(reason, Concluded):
            labels.numbers.setdefault(reason, len(labels.numbers) + 1)
        else:
            labels.letters.setdefault(reason, letters_of(len(labels.letters) + 1).lower())
    return labels


def _within(refutations: Iterable[Refuted]) -> Iterator[Concluded | Refuted]:
    for refutation in refutations:
        for reason in refutation.steps:
            yield reason
            if isinstance(reason, Refuted):
                yield from _within([reason])


class Supposed:
    """What is known within an argument: the board before it, and why cells cannot take a bulb any more."""

    def __init__(self, before: Rows, labels: Labels) -> None:
        self.board = Board.of_rows(before)
        self.labels = labels
        self.lit: set[Spot] = set()  # what was dark before
        self._known = {Spot.of(self.board.place(cell)) for cell in lit_cells(self.board)}
        self._out: dict[Spot, Why] = {}

    def within(self) -> "Supposed":
        """The same, for an argument within this one."""
        inner = object.__new__(Supposed)
        inner.board, inner.labels, inner._known = self.board, self.labels, self._known
        inner.lit, inner._out = set(self.lit), dict(self._out)
        return inner

    def suppose(self, mark: str, cell: Spot) -> None:
        if mark == "bulb":
            self._take([cell], [], cell)
        else:
            self._take([], [cell], "supposed")

    def follow(self, reason: Concluded | Refuted) -> None:
        """What a step of the argument adds; an argument within it has the opposite of what it supposed."""
        if isinstance(reason, Refuted) and reason.supposed == "bulb":
            self._take([], [reason.cell], Shown(self.labels.letters[reason]))
        elif isinstance(reason, Refuted):
            self._take([reason.cell], [], reason.cell)
        else:
            self._take(reason.bulbs, reason.dots, self.labels.numbers[reason])

    def _take(self, bulbs: Iterable[Spot], dots: Iterable[Spot], why: Why) -> None:
        for spot in dots:
            self._out.setdefault(spot, why)
        for spot in bulbs:
            for seen in (spot, *[Spot.of(place) for place in sight(self.board, spot.place)]):
                if seen not in self._known:
                    self.lit.add(seen)
                if seen != spot:
                    self._out.setdefault(seen, why)

    def out(self, cells: Iterable[Spot]) -> list[tuple[Why, list[Spot]]]:
        """Cells by why they cannot take a bulb, in the order in which that is told."""
        groups: dict[Why, list[Spot]] = {"empty": [], "lit": []}
        groups |= {why: [] for why in self._out.values()}
        for spot in sorted(cells):
            cell = self.board[spot.place]
            if cell == Cell.DOT:
                groups["empty"].append(spot)
            elif spot in self._known and cell != Cell.BULB:
                groups["lit"].append(spot)
            elif spot in self._out:
                groups[self._out[spot]].append(spot)
        return [(why, group) for why, group in groups.items() if group]
