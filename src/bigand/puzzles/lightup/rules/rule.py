"""Rules and their conclusions as values. All sets of cells are those of `position`."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from msgspec import Struct

from bigand.puzzles.lightup.position import Cells, Position


class RuleKind(Enum):
    """The three kinds of rules."""

    CONTRADICTION = "contradiction"  # the position has no solution
    DIRECT = "direct"  # some cells have only one value left
    CASE = "case"  # one of several cases must hold


class Conclusion(NamedTuple):
    """What a rule concludes at one site: bulbs and dots for a direct rule, nothing more for a contradiction.

    Each marked cell follows by itself from the position. The premises are: `site`, the clue, bulb or dark cell that
    the conclusion is about; `run`, the cells along which the rule looked (none for a clue); and `cells`, those
    whose marks or light force it.
    """

    rule: "ProofRule"
    site: int
    bulbs: Cells
    dots: Cells
    run: Cells
    cells: Cells

    def with_dots(self, dots: Cells) -> "Conclusion":
        """Return the same conclusion with these dots."""
        return self if dots == self.dots else self._replace(dots=dots)


class Case(NamedTuple):
    """One case of a split: the marks that it adds."""

    bulbs: Cells
    dots: Cells


class Split(NamedTuple):
    """The cases that a rule makes at a site, at least one of which holds in every solution.

    `reading` says which version of the rule it is: that of LEGUP's program, which `--proof` writes, its wiki's, or
    an older one.
    """

    rule: "ProofRule"
    site: int
    cases: tuple[Case, ...]
    reading: str


PROGRAM, WIKI, OLDER = "program", "wiki", "older"

ConclusionFinder = Callable[[Position, Cells], Iterator[Conclusion]]
SplitFinder = Callable[[Position, Cells], Iterator[Split]]


def _no_conclusions(_position: Position, _around: Cells) -> Iterator[Conclusion]:
    return iter(())


def _no_splits(_position: Position, _around: Cells) -> Iterator[Split]:
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
    other_names: tuple[str, ...] = ()  # such as those on the wiki

    @property
    def key(self) -> str:
        """The name in keys of messages: `lightup.rule.KEY`, and `lightup.rule.KEY.name` for its name."""
        return self.name.lower().replace(" ", "_")
