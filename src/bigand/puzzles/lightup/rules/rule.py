"""What rules are and what they conclude, as values. All sets of cells are those of `position`."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from msgspec import Struct

from bigand.puzzles.lightup.position import Cells, Position


class RuleKind(Enum):
    """What a rule is for."""

    CONTRADICTION = "contradiction"  # the position has no solution
    DIRECT = "direct"  # some cells have only one value left
    CASE = "case"  # one of these must be


class Conclusion(NamedTuple):
    """What a rule concludes at one place: for a direct rule bulbs and dots, for a contradiction that it holds.

    Each marked cell follows by itself from the position. The premises: `site` is the clue, bulb or dark cell that
    it is about, `run` the cells that were looked along (none for a clue), `cells` those whose marks or light force
    it.
    """

    rule: "ProofRule"
    site: int
    bulbs: Cells
    dots: Cells
    run: Cells
    cells: Cells

    def with_dots(self, dots: Cells) -> "Conclusion":
        """The same with these dots."""
        return self if dots == self.dots else self._replace(dots=dots)


class Case(NamedTuple):
    """One child of a split: the marks that it adds."""

    bulbs: Cells
    dots: Cells


class Split(NamedTuple):
    """The cases that a rule makes at a site, of which at least one holds in every solution.

    `reading` says whose idea of the rule it is: LEGUP's program, which `--proof` writes, its wiki, or older ones.
    """

    rule: "ProofRule"
    site: int
    cases: tuple[Case, ...]
    reading: str


PROGRAM, WIKI, OLDER = "program", "wiki", "older"

ConclusionFinder = Callable[[Position, Cells], Iterator[Conclusion]]
SplitFinder = Callable[[Position, Cells], Iterator[Split]]


def _no_conclusions(_position: Position, _around: Cells) -> Iterator[Conclusion]:
    """What a case rule concludes."""
    return iter(())


def _no_splits(_position: Position, _around: Cells) -> Iterator[Split]:
    """The cases of any other rule."""
    return iter(())


class ProofRule(Struct, frozen=True):
    """A rule of LEGUP.

    Attributes:
        id: The ID in LEGUP's files.
        name: The name in LEGUP.
        kind: Whether it is a contradiction, a direct rule or a case rule.
        example: The rows of a board on which it applies.
        conclusions: Finds what a contradiction or direct rule concludes from a position, near some cells.
        splits: Finds the cases of a case rule in a position, near some cells.
        other_names: Other names, such as those of LEGUP's wiki.
    """

    id: str
    name: str
    kind: RuleKind
    example: tuple[str, ...]
    conclusions: ConclusionFinder = _no_conclusions
    splits: SplitFinder = _no_splits
    other_names: tuple[str, ...] = ()  # other names

    @property
    def key(self) -> str:
        """The name in keys of messages: `lightup.rule.KEY`, and `lightup.rule.KEY.name` for its name."""
        return self.name.lower().replace(" ", "_")
