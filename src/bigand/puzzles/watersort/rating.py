"""Rate how hard a level is for people: how often does a player win who pours without a plan?

This player never makes a pour without effect, finishes a colour when possible, and never returns to an earlier
state. That is enough on easy levels; on hard ones almost every game ends with no pour left.
"""

import random

from msgspec import Struct

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant, pours
from bigand.puzzles.watersort.questions import Grade, Traps
from bigand.puzzles.watersort.search_space import TubeTables, make_bound_function
from bigand.puzzles.watersort.solver import Limits, SolveResult, solve
from bigand.source.error import LimitError

GAME_COUNT = 200
_MAX_POURS = 500  # pours in a game before the player gives up
_TRAP_STATES = 50_000  # for each search whether a side state can be solved


_MIN_WIN_SHARE = {Grade.EASY: 0.6, Grade.MEDIUM: 0.2, Grade.HARD: 0.02, Grade.EXPERT: 0.0}


class Rating(Struct, frozen=True):
    """How hard a level is, and why.

    Attributes:
        grade: The grade, or None if the level cannot be sorted.
        won: How many games a player without a plan wins.
        games: Of how many games.
        answer: The shortest plan.
        choices: How many pours there are to choose from along the plan, on average.
        traps: What the other pours along the plan lead to.
    """

    grade: Grade | None
    won: int  # games won, of `games`
    games: int
    answer: SolveResult
    choices: float  # pours to choose from, on average along the plan
    traps: Traps | None = None

    @property
    def detours(self) -> int | None:
        """Moves that are needed although they join no runs and give no colour its tube."""
        return None if self.answer.moves is None else self.answer.moves - self.answer.bound


def rate(level: Level, rule: Variant = Variant.POUR, limits: Limits | None = None) -> Rating:
    """Rate how hard a level is.

    Args:
        level: The level.
        rule: `Rule.POUR` moves all layers of the colour on top that fit, `Rule.LAYER` one layer.
        limits: The limits of the search.

    Returns:
        The grade, by the share of games that a player without a plan wins.

    Raises:
        LimitError: A limit was reached.

    >>> rate(Level("RB/BR/..")).grade
    <Grade.EASY: 'easy'>
    """
    result = solve(level, rule, limits=limits)
    if result.plan is None:
        return Rating(None, 0, 0, result, 0.0)
    won = count_random_games_won(level, rule, GAME_COUNT)
    counts = [sum([1 for _ in pours(state, rule)]) for state in result.states[:-1]]
    choices = sum(counts) / len(counts) if counts else 0.0
    return Rating(grade_by_games_won(won, GAME_COUNT), won, GAME_COUNT, result, choices, find_traps(result, limits))


def grade_by_games_won(won: int, games: int) -> Grade:
    return next(grade for grade, least in _MIN_WIN_SHARE.items() if won >= least * games)


def win_share_range(grade: Grade) -> tuple[float, float]:
    """Return the range of shares of games won that a grade covers."""
    harder = [least for least in _MIN_WIN_SHARE.values() if least > _MIN_WIN_SHARE[grade]]
    return _MIN_WIN_SHARE[grade], min(harder, default=1.0)


def count_random_games_won(level: Level, rule: Variant, game_count: int) -> int:
    """Count the games won; the same for the same level."""
    tables = TubeTables(level, rule)
    rng = random.Random(0)
    return sum([_wins_random_game(tables, rng) for _ in range(game_count)])


def _wins_random_game(tables: TubeTables, rng: random.Random) -> bool:
    bound_of = make_bound_function(tables)
    state, seen = tables.start, {tables.start}
    while bound_of(state):
        unseen_states = [successor for successor in tables.promising_successors(state) if successor not in seen]
        if not unseen_states or len(seen) > _MAX_POURS:
            return False
        state = rng.choice(unseen_states)
        seen.add(state)
    return True


def find_traps(solve_result: SolveResult, limits: Limits | None = None) -> Traps:
    """Find out what other pours lead to at each state of a shortest plan; equal states count once."""
    rule = solve_result.rule
    deadline = limits.deadline if limits else None
    plan_keys = {tuple(sorted(state.tubes)) for state in solve_result.states}
    side_levels: dict[object, Level] = {}
    for state in solve_result.states[:-1]:
        for pour in pours(state, rule):
            side_level = state.pour(pour.source, pour.target, rule)
            key = tuple(sorted(side_level.tubes))
            if key not in plan_keys:
                side_levels.setdefault(key, side_level)
    verdicts = [_is_unsolvable(side_level, rule, deadline) for side_level in side_levels.values()]
    return Traps(others=len(verdicts), lost=verdicts.count(True), open=verdicts.count(None))


def _is_unsolvable(level: Level, rule: Variant, deadline: float | None) -> bool | None:
    try:
        return not solve(level, rule, limits=Limits(deadline, _TRAP_STATES)).is_solvable
    except LimitError:
        return None
