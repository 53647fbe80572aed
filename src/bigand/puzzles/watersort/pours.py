"""The rules of the game: which pours are allowed, and their result. The plans of all engines are judged by them."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from bigand.puzzles.watersort.level import Level, Tube


class Variant(StrEnum):
    """The rule of the game: how much a pour moves.

    `POUR` moves all layers of the colour on top that fit into the target, `LAYER` only one.

    >>> Variant("layer") is Variant.LAYER
    True
    """

    POUR = "pour"
    LAYER = "layer"


class Pour(NamedTuple):
    """A pour from one tube into another; printed, it counts tubes from 1.

    Attributes:
        source: The tube to pour from, counted from 0.
        target: The tube to pour into, counted from 0.
        colour: The colour of the layers.
        layers: How many layers.

    >>> str(Pour(0, 2, "red", 1))
    '1>3'
    """

    source: int
    target: int
    colour: str
    layers: int

    def __str__(self) -> str:
        return f"{self.source + 1}>{self.target + 1}"


class Refusal(StrEnum):
    """Why a pour is not allowed.

    >>> Refusal("target_full") is Refusal.TARGET_FULL
    True
    """

    NO_TUBE = "no_tube"
    SAME_TUBE = "same_tube"
    SOURCE_EMPTY = "source_empty"
    TARGET_FULL = "target_full"
    OTHER_COLOUR = "other_colour"


def top_run_length(tube: Tube) -> int:
    """Return how many layers on top have the same colour."""
    return sum([1 for _ in takewhile(lambda colour: colour == tube[-1], reversed(tube))])


def find_refusal(level: Level, source: int, target: int) -> Refusal | None:
    """Return why a pour from one tube to another is not allowed, or None if it is."""
    if not (0 <= source < len(level.tubes) and 0 <= target < len(level.tubes)):
        return Refusal.NO_TUBE
    if source == target:
        return Refusal.SAME_TUBE
    source_tube, target_tube = level.tubes[source], level.tubes[target]
    if not source_tube:
        return Refusal.SOURCE_EMPTY
    if len(target_tube) == level.height:
        return Refusal.TARGET_FULL
    return Refusal.OTHER_COLOUR if target_tube and target_tube[-1] != source_tube[-1] else None


def allowed_pour_between(level: Level, source: int, target: int, rule: Variant) -> Pour | None:
    """Return the pour from one tube to another, if it is allowed."""
    if find_refusal(level, source, target) is not None:
        return None
    source_tube, target_tube = level.tubes[source], level.tubes[target]
    layers = 1 if rule is Variant.LAYER else min(top_run_length(source_tube), level.height - len(target_tube))
    return Pour(source, target, source_tube[-1], layers)


def pours(level: Level, rule: Variant) -> Iterator[Pour]:
    """Iterate over all pours that the rules allow.

    Args:
        level: The level.
        rule: `Rule.POUR` moves all layers of the colour on top that fit, `Rule.LAYER` one layer.

    Returns:
        An iterator over the pours.

    >>> [str(pour) for pour in pours(Level("RB/BR/.."), Variant.POUR)]
    ['1>3', '2>3']
    """
    tube_indices = range(len(level.tubes))
    for source in tube_indices:
        for target in tube_indices:
            pour = allowed_pour_between(level, source, target, rule)
            if pour is not None:
                yield pour


def apply_pour(level: Level, pour: Pour) -> Level:
    """Return the level after a pour, which must be allowed."""
    tubes = list(level.tubes)
    tubes[pour.source] = tubes[pour.source][: -pour.layers]
    tubes[pour.target] += (pour.colour,) * pour.layers
    return Level.from_tubes(tubes, level.height)


def levels_along_plan(level: Level, plan: Iterable[Pour]) -> list[Level]:
    """Return the level at the beginning and after each pour of a plan, all of which must be allowed."""
    levels = [level]
    for pour in plan:
        levels.append(apply_pour(levels[-1], pour))
    return levels


def is_plan(level: Level, plan: Sequence[Pour], rule: Variant = Variant.POUR) -> bool:
    """Check a plan.

    Args:
        level: The level at the beginning.
        plan: The pours.
        rule: `Rule.POUR` moves all layers of the colour on top that fit, `Rule.LAYER` one layer.

    Returns:
        Whether the rules allow every pour, and the tubes are sorted at the end.

    >>> level = Level("RB/BR/..")
    >>> is_plan(level, level.solve().plan), is_plan(level, [])
    (True, False)
    """
    for pour in plan:
        if allowed_pour_between(level, pour.source, pour.target, rule) != pour:
            return False
        level = apply_pour(level, pour)
    return level.is_sorted
