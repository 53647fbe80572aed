"""The next pour of a shortest plan, and what it is good for."""

from msgspec import Struct

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant, poured, run_on_top
from bigand.puzzles.watersort.questions import Effect
from bigand.puzzles.watersort.solving import Answer, Limits, solve


class Hint(Struct, frozen=True):
    """A pour that begins a shortest plan, why, and what it uncovers; `answer` is the whole of it."""

    pour: Pour | None
    reason: Effect | None
    uncovers: str | None
    answer: Answer


def hint(level: Level, rule: Variant = Variant.POUR, limits: Limits | None = None) -> Hint:
    """A hint; without a pour if the tubes are sorted, or never will be."""
    answer = solve(level, rule, limits=limits)
    if not answer.plan:
        return Hint(None, None, None, answer)
    pour = answer.plan[0]
    left = poured(level, pour).tubes[pour.source]
    uncovers = left[-1] if left and left[-1] != pour.colour else None
    return Hint(pour, effect_of(level, pour), uncovers, answer)


def effect_of(level: Level, pour: Pour) -> Effect:
    after = poured(level, pour)
    target = after.tubes[pour.target]
    if len(target) == level.height and len(set(target)) == 1:
        return Effect.COMPLETES
    if not after.tubes[pour.source]:
        return Effect.EMPTIES
    if level.tubes[pour.target]:
        is_whole = pour.layers == run_on_top(level.tubes[pour.source])
        return Effect.JOINS if is_whole else Effect.MAKES_ROOM
    has_home = any(tube and tube[0] == pour.colour for tube in level.tubes)
    return Effect.MAKES_ROOM if has_home else Effect.GIVES_A_HOME
