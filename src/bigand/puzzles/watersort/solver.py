"""Find shortest plans with any engine; each plan is judged by the rules of the game."""

import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from bigand.messages.message import number_message
from bigand.puzzles.watersort.engines import ENGINES
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant, apply_pour, is_plan, levels_along_plan, top_run_length
from bigand.puzzles.watersort.questions import MAX_MOVES, MAX_STATES, Effect
from bigand.source.error import LimitError, SolverError

ProgressCallback = Callable[[int], None]


class Limits(Struct, frozen=True):
    """The limits of a search.

    Attributes:
        deadline: When to stop, by `time.monotonic`.
        states: How many states may be met.
        moves: The longest plan that the engine "model" tries.

    >>> Limits(states=1000).check(states=999)
    """

    deadline: float | None = None
    states: int | None = MAX_STATES
    moves: int = MAX_MOVES

    def check(self, states: int = 0) -> None:
        """Raise an error if a limit is reached.

        Args:
            states: How many states have been met.

        Raises:
            LimitError: The deadline has passed, or there are too many states.
        """
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("limit.time")
        if self.states is not None and states > self.states:
            raise LimitError("watersort.limit.states", count=number_message(self.states))


NO_LIMITS = Limits(states=None)


class SolveResult(Struct, frozen=True):
    """A shortest plan of a level, or that there is none.

    Attributes:
        level: The level.
        rule: The rule of the game.
        engine: The engine that found the plan.
        plan: The pours, or None if the level cannot be sorted.
        bound: A lower bound of the number of moves, computed before the search.
        statistics: What the engine counted, such as the states that it met.
    """

    level: Level
    rule: Variant
    engine: str
    plan: tuple[Pour, ...] | None
    bound: int  # a lower bound for the number of moves, known before the search
    statistics: dict[str, int] = field(default_factory=dict)  # counts reported by the engine, such as states

    @property
    def is_solvable(self) -> bool:
        """Whether there is a plan."""
        return self.plan is not None

    @property
    def moves(self) -> int | None:
        """The least number of moves, or None if the level cannot be sorted."""
        return None if self.plan is None else len(self.plan)

    @property
    def states(self) -> list[Level]:
        """The levels at the beginning and after each move."""
        return levels_along_plan(self.level, self.plan or ())


def _ignore_progress(_moves: int) -> None:
    pass


def solve(
    level: Level,
    rule: Variant = Variant.POUR,
    engine: str = "search",
    limits: Limits | None = None,
    on_progress: ProgressCallback = _ignore_progress,
) -> SolveResult:
    """Find a shortest plan.

    Args:
        level: The level.
        rule: `Rule.POUR` moves all layers of the colour on top that fit, `Rule.LAYER` one layer.
        engine: "search", or "model" for the model that is taught, solved by SAT.
        limits: The limits of the search.
        on_progress: Called now and then with the number of moves that is being tried.

    Returns:
        The plan, checked by the rules, or that there is none.

    Raises:
        LimitError: A limit was reached.
        SolverError: The engine gave a wrong plan.
        ValueError: There is no such engine.

    >>> solve(Level("RB/BR/..")).moves
    3
    """
    from bigand.puzzles.watersort.search_space import lower_bound_on_moves

    if engine not in ENGINES:
        raise ValueError(f"no engine {engine!r}: {', '.join(ENGINES)}")
    move_bound = lower_bound_on_moves(level, rule)
    if level.is_sorted:
        return SolveResult(level, rule, engine, (), move_bound)
    plan, statistics = _load_engine(engine)(level, rule, limits or Limits(), on_progress)
    if plan is not None and not is_plan(level, plan, rule):
        raise SolverError("watersort.lied", name=engine)
    return SolveResult(level, rule, engine, plan, move_bound, statistics)


def _load_engine(name: str) -> Callable[[Level, Variant, Limits, ProgressCallback], tuple[Any, Any]]:
    if name == "search":
        from bigand.puzzles.watersort.engines import search

        return search.run
    from bigand.puzzles.watersort.engines import model

    return model.run


def count_missing_tubes(level: Level, rule: Variant = Variant.POUR, limits: Limits | None = None) -> int | None:
    """Find the least number of empty tubes to add so that a level can be solved; None if a limit is reached.

    One for each colour is enough: every layer can be poured there.
    """
    for extra_tubes in range(len(level.colours) + 1):
        larger_level = Level.from_tubes((*level.tubes, *[()] * extra_tubes), level.height)
        try:
            if solve(larger_level, rule, limits=limits).is_solvable:
                return extra_tubes
        except LimitError:
            return None
    return None


# ---------------------------------------------------------- Hints: the next pour of a shortest plan, and its effect


class Hint(Struct, frozen=True):
    """The first pour of a shortest plan, and why.

    Attributes:
        pour: The pour, or None if the level is sorted or cannot be sorted.
        reason: What the pour is good for.
        uncovers: The colour that is on top of the source afterwards, if it is another one.
        answer: The whole plan.
    """

    pour: Pour | None
    reason: Effect | None
    uncovers: str | None
    answer: SolveResult


def hint(level: Level, rule: Variant = Variant.POUR, limits: Limits | None = None) -> Hint:
    """Find the first pour of a shortest plan, and what it is good for.

    Args:
        level: The level.
        rule: `Rule.POUR` moves all layers of the colour on top that fit, `Rule.LAYER` one layer.
        limits: The limits of the search.

    Returns:
        The hint; without a pour if the level is sorted or cannot be sorted.

    Raises:
        LimitError: A limit was reached.

    >>> advice = hint(Level("RB/BR/.."))
    >>> str(advice.pour), advice.uncovers
    ('2>3', 'B')
    """
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
