"""Shortest plans: by any engine, each plan judged by the rules of the game before anybody sees it."""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import Struct, field

from bigand.puzzles.watersort.engines import ENGINES
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant, is_plan, states
from bigand.puzzles.watersort.questions import MOST_MOVES, MOST_STATES
from bigand.source.diagnostic import number_message
from bigand.source.error import LimitError, SolverError

Telling = Callable[[int], None]


class Limits(Struct, frozen=True):
    """How long an engine may go on; `deadline` is a time of `time.monotonic`."""

    deadline: float | None = None
    states: int | None = MOST_STATES
    moves: int = MOST_MOVES

    def check(self, states: int = 0) -> None:
        """LimitError if it is enough."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("limit.time")
        if self.states is not None and states > self.states:
            raise LimitError("watersort.limit.states", count=number_message(self.states))


NO_LIMITS = Limits(states=None)


class Answer(Struct, frozen=True):
    """A shortest plan of a level, or None: then no plan leads to sorted tubes, as the search found out."""

    level: Level
    rule: Variant
    engine: str
    plan: tuple[Pour, ...] | None
    bound: int  # so many moves are needed at least, as can be told at the beginning
    counted: dict[str, int] = field(default_factory=dict)  # what the engine counted: states

    @property
    def is_solvable(self) -> bool:
        return self.plan is not None

    @property
    def moves(self) -> int | None:
        """The least number of moves."""
        return None if self.plan is None else len(self.plan)

    @property
    def states(self) -> list[Level]:
        """The tubes at the beginning and after each move."""
        return states(self.level, self.plan or ())


def _silent(_moves: int) -> None:
    pass


def solve(
    level: Level,
    rule: Variant = Variant.POUR,
    engine: str = "search",
    limits: Limits | None = None,
    tell: Telling = _silent,
) -> Answer:
    """A plan with the least number of moves; LimitError if a limit was reached before that was known.

    `tell` is told from time to time which number of moves is being tried.
    """
    from bigand.puzzles.watersort.bounds import bound

    if engine not in ENGINES:
        raise ValueError(f"no engine {engine!r}: {', '.join(ENGINES)}")
    least = bound(level, rule)
    if level.is_sorted:
        return Answer(level, rule, engine, (), least)
    module: Any = import_module(f"bigand.puzzles.watersort.engines.{engine}")
    plan, counted = module.run(level, rule, limits or Limits(), tell)
    if plan is not None and not is_plan(level, plan, rule):
        raise SolverError("watersort.lied", name=engine)
    return Answer(level, rule, engine, plan, least, counted)


def tubes_missing(level: Level, rule: Variant = Variant.POUR, limits: Limits | None = None) -> int | None:
    """The least number of empty tubes with which a level can be solved; None if a limit was reached before.

    One for each colour is enough: every layer can be poured there.
    """
    for more in range(len(level.colours) + 1):
        larger = Level.of((*level.tubes, *[()] * more), level.height)
        try:
            if solve(larger, rule, limits=limits).is_solvable:
                return more
        except LimitError:
            return None
    return None
