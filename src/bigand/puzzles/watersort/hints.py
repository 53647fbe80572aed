"""The next pour of a shortest plan, and what it is good for."""

from msgspec import Struct

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant, apply_pour, top_run_length
from bigand.puzzles.watersort.questions import Effect
from bigand.puzzles.watersort.solving import Limits, SolveResult, solve


class Hint(Struct, frozen=True):
    """A pour that begins a shortest plan, why, and what it uncovers; `answer` is the whole of it."""

    pour: Pour | None
    reason: Effect | None
    uncovers: str | None
    answer: SolveResult


def hint(level: Level, rule: Variant = Variant.POUR, limits: Limits | None = None) -> Hint:
    """A hint; without a pour if the tubes are sorted, or never will be."""
    result = solve(level, rule, limits=limits)
    if not result.plan:
        return Hint(None, None, None, result)
    pour = result.plan[0]
    source_tube = apply_pour(level, pour).tubes[pour.source]
    uncovers = source_tube[-1] if source_tube and source_tube[-1] != pour.colour else None
    return Hint(pour, effect_of(level, pour), uncovers, result)


def effect_of(level: Level, pour: Pour) -> Effect:
    new_level = apply_pour(level, pour)
    target = new_level.tubes[pour.target]
    if len(target) == level.height and len(set(target)) == 1:
        return Effect.COMPLETES
    if not new_level.tubes[pour.source]:
        return Effect.EMPTIES
    if level.tubes[pour.target]:
        is_whole = pour.layers == top_run_length(level.tubes[pour.source])
        return Effect.JOINS if is_whole else Effect.MAKES_ROOM
    has_home = any(tube and tube[0] == pour.colour for tube in level.tubes)
    return Effect.MAKES_ROOM if has_home else Effect.GIVES_A_HOME
