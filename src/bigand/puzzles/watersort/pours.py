"""The rules of the game: which pours are allowed, and their result. The plans of all engines are judged by them."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from bigand.puzzles.watersort.level import Level, Tube


class Variant(StrEnum):
    """How much a pour moves: one layer, or as many layers of the top colour as fit into the target."""

    POUR = "pour"
    LAYER = "layer"


class Pour(NamedTuple):
    """A move of some layers of a colour from one tube to another, both counted from 0."""

    source: int
    target: int
    colour: str
    layers: int

    def __str__(self) -> str:
        return f"{self.source + 1}>{self.target + 1}"


class Refusal(StrEnum):
    """Why a pour is not allowed."""

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


def pour_between(level: Level, source: int, target: int, rule: Variant) -> Pour | None:
    """Return the pour from one tube to another, if it is allowed."""
    if find_refusal(level, source, target) is not None:
        return None
    source_tube, target_tube = level.tubes[source], level.tubes[target]
    layers = 1 if rule is Variant.LAYER else min(top_run_length(source_tube), level.height - len(target_tube))
    return Pour(source, target, source_tube[-1], layers)


def pours(level: Level, rule: Variant) -> Iterator[Pour]:
    """Yield all allowed pours."""
    tube_indices = range(len(level.tubes))
    for source in tube_indices:
        for target in tube_indices:
            pour = pour_between(level, source, target, rule)
            if pour is not None:
                yield pour


def apply_pour(level: Level, pour: Pour) -> Level:
    """Return the level after a pour, which must be allowed."""
    tubes = list(level.tubes)
    tubes[pour.source] = tubes[pour.source][: -pour.layers]
    tubes[pour.target] += (pour.colour,) * pour.layers
    return Level.from_tubes(tubes, level.height)


def plan_states(level: Level, plan: Iterable[Pour]) -> list[Level]:
    """Return the level at the beginning and after each pour of a plan, all of which must be allowed."""
    levels = [level]
    for pour in plan:
        levels.append(apply_pour(levels[-1], pour))
    return levels


def is_plan(level: Level, plan: Sequence[Pour], rule: Variant = Variant.POUR) -> bool:
    """Whether the rules allow every pour of the plan exactly as it is, and the tubes are sorted at the end."""
    for pour in plan:
        if pour_between(level, pour.source, pour.target, rule) != pour:
            return False
        level = apply_pour(level, pour)
    return level.is_sorted
