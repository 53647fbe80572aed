"""How hard a level is for people: how often somebody wins who pours without a plan.

Such a player never pours without effect, finishes a colour when that is possible, and never goes back to a
state where he was before. On easy levels that is enough; on hard ones almost every game ends where nothing can
be poured.
"""

import random

from msgspec import Struct

from bigand.puzzles.watersort.bounds import estimate_of
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant, pours
from bigand.puzzles.watersort.questions import Grade, Traps
from bigand.puzzles.watersort.solving import Answer, Limits, solve
from bigand.puzzles.watersort.tables import Tables
from bigand.source.error import LimitError

GAMES = 200
_LONGEST = 500  # pours of a game; then the player gives up
_TRAP_STATES = 50_000  # of each search for a way out


_WON_AT_LEAST = {Grade.EASY: 0.6, Grade.MEDIUM: 0.2, Grade.HARD: 0.02, Grade.EXPERT: 0.0}


class Rating(Struct, frozen=True):
    """What makes a level hard; `grade` is None when it has no solution."""

    grade: Grade | None
    won: int  # games, of so many
    games: int
    answer: Answer
    choices: float  # pours to choose from, on average along the plan
    traps: Traps | None = None

    @property
    def detours(self) -> int | None:
        """Moves that join nothing and give no colour its tube, and are needed all the same."""
        return None if self.answer.moves is None else self.answer.moves - self.answer.bound


def rate(level: Level, rule: Variant = Variant.POUR, limits: Limits | None = None) -> Rating:
    """Solve a level and let it be played; LimitError if it cannot be solved in time."""
    answer = solve(level, rule, limits=limits)
    if answer.plan is None:
        return Rating(None, 0, 0, answer, 0.0)
    won = games_won(level, rule, GAMES)
    counts = [sum([1 for _ in pours(state, rule)]) for state in answer.states[:-1]]
    choices = sum(counts) / len(counts) if counts else 0.0
    return Rating(grade_of(won, GAMES), won, GAMES, answer, choices, traps(answer, limits))


def grade_of(won: int, games: int) -> Grade:
    return next(grade for grade, least in _WON_AT_LEAST.items() if won >= least * games)


def span_of(grade: Grade) -> tuple[float, float]:
    """Between which shares of games won a grade is."""
    harder = [least for least in _WON_AT_LEAST.values() if least > _WON_AT_LEAST[grade]]
    return _WON_AT_LEAST[grade], min(harder, default=1.0)


def games_won(level: Level, rule: Variant, games: int) -> int:
    """How many of some games are won; the same for the same level."""
    tables = Tables(level, rule)
    chance = random.Random(0)
    return sum([_is_won(tables, chance) for _ in range(games)])


def _is_won(tables: Tables, chance: random.Random) -> bool:
    estimate = estimate_of(tables)
    state, seen = tables.start, {tables.start}
    while estimate(state):
        following = [other for other in tables.following(state) if other not in seen]
        if not following or len(seen) > _LONGEST:
            return False
        state = chance.choice(following)
        seen.add(state)
    return True


def traps(answer: Answer, limits: Limits | None = None) -> Traps:
    """What the other pours lead to at each state of a shortest plan; states that are met again count once."""
    rule = answer.rule
    deadline = limits.deadline if limits else None
    way = {tuple(sorted(state.tubes)) for state in answer.states}
    beside: dict[object, Level] = {}
    for state in answer.states[:-1]:
        for pour in pours(state, rule):
            other = state.poured(pour.source, pour.target, rule)
            key = tuple(sorted(other.tubes))
            if key not in way:
                beside.setdefault(key, other)
    verdicts = [_is_lost(other, rule, deadline) for other in beside.values()]
    return Traps(others=len(verdicts), lost=verdicts.count(True), open=verdicts.count(None))


def _is_lost(level: Level, rule: Variant, deadline: float | None) -> bool | None:
    try:
        return not solve(level, rule, limits=Limits(deadline, _TRAP_STATES)).is_solvable
    except LimitError:
        return None
