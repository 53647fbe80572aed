"""What an argument supposes, for words and pictures: what follows, with its number; what would be lit; what is out.

What follows has a number, and what is supposed within an argument a letter: the same in words and pictures. What is
told twice, since several arguments of a step share it, has one of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.places import column_letters
from bigand.puzzles.lightup.questions import ConclusionRecord, RefutationRecord, Rows, Spot
from bigand.puzzles.lightup.rays import sight
from bigand.puzzles.lightup.runs import lit_cells


class ShownEmpty(NamedTuple):
    """An argument within another one has shown that a cell is empty; its letter."""

    letter: str


# Why a cell cannot take a bulb: it was `empty` or `lit` before, is `supposed` to be empty, or was shown to be, by
# an argument within; or else for a bulb in some cell that is supposed, or for what follows and has a number.
BlockReason: TypeAlias = str | Spot | int | ShownEmpty


class Labels(NamedTuple):
    """The numbers of consequences, and the letters of what is supposed within an argument."""

    numbers: dict[ConclusionRecord, int]
    letters: dict[RefutationRecord, str]


def labels_of(refutations: Sequence[RefutationRecord]) -> Labels:
    """Numbers from 1 and letters from a, in the order in which the arguments of a step are told."""
    labels = Labels({}, {})
    for reason in _iter_reasons(refutations):
        if isinstance(reason, ConclusionRecord):
            labels.numbers.setdefault(reason, len(labels.numbers) + 1)
        else:
            labels.letters.setdefault(reason, column_letters(len(labels.letters) + 1).lower())
    return labels


def _iter_reasons(refutations: Iterable[RefutationRecord]) -> Iterator[ConclusionRecord | RefutationRecord]:
    for refutation in refutations:
        for reason in refutation.steps:
            yield reason
            if isinstance(reason, RefutationRecord):
                yield from _iter_reasons([reason])


class Supposition:
    """What is known within an argument: the board before it, and why cells cannot take a bulb any more."""

    def __init__(self, before: Rows, labels: Labels) -> None:
        self.board = Board.from_rows(before)
        self.labels = labels
        self.lit: set[Spot] = set()  # what was dark before
        self._lit_before = {Spot.from_place(self.board.place(cell)) for cell in lit_cells(self.board)}
        self._blocked: dict[Spot, BlockReason] = {}

    def fork(self) -> "Supposition":
        """The same, for an argument within this one."""
        inner = object.__new__(Supposition)
        inner.board, inner.labels, inner._lit_before = self.board, self.labels, self._lit_before
        inner.lit, inner._blocked = set(self.lit), dict(self._blocked)
        return inner

    def suppose(self, mark: str, cell: Spot) -> None:
        if mark == "bulb":
            self._add_marks([cell], [], cell)
        else:
            self._add_marks([], [cell], "supposed")

    def apply(self, reason: ConclusionRecord | RefutationRecord) -> None:
        """What a step of the argument adds; an argument within it has the opposite of what it supposed."""
        if isinstance(reason, RefutationRecord) and reason.supposed == "bulb":
            self._add_marks([], [reason.cell], ShownEmpty(self.labels.letters[reason]))
        elif isinstance(reason, RefutationRecord):
            self._add_marks([reason.cell], [], reason.cell)
        else:
            self._add_marks(reason.bulbs, reason.dots, self.labels.numbers[reason])

    def _add_marks(self, bulbs: Iterable[Spot], dots: Iterable[Spot], reason: BlockReason) -> None:
        for spot in dots:
            self._blocked.setdefault(spot, reason)
        for spot in bulbs:
            for seen in (spot, *[Spot.from_place(place) for place in sight(self.board, spot.place)]):
                if seen not in self._lit_before:
                    self.lit.add(seen)
                if seen != spot:
                    self._blocked.setdefault(seen, reason)

    def group_by_reason(self, cells: Iterable[Spot]) -> list[tuple[BlockReason, list[Spot]]]:
        """Cells by why they cannot take a bulb, in the order in which that is told."""
        groups: dict[BlockReason, list[Spot]] = {"empty": [], "lit": []}
        groups |= {why: [] for why in self._blocked.values()}
        for spot in sorted(cells):
            cell = self.board[spot.place]
            if cell == Cell.DOT:
                groups["empty"].append(spot)
            elif spot in self._lit_before and cell != Cell.BULB:
                groups["lit"].append(spot)
            elif spot in self._blocked:
                groups[self._blocked[spot]].append(spot)
        return [(why, group) for why, group in groups.items() if group]
